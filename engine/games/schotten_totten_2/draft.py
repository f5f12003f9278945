"""A table in the making: a state is unpacked, changed by small verbs, and frozen again.

The fields are replaced, never changed in place, so what a draft shares with the state it
came from stays as it was.
"""

from __future__ import annotations

import msgspec

from engine.game import Seat, Step
from engine.games.schotten_totten_2.cards import IS_TACTICS, PARTNER, SLOTS, Cards
from engine.games.schotten_totten_2.events import Eliminated, TottenEvent
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.state import (
    Aside,
    Concealed,
    Held,
    Leg,
    Phase,
    Public,
    Returned,
    Role,
    State,
    Tile,
    Worth,
    other,
    side,
)
from engine.rng import Rng


class Draft(msgspec.Struct, gc=False):
    """The fields of `Public` and `Concealed`, to be changed, and the events so far."""

    options: Options
    leg: int
    attacker: Seat
    phase: Phase
    turn: int
    acting: Seat | None
    last_turn: bool
    tiles: tuple[Tile, ...]
    oil: int
    oiled: bool
    retreats: int
    discards: Cards
    tactics_played: tuple[int, ...]
    worths: tuple[Worth, ...]
    returned: tuple[Returned, ...]
    drawn_since: tuple[int, ...]
    legs: tuple[Leg, ...]
    deck: Cards
    tactics: Cards
    hands: tuple[Cards, ...]
    giver: Seat | None
    """Whose cards lie aside."""
    aside: Cards
    known: tuple[Cards, ...]
    rng: Rng
    events: list[TottenEvent]

    def step(self) -> Step[State, TottenEvent]:
        """The finished state and what happened on the way."""
        aside = None if self.giver is None else Aside(self.giver, counted(self.aside))
        public = Public(
            options=self.options,
            leg=self.leg,
            attacker=self.attacker,
            phase=self.phase,
            turn=self.turn,
            acting=self.acting,
            last_turn=self.last_turn,
            tiles=self.tiles,
            oil=self.oil,
            oiled=self.oiled,
            retreats=self.retreats,
            siege_deck=len(self.deck),
            tactics_deck=len(self.tactics),
            hands=tuple(map(counted, self.hands)),
            aside=aside,
            discards=self.discards,
            tactics_played=self.tactics_played,
            worths=self.worths,
            returned=self.returned,
            drawn_since=self.drawn_since,
            legs=self.legs,
        )
        concealed = Concealed(
            deck=self.deck,
            tactics=self.tactics,
            hands=self.hands,
            aside=self.aside,
            known=self.known,
            rng=self.rng,
        )
        return Step(State(public, concealed), tuple(self.events))

    def role(self, seat: Seat) -> Role:
        """What a seat does in this leg."""
        return "attacker" if seat == self.attacker else "defender"

    def set_hand(self, seat: Seat, hand: Cards) -> None:
        """Replaces a hand."""
        self.hands = (hand, self.hands[1]) if seat == 0 else (self.hands[0], hand)

    def show(self, seat: Seat, card: str) -> None:
        """Takes a card out of a hand for all to see."""
        self.set_hand(seat, tuple([held for held in self.hands[seat] if held != card]))
        if card in self.known[1 - seat]:
            mine, theirs = self.known[seat], tuple([c for c in self.known[1 - seat] if c != card])
            self.known = (mine, theirs) if seat == 0 else (theirs, mine)
        if self.returned:
            self.returned = tuple([back for back in self.returned if back.card != card])

    def count_tactics(self, seat: Seat) -> None:
        """A seat has played one more tactics card."""
        mine, theirs = self.tactics_played[seat] + 1, self.tactics_played[1 - seat]
        self.tactics_played = (mine, theirs) if seat == 0 else (theirs, mine)

    def set_side(self, place: int, role: Role, cards: Cards) -> None:
        """Replaces the cards of one side of a tile, and notes which side is complete first (6.7)."""
        tile = self.tiles[place]
        slots = SLOTS[place][tile.damaged]
        opposite = other(role)
        first: Role | None
        if len(cards) == slots:
            first = tile.first or role
        else:
            first = opposite if len(side(tile, opposite)) == slots else None
        if role == "attacker":
            self.set_tile(place, Tile(tile.damaged, cards, tile.defender, first))
        else:
            self.set_tile(place, Tile(tile.damaged, tile.attacker, cards, first))

    def set_tile(self, place: int, tile: Tile) -> None:
        """Replaces a tile."""
        self.tiles = (*self.tiles[:place], tile, *self.tiles[place + 1 :])

    def remove(self, place: int, role: Role, card: str) -> None:
        """Takes a card off one side of a tile."""
        cards = side(self.tiles[place], role)
        self.set_side(place, role, tuple([lying for lying in cards if lying != card]))

    def discard(self, *cards: str) -> None:
        """Puts cards on the discard pile; elite cards lose their value there."""
        self.discards += cards
        if self.worths:
            self.worths = tuple([worth for worth in self.worths if worth.card not in cards])

    def arrive(self, place: int, role: Role, card: str, eliminates: bool = True) -> None:
        """A card comes to a free slot, unless it and the card it may not face eliminate each other (5.5)."""
        partner = PARTNER.get(card)
        opposite = other(role)
        if eliminates and partner and partner in side(self.tiles[place], opposite):
            self.remove(place, opposite, partner)
            self.discard(partner, card)
            self.events.append(Eliminated(place + 1, card, partner))
        else:
            self.set_side(place, role, (*side(self.tiles[place], role), card))


def counted(cards: Cards) -> Held:
    """How many siege cards and how many tactics cards there are."""
    tactics = len(IS_TACTICS.intersection(cards))
    return Held(len(cards) - tactics, tactics)


def draft(state: State) -> Draft:
    """A state unpacked, with no events yet."""
    public, concealed = state.public, state.concealed
    return Draft(
        public.options,
        public.leg,
        public.attacker,
        public.phase,
        public.turn,
        public.acting,
        public.last_turn,
        public.tiles,
        public.oil,
        public.oiled,
        public.retreats,
        public.discards,
        public.tactics_played,
        public.worths,
        public.returned,
        public.drawn_since,
        public.legs,
        concealed.deck,
        concealed.tactics,
        concealed.hands,
        None if public.aside is None else public.aside.seat,
        concealed.aside,
        concealed.known,
        concealed.rng,
        [],
    )
