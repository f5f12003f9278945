"""GET /v1/me/letters."""

from __future__ import annotations

from flask import Flask

from pbem import clock
from pbem.service import outbox
from pbem.service.pace import SECOND
from tests.pbem.web.people import Person, acting, problem, sign_in, value


def settle_all() -> None:
    now = clock.now() + 120 * SECOND
    for letter in outbox.claim("post", now, 100):
        assert outbox.settle(letter.id, "post", "sent", "250 Kept", now)


def test_it_works(app: Flask) -> None:
    ann, bob = sign_in(app, "Ann"), sign_in(app, "Bob")
    match = ann.open()
    bob.join(match)
    first = acting(match, ann, bob)
    waiting = value(first.get("/v1/me/letters?waiting=true"))["items"]
    assert [letter["kind"] for letter in waiting] == ["match-started", "your-turn"]
    assert waiting[1]["cause"] == "You were asked to move."
    assert (waiting[1]["state"], waiting[1]["match"], waiting[1]["settled_at"]) == ("ready", match, None)
    assert value(first.get("/v1/me/letters"))["items"] == []
    settle_all()
    (turn,) = [one for one in value(first.get("/v1/me/letters"))["items"] if one["kind"] == "your-turn"]
    assert (turn["state"], turn["answer"], turn["id"]) == ("sent", "250 Kept", waiting[1]["id"])
    assert [one["kind"] for one in value(first.get("/v1/me/letters?waiting=true"))["items"]] == ["reminder"]


def test_nobody_sees_those_of_others(app: Flask) -> None:
    ann, bob = sign_in(app, "Ann"), sign_in(app, "Bob")
    match = ann.open()
    bob.join(match)
    second = next(person for person in (ann, bob) if person is not acting(match, ann, bob))
    assert [one["kind"] for one in value(second.get("/v1/me/letters?waiting=true"))["items"]] == [
        "match-started"
    ]
    problem(Person(app, "", "").get("/v1/me/letters"), 401, "not-signed-in")


def test_pages_follow_one_another(app: Flask) -> None:
    ann, bob = sign_in(app, "Ann"), sign_in(app, "Bob")
    for _ in range(5):
        bob.join(ann.open())
    settle_all()
    every = value(ann.get("/v1/me/letters?limit=100"))["items"]
    found, path = [], "/v1/me/letters?limit=2"
    while path:
        page = value(ann.get(path))
        found += page["items"]
        path = page["next_cursor"] and f"/v1/me/letters?limit=2&cursor={page['next_cursor']}"
    assert found == every
    assert len(found) >= 5
