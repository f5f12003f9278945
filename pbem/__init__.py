"""Turn-based games by e-mail, REST and plain pages: doors, services, storage."""
