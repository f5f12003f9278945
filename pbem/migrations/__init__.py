"""Numbered steps of the schema, forward only; `pbem.migrate` applies them. No step imports the models."""
