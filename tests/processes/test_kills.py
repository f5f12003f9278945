"""Web and worker are killed during play: what was acknowledged is there, once, and told."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from random import Random

import pytest

from tests.processes.house import House
from tests.processes.play import Play, check_ledger, check_letters

KILLS = int(os.environ.get("TEST_KILLS", "20"))
"""Of each process."""


@pytest.mark.timeout(240 + 4 * KILLS)
@pytest.mark.parametrize("victim", ["web", "worker"])
def test_nothing_acknowledged_is_lost_when_a_process_is_killed(house: House, victim: str) -> None:
    house.start("web")
    house.start("worker")
    pairs = [[house.sign_in(f"{name}{n}") for name in ("Ann", "Bob")] for n in range(1 + KILLS // 50)]
    play = Play(house, *pairs)
    killing = _killer(house, victim, KILLS)
    while next(killing, None) is not None:
        play.step()
    assert len(play.ledger) > KILLS
    check_ledger(house, play)
    check_letters(house)


def _killer(house: House, victim: str, kills: int) -> Iterator[bool]:
    """Kills the victim in the middle of requests, from a thread of its own, and starts it again."""
    done = threading.Event()

    def run() -> None:
        rng = Random(11)
        for _ in range(kills):
            time.sleep(rng.uniform(0.02, 0.3))
            house.kill(victim)
            house.start(victim)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    while not done.is_set():
        yield True
    yield from (True for _ in range(5))
