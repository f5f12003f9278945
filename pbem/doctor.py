"""`pbem doctor`: whatever can be seen to be wrong with a host, each with a sentence saying what to do."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from pbem import clock, db, disk, migrate, secret
from pbem.mail.message import mailbox
from pbem.mail.transport import Patience, Post
from pbem.service import checkup
from pbem.service.checkup import Finding
from pbem.settings import MailIn, Settings, is_loopback

MIB = 1024 * 1024
LOW, FULL = 512 * MIB, 128 * MIB
"""Free space on the database's disk: below the first it is time to act, below the second high time."""
HASTE = Patience(connect=5, command=5, whole=10)
"""With the mail server: somebody waits for the answer."""


def examine(settings: Settings, now: int, stopped: bool = False) -> list[Finding]:
    """All findings. `stopped`: the service is not meant to run now, so workers and letters are not judged.

    Opens the database for this process, and closes it again.
    """
    try:
        return [*host(settings, stopped), *storage(settings, now, stopped)]
    finally:
        db.close()


def host(settings: Settings, stopped: bool = False) -> Iterator[Finding]:
    """What is seen without the database."""
    yield space(settings.var)
    yield files(settings)
    yield address(settings)
    yield mail(settings)
    if settings.incoming is not None and not stopped:
        yield door(settings.incoming)


def storage(settings: Settings, now: int, stopped: bool) -> Iterator[Finding]:
    """The database: its file, its shape and, if these can be relied upon, what its rows tell."""
    path = settings.database_path
    if not path.exists():
        yield Finding("database", "bad", f"There is no database {path}: run `pbem db upgrade`.")
        return
    try:
        db.connect(path)
        damage = db.damage()
        missing = [] if damage else migrate.pending(path)
    except db.DatabaseUnfit as unfit:
        yield Finding("database", "bad", " ".join(unfit.reasons))
        return
    yield from fitness(path, settings.allow_network_disk)
    yield judged("pages", damage, "The pages of the database hang together.")
    if damage:
        return
    if missing:
        yield Finding("migrations", "bad", f"The database lacks {', '.join(missing)}: run `pbem db upgrade`.")
        return
    yield Finding("migrations", "ok", "The database is up to date.")
    if not stopped:
        yield from checkup.findings(now)


def fitness(path: Path, allow_network_disk: bool) -> Iterator[Finding]:
    """The library, the connection and the disk."""
    yield Finding("sqlite", "ok", f"SQLite {'.'.join(map(str, db.library()))}.")
    yield judged("pragmas", db.wrong_pragmas(), "Every commit is on the disk before it is answered.")
    kind = disk.file_system(path)
    shared = [] if allow_network_disk else db.network_disk(path)
    if kind and disk.is_shared(kind) and not shared:
        yield Finding("disk", "warn", f"The database lies on {kind}; PBEM_ALLOW_NETWORK_DISK allows it.")
    else:
        yield judged("disk", shared, f"The database lies on {kind or 'an unknown file system'}.")


def judged(check: str, reasons: list[str], otherwise: str) -> Finding:
    """Bad for those reasons; without any, all is well."""
    return Finding(check, "bad" if reasons else "ok", " ".join(reasons) or otherwise)


def space(folder: Path) -> Finding:
    """What is left on the disk of the database."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError as failed:
        return Finding("space", "bad", f"The folder {folder} cannot be looked at: {failed.strerror}.")
    left = f"{free // MIB} MiB are free in {folder}"
    if free < LOW:
        return Finding("space", "bad" if free < FULL else "warn", f"{left}: make room soon.")
    return Finding("space", "ok", f"{left}.")


def files(settings: Settings) -> Finding:
    """Who may read what is secret: hidden cards and addresses in the database, and the key."""
    kept = settings.var / secret.NAME
    found = [path for path in (settings.database_path, kept) if path.exists()]
    open_ones = [str(path) for path in found if path.stat().st_mode & 0o077]
    if open_ones:
        names = " ".join(open_ones)
        return Finding("files", "bad", f"Others may read or change what is secret: chmod 600 {names}")
    if strange := [str(path) for path in found if path.stat().st_uid != os.geteuid()]:
        sentence = f"{', '.join(strange)}: not of the user who asks. Run pbem as the service's user only."
        return Finding("files", "warn", sentence)
    return Finding("files", "ok", "The database and the key can be read by their owner alone.")


def address(settings: Settings) -> Finding:
    """Whether players can reach the service, and nobody can listen in."""
    url = urlsplit(settings.public_url)
    here, near = is_loopback(url.hostname or ""), is_loopback(settings.host)
    if here and settings.smtp is not None:
        sentence = f"Links in letters begin with {settings.public_url}, which works on this machine only"
        return Finding("address", "warn", f"{sentence}: set PBEM_PUBLIC_URL.")
    if url.scheme == "http" and not here:
        sentence = "Codes and tokens travel unencrypted: put a proxy with TLS in front, and make"
        return Finding("address", "warn", f"{sentence} PBEM_PUBLIC_URL begin with https://.")
    if url.scheme == "https" and not near:
        sentence = f"The port {settings.bind} is open to others beside the proxy, and a proxy that is not on"
        return Finding(
            "address", "warn", f"{sentence} this machine is not believed: set PBEM_BIND to 127.0.0.1."
        )
    return Finding("address", "ok", f"{settings.public_url}, served at {settings.bind}.")


def mail(settings: Settings) -> Finding:
    """Whether the mail server would talk with us now."""
    server = settings.smtp
    if server is None:
        if not is_loopback(urlsplit(settings.public_url).hostname or ""):
            sentence = "No mail server is set, so anybody can read all letters at /dev/letters"
            return Finding("mail", "bad", f"{sentence}: set PBEM_SMTP_URL.")
        return Finding("mail", "ok", "Letters are caught, not sent: PBEM_SMTP_URL is not set.")
    if trouble := Post(server, patience=HASTE).knock():
        sentence = f"The mail server {server.host}:{server.port} cannot be used ({trouble})"
        return Finding("mail", "bad", f"{sentence}: see to it, or to PBEM_SMTP_URL.")
    sender = mailbox(settings.mail_from).address
    if sender.endswith("@localhost") and not is_loopback(server.host):
        return Finding("mail", "warn", f"Letters come from {sender}: set PBEM_MAIL_FROM.")
    return Finding("mail", "ok", f"The mail server {server.host}:{server.port} answers.")


def door(where: MailIn) -> Finding:
    """Whether replies are taken where the mail server brings them."""
    shown = f"{where.host}:{where.port}"
    try:
        with socket.create_connection((where.host, where.port), 5) as line:
            line.settimeout(5)
            greeting = line.recv(200)
    except OSError as failed:
        sentence = f"Nobody takes replies at {shown} ({failed.strerror or failed}): start `pbem mail-in`."
        return Finding("door", "bad", sentence)
    if not greeting.startswith(b"220"):
        return Finding("door", "bad", f"At {shown} somebody else answers: see to PBEM_INCOMING.")
    return Finding("door", "ok", f"Replies are taken at {shown}.")


def report(found: list[Finding]) -> str:
    """One line for each finding."""
    return "\n".join(f"{verdict:<4}  {check:<10}  {sentence}" for check, verdict, sentence in found)


def as_json(found: list[Finding]) -> dict[str, object]:
    """The same for programs: the worst verdict, and the findings."""
    worst = max((finding.verdict for finding in found), key=("ok", "warn", "bad").index)
    return {"verdict": worst, "at": clock.rfc3339(clock.now()), "findings": [f._asdict() for f in found]}
