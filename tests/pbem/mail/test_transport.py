"""Outcomes of real conversations with a mail server that fails at every step in every way."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pbem.mail import catcher
from pbem.mail.transport import Outcome, Patience, Post
from pbem.settings import SmtpServer
from tests.pbem.mail.sink import CUT, DRIP, SILENCE, sink

RAW = b"Subject: A turn\r\n\r\n.first\r\n..\r\nlast\r\n"
QUICK = Patience(connect=0.4, command=0.4, dot=0.4, whole=1.0, beat=0.1)


def send(
    post: Post, phases: list[str] | None = None, to: str = "ann@example.org", goes_on: bool = True
) -> Outcome:
    def on_phase(phase: str) -> bool:
        if phases is not None:
            phases.append(phase)
        return goes_on

    return post.send(RAW, "pbem@example.org", to, on_phase)


def test_it_works() -> None:
    phases: list[str] = []
    with sink() as server:
        outcome = send(Post(server.server, patience=QUICK), phases)
        assert outcome == Outcome("accepted", "250 kept")
        assert phases == ["dot"]
        assert [mail.to for mail in server.taken] == ["ann@example.org"]


def test_dots_at_the_beginning_of_lines_arrive_as_they_were(tmp_path: Path) -> None:
    caught = catcher.start(tmp_path / "caught")
    try:
        post = Post(SmtpServer(caught.host, caught.port), patience=QUICK)
        assert send(post).kind == "accepted"
        post.close()
        assert catcher.caught(tmp_path / "caught")[0].text == ".first\n..\nlast\n"
    finally:
        caught.stop()


def test_one_connection_serves_many_mails() -> None:
    with sink() as server:
        post = Post(server.server, patience=QUICK)
        assert {send(post).kind for _ in range(5)} == {"accepted"}
        assert (server.connections, len(server.taken)) == (1, 5)


BEFORE_THE_DOT = ("connect", "EHLO", "MAIL", "RCPT", "DATA")
FOR_THE_RECIPIENT = ("RCPT", "DATA", "dot")


@pytest.mark.parametrize("step", BEFORE_THE_DOT)
@pytest.mark.parametrize("fault", [SILENCE, CUT, DRIP, "421 closing", "nonsense"])
def test_what_goes_wrong_before_the_dot_is_for_later(step: str, fault: str) -> None:
    phases: list[str] = []
    with sink(**{step: fault}) as server:
        began = time.monotonic()
        outcome = send(Post(server.server, patience=QUICK), phases)
        assert outcome.kind == "later"
        assert outcome.is_shut or fault == "nonsense"
        assert time.monotonic() - began < 3
        assert server.taken == []
        assert "dot" not in phases


@pytest.mark.parametrize("step", [*BEFORE_THE_DOT, "dot"])
def test_a_refusal_for_now_is_for_later(step: str) -> None:
    with sink(**{step: "451 not now"}) as server:
        outcome = send(Post(server.server, patience=QUICK))
        assert outcome.kind == "later"
        assert "451 not now" in outcome.answer or step == "EHLO"
        assert server.taken == []


@pytest.mark.parametrize("step", FOR_THE_RECIPIENT)
def test_a_refusal_for_good_of_the_recipient_or_the_mail_is_final(step: str) -> None:
    with sink(**{step: "550 no such person"}) as server:
        outcome = send(Post(server.server, patience=QUICK))
        assert outcome == Outcome("refused", "550 no such person")
        assert server.taken == []


@pytest.mark.parametrize("step", ["connect", "EHLO", "MAIL"])
def test_a_refusal_of_ourselves_is_nobodys_fault_but_ours(step: str) -> None:
    with sink(**{step: "554 go away"}) as server:
        outcome = send(Post(server.server, patience=QUICK))
        assert (outcome.kind, outcome.is_shut) == ("later", True)


def test_a_wrong_password_is_for_later() -> None:
    with sink(EHLO="250-sink\r\n250 AUTH PLAIN", AUTH="535 no") as server:
        login = SmtpServer("127.0.0.1", server.port, "pbem", "not the password")
        outcome = send(Post(login, patience=QUICK))
        assert (outcome.kind, outcome.is_shut, outcome.answer) == ("later", True, "535 no")


def test_a_password_is_never_sent_in_the_clear_where_encryption_is_asked_for() -> None:
    with sink(EHLO="250-sink\r\n250 AUTH PLAIN") as server:
        login = SmtpServer("127.0.0.1", server.port, "pbem", "a password", "starttls")
        assert send(Post(login, patience=QUICK)).kind == "later"
        assert not any(command.startswith("AUTH") for command in server.commands)


@pytest.mark.parametrize("fault", [SILENCE, CUT, DRIP, "nonsense"])
def test_no_answer_to_the_dot_means_that_nobody_knows(fault: str) -> None:
    phases: list[str] = []
    with sink(dot=fault) as server:
        outcome = send(Post(server.server, patience=QUICK), phases)
        assert outcome.kind == "unknown"
        assert len(server.taken) == 1
        assert phases[0] == "dot"


def test_a_long_wait_is_told_to_the_caller() -> None:
    phases: list[str] = []
    with sink(dot=SILENCE) as server:
        send(Post(server.server, patience=QUICK), phases)
        assert phases.count("wait") >= 2


@pytest.mark.parametrize("goodbye", ["421 closing", CUT, SILENCE])
def test_what_happens_at_quit_does_not_matter(goodbye: str) -> None:
    with sink(QUIT=goodbye) as server:
        post = Post(server.server, patience=QUICK)
        assert send(post).kind == "accepted"
        post.close()
        assert len(server.taken) == 1


def test_a_server_that_takes_the_mail_and_hangs_up_has_taken_it() -> None:
    with sink(dot="250 kept then cut") as server:
        post = Post(server.server, patience=QUICK)
        assert [send(post).kind for _ in range(3)] == ["accepted"] * 3
        assert (len(server.taken), server.connections) == (3, 3)


def test_a_kept_connection_that_died_is_replaced() -> None:
    with sink() as server:
        post = Post(server.server, patience=QUICK)
        assert send(post).kind == "accepted"
        server.hang_up()
        assert send(post).kind == "accepted"
        assert (len(server.taken), server.connections) == (2, 2)


def test_a_kept_connection_that_the_server_ended_politely_is_replaced() -> None:
    with sink() as server:
        post = Post(server.server, patience=QUICK)
        send(post)
        server.scripts = [{}, {}]
        server.script = {"MAIL": "421 idle too long"}
        assert send(post).kind == "accepted"
        assert server.connections == 2


def test_one_bad_recipient_does_not_spoil_the_next() -> None:
    with sink(RCPT="550 no such person") as server:
        post = Post(server.server, patience=QUICK)
        assert send(post, to="nobody@example.org").kind == "refused"
        server.script = {}
        assert send(post, to="bob@example.org").kind == "accepted"
        assert (server.connections, [mail.to for mail in server.taken]) == (1, ["bob@example.org"])


def test_a_failing_reset_changes_nothing_about_the_refusal() -> None:
    with sink(RCPT="550 no such person", RSET=CUT) as server:
        post = Post(server.server, patience=QUICK)
        assert send(post).kind == "refused"
        server.script = {}
        assert send(post).kind == "accepted"


def test_without_the_lease_no_dot_is_sent() -> None:
    with sink() as server:
        post = Post(server.server, patience=QUICK)
        assert send(post, goes_on=False).kind == "later"
        assert server.taken == []
        assert send(post).kind == "accepted"
        assert len(server.taken) == 1


def test_an_error_of_the_callers_passes_through_and_no_dot_is_sent() -> None:
    def on_phase(phase: str) -> bool:
        raise RuntimeError("the disk is full")

    with sink() as server:
        post = Post(server.server, patience=QUICK)
        with pytest.raises(RuntimeError, match="the disk is full"):
            post.send(RAW, "pbem@example.org", "ann@example.org", on_phase)
        assert server.taken == []
        assert send(post).kind == "accepted"


def test_nobody_there_is_for_later_and_gives_the_server_a_rest() -> None:
    with sink() as server:
        place = server.server
    post = Post(place, patience=QUICK)
    outcome = send(post)
    assert (outcome.kind, outcome.is_shut) == ("later", True)
    assert post.is_resting()
