"""Values as JSON, and the words for what is no move."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from engine import wire
from engine.errors import InvalidMove
from engine.game import Move
from tests.engine.toy import GAME


class Try(Move, frozen=True, tag="some-game.try"):
    """Every kind of field that a move may have."""

    usage: ClassVar[str] = "try SLOT CARD [...]"
    slot: Annotated[int, Meta(ge=1, le=5)]
    card: Annotated[str, Meta(pattern=r"^[a-z]+-[0-9]+\Z", max_length=12)]
    facing: Literal["up", "down"] = "up"
    target: Annotated[str, Meta(min_length=2)] | None = None
    sure: bool = False
    cards: tuple[str, ...] = ()
    pair: tuple[int, int] | None = None
    share: Annotated[int, Meta(gt=0, lt=10, multiple_of=2)] = 2


class Rest(Move, frozen=True, tag="some-game.rest"):
    """Nothing to fill in."""

    usage: ClassVar[str] = "rest"


MOVES: tuple[type[Move], ...] = (Try, Rest)
GOOD = {"type": "some-game.try", "slot": 3, "card": "oak-1"}
JARGON = (
    "Expected",
    "expected",
    "msgspec",
    "$",
    "regex",
    "enum",
    "`int`",
    "`str`",
    "array",
    "utf-8",
    "codec",
)


def refused(data: Any) -> str:
    """The sentence that data is refused with."""
    with pytest.raises(InvalidMove) as refusal:
        wire.read_move(MOVES, data)
    assert refusal.value.usage
    return refusal.value.sentence


def test_a_move_is_read_from_its_object() -> None:
    assert wire.read_move(MOVES, GOOD) == Try(3, "oak-1")
    assert wire.read_move(MOVES, {"type": "some-game.rest"}) == Rest()


@pytest.mark.parametrize(
    ("spoilt", "sentence"),
    [
        ({"slot": "3"}, "slot should be a whole number"),
        ({"slot": 3.0}, "slot should be a whole number"),
        ({"slot": float("nan")}, "slot should be a whole number"),
        ({"slot": True}, "slot should be a whole number"),
        ({"slot": None}, "slot should be a whole number"),
        ({"slot": 0}, "slot should be at least 1"),
        ({"slot": 10**30}, "slot should be at most 5"),
        ({"share": 0}, "share should be at least 1"),
        ({"share": 10}, "share should be at most 9"),
        ({"share": 3}, "share is not a value that it can have"),
        ({"card": 7}, "card should be a text"),
        ({"card": ["oak-1"]}, "card should be a text"),
        ({"card": "Oak 1"}, "card is not a value that it can have"),
        ({"card": "oak-1\n"}, "card is not a value that it can have"),
        ({"card": "oak-" + "1" * 20}, "card is not a value that it can have"),
        ({"card": "\ud800"}, "card is not a value that it can have"),
        ({"facing": "sideways"}, "facing is not a value that it can have"),
        ({"facing": "\ud800"}, "this is not a value that it can have"),
        ({"facing": 1}, "facing should be a text"),
        ({"target": 5}, "target should be a text or null"),
        ({"target": "b"}, "target is not a value that it can have"),
        ({"sure": "yes"}, "sure should be true or false"),
        ({"cards": "oak-1"}, "cards should be a list"),
        ({"cards": ["oak-1", 2]}, "cards[1] should be a text"),
        ({"pair": [1]}, "pair is not a value that it can have"),
        ({"pair": {}}, "pair should be a list or null"),
    ],
)
def test_a_wrong_value_is_told_in_our_words(spoilt: dict[str, Any], sentence: str) -> None:
    assert refused({**GOOD, **spoilt}) == f"`some-game.try`: {sentence}."


def test_a_missing_field_is_named() -> None:
    assert refused({"type": "some-game.try", "slot": 1}) == "`some-game.try`: the field card is missing."


def test_an_unknown_field_is_named_with_the_known_ones() -> None:
    known = ", ".join(Try.__struct_fields__)
    assert refused({**GOOD, "colour": 1}) == f"`some-game.try` has no field `colour`; it has: {known}."
    assert (
        refused({"type": "some-game.rest", "\ud800": 1}) == "`some-game.rest` has no field `?`; it has: none."
    )


@pytest.mark.parametrize(
    "data", [None, 3, "rest", [], ["rest"], {}, {"type": "rest"}, {"type": None}, {"type": ["a"]}]
)
def test_what_names_no_kind_of_move_is_told_the_kinds(data: Any) -> None:
    assert refused(data) == "A move has a `type`, one of: some-game.try, some-game.rest."


@pytest.mark.parametrize("data", [{"line": "rest", "move": {"type": "some-game.rest"}}, {"line": "rest"}])
def test_what_holds_a_move_is_told_to_be_unpacked(data: Any) -> None:
    assert refused(data).startswith("This holds a move and is none itself: send its `move` or `line`.")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([*Try.__struct_fields__, "type", "colour"]), json_values)
def test_nothing_speaks_the_library_s_jargon(field: str, value: Any) -> None:
    try:
        wire.read_move(MOVES, {**GOOD, field: value})
    except InvalidMove as refusal:
        said = refusal.sentence.replace(str(field), "").encode().decode()
        assert not any(word in said for word in JARGON), said
        assert said.endswith(".")


def test_equal_values_give_equal_bytes_and_defaults_are_left_out() -> None:
    assert wire.encode(Try(3, "oak-1")) == b'{"type":"some-game.try","slot":3,"card":"oak-1"}'
    assert wire.plain(Rest()) == {"type": "some-game.rest"}


def test_what_is_encoded_is_decoded() -> None:
    move = Try(3, "oak-1", cards=("elm-1",), pair=(1, 2))
    assert wire.decode(wire.union(MOVES), wire.encode(move)) == move
    assert wire.decode(wire.union([Rest]), wire.encode(Rest())) == Rest()


def test_json_with_an_unknown_field_is_no_move() -> None:
    with pytest.raises(msgspec.ValidationError):
        wire.decode(wire.union(MOVES), b'{"type":"some-game.rest","now":1}')


def test_the_schema_names_the_tag_and_the_fields() -> None:
    schemas = wire.schema(GAME.moves)
    assert set(schemas) == {kind.__name__ for kind in GAME.moves}
    assert schemas["Peek"]["properties"]["type"] == {"enum": ["last-stand.peek"]}
    assert schemas["Peek"]["required"] == ["type", "slot"]
    assert schemas["Peek"]["description"] == "Look at a slot of the deck, counted from the top."
