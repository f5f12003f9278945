"""Random matches by the thousand: each ends as it must.

`CONFORMANCE_MATCHES=100` plays a hundred times as many.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from engine.games.schotten_totten_2 import GAME
from engine.games.schotten_totten_2.moves import Claim
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.state import State
from engine.play import legal_moves
from engine.rng import Rng

MATCHES = 40 * int(os.environ.get("CONFORMANCE_MATCHES", "1"))


def played(options: Options, pick: random.Random) -> State:
    """The last state of a random match; claims are made whenever they can be, else few legs are won."""
    state = GAME.setup(options, 2, Rng(pick.randbytes(32).hex())).state
    while to_act := GAME.to_act(state):
        legal = legal_moves(GAME, GAME.look(state, to_act[0]))
        claims = [move for move in legal if isinstance(move, Claim)]
        state = GAME.apply(state, to_act[0], pick.choice(claims or legal)).state
    return state


def test_without_d3_every_exhaustion_falls_at_the_end_of_the_attacker_s_25th_turn() -> None:
    pick, reasons = random.Random(11), Counter[str]()
    for _ in range(MATCHES):
        public = played(Options(defender_wins_when_full=False), pick).public
        (leg,) = public.legs
        reasons[leg.reason] += 1
        if leg.reason == "exhausted":
            assert public.turn == 49 + 1  # the attacker's turns are 1, 3 ... 49; the end counts one more
            assert leg.siege_deck == 0
        else:
            assert leg.winner == leg.attacker
            assert public.turn <= 49 + 1
    assert set(reasons) >= {"exhausted", "breached"}


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(tactics=True),
        Options(legs=2),
        Options(tactics=True, legs=2, max_tactics_lead="any"),
    ],
    ids=["base", "tactics", "legs", "tactics-legs"],
)
def test_every_random_match_ends(options: Options) -> None:
    pick = random.Random(12)
    for _ in range(MATCHES):
        state = played(options, pick)
        assert len(state.public.legs) == options.legs
        for leg in state.public.legs:
            assert (leg.winner == leg.attacker) == (leg.reason in ("breached", "taken"))
            assert (leg.reason == "breached") <= (leg.damaged == 4)
            assert leg.damaged <= 4
        assert GAME.outcome(state) is not None
