"""The course of a match in rulebook order: the deal, the turns, the end of a leg (RULES 2, 3, 4, 8)."""

from __future__ import annotations

from typing import Final

from engine.game import Seat, Step
from engine.games.schotten_totten_2.cards import SIEGE, TACTICS
from engine.games.schotten_totten_2.claims import claim_tile, provable
from engine.games.schotten_totten_2.draft import Draft
from engine.games.schotten_totten_2.events import (
    CardDrawn,
    CardLookedAt,
    HandDealt,
    KnownCardDrawn,
    LastTurnBegan,
    LegBegan,
    LegEnded,
    MatchEnded,
    TottenEvent,
)
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.state import (
    BREACHES,
    HAND,
    OIL,
    TILES,
    Deck,
    Leg,
    Reason,
    Returned,
    State,
    Tile,
    free_tiles,
)
from engine.rng import Rng

WALL: Final = (Tile(),) * TILES


def setup(options: Options, seats: int, rng: Rng) -> Step[State, TottenEvent]:
    """The first leg is dealt; the first seat attacks (2.1 to 2.4)."""
    table = Draft(
        options=options,
        leg=0,
        attacker=1,
        phase="interval",
        turn=0,
        acting=0,
        last_turn=False,
        tiles=WALL,
        oil=OIL,
        oiled=False,
        retreats=0,
        discards=(),
        tactics_played=(0,) * seats,
        worths=(),
        returned=(),
        drawn_since=(0,) * seats,
        legs=(),
        deck=(),
        tactics=(),
        hands=((),) * seats,
        giver=None,
        aside=(),
        known=((),) * seats,
        rng=rng,
        events=[],
    )
    begin_leg(table)
    return table.step()


def begin_leg(table: Draft) -> None:
    """The roles are swapped, the wall is built anew, and the cards are dealt (2.2 to 2.4, 8.6)."""
    table.leg += 1
    table.attacker = 1 - table.attacker
    table.tiles = WALL
    table.oil = OIL
    table.discards = ()
    table.tactics_played = (0, 0)
    table.worths = ()
    table.returned = ()
    table.drawn_since = (0, 0)
    table.giver = None
    table.aside = ()
    table.known = ((), ())
    deal(table)
    begin_turn(table, table.attacker)


def deal(table: Draft) -> None:
    """The attacker's whole hand first, then the defender's (2.2); the tactics deck apart (9.1)."""
    size = table.options.hand_size_tactics if table.options.tactics else HAND
    cards, table.rng = table.rng.shuffle(SIEGE)
    attack, defence, table.deck = cards[:size], cards[size : 2 * size], cards[2 * size :]
    table.hands = (attack, defence) if table.attacker == 0 else (defence, attack)
    table.tactics = ()
    if table.options.tactics:
        table.tactics, table.rng = table.rng.shuffle(TACTICS)
    table.events.append(LegBegan(table.leg, table.attacker, 1 - table.attacker))
    table.events += [HandDealt(seat, hand, to=(seat,)) for seat, hand in enumerate(table.hands)]


def begin_turn(table: Draft, seat: Seat) -> None:
    """A player's turn begins, unless the defender has no free slot (3.1, 4.1, 4.5, 8.3)."""
    table.turn += 1
    table.acting = seat
    table.oiled = False
    table.retreats = 0
    table.last_turn = seat == table.attacker and not table.deck
    can_be_full = seat != table.attacker and table.options.defender_wins_when_full
    if can_be_full and not free_tiles(table.tiles, "defender"):
        end_leg(table, seat, "held")
        return
    if table.last_turn:
        table.events.append(LastTurnBegan(seat))
    table.phase = "play" if table.giver is None else "answer"
    claim_by_itself(table)


def claim_by_itself(table: Draft) -> bool:
    """With `auto_claim` all claims that can be proved are made (7.9); whether the leg goes on."""
    if not table.options.auto_claim or table.acting != table.attacker or table.phase == "answer":
        return table.phase not in ("interval", "over")
    while found := provable(table):
        if not claim(table, found[0]):
            return False
    return True


def claim(table: Draft, place: int) -> bool:
    """The attacker's claim of a tile; whether the leg goes on (7.8, 8.1, 8.2)."""
    was_damaged = table.tiles[place].damaged
    damaged = claim_tile(table, place)
    if was_damaged or damaged == BREACHES:
        end_leg(table, table.attacker, "taken" if was_damaged else "breached")
        return False
    return True


def after_card_play(table: Draft, seat: Seat) -> None:
    """The card is drawn, by choice where both decks have cards (3.5, 9.3)."""
    if not claim_by_itself(table):
        return
    if table.deck and table.tactics:
        table.phase = "draw"
        return
    if table.deck or table.tactics:
        draw_card(table, seat, "siege" if table.deck else "tactics")
    close_turn(table, seat)


def draw_card(table: Draft, seat: Seat, deck: Deck) -> None:
    """The top card of a deck goes into the hand."""
    card = table.deck[0] if deck == "siege" else table.tactics[0]
    table.set_hand(seat, (*table.hands[seat], card))
    if deck == "tactics":
        table.tactics = table.tactics[1:]
    else:
        table.deck = table.deck[1:]
        if table.returned and note_siege_draw(table, seat):
            table.events.append(KnownCardDrawn(seat, card))
            return
    table.events.append(CardDrawn(seat, deck, but=(seat,)))
    table.events.append(CardLookedAt(seat, deck, card, to=(seat,)))


def note_siege_draw(table: Draft, seat: Seat) -> bool:
    """Where the cards that Support put back can be now (10.3); whether all know what was drawn."""
    drawn, drawn_known = list(table.drawn_since), False
    drawn[seat] += 1
    table.drawn_since = tuple(drawn)
    noted = []
    for back in table.returned:
        if back.depth is not None and back.depth > 0:
            back = Returned(back.card, back.depth - 1)
        elif back.depth == 0:
            back, drawn_known = Returned(back.card, None, False, (seat,)), True
        elif back.in_deck:
            holders = back.holders if seat in back.holders else (*back.holders, seat)
            back = Returned(back.card, None, bool(table.deck), holders)
        noted.append(back)
    table.returned = tuple(noted)
    return drawn_known


def close_turn(table: Draft, seat: Seat) -> None:
    """The turn ends, unless the attacker can still make a claim (3.6, 4.1)."""
    if not claim_by_itself(table):
        return
    if seat == table.attacker and provable(table):
        table.phase = "close"
        return
    end_turn(table, seat)


def end_turn(table: Draft, seat: Seat) -> None:
    """The other player's turn comes, or the attacker's last one is over (8.3)."""
    if table.last_turn:
        end_leg(table, 1 - table.attacker, "exhausted")
        return
    begin_turn(table, 1 - seat)


def end_leg(table: Draft, winner: Seat, reason: Reason) -> None:
    """The leg is noted; the next one can begin, or the match is over (8.5, 8.6)."""
    damaged = sum([tile.damaged for tile in table.tiles])
    table.legs += (Leg(table.attacker, winner, reason, damaged, len(table.deck)),)
    table.events.append(LegEnded(table.leg, winner, reason, damaged, len(table.deck)))
    table.turn += 1
    if table.leg < table.options.legs:
        table.phase = "interval"
        table.acting = 1 - table.attacker
        return
    table.phase = "over"
    table.acting = None
    table.events.append(MatchEnded(match_ranks(table.legs), match_scores(table.legs)))


def match_scores(legs: tuple[Leg, ...]) -> tuple[int, ...]:
    """The legs that each seat has won."""
    return tuple([sum([leg.winner == seat for leg in legs]) for seat in (0, 1)])


def match_ranks(legs: tuple[Leg, ...]) -> tuple[int, ...]:
    """By legs won; with one each, by how the legs were attacked (8.7)."""
    won = match_scores(legs)
    if won[0] == won[1]:
        won = attack_worth(legs)
    return (1, 1) if won[0] == won[1] else (1, 2) if won[0] > won[1] else (2, 1)


def attack_worth(legs: tuple[Leg, ...]) -> tuple[int, ...]:
    """With one leg each: the siege cards left if both attacks won, the damaged tiles if both failed (8.7)."""
    both_won = all(leg.winner == leg.attacker for leg in legs)
    worth = {leg.attacker: leg.siege_deck if both_won else leg.damaged for leg in legs}
    return worth[0], worth[1]
