"""Letters to be sent: written in the transaction of their cause, looked at again when they are sent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from engine import wire
from pbem import db
from pbem.failpoints import reach
from pbem.service import pace as paces
from pbem.service.ids import new_id
from pbem.service.pace import DAY, SECOND, Pace

LEASE = 30 * SECOND
RESEND_AFTER = 15 * 60 * SECOND
"""When a letter about an open turn is sent once more if nobody knows whether it arrived."""
BACK_OFF = (60, 300, 900, 1800, 3600, 7200)
"""Seconds until the next try; the last number repeats."""
TRIES = 30
KEPT = 90 * DAY
OPTIONAL = (
    "invitation",
    "match-started",
    "your-turn",
    "reminder",
    "correction",
    "timed-out",
    "match-over",
    "match-lapsed",
)
"""Kinds that a person may unsubscribe from. A sign-in code is not one."""


Statement: TypeAlias = tuple[str, tuple[Any, ...]]


class NewLetter(NamedTuple):
    """A letter about to be written to the outbox."""

    kind: str
    key: str
    due_at: int
    player: str | None = None
    address: str | None = None
    match: str | None = None
    seat: int | None = None
    about: Mapping[str, Any] = MappingProxyType({})


class LetterRow(NamedTuple):
    """A letter, as far as sending needs it."""

    id: str
    key: str
    kind: str
    address: str | None
    player: str | None
    match: str | None
    seat: int | None
    about: str
    due_at: int
    created_at: int
    tries: int
    phase: str | None
    message_id: str | None


_COLUMNS = (
    "id, key, kind, address, player_id, match_id, seat, about, due_at, created_at, tries, phase, message_id"
)
_INSERT = """INSERT OR IGNORE INTO letter
(id, key, kind, address, player_id, match_id, seat, about, state, due_at, created_at, tries, lease_until)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'ready', ?, ?, 0, 0)"""
_CLAIM = f"""UPDATE letter SET lease_owner = ?, lease_until = ? WHERE id IN (
SELECT id FROM letter WHERE state = 'ready' AND due_at <= ? AND lease_until < ?
ORDER BY kind <> 'sign-in-code', due_at LIMIT ?)
RETURNING {_COLUMNS}"""


_ASKED = """SELECT l.match_id, l.seat, p.player_id, p.turn, p.asks, p.deadline, m.pace FROM letter l
JOIN place p ON p.match_id = l.match_id AND p.seat = l.seat JOIN "match" m ON m.id = l.match_id
WHERE l.id = ? AND l.kind IN ('your-turn', 'reminder') AND p.asked IS NOT NULL
AND instr(l.key || '/', '/' || l.match_id || '/' || l.seat || '/' || p.turn || '/' || p.asks || '/')"""


def statements(letters: Iterable[NewLetter], now: int) -> list[Statement]:
    """What writes the letters; a letter whose key exists already is not written again."""
    return [
        (
            _INSERT,
            (
                new_id(), letter.key, letter.kind, letter.address, letter.player, letter.match, letter.seat,
                json.dumps(dict(letter.about)), letter.due_at, now,
            ),
        )
        for letter in letters
    ]  # fmt: skip


def claim(worker: str, now: int, most: int = 10) -> list[LetterRow]:
    """Leases letters that are due to a worker; no other worker gets them until the lease ends.

    Sign-in codes come first: somebody sits and waits for them.
    """
    with db.write():
        rows = db.fetchall(_CLAIM, (worker, now + LEASE, now, now, most))
    letters = [LetterRow._make(row) for row in rows]
    return sorted(letters, key=lambda letter: (letter.kind != "sign-in-code", letter.due_at))


def subject(letter: str) -> tuple[str, str] | None:
    """The address and the kind of a letter, whatever became of it; None if it is no longer known."""
    row = db.fetchone(
        "SELECT coalesce(l.address, r.email), l.kind FROM letter l LEFT JOIN player r ON r.id = l.player_id"
        " WHERE l.id = ?",
        (letter,),
    )
    return (row[0], row[1]) if row and row[0] else None


def next_due() -> int | None:
    """When the next letter is due."""
    row = db.fetchone("SELECT min(due_at) FROM letter WHERE state = 'ready'", ())
    return row[0] if row else None


def record_phase(
    letter: str, worker: str, phase: str, message_id: str, now: int, more: Sequence[Statement] = ()
) -> bool:
    """Notes how far a try is about to come, and leases the letter anew; `more`: what else it must find then.

    False if the lease was lost, and then nothing may be sent.
    """
    return _update(
        letter,
        worker,
        "phase = ?, message_id = ?, tries = tries + (? LIKE 'try%'), lease_until = ?",
        (phase, message_id, phase, now + LEASE),
        more,
    )


def renew(letter: str, worker: str, now: int) -> bool:
    """Leases a letter anew while the mail server is waited for; False if the lease was lost."""
    reach("lease.renew")
    return _update(letter, worker, "lease_until = ?", (now + LEASE,))


def settle(
    letter: str,
    worker: str,
    state: str,
    answer: str,
    now: int,
    told: int | None = None,
    more: Sequence[Statement] = (),
) -> bool:
    """Closes a letter as `sent`, `dropped`, `failed` or `unknown`; False if the lease was lost.

    `told`: the last log entry that the letter told its player of; `more`: what else it has told.
    """
    with db.write():
        done = db.run(
            "UPDATE letter SET state = ?, answer = ?, settled_at = ?, phase = NULL, lease_owner = NULL"
            " WHERE id = ? AND lease_owner = ? AND state = 'ready'",
            (state, answer[:500], now, letter, worker),
        )
        if done and told is not None:
            db.run(
                "UPDATE place SET told = max(told, ?) FROM letter l"
                " WHERE l.id = ? AND place.match_id = l.match_id AND place.seat = l.seat",
                (told, letter),
            )
        if done:
            for statement in more:
                db.run(*statement)
            for statement in statements(_reminder_after(letter, now), now):
                db.run(*statement)
    return bool(done)


def _reminder_after(letter: str, now: int) -> list[NewLetter]:
    """The next reminder, once the last letter about a turn that is still open is settled.

    Not written with the move: most moves come long before it, and would only have to drop it again.
    """
    row = db.fetchone(_ASKED, (letter,))
    if row is None:
        return []
    match, seat, player, turn, asks, deadline, pace = row
    to_come = paces.reminders(wire.decode(Pace, pace), deadline, now)[:1]
    return [
        NewLetter(
            "reminder",
            f"reminder/{match}/{seat}/{turn}/{asks}/{number}",
            at,
            player,
            match=match,
            seat=seat,
            about={"turn": turn, "asks": asks, "number": number},
        )
        for number, at in to_come
    ]


def put_off(letter: str, worker: str, due_at: int, answer: str, phase: str | None = None) -> bool:
    """Gives a letter back, to be tried again at an instant; `phase` is what the next try should know."""
    return _update(
        letter,
        worker,
        "due_at = ?, answer = ?, phase = ?, lease_owner = NULL, lease_until = 0",
        (due_at, answer[:500], phase),
    )


def back_off(tries: int) -> int:
    """How many microseconds to wait after so many tries."""
    return BACK_OFF[min(tries, len(BACK_OFF)) - 1] * SECOND


def purge(now: int) -> int:
    """Forgets letters that were settled three months ago; the number forgotten."""
    with db.write():
        return db.run("DELETE FROM letter WHERE settled_at < ?", (now - KEPT,))


def _update(
    letter: str, worker: str, change: str, values: tuple[Any, ...], more: Sequence[Statement] = ()
) -> bool:
    with db.write():
        for statement in more:
            db.run(*statement)
        return bool(
            db.run(
                f"UPDATE letter SET {change} WHERE id = ? AND lease_owner = ? AND state = 'ready'",
                (*values, letter, worker),
            )
        )
