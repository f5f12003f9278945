"""Rows of the tables as tuples, and how they are read. ORM objects cost three times their SQL."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine import wire
from pbem import db
from pbem.service.lookalikes import told_apart


class MatchRow(NamedTuple):
    """A match, as its columns stand."""

    id: str
    game: str
    version: int
    options: str
    seats: int
    pace: str
    access: str
    state: str
    seed: str
    snapshot: str | None
    entry: int
    revision: int
    result: str | None
    created_at: int
    lapses_at: int | None
    started_at: int | None
    ended_at: int | None


class PlaceRow(NamedTuple):
    """A player's place in a match."""

    match: str
    seat: int
    player: str
    asked: int | None
    turn: int | None
    asks: int
    opened_at: int | None
    deadline: int | None
    timeouts: int
    gone: int | None
    told: int


class Standing(NamedTuple):
    """A match with those who sit in it, of one moment."""

    match: MatchRow
    places: tuple[PlaceRow, ...]
    """By seat."""
    names: tuple[str, ...]
    """The players' names by seat; those that look alike are told apart."""


class EntryRow(NamedTuple):
    """One line of a match's log."""

    match: str
    number: int
    kind: str
    seat: int | None
    line: str | None
    automatic: bool
    events: str
    at: int


class PlayerRow(NamedTuple):
    """A person."""

    id: str
    email: str
    name: str
    locale: str
    time_zone: str
    created_at: int


MATCH = ", ".join(f'm."{name}"' for name in MatchRow._fields)
PLACE = ", ".join(
    f'p."{name}_id"' if name in ("match", "player") else f'p."{name}"' for name in PlaceRow._fields
)
ENTRY = ", ".join('e."match_id"' if name == "match" else f'e."{name}"' for name in EntryRow._fields)
PLAYER = ", ".join(f'r."{name}"' for name in PlayerRow._fields)

_MATCH = f'SELECT {MATCH} FROM "match" m WHERE m.id = ?'
_PLACES = f"SELECT {PLACE} FROM place p WHERE p.match_id = ? ORDER BY p.seat"
_SEATED = f"""SELECT r.name, {PLACE} FROM place p JOIN player r ON r.id = p.player_id
WHERE p.match_id = ? ORDER BY p.seat"""
_ENTRIES = f"SELECT {ENTRY} FROM entry e WHERE e.match_id = ? AND e.number > ? ORDER BY e.number LIMIT ?"
_STANDING = f"""SELECT {MATCH}, (SELECT json_group_array(json_array(r.name, {PLACE}) ORDER BY p.seat)
FROM place p JOIN player r ON r.id = p.player_id WHERE p.match_id = m.id) FROM "match" m WHERE m.id = ?"""
_PLAYER = f"SELECT {PLAYER} FROM player r WHERE r.id = ?"


def match(id: str) -> MatchRow | None:
    """The match with that id."""
    row = db.fetchone(_MATCH, (id,))
    return MatchRow._make(row) if row else None


def places(match: str) -> list[PlaceRow]:
    """The places of a match in the order of their seats."""
    return [PlaceRow._make(row) for row in db.fetchall(_PLACES, (match,))]


def seated(match: str) -> tuple[tuple[PlaceRow, ...], tuple[str, ...]]:
    """The places of a match and the players' names, by seat and of one moment.

    Names that look alike are told apart here, for pages, letters, the API and records at once.
    """
    found = db.fetchall(_SEATED, (match,))
    return tuple(PlaceRow._make(row[1:]) for row in found), told_apart(tuple(row[0] for row in found))


def standing(match: str) -> Standing | None:
    """The match with that id and those who sit in it: one statement, so that all is of one moment."""
    row = db.fetchone(_STANDING, (match,))
    if row is None:
        return None
    found = wire.decode(list[tuple[Any, ...]], row[-1])
    names = told_apart(tuple(part[0] for part in found))
    return Standing(MatchRow._make(row[:-1]), tuple(PlaceRow._make(part[1:]) for part in found), names)


def names(match: str) -> tuple[str, ...]:
    """The players' names by seat."""
    return seated(match)[1]


def entries(match: str, after: int = 0, limit: int = -1) -> list[EntryRow]:
    """The log after an entry's number, in order; all of it by default."""
    return [EntryRow._make(row) for row in db.fetchall(_ENTRIES, (match, after, limit))]


def player(id: str) -> PlayerRow | None:
    """The player with that id."""
    row = db.fetchone(_PLAYER, (id,))
    return PlayerRow._make(row) if row else None
