from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.service.pace import DAY, SECOND, Pace, ask, given_back, reminders, rest
from pbem.service.rows import PlaceRow

HOUR = 3600 * SECOND
NOBODY = PlaceRow("m", 0, "p", None, None, 0, None, None, 0, None, 0)
THREE_DAYS = Pace()


def asked_at(now: int, pace: Pace = THREE_DAYS, turn: int = 1, entry: int = 1) -> PlaceRow:
    return ask(NOBODY, pace, turn, entry, own_move=False, now=now)


def test_a_seat_that_is_asked_has_the_whole_time() -> None:
    place = asked_at(1000, turn=7, entry=4)
    assert (place.turn, place.asked, place.asks, place.opened_at) == (7, 4, 1, 1000)
    assert place.deadline == 1000 + 3 * DAY


def test_its_own_moves_never_extend_the_time() -> None:
    place = asked_at(0)
    later = ask(place, THREE_DAYS, 1, 9, own_move=True, now=3 * DAY - 1)
    assert later == place._replace(asked=9)


def test_somebody_elses_answer_leaves_a_waiting_seat_alone() -> None:
    place = asked_at(0)
    assert ask(place, THREE_DAYS, 1, 9, own_move=False, now=DAY) == place


def test_who_is_asked_again_early_keeps_the_deadline() -> None:
    again = ask(rest(asked_at(0)), THREE_DAYS, 1, 5, own_move=False, now=DAY)
    assert (again.asked, again.asks, again.deadline) == (5, 2, 3 * DAY)


def test_who_is_asked_again_late_has_a_quarter_of_the_time() -> None:
    again = ask(rest(asked_at(0)), THREE_DAYS, 1, 5, own_move=False, now=3 * DAY - HOUR)
    assert again.deadline == 3 * DAY - HOUR + 3 * DAY // 4
    assert again.opened_at == 0


def test_who_is_asked_again_after_the_deadline_has_a_quarter_of_the_time() -> None:
    again = ask(rest(asked_at(0)), THREE_DAYS, 1, 5, own_move=False, now=9 * DAY)
    assert again.deadline == 9 * DAY + 3 * DAY // 4


def test_the_next_turn_begins_anew() -> None:
    place = ask(asked_at(0), THREE_DAYS, 2, 3, own_move=True, now=DAY)
    assert (place.turn, place.asks, place.opened_at, place.deadline) == (2, 1, DAY, 4 * DAY)


def test_who_rests_is_not_asked() -> None:
    assert rest(asked_at(0)).asked is None


def test_reminders_come_after_parts_of_the_time() -> None:
    pace = Pace(seconds=1000, reminders=(0.8, 0.5, 0.5))
    assert reminders(pace, 1000 * SECOND, after=0) == [(1, 500 * SECOND), (2, 800 * SECOND)]


def test_reminders_that_are_past_are_not_written_and_the_others_keep_their_numbers() -> None:
    pace = Pace(seconds=1000)
    assert reminders(pace, 1000 * SECOND, after=500 * SECOND) == [(2, 800 * SECOND)]
    assert reminders(pace, 1000 * SECOND, after=800 * SECOND) == []


@pytest.mark.parametrize(
    "bad",
    [
        {"seconds": 0},
        {"seconds": 61 * 86_400},
        {"seconds": "3600"},
        {"reminders": [0]},
        {"reminders": [1]},
        {"reminders": [0.1, 0.2, 0.3, 0.4, 0.5]},
        {"on_timeout": "shout"},
        {"kind": "per_move"},
        {"speed": 1},
    ],
)
def test_a_pace_that_cannot_be_is_refused(bad: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"kind": "per_turn", **bad}, Pace)


def test_a_turn_that_was_open_gets_the_lost_time_back() -> None:
    assert given_back(asked_at(0), THREE_DAYS, began=DAY, ended=2 * DAY) == 4 * DAY


def test_a_turn_that_ran_out_while_nobody_watched_gets_back_what_was_left_of_it() -> None:
    assert given_back(asked_at(0), THREE_DAYS, began=2 * DAY, ended=9 * DAY) == 10 * DAY


def test_a_tenth_of_the_time_is_left_at_least() -> None:
    later = given_back(asked_at(0), THREE_DAYS, began=3 * DAY - HOUR, ended=9 * DAY)
    assert later == 9 * DAY + 3 * DAY // 10


def test_a_deadline_missed_before_the_outage_stays_missed() -> None:
    assert given_back(asked_at(0), THREE_DAYS, began=3 * DAY, ended=9 * DAY) is None


def test_a_turn_that_was_opened_after_the_outage_keeps_its_deadline() -> None:
    assert given_back(asked_at(9 * DAY), THREE_DAYS, began=DAY, ended=2 * DAY) == 12 * DAY


def test_at_least_two_hours_are_left_of_a_short_turn() -> None:
    pace = Pace(seconds=36_000)
    assert given_back(asked_at(0, pace), pace, began=10 * HOUR - SECOND, ended=11 * HOUR) == 13 * HOUR


def test_a_turn_shorter_than_two_hours_is_given_whole() -> None:
    pace = Pace(seconds=3600)
    assert given_back(asked_at(0, pace), pace, began=HOUR - SECOND, ended=2 * HOUR) == 3 * HOUR


MOMENTS = st.integers(0, 100 * DAY)


@given(
    seconds=st.integers(1, 60 * 86_400),
    opened=MOMENTS,
    extended=st.integers(0, 20 * DAY),
    began=MOMENTS,
    gap=MOMENTS,
)
def test_what_is_given_back_is_never_less_than_promised(
    seconds: int, opened: int, extended: int, began: int, gap: int
) -> None:
    pace = Pace(seconds=seconds)
    before = opened + pace.span + extended
    place = asked_at(opened, pace)._replace(deadline=before)
    ended = began + gap
    after = given_back(place, pace, began, ended)
    if after is None:
        assert before <= began
        return
    promised = min(max(2 * HOUR, pace.span // 10), pace.span)
    assert after >= before
    assert after >= ended + promised
    assert after <= max(ended + pace.span, before)


@given(seconds=st.integers(1, 60 * 86_400), opened=MOMENTS, began=MOMENTS, gap=MOMENTS)
def test_nobody_has_less_time_than_without_the_outage(
    seconds: int, opened: int, began: int, gap: int
) -> None:
    pace = Pace(seconds=seconds)
    place = asked_at(opened, pace)
    ended = began + gap
    after = given_back(place, pace, began, ended)
    if after is None or place.opened_at is None:
        return
    watched = max(0, began - opened) + max(0, after - max(ended, opened))
    assert watched >= pace.span


@given(seconds=st.integers(1, 60 * 86_400), opened=MOMENTS, began=MOMENTS, first=MOMENTS, second=MOMENTS)
def test_two_outages_in_a_row_never_give_more_than_a_turn_from_the_end(
    seconds: int, opened: int, began: int, first: int, second: int
) -> None:
    pace = Pace(seconds=seconds)
    place = asked_at(opened, pace)
    middle, end = began + first, began + first + second
    after = given_back(place, pace, began, middle)
    if after is None:
        return
    again = given_back(place._replace(deadline=after), pace, middle, end)
    assert again is None or after <= again <= max(end + pace.span, after)
