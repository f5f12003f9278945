"""How often something may be done, counted in the database so that all processes share the count."""

from __future__ import annotations

from dataclasses import dataclass

from pbem import db
from pbem.errors import LimitReached
from pbem.service.pace import DAY, SECOND

HOUR = 3600 * SECOND


@dataclass(frozen=True)
class Limit:
    """At most so many times within a span."""

    what: str
    most: int
    span: int
    """Microseconds."""


SIGN_INS = Limit("sign-in codes for this address", 6, HOUR)
SIGN_INS_A_DAY = Limit("sign-in codes for this address", 30, DAY)
"""Each code may be guessed at five times: this bounds the guesses of somebody who has time."""
SIGN_INS_FROM = Limit("sign-in codes asked for from here", 60, HOUR)
MATCHES = Limit("new matches", 60, DAY)
INVITATIONS = Limit("invitations", 20, DAY)
INVITATIONS_TO = Limit("invitations to this address", 10, DAY)
JOINS = Limit("matches joined", 100, DAY)

_COUNT = """INSERT INTO tally (key, span, count) VALUES (?, ?, ?)
ON CONFLICT (key, span) DO UPDATE SET count = count + excluded.count RETURNING count"""


def count(limit: Limit, subject: str, now: int, times: int = 1) -> None:
    """Counts within the caller's transaction; raises LimitReached, which undoes it all."""
    start = now - now % limit.span
    total = db.fetchall(_COUNT, (f"{limit.what}/{_span(limit)}/{subject}", start, times))[0][0]
    if total > limit.most:
        wait = (start + limit.span - now) // SECOND + 1
        raise LimitReached(f"Too many {limit.what}: {limit.most} are allowed in {_span(limit)}.", wait)


def purge(now: int) -> int:
    """Forgets counts of spans that are long over; the number forgotten."""
    with db.write():
        return db.run("DELETE FROM tally WHERE span < ?", (now - 2 * DAY,))


def _span(limit: Limit) -> str:
    return "an hour" if limit.span == HOUR else "a day"
