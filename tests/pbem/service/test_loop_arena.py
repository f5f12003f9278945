"""A day among machines that answer letters: at most three letters to each are caused by what they write."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem import db
from pbem.mail.message import Mail, serialised
from pbem.service import inbox, outbox
from pbem.service.letters import Draft, draft
from pbem.service.pace import DAY, SECOND
from pbem.settings import Settings
from tests.pbem.service.houses import LORDS, NOW, asked, begin, faults, open_house, player_at

MINUTE = 60 * SECOND
STEP = 5 * MINUTE
PICK = random.Random(4)

Responder = Callable[[Mail, str], bytes | None]


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path, PBEM_REPLY_TO="{}@reply.example.org", PBEM_SECRET_KEY="s" * 40)
    db.close()


def reply(text: str, more: str = "", subject: str = "Re: x", sender: str = "ann@example.org") -> bytes:
    head = f"From: {sender}\r\nSubject: {subject}\r\n{more}MIME-Version: 1.0\r\n"
    return f"{head}Content-Type: text/plain; charset=utf-8\r\n\r\n{text}".encode()


def quoted(mail: Mail, mark: str = "> ") -> str:
    return "\r\n".join(f"{mark}{line}" for line in mail.text.splitlines())


AUTOMATIC: dict[str, Responder] = {
    "a vacation with headers": lambda mail, to: reply("I am away.", "Auto-Submitted: auto-replied\r\n"),
    "a vacation with a subject": lambda mail, to: reply("I am away.", subject="Out of office: your letter"),
    "a vacation in German": lambda mail, to: reply("Ich bin weg.", subject="Abwesenheitsnotiz: Ihr Brief"),
    "a ticket system": lambda mail, to: reply("Ticket 4711.", "Precedence: bulk\r\n", "[#4711] Re: x"),
    "a mailing list": lambda mail, to: reply(quoted(mail), "List-Id: <x.example.org>\r\n"),
    "a bouncing server": lambda mail, to: (
        b"From: MAILER-DAEMON@example.org\r\nReturn-Path: <>\r\n"
        b"Content-Type: multipart/report; boundary=a\r\n\r\n--a\r\n\r\n1\r\n--a--\r\n"
    ),
    "an old server": lambda mail, to: reply(
        "User unknown\r\n" + quoted(mail), sender="postmaster@example.org"
    ),
    "a copy of ourselves": lambda mail, to: serialised(mail),
}
"""Whose mails are seen to be automatic."""
STUBBORN: dict[str, Responder] = {
    "a vacation without headers": lambda mail, to: reply("I am away until Monday.\r\n\r\n" + quoted(mail)),
    "a ticket system without headers": lambda mail, to: reply(
        f"Your request was received, ticket {PICK.randrange(10**6)}.", subject="[#12] your letter"
    ),
    "a sender that changes each time": lambda mail, to: reply(
        f"Away ({PICK.randrange(10**6)}).", sender=f"ann+{PICK.randrange(10**6)}@example.org"
    ),
    "an echo": lambda mail, to: reply(f"({PICK.randrange(10**6)})\r\n" + quoted(mail, "")),
    "one that wants to be confirmed": lambda mail, to: reply(
        f"Click to confirm: https://x.y/{PICK.random()}"
    ),
}
"""Who look like people."""


@pytest.mark.parametrize("name", [*AUTOMATIC, *STUBBORN])
def test_a_day_with_a_machine_causes_three_letters_at_most(settings: Settings, name: str) -> None:
    respond = {**AUTOMATIC, **STUBBORN}[name]
    match = begin(settings, LORDS, pace={"seconds": 3 * 86_400, "reminders": [0.1, 0.2, 0.3]})
    machine = player_at(match, asked(match)[0].seat)
    heard = 0
    for now in range(NOW + 2 * MINUTE, NOW + DAY, STEP):
        for mail, to in _delivered(settings, machine.email, now):
            heard += 1
            raw = respond(mail, to)
            assert raw is not None
            inbox.take(settings, raw, to, now)
        inbox.handle(settings, "worker", lambda now=now: now)  # type: ignore[misc]
    caused = db.fetchall("SELECT state FROM letter WHERE kind = 'answer'")
    assert heard >= 2  # the turn, and a reminder at least
    assert len(caused) <= (0 if name in AUTOMATIC else 3)
    assert [entry for (entry,) in db.fetchall("SELECT kind FROM entry")] == ["start"]
    assert faults() == {}


def _delivered(settings: Settings, email: str, now: int) -> list[tuple[Mail, str]]:
    """What goes out to the machine now and can be answered, with the address for that."""
    found = []
    for letter in outbox.claim("post", now, 100):
        drafted = draft(settings, letter, now)
        if isinstance(drafted, Draft):
            if drafted.reply:
                with db.write():
                    db.run(*drafted.reply.statement)
                if drafted.mail.to.address == email:
                    found.append((drafted.mail, drafted.reply.address))
            outbox.settle(letter.id, "post", "sent", "250 ok", now, drafted.told)
        else:
            outbox.settle(letter.id, "post", "dropped", "", now)
    return found
