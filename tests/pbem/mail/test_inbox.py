"""The door for replies, by real conversations: who is let in, and what an answer promises."""

from __future__ import annotations

import smtplib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import db, doctor
from pbem.mail.child import MOST_BYTES
from pbem.mail.inbox import Listener
from pbem.service import replies
from pbem.service.letters import Draft, draft
from pbem.settings import MailIn, Settings
from tests.pbem.mail.corpus import mail
from tests.pbem.service.houses import LORDS, NOW, asked, begin, open_house
from tests.pbem.service.test_letters import to_seat
from tests.pbem.test_cli import environ, pbem

REPLY = mail("1", "plain", "utf-8", "8bit")
SETTINGS = {"PBEM_REPLY_TO": "{}@reply.example.org", "PBEM_SECRET_KEY": "s" * 40}


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path, **SETTINGS)
    db.close()


@pytest.fixture
def address(settings: Settings) -> str:
    """Where a letter can be answered to."""
    match = begin(settings, LORDS)
    found = draft(settings, to_seat("your-turn", match, asked(match)[0].seat), NOW)
    assert isinstance(found, Draft)
    assert found.reply
    with db.write():
        db.run(*found.reply.statement)
    return found.reply.address


@pytest.fixture(params=["lmtp", "smtp"])
def door(settings: Settings, request: pytest.FixtureRequest) -> Iterator[smtplib.SMTP]:
    """A conversation with the door."""
    listener = Listener(settings, MailIn("127.0.0.1", 0, request.param))
    listener.start()
    kind = smtplib.LMTP if request.param == "lmtp" else smtplib.SMTP
    talk = kind("127.0.0.1", listener.port)
    talk.ehlo_or_helo_if_needed()
    yield talk
    talk.close()
    listener.stop()


def stored() -> int:
    ((count,),) = db.fetchall("SELECT count(*) FROM incoming")
    return int(count)


def test_it_works(door: smtplib.SMTP, address: str) -> None:
    assert door.sendmail("ann@example.org", [address], REPLY) == {}
    ((content, state),) = db.fetchall("SELECT content, state FROM incoming")
    assert (bytes(content).rstrip(), state) == (REPLY, "ready")
    assert door.sendmail("ann@example.org", [address.upper()], REPLY) == {}  # the same again
    assert stored() == 1


def test_who_is_unknown_is_refused_before_the_mail(door: smtplib.SMTP, address: str) -> None:
    door.mail("ann@example.org")
    for wrong in ("pbem@example.org", f"x{address}", "x@reply.example.org"):
        assert door.rcpt(wrong)[0] == 550
    assert stored() == 0


def test_one_at_a_time(door: smtplib.SMTP, address: str) -> None:
    door.mail("ann@example.org")
    assert door.rcpt(address)[0] == 250
    assert door.rcpt(address)[0] == 452


def test_what_is_too_large_is_refused(door: smtplib.SMTP, address: str) -> None:
    assert door.mail("ann@example.org", [f"size={MOST_BYTES + 1}"])[0] == 552
    assert door.mail("ann@example.org")[0] == 250
    assert stored() == 0


def test_a_mail_is_not_taken_that_is_not_on_the_disk(
    door: smtplib.SMTP, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr("pbem.service.inbox.store", full)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        door.sendmail("ann@example.org", [address], REPLY)
    assert refused.value.smtp_code == 451
    assert stored() == 0


def test_any_mail_server_can_pipe_a_reply_in(settings: Settings, address: str, tmp_path: Path) -> None:
    for words, raw, status in (
        (["--to", address], REPLY, 0),
        ([], REPLY.replace(b"abcdefghijklmnopqrstuvwxyz", address.partition("@")[0].encode()), 0),
        (["--to", "x@reply.example.org"], REPLY, 67),
        ([], REPLY, 67),
    ):
        command = [sys.executable, "-m", "pbem", "incoming", *words]
        own = environ(tmp_path, **SETTINGS)
        done = subprocess.run(command, env=own, input=raw, capture_output=True, timeout=60)
        assert done.returncode == status, done.stderr
    assert stored() == 2
    assert replies.find(settings, address)
    assert pbem(tmp_path, "mail-in", **SETTINGS).returncode == 1


def test_the_doctor_knocks_at_the_door(settings: Settings) -> None:
    where = MailIn("127.0.0.1", 0, "lmtp")
    listener = Listener(settings, where)
    listener.start()
    there = MailIn("127.0.0.1", listener.port, "lmtp")
    assert doctor.door(there).verdict == "ok"
    listener.stop()
    assert doctor.door(there).verdict == "bad"
