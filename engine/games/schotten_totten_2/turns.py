"""What is done in every turn: retreat, oil, the card play, the draw, the end (RULES 3, 4, 5)."""

from __future__ import annotations

from engine.errors import IllegalMove
from engine.game import Seat
from engine.games.schotten_totten_2.cards import ACTIONS, IS_ELITE, IS_TACTICS, SLOTS
from engine.games.schotten_totten_2.claims import strengths
from engine.games.schotten_totten_2.course import (
    after_card_play,
    begin_leg,
    claim,
    claim_by_itself,
    close_turn,
    draw_card,
    end_turn,
)
from engine.games.schotten_totten_2.draft import Draft
from engine.games.schotten_totten_2.events import CardPlayed, OilPoured, Passed, Retreated, TurnEnded
from engine.games.schotten_totten_2.guards import at_card_play, due, exists, holds, no_room, role_of
from engine.games.schotten_totten_2.moves import Begin, Claim, Draw, End, Oil, Pass, Play, Retreat
from engine.games.schotten_totten_2.state import OIL, View, Worth, free_tiles
from engine.games.schotten_totten_2.tactics import check_joker_limit, may_lead


def check_retreat(view: View, move: Retreat) -> None:
    """Retreating (3.2)."""
    public = view.public
    if role_of(view) != "attacker":
        raise IllegalMove("Only the attacker retreats.", "3.2")
    at_card_play(view)
    if public.retreats and public.options.retreat_tiles_per_turn == "one":
        raise IllegalMove("You have retreated from a tile in this turn, and one is the limit.", "3.2")
    if not public.tiles[move.tile - 1].attacker:
        raise IllegalMove(f"You have no card at tile {move.tile} to retreat with.", "3.2")


def check_oil(view: View, move: Oil) -> None:
    """Pouring oil (4.2 to 4.4)."""
    public = view.public
    if role_of(view) != "defender":
        raise IllegalMove("Only the defender has oil.", "4.2")
    at_card_play(view)
    if public.oiled:
        raise IllegalMove("You have used oil in this turn: once is the limit.", "4.2")
    if not public.oil:
        raise IllegalMove(f"No oil is left: all {OIL} tokens are used.", "4.2")
    if not public.tiles[move.tile - 1].attacker:
        raise IllegalMove(f"The attacker has no card at tile {move.tile}.", "4.4")


def check_play(view: View, move: Play) -> None:
    """Laying a card at a tile (3.3, 5.1)."""
    public, card, place = view.public, move.card, move.tile - 1
    if public.phase != "play":
        raise due(public.phase)
    if card not in view.hand:
        holds(view, card)
    if card in IS_TACTICS or move.value is not None:
        check_elite(view, move)
    tile = public.tiles[place]
    lying = tile.attacker if view.seat == public.attacker else tile.defender
    if len(lying) >= SLOTS[place][tile.damaged]:
        raise no_room(view, move.tile)


def check_elite(view: View, move: Play) -> None:
    """Laying an elite card (9.2 to 9.7)."""
    if move.card in ACTIONS:
        raise IllegalMove(f"The card {move.card} is not laid at the wall: it acts.", "9.8")
    if move.card not in IS_ELITE:
        raise IllegalMove("Only an elite card can count as another card: leave the value out.", "9.7")
    may_lead(view)
    check_joker_limit(view, move.card)
    check_value(view, move)


def check_value(view: View, move: Play) -> None:
    """The value of an elite card is chosen at a claim, or now (9.7)."""
    options = view.public.options
    if options.elite_value_fixed_when == "claim":
        if move.value is not None:
            raise IllegalMove("An elite card gets its value at a claim: leave the value out.", "9.7")
        return
    allowed = strengths(move.card, options)
    if move.value is None:
        raise IllegalMove(f"Say what {move.card} is to count as, such as {example(allowed)}.", "9.7")
    exists(move.value)
    if int(move.value[1:]) not in allowed:
        raise IllegalMove(f"The card {move.card} cannot count as {move.value}.", "9.6")


def example(allowed: frozenset[int]) -> str:
    """A value that an elite card may take."""
    return f"r{max(allowed)}"


def check_pass(view: View, move: Pass) -> None:
    """Playing no card (4.5, 9.5)."""
    at_card_play(view)
    public, role = view.public, role_of(view)
    assert view.seat is not None, "a spectator has no moves"
    if not public.hands[view.seat].siege:
        return
    if role == "defender" and not free_tiles(public.tiles, role):
        return
    raise IllegalMove("You must play a card: you may pass only without a siege card in hand.", "9.5")


def check_draw(view: View, move: Draw) -> None:
    """Choosing a deck (9.3)."""
    public = view.public
    if public.phase == "play" and not public.options.tactics:
        raise IllegalMove("The card is drawn by itself after the card play.", "3.5")
    if public.phase != "draw":
        raise due(public.phase)


def check_end(view: View, move: End) -> None:
    """Ending the turn without a claim (3.6)."""
    if view.public.phase != "close":
        raise due(view.public.phase)


def check_begin(view: View, move: Begin) -> None:
    """Beginning the next leg (8.6)."""
    if view.public.phase != "interval":
        raise IllegalMove("The leg is not over yet.", "8.6")


def do_retreat(table: Draft, seat: Seat, move: Retreat) -> None:
    """All own cards of the tile are discarded."""
    cards = table.tiles[move.tile - 1].attacker
    table.set_side(move.tile - 1, "attacker", ())
    table.discard(*cards)
    table.retreats += 1
    table.events.append(Retreated(seat, move.tile, cards))
    claim_by_itself(table)


def do_oil(table: Draft, seat: Seat, move: Oil) -> None:
    """The attacker's card nearest the wall is discarded; the next one then is the nearest (4.3)."""
    card, *rest = table.tiles[move.tile - 1].attacker
    table.set_side(move.tile - 1, "attacker", tuple(rest))
    table.discard(card)
    table.oil -= 1
    table.oiled = True
    table.events.append(OilPoured(seat, move.tile, card, table.oil))


def do_play(table: Draft, seat: Seat, move: Play) -> None:
    """The card is laid at the tile, outermost (5.2); a 0 or an 11 may eliminate (5.5)."""
    table.show(seat, move.card)
    if move.card in IS_ELITE:
        table.count_tactics(seat)
    if move.value is not None:
        table.worths += (Worth(move.card, move.value),)
    table.events.append(CardPlayed(seat, move.card, move.tile, move.value))
    table.arrive(move.tile - 1, table.role(seat), move.card)
    after_card_play(table, seat)


def do_pass(table: Draft, seat: Seat, move: Pass) -> None:
    """No card is played; the draw follows."""
    table.events.append(Passed(seat))
    after_card_play(table, seat)


def do_draw(table: Draft, seat: Seat, move: Draw) -> None:
    """A card from the chosen deck."""
    draw_card(table, seat, move.deck)
    close_turn(table, seat)


def do_claim(table: Draft, seat: Seat, move: Claim) -> None:
    """The claim; behind the draw the turn ends with the last claim that could be made (3.6)."""
    if claim(table, move.tile - 1) and table.phase == "close":
        close_turn(table, seat)


def do_end(table: Draft, seat: Seat, move: End) -> None:
    """The turn ends without a further claim."""
    table.events.append(TurnEnded(seat))
    end_turn(table, seat)


def do_begin(table: Draft, seat: Seat, move: Begin) -> None:
    """The next leg is dealt."""
    begin_leg(table)
