from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from engine.errors import IllegalMove, NotYourTurn
from pbem import db
from pbem.errors import AlreadySeated, KeyReused
from pbem.service import matches, once, play, rows
from pbem.service.matches import Proposal
from pbem.service.once import Once
from pbem.service.pace import DAY
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.crowds import crowd
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    asked,
    entry_of,
    legal_lines,
    player_at,
    state_of,
    submit,
)
from tests.pbem.service.others import together

Begin = Callable[..., str]
THREADS = 50


def waiting(match: str) -> tuple[int, str]:
    """Seat and player who are asked."""
    (place,) = asked(match)
    return place.seat, place.player


def test_the_same_request_again_is_answered_the_same_and_played_once(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match()
    _, player = waiting(match)
    key = Once(player, "k1", "a request")
    first = play.submit(settings, match, player, 1, ["recruit 2"], NOW, key)
    assert play.submit(settings, match, player, 1, ["recruit 2"], NOW + DAY, key) == first
    assert entry_of(match) == 2


def test_it_is_answered_the_same_even_when_the_match_is_over(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match()
    _, player = waiting(match)
    move, resignation = Once(player, "k1", "a move"), Once(player, "k2", "a resignation")
    first = play.submit(settings, match, player, 1, ["recruit 2"], NOW, move)
    play.resign(settings, match, player, NOW, resignation)
    play.resign(settings, match, player, NOW, resignation)
    assert state_of(match) == "over"
    assert play.submit(settings, match, player, 1, ["recruit 2"], NOW, move) == first


def test_a_key_belongs_to_one_request(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    _, player = waiting(match)
    play.submit(settings, match, player, 1, ["recruit 2"], NOW, Once(player, "k1", "a request"))
    with pytest.raises(KeyReused):
        play.submit(settings, match, player, 1, ["recruit 3"], NOW, Once(player, "k1", "another"))
    assert entry_of(match) == 2


def test_a_key_belongs_to_one_player(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat, player = waiting(match)
    other = player_at(match, 1 - seat).id
    play.submit(settings, match, player, 1, ["recruit 2"], NOW, Once(player, "k1", "a request"))
    play.submit(settings, match, other, 2, ["recruit 3"], NOW, Once(other, "k1", "another"))
    assert entry_of(match) == 3


def test_a_refused_request_leaves_its_key_free(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    _, player = waiting(match)
    key = Once(player, "k1", "a request")
    with pytest.raises(IllegalMove):
        play.submit(settings, match, player, 1, ["claim scott-7"], NOW, key)
    assert play.submit(settings, match, player, 1, ["recruit 2"], NOW, key).taken == ("recruit 2",)


def test_keys_are_forgotten_after_a_week(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    _, player = waiting(match)
    key = Once(player, "k1", "a request")
    play.submit(settings, match, player, 1, ["recruit 2"], NOW, key)
    assert once.purge(NOW + 7 * DAY) == 0
    assert once.purge(NOW + 7 * DAY + 1) == 1
    with pytest.raises(NotYourTurn):
        play.submit(settings, match, player, 1, ["recruit 2"], NOW, key)


def test_fifty_threads_with_one_key_move_once_and_hear_the_same(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match()
    _, player = waiting(match)
    key = Once(player, "k1", "a request")
    answers = crowd(lambda: play.submit(settings, match, player, 1, ["recruit 2"], NOW, key), THREADS)
    assert answers == [play.Taken(match, ("recruit 2",), ())] * THREADS
    assert entry_of(match) == 2


def test_twins_in_two_processes_move_once_and_hear_the_same(settings: Settings, running_match: Begin) -> None:
    for number in range(4):
        match = running_match()
        _, player = waiting(match)
        call = ("submit", match, player, 1, "recruit 2", f"k{number}", 6)
        assert together(settings, call, call) == [[["recruit 2"]] * 6] * 2
        assert entry_of(match) == 2


def test_without_a_key_only_one_of_many_has_moved(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    _, player = waiting(match)
    answers = crowd(lambda: play.submit(settings, match, player, 1, ["recruit 2"], NOW), 12)
    taken = [answer for answer in answers if isinstance(answer, play.Taken)]
    assert len(taken) == 1
    assert {type(answer) for answer in answers} <= {play.Taken, NotYourTurn}
    assert entry_of(match) == 2


def test_a_twin_of_the_last_move_of_a_turn_is_not_told_that_it_is_not_its_turn(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 2)
    for number in range(8):
        seat = asked(match)[0].seat
        line = legal_lines(match, seat)[0]
        player, seen = player_at(match, seat).id, entry_of(match)
        key = Once(player, f"k{number}", "a request")
        work = partial(play.submit, settings, match, player, seen, [line], NOW, key)
        answers = crowd(work, 6)
        assert answers == [play.Taken(match, (line,), ())] * 6
        if state_of(match) == "over":
            break


def test_a_match_is_opened_once_by_many_twins(settings: Settings, ann: PlayerRow) -> None:
    key = Once(ann.id, "k1", "a proposal")
    proposal = Proposal(LORDS, 3, invite=["zoe@example.org"])
    answers = crowd(lambda: matches.propose(settings, ann, proposal, NOW, key), 20)
    assert len(set(answers)) == 1
    assert db.fetchall('SELECT count(*) FROM "match"') == [(1,)]
    assert db.fetchall("SELECT count(*) FROM letter WHERE kind = 'invitation'") == [(1,)]


def test_twins_do_not_use_up_a_limit(settings: Settings, ann: PlayerRow) -> None:
    for _ in range(59):
        matches.propose(settings, ann, Proposal(LORDS, 2), NOW)
    key = Once(ann.id, "k1", "a proposal")
    answers = crowd(lambda: matches.propose(settings, ann, Proposal(LORDS, 2), NOW, key), 10)
    assert len(set(answers)) == 1
    assert isinstance(answers[0], str)


def test_a_seat_is_taken_once_by_many_twins(settings: Settings, ann: PlayerRow, bob: PlayerRow) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 2), NOW)
    key = Once(bob.id, "k1", "a join")
    assert crowd(lambda: matches.join(settings, match, bob, None, NOW, key), 20) == [1] * 20
    assert len(rows.places(match)) == 2
    assert entry_of(match) == 1


def test_joining_twice_without_a_key_is_refused(settings: Settings, ann: PlayerRow, bob: PlayerRow) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 3), NOW)
    answers = crowd(lambda: matches.join(settings, match, bob, None, NOW), 8)
    assert answers.count(1) == 1
    assert {type(answer) for answer in answers if answer != 1} == {AlreadySeated}


def test_a_move_of_nobody_else_is_touched_by_a_key(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat, _ = waiting(match)
    submit(settings, match, seat, "recruit 2")
    assert db.fetchall("SELECT count(*) FROM done") == [(0,)]
