"""Taking a seat of a match that has not begun, and giving it up."""

from __future__ import annotations

from flask import flash, redirect, url_for
from flask.typing import ResponseReturnValue

from pbem.errors import AlreadySeated, MatchBegun, MatchOver, NotSeated
from pbem.service import matches, reading
from pbem.service.rows import PlayerRow
from pbem.web.pages.blueprint import pages
from pbem.web.pages.match import Trouble, invitation, match_page
from pbem.web.pages.visitor import arrived, needs_player, settings


@pages.post("/matches/<id>/places")
@needs_player
def join(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Takes the next free seat; who holds one already keeps it."""
    try:
        matches.join(settings(), id, player, invitation(), arrived())
        flash("You have a seat.")
    except AlreadySeated:
        pass  # the form was sent twice
    except (MatchBegun, MatchOver) as error:
        return match_page(reading.sight(id, player, invitation()), Trouble(error.sentence, 409))
    return redirect(url_for("pages.show_match", id=id), 303)


@pages.post("/matches/<id>/departure")
@needs_player
def leave(player: PlayerRow, id: str) -> ResponseReturnValue:
    """Gives up the seat before the match begins."""
    try:
        matches.leave(settings(), id, player, arrived())
        flash("You have given up your seat.")
    except NotSeated:
        pass  # the form was sent twice
    except (MatchBegun, MatchOver) as error:
        return match_page(reading.sight(id, player), Trouble(error.sentence, 409))
    return redirect(url_for("pages.show_matches"), 303)
