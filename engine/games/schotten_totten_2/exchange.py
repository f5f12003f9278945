"""Exchange: three cards of each hand change hands, and who knows of it (RULES 9.15, 10)."""

from __future__ import annotations

from engine.errors import IllegalMove
from engine.game import Seat
from engine.games.schotten_totten_2.cards import Cards, in_order
from engine.games.schotten_totten_2.course import after_card_play, claim_by_itself
from engine.games.schotten_totten_2.draft import Draft, counted
from engine.games.schotten_totten_2.events import CardsExchanged, HandsExchanged, LaidAside, OwnLaidAside
from engine.games.schotten_totten_2.guards import holds
from engine.games.schotten_totten_2.moves import Exchange, Give
from engine.games.schotten_totten_2.state import EXCHANGED, Held, Returned, View
from engine.games.schotten_totten_2.tactics import may_play, spend

CARD = "exchange"


def check_exchange(view: View, move: Exchange) -> None:
    """Exchange (9.15)."""
    may_play(view, CARD)
    public, seat = view.public, view.seat
    assert seat is not None, "a spectator has no moves"
    if size(public.hands[seat]) - 1 < EXCHANGED or size(public.hands[1 - seat]) < EXCHANGED:
        raise IllegalMove("Exchange needs three cards in either hand beside itself.", "9.15")
    if public.options.exchange_chooser == "random":
        if move.cards:
            raise IllegalMove("The cards are drawn by lot: name none.", "9.15")
        return
    check_three(view, move.cards)
    if CARD in move.cards:
        raise IllegalMove("Exchange itself is played and cannot be given.", "9.15")


def check_give(view: View, move: Give) -> None:
    """Naming the cards for those that lie aside (9.15)."""
    if view.public.phase != "answer":
        raise IllegalMove("No cards lie aside for you: there is nothing to give for them.", "9.15")
    check_three(view, move.cards)


def check_three(view: View, cards: Cards) -> None:
    """Three different cards of the own hand."""
    if len(cards) != EXCHANGED or len(set(cards)) != EXCHANGED:
        raise IllegalMove("Name three different cards of your hand.", "9.15")
    for card in cards:
        holds(view, card)


def size(hand: Held) -> int:
    """All cards of a hand."""
    return hand.siege + hand.tactics


def do_exchange(table: Draft, seat: Seat, move: Exchange) -> None:
    """The cards lie aside until the opponent's turn, or change hands at once (9.15)."""
    spend(table, seat, CARD)
    chooser = table.options.exchange_chooser
    if chooser == "each_own":
        lay_aside(table, seat, move.cards)
    else:
        given = by_lot(table, seat) if chooser == "random" else move.cards
        swap(table, seat, given, by_lot(table, 1 - seat))
    after_card_play(table, seat)


def lay_aside(table: Draft, seat: Seat, cards: Cards) -> None:
    """The cards leave the hand, and only their owner knows them."""
    table.set_hand(seat, tuple([card for card in table.hands[seat] if card not in cards]))
    table.giver = seat
    table.aside = cards
    table.events.append(LaidAside(seat, counted(cards), but=(seat,)))
    table.events.append(OwnLaidAside(seat, cards, to=(seat,)))


def by_lot(table: Draft, seat: Seat) -> Cards:
    """Three cards of a hand."""
    cards, table.rng = table.rng.shuffle(table.hands[seat])
    return in_order(cards[:EXCHANGED])


def do_give(table: Draft, seat: Seat, move: Give) -> None:
    """Both sets of cards change hands, and the turn goes on (9.15)."""
    aside, table.aside, table.giver = table.aside, (), None
    swap(table, 1 - seat, aside, move.cards)
    table.phase = "play"
    claim_by_itself(table)


def swap(table: Draft, seat: Seat, given: Cards, got: Cards) -> None:
    """Cards change hands; who gave a card knows where it went (10.2)."""
    opponent = 1 - seat
    pass_on(table, seat, given, got)
    pass_on(table, opponent, got, given)
    blur(table, seat, counted(given).siege, counted(got).siege)
    table.events += [
        HandsExchanged(seat, counted(given), counted(got), but=(0, 1)),
        CardsExchanged(seat, given, got, to=(seat,)),
        CardsExchanged(opponent, got, given, to=(opponent,)),
    ]


def pass_on(table: Draft, seat: Seat, given: Cards, got: Cards) -> None:
    """One player's part of it."""
    table.set_hand(seat, (*[card for card in table.hands[seat] if card not in given], *got))
    known = (*[card for card in table.known[seat] if card not in got], *given)
    table.known = (known, table.known[1]) if seat == 0 else (table.known[0], known)


def blur(table: Draft, seat: Seat, given: int, got: int) -> None:
    """What Support put back and was drawn since can be in the other hand now, for all one sees (10.3)."""
    moved = {seat: given, 1 - seat: got}
    drawn = table.drawn_since
    table.returned = tuple(
        [
            Returned(back.card, back.depth, back.in_deck, (0, 1))
            if any(moved[holder] for holder in back.holders)
            else back
            for back in table.returned
        ]
    )
    table.drawn_since = (
        drawn[0] + min(moved[1], drawn[1]),
        drawn[1] + min(moved[0], drawn[0]),
    )
