"""Replies that come in while the door and the worker are killed: what was taken has one effect."""

from __future__ import annotations

import os
import smtplib
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.failpoints import NAMES
from tests.pbem.mail.corpus import mail
from tests.processes.house import House, free_port, wait_for

POINTS = [name for name in NAMES if name.startswith("inbox.")]
AT_THE_DOOR = ("inbox.before_store", "inbox.stored_before_250")
TIMES = int(os.environ.get("TEST_FAILPOINT_KILLS", "1"))


class Postal:
    """Ann and Bob, who have nothing but their mail programs."""

    def __init__(self, house: House, door: int) -> None:
        self.house, self.door = house, door
        self.tokens = {name: house.sign_in(name) for name in ("Ann", "Bob")}
        self.match = ""
        self.acknowledged: list[str] = []

    def letter(self) -> tuple[str, str]:
        """The address of the letter that asks somebody now, and its first move."""

        def found() -> tuple[str, str] | None:
            asked = self._look("Ann")
            last = self._ask("Ann", f"/log?after={asked['entry'] - 1}")["items"][0]["at"]
            for letter in self.house.letters():
                told = letter.as_json()
                address = dict(letter.headers).get("Reply-To")
                if told["at"] >= last and address and "\nYour moves\n" in letter.text:
                    return address, letter.text.partition("Your moves")[2].split("   1  ")[1].splitlines()[0]
            return None

        got: tuple[str, str] = wait_for("a letter", found, 30)
        return got

    def move(self) -> None:
        """One reply, sent again until it is taken, and its effect."""
        if not self.match or self._look("Ann")["state"] != "running":
            self.match = self.house.begin([*self.tokens.values()], "lords-of-scotland")
        address, line = self.letter()
        entry = self._look("Ann")["entry"]
        raw = mail(f"1\n\nOn Thursday pbem wrote:\n> 2\n({time.monotonic_ns()})", "plain", "utf-8", "8bit")
        until = time.monotonic() + 30
        while not self._handed_over(address, raw):
            assert time.monotonic() < until, "the door is shut"
            time.sleep(0.2)
        wait_for("the move", lambda: self._look("Ann")["entry"] > entry, 60)
        self.acknowledged.append(line)

    def _handed_over(self, address: str, raw: bytes) -> bool:
        if not self.house.is_running("mail-in"):
            del self.house.running["mail-in"]
            self.house.start("mail-in")
        try:
            with smtplib.SMTP("127.0.0.1", self.door, timeout=5) as post:
                return not post.sendmail("ann@example.org", [address], raw)
        except OSError:  # what smtplib raises, too
            return False

    def _look(self, name: str) -> Any:
        return self._ask(name, "")

    def _ask(self, name: str, path: str) -> Any:
        status, answer = self.house.ask(self.tokens[name], "GET", f"/v1/matches/{self.match}{path}")
        assert status == 200, answer
        return answer


@pytest.fixture
def postal(tmp_path: Path) -> Iterator[Postal]:
    door = free_port()
    house = House(tmp_path, PBEM_REPLY_TO="{}@reply.example.org", PBEM_INCOMING=f"smtp://127.0.0.1:{door}")
    for name in ("web", "worker", "mail-in"):
        house.start(name)
    try:
        yield Postal(house, door)
    finally:
        house.stop()


@pytest.mark.timeout(120 + 120 * TIMES)
def test_whoever_dies_what_was_taken_has_one_effect(postal: Postal) -> None:
    house = postal.house
    postal.move()
    for name in POINTS * TIMES:
        who = "mail-in" if name in AT_THE_DOOR else "worker"
        before = house.taken(name)
        house.kill(who)
        house.start(who, failpoints=f"{name}=kill")
        if who == "worker":
            _die(postal, name)
        else:
            postal.move()
        assert house.taken(name) > before
    told = "SELECT line FROM entry WHERE match_id = ? AND kind = 'move' AND NOT automatic ORDER BY number"
    assert [line for (line,) in house.rows(told, postal.match)] == postal.acknowledged
    every = len(postal.acknowledged)
    done = "SELECT count(*) FROM incoming WHERE state = 'done'"
    wait_for("all to be settled", lambda: house.rows(done) == [(every,)], 60)
    answers = "SELECT count(DISTINCT key), count(*) FROM letter WHERE kind = 'answer'"
    assert house.rows(answers) == [(every, every)]


def _die(postal: Postal, name: str) -> None:
    """The worker dies with a mail in hand; another one goes on when the lease has ended."""
    house = postal.house
    address, line = postal.letter()
    entry = postal._look("Ann")["entry"]
    assert postal._handed_over(address, mail("1", "plain", "utf-8", "8bit"))
    wait_for("its death", lambda: not house.is_running("worker"), 30)
    del house.running["worker"]
    house.start("worker")
    wait_for("the move", lambda: postal._look("Ann")["entry"] > entry, 90)
    postal.acknowledged.append(line)
