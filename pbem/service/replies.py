"""The secret addresses to which letters can be answered.

Each letter that asks somebody to move has its own: it stands for that player, that seat, what the seat was
asked, and the very list of moves that the letter printed. Only the hash of its secret is kept. An address
whose turn is over is known for a while, so that an answer can say so.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from pbem import db
from pbem.service import ids
from pbem.service.outbox import Statement
from pbem.service.pace import DAY
from pbem.settings import Settings

KEPT = 90 * DAY
"""Longer than any turn lasts, and a month more."""

_PUT = """INSERT OR REPLACE INTO reply (hash, player_id, match_id, seat, asked, moves, made_at)
VALUES (?, ?, ?, ?, ?, ?, ?)"""
_FIND = "SELECT hash, player_id, match_id, seat, asked, moves FROM reply WHERE hash = ?"


class ReplyRow(NamedTuple):
    """What an address stands for."""

    hash: str
    player: str
    match: str
    seat: int
    asked: int
    """The entry at which the seat was asked."""
    moves: tuple[str, ...]
    """The list that the letter printed: the first one has the number 1."""


class Reply(NamedTuple):
    """An address, and what has to be written before the letter goes out."""

    address: str
    statement: Statement


def prepare(
    settings: Settings,
    letter: str,
    player: str,
    match: str,
    seat: int,
    asked: int,
    moves: Sequence[str],
    now: int,
) -> Reply | None:
    """The address of a letter; None if this host reads no replies.

    It depends on the list, too: sent again with another one, the letter has another address.
    """
    if settings.reply_to is None:
        return None
    printed = json.dumps(list(moves))
    secret = ids.derived(settings.secret_key, "reply", f"{letter}/{asked}/{printed}")[:26]
    values = (ids.hashed(secret), player, match, seat, asked, printed, now)
    return Reply(settings.reply_to.format(secret), (_PUT, values))


def find(settings: Settings, address: str) -> ReplyRow | None:
    """What an address stands for; None if it is none of ours, or forgotten."""
    secret = secret_in(settings, address)
    row = db.fetchone(_FIND, (ids.hashed(secret),)) if secret else None
    return _row(row) if row else None


def known(hash: str) -> ReplyRow | None:
    """The same by the hash of the secret."""
    row = db.fetchone(_FIND, (hash,))
    return _row(row) if row else None


def secret_in(settings: Settings, address: str) -> str | None:
    """The secret in an address of the shape of ours."""
    if settings.reply_to is None:
        return None
    before, _, behind = settings.reply_to.lower().partition("{}")
    said = address.strip().lower()
    if not (said.startswith(before) and said.endswith(behind)) or len(said) <= len(before) + len(behind):
        return None
    return said[len(before) : len(said) - len(behind)]


def purge(now: int) -> int:
    """Forgets old addresses; the number forgotten."""
    with db.write():
        return db.run("DELETE FROM reply WHERE made_at < ?", (now - KEPT,))


def _row(row: db.Row) -> ReplyRow:
    *known, moves = row
    return ReplyRow._make((*known, tuple(json.loads(moves))))
