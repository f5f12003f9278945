"""Handing a mail to the mail server: smtplib lives here alone.

The conversation is driven step by step, since a send has three outcomes and not two: between the final dot
and its answer nobody knows whether the server has taken the mail. smtplib itself raises after a mail was
accepted in several ways (M-15), waits for ever unless told otherwise, and restarts its patience with every
octet that trickles in.
"""

from __future__ import annotations

import contextlib
import re
import smtplib
import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar

from pbem.failpoints import reach
from pbem.settings import SmtpServer

T = TypeVar("T")

OnPhase: TypeAlias = Callable[[str], bool]
"""Told `dot` before the body is sent, which goes on only if the answer is True; and `wait` now and then while
the server is waited for: then it must not raise."""

SHUT = 421
"""The server closes the conversation."""
TROUBLE = (smtplib.SMTPException, OSError, UnicodeError)


@dataclass(frozen=True)
class Patience:
    """Seconds to wait: for a connection, for an answer to a command, for the answer to the final dot."""

    connect: float = 30
    command: float = 60
    dot: float = 600
    whole: float = 240
    """For all that comes before the dot."""
    beat: float = 10
    """How often the caller hears of a wait."""
    rest: float = 60
    """The longest pause after the server took nothing; the first one lasts a second."""
    idle: float = 30
    """A kept connection that was silent for longer is not trusted any more."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mail.

    `accepted`: it is the server's now. `refused`: for good, for this recipient or this mail. `later`: not
    taken now, to be tried again. `unknown`: the dot was sent and no answer came.
    """

    kind: Literal["accepted", "refused", "later", "unknown"]
    answer: str
    is_shut: bool = False
    """The trouble is with the server and not with this mail: others would fare no better now."""


class Post:
    """A connection to the mail server, kept between mails. For one thread."""

    def __init__(
        self, server: SmtpServer, hello: str = "localhost", patience: Patience | None = None
    ) -> None:
        """`hello`: the name this host calls itself by."""
        self.server = server
        self.hello = hello
        self.patience = patience or Patience()
        self._line: _Line | None = None
        self._used = 0.0
        self._rest = self._rested = 0.0

    def is_resting(self) -> bool:
        """Whether the server took nothing lately, so that it is not worth asking yet."""
        return time.monotonic() < self._rested

    def send(self, raw: bytes, sender: str, to: str, on_phase: OnPhase) -> Outcome:
        """Sends one mail to one recipient. Raises only what `on_phase` raises, and then no dot was sent."""
        if self._line is not None and time.monotonic() - self._used > self.patience.idle:
            self.close()
        try:
            outcome = self._send(raw, sender, to, on_phase)
        except BaseException:
            self._drop()
            raise
        if outcome.is_shut:
            self._drop()
        self._used = time.monotonic()
        self._rest = min(max(2 * self._rest, 1), self.patience.rest) if outcome.is_shut else 0
        self._rested = self._used + self._rest
        return outcome

    def knock(self) -> str | None:
        """Connects as for a mail, with TLS and signing in, and leaves; what went wrong, if anything did."""
        try:
            self._connected(lambda phase: True)
        except TROUBLE as failed:
            self._drop()
            return _words(failed)
        self.close()
        return None

    def close(self) -> None:
        """Says goodbye. What the server answers to that does not matter any more."""
        if self._line is not None:
            with contextlib.suppress(*TROUBLE):
                self._line.until(min(self.patience.command, 5), budget=False)
                reach("smtp.before_quit")
                self._line.quit()
        self._drop()

    def _send(self, raw: bytes, sender: str, to: str, on_phase: OnPhase) -> Outcome:
        kept = self._line is not None
        try:
            self._open(sender, on_phase)
        except TROUBLE as failed:
            self._drop()
            if not kept:
                return Outcome("later", _words(failed), is_shut=True)
            return self._send(
                raw, sender, to, on_phase
            )  # the kept connection was dead: once more with a new one
        assert self._line is not None
        try:
            refusal = self._envelope(self._line, sender, to)
        except TROUBLE as failed:
            return Outcome("later", _words(failed), is_shut=True)
        if refusal is not None:
            return refusal
        if not on_phase("dot"):
            self._drop()
            return Outcome("later", "Another worker has the letter.")
        return self._body(self._line, raw)

    def _open(self, sender: str, on_phase: OnPhase) -> None:
        """Leaves the conversation after MAIL was accepted, on the kept connection or on a new one."""
        if self._line is None:
            self._line = self._connected(on_phase)
        self._line.heard(on_phase, self.patience.beat)
        self._line.budget(self.patience.whole)
        self._line.until(self.patience.command)
        _expect(self._line.docmd("MAIL", f"FROM:<{sender}>"))
        reach("smtp.after_mail")

    def _connected(self, on_phase: OnPhase) -> _Line:
        """A new connection with whoever it should be with: greeted, encrypted, signed in."""
        server, patience = self.server, self.patience
        context = ssl.create_default_context()
        line = (
            _TlsLine(self.hello, patience, context)
            if server.tls == "implicit"
            else _Line(self.hello, patience)
        )
        self._line = line
        line.heard(on_phase, patience.beat)
        line.budget(patience.whole)
        line.until(patience.command)
        line._host = server.host  # type: ignore[attr-defined]  # what smtplib compares the certificate with
        _expect(line.connect(server.host, server.port))
        reach("smtp.connected")
        line.ehlo_or_helo_if_needed()
        if server.tls == "starttls":
            line.starttls(context=context)
            line.ehlo_or_helo_if_needed()
        if server.user is not None:
            line.login(server.user, server.password or "")
        return line

    def _envelope(self, line: _Line, sender: str, to: str) -> Outcome | None:
        """The recipient and the beginning of the data; an Outcome if that is as far as it goes."""
        line.until(self.patience.command)
        reply = line.docmd("RCPT", f"TO:<{to}>")
        reach("smtp.after_rcpt")
        if reply[0] in (250, 251):
            line.until(self.patience.command)
            reply = line.docmd("DATA")
            if reply[0] == 354:
                return None
        outcome = _refusal(reply)
        if not outcome.is_shut:
            self._reset(line)
        return outcome

    def _reset(self, line: _Line) -> None:
        """Makes the connection fit for the next mail, or gives it up: what was said of this one stands."""
        try:
            line.until(self.patience.command)
            _expect(line.docmd("RSET"))
        except TROUBLE:
            self._drop()

    def _body(self, line: _Line, raw: bytes) -> Outcome:
        """The mail and the dot. From the first octet on a failure means that nobody knows."""
        try:
            line.until(self.patience.dot, budget=False)
            reach("smtp.data_before_dot")
            line.send(_stuffed(raw))
            reach("smtp.dot_before_reply")
            reply = line.getreply()
        except TROUBLE as failed:
            return Outcome("unknown", _words(failed), is_shut=True)
        if reply[0] // 100 in (4, 5):
            return _refusal(reply)
        if reply[0] // 100 == 2:
            return Outcome("accepted", _said(reply))
        return Outcome("unknown", _said(reply), is_shut=True)

    def _drop(self) -> None:
        if self._line is not None:
            self._line.close()
        self._line = None


class _Line(smtplib.SMTP):
    """smtplib's connection with a patience that does not begin anew with every octet."""

    def __init__(self, hello: str, patience: Patience, **more: Any) -> None:
        self._hear: OnPhase = lambda phase: True
        self._beat = self._until = self._budget = float("inf")
        super().__init__(local_hostname=hello, timeout=patience.connect, **more)

    def heard(self, on_phase: OnPhase, beat: float) -> None:
        """Who is to hear that an answer is waited for, and how often."""
        self._hear, self._beat = on_phase, beat

    def budget(self, seconds: float) -> None:
        """How long all steps may take together from now on."""
        self._budget = time.monotonic() + seconds

    def until(self, seconds: float, budget: bool = True) -> None:
        """How long the next step may take."""
        self._until = time.monotonic() + seconds
        if budget:
            self._until = min(self._until, self._budget)

    def send(self, s: Any) -> None:
        if self.sock is None:
            raise smtplib.SMTPServerDisconnected("The connection is closed.")
        octets = s.encode(self.command_encoding) if isinstance(s, str) else s
        while octets:
            octets = octets[self._patiently(self.sock, partial(self.sock.send, octets)) :]

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None:
            self.file = _Reader(self.sock, self)
        return super().getreply()

    def read(self, sock: socket.socket) -> bytes:
        """Some octets of an answer."""
        return self._patiently(sock, partial(sock.recv, 4096))

    def _patiently(self, sock: socket.socket, step: Callable[[], T]) -> T:
        """Waits for the other side; the caller hears of long waits, so that its lease lives as long."""
        while True:
            left = self._left()
            sock.settimeout(min(left, self._beat))
            try:
                return step()
            except TimeoutError:
                if left <= self._beat:
                    raise
                self._hear("wait")

    def _left(self) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError("timed out")
        return left


class _TlsLine(_Line, smtplib.SMTP_SSL):
    """The same, encrypted from the first octet on."""

    def __init__(self, hello: str, patience: Patience, context: ssl.SSLContext) -> None:
        super().__init__(hello, patience, context=context)


class _Reader:
    """The lines of the server's answers; stands where smtplib keeps a buffered file."""

    def __init__(self, sock: Any, line: _Line) -> None:
        self._sock, self._line, self._buffer = sock, line, b""

    def readline(self, most: int) -> bytes:
        while b"\n" not in self._buffer and len(self._buffer) < most:
            octets = self._line.read(self._sock)
            if not octets:
                break
            self._buffer += octets
        end = self._buffer.find(b"\n") + 1 or len(self._buffer)
        found, self._buffer = self._buffer[:end][:most], self._buffer[:end][most:] + self._buffer[end:]
        return found

    def close(self) -> None:
        self._buffer = b""


def _stuffed(raw: bytes) -> bytes:
    """The mail with its dots doubled, and the end of the data."""
    end = b".\r\n" if raw.endswith(b"\r\n") else b"\r\n.\r\n"
    return re.sub(rb"(?m)^\.", b"..", raw) + end


def _expect(reply: tuple[int, bytes]) -> None:
    if reply[0] // 100 != 2:
        raise smtplib.SMTPResponseException(*reply)


def _refusal(reply: tuple[int, bytes]) -> Outcome:
    if reply[0] // 100 == 5:
        return Outcome("refused", _said(reply))
    return Outcome("later", _said(reply), is_shut=reply[0] == SHUT)


def _said(reply: tuple[int, bytes]) -> str:
    return f"{reply[0]} {reply[1].decode('utf-8', 'replace')}".strip()


def _words(failed: Exception) -> str:
    """A failure in words for the operator; without what we sent, since that may be a password."""
    if isinstance(failed, smtplib.SMTPResponseException):
        error = failed.smtp_error
        return _said((failed.smtp_code, error if isinstance(error, bytes) else str(error).encode()))
    return f"{type(failed).__name__}: {failed}"
