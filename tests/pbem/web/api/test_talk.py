"""/v1/matches/{id}/talk and /v1/me/unheard/{player}."""

from __future__ import annotations

from flask import Flask

from tests.pbem.web.people import Person, problem, sign_in, value


def test_it_works(app: Flask, ann: Person, bob: Person, match: str) -> None:
    response = ann.post(f"/v1/matches/{match}/talk", {"text": "Good luck!"})
    assert response.status_code == 201, response.text
    (remark,) = value(response)["items"]
    assert (remark["number"], remark["name"], remark["text"]) == (1, "Ann", "Good luck!")
    bob.post(f"/v1/matches/{match}/talk", {"text": "Thanks"})
    assert [one["text"] for one in value(bob.get(f"/v1/matches/{match}/talk"))["items"]] == [
        "Good luck!",
        "Thanks",
    ]
    page = value(bob.get(f"/v1/matches/{match}/talk?limit=1"))
    assert page["next_after"] == 1
    assert [one["text"] for one in value(bob.get(f"/v1/matches/{match}/talk?after=1"))["items"]] == ["Thanks"]


def test_strangers_hear_nothing(app: Flask, ann: Person, match: str) -> None:
    ann.post(f"/v1/matches/{match}/talk", {"text": "Good luck!"})
    carl = sign_in(app, "Carl")
    problem(carl.get(f"/v1/matches/{match}/talk"), 403, "not-seated")
    problem(carl.post(f"/v1/matches/{match}/talk", {"text": "x"}), 403, "not-seated")
    problem(Person(app, "", "").get(f"/v1/matches/{match}/talk"), 401, "not-signed-in")
    assert "Good luck" not in carl.get(f"/v1/matches/{match}").text


def test_one_need_not_hear_somebody(ann: Person, bob: Person, match: str) -> None:
    ann.post(f"/v1/matches/{match}/talk", {"text": "Good luck!"})
    place = next(place for place in bob.match(match)["places"] if place["player"]["name"] == "Ann")
    path = f"/v1/me/unheard/{place['player']['id']}"
    assert bob.ask("PUT", path).status_code == 204
    assert value(bob.get(f"/v1/matches/{match}/talk"))["items"] == []
    assert bob.delete(path).status_code == 204
    assert len(value(bob.get(f"/v1/matches/{match}/talk"))["items"]) == 1
    problem(bob.ask("PUT", "/v1/me/unheard/nobody"), 404, "not-found")


def test_what_cannot_be_said_is_told(ann: Person, match: str) -> None:
    problem(ann.post(f"/v1/matches/{match}/talk", {"text": "  "}), 422, "bad-value")
    problem(ann.post(f"/v1/matches/{match}/talk", {}), 422, "bad-value")
