"""What the boards of all games are drawn with: SVG of our own, whatever the words in it are.

No scripts, no addresses, no filters, no reference from one part to another: a board is what its text says,
in a page and in a mail. Lengths are units of a sheet 640 wide, which a phone shows at half the size.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape

WIDTH = 640
MARGIN = 16
INNER = WIDTH - 2 * MARGIN
FONTS = "DejaVu Sans, Verdana, sans-serif"
"""The first one comes with the service; browsers that lack it have one as broad."""

FACE = "#fffdf6"
INK = "#1f2529"
FAINT = "#5a6168"
EDGE = "#14191c"
LIGHT = "#f6f2e6"
GOLD = "#f4c653"
BACK = "#7c2f3b"
BACK_LINE = "#d9a9a4"

_SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')

QUOTE = {'"': "&quot;"}

SIGNS = {
    "disc": "M10 1a9 9 0 1 0 .01 0z",
    "ring": "M10 1a9 9 0 1 0 .01 0zM10 6a4 4 0 1 1-.01 0z",
    "square": "M2.5 2.5h15v15h-15z",
    "diamond": "M10 .5 19 10 10 19.5 1 10z",
    "up": "M10 1.5 19.5 18H.5z",
    "down": "M10 18.5.5 2h19z",
    "plus": "M7 1h6v6h6v6h-6v6H7v-6H1V7h6z",
    "cross": "M4.5 1 10 6.5 15.5 1 19 4.5 13.5 10 19 15.5 15.5 19 10 13.5 4.5 19 1 15.5 6.5 10 1 4.5z",
    "star": "M10 .5l2.9 6.3 6.6.7-5 4.5 1.5 6.8L10 15.3l-6 3.5 1.5-6.8-5-4.5 6.6-.7z",
    "bars": "M2 2h6v16H2zM12 2h6v16h-6z",
    "glass": "M2 1.5h16L12 10l6 8.5H2L8 10z",
    "heart": "M10 18.5C-4 9 2 0 10 5.5 18 0 24 9 10 18.5z",
    "drop": "M10 .5c5 6.5 7 9 7 12a7 7 0 0 1-14 0c0-3 2-5.5 7-12z",
    "crown": "M1.5 17.5 0 5l5.5 4.5L10 2l4.5 7.5L20 5l-1.5 12.5z",
    "arrow": "M1 7.5h9V2l9 8-9 8v-5.5H1z",
    "pyramid": "M10 1 20 18H0zM10 1 13 18h7z",
    "tower": "M2 1h4v3h2.5V1h3v3H14V1h4v7h-2v11H4V8H2z",
    "leaf": "M18 2C7 2 2 7 2 18c11 0 16-5 16-16z",
    "lightning": "M12 .5 3 11.5h5.5L7 19.5 17 8h-6z",
    "beetle": "M10 1a4 4 0 0 1 4 4 7 8 0 0 1 0 13H6A7 8 0 0 1 6 5a4 4 0 0 1 4-4zM9.2 7v11h1.6V7z",
}  # fmt: skip
"""Signs as paths in a square of 20 by 20: whoever cannot tell colours apart tells these."""

_NARROW, _MIDDLE, _BROAD = "ijlIJ.,:;'|! ", '()[]ft-r"/\\*`_', "mwMW%@#+<=>^~&GOQDHNU"


def size(svg: str) -> tuple[int, int]:
    """Breadth and height of a picture; raises ValueError if it does not begin by saying so."""
    found = _SIZE.match(svg)
    if found is None:
        raise ValueError("A picture says first how big it is.")
    return int(found[1]), int(found[2])


def plain(said: str) -> str:
    """Without the signs that no sheet can hold or that turn the others about."""
    return said if said.isprintable() else "".join(sign for sign in said if sign.isprintable())


def width(said: str, size: float, bold: bool = False) -> float:
    """About how broad a line gets, rather too broad than too narrow."""
    return sum(map(_breadth, said)) * size * (1.1 if bold else 1)


@lru_cache(maxsize=2048)
def _breadth(sign: str) -> float:
    if sign.isascii():
        if sign in _NARROW:
            return 0.34
        if sign in _MIDDLE:
            return 0.43
        return 0.86 if sign in _BROAD else 0.69 if sign.isupper() else 0.635
    return 0.75 if ord(sign) < 0x600 else 1.0


def fitted(said: str, size: float, room: float, bold: bool = False) -> str:
    """As much of a line as there is room for."""
    said = plain(said)
    if width(said, size, bold) <= room:
        return said
    while said and width(said + "…", size, bold) > room:
        said = said[:-1].rstrip()
    return said + "…"


def wrapped(said: str, size: float, room: float, most: int = 99, bold: bool = False) -> list[str]:
    """A paragraph in lines, the last of them cut short if there are more than can be."""
    lines: list[str] = []
    for word in plain(said).split():
        if lines and width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(line, size, room, bold) for line in lines]


def text(
    x: float,
    y: float,
    said: str,
    size: float = 16,
    fill: str = INK,
    *,
    bold: bool = False,
    anchor: str = "start",
    room: float | None = None,
) -> str:
    """A line that stands on `y`, cut to `room`; `anchor`: where `x` is in it, `start`, `middle` or `end`."""
    said = plain(said) if room is None else fitted(said, size, room, bold)
    more = ' font-weight="bold"' if bold else ""
    if anchor != "start":
        more += f' text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}"{more}>{escape(said)}</text>'


def box(
    x: float,
    y: float,
    breadth: float,
    height: float,
    fill: str,
    *,
    edge: str | None = None,
    line: float = 1,
    radius: float = 6,
    dashed: bool = False,
) -> str:
    """A rectangle with round corners."""
    more = f' stroke="{edge}" stroke-width="{line:g}"' if edge else ""
    if dashed:
        more += ' stroke-dasharray="5 4"'
    where = f'x="{x:g}" y="{y:g}" width="{breadth:g}" height="{height:g}"'
    return f'<rect {where} rx="{radius:g}" fill="{fill}"{more}/>'


def sign(name: str, x: float, y: float, size: float, fill: str, edge: str | None = None) -> str:
    """One of `SIGNS`, its upper left corner at a point."""
    more = f' stroke="{edge}" stroke-width="1.5"' if edge else ""
    scale = f"translate({x:g} {y:g}) scale({size / 20:g})"
    return f'<path transform="{scale}" d="{SIGNS[name]}" fill="{fill}" fill-rule="evenodd"{more}/>'


def path(d: str, fill: str = "none", edge: str | None = None, line: float = 1) -> str:
    """Any other shape."""
    more = f' stroke="{edge}" stroke-width="{line:g}"' if edge else ""
    return f'<path d="{d}" fill="{fill}"{more}/>'


def back(x: float, y: float, breadth: float, height: float, fill: str = BACK, line: str = BACK_LINE) -> str:
    """The back of a card."""
    inset = 3 if breadth > 24 else 2
    across, down = breadth - 2 * inset, height - 2 * inset
    lattice = ""
    if breadth > 24:
        middle = f"M{x + inset + across / 2:g} {y + inset:g}l{across / 2:g} {down / 2:g}"
        lattice = path(
            f"{middle}l{-across / 2:g} {down / 2:g}l{-across / 2:g} {-down / 2:g}z", edge=line, line=1.5
        )
    inner = box(x + inset, y + inset, across, down, "none", edge=line, radius=3)
    return box(x, y, breadth, height, fill, edge=EDGE, radius=min(6, breadth / 5)) + inner + lattice


def backs(x: float, y: float, number: int, most: int = 10, fill: str = BACK, line: str = BACK_LINE) -> str:
    """A hand that is not seen, as small backs; `x`: where the last of them ends."""
    shown = min(number, most)
    return "".join(back(x - 13 - 9 * place, y, 13, 19, fill, line) for place in reversed(range(shown)))


def card(name: str, *parts: str) -> str:
    """What belongs to one piece, with its name for whoever reads the picture and does not see it."""
    return f'<g aria-label="{escape(plain(name), QUOTE)}">{"".join(parts)}</g>'


def placed(x: float, y: float, part: str) -> str:
    """Something that is drawn from the point 0 0 on, moved."""
    return f'<g transform="translate({x:g} {y:g})">{part}</g>'


@dataclass
class Sheet:
    """A picture that grows downwards."""

    ground: str
    soft: str
    """For words of less weight on that ground."""
    y: float = 0
    """Where the next part begins."""

    def __post_init__(self) -> None:
        self.parts: list[str] = []

    def add(self, *parts: str, height: float = 0) -> None:
        """Puts parts on the sheet and goes on below them."""
        self.parts += parts
        self.y += height

    def row(self, tiles: Sequence[str], across: int, height: float, gap: float = 7) -> None:
        """Tiles of one size, each drawn from 0 0 on, so many side by side."""
        breadth = (INNER + gap) / across
        for place, tile in enumerate(tiles):
            column, line = place % across, place // across
            self.add(placed(MARGIN + column * breadth, self.y + line * (height + gap), tile))
        self.y += -(-len(tiles) // across) * (height + gap)

    def heading(self, left: str, right: str, sentences: Sequence[str]) -> None:
        """What is played, where it stands, and whose turn it is."""
        self.add(text(MARGIN, 30, left, 19, GOLD, bold=True))
        room = INNER - width(left, 19, bold=True) - 16
        self.add(text(WIDTH - MARGIN, 30, right, 15, self.soft, anchor="end", room=room), height=42)
        for place, sentence in enumerate(filter(None, sentences)):
            size, bold = (18, True) if place == 0 else (15, False)
            for line in wrapped(sentence, size, INNER, 3, bold):
                fill = self.soft if place else LIGHT
                self.add(text(MARGIN, self.y + 16, line, size, fill, bold=bold), height=23 if bold else 20)
        self.y += 6

    def title(self, said: str, right: str = "") -> None:
        """The heading of a part."""
        self.add(text(MARGIN, self.y + 17, plain(said).upper(), 14, self.soft, bold=True))
        if right:
            self.add(text(WIDTH - MARGIN, self.y + 17, right, 14, self.soft, anchor="end"))
        self.y += 24

    def note(self, said: str, most: int = 3, size: float = 15) -> None:
        """A paragraph."""
        for line in wrapped(said, size, INNER, most):
            self.add(text(MARGIN, self.y + size, line, size, LIGHT), height=size + 5)

    def svg(self, title: str) -> str:
        """The whole picture."""
        height = round(self.y + MARGIN)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
            f'viewBox="0 0 {WIDTH} {height}" font-family="{FONTS}" role="img">'
            f"<title>{escape(plain(title))}</title>"
            f'<rect width="{WIDTH}" height="{height}" fill="{self.ground}"/>{"".join(self.parts)}</svg>'
        )
