"""A game's options as questions of a form, made from the type of its options alone."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT, inspect

from engine import wire
from engine.game import AnyGame
from pbem.errors import BadValue

NOTHING: Mapping[str, str] = MappingProxyType({})
PREFIX = "options."
"""Keeps the names of options apart from the form's other fields."""


class Question(NamedTuple):
    """One option as a form asks for it."""

    field: str
    label: str
    help: str
    choices: tuple[tuple[str, str], ...]
    """The value in the form and its words; empty: a number or a text is to be written."""
    default: str
    is_switch: bool
    """Yes or no."""
    is_text: bool = False
    """A text is to be written."""
    least: int | None = None
    most: int | None = None


def questions(game: AnyGame, sets: Mapping[str, str] = NOTHING) -> list[Question]:
    """What a player can choose about a game, in the order of its options.

    `sets`: title by hash, of the sets of pieces that were added; if there are none, nothing is asked.
    """
    asked = [field for field in _fields(game) if sets or field.name not in _hashes(game)]
    return [_of_set(field, sets) if field.name in _hashes(game) else _question(field) for field in asked]


def _of_set(field: inspect.Field, sets: Mapping[str, str]) -> Question:
    """Which set of pieces: the one that the game has by itself (or none), or one that was added."""
    own = _question(field)
    usual = (own.default, "the game's own" if own.default else "none")
    return own._replace(choices=(usual, *sets.items()), is_text=False)


def answers(game: AnyGame, form: Mapping[str, str]) -> dict[str, Any]:
    """The options in a form as plain JSON values; what is not answered is left to the game.

    Raises BadValue for an answer that was not offered.
    """
    return {
        field.name: _value(field, form[PREFIX + field.name])
        for field in _fields(game)
        if PREFIX + field.name in form
    }


def described(game: AnyGame, options: str, sets: Mapping[str, str] = NOTHING) -> list[tuple[str, str]]:
    """The stored options of a match in words: label and value; nothing of sets that are the game's own."""
    chosen, usual = wire.decode(game.options, options), game.options()
    shown = [
        (field, getattr(chosen, field.name))
        for field in _fields(game)
        if field.name not in _hashes(game) or getattr(chosen, field.name) != getattr(usual, field.name)
    ]
    return [(_label(field), sets.get(value, "") or _word(value)) for field, value in shown]


def _hashes(game: AnyGame) -> tuple[str, ...]:
    """The options that name sets of pieces."""
    return game.sets.options if game.sets else ()


def _fields(game: AnyGame) -> tuple[inspect.Field, ...]:
    kind = inspect.type_info(game.options)
    assert isinstance(kind, inspect.StructType)
    return kind.fields


def _question(field: inspect.Field) -> Question:
    kind = _bare(field.type)
    default = "" if field.default is NODEFAULT else _text(field.default)
    switch = isinstance(kind, inspect.BoolType)
    choices = tuple((_text(value), _word(value)) for value in _values(kind))
    least, most = (kind.ge, kind.le) if isinstance(kind, inspect.IntType) else (None, None)
    return Question(
        PREFIX + field.name,
        _label(field),
        _said(field, "description"),
        choices,
        default,
        switch,
        isinstance(kind, inspect.StrType),
        least,
        most,
    )


def _values(kind: inspect.Type) -> tuple[Any, ...]:
    if isinstance(kind, inspect.BoolType):
        return (True, False)
    return tuple(kind.values) if isinstance(kind, inspect.LiteralType) else ()


def _value(field: inspect.Field, text: str) -> Any:
    kind = _bare(field.type)
    if isinstance(kind, inspect.StrType):
        return text.strip()
    if isinstance(kind, inspect.IntType):
        if text.isascii() and text.isdigit() and len(text) < 10:
            return int(text)
    else:
        for value in _values(kind):
            if _text(value) == text:
                return value
    raise BadValue(f"Please choose one of the answers to “{_label(field)}”.", PREFIX + field.name)


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind


def _said(field: inspect.Field, what: str) -> str:
    """What the game says about an option: its `title` or `description`, if it has one."""
    said = field.type.extra_json_schema if isinstance(field.type, inspect.Metadata) else None
    return str((said or {}).get(what, ""))


def _label(field: inspect.Field) -> str:
    return _said(field, "title") or field.name.replace("_", " ").capitalize()


def _text(value: Any) -> str:
    return str(msgspec.to_builtins(value)).lower() if isinstance(value, bool) else str(value)


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value) or "-"
