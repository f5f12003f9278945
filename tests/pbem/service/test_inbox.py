"""Replies: what they do, once, and what is answered; who writes to nobody gets nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import db
from pbem.mail import catcher
from pbem.mail.message import Mail, header_names, serialised
from pbem.mail.transport import Post
from pbem.service import deadlines, ids, inbox, play, players, replies, rows
from pbem.service.delivery import deliver
from pbem.service.letters import Draft, draft
from pbem.service.outbox import LetterRow
from pbem.service.pace import DAY, GRACE, SECOND
from pbem.settings import Settings, SmtpServer
from tests.pbem.mail.corpus import mail as written
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    asked,
    begin,
    entry_of,
    faults,
    kinds,
    legal_lines,
    open_house,
    player_at,
    submit,
)
from tests.pbem.service.test_letters import letters, to_seat

REPLY_TO = "{}@reply.example.org"
MINUTE = 60 * SECOND


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path, PBEM_REPLY_TO=REPLY_TO, PBEM_SECRET_KEY="s" * 40)
    db.close()


def drafted(settings: Settings, letter: LetterRow, now: int = NOW) -> Draft:
    found = draft(settings, letter, now)
    assert isinstance(found, Draft), found
    return found


def posted(settings: Settings, letter: LetterRow, now: int = NOW) -> tuple[str, Mail]:
    """The letter as it goes out, its address known; that address, and the mail."""
    found = drafted(settings, letter, now)
    assert found.reply
    with db.write():
        db.run(*found.reply.statement)
    return found.reply.address, found.mail


def send(settings: Settings, address: str, text: str, more: str = "", now: int = NOW) -> bool:
    """A reply comes in and is handled; whether the address is known."""
    raw = written(text, "plain", "utf-8", "8bit", more)
    known = inbox.take(settings, raw, address, now)
    inbox.handle(settings, "worker", lambda: now)
    return known


def answer(settings: Settings, match: str, now: int = NOW) -> Mail:
    """The last answer to a mail about a match."""
    return drafted(settings, letters("answer", match)[-1], now).mail


def turn(settings: Settings) -> tuple[str, int, str, Mail]:
    """A match, the seat that is asked, the address of its letter, and the letter."""
    match = begin(settings, LORDS)
    seat = asked(match)[0].seat
    return match, seat, *posted(settings, to_seat("your-turn", match, seat))


def test_it_works(settings: Settings) -> None:
    match, seat, address, letter = turn(settings)
    lines = legal_lines(match, seat)
    assert letter.header("Reply-To") == address
    assert "Replies to it are not read" not in letter.text
    assert f'href="mailto:{address}?body=recruit%201"' in letter.html
    assert send(settings, address, "2\n\nOn Thursday pbem wrote:\n> 3\n")
    assert rows.entries(match)[-1].line == lines[1]
    mail = answer(settings, match)
    assert f"- done: {lines[1]}" in mail.text
    assert mail.header("Auto-Submitted") == "auto-replied"
    assert mail.to.address == player_at(match, seat).email


def test_the_same_move_by_http_and_by_mail_leaves_the_same_rows(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ids, "new_seed", lambda: "ab" * 32)
    match, seat, address, _ = turn(settings)
    other = begin(settings, LORDS)
    line = legal_lines(match, seat)[0]
    send(settings, address, line)
    submit(settings, other, seat, line)
    told = "SELECT number, kind, seat, line, automatic, events, at FROM entry WHERE match_id = ?"
    state = 'SELECT snapshot, entry, state FROM "match" WHERE id = ?'
    places = "SELECT seat, asked, turn, asks, opened_at, deadline, timeouts FROM place WHERE match_id = ?"
    for sql in (told, state, places):
        assert db.fetchall(sql, (match,)) == db.fetchall(sql, (other,))


def test_the_same_mail_again_has_no_effect(settings: Settings) -> None:
    match, _, address, _ = turn(settings)
    for _ in range(3):
        send(settings, address, "1")
    assert kinds(match).count("move") == 1
    assert len(letters("answer", match)) == 1


def test_numbers_count_against_the_list_of_that_letter(settings: Settings) -> None:
    match, seat, address, _ = turn(settings)
    count = len(legal_lines(match, seat))
    send(settings, address, str(count + 1))
    assert f"Your letter has no move with the number {count + 1}." in " ".join(
        answer(settings, match).text.split()
    )
    assert kinds(match) == ["start"]


def test_a_letter_of_a_turn_that_is_over_does_nothing_and_shows_the_table(settings: Settings) -> None:
    match, seat, address, _ = turn(settings)
    submit(settings, match, seat, legal_lines(match, seat)[0])
    entry = entry_of(match)
    send(settings, address, "1")
    assert entry_of(match) == entry
    assert "no move was made" in answer(settings, match).text
    other = asked(match)[0].seat
    submit(settings, match, other, legal_lines(match, other)[0])
    send(settings, address, "2")
    said = " ".join(answer(settings, match).text.split())
    assert inbox.TOO_OLD in said
    assert "Your moves" in said


def test_a_refusal_tells_why_and_prints_the_choices_again(settings: Settings) -> None:
    match, seat, address, _ = turn(settings)
    send(settings, address, "muster scott-99 up")
    mail = answer(settings, match)
    assert "`muster scott-99 up`: `scott-99` is no card." in " ".join(mail.text.split())
    assert "Your moves" in mail.text
    fresh, _ = posted(settings, letters("answer", match)[-1])
    assert fresh != address
    send(settings, fresh, "1")
    assert kinds(match)[-1] == "move"
    assert legal_lines(match, seat) == [] or asked(match)


def test_several_moves_in_a_line(settings: Settings) -> None:
    match = begin(settings, "schotten-totten-2")
    seat = asked(match)[0].seat
    address, _ = posted(settings, to_seat("your-turn", match, seat))
    line = legal_lines(match, seat)[-1]
    send(settings, address, f"{line};\nend")
    assert [entry.line for entry in rows.entries(match)][1] == line


@pytest.mark.parametrize(
    "more", ["Auto-Submitted: auto-replied\r\n", "Precedence: bulk\r\n", "List-Id: <x.y>\r\n"]
)
def test_automatic_mails_do_nothing_and_are_not_answered(settings: Settings, more: str) -> None:
    match, _, address, _ = turn(settings)
    send(settings, address, "1", more)
    assert kinds(match) == ["start"]
    assert letters("answer") == []


def test_mails_that_do_nothing_are_answered_three_times_a_day(settings: Settings) -> None:
    match, _, address, _ = turn(settings)
    for number in range(9):
        send(settings, address, f"I do not understand you ({number})")
    assert len(letters("answer", match)) == 3
    send(settings, address, "and today?", now=NOW + 2 * DAY)
    assert len(letters("answer", match)) == 4
    send(settings, address, "1", now=NOW + 2 * DAY)  # what does something is always answered
    assert len(letters("answer", match)) == 5


def test_who_writes_to_an_address_that_there_is_not_is_told_so_at_the_door(settings: Settings) -> None:
    _, _, address, _ = turn(settings)
    for wrong in (
        f"{'ab'[address[0] == 'a']}{address[1:]}",
        "ann@example.org",
        "@reply.example.org",
        address.replace("reply", "r"),
        "",
    ):
        assert replies.find(settings, wrong) is None
        assert not send(settings, wrong, "1")
    assert replies.find(settings, address.upper()) is not None


def test_each_sign_of_an_address_counts(settings: Settings) -> None:
    _, _, address, _ = turn(settings)
    secret, _, domain = address.partition("@")
    pick = random.Random(1)
    for place, sign in enumerate(secret):
        other = pick.choice([each for each in "abcdefghijklmnopqrstuvwxyz234567" if each != sign])
        assert replies.find(settings, f"{secret[:place]}{other}{secret[place + 1 :]}@{domain}") is None


def test_without_cards_a_letter_is_answered_in_words_alone(settings: Settings) -> None:
    match = begin(settings, LORDS)
    seat = asked(match)[0].seat
    players.choose(player_at(match, seat).email, players.NO_CARDS, True, NOW)
    address, mail = posted(settings, to_seat("your-turn", match, seat))
    assert "Your moves" not in mail.text
    send(settings, address, "1")
    assert kinds(match) == ["start"]
    line = legal_lines(match, seat)[0]
    send(settings, address, line)
    assert kinds(match)[1] == "move"
    assert line not in answer(settings, match).text


def test_who_wants_it_so_is_heard_from_his_own_address_alone(settings: Settings) -> None:
    match, seat, address, _ = turn(settings)
    email = player_at(match, seat).email
    players.choose(email, players.FROM_ME_ONLY, True, NOW)
    for sender in ("eve@example.org", f"{email}, eve@example.org", f"{email}>, <eve@example.org", ""):
        raw = f"From: {sender}\r\nSubject: x ({sender})\r\n\r\n1\r\n".encode()
        inbox.take(settings, raw, address, NOW)
    inbox.take(settings, f"From: {email}\r\nFrom: eve@example.org\r\n\r\n1\r\n".encode(), address, NOW)
    inbox.handle(settings, "worker", lambda: NOW)
    assert kinds(match) == ["start"]
    assert inbox.STRANGE in " ".join(answer(settings, match).text.split())
    assert answer(settings, match).to.address == email
    inbox.take(settings, f"From: Me <{email.upper()}>\r\n\r\n1\r\n".encode(), address, NOW)
    inbox.handle(settings, "worker", lambda: NOW)
    assert kinds(match)[1] == "move"


def test_leaving_takes_two_words(settings: Settings) -> None:
    match, _, address, _ = turn(settings)
    send(settings, address, "resign")
    assert kinds(match) == ["start"]
    assert inbox.SURE in " ".join(answer(settings, match).text.split())
    send(settings, address, "Resign yes.")
    assert "resignation" in kinds(match)


@pytest.mark.parametrize("word", ["help", "table", "undo"])
def test_words_are_answered_and_change_nothing(settings: Settings, word: str) -> None:
    match, _, address, _ = turn(settings)
    send(settings, address, word)
    assert kinds(match) == ["start"]
    assert "Your moves" in answer(settings, match).text


def test_a_mail_that_cannot_be_read_is_told_so_and_the_next_one_is_handled(settings: Settings) -> None:
    match, _, address, _ = turn(settings)
    inbox.take(settings, b"X-A: b\r\n" * 100_000, address, NOW)
    assert send(settings, address, "1")
    assert kinds(match)[-1] == "move"
    texts = [drafted(settings, letter).mail.text for letter in letters("answer", match)]
    assert sum(inbox.UNREADABLE in text for text in texts) == 1


def test_a_mail_that_came_in_time_holds_the_deadline(settings: Settings) -> None:
    match, seat, address, _ = turn(settings)
    deadline = asked(match)[0].deadline
    assert deadline is not None
    raw = written("1", "plain", "utf-8", "8bit")
    inbox.take(settings, raw, address, deadline - SECOND)
    late = deadline + 3 * 3600 * SECOND
    assert deadlines.expire(settings, "worker", late) == 0
    inbox.handle(settings, "worker", lambda: late)
    assert rows.entries(match)[1].kind == "move"
    assert rows.entries(match)[1].seat == seat


def test_a_mail_that_came_too_late_holds_nothing(settings: Settings) -> None:
    match, _, address, _ = turn(settings)
    deadline = asked(match)[0].deadline
    assert deadline is not None
    inbox.take(settings, written("1", "plain", "utf-8", "8bit"), address, deadline + SECOND)
    assert deadlines.expire(settings, "worker", deadline + GRACE + SECOND) == 1
    assert "timeout" in kinds(match)


def test_after_the_end_it_is_told(settings: Settings) -> None:
    match, seat, address, _ = turn(settings)
    play.resign(settings, match, player_at(match, 1 - seat).id, NOW)
    send(settings, address, "1")
    assert "The match is over." in answer(settings, match).text
    assert faults() == {}


def test_old_addresses_and_mails_are_forgotten(settings: Settings) -> None:
    _, _, address, _ = turn(settings)
    send(settings, address, "1")
    assert inbox.purge(NOW + inbox.KEPT + SECOND) == 1
    assert replies.purge(NOW + replies.KEPT + SECOND) == 1
    assert replies.find(settings, address) is None


def test_a_letter_is_sent_again_with_another_address_if_it_prints_another_list(settings: Settings) -> None:
    match, seat, address, _ = turn(settings)
    letter = to_seat("your-turn", match, seat)
    again = replies.prepare(settings, letter.id, "x", match, seat, 1, legal_lines(match, seat), NOW)
    other = replies.prepare(settings, letter.id, "x", match, seat, 1, ["recruit 1"], NOW)
    assert again
    assert other
    assert (again.address == address, other.address == address) == (True, False)


def test_what_somebody_writes_becomes_no_header_and_no_link(settings: Settings) -> None:
    match, _, address, _ = turn(settings)
    send(settings, address, "recruit <a href=https://evil.example>x</a>\r\nBcc: eve@example.org")
    mail = answer(settings, match)
    assert "Bcc" not in header_names(serialised(mail))
    assert "https://evil.example" not in [part.split('"')[0] for part in mail.html.split('href="')[1:]]
    assert "<a href=https" not in mail.html


def test_without_such_addresses_replies_are_not_read(tmp_path: Path) -> None:
    settings = open_house(tmp_path / "other")
    match = begin(settings, LORDS)
    found = drafted(settings, to_seat("your-turn", match, asked(match)[0].seat))
    assert found.reply is None
    assert found.mail.header("Reply-To") is None
    assert "Replies to it are not read." in found.mail.text
    db.close()


def test_the_address_in_the_letter_that_went_out_is_known(settings: Settings, tmp_path: Path) -> None:
    match = begin(settings, LORDS)
    caught = catcher.start(tmp_path / "caught")
    post = Post(SmtpServer(caught.host, caught.port))
    assert deliver(settings, post, "worker", lambda: NOW + MINUTE) > 0
    post.close()
    caught.stop()
    told = [dict(letter.headers).get("Reply-To") for letter in catcher.caught(tmp_path / "caught")]
    found = [replies.find(settings, address) for address in told if address]
    assert [(reply.match, reply.seat) for reply in found if reply] == [(match, asked(match)[0].seat)]
