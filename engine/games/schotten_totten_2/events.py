"""What can happen, each kind with the audience that it is made for."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from engine.game import Event, Seat
from engine.games.schotten_totten_2.cards import Cards, Name
from engine.games.schotten_totten_2.state import Deck, Held, Reason


class LegBegan(Event, frozen=True, tag="schotten-totten-2.leg-began"):
    """The wall stands, the cards are dealt, and the attacker begins."""

    leg: int
    """Its number, from 1."""
    attacker: Seat
    """Who attacks."""
    defender: Seat
    """Who defends."""


class HandDealt(Event, frozen=True, tag="schotten-totten-2.hand-dealt"):
    """A seat's first cards, told to that seat only."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Whose hand it is."""
    cards: Cards
    """The hand."""


class LastTurnBegan(Event, frozen=True, tag="schotten-totten-2.last-turn-began"):
    """The siege deck is empty, so the attacker's turn that begins now is his last."""

    seat: Seat
    """Who attacks."""


class Retreated(Event, frozen=True, tag="schotten-totten-2.retreated"):
    """The attacker discarded all his cards at a tile."""

    seat: Seat
    """Whose move it was."""
    tile: int
    """The tile, counted from 1 at the left."""
    cards: Cards
    """What was discarded, the card nearest the wall first."""


class OilPoured(Event, frozen=True, tag="schotten-totten-2.oil-poured"):
    """The attacker's card nearest the wall at a tile was discarded."""

    seat: Seat
    """Whose move it was."""
    tile: int
    """The tile, counted from 1 at the left."""
    card: Name
    """What was discarded."""
    left: int
    """The oil tokens that are left."""


class CardPlayed(Event, frozen=True, tag="schotten-totten-2.card-played"):
    """A card was laid at a tile; `value` is set if it is an elite card that counts as that from now on."""

    seat: Seat
    """Whose move it was."""
    card: Name
    """What was played."""
    tile: int
    """The tile, counted from 1 at the left."""
    value: Name | None = None
    """What an elite card counts as; left out if that is open, and for siege cards."""


class Eliminated(Event, frozen=True, tag="schotten-totten-2.eliminated"):
    """A 0 and the 11 of its colour faced each other at a tile, and both were discarded."""

    tile: int
    """The tile, counted from 1 at the left."""
    arrived: Name
    """The card that came last."""
    partner: Name
    """The card that lay there."""


class CardDrawn(Event, frozen=True, tag="schotten-totten-2.card-drawn"):
    """A card was drawn; for all but its drawer."""

    seat: Seat
    """Who drew it."""
    deck: Deck
    """From which deck."""


class CardLookedAt(Event, frozen=True, tag="schotten-totten-2.card-looked-at"):
    """A card was drawn; for its drawer."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Who drew it."""
    deck: Deck
    """From which deck."""
    card: Name
    """What was drawn."""


class KnownCardDrawn(Event, frozen=True, tag="schotten-totten-2.known-card-drawn"):
    """A card was drawn of which all knew where it lay, since Support had put it there."""

    seat: Seat
    """Who drew it."""
    card: Name
    """What was drawn."""


class Passed(Event, frozen=True, tag="schotten-totten-2.passed"):
    """A seat played no card."""

    seat: Seat
    """Whose move it was."""


class Claimed(Event, frozen=True, tag="schotten-totten-2.claimed"):
    """The attacker took control of a tile: the cards were discarded, and the tile was turned."""

    seat: Seat
    """Whose claim it was."""
    tile: int
    """The tile, counted from 1 at the left."""
    attack: Cards
    """The attacker's cards, the nearest to the wall first."""
    defence: Cards
    """The defender's cards, the nearest to the wall first."""
    damaged: int
    """How many tiles are damaged now."""


class TurnEnded(Event, frozen=True, tag="schotten-totten-2.turn-ended"):
    """The attacker made no further claim."""

    seat: Seat
    """Whose turn it was."""


class Redeployed(Event, frozen=True, tag="schotten-totten-2.redeployed"):
    """A card moved from one tile to another, or to the discard pile."""

    seat: Seat
    """Whose move it was."""
    card: Name
    """What was moved."""
    origin: int
    """The tile where it lay, counted from 1 at the left."""
    tile: int | None
    """The tile where it went; null: it was discarded."""


class Recruited(Event, frozen=True, tag="schotten-totten-2.recruited"):
    """A card came from the discard pile to the wall."""

    seat: Seat
    """Whose move it was."""
    card: Name
    """What came."""
    tile: int
    """The tile, counted from 1 at the left."""


class Deserted(Event, frozen=True, tag="schotten-totten-2.deserted"):
    """A card of the opponent was discarded."""

    seat: Seat
    """Whose move it was."""
    card: Name
    """What was discarded."""
    tile: int
    """The tile where it lay, counted from 1 at the left."""


class Betrayed(Event, frozen=True, tag="schotten-totten-2.betrayed"):
    """A card of the opponent changed sides."""

    seat: Seat
    """Whose move it was."""
    card: Name
    """What was taken."""
    origin: int
    """The tile where it lay, counted from 1 at the left."""
    tile: int
    """The tile where it went."""


class Exploded(Event, frozen=True, tag="schotten-totten-2.exploded"):
    """Cards at a tile were discarded."""

    seat: Seat
    """Whose move it was."""
    tile: int
    """The tile, counted from 1 at the left."""
    cards: Cards
    """What was discarded."""


class Supported(Event, frozen=True, tag="schotten-totten-2.supported"):
    """Two cards went from the discard pile back into the siege deck."""

    seat: Seat
    """Whose move it was."""
    cards: Cards
    """What went back."""


class LaidAside(Event, frozen=True, tag="schotten-totten-2.laid-aside"):
    """Exchange was played, and cards lie aside for it; for all but their owner."""

    seat: Seat
    """Whose move it was."""
    cards: Held
    """How many there are of each kind."""


class OwnLaidAside(Event, frozen=True, tag="schotten-totten-2.own-laid-aside"):
    """Exchange was played, and cards lie aside for it; for their owner."""

    seat: Seat
    """Whose move it was."""
    cards: Cards
    """What lies aside."""


class HandsExchanged(Event, frozen=True, tag="schotten-totten-2.hands-exchanged"):
    """Cards changed hands, for those who may not see them; counted by kind."""

    seat: Seat
    """Who played Exchange."""
    given: Held
    """What this seat gave."""
    got: Held
    """What it got."""


class CardsExchanged(Event, frozen=True, tag="schotten-totten-2.cards-exchanged"):
    """Cards changed hands, for one of the two who see them."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Who is told."""
    given: Cards
    """What this seat gave."""
    got: Cards
    """What it got."""


class LegEnded(Event, frozen=True, tag="schotten-totten-2.leg-ended"):
    """A leg was decided."""

    leg: int
    """Its number, from 1."""
    winner: Seat
    """Who won it."""
    reason: Reason
    """How."""
    damaged: int
    """The tiles that are damaged."""
    siege_deck: int
    """The cards left in the siege deck."""


class MatchEnded(Event, frozen=True, tag="schotten-totten-2.match-ended"):
    """The match is over."""

    ranks: tuple[int, ...]
    """For each seat its place; twice a 1 for a draw."""
    scores: tuple[int, ...]
    """For each seat the legs it has won."""


TottenEvent: TypeAlias = (
    LegBegan
    | HandDealt
    | LastTurnBegan
    | Retreated
    | OilPoured
    | CardPlayed
    | Eliminated
    | CardDrawn
    | CardLookedAt
    | KnownCardDrawn
    | Passed
    | Claimed
    | TurnEnded
    | Redeployed
    | Recruited
    | Deserted
    | Betrayed
    | Exploded
    | Supported
    | LaidAside
    | OwnLaidAside
    | HandsExchanged
    | CardsExchanged
    | LegEnded
    | MatchEnded
)
