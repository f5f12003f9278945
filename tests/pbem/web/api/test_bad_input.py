"""What clients, broken or hostile, can send: each is a problem, and nothing has changed (AP-3)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from pbem import db
from tests.pbem.web.people import GAME, Person, problem, value

GOOD = json.dumps({"game": GAME, "seats": 2}).encode()


def send(person: Person, body: bytes, kind: str | None = "application/json") -> TestResponse:
    return person.ask("POST", "/v1/matches", data=body, content_type=kind)


def matches() -> int:
    return int(db.fetchall('SELECT count(*) FROM "match"')[0][0])


def test_it_works(ann: Person) -> None:
    assert send(ann, GOOD).status_code == 201
    assert send(ann, GOOD, "application/json; charset=utf-8").status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"{", id="cut off"),
        pytest.param(b"nothing", id="no JSON"),
        pytest.param(b'{"game": "a", "game": "b", "seats": 2}', id="a name twice"),
        pytest.param(b'{"game": "x", "pace": {"kind": "a", "kind": "b"}, "seats": 2}', id="twice further in"),
        pytest.param(b'{"game": "x", "seats": NaN}', id="NaN"),
        pytest.param(b'{"game": "x", "seats": Infinity}', id="Infinity"),
        pytest.param(b'{"game": "x", "seats": -Infinity}', id="-Infinity"),
        pytest.param(b'{"game": "x", "seats": 1e999}', id="1e999"),
        pytest.param(b'{"game": "x", "seats": 9007199254740993}', id="beyond 2**53"),
        pytest.param(b'{"game": "x", "seats": ' + b"9" * 5000 + b"}", id="5,000 digits"),
        pytest.param(b'{"game": "x", "seats": -' + b"9" * 5000 + b"}", id="5,000 digits below zero"),
        pytest.param(b"[" * 60_000, id="60,000 deep"),
        pytest.param(b'{"a":' * 10_000 + b"1" + b"}" * 10_000, id="10,000 objects deep"),
        pytest.param(b"[" * 17 + b"]" * 17, id="17 deep"),
        pytest.param(b'{"game": "\\ud800", "seats": 2}', id="half a character"),
        pytest.param(b'{"\\udfff": 1}', id="half a character in a name"),
        pytest.param(b'{"game": "a\\u0000b", "seats": 2}', id="NUL"),
        pytest.param(b'{"game": "\xff", "seats": 2}', id="no UTF-8"),
        pytest.param(b'{"game": "\xed\xa0\x80", "seats": 2}', id="half a character as UTF-8"),
        pytest.param(GOOD.decode().encode("utf-16"), id="UTF-16"),
        pytest.param(b"\xef\xbb\xbf" + GOOD, id="byte order mark"),
        pytest.param(GOOD + b" true", id="two values"),
        pytest.param(b'{"game": "a\nb", "seats": 2}', id="line break in a text"),
        pytest.param(b" ", id="a blank"),
        pytest.param(b'"' * 65_001, id="quotes"),
        pytest.param(b'"' + b"\\" * 65_001, id="backslashes"),
    ],
)
def test_what_is_no_plain_json_is_refused(ann: Person, body: bytes) -> None:
    problem(send(ann, body), 400, "malformed-json")
    assert matches() == 0


def test_a_body_of_100_000_levels_is_too_large_to_be_looked_at(ann: Person) -> None:
    problem(send(ann, b"[" * 100_000 + b"]" * 100_000), 413, "too-large")


def test_16_levels_are_fine_and_brackets_in_texts_are_none(ann: Person) -> None:
    for body in (b"[" * 16 + b"]" * 16, b'{"game": "' + b"[" * 40 + b'\\"[[", "seats": 2}'):
        problem(send(ann, body), 422, "bad-value")


def test_a_character_written_as_two_halves_is_one(ann: Person) -> None:
    body = b'{"email": "ann@example.org", "code": "\\ud83c\\udfb2"}'
    response = ann.ask("POST", "/v1/tokens", data=body, content_type="application/json")
    problem(response, 422, "bad-value")


@pytest.mark.parametrize(
    "kind",
    ["text/plain", "application/x-www-form-urlencoded", "application/xml", "application/vnd.x+json", None],
)
def test_another_media_type_is_refused(ann: Person, kind: str | None) -> None:
    problem(send(ann, GOOD, kind), 415, "unsupported-media-type")
    assert matches() == 0


@pytest.mark.parametrize("body", ["null", "true", "7", '"text"', "[]", "[{}]"])
def test_another_value_than_an_object_is_refused(ann: Person, body: str) -> None:
    told = problem(send(ann, body.encode()), 422, "bad-value")
    assert told["errors"][0]["pointer"] == ""


def test_unknown_fields_are_pointed_at_by_json_pointer(ann: Person) -> None:
    told = problem(send(ann, b'{"game": "x", "seats": 2, "a/b~c": 1}'), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == ["/a~1b~0c"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/games"),
        ("GET", f"/v1/games/{GAME}"),
        ("GET", "/v1/me"),
        ("PATCH", "/v1/me"),
        ("POST", "/v1/sign-in"),
        ("POST", "/v1/tokens"),
        ("GET", "/v1/tokens"),
        ("POST", "/v1/matches"),
        ("GET", "/v1/matches"),
        ("GET", "/v1/matches/x"),
        ("POST", "/v1/matches/x/places"),
        ("POST", "/v1/matches/x/moves"),
        ("GET", "/v1/matches/x/log"),
        ("DELETE", "/v1/matches/x/places/me"),
    ],
)
def test_a_parameter_that_is_none_is_refused_everywhere(ann: Person, method: str, path: str) -> None:
    told = problem(ann.ask(method, f"{path}?verbose=1"), 422, "bad-value")
    assert {"parameter": "verbose", "detail": told["errors"][0]["detail"]} in told["errors"]


@pytest.mark.parametrize(
    "path", ["/v1", "/v1/", "/v1/nothing", "/v1/matches/", "/v1//matches", "/v1/me/", "/v1/%00"]
)
def test_an_address_that_is_none_is_a_problem_too(ann: Person, path: str) -> None:
    problem(ann.get(path), 404, "not-found")


@pytest.mark.parametrize("id", ["%00", "%ff", "..", "a" * 3000, "%F0%9F%8E%B2", "' OR 1=1 --"])
def test_an_id_that_is_none_is_not_found(ann: Person, id: str) -> None:
    problem(ann.get(f"/v1/matches/{id}"), 404, "not-found")
    problem(ann.delete(f"/v1/tokens/{id}"), 404, "not-found")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_a_method_that_is_none_names_those_that_are(ann: Person, method: str) -> None:
    response = ann.ask(method, "/v1/me")
    problem(response, 405, "method-not-allowed")
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "PATCH"}


@pytest.mark.parametrize("key", ["", "x" * 129, "ä", "tab\there"])
def test_a_key_that_is_none_is_refused(ann: Person, key: str) -> None:
    response = ann.post("/v1/matches", {"game": GAME, "seats": 2}, headers={"Idempotency-Key": key})
    assert problem(response, 422, "bad-value")["errors"][0]["header"] == "Idempotency-Key"
    assert matches() == 0


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "localhost@evil.example", "a b", ""],
)
def test_a_strange_host_is_refused_everywhere(ann: Person, host: str) -> None:
    problem(ann.get("/v1/games", headers={"Host": host}), 400, "bad-host")
    page = ann.get("/", headers={"Host": host})
    assert page.status_code == 400
    assert "evil" not in page.text


def test_no_header_of_a_proxy_changes_the_host(ann: Person) -> None:
    response = ann.post(
        "/v1/matches", {"game": GAME, "seats": 2}, headers={"X-Forwarded-Host": "evil.example"}
    )
    assert response.headers["Location"] == f"/v1/matches/{value(response)['id']}"


def test_a_cookie_means_nothing(anybody: Person, ann: Person) -> None:
    client = anybody.app.test_client()
    for name in ("token", "session", "pbem_form", "pbem_session"):
        client.set_cookie(name, str(ann.token))
    response: Any = client.get("/v1/me")
    problem(response, 401, "not-signed-in")


def test_every_kind_of_problem_has_its_page(anybody: Person, ann: Person) -> None:
    told = value(ann.get("/v1/matches/x"))
    page = anybody.get(told["type"])
    assert page.status_code == 200
    assert told["title"] in page.text
    assert anybody.get("/problems/none").status_code == 404
