"""Requests drawn from the document, right and wrong: the answers are those that it promises."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import hypothesis
import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi import checks

from tests.pbem.web.people import Person, acting

CASES = 300
EACH = 14
"""Of an operation, right ones and wrong ones; some operations have fewer."""
CHECKS = (
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
)


@pytest.fixture
def places(ann: Person, bob: Person) -> dict[str, list[str]]:
    """Matches in every state, for paths that would seldom hit one."""
    running = ann.open()
    bob.join(running)
    for _ in range(6):
        acting(running, ann, bob).move(running)
    over = ann.open()
    bob.join(over)
    bob.post(f"/v1/matches/{over}/resignation")
    return {
        "id": [ann.open(), running, over, ann.open(access="private")],
        "slug": ["lords-of-scotland", "scarab-lords"],
    }


@pytest.mark.timeout(180)
def test_it_works(app: Flask, ann: Person, bob: Person, places: dict[str, list[str]]) -> None:
    api = schemathesis.openapi.from_wsgi("/v1/openapi.json", app)
    operations = [found.ok() for found in api.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == 27
    statuses: Counter[int] = Counter()
    for operation in operations:
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            statuses += ask(operation, mode, places, [ann, bob])
    assert sum(statuses.values()) >= CASES, statuses
    assert {200, 201, 401, 404, 422} <= set(statuses), statuses


def ask(
    operation: Any, mode: GenerationMode, places: dict[str, list[str]], people: list[Person]
) -> Counter[int]:
    """Sends cases of an operation, most of them to things that exist; the statuses that came."""
    statuses: Counter[int] = Counter()
    draw = random.Random(f"{operation.label}/{mode}")

    @hypothesis.settings(
        max_examples=EACH,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        for name, known in places.items():
            if name in (case.path_parameters or {}) and draw.random() < 0.8:
                case.path_parameters[name] = draw.choice(known)
        token = draw.choice([people[0].token, people[0].token, people[1].token, "wrong"])
        response = case.call(headers={"Authorization": f"Bearer {token}"})
        statuses[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    with suppress(Unsatisfiable):  # nothing in this operation can be wrong
        send()
    return statuses
