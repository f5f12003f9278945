"""Many at once, through real processes: one effect, and nobody is told that the database is locked."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from engine.games import GAMES
from tests.processes.house import House, wait_for

GAME = next(iter(GAMES))
SECONDS = float(os.environ.get("TEST_WRITING_SECONDS", "8"))
"""How long the writing clients write."""
ROUNDS = int(os.environ.get("TEST_RACE_ROUNDS", "12"))


def test_fifty_clients_with_one_key_make_one_move(house: House) -> None:
    house.start("web")
    tokens = [house.sign_in_directly("Ann"), house.sign_in_directly("Bob")]
    match = house.begin(tokens, GAME)
    seat, own = _asked(house, tokens, match)
    body = {"seen": own["entry"], "moves": [own["legal_moves"][0]["line"]]}

    def send(_: int) -> tuple[int, Any]:
        while True:
            status, answer = house.ask(tokens[seat], "POST", f"/v1/matches/{match}/moves", body, "one-key")
            if status != 503:
                return status, answer

    with ThreadPoolExecutor(50) as clients:
        answers = list(clients.map(send, range(50)))
    assert [status for status, _ in answers] == [200] * 50
    assert all(answer == answers[0][1] for _, answer in answers)
    assert house.rows("SELECT count(*) FROM entry WHERE match_id = ?", match) == [(own["entry"] + 1,)]


LATE = """
import os, sys
from pbem import clock, db
from pbem.settings import load
db.connect(load(os.environ).database_path)
with db.write():
    db.run("UPDATE place SET deadline = ?, lease_until = 0 WHERE match_id = ? AND asked IS NOT NULL",
           (clock.now() - 1_000_000 + int(sys.argv[2]), sys.argv[1]))
"""


@pytest.mark.timeout(120)
def test_a_move_and_its_deadline_within_moments_have_one_effect(house: House) -> None:
    house.start("web")
    house.start("worker-1", "worker")
    house.start("worker-2", "worker")
    tokens = [house.sign_in_directly("Ann"), house.sign_in_directly("Bob")]
    moved = 0
    for number in range(ROUNDS):
        match = house.begin(tokens, GAME, {"seconds": 600, "on_timeout": "safe_move"})
        seat, own = _asked(house, tokens, match)
        subprocess.run([sys.executable, "-c", LATE, match, "700000"], env=house.environ, check=True)
        time.sleep(0.55 + 0.02 * (number % 15))
        body = {"seen": own["entry"], "moves": [own["legal_moves"][0]["line"]]}
        status, answer = house.ask(tokens[seat], "POST", f"/v1/matches/{match}/moves", body)
        assert status == 200 or answer["type"] in ("/problems/not-your-turn", "/problems/stale"), answer
        moved += status == 200
        wait_for("an effect", lambda match=match: house.rows(ENTRIES, match, 1) or None)  # type: ignore[misc]
        own_moves = house.rows(
            "SELECT automatic FROM entry WHERE match_id = ? AND kind = 'move' AND seat = ? AND number <= 3",
            match, seat,
        )  # fmt: skip
        assert own_moves == [(0,)] if status == 200 else own_moves[0] == (1,)
    assert house.rows("SELECT count(*) FROM entry WHERE kind = 'timeout'") == [(ROUNDS - moved,)]


ENTRIES = "SELECT number FROM entry WHERE match_id = ? AND number > ?"


@pytest.mark.timeout(120)
def test_a_worker_stopped_beyond_its_lease_does_nothing_twice(house: House) -> None:
    house.start("web")
    house.start("worker-1", "worker")
    tokens = [house.sign_in_directly("Ann"), house.sign_in_directly("Bob")]
    matches = [house.begin(tokens, GAME, {"seconds": 600, "on_timeout": "safe_move"}) for _ in range(20)]
    for match in matches:
        subprocess.run([sys.executable, "-c", LATE, match, "900000"], env=house.environ, check=True)
    house.signal("worker-1", signal.SIGSTOP)
    house.start("worker-2", "worker")
    count = "SELECT count(*), count(DISTINCT match_id) FROM entry WHERE kind = 'timeout'"
    wait_for("all effects", lambda: house.rows(count) == [(20, 20)] or None, 60)
    house.signal("worker-1", signal.SIGCONT)
    time.sleep(3)
    assert house.rows(count) == [(20, 20)]
    ids = [dict(letter.headers)["Message-ID"] for letter in house.letters()]
    assert len(ids) == len(set(ids))


@pytest.mark.timeout(180)
def test_two_services_on_one_file_never_answer_that_it_is_locked(house: House) -> None:
    other = house.neighbour()
    house.start("web")
    other.start("web")
    pairs = [[house.sign_in_directly(f"{name}{n}") for name in ("Ann", "Bob")] for n in range(8)]
    until = time.monotonic() + SECONDS
    counts: list[dict[int, int]] = []

    def write(number: int) -> None:
        """One client: matches of its own, one move after the other, at either service."""
        seen: dict[int, int] = {}
        counts.append(seen)
        place, tokens = (house, other)[number % 2], pairs[number]
        match = _begin(place, tokens)
        while time.monotonic() < until:
            state = place.ask(tokens[0], "GET", f"/v1/matches/{match}")[1]
            if state["state"] == "over":
                match = _begin(place, tokens)
                continue
            seat = state["to_act"][0]
            own = state if seat == 0 else place.ask(tokens[seat], "GET", f"/v1/matches/{match}")[1]
            body = {"seen": own["entry"], "moves": [own["legal_moves"][0]["line"]]}
            status, _ = place.ask(tokens[seat], "POST", f"/v1/matches/{match}/moves", body)
            seen[status] = seen.get(status, 0) + 1

    clients = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    other.stop()
    total = {status: sum(seen.get(status, 0) for seen in counts) for seen in counts for status in seen}
    assert set(total) == {200}, total
    assert total[200] > 5 * SECONDS
    for log in (*house.folder.glob("*.log"), *other.folder.glob("*.log")):
        assert "locked" not in log.read_text()


def _begin(house: House, tokens: list[str]) -> str:
    key = secrets.token_hex(8)
    status, answer = house.ask(tokens[0], "POST", "/v1/matches", {"game": GAME, "seats": 2}, key)
    assert status == 201, answer
    match: str = answer["id"]
    assert house.ask(tokens[1], "POST", f"/v1/matches/{match}/places", {}, key)[0] in (200, 201)
    return match


def _asked(house: House, tokens: list[str], match: str) -> tuple[int, Any]:
    """The seat that is asked, and the match as it sees it."""
    seat = house.ask(tokens[0], "GET", f"/v1/matches/{match}")[1]["to_act"][0]
    return seat, house.ask(tokens[seat], "GET", f"/v1/matches/{match}")[1]
