"""The texts below the fields of structs."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from engine.game import Event
from pbem.web import docstrings
from tests.engine.toy import GAME


class Inner(msgspec.Struct):
    """Something inside."""

    deep: int
    """How deep it is,
    in steps."""


class Outer(msgspec.Struct):
    """Something around it."""

    inner: tuple[Inner | None, ...]
    """What is inside."""
    silent: int
    number: Annotated[int, Meta(ge=1)] = 1
    """One."""


class Special(Outer):
    """The same, with a field more."""

    silent: int
    """Not silent here."""


def test_a_text_belongs_to_the_field_above_it() -> None:
    assert docstrings.of_fields(Outer) == {"inner": "What is inside.", "number": "One."}
    assert docstrings.of_fields(Inner) == {"deep": "How deep it is, in steps."}


def test_texts_of_bases_count_unless_there_are_others() -> None:
    assert docstrings.of_fields(Special) == {
        "inner": "What is inside.",
        "number": "One.",
        "silent": "Not silent here.",
    }


def test_structs_in_fields_are_found() -> None:
    assert docstrings.structs([Special]) == {"Special": Special, "Inner": Inner}


def test_any_game_is_read() -> None:
    found = docstrings.structs([GAME.view, *GAME.events])
    assert {"View", "Public", "Lying", "Dealt"} <= set(found)
    assert docstrings.of_fields(found["Public"])["winner"].startswith("The seat that acts")
    assert set(docstrings.of_fields(found["Dealt"])) == set(docstrings.of_fields(Event))
