"""Situations set up by hand, so that a test reads like a row of the rulebook.

Kevin plays Ankar at seat 0, Eric Temet at seat 1, as in the rules' own examples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from engine import lines, notation
from engine.errors import IllegalMove
from engine.game import Outcome, Seat, Speech
from engine.games.scarab_lords import GAME
from engine.games.scarab_lords.cards import COLUMNS, INDEX
from engine.games.scarab_lords.events import ScarabEvent
from engine.games.scarab_lords.reckoning import strengths
from engine.games.scarab_lords.state import (
    ALL_PHASES,
    Concealed,
    Field,
    Options,
    Phase,
    Public,
    Side,
    Standing,
    State,
    View,
)
from engine.play import legal_moves, meant, play
from engine.rng import Rng

KEVIN, ERIC = 0, 1
NAMES = ("Ann", "Bob")
OFF = Options(first_turn_limit="off")


@dataclass
class Table:
    """A match that goes on as lines are played; `events` are those of all lines of the last call."""

    state: State
    events: tuple[ScarabEvent, ...] = ()

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def hidden(self) -> Concealed:
        return self.state.concealed

    @property
    def seat(self) -> Seat:
        return GAME.to_act(self.state)[0]

    @property
    def outcome(self) -> Outcome | None:
        return GAME.outcome(self.state)

    def play(self, *written: str, seat: Seat | None = None) -> Table:
        """Plays lines as a person would write them, each by whoever is to act (or by a seat)."""
        self.events = ()
        for line in written:
            mover = self.seat if seat is None else seat
            for move in lines.read(GAME.moves, line, GAME.names(self.view(mover))):
                self._play(mover if seat is not None else self.seat, move)
        return self

    def _play(self, seat: Seat, move: Any) -> None:
        waiting = [move]
        while waiting:
            first, *rest = meant(GAME, self.view(seat), waiting.pop(0))
            step = play(GAME, self.state, seat, first)
            self.state, self.events = step.state, self.events + step.events
            waiting = [*rest, *waiting]

    def view(self, seat: Seat | None) -> View:
        return GAME.look(self.state, seat)

    def text(self, seat: Seat | None) -> str:
        return GAME.table(self.view(seat), Speech(NAMES, seat))

    def lines(self, start: str = "", seat: Seat | None = None) -> list[str]:
        """The legal moves as lines."""
        view = self.view(self.seat if seat is None else seat)
        every = [notation.write(move) for move in legal_moves(GAME, view)]
        return [line for line in every if line.startswith(start)]

    def refusal(self, line: str, seat: Seat | None = None) -> str:
        """Why a line is refused, with the paragraph; the state is unchanged then."""
        mover = self.seat if seat is None else seat
        view = self.view(mover)
        (move,) = lines.read(GAME.moves, line, GAME.names(view))
        try:
            GAME.check(view, meant(GAME, view, move)[0])
        except IllegalMove as refused:
            return f"{refused.sentence} ({refused.paragraph})"
        raise AssertionError(f"{line} is legal")

    def row(self, seat: Seat, column: str) -> str:
        """A seat's cards in a column (or `gods`) as `situation` takes them."""
        field = self.public.sides[seat].field
        row = field.gods if column == "gods" else field.columns[INDEX[column]]
        return " ".join(card.card + "*" * card.scarabs for card in row)

    def sum(self, seat: Seat, column: str) -> int:
        return self.public.strengths[seat][INDEX[column]]

    def holds(self, seat: Seat) -> str:
        """The columns whose pyramids a seat has."""
        pairs = zip(COLUMNS, self.public.pyramids, strict=True)
        return " ".join(column for column, owner in pairs if owner == seat)

    def discards(self, seat: Seat) -> tuple[str, ...]:
        return self.public.sides[seat].discards

    def told(self, kind: type, seat: Seat | None = None) -> list[Any]:
        """The events of a kind in the last call that a seat hears; None: a spectator."""
        return [
            event
            for event in self.events
            if isinstance(event, kind) and (event.to is None or seat in event.to) and seat not in event.but
        ]


def situation(
    kevin: str = "",
    eric: str = "",
    *,
    hands: Sequence[str] = ("", ""),
    decks: Sequence[str | None] = (None, None),
    discards: Sequence[str] = ("", ""),
    pyramids: Sequence[str] = ("", ""),
    acting: Seat = KEVIN,
    phase: Phase = "start",
    single: int = 3,
    options: Options = OFF,
    houses: Sequence[str] = ("ankar", "temet"),
    **public: Any,
) -> Table:
    """A table with what is given.

    A side is `ue: river-1 scribes-1*, lr: temple-1**, gods: enhu-1`; a star is a scarab. Hands,
    decks and discards are cards with blanks between; a deck of None is the rest of the house.
    """
    pack = options.pack
    fields = [_field(side) for side in (kevin, eric)]
    held = [tuple(hand.split()) for hand in hands]
    piles = [tuple(pile.split()) for pile in discards]
    stock = []
    for seat, deck in enumerate(decks):
        gone = {*held[seat], *piles[seat], *_cards(fields[seat])}
        rest = tuple(card for card in pack.copies[houses[seat]] if card not in gone)
        stock.append(rest if deck is None else tuple(deck.split()))
    sides = [
        Side(houses[seat], fields[seat], piles[seat], len(held[seat]), len(stock[seat])) for seat in (0, 1)
    ]
    owners = [next((seat for seat in (0, 1) if column in pyramids[seat].split()), None) for column in COLUMNS]
    table = Public(
        options=options,
        stage="play",
        game=1,
        turn=single,
        single=single,
        starter=KEVIN,
        acting=acting,
        phase=phase,
        allowed=ALL_PHASES,
        actions=(1, 1),
        has_left=False,
        is_bare=not held[acting],
        activated=(),
        activations=0,
        freed=(),
        exercised=(),
        pyramids=tuple(owners),
        strengths=(strengths(pack, fields[0]), strengths(pack, fields[1])),
        frames=(),
        fate=None,
        sides=(sides[0], sides[1]),
        results=(),
        loser=KEVIN,
        confirmed=(False, False),
        is_waiting=False,
        pool=0,
    )
    concealed = Concealed(
        hands=tuple(held),
        decks=tuple(stock),
        pool=(),
        lists=((), ()),
        unsure=((), ()),
        rankings=((), ()),
        picks=((), ()),
        rng=Rng("5" * 64),
    )
    return Table(State(replace(table, **public), concealed))


def _field(side: str) -> Field:
    rows: dict[str, tuple[Standing, ...]] = {}
    for part in filter(None, side.split(",")):
        where, _, cards = part.partition(":")
        rows[where.strip()] = tuple(Standing(word.rstrip("*"), word.count("*")) for word in cards.split())
    return Field(tuple(rows.get(column, ()) for column in COLUMNS), rows.get("gods", ()))


def _cards(field: Field) -> list[str]:
    return [card.card for row in (*field.columns, field.gods) for card in row]


def new_match(seed: int = 1, **options: Any) -> Table:
    """A match just dealt."""
    step = GAME.setup(Options(**options), 2, Rng(f"{seed:064x}"))
    return Table(step.state, step.events)
