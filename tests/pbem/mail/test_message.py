"""A mail as bytes: only the headers that were meant, whatever people call themselves."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes, policy
from email.header import decode_header, make_header

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message import Mail, Mailbox, UnsafeMail, header_names, mailbox, plain, serialised

MAIL = Mail(
    sender=Mailbox("pbem", "pbem@example.org"),
    to=Mailbox("Ann", "ann@example.org"),
    subject="A game with Bob",
    text="Your turn.\n.\n..dots\n",
    html="<p>Your turn.</p>\n",
    headers=(("Message-ID", "<abc@example.org>"),),
    boundary="=_abc",
)
MEANT = ["From", "To", "Subject", "Message-ID", "MIME-Version", "Content-Type"]
HOSTILE = (
    "A game =?UTF-8?Q?=0A?=Bcc: edo@example.net",
    "A game =?utf-8?b?CkJjYzogZWRvQGV4YW1wbGUubmV0?= x",
    "=?utf-8?q?=0D=0ABcc=3A?= x",
    "Ann\r\nBcc: edo@example.net",
    "Ann\nBcc: edo@example.net",
    "Ann\rBcc: edo@example.net",
    "Ann\x85Bcc: edo@example.net",
    "Ann\u2028Bcc: edo@example.net",
    "Ann\x0bBcc: edo@example.net\x0c",
    'Ann" <edo@example.net>, "',
    "Ann <edo@example.net>, Bob",
    "edo@example.net, Ann",
    "Ann (edo",
    "\\",
    "Søren <edo@example.net>",
    "Ann\u202eBcc",
    "Аня " * 60,
    "x" * 400,
    "=?" * 60,
)


def test_it_works() -> None:
    message = message_from_bytes(serialised(MAIL), policy=policy.default)
    assert message["Subject"] == "A game with Bob"
    assert message["To"] == "Ann <ann@example.org>"
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative", "text/plain", "text/html"
    ]  # fmt: skip


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("where", ["subject", "to", "sender"])
def test_a_hostile_name_makes_no_header(where: str, words: str) -> None:
    raw = serialised(_with(where, words))
    assert header_names(raw) == MEANT
    head = raw.partition(b"\r\n\r\n")[0]
    assert not [line for line in head.lower().split(b"\r\n") if line.startswith(b"bcc")]
    message = message_from_bytes(raw, policy=policy.default)
    assert list(message.keys()) == MEANT
    assert [box.addr_spec for box in message["To"].addresses] == ["ann@example.org"]


@given(st.text(max_size=200), st.sampled_from(["subject", "to", "sender"]))
@settings(max_examples=150, deadline=None)
def test_no_words_at_all_make_a_header(words: str, where: str) -> None:
    assert header_names(serialised(_with(where, words))) == MEANT


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), max_size=90)))
@settings(max_examples=100, deadline=None)
def test_the_texts_arrive_as_they_were(lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    message = message_from_bytes(serialised(replace(MAIL, text=text)))
    part = message.get_payload()[0]  # type: ignore[index]
    content = part.get_payload(decode=True)  # type: ignore[union-attr]
    assert isinstance(content, bytes)
    assert content.decode().split("\r\n" if b"\r\n" in content else "\n") == text.split("\n")


@pytest.mark.parametrize("name", ["Søren", "Ñandú", "Аня", "안녕", "Zoë O'Neil-Smith", "名前" * 20])
def test_a_name_in_any_script_arrives(name: str) -> None:
    raw = serialised(replace(MAIL, to=Mailbox(name, "ann@example.org"), subject=f"A game with {name}"))
    message = message_from_bytes(raw)
    shown = {header: str(make_header(decode_header(message[header]))) for header in ("To", "Subject")}
    assert "".join(shown["To"].split()) == "".join(f"{name} <ann@example.org>".split())
    assert shown["Subject"] == f"A game with {name}"
    assert all(len(line) <= 78 for line in raw.partition(b"\r\n\r\n")[0].split(b"\r\n"))


@pytest.mark.parametrize(
    "headers",
    [
        (("X-A", "a\r\nBcc: edo@example.net"),),
        (("X-A", "a\nBcc: edo@example.net"),),
        (("X-A: b\r\nBcc", "edo@example.net"),),
        (("X-A", "a\r\n\r\nthe body"),),
        (("X-A", "ü"),),
        (("X-A", "x" * 1000),),
        (("X-A", "a\x00b"),),
    ],
)
def test_a_header_that_would_become_two_is_refused(headers: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(UnsafeMail):
        serialised(replace(MAIL, headers=headers))


def test_a_text_that_ends_its_own_part_is_refused() -> None:
    forged = "--=_abc\nContent-Type: text/html\n\n<a href='https://example.net'>x</a>\n"
    with pytest.raises(UnsafeMail, match="two forms"):
        serialised(replace(MAIL, text=forged))


@pytest.mark.parametrize(
    "address",
    ["ann@example.org\r\nRCPT TO:<edo@example.net>", "ann@example.org, edo@example.net", "<ann@example.org>",
     "ann @example.org", "ann", "", "añn@example.org", "ann@@example.org"],
)  # fmt: skip
def test_what_is_not_one_plain_address_is_refused(address: str) -> None:
    with pytest.raises(UnsafeMail):
        serialised(replace(MAIL, to=Mailbox("Ann", address)))


def test_a_mailbox_is_read_from_the_settings() -> None:
    assert mailbox("pbem <pbem@example.org>") == Mailbox("pbem", "pbem@example.org")
    assert mailbox("pbem@example.org") == Mailbox("", "pbem@example.org")
    with pytest.raises(UnsafeMail):
        mailbox("ann@example.org, bob@example.org")


def test_plain_text_is_one_line_without_encoded_words() -> None:
    assert plain(" A\r\n game \u202e=?utf-8?q?x?= ") == "A game = ?utf-8?q?x?="
    assert plain("x" * 50, 10) == "x" * 9 + "…"


def _with(where: str, words: str) -> Mail:
    if where == "subject":
        return replace(MAIL, subject=words)
    if where == "to":
        return replace(MAIL, to=Mailbox(words, MAIL.to.address))
    return replace(MAIL, sender=Mailbox(words, MAIL.sender.address))
