"""A mail server that does at each step of the conversation what a test tells it to, on real sockets."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from pbem.settings import SmtpServer

GOOD = {
    "connect": "220 sink", "EHLO": "250 sink", "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go on",
    "dot": "250 kept", "RSET": "250 ok", "NOOP": "250 ok", "QUIT": "221 bye",
}  # fmt: skip
SILENCE, CUT, DRIP = "silence", "cut", "drip"
"""What a step can do instead of giving an answer."""

Script: TypeAlias = dict[str, str]
"""Answers, or one of the above, by step; the usual one where it says nothing."""


@dataclass
class Taken:
    """A mail that the sink has taken: said so, or could have."""

    to: str
    raw: bytes
    answered: bool


@dataclass
class Sink:
    """The listening server; `script` may be changed between mails, `scripts` gives connections their own."""

    script: Script = field(default_factory=dict)
    scripts: list[Script] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    connections: int = 0
    commands: list[str] = field(default_factory=list)
    ended: threading.Event = field(default_factory=threading.Event)
    hooks: dict[str, Callable[[], None]] = field(default_factory=dict)
    """What else to do at a step, before it is answered."""

    def __post_init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def server(self) -> SmtpServer:
        """Where it listens."""
        return SmtpServer("127.0.0.1", self.port)

    @property
    def answered(self) -> list[Taken]:
        """The mails whose sender was told that they were taken."""
        return [mail for mail in self.taken if mail.answered]

    def hang_up(self) -> None:
        """Closes all connections, as a server does that was restarted."""
        for conversation in self.open:
            conversation.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        """Listens no longer: connections are refused."""
        self.ended.set()
        self.listener.shutdown(socket.SHUT_RDWR)  # closing alone would leave accept() waiting
        self.listener.close()

    def _accept(self) -> None:
        while not self.ended.is_set():
            try:
                conversation, _ = self.listener.accept()
            except OSError:
                return
            own = self.scripts[self.connections] if self.connections < len(self.scripts) else None
            self.connections += 1
            threading.Thread(target=self._talk, args=(conversation, own), daemon=True).start()

    def _talk(self, conversation: socket.socket, own: Script | None) -> None:
        watched = conversation.dup()
        self.open.append(watched)
        try:
            with conversation, conversation.makefile("rb") as lines:
                self._answer(conversation, "connect", own)
                self._converse(conversation, iter(lines.readline, b""), own)
        except (OSError, ValueError, _Over):
            pass
        finally:
            self.open.remove(watched)
            watched.close()

    def _converse(self, conversation: socket.socket, lines: Iterator[bytes], own: Script | None) -> None:
        to = ""
        for line in lines:
            verb = line[:4].decode().upper()
            self.commands.append(line.decode().strip())
            if verb == "RCPT":
                to = line.decode().partition("<")[2].partition(">")[0]
            self._answer(conversation, verb, own)
            if verb == "DATA" and self._what("DATA", own).startswith("354"):
                raw = _data(lines)
                takes = self._what("dot", own)[:1] not in "45"
                mail = Taken(to, raw, takes and self._what("dot", own).startswith("2"))
                if takes:
                    self.taken.append(mail)
                self._answer(conversation, "dot", own)
            if verb == "QUIT":
                return

    def _what(self, step: str, own: Script | None) -> str:
        script = self.script if own is None else own
        return script.get(step, GOOD.get(step, "500 what"))

    def _answer(self, conversation: socket.socket, step: str, own: Script | None) -> None:
        what = self._what(step, own)
        if step in self.hooks:
            self.hooks[step]()
        if what == CUT:
            conversation.shutdown(socket.SHUT_RDWR)
            raise _Over
        if what == SILENCE:
            self.ended.wait(20)
            raise _Over
        if what == DRIP:
            for octet in b"250-" + b"x" * 200:
                conversation.sendall(bytes([octet]))
                time.sleep(0.05)
            raise _Over
        answer, _, then = what.partition(" then ")
        conversation.sendall(answer.encode() + b"\r\n")
        if then == CUT:
            conversation.shutdown(socket.SHUT_RDWR)
            raise _Over


def _data(lines: Iterator[bytes]) -> bytes:
    """The mail up to the dot; without a dot it was none."""
    raw = b""
    for line in lines:
        if line == b".\r\n":
            return raw
        raw += line
    raise _Over


class _Over(Exception):
    """The conversation is over."""


@contextmanager
def sink(**script: str) -> Iterator[Sink]:
    """A sink with a script for as long as a test needs it."""
    server = Sink(script=script)
    try:
        yield server
    finally:
        server.stop()
