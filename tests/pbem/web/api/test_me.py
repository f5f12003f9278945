from __future__ import annotations

import pytest

from tests.pbem.web.people import Person, problem, value


def test_it_works(ann: Person) -> None:
    me = value(ann.get("/v1/me"))
    assert (me["name"], me["email"], me["locale"], me["time_zone"]) == ("Ann", "ann@example.org", "en", "UTC")
    assert me["created_at"].endswith("Z")


def test_what_is_sent_is_changed_and_the_rest_stays(ann: Person) -> None:
    changed = value(ann.patch("/v1/me", {"time_zone": "Europe/Copenhagen"}))
    assert (changed["name"], changed["time_zone"]) == ("Ann", "Europe/Copenhagen")
    assert value(ann.get("/v1/me")) == changed


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        ("name", ""),
        ("name", "x" * 41),
        ("name", "see www.example.org"),
        ("name", None),
        ("name", 7),
        ("locale", "xx"),
        ("time_zone", "Mars/Olympus"),
        ("email", "else@example.org"),
        ("id", "x"),
    ],
)
def test_a_value_that_cannot_be_is_named(ann: Person, field: str, bad: object) -> None:
    before = ann.get("/v1/me").data
    told = problem(ann.patch("/v1/me", {field: bad}), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == [f"/{field}"]
    assert ann.get("/v1/me").data == before


def test_a_new_name_stands_in_the_matches(ann: Person, bob: Person, match: str) -> None:
    tag = bob.get(f"/v1/matches/{match}").headers["ETag"]
    ann.patch("/v1/me", {"name": "Anna"})
    response = bob.get(f"/v1/matches/{match}", headers={"If-None-Match": tag})
    assert response.status_code == 200
    assert value(response)["places"][0]["player"]["name"] == "Anna"
