"""The fields of a kind of move: how its line is laid out, and a word as a field's value."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cache
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import FieldInfo, fields

from engine.errors import InvalidMove
from engine.game import Move, Names

Layout: TypeAlias = tuple[FieldInfo | str, ...]
"""What follows the verb, in order: fields, and fixed words as they are."""

SHOWN = 6
"""Candidates for a shortened word that a refusal names."""


def quoted(said: str) -> str:
    """Somebody's words as a refusal may repeat them: short, and without what cannot be printed or mailed."""
    short = said if len(said) <= 40 else f"{said[:40]}..."
    return f"`{''.join(sign if sign.isprintable() else '?' for sign in short)}`"


def tag(value: type[msgspec.Struct]) -> str:
    """What a type is called on the wire, for example `lords-of-scotland.muster`."""
    return str(value.__struct_config__.tag)


def verb(move: type[Move]) -> str:
    """The word that a kind of move begins with: `muster` for `lords-of-scotland.muster`."""
    return _verb(move)


@cache
def _verb(move: type[Move]) -> str:
    return tag(move).rpartition(".")[2]


@cache
def layout(move: type[Move]) -> Layout:
    """The fields and fixed words behind the verb; raises KeyError for a pattern that forgets a field."""
    known = {field.name: field for field in fields(move)}
    if not move.pattern:
        return tuple(known.values())
    laid: Layout = tuple(known.pop(word, word) for word in move.pattern.split())
    if known:
        raise KeyError(f"the pattern of {move.__name__} lacks {', '.join(known)}")
    return laid


@cache
def takes_the_rest(move: type[Move]) -> bool:
    """Whether the line ends with a field that is a tuple: it takes all words that remain."""
    last = layout(move)[-1:]
    return any(isinstance(part, FieldInfo) and _is_list(move, part.name) for part in last)


def value(move: type[Move], field: FieldInfo, words: Sequence[str], names: Names | None) -> Any:
    """Words as the value of a field; the sentence of a refusal is ours, not the library's.

    Without `names` only whole words count; with them, beginnings of the names that the game
    told and of the words of the field's type, too. Raises InvalidMove.
    """
    hint = _hints(move)[field.name]
    try:
        return msgspec.convert(_parts(move, field, words, names), hint, strict=False)
    except ValueError:  # a ValidationError, or a UnicodeEncodeError for half a character
        said = f"{quoted(' '.join(words))} is no {field.name}{_expected(hint)}"
        raise InvalidMove(f"{said}. Written: {move.usage}.", move.usage) from None


def is_value(move: type[Move], field: FieldInfo, word: str, names: Names | None) -> bool:
    """Whether a word could be a field's value; raises InvalidMove if it could be short for several."""
    try:
        msgspec.convert(_parts(move, field, [word], names), _hints(move)[field.name], strict=False)
    except ValueError:
        return False
    return True


def known_words(move: type[Move], field: FieldInfo, names: Names | None) -> list[tuple[str, ...]]:
    """The words that a field may be shortened from, the names that the game told before those of its type."""
    told = (names or {}).get(f"{verb(move)}.{field.name}", (names or {}).get(field.name, ()))
    return [told, _choices(move, field.name)]


def is_whole(word: str, pools: Iterable[Iterable[str]]) -> bool:
    """Whether a word is one of the known ones, in whatever case."""
    return any(word == known.lower() for pool in pools for known in pool)


def beginning_with(word: str, known: Iterable[str]) -> list[str]:
    """The known words that a word may be short for. Never cuts a number: `scott-1` is no `scott-12`."""
    return [whole for whole in dict.fromkeys(known) if word and _may_be_short_for(word, whole.lower())]


def ambiguous(word: str, found: Sequence[str], usage: str) -> InvalidMove:
    """The refusal of a word that could be several."""
    shown = [*found[:SHOWN], *(["another"] if len(found) > SHOWN else [])]
    return InvalidMove(f"{quoted(word)} could be {', '.join(shown[:-1])} or {shown[-1]}.", usage)


def _may_be_short_for(word: str, whole: str) -> bool:
    return whole.startswith(word) and not (word[-1].isdigit() and whole[len(word) : len(word) + 1].isdigit())


def _parts(
    move: type[Move], field: FieldInfo, words: Sequence[str], names: Names | None
) -> str | list[str] | None:
    """What words stand for; `-` is nothing, or none of a list."""
    is_list = _is_list(move, field.name)
    if [*words] == ["-"]:
        return [] if is_list and type(None) not in get_args(_hints(move)[field.name]) else None
    if not is_list:
        return _completed(move, field, words[0], names)
    return [_completed(move, field, part, names) for word in words for part in word.split("+")]


def _completed(move: type[Move], field: FieldInfo, word: str, names: Names | None) -> str:
    """The known word, as it is spelt, that a word is (or, with names, is short for); else the word."""
    pools = known_words(move, field, names)
    whole = [known for pool in pools for known in pool if known.lower() == word]
    if whole or names is None:
        return whole[0] if whole else word
    for pool in pools:
        found = beginning_with(word, pool)
        if len(found) > 1:
            raise ambiguous(word, found, move.usage)
        if found:
            return found[0]
    return word


def _expected(hint: Any) -> str:
    """What a word could have been, where the type can say so in a few words."""
    bounds, hint = hint, _plain(hint)
    if get_origin(hint) is Literal:
        return f" (one of {', '.join(map(str, get_args(hint)))})"
    return f" (a number{_bounds(bounds)})" if hint is int else ""


def _bounds(hint: Any) -> str:
    """The least and the greatest of a number, where its type names both."""
    metas = [meta for meta in getattr(hint, "__metadata__", ()) if isinstance(meta, msgspec.Meta)]
    least = next((meta.ge for meta in metas if meta.ge is not None), None)
    most = next((meta.le for meta in metas if meta.le is not None), None)
    return "" if least is None or most is None else f" from {least} to {most}"


def _plain(hint: Any) -> Any:
    """The type under `Annotated[...]` and `... | None`."""
    while True:
        if hasattr(hint, "__metadata__"):
            hint = hint.__origin__
        elif get_origin(hint) in (types.UnionType, Union):
            hint = next(part for part in get_args(hint) if part is not type(None))
        else:
            return hint


@cache
def _is_list(move: type[Move], name: str) -> bool:
    """Whether a field holds several values."""
    return get_origin(_plain(_hints(move)[name])) is tuple


@cache
def _choices(move: type[Move], name: str) -> tuple[str, ...]:
    """The words that a field's type lists: of a Literal, or the values of an Enum."""
    return tuple(_listed(_hints(move)[name]))


def _listed(hint: Any) -> Iterator[str]:
    if hasattr(hint, "__metadata__"):
        hint = hint.__origin__
    if isinstance(hint, type) and issubclass(hint, Enum):
        yield from (each.value for each in hint if isinstance(each.value, str))
    elif get_origin(hint) is Literal:
        yield from (each for each in get_args(hint) if isinstance(each, str))
    else:
        yield from (word for part in get_args(hint) for word in _listed(part))


@cache
def _hints(move: type[Move]) -> dict[str, Any]:
    return get_type_hints(move, include_extras=True)
