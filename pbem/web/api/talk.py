"""Table talk: what players say to each other in a match."""

from __future__ import annotations

from typing import Any

from flask import g
from marshmallow import fields, validate

from pbem.service import limits, reading, talk
from pbem.web.auth import me
from pbem.web.json_body import GREATEST
from pbem.web.resource import Resource, once
from pbem.web.schemas import Answer, Instant, QueryNumber, Strict, cut, said

resource = Resource("talk", __name__, "What players say to each other in a match.")
LIMIT = 100


class TalkQuery(Strict):
    """Which part of the talk is wanted."""

    after = QueryNumber(
        validate=validate.Range(0, GREATEST),
        metadata=said("Remarks with a greater number. Left out: from the beginning."),
    )
    limit = QueryNumber(
        validate=validate.Range(1, 200), metadata=said("At most so many remarks. Left out: 100.")
    )


class NewRemark(Strict):
    """What you want to say."""

    text = fields.String(
        required=True,
        validate=validate.Length(1, 4 * talk.LONGEST),
        metadata=said("Plain text, kept as one line of at most 1000 characters.", examples=["Well played!"]),
    )


class Remark(Answer):
    """Something that was said."""

    number = fields.Integer(metadata=said("Counted from 1 within the match."))
    seat = fields.Integer(allow_none=True, metadata=said("Whose it is; null: of somebody who left early."))
    name = fields.String(metadata=said("The speaker's name."))
    text = fields.String(metadata=said("Plain text: show it as it is."))
    at = Instant(metadata=said("When it was said."))


class Talk(Answer):
    """A part of the talk."""

    items = fields.List(fields.Nested(Remark), metadata=said("In the order in which it was said."))
    next_after = fields.Integer(
        allow_none=True, metadata=said("Send it as `after` to read on; null: this was all, as yet.")
    )


@resource.route("/matches/<id>/talk", methods=["GET"])
@resource.operation("getTalk", "player", refuses=["not-found", "not-seated"])
@resource.arguments(TalkQuery, location="query")
@resource.response(200, Talk, description="A part of the talk.")
def get_talk(query: dict[str, Any], id: str) -> dict[str, Any]:
    """Hear what was said

    Only who holds a seat hears it, and nothing of those whom he does not want to hear.
    """
    limit = query.get("limit", LIMIT)
    found = talk.said_to(reading.sight(id, me()), query.get("after", 0), limit + 1)
    remarks, _ = cut(found, limit, str)
    more = len(found) > limit
    return {"items": remarks, "next_after": remarks[-1].number if more else None}


@resource.route("/matches/<id>/talk", methods=["POST"])
@resource.operation("say", "player", refuses=["not-found", "not-seated"], once=True, limits=[limits.REMARKS])
@resource.arguments(NewRemark)
@resource.response(201, Talk, description="What you said.")
def say(body: dict[str, Any], id: str) -> tuple[dict[str, Any], int, None]:
    """Say something to the others

    It comes in their next letter, and makes none of its own. A line of your own table is refused: it may show
    your cards.
    """
    sight = reading.sight(id, me())
    number = talk.say(sight, body["text"], g.now, once())
    return {"items": talk.said_to(sight, number - 1, 1), "next_after": None}, 201, None


@resource.route("/me/unheard/<player>", methods=["PUT"])
@resource.operation("stopHearing", "player", refuses=["not-found", "busy"])
@resource.response(204, description="You hear nothing of that player any more.")
def stop_hearing(player: str) -> None:
    """Hear nothing of a player any more

    In no match, and in no letter. He is not told.
    """
    talk.stop_hearing(me().id, player, g.now)


@resource.route("/me/unheard/<player>", methods=["DELETE"])
@resource.operation("hearAgain", "player", refuses=["busy"])
@resource.response(204, description="You hear that player.")
def hear_again(player: str) -> None:
    """Hear a player again"""
    talk.hear_again(me().id, player)
