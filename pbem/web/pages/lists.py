"""My matches, and those that wait for players."""

from __future__ import annotations

from flask import render_template
from flask.typing import ResponseReturnValue

from pbem.service import reading
from pbem.service.reading import Filter, Sight
from pbem.service.rows import PlayerRow
from pbem.web.pages.blueprint import pages
from pbem.web.pages.visitor import needs_player

MOST = 50
"""Lines of one list; the newest, or those that are due first."""


@pages.get("/matches")
@needs_player
def show_matches(player: PlayerRow) -> ResponseReturnValue:
    """The player's matches, those to move in first by their deadlines, invitations, and open ones to join."""
    asked = reading.sights([match for match, _ in reading.to_act(player, None, None, MOST)], player)
    invited = _listed(player, Filter(invited=True))
    running = _listed(player, Filter("running", True))
    mine = {sight.match.id for sight in asked}
    return render_template(
        "pages/matches.html",
        asked=asked,
        running=[sight for sight in running if sight.match.id not in mine],
        waiting=_listed(player, Filter("open", True)),
        over=_listed(player, Filter("over", True)),
        invited=invited,
        free=_listed(player, Filter("open", False, invited=False)),
        most=MOST,
    )


def _listed(player: PlayerRow, which: Filter) -> list[Sight]:
    return reading.sights(reading.listing(player, which, None, MOST), player)
