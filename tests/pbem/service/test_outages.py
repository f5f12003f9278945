from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from pbem import db
from pbem.service import deadlines, outbox, play, reading, replaying, rows
from pbem.service.letters import Draft, Drop, draft
from pbem.service.pace import GRACE, SECOND
from pbem.settings import Settings
from tests.pbem.service.houses import (
    NOW,
    asked,
    faults,
    kinds,
    legal_lines,
    scaled,
    sight_of,
    state_of,
    submit,
)
from tests.pbem.service.others import Other, together
from tests.pbem.service.test_letters import letters, to_seat

Begin = Callable[..., str]
HOUR = 3600 * SECOND
PACE = {"seconds": 4 * 3600, "on_timeout": "safe_move"}
AWAY = NOW + HOUR
"""When the last worker was seen, an hour into the turn."""


def deadline(match: str) -> int:
    """The deadline of the one seat that is asked."""
    (place,) = asked(match)
    return place.deadline or 0


def test_a_long_time_without_workers_is_given_back(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    assert deadlines.make_good(settings, AWAY + 10 * HOUR) == 1
    assert deadline(match) == AWAY + 13 * HOUR
    assert kinds(match) == ["start", "outage"]
    assert deadlines.expire(settings, "w", AWAY + 13 * HOUR) == 0
    assert deadlines.expire(settings, "w", AWAY + 13 * HOUR + GRACE) == 1


def test_the_log_tells_of_it(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    deadlines.make_good(settings, AWAY + 10 * HOUR)
    (told,) = reading.log(sight_of(match, None), 1, -1)
    assert told.words == ("The service was down for a while; the time is given back.",)


@pytest.mark.parametrize(("gap", "matches"), [(0, 0), (300 * SECOND, 0), (300 * SECOND + 1, 1)])
def test_a_short_gap_only_delays(settings: Settings, running_match: Begin, gap: int, matches: int) -> None:
    running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    assert deadlines.make_good(settings, AWAY + gap) == matches


def test_one_living_worker_is_enough(settings: Settings, running_match: Begin) -> None:
    running_match(pace=PACE)
    deadlines.beat("dead", AWAY)
    deadlines.beat("living", AWAY + 10 * HOUR)
    assert deadlines.make_good(settings, AWAY + 10 * HOUR + SECOND) == 0


def test_a_time_before_the_first_worker_ever_is_given_back_too(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=PACE)
    assert deadlines.make_good(settings, NOW + 5 * HOUR) == 1
    assert deadline(match) == NOW + 9 * HOUR


def test_a_service_that_nobody_waits_for_has_no_outage(settings: Settings) -> None:
    assert deadlines.make_good(settings, NOW) == 0
    assert db.fetchall("SELECT * FROM outage") == []


def test_doing_it_again_gives_nothing_more(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    deadlines.make_good(settings, AWAY + HOUR)
    before = deadline(match)
    assert deadlines.make_good(settings, AWAY + HOUR) == 0
    assert deadlines.make_good(settings, AWAY + HOUR + SECOND) == 0
    assert deadline(match) == before


def test_two_outages_are_both_given_back(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    deadlines.make_good(settings, AWAY + HOUR)
    assert deadlines.make_good(settings, AWAY + 2 * HOUR) == 1  # no beat came in between
    assert deadline(match) == NOW + 6 * HOUR
    assert kinds(match) == ["start", "outage", "outage"]


def test_a_turn_opened_while_no_worker_ran_gets_its_part(settings: Settings, running_match: Begin) -> None:
    running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    match = running_match(pace=PACE, now=AWAY + HOUR)
    deadlines.make_good(settings, AWAY + 3 * HOUR)
    assert deadline(match) == AWAY + 7 * HOUR


def test_a_deadline_missed_before_is_not_revived(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=PACE)
    deadlines.beat("w", NOW + 4 * HOUR)
    assert deadlines.make_good(settings, NOW + 9 * HOUR) == 0
    assert deadlines.expire(settings, "w", NOW + 9 * HOUR) == 1
    assert kinds(match) == ["start", "timeout", "move"]


def test_a_match_that_is_over_gets_nothing(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    play.resign(settings, match, rows.places(match)[0].player, AWAY + HOUR)
    assert deadlines.make_good(settings, AWAY + 2 * HOUR) == 0


def test_all_seats_that_are_asked_get_it_in_one_entry(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3, PACE)
    submit(settings, match, 1, legal_lines(match, 1)[0], now=AWAY)
    deadlines.beat("w", AWAY)
    deadlines.make_good(settings, AWAY + HOUR)
    assert [place.deadline for place in asked(match)] == [NOW + 5 * HOUR] * 2
    assert kinds(match) == ["start", "move", "outage"]
    submit(settings, match, 0, legal_lines(match, 0)[0], now=AWAY + HOUR)
    assert not faults()


def test_a_page_from_before_the_outage_is_not_stale(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=PACE)
    (place,) = asked(match)
    deadlines.beat("w", AWAY)
    deadlines.make_good(settings, AWAY + HOUR)
    assert play.submit(settings, match, place.player, 1, ["recruit 2"], AWAY + HOUR).taken == ("recruit 2",)
    assert replaying.of_database() == (1, [])


def test_two_workers_that_find_it_at_once_give_it_back_once(settings: Settings, running_match: Begin) -> None:
    ids = [running_match(pace=PACE) for _ in range(scaled(30))]
    deadlines.beat("w", AWAY)
    now = AWAY + HOUR
    counts = together(settings, ("make_good", now), ("make_good", now + 1), ("make_good", now + 2))
    assert sum(counts) == len(ids)
    assert [kinds(match) for match in ids] == [["start", "outage"]] * len(ids)
    (row,) = db.fetchall("SELECT began_at, ended_at, done_at IS NOT NULL FROM outage")
    assert (row[0], row[2]) == (AWAY, 1)
    assert {deadline(match) for match in ids} == {NOW + 4 * HOUR + row[1] - AWAY}


def test_what_a_worker_killed_in_the_middle_left_is_done_by_the_next_once(
    settings: Settings, running_match: Begin
) -> None:
    ids = [running_match(pace=PACE) for _ in range(40)]
    deadlines.beat("w", AWAY)
    victim = Other(settings, "make_good", AWAY + HOUR)
    victim.wait_until_ready()
    victim.go()
    while not db.fetchone("SELECT 1 FROM entry WHERE kind = 'outage' LIMIT 1"):
        time.sleep(0.0005)
    victim.kill()
    assert any(kinds(match) == ["start"] for match in ids), "the worker was too fast to be killed"
    deadlines.make_good(settings, AWAY + HOUR + 60 * SECOND)
    assert [kinds(match) for match in ids] == [["start", "outage"]] * 40
    assert {deadline(match) for match in ids} == {NOW + 5 * HOUR}


def test_a_worker_killed_in_the_middle_and_a_long_night_are_two_outages(
    settings: Settings, running_match: Begin
) -> None:
    ids = [running_match(pace=PACE) for _ in range(40)]
    deadlines.beat("w", AWAY)
    victim = Other(settings, "make_good", AWAY + HOUR)
    victim.wait_until_ready()
    victim.go()
    while not db.fetchone("SELECT 1 FROM entry WHERE kind = 'outage' LIMIT 1"):
        time.sleep(0.0005)
    victim.kill()
    deadlines.make_good(settings, AWAY + 9 * HOUR)
    assert [kinds(match) for match in ids] == [["start", "outage", "outage"]] * 40
    assert {deadline(match) for match in ids} == {NOW + 13 * HOUR}


def test_a_match_that_cannot_go_on_does_not_hold_up_the_others(
    settings: Settings, running_match: Begin, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = running_match(pace=PACE), running_match(pace=PACE)
    with db.write():
        db.run("""UPDATE "match" SET snapshot = '{"public": 1}' WHERE id = ?""", (broken,))
    deadlines.beat("w", AWAY)
    assert deadlines.make_good(settings, AWAY + HOUR) == 1
    assert kinds(sound) == ["start", "outage"]
    assert broken in caplog.text
    assert state_of(broken) == "running"


def test_old_heartbeats_are_forgotten_but_not_ones_own(settings: Settings) -> None:
    deadlines.beat("old", NOW)
    deadlines.beat("w", NOW + 8 * 24 * HOUR)
    assert db.fetchall("SELECT worker FROM heartbeat") == [("w",)]
    assert deadlines.last_beat() == NOW + 8 * 24 * HOUR


def test_who_was_told_the_old_deadline_is_told_the_new_one_once(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=PACE)
    letter = to_seat("your-turn", match, asked(match)[0].seat)
    outbox.claim("post", AWAY, 100)
    assert outbox.settle(letter.id, "post", "sent", "250 ok", AWAY)
    deadlines.beat("w", AWAY)
    later = AWAY + 10 * HOUR
    deadlines.make_good(settings, later)
    deadlines.make_good(settings, later)
    (correction,) = letters("correction", match)
    found = draft(settings, correction, later)
    assert isinstance(found, Draft)
    assert "You have more time" in found.mail.text
    seat = asked(match)[0].seat
    submit(settings, match, seat, legal_lines(match, seat)[0], now=later)
    assert isinstance(draft(settings, correction, later), Drop)


def test_who_was_told_nothing_yet_is_told_the_right_one_at_once(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=PACE)
    deadlines.beat("w", AWAY)
    deadlines.make_good(settings, AWAY + 10 * HOUR)
    (correction,) = letters("correction", match)
    assert isinstance(draft(settings, correction, AWAY + 10 * HOUR), Drop)
