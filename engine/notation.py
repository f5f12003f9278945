"""A move as one line of text: its verb, then its fields in order.

    muster wemyss-8 up discard b2

Enough for a person to type in a mail and for a record to be read aloud. Fields that have
their default value are left out at the end of the line. Reading forgives case, repeated
blanks and a full stop at the end.
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import FieldInfo, fields

from engine.errors import InvalidMove
from engine.game import Move

M = TypeVar("M", bound=Move)

LONGEST = 200
"""Characters of a line that anybody could mean as a move."""


def write(move: Move) -> str:
    """The line that stands for a move."""
    words = [_word(getattr(move, field.name)) for field in _given(move)]
    return " ".join([verb(type(move)), *words])


def read(moves: Sequence[type[M]], line: str) -> M:
    """The move that a line stands for; raises InvalidMove with the usage of the nearest kind."""
    usages = "; ".join(move.usage for move in moves)
    if len(line.strip()) > LONGEST:
        raise InvalidMove(f"A move is a line of at most {LONGEST} characters.", usages)
    name, *words = line.lower().rstrip(". \t\r\n").split() or [""]
    for move in moves:
        if verb(move) == name:
            return _build(move, words)
    said = f"There is no move {quoted(name)}" if name else "The line is empty"
    raise InvalidMove(f"{said}. The moves are: {', '.join(map(verb, moves))}.", usages)


def quoted(said: str) -> str:
    """Somebody's words as a refusal may repeat them: short, and without what cannot be printed or mailed."""
    short = said if len(said) <= 40 else f"{said[:40]}..."
    return f"`{''.join(sign if sign.isprintable() else '?' for sign in short)}`"


def verb(move: type[Move]) -> str:
    """The word that a kind of move begins with: `muster` for `lords-of-scotland.muster`."""
    return tag(move).rpartition(".")[2]


def tag(value: type[msgspec.Struct]) -> str:
    """What a type is called on the wire, for example `lords-of-scotland.muster`."""
    return str(value.__struct_config__.tag)


def _given(move: Move) -> list[FieldInfo]:
    """The fields that the line must name: all up to the last that differs from its default."""
    known = list(_fields(type(move)))
    while known and not known[-1].required and getattr(move, known[-1].name) == known[-1].default:
        known.pop()
    return known


def _word(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "+".join(map(_word, value)) or "-"
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else str(getattr(value, "value", value))


def _build(move: type[M], words: list[str]) -> M:
    known = _fields(move)
    needed = sum(field.required for field in known)
    if not needed <= len(words) <= len(known):
        raise InvalidMove(f"`{verb(move)}` is written: {move.usage}.", move.usage)
    values = {field.name: _value(move, field, word) for field, word in zip(known, words, strict=False)}
    return move(**values)


def _value(move: type[Move], field: FieldInfo, word: str) -> Any:
    """A word as the value of a field; the sentence of a refusal is ours, not the library's."""
    hint = _hints(move)[field.name]
    try:
        return msgspec.convert(_parts(hint, word), hint, strict=False)
    except ValueError:  # a ValidationError, or a UnicodeEncodeError for half a character
        expected = _expected(hint)
        said = f"{quoted(word)} is no {field.name}{expected}"
        raise InvalidMove(f"{said}. Written: {move.usage}.", move.usage) from None


def _parts(hint: Any, word: str) -> str | list[str] | None:
    """What a word stands for; `-` is nothing, or none of a list."""
    is_list = get_origin(_bare(hint)) is tuple
    if word == "-":
        return [] if is_list and type(None) not in get_args(hint) else None
    return word.split("+") if is_list else word


def _expected(hint: Any) -> str:
    """What a word could have been, where the type can say so in a few words."""
    bounds, hint = hint, _bare(hint)
    if get_origin(hint) is Literal:
        return f" (one of {', '.join(map(str, get_args(hint)))})"
    return f" (a number{_bounds(bounds)})" if hint is int else ""


def _bounds(hint: Any) -> str:
    """The least and the greatest of a number, where its type names both."""
    metas = [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    least = next((meta.ge for meta in metas if meta.ge is not None), None)
    most = next((meta.le for meta in metas if meta.le is not None), None)
    return "" if least is None or most is None else f" from {least} to {most}"


def _bare(hint: Any) -> Any:
    """The type under `Annotated[...]` and `... | None`."""
    while True:
        if hasattr(hint, "__metadata__"):
            hint = hint.__origin__
        elif get_origin(hint) in (types.UnionType, Union):
            hint = next(part for part in get_args(hint) if part is not type(None))
        else:
            return hint


@cache
def _fields(move: type[Move]) -> tuple[FieldInfo, ...]:
    """The fields of a kind of move; msgspec reads its annotations anew at each call."""
    return fields(move)


@cache
def _hints(move: type[Move]) -> dict[str, Any]:
    return get_type_hints(move, include_extras=True)
