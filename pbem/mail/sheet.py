"""The sheet of a letter: a few kinds of blocks, printed as plain text and as HTML so that both say the same.

Pure. Words from people and games come in as they are: here they lose control signs, lines are kept to 78
columns, and HTML is escaped by the template.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from typing import ClassVar, TypeAlias
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from pbem.mail.message import plain, printed

WIDTH = 76
MOST_LINES = 60
"""Of news; older ones are left to the match page."""
UNGROUPED = 40
"""So many moves are shown as one plain list."""
MOST_MOVES = 400
LINKED = 200
"""So many moves can be linked and the page is still small enough not to be cut (90 KB)."""


@dataclass(frozen=True)
class Words:
    """A paragraph."""

    kind: ClassVar = "words"
    text: str


@dataclass(frozen=True)
class Code:
    """A few signs to be copied by hand."""

    kind: ClassVar = "code"
    text: str


@dataclass(frozen=True)
class Link:
    """Where to go: a sentence before the address, and what stands on the button."""

    kind: ClassVar = "link"
    text: str
    button: str
    url: str


@dataclass(frozen=True)
class Bullets:
    """Short sentences under a heading."""

    kind: ClassVar = "bullets"
    heading: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Text whose columns must stay, under a heading."""

    kind: ClassVar = "table"
    heading: str
    text: str


@dataclass(frozen=True)
class Shown:
    """The place of the letter's picture; a plain text has none."""

    kind: ClassVar = "picture"
    cid: str
    alt: str


@dataclass(frozen=True)
class Choice:
    """A move with its number; `words` is what it adds to the heading of its group."""

    number: int
    words: str
    url: str | None = None
    """Opens a reply that holds the move."""


@dataclass(frozen=True)
class Group:
    """Moves that begin alike; without a heading for one that is alone."""

    heading: str | None
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Choices:
    """Numbered moves under a heading."""

    kind: ClassVar = "choices"
    heading: str
    groups: tuple[Group, ...]
    left: int
    """How many more there are than could be shown."""


@dataclass(frozen=True)
class Note:
    """A line at the foot of the sheet."""

    text: str
    url: str | None = None


Block: TypeAlias = Words | Code | Link | Bullets | Table | Choices | Shown


def words(text: str) -> Words:
    """A paragraph."""
    return Words(plain(text, 2000))


def bullets(heading: str, lines: Sequence[str]) -> Bullets:
    """News, the latest of them if there are many."""
    kept = tuple(plain(line, 500) for line in lines[-MOST_LINES:])
    more = len(lines) - len(kept)
    return Bullets(heading, (f"(earlier: {more} more, on the match page)", *kept) if more else kept)


def table(heading: str, text: str) -> Table:
    """A table as the game wrote it."""
    return Table(heading, printed(text).strip("\n"))


def choices(heading: str, lines: Sequence[str], reply_to: str | None = None) -> Choices:
    """The lines of legal moves, numbered from 1; many of them grouped by how they begin.

    With an address for replies each of them, unless there are very many, opens a mail that holds it.
    """
    shown = [plain(line, WIDTH) for line in lines[:MOST_MOVES]]
    numbered = list(enumerate(shown, start=1))
    groups: tuple[Group, ...]
    if len(lines) <= UNGROUPED:
        groups = (Group(None, tuple(Choice(number, line) for number, line in numbered)),)
    else:
        groups = tuple(_group(first, list(some)) for first, some in groupby(numbered, _first_words))
    if reply_to is not None and len(shown) <= LINKED:
        groups = tuple(_linked(group, dict(numbered), reply_to) for group in groups)
    return Choices(heading, groups, len(lines) - len(shown))


def _linked(group: Group, lines: dict[int, str], reply_to: str) -> Group:
    to = f"mailto:{quote(reply_to, '@')}?body="
    linked = [replace(choice, url=to + quote(lines[choice.number], "")) for choice in group.choices]
    return Group(group.heading, tuple(linked))


def _first_words(numbered: tuple[int, str]) -> str:
    """The first two words, but not the last one: `muster scott-7` of three, `r10` of `r10 4`."""
    words = numbered[1].split()
    return " ".join(words[: max(1, min(2, len(words) - 1))])


def _group(first: str, numbered: list[tuple[int, str]]) -> Group:
    if len(numbered) == 1:
        return Group(None, tuple(Choice(number, line) for number, line in numbered))
    return Group(first, tuple(Choice(n, line[len(first) :].strip() or "(only that)") for n, line in numbered))


def text(blocks: Iterable[Block], notes: Sequence[Note]) -> str:
    """The sheet as plain text of at most 78 columns; only an address may be longer."""
    parts = [_text(block) for block in blocks if not isinstance(block, Shown)]
    return "\n\n".join(parts) + "\n\n-- \n" + "\n".join(_above(note.text, note.url) for note in notes) + "\n"


def html(title: str, locale: str, blocks: Sequence[Block], notes: Sequence[Note]) -> str:
    """The same as a page that needs nothing from elsewhere."""
    return _template().render(title=title, locale=locale, blocks=blocks, notes=notes) + "\n"


@cache
def _template() -> Template:
    loader = PackageLoader("pbem.mail")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.get_template("sheet.html")


def _text(block: Words | Code | Link | Bullets | Table | Choices) -> str:
    match block:
        case Words(said):
            return _wrapped(said)
        case Code(signs):
            return f"    {signs}"
        case Link(said, _, url):
            return _above(said, url)
        case Bullets(heading, lines):
            return _headed(heading, [_wrapped(line, "  - ", "    ") for line in lines])
        case Table(heading, content):
            return _headed(heading, [content])
        case Choices():
            return _headed(block.heading, [*_choices(block)])


def _above(said: str, url: str | None) -> str:
    """An address stands on a line of its own, and is never broken."""
    return _wrapped(said) if url is None else f"{_wrapped(said)}\n{url}"


def _choices(block: Choices) -> Iterable[str]:
    for group in block.groups:
        if group.heading is not None:
            yield f"      {group.heading}:"  # without the colon it could be a move by itself
        dots = "" if group.heading is None else "... "
        for choice in group.choices:
            yield _wrapped(choice.words, f"{choice.number:4}  {dots}", " " * 10)
    if block.left:
        yield f"      (and {block.left} more, on the match page)"


def _headed(heading: str, lines: Sequence[str]) -> str:
    return "\n".join((heading, "-" * len(heading), *lines))


def _wrapped(said: str, first: str = "", others: str = "") -> str:
    line = first + said
    if said and said.isprintable() and len(line) <= WIDTH:  # as most are; textwrap is slow to find out
        return line
    return textwrap.fill(said, WIDTH, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)
