"""The games that can be played, and what a client has to know of each."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from engine import notation, wire
from engine.game import AnyGame
from engine.games import GAMES
from pbem.errors import NotFound
from pbem.web.resource import Resource
from pbem.web.schemas import Answer, said

resource = Resource("games", __name__, "The games that can be played.")

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class Seats(Answer):
    """How many can play."""

    fewest = fields.Integer(metadata=said("At least so many.", examples=[2]))
    most = fields.Integer(metadata=said("At most so many.", examples=[5]))


class GameSummary(Answer):
    """A game in a few words."""

    slug = fields.String(metadata=said("Its name in requests.", examples=["lords-of-scotland"]))
    name = fields.String(metadata=said("What people call it.", examples=["Lords of Scotland"]))
    version = fields.Integer(metadata=said("Of our rules; a match keeps the one it began with."))
    seats = fields.Nested(Seats, metadata=said("How many can play."))
    summary = fields.String(metadata=said("One sentence."))


class MoveKind(Answer):
    """One kind of move."""

    type = fields.String(metadata=said("The tag of its object.", examples=["lords-of-scotland.recruit"]))
    usage = fields.String(metadata=said("How its line is written.", examples=["recruit SLOT"]))
    help = fields.String(metadata=said("What it does."))
    independent = fields.Boolean(
        metadata=said("Whether it is still made behind a move of the same request that showed something new.")
    )
    closing = fields.Boolean(
        metadata=said("Whether it only ends a turn: sent ahead, it is passed over once the turn has ended.")
    )
    schema = fields.Dict(metadata=said("JSON Schema of its object."))


class Game(GameSummary):
    """A game, whole."""

    options = fields.Dict(metadata=said("JSON Schema of the options of a match, with their defaults."))
    moves = fields.List(fields.Nested(MoveKind), metadata=said("The kinds of moves that there are."))
    rules = fields.String(metadata=said("The rules in Markdown, in numbered paragraphs that refusals name."))


class GameList(Answer):
    """All games."""

    items = fields.List(fields.Nested(GameSummary), metadata=said("All of them, in one page."))


@resource.route("/games", methods=["GET"])
@resource.operation("listGames", "public")
@resource.response(200, GameList, description="All games.")
def list_games() -> dict[str, Any]:
    """List the games"""
    return {"items": [_summary(game) for game in GAMES.values()]}


@resource.route("/games/<slug>", methods=["GET"])
@resource.operation("getGame", "public", refuses=["not-found"])
@resource.response(200, Game, description="The game.")
def get_game(slug: str) -> dict[str, Any]:
    """Learn a game

    The seats, the options and the moves as JSON Schema, and the rules as text.
    """
    game = GAMES.get(slug)
    if game is None:
        raise NotFound(f"There is no such game. There are: {', '.join(GAMES)}.")
    options, moves = _schema(game.options), [_move(game, kind) for kind in game.moves]
    return {**_summary(game), "options": options, "moves": moves, "rules": game.rules}


def _summary(game: AnyGame) -> dict[str, Any]:
    fewest, most = game.seats
    return {
        "slug": game.slug,
        "name": game.name,
        "version": game.version,
        "seats": {"fewest": fewest, "most": most},
        "summary": game.summary,
    }


def _move(game: AnyGame, kind: Any) -> dict[str, Any]:
    return {
        "type": notation.tag(kind),
        "usage": kind.usage,
        "help": " ".join((kind.__doc__ or "").split()),
        "independent": kind in game.independent,
        "closing": kind in game.closing,
        "schema": _schema(kind),
    }


def _schema(kind: type) -> dict[str, Any]:
    """The JSON Schema of a type, standing alone."""
    components = wire.schema([kind], "#/$defs/{name}")
    whole = {"$schema": DIALECT, **components.pop(kind.__name__)}
    return {**whole, "$defs": components} if components else whole
