"""What a player can decide: one frozen struct for each kind of move."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from engine.game import Move
from engine.games.schotten_totten_2.cards import NAME, SIEGE_NAME, in_order
from engine.games.schotten_totten_2.state import Deck, Role

TileNumber: TypeAlias = Annotated[
    int, Meta(ge=1, le=7, description="A tile of the wall, counted from the left.", examples=[4])
]

CardName: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^{NAME}$",
        description="A card: the letter of its colour (r, y, g, b, k) and its strength, or a tactics card.",
        examples=["r10", "joker-1"],
    ),
]

SiegeName: TypeAlias = Annotated[
    str,
    Meta(
        pattern=f"^{SIEGE_NAME}$",
        description="A siege card: the letter of its colour (r, y, g, b, k) and its strength.",
        examples=["r10", "k0"],
    ),
]


class Retreat(Move, frozen=True, gc=False, tag="schotten-totten-2.retreat"):
    """Discard all your cards at a tile; the attacker may do so before his card play."""

    tile: TileNumber

    usage: ClassVar[str] = "retreat TILE..., with all your cards there (3.2)"
    each: ClassVar[bool] = True


class Oil(Move, frozen=True, gc=False, tag="schotten-totten-2.oil"):
    """Discard the attacker's card nearest the wall at a tile; the defender may do so before his card play."""

    tile: TileNumber

    usage: ClassVar[str] = "oil TILE"


class Play(Move, frozen=True, gc=False, tag="schotten-totten-2.play"):
    """Lay a card of your hand at a tile: a siege card or an elite card.

    The word `play` may be left out. If elite cards get their value when they are played, add
    the siege card that it is to count as.
    """

    card: Annotated[CardName, Meta(description="The card from your hand.")]
    tile: TileNumber
    value: Annotated[
        SiegeName | None, Meta(description="For an elite card that gets its value now: what it counts as.")
    ] = None

    usage: ClassVar[str] = "CARD TILE"
    bare: ClassVar[bool] = True


class Redeploy(Move, frozen=True, gc=False, tag="schotten-totten-2.redeploy"):
    """Play Redeployment: move one of your cards at the wall to another tile, or discard it with `off`."""

    card: Annotated[CardName, Meta(description="One of your cards at the wall.")]
    tile: Annotated[
        TileNumber | Literal["off"], Meta(description="Another tile, or `off`: to the discard pile.")
    ]

    usage: ClassVar[str] = "redeploy CARD to TILE|off"
    pattern: ClassVar[str] = "card to tile"


class Recruit(Move, frozen=True, gc=False, tag="schotten-totten-2.recruit"):
    """Play Recruitment: lay a siege card from the discard pile at your side of a tile."""

    card: Annotated[SiegeName, Meta(description="A siege card in the discard pile.")]
    tile: TileNumber

    usage: ClassVar[str] = "recruit CARD to TILE"
    pattern: ClassVar[str] = "card to tile"


class Desertion(Move, frozen=True, gc=False, tag="schotten-totten-2.desertion"):
    """Play Desertion: discard any card of your opponent at the wall."""

    card: Annotated[CardName, Meta(description="One of the opponent's cards at the wall.")]

    usage: ClassVar[str] = "desertion CARD"


class Treachery(Move, frozen=True, gc=False, tag="schotten-totten-2.treachery"):
    """Play Treachery: lay a card of your opponent at the wall at your side of a tile."""

    card: Annotated[CardName, Meta(description="One of the opponent's cards at the wall.")]
    tile: TileNumber

    usage: ClassVar[str] = "treachery CARD to TILE"
    pattern: ClassVar[str] = "card to tile"


class Explosion(Move, frozen=True, gc=False, tag="schotten-totten-2.explosion"):
    """Play Explosion: discard all cards at a tile, or those of one side where the match is played so."""

    tile: TileNumber
    side: Annotated[Role | None, Meta(description="Whose cards, if only one side explodes.")] = None

    usage: ClassVar[str] = "explosion TILE"


class Support(Move, frozen=True, gc=False, tag="schotten-totten-2.support"):
    """Play Support: put two siege cards from the discard pile back into the siege deck."""

    cards: Annotated[
        tuple[SiegeName, ...],
        Meta(description="Two siege cards in the discard pile.", examples=[["r1", "k9"]]),
    ]

    usage: ClassVar[str] = "support CARD CARD"

    def __post_init__(self) -> None:
        _put_in_order(self)


class Exchange(Move, frozen=True, gc=False, tag="schotten-totten-2.exchange"):
    """Play Exchange: lay three cards of your hand aside; your opponent names three for them in his turn.

    If all cards are drawn by lot in this match, name none.
    """

    cards: Annotated[
        tuple[CardName, ...],
        Meta(description="Three cards of your hand.", examples=[["r1", "b2", "k3"]]),
    ] = ()

    usage: ClassVar[str] = "exchange CARD CARD CARD"

    def __post_init__(self) -> None:
        _put_in_order(self)


class Give(Move, frozen=True, gc=False, tag="schotten-totten-2.give"):
    """Name the three cards of your hand that you give for those that lie aside; your turn then begins."""

    cards: Annotated[
        tuple[CardName, ...],
        Meta(description="Three cards of your hand.", examples=[["r1", "b2", "k3"]]),
    ]

    usage: ClassVar[str] = "give CARD CARD CARD"

    def __post_init__(self) -> None:
        _put_in_order(self)


class Pass(Move, frozen=True, gc=False, tag="schotten-totten-2.pass"):
    """Play no card: without a siege card in hand, or as a defender without a free slot."""

    usage: ClassVar[str] = "pass"


class Draw(Move, frozen=True, gc=False, tag="schotten-totten-2.draw"):
    """Draw a card from one of the two decks, where both have cards."""

    deck: Annotated[Deck, Meta(description="The siege deck or the tactics deck.")]

    usage: ClassVar[str] = "draw siege|tactics"


class Claim(Move, frozen=True, gc=False, tag="schotten-totten-2.claim"):
    """Take control of a tile: the attacker may do so whenever the proof is there, in his own turn."""

    tile: TileNumber

    usage: ClassVar[str] = "claim TILE..."
    each: ClassVar[bool] = True


class End(Move, frozen=True, gc=False, tag="schotten-totten-2.end"):
    """End your turn without the claims that you could still make."""

    usage: ClassVar[str] = "end"


class Begin(Move, frozen=True, gc=False, tag="schotten-totten-2.begin"):
    """Begin the next leg: the roles are swapped and the cards are dealt."""

    usage: ClassVar[str] = "begin"


TottenMove: TypeAlias = (
    Retreat
    | Oil
    | Play
    | Redeploy
    | Recruit
    | Desertion
    | Treachery
    | Explosion
    | Support
    | Exchange
    | Give
    | Pass
    | Draw
    | Claim
    | End
    | Begin
)
MOVES: tuple[type[TottenMove], ...] = (
    Claim,
    Retreat,
    Oil,
    Play,
    Redeploy,
    Recruit,
    Desertion,
    Treachery,
    Explosion,
    Support,
    Exchange,
    Give,
    Pass,
    Draw,
    End,
    Begin,
)


def _put_in_order(move: Support | Exchange | Give) -> None:
    """The same cards in another order are the same move."""
    if len(move.cards) > 1:
        force_setattr(move, "cards", in_order(move.cards))
