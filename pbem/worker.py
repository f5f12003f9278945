"""The worker process: a few ticks over our own tables. The database is the timetable.

APScheduler is the metronome only: it keeps no jobs of its own, and a tick that comes late
finds the same rows. Any number of workers may run on one database.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import threading
from collections.abc import Callable

from apscheduler.schedulers.blocking import BlockingScheduler

from pbem import clock
from pbem.errors import Busy
from pbem.mail.message import mailbox
from pbem.mail.transport import Post
from pbem.service import deadlines, inbox, limits, matches, once, outbox, players, replies
from pbem.service.delivery import deliver
from pbem.service.pace import SECOND
from pbem.settings import Settings, SmtpServer

log = logging.getLogger(__name__)

BEAT = 10 * SECOND
"""How often a worker says that it is alive."""
POSTS = 2
"""Connections to the mail server, each in a thread of its own, so that one that hangs stops no other."""


class Worker:
    """One process's share of the work."""

    def __init__(self, settings: Settings, smtp: SmtpServer) -> None:
        self.settings = settings
        self.smtp = smtp
        self.name = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.beaten = 0

    def watch_deadlines(self) -> None:
        """Lets what is due take effect; first of all a time without workers is given back."""
        now = clock.now()
        deadlines.make_good(self.settings, now)
        if now - self.beaten >= BEAT:
            deadlines.beat(self.name, now)
            self.beaten = now
        deadlines.expire(self.settings, self.name, now)

    def deliver_letters(self, post: Post, name: str) -> None:
        """Sends what is due."""
        deliver(self.settings, post, name, clock.now)

    def handle_incoming(self) -> None:
        """Carries out the mails that have come in."""
        inbox.handle(self.settings, self.name, clock.now)

    def keep_house(self) -> None:
        """Gives up matches that nobody joined, and forgets what need not be kept."""
        now = clock.now()
        matches.lapse(now)
        for purge in (once.purge, limits.purge, players.purge, outbox.purge, replies.purge, inbox.purge):
            purge(now)

    def run(self) -> None:
        """Ticks until SIGTERM or SIGINT, then ends the work in hand."""
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
        scheduler = BlockingScheduler(
            timezone="UTC", job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        )
        scheduler.add_job(_steady(self.watch_deadlines), "interval", seconds=1)
        scheduler.add_job(_steady(self.keep_house), "interval", seconds=60)
        if self.settings.reply_to is not None:
            scheduler.add_job(_steady(self.handle_incoming), "interval", seconds=1)
        hello = mailbox(self.settings.mail_from).domain
        posts = [Post(self.smtp, hello) for _ in range(POSTS)]
        for number, post in enumerate(posts):
            deliver_letters = _steady(self.deliver_letters, post, f"{self.name}-{number}")
            scheduler.add_job(deliver_letters, "interval", seconds=1, id=f"post {number}")

        def stop(*_: object) -> None:
            # not in the handler itself: shutdown waits for jobs that the handler interrupts
            threading.Thread(target=scheduler.shutdown, kwargs={"wait": True}).start()

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        log.info("worker %s begins", self.name)
        _steady(self.watch_deadlines)()  # time is given back before the first letter names a deadline
        scheduler.start()
        for post in posts:
            post.close()
        log.info("worker %s ends", self.name)


def _steady(work: Callable[..., None], *arguments: object) -> Callable[[], None]:
    """The work as a tick that survives its own faults: the next tick finds the same rows."""

    def tick() -> None:
        try:
            work(*arguments)
        except Busy as busy:
            log.warning("%s: %s", work.__name__, busy)
        except Exception:
            log.exception("%s failed", work.__name__)

    return tick
