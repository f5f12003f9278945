"""Values of the engine as JSON and as JSON Schema.

A move, event or view carries its tag in `type`. Decoding a move from outside turns the
library's complaints into sentences for the person who sent it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from engine import notation
from engine.errors import InvalidMove
from engine.game import Move

_KINDS = {
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
"""JSON's kinds of values, as a person would call them."""
_BOUNDS = {" >= ": "at least", " <= ": "at most", " > ": "more than", " < ": "less than"}

_encoder = msgspec.json.Encoder()


def encode(value: Any) -> bytes:
    """A value as compact JSON; equal values give equal bytes."""
    return _encoder.encode(value)


def written(json: str) -> Any:
    """JSON that `encode` has written, as a value that it writes as it is."""
    return msgspec.Raw(json)


def decode(kind: Any, data: bytes | str) -> Any:
    """A value of our own from JSON; `kind` is its type."""
    return _decoder(kind).decode(data)


def union(kinds: Sequence[type]) -> Any:
    """One type that stands for any of the kinds."""
    return reduce(or_, kinds)


def plain(value: Any) -> Any:
    """A value as dicts, lists and scalars."""
    return msgspec.to_builtins(value)


def read_move(moves: tuple[type[Move], ...], data: Any) -> Move:
    """The move in a decoded JSON object; raises InvalidMove in our own words."""
    by_tag = {notation.tag(kind): kind for kind in moves}
    name = data.get("type") if isinstance(data, dict) else None
    kind = by_tag.get(name) if isinstance(name, str) else None
    usages = "; ".join(move.usage for move in moves)
    if kind is None:
        said = f"A move has a `type`, one of: {', '.join(by_tag)}."
        if isinstance(data, dict) and ("move" in data or "line" in data):
            said = f"This holds a move and is none itself: send its `move` or `line`. {said}"
        raise InvalidMove(said, usages)
    known = kind.__struct_fields__
    unknown = sorted(str(key) for key in data.keys() - {"type", *known})
    if unknown:
        said = f"`{name}` has no field {notation.quoted(unknown[0])}"
        raise InvalidMove(f"{said}; it has: {', '.join(known) or 'none'}.", kind.usage)
    try:
        return msgspec.convert(data, kind)
    except ValueError as error:  # a ValidationError, or a UnicodeEncodeError for half a character
        raise InvalidMove(f"`{name}`: {_explained(str(error))}.", kind.usage) from None


def schema(kinds: Sequence[type], template: str = "#/components/schemas/{name}") -> dict[str, Any]:
    """The JSON Schema of each kind and of all they refer to, by name."""
    _, components = msgspec.json.schema_components(list(kinds), ref_template=template)
    return components


def _explained(complaint: str) -> str:
    """`Expected `int`, got `str` - at `$.slot`` as `the slot should be a number`."""
    what, _, where = complaint.partition(" - at ")
    name = where.strip("`").removeprefix("$.")
    if what.startswith("Object missing required field"):
        return f"the field {what.partition('field ')[2].strip('`')} is missing"
    _, kinds, more = what.split("`", 2) if what.startswith("Expected `") else ("", "", "")
    if more.startswith(", got"):
        return f"{name} should be {' or '.join(_KINDS.get(kind, kind) for kind in kinds.split(' | '))}"
    for sign, words in _BOUNDS.items():
        if more.startswith(sign):
            return f"{name} should be {words} {more.removeprefix(sign)}"
    return f"{name or 'this'} is not a value that it can have"


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
