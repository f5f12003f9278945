"""Players that are programs. A bot gets a view, never a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from engine.game import AnyGame, Move
from engine.rng import Rng

Bot: TypeAlias = Callable[[Any, Sequence[Move], Rng], tuple[Move, Rng]]
"""From a view, its legal moves (at least one) and randomness to a move and the generator to go on with."""


def random_bot(view: Any, moves: Sequence[Move], rng: Rng) -> tuple[Move, Rng]:
    """Any of the legal moves, each equally likely."""
    return rng.choice(moves)


def greedy(game: AnyGame) -> Bot:
    """A bot that makes the move that looks best at first sight, by lot if several do."""
    worth = game.worth
    if worth is None:
        return random_bot

    def greedy_bot(view: Any, moves: Sequence[Move], rng: Rng) -> tuple[Move, Rng]:
        worths = [worth(view, move) for move in moves]
        best = max(worths)
        return rng.choice([move for move, found in zip(moves, worths, strict=True) if found == best])

    return greedy_bot


BOTS: Mapping[str, Callable[[AnyGame], Bot]] = MappingProxyType(
    {"random": lambda game: random_bot, "greedy": greedy}
)
"""The house bots by name; each is made for a game."""
