"""Situations set up by hand, so that a test reads like a row of the rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import notation
from engine.game import Move, Seat
from engine.games.schotten_totten_2 import GAME
from engine.games.schotten_totten_2.cards import SIEGE, SLOTS, TACTICS
from engine.games.schotten_totten_2.draft import Draft
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.state import Concealed, Phase, Public, Role, State, Tile, View
from engine.play import legal_moves
from engine.rng import Rng
from tests.engine.tables import AnyTable

ANN, BOB = 0, 1
"""Ann attacks, Bob defends, unless it is said otherwise."""


class Table(AnyTable[State, View]):
    """A match of Schotten Totten 2."""

    game = GAME

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def hidden(self) -> Concealed:
        return self.state.concealed

    def wall(self, tile: int) -> str:
        """What lies at a tile, as `situation` takes it."""
        found = self.public.tiles[tile - 1]
        return f"{' '.join(found.attacker)} | {' '.join(found.defender)}".strip()

    def lines(self, start: str = "") -> list[str]:
        """The legal moves in full: the verb and the fields, cards of a list joined by `+`."""
        every = [_in_full(move) for move in legal_moves(GAME, self.view(self.seat))]
        return [line for line in every if line.startswith(start)]


def _in_full(move: Move) -> str:
    fields = [getattr(move, name) for name in move.__struct_fields__]
    words = ["+".join(field) if isinstance(field, tuple) else str(field) for field in fields if field]
    return " ".join([notation.verb(type(move)), *words])


def situation(
    wall: Mapping[int, str] | None = None,
    *,
    damaged: Sequence[int] = (),
    first: Mapping[int, Role] | None = None,
    hands: Sequence[str] = ("", ""),
    deck: str | None = None,
    tactics: str | None = None,
    discards: str = "",
    acting: Role = "attacker",
    phase: Phase = "play",
    played: tuple[int, int] = (0, 0),
    oil: int = 3,
    last_turn: bool = False,
    attacker: Seat = ANN,
    options: Options | None = None,
) -> Table:
    """A table with what is given; what is not given is filled from the cards that are left.

    `wall` has a text for each tile that is not empty: `r1 r2 | b3`, the attacker's cards
    first, on each side the nearest to the wall first. If both sides of a tile are complete
    and `first` says nothing, the attacker's was complete first. `hands` are by seat, the
    attacker's first. Without `deck` the siege cards that are left are the siege deck; they
    are nowhere if it is given.
    """
    options = options or Options(tactics=tactics is not None)
    tiles = tuple(_tile(n, (wall or {}).get(n, ""), n in damaged, (first or {}).get(n)) for n in range(1, 8))
    held = tuple(tuple(hand.split()) for hand in hands)
    gone = tuple(discards.split())
    lying = {card for tile in tiles for card in tile.attacker + tile.defender} | set(held[0] + held[1] + gone)
    table = Draft(
        options=options,
        leg=1,
        attacker=attacker,
        phase=phase,
        turn=9 if acting == "attacker" else 10,
        acting=attacker if acting == "attacker" else 1 - attacker,
        last_turn=last_turn,
        tiles=tiles,
        oil=oil,
        oiled=False,
        retreats=0,
        discards=gone,
        tactics_played=played,
        worths=(),
        returned=(),
        drawn_since=(0, 0),
        legs=(),
        deck=tuple(card for card in SIEGE if card not in lying) if deck is None else tuple(deck.split()),
        tactics=tuple((tactics or "").split()),
        hands=held if attacker == ANN else held[::-1],
        giver=None,
        aside=(),
        known=((), ()),
        rng=Rng("5" * 64),
        events=[],
    )
    return Table(table.step().state)


def _tile(number: int, text: str, damaged: bool, first: Role | None) -> Tile:
    attack, _, defence = (part.strip() for part in text.partition("|"))
    tile = Tile(damaged, tuple(attack.split()), tuple(defence.split()))
    slots = SLOTS[number - 1][damaged]
    full: list[Role] = ["attacker"] if len(tile.attacker) == slots else []
    full += ["defender"] if len(tile.defender) == slots else []
    assert len(tile.attacker) <= slots, text
    assert len(tile.defender) <= slots, text
    return Tile(damaged, tile.attacker, tile.defender, (first or full[0]) if full else None)


def all_tactics_but(*cards: str) -> str:
    """A tactics deck of all cards but these."""
    return " ".join(card for card in TACTICS if card not in cards)


def dealt(seed: int = 1, options: Options | None = None) -> Table:
    """A match after the deal."""
    step = GAME.setup(options or Options(), 2, Rng(f"{seed:064x}"))
    return Table(step.state, step.events)
