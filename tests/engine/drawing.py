"""What a board is looked at for: that it is harmless, and what it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from engine.game import AnyGame
from engine.picture import WIDTH
from tests.engine.matches import NAMES, Match, speech

MOST_BYTES = 60 * 1024
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {f"{SVG}{name}" for name in ("svg", "title", "g", "rect", "path", "text")}
ATTRIBUTES = {
    "width", "height", "viewBox", "font-family", "role", "aria-label", "transform", "x", "y", "rx", "d",
    "fill", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-weight",
    "text-anchor",
}  # fmt: skip
_COLOUR = re.compile(r"none|#[0-9a-f]{3}(?:[0-9a-f]{3})?")


def boards(
    game: AnyGame, match: Match, count: int, names: tuple[str, ...] = NAMES
) -> Iterator[tuple[Any, str]]:
    """The pictures at so many states, each with the view that it shows; none if the game has none."""
    if game.board is None:
        return
    for state in match.sample(count):
        for seat in match.onlookers:
            view = game.look(state, seat)
            yield view, game.board(view, speech(seat, names))


def parsed(svg: str) -> ElementTree.Element:
    """The picture as a tree; AssertionError if it is not well-formed."""
    try:
        return ElementTree.fromstring(svg.encode())
    except (ElementTree.ParseError, UnicodeError) as error:
        raise AssertionError(f"the picture is not well-formed: {error}") from error


def is_sound(svg: str) -> None:
    """Asserts that it is made of known shapes with known properties, and is light."""
    assert len(svg.encode()) <= MOST_BYTES, f"the picture has {len(svg.encode())} bytes"
    assert "<!" not in svg
    assert "<?" not in svg
    root = parsed(svg)
    assert root.get("width") == str(WIDTH)
    assert int(root.get("height", "")) < 3000
    for part in root.iter():
        assert part.tag in ELEMENTS, part.tag
        assert not set(part.attrib) - ATTRIBUTES, part.attrib
        for name in ("fill", "stroke"):
            assert _COLOUR.fullmatch(part.get(name, "none")), part.attrib
        _lies_inside(part)


def _lies_inside(part: ElementTree.Element) -> None:
    """Far enough: parts of a group are drawn from a point of their own."""
    if "x" in part.attrib:
        assert -1 <= float(part.attrib["x"]) <= WIDTH, part.attrib


def said(svg: str) -> list[str]:
    """All its words, those that are not seen among them."""
    return [words for part in parsed(svg).iter() for words in (part.text, part.get("aria-label")) if words]


def pieces(svg: str, piece: re.Pattern[str]) -> set[str]:
    """What it names that looks like a piece."""
    return {found[0] for words in said(svg) for found in piece.finditer(words)}
