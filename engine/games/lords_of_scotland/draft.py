"""A table in the making: a state is unpacked, changed by small verbs, and frozen again.

The fields are replaced, never changed in place, so what a draft shares with the state it
came from stays as it was.
"""

from __future__ import annotations

import msgspec

from engine.game import Seat, Step
from engine.games.lords_of_scotland.cards import by_rank
from engine.games.lords_of_scotland.events import DiscardsShuffled, LordsEvent
from engine.games.lords_of_scotland.state import (
    Armies,
    Cards,
    Concealed,
    FaceDown,
    Follower,
    Options,
    Phase,
    Public,
    Seen,
    State,
)
from engine.rng import Rng


class Draft(msgspec.Struct, gc=False):
    """The fields of `Public` and `Concealed`, to be changed, and the events so far."""

    options: Options
    same_clan: bool
    skirmish: int
    cycle: int
    phase: Phase
    turn: int
    acting: Seat | None
    claims: int
    leader: Seat
    recruits: tuple[str | None, ...]
    supporters: Cards
    armies: Armies
    won: tuple[Cards, ...]
    discards: Cards
    buried: tuple[int, ...]
    reshuffled: Cards
    seen: tuple[Seen, ...]
    order: tuple[Seat, ...]
    strengths: tuple[int, ...]
    next_serial: int
    draw: Cards
    hands: tuple[Cards, ...]
    hidden_recruits: tuple[str | None, ...]
    face_down: tuple[FaceDown, ...]
    rng: Rng
    events: list[LordsEvent]
    shuffles: int = 0
    """How often the discards were shuffled in this step."""

    def step(self) -> Step[State, LordsEvent]:
        """The finished state and what happened on the way."""
        public = Public(
            options=self.options,
            same_clan=self.same_clan,
            skirmish=self.skirmish,
            cycle=self.cycle,
            phase=self.phase,
            turn=self.turn,
            acting=self.acting,
            claims=self.claims,
            leader=self.leader,
            recruits=self.recruits,
            supporters=self.supporters,
            armies=self.armies,
            hands=tuple(map(len, self.hands)),
            won=self.won,
            draw_pile=len(self.draw),
            discards=self.discards,
            buried=self.buried,
            reshuffled=self.reshuffled,
            seen=self.seen,
            order=self.order,
            strengths=self.strengths,
            next_serial=self.next_serial,
        )
        concealed = Concealed(
            draw=self.draw,
            hands=self.hands,
            recruits=self.hidden_recruits,
            face_down=self.face_down,
            rng=self.rng,
        )
        return Step(State(public, concealed), tuple(self.events))

    def draw_card(self) -> str | None:
        """The next card to draw, the discards shuffled first if need be; None if none is left (7.1, 7.2)."""
        if not self.draw:
            self.shuffle_discards()
            if not self.draw:
                return None
        card = self.draw[0]
        self.draw = self.draw[1:]
        return card

    def shuffle_discards(self) -> None:
        """Makes the discard pile the draw pile; does nothing if it is empty (7.1)."""
        buried = tuple([down.card for down in self.face_down if down.serial in self.buried])
        if not self.discards and not buried:
            return
        # Within one step the cards of an earlier shuffle stay listed: an event may have named them.
        earlier = self.reshuffled if self.shuffles else ()
        self.reshuffled = by_rank(tuple({*earlier, *self.discards}))
        self.draw, self.rng = self.rng.shuffle(self.discards + buried)
        self.forget_buried()
        self.discards = ()
        self.shuffles += 1
        self.events.append(DiscardsShuffled(len(self.draw)))

    def forget_buried(self) -> None:
        """Cards discarded unseen are lost in the draw pile, and with them what anyone knew of them (8.3)."""
        if gone := self.buried:
            self.face_down = tuple([down for down in self.face_down if down.serial not in gone])
            self.seen = tuple([seen for seen in self.seen if not any(s in gone for s in seen.serials)])
            self.buried = ()

    def set_army(self, seat: Seat, army: tuple[Follower, ...]) -> None:
        """Replaces the army of a seat."""
        self.armies = (*self.armies[:seat], army, *self.armies[seat + 1 :])

    def add_to_hand(self, seat: Seat, card: str) -> None:
        """Puts a card into a hand."""
        self.hands = (*self.hands[:seat], by_rank((*self.hands[seat], card)), *self.hands[seat + 1 :])

    def take_from_hand(self, seat: Seat, card: str) -> None:
        """Takes a card out of a hand."""
        hand = tuple([held for held in self.hands[seat] if held != card])
        self.hands = (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def note_taken(self, seat: Seat, card: str) -> None:
        """Everyone saw this card going into the hand of the seat (8.1)."""
        self.seen = (*self.seen, Seen(card, seat))

    def note_shown(self, card: str) -> None:
        """The card lies face-up now: no need to remember who took it."""
        if self.seen:
            self.seen = tuple([seen for seen in self.seen if seen.card != card])

    def note_face_down(self, seat: Seat, serial: int) -> None:
        """The seat mustered face-down: that follower can be any card seen going into its hand (8.1)."""
        self.seen = tuple(
            [
                Seen(seen.card, seat, True, (*seen.serials, serial))
                if seen.seat == seat and seen.in_hand
                else seen
                for seen in self.seen
            ]
        )

    def note_empty_hand(self, seat: Seat) -> None:
        """None of the cards seen going into an empty hand can still be there (8.1)."""
        self.seen = tuple(
            [Seen(seen.card, seat, False, seen.serials) if seen.seat == seat else seen for seen in self.seen]
        )

    def unmask(self, serial: int) -> str:
        """Turns a face-down follower up, for all to see: its card (8.1)."""
        card = next(down.card for down in self.face_down if down.serial == serial)
        self.face_down = tuple([down for down in self.face_down if down.serial != serial])
        if self.seen:
            self.seen = tuple(
                [
                    Seen(seen.card, seen.seat, seen.in_hand, tuple([s for s in seen.serials if s != serial]))
                    for seen in self.seen
                    if seen.card != card
                ]
            )
        return card


def draft(state: State) -> Draft:
    """A state unpacked, with no events yet."""
    public, concealed = state.public, state.concealed
    return Draft(
        public.options,
        public.same_clan,
        public.skirmish,
        public.cycle,
        public.phase,
        public.turn,
        public.acting,
        public.claims,
        public.leader,
        public.recruits,
        public.supporters,
        public.armies,
        public.won,
        public.discards,
        public.buried,
        public.reshuffled,
        public.seen,
        public.order,
        public.strengths,
        public.next_serial,
        concealed.draw,
        concealed.hands,
        concealed.recruits,
        concealed.face_down,
        concealed.rng,
        [],
    )
