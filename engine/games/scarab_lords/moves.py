"""What a player can decide: one frozen struct for each kind of move."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from msgspec import Meta

from engine.game import Move
from engine.games.scarab_lords.cards import Column as ColumnName
from engine.games.scarab_lords.state import NAME, PhaseLetter, PlaceName

CardName: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^(?:[a-z]+(?:-[a-z]+)*|{NAME})$",
        max_length=20,
        description=(
            "A card by its word, such as `river`; by the name of the copy, such as `river-2`, only if equal "
            "cards in one place are not alike."
        ),
        examples=["kamal", "river-2"],
    ),
]

Column: TypeAlias = Annotated[
    ColumnName,
    Meta(
        description="Upper or lower (u, l), then economic, religious or military (e, r, m).", examples=["ue"]
    ),
]

Place: TypeAlias = Annotated[
    PlaceName | None,
    Meta(description="Where the card is, if there are others of its word elsewhere.", examples=["lm"]),
]


class Phases(Move, frozen=True, gc=False, tag="scarab-lords.phases"):
    """Name the two phases that your first turn will have: 0, 1, 2 or s (supremacy)."""

    first: Annotated[PhaseLetter, Meta(description="The earlier phase.", examples=["0"])]
    second: Annotated[PhaseLetter, Meta(description="The later phase.", examples=["s"])]

    usage: ClassVar[str] = "phases PHASE PHASE"


class Redraw(Move, frozen=True, gc=False, tag="scarab-lords.redraw"):
    """In place of a turn: drop any cards of your hand and draw until you hold six.

    Cards that are named are discarded first.
    """

    cards: Annotated[tuple[CardName, ...], Meta(description="What to drop.", examples=[["caravan"]])] = ()

    usage: ClassVar[str] = "redraw [drop CARD...]"
    pattern: ClassVar[str] = "drop cards"


class Play(Move, frozen=True, gc=False, tag="scarab-lords.play"):
    """Play a card of your hand in its phase, to a column that its icons allow.

    Gods are named alone, and fates, but for those that act on a column of your choice.
    """

    card: Annotated[CardName, Meta(description="The card of your hand.")]
    column: Annotated[Column | None, Meta(description="Where to; none for a god.", examples=["ue"])] = None

    usage: ClassVar[str] = "CARD [COLUMN]"
    bare: ClassVar[bool] = True


class Use(Move, frozen=True, gc=False, tag="scarab-lords.use"):
    """Activate a card that you have in play: what its text says behind `Action`."""

    card: Annotated[CardName, Meta(description="The card.")]
    place: Place = None

    usage: ClassVar[str] = "use CARD [PLACE]"


class Clean(Move, frozen=True, gc=False, tag="scarab-lords.clean"):
    """Take a scarab off a card: by an action of its phase, or because a text tells you to."""

    card: Annotated[CardName, Meta(description="The cursed card.")]
    place: Place = None

    usage: ClassVar[str] = "clean CARD [PLACE]"


class Free(Move, frozen=True, gc=False, tag="scarab-lords.free"):
    """Take a scarab off any card by a card of yours that offers this once a turn; it is no action."""

    card: Annotated[CardName, Meta(description="The cursed card.")]
    place: Place = None

    usage: ClassVar[str] = "free CARD [PLACE]"


class Curse(Move, frozen=True, gc=False, tag="scarab-lords.curse"):
    """Put a scarab on a card of your opponent: by religious supremacy, or because a text tells you to.

    The region of the card tells which of your religious supremacies is exercised.
    """

    card: Annotated[CardName, Meta(description="The opponent's card.")]
    place: Place = None

    usage: ClassVar[str] = "curse CARD [PLACE]"


class Choose(Move, frozen=True, gc=False, tag="scarab-lords.choose"):
    """Choose the card on which a text acts."""

    card: Annotated[CardName, Meta(description="The card.")]
    place: Place = None

    usage: ClassVar[str] = "choose CARD [PLACE]"


class Shift(Move, frozen=True, gc=False, tag="scarab-lords.move"):
    """Move a card of yours to another column, because a text tells you to."""

    card: Annotated[CardName, Meta(description="The card.")]
    column: Annotated[Column, Meta(description="Where to.")]
    place: Place = None

    usage: ClassVar[str] = "move CARD to COLUMN [PLACE]"
    pattern: ClassVar[str] = "card to column place"


class Stop(Move, frozen=True, gc=False, tag="scarab-lords.stop"):
    """Lay no more cards under your deck."""

    usage: ClassVar[str] = "stop"


class Draw(Move, frozen=True, gc=False, tag="scarab-lords.draw"):
    """Exercise an economic supremacy: draw a card."""

    column: Column

    usage: ClassVar[str] = "draw COLUMN"


class Mill(Move, frozen=True, gc=False, tag="scarab-lords.mill"):
    """Exercise a military supremacy: your opponent discards the top card of his deck."""

    column: Column

    usage: ClassVar[str] = "mill COLUMN"


class Discard(Move, frozen=True, gc=False, tag="scarab-lords.discard"):
    """Discard a card of yours from hand or from play: freely in your turn, or because you must."""

    card: Annotated[CardName, Meta(description="The card.")]
    place: Place = None

    usage: ClassVar[str] = "discard CARD [PLACE]"


class Done(Move, frozen=True, gc=False, tag="scarab-lords.done"):
    """End your turn; the supremacies are determined if that has not been done."""

    usage: ClassVar[str] = "done"


class Rank(Move, frozen=True, gc=False, tag="scarab-lords.rank"):
    """Put a card of your hand at the end of your discard list.

    When your opponent makes you discard, the first of the list goes at once, and you are not asked.
    """

    card: Annotated[CardName, Meta(description="The card of your hand.")]

    usage: ClassVar[str] = "rank CARD..."
    each: ClassVar[bool] = True


class Unrank(Move, frozen=True, gc=False, tag="scarab-lords.unrank"):
    """Tear up your discard list."""

    usage: ClassVar[str] = "unrank"


class Pick(Move, frozen=True, gc=False, tag="scarab-lords.pick"):
    """Pick a card: one of yours for the pool, or one of the pool for your deck."""

    card: Annotated[CardName, Meta(description="The card.")]

    usage: ClassVar[str] = "pick CARD..."
    each: ClassVar[bool] = True


class Unpick(Move, frozen=True, gc=False, tag="scarab-lords.unpick"):
    """Take back what you picked."""

    card: Annotated[CardName, Meta(description="The card.")]

    usage: ClassVar[str] = "unpick CARD..."
    each: ClassVar[bool] = True


class Confirm(Move, frozen=True, gc=False, tag="scarab-lords.confirm"):
    """Confirm what you have picked."""

    usage: ClassVar[str] = "confirm"


class Wait(Move, frozen=True, gc=False, tag="scarab-lords.wait"):
    """Choose from the pool only when the loser has chosen."""

    usage: ClassVar[str] = "wait"


Choice: TypeAlias = Clean | Curse | Choose | Discard | Shift
"""Moves that can make the choice for which a text waits."""

ScarabMove: TypeAlias = (
    Phases
    | Redraw
    | Play
    | Use
    | Clean
    | Free
    | Curse
    | Choose
    | Shift
    | Stop
    | Draw
    | Mill
    | Discard
    | Done
    | Rank
    | Unrank
    | Pick
    | Unpick
    | Confirm
    | Wait
)
MOVES: tuple[type[ScarabMove], ...] = (
    Play,
    Use,
    Clean,
    Free,
    Curse,
    Choose,
    Shift,
    Stop,
    Draw,
    Mill,
    Discard,
    Rank,
    Unrank,
    Pick,
    Unpick,
    Confirm,
    Wait,
    Phases,
    Done,
    Redraw,
)
