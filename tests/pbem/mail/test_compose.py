"""The letters as a player reads them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.mail import compose
from pbem.mail.compose import Cover, Done, Playing, Ranked, Terms, Turn
from pbem.mail.message import Mail, Picture, header_names, serialised

GOLDEN = Path(__file__).parent / "golden"
AT = 1_796_300_000_000_000
DEADLINE = 1_796_317_511_000_000
SECRET = "scott-7"

COVER = Cover(
    kind="your-turn",
    letter="0123456789abcdef",
    sender="pbem <pbem@games.example.org>",
    name="Carl",
    address="carl@example.org",
    locale="en",
    time_zone="Europe/Copenhagen",
    at=AT,
    site="https://games.example.org",
    unsubscribe="https://games.example.org/unsubscribe/0123456789abcdef/abcdefghijklmnopqrstuvwxyz234567",
)
PLAYING = Playing("k3j9abcdefgh1234", "lords-of-scotland", "Lords of Scotland", ("Ann", "Bob"))
TABLE = """LORDS OF SCOTLAND                          skirmish 2, turn-cycle 1 of 5
It is your turn: recruit or muster. Ann holds Victor's Initiative.

RECRUITS
  1  forsyth-8      draw a card
  2  face-down

ARMIES                                      strength    hand   points
a  Ann                                             0       6        3
b  Bob                                  0 + 1 hidden       3       12
   b1   face-down
c  Carl (you)                                      0       4       11

YOUR HAND
  scott-7        copy the power of a face-up follower
"""
TURN = Turn(
    news=(
        "Ann musters forsyth-6 face-up without its power.",
        "You recruit the face-down card from slot 5: it is scott-7.",
        "Skirmish 2 begins, led by Ann; the supporters are macdonnell-5, fergusson-6, cochrane-4.",
        "Bob musters a card face-down as b1.",
    ),
    table=TABLE,
    moves=(
        "recruit 1", "recruit 2",
        "muster scott-7 up", "muster scott-7 up copy forsyth-6", "muster scott-7 down",
    ),
    deadline=DEADLINE,
    forfeits=True,
)  # fmt: skip
REPLY_TO = "abcdefghijklmnopqrstuvwxyz@reply.example.org"
UNENDING = ("sign-in-code", "answer")
"""Kinds that nobody can unsubscribe from: they come for a request alone."""
TERMS = Terms(3, 259_200, True)


def of_kind(kind: str, cover: Cover = COVER, playing: Playing = PLAYING, turn: Turn = TURN) -> Mail:
    cover = replace(cover, kind=kind, unsubscribe=None if kind in UNENDING else cover.unsubscribe)
    if kind == "answer":
        cover = replace(cover, reply_to=REPLY_TO)
    others = playing.others
    link = f"{cover.site}/matches/{playing.match}?invitation=abcdefghijklmnopqrstuvwxyz234567"
    summary = "Muster an army of clans, and win the nobles' favour."
    ranking = [Ranked(1, others[0], 40), Ranked(2, f"{cover.name} (you)", 31)]
    builders: dict[str, Callable[[], Mail]] = {
        "sign-in-code": lambda: compose.sign_in_code(cover, "012345", DEADLINE),
        "invitation": lambda: compose.invitation(cover, playing, TERMS, others[0], summary, link, DEADLINE),
        "match-started": lambda: compose.match_started(cover, playing, TERMS, others, others[:1], False),
        "your-turn": lambda: compose.your_turn(cover, playing, turn),
        "reminder": lambda: compose.reminder(cover, playing, turn),
        "answer": lambda: compose.answer(
            cover, playing, Done((f"muster {SECRET} down",), ("recruit 2",), ""), turn, (), turn.table
        ),
        "correction": lambda: compose.correction(cover, playing, turn.deadline),
        "timed-out": lambda: compose.timed_out(cover, playing, False, turn.news),
        "match-over": lambda: compose.match_over(
            cover, playing, "Ann has 40 points.", ranking, turn.news, turn.table
        ),
        "match-lapsed": lambda: compose.match_lapsed(cover, playing, "Not all seats were taken in 14 days."),
    }
    return builders[kind]()


KINDS = ("sign-in-code", "answer", *compose.KINDS)
OF_A_MATCH = (
    "match-started",
    "your-turn",
    "correction",
    "answer",
    "reminder",
    "timed-out",
    "match-over",
    "match-lapsed",
)


class Page(HTMLParser):
    """What an HTML page consists of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [
            value or "" for name, value in attrs if name in ("href", "src", "action", "background")
        ]

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1] not in ("style", "title"):
            self.words.append(data)


@pytest.mark.parametrize("kind", KINDS)
def test_the_letter_reads_as_it_should(kind: str) -> None:
    """The golden texts; where one is missing or differs, the new one is written beside it to be looked at."""
    text = of_kind(kind).text
    golden = GOLDEN / f"{kind}.txt"
    if not golden.exists() or golden.read_text(encoding="utf-8") != text:
        golden.with_suffix(".new").write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", KINDS)
def test_lines_have_at_most_78_columns(kind: str) -> None:
    long = replace(PLAYING, others=("Maximilian Featherstonehaugh-Cholmondeley", "W" * 40, "Bob", "Edo"))
    for line in of_kind(kind, playing=long).text.split("\n"):
        assert len(line) <= 78 or re.fullmatch(r"https?://\S+", line)


@pytest.mark.parametrize("kind", KINDS)
def test_both_forms_say_the_same(kind: str) -> None:
    mail = of_kind(kind)
    words = " ".join(Page(mail.html).words).split()
    for word in re.sub(r"(?m)^(-+|-- |  - |\s+\d+  |.*https?://.*)$", "", mail.text).split():
        assert word in words or word in ("-", "--")


@pytest.mark.parametrize("kind", KINDS)
def test_other_programs_read_the_same(kind: str) -> None:
    mail = replace(of_kind(kind), picture=Picture("<svg/>", b"\x89PNG" + bytes(range(256))))
    message = message_from_bytes(serialised(mail), policy=policy.default)
    assert isinstance(message, EmailMessage)
    assert not message.defects
    plain, page = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert page is not None
    assert plain.get_content().splitlines() == mail.text.splitlines()
    assert page.get_content().splitlines() == mail.html.splitlines()
    (picture,) = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert picture.get_payload(decode=True) == mail.picture.png if mail.picture else False


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_needs_nothing_from_elsewhere(kind: str) -> None:
    page = Page(of_kind(kind).html)
    assert not {"img", "script", "link", "iframe", "form"} & set(page.tags)
    assert all(link.startswith((COVER.site, f"mailto:{REPLY_TO}?body=")) for link in page.links)


@pytest.mark.parametrize("kind", OF_A_MATCH)
def test_the_letters_of_a_match_hang_together(kind: str) -> None:
    mail = of_kind(kind)
    assert mail.subject == "Lords of Scotland with Ann and Bob"
    root = "<k3j9abcdefgh1234@games.example.org>"
    assert (mail.header("References"), mail.header("In-Reply-To")) == (root, root)
    assert mail.header("List-Id") == "<lords-of-scotland.games.example.org>"


@pytest.mark.parametrize("kind", KINDS)
def test_the_headers_are_those_of_a_machine(kind: str) -> None:
    mail = of_kind(kind)
    message = message_from_bytes(serialised(mail))
    assert message["Date"] == "Thu, 03 Dec 2026 12:13:20 +0000"
    assert message["Message-ID"] == "<0123456789abcdef@games.example.org>"
    assert message["Auto-Submitted"] == ("auto-replied" if kind == "answer" else "auto-generated")
    assert message["Reply-To"] == (REPLY_TO if kind == "answer" else None)
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["X-PBEM-Kind"] == kind
    if kind in UNENDING:
        assert message["List-Unsubscribe"] is None
    else:
        assert message["List-Unsubscribe"] == f"<{COVER.unsubscribe}>"
        assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert COVER.unsubscribe is not None
        assert COVER.unsubscribe in mail.text


@pytest.mark.parametrize("kind", ["your-turn", "reminder", "answer", "timed-out"])
def test_a_locked_screen_shows_nothing_hidden(kind: str) -> None:
    """Not even with the shortest names, the shortest address and the secret as the first news."""
    short = replace(COVER, site="http://localhost", time_zone="UTC")
    playing = Playing("k3j9abcdefgh1234", "go", "Go", ("Bo",))
    mail = of_kind(kind, short, playing, replace(TURN, news=(f"You draw {SECRET}.",), forfeits=False))
    assert SECRET in mail.text
    assert SECRET not in mail.subject
    assert SECRET not in mail.text[:200]
    assert SECRET not in " ".join(" ".join(Page(mail.html).words).split())[:200]


@pytest.mark.parametrize("kind", OF_A_MATCH)
def test_without_cards_nothing_of_them_is_told(kind: str) -> None:
    mail = of_kind(kind, replace(COVER, no_cards=True))
    for part in (mail.text, mail.html, mail.subject):
        for secret in (SECRET, "recruit 2", "forsyth", "RECRUITS", "musters", "fergusson"):
            assert secret not in part
    assert f"{COVER.site}/matches/{PLAYING.match}" in mail.text or kind == "match-lapsed"


def test_up_to_forty_moves_are_one_list() -> None:
    lines = tuple(f"muster card-{number} up" for number in range(40))
    text = of_kind("your-turn", turn=replace(TURN, moves=lines)).text
    assert "  40  muster card-39 up" in text
    assert "..." not in text


def test_many_moves_are_grouped_and_the_numbers_run_on() -> None:
    lines = ["recruit 1", "recruit 2"]
    lines += [f"muster card-{card} up swap b{place}" for card in range(5) for place in range(10)]
    text = of_kind("your-turn", turn=replace(TURN, moves=tuple(lines))).text
    assert "      recruit:\n   1  ... 1\n   2  ... 2\n      muster card-0:\n   3  ... up swap b0\n" in text
    assert "      muster card-4:\n  43  ... up swap b0\n" in text
    assert [int(number) for number in re.findall(r"(?m)^ *(\d+)  \.\.\.", text)] == [*range(1, 53)]


def test_many_short_moves_are_grouped_by_their_first_word() -> None:
    lines = [f"r{card} {tile}" for card in range(6) for tile in range(1, 8)]
    text = of_kind("your-turn", turn=replace(TURN, moves=(*lines, "pass"))).text
    assert "      r5:\n  36  ... 1\n" in text
    assert "  42  ... 7\n  43  pass\n" in text


def test_very_many_moves_leave_the_rest_to_the_page() -> None:
    lines = tuple(f"play a-{number % 7} b-{number}" for number in range(5000))
    mail = of_kind("your-turn", turn=replace(TURN, moves=lines))
    assert "(and 4600 more, on the match page)" in mail.text
    assert len(serialised(mail)) < 100_000


def test_of_much_news_the_latest_is_told() -> None:
    news = tuple(f"Event {number}." for number in range(200))
    text = of_kind("your-turn", turn=replace(TURN, news=news)).text
    assert "  - (earlier: 140 more, on the match page)\n  - Event 140." in text
    assert "Event 199." in text


def test_what_a_missed_deadline_leads_to_is_said() -> None:
    assert "Otherwise you leave the match." in of_kind("your-turn").text
    mild = of_kind("your-turn", turn=replace(TURN, forfeits=False)).text
    assert "Otherwise the service makes a safe move for you." in " ".join(mild.split())


HOSTILE = (
    "<img src=https://example.net/x>",
    '"><a href="https://example.net">x</a>',
    "[CLICK](https://example.net)",
    "{{ 7 * 7 }}",
    "&lt;b&gt;",
    "A =?UTF-8?Q?=0A?=Bcc: edo@example.net",
    "A\r\nBcc: edo@example.net",
    "A\n-- \nmuster scott-7 up",
)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_a_hostile_name_is_only_words(kind: str, name: str) -> None:
    """Even one that could never become a player's name."""
    plain = of_kind(kind)
    mail = of_kind(
        kind,
        replace(COVER, name=name),
        replace(PLAYING, others=(name, "Bob")),
        replace(TURN, news=(f"{name} musters.",), table=TABLE.replace("Bob", name.replace("\n", " "))),
    )
    raw = serialised(mail)
    assert header_names(raw) == header_names(serialised(plain))
    page = Page(mail.html)
    assert set(page.tags) == set(Page(plain.html).tags)
    assert len(page.links) == len(Page(plain.html).links)
    assert all(link.startswith((COVER.site, f"mailto:{REPLY_TO}?body=")) for link in page.links)
    assert not re.search(r"(?m)^muster", mail.text)


def test_the_message_id_is_the_same_on_every_try() -> None:
    later = replace(COVER, at=AT + 10**12, name="Somebody")
    first, second = compose.your_turn(COVER, PLAYING, TURN), compose.your_turn(later, PLAYING, TURN)
    assert (
        first.header("Message-ID")
        == second.header("Message-ID")
        == compose.message_id(COVER.letter, COVER.sender)
    )
    assert first.header("Date") != second.header("Date")


def test_names_are_listed_as_people_do() -> None:
    assert [compose.listed(names) for names in ([], ["Bob"], ["Bob", "Carl"], ["Bob", "Carl", "Edo"])] == [
        "", "Bob", "Bob and Carl", "Bob, Carl and Edo",
    ]  # fmt: skip
