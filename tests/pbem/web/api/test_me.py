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
        ("muted", None),
        ("muted", "reminder"),
        ("muted", ["reminder"] * 9),
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


def test_what_letters_do_not_come_is_seen_and_changed(ann: Person, bob: Person) -> None:
    assert value(ann.get("/v1/me"))["muted"] == []
    changed = value(ann.patch("/v1/me", {"muted": ["match-over", "reminder", "reminder"]}))
    assert changed["muted"] == ["reminder", "match-over"]
    assert value(ann.patch("/v1/me", {"name": "Anna"}))["muted"] == ["reminder", "match-over"]
    assert value(ann.get("/v1/me"))["muted"] == ["reminder", "match-over"]
    assert value(bob.get("/v1/me"))["muted"] == []
    assert value(ann.patch("/v1/me", {"muted": []}))["muted"] == []


def test_a_kind_that_cannot_be_muted_changes_nothing(ann: Person) -> None:
    before = ann.get("/v1/me").data
    for kind in ("sign-in-code", "nonsense"):
        problem(ann.patch("/v1/me", {"name": "Anna", "muted": ["reminder", kind]}), 422, "bad-value")
    assert ann.get("/v1/me").data == before


def test_too_many_names_a_day_have_to_wait(ann: Person) -> None:
    for number in range(5):
        assert ann.patch("/v1/me", {"name": f"Ann {number}"}).status_code == 200
    response = ann.patch("/v1/me", {"name": "Anna"})
    problem(response, 429, "limit-reached")
    assert 0 < int(response.headers["Retry-After"]) <= 86_401


def test_letters_may_do_without_cards(ann: Person) -> None:
    assert value(ann.get("/v1/me"))["cards_in_letters"] is True
    for wanted in (False, False, True):
        assert value(ann.patch("/v1/me", {"cards_in_letters": wanted}))["cards_in_letters"] is wanted
        assert value(ann.get("/v1/me"))["muted"] == []
    problem(ann.patch("/v1/me", {"cards_in_letters": 1}), 422, "bad-value")


def test_replies_may_have_to_come_from_oneself(ann: Person) -> None:
    assert value(ann.get("/v1/me"))["replies_from_me_only"] is False
    assert value(ann.patch("/v1/me", {"replies_from_me_only": True}))["replies_from_me_only"] is True
    assert value(ann.patch("/v1/me", {"name": "Anna"}))["replies_from_me_only"] is True
