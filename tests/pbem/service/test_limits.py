from __future__ import annotations

from functools import partial

import pytest

from pbem import db
from pbem.errors import LimitReached
from pbem.service import limits
from pbem.service.limits import HOUR, Limit
from pbem.service.pace import DAY
from pbem.settings import Settings
from tests.pbem.service.crowds import crowd
from tests.pbem.service.houses import NOW

FIVE = Limit("things", 5, HOUR)
START = NOW - NOW % DAY


def once(limit: Limit, subject: str, now: int, times: int = 1) -> None:
    with db.write():
        limits.count(limit, subject, now, times)


def test_a_limit_is_reached_and_says_when_it_ends(settings: Settings) -> None:
    for _ in range(5):
        once(FIVE, "ann", START)
    with pytest.raises(LimitReached) as refused:
        once(FIVE, "ann", START + HOUR - 10_000_000)
    assert refused.value.retry_after == 11
    once(FIVE, "ann", START + HOUR)


def test_what_was_refused_does_not_count(settings: Settings) -> None:
    once(FIVE, "ann", START, 4)
    with pytest.raises(LimitReached):
        once(FIVE, "ann", START, 2)
    once(FIVE, "ann", START)


def test_everybody_has_his_own_count(settings: Settings) -> None:
    once(FIVE, "ann", START, 5)
    once(FIVE, "bob", START, 5)


def test_an_hour_and_the_day_it_begins_are_counted_apart(settings: Settings) -> None:
    day = Limit("things", 6, DAY)
    for _ in range(5):
        once(FIVE, "ann", START)
        once(day, "ann", START)
    once(day, "ann", START)
    with pytest.raises(LimitReached):
        once(day, "ann", START)


def test_side_by_side_exactly_so_many_pass(settings: Settings) -> None:
    answers = crowd(partial(once, FIVE, "ann", START), 20)
    assert answers.count(None) == 5
    assert {type(answer) for answer in answers if answer is not None} == {LimitReached}


def test_old_counts_are_forgotten(settings: Settings) -> None:
    once(FIVE, "ann", START)
    assert limits.purge(START + 2 * DAY) == 0
    assert limits.purge(START + 2 * DAY + 1) == 1
