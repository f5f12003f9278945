from __future__ import annotations

from pbem import db
from tests.pbem.web.people import Person, acting, problem


def test_it_works(ann: Person, bob: Person, anybody: Person, match: str) -> None:
    line = acting(match, ann, bob).move(match)["taken"][0]
    ann.post(f"/v1/matches/{match}/resignation")
    response = anybody.get(f"/v1/matches/{match}/record")
    assert response.status_code == 200
    assert response.content_type == "text/plain; charset=utf-8"
    row = db.fetchone('SELECT seed FROM "match" WHERE id = ?', (match,))
    assert row is not None
    assert row[0] in response.text
    assert line in response.text


def test_there_is_none_before_the_end(ann: Person, match: str) -> None:
    problem(ann.get(f"/v1/matches/{match}/record"), 409, "match-not-over")


def test_strangers_get_none_of_a_private_match(ann: Person, carl: Person, private_match: str) -> None:
    ann.post(f"/v1/matches/{private_match}/resignation")
    assert ann.get(f"/v1/matches/{private_match}/record").status_code == 200
    problem(carl.get(f"/v1/matches/{private_match}/record"), 404, "not-found")
