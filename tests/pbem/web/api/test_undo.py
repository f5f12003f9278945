"""POST /v1/matches/{id}/undo."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.pbem.web.people import Person, problem, sign_in, value


@pytest.fixture
def match(app: Flask, ann: Person, bob: Person) -> str:
    """A siege in which Ann, who attacks, has played a card and is asked again."""
    id = ann.open(2, game="schotten-totten-2")
    bob.join(id)
    for person in (ann, bob):
        play(person, id, lambda line: line[0] in "rygbk" and line[1].isdigit())
    return id


def play(person: Person, match: str, which: Any) -> str:
    now = person.match(match)
    line = next(move["line"] for move in now["legal_moves"] if which(move["line"]))
    assert (
        person.post(f"/v1/matches/{match}/moves", {"seen": now["entry"], "moves": [line]}).status_code == 200
    )
    return str(line)


def test_it_works(ann: Person, match: str) -> None:
    before = ann.match(match)
    assert before["can_undo"] is False
    play(ann, match, lambda line: line.startswith("retreat"))
    now = ann.match(match)
    assert now["can_undo"] is True
    response = ann.post(f"/v1/matches/{match}/undo", {"seen": now["entry"]})
    assert response.status_code == 200, response.text
    after = value(response)
    assert after["entry"] == now["entry"] + 1
    assert (after["view"], after["legal_moves"]) == (before["view"], before["legal_moves"])
    log = value(ann.get(f"/v1/matches/{match}/log"))["items"]
    assert (log[-1]["kind"], log[-1]["words"]) == ("undo", ["Ann takes the last move back."])


def test_what_cannot_be_taken_back_is_told(ann: Person, bob: Person, match: str) -> None:
    entry = ann.match(match)["entry"]
    problem(ann.post(f"/v1/matches/{match}/undo", {"seen": entry}), 409, "cannot-undo")
    problem(bob.post(f"/v1/matches/{match}/undo", {"seen": entry}), 409, "not-your-turn")
    problem(ann.post(f"/v1/matches/{match}/undo", {}), 422, "bad-value")
    play(ann, match, lambda line: line.startswith("retreat"))
    problem(ann.post(f"/v1/matches/{match}/undo", {"seen": entry}), 409, "stale")


def test_strangers_take_nothing_back(app: Flask, match: str) -> None:
    problem(sign_in(app, "Carl").post(f"/v1/matches/{match}/undo", {"seen": 1}), 403, "not-seated")
