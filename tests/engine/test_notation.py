"""A move and its line."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from engine import notation
from engine.errors import InvalidMove
from engine.game import Move


class Facing(Enum):
    UP = "up"
    DOWN = "down"


class Try(Move, frozen=True, tag="some-game.try"):
    """Every kind of field that a move may have."""

    usage: ClassVar[str] = "try SLOT CARD FACING [POWER [TARGET [SURE [CARDS [COUNT]]]]]"
    slot: Annotated[int, Meta(ge=1, le=5)]
    card: Annotated[str, Meta(pattern=r"^[a-z]+-[0-9]+\Z")]
    facing: Facing = Facing.UP
    power: Literal["copy", "draw"] | None = None
    target: str | None = None
    sure: bool = False
    cards: tuple[str, ...] = ()
    count: Literal[1, 2] = 1


class Rest(Move, frozen=True, tag="some-game.rest"):
    """Nothing to fill in."""

    usage: ClassVar[str] = "rest"


MOVES: tuple[type[Move], ...] = (Try, Rest)

tries = st.builds(
    Try,
    slot=st.integers(1, 5),
    card=st.from_regex(r"[a-z]+-[0-9]+", fullmatch=True),
    facing=st.sampled_from(Facing),
    power=st.sampled_from([None, "copy", "draw"]),
    target=st.none() | st.from_regex(r"[a-e][1-9]", fullmatch=True),
    sure=st.booleans(),
    cards=st.lists(st.from_regex(r"[a-z]+-[0-9]", fullmatch=True), max_size=3).map(tuple),
    count=st.sampled_from([1, 2]),
)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("rest", Rest()),
        ("try 3 oak-1", Try(3, "oak-1")),
        ("try 3 oak-1 down", Try(3, "oak-1", Facing.DOWN)),
        ("try 3 oak-1 up copy b2", Try(3, "oak-1", power="copy", target="b2")),
        ("try 3 oak-1 up - - true", Try(3, "oak-1", sure=True)),
        ("try 3 oak-1 up - - false elm-1+elm-2", Try(3, "oak-1", cards=("elm-1", "elm-2"))),
        ("try 3 oak-1 up - - false - 2", Try(3, "oak-1", count=2)),
    ],
)
def test_a_move_is_written_and_read(line: str, move: Move) -> None:
    assert notation.write(move) == line
    assert notation.read(MOVES, line) == move


@given(tries)
def test_every_move_survives_its_line(move: Try) -> None:
    assert len(notation.write(move)) > notation.LONGEST or notation.read(MOVES, notation.write(move)) == move


@pytest.mark.parametrize(
    "line", ["TRY 3 Oak-1 DOWN", "  try  3\toak-1 down ", "try 3 oak-1 down.", "Try 3 oak-1 down .\r\n"]
)
def test_reading_forgives_case_blanks_and_a_full_stop(line: str) -> None:
    assert notation.read(MOVES, line) == Try(3, "oak-1", Facing.DOWN)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "The line is empty. The moves are: try, rest."),
        (" . ", "The line is empty. The moves are: try, rest."),
        ("jump", "There is no move `jump`. The moves are: try, rest."),
        ("rest now", "`rest` is written: rest."),
        ("try 3", f"`try` is written: {Try.usage}."),
        ("try x oak-1", f"`x` is no slot (a number from 1 to 5). Written: {Try.usage}."),
        ("try 6 oak-1", f"`6` is no slot (a number from 1 to 5). Written: {Try.usage}."),
        ("try ٣ oak-1", f"`٣` is no slot (a number from 1 to 5). Written: {Try.usage}."),
        ("try 3 oak", f"`oak` is no card. Written: {Try.usage}."),
        ("try 3 oak-1 sideways", f"`sideways` is no facing. Written: {Try.usage}."),
        ("try 3 oak-1 up fly", f"`fly` is no power (one of copy, draw). Written: {Try.usage}."),
        ("try 3 \ud800", f"`?` is no card. Written: {Try.usage}."),
        ("try \ud800 oak-1", f"`?` is no slot (a number from 1 to 5). Written: {Try.usage}."),
        ("\x00\ud800", "There is no move `??`. The moves are: try, rest."),
        ("rest" + " rest" * 50, "A move is a line of at most 200 characters."),
        ("x" * 150, f"There is no move `{'x' * 40}...`. The moves are: try, rest."),
    ],
)
def test_what_is_no_move_is_refused_with_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        notation.read(MOVES, line)
    assert refusal.value.sentence == sentence


@pytest.mark.parametrize(
    ("line", "usage"), [("try", Try.usage), ("jump", f"{Try.usage}; rest"), ("rest 1", "rest")]
)
def test_a_refusal_tells_how_the_nearest_kind_is_written(line: str, usage: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        notation.read(MOVES, line)
    assert refusal.value.usage == usage


@given(st.text(st.characters(codec=None), max_size=250) | st.text(alphabet="try rest-+.0123\n", max_size=40))
def test_no_line_is_a_crash(line: str) -> None:
    try:
        read: object = notation.read(MOVES, line)
    except InvalidMove as refusal:
        read = refusal.sentence.encode().decode()
    assert isinstance(read, (Try, Rest, str))


def test_a_long_line_is_not_cut_into_a_good_one() -> None:
    with pytest.raises(InvalidMove):
        notation.read(MOVES, "rest" + " " * 200 + "x")


def test_the_verb_is_the_tag_without_the_game() -> None:
    assert notation.verb(Try) == "try"
    assert notation.tag(Try) == "some-game.try"
