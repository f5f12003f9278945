from __future__ import annotations

import pytest

from tests.pbem.web.people import Person, acting, problem, value


def test_it_works(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    line = mover.move(match)["taken"][0]
    log = value(mover.get(f"/v1/matches/{match}/log"))
    assert [entry["number"] for entry in log["items"]] == list(range(1, len(log["items"]) + 1))
    assert log["next_after"] is None
    start, move = log["items"][:2]
    assert (start["kind"], start["seat"]) == ("start", None)
    assert (move["kind"], move["line"], move["automatic"]) == ("move", line, False)
    assert move["words"]
    assert all(event["type"].startswith("lords-of-scotland.") for event in move["events"])
    assert move["at"].endswith("Z")


def test_a_log_that_has_not_grown_is_not_sent_again(ann: Person, bob: Person, match: str) -> None:
    path = f"/v1/matches/{match}/log"
    known = {"If-None-Match": ann.get(path).headers["ETag"]}
    assert ann.get(path, headers=known).status_code == 304
    acting(match, ann, bob).move(match)
    assert ann.get(path, headers=known).status_code == 200


@pytest.mark.parametrize("after", [str(2**53 + 1), "9" * 5000, "-1"])
def test_no_entry_has_such_a_number(ann: Person, match: str, after: str) -> None:
    told = problem(ann.get(f"/v1/matches/{match}/log?after={after}"), 422, "bad-value")
    assert told["errors"][0]["parameter"] == "after"
    assert str(2**53) in told["detail"]


def test_lines_are_for_their_player_until_the_end(
    ann: Person, bob: Person, anybody: Person, match: str
) -> None:
    mover = acting(match, ann, bob)
    other = bob if mover is ann else ann
    mover.move(match)
    for person in (other, anybody):
        entries = value(person.get(f"/v1/matches/{match}/log?after=1"))["items"]
        assert [entry["line"] for entry in entries if entry["seat"] == mover.match(match)["you"]] == [None]
    mover.post(f"/v1/matches/{match}/resignation")
    entries = value(anybody.get(f"/v1/matches/{match}/log?after=1"))["items"]
    assert entries[0]["line"] is not None


def test_nobody_hears_of_another_hand(ann: Person, bob: Person, anybody: Person, match: str) -> None:
    own = value(ann.get(f"/v1/matches/{match}/log"))["items"][0]["events"]
    hands = [event for event in own if event["type"] == "lords-of-scotland.hand-dealt"]
    assert [event["seat"] for event in hands] == [0]
    assert "to" not in hands[0]
    spectator = value(anybody.get(f"/v1/matches/{match}/log"))["items"][0]["events"]
    assert "lords-of-scotland.hand-dealt" not in [event["type"] for event in spectator]


def test_it_comes_in_parts(ann: Person, bob: Person, match: str) -> None:
    for _ in range(4):
        acting(match, ann, bob).move(match)
    whole = value(ann.get(f"/v1/matches/{match}/log"))["items"]
    parts = []
    after: int | None = 0
    while after is not None:
        part = value(ann.get(f"/v1/matches/{match}/log?after={after}&limit=2"))
        parts += part["items"]
        after = part["next_after"]
    assert parts == whole


def test_a_private_match_has_no_log_for_strangers(carl: Person, anybody: Person, private_match: str) -> None:
    problem(carl.get(f"/v1/matches/{private_match}/log"), 404, "not-found")
    problem(anybody.get(f"/v1/matches/{private_match}/log"), 404, "not-found")


def test_a_bad_query_is_named(ann: Person, match: str) -> None:
    for query in ("after=-1", "after=x", "after=1.0", "after=" + "9" * 16, "limit=201", "from=1"):
        told = problem(ann.get(f"/v1/matches/{match}/log?{query}"), 422, "bad-value")
        assert told["errors"][0]["parameter"] == query.partition("=")[0]
