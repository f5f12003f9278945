"""Table talk: who hears what, where it is told, and what is not passed on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import db
from pbem.errors import BadValue, LimitReached, NotSeated
from pbem.mail.message import Mail, header_names, serialised
from pbem.service import inbox, talk
from pbem.service.letters import Draft, draft
from pbem.service.once import Once
from pbem.service.reading import Sight
from pbem.settings import Settings
from tests.pbem.mail.corpus import mail as written
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    asked,
    begin,
    legal_lines,
    open_house,
    player_at,
    sight_of,
    submit,
)
from tests.pbem.service.test_letters import to_seat

SAID = "Said at the table since your last letter"


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path, PBEM_REPLY_TO="{}@reply.example.org", PBEM_SECRET_KEY="s" * 40)
    db.close()


def heard(sight: Sight) -> list[str]:
    return [f"{remark.name}: {remark.text}" for remark in talk.said_to(sight, 0, -1)]


def sent(settings: Settings, match: str, seat: int) -> Mail:
    """The letter that asks a seat, as it goes out; what it tells is told then."""
    found = draft(settings, to_seat("your-turn", match, seat), NOW)
    assert isinstance(found, Draft)
    with db.write():
        for statement in found.heard:
            db.run(*statement)
    return found.mail


def test_it_works(settings: Settings) -> None:
    match = begin(settings, LORDS, 3)
    talk.say(sight_of(match, 0), "Good luck!", NOW)
    talk.say(sight_of(match, 1), "Thanks,\nand to you", NOW)
    assert heard(sight_of(match, 2)) == ["Ann: Good luck!", "Bob: Thanks, and to you"]
    seat = asked(match)[0].seat
    mail = sent(settings, match, seat)
    lines = [line for line in ("Ann: Good luck!", "Bob: Thanks, and to you") if line[0] != "ABC"[seat]]
    assert SAID in mail.text
    for line in lines:
        assert f"  - {line}\n" in mail.text
    assert "Good luck" not in mail.text[:200]


def test_each_remark_is_told_by_one_letter(settings: Settings) -> None:
    match = begin(settings, LORDS)
    seat = asked(match)[0].seat
    talk.say(sight_of(match, 1 - seat), "first", NOW)
    assert "first" in sent(settings, match, seat).text
    assert SAID not in sent(settings, match, seat).text
    talk.say(sight_of(match, 1 - seat), "second", NOW)
    text = sent(settings, match, seat).text
    assert "second" in text
    assert "first" not in text


def test_only_who_sits_there_hears_and_speaks(settings: Settings) -> None:
    match = begin(settings, LORDS)
    talk.say(sight_of(match, 0), "hello", NOW)
    with pytest.raises(NotSeated):
        talk.said_to(sight_of(match, None), 0, -1)
    with pytest.raises(NotSeated):
        talk.say(sight_of(match, None), "hello", NOW)


def test_nothing_of_whom_one_does_not_hear_reaches_one(settings: Settings) -> None:
    match = begin(settings, LORDS, 3)
    seat = asked(match)[0].seat
    other, third = [each for each in range(3) if each != seat]
    me, speaker = player_at(match, seat).id, player_at(match, other).id
    for _ in range(2):
        talk.stop_hearing(me, speaker, NOW)
    talk.say(sight_of(match, other), "you again", NOW)
    talk.say(sight_of(match, third), "hello all", NOW)
    assert [line.split(": ")[1] for line in heard(sight_of(match, seat))] == ["hello all"]
    mail = sent(settings, match, seat)
    assert "hello all" in mail.text
    assert "you again" not in mail.text + mail.html
    assert len(heard(sight_of(match, third))) == 2
    talk.hear_again(me, speaker)
    assert len(heard(sight_of(match, seat))) == 2


def test_a_line_of_one_s_own_table_is_not_passed_on(settings: Settings) -> None:
    match = begin(settings, LORDS)
    sight = sight_of(match, 0)
    assert sight.table
    line = sight.table.partition("YOUR HAND")[2].strip().splitlines()[0].strip()
    assert len(line) >= talk.QUOTED
    with pytest.raises(BadValue, match="your own table"):
        talk.say(sight, f"look: {line}", NOW)
    assert heard(sight) == []


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "x" * 1001, "\u202e\u200b"])
def test_what_cannot_be_said(settings: Settings, text: str) -> None:
    match = begin(settings, LORDS)
    with pytest.raises(BadValue, match="1 to 1000"):
        talk.say(sight_of(match, 0), text, NOW)


def test_so_much_is_said_in_a_day(settings: Settings) -> None:
    match = begin(settings, LORDS)
    for number in range(100):
        talk.say(sight_of(match, 0), f"{number}", NOW)
    with pytest.raises(LimitReached):
        talk.say(sight_of(match, 0), "more", NOW)
    assert len(heard(sight_of(match, 1))) == 100


def test_the_same_request_says_it_once(settings: Settings) -> None:
    match = begin(settings, LORDS)
    key = Once(player_at(match, 0).id, "key", "request")
    assert [talk.say(sight_of(match, 0), "hello", NOW, key) for _ in range(3)] == [1, 1, 1]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "https://evil.example/x",
        "=?utf-8?q?Bcc=3A_eve?= x",
        "recruit 1",
        '"><a href="https://evil.example">x</a>',
    ],
)
def test_what_is_said_is_only_words(settings: Settings, text: str) -> None:
    match = begin(settings, LORDS)
    seat = asked(match)[0].seat
    plain = sent(settings, match, seat)
    talk.say(sight_of(match, 1 - seat), text, NOW)
    mail = sent(settings, match, seat)
    assert header_names(serialised(mail)) == header_names(serialised(plain))
    assert mail.html.count("<a ") == plain.html.count("<a ")
    assert "<script" not in mail.html
    assert f"\n{text}" not in mail.text


def test_it_is_said_by_mail(settings: Settings) -> None:
    match = begin(settings, LORDS)
    seat = asked(match)[0].seat
    found = draft(settings, to_seat("your-turn", match, seat), NOW)
    assert isinstance(found, Draft)
    assert found.reply
    with db.write():
        db.run(*found.reply.statement)
    raw = written("Chat: well played\n\n> recruit 1\n> scott-7\n", "plain", "utf-8", "8bit")
    inbox.take(settings, raw, found.reply.address, NOW)
    inbox.handle(settings, "worker", lambda: NOW)
    assert [line.partition(": ")[2] for line in heard(sight_of(match, 1 - seat))] == ["well played"]
    submit(settings, match, seat, legal_lines(match, seat)[0])
    if asked(match)[0].seat != seat:
        assert "well played" in sent(settings, match, 1 - seat).text
