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
            name: part for name, part in whole.items() if name not in ("view", "table", "legal_moves")
        }


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
