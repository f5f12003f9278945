"""What has happened in a match: the log, and after the end the whole record."""

from __future__ import annotations

from typing import Any

from flask import Response
from marshmallow import fields, validate

from engine import wire
from pbem.service import reading
from pbem.service.reading import Told
from pbem.web import examples
from pbem.web.auth import viewer
from pbem.web.json_body import GREATEST
from pbem.web.resource import Resource
from pbem.web.schemas import Answer, Component, Instant, QueryNumber, Strict, cut, said

resource = Resource("log", __name__, "What has happened.")
LIMIT = 100
KINDS = ("start", "move", "undo", "resignation", "timeout", "forfeit", "outage")


class LogQuery(Strict):
    """Which part of the log is wanted."""

    after = QueryNumber(
        validate=validate.Range(0, GREATEST),
        metadata=said("Entries with a greater number. Left out: from the beginning."),
    )
    limit = QueryNumber(
        validate=validate.Range(1, 200), metadata=said("At most so many entries. Left out: 100.")
    )


class LogEntry(Answer):
    """One line of the log, as far as you may hear it."""

    number = fields.Integer(metadata=said("Counted from 1 within the match."))
    kind = fields.String(
        validate=validate.OneOf(KINDS),
        metadata=said(
            "start: the deal; move; undo: the seat's last move is taken back; resignation; timeout: a "
            "deadline was missed and a safe move follows; forfeit: a deadline was missed and the player is "
            "out; outage: the service was down, and the time is given back."
        ),
    )
    seat = fields.Integer(allow_none=True, metadata=said("Whose entry it is; null: nobody's."))
    line = fields.String(
        allow_none=True, metadata=said("The move as a line: only of your own moves until the match is over.")
    )
    automatic = fields.Boolean(metadata=said("The service moved: nothing to decide, or an absent player."))
    words = fields.List(fields.String(), metadata=said("The same as sentences."))
    events = fields.List(Component("Event"), metadata=said("What you heard, as data."))
    at = Instant(metadata=said("When it was written."))

    @classmethod
    def example(cls) -> Any:
        """A move, as its mover hears of it."""
        played = examples.played()
        return cls().dump(_entry(played.sight.told(played.entry)))


class LogPage(Answer):
    """A part of the log."""

    items = fields.List(fields.Nested(LogEntry), metadata=said("In the order in which it happened."))
    next_after = fields.Integer(
        allow_none=True, metadata=said("Send it as `after` to read on; null: this was all, as yet.")
    )


@resource.route("/matches/<id>/log", methods=["GET"])
@resource.operation("getLog", "anyone", refuses=["not-found"], conditional=True)
@resource.arguments(LogQuery, location="query")
@resource.response(200, LogPage, description="A part of the log.")
def get_log(query: dict[str, Any], id: str) -> dict[str, Any]:
    """Read what has happened

    What you may hear: from your seat, or as a spectator of an open match.
    """
    limit = query.get("limit", LIMIT)
    found = reading.log(reading.sight(id, viewer()), query.get("after", 0), limit + 1)
    entries, _ = cut(found, limit, str)
    more = len(found) > limit
    items = [_entry(told) for told in entries]
    return {"items": items, "next_after": entries[-1].number if more else None}


@resource.route("/matches/<id>/record", methods=["GET"])
@resource.operation("getRecord", "anyone", refuses=["not-found", "match-not-over"])
@resource.response(
    200,
    {"type": "string"},
    content_type="text/plain",
    description="The record: a header with the seed, then one move a line.",
)
def get_record(id: str) -> Response:
    """Get the whole match as text, after its end"""
    return Response(reading.record_of(reading.sight(id, viewer())), content_type="text/plain; charset=utf-8")


def _entry(told: Told) -> dict[str, Any]:
    return {**told._asdict(), "events": [_event(event) for event in told.events]}


def _event(event: Any) -> dict[str, Any]:
    """An event without its audience: whoever reads it belongs to it."""
    plain: dict[str, Any] = wire.plain(event)
    return {name: value for name, value in plain.items() if name not in ("to", "but")}
