"""Formations and how they compare (RULES 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.games.schotten_totten_2.cards import Criterion

Kind: TypeAlias = Literal["color_run", "same_strength", "color", "run", "sum"]

RANKS: Final[dict[Kind, int]] = {"color_run": 5, "same_strength": 4, "color": 3, "run": 2, "sum": 1}
"""The higher the better (6.1)."""

Grade: TypeAlias = tuple[int, int]
"""What a formation is worth on a side of a tile: compared as it stands, the higher wins (6.5)."""


class Formation(NamedTuple):
    """What some cards are together."""

    kind: Kind
    total: int


def classify(cards: Sequence[str]) -> Formation:
    """The kind and the total of two to four siege cards; their order tells nothing (6.1, 6.2)."""
    strengths = sorted(int(card[1:]) for card in cards)
    total = sum(strengths)
    if strengths[0] == strengths[-1]:  # of one colour, too, where an elite card copies another card
        return Formation("same_strength", total)
    is_run = strengths == list(range(strengths[0], strengths[0] + len(cards)))
    if len({card[0] for card in cards}) == 1:
        return Formation("color_run" if is_run else "color", total)
    return Formation("run" if is_run else "sum", total)


def kinds_sought(criterion: Criterion, outranks: bool) -> tuple[Kind, ...]:
    """The kinds that count on a side of a tile, best first (6.3, 6.4).

    `outranks`: whether a colour run keeps its higher rank on run and colour sides (D1);
    if not, it counts as a run or a colour like any other.
    """
    if criterion == "any":
        return tuple(RANKS)
    if criterion in ("run", "color"):
        plain: Kind = "run" if criterion == "run" else "color"
        return ("color_run", plain, "sum") if outranks else (plain, "sum")
    return ("same_strength", "sum") if criterion == "same_strength" else ("sum",)


def grade(formation: Formation, criterion: Criterion, outranks: bool) -> Grade:
    """What a formation is worth on a side of a tile (6.3 to 6.5)."""
    kind, total = formation
    if criterion == "sum_low":
        return RANKS["sum"], -total
    sought = kinds_sought(criterion, outranks)
    if kind == "color_run" and kind not in sought and criterion in ("run", "color"):
        kind = "run" if criterion == "run" else "color"
    return RANKS[kind if kind in sought else "sum"], total
