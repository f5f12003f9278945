"""The legal moves as a form shows them: one radio button each, ordered so that a long list can be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine import notation
from engine.game import Move

MANY = 40
"""Above so many lines they are grouped."""


class Group(NamedTuple):
    """Lines with the same verb and first word behind it; without a title they stand in the open."""

    title: str
    lines: tuple[str, ...]


class Kind(NamedTuple):
    """All lines of one kind of move."""

    verb: str
    help: str
    groups: tuple[Group, ...]


def kinds(moves: Sequence[Move]) -> list[Kind]:
    """The moves by kind, in the order in which they come."""
    by_type: dict[type[Move], list[str]] = {}
    for move in moves:
        by_type.setdefault(type(move), []).append(notation.write(move))
    many = len(moves) > MANY
    return [
        Kind(
            notation.verb(kind),
            _help(kind),
            _groups(lines, 1 if kind.bare else 2) if many else (Group("", tuple(lines)),),
        )
        for kind, lines in by_type.items()
    ]


def _groups(lines: Sequence[str], words: int) -> tuple[Group, ...]:
    """Lines grouped by their first words; what would be alone in its group stays in the open."""
    by_title: dict[str, list[str]] = {}
    for line in lines:
        by_title.setdefault(" ".join(line.split()[:words]), []).append(line)
    groups: list[Group] = []
    for title, members in by_title.items():
        found = tuple(members)
        if len(found) > 1:
            groups.append(Group(title, found))
        elif groups and not groups[-1].title:
            groups[-1] = Group("", groups[-1].lines + found)
        else:
            groups.append(Group("", found))
    return tuple(groups)


def _help(kind: type[Move]) -> str:
    """The first paragraph of what the game says about a kind of move."""
    return " ".join((kind.__doc__ or "").strip().partition("\n\n")[0].split())
