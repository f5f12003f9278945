"""The mail catcher: a real server that keeps what it says it keeps."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.mail import catcher
from pbem.mail.catcher import Catcher
from pbem.mail.message import Mailbox, serialised
from tests.pbem.mail.test_message import MAIL

NESTED = b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Catcher]:
    started = catcher.start(tmp_path / "caught")
    yield started
    started.stop()


def drop(running: Catcher, raw: bytes, *to: str) -> None:
    with smtplib.SMTP(running.host, running.port, timeout=5) as line:
        line.sendmail("pbem@example.org", to, raw)


def test_it_works(running: Catcher) -> None:
    drop(running, serialised(MAIL), "ann@example.org")
    (letter,) = catcher.caught(running.folder)
    assert letter.to == ("ann@example.org",)
    assert letter.sender == "pbem <pbem@example.org>"
    assert letter.subject == "A game with Bob"
    assert letter.text == MAIL.text
    assert letter.html == MAIL.html
    assert ("Message-ID", "<abc@example.org>") in letter.headers
    assert set(letter.as_json()) == {"id", "at", "to", "from", "subject", "text", "html", "headers"}
    assert letter.as_json()["at"].endswith("Z")


def test_the_newest_comes_first(running: Catcher) -> None:
    for number in range(5):
        drop(running, b"Subject: %d\r\n\r\nx\r\n" % number, "ann@example.org")
    assert [letter.subject for letter in catcher.caught(running.folder)] == ["4", "3", "2", "1", "0"]
    assert [letter.subject for letter in catcher.caught(running.folder, most=2)] == ["4", "3"]


def test_the_recipients_are_those_of_the_envelope(running: Catcher) -> None:
    raw = b"X-Envelope-From: x\r\nTo: somebody@example.net\r\nSubject: hm\r\n\r\nx\r\n"
    drop(running, raw, "ann@example.org", "bob@example.org")
    (letter,) = catcher.caught(running.folder)
    assert letter.to == ("ann@example.org", "bob@example.org")


def test_words_of_all_scripts_come_back(running: Catcher) -> None:
    mail = replace(MAIL, subject="A game with Аня", to=Mailbox("Søren", "ann@example.org"), text="¡Аня!\n")
    drop(running, serialised(mail), "ann@example.org")
    (letter,) = catcher.caught(running.folder)
    assert (letter.subject, letter.text) == ("A game with Аня", "¡Аня!\n")
    assert ("To", "Søren <ann@example.org>") in letter.headers


@pytest.mark.parametrize(
    "raw",
    [
        b"no header at all\r\n",
        b"Content-Type: text/plain; charset=bogus\r\nSubject: =?bogus?q?x?=\r\n\r\n\xff\xfe\r\n",
        NESTED + (b"--x\r\n" + NESTED) * 300,
        b"From: " + b"(" * 900 + b"\r\n\r\nx\r\n",
        b"Content-Transfer-Encoding: base64\r\n\r\n%%%\r\n",
    ],
)  # fmt: skip
def test_what_is_no_proper_mail_is_shown_all_the_same(running: Catcher, raw: bytes) -> None:
    drop(running, raw, "ann@example.org")
    (letter,) = catcher.caught(running.folder)
    assert letter.to == ("ann@example.org",) or letter.text


def test_what_was_caught_is_there_after_the_end(tmp_path: Path) -> None:
    started = catcher.start(tmp_path / "deep" / "caught")
    drop(started, serialised(MAIL), "ann@example.org")
    started.stop()
    assert len(catcher.caught(tmp_path / "deep" / "caught")) == 1


def test_where_nothing_was_ever_caught_there_is_nothing(tmp_path: Path) -> None:
    assert catcher.caught(tmp_path / "nothing") == []
    assert not (tmp_path / "nothing").exists()


def test_a_mail_that_cannot_be_kept_is_not_acknowledged(running: Catcher) -> None:
    for kept in ("tmp", "new", "cur"):
        (running.folder / kept).rmdir()
    running.folder.rmdir()
    running.folder.write_text("a file stands in the way")
    with pytest.raises(smtplib.SMTPDataError):
        drop(running, serialised(MAIL), "ann@example.org")
