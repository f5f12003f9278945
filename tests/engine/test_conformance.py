"""Every game keeps its promises: at every number of seats, in every variant, in random matches.

`CONFORMANCE_MATCHES=20 python -m pytest tests/engine/test_conformance.py` plays twenty matches
for each of them in place of one.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from tests.engine.lines import LINES
from tests.engine.manners import MANNERS
from tests.engine.matches import Match, option_sets, told_of, wander
from tests.engine.promises import PROMISES, Promise
from tests.engine.toy import GAME as TOY

MATCHES = int(os.environ.get("CONFORMANCE_MATCHES", "1"))
EVERY_GAME: dict[str, AnyGame] = {**GAMES, TOY.slug: TOY}


def cases() -> list[Any]:
    """Game, seats and the place of the options among the game's sets of them."""
    return [
        pytest.param(slug, seats, place, id=f"{slug}-{seats}-{place}")
        for slug, game in EVERY_GAME.items()
        for seats in range(game.seats[0], game.seats[1] + 1)
        for place in range(len(option_sets(game)))
    ]


@cache
def matches(slug: str, seats: int, place: int) -> list[Match]:
    """The matches that a case is tried on."""
    game = EVERY_GAME[slug]
    options = option_sets(game)[place]
    return [wander(game, seats, options, 1_000 * seats + place + seed) for seed in range(MATCHES)]


@pytest.mark.parametrize("promise", [*PROMISES, *MANNERS, *LINES], ids=lambda promise: promise.__name__)
@pytest.mark.parametrize(("slug", "seats", "place"), cases())
def test_it_keeps(promise: Promise, slug: str, seats: int, place: int) -> None:
    for match in matches(slug, seats, place):
        promise(EVERY_GAME[slug], match)


@pytest.mark.parametrize("slug", EVERY_GAME)
def test_every_kind_of_move_and_event_comes_up(slug: str) -> None:
    """Else the promises say nothing of those that do not."""
    game = EVERY_GAME[slug]
    played: set[type] = set()
    for match in (matches(slug, seats, place) for _, seats, place in _variants(slug)):
        for one in match:
            played |= {type(move) for _, move in one.moves}
            played |= {type(event) for step in one.steps for event in step.events}
    missing = {kind.__name__ for kind in (*game.moves, *game.events) if kind not in played}
    assert missing <= {*told_of(game, "RARE")}


def _variants(slug: str) -> list[tuple[str, int, int]]:
    return [case.values for case in cases() if case.values[0] == slug]


def test_every_game_is_registered_under_its_slug() -> None:
    assert {slug: game.slug for slug, game in GAMES.items()} == {slug: slug for slug in GAMES}
