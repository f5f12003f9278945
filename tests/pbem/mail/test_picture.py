"""Boards as PNG: opaque, light, and with every sign in them that a table may need."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO

import pytest
from PIL import Image

from engine.game import Speech
from engine.games import GAMES
from engine.picture import Sheet, text
from pbem.mail import picture
from tests.engine.matches import NAMES, option_sets, wander

MOST_BYTES = 75 * 1024
TEXTS = {
    "en": "The quick brown fox jumps over the lazy dog 0123456789 .,:;!?'\"()+-=*/&%#@<>[]{}",
    "ru": "Съешь ещё этих мягких французских булок, да выпей чаю ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮЁ №",
    "es": "El pingüino Wenceslao hizo kilómetros bajo exhaustiva lluvia, ¿añoraba? ¡Sí! ÁÉÍÓÚÑÜ",
    "da": "Høj bly gom vandt fræk sexquiz på wc ÆØÅæøå – — „“ ”’ … € ·",
    "signs": "♠♡♢♣♤♥♦♧←↑→↓↔↕▲▼◆●■□○★☆✓✗×÷°",
}


def pixels(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png))


def brightest(said: str, bold: bool) -> int:
    """Of the picture of some words: the background is black."""
    return max(pixels(picture.drawn(sheet_with(said, bold))).convert("L").tobytes())


def sheet_with(said: str, bold: bool = False) -> str:
    sheet = Sheet("#000000", "#ffffff")
    sheet.add(text(20, 60, said, 40, "#ffffff", bold=bold), height=80)
    return sheet.svg("")


@pytest.mark.parametrize("slug", GAMES)
def test_it_works(slug: str) -> None:
    game = GAMES[slug]
    seats = game.seats[1]
    match = wander(game, seats, option_sets(game)[-1], 3)
    assert game.board is not None
    for state in match.sample(6):
        for seat in (None, 0):
            svg = game.board(game.look(state, seat), Speech(NAMES, seat))
            png = picture.drawn(svg)
            image = pixels(png)
            assert image.format == "PNG"
            assert image.width == round(640 * picture.scale(svg))
            assert "transparency" not in image.info
            assert image.mode == "P"
            assert len(png) <= MOST_BYTES


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("name", TEXTS)
def test_every_glyph_leaves_ink(name: str, bold: bool) -> None:
    """Without a glyph nothing would be drawn, and nothing said."""
    for sign in sorted(set(TEXTS[name]) - {" "}):
        assert brightest(sign, bold) > 128, f"{sign} is not drawn"


def test_glyphs_are_told_from_one_another() -> None:
    """But for letters that look the same in two alphabets, no two are alike, nor like a missing one."""
    signs = sorted(set("".join(TEXTS.values())) - {" ", "□"})
    drawn = {sign: picture.drawn(sheet_with(sign)) for sign in [*signs, "漢"]}
    times = Counter(drawn.values())
    assert {sign for sign in drawn if times[drawn[sign]] > 1} <= set("АВСЕНКМОРТХасеорхуABCEHKMOPTXaceopxy")


def test_all_glyphs_that_are_said_to_be_there_are_in_both_fonts() -> None:
    ranges = re.findall(r"(.)-(.)|(.)", picture.GLYPHS)
    for first, last, one in ranges:
        for sign in (first, last, one):
            if sign.strip(" \xa0\u2028\u2029\u202f\u205e\u200b"):
                for bold in (False, True):
                    assert brightest(sign, bold) > 100, f"U+{ord(sign):04X} {bold}"


def test_a_name_in_another_script_is_drawn_as_boxes() -> None:
    assert picture.drawn(sheet_with("漢字")) == picture.drawn(sheet_with("□□"))
    assert picture.drawn(sheet_with("漢字")) != picture.drawn(sheet_with(""))


def test_a_high_board_is_drawn_smaller() -> None:
    sheet = Sheet("#000", "#fff")
    sheet.y = 2500
    assert picture.scale(sheet.svg("")) < 1
    assert picture.scale(sheet_with("a")) == picture.BROADEST


@pytest.mark.parametrize("bad", ["", "<svg", "no picture", '<svg width="640" height="9"><g></svg>'])
def test_what_is_no_picture_is_refused(bad: str) -> None:
    with pytest.raises(ValueError, match=" "):
        picture.drawn(bad)
