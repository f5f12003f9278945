"""`pbem backup`: whole copies, taken from a service that goes on writing, and nothing half-made."""

from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem import db, migrate
from pbem.backup import NoBackup, alone, back_up
from pbem.service import rows
from pbem.settings import Settings
from tests.pbem.service import houses

WRITER = """
import sys, time
from pathlib import Path
from pbem import db
db.connect(Path(sys.argv[1]))
number = 0
while True:
    number += 1
    with db.write():
        db.run("INSERT INTO tally (key, span, count) VALUES ('left', ?, 1)", (number,))
        db.run("INSERT INTO tally (key, span, count) VALUES ('right', ?, 1)", (number,))
    print(number, flush=True)
"""
"""Commits pairs, and says so after each."""
COUNTS = "SELECT sum(key = 'left'), sum(key = 'right'), max(span) FROM tally WHERE key IN ('left', 'right')"
KILLED = """
import sys
from pathlib import Path
from pbem.backup import back_up
print("begun", flush=True)
back_up(Path(sys.argv[1]), Path(sys.argv[2]))
"""


@contextmanager
def writing(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that writes as fast as it can."""
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            yield process
        finally:
            process.kill()


def fill(rows: int) -> None:
    """Makes the database larger, by some 100 bytes a row."""
    with db.write():
        db.run(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
            " INSERT INTO tally (key, span, count) SELECT 'filler ' || hex(randomblob(40)), i, 1 FROM n",
            (rows,),
        )


def counts(path: Path) -> tuple[int, int, int]:
    """Of another database file: the left and the right ones, and the last number."""
    with db.aside(path, {"query_only": 1}) as found:
        left, right, last = found.execute_sql(COUNTS).fetchone()
    return left, right, last


def test_it_works(settings: Settings, running_match: Callable[..., str], tmp_path: Path) -> None:
    match = running_match()
    before = rows.match(match), rows.places(match), rows.entries(match)
    made = back_up(settings.database_path, tmp_path / "copy.db")
    assert made.size == (tmp_path / "copy.db").stat().st_size > 0
    db.close()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "copy.db").rename(tmp_path / "elsewhere" / "pbem.db")
    assert migrate.upgrade(tmp_path / "elsewhere" / "pbem.db") == []
    db.connect(tmp_path / "elsewhere" / "pbem.db")
    db.check_boot()
    assert (rows.match(match), rows.places(match), rows.entries(match)) == before
    houses.move_at_random(settings, match, random.Random(1))
    assert houses.entry_of(match) > 1


def test_it_holds_what_still_lies_in_the_wal(settings: Settings, tmp_path: Path) -> None:
    with db.write():
        db.run("INSERT INTO tally (key, span, count) VALUES ('left', 1, 1)")
    assert settings.database_path.with_name("pbem.db-wal").stat().st_size > 0
    back_up(settings.database_path, tmp_path / "copy.db")
    assert counts(tmp_path / "copy.db")[0] == 1


def test_a_backup_during_writes_is_of_one_moment(settings: Settings, tmp_path: Path) -> None:
    fill(20_000)
    with writing(settings.database_path) as writer:
        for number in range(3):
            copy = tmp_path / f"copy-{number}.db"
            sure = db.fetchone("SELECT max(span) FROM tally WHERE key = 'right'") or (0,)
            back_up(settings.database_path, copy)
            left, right, last = counts(copy)
            assert left == right == last >= max(sure[0], 1)
        assert writer.poll() is None, "the writer was disturbed"


def test_the_writer_is_not_held_up(settings: Settings, tmp_path: Path) -> None:
    fill(20_000)
    with writing(settings.database_path):
        before = db.fetchone(COUNTS)
        back_up(settings.database_path, tmp_path / "copy.db")
        after = db.fetchone(COUNTS)
    assert before is not None
    assert after is not None
    assert after[0] > before[0]


def test_others_cannot_read_it(settings: Settings, tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        back_up(settings.database_path, tmp_path / "copy.db")
    finally:
        os.umask(old)
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "make", [lambda path: path.write_text("mine"), lambda path: path.symlink_to("nowhere")]
)
def test_nothing_is_overwritten(settings: Settings, tmp_path: Path, make: Callable[[Path], object]) -> None:
    file = tmp_path / "copy.db"
    make(file)
    with pytest.raises(NoBackup, match="does not overwrite"):
        back_up(settings.database_path, file)
    assert os.path.lexists(file)
    assert not list(tmp_path.glob("*.partial"))


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(NoBackup, match="There is no database"):
        back_up(tmp_path / "pbem.db", tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(NoBackup, match="No such file or directory"):
        back_up(settings.database_path, tmp_path / "none" / "copy.db")


def test_two_at_once_do_not_spoil_each_other(settings: Settings, tmp_path: Path) -> None:
    with alone(settings.database_path), pytest.raises(NoBackup, match="Another backup"):
        back_up(settings.database_path, tmp_path / "copy.db")
    back_up(settings.database_path, tmp_path / "copy.db")


def test_a_damaged_database_gives_no_backup(settings: Settings, tmp_path: Path) -> None:
    fill(2_000)
    db.close()
    damaged = settings.database_path
    size = damaged.stat().st_size
    with damaged.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xff" * 4096 * 4)
    with pytest.raises(NoBackup):
        back_up(damaged, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_a_reference_to_nothing_gives_no_backup(settings: Settings, tmp_path: Path) -> None:
    with db.aside(settings.database_path, {"foreign_keys": 0}) as strange:
        strange.execute_sql(
            "INSERT INTO invitation (id, match_id, email, hash, inviter_id, created_at)"
            " VALUES ('i', 'no such match', 'bob@example.org', 'h', 'nobody', 1)"
        )
    with pytest.raises(NoBackup, match="2 rows refer"):
        back_up(settings.database_path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_a_full_disk_leaves_nothing_behind(settings: Settings, tmp_path: Path) -> None:
    fill(20_000)
    limited = (
        "import resource, signal, sys; from pathlib import Path; from pbem.backup import *\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))\n"
        "try: back_up(Path(sys.argv[1]), Path(sys.argv[2]))\n"
        "except NoBackup as told: sys.exit(str(told))"
    )
    command = [sys.executable, "-c", limited, str(settings.database_path), str(tmp_path / "copy.db")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1
    assert "could not be copied" in done.stderr
    assert not list(tmp_path.glob("copy*"))


def test_the_journal_of_a_killed_backup_is_not_played_back(settings: Settings, tmp_path: Path) -> None:
    journal = tmp_path / "copy.db.partial-journal"
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(504) + b"x" * 4096)
    back_up(settings.database_path, tmp_path / "copy.db")
    assert not journal.exists()
    assert counts(tmp_path / "copy.db")


def test_killed_at_any_moment_it_leaves_no_file_of_that_name_that_is_not_whole(
    settings: Settings, tmp_path: Path
) -> None:
    fill(20_000)
    copy, partial = tmp_path / "copy.db", tmp_path / "copy.db.partial"
    killed = 0
    for wait in (0.0, 0.0, 0.003, 0.01, 0.03, 0.1):
        command = [sys.executable, "-c", KILLED, str(settings.database_path), str(copy)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            process.stdout.readline()
            until = time.monotonic() + 10
            while not os.path.exists(partial) and not os.path.exists(copy) and time.monotonic() < until:
                pass
            time.sleep(wait)
            process.send_signal(signal.SIGKILL)
        killed += partial.exists()
        if copy.exists():
            with db.aside(copy, {"query_only": 1}) as found:
                assert found.execute_sql("PRAGMA integrity_check").fetchall() == [("ok",)]
            copy.unlink()
    assert killed > 0, "it was not killed in the middle"
    back_up(settings.database_path, copy)
    assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"], "what was left has been taken away"
