"""A match on its way from one stored position to the next. Nothing is read or written here.

`Progress` plays moves and what follows from them by itself, collects the log entries, and
knows in the end what each seat is asked, by when, and which letters that calls for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from engine import notation, wire
from engine.errors import GameOver, NotYourTurn, Refusal
from engine.game import AnyGame, Event, Move, Outcome, Seat
from engine.games import GAMES
from engine.play import hears, meant, play
from engine.rng import Rng
from pbem.service import pace as paces
from pbem.service.outbox import NewLetter
from pbem.service.pace import Pace
from pbem.service.rows import MatchRow, PlaceRow


class NewEntry(NamedTuple):
    """A log entry about to be written."""

    number: int
    kind: str
    seat: Seat | None
    line: str | None
    automatic: bool
    events: bytes


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    kind: str
    """`outcome`: by the rules; `forfeit`: all others left; `lapsed`: it never began."""
    reason: str
    ranks: tuple[int, ...] | None = None
    """By seat, 1 for the winner."""
    scores: tuple[int, ...] | None = None


class Progress:
    """The match in hand. Methods change it and raise before they do if they refuse."""

    def __init__(self, match: MatchRow, places: Sequence[PlaceRow], now: int) -> None:
        self.match = match
        self.game: AnyGame = GAMES[match.game]
        self.pace = wire.decode(Pace, match.pace)
        self.places = list(places)
        self.before = tuple(places)
        self.now = now
        self.state = wire.decode(self.game.state, match.snapshot) if match.snapshot else None
        self.entries: list[NewEntry] = []
        self.letters: list[NewLetter] = []
        self.result: Result | None = None

    @property
    def entry(self) -> int:
        """The number of the last entry."""
        return self.match.entry + len(self.entries)

    def deal(self) -> None:
        """Begins the match: the deal is the log's first entry."""
        options = wire.decode(self.game.options, self.match.options)
        step = self.game.setup(options, self.match.seats, Rng(self.match.seed))
        self.state = step.state
        self._enter("start", None, step.events)
        for place in self.places:
            self._letter("match-started", place, "", self.now)
        self.settle()

    def submit(self, seat: Seat, moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
        """Plays a seat's moves in order: all or nothing up to the first that reveals something to it.

        From there on, what cannot be played or may depend on the news is left. A closing move is
        passed over if the turn of the move before it has ended. A move may stand for several.
        Returns the moves taken and those not played; raises Refusal, with the line and its place,
        if none may be taken.
        """
        taken: list[Move] = []
        revealed, turn = False, None
        waiting = deque(enumerate(moves))
        while waiting:
            place, sent = waiting.popleft()
            if (
                turn is not None
                and isinstance(sent, self.game.closing)
                and self._is_over(seat, turn, revealed)
            ):
                continue
            left = [sent, *[move for _, move in waiting]]
            if revealed and not isinstance(sent, self.game.independent):
                return taken, left
            now = self.game.turn(self.state)
            try:
                move, *more = self._meant(seat, sent)
                events = self._move(seat, move)
            except Refusal as refusal:
                if revealed:
                    return taken, left
                raise _located(refusal, place, sent, taken) from None
            waiting.extendleft((place, each) for each in reversed(more))
            turn = now
            taken.append(move)
            self._set(seat, timeouts=0)
            revealed = revealed or any(event.reveals and hears(event, seat) for event in events)
        return taken, []

    def resign(self, seat: Seat) -> None:
        """The player leaves for good."""
        self._leave(seat, "resignation")

    def go_back(self, seat: Seat, state: Any) -> None:
        """The seat takes its last move back; `state`: how the match stood before it."""
        self.state = state
        self._enter("undo", seat, ())

    def time_out(self, seat: Seat) -> None:
        """A deadline was missed: a safe move for the rest of the turn, or the end of it."""
        place = self.places[seat]
        missed = place.timeouts + 1
        self._set(seat, timeouts=missed)
        forfeits = self.pace.on_timeout == "forfeit" or missed >= paces.PATIENCE
        self._letter("timed-out", place, f"{place.turn}/{place.asks}", self.now, {"forfeits": forfeits})
        turn = self.game.turn(self.state)
        self._enter("timeout", seat, ())
        if forfeits:
            self._leave(seat, "forfeit")
            return
        while self._is_open(seat, turn):
            self._safe_move(seat)

    def note_outage(self, began: int, ended: int) -> None:
        """Gives back the time in which no worker watched the deadlines."""
        self._enter("outage", None, ())
        for place in self.places:
            later = paces.given_back(place, self.pace, began, ended) if place.asked is not None else None
            if later is not None:
                self._set(place.seat, deadline=later)
                about = {"turn": place.turn, "asks": place.asks, "deadline": later}
                self._letter("correction", place, f"{place.turn}/{place.asks}/{later}", self.now, about)

    def settle(self) -> None:
        """Makes the moves that nobody needs to decide, until somebody has to or the match is over."""
        while self.result is None:
            outcome = self.game.outcome(self.state)
            if outcome is not None:
                self._end(self._ranked(outcome))
                return
            acting = self.game.to_act(self.state)
            absent = [seat for seat in acting if self.places[seat].gone is not None]
            forced = self.game.forced(self.game.look(self.state, None)) if len(acting) == 1 else None
            if absent:
                self._safe_move(absent[0])
            elif forced is not None:
                self._move(acting[0], forced, automatic=True)
            else:
                return

    def _meant(self, seat: Seat, move: Move) -> tuple[Move, ...]:
        """What a seat's move stands for; itself, if it is out of turn."""
        if seat not in self.game.to_act(self.state):
            return (move,)
        return meant(self.game, self.game.look(self.state, seat), move)

    def _is_over(self, seat: Seat, turn: int, revealed: bool) -> bool:
        """Whether a seat's turn is over; not, if the news are that others choose in the middle of it."""
        goes_on = self.game.turn(self.state) == turn and bool(self.game.to_act(self.state))
        return not self._is_open(seat, turn) and not (revealed and goes_on)

    def _is_open(self, seat: Seat, turn: int) -> bool:
        """Whether a seat still acts in a turn that it has begun."""
        return seat in self.game.to_act(self.state) and self.game.turn(self.state) == turn

    def _move(self, seat: Seat, move: Move, automatic: bool = False) -> tuple[Event, ...]:
        step = play(self.game, self.state, seat, move)
        self.state = step.state
        self._enter("move", seat, step.events, notation.write(move), automatic)
        return step.events

    def _safe_move(self, seat: Seat) -> None:
        rng = Rng(self.match.seed).fork(f"safe/{self.entry}")
        self._move(seat, self.game.safe(self.game.look(self.state, seat), rng), automatic=True)

    def _leave(self, seat: Seat, kind: str) -> None:
        if self.places[seat].gone is not None:
            raise NotYourTurn("You have left this match.")
        self._set(seat, gone=self.entry + 1)
        self._enter(kind, seat, ())
        here = [place.seat for place in self.places if place.gone is None]
        if len(here) == 1:
            ranks = self._with_the_gone_last([int(place.seat not in here) + 1 for place in self.places])
            self._end(Result("forfeit", "All other players have left the match.", ranks))

    def _ranked(self, outcome: Outcome) -> Result:
        return Result("outcome", outcome.reason, self._with_the_gone_last(outcome.ranks), outcome.scores)

    def _with_the_gone_last(self, ranks: Sequence[int]) -> tuple[int, ...]:
        """Ranks in which those who left stand behind all others, whoever left first at the end."""
        keys = [(place.gone is not None, -(place.gone or 0), ranks[place.seat]) for place in self.places]
        return tuple(1 + sum(other < key for other in keys) for key in keys)

    def _end(self, result: Result) -> None:
        self.result = result
        self.places = [paces.rest(place) for place in self.places]
        for place in self.places:
            self._letter("match-over", place, "", self.now)

    def _enter(
        self,
        kind: str,
        seat: Seat | None,
        events: Sequence[Event],
        line: str | None = None,
        automatic: bool = False,
    ) -> None:
        self.entries.append(NewEntry(self.entry + 1, kind, seat, line, automatic, wire.encode(events)))
        self._ask(seat)

    def _ask(self, mover: Seat | None) -> None:
        """What each seat is asked after an entry."""
        acting, turn = self.game.to_act(self.state), self.game.turn(self.state)
        for place in tuple(self.places):
            if place.seat in acting and place.gone is None:
                asked = paces.ask(place, self.pace, turn, self.entry, mover == place.seat, self.now)
            else:
                asked = paces.rest(place)
            self.places[place.seat] = asked

    def write_letters(self, delay: int) -> None:
        """Adds the letters for seats that were asked anew; `delay` in microseconds."""
        for old, new in zip(self.before, self.places, strict=True):
            if new.asked is None or (new.turn, new.asks) == (old.turn, old.asks):
                continue
            assert new.deadline is not None
            which = f"{new.turn}/{new.asks}"
            about = {"turn": new.turn, "asks": new.asks}
            self._letter("your-turn", new, which, self.now + delay, about)

    def _letter(
        self, kind: str, place: PlaceRow, which: str, due_at: int, about: dict[str, Any] | None = None
    ) -> None:
        key = f"{kind}/{self.match.id}/{place.seat}/{which}".rstrip("/")
        self.letters.append(
            NewLetter(
                kind, key, due_at, place.player, match=self.match.id, seat=place.seat, about=about or {}
            )
        )

    def _set(self, seat: Seat, **changes: Any) -> None:
        self.places[seat] = self.places[seat]._replace(**changes)


def _located(refusal: Refusal, index: int, move: Move, taken: Sequence[Move]) -> Refusal:
    """The refusal of one of several moves, told with its place; an earlier one may have ended the turn."""
    if taken and isinstance(refusal, NotYourTurn | GameOver):
        what = "the game is over" if isinstance(refusal, GameOver) else "your turn is over"
        refusal = type(refusal)(f"After `{notation.write(taken[-1])}` {what}.")
    refusal.line, refusal.index = notation.write(move), index
    return refusal
