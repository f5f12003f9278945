"""Answers are written by a writer of our own, which must write what marshmallow would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import marshmallow as ma
import pytest
from marshmallow import fields

from engine import wire
from pbem.web import api, examples  # noqa: F401  # brings in the schemas of all resources
from pbem.web.api import matches
from pbem.web.api.matches import Match, MatchSummary, shown
from pbem.web.api.moves import MovesTaken
from pbem.web.schemas import Answer


def by_marshmallow(schema: ma.Schema, value: Any) -> Any:
    """What the library makes of a value."""
    return json.loads(wire.encode(ma.Schema.dump(schema, value)))


def sights() -> Iterator[Any]:
    played = examples.played()
    yield from (shown(played.sight), shown(played.asked))


@pytest.mark.parametrize("kind", [Match, MatchSummary])
def test_a_match_is_written_as_marshmallow_would(kind: type[Answer]) -> None:
    for value in sights():
        assert json.loads(wire.encode(kind().dump(value))) == by_marshmallow(kind(), value)


def test_what_lies_deeper_is_written_as_marshmallow_would() -> None:
    played = examples.played()
    value = {"taken": played.taken, "not_played": [], "match": shown(played.sight), "more": "left out"}
    found = json.loads(wire.encode(MovesTaken().dump(value)))
    assert found == by_marshmallow(MovesTaken(), value)
    assert "more" not in found


def test_many_are_written_one_by_one() -> None:
    values = list(sights())
    found = json.loads(wire.encode(MatchSummary().dump(values, many=True)))
    assert found == [by_marshmallow(MatchSummary(), value) for value in values]


def test_a_field_that_is_not_there_is_left_out() -> None:
    assert matches.PlayerName().dump({"id": "x"}) == {"id": "x"}


def test_a_kind_of_field_that_it_does_not_know_is_no_secret() -> None:
    class Strange(Answer):
        at = fields.Time()

    with pytest.raises(TypeError, match="Time"):
        Strange().dump({"at": None})
