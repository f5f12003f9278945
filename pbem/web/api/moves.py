"""Moves, and giving up."""

from __future__ import annotations

from typing import Any

from flask import current_app, g
from marshmallow import fields, validate

from pbem.errors import Stale
from pbem.failpoints import reach
from pbem.service import play, reading
from pbem.web.api.matches import Match, shown
from pbem.web.auth import me
from pbem.web.json_body import GREATEST
from pbem.web.problems import Problem
from pbem.web.resource import Nothing, Resource, once
from pbem.web.schemas import Answer, MoveInput, Number, Strict, said

resource = Resource("moves", __name__, "What a player does in a match.")

UNPLAYABLE = ["not-found", "not-seated", "match-not-running", "match-over", "not-your-turn"]


class NewMoves(Strict):
    """Your moves, and what you knew when you chose them."""

    seen = Number(
        required=True,
        validate=validate.Range(0, GREATEST),
        metadata=said("`entry` of the match as you saw it: nothing is played if you were asked anew since."),
    )
    moves = fields.List(
        MoveInput(),
        required=True,
        validate=validate.Length(1, 20),
        metadata=said("Played in this order; each is a line or an object.", examples=[["recruit 3"]]),
    )


class MovesTaken(Answer):
    """What became of your moves."""

    taken = fields.List(fields.String(), metadata=said("Lines, as they stand in the log now."))
    not_played = fields.List(
        fields.String(), metadata=said("Lines left, since something new to you came to light before them.")
    )
    match = fields.Nested(Match, metadata=said("The match as it stands now."))


@resource.route("/matches/<id>/moves", methods=["POST"])
@resource.operation(
    "makeMoves", "player", refuses=[*UNPLAYABLE, "stale", "illegal-move", "unreadable-move"], once=True
)
@resource.arguments(NewMoves, example={"seen": 1, "moves": ["recruit 3"]})
@resource.response(200, MovesTaken, description="The moves were made.")
def make_moves(body: dict[str, Any], id: str) -> dict[str, Any]:
    """Make your moves

    All or nothing up to the first move that reveals something new to you (a drawn card); that one counts,
    and behind it only moves that cannot depend on the news are still made. The rest comes back in
    `not_played`. On `stale` the answer holds the current `match`.
    """
    player, settings = me(), current_app.extensions["pbem.settings"]
    try:
        done = play.submit(settings, id, player.id, body["seen"], body["moves"], g.now, once())
    except Stale as error:
        now = Match().dump(shown(reading.sight(id, player)))
        raise Problem(error.code, error.sentence, match=now) from None
    reach("move.response.before")
    match = shown(reading.sight(id, player))
    return {"taken": done.taken, "not_played": done.not_played, "match": match}


@resource.route("/matches/<id>/resignation", methods=["POST"])
@resource.operation("resign", "player", refuses=UNPLAYABLE, once=True)
@resource.arguments(Nothing, required=False)
@resource.response(200, Match, description="The match as it stands now.")
def resign(_body: dict[str, Any], id: str) -> dict[str, Any]:
    """Resign

    A forfeit. Among three or more the others play on, and safe moves are made for your seat.
    """
    play.resign(current_app.extensions["pbem.settings"], id, me().id, g.now, once())
    return shown(reading.sight(id, me()))
