"""What each seat may know, and what else could be behind it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.game import Names, Seat
from engine.rng import Rng
from tests.engine.toy.state import Choice, Lying, State, View, strength


def look(state: State, seat: Seat | None) -> View:
    """What a seat, or a spectator (None), may know."""
    hidden = state.concealed
    return View(
        seat=seat,
        public=state.public,
        deck=_seen(hidden.deck, seat),
        hands=tuple(_seen(hand, seat) for hand in hidden.hands),
        choice=None if seat is None else hidden.choices[seat],
    )


def names(view: View) -> Names:
    """The cards of the seat's own hand, which may be cut short."""
    mine = () if view.seat is None else tuple(lying.card for lying in view.hands[view.seat] if lying.card)
    return {"card": mine, "take.drop": mine}


def _seen(cards: tuple[Lying, ...], seat: Seat | None) -> tuple[Lying, ...]:
    return tuple(lying if seat in lying.seen else Lying(None, lying.seen) for lying in cards)


def resample(state: State, seat: Seat | None, rng: Rng) -> State:
    """A state that the seat cannot tell from this one."""
    hidden = state.concealed
    unseen = [lying.card for pile in (hidden.deck, *hidden.hands) for lying in pile if seat not in lying.seen]
    shuffled, rng = rng.shuffle(unseen)
    cards = iter(shuffled)
    deck = _redealt(hidden.deck, seat, cards)
    hands = tuple(_redealt(hand, seat, cards) for hand in hidden.hands)
    choices = []
    for other, choice in enumerate(hidden.choices):
        if choice is not None and other != seat:
            choice, rng = _chosen(hands[other], state.public.options.feints, rng)
        choices.append(choice)
    concealed = replace(hidden, deck=deck, hands=hands, choices=tuple(choices), rng=rng.fork("redeal"))
    return State(state.public, concealed)


def _redealt(pile: tuple[Lying, ...], seat: Seat | None, cards: Iterator[str | None]) -> tuple[Lying, ...]:
    return tuple(lying if seat in lying.seen else Lying(next(cards), lying.seen) for lying in pile)


def _chosen(hand: tuple[Lying, ...], feints: bool, rng: Rng) -> tuple[Choice, Rng]:
    place, rng = rng.below(len(hand))
    card = hand[place].card
    assert card is not None
    feint, rng = rng.below(2)
    return Choice(place, "feint" if feint and feints and strength(card) < 8 else "firm"), rng
