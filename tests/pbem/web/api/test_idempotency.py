"""The same request twice, late, and twenty times at once has one effect (AP-1, AP-2)."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pbem import db
from tests.pbem.web.people import GAME, Person, acting, problem, sign_in, value
from tests.pbem.web.serving import ask, served

KEY = {"Idempotency-Key": "first move of the evening"}
NEW = {"game": GAME, "seats": 2}


def count(table: str) -> int:
    return int(db.fetchall(f"SELECT count(*) FROM {table}")[0][0])


def moves(person: Person, match: str) -> dict[str, Any]:
    seen = person.match(match)
    return {"seen": seen["entry"], "moves": [seen["legal_moves"][0]["line"]]}


def test_it_works(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    body, path = moves(mover, match), f"/v1/matches/{match}/moves"
    first = mover.post(path, body, headers=KEY)
    entries = count("entry")
    second = mover.post(path, body, headers=KEY)
    assert first.status_code == second.status_code == 200
    assert first.data == second.data
    assert count("entry") == entries


def test_every_post_of_a_player_takes_a_key(ann: Person, bob: Person) -> None:
    opened = [ann.post("/v1/matches", NEW, headers=KEY) for _ in range(2)]
    match = value(opened[0])["id"]
    joined = [bob.post(f"/v1/matches/{match}/places", {}, headers=KEY) for _ in range(2)]
    resigned = [
        ann.post(f"/v1/matches/{match}/resignation", headers={"Idempotency-Key": "enough"}) for _ in range(2)
    ]
    for pair, status in ((opened, 201), (joined, 201), (resigned, 200)):
        assert [response.status_code for response in pair] == [status, status]
        assert pair[0].data == pair[1].data
        assert pair[0].headers.get("Location") == pair[1].headers.get("Location")
    assert count('"match"') == 1


def test_without_a_key_a_second_match_is_meant(ann: Person) -> None:
    ann.post("/v1/matches", NEW)
    ann.post("/v1/matches", NEW)
    assert count('"match"') == 2


def test_a_key_belongs_to_one_request(ann: Person, bob: Person) -> None:
    match = value(ann.post("/v1/matches", NEW, headers=KEY))["id"]
    other = bob.open()
    problem(ann.post("/v1/matches", {**NEW, "seats": 3}, headers=KEY), 422, "idempotency-key-reused")
    problem(ann.post(f"/v1/matches/{other}/places", {}, headers=KEY), 422, "idempotency-key-reused")
    assert [place["player"]["name"] for place in ann.match(match)["places"]] == ["Ann"]


def test_a_key_belongs_to_one_player(ann: Person, bob: Person) -> None:
    opened = [value(person.post("/v1/matches", NEW, headers=KEY)) for person in (ann, bob)]
    assert opened[0]["id"] != opened[1]["id"]
    assert [match["places"][0]["player"]["name"] for match in opened] == ["Ann", "Bob"]


def test_a_refusal_uses_up_no_key(ann: Person) -> None:
    problem(ann.post("/v1/matches", {**NEW, "seats": 9}, headers=KEY), 422, "bad-value")
    assert ann.post("/v1/matches", NEW, headers=KEY).status_code == 201


def test_a_late_twin_sees_the_match_as_it_is(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    body, path = moves(mover, match), f"/v1/matches/{match}/moves"
    first = value(mover.post(path, body, headers=KEY))
    acting(match, ann, bob).move(match)
    late = value(mover.post(path, body, headers=KEY))
    assert (late["taken"], late["not_played"]) == (first["taken"], first["not_played"])
    assert late["match"] == mover.match(match)


def test_who_has_left_a_private_match_gets_no_answer_again(ann: Person) -> None:
    dina = sign_in(ann.app, "Dina")
    match = ann.open(3, access="private", invite=[dina.email])
    assert dina.post(f"/v1/matches/{match}/places", {}, headers=KEY).status_code == 201
    dina.delete(f"/v1/matches/{match}/places/me")
    with db.write():
        db.run("DELETE FROM invitation", ())
    problem(dina.post(f"/v1/matches/{match}/places", {}, headers=KEY), 404, "not-found")


def test_twenty_twins_at_once_make_one_move(ann: Person, bob: Person, match: str) -> None:
    mover = acting(match, ann, bob)
    body = moves(mover, match)
    with served(ann.app) as url, ThreadPoolExecutor(20) as pool:

        def send(_: int) -> tuple[int, bytes]:
            return ask(f"{url}/v1/matches/{match}/moves", mover.token, body, "one of twenty")

        answers = list(pool.map(send, range(20)))
    assert {status for status, _ in answers} == {200}
    assert len({json.dumps(json.loads(told)["taken"]) for _, told in answers}) == 1
    lines = db.fetchall(
        "SELECT line FROM entry WHERE match_id = ? AND kind = 'move' AND automatic = 0", (match,)
    )
    assert lines == [(body["moves"][0],)]


def test_twenty_twins_at_once_open_one_match(ann: Person) -> None:
    with served(ann.app) as url, ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: ask(f"{url}/v1/matches", ann.token, NEW, "twins"), range(20)))
    assert {status for status, _ in answers} == {201}
    assert len({json.loads(told)["id"] for _, told in answers}) == 1
    assert count('"match"') == 1


def test_twenty_players_at_once_get_the_seats_there_are(ann: Person) -> None:
    people = [sign_in(ann.app, "Edo", f"edo{number}@example.org") for number in range(20)]
    match = ann.open(5)
    with served(ann.app) as url, ThreadPoolExecutor(20) as pool:
        answers = list(
            pool.map(lambda person: ask(f"{url}/v1/matches/{match}/places", person.token, {}), people)
        )
    statuses = sorted(status for status, _ in answers)
    assert statuses == [201] * 4 + [409] * 16, [told for status, told in answers if status not in (201, 409)]
    assert [place["seat"] for place in ann.match(match)["places"]] == [0, 1, 2, 3, 4]
