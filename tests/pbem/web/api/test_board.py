from __future__ import annotations

from tests.engine import drawing
from tests.pbem.web.people import Person, acting, problem


def test_it_works(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    response = mover.get(f"/v1/matches/{match}/board.svg")
    assert response.status_code == 200
    assert response.content_type == "image/svg+xml; charset=utf-8"
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    drawing.is_sound(response.text)
    assert set(mover.match(match)["view"]["hand"]) <= set(drawing.said(response.text))


def test_each_sees_his_own(ann: Person, bob: Person, anybody: Person, match: str) -> None:
    path = f"/v1/matches/{match}/board.svg"
    boards = {person.get(path).text for person in (ann, bob, anybody)}
    assert len(boards) == 3
    hand = set(ann.match(match)["view"]["hand"])
    assert not hand & set(drawing.said(anybody.get(path).text))


def test_a_board_that_has_not_changed_is_not_sent_again(ann: Person, bob: Person, match: str) -> None:
    path = f"/v1/matches/{match}/board.svg"
    first = ann.get(path)
    known = {"If-None-Match": first.headers["ETag"]}
    again = ann.get(path, headers=known)
    assert (again.status_code, again.data) == (304, b"")
    assert bob.get(path, headers=known).status_code == 200
    acting(match, ann, bob).move(match)
    assert ann.get(path, headers=known).status_code == 200


def test_there_is_none_before_the_start(ann: Person) -> None:
    problem(ann.get(f"/v1/matches/{ann.open()}/board.svg"), 404, "not-found")


def test_a_private_match_has_none_for_strangers(ann: Person, carl: Person, anybody: Person) -> None:
    match = ann.open(access="private")
    for person in (carl, anybody):
        problem(person.get(f"/v1/matches/{match}/board.svg"), 404, "not-found")
