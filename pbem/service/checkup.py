"""What the rows tell of the service's health. Nothing is changed, and only the database is asked."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

import peewee as pw

from pbem import db
from pbem.service.pace import DAY, GRACE, SECOND

Verdict: TypeAlias = Literal["ok", "warn", "bad"]

ALIVE = 60 * SECOND
"""A worker beats every ten seconds; one that was silent for longer is hung or gone."""
RECENT = 3600 * SECOND
"""Workers that were silent for longer have ended, and are not spoken of."""
LATE_DEADLINE = 30 * SECOND
LATE_LETTER = 120 * SECOND

_BEATS = "SELECT worker, at FROM heartbeat WHERE worker <> 'recovery' AND at > ? ORDER BY at DESC"
_OVERDUE = """SELECT match_id, seat, deadline FROM place WHERE asked IS NOT NULL AND deadline < ?
ORDER BY deadline LIMIT 1"""
_WAITING = "SELECT kind, due_at FROM letter WHERE state = 'ready' AND due_at < ? ORDER BY due_at LIMIT 1"
_LATE = "SELECT count(*) FROM letter WHERE state = 'ready' AND due_at < ?"
_RETRIED = "SELECT count(*) FROM letter WHERE state = 'ready' AND tries > 0"
_ANSWER = """SELECT answer FROM letter WHERE state = 'ready' AND answer <> ''
ORDER BY tries > 0 DESC, due_at DESC LIMIT 1"""
_LOST = """SELECT sum(state = 'failed'), sum(state = 'unknown'), sum(state = 'sent') FROM letter
WHERE settled_at > ?"""
_WHY = """SELECT answer FROM letter WHERE state IN ('failed', 'unknown') AND settled_at > ?
ORDER BY settled_at DESC LIMIT 1"""


_REPLY = (
    "SELECT received_at FROM incoming WHERE state = 'ready' AND received_at < ? ORDER BY received_at LIMIT 1"
)
_UNREAD = "SELECT count(*) FROM incoming WHERE state = 'failed' AND settled_at > ?"
_UNTOLD = """SELECT count(*), min(p.match_id) FROM place p WHERE p.asked IS NOT NULL AND p.opened_at < ?
AND NOT EXISTS (SELECT 1 FROM letter l
WHERE l.key = 'your-turn/' || p.match_id || '/' || p.seat || '/' || p.turn || '/' || p.asks)"""


class Finding(NamedTuple):
    """What was looked at, how it stands, and a sentence: what was seen and, if need be, what to do."""

    check: str
    verdict: Verdict
    sentence: str


def is_answering() -> bool:
    """Whether the database can be read."""
    try:
        db.fetchone("SELECT 1 FROM heartbeat LIMIT 1")
    except pw.PeeweeException:
        return False
    return True


def findings(now: int) -> list[Finding]:
    """All that a running service is judged by."""
    return [
        workers(now), deadlines(now), letters(now), told(now), replies(now), retries(now), losses(now),
    ]  # fmt: skip


def workers(now: int) -> Finding:
    """Whether any worker is alive, and when each was last seen."""
    beats = db.fetchall(_BEATS, (now - RECENT,))
    seen = ", ".join(f"{worker} {span(now - at)} ago" for worker, at in beats)
    if not beats:
        return Finding("workers", "bad", "No worker was seen for an hour: start `pbem worker`.")
    if beats[0][1] > now + ALIVE:
        return Finding("workers", "bad", "A worker was seen in the future: set this machine's clock right.")
    if beats[0][1] < now - ALIVE:
        return Finding("workers", "bad", f"No worker is alive; last seen: {seen}. Start `pbem worker`.")
    return Finding("workers", "ok", f"Last seen: {seen}.")


def deadlines(now: int) -> Finding:
    """Whether any deadline has passed that should have taken effect by now."""
    row = db.fetchone(_OVERDUE, (now - GRACE - LATE_DEADLINE,))
    if row is None:
        return Finding("deadlines", "ok", "None is overdue.")
    match, seat, deadline = row
    sentence = (
        f"The deadline of seat {seat} in match {match} passed {span(now - deadline)} ago without effect: "
        "see whether a worker runs, and what its log says of this match."
    )
    return Finding("deadlines", "bad", sentence)


def letters(now: int) -> Finding:
    """Whether any letter waits that should have been tried by now."""
    row = db.fetchone(_WAITING, (now - LATE_LETTER,))
    if row is None:
        return Finding("letters", "ok", "None is late.")
    kind, due_at = row
    count = _number(_LATE, now - LATE_LETTER)
    sentence = f"{count} should have been sent by now; the oldest ({kind}) is {span(now - due_at)} late."
    return Finding("letters", "bad", f"{sentence} {_last_answer()} See to the worker and the mail server.")


def told(now: int) -> Finding:
    """Whether each seat that is asked has a letter that says so, whatever became of it (EO-6)."""
    count, match = db.fetchone(_UNTOLD, (now - LATE_LETTER,)) or (0, None)
    if not count:
        return Finding("told", "ok", "Each player who is asked to move has a letter about it.")
    sentence = f"{count} players are asked to move and have no letter about it, one of them in match {match}"
    return Finding("told", "bad", f"{sentence}: that is a fault of pbem; please report it.")


def replies(now: int) -> Finding:
    """Whether any reply waits that should have been carried out by now, or could not be read."""
    row = db.fetchone(_REPLY, (now - LATE_LETTER,))
    if row is not None:
        sentence = f"A reply that came {span(now - row[0])} ago was not carried out"
        return Finding("replies", "bad", f"{sentence}: see whether a worker runs, and what its log says.")
    unread = _number(_UNREAD, now - DAY)
    if unread:
        return Finding("replies", "warn", f"In the last day {unread} replies could not be read; see the log.")
    return Finding("replies", "ok", "None waits.")


def retries(now: int) -> Finding:
    """Letters that the mail server did not take at the first try, and that will be tried again."""
    count = _number(_RETRIED)
    if not count:
        return Finding("retries", "ok", "No letter waits for another try.")
    return Finding("retries", "warn", f"{count} letters wait for another try. {_last_answer()}")


def losses(now: int) -> Finding:
    """Letters of the last day that were refused for good, or of which nobody knows."""
    since = now - DAY
    failed, unknown, sent = (count or 0 for count in db.fetchone(_LOST, (since,)) or (0, 0, 0))
    if not failed and not unknown:
        return Finding("losses", "ok", f"In the last day {sent} letters were sent and none was lost.")
    why = (db.fetchone(_WHY, (since,)) or ("",))[0]
    counts = f"{sent} letters were sent, {failed} refused for good, and of {unknown} nobody knows"
    return Finding("losses", "warn", f"In the last day {counts}. The last answer: {why}")


def span(microseconds: int) -> str:
    """A length of time in one number and a unit."""
    seconds = microseconds // SECOND
    for unit, size in (("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _last_answer() -> str:
    """What the mail server said last of a letter that still waits."""
    row = db.fetchone(_ANSWER)
    return f"The mail server said last: {row[0]}" if row else "The mail server has not been asked yet."


def _number(sql: str, *values: int) -> int:
    row = db.fetchone(sql, values)
    return int(row[0]) if row else 0
