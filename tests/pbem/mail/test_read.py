"""Mails that come in: which line counts, who wrote it, and that nothing in them does harm."""

from __future__ import annotations

import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from pbem.mail.child import Unreadable, read_apart
from pbem.mail.commands import Moves, Number, Word, command
from pbem.mail.read import TooMuch, read
from tests.pbem.mail.corpus import ADDRESS, CODINGS, Mail, corpus, mail

LETTER = (Path(__file__).parent / "golden" / "your-turn.txt").read_text("utf-8")
LINES = (
    "3",
    "recruit 1",
    "muster scott-7 up copy forsyth-6",
    "muster scott-7 down; stop",
    "Done",
    "２",
    "r10 4",
)
CORPUS = list(corpus(LETTER, LINES))


def plain(text: str, more: str = "") -> bytes:
    return mail(text, "plain", "utf-8", "8bit", more)


def test_it_works() -> None:
    reading = read(plain("3\n\nOn Thursday Bob wrote:\n> 4\n"))
    assert (reading.line, reading.automatic) == ("3", None)
    assert reading.senders == ("ann@example.org",)
    assert reading.recipients == (ADDRESS,)


def test_no_mail_of_the_corpus_is_misread_and_nearly_all_are_understood() -> None:
    assert len(CORPUS) >= 400
    became: Counter[str] = Counter()
    for sent in CORPUS:
        became[_outcome(sent)] += 1
    print(f"{len(CORPUS)} mails: {dict(became)}")
    assert became["misread"] == 0
    assert became["understood"] >= 0.95 * len(CORPUS)


def _outcome(sent: Mail) -> str:
    line = read(sent.raw).line
    assert sent.line is not None
    if line == sent.line:
        return "understood"
    return "misread" if line and _could_move(line) else "nothing found"


def _could_move(line: str) -> bool:
    """Whether a line could be a move of the letter that is quoted."""
    found = command(line)
    return isinstance(found, Number) or (
        isinstance(found, Moves) and found.line.split(" ")[0] in ("recruit", "muster", "stop", "done", "r10")
    )


@pytest.mark.parametrize(
    "below",
    [
        "\n\n-- \nAnn\n4\n",
        "\n\nSent from my iPhone\n",
        "\n\nBest wishes\nAnn\n",
        "\n\nThis message is confidential.\nrecruit 2\n",
        f"\n\nOn Thursday pbem wrote:\n{LETTER}",
        f"\n\n-----Original Message-----\n{LETTER}",
        f"\n{LETTER}",
        "\n\n4\n5\n",
        "\n" * 50 + "6",
    ],
)
@pytest.mark.parametrize("line", LINES)
def test_whatever_is_added_below_changes_nothing(line: str, below: str) -> None:
    assert read(plain(line + below)).line == line


@pytest.mark.parametrize("coding", CODINGS)
def test_lines_that_end_in_a_semicolon_go_on(coding: str) -> None:
    raw = mail("retreat 3;\n\nr10 4;\nclaim 4\n\nclaim 5\n", "plain", "utf-8", coding)
    assert read(raw).line == "retreat 3; r10 4; claim 4"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "> 3\n> 4\n",
        "-- \n3\n",
        f"{LETTER}",
        "On Thursday pbem wrote:\n> 3\n",
        "   1  recruit 1\n",
    ],
    ids=["empty", "blank", "quoted", "signature", "the letter itself", "only quoted", "a line of the list"],
)
def test_where_nothing_is_said_nothing_is_found(text: str) -> None:
    assert read(plain(text)).line is None


def test_html_alone_is_read_as_text() -> None:
    html = "<style>b{}</style><p>recruit&nbsp;2</p><blockquote><p>recruit 3</p></blockquote>"
    assert read(mail(html, "html", "utf-8", "8bit")).line == "recruit 2"
    assert read(mail("<blockquote>3</blockquote>", "html", "utf-8", "8bit")).line is None


def test_text_and_picture_parts_are_told_apart() -> None:
    raw = (
        b"From: ann@example.org\r\nTo: x@reply.example.org\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: image/png\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\nAAAA\r\n--a\r\nContent-Type: text/plain; charset=utf-8\r\n"
        b"Content-Disposition: attachment; filename=x.txt\r\n\r\n4\r\n"
        b"--a\r\nContent-Type: text/plain\r\n\r\n3\r\n"
        b"--a\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n5\r\n--a--\r\n"
    )
    assert read(raw).line == "3"


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied\r\n",
        "Auto-Submitted: auto-generated; owner=x\r\n",
        "Precedence: bulk\r\n",
        "Precedence: auto_reply\r\n",
        "List-Id: <x.example.org>\r\n",
        "X-Autoreply: yes\r\n",
        "X-PBEM-Kind: your-turn\r\n",
        "Return-Path: <>\r\n",
        "X-Failed-Recipients: ann@example.org\r\n",
    ],
)
def test_automatic_mails_are_recognised(header: str) -> None:
    assert read(plain("3\n", header)).automatic
    assert read(plain("3\n", "Auto-Submitted: no\r\n")).automatic is None


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: Lords of Scotland", "Out of office", "Abwesenheitsnotiz", "Réponse automatique : x",
        "Respuesta automática: x", "Risposta automatica: x", "Autosvar: x", "Automatisk svar: x",
        "Automatisch antwoord: x", "Автоматический ответ: x", "自動返信", "Odpowiedź automatyczna: x",
    ],
)  # fmt: skip
def test_notes_of_absence_are_recognised_by_their_subject(subject: str) -> None:
    raw = f"From: bob@example.org\r\nSubject: {subject}\r\n\r\nI am away.\r\n".encode()
    assert read(raw).automatic == "a note of absence"


def test_a_report_is_no_mail_of_a_person() -> None:
    raw = (
        b"From: MAILER-DAEMON@example.org\r\nContent-Type: multipart/report; boundary=a\r\n\r\n"
        b"--a\r\n\r\nrecruit 1\r\n--a--\r\n"
    )
    assert read(raw).automatic == "a report"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("3", Number(3)),
        (" 3. ", Number(3)),
        ("#12", Number(12)),
        ("(4)", Number(4)),
        ("３", Number(3)),
        ("*3*", Number(3)),
        ("HELP", Word("help")),
        ("Resign.", Word("resign")),
        ("resign  YES", Word("resign yes")),
        ("recruit\xa01", Moves("recruit 1")),
        ("muster scott‐7 up", Moves("muster scott-7 up")),
        ("1 recruit 1", Moves("1 recruit 1")),
    ],
)
def test_commands(line: str, meant: object) -> None:
    assert command(line) == meant


def bombs() -> dict[str, bytes]:
    deep = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(2000)
    )
    wide = b"Content-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n\r\nx\r\n" * 100_000
    return {
        "deep": deep,
        "wide": wide,
        "headers": b"".join(b"X-%d: y\r\n" % n for n in range(100_000)) + b"\r\n3\r\n",
        "a long header": b"To: " + b"a@b, " * 200_000 + b"\r\n\r\n3\r\n",
        "brackets": plain("<" * 1_000_000),
        "html": mail("<div>" * 200_000, "html", "utf-8", "8bit"),
        "quotes": plain(">" * 1_000_000),
        "an endless line": plain("a" * 5_000_000),
        "lines": plain("\n" * 3_000_000 + "3"),
        "an encoded word": b"Subject: " + b"=?utf-8?q?=41?= " * 3_000 + b"\r\n\r\n3\r\n",
        "nothing": b"",
        "octets": bytes(range(256)) * 1000,
        "an attribution": plain("On " + "a" * 100_000 + " wrote:"),
        "a strange charset": mail("3", "plain", "utf-8", "8bit").replace(
            b"charset=utf-8", b"charset=nowhere"
        ),
    }


@pytest.mark.parametrize("name", bombs())
def test_no_mail_holds_up_the_next_one(name: str) -> None:
    began = time.monotonic()
    with suppress(Unreadable):
        read_apart(bombs()[name])
    assert read_apart(plain("3")).line == "3"
    assert time.monotonic() - began < 10


def test_a_child_that_takes_too_much_is_ended() -> None:
    with pytest.raises(Unreadable, match="10 MiB"):
        read_apart(b"a" * (10 * 1024 * 1024 + 1))


@hypothesis.settings(max_examples=300, deadline=None)
@hypothesis.given(
    st.integers(0, len(CORPUS) - 1), st.lists(st.tuples(st.integers(0, 4000), st.binary(max_size=6)))
)
def test_spoilt_mails_are_read_or_refused(place: int, changes: list[tuple[int, bytes]]) -> None:
    raw = bytearray(CORPUS[place].raw)
    for at, octets in changes:
        raw[at : at + len(octets)] = octets
    with suppress(TooMuch):
        read(bytes(raw))
