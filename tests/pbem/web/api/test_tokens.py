from __future__ import annotations

from pbem.settings import Settings
from tests.pbem.web.people import Person, code_for, problem, sign_in, value


def test_it_works(anybody: Person, settings: Settings) -> None:
    anybody.post("/v1/sign-in", {"email": "ann@example.org", "name": "Ann"})
    code = code_for(settings, "ann@example.org")
    response = anybody.post("/v1/tokens", {"email": "ann@example.org", "code": code, "label": "bot"})
    assert response.status_code == 201
    made = value(response)
    assert made["player"]["name"] == "Ann"
    ann = Person(anybody.app, "Ann", "ann@example.org", made["token"])
    listed = value(ann.get("/v1/tokens"))
    assert [(item["id"], item["label"]) for item in listed["items"]] == [(made["id"], "bot")]
    assert ann.delete(f"/v1/tokens/{made['id']}").status_code == 204
    problem(ann.get("/v1/me"), 401, "not-signed-in")


def test_a_code_works_once(anybody: Person, ann: Person, settings: Settings) -> None:
    used = {"email": ann.email, "code": code_for(settings, ann.email)}
    problem(anybody.post("/v1/tokens", used), 422, "wrong-code")


def test_after_five_wrong_codes_the_right_one_is_worth_nothing(anybody: Person, settings: Settings) -> None:
    anybody.post("/v1/sign-in", {"email": "ann@example.org"})
    code = code_for(settings, "ann@example.org")
    wrong = f"{(int(code) + 1) % 1_000_000:06d}"
    for _ in range(5):
        problem(anybody.post("/v1/tokens", {"email": "ann@example.org", "code": wrong}), 422, "wrong-code")
    problem(anybody.post("/v1/tokens", {"email": "ann@example.org", "code": code}), 422, "wrong-code")


def test_wrong_codes_of_a_stranger_do_no_harm(anybody: Person, settings: Settings) -> None:
    anybody.post("/v1/sign-in", {"email": "ann@example.org"})
    code = code_for(settings, "ann@example.org")
    wrong = {"email": "ann@example.org", "code": f"{(int(code) + 1) % 1_000_000:06d}"}
    for number in range(10):
        far = anybody.post("/v1/tokens", wrong, environ_base={"REMOTE_ADDR": f"2001:db8::{number}"})
        problem(far, 422, "wrong-code")
    assert anybody.post("/v1/tokens", {"email": "ann@example.org", "code": code}).status_code == 201


def test_a_code_belongs_to_its_address(anybody: Person, settings: Settings) -> None:
    anybody.post("/v1/sign-in", {"email": "ann@example.org"})
    anybody.post("/v1/sign-in", {"email": "bob@example.org"})
    code = code_for(settings, "ann@example.org")
    if code != code_for(settings, "bob@example.org"):
        problem(anybody.post("/v1/tokens", {"email": "bob@example.org", "code": code}), 422, "wrong-code")


def test_a_code_is_six_plain_digits(anybody: Person) -> None:
    for code in ("", "12345", "1234567", "12345a", "１２３４５６", "123456\n"):
        told = problem(anybody.post("/v1/tokens", {"email": "a@b.org", "code": code}), 422, "bad-value")
        assert told["errors"] == [{"pointer": "/code", "detail": "A code has six digits."}]


def test_tokens_come_in_pages(ann: Person) -> None:
    for _ in range(4):
        sign_in(ann.app, "Ann")
    ids: list[str] = []
    cursor, page = "", {}
    for _ in range(3):
        page = value(ann.get(f"/v1/tokens?limit=2{cursor}"))
        ids += [item["id"] for item in page["items"]]
        cursor = f"&cursor={page['next_cursor']}"
    assert page["next_cursor"] is None
    assert len(ids) == 5
    assert ids == sorted(set(ids))


def test_nobody_ends_the_token_of_another(ann: Person, bob: Person) -> None:
    token = value(bob.get("/v1/tokens"))["items"][0]["id"]
    theirs, none = ann.delete(f"/v1/tokens/{token}"), ann.delete("/v1/tokens/0000000000000000")
    problem(theirs, 404, "not-found")
    assert theirs.data == none.data
    assert bob.get("/v1/me").status_code == 200
