from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.notation import verb
from pbem.errors import BadValue, LimitReached
from pbem.service import letters, matches, outbox, players, reading, rows
from pbem.service.lookalikes import told_apart
from pbem.service.matches import Proposal
from pbem.service.names import checked_name
from pbem.service.pace import DAY
from pbem.service.players import Profile
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.houses import LORDS, NOW

REAL = (
    "Ann", "Zoë", "Bob 2", "Anna-Lena", "O'Neill", "Anne Åberg", "J. R. R. Tolkien", "J.R.R. Tolkien",
    "Dr. Ann", "Martin Luther King Jr.", "Jean-Paul S.", "J.-P. Sartre", "Juan Carlos de la Cruz",
    "Nguyễn Thị Ánh", "Łukasz Żółć", "Þórdís", "İbrahim Çağ", "Жанна д'Арк", "Юрий Гагарин", "Ґалина Їжак",
    "Ελένη Παπαδοπούλου", "Գևորգ", "ნინო", "שָׂרָה כֹּהֵן", "مُحَمَّد", "علی رضا", "सुनीता हूँ", "শ্রীমতী",
    "தமிழ்ச்செல்வி", "กิ๊ก น้ำ", "ကျော်မြို့", "ខ្មែរ", "བསྟན", "李雷", "王 小明", "さくら", "ジョン",
    "김민수", "አበበ", "Ŋgũgĩ", "agent 007", "kim2004",
)  # fmt: skip
IGNORABLE = (
    0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
    *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
    0xE0000, 0xE0041, 0xE0100, 0xE0FFF,
)  # fmt: skip


@pytest.mark.parametrize("name", REAL)
def test_names_of_the_world_are_taken_as_they_are(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Bob resigns. Eve", "Bob is out. Eve", "Your account is locked. Call 0900 123", "Call 0900 1234567",
        "Your account is locked call us", "1.1.1.1", "⒈⒈⒈⒈", "10.0", "a.com", "t.co", "Goo.gl", "evil .com",
        "e\u0301vil.com", "a.c\u0301om", "ｗｗｗ evil", ". Ann", "..", "Ann..", "evil。com",
    ],
)  # fmt: skip
def test_sentences_and_links_are_no_names(name: str) -> None:
    with pytest.raises(BadValue) as refused:
        checked_name(name)
    assert refused.value.field == "name"


@pytest.mark.parametrize("code", IGNORABLE)
def test_signs_that_nobody_sees_are_refused(code: int) -> None:
    for name in (chr(code), f"Ann{chr(code)}", f"evil{chr(code)}.com"):
        with pytest.raises(BadValue):
            checked_name(name)


@pytest.mark.parametrize(
    "name",
    ["a" + "\u0336" * 39, "Ann\u0336\u0315\u0334", "\u0301Ann", "A \u0301n", "Ann\u20dd", "ก" + "\u0e49" * 6],
)
def test_a_letter_carries_few_marks_and_nothing_else_carries_any(name: str) -> None:
    with pytest.raises(BadValue):
        checked_name(name)


def test_no_name_begins_like_a_move_of_any_game(toy: str) -> None:
    verbs = {verb(move) for game in GAMES.values() for move in game.moves}
    assert len(verbs) > len(GAMES["lords-of-scotland"].moves)
    for word in verbs:
        for name in (f"{word} 1", f"{word.upper()} Ann", word, f"{word[0]}\u0301{word[1:]} 2"):
            with pytest.raises(BadValue):
                checked_name(name)
        assert checked_name(f"{word}x 1")
        assert checked_name(f"Ann {word}") == f"Ann {word}"


def test_a_slanted_apostrophe_is_taken_for_a_plain_one() -> None:
    assert checked_name("O\u2019Neill") == "O'Neill"


@pytest.mark.parametrize(
    "twin",
    ["Bob", "bob", "BOB", "Воb", "Bоb", "Βob", "Ｂｏｂ", "𝐁𝐨𝐛", "B0b", "Bob.", "B ob", "Bo\u0323b"],
)
def test_two_players_that_look_alike_are_told_apart(twin: str) -> None:
    assert told_apart(("Bob", "Ann", twin)) == ("Bob", "Ann", f"{twin} (2)")


def test_names_that_differ_stay_as_they_are_and_many_alike_are_counted() -> None:
    names = ("Ann", "Anna", "Жанна", "李雷", "Bob 1")
    assert told_apart(names) == names
    assert told_apart(("Bob", "bob", "Ann", "BOB")) == ("Bob", "bob (2)", "Ann", "BOB (3)")
    assert told_apart(("Bill", "BiII")) == ("Bill", "BiII (2)")
    assert told_apart(()) == ()


def test_who_takes_the_name_of_another_is_told_from_him_everywhere(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow
) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 3), NOW)
    for player in (bob, carl):
        matches.join(settings, match, player, None, NOW)
    players.change(carl, Profile(name="Воb"), NOW)
    told = ("Ann", "Bob", "Воb (2)")
    assert rows.names(match) == told
    sight = reading.sight(match, ann)
    assert sight.names == told
    assert sight.table is not None
    assert "Воb (2)" in sight.table
    letter = next(
        letter
        for letter in outbox.claim("w", NOW, 99)
        if letter.kind == "match-started" and letter.player == ann.id
    )
    drafted = letters.draft(settings, letter, NOW)
    assert isinstance(drafted, letters.Draft)
    assert "Воb (2)" in drafted.mail.text


def test_a_name_is_changed_five_times_a_day(settings: Settings, ann: PlayerRow) -> None:
    for number in range(5):
        ann = players.change(ann, Profile(name=f"Ann {number}"), NOW)
        ann = players.change(ann, Profile(name=ann.name, time_zone="UTC"), NOW)
    with pytest.raises(LimitReached):
        players.change(ann, Profile(name="Bob"), NOW)
    assert players.change(ann, Profile(time_zone="Asia/Tokyo"), NOW).name == "Ann 4"
    assert players.change(ann, Profile(name="Bob"), NOW + DAY).name == "Bob"
