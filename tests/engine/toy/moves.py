"""What a player can decide."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from engine.game import Move

Stance: TypeAlias = Literal["firm", "feint"]


class Stand(Move, frozen=True, tag="last-stand.stand"):
    """Choose a card of your hand for the stand."""

    usage: ClassVar[str] = "stand CARD [feint]"
    card: str
    stance: Stance = "firm"


class Peek(Move, frozen=True, tag="last-stand.peek"):
    """Look at a slot of the deck, counted from the top."""

    usage: ClassVar[str] = "peek SLOT"
    slot: int


class Take(Move, frozen=True, tag="last-stand.take"):
    """Take a slot of the deck into your hand; you may drop a card of your hand for it."""

    usage: ClassVar[str] = "take SLOT [CARD]"
    slot: int
    drop: str | None = None


class End(Move, frozen=True, tag="last-stand.end"):
    """End your turn."""

    usage: ClassVar[str] = "end"


AnyMove: TypeAlias = Stand | Peek | Take | End
MOVES: tuple[type[AnyMove], ...] = (Stand, Peek, Take, End)
