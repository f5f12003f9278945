"""The shipped decks against one another, in the hands of a bot that plays sensibly.

`BALANCE_MATCHES=2000` plays so many.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from engine.bots import BOTS
from engine.games.scarab_lords import GAME
from tests.engine.matches import contest

MATCHES = int(os.environ.get("BALANCE_MATCHES", "80"))
WITHIN = (0.35, 0.65)


@pytest.mark.timeout(60 + MATCHES)
def test_both_houses_and_both_ways_of_winning_have_their_share() -> None:
    greedy = BOTS["greedy"](GAME)
    houses, reasons = Counter[str](), Counter[str]()
    for seed in range(MATCHES):
        public = contest(GAME, (greedy, greedy), GAME.options(), seed).states[-1].public
        (result,) = public.results
        reasons[result.reason] += 1
        if result.winner is not None:
            houses[public.sides[result.winner].house] += 1
    print(f"{MATCHES} matches: {dict(houses)}, {dict(reasons)}")
    share = houses["ankar"] / houses.total()
    chance = 2 * (0.25 / MATCHES) ** 0.5  # few matches tell no more
    assert WITHIN[0] - chance <= share <= WITHIN[1] + chance
    assert reasons["supremacy"] > 0
    assert reasons["deck"] > 0
