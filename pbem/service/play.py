"""The corridor: every change of a running match goes through here, whatever door it came by.

Reading, rules and JSON come first; then one short transaction compares the entry number and
sets. Who loses that race reloads and plays again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from peewee import IntegrityError

from engine import lines, notation, wire
from engine.errors import InvalidMove, NotYourTurn, Refusal
from engine.game import AnyGame, Move, Names, Seat
from pbem import db
from pbem.errors import BadValue, Busy, MatchOver, NotFound, NotRunning, NotSeated, Stale
from pbem.failpoints import reach
from pbem.service import once as onces
from pbem.service import outbox, piece_sets, rows
from pbem.service import undo as undos
from pbem.service.once import Once
from pbem.service.outbox import Statement
from pbem.service.pace import SECOND
from pbem.service.progress import Progress
from pbem.service.rows import MatchRow, PlaceRow, Standing
from pbem.settings import Settings

T = TypeVar("T")

RACES = 4
"""How often a change is tried before the match is called too busy."""

_SET = """UPDATE "match" SET snapshot = ?, entry = ?, revision = revision + 1%s
WHERE id = ? AND entry = ? AND state = ? RETURNING revision"""
_GO_ON = _SET % ""
"""Names no column that has an index: SQLite would write the index anew, equal values or not."""
_TURN = _SET % ", state = ?, result = ?, started_at = ?, lapses_at = NULL, ended_at = ?"
"""For a match that begins or ends."""
_ENTER = """INSERT INTO entry (match_id, number, kind, seat, line, automatic, events, at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""
_PLACES = """UPDATE place SET asked = n.column2, turn = n.column3, asks = n.column4, opened_at = n.column5,
deadline = n.column6, timeouts = n.column7, gone = n.column8, lease_owner = NULL, lease_until = 0
FROM (VALUES %s) n WHERE match_id = ? AND seat = n.column1"""


_ENDED = "UPDATE place SET ended = 1 WHERE match_id = ?"


class Raced(Exception):
    """Somebody else changed the match first; load it again."""


class Advanced(NamedTuple, Generic[T]):
    """What became of a change."""

    outcome: T
    """What the change returned."""
    standing: Standing | None
    """The match as it was stored; None: nothing was, or it was when the same request came before."""


@dataclass(frozen=True)
class Taken:
    """What became of the moves that were sent."""

    match: str
    taken: tuple[str, ...]
    """Lines, as they stand in the log."""
    not_played: tuple[str, ...]
    """Lines left, since something new came to light before them."""
    standing: Standing | None = field(default=None, compare=False)
    """The match as the moves left it; None: they were made when the same request came before."""


def submit(
    settings: Settings,
    match: str,
    player: str,
    seen: int,
    moves: Sequence[Any],
    now: int,
    once: Once | None = None,
) -> Taken:
    """Makes a player's moves; each item is a decoded object or a line, which may join several by `;`.

    `seen` is the last entry the player knew of. Raises NotFound, NotSeated, NotRunning,
    MatchOver, Stale or a Refusal, and then nothing has changed.
    """

    def change(progress: Progress) -> dict[str, Any]:
        place = _place_of(progress.places, player)
        read = _read(progress, place.seat, moves)
        _may_move(place, seen, progress.entry)
        try:
            taken, left = progress.submit(place.seat, [move for _, move in read])
        except Refusal as refusal:
            refusal.index = None if refusal.index is None else read[refusal.index][0]
            raise
        return {"taken": [*map(notation.write, taken)], "not_played": [*map(notation.write, left)]}

    outcome, standing = advance(settings, match, change, now, once, player)
    return Taken(match, tuple(outcome["taken"]), tuple(outcome["not_played"]), standing)


def undo(settings: Settings, match: str, player: str, seen: int, now: int, once: Once | None = None) -> str:
    """Takes a player's last move back, as a line; raises CannotUndo, or what `submit` raises."""

    def change(progress: Progress) -> dict[str, Any]:
        place = _place_of(progress.places, player)
        _may_move(place, seen, progress.entry)
        last = undos.take_back(progress, place.seat, rows.entries(match))
        return {"line": last.line}

    return str(advance(settings, match, change, now, once, player).outcome["line"])


def resign(settings: Settings, match: str, player: str, now: int, once: Once | None = None) -> None:
    """The player leaves a running match for good; among three or more the others play on."""

    def change(progress: Progress) -> dict[str, Any]:
        progress.resign(_place_of(progress.places, player).seat)
        return {}

    advance(settings, match, change, now, once, player)


def advance(
    settings: Settings,
    match: str,
    change: Callable[[Progress], T],
    now: int,
    once: Once | None = None,
    player: str | None = None,
) -> Advanced[T]:
    """Loads a running match, lets `change` act on it, settles what follows, and stores it all at once.

    Returns what `change` returned (JSON values, if `once` is given), or what it returned when
    the same request came before. `player`: who must hold a seat, if somebody must.
    """
    for _ in range(RACES):
        found = rows.standing(match)
        done = onces.earlier(once)  # after it: who sees what a twin did sees that it is done, too
        if done is not None:
            return Advanced(done, None)
        before = _begun(found, player)
        piece_sets.bring(before.match.game, before.match.options)
        progress = Progress(before.match, before.places, now)
        outcome = change(progress)
        progress.settle()
        if not progress.entries:
            return Advanced(outcome, None)
        reach("move.validated")
        change_set = prepared(settings, progress, onces.statements(once, outcome, now))
        try:
            with db.write():
                reach("move.tx.begin")
                revision = put(change_set)
                reach("move.tx.before_commit")
        except (Raced, IntegrityError):
            continue
        reach("move.tx.after_commit")
        after = change_set.match._replace(revision=revision)
        return Advanced(outcome, Standing(after, tuple(progress.places), before.names))
    raise Busy("The match is changing too fast just now. Please send the same again.")


class Prepared(NamedTuple):
    """All that a match's progress writes, ready to run."""

    match: MatchRow
    """As it will be, but for its revision."""
    state: Statement
    """The compare-and-set of the match."""
    entries: list[Statement]
    places: list[Statement]
    letters: list[Statement]
    once: list[Statement]


def prepared(settings: Settings, progress: Progress, once: list[Statement]) -> Prepared:
    """What `put` has to write; built before the transaction, which it keeps short."""
    progress.write_letters(settings.letter_delay_seconds * SECOND)
    match, after = progress.match, _after(progress)
    letters = outbox.statements(progress.letters, progress.now)
    return Prepared(after, _state(match, after), _entries(progress), _places(progress), letters, once)


def put(change: Prepared) -> int:
    """Writes what was prepared, in the caller's transaction; the match's new revision.

    Raises Raced if somebody else was first.
    """
    row = db.fetchone(*change.state)
    if row is None:
        raise Raced
    reach("move.tx.state")
    run_all(change.entries)
    reach("move.tx.event")
    run_all(change.places)
    run_all(change.letters)
    reach("move.tx.outbox")
    run_all(change.once)
    reach("idem.insert")
    return int(row[0])


def run_all(statements: Iterable[Statement]) -> None:
    """Runs statements in the caller's transaction."""
    for statement in statements:
        db.run(*statement)


def _after(progress: Progress) -> MatchRow:
    """The match's row once the progress is stored, but for its revision."""
    match, result = progress.match, progress.result
    return match._replace(
        snapshot=wire.encode(progress.state).decode(),
        entry=progress.entry,
        state="running" if result is None else "over",
        result=None if result is None else wire.encode(result).decode(),
        lapses_at=None,
        started_at=progress.now if match.started_at is None else match.started_at,
        ended_at=None if result is None else progress.now,
    )


def _state(match: MatchRow, after: MatchRow) -> Statement:
    """The compare-and-set from one row to the other."""
    which = (match.id, match.entry, match.state)
    if after.state == match.state:
        return _GO_ON, (after.snapshot, after.entry, *which)
    ends = (after.state, after.result, after.started_at, after.ended_at)
    return _TURN, (after.snapshot, after.entry, *ends, *which)


def _begun(found: Standing | None, player: str | None) -> Standing:
    """A match that runs, with the player in it; raises NotFound, NotSeated, NotRunning or MatchOver."""
    if found is None:
        raise NotFound("There is no such match.")
    match = found.match
    if player is not None and player not in [place.player for place in found.places]:
        if match.access == "private":  # a stranger is not told that it exists
            raise NotFound("There is no such match.")
        raise NotSeated("You hold no seat in this match.")
    if match.state == "open":
        raise NotRunning("The match begins when all seats are taken.")
    if match.state == "over":
        raise MatchOver("The match is over.")
    return found


def _place_of(places: Sequence[PlaceRow], player: str) -> PlaceRow:
    return next(place for place in places if place.player == player)


def _read(progress: Progress, seat: Seat, items: Sequence[Any]) -> list[tuple[int, Move]]:
    """The moves that were sent, each with the index of its item; raises InvalidMove for what is none."""
    game = progress.game
    names = game.names(game.look(progress.state, seat))
    read: list[tuple[int, Move]] = []
    for index, item in enumerate(items):
        read += [(index, move) for move in _read_item(game, index, item, names)]
        if len(read) > lines.MOST:
            raise _blamed(lines.too_many(game.moves), index, item)
    return read


def _read_item(game: AnyGame, index: int, item: Any, names: Names) -> list[Move]:
    """A line or an object as moves; raises InvalidMove, with the part that was to blame and its place."""
    try:
        if isinstance(item, str):
            return lines.read(game.moves, item, names)
        return [wire.read_move(game.moves, item)]
    except InvalidMove as refusal:
        raise _blamed(refusal, index, item) from None


def _blamed(refusal: InvalidMove, index: int, item: Any) -> InvalidMove:
    """The refusal with what was sent, but for a part of it that is named already."""
    refusal.index = index
    if refusal.line is None:
        refusal.line = item if isinstance(item, str) else json.dumps(item)  # whatever numbers are in it
    return refusal


def _may_move(place: PlaceRow, seen: int, entry: int) -> None:
    if place.gone is not None:
        raise NotYourTurn("You have left this match.")
    if place.asked is None:
        raise NotYourTurn("It is not your turn.")
    if seen > entry:
        raise BadValue(f"The log of this match has {entry} entries; {seen} is not one of them.", "seen")
    if seen < place.asked:
        raise Stale("The match has moved on since you looked. Look again, then move.")


def _entries(progress: Progress) -> list[Statement]:
    return [
        (
            _ENTER,
            (
                progress.match.id,
                e.number,
                e.kind,
                e.seat,
                e.line,
                e.automatic,
                e.events.decode(),
                progress.now,
            ),
        )
        for e in progress.entries
    ]


def _places(progress: Progress) -> list[Statement]:
    """The places that changed, in one statement, and that they are of a match that is over, if it is."""
    match = progress.match.id
    changed = [new for old, new in zip(progress.before, progress.places, strict=True) if old != new]
    found: list[Statement] = []
    if changed:
        values = [
            value
            for place in changed
            for value in (
                place.seat, place.asked, place.turn, place.asks, place.opened_at, place.deadline,
                place.timeouts, place.gone,
            )
        ]  # fmt: skip
        found.append((_PLACES % ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * len(changed)), (*values, match)))
    if progress.result is not None:
        found.append((_ENDED, (match,)))
    return found
