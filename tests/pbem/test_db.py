import os
import re
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import peewee as pw
import pytest

import pbem
from pbem import db, disk
from pbem.errors import Busy

# Programs for other processes; each opens the database that its first argument names.
COUNT = """
import sys
from pathlib import Path
from pbem import db
db.connect(Path(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    with db.write():
        (count,) = db.fetchone("SELECT count FROM tally")
        db.run("UPDATE tally SET count = ?", (count + 1,))
"""
HOLD = """
import sys, time
from pathlib import Path
from pbem import db
db.connect(Path(sys.argv[1]))
with db.write():
    db.run("UPDATE tally SET count = 1000")
    print("holding", flush=True)
    time.sleep(float(sys.argv[2]))
"""
STRANGE = """
import sqlite3, sys
strange = sqlite3.connect(sys.argv[1], isolation_level=None)
strange.execute("BEGIN IMMEDIATE")
print("holding", flush=True)
sys.stdin.readline()
strange.execute("ROLLBACK")
"""
HURRY = """
import sys, time
from pathlib import Path
from pbem import db
db.connect(Path(sys.argv[1]))
db.fetchone("SELECT count FROM tally")
print("ready", flush=True)
sys.stdin.readline()
longest = 0.0
for _ in range(int(sys.argv[2])):
    began = time.monotonic()
    with db.write():
        db.run("UPDATE tally SET count = count + 1")
        time.sleep(0.002)
    longest = max(longest, time.monotonic() - began)
print(longest)
"""


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "var" / "pbem.db"
    db.connect(path)
    with db.write():
        db.run("CREATE TABLE tally (count INTEGER NOT NULL)")
        db.run("INSERT INTO tally VALUES (0)")
    yield path
    db.close()


def start(program: str, *arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def read_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def count() -> int:
    row = db.fetchone("SELECT count FROM tally")
    assert row is not None
    return int(row[0])


def test_it_works(path: Path) -> None:
    with db.write():
        assert db.run("UPDATE tally SET count = ?", (7,)) == 1
        assert db.run("UPDATE tally SET count = 8 WHERE count = 1") == 0
    assert db.fetchall("SELECT count, ? FROM tally", ("Ann",)) == [(7, "Ann")]
    assert db.fetchone("SELECT count FROM tally WHERE count = 8") is None
    db.check_boot(allow_network_disk=True)


def test_the_file_is_for_its_owner_alone(path: Path) -> None:
    assert {stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()} == {0o600}


def test_a_transaction_that_fails_leaves_nothing(path: Path) -> None:
    with pytest.raises(ZeroDivisionError), db.write():
        db.run("UPDATE tally SET count = 5")
        _ = 1 // 0
    assert count() == 0
    with db.write():
        db.run("UPDATE tally SET count = 6")
    assert count() == 6


def test_writing_outside_of_write_is_refused(path: Path) -> None:
    with pytest.raises(pw.OperationalError, match="readonly"):
        db.run("UPDATE tally SET count = 5")
    with pytest.raises(pw.OperationalError, match="readonly"), db.read():
        db.run("UPDATE tally SET count = 5")
    with pytest.raises(ZeroDivisionError), db.write():
        _ = 1 // 0
    with pytest.raises(pw.OperationalError, match="readonly"):
        db.run("UPDATE tally SET count = 5")
    assert count() == 0


@pytest.mark.parametrize(
    "sql",
    [
        "\n  delete from tally",
        "/* SELECT */ DELETE FROM tally",
        "WITH one AS (SELECT 1) DELETE FROM tally",
        "REPLACE INTO tally VALUES (1)",
        "DROP TABLE tally",
        "VACUUM",
        "",
    ],
)
def test_no_change_in_disguise_passes(path: Path, sql: str) -> None:
    with pytest.raises(pw.OperationalError, match="readonly"):
        db.run(sql)
    assert count() == 0


def test_writing_in_one_thread_lets_no_other_write(path: Path) -> None:
    refused: list[Exception] = []

    def stray() -> None:
        try:
            db.run("UPDATE tally SET count = 5")
        except pw.OperationalError as error:
            refused.append(error)

    with db.write():
        thread = threading.Thread(target=stray)
        thread.start()
        thread.join(10)
    assert "readonly" in str(refused)
    assert count() == 0


def test_transactions_do_not_nest(path: Path) -> None:
    with db.write(), pytest.raises(RuntimeError, match="do not nest"), db.write():
        pass
    with db.write(), pytest.raises(RuntimeError, match="do not nest"), db.read():
        pass
    with db.read(), pytest.raises(RuntimeError, match="do not nest"), db.write():
        pass
    with db.write():
        db.run("UPDATE tally SET count = 1")
    assert count() == 1


def test_a_read_sees_one_moment(path: Path) -> None:
    with db.read():
        assert count() == 0
        writer = threading.Thread(target=add_one)
        writer.start()
        writer.join(10)
        assert count() == 0
    assert count() == 1


def add_one() -> None:
    with db.write():
        db.run("UPDATE tally SET count = count + 1")
    db.database.close()


def test_a_foreign_key_is_kept(path: Path) -> None:
    with db.write():
        db.run("CREATE TABLE match (id TEXT PRIMARY KEY)")
        db.run("CREATE TABLE place (match TEXT REFERENCES match (id))")
    with pytest.raises(pw.IntegrityError), db.write():
        db.run("INSERT INTO place VALUES ('none')")


def test_eight_processes_lose_no_count_and_meet_no_error(path: Path) -> None:
    writers = [start(COUNT, path, 40) for _ in range(8)]
    assert [writer.wait(60) for writer in writers] == [0] * 8
    assert count() == 320


def test_eight_threads_lose_no_count(path: Path) -> None:
    def add() -> None:
        for _ in range(40):
            with db.write(wait=30):
                db.run("UPDATE tally SET count = ?", (count() + 1,))
        db.database.close()

    threads = [threading.Thread(target=add) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert count() == 320


def test_eight_processes_without_a_pause_take_turns(path: Path) -> None:
    """The busy handler lets the unluckiest of them wait for more than a second."""
    writers = [start(HURRY, path, 30) for _ in range(8)]
    assert [read_line(writer) for writer in writers] == ["ready"] * 8
    for writer in writers:
        assert writer.stdin is not None
        writer.stdin.write("go\n")
        writer.stdin.flush()
    longest = max(float(read_line(writer)) for writer in writers)
    assert [writer.wait(10) for writer in writers] == [0] * 8
    assert count() == 240
    assert longest < 0.7


def test_a_write_waits_its_time_and_then_says_busy(path: Path) -> None:
    holder = start(HOLD, path, 30)
    assert read_line(holder) == "holding"
    for wait in (0.0, 0.6, 0.1):
        began = time.monotonic()
        with pytest.raises(Busy), db.write(wait):
            pass
        assert max(0.0, wait - db.STRANGE) <= time.monotonic() - began < wait + 0.5
    assert count() == 0
    holder.kill()
    holder.wait(10)
    with db.write():
        db.run("UPDATE tally SET count = count + 1")
    assert count() == 1


def test_killing_who_holds_the_lock_lets_the_next_one_in(path: Path) -> None:
    holder = start(HOLD, path, 30)
    assert read_line(holder) == "holding"
    threading.Timer(0.2, lambda: holder.send_signal(signal.SIGKILL)).start()
    with db.write(wait=10):
        db.run("UPDATE tally SET count = count + 1")
    assert holder.wait(10) == -signal.SIGKILL
    assert count() == 1


def test_whoever_gave_up_leaves_no_lock_behind(path: Path) -> None:
    """The doorman still waits for a caller who went away; when the lock comes he must drop it."""
    holder = start(HOLD, path, 0.5)
    assert read_line(holder) == "holding"
    with pytest.raises(Busy), db.write(wait=0.1):
        pass
    assert holder.wait(10) == 0
    other = start(COUNT, path, 1)
    assert other.wait(10) == 0
    assert count() == 1001


def test_who_comes_after_one_that_gave_up_is_alone_inside(path: Path) -> None:
    """Were the doorman's late lock dropped while somebody is inside, another process could come in."""
    holder = start(HOLD, path, 0.5)
    assert read_line(holder) == "holding"
    with pytest.raises(Busy), db.write(wait=0.1):
        pass
    with db.write(wait=10):
        time.sleep(0.1)
        with pytest.raises(BlockingIOError):
            lock_elsewhere(db.lock_path(path))
    lock_elsewhere(db.lock_path(path))


def lock_elsewhere(path: Path) -> None:
    """Take and drop the lock as another process would: by a file opened anew."""
    import fcntl

    with path.open("r+") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_strange_program_that_holds_the_database_makes_it_busy(path: Path) -> None:
    strange = start(STRANGE, path)
    assert read_line(strange) == "holding"
    began = time.monotonic()
    with pytest.raises(Busy), db.write(wait=0.3):
        pass
    assert 0.2 < time.monotonic() - began < 0.8
    strange.communicate("go on\n", timeout=10)
    with db.write():
        db.run("UPDATE tally SET count = 3")
    assert count() == 3


@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_child_must_open_the_database_for_itself(path: Path) -> None:
    assert count() == 0
    child = os.fork()
    if child == 0:
        os._exit(outcome_in_child(path))
    assert os.waitpid(child, 0)[1] == 0
    assert count() == 1
    with db.write():
        db.run("UPDATE tally SET count = count + 1")
    assert count() == 2


def outcome_in_child(path: Path) -> int:
    """0 if the inherited database is closed, and can be opened anew and written."""
    try:
        db.fetchone("SELECT 1")
    except pw.InterfaceError:
        pass
    else:
        return 1
    db.connect(path)
    with db.write():
        db.run("UPDATE tally SET count = count + 1")
    db.close()
    return 0


def test_writing_before_connecting_is_refused() -> None:
    db.close()
    with pytest.raises(RuntimeError, match="not open"), db.write():
        pass


def test_too_old_a_library_is_refused() -> None:
    with pytest.raises(db.DatabaseUnfit, match=r"^SQLite 3\.51\.2 can damage .* 3\.51\.3 or newer"):
        db.check_library((3, 51, 2))
    db.check_library((3, 51, 3))


def test_a_pragma_that_does_not_hold_is_told(path: Path) -> None:
    db.database.pragma("synchronous", 1)
    db.database.pragma("foreign_keys", 0)
    with pytest.raises(db.DatabaseUnfit) as refused:
        db.check_boot(allow_network_disk=True)
    assert refused.value.reasons == [
        f"SQLite did not accept synchronous = 2 for {path}; it is 1.",
        f"SQLite did not accept foreign_keys = 1 for {path}; it is 0.",
    ]


def test_a_damaged_file_is_told(path: Path) -> None:
    with db.write():
        db.run("CREATE TABLE filler (text)")
        for _ in range(200):
            db.run("INSERT INTO filler VALUES (?)", ("x" * 500,))
    db.close()
    with path.open("r+b") as file:
        file.seek(4096 * 5)
        file.write(b"\xff" * 4096 * 3)
    db.connect(path)
    with pytest.raises(db.DatabaseUnfit, match=r"is damaged .*; restore it from a backup\.$"):
        db.check_boot(allow_network_disk=True)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "pbem.db").write_text("Dear Ann, " * 200)
    with pytest.raises(db.DatabaseUnfit, match=r"pbem\.db cannot be used: .*not a database"):
        db.connect(tmp_path / "pbem.db")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("")
    with pytest.raises(db.DatabaseUnfit, match="cannot be opened or made"):
        db.connect(tmp_path / "var" / "pbem.db")


MOUNTS = r"""
/dev/sda1 / ext4 rw 0 0
server:/srv /srv nfs4 rw 0 0
/dev/sdb1 /srv/local xfs rw 0 0
ann@host: /home/ann/my\040games fuse.sshfs rw 0 0
host0 /mnt/share virtiofs rw 0 0
/dev/sdc1 /mnt/share ext4 rw 0 0
""".lstrip()


@pytest.mark.parametrize(
    ("path", "kind", "shared"),
    [
        ("/var/pbem.db", "ext4", False),
        ("/srv/pbem.db", "nfs4", True),
        ("/srv/local/pbem.db", "xfs", False),
        ("/srvlocal/pbem.db", "ext4", False),
        ("/home/ann/my games/pbem.db", "fuse.sshfs", True),
        ("/mnt/share/pbem.db", "ext4", False),
    ],
)
def test_the_file_system_of_a_path_is_found(path: str, kind: str, shared: bool) -> None:
    assert disk.find(Path(path), MOUNTS) == kind
    assert disk.is_shared(kind) is shared


def test_a_network_disk_is_refused_unless_allowed(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mounts").write_text("server:/srv / nfs4 rw 0 0\n")
    monkeypatch.setattr(disk, "MOUNTS", tmp_path / "mounts")
    with pytest.raises(db.DatabaseUnfit, match=r"lies on a nfs4 file system.*PBEM_ALLOW_NETWORK_DISK=yes"):
        db.check_boot()
    db.check_boot(allow_network_disk=True)


def test_nobody_else_begins_a_transaction() -> None:
    """Peewee's plain atomic() upgrades a read to a write, which fails at once beside another writer."""
    begins = re.compile(
        r"\.(atomic|transaction|manual_commit|savepoint|session_start)\(|\bBEGIN (IMM|DEF|EXC|TRA)"
    )
    sources = Path(pbem.__file__).parent.rglob("*.py")
    found = [source.name for source in sources if begins.search(source.read_text(encoding="utf-8"))]
    assert found == ["db.py"]
