"""Whole matches at random, and what can be found in their states without knowing the game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from engine.bots import Bot, random_bot
from engine.game import AnyGame, Move, Seat, Speech, Step
from engine.play import legal_moves
from engine.rng import Rng

TOO_LONG = 3_000
"""Moves after which a match does not seem to end."""
CARD = r"[a-z]+(?:-[a-z]+)*-(?:[0-9]+|[a-z])"
"""What the name of a piece looks like, if a game does not say otherwise: `scott-7`, `bruce-a`."""
NAMES = ("Ann", "Bob", "Carl", "Dina", "Edo")


@dataclass(frozen=True)
class Match:
    """A match that was played, from the deal to the end (or to where nobody could go on)."""

    seats: int
    options: Any
    rng: Rng
    steps: tuple[Step[Any, Any], ...]
    """The deal, then what each move led to."""
    moves: tuple[tuple[Seat, Move], ...]
    piece: re.Pattern[str]
    """What the name of a piece looks like."""

    @property
    def states(self) -> list[Any]:
        """The states, the first after the deal."""
        return [step.state for step in self.steps]

    @property
    def onlookers(self) -> tuple[Seat | None, ...]:
        """A spectator and all seats."""
        return (None, *range(self.seats))

    @cached_property
    def cards(self) -> frozenset[str]:
        """The names of all pieces, as they lie after the deal."""
        return frozenset(leaf for _, leaf in leaves(self.steps[0].state) if self.piece.fullmatch(leaf))

    def sample(self, count: int) -> list[Any]:
        """So many states, spread over the match; the first and the last are among them."""
        states = self.states
        if len(states) <= count:
            return states
        return [states[place * (len(states) - 1) // (count - 1)] for place in range(count)]


def bot_of_kinds(view: Any, moves: Sequence[Move], rng: Rng) -> tuple[Move, Rng]:
    """Any kind of the legal moves, then any of that kind: rare kinds come up more often."""
    kind, rng = rng.choice(list(dict.fromkeys(map(type, moves))))
    return rng.choice([move for move in moves if type(move) is kind])


def wander(game: AnyGame, seats: int, options: Any, seed: int) -> Match:
    """A match among bots, wholly random ones for an even seed; of several seats to act any may move."""
    bot = bot_of_kinds if seed % 2 else random_bot
    rng = Rng(f"{seed:064x}")
    chance = rng.fork("bots")
    steps = [game.setup(options, seats, rng)]
    moves: list[tuple[Seat, Move]] = []
    while len(moves) < TOO_LONG and (to_act := game.to_act(steps[-1].state)):
        state = steps[-1].state
        seat, chance = chance.choice(to_act)
        view = game.look(state, seat)
        legal = legal_moves(game, view)
        if not legal:
            break
        move, chance = bot(view, legal, chance)
        moves.append((seat, move))
        steps.append(game.apply(state, seat, move))
    return Match(seats, options, rng, tuple(steps), tuple(moves), piece(game))


def contest(game: AnyGame, bots: Sequence[Bot], options: Any, seed: int) -> Match:
    """A match among bots, one for each seat."""
    rng = Rng(f"{seed:064x}")
    chance = rng.fork("bots")
    steps = [game.setup(options, len(bots), rng)]
    moves: list[tuple[Seat, Move]] = []
    while to_act := game.to_act(steps[-1].state):
        assert len(moves) < TOO_LONG, "the match does not end"
        state, seat = steps[-1].state, to_act[0]
        view = game.look(state, seat)
        move, chance = bots[seat](view, legal_moves(game, view), chance)
        moves.append((seat, move))
        steps.append(game.apply(state, seat, move))
    return Match(len(bots), options, rng, tuple(steps), tuple(moves), piece(game))


def option_sets(game: AnyGame) -> list[Any]:
    """The variants that a game's `pieces.py` names; else the default, and each choice made otherwise once."""
    default = game.options()
    variants = told_of(game, "VARIANTS")
    if variants:
        return [msgspec.structs.replace(default, **variant) for variant in variants]
    others = [
        msgspec.structs.replace(default, **{name: value})
        for name, hint in get_type_hints(game.options).items()
        for value in _values(hint)
    ]
    return [default, *(other for other in others if other != default)]


def _values(hint: Any) -> tuple[Any, ...]:
    if hint is bool:
        return (False, True)
    return get_args(hint) if get_origin(hint) is Literal else ()


def speech(reader: Seat | None, names: tuple[str, ...] = NAMES) -> Speech:
    """Plain English for a reader."""
    return Speech(names, reader)


def leaves(
    value: Any, path: tuple[str, ...] = (), without: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Every text inside a value with its path; paths in `without` (`public.seen`) are passed over."""
    if isinstance(value, str):
        yield ".".join(path), value
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, str(place)), without)
    elif isinstance(value, msgspec.Struct) and not isinstance(value, Rng):
        for name in value.__struct_fields__:
            if ".".join((*path, name)) not in without:
                yield from leaves(getattr(value, name), (*path, name), without)


def rngs(value: Any) -> list[Rng]:
    """Every generator inside a value."""
    if isinstance(value, Rng):
        return [value]
    if isinstance(value, msgspec.Struct):
        value = tuple(getattr(value, name) for name in value.__struct_fields__)
    return [rng for item in value for rng in rngs(item)] if isinstance(value, tuple) else []


def piece(game: AnyGame) -> re.Pattern[str]:
    """What the name of a piece looks like in a game; `CARD` of its `pieces.py`, if it has one."""
    return re.compile("|".join(told_of(game, "CARD")) or CARD)


def told_of(game: AnyGame, name: str) -> tuple[Any, ...]:
    """What a game's `pieces.py` beside its tests says of it; nothing if there is none.

    `GOLDEN`: the options of the golden playthrough, as pairs of name and value.
    `SPEED`: how many times as fast as chess random play has to be, if not as fast.
    `CARD`: patterns that the names of pieces match, if they do not look like `scott-7`.
    `VARIANTS`: the options to be tried, each as the choices made otherwise than by default.
    `RARE`: kinds of moves and events that random matches hardly ever bring up; its own tests do.
    `NAMED_AGAIN`: fields that tell something of a card that lies elsewhere.
    `PLACELESS`: fields of a view that name cards without telling where they lie.
    """
    module = f"tests.engine.games.{game.slug.replace('-', '_')}"
    if not find_spec("tests.engine.games") or not find_spec(module) or not find_spec(f"{module}.pieces"):
        return ()
    return tuple(getattr(import_module(f"{module}.pieces"), name, ()))
