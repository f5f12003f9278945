"""The tactics cards that act, and who may play one (RULES 9)."""

from __future__ import annotations

from engine.errors import IllegalMove
from engine.game import Seat
from engine.games.schotten_totten_2.cards import IS_ELITE, JOKERS
from engine.games.schotten_totten_2.course import after_card_play
from engine.games.schotten_totten_2.draft import Draft
from engine.games.schotten_totten_2.events import (
    Betrayed,
    Deserted,
    Exploded,
    Recruited,
    Redeployed,
    Supported,
)
from engine.games.schotten_totten_2.guards import at_card_play, exists, has_room, holds, role_of, where
from engine.games.schotten_totten_2.moves import (
    Desertion,
    Explosion,
    Recruit,
    Redeploy,
    Support,
    Treachery,
)
from engine.games.schotten_totten_2.state import Returned, Role, View, other, side

FEWEST_IN_DECK = 2
"""Siege cards that the deck must hold for Support."""


def may_play(view: View, card: str) -> None:
    """Lets pass a tactics card that is held, at its time, within the lead that is allowed (9.2, 9.4)."""
    at_card_play(view)
    holds(view, card)
    may_lead(view)


def may_lead(view: View) -> None:
    """At most one tactics card more than the opponent (9.4)."""
    public, seat = view.public, view.seat
    assert seat is not None, "a spectator has no moves"
    mine, theirs = public.tactics_played[seat], public.tactics_played[1 - seat]
    if mine > theirs and public.options.max_tactics_lead == "one":
        raise IllegalMove(
            f"You have played {cards(mine)} and your opponent {theirs}: you may not lead by two.", "9.4"
        )


def cards(number: int) -> str:
    """So many tactics cards, in words."""
    return "1 tactics card" if number == 1 else f"{number} tactics cards"


def check_redeploy(view: View, move: Redeploy) -> None:
    """Redeployment (9.9)."""
    may_play(view, "redeployment")
    exists(move.card)
    origin = where(view.public, role_of(view), move.card)
    if origin is None:
        raise IllegalMove(f"You have no card {move.card} at the wall.", "9.9")
    if move.tile == "off":
        return
    if move.tile == origin + 1:
        raise IllegalMove(f"The card {move.card} lies at tile {move.tile}: name another tile.", "9.9")
    has_room(view, move.tile)


def check_recruit(view: View, move: Recruit) -> None:
    """Recruitment (9.10)."""
    may_play(view, "recruitment")
    exists(move.card)
    if move.card not in view.public.discards:
        raise IllegalMove(f"The card {move.card} is not in the discard pile.", "9.10")
    has_room(view, move.tile)


def check_desertion(view: View, move: Desertion) -> None:
    """Desertion (9.11)."""
    may_play(view, "desertion")
    exists(move.card)
    if where(view.public, other(role_of(view)), move.card) is None:
        raise IllegalMove(f"Your opponent has no card {move.card} at the wall.", "9.11")


def check_treachery(view: View, move: Treachery) -> None:
    """Treachery (9.12)."""
    may_play(view, "treachery")
    exists(move.card)
    public, role = view.public, role_of(view)
    if where(public, other(role), move.card) is None:
        raise IllegalMove(f"Your opponent has no card {move.card} at the wall.", "9.12")
    if move.card in IS_ELITE and public.options.treachery_targets == "siege":
        raise IllegalMove("Treachery takes siege cards only.", "9.12")
    check_joker_limit(view, move.card)
    has_room(view, move.tile)


def check_joker_limit(view: View, card: str) -> None:
    """A side may hold one joker only, where the match is played so (9.6)."""
    public, role = view.public, role_of(view)
    if card not in JOKERS or public.options.joker_limit_per_side == "any":
        return
    if any(joker in side(tile, role) for joker in JOKERS for tile in public.tiles):
        raise IllegalMove("Your side of the wall holds a joker already, and one is the limit.", "9.6")


def check_explosion(view: View, move: Explosion) -> None:
    """Explosion (9.13)."""
    may_play(view, "explosion")
    both = view.public.options.explosion_sides == "both"
    if both and move.side is not None:
        raise IllegalMove("Both sides of the tile explode: leave the side out.", "9.13")
    if not both and move.side is None:
        raise IllegalMove("Say whose cards explode: attacker or defender.", "9.13")
    tile = view.public.tiles[move.tile - 1]
    if not any(side(tile, role) for role in exploding(move)):
        raise IllegalMove(f"There is no card at tile {move.tile} to explode.", "9.13")


def exploding(move: Explosion) -> tuple[Role, ...]:
    """The sides that are cleared."""
    return ("attacker", "defender") if move.side is None else (move.side,)


def check_support(view: View, move: Support) -> None:
    """Support (9.14)."""
    may_play(view, "support")
    public = view.public
    if public.siege_deck < FEWEST_IN_DECK:
        raise IllegalMove("Support needs at least two cards in the siege deck.", "9.14")
    if len(set(move.cards)) != FEWEST_IN_DECK or len(move.cards) != FEWEST_IN_DECK:
        raise IllegalMove("Name two different siege cards for Support.", "9.14")
    for card in move.cards:
        exists(card)
        if card not in public.discards:
            raise IllegalMove(f"The card {card} is not in the discard pile.", "9.14")


def spend(table: Draft, seat: Seat, card: str) -> None:
    """A tactics card that acts is discarded, and counts as played (9.4, 9.8)."""
    table.show(seat, card)
    table.discard(card)
    table.count_tactics(seat)


def find(table: Draft, role: Role, card: str) -> int:
    """The tile, from 0, where a side has the card."""
    return next(i for i, tile in enumerate(table.tiles) if card in side(tile, role))


def arrive(table: Draft, place: int, role: Role, card: str) -> None:
    """A card that an action brings is the outermost; whether it may eliminate is an option (9.8)."""
    table.arrive(place, role, card, table.options.elimination_on_effect_arrival)


def do_redeploy(table: Draft, seat: Seat, move: Redeploy) -> None:
    """One of the own cards moves (9.9)."""
    spend(table, seat, "redeployment")
    role = table.role(seat)
    origin = find(table, role, move.card)
    table.remove(origin, role, move.card)
    tile = None if move.tile == "off" else move.tile
    table.events.append(Redeployed(seat, move.card, origin + 1, tile))
    if tile is None:
        table.discard(move.card)
    else:
        arrive(table, tile - 1, role, move.card)
    after_card_play(table, seat)


def do_recruit(table: Draft, seat: Seat, move: Recruit) -> None:
    """A discarded siege card comes back to the wall (9.10)."""
    spend(table, seat, "recruitment")
    table.discards = tuple([card for card in table.discards if card != move.card])
    table.events.append(Recruited(seat, move.card, move.tile))
    arrive(table, move.tile - 1, table.role(seat), move.card)
    after_card_play(table, seat)


def do_desertion(table: Draft, seat: Seat, move: Desertion) -> None:
    """A card of the opponent is discarded (9.11)."""
    spend(table, seat, "desertion")
    role = other(table.role(seat))
    origin = find(table, role, move.card)
    table.remove(origin, role, move.card)
    table.discard(move.card)
    table.events.append(Deserted(seat, move.card, origin + 1))
    after_card_play(table, seat)


def do_treachery(table: Draft, seat: Seat, move: Treachery) -> None:
    """A card of the opponent changes sides (9.12)."""
    spend(table, seat, "treachery")
    role = table.role(seat)
    origin = find(table, other(role), move.card)
    table.remove(origin, other(role), move.card)
    table.events.append(Betrayed(seat, move.card, origin + 1, move.tile))
    arrive(table, move.tile - 1, role, move.card)
    after_card_play(table, seat)


def do_explosion(table: Draft, seat: Seat, move: Explosion) -> None:
    """The cards of both sides, or of one, are discarded (9.13)."""
    spend(table, seat, "explosion")
    place = move.tile - 1
    gone: tuple[str, ...] = ()
    for role in exploding(move):
        gone += side(table.tiles[place], role)
        table.set_side(place, role, ())
    table.discard(*gone)
    table.events.append(Exploded(seat, move.tile, gone))
    after_card_play(table, seat)


def do_support(table: Draft, seat: Seat, move: Support) -> None:
    """Two discarded siege cards go back into the siege deck (9.14)."""
    spend(table, seat, "support")
    table.discards = tuple([card for card in table.discards if card not in move.cards])
    table.drawn_since = (0, 0)
    if table.options.support_position == "shuffle":
        table.deck, table.rng = table.rng.shuffle(table.deck + move.cards)
        table.returned = tuple([Returned(card) for card in move.cards])
    else:
        on_top = table.options.support_position == "top"
        above = 0 if on_top else len(table.deck)
        table.deck = move.cards + table.deck if on_top else table.deck + move.cards
        table.returned = tuple([Returned(card, above + index) for index, card in enumerate(move.cards)])
    table.events.append(Supported(seat, move.cards))
    after_card_play(table, seat)
