"""The pages: plain HTML forms over the services. No JavaScript; a GET changes nothing, whoever sends it."""

from __future__ import annotations

from flask import Flask

from pbem.web.pages import (
    failures,
    front,
    guard,
    letters,
    lists,
    match,
    me,
    piece_sets,
    proposal,
    rulebook,
    seating,
    sign_in,
    unsubscribe,
    wording,
)
from pbem.web.pages.blueprint import pages

__all__ = [
    "front",
    "letters",
    "lists",
    "match",
    "me",
    "piece_sets",
    "proposal",
    "register",
    "seating",
    "sign_in",
    "unsubscribe",
]


def register(app: Flask) -> None:
    """Adds the pages to an app that holds its `Settings` at `app.extensions["pbem.settings"]`.

    Paths under /v1 are left alone: their errors are the API's.
    """
    guard.protect(app)
    wording.teach(app)
    rulebook.teach(app)
    app.register_blueprint(pages)
    failures.catch(app)
