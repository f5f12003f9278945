"""What a seat may know, and what it could not tell apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from engine.game import Seat
from engine.games.schotten_totten_2.cards import IS_TACTICS, in_order
from engine.games.schotten_totten_2.state import Concealed, Known, Public, State, View
from engine.rng import Rng

Pile: TypeAlias = tuple[str, Seat | None]
"""Where concealed cards lie: `hand` or `aside` of a seat, or a deck, `siege` or `tactics`, of nobody."""
Spot: TypeAlias = tuple[Pile, int]
"""The place of one concealed card within its pile."""

SIEGE_DECK: Final[Pile] = ("siege", None)
TACTICS_DECK: Final[Pile] = ("tactics", None)


def look(state: State, seat: Seat | None) -> View:
    """The public part as it is, the seat's own cards, and the concealed ones that it can place."""
    public, concealed = state.public, state.concealed
    if seat is None:
        return View(None, public, known=placed(state, None))
    aside = concealed.aside if public.aside and public.aside.seat == seat else ()
    return View(seat, public, in_order(concealed.hands[seat]), aside, placed(state, seat))


def placed(state: State, seat: Seat | None) -> tuple[Known, ...]:
    """The concealed cards of others that a seat can place (10.2 to 10.4)."""
    public, concealed = state.public, state.concealed
    if len(concealed.deck) > 1 and not public.options.tactics:
        return ()
    found = {card: Known(card, owner) for card, owner in held_for_sure(state, seat).items()}
    if len(concealed.deck) < 2 or (public.options.tactics and len(concealed.tactics) < 2):
        found |= left_over(state, seat)
    return tuple([found[card] for card in in_order(found)]) if found else ()


def held_for_sure(state: State, seat: Seat | None) -> dict[str, Seat]:
    """Cards that a seat knows to be in another's hand: it gave them, or they can be nowhere else."""
    public, concealed = state.public, state.concealed
    drawn = [back for back in public.returned if not back.in_deck]
    if seat is None:
        return {back.card: back.holders[0] for back in drawn if len(back.holders) == 1}
    known = dict.fromkeys(concealed.known[seat], 1 - seat)
    own = concealed.hands[seat]
    if public.aside and public.aside.seat == seat:
        own += concealed.aside
    return known | {back.card: 1 - seat for back in drawn if back.card not in own}


def left_over(state: State, seat: Seat | None) -> dict[str, Known]:
    """What a seat can tell by counting: all unknown cards of a kind lie in one hand, or one in a deck."""
    spots = unknown_spots(state, seat)
    found: dict[str, Known] = {}
    for tactics in (False, True):
        cards = {spot: card for spot, card in spots.items() if (card in IS_TACTICS) == tactics}
        owners = {spot[0][1] for spot in cards}
        if owners == {None} and len(cards) > 1:
            continue
        if len(owners) == 1:
            found |= {card: Known(card, *owners) for card in cards.values()}
    return found


def unknown_spots(state: State, seat: Seat | None) -> dict[Spot, str]:
    """Every spot with a card that a seat does not see or know to be there, and what lies there."""
    public, concealed = state.public, state.concealed
    piles: list[tuple[Pile, tuple[str, ...]]] = [
        (("hand", owner), hand) for owner, hand in enumerate(concealed.hands) if owner != seat
    ]
    if public.aside and public.aside.seat != seat:
        piles.append((("aside", public.aside.seat), concealed.aside))
    piles += [(SIEGE_DECK, concealed.deck), (TACTICS_DECK, concealed.tactics)]
    known = {back.card for back in public.returned if back.depth is not None}
    known |= held_for_sure(state, seat).keys()
    return {
        (pile, index): card for pile, cards in piles for index, card in enumerate(cards) if card not in known
    }


def resample(state: State, seat: Seat | None, rng: Rng) -> State:
    """Redeals all cards that the seat cannot know, and renews the randomness to come.

    Kept are its own cards, those it can place (10.2), and for each card that Support put
    back one of the places where it can be, as far as all can see (10.3).
    """
    spots = unknown_spots(state, seat)
    order, rng = rng.shuffle(tuple(spots))
    dealt = place_returned(state.public, spots, order)
    taken = set(dealt.values())
    for tactics in (False, True):
        cards = [card for card in spots.values() if (card in IS_TACTICS) == tactics and card not in taken]
        shuffled, rng = rng.shuffle(cards)
        free = [spot for spot in order if (spots[spot] in IS_TACTICS) == tactics and spot not in dealt]
        dealt |= dict(zip(free, shuffled, strict=True))
    swaps = {spots[spot]: card for spot, card in dealt.items()}
    return State(state.public, deal_again(state.concealed, swaps, rng.fork("resample")))


def place_returned(public: Public, spots: Mapping[Spot, str], order: tuple[Spot, ...]) -> dict[Spot, str]:
    """Gives each card that Support put back, and that the seat cannot place, a random spot open to it."""
    dealt: dict[Spot, str] = {}
    unknown = set(spots.values())
    for back in public.returned:
        if back.card not in unknown:
            continue
        room = {holder: public.drawn_since[holder] for holder in back.holders}
        for pile, _ in dealt:
            if pile[1] in room:
                room[pile[1]] -= 1
        dealt[
            next(spot for spot in order if spot not in dealt and is_open(spot, back.in_deck, room, spots))
        ] = back.card
    return dealt


def is_open(spot: Spot, in_deck: bool, room: Mapping[Seat, int], spots: Mapping[Spot, str]) -> bool:
    """Whether a siege card that was put back can be there."""
    pile, _ = spot
    if spots[spot] in IS_TACTICS:
        return False
    return in_deck if pile[1] is None else room.get(pile[1], 0) > 0


def deal_again(concealed: Concealed, swaps: Mapping[str, str], rng: Rng) -> Concealed:
    """The concealed part with each card exchanged for another, wherever it is named."""

    def again(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple([swaps.get(card, card) for card in cards])

    return Concealed(
        deck=again(concealed.deck),
        tactics=again(concealed.tactics),
        hands=tuple(map(again, concealed.hands)),
        aside=again(concealed.aside),
        known=tuple(map(again, concealed.known)),
        rng=rng,
    )
