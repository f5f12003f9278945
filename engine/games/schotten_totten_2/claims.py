"""Claims: what the wall proves, and what a claim does (RULES 7)."""

from __future__ import annotations

from typing import Final

from engine.errors import IllegalMove
from engine.games.schotten_totten_2.cards import FACES, IS_ELITE, SLOTS, Cards
from engine.games.schotten_totten_2.draft import Draft
from engine.games.schotten_totten_2.events import Claimed
from engine.games.schotten_totten_2.guards import due
from engine.games.schotten_totten_2.moves import Claim
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.proof import Side, Strengths, Verdict, judge, unseen
from engine.games.schotten_totten_2.state import Public, Role, Tile, View, Worth, side

JOKER: Final[Strengths] = frozenset(range(12))
SHIELD: Final[Strengths] = frozenset((1, 2, 3))
SPY: Final[dict[int, Strengths]] = {strength: frozenset((strength,)) for strength in (7, 10)}


def provable(table: Public | Draft) -> list[int]:
    """The tiles, from 0, that the attacker could claim now. It depends on what all see alone."""
    tiles = table.tiles
    complete = [i for i, tile in enumerate(tiles) if len(tile.attacker) == SLOTS[i][tile.damaged]]
    if not complete:
        return []
    pool = unseen_cards(table)
    return [i for i in complete if verdict(table, i, pool).is_proved]


def unseen_cards(table: Public | Draft) -> int:
    """The siege cards neither at the wall nor in the discard pile, as bits (7.5)."""
    wall = [card for tile in table.tiles for card in tile.attacker + tile.defender]
    return unseen((*wall, *table.discards))


def verdict(table: Public | Draft, place: int, pool: int) -> Verdict:
    """Whether the claim of a tile, with the attacker's side complete, can be proved."""
    tile, options = table.tiles[place], table.options
    face = FACES[place][tile.damaged]
    is_complete = len(tile.defender) == face.slots
    return judge(
        as_side(tile, "attacker", face.slots, options, table.worths),
        as_side(tile, "defender", face.slots, options, table.worths),
        face.criterion,
        tile.first == "attacker",
        0 if is_complete else pool,
        options.color_run_on_restricted_tiles == "outranks",
        options.claim_when_defender_cannot_complete,
    )


def as_side(tile: Tile, role: Role, slots: int, options: Options, worths: tuple[Worth, ...]) -> Side:
    """One side of a tile as the proof takes it."""
    cards = side(tile, role)
    if not options.tactics:
        return Side(cards, (), slots)
    fixed = {worth.card: worth.value for worth in worths}
    siege = [fixed.get(card, card) for card in cards if card in fixed or card not in IS_ELITE]
    elites = [strengths(card, options) for card in cards if card in IS_ELITE and card not in fixed]
    return Side(tuple(siege), tuple(elites), slots)


def strengths(elite: str, options: Options) -> Strengths:
    """What an elite card may count (9.6)."""
    if elite == "spy":
        return SPY[options.spy_strength]
    return SHIELD if elite == "shield" else JOKER


def check_claim(view: View, move: Claim) -> None:
    """Claiming a tile (7.1 to 7.7)."""
    public = view.public
    if view.seat != public.attacker:
        raise IllegalMove("Only the attacker claims, and only in his own turn.", "7.1")
    if public.phase in ("answer", "interval"):
        raise due(public.phase)
    place = move.tile - 1
    tile = public.tiles[place]
    slots, lying = SLOTS[place][tile.damaged], len(tile.attacker)
    if lying < slots:
        raise IllegalMove(
            f"Your side of tile {move.tile} is not complete: it holds {lying} of {slots} cards.", "7.2"
        )
    proof = verdict(public, place, unseen_cards(public))
    if not proof.is_proved:
        raise IllegalMove(*refused(tile, move.tile, slots, proof.counter))


def refused(tile: Tile, number: int, slots: int, counter: Cards) -> tuple[str, str]:
    """Why a complete formation does not win its tile, with the paragraph."""
    against = " ".join(counter)
    if not counter:
        return f"Tile {number} cannot be claimed: too few cards are unseen to prove it.", "7.6"
    if len(tile.defender) < slots:
        return f"Tile {number} cannot be claimed yet: {against} would still beat it.", "7.4"
    return f"Tile {number} cannot be claimed: {against} holds it.", "7.3"


def claim_tile(table: Draft, place: int) -> int:
    """The cards of both sides are discarded, and the tile is turned (7.8): how many are damaged now."""
    tile = table.tiles[place]
    table.discard(*tile.attacker, *tile.defender)
    table.set_tile(place, Tile(damaged=True))
    damaged = sum([tile.damaged for tile in table.tiles])
    table.events.append(Claimed(table.attacker, place + 1, tile.attacker, tile.defender, damaged))
    return damaged
