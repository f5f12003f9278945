from __future__ import annotations

import pytest

from pbem import db
from tests.pbem.web.people import Person, problem, sign_in, value


def test_it_works(anybody: Person) -> None:
    response = anybody.post("/v1/sign-in", {"email": "ann@example.org", "name": "Ann"})
    assert response.status_code == 202
    assert db.fetchall("SELECT kind, address FROM letter") == [("sign-in-code", "ann@example.org")]


def test_the_answer_does_not_tell_whether_an_address_is_known(anybody: Person, ann: Person) -> None:
    known = anybody.post("/v1/sign-in", {"email": ann.email})
    unknown = anybody.post("/v1/sign-in", {"email": "nobody@example.org"})
    assert known.data == unknown.data
    assert known.status == unknown.status
    assert list(known.headers) == list(unknown.headers)


@pytest.mark.parametrize(
    "email", ["", "ann", "ann@", "a b@example.org", "Ann <ann@example.org>", "a@b\n.org"]
)
def test_what_is_no_address_is_refused(anybody: Person, email: str) -> None:
    told = problem(anybody.post("/v1/sign-in", {"email": email}), 422, "bad-value")
    assert [error["pointer"] for error in told["errors"]] == ["/email"]
    assert db.fetchall("SELECT 1 FROM letter") == []


def test_too_many_codes_for_one_address_have_to_wait(anybody: Person) -> None:
    for _ in range(4):
        assert anybody.post("/v1/sign-in", {"email": "ann@example.org"}).status_code == 202
    response = anybody.post("/v1/sign-in", {"email": "ann@example.org"})
    problem(response, 429, "limit-reached")
    assert 0 < int(response.headers["Retry-After"]) <= 3600


def asked(anybody: Person, number: int, forwarded: str, peer: str = "127.0.0.1") -> int:
    """The status of asking for a code for some address, through a proxy."""
    return anybody.post(
        "/v1/sign-in",
        {"email": f"p{number}@example.org"},
        headers={"X-Forwarded-For": forwarded},
        environ_base={"REMOTE_ADDR": peer},
    ).status_code


def test_a_proxy_on_this_machine_is_believed_about_the_last_address_only(anybody: Person) -> None:
    answers = [asked(anybody, number, f"10.0.0.{number}, 192.0.2.1") for number in range(61)]
    assert answers == [202] * 60 + [429]
    assert asked(anybody, 100, "192.0.2.1, 192.0.2.2") == 202


@pytest.mark.parametrize(
    ("sources", "other"),
    [
        ("2001:db8:0:1::{:x}", "2001:db8:0:2::1"),
        ("2001:DB8::1:0:0:0:{:x}", "2001:db8:0:2::1"),
        ("::ffff:192.0.2.1", "::ffff:192.0.2.2"),
        ("nonsense {}", "192.0.2.1"),
        ("192.0.2.{}.5", "192.0.2.1"),
        ("evil:{}", "2001:db8::1"),
    ],
)
def test_one_network_and_all_nonsense_is_one_source(anybody: Person, sources: str, other: str) -> None:
    answers = [asked(anybody, number, sources.format(number)) for number in range(61)]
    assert answers == [202] * 60 + [429]
    assert asked(anybody, 100, other) == 202


def test_a_neighbour_without_a_proxy_is_counted_by_its_network(anybody: Person) -> None:
    answers = [asked(anybody, number, f"192.0.2.{number}", f"2001:db8::{number:x}") for number in range(61)]
    assert answers == [202] * 60 + [429]


def test_a_name_that_was_not_given_is_no_part_of_the_address(anybody: Person) -> None:
    response = anybody.post("/v1/sign-in", {"email": "secret.name@example.org"})
    assert response.status_code == 202
    person = sign_in(anybody.app, "Nameless", "other@example.org")
    assert value(person.get("/v1/me"))["name"] == "Nameless"
