"""What can happen, each kind with the audience that it is made for."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from engine.game import Event, Seat
from engine.games.scarab_lords.cards import Column
from engine.games.scarab_lords.state import Cards, Name, PhaseLetter


class GameBegan(Event, frozen=True, tag="scarab-lords.game-began"):
    """The decks are shuffled and dealt."""

    game: int
    """Its number within the match, from 1."""
    starter: Seat
    """Who has the first turn."""
    houses: tuple[str, ...]
    """The houses by seat."""


class HandDealt(Event, frozen=True, tag="scarab-lords.hand-dealt"):
    """A seat's first cards, told to that seat only."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Whose hand it is."""
    cards: Cards
    """The hand."""


class PhasesNamed(Event, frozen=True, tag="scarab-lords.phases-named"):
    """The starter named the phases of the first turn."""

    seat: Seat
    """Who it is."""
    phases: tuple[PhaseLetter, ...]
    """All that will take place."""


class CardPlayed(Event, frozen=True, tag="scarab-lords.card-played"):
    """A card was played from hand."""

    seat: Seat
    """Who played it."""
    card: Name
    """What was played."""
    column: Column | None = None
    """Where to, or the column that it acts on; left out if there is none."""


class CardUsed(Event, frozen=True, tag="scarab-lords.card-used"):
    """A card in play was activated."""

    seat: Seat
    """Whose it is."""
    card: Name
    """Which it is."""


class ScarabsPut(Event, frozen=True, tag="scarab-lords.scarabs-put"):
    """Scarabs were put on a card."""

    owner: Seat
    """Whose card it is."""
    card: Name
    """Which it is."""
    number: int
    """How many were put; 0: it is immune."""
    scarabs: int
    """How many lie there now."""


class ScarabsTaken(Event, frozen=True, tag="scarab-lords.scarabs-taken"):
    """Scarabs were taken off a card."""

    owner: Seat
    """Whose card it is."""
    card: Name
    """Which it is."""
    scarabs: int
    """How many are left there."""


class CardsDrawn(Event, frozen=True, tag="scarab-lords.cards-drawn"):
    """Cards went from a deck into the hand; for all but their owner, unless there were none."""

    seat: Seat
    """Who drew."""
    number: int
    """How many."""


class CardsSeen(Event, frozen=True, tag="scarab-lords.cards-seen"):
    """Cards went from a deck into the hand; for their owner."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Who drew."""
    cards: Cards
    """What was drawn."""


class CardsMilled(Event, frozen=True, tag="scarab-lords.cards-milled"):
    """Cards went from the top of a deck to the discard pile."""

    reveals: ClassVar[bool] = True
    owner: Seat
    """Whose deck it is."""
    cards: Cards
    """What was discarded; none, if the deck is empty."""


class CardDiscarded(Event, frozen=True, tag="scarab-lords.card-discarded"):
    """A player discarded a card of his own."""

    seat: Seat
    """Whose it is."""
    card: Name
    """Which it is."""
    from_hand: bool
    """Whether it was in hand; otherwise it was in play."""


class CardRemoved(Event, frozen=True, tag="scarab-lords.card-removed"):
    """A card went from play to the discard pile by the opponent's doing."""

    owner: Seat
    """Whose it is."""
    card: Name
    """Which it is."""


class CardReturned(Event, frozen=True, tag="scarab-lords.card-returned"):
    """A card went from play to its owner's hand by the opponent's doing."""

    owner: Seat
    """Whose it is."""
    card: Name
    """Which it is."""


class CardMoved(Event, frozen=True, tag="scarab-lords.card-moved"):
    """A card changed its column."""

    seat: Seat
    """Whose it is."""
    card: Name
    """Which it is."""
    left: Column
    """Where it was."""
    column: Column
    """Where it is now."""


class CardRecovered(Event, frozen=True, tag="scarab-lords.card-recovered"):
    """A card went from the discard pile into the hand."""

    seat: Seat
    """Whose it is."""
    card: Name
    """Which it is."""


class CardRestocked(Event, frozen=True, tag="scarab-lords.card-restocked"):
    """A card went from the discard pile under the deck."""

    seat: Seat
    """Whose it is."""
    card: Name
    """Which it is."""


class ActionsGained(Event, frozen=True, tag="scarab-lords.actions-gained"):
    """A phase of this turn has more actions."""

    seat: Seat
    """Whose turn it is."""
    phase: Literal[1, 2]
    """Which phase."""
    number: int
    """How many more."""


class DiscardAsked(Event, frozen=True, tag="scarab-lords.discard-asked"):
    """A player must discard cards of his choice; whatever was sent along with the cause waits for that."""

    reveals: ClassVar[bool] = True
    owner: Seat
    """Who is asked."""
    number: int
    """How many cards."""


class HandDiscarded(Event, frozen=True, tag="scarab-lords.hand-discarded"):
    """Cards went from a hand to the discard pile by the opponent's doing."""

    reveals: ClassVar[bool] = True
    owner: Seat
    """Whose hand it is."""
    cards: Cards
    """What was discarded; none, if the hand is empty."""


class SupremacyDetermined(Event, frozen=True, tag="scarab-lords.supremacy-determined"):
    """The pyramids were set anew."""

    held: tuple[tuple[Column, ...], ...]
    """The columns that each seat holds."""
    strengths: tuple[tuple[int, ...], ...]
    """The sums in the six columns, for each seat."""


class SupremacyExercised(Event, frozen=True, tag="scarab-lords.supremacy-exercised"):
    """A player used what a column gives."""

    seat: Seat
    """Who it is."""
    column: Column
    """Which column."""


class HandRedrawn(Event, frozen=True, tag="scarab-lords.hand-redrawn"):
    """A player fills up the hand in place of a turn."""

    seat: Seat
    """Who it is."""
    dropped: Cards
    """What was dropped for it."""


class ListLeft(Event, frozen=True, tag="scarab-lords.list-left"):
    """A player has left a discard list."""

    seat: Seat
    """Who it is."""


class ListExtended(Event, frozen=True, tag="scarab-lords.list-extended"):
    """A card was put at the end of a discard list; for its owner."""

    seat: Seat
    """Whose list it is."""
    card: Name
    """The card."""


class ListTorn(Event, frozen=True, tag="scarab-lords.list-torn"):
    """A player has torn up his discard list."""

    seat: Seat
    """Who it is."""


class TurnEnded(Event, frozen=True, tag="scarab-lords.turn-ended"):
    """A turn is over."""

    seat: Seat
    """Whose turn it was."""


class GameEnded(Event, frozen=True, tag="scarab-lords.game-ended"):
    """One game of the match is over."""

    game: int
    """Its number within the match."""
    winner: Seat | None
    """Null: a draw."""
    reason: Literal["supremacy", "deck", "pyramids", "cards", "draw"]
    """Why; the last three: it was counted out."""
    wins: tuple[int, ...]
    """Games won so far, by seat."""


class ExchangeBegan(Event, frozen=True, tag="scarab-lords.exchange-began"):
    """Both put five cards into the pool."""

    loser: Seat
    """Who will choose first, and begin the next game."""


class CardPicked(Event, frozen=True, tag="scarab-lords.card-picked"):
    """A card was picked; for who picks."""

    seat: Seat
    """Who it is."""
    card: Name
    """The card."""


class CardUnpicked(Event, frozen=True, tag="scarab-lords.card-unpicked"):
    """A card was taken back; for who picks."""

    seat: Seat
    """Who it is."""
    card: Name
    """The card."""


class ChoiceConfirmed(Event, frozen=True, tag="scarab-lords.choice-confirmed"):
    """A player has made his choice in the exchange."""

    seat: Seat
    """Who it is."""


class ChoicePostponed(Event, frozen=True, tag="scarab-lords.choice-postponed"):
    """The winner chooses when the loser has chosen."""

    seat: Seat
    """Who it is."""


class PoolFilled(Event, frozen=True, tag="scarab-lords.pool-filled"):
    """Both have put their cards into the pool."""

    reveals: ClassVar[bool] = True
    put: tuple[Cards, ...] = ((), ())
    """What each seat put, if the pool is open."""


class PoolTaken(Event, frozen=True, tag="scarab-lords.pool-taken"):
    """Cards of the pool went into a deck."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Who took them."""
    cards: Cards = ()
    """What was taken, if the pool is open."""


class MatchEnded(Event, frozen=True, tag="scarab-lords.match-ended"):
    """The match is over."""

    winner: Seat | None
    """Null: a draw."""
    wins: tuple[int, ...]
    """Games won by seat."""


ScarabEvent: TypeAlias = (
    GameBegan
    | HandDealt
    | PhasesNamed
    | CardPlayed
    | CardUsed
    | ScarabsPut
    | ScarabsTaken
    | CardsDrawn
    | CardsSeen
    | CardsMilled
    | CardDiscarded
    | CardRemoved
    | CardReturned
    | CardMoved
    | CardRecovered
    | CardRestocked
    | ActionsGained
    | DiscardAsked
    | HandDiscarded
    | SupremacyDetermined
    | SupremacyExercised
    | HandRedrawn
    | ListLeft
    | ListExtended
    | ListTorn
    | TurnEnded
    | GameEnded
    | ExchangeBegan
    | CardPicked
    | CardUnpicked
    | ChoiceConfirmed
    | ChoicePostponed
    | PoolFilled
    | PoolTaken
    | MatchEnded
)
