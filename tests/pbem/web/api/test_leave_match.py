from __future__ import annotations

from tests.pbem.web.people import Person, problem


def test_it_works(ann: Person, bob: Person, carl: Person) -> None:
    match = ann.open(4)
    bob.join(match)
    carl.join(match)
    response = bob.delete(f"/v1/matches/{match}/places/me")
    assert (response.status_code, response.data) == (204, b"")
    assert "Content-Type" not in response.headers
    seen = carl.match(match)
    assert [place["player"]["name"] for place in seen["places"]] == ["Ann", "Carl"]
    assert seen["you"] == 1


def test_the_last_one_out_closes_the_match(ann: Person) -> None:
    match = ann.open()
    assert ann.delete(f"/v1/matches/{match}/places/me").status_code == 204
    seen = ann.match(match)
    assert (seen["state"], seen["result"]["kind"]) == ("over", "lapsed")


def test_a_match_that_has_begun_is_not_left(ann: Person, match: str) -> None:
    problem(ann.delete(f"/v1/matches/{match}/places/me"), 409, "match-begun")


def test_a_match_that_is_over_is_not_left(ann: Person, match: str) -> None:
    ann.post(f"/v1/matches/{match}/resignation")
    problem(ann.delete(f"/v1/matches/{match}/places/me"), 409, "match-over")


def test_who_holds_no_seat_cannot_leave(ann: Person, bob: Person) -> None:
    problem(bob.delete(f"/v1/matches/{ann.open()}/places/me"), 403, "not-seated")
    problem(bob.delete(f"/v1/matches/{ann.open(access='private')}/places/me"), 404, "not-found")
