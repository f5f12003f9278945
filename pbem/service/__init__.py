"""The use cases, one file a noun. No Flask, no SMTP, no APScheduler; `now` comes as an argument."""
