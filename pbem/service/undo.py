"""Taking back: one's own last move of a turn that is still one's own, if it showed nobody anything new.

The log only grows: an entry `undo` stands behind the move that it takes back. Whoever plays a log again
leaves out both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from engine import notation, wire
from engine.game import AnyGame, Event, Seat
from engine.games import GAMES
from engine.play import replay
from engine.rng import Rng
from pbem import db
from pbem.errors import CannotUndo
from pbem.service.progress import Progress
from pbem.service.rows import ENTRY, EntryRow, PlaceRow

UNDO = "undo"

_LATEST = f"SELECT {ENTRY} FROM entry e WHERE e.match_id = ? AND e.at > ? ORDER BY e.number DESC"


def standing(entries: Iterable[EntryRow]) -> list[EntryRow]:
    """The moves of a log that were not taken back, in order."""
    moves: list[EntryRow] = []
    for entry in entries:
        if entry.kind == UNDO:
            moves.pop()
        elif entry.kind == "move":
            moves.append(entry)
    return moves


def last_of(game: AnyGame, place: PlaceRow) -> EntryRow | None:
    """The move that a seat could take back now; None: there is none."""
    if place.asked is None or place.opened_at is None:
        return None
    rows = db.fetchall(_LATEST, (place.match, place.opened_at))
    return _last(game, [EntryRow._make(row) for row in rows], place.seat)


def take_back(progress: Progress, seat: Seat, entries: Sequence[EntryRow]) -> EntryRow:
    """Puts a match back before the seat's last move; the entry taken back. Raises CannotUndo."""
    place, game = progress.places[seat], progress.game
    recent = [entry for entry in reversed(entries) if place.opened_at and entry.at > place.opened_at]
    last = _last(game, recent, seat) if place.asked is not None else None
    if last is None:
        raise CannotUndo("You have made no move in this turn that can be taken back.")
    states = list(_states(progress, standing(entries)))
    if wire.encode(states[-1]).decode() != progress.match.snapshot:
        raise CannotUndo("This match began under other rules: nothing can be taken back in it.")
    progress.go_back(seat, states[-2])
    return last


def _last(game: AnyGame, recent: Sequence[EntryRow], seat: Seat) -> EntryRow | None:
    """Of the entries of a turn, latest first: the seat's last move, unless something has happened since."""
    taken = 0
    for entry in recent:
        if entry.kind == UNDO:
            taken += 1
        elif entry.kind != "move" or entry.seat != seat or entry.automatic:
            return None
        elif taken:
            taken -= 1
        else:
            return None if any(event.reveals for event in _events(game, entry)) else entry
    return None


def _events(game: AnyGame, entry: EntryRow) -> tuple[Event, ...]:
    events: tuple[Event, ...] = wire.decode(_kind(game.slug), entry.events)
    return events


@cache
def _kind(slug: str) -> Any:
    return tuple[wire.union(GAMES[slug].events), ...]  # type: ignore[misc]


def _states(progress: Progress, moves: Sequence[EntryRow]) -> Iterable[Any]:
    """The states of the match, from the deal to where it stands."""
    match, game = progress.match, progress.game
    options = wire.decode(game.options, match.options)
    played = [(int(move.seat or 0), notation.read(game.moves, move.line or "")) for move in moves]
    return (step.state for step in replay(game, options, match.seats, Rng(match.seed), played))
