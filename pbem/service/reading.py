"""What a viewer may see of a match: its state, its log, its record. Nothing here writes.

A viewer is a player or None. A private match does not exist for who holds no seat in it and
was not invited; an open one is shown to others as a spectator sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from engine import notation, record, wire
from engine.game import AnyGame, Event, Move, Seat, Speech
from engine.games import GAMES
from engine.play import heard, legal_moves
from pbem import db
from pbem.errors import MatchNotOver, NotFound
from pbem.service import invitations, piece_sets, rows, undo
from pbem.service.progress import Result
from pbem.service.rows import MATCH, EntryRow, MatchRow, PlaceRow, PlayerRow, Standing

_REVISION = """SELECT m.revision, m.access, p.seat FROM "match" m
LEFT JOIN place p ON p.match_id = m.id AND p.player_id = ? WHERE m.id = ?"""
_LIST = f"""SELECT {MATCH} FROM "match" m WHERE %s ORDER BY m.created_at DESC, m.id DESC LIMIT ?"""
_MINE = "m.id IN (SELECT match_id FROM place WHERE player_id = ?)"
_INVITED = f"""(m.state = 'open' AND m.id IN (SELECT match_id FROM invitation WHERE email = ?)
AND NOT {_MINE})"""
_TO_ACT = f"""SELECT {MATCH}, p.deadline FROM place p JOIN "match" m ON m.id = p.match_id
WHERE p.player_id = ? AND NOT p.ended AND p.asked IS NOT NULL AND (? IS NULL OR m.game = ?)
AND (p.deadline, m.id) > (?, ?)
ORDER BY p.deadline, m.id LIMIT ?"""


class Told(NamedTuple):
    """A log entry as one viewer may hear it."""

    number: int
    kind: str
    seat: Seat | None
    line: str | None
    automatic: bool
    words: tuple[str, ...]
    events: tuple[Event, ...]
    at: int


@dataclass(frozen=True)
class Sight:
    """A match as one viewer may see it."""

    match: MatchRow
    places: tuple[PlaceRow, ...]
    names: tuple[str, ...]
    seat: Seat | None
    """The viewer's; None for a spectator."""
    translate: Callable[[str], str] = str

    @property
    def game(self) -> AnyGame:
        """The rules that are played."""
        return GAMES[self.match.game]

    @property
    def own(self) -> PlaceRow | None:
        """The viewer's place."""
        return None if self.seat is None else self.places[self.seat]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that are asked to move."""
        return tuple(place.seat for place in self.places if place.asked is not None)

    @property
    def is_asked(self) -> bool:
        """Whether the viewer is asked to move."""
        return self.own is not None and self.own.asked is not None

    @property
    def deadline(self) -> int | None:
        """The viewer's deadline if he is asked, otherwise the next of all."""
        if self.own is not None and self.own.asked is not None:
            return self.own.deadline
        return min((p.deadline for p in self.places if p.asked is not None and p.deadline), default=None)

    @property
    def result(self) -> Result | None:
        """How it ended, once it has."""
        return wire.decode(Result, self.match.result) if self.match.result else None

    @property
    def speech(self) -> Speech:
        """How things are put into words for this viewer."""
        return Speech(self.names, self.seat, self.translate)

    @cached_property
    def view(self) -> Any:
        """What the viewer may know; None before the match has begun."""
        if self.match.snapshot is None:
            return None
        return self.game.look(wire.decode(self.game.state, self.match.snapshot), self.seat)

    @cached_property
    def table(self) -> str | None:
        """The table in plain text."""
        return None if self.view is None else self.game.table(self.view, self.speech)

    @cached_property
    def can_undo(self) -> bool:
        """Whether the viewer could take his last move back."""
        return self.own is not None and undo.last_of(self.game, self.own) is not None

    @cached_property
    def board(self) -> str | None:
        """The table as a picture, in SVG; None before the match has begun, or if the game has none."""
        if self.view is None or self.game.board is None:
            return None
        return self.game.board(self.view, self.speech)

    @cached_property
    def legal_moves(self) -> list[Move] | None:
        """All the viewer may do; None if he is not asked."""
        return legal_moves(self.game, self.view) if self.is_asked else None

    def told(self, entry: EntryRow) -> Told:
        """What the viewer may hear of an entry."""
        events = wire.decode(_events(self.match.game), entry.events)
        may_hear = tuple(heard(events, self.seat))
        own = self.seat is not None and entry.seat == self.seat
        return Told(
            entry.number,
            entry.kind,
            entry.seat,
            entry.line if own or self.match.state == "over" else None,
            bool(entry.automatic),
            (*self._what(entry), *(self.game.words(event, self.speech) for event in may_hear)),
            may_hear,
            entry.at,
        )

    def _what(self, entry: EntryRow) -> tuple[str, ...]:
        """What befell the match at an entry, outside the rules of the game."""
        template = HAPPENED.get(entry.kind)
        if entry.automatic and entry.seat is not None:
            gone = self.places[entry.seat].gone
            template = SAFE if gone is not None and gone < entry.number else AUTOMATIC
        if template is None:
            return ()
        name = "" if entry.seat is None else self.names[entry.seat]
        return (self.speech.say(template, name=name),)


HAPPENED = {
    "resignation": "{name} resigns.",
    "timeout": "{name} has missed a deadline.",
    "forfeit": "{name} is out of the match.",
    "undo": "{name} takes the last move back.",
    "outage": "The service was down for a while; the time is given back.",
}
AUTOMATIC = "Made for {name} by the service:"
SAFE = "{name} has left; the service moves:"


@cache
def _events(slug: str) -> Any:
    """The type of the events of an entry."""
    return tuple[wire.union(GAMES[slug].events), ...]  # type: ignore[misc]


def sight(match: str, player: PlayerRow | None, invitation: str | None = None) -> Sight:
    """The match as a player, or nobody in particular, may see it; raises NotFound."""
    found = rows.standing(match)  # of one moment, or a seat could be asked what the snapshot does not ask
    if found is None:
        raise NotFound("There is no such match.")
    return of(found, player, invitation)


def seen_by(match: MatchRow, player: PlayerRow | None, invitation: str | None = None) -> Sight:
    """The same for a match that was read a moment ago: to list it, not to move in it."""
    return of(Standing(match, *rows.seated(match.id)), player, invitation)


def of(standing: Standing, player: PlayerRow | None, invitation: str | None = None) -> Sight:
    """The same for what is in hand already."""
    match, places, names = standing
    seat = next((p.seat for p in places if player is not None and p.player == player.id), None)
    is_strange = seat is None and match.access == "private"
    if is_strange and not (match.state == "open" and invitations.lets_in(match.id, player, invitation)):
        raise NotFound("There is no such match.")
    piece_sets.bring(match.game, match.options)
    return Sight(match, places, names, seat)


def revision(match: str, player: str | None) -> tuple[int, Seat | None] | None:
    """The match's revision and the viewer's seat, in one indexed read; None: look closely."""
    row = db.fetchone(_REVISION, (player, match))
    if row is None or (row[1] == "private" and row[2] is None):
        return None
    return row[0], row[2]


def log(sight: Sight, after: int, limit: int) -> list[Told]:
    """What the viewer may hear of the log after an entry's number."""
    return [sight.told(entry) for entry in rows.entries(sight.match.id, after, limit)]


def record_of(sight: Sight) -> str:
    """The whole match as text, with its seed; raises MatchNotOver before its end."""
    match = sight.match
    if match.state != "over":
        raise MatchNotOver("The record is given out when the match is over.")
    return record_text(match, rows.entries(match.id), sight.names)


def record_text(match: MatchRow, entries: list[EntryRow], names: tuple[str, ...]) -> str:
    """The record of a match: for anyone after its end, for the operator's checks before."""
    game = GAMES[match.game]
    moves: list[tuple[Seat, Move]] = []
    notes: dict[int, str] = {}
    made = {entry.number for entry in undo.standing(entries)}
    for entry in entries:
        template = HAPPENED.get(entry.kind)
        if entry.line is not None and entry.seat is not None:
            if entry.number in made:
                moves.append((entry.seat, notation.read(game.moves, entry.line)))
        elif template is not None and entry.kind != undo.UNDO:
            said = template.format(name="" if entry.seat is None else names[entry.seat])
            notes[len(moves)] = "\n".join(filter(None, (notes.get(len(moves)), said)))
    result = wire.decode(Result, match.result) if match.result else None
    if result:
        notes[len(moves)] = "\n".join(filter(None, (notes.get(len(moves)), f"End: {result.reason}")))
    players = [f"{record.LETTERS[seat]}: {name}" for seat, name in enumerate(names)]
    options = wire.decode(game.options, match.options)
    whole = record.Record(match.game, match.version, match.seats, options, match.seed, tuple(moves))
    return record.write(whole, [f"match {match.id}", *players], notes)


class Filter(NamedTuple):
    """Which matches to list; None: any."""

    state: str | None = None
    mine: bool | None = None
    game: str | None = None
    invited: bool | None = None
    """Whether it still waits for players, the viewer among them by invitation."""


def listing(player: PlayerRow, which: Filter, after: tuple[int, str] | None, limit: int) -> list[MatchRow]:
    """Matches the player may see, newest first, behind `(created_at, id)` of the last one had."""
    invited = (player.email, player.id)
    terms: list[tuple[str, tuple[Any, ...]]] = [
        (_INVITED, invited) if which.invited else (f"(m.access = 'open' OR {_MINE})", (player.id,))
    ]
    if which.state is not None:
        terms.append(("m.state = ?", (which.state,)))
    if which.game is not None:
        terms.append(("m.game = ?", (which.game,)))
    if which.mine is not None:
        terms.append((_MINE if which.mine else f"NOT {_MINE}", (player.id,)))
    if which.invited is False:
        terms.append((f"NOT {_INVITED}", invited))
    if after is not None:
        terms.append(("(m.created_at, m.id) < (?, ?)", after))
    sql = _LIST % " AND ".join(term for term, _ in terms)
    values = [value for _, part in terms for value in part]
    return [MatchRow._make(row) for row in db.fetchall(sql, (*values, limit))]


def to_act(
    player: PlayerRow, game: str | None, after: tuple[int, str] | None, limit: int
) -> list[tuple[MatchRow, int]]:
    """Matches that ask the player, with his deadlines, the nearest first, behind `(deadline, id)`."""
    since = after or (0, "")
    found = db.fetchall(_TO_ACT, (player.id, game, game, *since, limit))
    return [(MatchRow._make(row[:-1]), row[-1]) for row in found]


def sights(matches: Iterable[MatchRow], player: PlayerRow) -> list[Sight]:
    """Listed matches as the player may see them, without those that he may not see any more."""
    found: list[Sight] = []
    for match in matches:
        with suppress(NotFound):  # begun without him, or left by him, since the list was read
            found.append(seen_by(match, player))
    return found
