"""What lies on and under the table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from engine.game import Seat
from engine.games.schotten_totten_2.cards import FACES, SLOTS, Cards, Criterion, Face, Name
from engine.games.schotten_totten_2.options import Options
from engine.rng import Rng

TILES = 7
OIL = 3
HAND = 6
"""Cards dealt to each player in the base game."""
EXCHANGED = 3
"""Cards that each player gives in an exchange."""
BREACHES = 4
"""Damaged tiles that win the leg for the attacker."""

Role: TypeAlias = Literal["attacker", "defender"]

Deck: TypeAlias = Literal["siege", "tactics"]

Phase: TypeAlias = Literal["answer", "play", "draw", "close", "interval", "over"]
"""`answer`: name the cards to give in an exchange; `play`: all up to the card play; `draw`: choose a deck;
`close`: claim, or end the turn; `interval`: the next leg is about to begin; `over`: the match has ended."""

Reason: TypeAlias = Literal["breached", "taken", "exhausted", "held"]
"""How a leg ended. `breached`: four tiles are damaged; `taken`: a damaged tile was claimed; `exhausted`: the
attacker's last turn is over; `held`: the defender had no free slot left."""


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile of the wall and the cards on both its sides."""

    damaged: bool = False
    """Whether its damaged side is up."""
    attacker: Cards = ()
    """The attacker's cards; the first is the nearest to the wall."""
    defender: Cards = ()
    """The defender's cards; the first is the nearest to the wall."""
    first: Role | None = None
    """Of the sides that are complete now the one that was complete first; null if neither is."""


class Held(msgspec.Struct, frozen=True, gc=False):
    """How many cards of each kind, for their backs differ."""

    siege: int
    """Siege cards."""
    tactics: int
    """Tactics cards."""


class Aside(msgspec.Struct, frozen=True, gc=False):
    """Cards that lie aside until the opponent has named his own for the exchange."""

    seat: Seat
    """Who gives them."""
    cards: Held
    """How many there are of each kind."""


class Worth(msgspec.Struct, frozen=True, gc=False):
    """The colour and strength that an elite card was given when it was played."""

    card: Name
    """The elite card."""
    value: Name
    """The siege card that it counts as."""


class Returned(msgspec.Struct, frozen=True, gc=False):
    """A card that Support put back into the siege deck, until it is seen again.

    Worked out from public facts alone: it never depends on what a concealed card is.
    """

    card: Name
    """The card that was put back."""
    depth: int | None = None
    """How many cards lie on it in the siege deck; null if nobody can know, or if it was drawn."""
    in_deck: bool = True
    """Whether it can still be in the siege deck."""
    holders: tuple[Seat, ...] = ()
    """The seats that can hold it."""


class Leg(msgspec.Struct, frozen=True, gc=False):
    """A leg that has ended."""

    attacker: Seat
    """Who attacked."""
    winner: Seat
    """Who won."""
    reason: Reason
    """How it ended."""
    damaged: int
    """The tiles that were damaged."""
    siege_deck: int
    """The cards that were left in the siege deck."""


class Public(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything on the table that all may see. Tuples by seat have one entry for each seat."""

    options: Options
    """The variant that is played."""
    leg: int
    """Counted from 1."""
    attacker: Seat
    """Who attacks in this leg."""
    phase: Phase
    """What the acting seat is asked for."""
    turn: int
    """Counts the turns of both players in all legs, from 1."""
    acting: Seat | None
    """The seat that is asked to move; null when the match is over."""
    last_turn: bool
    """Whether this is the attacker's last turn."""
    tiles: tuple[Tile, ...]
    """The seven tiles of the wall from the left."""
    oil: int
    """The oil tokens that are left."""
    oiled: bool
    """Whether oil was used in this turn."""
    retreats: int
    """From how many tiles the attacker has retreated in this turn."""
    siege_deck: int
    """The number of cards in the siege deck."""
    tactics_deck: int
    """The number of cards in the tactics deck."""
    hands: tuple[Held, ...]
    """How many cards each hand holds."""
    aside: Aside | None
    """The cards that lie aside in an exchange."""
    discards: Cards
    """The discard pile, face up, oldest first."""
    tactics_played: tuple[int, ...]
    """How many tactics cards each seat has played in this leg."""
    worths: tuple[Worth, ...]
    """The values of elite cards that were fixed when they were played."""
    returned: tuple[Returned, ...]
    """Cards that Support put back and that were not seen since."""
    drawn_since: tuple[int, ...]
    """How many siege cards each seat has drawn since then: at most so many of those can be in its hand."""
    legs: tuple[Leg, ...]
    """The legs that have ended."""

    def role(self, seat: Seat) -> Role:
        """What a seat does in this leg."""
        return "attacker" if seat == self.attacker else "defender"


class Concealed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that somebody may not see."""

    deck: Cards
    """The siege deck, top card first."""
    tactics: Cards
    """The tactics deck, top card first."""
    hands: tuple[Cards, ...]
    """The hands by seat, oldest card first."""
    aside: Cards
    """The cards that lie aside in an exchange."""
    known: tuple[Cards, ...]
    """For each seat the cards that it knows to be in the other hand, since it gave them or saw them drawn."""
    rng: Rng
    """For Support, cards drawn by lot, and the next leg."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A whole match between two moves."""

    public: Public
    concealed: Concealed


class Known(msgspec.Struct, frozen=True, gc=False):
    """A concealed card that the seat which looks can place all the same."""

    card: Name
    """The card."""
    seat: Seat | None
    """Whose hand it is in; null for the only card of its deck."""


class View(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="schotten-totten-2.view"):
    """What one seat, or a spectator, may know now."""

    seat: Seat | None
    """The seat that looks; null for a spectator."""
    public: Public
    """What all may see."""
    hand: Cards = ()
    """The seat's own hand, by colour and strength, tactics cards last."""
    aside: Cards = ()
    """Its own cards that lie aside in an exchange."""
    known: tuple[Known, ...] = ()
    """Concealed cards that this seat can place: it gave them, all saw them drawn, or they alone are left."""


def face(place: int, tile: Tile) -> Face:
    """The side of a tile that is up; `place` counts from 0."""
    return FACES[place][tile.damaged]


def criterion(place: int, tile: Tile) -> Criterion:
    """What that side asks for."""
    return face(place, tile).criterion


def side(tile: Tile, role: Role) -> Cards:
    """The cards of one side; the first is the nearest to the wall."""
    return tile.attacker if role == "attacker" else tile.defender


def other(role: Role) -> Role:
    """The opponent's role."""
    return "defender" if role == "attacker" else "attacker"


def free_tiles(tiles: tuple[Tile, ...], role: Role) -> list[int]:
    """The tiles, from 0, where a side has a free slot."""
    if role == "attacker":
        return [i for i, tile in enumerate(tiles) if len(tile.attacker) < SLOTS[i][tile.damaged]]
    return [i for i, tile in enumerate(tiles) if len(tile.defender) < SLOTS[i][tile.damaged]]
