"""Strengths, supremacies and what wins: worked out from what lies on the table (RULES 3, 4.4, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.game import Seat
from engine.games.scarab_lords.cards import (
    COLUMNS,
    KIND,
    CurseImmune,
    Modifier,
    StrengthBonus,
    StrengthCount,
    SupremacyBonus,
    WinTie,
)
from engine.games.scarab_lords.sets import Pack
from engine.games.scarab_lords.state import Field, Side, Standing

Mod = TypeVar("Mod", bound=Modifier)

PRESENT = {
    "own_building_in_column": "building",
    "own_leader_in_column": "leader",
    "own_minion_in_column": "minion",
}
"""The type that a condition wants to see in the column."""


def modifiers(pack: Pack, field: Field, kind: type[Mod]) -> Iterator[tuple[Mod, Standing, int | None]]:
    """The working modifiers of a kind with their cards and columns (None: a god)."""
    for standing, place in _working(pack, field):
        for modifier in pack.passive[standing.card]:
            if isinstance(modifier, kind):
                yield modifier, standing, place


def _working(pack: Pack, field: Field) -> list[tuple[Standing, int | None]]:
    """The uncursed cards in play that modify anything."""
    found = field.kept("working")
    if found is None:
        passive = pack.passive
        found = [(god, None) for god in field.gods if god.card in passive]
        for place, row in enumerate(field.columns):
            found += [(card, place) for card in row if not card.scarabs and card.card in passive]
        field.keep("working", found)
    return found  # type: ignore[no-any-return]


def is_present(pack: Pack, row: Sequence[Standing], condition: str) -> bool:
    """Whether a column has a card of the type that a condition or a requirement names, cursed or not."""
    wanted = PRESENT.get(condition)
    return wanted is None or any(pack.card[card.card].type == wanted for card in row)


def strength(pack: Pack, field: Field, standing: Standing, place: int) -> int:
    """The current strength of a card in a column: 0 while it is cursed."""
    if standing.scarabs:
        return 0
    total = pack.strength[standing.card]
    if not _working(pack, field):
        return total
    row = field.columns[place]
    for bonus, source, where in modifiers(pack, field, StrengthBonus):
        if _reaches(pack, bonus, source, where, standing, place):
            named = bonus.column_kind is None or bonus.column_kind == KIND[place]
            if named and is_present(pack, row, bonus.condition):
                total += bonus.n
    for count, source, _ in modifiers(pack, field, StrengthCount):
        if source is standing:
            rows = (row,) if count.scope == "same_column" else field.columns
            total += count.n * sum(count.tag in pack.card[card.card].tags for row in rows for card in row)
    return max(total, 0)


def _reaches(
    pack: Pack,
    modifier: StrengthBonus | CurseImmune,
    source: Standing,
    where: int | None,
    standing: Standing,
    place: int,
) -> bool:
    """Whether a card in a column is a target of a modifier of the same seat."""
    if modifier.target == "self":
        return source is standing
    if modifier.target == "own_same_column" and where != place:
        return False
    return not modifier.types or pack.card[standing.card].type in modifier.types


def strengths(pack: Pack, field: Field) -> tuple[int, ...]:
    """The sums of a seat in the six columns."""
    found = field.kept("strengths")
    if found is None:
        base = pack.strength
        if _working(pack, field):
            sums = [
                sum([strength(pack, field, card, place) for card in row])
                for place, row in enumerate(field.columns)
            ]
        else:
            sums = [sum([base[card.card] for card in row if not card.scarabs]) for row in field.columns]
        found = tuple(sums)
        field.keep("strengths", found)
    return found  # type: ignore[no-any-return]


def is_immune(pack: Pack, field: Field, standing: Standing, place: int) -> bool:
    """Whether the opponent's scarabs are kept off a card."""
    return any(
        _reaches(pack, immunity, source, where, standing, place)
        for immunity, source, where in modifiers(pack, field, CurseImmune)
    )


def standing(pack: Pack, sides: Sequence[Side]) -> tuple[Seat | None, ...]:
    """Who would hold the six columns if the supremacies were determined now (RULES 7.2)."""
    ours, theirs = (strengths(pack, side.field) for side in sides)
    return tuple(
        [
            0 if one > two else 1 if two > one else _winner_of_tie(pack, sides, place) if one else None
            for place, (one, two) in enumerate(zip(ours, theirs, strict=True))
        ]
    )


def _winner_of_tie(pack: Pack, sides: Sequence[Side], place: int) -> Seat | None:
    """Equal sums above 0: won by the only side with a card that wins ties there."""
    able = [any(where == place for _, _, where in modifiers(pack, side.field, WinTie)) for side in sides]
    return None if able[0] == able[1] else able.index(True)


def power(pack: Pack, field: Field, place: int) -> int:
    """How strong a supremacy of a seat in a column is: 1 and its bonuses there."""
    return 1 + sum(
        bonus.n
        for bonus, _, where in modifiers(pack, field, SupremacyBonus)
        if where == place and bonus.kind == KIND[place]
    )


def is_supreme(pyramids: Sequence[Seat | None], seat: Seat) -> bool:
    """Whether a seat holds two of three columns in both regions."""
    return pyramids[:3].count(seat) >= 2 and pyramids[3:].count(seat) >= 2


def held(pyramids: Sequence[Seat | None], seat: Seat) -> tuple[str, ...]:
    """The columns whose pyramids a seat has."""
    return tuple([column for column, owner in zip(COLUMNS, pyramids, strict=True) if owner == seat])
