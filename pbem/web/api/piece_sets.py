"""Sets of pieces beside those that come with a game, such as the cards of a printed edition."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, g
from marshmallow import fields

from engine.game import AnyGame
from engine.games import GAMES
from pbem.errors import NotFound
from pbem.service import limits, piece_sets
from pbem.service.piece_sets import SetRow
from pbem.web.auth import me, viewer
from pbem.web.resource import Resource, once
from pbem.web.schemas import Answer, Instant, Strict, said

resource = Resource("sets", __name__, "Sets of pieces that hosts and players add to a game.")


class NewPieceSet(Strict):
    """A set as the rules of the game describe it."""

    set = fields.Dict(
        required=True,
        metadata=said("What its file would hold. The rules of the game tell the format, with an example."),
    )


class PieceSet(Answer):
    """A set, without its content."""

    hash = fields.String(
        metadata=said("Names it in the options of a match: 64 hexadecimal digits, of its content.")
    )
    game = fields.String(metadata=said("The slug of the game.", examples=["scarab-lords"]))
    title = fields.String(metadata=said("What people call it."))
    yours = fields.Boolean(metadata=said("You have added it, and only you see it in lists."))
    created_at = Instant(metadata=said("When it was added."))


class PieceSetList(Answer):
    """The sets of a game that you can choose."""

    items = fields.List(fields.Nested(PieceSet), metadata=said("All of them, oldest first, in one page."))


@resource.route("/games/<slug>/sets", methods=["GET"])
@resource.operation("listSets", "anyone", refuses=["not-found"])
@resource.response(200, PieceSetList, description="The sets.")
def list_sets(slug: str) -> dict[str, Any]:
    """List the sets of pieces of a game

    Beside the game's own: those of the host, and yours. A set is chosen by its hash, as an option of a match.
    """
    player = viewer()
    found = piece_sets.listing(_game(slug), player.id if player else None)
    return {"items": [_shown(row) for row in found]}


@resource.route("/games/<slug>/sets", methods=["POST"])
@resource.operation("addSet", "player", refuses=["not-found"], once=True, limits=[limits.PIECE_SETS])
@resource.arguments(NewPieceSet, example={"set": {}})
@resource.response(201, PieceSet, description="The set is kept, for good.")
def add_set(body: dict[str, Any], slug: str) -> tuple[dict[str, Any], int, None]:
    """Add a set of pieces

    It is checked, and kept by the hash of its content; the same set twice is one. Only you see it in lists,
    but whoever plays a match with it can read it.
    """
    row, _ = piece_sets.add(_game(slug), json.dumps(body["set"]).encode(), me().id, g.now, once())
    return _shown(row), 201, None


@resource.route("/games/<slug>/sets/<hash>", methods=["GET"])
@resource.operation("getSet", "anyone", refuses=["not-found"])
@resource.response(200, {"type": "object"}, description="The set, as its file would have it.")
def get_set(slug: str, hash: str) -> Response:
    """Read a set of pieces by its hash"""
    return Response(piece_sets.content(_game(slug), hash), 200, mimetype="application/json")


def _game(slug: str) -> AnyGame:
    game = GAMES.get(slug)
    if game is None:
        raise NotFound(f"There is no such game. There are: {', '.join(GAMES)}.")
    piece_sets.sets_of(game)
    return game


def _shown(row: SetRow) -> dict[str, Any]:
    player = viewer()
    return {**row._asdict(), "yours": player is not None and row.player == player.id}
