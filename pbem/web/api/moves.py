"""Moves, and giving up."""

from __future__ import annotations

from typing import Any

from flask import current_app, g
from marshmallow import fields, validate

from pbem.errors import Stale
from pbem.failpoints import reach
from pbem.service import play, reading
from pbem.web import examples
from pbem.web.api.matches import ETAG, Match, etag, shown
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
        metadata=said(
            "`entry` of the match as you saw it. If your seat was asked anew since: `/problems/stale`. If "
            "the log has no such entry yet: `/problems/bad-value`."
        ),
    )
    moves = fields.List(
        MoveInput(),
        required=True,
        validate=validate.Length(1, 20),
        metadata=said(
            "Played in this order, as far as your turn goes; each is a line or an object. A line may join "
            "several moves by `;`, at most 60 in all.",
            examples=[["recruit 3"]],
        ),
    )


class MovesTaken(Answer):
    """What became of your moves."""

    taken = fields.List(fields.String(), metadata=said("Lines, as they stand in the log now."))
    not_played = fields.List(
        fields.String(),
        metadata=said(
            "Lines left, since something new to you came to light before them. They were read, but not "
            "judged by the rules, and are forgotten: send them again, or others, once you have seen the news."
        ),
    )
    match = fields.Nested(Match, metadata=said("The match as it stands now."))

    @classmethod
    def example(cls) -> Any:
        """A face-down recruit turned out to be a card that is new to the player; the rest was left."""
        played = examples.played()
        match = shown(played.sight)
        return cls().dump({"taken": played.taken, "not_played": played.not_played, "match": match})


@resource.route("/matches/<id>/moves", methods=["POST"])
@resource.operation(
    "makeMoves", "player", refuses=[*UNPLAYABLE, "stale", "illegal-move", "unreadable-move"], once=True
)
@resource.arguments(NewMoves, example={"seen": 1, "moves": ["recruit 3"]})
@resource.response(200, MovesTaken, description="The moves were made.", headers=ETAG)
def make_moves(body: dict[str, Any], id: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Make your moves

    Usually one; several, if your turn has several and you need not see what comes of the first. They are made
    in order, all or none: if one is refused, none is made, and the problem names it by `index` (of its item
    in `moves`) and `line`. They may not go past the end of your turn: a move behind it is refused as
    `/problems/not-your-turn`, or as `/problems/match-over`, if the game has ended. Only moves of the kinds
    that `GET /v1/games/{slug}` calls `closing`, such as `stop` in Lords of Scotland, may be sent ahead: once
    the turn has ended they are passed over, and stand neither in `taken` nor in `not_played`.

    A line may join several moves by `;`: `muster makgill-4 up muster; muster scott-2 down; stop`. Its words
    may be cut short where only one word goes on like that: verbs, the words of a move's schema, and names
    that the game tells you, such as the cards of your hand. What could be several is refused with them.

    All or none holds up to the first move that shows you something new, such as a drawn card. That one
    counts. Behind it only moves are still made that cannot depend on the news, as long as they are legal: the
    kinds that `GET /v1/games/{slug}` calls `independent`, such as `claim` and `stop` in Lords of Scotland.
    From the first other one on, all come back in `not_played`: read (an unreadable one is refused before
    anything is made), but not judged.

    On `/problems/stale` the answer holds the current `match`.
    """
    player, settings = me(), current_app.extensions["pbem.settings"]
    try:
        done = play.submit(settings, id, player.id, body["seen"], body["moves"], g.now, once())
    except Stale as error:
        now = Match().dump(shown(reading.sight(id, player)))
        raise Problem(error.code, error.sentence, match=now) from None
    reach("move.response.before")
    # a request that came before was answered long ago: the match may have moved on
    sight = reading.of(done.standing, player) if done.standing else reading.sight(id, player)
    return {"taken": done.taken, "not_played": done.not_played, "match": shown(sight)}, 200, etag(sight)


class Undo(Strict):
    """What you knew when you changed your mind."""

    seen = Number(
        required=True,
        validate=validate.Range(0, GREATEST),
        metadata=said("`entry` of the match as you saw it, as with moves."),
    )


@resource.route("/matches/<id>/undo", methods=["POST"])
@resource.operation("undo", "player", refuses=[*UNPLAYABLE, "stale", "cannot-undo"], once=True)
@resource.arguments(Undo, example={"seen": 7})
@resource.response(200, Match, description="The match as it stands now.", headers=ETAG)
def undo(body: dict[str, Any], id: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Take your last move back

    As long as it is still your turn, one move at a time, back to the last one that showed you or others
    something new, such as a drawn card. `can_undo` of the match tells whether there is one. The log keeps the
    move, and an entry `undo` behind it; the record leaves out both.
    """
    player = me()
    try:
        play.undo(current_app.extensions["pbem.settings"], id, player.id, body["seen"], g.now, once())
    except Stale as error:
        now = Match().dump(shown(reading.sight(id, player)))
        raise Problem(error.code, error.sentence, match=now) from None
    sight = reading.sight(id, player)
    return shown(sight), 200, etag(sight)


@resource.route("/matches/<id>/resignation", methods=["POST"])
@resource.operation("resign", "player", refuses=UNPLAYABLE, once=True)
@resource.arguments(Nothing, required=False)
@resource.response(200, Match, description="The match as it stands now.", headers=ETAG)
def resign(_body: dict[str, Any], id: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Resign

    A forfeit. Among three or more the others play on, and safe moves are made for your seat.
    """
    play.resign(current_app.extensions["pbem.settings"], id, me().id, g.now, once())
    sight = reading.sight(id, me())
    return shown(sight), 200, etag(sight)
