"""Letters as mail: composed (pure), handed to a mail server (transport), caught in development (catcher)."""
