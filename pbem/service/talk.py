"""Table talk: what players say to each other in a match. Told in the next letter, never in one of its own.

Only who sits there says or hears anything. Whoever does not want to hear somebody does not, anywhere.
"""

from __future__ import annotations

from typing import NamedTuple

from peewee import IntegrityError

from pbem import db
from pbem.errors import BadValue, Busy, NotFound, NotSeated
from pbem.mail.message import plain
from pbem.service import limits
from pbem.service import once as onces
from pbem.service.once import Once
from pbem.service.outbox import Statement
from pbem.service.reading import Sight

LONGEST = 1000
QUOTED = 16
"""Signs of a line of a table from which on it is recognised."""
RACES = 5

_SAY = """INSERT INTO remark (match_id, number, player_id, text, at)
SELECT ?, 1 + coalesce(max(number), 0), ?, ?, ? FROM remark WHERE match_id = ? RETURNING number"""
_SAID = """SELECT r.number, r.player_id, r.text, r.at FROM remark r WHERE r.match_id = ? AND r.number > ?
AND NOT EXISTS (SELECT 1 FROM deafness d WHERE d.player_id = ? AND d.speaker_id = r.player_id)
ORDER BY r.number LIMIT ?"""
_LAST = "SELECT max(number) FROM remark WHERE match_id = ?"
_HEARD = "SELECT number FROM heard WHERE match_id = ? AND player_id = ?"
_HEAR = """INSERT INTO heard (match_id, player_id, number) VALUES (?, ?, ?)
ON CONFLICT (match_id, player_id) DO UPDATE SET number = max(number, excluded.number)"""


class Remark(NamedTuple):
    """Something that was said."""

    number: int
    """Counted from 1 within the match."""
    seat: int | None
    """Whose; None: the speaker has left the match before it began."""
    name: str
    text: str
    at: int


def say(sight: Sight, text: str, now: int, once: Once | None = None) -> int:
    """The viewer says something to the others; its number. Raises BadValue, NotSeated or LimitReached."""
    player = seated(sight)
    said = checked(sight, text)
    for _ in range(RACES):
        done = onces.earlier(once)
        if done is not None:
            return int(done["number"])
        try:
            with db.write():
                row = db.fetchall(_SAY, (sight.match.id, player, said, now, sight.match.id))[0]
                limits.count(limits.REMARKS, player, now)
                for statement in onces.statements(once, {"number": row[0]}, now):
                    db.run(*statement)
        except IntegrityError:
            continue  # its twin was first
        return int(row[0])
    raise Busy("Please send the same again.")


def said_to(sight: Sight, after: int, limit: int) -> list[Remark]:
    """What the viewer may hear behind a number, in order; raises NotSeated."""
    player = seated(sight)
    seats = {place.player: place.seat for place in sight.places}
    rows = db.fetchall(_SAID, (sight.match.id, after, player, limit))
    return [_remark(sight, seats.get(speaker), number, text, at) for number, speaker, text, at in rows]


def news(sight: Sight) -> tuple[list[Remark], Statement | None]:
    """What others have said that no letter has told the viewer, and what is to be written once one has."""
    player = seated(sight)
    (last,) = db.fetchone(_LAST, (sight.match.id,)) or (None,)
    if last is None:
        return [], None
    row = db.fetchone(_HEARD, (sight.match.id, player))
    found = [remark for remark in said_to(sight, row[0] if row else 0, -1) if remark.seat != sight.seat]
    return found, (_HEAR, (sight.match.id, player, last))


def stop_hearing(player: str, speaker: str, now: int) -> None:
    """The player hears nothing of somebody's any more, in no match; twice is harmless."""
    if player == speaker or db.fetchone("SELECT 1 FROM player WHERE id = ?", (speaker,)) is None:
        raise NotFound("There is no such other player.")
    with db.write():
        db.run(
            "INSERT OR IGNORE INTO deafness (player_id, speaker_id, created_at) VALUES (?, ?, ?)",
            (player, speaker, now),
        )


def hear_again(player: str, speaker: str) -> None:
    """The player hears somebody again; twice is harmless."""
    with db.write():
        db.run("DELETE FROM deafness WHERE player_id = ? AND speaker_id = ?", (player, speaker))


def unheard(player: str) -> set[str]:
    """The players of whom a player hears nothing."""
    return {row[0] for row in db.fetchall("SELECT speaker_id FROM deafness WHERE player_id = ?", (player,))}


def seated(sight: Sight) -> str:
    """The viewer, who must hold a seat; raises NotSeated."""
    if sight.own is None:
        raise NotSeated("You hold no seat in this match.")
    return sight.own.player


def checked(sight: Sight, text: str) -> str:
    """The text as it is kept: one line, nothing unseen in it. Raises BadValue.

    A line of the table that the speaker has before him is taken for an accident: it may show his hand (HI-6).
    """
    said = plain(text, LONGEST + 1)
    if not 1 <= len(said) <= LONGEST:
        raise BadValue(f"Say something of 1 to {LONGEST} characters.", "text")
    shown = {" ".join(line.split()) for line in (sight.table or "").splitlines()}
    if any(len(line) >= QUOTED and line in said for line in shown):
        raise BadValue(
            "That holds a line of your own table, which may show your cards. Leave it out.", "text"
        )
    return said


def _remark(sight: Sight, seat: int | None, number: int, text: str, at: int) -> Remark:
    return Remark(number, seat, "" if seat is None else sight.names[seat], text, at)
