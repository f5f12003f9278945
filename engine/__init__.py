"""The rules of games as pure values: no clock, no I/O, no global randomness."""
