"""A table in the making: a state is unpacked, changed by small verbs, and frozen again.

The fields are replaced, never changed in place, so what a draft shares with the state it
came from stays as it was.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from engine.game import Seat, Step
from engine.games.scarab_lords.cards import INDEX, Column
from engine.games.scarab_lords.events import CardsDrawn, CardsMilled, CardsSeen, ScarabEvent
from engine.games.scarab_lords.reckoning import strengths
from engine.games.scarab_lords.sets import Pack
from engine.games.scarab_lords.state import (
    Cards,
    Concealed,
    Field,
    Frame,
    GameResult,
    Options,
    Phase,
    PhaseLetter,
    Public,
    Row,
    Side,
    Stage,
    Standing,
    State,
    other,
)
from engine.rng import Rng

T = TypeVar("T")


class Draft(msgspec.Struct, gc=False):
    """The fields of `Public` and `Concealed`, to be changed, and the events so far."""

    options: Options
    stage: Stage
    game: int
    turn: int
    single: int
    starter: Seat
    acting: Seat
    phase: Phase
    allowed: tuple[PhaseLetter, ...]
    actions: tuple[int, ...]
    has_left: bool
    is_bare: bool
    activated: Cards
    activations: int
    freed: Cards
    exercised: tuple[Column, ...]
    pyramids: tuple[Seat | None, ...]
    frames: tuple[Frame, ...]
    fate: str | None
    sides: tuple[Side, ...]
    results: tuple[GameResult, ...]
    loser: Seat
    confirmed: tuple[bool, ...]
    is_waiting: bool
    hands: tuple[Cards, ...]
    decks: tuple[Cards, ...]
    pool: Cards
    lists: tuple[Cards, ...]
    unsure: tuple[Cards, ...]
    rankings: tuple[Cards, ...]
    picks: tuple[Cards, ...]
    rng: Rng
    events: list[ScarabEvent]

    @property
    def pack(self) -> Pack:
        """The cards that are played with."""
        return self.options.pack

    def step(self) -> Step[State, ScarabEvent]:
        """The finished state and what happened on the way."""
        pack = self.options.pack
        one, two = self.sides
        public = Public(
            options=self.options,
            stage=self.stage,
            game=self.game,
            turn=self.turn,
            single=self.single,
            starter=self.starter,
            acting=self.acting,
            phase=self.phase,
            allowed=self.allowed,
            actions=self.actions,
            has_left=self.has_left,
            is_bare=self.is_bare,
            activated=self.activated,
            activations=self.activations,
            freed=self.freed,
            exercised=self.exercised,
            pyramids=self.pyramids,
            strengths=(strengths(pack, one.field), strengths(pack, two.field)),
            frames=self.frames,
            fate=self.fate,
            sides=self.sides,
            results=self.results,
            loser=self.loser,
            confirmed=self.confirmed,
            is_waiting=self.is_waiting,
            pool=len(self.pool),
        )
        concealed = Concealed(
            hands=self.hands,
            decks=self.decks,
            pool=self.pool,
            lists=self.lists,
            unsure=self.unsure,
            rankings=self.rankings,
            picks=self.picks,
            rng=self.rng,
        )
        return Step(State(public, concealed), tuple(self.events))

    def change(self, seat: Seat, **changes: Any) -> None:
        """Replaces fields of a seat's side."""
        self.sides = put(self.sides, seat, replace(self.sides[seat], **changes))

    def set_row(self, seat: Seat, place: int | None, row: Row) -> None:
        """Replaces a seat's cards in a column; None: its gods."""
        field = self.sides[seat].field
        if place is None:
            self.change(seat, field=Field(field.columns, row))
        else:
            columns = field.columns
            self.change(seat, field=Field((*columns[:place], row, *columns[place + 1 :]), field.gods))

    def row(self, seat: Seat, place: int | None) -> Row:
        """A seat's cards in a column; None: its gods."""
        field = self.sides[seat].field
        return field.gods if place is None else field.columns[place]

    def find(self, seat: Seat, card: str) -> tuple[int | None, Standing]:
        """Where a card of a seat lies in play, and how."""
        field = self.sides[seat].field
        for place, row in enumerate(field.columns):
            for standing in row:
                if standing.card == card:
                    return place, standing
        return None, next(god for god in field.gods if god.card == card)

    def set_scarabs(self, seat: Seat, card: str, scarabs: int) -> None:
        """Puts so many scarabs on a card in play, in place of those that lie there."""
        place, _ = self.find(seat, card)
        row = [Standing(card, scarabs) if each.card == card else each for each in self.row(seat, place)]
        self.set_row(seat, place, tuple(row))

    def take_from_play(self, seat: Seat, card: str) -> Standing:
        """Takes a card out of play."""
        place, standing = self.find(seat, card)
        self.set_row(seat, place, tuple([each for each in self.row(seat, place) if each is not standing]))
        return standing

    def take_from_hand(self, seat: Seat, card: str) -> None:
        """Takes a card out of a hand, and out of all that is noted of it there."""
        hand = without(self.hands[seat], card)
        self.hands = put(self.hands, seat, hand)
        side = self.sides[seat]
        known = without(side.known, card) if card in side.known else side.known
        self.change(seat, hand=len(hand), known=known)
        if card in self.rankings[seat]:
            self.rankings = put(self.rankings, seat, without(self.rankings[seat], card))
        if seat == self.acting:
            self.has_left = True
        self.note_shown(seat, card)

    def add_to_hand(self, seat: Seat, cards: Cards, known: bool) -> None:
        """Puts cards into a hand; `known`: all have seen which."""
        hand = self.hands[seat] + cards
        self.hands = put(self.hands, seat, hand)
        self.change(seat, hand=len(hand))
        if known and cards:
            self.change(seat, known=self.sides[seat].known + cards)

    def discard(self, seat: Seat, *cards: str) -> None:
        """Puts cards on a discard pile."""
        self.change(seat, discards=self.sides[seat].discards + cards)

    def draw(self, seat: Seat, number: int) -> None:
        """Draws cards, as many as there are (RULES 2.7); those that all know to be there stay known."""
        cards, known = self.take_from_deck(seat, number)
        self.add_to_hand(seat, cards, known=False)
        if known:
            self.change(seat, known=self.sides[seat].known + known)
        if cards:
            self.events.append(CardsDrawn(seat, len(cards), but=(seat,)))
            self.events.append(CardsSeen(seat, cards, to=(seat,)))
        else:
            self.events.append(CardsDrawn(seat, 0))

    def mill(self, owner: Seat, number: int) -> None:
        """Discards from the top of a deck, as many as there are."""
        cards, _ = self.take_from_deck(owner, number)
        self.discard(owner, *cards)
        for card in cards:
            self.note_shown(owner, card)
        self.events.append(CardsMilled(owner, cards))

    def take_from_deck(self, seat: Seat, number: int) -> tuple[Cards, ...]:
        """Takes cards off a deck: all of them, and those that everyone knew to lie there."""
        deck = self.decks[seat]
        cards, rest = deck[:number], deck[number:]
        self.decks = put(self.decks, seat, rest)
        buried = self.sides[seat].buried
        known = len(buried) - len(rest)
        if known > 0:
            self.change(seat, deck=len(rest), buried=buried[known:])
            return cards, buried[:known]
        self.change(seat, deck=len(rest))
        return cards, ()

    def note_shown(self, seat: Seat, card: str) -> None:
        """All have seen that a card is of this seat: whoever was not sure of it is now (RULES 8.7)."""
        doubter = other(seat)
        unsure = self.unsure[doubter]
        if card in unsure:
            rest = without(unsure, card)
            hidden = {*self.hands[seat], *self.decks[seat]}
            self.unsure = put(self.unsure, doubter, rest if hidden & {*rest} else ())


def put(pair: Any, seat: Seat, value: Any) -> Any:
    """A pair with the value of one seat replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


def without(cards: Cards, card: str) -> Cards:
    """Cards without one of them."""
    return tuple([each for each in cards if each != card])


def index(column: Column | None) -> int | None:
    """The place of a column, None for none."""
    return None if column is None else INDEX[column]


def draft(state: State) -> Draft:
    """A state unpacked, with no events yet."""
    public, hidden = state.public, state.concealed
    return Draft(
        public.options,
        public.stage,
        public.game,
        public.turn,
        public.single,
        public.starter,
        public.acting,
        public.phase,
        public.allowed,
        public.actions,
        public.has_left,
        public.is_bare,
        public.activated,
        public.activations,
        public.freed,
        public.exercised,
        public.pyramids,
        public.frames,
        public.fate,
        public.sides,
        public.results,
        public.loser,
        public.confirmed,
        public.is_waiting,
        hidden.hands,
        hidden.decks,
        hidden.pool,
        hidden.lists,
        hidden.unsure,
        hidden.rankings,
        hidden.picks,
        hidden.rng,
        [],
    )
