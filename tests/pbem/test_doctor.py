"""`pbem doctor`: each fault is planted, and found under its own name, with what to do."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem import clock, db, doctor, migrate
from pbem.service import checkup, outbox
from pbem.service import deadlines as timetable
from pbem.service.checkup import Finding
from pbem.service.outbox import NewLetter
from pbem.service.pace import DAY, SECOND
from pbem.settings import Settings, SmtpServer
from tests.pbem.mail.sink import sink
from tests.pbem.service.houses import NOW

Begin = Callable[..., str]


def said(found: list[Finding], check: str) -> Finding:
    """The one finding of that name."""
    (one,) = [finding for finding in found if finding.check == check]
    return one


def bad(found: list[Finding]) -> list[str]:
    return [finding.check for finding in found if finding.verdict == "bad"]


def write(sql: str, *values: Any) -> None:
    with db.write():
        assert db.run(sql, values) > 0


def post(key: str, due_at: int, **columns: Any) -> None:
    """A letter to nobody in particular, in whatever state."""
    letter = NewLetter("sign-in-code", key, due_at, address="ann@example.org")
    with db.write():
        for statement in outbox.statements([letter], NOW):
            db.run(*statement)
        for name, value in columns.items():
            db.run(f"UPDATE letter SET {name} = ? WHERE key = ?", (value, key))


@pytest.fixture
def mail_server() -> Iterator[SmtpServer]:
    with sink() as server:
        yield server.server


def test_it_works(settings: Settings, running_match: Begin, mail_server: SmtpServer) -> None:
    running_match()
    write("UPDATE letter SET state = 'sent', answer = '250 ok', settled_at = ?", NOW + SECOND)
    timetable.beat("1-a", NOW)
    public = replace(settings, smtp=mail_server, public_url="https://games.example.org")
    found = doctor.examine(public, NOW + 5 * SECOND)
    assert [finding for finding in found if finding.verdict != "ok"] == []
    assert {"pragmas", "sqlite", "disk", "space", "workers", "deadlines", "letters", "mail"} <= {
        finding.check for finding in found
    }


def test_it_changes_nothing(settings: Settings, running_match: Begin) -> None:
    running_match()
    dumped = "SELECT * FROM letter", 'SELECT * FROM "match"', "SELECT * FROM place", "SELECT * FROM heartbeat"
    before = [db.fetchall(sql) for sql in dumped]
    doctor.examine(settings, NOW + 100 * DAY)
    db.connect(settings.database_path)
    assert [db.fetchall(sql) for sql in dumped] == before


def test_no_worker_at_all(settings: Settings) -> None:
    assert checkup.workers(NOW).verdict == "bad"
    assert "start `pbem worker`" in checkup.workers(NOW).sentence


def test_a_worker_that_stopped_beating(settings: Settings) -> None:
    timetable.beat("1-a", NOW)
    assert checkup.workers(NOW + 59 * SECOND).verdict == "ok"
    found = checkup.workers(NOW + 61 * SECOND)
    assert found.verdict == "bad"
    assert "1-a 61 s ago" in found.sentence


def test_one_live_worker_is_enough_and_each_is_named(settings: Settings) -> None:
    timetable.beat("1-a", NOW - 600 * SECOND)
    timetable.beat("2-b", NOW)
    assert checkup.workers(NOW + SECOND) == (
        "workers", "ok", "Last seen: 2-b 1 s ago, 1-a 10 min ago.",
    )  # fmt: skip


def test_the_note_of_an_outage_is_no_worker(settings: Settings) -> None:
    timetable.beat(timetable.RECOVERY, NOW)
    assert checkup.workers(NOW).verdict == "bad"


def test_a_clock_that_was_set_back(settings: Settings) -> None:
    timetable.beat("1-a", NOW)
    found = checkup.workers(NOW - 3600 * SECOND)
    assert found.verdict == "bad"
    assert "clock" in found.sentence


def test_a_deadline_that_took_no_effect(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    ((deadline, seat),) = db.fetchall("SELECT deadline, seat FROM place WHERE asked IS NOT NULL")
    assert checkup.deadlines(deadline + 31 * SECOND).verdict == "ok", "the grace, and half a minute"
    found = checkup.deadlines(deadline + 32 * SECOND)
    assert found.verdict == "bad"
    assert match in found.sentence
    assert f"seat {seat} " in found.sentence
    assert "32 s ago" in found.sentence


def test_a_passed_deadline_of_a_seat_that_is_not_asked(settings: Settings, running_match: Begin) -> None:
    running_match()
    write("UPDATE place SET deadline = ? WHERE asked IS NOT NULL", NOW)
    write("UPDATE place SET asked = NULL WHERE asked IS NOT NULL")
    assert checkup.deadlines(NOW + DAY).verdict == "ok"


def test_a_letter_that_nobody_sends(settings: Settings) -> None:
    post("stuck", NOW)
    post("later", NOW + DAY)
    post("gone", NOW, state="sent", settled_at=NOW)
    assert checkup.letters(NOW + 120 * SECOND).verdict == "ok"
    found = checkup.letters(NOW + 180 * SECOND)
    assert found.verdict == "bad"
    assert "1 should have been sent" in found.sentence
    assert "(sign-in-code) is 3 min late" in found.sentence
    assert "has not been asked yet" in found.sentence


def test_the_last_answer_of_the_mail_server_is_told(settings: Settings) -> None:
    post("stuck", NOW, answer="")
    post("tried", NOW + DAY, tries=2, answer="451 4.7.1 Please try again later")
    assert "451 4.7.1 Please try again later" in checkup.letters(NOW + DAY // 2).sentence
    found = checkup.retries(NOW)
    assert found.verdict == "warn"
    assert found.sentence.startswith("1 letters wait")
    assert "451 4.7.1" in found.sentence


def test_letters_that_were_lost(settings: Settings) -> None:
    post("sent", NOW, state="sent", answer="250 ok", settled_at=NOW)
    post("refused", NOW, state="failed", answer="550 5.1.1 No such person", settled_at=NOW)
    post("unknown", NOW, state="unknown", answer="TimeoutError: timed out", settled_at=NOW - SECOND)
    found = checkup.losses(NOW + SECOND)
    assert found.verdict == "warn"
    assert "1 letters were sent, 1 refused for good, and of 1 nobody knows" in found.sentence
    assert "550 5.1.1 No such person" in found.sentence
    assert checkup.losses(NOW + 2 * DAY).verdict == "ok", "yesterday's trouble is over"


@pytest.mark.parametrize(("name", "value"), [("synchronous", 1), ("foreign_keys", 0), ("mmap_size", 1 << 20)])
def test_a_pragma_that_was_changed(settings: Settings, name: str, value: int) -> None:
    database = settings.database_path
    assert said([*doctor.fitness(database, False)], "pragmas").verdict == "ok"
    db.database.pragma(name, value)
    found = said([*doctor.fitness(database, False)], "pragmas")
    assert found.verdict == "bad"
    assert name in found.sentence


def test_a_database_on_a_network(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("server:/export / nfs4 rw 0 0\n")
    monkeypatch.setattr("pbem.disk.MOUNTS", mounts)
    found = said([*doctor.fitness(settings.database_path, False)], "disk")
    assert found.verdict == "bad"
    assert "nfs4" in found.sentence
    assert said([*doctor.fitness(settings.database_path, True)], "disk").verdict == "warn"


def test_there_is_no_database(settings: Settings, tmp_path: Path) -> None:
    nowhere = replace(settings, database_path=tmp_path / "none.db")
    found = doctor.examine(nowhere, NOW)
    assert "run `pbem db upgrade`" in said(found, "database").sentence
    assert not nowhere.database_path.exists()


def test_the_file_is_no_database(settings: Settings, tmp_path: Path) -> None:
    other = replace(settings, database_path=tmp_path / "other.db")
    other.database_path.write_bytes(b"letters and cards " * 1000)
    assert said(doctor.examine(other, NOW), "database").verdict == "bad"


def test_damaged_pages(settings: Settings, running_match: Begin) -> None:
    running_match()
    with db.write():
        db.run(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
            " INSERT INTO tally (key, span, count) SELECT 'filler', i, 1 FROM n"
        )
    db.close()
    size = settings.database_path.stat().st_size
    with settings.database_path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xff" * 4096 * 4)
    found = doctor.examine(settings, NOW)
    assert said(found, "pages").verdict == "bad"
    assert "backup" in said(found, "pages").sentence


def test_migrations_that_are_missing(settings: Settings, tmp_path: Path) -> None:
    old = replace(settings, database_path=tmp_path / "old.db")
    (tmp_path / "none").mkdir()
    migrate.upgrade(old.database_path, tmp_path / "none")
    found = doctor.examine(old, NOW)
    assert said(found, "migrations").verdict == "bad"
    assert "0001_first" in said(found, "migrations").sentence


@pytest.mark.parametrize(("free", "verdict"), [(600, "ok"), (500, "warn"), (100, "bad")])
def test_a_disk_that_fills(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, free: int, verdict: str
) -> None:
    usage = os.statvfs_result((4096, 4096, 1 << 30, free * 256, free * 256, 9, 9, 9, 0, 255))
    monkeypatch.setattr("os.statvfs", lambda _: usage)
    assert doctor.space(settings.var) == Finding("space", verdict, doctor.space(settings.var).sentence)  # type: ignore[arg-type]
    assert f"{free} MiB" in doctor.space(settings.var).sentence


@pytest.mark.parametrize("name", ["secret-key", "pbem.db"])
def test_a_secret_that_others_can_read(settings: Settings, name: str) -> None:
    assert doctor.files(settings).verdict == "ok"
    (settings.var / name).chmod(0o640)
    found = doctor.files(settings)
    assert found.verdict == "bad"
    assert found.sentence.endswith(f"chmod 600 {settings.var / name}")


@pytest.mark.parametrize(
    ("public_url", "host", "word"),
    [
        ("http://games.example.org", "127.0.0.1", "TLS"),
        ("https://games.example.org", "0.0.0.0", "PBEM_BIND"),
        ("http://127.0.0.1:8000", "127.0.0.1", "this machine only"),
    ],
)
def test_an_address_that_does_not_do(settings: Settings, public_url: str, host: str, word: str) -> None:
    odd = replace(settings, public_url=public_url, host=host, smtp=SmtpServer("mail.example.org", 25))
    assert doctor.address(odd).verdict == "warn"
    assert word in doctor.address(odd).sentence


def test_a_mail_server_that_is_not_there(settings: Settings) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        server = SmtpServer("127.0.0.1", unused.getsockname()[1])
        found = doctor.mail(replace(settings, smtp=server))
    assert found.verdict == "bad"
    assert "Connection refused" in found.sentence


@pytest.mark.parametrize(("step", "answer"), [("connect", "554 Not you"), ("EHLO", "421 Go away")])
def test_a_mail_server_that_refuses_us(settings: Settings, step: str, answer: str) -> None:
    with sink(**{step: answer, "HELO": answer}) as server:
        found = doctor.mail(replace(settings, smtp=server.server))
    assert found.verdict == "bad"
    assert answer in found.sentence


def test_a_password_that_is_refused_is_told_and_not_shown(settings: Settings) -> None:
    with sink(EHLO="250-sink\r\n250 AUTH PLAIN", AUTH="535 5.7.8 Wrong") as server:
        knocked = replace(server.server, user="ann", password="open-sesame")
        found = doctor.mail(replace(settings, smtp=knocked))
    assert found.verdict == "bad"
    assert "535 5.7.8 Wrong" in found.sentence
    assert "sesame" not in found.sentence


def test_a_public_service_that_shows_its_letters(settings: Settings) -> None:
    assert doctor.mail(settings).verdict == "ok", "on a machine of one's own"
    found = doctor.mail(replace(settings, public_url="https://games.example.org"))
    assert found.verdict == "bad"
    assert "PBEM_SMTP_URL" in found.sentence


def test_the_command_says_it_by_its_exit_status(settings: Settings) -> None:
    environ = os.environ | {"PBEM_DATABASE": settings.database, "HOME": "/nonexistent"}

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pbem", "doctor", *options]
        return subprocess.run(command, env=environ, capture_output=True, text=True)

    silent = run()
    assert silent.returncode == 1
    assert [line.split()[1] for line in silent.stdout.splitlines() if line.startswith("bad")] == ["workers"]
    assert run("--stopped").returncode == 0
    timetable.beat("1-a", clock.now())
    told = run("--json")
    assert told.returncode == 0
    answer = json.loads(told.stdout)
    assert answer["verdict"] == "ok"
    assert {"check": "workers", "verdict": "ok"}.items() <= answer["findings"][9].items()
