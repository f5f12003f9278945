"""Sending what is due in the outbox: claimed by lease, looked at again, handed to the mail server, settled.

How far a try came is written down before its next step, so that after a crash it is known whether the
server can have the letter. If nobody knows (the dot was sent, no answer came), a sign-in code is not sent
again; any other letter once, after a while, if it still has something to say (EO-1).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from pbem.errors import Busy
from pbem.failpoints import reach
from pbem.mail import compose
from pbem.mail.message import Mail, mailbox, serialised
from pbem.mail.picture import drawn
from pbem.mail.transport import Outcome, Post
from pbem.service import outbox
from pbem.service.letters import HORIZON, Draft, Drop, Later, draft
from pbem.service.outbox import RESEND_AFTER, TRIES, LetterRow, Statement
from pbem.service.pace import SECOND
from pbem.settings import Settings

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], int]

DOUBT = "doubt"
"""The phase of a letter that may have arrived, and waits for its second try."""
AGAIN = " again"
"""Follows the phase of that second try."""
CODE_BACK_OFF = 30 * SECOND
"""Somebody waits for a code, and it is good for a quarter of an hour only."""
ROUND = 5 * SECOND
"""How long a call goes on while letters are due; the caller may be asked to end in between."""
STUBBORN = 20
"""Seconds that a result is kept trying to be written, if the database is busy."""


def deliver(settings: Settings, post: Post, worker: str, clock: Clock) -> int:
    """Sends the letters that are due; the number of those that the mail server took.

    `worker` names the caller and its thread: two that share a name would share their leases. While the
    server takes nothing the round ends, and what is left keeps its tries.
    """
    sent, until, is_shut = 0, clock() + ROUND, post.is_resting()
    while not is_shut and _is_due(clock()):
        letters = outbox.claim(worker, clock())
        reach("outbox.claimed")
        taken, is_shut = _send_all(settings, post, worker, clock, letters)
        sent += taken
        if not letters or clock() > until:
            break
    return sent


def _is_due(now: int) -> bool:
    due = outbox.next_due()
    return due is not None and due <= now


def _send_all(
    settings: Settings, post: Post, worker: str, clock: Clock, letters: Sequence[LetterRow]
) -> tuple[int, bool]:
    """How many the server took, and whether it takes nothing now; then those left are given back."""
    sent = 0
    for place, letter in enumerate(letters):
        try:
            outcome = Delivery(settings, post, worker, clock, letter).attempt()
        except Busy as busy:  # it goes on where it stood when the lease ends
            log.warning("letter %s: %s", letter.id, busy)
            continue
        sent += outcome is not None and outcome.kind == "accepted"
        if outcome is not None and outcome.is_shut:
            log.warning("the mail server takes nothing now: %s", outcome.answer)
            for rest in letters[place + 1 :]:
                outbox.put_off(rest.id, worker, rest.due_at, "", rest.phase)
            return sent, True
    return sent, False


class Delivery:
    """One attempt to bring one letter on its way."""

    def __init__(self, settings: Settings, post: Post, worker: str, clock: Clock, letter: LetterRow) -> None:
        self.settings = settings
        self.post = post
        self.worker = worker
        self.clock = clock
        self.letter = letter
        self.message_id = compose.message_id(letter.id, settings.mail_from)
        phase = letter.phase or ""
        self.again = AGAIN if phase == DOUBT or phase.endswith(AGAIN) else ""
        """Not empty: it may have arrived already."""

    def attempt(self) -> Outcome | None:
        """Sends, drops or puts off the letter; what the server said, if it was asked."""
        if (self.letter.phase or "").startswith("dot"):
            self._doubt("The worker died before it knew the answer.")
            return None
        try:
            drafted = draft(self.settings, self.letter, self.clock())
            match drafted:
                case Draft():
                    return self._send(drafted)
                case Later(at):
                    self._put_off(at, "The deadline has moved.")
                case Drop(why):
                    self._settle("unknown" if self.again else "dropped", why)
        except Busy:
            raise
        except Exception as failed:  # one letter that cannot be written must not stop the others
            log.exception("letter %s (%s) cannot be sent", self.letter.id, self.letter.kind)
            self._spoilt(f"{type(failed).__name__}: {failed}")
        return None

    def _send(self, drafted: Draft) -> Outcome | None:
        raw = serialised(_pictured(drafted.mail))
        more = [drafted.reply.statement] if drafted.reply else []
        if not self._record("try", more):
            return None
        reach("outbox.attempt_recorded")
        sender = mailbox(self.settings.mail_from).address
        outcome = self.post.send(raw, sender, drafted.mail.to.address, self._on_phase)
        self._conclude(drafted, outcome)
        return outcome

    def _conclude(self, drafted: Draft, outcome: Outcome) -> None:
        if outcome.kind == "accepted":
            reach("smtp.250_before_commit")
            self._settle("sent", outcome.answer, drafted.told, drafted.heard)
            reach("outbox.sent_committed")
        elif outcome.kind == "refused":
            self._settle("failed", outcome.answer)
        elif outcome.kind == "unknown":
            self._doubt(outcome.answer)
        else:
            self._retry(outcome.answer, drafted.until)

    def _doubt(self, answer: str) -> None:
        """The letter may have arrived."""
        if self.again or self.letter.kind == "sign-in-code":
            self._settle("unknown", answer)
        else:
            self._put_off(self.clock() + RESEND_AFTER, answer, DOUBT)

    def _retry(self, answer: str, until: int) -> None:
        """The letter was not taken: once more after a while, as long as it is worth it."""
        tries = self.letter.tries + 1
        wait = CODE_BACK_OFF if self.letter.kind == "sign-in-code" else outbox.back_off(tries)
        at = self.clock() + wait
        if at > until or tries >= TRIES:
            self._settle("unknown" if self.again else "failed", answer)
        else:
            self._put_off(at, answer, DOUBT if self.again else None)

    def _spoilt(self, answer: str) -> None:
        """The letter could not even be written, or not handed over for a reason of ours."""
        if self._record("try"):
            self._retry(answer, self.letter.created_at + HORIZON)

    def _on_phase(self, phase: str) -> bool:
        """What the post tells on its way. Once the dot was sent nothing may go wrong here any more."""
        if phase != "wait":
            return self._record(phase)
        try:
            return outbox.renew(self.letter.id, self.worker, self.clock())
        except Busy:
            return True

    def _record(self, phase: str, more: Sequence[Statement] = ()) -> bool:
        return outbox.record_phase(
            self.letter.id, self.worker, phase + self.again, self.message_id, self.clock(), more
        )

    def _settle(
        self, state: str, answer: str, told: int | None = None, more: Sequence[Statement] = ()
    ) -> None:
        """Writes the result down, stubbornly: a letter that was taken must not go out again."""
        for rest in reversed(range(STUBBORN)):
            try:
                now = self.clock()
                done = outbox.settle(self.letter.id, self.worker, state, answer, now, told, more)
            except Busy:
                if rest == 0:
                    raise
                continue
            if not done:
                log.warning("letter %s: the lease was lost before it could be %s", self.letter.id, state)
            return

    def _put_off(self, at: int, answer: str, phase: str | None = None) -> None:
        outbox.put_off(self.letter.id, self.worker, at, answer, phase or (DOUBT if self.again else None))


def _pictured(mail: Mail) -> Mail:
    """The mail with its picture drawn; without it, if that fails: a letter is worth more."""
    if mail.picture is None:
        return mail
    try:
        return replace(mail, picture=replace(mail.picture, png=drawn(mail.picture.svg)))
    except Exception:
        log.exception("a picture cannot be drawn")
        return replace(mail, picture=None)
