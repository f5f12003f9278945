"""My matches, and those that wait for players."""

from __future__ import annotations

from collections.abc import Iterable

from flask import render_template
from flask.typing import ResponseReturnValue

from pbem.service import reading
from pbem.service.reading import Filter, Sight
from pbem.service.rows import MatchRow, PlayerRow
from pbem.web.pages.blueprint import pages
from pbem.web.pages.visitor import needs_player

MOST = 50
"""Lines of one list; the newest, or those that are due first."""


@pages.get("/matches")
@needs_player
def show_matches(player: PlayerRow) -> ResponseReturnValue:
    """The player's matches, those to move in first by their deadlines, and open ones to join."""
    asked = _sights(reading.to_act(player, None, None, MOST), player)
    running = _listed(player, Filter("running", True))
    mine = {sight.match.id for sight in asked}
    return render_template(
        "pages/matches.html",
        asked=asked,
        running=[sight for sight in running if sight.match.id not in mine],
        waiting=_listed(player, Filter("open", True)),
        over=_listed(player, Filter("over", True)),
        free=_listed(player, Filter("open", False)),
        most=MOST,
    )


def _listed(player: PlayerRow, which: Filter) -> list[Sight]:
    return _sights(reading.listing(player, which, None, MOST), player)


def _sights(matches: Iterable[MatchRow], player: PlayerRow) -> list[Sight]:
    return [reading.seen_by(match, player) for match in matches]
