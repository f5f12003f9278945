import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import peewee as pw
import pytest

from pbem import db, migrate, models
from pbem.service import play, reading
from tests.pbem.service import houses

UPGRADE = """
import sys
from pathlib import Path
from pbem import migrate
sys.stdin.readline()
print(*migrate.upgrade(Path(sys.argv[1]), Path(sys.argv[2])))
"""
FIRST = """
def up(migrator, database):
    database.execute_sql("CREATE TABLE player (name TEXT NOT NULL)")
    database.execute_sql("INSERT INTO player VALUES ('Ann')")
"""
SECOND = """
def up(migrator, database):
    database.execute_sql("ALTER TABLE player ADD COLUMN locale TEXT")
"""
BROKEN = """
def up(migrator, database):
    database.execute_sql("INSERT INTO player VALUES ('Bob', 'en')")
    database.execute_sql("CREATE TABLE player (again TEXT)")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "steps"
    folder.mkdir()
    (folder / "0001_player.py").write_text(FIRST)
    (folder / "0002_locale.py").write_text(SECOND)
    return folder


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "var" / "pbem.db"
    db.close()


def rows(path: Path, sql: str) -> list[db.Row]:
    db.connect(path)
    return db.fetchall(sql)


def test_it_works(path: Path, folder: Path) -> None:
    assert migrate.pending(path, folder) == ["0001_player", "0002_locale"]
    assert migrate.upgrade(path, folder) == ["0001_player", "0002_locale"]
    assert migrate.pending(path, folder) == []
    assert migrate.upgrade(path, folder) == []
    assert rows(path, "SELECT name, locale FROM player") == [("Ann", None)]


def test_a_step_that_fails_leaves_nothing_and_the_one_before_stays(path: Path, folder: Path) -> None:
    (folder / "0003_broken.py").write_text(BROKEN)
    with pytest.raises(pw.OperationalError, match="already exists"):
        migrate.upgrade(path, folder)
    assert migrate.pending(path, folder) == ["0003_broken"]
    assert rows(path, "SELECT name FROM player") == [("Ann",)]


def test_a_database_of_a_newer_version_is_left_alone(path: Path, folder: Path) -> None:
    migrate.upgrade(path, folder)
    (folder / "0002_locale.py").unlink()
    for verb in (migrate.upgrade, migrate.pending):
        with pytest.raises(db.DatabaseUnfit, match=r"made by a newer pbem \(it has 0002_locale\)"):
            verb(path, folder)


def test_three_processes_at_once_migrate_once(path: Path, folder: Path) -> None:
    started = [
        subprocess.Popen(
            [sys.executable, "-c", UPGRADE, str(path), str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in started:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    said = sorted(process.communicate(timeout=30)[0].strip() for process in started)
    assert [process.returncode for process in started] == [0, 0, 0]
    assert said == ["", "", "0001_player 0002_locale"]
    assert rows(path, "SELECT count(*) FROM player") == [(1,)]


def test_a_migrated_database_is_the_one_of_the_models(path: Path, tmp_path: Path) -> None:
    migrate.upgrade(path)
    migrated = schema(path)
    db.connect(tmp_path / "models.db")
    with db.write():
        db.database.create_tables(models.TABLES)
    assert migrated == schema(tmp_path / "models.db")


def schema(path: Path) -> dict[str, str]:
    """Name and statement of every table and index but the runner's own, whatever the blanks."""
    found = rows(
        path, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name != 'schema_migration'"
    )
    return {
        name: re.sub(r"\s+|(?<=\()\s|\s(?=\))", " ", sql).replace("( ", "(").replace(" )", ")")
        for name, sql in found
    }


def test_a_migrated_database_can_be_served_from(path: Path) -> None:
    migrate.upgrade(path)
    db.connect(path)
    db.check_boot(allow_network_disk=True)
    assert db.fetchall("SELECT * FROM player") == []


def test_a_database_of_the_first_version_goes_on(tmp_path: Path) -> None:
    settings = houses.open_house(tmp_path / "now")
    running, over = (houses.begin(settings, houses.LORDS, 2) for _ in range(2))
    play.resign(settings, over, houses.player_at(over, 0).id, houses.NOW)
    db.close()
    old = _of_the_first_version(settings.database_path, tmp_path)
    assert migrate.upgrade(old)[0] == "0002_fewer_pages"
    db.connect(old)
    assert db.fetchall("PRAGMA foreign_key_check") == []
    told = "SELECT match_id, count(*), sum(ended) FROM place GROUP BY match_id"
    assert {match: row for match, *row in db.fetchall(told)} == {running: [2, 0], over: [2, 2]}
    seat = houses.asked(running)[0].seat
    assert houses.submit(settings, running, seat, "recruit 1").taken == ("recruit 1",)
    player = houses.player_at(running, 1 - seat)
    assert [row.id for row, _ in reading.to_act(player, None, None, 9)] == [running]
    db.close()


def _of_the_first_version(now: Path, folder: Path) -> Path:
    """A database as the first version left it, with what stands in one of today."""
    (steps := folder / "first").mkdir()
    shutil.copy(migrate.FOLDER / "0001_first.py", steps)
    old = folder / "old.db"
    migrate.upgrade(old, steps)
    with db.aside(old, {"foreign_keys": 0}) as base:
        base.execute_sql("ATTACH ? AS now", (str(now),))
        for table in ("player", "match", "place", "entry", "letter"):
            names = ", ".join(f'"{column.name}"' for column in base.get_columns(table))
            base.execute_sql(f'INSERT INTO main."{table}" ({names}) SELECT {names} FROM now."{table}"')
    return old
