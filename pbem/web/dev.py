"""Letters that the mail catcher of a development machine has caught: as a page, and as JSON."""

from __future__ import annotations

from typing import Any

from flask import Flask, current_app, jsonify, render_template
from flask.typing import ResponseReturnValue

from pbem import clock
from pbem.mail.catcher import CaughtLetter, caught


def register(app: Flask) -> None:
    """Adds the two addresses; only for a host without a mail server of its own."""
    app.add_url_rule("/dev/letters", "dev-letters", show_letters)
    app.add_url_rule("/dev/letters.json", "dev-letters-json", list_letters)


def show_letters() -> ResponseReturnValue:
    """The letters as a page, newest first."""
    return render_template("dev/letters.html", letters=_letters(), instant=clock.rfc3339)


def list_letters() -> ResponseReturnValue:
    """The letters as JSON, newest first."""
    letters: list[dict[str, Any]] = [letter.as_json() for letter in _letters()]
    return jsonify(letters)


def _letters() -> list[CaughtLetter]:
    return caught(current_app.extensions["pbem.settings"].caught)
