from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest

from pbem import db
from pbem.errors import MatchOver
from pbem.service import deadlines, outbox, play, reading, replaying, rows
from pbem.service.pace import DAY, GRACE, SECOND
from pbem.service.rows import PlaceRow
from pbem.settings import Settings
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    asked,
    entry_of,
    faults,
    game_state,
    kinds,
    legal_lines,
    letter_keys,
    move_at_random,
    player_at,
    scaled,
    settle_letters,
    sight_of,
    state_of,
    submit,
)
from tests.pbem.service.others import Other, together

Begin = Callable[..., str]
HOUR = 3600 * SECOND
SAFE = {"seconds": 7200, "on_timeout": "safe_move"}
FORFEIT = {"seconds": 7200, "on_timeout": "forfeit"}
OVERDUE = NOW + 2 * HOUR + GRACE


def waiting(match: str) -> PlaceRow:
    """The one place that is asked."""
    (place,) = asked(match)
    return place


def timeouts(match: str) -> list[int]:
    """Deadlines missed in a row, by seat."""
    return [place.timeouts for place in rows.places(match)]


def test_a_move_in_time_may_wait_as_long_as_any_write() -> None:
    assert db.WAIT * SECOND == GRACE


def test_a_turn_expires_a_little_after_its_deadline(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=SAFE)
    assert deadlines.expire(settings, "w", OVERDUE - 1) == 0
    assert kinds(match) == ["start"]
    assert deadlines.expire(settings, "w", OVERDUE) == 1
    assert kinds(match) == ["start", "timeout", "move"]


def test_the_last_of_two_wins_when_the_other_is_late(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=FORFEIT)
    late = waiting(match).seat
    deadlines.expire(settings, "w", OVERDUE)
    result = sight_of(match, None).result
    assert result is not None
    assert (state_of(match), result.kind) == ("over", "forfeit")
    assert result.ranks is not None
    assert (result.ranks[late], result.ranks[1 - late]) == (2, 1)
    assert letter_keys(match, "timed-out") == [f"timed-out/{late}/1/1"]
    assert not faults()


def test_the_log_says_who_was_late_and_is_out(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3, pace=FORFEIT)
    late = waiting(match).seat
    deadlines.expire(settings, "w", OVERDUE)
    sight = sight_of(match, None)
    words = [sentence for told in reading.log(sight, 1, -1) for sentence in told.words]
    name = sight.names[late]
    assert words[:3] == [
        f"{name} has missed a deadline.",
        f"{name} is out of the match.",
        f"{name} has left; the service moves:",
    ]


def test_who_is_late_among_three_is_played_for_and_ranks_last(
    settings: Settings, running_match: Begin
) -> None:
    match, pick = running_match(seats=3, pace=FORFEIT), random.Random(2)
    late = waiting(match).seat
    deadlines.expire(settings, "w", OVERDUE)
    assert waiting(match).seat == (late + 1) % 3
    while state_of(match) == "running":
        move_at_random(settings, match, pick)
        assert not faults()
    result = sight_of(match, None).result
    assert result is not None
    assert result.ranks is not None
    assert (result.kind, result.ranks[late]) == ("outcome", 3)


def test_when_all_but_one_were_late_he_wins(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3, pace=FORFEIT)
    first = waiting(match).seat
    deadlines.expire(settings, "w", OVERDUE)
    second = waiting(match).seat
    deadlines.expire(settings, "w", OVERDUE + 3 * HOUR)
    result = sight_of(match, None).result
    assert result is not None
    assert result.ranks is not None
    assert [result.ranks[seat] for seat in (3 - first - second, second, first)] == [1, 2, 3]


def test_a_safe_move_goes_on_with_the_match_and_tells_the_player(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=SAFE)
    late = waiting(match).seat
    deadlines.expire(settings, "w", OVERDUE)
    entry = rows.entries(match)[-1]
    assert (entry.seat, entry.automatic, str(entry.line).split()[0]) == (late, True, "recruit")
    assert waiting(match).deadline == OVERDUE + 2 * HOUR
    assert timeouts(match)[late] == 1
    assert letter_keys(match, "timed-out") == [f"timed-out/{late}/1/1"]
    assert not faults()


def test_the_third_deadline_missed_in_a_row_ends_it(settings: Settings, running_match: Begin) -> None:
    match, now = running_match(pace=SAFE), NOW
    late = waiting(match).seat
    while state_of(match) == "running":
        now = (waiting(match).deadline or 0) + GRACE
        if waiting(match).seat == late:
            assert deadlines.expire(settings, "w", now) == 1
        else:
            submit(settings, match, 1 - late, "recruit 2", now=now)
    assert timeouts(match)[late] == 3
    assert kinds(match).count("timeout") == 3
    assert kinds(match)[-1] == "forfeit"


def test_an_own_move_forgives_what_was_missed(settings: Settings, running_match: Begin) -> None:
    match, now, missed = running_match(pace=SAFE), NOW, 0
    late = waiting(match).seat
    for _ in range(12):
        now = (waiting(match).deadline or 0) + GRACE
        if waiting(match).seat == late and missed < 2:
            missed += deadlines.expire(settings, "w", now)
            assert timeouts(match)[late] == missed
        else:
            seat = waiting(match).seat
            submit(settings, match, seat, legal_lines(match, seat)[0], now=now)
            if seat == late:
                missed = 0
                assert timeouts(match)[late] == 0
    assert state_of(match) == "running"


def test_safe_moves_end_a_turn_of_two_claims_that_was_half_done(
    settings: Settings, running_match: Begin
) -> None:
    match, seat = claim_two(settings, running_match)
    first = legal_lines(match, seat)[0]
    submit(settings, match, seat, first)
    place = waiting(match)
    assert place.seat == seat
    assert game_state(match).public.claims == 1
    before, won = entry_of(match), len(game_state(match).public.won[seat])
    assert deadlines.expire(settings, "w", (place.deadline or 0) + GRACE) == 1
    played = [entry for entry in rows.entries(match, before) if entry.seat == seat and entry.line]
    assert str(played[0].line).startswith("claim ")
    assert len(game_state(match).public.won[seat]) == won + 1
    assert timeouts(match)[seat] == 1
    assert not faults()


def claim_two(settings: Settings, running_match: Begin) -> tuple[str, int]:
    """A match of three in which a seat is about to claim two of three supporters; and that seat."""
    for seed in range(200):
        match, pick = running_match(seats=3, pace=SAFE, now=NOW + seed * DAY), random.Random(seed)
        while state_of(match) == "running":
            public = game_state(match).public
            if public.claims == 2 and len(public.supporters) == 3:
                return match, public.acting
            seat = waiting(match).seat
            lines = legal_lines(match, seat)
            wanted = [line for line in lines if line.endswith("claim-two")]
            submit(settings, match, seat, pick.choice(wanted or lines))
    raise AssertionError("no such match was found")


def test_seats_that_are_late_side_by_side_are_each_timed_out(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3, SAFE)
    submit(settings, match, 1, legal_lines(match, 1)[0])
    assert deadlines.expire(settings, "w", OVERDUE) == 2
    assert kinds(match).count("timeout") == 2
    assert timeouts(match) == [1, 0, 1]
    assert not faults()


def test_the_earliest_deadline_takes_effect_first(settings: Settings, running_match: Begin, toy: str) -> None:
    match = running_match(toy, 2, FORFEIT)
    with db.write():
        db.run("UPDATE place SET deadline = deadline + 1 WHERE seat = 0")
    deadlines.expire(settings, "w", OVERDUE + HOUR)
    result = sight_of(match, None).result
    assert result is not None
    assert result.ranks == (1, 2)


def test_a_move_before_the_deadline_takes_effect_though_the_timeout_is_due(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=SAFE)
    place = waiting(match)
    play.submit(settings, match, place.player, 1, ["recruit 2"], (place.deadline or 0) - 1)
    assert deadlines.expire(settings, "w", OVERDUE) == 0
    assert kinds(match) == ["start", "move"]


def test_the_safe_move_does_not_depend_on_what_is_hidden(settings: Settings, running_match: Begin) -> None:
    from engine import wire
    from engine.games import GAMES
    from engine.rng import Rng

    game = GAMES[LORDS]
    match, pick = running_match(seats=3), random.Random(4)
    for number in range(40):
        if state_of(match) == "over":
            break
        seat, state = waiting(match).seat, game_state(match)
        twin = game.resample(state, seat, Rng(f"{number:064x}"))
        rng = Rng(f"{number + 1:064x}")
        assert wire.encode(game.safe(game.look(state, seat), rng)) == wire.encode(
            game.safe(game.look(twin, seat), rng)
        )
        move_at_random(settings, match, pick)


def test_who_moved_or_was_given_time_since_the_row_was_leased_is_left_alone(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=SAFE)
    place = waiting(match)
    leased = (match, place.seat, place.turn or 0)
    deadlines.beat("w", NOW + HOUR)
    deadlines.make_good(settings, OVERDUE)
    assert not deadlines.take_effect(settings, *leased, OVERDUE)
    submit(settings, match, place.seat, "recruit 2", now=OVERDUE)
    submit(settings, match, 1 - place.seat, "recruit 2", now=OVERDUE)
    assert not deadlines.take_effect(settings, *leased, OVERDUE + 9 * HOUR)
    assert kinds(match) == ["start", "outage", "move", "move"]


def test_a_lease_does_not_hold_up_the_next_deadline(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 2, SAFE)
    assert deadlines.expire(settings, "w", OVERDUE) == 2
    again = max(place.deadline or 0 for place in asked(match))
    with db.write():
        db.run("UPDATE place SET deadline = ? WHERE asked IS NOT NULL", (OVERDUE + SECOND,))
    assert again > OVERDUE
    assert deadlines.expire(settings, "w", OVERDUE + SECOND + GRACE) >= 1


def test_a_match_that_cannot_go_on_does_not_hold_up_the_others(
    settings: Settings, running_match: Begin, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = running_match(pace=SAFE), running_match(pace=SAFE, now=NOW + SECOND)
    with db.write():
        db.run("""UPDATE "match" SET snapshot = '{"public": 1}' WHERE id = ?""", (broken,))
    assert deadlines.expire(settings, "w", OVERDUE + SECOND) == 1
    assert kinds(sound) == ["start", "timeout", "move"]
    assert kinds(broken) == ["start"]
    assert broken in caplog.text


def test_two_workers_let_each_of_many_deadlines_take_effect_once(
    settings: Settings, running_match: Begin
) -> None:
    ids = [running_match(pace=SAFE, now=NOW + number // 40 * DAY) for number in range(scaled(100))]
    now = OVERDUE + len(ids) // 40 * DAY
    counts = together(settings, ("expire", "one", now), ("expire", "two", now))
    assert sum(counts) == len(ids)
    assert [kinds(match) for match in ids] == [["start", "timeout", "move"]] * len(ids)
    assert not faults()
    assert replaying.of_database() == (len(ids), [])


def test_what_a_killed_worker_had_leased_is_done_by_another_once(
    settings: Settings, running_match: Begin
) -> None:
    ids = [running_match(pace=SAFE) for _ in range(40)]
    victim = Other(settings, "expire", "victim", OVERDUE)
    victim.wait_until_ready()
    victim.go()
    while not db.fetchone("SELECT 1 FROM entry WHERE kind = 'timeout' LIMIT 1"):
        time.sleep(0.0005)
    victim.kill()
    left = [match for match in ids if kinds(match) == ["start"]]
    assert left, "the worker was too fast to be killed"
    while deadlines.expire(settings, "heir", OVERDUE + deadlines.LEASE + 1):
        pass
    assert [kinds(match) for match in ids] == [["start", "timeout", "move"]] * 40
    assert not faults()


def test_reminders_are_written_for_parts_of_the_time(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace={**SAFE, "reminders": [0.25, 0.75]})
    seat = waiting(match).seat
    waits = "SELECT key, due_at - ? FROM letter WHERE kind = 'reminder' AND state = 'ready'"
    assert db.fetchall(waits, (NOW,)) == []
    settle_letters(NOW + 60 * SECOND)
    assert db.fetchall(waits, (NOW,)) == [(f"reminder/{match}/{seat}/1/1/1", HOUR // 2)]
    settle_letters(NOW + HOUR // 2)
    assert db.fetchall(waits, (NOW,)) == [(f"reminder/{match}/{seat}/1/1/2", HOUR * 3 // 2)]
    settle_letters(NOW + HOUR * 3 // 2)
    assert db.fetchall(waits, (NOW,)) == []


def test_a_reminder_whose_time_has_passed_is_left_out(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace={**SAFE, "reminders": [0.25, 0.75]})
    settle_letters(NOW + HOUR)  # the mail server was away
    assert letter_keys(match, "reminder") == [f"reminder/{waiting(match).seat}/1/1/2"]


def test_a_letter_about_an_old_turn_brings_no_reminder_for_the_new_one(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=SAFE)
    seat = waiting(match).seat
    for _ in range(2):
        submit(settings, match, waiting(match).seat, legal_lines(match, waiting(match).seat)[0])
    assert (waiting(match).seat, waiting(match).turn) == (seat, 3)
    later = NOW + 60 * SECOND
    old = next(letter for letter in outbox.claim("post", later, 100) if letter.key.endswith(f"/{seat}/1/1"))
    assert outbox.settle(old.id, "post", "dropped", "The player has moved.", later)
    assert letter_keys(match, "reminder") == []


def test_no_reminder_follows_a_letter_about_a_turn_that_is_over(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match(pace=SAFE)
    seat = waiting(match).seat
    submit(settings, match, seat, "recruit 2")
    settle_letters(NOW + 60 * SECOND)
    assert letter_keys(match, "your-turn") == [f"your-turn/{seat}/1/1", f"your-turn/{1 - seat}/2/1"]
    assert letter_keys(match, "reminder") == [f"reminder/{1 - seat}/2/1/1"]


def test_a_letter_that_waits_does_not_hold_the_clock(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=SAFE)
    due = db.fetchone("SELECT due_at FROM letter WHERE kind = 'your-turn'")
    assert due == (NOW + 60 * SECOND,)
    assert waiting(match).deadline == NOW + 2 * HOUR


def test_the_whole_service_by_deadlines_alone_comes_to_an_end(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 4, SAFE)
    while state_of(match) == "running":
        soonest = min(place.deadline or 0 for place in asked(match))
        assert deadlines.expire(settings, "w", soonest + GRACE) >= 1
        assert not faults()
    assert outbox.next_due() is not None
    with pytest.raises(MatchOver):
        play.resign(settings, match, player_at(match, 0).id, NOW)


def test_a_batch_that_is_taken_in_part_forgives_as_well(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace=SAFE)
    late = waiting(match).seat
    deadlines.expire(settings, "w", OVERDUE)
    submit(settings, match, 1 - late, "recruit 2", now=OVERDUE)
    assert timeouts(match)[late] == 1
    taken = submit(settings, match, late, "recruit 5", "recruit 4", now=OVERDUE)
    assert taken.not_played == ("recruit 4",)
    assert timeouts(match)[late] == 0
