"""Matches: opened, found, looked at. What they look like stands here for the other resources too."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from flask import Response, current_app, g, request
from marshmallow import fields, validate

from engine import notation, wire
from engine.games import GAMES
from pbem.service import limits, matches, reading
from pbem.service.matches import Proposal
from pbem.service.reading import Filter, Sight
from pbem.service.rows import MatchRow, PlayerRow
from pbem.web import cursors, etags, examples
from pbem.web.auth import me, viewer
from pbem.web.resource import Resource, once
from pbem.web.schemas import (
    Answer,
    Component,
    Instant,
    Number,
    Page,
    Part,
    QueryTruth,
    Strict,
    Whole,
    cut,
    next_cursor,
    said,
)

resource = Resource("matches", __name__, "Playings of a game.")
LIMIT = 20
STATES = ("open", "running", "over")
ACCESS = ("open", "private")
TIMEOUTS = ("forfeit", "safe_move")
RESULTS = ("outcome", "forfeit", "lapsed")
FEWEST = min(game.seats[0] for game in GAMES.values())
MOST = max(game.seats[1] for game in GAMES.values())
SLUG = r"^[a-z0-9-]{1,40}$"


class NewPace(Strict):
    """The time rule of a match. Left out: three days a turn, reminders after 0.5 and 0.8, forfeit."""

    kind = fields.String(
        validate=validate.OneOf(["per_turn"]), metadata=said("The only kind there is. Left out: per_turn.")
    )
    seconds = Number(
        validate=validate.Range(1, 60 * 86_400),
        metadata=said(
            "For each turn of the rulebook. The host sets the least, usually 3600. Left out: 259200, "
            "which is three days.",
            examples=[259_200],
        ),
    )
    reminders = fields.List(
        fields.Float(validate=Part(), metadata=Part.BOUNDS),
        validate=validate.Length(0, 4),
        metadata=said(
            "Parts of the time after which a reminder is mailed. Left out: 0.5 and 0.8.",
            examples=[[0.5, 0.8]],
        ),
    )
    on_timeout = fields.String(
        validate=validate.OneOf(TIMEOUTS),
        metadata=said(
            "What a missed deadline does. forfeit: the player is out; safe_move: the service makes a "
            "harmless move, and the third missed deadline in a row is a forfeit. Left out: forfeit."
        ),
    )


class NewMatch(Strict):
    """A match that you would like to play. You get seat 0."""

    game = fields.String(
        required=True,
        validate=Whole(SLUG, error="A game is named by its slug, as GET /v1/games lists it."),
        metadata=said("The game's slug.", examples=["lords-of-scotland"]),
    )
    seats = Number(
        required=True,
        validate=validate.Range(FEWEST, MOST),
        metadata=said("How many play; each game has its own range.", examples=[2]),
    )
    options = Component("NewOptions", metadata=said("The variant. What is left out has the game's default."))
    pace = fields.Nested(NewPace, metadata=said("The time rule. Left out: its defaults."))
    access = fields.String(
        validate=validate.OneOf(ACCESS),
        metadata=said("open: anyone may join and look on; private: by invitation. Left out: open."),
    )
    invite = fields.List(
        fields.String(validate=validate.Length(3, 254)),
        validate=validate.Length(0, 4),
        metadata=said(
            "Addresses that get a letter with an invitation; not more than there are seats for others. "
            f"One that was invited {limits.INVITATIONS_TO.most} times today gets no further letter, but "
            "is invited.",
            examples=[["bob@example.org"]],
        ),
    )


class PlayerName(Answer):
    """A player, as others see him."""

    id = fields.String(metadata=said("The same as in the player's own `Me`."))
    name = fields.String(metadata=said("Chosen by the player; not unique.", examples=["Ann"]))


class MatchPlace(Answer):
    """A player at a seat."""

    seat = fields.Integer(metadata=said("Counted from 0, in the order of joining."))
    player = fields.Nested(PlayerName, metadata=said("Who sits there."))
    asked = fields.Boolean(metadata=said("Whether this seat is asked to move now."))
    deadline = Instant(allow_none=True, metadata=said("By when, if it is asked."))
    gone = fields.Boolean(metadata=said("The player has left; safe moves are made for the seat."))


class MatchPace(Answer):
    """The time rule of a match."""

    kind = fields.String(validate=validate.OneOf(["per_turn"]), metadata=said("The only kind there is."))
    seconds = fields.Integer(metadata=said("For each turn of the rulebook."))
    reminders = fields.List(
        fields.Float(), metadata=said("Parts of the time after which a reminder is mailed.")
    )
    on_timeout = fields.String(
        validate=validate.OneOf(TIMEOUTS),
        metadata=said("What a missed deadline does; the third safe move in a row is a forfeit."),
    )


class MatchResult(Answer):
    """How a match ended. The lists are by seat."""

    kind = fields.String(
        validate=validate.OneOf(RESULTS),
        metadata=said("outcome: by the rules; forfeit: all others left; lapsed: never began."),
    )
    reason = fields.String(metadata=said("One sentence."))
    ranks = fields.List(
        fields.Integer(),
        allow_none=True,
        metadata=said("1 for the winner; equal ranks share; null: it never began."),
    )
    scores = fields.List(
        fields.Integer(), allow_none=True, metadata=said("By the rules; null if they did not end it.")
    )


class LegalMove(Answer):
    """A move that you could make now. Send back either of the two."""

    line = fields.String(metadata=said("As a line.", examples=["recruit 3"]))
    move = Component("Move", metadata=said("The same as an object."))


class MatchSummary(Answer):
    """A match without what lies on its table."""

    id = fields.String(metadata=said("Names the match.", examples=["5f8n2jx7m3kq9w4t"]))
    game = fields.String(metadata=said("The game's slug."))
    version = fields.Integer(metadata=said("Of the game's rules."))
    options = Component("Options", metadata=said("The variant chosen."))
    seats = fields.Integer(metadata=said("How many play."))
    pace = fields.Nested(MatchPace, metadata=said("The time rule."))
    access = fields.String(
        validate=validate.OneOf(ACCESS),
        metadata=said("open: anyone may join and look on; private: only for players and the invited."),
    )
    state = fields.String(
        validate=validate.OneOf(STATES), metadata=said("open: waits for players; running; over.")
    )
    entry = fields.Integer(
        metadata=said("The number of the last log entry, 0 before the start: send it as `seen` with a move.")
    )
    to_act = fields.List(fields.Integer(), metadata=said("The seats that are asked to move."))
    deadline = Instant(
        allow_none=True,
        metadata=said("Yours if you are asked, otherwise the next one; null: nobody is asked."),
    )
    created_at = Instant(metadata=said("When it was opened."))
    started_at = Instant(
        allow_none=True, metadata=said("When all seats were taken; null: not yet, or never.")
    )
    ended_at = Instant(allow_none=True, metadata=said("When it ended; null: not yet."))
    places = fields.List(fields.Nested(MatchPlace), metadata=said("In the order of the seats."))
    you = fields.Integer(allow_none=True, metadata=said("Your seat; null if you hold none."))
    result = fields.Nested(MatchResult, allow_none=True, metadata=said("How it ended; null: not yet."))


class Match(MatchSummary):
    """A match as you may see it: from your seat, or as a spectator."""

    view = Component("View", allow_none=True, metadata=said("All you may know; null before the start."))
    table = fields.String(allow_none=True, metadata=said("The same as plain text, at most 72 columns."))
    can_undo = fields.Boolean(metadata=said("Whether you can take your last move back, with POST .../undo."))
    legal_moves = fields.List(
        fields.Nested(LegalMove), allow_none=True, metadata=said("All you can do; null if you are not asked.")
    )

    @classmethod
    def example(cls) -> Any:
        """As who is asked sees it."""
        return cls().dump(shown(examples.played().asked))


class MatchQuery(Page):
    """Which matches to list: those that fit all that is given."""

    state = fields.String(validate=validate.OneOf(STATES), metadata=said("Matches in this state."))
    mine = QueryTruth(metadata=said("true: you hold a seat; false: you do not."))
    invited = QueryTruth(
        metadata=said(
            "true: it waits for players, your address is invited, and you hold no seat, be it open or "
            "private; false: the others of the list."
        )
    )
    to_act = fields.String(
        validate=validate.OneOf(["me"]),
        metadata=said("me: only those in which you are asked to move; the nearest deadline comes first."),
    )
    game = fields.String(
        validate=Whole(SLUG, error="A game is named by its slug."), metadata=said("The game's slug.")
    )


class MatchPage(Answer):
    """Some matches."""

    items = fields.List(fields.Nested(MatchSummary), metadata=said("The matches of this page."))
    next_cursor = next_cursor()


LOCATION = {"Location": {"schema": {"type": "string"}, "description": "The path of the match."}}
ETAG = {"ETag": {"schema": {"type": "string"}, "description": "Send it as `If-None-Match` next time."}}


@resource.route("/matches", methods=["POST"])
@resource.operation(
    "createMatch",
    "player",
    once=True,
    limits=[limits.MATCHES, limits.INVITATIONS],
)
@resource.arguments(
    NewMatch, example={"game": "lords-of-scotland", "seats": 2, "invite": ["bob@example.org"]}
)
@resource.response(201, Match, description="The match.", headers=LOCATION | ETAG)
def create_match(body: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Open a match

    You get seat 0, others the next ones in the order of joining. It starts when all seats are taken, and is
    given up after 14 days if they are not. Who is invited gets a letter, and finds the match with
    `GET /v1/matches?invited=true`.
    """
    proposal = Proposal(
        body["game"],
        body["seats"],
        body.get("options", {}),
        body.get("pace", {}),
        body.get("access", "open"),
        body.get("invite", ()),
    )
    id = matches.propose(current_app.extensions["pbem.settings"], me(), proposal, g.now, once())
    sight = reading.sight(id, me())
    return shown(sight), 201, location(id) | etag(sight)


@resource.route("/matches", methods=["GET"])
@resource.operation("listMatches", "player", conditional=True)
@resource.arguments(MatchQuery, location="query")
@resource.response(200, MatchPage, description="Some matches.")
def list_matches(query: dict[str, Any]) -> dict[str, Any]:
    """Find matches

    Yours and the open ones of others, newest first; with `to_act=me` those that wait for you, by deadline;
    with `invited=true` those to which you are invited, private ones too. A page may hold less than `limit`
    items though there are more: `next_cursor` tells.
    """
    limit = query.get("limit", LIMIT)
    find = _waiting if "to_act" in query else _listed
    seen, cursor = find(me(), query, limit)
    return {"items": [summary(sight) for sight in seen], "next_cursor": cursor}


@resource.route("/matches/<id>", methods=["GET"])
@resource.operation("getMatch", "anyone", refuses=["not-found"], conditional=True)
@resource.response(200, Match, description="The match as you may see it.")
def get_match(id: str) -> tuple[dict[str, Any], int, dict[str, str]] | Response:
    """Look at a match

    A seat holder sees what his seat may know, with `legal_moves` when he is asked. Anybody else, with or
    without a token, sees an open match as a spectator does. Poll with `If-None-Match`: that costs little.
    """
    player = viewer()
    if request.if_none_match:
        tag = etags.current(id, player)
        if tag is not None and request.if_none_match.contains_weak(tag):
            return Response(status=304, headers={"ETag": f'"{tag}"'})
    sight = reading.sight(id, player)
    return shown(sight), 200, etag(sight)


def etag(sight: Sight) -> dict[str, str]:
    """The header that goes with a match as the caller sees it."""
    return {"ETag": f'"{etags.of(sight, viewer())}"'}


def location(id: str) -> dict[str, str]:
    """Where a match is to be found."""
    return {"Location": f"/v1/matches/{id}"}


def shown(sight: Sight) -> dict[str, Any]:
    """The values of a `Match`."""
    legal = sight.legal_moves
    return {
        **summary(sight),
        "view": sight.view,
        "table": sight.table,
        "can_undo": sight.can_undo,
        "legal_moves": legal and [{"line": notation.write(move), "move": move} for move in legal],
    }


def summary(sight: Sight) -> dict[str, Any]:
    """The values of a `MatchSummary`."""
    match = sight.match
    return {
        **match._asdict(),
        "options": wire.written(match.options),
        "pace": _pace(match.pace),
        "to_act": sight.to_act,
        "deadline": sight.deadline,
        "places": _places(sight),
        "you": sight.seat,
        "result": sight.result,
    }


@lru_cache(maxsize=256)  # most matches are played at one of a few
def _pace(written: str) -> Any:
    return json.loads(written)


def _places(sight: Sight) -> list[dict[str, Any]]:
    return [
        {
            "seat": place.seat,
            "player": {"id": place.player, "name": name},
            "asked": place.asked is not None,
            "deadline": None if place.asked is None else place.deadline,
            "gone": place.gone is not None,
        }
        for place, name in zip(sight.places, sight.names, strict=True)
    ]


def _listed(player: PlayerRow, query: dict[str, Any], limit: int) -> tuple[list[Sight], str | None]:
    after = cursors.read(query["cursor"], "matches", int, str) if "cursor" in query else None
    which = Filter(query.get("state"), query.get("mine"), query.get("game"), query.get("invited"))
    rows, cursor = cut(reading.listing(player, which, after, limit + 1), limit, _cursor)
    return reading.sights(rows, player), cursor


def _cursor(row: MatchRow) -> str:
    return cursors.write("matches", row.created_at, row.id)


def _waiting(player: PlayerRow, query: dict[str, Any], limit: int) -> tuple[list[Sight], str | None]:
    """Matches that wait for the player; none if something else that was asked for contradicts that."""
    after = cursors.read(query["cursor"], "to-act", int, str) if "cursor" in query else None
    if query.get("state", "running") != "running" or not query.get("mine", True) or query.get("invited"):
        return [], None
    rows, cursor = cut(reading.to_act(player, query.get("game"), after, limit + 1), limit, _waiting_cursor)
    return reading.sights([row for row, _ in rows], player), cursor


def _waiting_cursor(found: tuple[MatchRow, int]) -> str:
    row, deadline = found
    return cursors.write("to-act", deadline, row.id)
