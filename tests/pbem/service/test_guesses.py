"""What a stranger's wrong codes and requests for codes can do to others: nothing from few sources."""

from __future__ import annotations

from functools import partial

import pytest

from pbem import db
from pbem.errors import LimitReached, WrongCode
from pbem.service import players
from pbem.service.limits import HOUR
from pbem.service.pace import DAY, SECOND
from pbem.service.players import Profile
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.crowds import at_once, crowd
from tests.pbem.service.houses import NOW, code_for

ZOE = "zoe@example.org"
MINUTE = 60 * SECOND


def ask(settings: Settings, source: str, now: int = NOW, address: str = ZOE) -> str:
    """A code asked for from a source."""
    players.sign_in(settings, address, Profile(), source, now)
    return code_for(settings, address)


def redeem(settings: Settings, code: str, source: str, now: int = NOW) -> PlayerRow:
    """The player whom a code brings in that was typed at a source."""
    return players.redeem(settings, ZOE, code, "", "api", source, now)[2]


def guess(settings: Settings, code: str, source: str, times: int, now: int = NOW) -> None:
    """Wrong codes from a source."""
    for _ in range(times):
        with pytest.raises(WrongCode):
            redeem(settings, f"{(int(code) + 1) % 1_000_000:06d}", source, now)


def test_a_strangers_wrong_guesses_do_not_spoil_the_code(settings: Settings) -> None:
    code = ask(settings, "home")
    guess(settings, code, "stranger", 50)
    with pytest.raises(WrongCode):
        redeem(settings, code, "stranger")
    assert redeem(settings, code, "home").email == ZOE


def test_a_new_code_gives_a_source_no_new_tries(settings: Settings) -> None:
    guess(settings, ask(settings, "there"), "there", 5)
    code = ask(settings, "there")
    with pytest.raises(WrongCode):
        redeem(settings, code, "there", NOW + 15 * MINUTE - 1)
    assert redeem(settings, ask(settings, "there", NOW + MINUTE), "there", NOW + 15 * MINUTE).email == ZOE


def test_five_tries_are_five_over_the_turn_of_any_clock(settings: Settings) -> None:
    for start in range(NOW, NOW + HOUR, 5 * MINUTE + 7):
        with db.write():
            db.run("DELETE FROM tally")
        code = ask(settings, "there", start)
        for at in range(6):
            guess(settings, code, "there", 1, start + at * 2 * MINUTE)
        with pytest.raises(WrongCode):
            redeem(settings, code, "there", start + 13 * MINUTE)


def test_an_address_stands_thirty_wrong_guesses_an_hour_from_everywhere(settings: Settings) -> None:
    code = ask(settings, "home")
    for number in range(6):
        guess(settings, code, f"stranger {number}", 5)
    with pytest.raises(WrongCode):
        redeem(settings, code, "home")
    with pytest.raises(WrongCode):
        redeem(settings, ask(settings, "home", NOW + 50 * MINUTE), "home", NOW + HOUR - 1)
    assert redeem(settings, ask(settings, "home", NOW + 50 * MINUTE), "home", NOW + HOUR).email == ZOE


def test_guesses_of_many_sources_side_by_side_count_exactly(settings: Settings) -> None:
    code = ask(settings, "home")
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    works = [partial(redeem, settings, wrong, f"stranger {number % 4}") for number in range(28)]
    assert {type(answer) for answer in at_once(works)} == {WrongCode}
    found = db.fetchall("SELECT sum(count) FROM tally WHERE key LIKE 'wrong%' GROUP BY key ORDER BY 1")
    assert found == [(5,), (5,), (5,), (5,), (20,)]
    assert redeem(settings, code, "home").email == ZOE


def test_guesses_side_by_side_from_one_source_are_five(settings: Settings) -> None:
    code = ask(settings, "there")
    crowd(partial(redeem, settings, f"{(int(code) + 1) % 1_000_000:06d}", "there"), 12)
    found = db.fetchall("SELECT sum(count) FROM tally WHERE key LIKE 'wrong%' GROUP BY key ORDER BY 1")
    assert found == [(5,), (5,)]


def test_guesses_at_nothing_leave_no_trace(settings: Settings) -> None:
    with pytest.raises(WrongCode):
        redeem(settings, "123456", "there")
    assert db.fetchall("SELECT count(*) FROM tally") == [(0,)]


def test_a_stranger_does_not_use_up_the_codes_of_an_address(settings: Settings) -> None:
    for _ in range(4):
        ask(settings, "stranger")
    for _ in range(3):
        with pytest.raises(LimitReached):
            ask(settings, "stranger")
    assert redeem(settings, ask(settings, "home"), "home").email == ZOE


def test_an_address_gets_ten_codes_an_hour_from_everywhere(settings: Settings) -> None:
    start = NOW - NOW % DAY
    for number in range(10):
        ask(settings, f"source {number}", start)
    with pytest.raises(LimitReached) as refused:
        ask(settings, "home", start)
    assert refused.value.retry_after == 3601
    ask(settings, "home", start + HOUR)


def test_a_tag_makes_no_other_mailbox_for_the_limits(settings: Settings) -> None:
    for number in range(4):
        ask(settings, "stranger", address=f"zoe+{number}@example.org")
    with pytest.raises(LimitReached):
        ask(settings, "stranger", address="zoe+4@example.org")
    with pytest.raises(LimitReached):
        ask(settings, "stranger")
    ask(settings, "stranger", address="+zoe@example.org")
    ask(settings, "home", address="zoe+4@example.org")
    assert db.fetchall("SELECT count(*) FROM sign_in WHERE email = 'zoe+0@example.org'") == [(1,)]
