"""Sets of pieces beside those that come with a game: checked when they come in, kept by their hash for good.

A match names its sets by hash in its options. Whoever is about to look at a match calls `bring`, so that
this process knows them; what it knows once it never asks for again.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from peewee import IntegrityError

from engine import wire
from engine.errors import BadSet
from engine.game import AnyGame, Sets
from engine.games import GAMES
from pbem import db
from pbem.errors import BadValue, NotFound
from pbem.mail.message import plain
from pbem.service import limits
from pbem.service import once as onces
from pbem.service.once import Once
from pbem.service.rows import MatchRow

_INSERT = """INSERT OR IGNORE INTO piece_set (hash, game, title, content, player_id, created_at)
VALUES (?, ?, ?, ?, ?, ?)"""
_COLUMNS = "hash, game, title, player_id, created_at"
_VISIBLE = f"""SELECT {_COLUMNS} FROM piece_set WHERE game = ? AND (player_id IS NULL OR player_id = ?)
ORDER BY created_at, hash"""
_CONTENT = "SELECT content FROM piece_set WHERE hash = ? AND game = ?"


class SetRow(NamedTuple):
    """A set without its content."""

    hash: str
    game: str
    title: str
    player: str | None
    """Who added it, and sees it in lists; None: the host, for everybody."""
    created_at: int


def sets_of(game: AnyGame) -> Sets:
    """How a game reads its sets; raises NotFound for one that is played with its own pieces only."""
    if game.sets is None:
        raise NotFound(f"{game.name} is played with its own pieces only.")
    return game.sets


def check(game: AnyGame, raw: bytes) -> tuple[str, str]:
    """Title and hash of the set in a file; raises BadValue, which tells all that is wrong."""
    sets = sets_of(game)
    try:
        found = sets.read(raw)
    except BadSet as error:
        first, *others = [BadValue(problem, "set") for problem in error.problems]
        first.others = others
        raise first from None
    return plain(sets.title(found)), sets.digest(found)


def know(game: AnyGame, raw: bytes) -> None:
    """Makes the set in a file known to this process alone; raises BadValue."""
    check(game, raw)
    sets = sets_of(game)
    sets.add(sets.read(raw))


def add(
    game: AnyGame, raw: bytes, player: str | None, now: int, once: Once | None = None
) -> tuple[SetRow, bool]:
    """Keeps the set in a file, and whether it was new here; twice is harmless. Raises BadValue, LimitReached.

    What a host adds (no player) is listed for everybody, even if a player was first.
    """
    done = onces.earlier(once)
    if done is not None:
        return _row(done["hash"]), False
    title, name = check(game, raw)
    sets = sets_of(game)
    values = (name, game.slug, title, sets.write(sets.read(raw)).decode(), player, now)
    try:
        with db.write():
            for statement in onces.statements(once, {"hash": name}, now):
                db.run(*statement)
            is_new = bool(db.run(_INSERT, values))
            if player is None:
                db.run("UPDATE piece_set SET player_id = NULL WHERE hash = ?", (name,))
            elif is_new:
                limits.count(limits.PIECE_SETS, player, now)
    except IntegrityError:
        if onces.earlier(once) is None:
            raise
        is_new = False  # its twin was first
    return _row(name), is_new


def _row(name: str) -> SetRow:
    row = db.fetchone(f"SELECT {_COLUMNS} FROM piece_set WHERE hash = ?", (name,))
    assert row is not None, "sets are kept for good"
    return SetRow._make(row)


def listing(game: AnyGame, player: str | None) -> list[SetRow]:
    """The sets that everybody may see, and the player's own, oldest first."""
    return [SetRow._make(row) for row in db.fetchall(_VISIBLE, (game.slug, player))]


def titles(match: MatchRow) -> dict[str, str]:
    """What the sets are called that a match names: title by hash."""
    game = GAMES[match.game]
    if game.sets is None:
        return {}
    names = game.sets.named(wire.decode(game.options, match.options))
    found = [(name, db.fetchone("SELECT title FROM piece_set WHERE hash = ?", (name,))) for name in names]
    return {name: row[0] for name, row in found if row}


def content(game: AnyGame, name: str) -> bytes:
    """The set of a hash as a file; raises NotFound."""
    row = db.fetchone(_CONTENT, (name, game.slug))
    if row is None:
        raise NotFound("There is no such set here.")
    return str(row[0]).encode()


def bring(slug: str, options: str) -> None:
    """Makes the sets known that options (as they are stored) name; one that is nowhere stays unknown."""
    game = GAMES[slug]
    if game.sets is not None:
        bring_named(game, wire.decode(game.options, options))


def bring_named(game: AnyGame, options: Any) -> None:
    """The same for options in hand."""
    sets = sets_of(game)
    for name in sets.named(options):
        if not sets.knows(name):
            row = db.fetchone(_CONTENT, (name, game.slug))
            if row is not None:
                sets.add(sets.read(str(row[0]).encode()))
