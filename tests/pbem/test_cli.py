"""The commands, as an operator types them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def environ(folder: Path, **settings: str) -> dict[str, str]:
    """The environment of a command on a database in a folder."""
    own = {"PBEM_DATABASE": f"sqlite:///{folder / 'pbem.db'}", **settings}
    return {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")} | own


def pbem(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with settings of its own."""
    command = [sys.executable, "-m", "pbem", *words]
    return subprocess.run(
        command, env=environ(folder, **settings), capture_output=True, text=True, timeout=60
    )


def test_the_database_is_made_and_then_up_to_date(tmp_path: Path) -> None:
    assert "applied 0001_first" in pbem(tmp_path, "db", "upgrade").stdout
    assert pbem(tmp_path, "db", "upgrade").stdout == "The database is up to date.\n"


def test_all_mistakes_in_the_settings_are_told_at_once(tmp_path: Path) -> None:
    done = pbem(tmp_path, "web", PBEM_BIND="nowhere", PBEM_MIN_PACE_SECONDS="soon", PBEM_BINDD="x")
    assert done.returncode == 1
    for name in ("PBEM_BIND must", "PBEM_MIN_PACE_SECONDS must", "PBEM_BINDD is no setting"):
        assert name in done.stderr
    assert "Traceback" not in done.stderr


def test_a_worker_without_a_mail_server_says_so(tmp_path: Path) -> None:
    done = pbem(tmp_path, "worker")
    assert done.returncode == 1
    assert "PBEM_SMTP_URL is not set" in done.stderr


def test_letters_are_not_shown_to_everybody(tmp_path: Path) -> None:
    for settings in ({"PBEM_BIND": "0.0.0.0:8000"}, {"PBEM_PUBLIC_URL": "https://games.example.org"}):
        for command in ("web", "serve"):
            done = pbem(tmp_path, command, **settings)
            assert done.returncode == 1
            assert "everybody could read all letters" in done.stderr


def test_a_database_that_is_behind_is_not_served(tmp_path: Path) -> None:
    done = pbem(tmp_path, "web")
    assert done.returncode == 1
    assert "run `pbem db upgrade`" in done.stderr


def test_a_record_is_replayed(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text(
        "game: lords-of-scotland\nversion: 1\nseats: 2\noptions: {}\nseed: " + "ab" * 32 + "\n\n"
    )
    done = pbem(tmp_path, "replay", str(record))
    assert done.returncode == 0
    assert "0 moves, not ended" in done.stdout


def test_a_bad_record_is_refused_in_plain_words(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text("game: lords-of-scotland\n\n")
    done = pbem(tmp_path, "replay", str(record))
    assert done.returncode == 1
    assert "The header lacks: version, seats, options, seed." in done.stderr
