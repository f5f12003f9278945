"""Entity tags of matches: what they look like to one viewer, under this very code."""

from __future__ import annotations

import hashlib
from functools import cache, lru_cache
from pathlib import Path

from flask import current_app

import engine
import pbem
from engine.game import Seat
from pbem.service import reading
from pbem.service.reading import Sight
from pbem.service.rows import PlayerRow


def current(match: str, player: PlayerRow | None) -> str | None:
    """The tag of a match as it stands, by one indexed read; None where it takes a closer look."""
    found = reading.revision(match, player.id if player else None)
    return None if found is None else _tag(match, player, *found)


def of(sight: Sight, player: PlayerRow | None) -> str:
    """The tag of what a viewer has before him."""
    return _tag(sight.match.id, player, sight.match.revision, sight.seat)


def _tag(match: str, player: PlayerRow | None, revision: int, seat: Seat | None) -> str:
    """Keyed, so that it does not tell how often the match has changed."""
    who = player.id if player else "anybody"
    subject = f"{match}/{revision}/{who}/{seat}/{_code()}"
    key = _key(current_app.extensions["pbem.settings"].secret_key)
    # not ids.derived: hmac gives up the interpreter's lock, and the server's thread may take it
    return hashlib.blake2b(subject.encode(), key=key, digest_size=16, person=b"etag").hexdigest()


@lru_cache(maxsize=4)
def _key(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


@cache
def _code() -> str:
    """A hash of our source: after an upgrade the same match may be told in other words."""
    digest = hashlib.sha256()
    for package in (engine, pbem):
        for folder in package.__path__:
            for path in sorted(Path(folder).rglob("*.py")):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
