"""What the tables of all games are laid out with: plain text of at most 72 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.game import Seat, Speech

WIDTH = 72
NAME_WIDTH = 24
INDENT = "  "


def sheet(parts: Iterable[Sequence[str]]) -> str:
    """Sections, each of several lines, with an empty line between them; those without lines are left out."""
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def short(speech: Speech, seat: Seat, width: int = NAME_WIDTH) -> str:
    """A player's name, shortened to its column."""
    name = speech.name(seat)
    return name if len(name) <= width else name[: width - 1].rstrip() + "…"


def title(speech: Speech, template: str) -> str:
    """The heading of a section."""
    return speech.say(template).upper()


def wrapped(text: str, indent: str = INDENT, following: str | None = None) -> list[str]:
    """A paragraph in lines; `following`: the indent of those behind the first, if it is another."""
    line = indent + text
    if text and text.isprintable() and len(line) <= WIDTH:  # as most are; textwrap is slow to find out
        return [line]
    return [*_broken(text, indent, indent if following is None else following)]


@lru_cache(maxsize=1024)
def _broken(text: str, indent: str, following: str) -> tuple[str, ...]:
    """As most tables say what the one before said."""
    lines = textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=following, break_on_hyphens=False
    )
    return tuple(lines)


def grouped(groups: Iterable[Sequence[str]]) -> list[str]:
    """Groups of words in little room, with a dot between them: `scott 4 9 · bruce a`. None is broken."""
    lines: list[str] = []
    for words in groups:
        group = " ".join(words)
        if not lines:
            lines.append(INDENT + group)
        elif len(lines[-1]) + len(" · ") + len(group) + len(" ·") <= WIDTH:
            lines[-1] += f" · {group}"
        else:
            lines[-1] += " ·"
            lines.append(INDENT + group)
    return lines
