from __future__ import annotations

from typing import Any

import pytest

from pbem import db
from tests.pbem.web.people import GAME, Person, problem, value


def test_it_works(ann: Person) -> None:
    response = ann.post("/v1/matches", {"game": GAME, "seats": 3})
    assert response.status_code == 201
    match = value(response)
    assert response.headers["Location"] == f"/v1/matches/{match['id']}"
    assert (match["state"], match["seats"], match["access"], match["you"]) == ("open", 3, "open", 0)
    assert match["pace"] == {
        "kind": "per_turn",
        "seconds": 259_200,
        "reminders": [0.5, 0.8],
        "on_timeout": "forfeit",
    }
    assert (match["view"], match["legal_moves"], match["to_act"]) == (None, None, [])
    assert ann.match(match["id"]) == match


def test_all_can_be_chosen(ann: Person) -> None:
    pace = {"kind": "per_turn", "seconds": 7200, "reminders": [0.9], "on_timeout": "safe_move"}
    options = {"include_bruce": False, "same_clan_activation": "on", "reveal_discarded": False}
    match = ann.match(ann.open(4, options=options, pace=pace, access="private", invite=["dina@example.org"]))
    assert (match["options"], match["pace"], match["access"]) == (options, pace, "private")
    assert db.fetchall("SELECT address FROM letter WHERE kind = 'invitation'") == [("dina@example.org",)]


@pytest.mark.parametrize(
    ("pointer", "change"),
    [
        ("/game", {"game": "whist"}),
        ("/game", {"game": 1}),
        ("/seats", {"seats": 1}),
        ("/seats", {"seats": 6}),
        ("/seats", {"seats": "2"}),
        ("/seats", {"seats": True}),
        ("/seats", {"seats": 2.5}),
        ("/options/no_such", {"options": {"no_such": 1}}),
        ("/options/include_bruce", {"options": {"include_bruce": "yes"}}),
        ("/options", {"options": []}),
        ("/options", {"options": None}),
        ("/pace/seconds", {"pace": {"seconds": 0}}),
        ("/pace/seconds", {"pace": {"seconds": "3600"}}),
        ("/pace/seconds", {"pace": {"seconds": 60}}),
        ("/pace/reminders/0", {"pace": {"reminders": [1]}}),
        ("/pace/kind", {"pace": {"kind": "clock"}}),
        ("/pace/on_timeout", {"pace": {"on_timeout": "shrug"}}),
        ("/pace/other", {"pace": {"other": 1}}),
        ("/access", {"access": "secret"}),
        ("/invite/0", {"invite": ["no address"]}),
        ("/invite/0", {"invite": ["ann@example.org"]}),
        ("/invite", {"invite": [f"p{n}@example.org" for n in range(5)]}),
        ("/invite/0", {"invite": [None]}),
        ("/seed", {"seed": "00"}),
    ],
)
def test_a_value_that_cannot_be_is_named(ann: Person, pointer: str, change: dict[str, Any]) -> None:
    told = problem(ann.post("/v1/matches", {"game": GAME, "seats": 2, **change}), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == [pointer]
    assert db.fetchall('SELECT 1 FROM "match"') == []


def test_all_that_cannot_be_is_named_at_once(ann: Person) -> None:
    body = {"game": GAME, "seats": 2, "options": {"x": 1}, "pace": {"seconds": 1}, "invite": ["nobody"]}
    told = problem(ann.post("/v1/matches", body), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == ["/options/x", "/pace/seconds", "/invite/0"]
    assert told["detail"].endswith("(2 more in `errors`.)")


def test_what_is_missing_is_named(ann: Person) -> None:
    told = problem(ann.post("/v1/matches", {}), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == ["/game", "/seats"]


def test_invitations_are_limited(ann: Person) -> None:
    for number in range(5):
        ann.open(5, invite=[f"p{number}{other}@example.org" for other in range(4)])
    body = {"game": GAME, "seats": 2, "invite": ["edo@example.org"]}
    response = ann.post("/v1/matches", body)
    problem(response, 429, "limit-reached")
    assert int(response.headers["Retry-After"]) > 0
    assert db.fetchall('SELECT count(*) FROM "match"') == [(5,)]
