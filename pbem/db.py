"""The database: SQLite through Peewee, one connection for each thread, and `write()`, the only way to write.

A process opens it with `connect` after it was forked or spawned, never before. Outside of `write()` a
thread may change nothing ("attempt to write a readonly database"); no stray save() passes the queue.
"""

import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import peewee as pw

from pbem import disk
from pbem.errors import Busy
from pbem.queue import WriteQueue

Row = tuple[Any, ...]

# Before this version a checkpoint that meets a writer may corrupt the file ("WAL-reset bug").
OLDEST_SQLITE = (3, 51, 3)
WAIT = 1.25  # seconds a write may wait; deadlines take effect that much later, so that a move in time wins
STRANGE = 0.25  # of these, for a writer that does not queue (a shell); fixed: setting it costs each write
SQLITE_BUSY = 5

# Set on every connection, in this order, and looked at again by check_boot. With synchronous=NORMAL a power
# cut takes back commits that were already answered; with mmap a stray write into memory is a corrupt file.
PRAGMAS: dict[str, int | str] = {
    "busy_timeout": int(STRANGE * 1000),
    "journal_mode": "wal",
    "synchronous": 2,  # FULL
    "foreign_keys": 1,
    "wal_autocheckpoint": 1000,
    "journal_size_limit": 64 * 1024 * 1024,
    "mmap_size": 0,
}
READING = ("SELECT", "PRAGMA", "EXPLAIN")
"""What a statement begins with that may run outside of write()."""

_mine = threading.local()  # `writing`: this thread is inside write()


def _guard(sql: str) -> None:
    if not getattr(_mine, "writing", False) and not sql.lstrip()[:7].upper().startswith(READING):
        raise pw.OperationalError("attempt to write a readonly database: changes belong in write()")


class _Guarded(pw.SqliteDatabase):
    """Peewee's, but a thread may change nothing outside of write().

    `PRAGMA query_only` would see to that as well. But whenever it is set, SQLite compiles all statements of
    the connection anew, and each write would set it twice: that cost a move 0.2 ms.
    """

    def execute_sql(self, sql: str, params: Any = None) -> Any:
        """As Peewee does; raises OperationalError for a change that does not belong here."""
        _guard(sql)
        return super().execute_sql(sql, params)  # type: ignore[no-untyped-call]


database: pw.SqliteDatabase = _Guarded(None)


class DatabaseUnfit(Exception):
    """The database cannot be served from. `reasons`: one plain sentence each."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = reasons
        super().__init__("\n".join(reasons))


class _Opened:
    """What this process has opened; empty again in a forked child."""

    queue: WriteQueue | None = None


def connect(path: Path) -> None:
    """Open the database file for this process, making it and its folder if need be. Raises DatabaseUnfit."""
    check_library(pw.SqliteDatabase.server_version)
    close()
    make_file(path)
    database.init(str(path), pragmas=PRAGMAS)
    _Opened.queue = WriteQueue(lock_path(path))
    try:
        database.connect()
    except pw.DatabaseError as failed:
        close()
        raise DatabaseUnfit([f"The database {path} cannot be used: {failed}."]) from failed


def close() -> None:
    """Close this thread's connection and the queue; those of other threads close as they end."""
    if not database.is_closed():
        database.close()
    if _Opened.queue is not None:
        _Opened.queue.close()
    _Opened.queue = None
    database.init(None)


def lock_path(path: Path) -> Path:
    """The file on which the writers of a database queue."""
    return path.with_name(path.name + ".lock")


def make_file(path: Path) -> None:
    """The database file and its folder: it holds addresses and hidden cards, so for its owner alone."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as failed:
        raise DatabaseUnfit([f"The database {path} cannot be opened or made: {failed.strerror}."]) from failed


@contextmanager
def write(wait: float = WAIT) -> Iterator[pw.SqliteDatabase]:
    """The only way to write: one transaction, alone among all writers; it commits at the end or not at all.

    Waits in a fair queue of all threads and processes, at most `wait` seconds, else raises Busy. What is slow
    (reading, rules, JSON, rendering) comes before it. Transactions do not nest: that raises RuntimeError.
    """
    refuse_nesting()
    if _Opened.queue is None:
        raise RuntimeError("The database is not open in this process; connect() comes first.")
    _Opened.queue.enter(wait - STRANGE)
    try:
        _mine.writing = True
        with transaction("IMMEDIATE"):
            yield database
    finally:
        _mine.writing = False
        _Opened.queue.leave()


@contextmanager
def read() -> Iterator[pw.SqliteDatabase]:
    """Several reads of one and the same moment. Does not wait for writers, and they do not wait for it."""
    refuse_nesting()
    with transaction("DEFERRED"):
        yield database


def refuse_nesting() -> None:
    if database.in_transaction():
        raise RuntimeError("This thread is in a transaction already; transactions do not nest.")


@contextmanager
def transaction(kind: str) -> Iterator[None]:
    """One outermost transaction. Raises Busy when SQLite itself finds the database locked."""
    try:
        with database.transaction(kind):
            yield
    except pw.OperationalError as failed:
        if getattr(getattr(failed, "orig", None), "sqlite_errorcode", 0) & 0xFF == SQLITE_BUSY:
            raise Busy("Another program holds the database.") from failed
        raise


@contextmanager
def aside(path: Path, pragmas: Mapping[str, int | str]) -> Iterator[pw.SqliteDatabase]:
    """A connection of its own to any database file, beside this thread's and out of any transaction.

    What SQLite refuses inside is raised as DatabaseUnfit.
    """
    strange = pw.SqliteDatabase(str(path), pragmas=pragmas)
    try:
        with strange.connection_context():
            yield strange
    except (pw.DatabaseError, pw.sqlite3.DatabaseError) as failed:  # type: ignore[attr-defined]
        # the driver's own comes while rows are fetched
        raise DatabaseUnfit([f"{path}: {failed}."]) from failed
    finally:
        strange.close()


def fetchone(sql: str, params: Sequence[object] = ()) -> Row | None:
    """The first row of a statement, if any. Compiled SQL: objects cost three times their statement."""
    row: Row | None = _execute(sql, params).fetchone()
    return row


def fetchall(sql: str, params: Sequence[object] = ()) -> list[Row]:
    """All rows of a statement, those of a RETURNING clause too."""
    rows: list[Row] = _execute(sql, params).fetchall()
    return rows


def run(sql: str, params: Sequence[object] = ()) -> int:
    """Run a statement inside write(); how many rows it changed."""
    changed: int = _execute(sql, params).rowcount
    return changed


def _execute(sql: str, params: Sequence[object]) -> Any:
    """The driver's cursor, under the same guard; its errors become Peewee's, only here when there is one."""
    _guard(sql)
    try:
        return database.connection().execute(sql, params)
    except pw.sqlite3.Error:  # type: ignore[attr-defined]
        with pw.__exception_wrapper__:  # type: ignore[attr-defined]
            raise


def check_boot(*, allow_network_disk: bool = False) -> None:
    """Refuse a database that cannot be served from: driver, pragmas, disk, pages. Raises DatabaseUnfit."""
    check_library(pw.SqliteDatabase.server_version)
    reasons = [*wrong_pragmas(), *damage()]
    if not allow_network_disk:
        reasons += network_disk(Path(database.database))
    if reasons:
        raise DatabaseUnfit(reasons)


def check_library(version: tuple[int, int, int]) -> None:
    """Raises DatabaseUnfit for an SQLite that is known to corrupt databases of our kind."""
    if version < OLDEST_SQLITE:
        here, needed = (".".join(map(str, v)) for v in (version, OLDEST_SQLITE))
        sentence = (
            f"SQLite {here} can damage a database that several processes use; pbem needs {needed} or newer"
        )
        raise DatabaseUnfit([f"{sentence} (on Linux: pip install pysqlite3)."])


def library() -> tuple[int, int, int]:
    """The version of the SQLite in use."""
    version: tuple[int, int, int] = pw.SqliteDatabase.server_version
    return version


def wrong_pragmas() -> list[str]:
    """A sentence for each pragma that did not take on this thread's connection."""
    found = {name: database.pragma(name) for name in PRAGMAS}
    return [
        f"SQLite did not accept {name} = {wanted} for {database.database}; it is {found[name]}."
        for name, wanted in PRAGMAS.items()
        if found[name] != wanted
    ]


def damage() -> list[str]:
    """A sentence if the pages of the file do not hang together."""
    try:
        found = [str(text).replace("\n", "; ") for (text,) in fetchall("PRAGMA quick_check(3)")]
    except pw.DatabaseError as failed:
        found = [str(failed)]
    if found == ["ok"]:
        return []
    return [f"The database {database.database} is damaged ({'; '.join(found)}); restore it from a backup."]


def network_disk(path: Path) -> list[str]:
    """A sentence if the file lies on a file system whose locks cannot be relied upon."""
    kind = disk.file_system(path)
    if kind is None or not disk.is_shared(kind):
        return []
    sentence = (
        f"The database {path} lies on a {kind} file system, where SQLite's locks can fail and destroy it: "
        "move it to a local disk (or, if you know that the locks work, set PBEM_ALLOW_NETWORK_DISK=yes)."
    )
    return [sentence]


_left_to_the_parent: list[object] = []


def forget() -> None:
    """In a forked child: forget the parent's connection and queue without closing them.

    Closing an inherited SQLite connection drops locks that the parent still relies on; so it is kept, unused.
    """
    _left_to_the_parent.extend((database._state.conn, _Opened.queue))  # type: ignore[attr-defined]
    database._state.reset()  # type: ignore[attr-defined]
    _Opened.queue = None
    database.init(None)


os.register_at_fork(after_in_child=forget)
