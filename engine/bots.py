"""Players that are programs. A bot gets a view, never a state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from engine.game import Move
from engine.rng import Rng

Bot: TypeAlias = Callable[[Any, Sequence[Move], Rng], tuple[Move, Rng]]
"""From a view, its legal moves (at least one) and randomness to a move and the generator to go on with."""


def random_bot(view: Any, moves: Sequence[Move], rng: Rng) -> tuple[Move, Rng]:
    """Any of the legal moves, each equally likely."""
    return rng.choice(moves)


BOTS: dict[str, Bot] = {"random": random_bot}
