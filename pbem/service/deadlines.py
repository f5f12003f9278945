"""Deadlines: who has missed one, and time given back after an outage. The database is the timetable."""

from __future__ import annotations

import logging

from pbem import db
from pbem.errors import Busy, MatchOver
from pbem.failpoints import reach
from pbem.service import play
from pbem.service.pace import GRACE, SECOND
from pbem.service.progress import Progress
from pbem.settings import Settings

log = logging.getLogger(__name__)

LEASE = 30 * SECOND
OUTAGE = 5 * 60 * SECOND
"""A longer time without any worker is given back; a shorter one only delays."""

RECOVERY = "recovery"
"""The heartbeat of whoever found that there had been none."""

_DUE = """UPDATE place SET lease_owner = ?, lease_until = ? WHERE (match_id, seat) IN (
SELECT match_id, seat FROM place WHERE asked IS NOT NULL AND deadline <= ? AND lease_until < ?
AND NOT EXISTS (SELECT 1 FROM incoming i WHERE i.match_id = place.match_id AND i.seat = place.seat
AND i.state = 'ready' AND i.received_at <= place.deadline)
ORDER BY deadline LIMIT ?) RETURNING deadline, match_id, seat, turn"""
"""Not while a mail that came in time has not been looked at: what it says is done first (DL-3)."""
_OPEN = """SELECT DISTINCT match_id FROM place
WHERE asked IS NOT NULL AND deadline > ? AND opened_at < ? ORDER BY match_id"""
_HAD_IT = "SELECT 1 FROM entry WHERE match_id = ? AND kind = 'outage' AND at = ? LIMIT 1"
_BEAT = "INSERT INTO heartbeat (worker, at) VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at"
_WATCHED = """SELECT coalesce((SELECT max(at) FROM heartbeat),
(SELECT min(opened_at) FROM place WHERE asked IS NOT NULL))"""


def expire(settings: Settings, worker: str, now: int, most: int = 50) -> int:
    """Lets deadlines take effect that are over, at most so many, the earliest first; the number of them.

    Rows are leased first, so that two workers do not do the same work; that each takes effect
    once is the compare-and-set's doing.
    """
    if not db.fetchone(
        "SELECT 1 FROM place WHERE asked IS NOT NULL AND deadline <= ? LIMIT 1", (now - GRACE,)
    ):
        return 0
    with db.write():
        due = db.fetchall(_DUE, (worker, now + LEASE, now - GRACE, now, most))
    reach("deadline.claimed")
    return sum(take_effect(settings, match, seat, turn, now) for _, match, seat, turn in sorted(due))


def take_effect(settings: Settings, match: str, seat: int, turn: int, now: int) -> bool:
    """Times out a seat that was found to be late in a turn; False if it is not, or not any more."""

    def change(progress: Progress) -> bool:
        place = progress.places[seat]
        if place.asked is None or place.turn != turn or (place.deadline or now) > now - GRACE:
            return False  # the player moved, or was given time, since the row was leased
        progress.time_out(seat)
        reach("deadline.before_commit")
        return True

    try:
        done = play.advance(settings, match, change, now).outcome
        reach("deadline.after_commit")
        return done
    except (MatchOver, Busy):
        return False  # over: nothing to do; busy: the next tick after the lease
    except Exception:  # a match that cannot go on must not hold up all others
        log.exception("the deadline of seat %s in match %s cannot take effect", seat, match)
        return False


def beat(worker: str, now: int) -> None:
    """Notes that a worker is alive."""
    with db.write():
        db.run(_BEAT, (worker, now))
        db.run("DELETE FROM heartbeat WHERE at < ? AND worker <> ?", (now - 7 * 86_400 * SECOND, worker))


def last_beat() -> int | None:
    """When any worker was last seen alive."""
    row = db.fetchone("SELECT max(at) FROM heartbeat", ())
    return row[0] if row else None


def make_good(settings: Settings, now: int) -> int:
    """Gives back a time without workers; the number of matches that got some.

    To be called before the first deadline of a new worker takes effect. Each match gets an
    outage once: its log entry is written with the new deadlines, and the outage is closed
    when all have theirs. Raises Busy, and then nothing must expire yet.
    """
    if _is_outage(now):
        with db.write():
            if _is_outage(now):
                began = _last_watched()
                db.run("INSERT OR IGNORE INTO outage (began_at, ended_at) VALUES (?, ?)", (began, now))
                db.run(_BEAT, (RECOVERY, now))  # whoever dies from here on begins an outage of its own
    return sum(_make_good(settings, began, ended, now) for began, ended in _unfinished())


def _is_outage(now: int) -> bool:
    watched = _last_watched()
    return watched is not None and now - watched > OUTAGE


def _last_watched() -> int | None:
    """When any worker was last alive; before the first ever, since when somebody waits for one."""
    row = db.fetchone(_WATCHED, ())
    return row[0] if row else None


def _unfinished() -> list[tuple[int, int]]:
    return db.fetchall("SELECT began_at, ended_at FROM outage WHERE done_at IS NULL ORDER BY began_at", ())


def _make_good(settings: Settings, began: int, ended: int, now: int) -> int:
    count = 0
    for (match,) in db.fetchall(_OPEN, (began, ended)):
        count += _give_back(settings, match, began, ended)
    with db.write():
        db.run("UPDATE outage SET done_at = ? WHERE began_at = ?", (now, began))
    return count


def _give_back(settings: Settings, match: str, began: int, ended: int) -> bool:
    def change(progress: Progress) -> bool:
        if db.fetchone(_HAD_IT, (match, ended)):
            return False  # another worker was first, or one died in the middle of the round
        progress.note_outage(began, ended)
        reach("outage.before_commit")
        return True

    try:
        # dated by the end of the outage, which tells the entry of one outage from another's
        return play.advance(settings, match, change, ended).outcome
    except Busy:
        raise
    except MatchOver:
        return False
    except Exception:  # a match that cannot go on must not hold up all others
        log.exception("no time could be given back in match %s", match)
        return False
