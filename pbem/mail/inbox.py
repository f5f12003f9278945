"""The door for replies: a mail server hands them over here by LMTP or SMTP.

Who is unknown is refused at RCPT; nothing is ever bounced. A mail is taken when it is on the disk (R-03).
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem import clock
from pbem.errors import Busy
from pbem.mail.child import MOST_BYTES
from pbem.service import inbox, replies
from pbem.settings import MailIn, Settings

log = logging.getLogger(__name__)


class Door:
    """What to do with those who come in."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if envelope.rcpt_tos:
            return "452 4.5.3 One recipient at a time, please"
        if replies.find(self.settings, address) is None:
            return "550 5.1.1 There is no such address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        now = clock.now()
        found = [replies.find(self.settings, address) for address in envelope.rcpt_tos]
        known = [reply for reply in found if reply is not None]
        if not known:
            return "550 5.1.1 There is no such address here"
        try:
            inbox.store(envelope.original_content or b"", known, now)
        except Busy:
            return "451 4.3.0 Busy; please try again"
        except Exception:
            log.exception("a mail could not be stored")
            return "451 4.3.0 Not stored; please try again"
        return "250 2.0.0 Taken"


class Listener(Controller):
    """Listens in a thread of its own."""

    def __init__(self, settings: Settings, where: MailIn) -> None:
        super().__init__(Door(settings), hostname=where.host, port=where.port)
        self.protocol = where.protocol

    def factory(self) -> SMTP:
        """One conversation."""
        kind: Any = LMTP if self.protocol == "lmtp" else SMTP
        made: SMTP = kind(self.handler, data_size_limit=MOST_BYTES, ident="pbem", enable_SMTPUTF8=True)
        return made

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]  # of port 0: any that is free
        super()._trigger_server()  # type: ignore[no-untyped-call]


def run(settings: Settings, where: MailIn) -> None:
    """Listens until SIGTERM or SIGINT."""
    stopping = threading.Event()
    for sign in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sign, lambda *_: stopping.set())
    listener = Listener(settings, where)
    listener.start()
    log.info("replies are taken at %s:%d by %s", where.host, listener.port, where.protocol)
    stopping.wait()
    listener.stop()
