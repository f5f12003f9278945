"""Every failpoint kills its process again and again: nothing acknowledged is lost, nothing happens twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.games import GAMES
from pbem import failpoints
from pbem.failpoints import NAMES, TAKEN, VARIABLE
from tests.pbem.mail.sink import SILENCE, Sink
from tests.processes.house import House, wait_for
from tests.processes.play import Play, check_ledger, check_letters

TIMES = int(os.environ.get("TEST_FAILPOINT_KILLS", "1"))
"""How often each kills."""

GAME = next(iter(GAMES))
WEB = [name for name in NAMES if name.partition(".")[0] in ("move", "idem", "rng")]
LETTERS = [name for name in NAMES if name.partition(".")[0] in ("outbox", "smtp")]
DEADLINES = [name for name in NAMES if name.startswith("deadline.")]
REPLIES = [name for name in NAMES if name.startswith("inbox.")]
"""Taken in `test_mail_in.py`."""
COMMANDS = {
    "migrate.step": ("db", "upgrade"),
    "backup.partial": ("backup",),
    "backup.before_rename": ("backup",),
}
SEEN_ELSEWHERE = ["outage.before_commit", "lease.renew"]
"""Taken in tests of their own, below: they want a past without workers, or a slow mail server."""


def test_every_failpoint_belongs_to_a_test() -> None:
    assert sorted(NAMES) == sorted([*WEB, *LETTERS, *DEADLINES, *REPLIES, *COMMANDS, *SEEN_ELSEWHERE])


def test_a_failpoint_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no failpoint 'move\.typo'"):
        failpoints.parse("move.typo=kill")


@pytest.mark.timeout(400)
def test_the_web_process_may_die_anywhere_in_a_move(house: House) -> None:
    house.start("web")
    house.start("worker")
    play = Play(house, [house.sign_in("Ann"), house.sign_in("Bob")])
    play.step()
    for name in WEB:
        armed = f"{name}=kill@{0.5 if name.startswith('rng') else 0.15}"
        play.revive = lambda armed=armed: _start_again(house, armed)  # type: ignore[misc]
        house.kill("web")
        house.start("web", failpoints=armed)
        _until_taken(house, name, play)
    house.kill("web")
    house.start("web")
    play.step()
    check_ledger(house, play)
    check_letters(house)


def _start_again(house: House, armed: str) -> None:
    """A web process whose children die twice in a row ends; who watches over it starts it again."""
    if not house.is_running("web"):
        del house.running["web"]
        house.start("web", failpoints=armed)


def _until_taken(house: House, name: str, play: Play) -> None:
    """Plays on until the process has died so often; its parent starts it again each time."""
    until = time.monotonic() + 60
    while house.taken(name) < TIMES:
        assert time.monotonic() < until, f"{name} was not reached"
        if name.startswith("rng"):
            play.matches.append(play.begin())
        else:
            play.step()


@pytest.mark.timeout(400)
def test_the_worker_may_die_anywhere_on_the_way_of_a_letter(house: House) -> None:
    house.start("web")
    house.start("worker")
    play = Play(house, [house.sign_in("Ann"), house.sign_in("Bob")])
    for name in LETTERS:
        for _ in range(TIMES):
            _die_at(house, name, play)
    house.start("worker")
    play.step()
    check_ledger(house, play)
    check_letters(house)


def _die_at(house: House, name: str, play: Play) -> None:
    """Lets the worker die at a place while letters are due."""
    before = house.taken(name)
    if "worker" in house.running:
        house.kill("worker")
    house.start("worker", failpoints=f"{name}=kill")
    until = time.monotonic() + 60
    while house.is_running("worker"):
        assert time.monotonic() < until, f"{name} was not reached"
        play.step()
        time.sleep(0.5)
        if name == "smtp.before_quit":  # said when the worker ends in peace, after a letter
            time.sleep(3)
            house.signal("worker", signal.SIGTERM)
            time.sleep(2)
    assert house.taken(name) > before  # threads of one worker may be there at the same instant
    del house.running["worker"]


DUE = """
import os, sys
from pbem import clock, db
from pbem.settings import load
db.connect(load(os.environ).database_path)
with db.write():
    db.run("UPDATE place SET deadline = ?, lease_until = 0 WHERE asked IS NOT NULL", (clock.now(),))
"""


@pytest.mark.timeout(200)
def test_the_worker_may_die_anywhere_in_a_deadline(house: House) -> None:
    house.start("web")
    tokens = [house.sign_in_directly("Ann"), house.sign_in_directly("Bob")]
    match = house.begin(tokens, GAME, {"seconds": 600, "on_timeout": "safe_move"})
    for name in DEADLINES:
        for _ in range(TIMES):
            before = _timeouts(house, match)
            house.start("worker", failpoints=f"{name}=kill")
            subprocess.run([sys.executable, "-c", DUE], env=house.environ, check=True)
            wait_for(f"death at {name}", lambda: not house.is_running("worker"))
            del house.running["worker"]
            if name != "deadline.after_commit":
                assert _timeouts(house, match) == before
                subprocess.run([sys.executable, "-c", DUE], env=house.environ, check=True)
                house.start("worker")
                wait_for("the effect", lambda before=before: _timeouts(house, match) == before + 1 or None)  # type: ignore[misc]
                house.kill("worker")
            assert _timeouts(house, match) == before + 1
            _act(house, tokens, match)
    rows = house.rows("SELECT count(*) FROM entry WHERE match_id = ?", match)
    assert rows == house.rows("SELECT entry FROM match WHERE id = ?", match)


def _timeouts(house: House, match: str) -> int:
    count: int = house.rows("SELECT count(*) FROM entry WHERE match_id = ? AND kind = 'timeout'", match)[0][0]
    return count


def _act(house: House, tokens: list[str], match: str) -> None:
    """Each player moves once, so that nobody misses three deadlines in a row."""
    for _ in tokens:
        seen = house.ask(tokens[0], "GET", f"/v1/matches/{match}")[1]
        seat = seen["to_act"][0]
        own = house.ask(tokens[seat], "GET", f"/v1/matches/{match}")[1]
        body = {"seen": own["entry"], "moves": [own["legal_moves"][0]["line"]]}
        assert house.ask(tokens[seat], "POST", f"/v1/matches/{match}/moves", body)[0] == 200


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_may_die_and_be_called_again(house: House, tmp_path: Path, name: str) -> None:
    command = [sys.executable, "-m", "pbem", *COMMANDS[name]]
    environ = dict(house.environ)
    if name == "migrate.step":
        environ["PBEM_DATABASE"] = f"sqlite:///{tmp_path / 'new.db'}"
    else:
        command.append(str(tmp_path / "copy.db"))
    armed = environ | {VARIABLE: f"{name}=kill", TAKEN: str(tmp_path / "taken")}
    killed = subprocess.run(command, env=armed, capture_output=True, text=True)
    assert killed.returncode == -9
    assert (tmp_path / "taken").read_text() == f"{name}\n"
    again = subprocess.run(command, env=environ, capture_output=True, text=True)
    assert again.returncode == 0, again.stderr


@pytest.mark.timeout(120)
def test_a_worker_that_dies_while_it_gives_time_back_gives_it_once(house: House) -> None:
    house.start("web")
    tokens = [house.sign_in_directly("Ann"), house.sign_in_directly("Bob")]
    for _ in range(3):
        house.begin(tokens, GAME, {"seconds": 86_400})
    hour_ago = """
import os
from pbem import clock, db
from pbem.settings import load
db.connect(load(os.environ).database_path)
hour = 3_600_000_000
with db.write():
    db.run("UPDATE place SET opened_at = opened_at - 2 * ?, deadline = deadline - 2 * ?"
           " WHERE asked IS NOT NULL", (hour, hour))
    db.run("INSERT INTO heartbeat (worker, at) VALUES ('before', ?)", (clock.now() - hour,))
"""
    subprocess.run([sys.executable, "-c", hour_ago], env=house.environ, check=True)
    before = dict(house.rows("SELECT match_id, deadline FROM place WHERE asked IS NOT NULL"))
    house.start("worker", failpoints="outage.before_commit=kill@0.5")
    wait_for("a death", lambda: not house.is_running("worker") or _given(house) == 3 or None)
    house.running.pop("worker").kill()
    house.start("worker")
    wait_for("all three", lambda: _given(house) == 3 or None)
    time.sleep(2)
    assert _given(house) == 3
    after = dict(house.rows("SELECT match_id, deadline FROM place WHERE asked IS NOT NULL"))
    gains = [(after[match] - before[match]) / 60_000_000 for match in before]
    assert all(59 <= gain <= 62 for gain in gains), gains


def _given(house: House) -> int:
    count: int = house.rows("SELECT count(*) FROM entry WHERE kind = 'outage'")[0][0]
    return count


@pytest.mark.timeout(120)
def test_a_worker_that_dies_while_it_waits_for_an_answer_does_not_send_a_code_again(house: House) -> None:
    sink = Sink(script={"dot": SILENCE})
    house.start("web")
    own = house.environ["PBEM_SMTP_URL"]
    house.environ["PBEM_SMTP_URL"] = f"smtp://127.0.0.1:{sink.port}"
    house.start("worker", failpoints="lease.renew=kill")
    house.ask(None, "POST", "/v1/sign-in", {"email": "ann@example.org"})
    wait_for("a death while waiting", lambda: not house.is_running("worker"), 30)
    sink.stop()
    house.environ["PBEM_SMTP_URL"] = own
    del house.running["worker"]
    house.start("worker")
    settled = "SELECT state FROM letter WHERE state <> 'ready'"
    assert wait_for("the lease's end", lambda: house.rows(settled), 60) == [("unknown",)]
    assert len(sink.taken) == 1
    assert not house.letters()
