"""Many at once: whatever was acknowledged is in the log, once."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine.errors import Refusal
from pbem import clock, db
from pbem.errors import AlreadySeated, MatchBegun, MatchOver, ServiceError
from pbem.service import deadlines, matches, play, reading, replaying, rows
from pbem.service.matches import Proposal
from pbem.service.pace import GRACE, SECOND
from pbem.service.reading import Filter
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.crowds import at_once, crowd
from tests.pbem.service.houses import (
    LORDS,
    NAMES,
    NOW,
    asked,
    begin,
    entry_of,
    faults,
    kinds,
    legal_lines,
    move_at_random,
    moves_of,
    open_house,
    player_at,
    scaled,
    sign_up,
    state_of,
)
from tests.pbem.service.others import together

Begin = Callable[..., str]


@pytest.mark.timeout(300)
def test_eight_processes_move_in_many_matches_and_nothing_is_lost_or_doubled(
    settings: Settings, running_match: Begin
) -> None:
    ids = [running_match(seats=2 + number % 4) for number in range(32)]
    calls = [("moves", seed, scaled(40), *ids) for seed in range(8)]
    ledgers = together(settings, *calls)
    acknowledged: dict[str, Counter[tuple[int | None, str | None]]] = {match: Counter() for match in ids}
    for ledger in ledgers:
        for match, seat, line in ledger:
            acknowledged[match][seat, line] += 1
    assert {match: moves_of(rows.entries(match)) for match in ids} == acknowledged
    assert replaying.of_database() == (32, [])
    assert not faults()


@pytest.mark.timeout(300)
def test_processes_crowding_into_two_matches_lose_nothing(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    ids = [running_match(seats=5), running_match(seats=2)]
    ledgers = together(settings, *[("moves", seed, scaled(12), *ids) for seed in range(4)])
    acknowledged = Counter((match, seat, line) for ledger in ledgers for match, seat, line in ledger)
    logged = Counter(
        {(match, *move): count for match in ids for move, count in moves_of(rows.entries(match)).items()}
    )
    assert logged == acknowledged
    assert replaying.of_database() == (2, [])


def test_seats_that_answer_at_the_same_moment_are_all_heard(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    for _ in range(scaled(8)):
        match = running_match(toy, 4)
        answers = [(player_at(match, seat).id, legal_lines(match, seat)[0]) for seat in range(4)]
        taken = at_once([partial(play.submit, settings, match, p, 1, [m], NOW) for p, m in answers])
        assert all(isinstance(one, play.Taken) for one in taken), taken
        assert sum(moves_of(rows.entries(match)).values()) == 4
        assert not faults()


def test_of_many_who_want_the_last_seat_one_gets_it_and_the_deal_is_made_once(
    settings: Settings, ann: PlayerRow
) -> None:
    crowd_names = [f"Player{number}" for number in range(10)]
    people = [sign_up(settings, name) for name in crowd_names]
    for _ in range(scaled(5)):
        match = matches.propose(settings, ann, Proposal(LORDS, 2), NOW)
        works = [partial(matches.join, settings, match, player, None, NOW) for player in people]
        answers = at_once(works)
        assert answers.count(1) == 1
        assert {type(answer) for answer in answers if answer != 1} == {MatchBegun}
        assert kinds(match) == ["start"]
        assert replaying.of_database().wrong == []


def test_all_seats_are_taken_at_once_by_more_than_there_are(settings: Settings, ann: PlayerRow) -> None:
    people = [sign_up(settings, f"Player{number}") for number in range(8)]
    for _ in range(scaled(4)):
        match = matches.propose(settings, ann, Proposal(LORDS, 5), NOW)
        works = [partial(matches.join, settings, match, player, None, NOW) for player in people]
        answers = at_once(works)
        seated = sorted(answer for answer in answers if isinstance(answer, int))
        assert seated == [1, 2, 3, 4], answers
        assert kinds(match) == ["start"]


def test_joining_leaving_and_lapsing_at_once_leave_no_gaps(settings: Settings, ann: PlayerRow) -> None:
    people = [sign_up(settings, name) for name in NAMES]
    for number in range(scaled(10)):
        match = matches.propose(settings, ann, Proposal(LORDS, 3), NOW)
        matches.join(settings, match, people[1], None, NOW)
        works: list[Callable[[], object]] = [
            partial(matches.leave, settings, match, people[number % 2], NOW),
            partial(matches.join, settings, match, people[2], None, NOW),
            partial(matches.join, settings, match, people[3], None, NOW),
        ]
        if number % 3 == 0:
            works.append(partial(matches.lapse, NOW + matches.LAPSE))
        at_once(works)
        places = rows.places(match)
        assert [place.seat for place in places] == list(range(len(places)))
        assert (state_of(match) == "running") == bool(entry_of(match))
        assert state_of(match) != "running" or len(places) == 3
    assert not faults()


def test_a_move_and_its_deadline_have_one_effect_together(settings: Settings, running_match: Begin) -> None:
    for _ in range(scaled(30)):
        match = running_match(pace={"seconds": 3600})
        (place,) = asked(match)
        deadline = place.deadline or 0
        move, expired = at_once(
            [
                partial(play.submit, settings, match, place.player, 1, ["recruit 2"], deadline),
                partial(deadlines.expire, settings, "w", deadline + GRACE),
            ]
        )
        if isinstance(move, play.Taken):
            assert (expired, kinds(match)) == (0, ["start", "move"])
        else:
            assert isinstance(move, MatchOver), move
            assert (expired, kinds(match)) == (1, ["start", "timeout", "forfeit"])
        assert not faults()


def test_a_move_that_arrives_in_time_wins_against_a_watching_worker(tmp_path: Path) -> None:
    """By the real clock: around the deadline, and around the instant at which it takes effect."""
    settings = open_house(tmp_path, PBEM_MIN_PACE_SECONDS="1")
    begun = clock.now() + SECOND // 2
    pick = random.Random(1)
    pace = {"seconds": 1, "on_timeout": "safe_move"}
    ids = [begin(settings, pace=pace, now=begun) for _ in range(scaled(30))]
    offsets = [number % 2 * SECOND + pick.randrange(-60_000, 60_000) for number in range(len(ids))]
    over = threading.Event()

    def watch() -> int:
        count = 0
        while not over.is_set():
            count += deadlines.expire(settings, "w", clock.now())
            time.sleep(0.002)
        return count

    def move(match: str, offset: int) -> tuple[int, object]:
        (place,) = asked(match)
        deadline = place.deadline or 0
        time.sleep(max(0, (deadline + offset - clock.now()) / SECOND))
        arrived = clock.now()
        try:
            return arrived - deadline, play.submit(settings, match, place.player, 1, ["recruit 2"], arrived)
        except (Refusal, ServiceError) as refusal:
            return arrived - deadline, refusal

    def play_all() -> list[tuple[int, object]]:
        try:
            return at_once([partial(move, match, offset) for match, offset in zip(ids, offsets, strict=True)])
        finally:
            over.set()

    expired, answers = at_once([watch, play_all])
    assert isinstance(expired, int), expired
    for match, (offset, answer) in zip(ids, answers, strict=True):
        first = kinds(match)[1]
        assert first == ("move" if isinstance(answer, play.Taken) else "timeout"), (offset, answer)
        assert first == "move" or offset > 0
    assert not faults()
    db.close()


def test_nobody_is_seated_twice_by_two_joins(settings: Settings, ann: PlayerRow, bob: PlayerRow) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 4), NOW)
    answers = crowd(lambda: matches.join(settings, match, bob, None, NOW), 6)
    assert answers.count(1) == 1
    assert all(isinstance(answer, AlreadySeated) for answer in answers if answer != 1)


def test_who_looks_while_others_move_sees_one_moment(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3)
    everybody = [None, *(player_at(match, seat) for seat in range(3))]
    over = threading.Event()

    def move() -> None:
        pick = random.Random(1)
        try:
            for _ in range(scaled(60)):
                if state_of(match) == "running":
                    move_at_random(settings, match, pick)
        finally:
            over.set()

    def look() -> int:
        looks = 0
        while not over.is_set():
            for player in everybody:
                sight = reading.sight(match, player)
                acting = sight.view.public.acting
                assert sight.to_act == (() if acting is None else (acting,))
                assert sight.legal_moves is None or sight.legal_moves
                looks += 1
        return looks

    def check() -> int:
        checks = 0
        while not over.is_set():
            assert replaying.of_database() == (1, [])
            checks += 1
        return checks

    moved, *looked = at_once([move, look, look, check])
    assert moved is None
    assert all(isinstance(count, int) and count for count in looked), looked


def test_a_list_can_be_made_while_players_come_and_go(
    settings: Settings, ann: PlayerRow, bob: PlayerRow
) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 4), NOW)
    over = threading.Event()

    def come_and_go() -> None:
        try:
            for number in range(40):
                matches.join(settings, match, bob, None, NOW + number)
                matches.leave(settings, match, bob, NOW + number)
        finally:
            over.set()

    def make_lists() -> int:
        lists = 0
        while not over.is_set():
            for row in reading.listing(ann, Filter(), None, 10):
                sight = reading.seen_by(row, ann)
                assert len(sight.places) == len(sight.names)
                lists += 1
        return lists

    went, listed = at_once([come_and_go, make_lists])
    assert went is None
    assert isinstance(listed, int), listed
