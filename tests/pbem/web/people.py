"""Players as the tests of the web know them: each with a token, asking by HTTP."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from pbem import db
from pbem.service import ids
from pbem.settings import Settings

GAME = "lords-of-scotland"
_HOMES = itertools.count()


@dataclass(frozen=True)
class Person:
    """Somebody who asks the API; without a token: anybody."""

    app: Flask
    name: str
    email: str
    token: str | None = None

    def ask(self, method: str, path: str, **more: Any) -> TestResponse:
        """The answer to a request, made with nothing kept from the last one."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers.update(more.pop("headers", {}))
        return self.app.test_client(use_cookies=False).open(path, method=method, headers=headers, **more)

    def get(self, path: str, **more: Any) -> TestResponse:
        """GET."""
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> TestResponse:
        """POST of a JSON body, if there is one."""
        return self.ask("POST", path, **({} if body is None else {"json": body}), **more)

    def patch(self, path: str, body: Any) -> TestResponse:
        """PATCH with a JSON body."""
        return self.ask("PATCH", path, json=body)

    def delete(self, path: str) -> TestResponse:
        """DELETE."""
        return self.ask("DELETE", path)

    def match(self, id: str) -> dict[str, Any]:
        """A match as this person sees it."""
        response = self.get(f"/v1/matches/{id}")
        assert response.status_code == 200, response.text
        told: dict[str, Any] = value(response)
        return told

    def open(self, seats: int = 2, **more: Any) -> str:
        """Opens a match; its id."""
        response = self.post("/v1/matches", {"game": GAME, "seats": seats, **more})
        assert response.status_code == 201, response.text
        return str(value(response)["id"])

    def join(self, match: str) -> None:
        """Joins a match."""
        response = self.post(f"/v1/matches/{match}/places", {})
        assert response.status_code == 201, response.text

    def move(self, match: str) -> dict[str, Any]:
        """Makes the first legal move; what came of it."""
        now = self.match(match)
        line = now["legal_moves"][0]["line"]
        response = self.post(f"/v1/matches/{match}/moves", {"seen": now["entry"], "moves": [line]})
        assert response.status_code == 200, response.text
        told: dict[str, Any] = value(response)
        return told


def value(response: TestResponse) -> Any:
    """The JSON of an answer."""
    return response.get_json(force=True)


def code_for(settings: Settings, email: str) -> str:
    """The newest sign-in code of an address."""
    row = db.fetchone("SELECT id FROM sign_in WHERE email = ? ORDER BY created_at DESC LIMIT 1", (email,))
    assert row is not None
    return ids.code(settings.secret_key, row[0])


def sign_in(app: Flask, name: str, email: str | None = None) -> Person:
    """Signs somebody in by HTTP."""
    email = email or f"{name.lower()}@example.org"
    stranger = Person(app, name, email)
    home = {"REMOTE_ADDR": f"10.1.{next(_HOMES) // 250 % 250}.{next(_HOMES) % 250}"}
    response = stranger.post("/v1/sign-in", {"email": email, "name": name}, environ_base=home)
    assert response.status_code == 202, response.text
    code = code_for(app.extensions["pbem.settings"], email)
    response = stranger.post("/v1/tokens", {"email": email, "code": code})
    assert response.status_code == 201, response.text
    return Person(app, name, email, value(response)["token"])


def acting(match: str, *people: Person) -> Person:
    """Whoever of them is asked to move."""
    return next(person for person in people if person.match(match)["legal_moves"] is not None)


def problem(response: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The problem that an answer must be."""
    told: dict[str, Any] = value(response)
    assert response.content_type == "application/problem+json"
    assert (response.status_code, told["status"], told["type"]) == (status, status, f"/problems/{code}"), told
    assert told["title"]
    assert told["detail"].endswith((".", "?", ")")), told
    return told
