"""Bugs to plant in the lines of a game: what is written is read as something else, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from msgspec import defstruct
from msgspec.structs import asdict
from msgspec.structs import replace as changed

from engine import notation
from engine.game import AnyGame, Move, Seat, Step


def calls_two_kinds_alike(game: AnyGame) -> AnyGame:
    """The second kind of move has the verb of the last but one."""
    second = game.moves[1]
    twin = defstruct("Twin", [], bases=(second,), frozen=True, tag=notation.tag(game.moves[-2]))
    alike = _with_moves(
        game,
        lambda move: twin(**asdict(move)) if type(move) is second else move,
        lambda move: second(**asdict(move)) if isinstance(move, twin) else move,
    )
    return replace(alike, moves=(game.moves[0], twin, *game.moves[2:]))


def calls_a_card_like_a_move(game: AnyGame) -> AnyGame:
    """The oaks of the toy game bear the verbs of its moves, and a stand's line has no verb."""
    verbs = [*map(notation.verb, game.moves), "ends"]
    calls = {f"oak-{number}": verb for number, verb in enumerate(verbs, 1)}
    return _with_moves(
        game, partial(_with_card, calls), partial(_with_card, {v: k for k, v in calls.items()})
    )


def _with_card(calls: dict[str, str], move: Any) -> Any:
    return changed(move, card=calls.get(move.card, move.card)) if hasattr(move, "card") else move


def names_what_cannot_be_typed(game: AnyGame) -> AnyGame:
    """Names with a blank in them."""
    field = _some_field(game)
    return replace(game, names=lambda view: {field: ("scott 7",)})


def names_two_alike(game: AnyGame) -> AnyGame:
    """Names that only their case tells apart."""
    field = _some_field(game)
    return replace(game, names=lambda view: {field: ("scott-7", "Scott-7")})


def names_fields_that_are_not_there(game: AnyGame) -> AnyGame:
    """Names for a field that no move has."""
    return replace(game, names=lambda view: {"colour": ("red",)})


def _some_field(game: AnyGame) -> str:
    return next(str(name) for kind in game.moves for name in kind.__struct_fields__)


def forgets_a_field(game: AnyGame) -> AnyGame:
    """A pattern that names no field."""
    kind = next(kind for kind in game.moves if kind.__struct_fields__)
    words = {"pattern": "well", "bare": False}
    forgetful = defstruct(
        "Forgetful", [], bases=(kind,), frozen=True, tag=notation.tag(kind), namespace=words
    )
    return replace(game, moves=tuple(forgetful if other is kind else other for other in game.moves))


def closes_with_anything(game: AnyGame) -> AnyGame:
    """Every kind of move is said to end the turn."""
    return replace(game, closing=game.moves)


def names_by_luck(game: AnyGame) -> AnyGame:
    """The names depend on more than the view."""
    calls = count()
    field = _some_field(game)
    return replace(game, names=lambda view: {field: (f"name{next(calls)}",)})


def _with_moves(game: AnyGame, there: Callable[[Any], Any], back: Callable[[Any], Any]) -> AnyGame:
    """The game with other moves: `there` makes them of its own, `back` its own of them."""

    def candidates(view: Any) -> Iterator[Move]:
        return map(there, game.candidates(view))

    def check(view: Any, move: Move) -> None:
        game.check(view, back(move))

    def apply(state: Any, seat: Seat, move: Move) -> Step[Any, Any]:
        return game.apply(state, seat, back(move))

    return replace(game, candidates=candidates, check=check, apply=apply)
