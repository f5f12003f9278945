from __future__ import annotations

from typing import Any

import pytest

from pbem import db
from tests.pbem.web.people import Person, acting, problem, value


def entries(match: str) -> int:
    return int(db.fetchall("SELECT count(*) FROM entry WHERE match_id = ?", (match,))[0][0])


def test_it_works(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    line = mover.match(match)["legal_moves"][0]["line"]
    response = mover.post(f"/v1/matches/{match}/moves", {"seen": 1, "moves": [line]})
    assert response.status_code == 200
    told = value(response)
    assert (told["taken"], told["not_played"]) == ([line], [])
    assert told["match"] == mover.match(match)
    assert told["match"]["entry"] > 1


def test_an_object_is_as_good_as_a_line(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    chosen = mover.match(match)["legal_moves"][-1]
    response = mover.post(f"/v1/matches/{match}/moves", {"seen": 1, "moves": [chosen["move"]]})
    assert value(response)["taken"] == [chosen["line"]]


def test_a_line_may_join_moves_and_cut_words_short(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    response = mover.post(f"/v1/matches/{match}/moves", {"seen": 1, "moves": ["REC 1; stop."]})
    assert (value(response)["taken"], value(response)["not_played"]) == (["recruit 1"], [])


def test_the_part_of_a_line_that_is_refused_is_named(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    body = {"seen": 1, "moves": ["recruit 1; dance", "stop"]}
    told = problem(mover.post(f"/v1/matches/{match}/moves", body), 422, "unreadable-move")
    assert (told["index"], told["line"]) == (0, "dance")
    assert entries(match) == 1


def test_who_is_not_asked_waits(ann: Person, bob: Person, carl: Person, match: str) -> None:
    waiting = bob if acting(match, ann, bob) is ann else ann
    body = {"seen": 1, "moves": ["recruit 1"]}
    problem(waiting.post(f"/v1/matches/{match}/moves", body), 409, "not-your-turn")
    problem(carl.post(f"/v1/matches/{match}/moves", body), 403, "not-seated")
    assert entries(match) == 1


def test_a_rule_is_told_with_its_paragraph(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    body = {"seen": 1, "moves": ["claim scott-7"]}
    told = problem(mover.post(f"/v1/matches/{match}/moves", body), 422, "illegal-move")
    assert (told["index"], told["line"], told["detail"]) == (0, "claim scott-7", told["sentence"])
    assert told["paragraph"]
    assert entries(match) == 1


@pytest.mark.parametrize(
    "move",
    [
        "",
        "dance",
        "recruit",
        "recruit six",
        "recruit 1 2",
        "x" * 300,
        {},
        {"type": "lords-of-scotland.dance"},
        {"type": 7},
        {"type": "lords-of-scotland.recruit"},
        {"type": "lords-of-scotland.recruit", "slot": "1"},
        {"type": "lords-of-scotland.recruit", "slot": 9},
        {"type": "lords-of-scotland.recruit", "slot": 1, "more": 1},
        {"type": "lords-of-scotland.muster", "card": "joker", "facing": "up"},
    ],
)
def test_a_move_that_cannot_be_read_is_told_how(ann: Person, bob: Person, match: str, move: Any) -> None:
    mover = acting(match, ann, bob)
    response = mover.post(f"/v1/matches/{match}/moves", {"seen": 1, "moves": [move]})
    told = problem(response, 422, "unreadable-move")
    assert told["usage"]
    assert isinstance(told["line"], str)
    assert told["index"] == 0
    assert entries(match) == 1


def test_a_stale_page_is_told_so_with_the_match(ann: Person, bob: Person, match: str) -> None:
    first = acting(match, ann, bob)
    first.move(match)
    second = acting(match, ann, bob)
    line = second.match(match)["legal_moves"][0]["line"]
    response = second.post(f"/v1/matches/{match}/moves", {"seen": 0, "moves": [line]})
    assert problem(response, 409, "stale")["match"] == second.match(match)


def test_an_entry_that_is_not_there_yet_was_not_seen(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    response = mover.post(f"/v1/matches/{match}/moves", {"seen": 99, "moves": ["recruit 1"]})
    assert problem(response, 422, "bad-value")["errors"][0]["pointer"] == "/seen"


def test_a_batch_is_all_or_nothing(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    line = mover.match(match)["legal_moves"][-1]["line"]
    body = {"seen": 1, "moves": [line, "dance"]}
    told = problem(mover.post(f"/v1/matches/{match}/moves", body), 422, "unreadable-move")
    assert (told["index"], told["line"]) == (1, "dance")
    assert entries(match) == 1


def test_a_batch_does_not_go_past_the_end_of_the_turn(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    lines = [item["line"] for item in mover.match(match)["legal_moves"] if item["line"].endswith(" down")]
    body = {"seen": 1, "moves": lines[:2]}
    told = problem(mover.post(f"/v1/matches/{match}/moves", body), 409, "not-your-turn")
    assert (told["index"], told["line"]) == (1, lines[1])
    assert told["detail"] == f"After `{lines[0]}` your turn is over."
    assert entries(match) == 1


def test_a_legal_move_is_to_be_unpacked(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    body = {"seen": 1, "moves": [mover.match(match)["legal_moves"][0]]}
    told = problem(mover.post(f"/v1/matches/{match}/moves", body), 422, "unreadable-move")
    assert "send its `move` or `line`" in told["detail"]


def test_the_answer_has_the_tag_of_the_match(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    line = mover.match(match)["legal_moves"][0]["line"]
    response = mover.post(f"/v1/matches/{match}/moves", {"seen": 1, "moves": [line]})
    known = {"If-None-Match": response.headers["ETag"]}
    assert mover.get(f"/v1/matches/{match}", headers=known).status_code == 304
    ended = mover.post(f"/v1/matches/{match}/resignation")
    assert mover.get(f"/v1/matches/{match}", headers=known).status_code == 200
    known = {"If-None-Match": ended.headers["ETag"]}
    assert mover.get(f"/v1/matches/{match}", headers=known).status_code == 304


@pytest.mark.parametrize(
    ("pointer", "body"),
    [
        ("/seen", {"moves": ["stop"]}),
        ("/seen", {"seen": -1, "moves": ["stop"]}),
        ("/seen", {"seen": 1.5, "moves": ["stop"]}),
        ("/seen", {"seen": "1", "moves": ["stop"]}),
        ("/moves", {"seen": 1}),
        ("/moves", {"seen": 1, "moves": []}),
        ("/moves", {"seen": 1, "moves": ["stop"] * 21}),
        ("/moves", {"seen": 1, "moves": "stop"}),
        ("/moves/1", {"seen": 1, "moves": ["stop", 5]}),
        ("/moves/0", {"seen": 1, "moves": [None]}),
        ("/seat", {"seen": 1, "moves": ["stop"], "seat": 0}),
        ("", ["stop"]),
        ("", "stop"),
    ],
)
def test_a_body_of_another_shape_is_refused(ann: Person, match: str, pointer: str, body: Any) -> None:
    told = problem(ann.post(f"/v1/matches/{match}/moves", body), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == [pointer]
    assert entries(match) == 1


def test_before_the_start_and_after_the_end_nobody_moves(ann: Person, bob: Person, match: str) -> None:
    body = {"seen": 0, "moves": ["recruit 1"]}
    problem(ann.post(f"/v1/matches/{ann.open()}/moves", body), 409, "match-not-running")
    ann.post(f"/v1/matches/{match}/resignation")
    problem(bob.post(f"/v1/matches/{match}/moves", body), 409, "match-over")


def test_a_match_is_played_to_its_end(ann: Person, bob: Person, match: str) -> None:
    moves = 0
    while ann.match(match)["state"] == "running":
        acting(match, ann, bob).move(match)
        moves += 1
    over = ann.match(match)
    assert (over["to_act"], over["legal_moves"], over["deadline"]) == ([], None, None)
    assert over["result"]["kind"] == "outcome"
    assert sorted(over["result"]["ranks"])[0] == 1
    assert moves > 10
