from __future__ import annotations

from pbem import db
from pbem.service import ids
from pbem.settings import Settings
from tests.pbem.web.people import Person, problem, sign_in, value


def test_it_works(ann: Person, bob: Person) -> None:
    match = ann.open()
    response = bob.post(f"/v1/matches/{match}/places", {})
    assert response.status_code == 201
    assert response.headers["Location"] == f"/v1/matches/{match}"
    joined = value(response)
    assert (joined["state"], joined["you"], joined["entry"]) == ("running", 1, 1)
    assert [place["player"]["name"] for place in joined["places"]] == ["Ann", "Bob"]


def test_a_body_is_not_needed(ann: Person, bob: Person) -> None:
    assert bob.post(f"/v1/matches/{ann.open()}/places").status_code == 201


def test_nobody_joins_twice(ann: Person) -> None:
    problem(ann.post(f"/v1/matches/{ann.open()}/places", {}), 409, "already-seated")


def test_a_match_that_runs_is_full(carl: Person, match: str) -> None:
    problem(carl.post(f"/v1/matches/{match}/places", {}), 409, "match-begun")


def test_a_match_that_is_over_takes_nobody(ann: Person, bob: Person) -> None:
    match = ann.open()
    ann.delete(f"/v1/matches/{match}/places/me")
    problem(bob.post(f"/v1/matches/{match}/places", {}), 409, "match-over")


def test_an_invitation_opens_a_private_match(ann: Person, bob: Person, settings: Settings) -> None:
    match = ann.open(access="private", invite=["bobs.other.address@example.org"])
    for body in ({}, {"invitation": "wrong"}):
        hidden = bob.post(f"/v1/matches/{match}/places", body)
        problem(hidden, 404, "not-found")
        assert hidden.data == bob.post("/v1/matches/0000000000000000/places", body).data
    row = db.fetchone("SELECT id FROM invitation WHERE match_id = ?", (match,))
    assert row is not None
    token = ids.derived(settings.secret_key, "invitation", row[0])
    assert bob.post(f"/v1/matches/{match}/places", {"invitation": token}).status_code == 201


def test_an_invited_address_needs_no_token(ann: Person) -> None:
    match = ann.open(access="private", invite=["dina@example.org"])
    dina = sign_in(ann.app, "Dina")
    assert dina.post(f"/v1/matches/{match}/places", {}).status_code == 201


def test_a_match_that_is_none_is_not_found(ann: Person) -> None:
    problem(ann.post("/v1/matches/0000000000000000/places", {}), 404, "not-found")
