"""What a player can decide: one frozen struct for each kind of move."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta

from engine.game import Move
from engine.games.lords_of_scotland.cards import NAME, Power

_ADDRESS = r"[a-e][1-9][0-9]?"

Facing: TypeAlias = Literal["up", "down"]

CardName: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^{NAME}$",
        description="A card: its clan and strength, or bruce-a or bruce-b.",
        examples=["scott-7", "bruce-a"],
    ),
]

Target: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^(?:{NAME}|{_ADDRESS})$",
        description=(
            "A face-up card by its name, or a face-down follower by its address: the letter of the seat "
            "(a is seat 0) and its place in that army, counted from 1 over all followers."
        ),
        examples=["scott-7", "b2"],
    ),
]


class Recruit(Move, frozen=True, gc=False, tag="lords-of-scotland.recruit"):
    """Take one of the five recruits into your hand."""

    slot: Annotated[
        int, Meta(ge=1, le=5, description="The recruit's slot, counted from the left.", examples=[3])
    ]

    usage: ClassVar[str] = "recruit SLOT"


class Muster(Move, frozen=True, gc=False, tag="lords-of-scotland.muster"):
    """Play a card from your hand into your army.

    `up` alone does not activate its power. To activate, add the word of the power (copy,
    muster, stay, discard, swap, draw, claim-two, join) and, if it takes one, its target.
    A face-up card is named as a target by its name, a face-down follower by its address
    such as b2. After `copy` and the copied follower comes the copied power's target.
    """

    card: Annotated[CardName, Meta(description="The card from your hand.")]
    facing: Annotated[Facing, Meta(description="Face-up or face-down.")]
    power: Annotated[
        Power | None,
        Meta(description="The word of the card's power if it is activated; left out if it is not."),
    ] = None
    target: Annotated[
        Target | None,
        Meta(description="What the power acts on; for copy: the follower whose power is copied."),
    ] = None
    then: Annotated[Target | None, Meta(description="For copy: what the copied power acts on.")] = None

    usage: ClassVar[str] = "muster CARD up|down [POWER [TARGET [TARGET OF A COPIED POWER]]]"


class Stop(Move, frozen=True, gc=False, tag="lords-of-scotland.stop"):
    """Muster no further card after an activated Makgill (or a Scott that copied one)."""

    usage: ClassVar[str] = "stop"


class Claim(Move, frozen=True, gc=False, tag="lords-of-scotland.claim"):
    """Take a supporter into your victory pile at the end of a skirmish."""

    card: Annotated[CardName, Meta(description="One of the supporters.")]

    usage: ClassVar[str] = "claim CARD"


class Pass(Move, frozen=True, gc=False, tag="lords-of-scotland.pass"):
    """Do nothing: allowed only with an empty hand and no recruit on the table."""

    usage: ClassVar[str] = "pass"


LordsMove: TypeAlias = Recruit | Muster | Stop | Claim | Pass
