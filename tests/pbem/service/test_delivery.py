"""Sending what is due, over real conversations with a mail server that fails: nothing twice, nothing lost."""

from __future__ import annotations

import logging
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from pbem import clock, db
from pbem.mail import catcher
from pbem.mail.transport import Patience, Post
from pbem.service import outbox, players, rows
from pbem.service.delivery import deliver
from pbem.service.pace import DAY, SECOND
from pbem.service.players import Profile
from pbem.settings import Settings, SmtpServer
from tests.pbem.mail.sink import CUT, SILENCE, Sink, sink
from tests.pbem.service import deliverer
from tests.pbem.service.houses import NOW, address_of, asked, begin, code_for, entry_of, submit

QUICK = Patience(connect=0.3, command=0.3, dot=0.3, whole=1.0, beat=0.1, rest=0)
MINUTE = 60 * SECOND
LEASE = outbox.LEASE + SECOND


@dataclass
class Office:
    """A worker with its connection, and a clock that a test can set."""

    settings: Settings
    post: Post
    worker: str = "worker"
    now: int = NOW

    def deliver(self, after: int = 0) -> int:
        """One round, some time later."""
        self.now += after
        return deliver(self.settings, self.post, self.worker, lambda: self.now)


@pytest.fixture
def office(settings: Settings) -> Office:
    """Set up with a server that is not there; `at(server)` moves it."""
    return Office(replace(settings, pictures=False), Post(SmtpServer("127.0.0.1", 1), patience=QUICK))


def at(office: Office, server: Sink, worker: str = "worker") -> Office:
    return replace(office, post=Post(server.server, patience=QUICK), worker=worker)


def ask_for_a_code(settings: Settings, name: str = "Ann") -> None:
    players.sign_in(settings, address_of(name), Profile(), "here", NOW)


def a_turn(settings: Settings) -> tuple[str, int]:
    """A match of which all other letters are dealt with, and the seat whose turn letter is due at NOW."""
    match = begin(settings)
    seat = asked(match)[0].seat
    with db.write():
        db.run("UPDATE letter SET state = 'dropped' WHERE kind <> 'your-turn'")
        db.run("UPDATE letter SET due_at = ?", (NOW,))
    return match, seat


def row(kind: str) -> dict[str, Any]:
    """The only letter of a kind that nobody has put aside."""
    names = ("id", "state", "tries", "phase", "due_at", "answer", "message_id", "lease_owner")
    found = db.fetchall(
        f"SELECT {', '.join(names)} FROM letter WHERE kind = ? AND state <> 'dropped'", (kind,)
    )
    assert len(found) == 1
    return dict(zip(names, found[0], strict=True))


def states() -> Counter[str]:
    return Counter(state for (state,) in db.fetchall("SELECT state FROM letter"))


def message_ids(server: Sink) -> list[str]:
    return [message_from_bytes(mail.raw)["Message-ID"] for mail in server.taken]


def test_it_works(settings: Settings, tmp_path: Path) -> None:
    caught = catcher.start(tmp_path / "caught")
    try:
        ask_for_a_code(settings)
        office = Office(settings, Post(SmtpServer(caught.host, caught.port)))
        assert office.deliver() == 1
        assert office.deliver() == 0
        (letter,) = catcher.caught(tmp_path / "caught")
        assert letter.to == ("ann@example.org",)
        assert code_for(settings, "ann@example.org") in letter.text
        assert row("sign-in-code")["state"] == "sent"
        office.post.close()
    finally:
        caught.stop()


def test_without_due_letters_nobody_is_called(office: Office) -> None:
    with sink() as server:
        assert at(office, server).deliver() == 0
        assert server.connections == 0


def test_a_sent_turn_letter_is_remembered_as_told(office: Office) -> None:
    match, seat = a_turn(office.settings)
    with sink() as server:
        assert at(office, server).deliver() == 1
    assert rows.places(match)[seat].told == entry_of(match)
    assert rows.places(match)[1 - seat].told == 0


def test_a_letter_with_nothing_to_say_is_dropped(office: Office) -> None:
    match, seat = a_turn(office.settings)
    submit(office.settings, match, seat, "recruit 1")
    with sink() as server:
        at(office, server).deliver()
        assert server.taken == []
    state, answer = db.fetchall(
        "SELECT state, answer FROM letter WHERE kind = 'your-turn' AND seat = ?", (seat,)
    )[0]
    assert state == "dropped"
    assert "has moved" in answer


def test_codes_go_first(office: Office) -> None:
    begin(office.settings)
    with db.write():
        db.run("DELETE FROM letter WHERE kind = 'sign-in-code'")
    ask_for_a_code(office.settings, "Edo")
    with sink() as server:
        at(office, server).deliver()
        assert server.taken[0].to == "edo@example.org"
        assert len(server.taken) == 3


@pytest.mark.parametrize(
    "fault", [{"connect": "421 busy"}, {"MAIL": SILENCE}, {"EHLO": CUT}, {"RCPT": "421 busy"}]
)
def test_while_the_server_takes_nothing_the_letters_wait(office: Office, fault: dict[str, str]) -> None:
    for name in ("Ann", "Bob", "Carl"):
        ask_for_a_code(office.settings, name)
    with sink(**fault) as server:
        here = at(office, server)
        assert here.deliver() == 0
        tries = [tries for (tries,) in db.fetchall("SELECT tries FROM letter")]
        assert sorted(tries) == [0, 0, 1]  # the round ended with the first
        server.script = {}
        assert here.deliver() == 2
        assert here.deliver(after=MINUTE) == 1
        assert sorted(mail.to for mail in server.taken) == [address_of(n) for n in ("Ann", "Bob", "Carl")]


def test_a_server_that_is_not_there_is_given_a_rest(office: Office) -> None:
    ask_for_a_code(office.settings)
    resting = Post(SmtpServer("127.0.0.1", 1), patience=replace(QUICK, rest=60))
    here = replace(office, post=resting)
    assert here.deliver() == 0
    assert row("sign-in-code")["tries"] == 1
    assert here.deliver(after=MINUTE) == 0
    assert row("sign-in-code")["tries"] == 1


def test_a_refusal_for_now_is_tried_again_and_again_and_then_given_up(office: Office) -> None:
    a_turn(office.settings)
    with sink(RCPT="451 greylisted") as server:
        here = at(office, server)
        waits = []
        while row("your-turn")["state"] == "ready":
            due = row("your-turn")["due_at"]
            waits.append((due - here.now) // MINUTE)
            here.deliver(after=due - here.now)
        assert waits[:8] == [0, 1, 5, 15, 30, 60, 120, 120]
        assert row("your-turn")["state"] == "failed"
        assert row("your-turn")["answer"] == "451 greylisted"
        assert 2 * DAY - 3 * 3600 * SECOND < here.now - NOW <= 3 * DAY
        assert server.taken == []


def test_a_greylisted_letter_arrives_later(office: Office) -> None:
    a_turn(office.settings)
    with sink(RCPT="451 greylisted") as server:
        here = at(office, server)
        here.deliver()
        server.script = {}
        assert here.deliver(after=MINUTE) == 1
        assert row("your-turn")["state"] == "sent"
        assert len(server.taken) == 1


def test_a_refusal_for_good_fails_one_letter_and_no_other(office: Office) -> None:
    for name in ("Ann", "Bob"):
        ask_for_a_code(office.settings, name)
    with sink(RCPT="550 no such person") as server:
        server.hooks["RSET"] = server.script.clear
        assert at(office, server).deliver() == 1
    assert states() == {"failed": 1, "sent": 1}


@pytest.mark.parametrize("fault", [SILENCE, CUT])
def test_a_code_that_may_have_arrived_is_not_sent_again(office: Office, fault: str) -> None:
    ask_for_a_code(office.settings)
    with sink(dot=fault) as server:
        here = at(office, server)
        assert here.deliver() == 0
        assert row("sign-in-code")["state"] == "unknown"
        server.script = {}
        assert here.deliver(after=10 * MINUTE) == 0
        assert len(server.taken) == 1


def test_a_turn_letter_that_may_have_arrived_is_sent_once_more(office: Office) -> None:
    a_turn(office.settings)
    with sink(dot=CUT) as server:
        here = at(office, server)
        assert here.deliver() == 0
        assert (row("your-turn")["state"], row("your-turn")["phase"]) == ("ready", "doubt")
        server.script = {}
        assert here.deliver(after=14 * MINUTE) == 0
        assert here.deliver(after=MINUTE) == 1
        assert row("your-turn")["state"] == "sent"
        first, second = message_ids(server)
        assert first == second == row("your-turn")["message_id"]


def test_after_two_doubts_nothing_more_is_sent(office: Office) -> None:
    a_turn(office.settings)
    with sink(dot=CUT) as server:
        here = at(office, server)
        here.deliver()
        here.deliver(after=15 * MINUTE)
        assert row("your-turn")["state"] == "unknown"
        here.deliver(after=DAY)
        assert len(server.taken) == 2


def test_a_doubt_outlives_a_refusal_for_now(office: Office) -> None:
    a_turn(office.settings)
    with sink(dot=CUT) as server:
        here = at(office, server)
        here.deliver()
        server.script = {"RCPT": "451 not now"}
        here.deliver(after=15 * MINUTE)
        assert row("your-turn")["phase"] == "doubt"
        server.script = {"dot": CUT}
        here.deliver(after=5 * MINUTE)
        assert row("your-turn")["state"] == "unknown"


def test_in_doubt_a_letter_with_nothing_to_say_is_not_sent_again(office: Office) -> None:
    match, seat = a_turn(office.settings)
    with sink(dot=CUT) as server:
        here = at(office, server)
        here.deliver()
        submit(office.settings, match, seat, "recruit 1", now=NOW + MINUTE)
        server.script = {}
        with db.write():
            db.run("UPDATE letter SET state = 'dropped' WHERE seat <> ?", (seat,))
        here.deliver(after=15 * MINUTE)
        assert len(server.taken) == 1
    assert row("your-turn")["state"] == "unknown"


@pytest.mark.parametrize(
    ("phase", "sent", "then"),
    [("try", 1, "sent"), ("dot", 0, "ready"), ("try again", 1, "sent"), ("dot again", 0, "unknown")],
)
def test_a_worker_that_died_left_word_how_far_it_came(
    office: Office, phase: str, sent: int, then: str
) -> None:
    a_turn(office.settings)
    (letter,) = outbox.claim("the dead", NOW)
    assert outbox.record_phase(letter.id, "the dead", phase, "<x@localhost>", NOW)
    with sink() as server:
        here = at(office, server)
        assert here.deliver() == 0  # the lease still stands
        assert here.deliver(after=LEASE) == sent
        assert row("your-turn")["state"] == then
        assert here.deliver(after=15 * MINUTE) == int(then == "ready")


def test_a_dead_workers_code_that_may_have_arrived_is_not_sent(office: Office) -> None:
    ask_for_a_code(office.settings)
    (letter,) = outbox.claim("the dead", NOW)
    outbox.record_phase(letter.id, "the dead", "dot", "<x@localhost>", NOW)
    with sink() as server:
        at(office, server).deliver(after=LEASE)
        assert server.connections == 0
    assert row("sign-in-code")["state"] == "unknown"


def test_who_lost_the_lease_sends_nothing(office: Office) -> None:
    a_turn(office.settings)

    def steal() -> None:
        with db.write():
            db.run("UPDATE letter SET lease_owner = 'another' WHERE state = 'ready'")
        db.database.close()  # this thread's

    with sink() as server:
        server.hooks["DATA"] = steal
        assert at(office, server).deliver() == 0
        assert server.taken == []
    assert (row("your-turn")["state"], row("your-turn")["lease_owner"]) == ("ready", "another")


def test_the_lease_lives_as_long_as_the_server_is_waited_for(office: Office) -> None:
    a_turn(office.settings)
    with sink(dot=SILENCE) as server:
        here = at(office, server)
        seen: list[int] = []

        def tick() -> int:
            here.now += LEASE // 3  # each look at the clock is so much later
            leased = row("your-turn")["lease_owner"] is not None
            seen.append(len(outbox.claim("another", here.now)) if leased else 0)
            return here.now

        assert deliver(here.settings, here.post, here.worker, tick) == 0
    assert len(seen) > 6  # longer than two leases
    assert sum(seen) == 0


def test_one_letter_that_cannot_be_written_stops_no_other(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    a_turn(office.settings)
    with db.write():
        db.run("UPDATE letter SET about = 'no JSON', due_at = due_at - 1 WHERE kind = 'your-turn'")
    ask_for_a_code(office.settings, "Edo")
    with sink() as server, caplog.at_level(logging.CRITICAL):
        here = at(office, server)
        assert here.deliver() == 1
        assert row("your-turn")["tries"] == 1
        assert row("your-turn")["due_at"] == NOW + MINUTE
        while row("your-turn")["state"] == "ready":
            here.deliver(after=row("your-turn")["due_at"] - here.now)
        assert row("your-turn")["state"] == "failed"
        assert "JSONDecodeError" in row("your-turn")["answer"]


def test_two_deliverers_on_one_database_send_each_letter_once(office: Office) -> None:
    for _ in range(12):
        begin(office.settings, "lords-of-scotland", 3)
    expected = db.fetchall("SELECT count(*) FROM letter WHERE due_at <= ?", (NOW + MINUTE,))[0][0]
    codes = db.fetchall("SELECT count(*) FROM letter WHERE kind = 'sign-in-code'")[0][0]
    with sink() as server:

        def work(name: str) -> None:
            here = replace(at(office, server, name), now=NOW + MINUTE)
            while here.deliver() or outbox.next_due() == NOW:
                pass
            db.database.close()

        workers = [threading.Thread(target=work, args=(f"worker {n}",)) for n in range(3)]
        for thread in workers:
            thread.start()
        for thread in workers:
            thread.join()
        assert len(server.taken) == expected - codes  # those codes were used
        assert set(Counter(message_ids(server)).values()) == {1}
        assert server.connections == 3


KILLS = 8


def test_killed_deliverers_lose_nothing_and_send_nothing_twice_unawares(office: Office) -> None:
    """All is sent in the end; what was sent twice was in doubt, and has one Message-ID."""
    pick = random.Random(5)
    now = clock.now()
    for _ in range(10):
        begin(office.settings, "lords-of-scotland", 3, now=now)
    with sink() as server:
        server.hooks["dot"] = lambda: time.sleep(0.02)  # so that many a kill falls into the gap
        for kill in range(KILLS + 2):
            # each begins when all leases have ended and all doubts are due
            with _deliverer(office.settings, server, MINUTE + kill * 20 * MINUTE):
                if kill < KILLS:
                    time.sleep(pick.uniform(0.01, 0.3))
                else:  # what was in doubt is sent by the very last
                    _wait_until_sent(but_for="doubt" if kill == KILLS else "")
        counts = Counter(message_ids(server))
    sent = db.fetchall("SELECT message_id FROM letter WHERE state = 'sent'")
    assert all(counts[message_id] >= 1 for (message_id,) in sent)
    assert max(counts.values()) <= 2
    assert states()["failed"] == 0
    assert db.fetchall("SELECT DISTINCT kind FROM letter WHERE state = 'ready'") == [("reminder",)]
    assert len(counts) >= 10 * 4
    assert sum(count - 1 for count in counts.values()) <= KILLS


@contextmanager
def _deliverer(settings: Settings, server: Sink, offset: int) -> Iterator[None]:
    """A process that delivers, and is killed in the end."""
    path = str(settings.database_path)
    command = [sys.executable, deliverer.__file__, path, str(server.port), str(offset)]
    environ = {"PYTHONPATH": str(Path(__file__).parents[3])}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environ)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _wait_until_sent(but_for: str) -> None:
    """Until all due letters are, but for those in a phase."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        left = db.fetchall(
            "SELECT count(*) FROM letter WHERE state = 'ready' AND kind IN ('match-started', 'your-turn')"
            " AND coalesce(phase, 'none') <> ?",
            (but_for,),
        )
        if left[0][0] == 0:
            return
        time.sleep(0.05)
    raise AssertionError(f"letters are left: {states()}")
