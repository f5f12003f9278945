"""The front page: what this is."""

from __future__ import annotations

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from engine.games import GAMES
from pbem.web.pages.blueprint import pages
from pbem.web.pages.visitor import visitor


@pages.get("/")
def show_front() -> ResponseReturnValue:
    """What this is, for strangers; players go to their matches."""
    if visitor() is not None:
        return redirect(url_for("pages.show_matches"), 303)
    return render_template("pages/front.html", games=GAMES.values())
