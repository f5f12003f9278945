"""Every operation on a private match, asked for by everybody who is not its player (AU-4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem import clock, db
from pbem.service import ids, players
from pbem.settings import Settings
from tests.pbem.web.people import GAME, Person, acting, code_for, problem, sign_in, value

NONE = "0000000000000000"
MOVES = {"seen": 1, "moves": ["recruit 1"]}
ON_A_MATCH = [
    ("GET", "", None),
    ("GET", "/log", None),
    ("GET", "/record", None),
    ("POST", "/places", {}),
    ("POST", "/places", {"invitation": "x"}),
    ("DELETE", "/places/me", None),
    ("POST", "/moves", MOVES),
    ("POST", "/moves", {"seen": 1, "moves": ["dance"]}),
    ("POST", "/resignation", None),
]
SIGNED_IN = [
    ("GET", "/v1/me", None),
    ("PATCH", "/v1/me", {"name": "Zoe"}),
    ("GET", "/v1/tokens", None),
    ("DELETE", f"/v1/tokens/{NONE}", None),
    ("GET", "/v1/matches", None),
    ("POST", "/v1/matches", {"game": GAME, "seats": 2}),
    *[(method, f"/v1/matches/{NONE}{path}", body) for method, path, body in ON_A_MATCH[3:]],
]


def everything() -> list[tuple[object, ...]]:
    """All that a request could have changed."""
    tables = ('"match"', "place", "entry", "letter", "invitation", "done", "token")
    return [row for table in tables for row in db.fetchall(f"SELECT * FROM {table}")]


def test_it_works(ann: Person, private_match: str) -> None:
    assert ann.get(f"/v1/matches/{private_match}").status_code == 200


@pytest.mark.parametrize(("method", "path", "body"), ON_A_MATCH)
def test_a_strangers_answer_is_that_of_a_match_which_is_none(
    carl: Person, private_match: str, method: str, path: str, body: object
) -> None:
    before = everything()
    more = {} if body is None else {"json": body}
    hidden = carl.ask(method, f"/v1/matches/{private_match}{path}", **more)
    missing = carl.ask(method, f"/v1/matches/{NONE}{path}", **more)
    problem(hidden, 404, "not-found")
    assert hidden.data == missing.data
    assert list(hidden.headers) == list(missing.headers)
    assert everything() == before


@pytest.mark.parametrize(("method", "path", "body"), SIGNED_IN)
def test_without_a_good_token_nothing_is_told(
    anybody: Person, settings: Settings, ann: Person, method: str, path: str, body: object
) -> None:
    anybody.post("/v1/sign-in", {"email": ann.email})
    code = code_for(settings, ann.email)
    session, _, _ = players.redeem(settings, ann.email, code, "", "session", "", clock.now())
    more = {} if body is None else {"json": body}
    before = everything()
    for token in (None, "", "wrong", session, f"{ann.token}x", str(ann.token).upper()):
        response = replace(anybody, token=token).ask(method, path, **more)
        problem(response, 401, "not-signed-in")
        assert response.headers["WWW-Authenticate"] == "Bearer"
    response = anybody.ask(method, path, headers={"Authorization": f"Basic {ann.token}"}, **more)
    problem(response, 401, "not-signed-in")
    assert everything() == before


def test_a_token_that_was_ended_is_none(ann: Person, private_match: str) -> None:
    token = value(ann.get("/v1/tokens"))["items"][0]["id"]
    ann.delete(f"/v1/tokens/{token}")
    for path in ("", "/log", "/record"):
        problem(ann.get(f"/v1/matches/{private_match}{path}"), 401, "not-signed-in")


def test_another_seat_can_do_nothing_in_ones_place(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    waiting = bob if mover is ann else ann
    line = mover.match(match)["legal_moves"][0]["line"]
    problem(waiting.post(f"/v1/matches/{match}/moves", {"seen": 1, "moves": [line]}), 409, "not-your-turn")
    assert mover.match(match)["entry"] == 1


def test_a_player_of_another_match_is_a_stranger(ann: Person, private_match: str) -> None:
    edo, dina = sign_in(ann.app, "Edo"), sign_in(ann.app, "Dina")
    other = edo.open(access="private", invite=[dina.email])
    dina.join(other)
    for person in (edo, dina):
        problem(person.get(f"/v1/matches/{private_match}"), 404, "not-found")
    problem(ann.get(f"/v1/matches/{other}"), 404, "not-found")


def test_an_id_alone_is_no_invitation(ann: Person, carl: Person) -> None:
    match = ann.open(access="private", invite=["dina@example.org"])
    row = db.fetchone("SELECT id, hash FROM invitation WHERE match_id = ?", (match,))
    assert row is not None
    for token in (*row, ids.derived("another key", "invitation", row[0])):
        problem(carl.post(f"/v1/matches/{match}/places", {"invitation": token}), 404, "not-found")


def test_no_answer_holds_an_address_of_another(ann: Person, bob: Person, match: str) -> None:
    for path in (f"/v1/matches/{match}", "/v1/matches", f"/v1/matches/{match}/log"):
        assert bob.email not in ann.get(path).text
