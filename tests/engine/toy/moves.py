"""What a player can decide."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from engine.game import Move

Stance: TypeAlias = Literal["firm", "feint"]


class Stand(Move, frozen=True, tag="last-stand.stand"):
    """Choose a card of your hand for the stand."""

    usage: ClassVar[str] = "[stand] CARD [feint]"
    bare: ClassVar[bool] = True
    card: str
    stance: Stance = "firm"


class Peek(Move, frozen=True, tag="last-stand.peek"):
    """Look at a slot of the deck, counted from the top."""

    usage: ClassVar[str] = "peek SLOT..."
    each: ClassVar[bool] = True
    slot: int


class Sort(Move, frozen=True, tag="last-stand.sort"):
    """Put the slots of the deck in another order: name them all, the new first one first."""

    usage: ClassVar[str] = "sort SLOT SLOT..."
    slots: tuple[int, ...]


class Take(Move, frozen=True, tag="last-stand.take"):
    """Take a slot of the deck into your hand; you may drop a card of your hand for it."""

    usage: ClassVar[str] = "take SLOT [for CARD]"
    pattern: ClassVar[str] = "slot for drop"
    slot: int
    drop: str | None = None


class End(Move, frozen=True, tag="last-stand.end"):
    """End your turn."""

    usage: ClassVar[str] = "end"


AnyMove: TypeAlias = Stand | Peek | Sort | Take | End
MOVES: tuple[type[AnyMove], ...] = (Stand, Peek, Sort, Take, End)
