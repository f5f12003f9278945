"""The HTTP door: the API under /v1, and the pages."""
