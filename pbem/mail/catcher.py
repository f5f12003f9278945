"""The mail catcher for development: a real SMTP server on loopback that keeps letters in a Maildir."""

from __future__ import annotations

import asyncio
import mailbox
import os
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import Message
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from pbem import clock

HOST = "127.0.0.1"
ENVELOPE = "X-Envelope-To"
"""Stands before the mail in the kept file; the mail itself does not say whom the server was told."""


@dataclass(frozen=True)
class Catcher:
    """A running catcher, and where to send to."""

    host: str
    port: int
    folder: Path
    controller: Controller

    def stop(self) -> None:
        """Stops listening; what was caught stays."""
        self.controller.stop()


@dataclass(frozen=True)
class CaughtLetter:
    """A letter as it arrived."""

    id: str
    at: int
    """When it was kept, in microseconds."""
    to: tuple[str, ...]
    """The recipients the server was told."""
    sender: str
    subject: str
    text: str
    html: str
    headers: tuple[tuple[str, str], ...]

    def as_json(self) -> dict[str, Any]:
        """For `/dev/letters.json`."""
        return {
            "id": self.id,
            "at": clock.rfc3339(self.at),
            "to": list(self.to),
            "from": self.sender,
            "subject": self.subject,
            "text": self.text,
            "html": self.html,
            "headers": [list(header) for header in self.headers],
        }


def start(folder: Path, port: int = 0) -> Catcher:
    """Starts a catcher on a port (0: any that is free). Raises OSError if it cannot listen or keep."""
    _maildir(folder)
    controller = _Loopback(_Keeper(folder), hostname=HOST, port=port, ident="pbem catcher")
    controller.start()
    return Catcher(HOST, controller.port, folder, controller)


def caught(folder: Path, most: int = 500) -> list[CaughtLetter]:
    """The letters in a catcher's folder, newest first; none if there is no such folder. Writes nothing."""
    files = sorted(_files(folder), reverse=True)[:most]
    return [_read(path, at) for at, path in files if path.exists()]


class _Loopback(Controller):
    """aiosmtpd's controller, which would look for itself on port 0."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


class _Keeper:
    """What to do with a mail: keep it, and only then say so."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.original_content or b""
        told = "".join(f"{ENVELOPE}: {ascii(to)[1:-1]}\r\n" for to in envelope.rcpt_tos).encode("ascii")
        try:
            key = _maildir(self.folder).add(told + content)
            _sync(self.folder / "new")
        except OSError as failed:
            return f"452 Not kept: {failed.strerror}"
        return f"250 Kept as {key}"


def _maildir(folder: Path) -> mailbox.Maildir:
    folder.parent.mkdir(parents=True, exist_ok=True)
    return mailbox.Maildir(folder, create=True)


def _sync(folder: Path) -> None:
    """The file itself is synced by `mailbox`; its name is not."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _files(folder: Path) -> Iterator[tuple[int, Path]]:
    """The kept files with the instants of keeping, in nanoseconds."""
    for kept in ("new", "cur"):
        if (folder / kept).is_dir():
            for entry in os.scandir(folder / kept):
                yield entry.stat().st_mtime_ns, Path(entry.path)


def _read(path: Path, at: int) -> CaughtLetter:
    """A kept file as a letter. Whatever it holds: what cannot be read is shown as it came."""
    raw = path.read_bytes()
    try:
        message = message_from_bytes(raw)
        headers = tuple((name, _decoded(value)) for name, value in message.items())
        text, html = _content(message, "text/plain"), _content(message, "text/html")
    except Exception:  # anything: the standard parser raises much on what is no mail
        headers, text, html = (), raw.decode("utf-8", "replace"), ""
    to = tuple(value for name, value in headers if name == ENVELOPE)
    own = tuple(header for header in headers if header[0] != ENVELOPE)
    first = {name.lower(): value for name, value in reversed(own)}
    sender, subject = first.get("from", ""), first.get("subject", "")
    return CaughtLetter(path.name.partition(":")[0], at // 1000, to, sender, subject, text, html, own)


def _decoded(value: Any) -> str:
    unfolded = " ".join(str(value).splitlines())
    try:
        return " ".join(str(make_header(decode_header(unfolded))).split())
    except (LookupError, ValueError):
        return unfolded


def _content(message: Message, kind: str) -> str:
    """The first part of a kind."""
    for part in message.walk():
        if part.get_content_type() == kind:
            octets = part.get_payload(decode=True)
            if isinstance(octets, bytes):
                return octets.decode(_charset(part), "replace").replace("\r\n", "\n")
    return ""


def _charset(part: Message) -> str:
    name = part.get_content_charset("utf-8")
    try:
        "".encode(name)
    except LookupError:
        return "utf-8"
    return name
