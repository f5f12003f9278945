"""The player's letters: why each was written, and what became of it."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from pbem.service import letterbook
from pbem.service.rows import PlayerRow
from pbem.web.pages.blueprint import pages
from pbem.web.pages.visitor import needs_player

MOST = 100
STATES = {
    "ready": "still to go out",
    "sent": "taken by the mail server",
    "dropped": "not sent",
    "failed": "refused by the mail server",
    "unknown": "sent, but no answer came",
}


@pages.get("/me/letters")
@needs_player
def show_letters(player: PlayerRow) -> ResponseReturnValue:
    """Those still to go out, and the latest of the others."""
    return render_template(
        "pages/letters.html",
        waiting=letterbook.waiting(player.id),
        settled=letterbook.settled(player.id, None, MOST),
        states=STATES,
        most=MOST,
    )
