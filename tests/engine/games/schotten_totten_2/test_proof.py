"""The proof against exhaustive search, and its speed."""

from __future__ import annotations

import os
import time
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.schotten_totten_2.cards import FACES, SIEGE, Criterion, Face
from engine.games.schotten_totten_2.claims import JOKER, SHIELD, SPY
from engine.games.schotten_totten_2.formations import Grade, classify, grade
from engine.games.schotten_totten_2.proof import BIT, Side, Strengths, best, judge

POSITIONS = int(os.environ.get("PROOF_POSITIONS", "60"))
"""Positions of each side of a tile that are searched exhaustively."""
SIDES = list(dict.fromkeys(face for tile in FACES for face in tile))
ELITES: tuple[Strengths, ...] = (JOKER, JOKER, SPY[10], SHIELD)


def every_grade(side: Side, pool: list[str], criterion: Criterion, outranks: bool) -> set[Grade]:
    """What a side could be worth, by trying everything."""
    choices = [[card for card in SIEGE if int(card[1:]) in strengths] for strengths in side.elites]
    return {
        grade(classify((*side.cards, *elites, *more)), criterion, outranks)
        for elites in product(*choices)
        for more in combinations(pool, side.missing)
    }


@st.composite
def positions(draw: st.DrawFn, face: Face) -> tuple[Side, list[str]]:
    """A side with cards on it, at most one elite card, and at most ten unseen cards."""
    cards = draw(st.permutations(SIEGE))
    lying = draw(st.integers(0, face.slots))
    elites = draw(st.lists(st.sampled_from(ELITES), max_size=min(1, lying)))
    siege = cards[: lying - len(elites)]
    near = draw(st.booleans())
    rest = [card for card in cards if card not in siege]
    if near and siege:  # else cards that fit hardly ever come together
        strength = int(siege[0][1:])
        rest.sort(key=lambda card: (card[0] != siege[0][0]) + abs(int(card[1:]) - strength))
    pool = rest[: draw(st.integers(0, 10))]
    return Side(tuple(siege), tuple(elites), face.slots), pool


@pytest.mark.parametrize("outranks", [True, False])
@pytest.mark.parametrize("face", SIDES, ids=lambda face: f"{face.criterion}-{face.slots}")
def test_the_best_is_what_exhaustive_search_finds(face: Face, outranks: bool) -> None:
    @settings(max_examples=POSITIONS, deadline=None, derandomize=True, database=None)
    @given(positions(face))
    def compare(position: tuple[Side, list[str]]) -> None:
        side, pool = position
        bits = sum(BIT[card] for card in pool)
        if len(pool) < side.missing:
            return
        found = best(side, face.criterion, bits, outranks)
        assert found is not None
        assert found.grade == max(every_grade(side, pool, face.criterion, outranks))
        assert found.grade == grade(classify(found.cards), face.criterion, outranks)
        assert found.cards[: len(side.cards)] == side.cards
        drawn = found.cards[len(side.cards) :]
        assert sum(card not in pool for card in drawn) <= len(side.elites)

    compare()


def test_two_jokers_and_more_take_the_best_they_can() -> None:
    for face in SIDES:
        side = Side(("b3",), ELITES[: face.slots - 1], face.slots)
        for outranks in (True, False):
            found = best(side, face.criterion, 0, outranks)
            assert found is not None
            if face.slots <= 3:
                assert found.grade == max(every_grade(side, [], face.criterion, outranks))


@pytest.mark.parametrize("elites", [(), ELITES[:1], ELITES[:2], ELITES[2:4]], ids=len)
@pytest.mark.parametrize("face", SIDES, ids=lambda face: f"{face.criterion}-{face.slots}")
def test_a_proof_takes_two_milliseconds_at_most(face: Face, elites: tuple[Strengths, ...]) -> None:
    elites = elites[: face.slots]
    attack = Side(tuple(SIEGE[1 : 1 + face.slots]), (), face.slots)
    defence = Side((), elites, face.slots)
    pool = sum(BIT[card] for card in SIEGE if card not in attack.cards)
    spent = []
    for _ in range(9):
        judge.cache_clear()
        start = time.process_time()
        judge(attack, defence, face.criterion, True, pool, True, True)
        spent.append(time.process_time() - start)
    assert min(spent) < 0.002
