"""Two players who move whenever they can, and what must be true of the service afterwards."""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from engine.games import GAMES
from tests.processes.house import Gone, House, wait_for

OPENED = 50
"""Matches of one pair before the next one plays."""


class Play:
    """Two players who move whenever they can, and keep a ledger of what was acknowledged."""

    def __init__(self, house: House, tokens: list[str], *others: list[str]) -> None:
        self.house, self.tokens = house, tokens
        self.pairs = [tokens, *others]
        """Who play in turns, since one player may open so many matches a day."""
        self.matches: list[str] = []
        self.ledger: list[tuple[str, str, int]] = []
        self.rng = Random(7)
        self.revive: Callable[[], None] = lambda: None
        """Called when no answer came: starts again what has died for good."""

    def step(self) -> None:
        """One move, sent again under the same key until it is answered."""
        match, seat, own = self._asked()
        line = self.rng.choice(own["legal_moves"])["line"]
        body = {"seen": own["entry"], "moves": [line]}
        key = secrets.token_hex(8)
        path = f"/v1/matches/{match}/moves"
        status, answer = self._until_answered(self.tokens[seat], path, body, key)
        assert status == 200, answer
        self.ledger.append((match, line, own["entry"] + 1))
        assert answer["taken"] == [line]

    def _asked(self) -> tuple[str, int, Any]:
        """A match with a seat that is asked; a new one when the last is over."""
        while True:
            if self.matches:
                match = self.matches[-1]
                seen = self._look(0, match)
                if seen["state"] == "running":
                    seat = seen["to_act"][0]
                    return match, seat, seen if seat == 0 else self._look(seat, match)
            self.matches.append(self.begin())

    def begin(self) -> str:
        """A new match of the two."""
        self.tokens = self.pairs[len(self.matches) // OPENED % len(self.pairs)]
        game = next(iter(GAMES))
        key = secrets.token_hex(8)
        body = {"game": game, "seats": 2}
        status, answer = self._until_answered(self.tokens[0], "/v1/matches", body, key)
        assert status == 201, answer
        match: str = answer["id"]
        path = f"/v1/matches/{match}/places"
        status, answer = self._until_answered(self.tokens[1], path, {}, secrets.token_hex(8))
        assert status in (200, 201), answer
        return match

    def _look(self, seat: int, match: str) -> Any:
        while True:
            try:
                return self.house.ask(self.tokens[seat], "GET", f"/v1/matches/{match}")[1]
            except Gone:
                self.revive()
                time.sleep(0.02)

    def _until_answered(self, token: str, path: str, body: Any, key: str) -> tuple[int, Any]:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                status, answer = self.house.ask(token, "POST", path, body, key)
            except Gone:
                status, answer = 0, None
                self.revive()
            if status not in (0, 503):
                return status, answer
            time.sleep(0.02)
        raise AssertionError(f"no answer to {path}")


def check_ledger(house: House, play: Play) -> None:
    """Every acknowledged move stands in the log once, where it was said to be, and the logs replay."""
    rows = house.rows("SELECT match_id, line, number FROM entry WHERE line IS NOT NULL AND NOT automatic")
    log = [tuple(row) for row in rows]
    assert len(set(log)) == len(log)
    assert sorted(play.ledger) == sorted(log)
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "replay"], env=house.environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def check_letters(house: House) -> None:
    """Each seat that is asked has its letter, and no letter was accepted more often than the dot allows."""
    asked = house.rows(
        "SELECT p.match_id, p.seat, p.turn, p.asks FROM place p JOIN match m ON m.id = p.match_id"
        " WHERE p.asked IS NOT NULL"
    )
    assert asked
    for match, seat, turn, asks in asked:
        key = f"your-turn/{match}/{seat}/{turn}/{asks}"
        state, id = wait_for(f"letter {key}", lambda key=key: _settled(house, key), 60)  # type: ignore[misc]
        if state == "sent":
            assert id in [dict(letter.headers).get("Message-ID") for letter in house.letters()]
    ids = [dict(letter.headers).get("Message-ID") for letter in house.letters()]
    twice = {id for id in ids if ids.count(id) > 1}
    doubtful = {row[0] for row in house.rows("SELECT message_id FROM letter WHERE tries > 1")}
    assert twice <= doubtful
    assert all(ids.count(id) <= 2 for id in twice)


def _settled(house: House, key: str) -> tuple[str, str] | None:
    """State and Message-ID of a letter that was sent, or that waits since nobody knows whether it was."""
    rows = house.rows("SELECT state, message_id, phase FROM letter WHERE key = ?", key)
    if not rows:
        return None
    state, id, phase = rows[0]
    return (state, id) if state == "sent" or phase == "doubt" else None
