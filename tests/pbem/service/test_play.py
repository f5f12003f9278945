from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import IllegalMove, InvalidMove, NotYourTurn
from pbem import db
from pbem.errors import BadValue, MatchOver, NotFound, NotRunning, NotSeated, Stale
from pbem.service import matches, play, replaying, rows
from pbem.service.matches import Proposal
from pbem.service.pace import SECOND
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.engine.toy.state import strength
from tests.pbem.service.houses import (
    NOW,
    asked,
    entry_of,
    faults,
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

Begin = Callable[..., str]


def waiting(match: str) -> int:
    """The one seat that is asked."""
    (place,) = asked(match)
    return place.seat


def strength_of(line: str) -> int:
    """How strong a stand in the toy game is."""
    return 0 if "feint" in line else strength(line)


def spoils(settings: Settings, match: str) -> int:
    """Plays the toy until one seat acts on the spoils; that seat."""
    pick = random.Random(1)
    while len(asked(match)) > 1 or not legal_lines(match, asked(match)[0].seat)[0].startswith("peek"):
        place = asked(match)[0]
        firm = [
            line
            for line in legal_lines(match, place.seat)
            if line.startswith(("oak", "elm")) and "feint" not in line
        ]
        submit(settings, match, place.seat, pick.choice(firm or ["end"]))
    return waiting(match)


def test_a_move_is_taken_and_logged(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat = waiting(match)
    taken = submit(settings, match, seat, "recruit 2")
    assert (taken.taken, taken.not_played) == (("recruit 2",), ())
    entry = rows.entries(match)[-1]
    assert (entry.number, entry.kind, entry.seat, entry.line, entry.automatic) == (
        2,
        "move",
        seat,
        "recruit 2",
        False,
    )
    assert waiting(match) == 1 - seat


def test_a_move_may_be_an_object(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    taken = submit(settings, match, waiting(match), {"type": "lords-of-scotland.recruit", "slot": 2})
    assert taken.taken == ("recruit 2",)


def test_the_next_seat_gets_a_deadline_and_a_letter(settings: Settings, running_match: Begin) -> None:
    match = running_match(pace={"seconds": 7200})
    seat = waiting(match)
    submit(settings, match, seat, "recruit 2", now=NOW + 5 * SECOND)
    (place,) = asked(match)
    assert place.deadline == NOW + 7205 * SECOND
    assert letter_keys(match, "your-turn") == [f"your-turn/{seat}/1/1", f"your-turn/{1 - seat}/2/1"]


def test_a_stale_page_is_told_so(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat = waiting(match)
    submit(settings, match, seat, "recruit 2")
    with pytest.raises(Stale):
        play.submit(settings, match, player_at(match, 1 - seat).id, 1, ["recruit 2"], NOW)
    assert entry_of(match) == 2


def test_an_entry_that_is_not_there_yet_cannot_have_been_seen(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match()
    with pytest.raises(BadValue):
        play.submit(settings, match, player_at(match, waiting(match)).id, 2, ["recruit 2"], NOW)


def test_who_is_not_asked_cannot_move(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    with pytest.raises(NotYourTurn):
        submit(settings, match, 1 - waiting(match), "recruit 2")


def test_an_illegal_move_changes_nothing_and_names_its_paragraph(
    settings: Settings, running_match: Begin
) -> None:
    match = running_match()
    with pytest.raises(IllegalMove) as refused:
        submit(settings, match, waiting(match), "claim scott-7")
    assert refused.value.line == "claim scott-7"
    assert refused.value.paragraph
    assert entry_of(match) == 1


@pytest.mark.parametrize(
    "move",
    [
        "dance", "", "recruit", "recruit x", "\ud800", {}, {"type": "lords-of-scotland.recruit"}, [], None, 7,
        {"type": "lords-of-scotland.recruit", "slot": 2**70},
        {"type": "lords-of-scotland.claim", "card": "\ud800"},
        {"type": "lords-of-scotland.recruit", "slot": 2.5}, {"type": ["x"]}, {"\ud800": 1, "type": "\ud800"},
    ],
)  # fmt: skip
def test_what_is_no_move_is_refused_with_a_usage(settings: Settings, running_match: Begin, move: Any) -> None:
    match = running_match()
    with pytest.raises(InvalidMove) as refused:
        submit(settings, match, waiting(match), move)
    assert refused.value.usage
    assert refused.value.line is not None
    assert entry_of(match) == 1


def test_strangers_and_matches_that_do_not_run_are_told_apart(
    settings: Settings, running_match: Begin, ann: PlayerRow, dina: PlayerRow
) -> None:
    opened = matches.propose(settings, ann, Proposal("lords-of-scotland", 2), NOW)
    match, hidden = running_match(), running_match(access="private")
    with pytest.raises(NotRunning):
        play.submit(settings, opened, ann.id, 1, ["recruit 2"], NOW)
    with pytest.raises(NotSeated):
        play.submit(settings, match, dina.id, 1, ["recruit 2"], NOW)
    with pytest.raises(NotFound):
        play.submit(settings, hidden, dina.id, 1, ["recruit 2"], NOW)
    with pytest.raises(NotFound):
        play.submit(settings, "nothing", dina.id, 1, ["recruit 2"], NOW)
    play.resign(settings, match, ann.id, NOW)
    with pytest.raises(MatchOver):
        play.submit(settings, match, ann.id, 1, ["recruit 2"], NOW)


def test_several_moves_are_all_taken_or_none(settings: Settings, running_match: Begin, toy: str) -> None:
    match = running_match(toy, 2)
    seat = spoils(settings, match)
    before = entry_of(match)
    with pytest.raises(IllegalMove) as refused:
        submit(settings, match, seat, "take 9", "end")
    assert refused.value.line == "take 9"
    assert entry_of(match) == before


def test_a_second_move_out_of_turn_takes_the_first_back(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3)
    seat = waiting(match)
    down = next(line for line in legal_lines(match, seat) if line.endswith("down"))
    with pytest.raises(NotYourTurn) as refused:
        submit(settings, match, seat, down, "claim scott-7")
    assert refused.value.line == "claim scott-7"
    assert entry_of(match) == 1


def test_a_revelation_commits_and_what_may_depend_on_it_is_left(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3)
    seat = spoils(settings, match)
    taken = submit(settings, match, seat, "peek 2", "take 2", "end")
    assert (taken.taken, taken.not_played) == (("peek 2",), ("take 2", "end"))
    assert waiting(match) == seat


def test_what_does_not_depend_on_a_revelation_goes_on(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3)
    seat = spoils(settings, match)
    taken = submit(settings, match, seat, "peek 2", "end")
    assert (taken.taken, taken.not_played) == (("peek 2", "end"), ())
    assert len(asked(match)) == 3


def test_a_refusal_after_a_revelation_does_not_take_it_back(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3)
    seat = spoils(settings, match)
    taken = submit(settings, match, seat, "peek 1", "end", "peek 2", "end")
    assert (taken.taken, taken.not_played) == (("peek 1", "end"), ("peek 2", "end"))
    assert kinds(match)[-2:] == ["move", "move"]


def test_who_is_asked_again_in_a_turn_gets_a_letter_and_a_quarter_of_the_time(
    settings: Settings, running_match: Begin, one_turn: str
) -> None:
    match = running_match(one_turn, 2, {"seconds": 7200})
    late = NOW + 7000 * SECOND
    best = {seat: max(legal_lines(match, seat), key=strength_of) for seat in (0, 1)}
    for seat in sorted(best, key=lambda seat: -strength_of(best[seat])):  # the loser answers last
        submit(settings, match, seat, best[seat], now=late)
    (place,) = asked(match)
    assert (place.turn, place.asks, place.opened_at) == (1, 2, NOW)
    assert place.deadline == late + 1800 * SECOND
    assert letter_keys(match, "your-turn") == [
        "your-turn/0/1/1",
        "your-turn/1/1/1",
        f"your-turn/{place.seat}/1/2",
    ]
    settle_letters(late + 60 * SECOND)
    assert letter_keys(match, "reminder")[-1] == f"reminder/{place.seat}/1/2/2"
    submit(settings, match, place.seat, "end", now=late + SECOND)
    again = {place.seat: (place.asks, place.deadline) for place in asked(match)}
    mine, other = place.seat, 1 - place.seat
    assert again == {
        mine: (2, late + 1800 * SECOND),  # its own move led to this, which is no new question
        other: (2, late + 1801 * SECOND),
    }
    assert not faults()


def test_who_is_asked_again_early_keeps_the_deadline(
    settings: Settings, running_match: Begin, one_turn: str
) -> None:
    match, pick = running_match(one_turn, 3, {"seconds": 7200}), random.Random(1)
    for second in range(9):  # three at a stand, and not three stands: it cannot be over
        move_at_random(settings, match, pick, NOW + second * SECOND)
        assert {place.deadline for place in asked(match)} == {NOW + 7200 * SECOND}
    assert max(place.asks for place in rows.places(match)) > 1


def test_a_line_that_cannot_be_read_refuses_all_even_after_a_revelation(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3)
    seat = spoils(settings, match)
    before = entry_of(match)
    with pytest.raises(InvalidMove):
        submit(settings, match, seat, "peek 1", "take")
    assert entry_of(match) == before


def test_answers_side_by_side_do_not_make_each_other_stale(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 4)
    lines = {place.seat: legal_lines(match, place.seat)[0] for place in asked(match)}
    for seat, line in lines.items():
        play.submit(settings, match, player_at(match, seat).id, 1, [line], NOW)
    assert entry_of(match) >= 5


def test_a_seat_cannot_answer_twice(settings: Settings, running_match: Begin, toy: str) -> None:
    match = running_match(toy, 3)
    first, second = legal_lines(match, 0)[:2]
    submit(settings, match, 0, first)
    with pytest.raises(NotYourTurn):
        submit(settings, match, 0, second)


def test_a_seats_own_second_move_must_know_of_its_first(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 2)
    seat = spoils(settings, match)
    before = entry_of(match)
    player = player_at(match, seat).id
    play.submit(settings, match, player, before, ["peek 1"], NOW)
    with pytest.raises(Stale):
        play.submit(settings, match, player, before, ["end"], NOW)


def test_own_moves_do_not_extend_the_deadline_nor_write_letters(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 2)
    seat = spoils(settings, match)
    (before,) = asked(match)
    letters = len(letter_keys(match, "your-turn"))
    submit(settings, match, seat, "peek 1", now=NOW + 3600 * SECOND)
    (after,) = asked(match)
    assert (after.deadline, after.asks, after.turn) == (before.deadline, before.asks, before.turn)
    assert len(letter_keys(match, "your-turn")) == letters


def test_a_forced_move_is_made_and_logged_as_automatic(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 2)
    seat = spoils(settings, match)
    submit(settings, match, seat, "take 1")
    entry = rows.entries(match)[-1]
    assert (entry.seat, entry.line, entry.automatic) == (seat, "end", True)
    assert len(asked(match)) == 2


def test_the_last_supporter_is_claimed_by_the_service(settings: Settings, running_match: Begin) -> None:
    match, pick = running_match(), random.Random(3)
    while not any(entry.automatic for entry in rows.entries(match)):
        move_at_random(settings, match, pick)
    entry = next(entry for entry in rows.entries(match) if entry.automatic)
    assert str(entry.line).startswith("claim ")
    told = sight_of(match, None).told(entry)
    assert told.words[0].endswith("by the service:")
    assert told.line is None


def test_who_resigns_among_two_loses(settings: Settings, running_match: Begin, bob: PlayerRow) -> None:
    match = running_match()
    play.resign(settings, match, bob.id, NOW)
    sight = sight_of(match, 0)
    assert sight.result is not None
    assert (sight.match.state, sight.result.kind, sight.result.ranks) == ("over", "forfeit", (1, 2))
    assert not asked(match)
    assert letter_keys(match, "match-over") == ["match-over/0", "match-over/1"]


def test_who_resigns_among_more_is_played_for_and_ranks_last(
    settings: Settings, running_match: Begin, carl: PlayerRow
) -> None:
    match, pick = running_match(seats=3), random.Random(5)
    play.resign(settings, match, carl.id, NOW)
    with pytest.raises(NotYourTurn):
        play.resign(settings, match, carl.id, NOW)
    while state_of(match) == "running":
        assert not faults()
        move_at_random(settings, match, pick)
    sight = sight_of(match, None)
    assert sight.result is not None
    assert sight.result.kind == "outcome"
    assert sight.result.ranks is not None
    assert sight.result.ranks[2] == 3
    assert {entry.automatic for entry in rows.entries(match) if entry.seat == 2 and entry.line} == {True}
    assert not replaying.of_database().wrong


def test_the_last_one_left_wins_and_who_stayed_longer_ranks_higher(
    settings: Settings, running_match: Begin, ann: PlayerRow, carl: PlayerRow, dina: PlayerRow
) -> None:
    match = running_match(seats=4)
    for player in (carl, ann, dina):
        play.resign(settings, match, player.id, NOW)
    sight = sight_of(match, None)
    assert sight.result is not None
    assert sight.result.ranks == (3, 1, 4, 2)
    assert kinds(match).count("resignation") == 3


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_whole_matches_keep_every_promise_at_every_step(
    settings: Settings, running_match: Begin, seats: int
) -> None:
    match, pick = running_match(seats=seats), random.Random(seats)
    while state_of(match) == "running":
        move_at_random(settings, match, pick)
        assert not faults()
    assert replaying.of_database() == (1, [])


@pytest.mark.parametrize("seed", range(scaled(4)))
def test_whole_matches_of_the_toy_keep_every_promise_at_every_step(
    settings: Settings, running_match: Begin, toy: str, seed: int
) -> None:
    match, pick = running_match(toy, 2 + seed % 3), random.Random(seed)
    while state_of(match) == "running":
        move_at_random(settings, match, pick)
        assert not faults()
    assert replaying.of_database() == (1, [])


def test_the_places_of_a_match_that_is_over_are_marked(settings: Settings, running_match: Begin) -> None:
    over, running = running_match(), running_match()
    play.resign(settings, over, player_at(over, 0).id, NOW)
    marked = "SELECT sum(ended) FROM place WHERE match_id = ?"
    assert db.fetchone(marked, (over,)) == (2,)
    assert db.fetchone(marked, (running,)) == (0,)
