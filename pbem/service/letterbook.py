"""What became of a player's letters: why each was written, when it was due, and what the mail server said."""

from __future__ import annotations

from typing import NamedTuple

from pbem import db

CAUSES = {
    "match-started": "All seats of the match were taken.",
    "your-turn": "You were asked to move.",
    "reminder": "A part of your time to move had passed.",
    "correction": "Your deadline had moved.",
    "timed-out": "You had missed a deadline.",
    "match-over": "The match had ended.",
    "match-lapsed": "The match did not begin.",
    "answer": "You had written a reply.",
}
"""Why a letter of each kind was written. Sign-in codes and invitations go to addresses, not to players."""

_COLUMNS = "l.id, l.kind, l.match_id, l.state, l.created_at, l.due_at, l.settled_at, l.tries, l.answer"
_SETTLED = f"""SELECT {_COLUMNS} FROM letter l
WHERE l.player_id = ? AND l.settled_at IS NOT NULL AND (l.settled_at, l.id) < (?, ?)
ORDER BY l.settled_at DESC, l.id DESC LIMIT ?"""
_WAITING = f"""SELECT {_COLUMNS} FROM place p JOIN letter l
ON l.key >= ? || p.match_id || '/' || p.seat AND l.key < ? || p.match_id || '/' || p.seat || '0'
WHERE p.player_id = ? AND l.player_id = p.player_id AND l.state = 'ready'"""
_ANSWERS = f"""SELECT {_COLUMNS} FROM incoming i JOIN letter l ON l.key = 'answer/' || i.id
WHERE i.player_id = ? AND l.state = 'ready'"""
_FIRST = (2**62, "")


class LetterLine(NamedTuple):
    """A letter as its reader may know of it."""

    id: str
    kind: str
    match: str | None
    state: str
    """`ready`, `sent`, `dropped`, `failed` or `unknown`."""
    created_at: int
    due_at: int
    settled_at: int | None
    tries: int
    answer: str | None
    """What the mail server said last, or why the letter was dropped."""

    @property
    def cause(self) -> str:
        """Why it was written."""
        return CAUSES.get(self.kind, "")


def settled(player: str, after: tuple[int, str] | None, limit: int) -> list[LetterLine]:
    """Letters that are done with, the latest first, behind `(settled_at, id)` of the last one had."""
    found = db.fetchall(_SETTLED, (player, *(after or _FIRST), limit))
    return [LetterLine._make(row) for row in found]


def waiting(player: str) -> list[LetterLine]:
    """Letters that are still to go out, the next one first."""
    found = [row for kind in CAUSES for row in db.fetchall(_WAITING, (f"{kind}/", f"{kind}/", player))]
    found += db.fetchall(_ANSWERS, (player,))
    return sorted(map(LetterLine._make, dict.fromkeys(found)), key=lambda line: (line.due_at, line.id))
