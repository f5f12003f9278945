"""Whether a claim can be proved: the best that the defender could still have (RULES 7).

What is searched is not every set of unseen cards. For each kind of formation, best first,
it is asked whether the cards that lie there can be completed to it, and with which highest
total; the first kind that can be had is the best. Cards are held as bits: 12 for each
colour, the lowest for strength 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from engine.games.schotten_totten_2.cards import COLOURS, SIEGE, TACTICS, Criterion
from engine.games.schotten_totten_2.formations import RANKS, Grade, Kind, kinds_sought

Strengths = frozenset[int]
"""The strengths that an elite card may take; its colour is free."""

BIT: Final = {card: 1 << place for place, card in enumerate(SIEGE)}
BIT_OR_NONE: Final = BIT | dict.fromkeys(TACTICS, 0)
ALL: Final = (1 << len(SIEGE)) - 1
LETTERS: Final = tuple(COLOURS)


class Side(NamedTuple):
    """One side of a tile: what lies there, and how many cards it takes."""

    cards: tuple[str, ...]
    """Siege cards, and elite cards whose value is fixed as what they count."""
    elites: tuple[Strengths, ...]
    """Elite cards whose value is open."""
    slots: int

    @property
    def missing(self) -> int:
        """How many cards it still takes."""
        return self.slots - len(self.cards) - len(self.elites)


class Best(NamedTuple):
    """The best formation that a side can be or become."""

    grade: Grade
    """What it is worth; the higher wins."""
    cards: tuple[str, ...]
    """An example of it: what lies there first, elite cards as what they count."""


class Verdict(NamedTuple):
    """What became of a claim."""

    is_proved: bool
    counter: tuple[str, ...] = ()
    """If not: the cards of the defender that would hold the tile; empty if too few are unseen to tell."""


def unseen(visible: Iterable[str]) -> int:
    """The siege cards that are not visible, as bits (7.5); no card may be named twice."""
    return ALL - sum(map(BIT_OR_NONE.__getitem__, visible))


@lru_cache(maxsize=1 << 14)
def judge(
    attack: Side,
    defence: Side,
    criterion: Criterion,
    attacker_first: bool,
    pool: int,
    outranks: bool,
    claim_when_incompletable: bool,
) -> Verdict:
    """Whether a claim with a complete attack succeeds (7.3, 7.4).

    `attacker_first`: whether the attack was complete before the defence, if both are;
    `pool`: the unseen siege cards as bits. It depends on these alone, so it is remembered.
    """
    if pool.bit_count() < defence.missing:
        return Verdict(claim_when_incompletable)
    mine = _of_complete(attack, criterion, outranks)
    theirs = best(defence, criterion, pool, outranks, mine.grade[0])
    attacker_wins_ties = attacker_first or defence.missing > 0
    if theirs is None or mine.grade > theirs.grade or (attacker_wins_ties and mine.grade == theirs.grade):
        return Verdict(True)
    return Verdict(False, theirs.cards)


@lru_cache(maxsize=1 << 12)
def _of_complete(side: Side, criterion: Criterion, outranks: bool) -> Best:
    found = best(side, criterion, 0, outranks)
    assert found is not None, "the side is complete"
    return found


def best(side: Side, criterion: Criterion, pool: int, outranks: bool, least: int = 0) -> Best | None:
    """The best that a side can be with cards from the pool; None if it reaches no rank from `least` on."""
    if criterion == "sum_low":
        cards = _total(side, pool, lowest=True)
        return Best((RANKS["sum"], -_worth(cards)), cards)
    for kind in kinds_sought(criterion, outranks):
        if RANKS[kind] < least:
            return None
        found = _FINDERS[kind](side, pool)
        if found is not None:
            return Best((RANKS[kind], _worth(found)), found)
    raise AssertionError("any cards have a total")


def _worth(cards: tuple[str, ...]) -> int:
    return sum([int(card[1:]) for card in cards])


def _strengths(pool: int, colour: int) -> int:
    """The 12 bits of one colour."""
    return pool >> 12 * colour & 0xFFF


def _colour_run(side: Side, pool: int) -> tuple[str, ...] | None:
    """The highest run of one colour."""
    runs = [_run_among(side, _strengths(pool, c), LETTERS[c], pool) for c in _colours_open(side)]
    return max([run for run in runs if run], key=_worth, default=None)


def _run(side: Side, pool: int) -> tuple[str, ...] | None:
    """The highest run of any colours, a colour run included."""
    return _run_among(side, _any_colour(pool), "".join(LETTERS), pool)


def _any_colour(pool: int) -> int:
    """The strengths that the pool has in any colour."""
    return (pool | pool >> 12 | pool >> 24 | pool >> 36 | pool >> 48) & 0xFFF


def _run_among(side: Side, available: int, letters: str, pool: int) -> tuple[str, ...] | None:
    """The highest run with the available strengths; each that comes is of one of the colours in `letters`."""
    lying = 0
    for card in side.cards:
        lying |= 1 << int(card[1:])
    if lying.bit_count() < len(side.cards):
        return None
    for lowest in range(12 - side.slots, -1, -1):
        window = ((1 << side.slots) - 1) << lowest
        if lying & ~window or (window & ~lying & ~available).bit_count() > len(side.elites):
            continue
        needed = [strength for strength in range(lowest, lowest + side.slots) if not lying >> strength & 1]
        if _fill(needed, side.elites, available):
            return (*side.cards, *(_named(strength, letters, pool) for strength in needed))
    return None


def _named(strength: int, letters: str, pool: int) -> str:
    """The first card of that strength that the pool has; if it has none, as an elite card counts."""
    in_pool = (f"{letter}{strength}" for letter in letters if pool & BIT[f"{letter}{strength}"])
    return next(in_pool, f"{letters[0]}{strength}")


def _fill(needed: list[int], elites: tuple[Strengths, ...], available: int) -> bool:
    """Whether the elite cards may take some of these strengths, with all others available.

    An elite card takes one that is not available, if it may. Since those with the least choice go first,
    and a Joker takes any, nothing else succeeds where this fails.
    """
    left = list(needed)
    for elite in sorted(elites, key=len):
        takes = [strength for strength in left if strength in elite]
        if not takes:
            return False
        left.remove(next((strength for strength in takes if not available >> strength & 1), takes[0]))
    return all(available >> strength & 1 for strength in left)


def _same_strength(side: Side, pool: int) -> tuple[str, ...] | None:
    """The highest set of one strength."""
    lying = {int(card[1:]) for card in side.cards}
    if len(lying) > 1:
        return None
    for strength in lying or range(11, -1, -1):
        letters = [LETTERS[c] for c in range(len(LETTERS)) if _strengths(pool, c) >> strength & 1]
        if len(letters) >= side.missing and all(strength in elite for elite in side.elites):
            elites = [f"{LETTERS[0]}{strength}"] * len(side.elites)
            return (*side.cards, *elites, *(f"{letter}{strength}" for letter in letters[: side.missing]))
    return None


def _colour(side: Side, pool: int) -> tuple[str, ...] | None:
    """The highest cards of one colour, a run or not."""
    sets = [
        _total(side, pool & 0xFFF << 12 * colour, lowest=False, letter=LETTERS[colour])
        for colour in _colours_open(side)
        if _strengths(pool, colour).bit_count() >= side.missing
    ]
    return max(sets, key=_worth, default=None)


def _colours_open(side: Side) -> list[int]:
    """The colours that all cards can have."""
    lying = {card[0] for card in side.cards}
    if len(lying) > 1:
        return []
    return [LETTERS.index(letter) for letter in lying] or list(range(len(LETTERS)))


def _highest(side: Side, pool: int) -> tuple[str, ...]:
    return _total(side, pool, lowest=False)


def _total(side: Side, pool: int, lowest: bool, letter: str = LETTERS[0]) -> tuple[str, ...]:
    """The highest or the lowest total that the pool, which is large enough, can give."""
    drawn: list[str] = []
    for strength in range(12) if lowest else range(11, -1, -1):
        if len(drawn) >= side.missing:
            break
        drawn += [
            f"{LETTERS[c]}{strength}" for c in range(len(LETTERS)) if _strengths(pool, c) >> strength & 1
        ]
    pick = min if lowest else max
    return (*side.cards, *(f"{letter}{pick(elite)}" for elite in side.elites), *drawn[: side.missing])


_FINDERS: Final[dict[Kind, Callable[[Side, int], tuple[str, ...] | None]]] = {
    "color_run": _colour_run,
    "same_strength": _same_strength,
    "color": _colour,
    "run": _run,
    "sum": _highest,
}
