"""A match of any game that a test plays on line by line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine import notation
from engine.errors import IllegalMove
from engine.game import AnyGame, Outcome, S, Seat, Speech, V
from engine.play import hears, legal_moves, play

NAMES = ("Ann", "Bob", "Carl", "Dina", "Edo")
T = TypeVar("T", bound="AnyTable[Any, Any]")


@dataclass
class AnyTable(Generic[S, V]):
    """A match that goes on as lines are played; `events` are those of the last line.

    The table of a game names the game, and adds what its tests look at.
    """

    state: S
    events: tuple[Any, ...] = ()

    game: ClassVar[AnyGame]

    @property
    def seat(self) -> Seat:
        """Who is to act; there must be one."""
        (seat,) = self.game.to_act(self.state)
        return seat

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def play(self: T, *lines: str) -> T:
        """Plays lines, each by whoever is to act."""
        for line in lines:
            step = play(self.game, self.state, self.seat, notation.read(self.game.moves, line))
            self.state, self.events = step.state, step.events
        return self

    def view(self, seat: Seat | None) -> V:
        found: V = self.game.look(self.state, seat)
        return found

    def text(self, seat: Seat | None) -> str:
        return self.game.table(self.view(seat), Speech(NAMES, seat))

    def words(self, seat: Seat | None) -> list[str]:
        """What a seat is told of the last line; None: a spectator."""
        return [self.game.words(event, Speech(NAMES, seat)) for event in self.events if hears(event, seat)]

    def told(self, kind: type, seat: Seat | None = None) -> list[Any]:
        """The events of a kind in the last line that a seat hears; None: a spectator."""
        return [event for event in self.events if hears(event, seat) and isinstance(event, kind)]

    def lines(self, start: str = "") -> list[str]:
        """The legal moves as lines."""
        every = [notation.write(move) for move in legal_moves(self.game, self.view(self.seat))]
        return [line for line in every if line.startswith(start)]

    def refusal(self, line: str, seat: Seat | None = None) -> str:
        """Why a line is refused, with the paragraph; `seat`: who looks, if not who is to act."""
        view = self.view(self.seat if seat is None else seat)
        try:
            self.game.check(view, notation.read(self.game.moves, line))
        except IllegalMove as refused:
            return f"{refused.sentence} ({refused.paragraph})"
        raise AssertionError(f"{line} is legal")
