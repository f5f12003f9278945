"""What a seat may know, and what it could not tell apart."""

from __future__ import annotations

from typing import TypeAlias

from engine.game import Names, Seat
from engine.games.lords_of_scotland.cards import by_rank
from engine.games.lords_of_scotland.state import Concealed, FaceDown, State, View
from engine.rng import Rng

Spot: TypeAlias = tuple[str, int, int]
"""Where one concealed card lies: `hand`, seat, index; `serial`, number, 0; `recruit` or `draw`, index, 0."""


def look(state: State, seat: Seat | None) -> View:
    """The public part as it is, the seat's own hand, and the face-down cards it has looked at."""
    if seat is None:
        return View(None, state.public)
    concealed = state.concealed
    known = tuple([down for down in concealed.face_down if seat in down.seen_by])
    return View(seat, state.public, concealed.hands[seat], known)


def names(view: View) -> Names:
    """The cards that may be cut short: of the seat's hand for a muster, of the supporters for a claim."""
    return {"muster.card": view.hand, "claim.card": view.public.supporters}


def resample(state: State, seat: Seat | None, rng: Rng) -> State:
    """Redeals all cards that the seat cannot know, and renews the randomness to come.

    Kept are its hand, the face-down cards it has looked at, and for every card that all
    saw being taken one of the places where it can be. What could be concluded from cards
    counted over an earlier reshuffle is not kept: no view shows it.
    """
    places = unknown_places(state, seat)
    spots, rng = rng.shuffle(tuple(places))
    dealt, rng = place_seen(state, places, spots, rng)
    taken = set(dealt.values())
    cards, rng = rng.shuffle(tuple([card for card in places.values() if card not in taken]))
    dealt |= dict(zip([spot for spot in spots if spot not in dealt], cards, strict=True))
    return State(state.public, deal_again(state.concealed, dealt, rng.fork("resample")))


def unknown_places(state: State, seat: Seat | None) -> dict[Spot, str]:
    """Every place with a card that the seat does not know, and what lies there."""
    concealed = state.concealed
    places: dict[Spot, str] = {}
    for owner, hand in enumerate(concealed.hands):
        if owner != seat:
            places |= {("hand", owner, index): card for index, card in enumerate(hand)}
    for down in concealed.face_down:
        if seat is None or seat not in down.seen_by:
            places["serial", down.serial, 0] = down.card
    places |= {("recruit", slot, 0): card for slot, card in enumerate(concealed.recruits) if card is not None}
    places |= {("draw", index, 0): card for index, card in enumerate(concealed.draw)}
    return places


def place_seen(
    state: State, places: dict[Spot, str], spots: tuple[Spot, ...], rng: Rng
) -> tuple[dict[Spot, str], Rng]:
    """Gives each card that was seen being taken, and that the seat cannot place, a random spot open to it."""
    unknown = set(places.values())
    seen = [seen for seen in state.public.seen if seen.card in unknown]
    open_to = {
        item.card: [
            spot
            for spot in spots
            if (spot[0] == "serial" and spot[1] in item.serials)
            or (spot[0] == "hand" and item.in_hand and spot[1] == item.seat)
        ]
        for item in seen
    }
    order, rng = rng.shuffle(tuple(open_to))
    dealt: dict[Spot, str] = {}
    for card in order:
        seat_card(card, open_to, dealt, set())
    return dealt, rng


def seat_card(card: str, open_to: dict[str, list[Spot]], dealt: dict[Spot, str], tried: set[Spot]) -> bool:
    """Finds a spot for a card, moving others on if need be (an augmenting path)."""
    for spot in open_to[card]:
        if spot in tried:
            continue
        tried.add(spot)
        if spot not in dealt or seat_card(dealt[spot], open_to, dealt, tried):
            dealt[spot] = card
            return True
    return False


def deal_again(concealed: Concealed, dealt: dict[Spot, str], rng: Rng) -> Concealed:
    """The concealed part with the dealt cards in their spots; whatever has no spot in `dealt` stays."""
    hands = [
        by_rank(tuple([dealt.get(("hand", seat, index), card) for index, card in enumerate(hand)]))
        for seat, hand in enumerate(concealed.hands)
    ]
    return Concealed(
        draw=tuple([dealt["draw", index, 0] for index in range(len(concealed.draw))]),
        hands=tuple(hands),
        recruits=tuple([card and dealt["recruit", slot, 0] for slot, card in enumerate(concealed.recruits)]),
        face_down=tuple(
            [
                FaceDown(down.serial, dealt.get(("serial", down.serial, 0), down.card), down.seen_by)
                for down in concealed.face_down
            ]
        ),
        rng=rng,
    )
