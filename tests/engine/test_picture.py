"""The pieces of pictures: whatever words go in, a picture comes out."""

from __future__ import annotations

import pytest

from engine import picture
from engine.picture import Sheet
from tests.engine import drawing

BAD = ["<b>&\"'", "]]>", "\x00\x1b", "\ud800", "\u202e\u2066", "\ufffe", "\n\t", ""]


def drawn(*parts: str) -> str:
    sheet = Sheet("#000", "#fff")
    sheet.add(*parts, height=20)
    return sheet.svg("A title")


def test_it_works() -> None:
    svg = drawn(picture.card("scott-7", picture.box(1, 2, 3, 4, "#fff"), picture.text(5, 6, "seven")))
    drawing.is_sound(svg)
    assert drawing.said(svg) == ["A title", "scott-7", "seven"]
    assert picture.size(svg) == (picture.WIDTH, 20 + picture.MARGIN)


@pytest.mark.parametrize("said", BAD)
def test_no_word_breaks_a_picture(said: str) -> None:
    sheet = Sheet("#000", "#fff")
    sheet.heading(said, said, [said])
    sheet.title(said, said)
    sheet.note(said)
    sheet.add(picture.text(0, 0, said), picture.text(0, 0, said, room=20), picture.card(said))
    drawing.is_sound(sheet.svg(said))


def test_what_is_too_long_is_cut_or_broken() -> None:
    assert picture.fitted("short", 16, 100) == "short"
    assert picture.fitted("a long line of words", 16, 100).endswith("…")
    assert picture.wrapped("a long line of words", 16, 100) == ["a long line", "of words"]
    assert picture.wrapped("a long line of words", 16, 60, most=2)[-1].endswith("…")
    assert picture.wrapped("W" * 300, 16, 100)[0].endswith("…")


def test_every_sign_can_be_drawn() -> None:
    drawing.is_sound(drawn(*(picture.sign(name, 0, 0, 20, "#123456", "#fff") for name in picture.SIGNS)))


def test_the_size_of_what_is_no_picture_is_not_guessed() -> None:
    with pytest.raises(ValueError, match="how big"):
        picture.size("<p>640</p>")
