"""Bringing a database up to date: Peewee's runner over numbered files, forward only, one at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import peewee as pw
from playhouse.migrations import Runner

from pbem import db
from pbem.failpoints import reach
from pbem.queue import WriteQueue

FOLDER = Path(__file__).parent / "migrations"
WAIT = 60.0  # seconds to wait for another process that migrates


def upgrade(path: Path, folder: Path = FOLDER) -> list[str]:
    """Apply what is missing to a database file, made if need be; the names of what was applied.

    Each migration is one transaction. Peewee's runner takes no lock of its own (three at once fail with an
    IntegrityError), so this stands in the queue of the writers, and nobody writes meanwhile.
    Raises DatabaseUnfit, Busy.
    """
    db.check_library(pw.SqliteDatabase.server_version)
    db.make_file(path)
    queue = WriteQueue(db.lock_path(path))
    try:
        queue.enter(WAIT)
        try:
            with runner(path, folder) as steps:
                applied: list[str] = steps.up()
                reach("migrate.step")
                return applied
        finally:
            queue.leave()
    finally:
        queue.close()


def pending(path: Path, folder: Path = FOLDER) -> list[str]:
    """The names of the migrations that a database file still lacks. Raises DatabaseUnfit."""
    db.make_file(path)
    with runner(path, folder) as steps:
        return [step.name for step in steps.status() if step.applied is None]


@contextmanager
def runner(path: Path, folder: Path) -> Iterator[Runner]:
    """Peewee's runner on a connection of its own, which may write. DatabaseUnfit: the file is too new."""
    database = pw.SqliteDatabase(str(path), pragmas=db.PRAGMAS, lock_type="IMMEDIATE")
    with database.connection_context():
        steps = Runner(database, str(folder))
        newer = [step.name for step in steps.status() if step.path is None]
        if newer:
            raise db.DatabaseUnfit(
                [f"The database {path} was made by a newer pbem (it has {', '.join(newer)})."]
            )
        yield steps
