"""Several moves in a line, words cut short, and the ways in which a line may be laid out."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from engine import lines, notation
from engine.errors import InvalidMove
from engine.game import Move, Names


class Place(Move, frozen=True, tag="some-game.place"):
    """Put a card at a tile."""

    usage: ClassVar[str] = "CARD TILE"
    bare: ClassVar[bool] = True
    card: Annotated[str, Meta(pattern=r"^([rgy][0-9]+|[a-z]{4,})\Z")]
    tile: int


class Retreat(Move, frozen=True, tag="some-game.retreat"):
    """Leave a tile."""

    usage: ClassVar[str] = "retreat TILE..."
    each: ClassVar[bool] = True
    tile: Annotated[int, Meta(ge=1, le=7)]


class Shift(Move, frozen=True, tag="some-game.shift"):
    """Move a card to another tile."""

    usage: ClassVar[str] = "shift CARD to TILE|off [SIDE]"
    pattern: ClassVar[str] = "card to tile on side"
    card: str
    tile: int | Literal["off"]
    side: Literal["L", "R"] | None = None


class Redraw(Move, frozen=True, tag="some-game.redraw"):
    """Draw anew."""

    usage: ClassVar[str] = "redraw [drop CARD...]"
    pattern: ClassVar[str] = "drop cards"
    cards: tuple[str, ...] = ()


class End(Move, frozen=True, tag="some-game.end"):
    """End the turn."""

    usage: ClassVar[str] = "end"


MOVES: tuple[type[Move], ...] = (Place, Retreat, Shift, Redraw, End)
NAMES: Names = {
    "card": ("r10", "g3", "kamal", "kasekhem", "enhu"),
    "redraw.cards": ("caravan", "raiders"),
}


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("r10 4", Place("r10", 4)),
        ("retreat 3", Retreat(3)),
        ("shift y4 to 5", Shift("y4", 5)),
        ("shift y4 to off on L", Shift("y4", "off", "L")),
        ("redraw", Redraw()),
        ("redraw drop caravan", Redraw(("caravan",))),
        ("redraw drop caravan raiders", Redraw(("caravan", "raiders"))),
        ("end", End()),
    ],
)
def test_a_line_is_written_as_its_kind_lays_it_out(line: str, move: Move) -> None:
    assert notation.write(move) == line
    assert notation.read(MOVES, line) == move
    assert lines.read(MOVES, line.upper(), NAMES) == [move]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("place r10 4", [Place("r10", 4)]),
        ("shift y4 5", [Shift("y4", 5)]),
        ("shift y4 5 r", [Shift("y4", 5, "R")]),
        ("redraw caravan raiders", [Redraw(("caravan", "raiders"))]),
        ("redraw caravan+raiders", [Redraw(("caravan", "raiders"))]),
        ("redraw -", [Redraw()]),
        ("retreat 3 5", [Retreat(3), Retreat(5)]),
        ("retreat 3 5; r10 4; end", [Retreat(3), Retreat(5), Place("r10", 4), End()]),
        ("Retreat 3.\r\n\r\nR10 4 .\nEND.", [Retreat(3), Place("r10", 4), End()]),
        (";; end ; . ;", [End()]),
        ("ＲＥＴＲＥＡＴ\u00a0３；Ｅｎｄ…", [Retreat(3), End()]),
    ],
)
def test_a_line_may_be_written_in_other_ways(line: str, moves: list[Move]) -> None:
    assert lines.read(MOVES, line, NAMES) == moves


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("ret 3; sh y4 5", [Retreat(3), Shift("y4", 5)]),
        ("kam 4", [Place("kamal", 4)]),
        ("p kam 4", [Place("kamal", 4)]),
        ("sh KAS o", [Shift("kasekhem", "off")]),
        ("red drop c r", [Redraw(("caravan", "raiders"))]),
        ("shift rai 4", [Shift("rai", 4)]),  # a name of another kind's field
        ("g3 4", [Place("g3", 4)]),
        ("r1 4", [Place("r1", 4)]),  # a number is not cut: this is no r10
        ("enhu 4", [Place("enhu", 4)]),
        ("unknown 4", [Place("unknown", 4)]),
    ],
)
def test_words_may_be_cut_short_where_one_name_goes_on(line: str, moves: list[Move]) -> None:
    assert lines.read(MOVES, line, NAMES) == moves


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ka 4", "`ka` could be kamal or kasekhem."),
        ("shift ka 4", "`ka` could be kamal or kasekhem."),
        ("re 3", "`re` could be retreat or redraw."),
        ("en", "`en` could be end or enhu."),
        ("r 4", "`r` could be retreat, redraw or r10."),
        ("jum", "There is no move `jum`. The moves are: place, retreat, shift, redraw, end."),
        ("x9 4", "There is no move `x9`. The moves are: place, retreat, shift, redraw, end."),
        ("r10", "`place` is written: CARD TILE."),
        ("end now", "`end` is written: end."),
        ("shift y4 to", f"`shift` is written: {Shift.usage}."),
        ("retreat 8", f"`8` is no tile (a number from 1 to 7). Written: {Retreat.usage}."),
        (" ; . ", "The line is empty. The moves are: place, retreat, shift, redraw, end."),
        ("end;" * 61, "At most 60 moves can be sent together."),
        ("end" + ";" * 20_000, "At most 60 moves can be sent together."),
        ("retreat" + " 3" * 61, "At most 60 moves can be sent together."),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(InvalidMove) as refusal:
        lines.read(MOVES, line, NAMES)
    assert refusal.value.sentence == sentence


def test_many_candidates_are_not_all_listed() -> None:
    names = {"card": tuple(f"card{sign}" for sign in "abcdefghij")}
    with pytest.raises(InvalidMove) as refusal:
        lines.read(MOVES, "shift car 4", names)
    said = refusal.value.sentence
    assert said == "`car` could be carda, cardb, cardc, cardd, carde, cardf or another."


def test_the_refusal_names_the_part_of_the_line() -> None:
    with pytest.raises(InvalidMove) as refusal:
        lines.read(MOVES, "retreat 3; Shift ; end", NAMES)
    assert refusal.value.line == "Shift"


@pytest.mark.parametrize("line", ["ret 3", "e", "redr", "shift y4 to o"])
def test_without_names_only_whole_words_are_read(line: str) -> None:
    with pytest.raises(InvalidMove):
        notation.read(MOVES, line)


@pytest.mark.parametrize("line", ["retreat 3 5", "retreat 3; end", "end;"])
def test_one_move_is_read_where_one_is_wanted(line: str) -> None:
    with pytest.raises(InvalidMove):
        notation.read(MOVES, line)


def test_a_pattern_that_forgets_a_field_is_a_mistake() -> None:
    class Forgetful(Move, frozen=True, tag="some-game.forgetful"):
        usage: ClassVar[str] = "forgetful CARD"
        pattern: ClassVar[str] = "card"
        card: str
        tile: int

    with pytest.raises(KeyError, match="Forgetful lacks tile"):
        notation.write(Forgetful("r10", 4))


@given(
    st.text(st.characters(codec=None), max_size=250)
    | st.text(alphabet="retdawshiftoend kam;.+-103\n", max_size=60)
)
def test_no_line_is_a_crash(line: str) -> None:
    try:
        read: list[object] = [*lines.read(MOVES, line, NAMES)]
    except InvalidMove as refusal:
        read = [refusal.sentence.encode().decode()]
    assert all(isinstance(each, (str, *MOVES)) for each in read)
