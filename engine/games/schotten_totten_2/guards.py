"""Guards that several rules share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.errors import IllegalMove
from engine.games.schotten_totten_2.cards import IS_SIEGE, PLACE, SLOTS
from engine.games.schotten_totten_2.state import Phase, Public, Role, View, free_tiles, side

MOMENTS: Final[Mapping[Phase, tuple[str, str]]] = {
    "answer": ("First name the three cards that you give in the exchange.", "9.15"),
    "play": ("First play your card.", "3.3"),
    "draw": ("You have played your card: draw from one of the decks now.", "3.5"),
    "close": ("You have played your card: claim, or end your turn.", "3.6"),
    "interval": ("This leg is over: begin the next one.", "8.6"),
}
"""What is due in a phase, with the paragraph."""


def due(phase: Phase) -> IllegalMove:
    """The refusal of a move that belongs to another moment."""
    return IllegalMove(*MOMENTS[phase])


def at_card_play(view: View) -> None:
    """Lets pass what may be done before or as the card play."""
    if view.public.phase != "play":
        raise due(view.public.phase)


def role_of(view: View) -> Role:
    """What the seat that looks does in this leg."""
    return "attacker" if view.seat == view.public.attacker else "defender"


def exists(card: str) -> None:
    """Lets pass the name of a card."""
    if card not in PLACE:
        raise IllegalMove("There is no such card: a card is named like r10 or joker-1.", "1.2")


def holds(view: View, card: str) -> None:
    """Lets pass a card in hand."""
    if card in view.hand:
        return
    exists(card)
    if card in IS_SIEGE:
        raise IllegalMove(f"You do not hold {card}.", "3.3")
    if not view.public.options.tactics:
        raise IllegalMove("This match is played without tactics cards.", "9.1")
    raise IllegalMove(f"You do not hold the tactics card {card}.", "9.2")


def has_room(view: View, number: int) -> None:
    """Lets pass a tile, counted from 1, where the own side has a free slot (5.1)."""
    tile = view.public.tiles[number - 1]
    if len(side(tile, role_of(view))) >= SLOTS[number - 1][tile.damaged]:
        raise no_room(view, number)


def no_room(view: View, number: int) -> IllegalMove:
    """The refusal of a tile that is full; an attacker who is full everywhere must make room (3.4)."""
    role = role_of(view)
    if role == "attacker" and not free_tiles(view.public.tiles, role):
        return IllegalMove("Your side of every tile is full: retreat from one first.", "3.4")
    return IllegalMove(f"Your side of tile {number} is full.", "5.1")


def where(public: Public, role: Role, card: str) -> int | None:
    """The tile, from 0, where that side has the card; None if it has it nowhere."""
    return next((i for i, tile in enumerate(public.tiles) if card in side(tile, role)), None)
