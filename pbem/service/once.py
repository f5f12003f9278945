"""Requests that may come twice and take effect once (AP-1).

The key is written in the same transaction as the effect. What is kept is not the answer
but what it is made from: it is made again from the match as it stands, for who asks.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from pbem import db
from pbem.errors import KeyReused
from pbem.service.pace import DAY

KEPT = 7 * DAY


class Once(NamedTuple):
    """The Idempotency-Key of a request: it belongs to one player and one request."""

    player: str
    key: str
    request: str
    """A hash of the route and the body."""


def earlier(once: Once | None) -> Any:
    """What the same request led to when it came before, or None; raises KeyReused for another request."""
    if once is None:
        return None
    row = db.fetchone(
        "SELECT request, outcome FROM done WHERE player_id = ? AND key = ?", (once.player, once.key)
    )
    if row is None:
        return None
    if row[0] != once.request:
        raise KeyReused(
            "This Idempotency-Key was used for another request. Send a new key with a new request."
        )
    return json.loads(row[1])


def statements(once: Once | None, outcome: Any, now: int) -> list[tuple[str, tuple[Any, ...]]]:
    """What remembers the outcome; a twin that came first makes it fail with an IntegrityError."""
    if once is None:
        return []
    return [
        (
            "INSERT INTO done (player_id, key, request, outcome, created_at) VALUES (?, ?, ?, ?, ?)",
            (once.player, once.key, once.request, json.dumps(outcome), now),
        )
    ]


def purge(now: int) -> int:
    """Forgets keys older than a week; the number forgotten."""
    with db.write():
        return db.run("DELETE FROM done WHERE created_at < ?", (now - KEPT,))
