"""Mails that came in: stored raw before anybody is told so, read apart, carried out once, answered.

What a mail does goes through the corridor like any other move, under a key of its own: handled again after
a crash, it finds what it did. Automatic mails are recognised first and never answered (EI-3).
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from engine import notation
from engine.errors import GameOver, NotYourTurn, Refusal
from pbem import db
from pbem.errors import Busy, MatchOver, NotFound, NotRunning, NotSeated, ServiceError, Stale
from pbem.failpoints import reach
from pbem.mail.child import Unreadable, read_apart
from pbem.mail.commands import Chat, Moves, Number, Word, command
from pbem.mail.read import Reading
from pbem.service import ids, limits, outbox, play, players, reading, replies, rows, talk
from pbem.service.once import Once
from pbem.service.outbox import NewLetter
from pbem.service.pace import DAY, SECOND
from pbem.service.replies import ReplyRow
from pbem.settings import Settings

log = logging.getLogger(__name__)

LEASE = 15 * SECOND
"""Longer than a mail takes: reading it is ended after five seconds."""
TRIES = 3
"""Times that a mail is begun with: one that kills whoever handles it is left alone then."""
KEPT = 30 * DAY

_STORE = """INSERT OR IGNORE INTO incoming (id, key, reply_hash, player_id, match_id, seat, content, state,
received_at, tries, lease_until) VALUES (?, ?, ?, ?, ?, ?, ?, 'ready', ?, 0, 0)"""
_CLAIM = """UPDATE incoming SET lease_owner = ?, lease_until = ?, tries = tries + 1 WHERE id IN (
SELECT id FROM incoming WHERE state = 'ready' AND lease_until < ? ORDER BY received_at LIMIT 10)
RETURNING id, reply_hash, content, received_at, tries"""
_SETTLE = """UPDATE incoming SET state = ?, outcome = ?, settled_at = ?, content = NULL, lease_owner = NULL
WHERE id = ? AND state = 'ready'"""
_OUTCOME = "SELECT outcome FROM incoming WHERE id = ?"

HELP = (
    "Write one line above everything else: the number of a move, or moves as your letter writes them, "
    "several with a semicolon between them. Other words: table (sends this again), undo, help, resign, "
    "and chat: with what you want to say to the others."
)
NOTHING_SAID = "Your mail had no line that could be a move."
SURE = "To leave the match for good, reply with the two words: resign yes"
TOO_OLD = "The match has moved on since that letter. Here is how it stands now."
WORDS = {"resign": SURE, "help": HELP}
STRANGE = "The mail came from another address than yours, and you take replies from yours only."
UNREADABLE = "Your mail could not be read."


class Waiting(NamedTuple):
    """A mail to be handled."""

    id: str
    reply: str
    """The hash of the address that it was sent to."""
    raw: bytes
    received_at: int
    tries: int


class Handled(NamedTuple):
    """What became of a mail, for the answer to it."""

    taken: tuple[str, ...] = ()
    not_played: tuple[str, ...] = ()
    why: str = ""
    """Why nothing was done; or what else there is to say."""


def store(raw: bytes, addresses: Sequence[ReplyRow], now: int) -> None:
    """Keeps a mail for each address; it may be acknowledged then. The same mail again is no other one."""
    reach("inbox.before_store")
    content = hashlib.sha256(raw).hexdigest()
    with db.write():
        for reply in addresses:
            values = (reply.hash, reply.player, reply.match, reply.seat, raw, now)
            db.run(_STORE, (ids.new_id(), f"{reply.hash}/{content}", *values))
    reach("inbox.stored_before_250")


def take(settings: Settings, raw: bytes, to: str | None, now: int) -> bool:
    """Stores a mail that was handed over without an envelope; False: none of its addresses is ours."""
    if to is None:
        try:
            addresses = read_apart(raw).recipients
        except Unreadable:
            return False
    else:
        addresses = (to,)
    found = [reply for address in addresses if (reply := replies.find(settings, address))]
    if found:
        store(raw, found[:1], now)
    return bool(found)


def handle(settings: Settings, worker: str, clock: Callable[[], int]) -> int:
    """Carries out what has come in; how many mails."""
    count = 0
    while True:
        now = clock()
        if db.fetchone("SELECT 1 FROM incoming WHERE state = 'ready' AND lease_until < ?", (now,)) is None:
            return count
        with db.write():
            found = db.fetchall(_CLAIM, (worker, now + LEASE, now))
        for row in sorted(found, key=lambda row: int(row[3])):
            _handle(settings, Waiting._make(row), clock)
            count += 1


def outcome(incoming: str) -> Handled | None:
    """What became of a mail; None if it is forgotten."""
    row = db.fetchone(_OUTCOME, (incoming,))
    if row is None or row[0] is None:
        return None
    told: dict[str, Any] = json.loads(row[0])
    return Handled(tuple(told["taken"]), tuple(told["not_played"]), told["why"])


def purge(now: int) -> int:
    """Forgets mails that were settled a month ago; the number forgotten."""
    with db.write():
        return db.run("DELETE FROM incoming WHERE settled_at < ?", (now - KEPT,))


def _handle(settings: Settings, mail: Waiting, clock: Callable[[], int]) -> None:
    reply = replies.known(mail.reply)
    if reply is None:
        _settle(mail, "dropped", Handled(why="Its address is forgotten."), clock())
        return
    if mail.tries > TRIES:
        _settle(mail, "failed", Handled(why=UNREADABLE), clock(), reply)
        return
    try:
        reach("inbox.child_start")
        reading = read_apart(mail.raw)
    except Unreadable as failed:
        log.warning("incoming %s: %s", mail.id, failed)
        _settle(mail, "failed", Handled(why=UNREADABLE), clock(), reply)
        return
    if reading.automatic is not None:
        _settle(mail, "dropped", Handled(why=f"An automatic mail: {reading.automatic}."), clock())
        return
    try:
        strange = _is_strange(reading, reply)
        handled = Handled(why=STRANGE) if strange else _carried_out(settings, mail, reading, reply, clock())
    except Busy as busy:  # it is tried again when the lease ends
        log.warning("incoming %s: %s", mail.id, busy)
        return
    reach("inbox.apply.after_commit")
    _settle(mail, "done", handled, clock(), reply)


def _is_strange(reading: Reading, reply: ReplyRow) -> bool:
    """Whether a mail does not come from the player's own address, where he has chosen that it must.

    More than one sender, or none, is nobody's address (EI-1).
    """
    player = rows.player(reply.player)
    if player is None or not players.has_chosen(player.email, players.FROM_ME_ONLY):
        return False
    return reading.senders != (player.email,)


def _carried_out(settings: Settings, mail: Waiting, reading: Reading, reply: ReplyRow, now: int) -> Handled:
    """Does what the mail says; raises Busy alone."""
    said = None if reading.line is None else command(reading.line)
    match said:
        case None:
            return Handled(why=NOTHING_SAID)
        case Number(number) if not 1 <= number <= len(reply.moves):
            return Handled(why=f"Your letter has no move with the number {number}.")
        case Number(number):
            return _moved(settings, mail, reply, reply.moves[number - 1], now)
        case Moves(line):
            return _moved(settings, mail, reply, line, now)
        case Chat(text):
            return _told_the_others(mail, reply, text, now)
        case Word("undo"):
            return _undone(settings, mail, reply, now)
        case Word("resign yes"):
            return _resigned(settings, mail, reply, now)
        case Word(word):
            return Handled(why=WORDS.get(word, ""))


def _moved(settings: Settings, mail: Waiting, reply: ReplyRow, line: str, now: int) -> Handled:
    once = Once(reply.player, f"mail/{mail.id}", hashlib.sha256(line.encode()).hexdigest())
    try:
        done = play.submit(settings, reply.match, reply.player, reply.asked, [line], now, once)
    except Stale:
        return Handled(why=TOO_OLD)
    except (NotYourTurn, GameOver) as refusal:
        return Handled(why=refusal.sentence)
    except Refusal as refusal:
        return Handled(why=f"{notation.quoted(line)}: {refusal.sentence}")
    except (NotFound, NotSeated, NotRunning, MatchOver) as error:
        return Handled(why=error.sentence)
    return Handled(done.taken, done.not_played)


def _told_the_others(mail: Waiting, reply: ReplyRow, text: str, now: int) -> Handled:
    player = rows.player(reply.player)
    try:
        sight = reading.sight(reply.match, player)
        talk.say(sight, text, now, Once(reply.player, f"mail/{mail.id}", "chat"))
    except Busy:
        raise
    except ServiceError as error:
        return Handled(why=error.sentence)
    return Handled(taken=("said to the others",))


def _undone(settings: Settings, mail: Waiting, reply: ReplyRow, now: int) -> Handled:
    once = Once(reply.player, f"mail/{mail.id}", "undo")
    try:
        line = play.undo(settings, reply.match, reply.player, reply.asked, now, once)
    except Busy:
        raise
    except Stale:
        return Handled(why=TOO_OLD)
    except (ServiceError, Refusal) as error:
        return Handled(why=error.sentence)
    return Handled(taken=(f"undo ({line})",))


def _resigned(settings: Settings, mail: Waiting, reply: ReplyRow, now: int) -> Handled:
    try:
        play.resign(settings, reply.match, reply.player, now, Once(reply.player, f"mail/{mail.id}", "resign"))
    except Busy:
        raise
    except (ServiceError, Refusal) as error:
        return Handled(why=error.sentence)
    return Handled(why="You have left the match.")


def _settle(mail: Waiting, state: str, handled: Handled, now: int, reply: ReplyRow | None = None) -> None:
    """Writes down what became of a mail, and the answer, if a person waits for one."""
    told = json.dumps(handled._asdict())
    with db.write():
        if not db.run(_SETTLE, (state, told, now, mail.id)) or reply is None:
            return
        if not handled.taken:
            if limits.is_used_up(limits.ANSWERS, reply.player, now):
                return
            limits.note(limits.ANSWERS, reply.player, now)
        about = {"incoming": mail.id}
        key = f"answer/{mail.id}"
        letter = NewLetter("answer", key, now, reply.player, None, reply.match, reply.seat, about)
        for statement in outbox.statements([letter], now):
            db.run(*statement)
        reach("inbox.apply.before_commit")
