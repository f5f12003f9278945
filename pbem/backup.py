"""A backup: the whole database as of one moment, as one file. The service may go on working meanwhile.

Copying the file itself would miss what still lies in its -wal file. So SQLite writes the copy (VACUUM INTO),
which leaves the syncing to us; the name is given only to what was found whole and is safe on the disk.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pbem import db
from pbem.failpoints import reach
from pbem.queue import lock_at_once
from pbem.secret import sync_folder

PARTIAL = ".partial"
"""Follows the name of a backup that is being written."""
WAIT = 10_000
"""Milliseconds to wait for a lock that stands in the way; usually there is none."""


class Backup(NamedTuple):
    """A backup that was made."""

    size: int  # bytes
    seconds: float


class NoBackup(Exception):
    """No backup was made, and none was touched. The message is a plain sentence."""


def back_up(database: Path, file: Path) -> Backup:
    """Copy the database to a new file, for its owner's eyes only; one backup of a database at a time.

    Needs free space for a second database. Killed at any instant, it leaves a `.partial` at most, which the
    next backup to that name removes. Raises NoBackup, DatabaseUnfit (for an SQLite that is too old).
    """
    db.check_library(db.library())
    if not database.is_file():
        raise NoBackup(f"There is no database {database}.")
    began = time.monotonic()
    partial = file.with_name(file.name + PARTIAL)
    try:
        with alone(database):
            refuse_to_overwrite(file)
            write(database, partial)
            reach("backup.before_rename")
            refuse_to_overwrite(file)
            partial.rename(file)
            sync_folder(file.parent)
    except OSError as failed:
        raise NoBackup(f"The backup {file} cannot be written: {failed.strerror}.") from failed
    return Backup(file.stat().st_size, time.monotonic() - began)


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Keeps other backups of the database away. The lock is kept beside it: a backup may go to a network."""
    lock = os.open(database.with_name(database.name + ".backup-lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if not lock_at_once(lock):
            raise NoBackup(f"Another backup of {database} is being made.")
        yield
    finally:
        os.close(lock)


def refuse_to_overwrite(file: Path) -> None:
    if os.path.lexists(file):
        raise NoBackup(f"{file} is there already, and a backup does not overwrite anything.")


def write(database: Path, partial: Path) -> None:
    """The copy: written, looked through, and on the disk. What fails leaves nothing behind."""
    clear(partial)
    os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # SQLite would let others read
    try:
        copy(database, partial)
        reach("backup.partial")
        look_through(partial)
        sync(partial)
    except BaseException:
        clear(partial)
        raise


def clear(partial: Path) -> None:
    """Takes a half-made copy away; with its journal, which SQLite would play back into the next one."""
    for path in (partial, partial.with_name(partial.name + "-journal")):
        path.unlink(missing_ok=True)


def copy(database: Path, partial: Path) -> None:
    try:
        with db.aside(database, {"busy_timeout": WAIT, "mmap_size": 0}) as source:
            source.execute_sql("VACUUM INTO ?", (str(partial),))
    except db.DatabaseUnfit as failed:
        raise NoBackup(f"The database could not be copied. {failed}") from failed


def look_through(partial: Path) -> None:
    """Every page, index and reference of the copy. Raises NoBackup if something is wrong with it."""
    try:
        with db.aside(partial, {"query_only": 1, "mmap_size": 0}) as found:
            pages = [str(text) for (text,) in found.execute_sql("PRAGMA integrity_check(3)")]
            strays = len(found.execute_sql("PRAGMA foreign_key_check").fetchall())
    except db.DatabaseUnfit as failed:
        raise NoBackup(f"The copy cannot be read, so it was removed. {failed}") from failed
    if pages != ["ok"] or strays:
        wrong = "; ".join(pages) if pages != ["ok"] else f"{strays} rows refer to rows that are not there"
        raise NoBackup(f"The copy is damaged, so it was removed; look at the database too ({wrong}).")


def sync(file: Path) -> None:
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
