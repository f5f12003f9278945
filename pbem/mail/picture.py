"""Boards as opaque PNG, for mail programs: they show no SVG. Pure, but for the fonts that come along.

It takes a processor for up to half a second, so it is never done inside a transaction, and seldom twice
for one board.
"""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

from engine.picture import size

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels

BROADEST = 1.5
"""Pixels for a unit of the board; mail programs show the picture at its own size at most."""
MOST_PIXELS = 1_050_000
"""Higher boards are drawn smaller: a letter is to stay light."""
MANY_COLOURS, FEW_COLOURS = 64, 32
LIGHT = 60 * 1024
"""Bytes of a picture that may have many colours."""
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")
GLYPHS = (
    " -~\xa0-\u024f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u04ff"
    "\u1e00-\u1efb\u2010-\u2027\u2030-\u205e\u20a0-\u20b5\u20b8-\u20ba\u20bd\u2116\u2122\u2190-\u2199"
    "\u2212\u221e\u2248\u2260\u2264\u2265\u25a0-\u25ff\u2605\u2606\u2660-\u2667\u2713-\u2717\ufffd"
)
"""What the fonts have, as a class of a regular expression."""

_MISSING = re.compile(f"[^{GLYPHS}]")


def drawn(svg: str, broadest: float = BROADEST) -> bytes:
    """The board as PNG; raises ValueError if it is none."""
    return _drawn(svg, scale(svg, broadest))


def scale(svg: str, broadest: float = BROADEST) -> float:
    """How many pixels a unit of the board gets."""
    breadth, height = size(svg)
    return min(broadest, math.sqrt(MOST_PIXELS / (breadth * height)))


@lru_cache(maxsize=64)
def _drawn(svg: str, zoom: float) -> bytes:
    """A turn letter, its reminder and the answers between show one board."""
    import resvg_py  # here, since a process that sends no letters is spared the memory
    from PIL import Image

    shown = _MISSING.sub("\u25a1", svg)  # a glyph that is not there would be drawn as nothing
    png = resvg_py.svg_to_bytes(
        svg_string=shown, zoom=zoom, skip_system_fonts=True, font_files=[*_fonts()], background="#ffffff"
    )
    whole = Image.open(BytesIO(png)).convert("RGB")
    light = _with(whole, MANY_COLOURS)
    return light if len(light) <= LIGHT else _with(whole, FEW_COLOURS)


def _with(whole: Pixels, colours: int) -> bytes:
    """PNG of so many colours; the fewer, the less bytes."""
    from PIL.Image import Dither, Quantize

    out = BytesIO()
    whole.quantize(colours, Quantize.FASTOCTREE, dither=Dither.NONE).save(out, "PNG")
    return out.getvalue()


@cache
def _fonts() -> tuple[str, ...]:
    """The paths of the fonts: an installed package is a folder."""
    return tuple(str(files("pbem.mail").joinpath("fonts", name)) for name in FONTS)
