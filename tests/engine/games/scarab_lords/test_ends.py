"""Random matches by the thousand: each ends, and none grows large on the way.

`CONFORMANCE_MATCHES=125` plays 10,000 of them.
"""

from __future__ import annotations

import os
import random

import pytest

from engine import wire
from engine.bots import BOTS
from engine.games.scarab_lords import GAME
from engine.play import legal_moves
from engine.rng import Rng
from tests.engine.matches import contest, option_sets

SCALE = int(os.environ.get("CONFORMANCE_MATCHES", "1"))
MATCHES = 16 * SCALE
LARGEST = 8 * 1024
"""Bytes of a snapshot."""


@pytest.mark.timeout(120 + 6 * SCALE)
@pytest.mark.parametrize("variant", range(5))
def test_every_random_match_ends(variant: int) -> None:
    options, pick = option_sets(GAME)[variant], random.Random(variant)
    for _ in range(MATCHES):
        state = GAME.setup(options, 2, Rng(pick.randbytes(32).hex())).state
        most = 1 if options.match == "single" else 3
        while to_act := GAME.to_act(state):
            seat = pick.choice(to_act)
            state = GAME.apply(state, seat, pick.choice(legal_moves(GAME, GAME.look(state, seat)))).state
        results = state.public.results
        assert GAME.outcome(state) is not None
        assert 1 <= len(results) <= most
        assert all(result.turns <= options.turn_cap for result in results)


@pytest.mark.parametrize("bot", BOTS)
def test_a_snapshot_is_small_at_every_moment(bot: str) -> None:
    player = BOTS[bot](GAME)
    largest = max(
        len(wire.encode(state))
        for seed, options in enumerate(option_sets(GAME))
        for state in contest(GAME, (player, player), options, seed).states
    )
    print(f"the largest snapshot: {largest:,} bytes")
    assert largest <= LARGEST
