"""What a side can be worth by trying everything: all values of the elite cards, all sets of unseen cards.

Written straight from RULES 6, without a look at how the proof goes about it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations, product
from typing import TypeAlias

from engine.games.schotten_totten_2.cards import COLOURS, Criterion
from engine.games.schotten_totten_2.proof import Side, Strengths

Card: TypeAlias = tuple[str, int]
"""Colour and strength."""
Worth: TypeAlias = tuple[int, int]
"""How strong the kind is on the face, and how good the total."""


def read_card(name: str) -> Card:
    return name[0], int(name[1:])


def worths(criterion: Criterion, cards: tuple[Card, ...]) -> tuple[Worth, Worth]:
    """What a formation is worth where a colour run outranks the printed kind, and where it counts as it."""
    colours, strengths = zip(*cards, strict=True)
    total: int = sum(strengths)
    if criterion == "sum_high":
        return (1, total), (1, total)
    if criterion == "sum_low":
        return (1, -total), (1, -total)
    different, low, high = len({*strengths}), min(strengths), max(strengths)
    equal = different == 1
    run = different == len(cards) == high - low + 1
    colour = len({*colours}) == 1
    if criterion == "same_strength":
        rank = counted = 4 if equal else 1
    elif criterion == "run":
        rank, counted = (5 if colour else 2, 2) if run else (1, 1)
    elif criterion == "color":
        rank, counted = (5 if run else 3, 3) if colour else (1, 1)
    else:
        rank = counted = 5 if colour and run else 4 if equal else 3 if colour else 2 if run else 1
    return (rank, total), (counted, total)


def best_worths(side: Side, criterion: Criterion, unseen: Iterable[str]) -> tuple[Worth, Worth] | None:
    """The best of all completions in either case; None if there is none."""
    own, pool = tuple(map(read_card, side.cards)), sorted(map(read_card, unseen))
    if len(pool) < side.missing:
        return None
    best = best_counted = (0, 0)
    fillings = distinct(combinations(pool, side.missing))
    for stand_ins in elite_values(side.elites):
        held = own + stand_ins
        for added in fillings:
            worth, counted = worths(criterion, held + added)
            if worth > best:
                best = worth
            if counted > best_counted:
                best_counted = counted
    return best, best_counted


@cache
def elite_values(elites: tuple[Strengths, ...]) -> list[tuple[Card, ...]]:
    """All that these elite cards can stand for together."""
    values: list[tuple[Card, ...]] = [()]
    for strengths in elites:
        values = distinct(
            (*others, card) for others, card in product(values, product(COLOURS, sorted(strengths)))
        )
    return values


def distinct(sets: Iterable[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """One of each that have the same strengths in the same colour, or else in several colours.

    No rule tells more of them apart; which several colours they are makes no difference.
    """
    found = {}
    for cards in sets:
        strengths, colours = sorted([strength for _, strength in cards]), {colour for colour, _ in cards}
        found[*strengths, *(colours if len(colours) == 1 else ())] = cards
    return list(found.values())
