from __future__ import annotations

import pytest

from tests.pbem.web.people import Person, acting, problem, value


def listed(person: Person, query: str = "") -> list[str]:
    return [item["id"] for item in value(person.get(f"/v1/matches{query}"))["items"]]


def test_it_works(ann: Person, bob: Person, carl: Person) -> None:
    running = ann.open()
    bob.join(running)
    open_one = ann.open()
    private = ann.open(access="private")
    assert listed(ann) == [private, open_one, running]
    assert listed(bob) == listed(carl) == [open_one, running]
    assert listed(bob, "?mine=true") == [running]
    assert listed(bob, "?mine=false") == [open_one]
    assert listed(bob, "?state=open") == [open_one]
    assert listed(ann, "?state=running&mine=true&game=lords-of-scotland") == [running]
    assert listed(ann, "?game=whist") == []


def test_a_listed_match_is_the_match_without_its_table(ann: Person, bob: Person, match: str) -> None:
    for person in (ann, bob):
        whole = person.match(match)
        item = value(person.get("/v1/matches"))["items"][0]
        assert item == {
            name: part
            for name, part in whole.items()
            if name not in ("view", "table", "can_undo", "legal_moves")
        }


def test_who_is_invited_finds_the_match(ann: Person, bob: Person, carl: Person) -> None:
    private = ann.open(3, access="private", invite=[bob.email, carl.email])
    public = ann.open(invite=[bob.email])
    assert listed(bob, "?invited=true") == [public, private]
    assert listed(carl, "?invited=true") == [private]
    assert listed(ann, "?invited=true") == []
    assert listed(bob, "?invited=false") == []
    assert listed(carl, "?invited=false") == [public]
    assert listed(bob, "?invited=true&mine=true") == listed(bob, "?invited=true&to_act=me") == []
    bob.join(private)
    bob.join(public)
    assert listed(bob, "?invited=true") == []
    ann.delete(f"/v1/matches/{private}/places/me")
    assert listed(carl, "?invited=true") == [private]


def test_invitations_come_in_pages(ann: Person, bob: Person) -> None:
    opened = [ann.open(access="private", invite=[bob.email]) for _ in range(3)]
    first = value(bob.get("/v1/matches?invited=true&limit=2"))
    second = value(bob.get(f"/v1/matches?invited=true&limit=2&cursor={first['next_cursor']}"))
    assert [item["id"] for item in (*first["items"], *second["items"])] == opened[::-1]
    assert second["next_cursor"] is None


def test_a_list_that_has_not_changed_is_not_sent_again(ann: Person, bob: Person) -> None:
    first = ann.get("/v1/matches")
    known = {"If-None-Match": first.headers["ETag"]}
    again = ann.get("/v1/matches", headers=known)
    assert (again.status_code, again.data) == (304, b"")
    ann.open()
    assert ann.get("/v1/matches", headers=known).status_code == 200


def test_what_waits_for_you_comes_by_deadline(ann: Person, bob: Person) -> None:
    waiting: list[tuple[str, str]] = []
    for seconds in (9000, 7200, 8000, 3600):
        match = ann.open(pace={"seconds": seconds})
        bob.join(match)
        if acting(match, ann, bob) is not ann:
            bob.move(match)
        waiting.append((ann.match(match)["deadline"], match))
    assert listed(ann, "?to_act=me") == [match for _, match in sorted(waiting)]
    assert listed(bob, "?to_act=me") == []
    assert listed(ann, "?to_act=me&state=over") == listed(ann, "?to_act=me&mine=false") == []


@pytest.mark.parametrize("query", ["", "&to_act=me"])
def test_pages_hold_each_match_once(ann: Person, bob: Person, query: str) -> None:
    matches = set()
    for _ in range(5):
        match = ann.open()
        bob.join(match)
        if acting(match, ann, bob) is not ann:
            bob.move(match)
        matches.add(match)
    found: list[str] = []
    cursor: str | None = None
    for size in (2, 2, 1):
        page = value(ann.get(f"/v1/matches?limit=2{query}" + (f"&cursor={cursor}" if cursor else "")))
        assert len(page["items"]) == size
        found += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
    assert cursor is None
    assert len(found) == 5
    assert set(found) == matches


@pytest.mark.parametrize(
    ("parameter", "query"),
    [
        ("state", "state=closed"),
        ("mine", "mine=yes"),
        ("mine", "mine=1"),
        ("to_act", "to_act=bob"),
        ("limit", "limit=0"),
        ("limit", "limit=101"),
        ("limit", "limit=1_0"),
        ("limit", "limit=%EF%BC%91"),
        ("limit", "limit=+1"),
        ("limit", "limit=" + "9" * 5000),
        ("limit", "limit="),
        ("cursor", "cursor="),
        ("cursor", "cursor=abc"),
        ("cursor", "cursor=bnVsbA"),
        ("cursor", "cursor=WyJ0by1hY3QiLDEsIngiXQ"),
        ("cursor", "cursor=WyJtYXRjaGVzIiwxLDFd"),
        ("game", "game=%00"),
        ("page", "page=2"),
        ("limit", "limit=1&limit=2"),
    ],
)
def test_a_bad_query_is_named(ann: Person, parameter: str, query: str) -> None:
    told = problem(ann.get(f"/v1/matches?{query}"), 422, "bad-value")
    assert {error["parameter"] for error in told["errors"]} == {parameter}
