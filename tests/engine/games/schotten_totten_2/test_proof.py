"""The proof against exhaustive search, and its speed.

`PROOF_POSITIONS` positions with few unseen cards are searched for each sort of face, without elite cards and
with them, and `PROOF_FULL_POSITIONS` in which all other cards are unseen.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games.schotten_totten_2 import proof
from engine.games.schotten_totten_2.cards import FACES, SIEGE, Criterion, Face
from engine.games.schotten_totten_2.claims import JOKER, SHIELD, SPY
from engine.games.schotten_totten_2.proof import BIT, Side, Strengths, best, judge
from tests.engine.games.schotten_totten_2.exhaustive import Worth, best_worths, read_card, worths

POSITIONS = int(os.environ.get("PROOF_POSITIONS", "60"))
FULL_POSITIONS = int(os.environ.get("PROOF_FULL_POSITIONS", "2"))
HOURS = 3600

FEW = 14
"""Unseen cards at most, where they are few."""

SORTS = list(dict.fromkeys(face for tile in FACES for face in tile))
"""The fourteen faces are of nine sorts, and a proof asks for no more than the sort."""

ELITES: tuple[Strengths, ...] = (JOKER, JOKER, SPY[10], SHIELD)

DECKS = (
    SIEGE,
    tuple(card for card in SIEGE if card[0] in "rk"),
    *(tuple(card for card in SIEGE if low <= int(card[1:]) < low + 5) for low in (0, 1, 4, 7)),
)
"""All the cards, and decks so narrow that runs, colours and ties come often."""

each_sort = pytest.mark.parametrize("face", SORTS, ids=lambda face: f"{face.criterion}-{face.slots}")


class Position(NamedTuple):
    """A complete side, one with any number of cards, and what is unseen."""

    attack: Side
    defence: Side
    unseen: frozenset[str]


@st.composite
def positions(draw: st.DrawFn, face: Face, with_elites: bool, few_unseen: bool) -> Position:
    slots, deck = face.slots, draw(st.sampled_from(DECKS))
    most = 2 * slots + (FEW if few_unseen else 0)
    drawn = draw(st.lists(st.sampled_from(deck), unique=True, min_size=2 * slots, max_size=most))
    held = draw(st.integers(0, slots))
    elites = tuple(draw(st.permutations(ELITES))) if with_elites else ()
    mine = draw(st.integers(0, min(len(elites), slots)))
    theirs = draw(st.integers(0, min(len(elites) - mine, held)))
    attack = Side(tuple(drawn[mine:slots]), elites[:mine], slots)
    defence = Side(tuple(drawn[slots : slots + held - theirs]), elites[mine : mine + theirs], slots)
    rest = drawn[2 * slots :] if few_unseen else set(SIEGE).difference(attack.cards, defence.cards)
    return Position(attack, defence, frozenset(rest))


def assert_equal(criterion: Criterion, position: Position) -> None:
    """The proof of a position is what trying everything says, under both readings, whoever was first."""
    attack, defence, unseen = position
    pool = sum(BIT[card] for card in unseen)
    ours, theirs = best_worths(attack, criterion, ()), best_worths(defence, criterion, unseen)
    assert ours
    for reading, outranks in enumerate((True, False)):
        for first in (True, False):
            verdict = judge(attack, defence, criterion, first, pool, outranks, True)
            if theirs is None:
                assert verdict.is_proved
                continue
            tie = first or defence.missing > 0
            better = ours[reading] >= theirs[reading] if tie else ours[reading] > theirs[reading]
            assert verdict.is_proved == better
            if not better:
                assert_genuine(criterion, verdict.counter, position, reading, theirs[reading])
        if theirs:
            found = best(defence, criterion, pool, outranks)
            assert found
            assert found.grade == theirs[reading]


def assert_genuine(
    criterion: Criterion, counter: tuple[str, ...], position: Position, reading: int, worth: Worth
) -> None:
    """A counter-example can be made of what lies there and is unseen, and is worth as much as the best."""
    side = position.defence
    assert counter[: len(side.cards)] == side.cards
    assert len(counter) == side.slots
    assert worths(criterion, tuple(map(read_card, counter)))[reading] == worth
    not_drawn = Counter(counter[len(side.cards) :]) - Counter(position.unseen)
    assert not_drawn.total() <= len(side.elites)


def tried(examples: int) -> settings:
    return settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.timeout(9 * HOURS)
@pytest.mark.parametrize("with_elites", [False, True])
@each_sort
@tried(POSITIONS)
@given(data=st.data())
def test_a_proof_is_what_trying_everything_says(face: Face, with_elites: bool, data: st.DataObject) -> None:
    assert_equal(face.criterion, data.draw(positions(face, with_elites, few_unseen=True)))


@pytest.mark.timeout(9 * HOURS)
@pytest.mark.parametrize("with_elites", [False, True])
@each_sort
@tried(FULL_POSITIONS)
@given(data=st.data())
def test_so_it_is_while_all_other_cards_are_unseen(
    face: Face, with_elites: bool, data: st.DataObject
) -> None:
    assert_equal(face.criterion, data.draw(positions(face, with_elites, few_unseen=False)))


def hard_question(criterion: Criterion, pick: random.Random) -> tuple[Side, Side, int]:
    """Four slots, up to four elite cards, most slots of the defender open, many cards unseen or few."""
    elites = tuple(pick.sample(ELITES, pick.randint(0, 4)))
    mine = pick.choice((0, 0, len(elites), pick.randint(0, len(elites))))
    cards = pick.sample(SIEGE, 60)
    attack = Side(tuple(cards[: 4 - mine]), elites[:mine], 4)
    theirs = elites[mine:]
    defence = Side(tuple(cards[4 : 4 + pick.randint(0, min(1, 4 - len(theirs)))]), theirs, 4)
    return attack, defence, sum(BIT[card] for card in cards[5 : pick.choice((9, 12, 20, 30, 60))])


def seconds(attack: Side, defence: Side, criterion: Criterion, pool: int) -> float:
    """CPU time of a proof of which nothing is remembered."""
    judge.cache_clear()
    proof._of_complete.cache_clear()
    start = time.thread_time()
    judge(attack, defence, criterion, True, pool, True, True)
    return time.thread_time() - start


@pytest.mark.parametrize("criterion", list(dict.fromkeys(face.criterion for face in SORTS)))
def test_a_proof_takes_two_milliseconds_at_most(criterion: Criterion) -> None:
    pick = random.Random(4)
    slowest = 0.0
    for attack, defence, pool in [hard_question(criterion, pick) for _ in range(200)]:
        slowest = max(slowest, min(seconds(attack, defence, criterion, pool) for _ in range(5)))
    print(f"{criterion}: {slowest * 1000:.2f} ms at worst")
    assert slowest < 0.002
