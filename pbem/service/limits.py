"""How often something may be done, counted in the database so that all processes share the count."""

from __future__ import annotations

from dataclasses import dataclass

from pbem import db
from pbem.errors import LimitReached
from pbem.service.pace import DAY, SECOND

HOUR = 3600 * SECOND
QUARTER = HOUR // 4


@dataclass(frozen=True)
class Limit:
    """At most so many times within a span."""

    what: str
    most: int
    span: int
    """Microseconds."""

    @property
    def told(self) -> str:
        """The limit in a few words."""
        return f"{self.most} {self.what} in {_span(self)}"


SIGN_INS_HERE = Limit("sign-in codes for this address from here", 4, HOUR)
"""A stranger cannot use up what there is for an address."""
SIGN_INS = Limit("sign-in codes for this address", 10, HOUR)
SIGN_INS_A_DAY = Limit("sign-in codes for this address", 30, DAY)
SIGN_INS_FROM = Limit("sign-in codes asked for from here", 60, HOUR)
WRONG_HERE = Limit("wrong codes for this address from here", 5, QUARTER)
WRONG = Limit("wrong codes for this address", 30, HOUR)
"""Bounds the guesses of somebody who has many sources; there are a million codes."""
RENAMES = Limit("new names", 5, DAY)
MATCHES = Limit("new matches", 60, DAY)
INVITATIONS = Limit("invitations", 20, DAY)
INVITATIONS_TO = Limit("invitations to this address", 10, DAY)
JOINS = Limit("matches joined", 100, DAY)
ANSWERS = Limit("answers to mails that did nothing", 3, DAY)
"""So that two programs that write to each other soon stop (EI-3)."""
REMARKS = Limit("remarks", 100, DAY)
PIECE_SETS = Limit("new sets", 20, DAY)

_COUNT = """INSERT INTO tally (key, span, count) VALUES (?, ?, ?)
ON CONFLICT (key, span) DO UPDATE SET count = count + excluded.count RETURNING count"""
_NOTED = "SELECT coalesce(sum(count), 0) FROM tally WHERE key = ? AND span > ?"


def count(limit: Limit, subject: str, now: int, times: int = 1) -> None:
    """Counts within the caller's transaction; raises LimitReached, which undoes it all."""
    if not is_within(limit, subject, now, times):
        wait = (limit.span - now % limit.span) // SECOND + 1
        raise LimitReached(f"Too many {limit.what}: {limit.most} are allowed in {_span(limit)}.", wait)


def is_within(limit: Limit, subject: str, now: int, times: int = 1) -> bool:
    """Counts within the caller's transaction; whether that many are allowed, which the caller sees to."""
    return _add(limit, subject, now - now % limit.span, times) <= limit.most


def note(limit: Limit, subject: str, now: int) -> None:
    """Counts at the instant itself, within the caller's transaction, for `is_used_up`."""
    _add(limit, subject, now, 1)


def is_used_up(limit: Limit, subject: str, now: int) -> bool:
    """Whether all that is allowed was noted within one span before now: no clock's hour begins it anew."""
    row = db.fetchone(_NOTED, (_key(limit, subject), now - limit.span))
    return row is not None and row[0] >= limit.most


def purge(now: int) -> int:
    """Forgets counts of spans that are long over; the number forgotten."""
    with db.write():
        return db.run("DELETE FROM tally WHERE span < ?", (now - 2 * DAY,))


def _add(limit: Limit, subject: str, span: int, times: int) -> int:
    return int(db.fetchall(_COUNT, (_key(limit, subject), span, times))[0][0])


def _key(limit: Limit, subject: str) -> str:
    return f"{limit.what}/{_span(limit)}/{subject}"


def _span(limit: Limit) -> str:
    return {QUARTER: "a quarter of an hour", HOUR: "an hour"}.get(limit.span, "a day")
