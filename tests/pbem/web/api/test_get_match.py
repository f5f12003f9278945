from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbem import db
from tests.pbem.web.people import Person, acting, problem, value


@contextmanager
def statements() -> Iterator[list[str]]:
    """What is asked of the database meanwhile."""
    asked: list[str] = []
    connection = db.database.connection()
    connection.set_trace_callback(asked.append)
    yield asked
    connection.set_trace_callback(None)


def test_it_works(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    seen = mover.match(match)
    assert (seen["state"], seen["entry"], seen["to_act"]) == ("running", 1, [seen["you"]])
    assert seen["view"]["type"] == "lords-of-scotland.view"
    assert len(seen["view"]["hand"]) > 0
    assert "Ann" in seen["table"]
    assert all(set(item) == {"line", "move"} for item in seen["legal_moves"])
    place = seen["places"][seen["you"]]
    assert (place["asked"], place["deadline"]) == (True, seen["deadline"])
    assert seen["deadline"].endswith("Z")


def test_who_is_not_asked_has_no_legal_moves(ann: Person, bob: Person, match: str) -> None:
    waiting = bob if acting(match, ann, bob) is ann else ann
    seen = waiting.match(match)
    assert seen["legal_moves"] is None
    assert seen["places"][seen["you"]]["deadline"] is None


def test_others_see_an_open_match_as_spectators(anybody: Person, carl: Person, match: str) -> None:
    seen = anybody.match(match)
    assert (seen["you"], seen["view"]["seat"], seen["view"]["hand"], seen["legal_moves"]) == (
        None,
        None,
        [],
        None,
    )
    assert carl.match(match) == seen


def test_nothing_new_costs_one_read_beside_the_token(ann: Person, match: str) -> None:
    tag = ann.get(f"/v1/matches/{match}").headers["ETag"]
    with statements() as asked:  # the test's client runs in this very thread
        response = ann.get(f"/v1/matches/{match}", headers={"If-None-Match": tag})
    assert (response.status_code, response.data, response.headers["ETag"]) == (304, b"", tag)
    assert [sql for sql in asked if "token" not in sql] == [asked[-1]]
    plan = db.fetchall(f"EXPLAIN QUERY PLAN {asked[-1]}")
    assert all("SEARCH" in row[-1] for row in plan)


def test_a_change_makes_a_new_tag(ann: Person, bob: Person, match: str) -> None:
    tag = ann.get(f"/v1/matches/{match}").headers["ETag"]
    acting(match, ann, bob).move(match)
    response = ann.get(f"/v1/matches/{match}", headers={"If-None-Match": tag})
    assert response.status_code == 200
    assert response.headers["ETag"] != tag


def test_each_viewer_has_his_own_tag(
    ann: Person, bob: Person, carl: Person, anybody: Person, match: str
) -> None:
    tags = [person.get(f"/v1/matches/{match}").headers["ETag"] for person in (ann, bob, carl, anybody)]
    assert len(set(tags)) == 4
    response = bob.get(f"/v1/matches/{match}", headers={"If-None-Match": tags[0]})
    assert response.status_code == 200


def test_several_tags_may_be_sent(ann: Person, match: str) -> None:
    tag = ann.get(f"/v1/matches/{match}").headers["ETag"]
    for sent in (f'"old", {tag}', f"W/{tag}"):
        assert ann.get(f"/v1/matches/{match}", headers={"If-None-Match": sent}).status_code == 304


def test_answers_are_for_nobody_elses_cache(ann: Person, match: str) -> None:
    headers = ann.get(f"/v1/matches/{match}").headers
    assert headers["Cache-Control"] == "private, no-store"
    assert "Authorization" in headers["Vary"]


def test_a_private_match_is_not_there_for_strangers(
    anybody: Person, carl: Person, private_match: str, ann: Person
) -> None:
    assert ann.match(private_match)["access"] == "private"
    for person in (anybody, carl):
        hidden = person.get(f"/v1/matches/{private_match}")
        missing = person.get("/v1/matches/0000000000000000")
        problem(hidden, 404, "not-found")
        assert hidden.data == missing.data
        assert list(hidden.headers) == list(missing.headers)
        tag = ann.get(f"/v1/matches/{private_match}").headers["ETag"]
        assert person.get(f"/v1/matches/{private_match}", headers={"If-None-Match": tag}).data == missing.data


def test_an_invited_address_sees_the_match_before_it_joins(ann: Person, bob: Person) -> None:
    match = ann.open(access="private", invite=[bob.email])
    assert value(bob.get(f"/v1/matches/{match}"))["you"] is None


def test_a_bad_token_is_refused_where_none_is_needed(app_token_free: Person, match: str) -> None:
    problem(app_token_free.get(f"/v1/matches/{match}"), 401, "not-signed-in")


@pytest.fixture
def app_token_free(anybody: Person) -> Person:
    return Person(anybody.app, "Edo", "edo@example.org", "no-such-token")
