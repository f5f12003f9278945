"""Two workers and many deadlines at once: each takes effect once, and soon."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

from tests.processes.house import House, wait_for

DEADLINES = 100

SCRIPT = """
import json, os, sys
from pbem import clock, db
from pbem.service import ids, matches, players, rows
from pbem.service.players import Profile
from pbem.settings import load

settings = load(os.environ)
db.connect(settings.database_path)

def sign_in(name):
    email = f"{name.lower()}@example.org"
    players.sign_in(settings, email, Profile(name=name), "test", clock.now())
    row = db.fetchone("SELECT id FROM sign_in WHERE email = ?", (email,))
    code = ids.code(settings.secret_key, row[0])
    return players.redeem(settings, email, code, "", "api", "test", clock.now())[2]

ann, bob = sign_in("Ann"), sign_in("Bob")
limit = int(sys.argv[1])
import pbem.service.limits as limits
from engine.games import GAMES
game = next(iter(GAMES))
with db.write():
    pass
for number in range(limit):
    if number % 50 == 0:
        with db.write():
            db.run("DELETE FROM tally")
    now = clock.now()
    pace = {"seconds": 600, "on_timeout": "safe_move" if number % 2 else "forfeit"}
    match = matches.propose(settings, ann, matches.Proposal(game, 2, pace=pace), now)
    matches.join(settings, match, bob, None, now)
with db.write():
    due = clock.now() + 2_000_000
    changed = db.run("UPDATE place SET deadline = ? WHERE asked IS NOT NULL", (due,))
print(json.dumps([due, changed]))
"""


@pytest.mark.timeout(120)
def test_each_of_a_hundred_deadlines_takes_effect_once_with_two_workers(house: House) -> None:
    house.start("worker-1", "worker")
    house.start("worker-2", "worker")
    time.sleep(1.5)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(DEADLINES)],
        env=house.environ, check=True, capture_output=True, text=True,
    )  # fmt: skip
    due, changed = json.loads(done.stdout)
    assert changed == DEADLINES

    def effects() -> list[tuple[str, int, int]] | None:
        found = house.rows(
            "SELECT match_id, count(*), min(at) FROM entry WHERE kind IN ('timeout') GROUP BY 1"
        )
        return [(match, count, at) for match, count, at in found] if len(found) >= DEADLINES else None

    found = wait_for("all effects", effects, 30)
    time.sleep(2)  # for a second effect that must not come
    found = effects() or found
    assert len(found) == DEADLINES
    assert [count for _, count, _ in found] == [1] * DEADLINES
    lag = max(at for _, _, at in found) - due
    assert lag <= 3_000_000, f"the last effect came {lag / 1e6:.2f} s after the deadline"
