"""The document: fresh, valid, and as clients' generators like it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from openapi_spec_validator import validate
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from engine import notation
from engine.games import GAMES
from pbem.web.openapi import difference, render
from pbem.web.problems import KINDS
from tests.pbem.web.people import Person, value

COMMITTED = Path(__file__).parents[4] / "openapi.yaml"
HTTP_METHODS = {"get", "post", "patch", "delete", "put"}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(render())
    return read


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in HTTP_METHODS
    ]


def responses(document: dict[str, Any], operation: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The responses of an operation by status, shared ones too."""
    shared = document["components"]["responses"]
    return {
        status: shared[told["$ref"].rpartition("/")[2]] if "$ref" in told else told
        for status, told in operation["responses"].items()
    }


def below(node: Any) -> Iterator[dict[str, Any]]:
    """Every object in a part of the document."""
    if isinstance(node, dict):
        yield node
        for part in node.values():
            yield from below(part)
    elif isinstance(node, list):
        for part in node:
            yield from below(part)


def reached(document: dict[str, Any], node: Any) -> dict[str, dict[str, Any]]:
    """The components that a part of the document refers to, directly or not, by name."""
    found: dict[str, dict[str, Any]] = {}
    waiting = [node]
    while waiting:
        for part in below(waiting.pop()):
            if str(part.get("$ref", "")).startswith("#/components/responses/"):
                waiting.append(document["components"]["responses"][part["$ref"].rpartition("/")[2]])
            name = str(part.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in document["components"]["schemas"] and name not in found:
                found[name] = document["components"]["schemas"][name]
                waiting.append(found[name])
    return found


def test_it_works(anybody: Person, document: dict[str, Any]) -> None:
    response = anybody.get("/v1/openapi.json")
    assert (response.status_code, response.content_type) == (200, "application/json")
    assert value(response) == document


def test_it_is_valid_openapi(document: dict[str, Any]) -> None:
    validate(document)


def test_it_is_the_same_every_time() -> None:
    assert render() == render()


def test_the_committed_file_is_fresh() -> None:
    kept = COMMITTED.read_text(encoding="utf-8")
    assert kept == render(), difference(kept, render())


def test_every_address_of_the_api_is_described(app: Flask, document: dict[str, Any]) -> None:
    rules = {
        (method.lower(), rule.rule.replace("<", "{").replace(">", "}"))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.rule.startswith("/v1/") and method not in ("HEAD", "OPTIONS")
    }
    assert rules - {("get", "/v1/openapi.json")} == {(m, path) for m, path, _ in operations(document)}


def test_every_operation_says_what_a_client_has_to_know(document: dict[str, Any]) -> None:
    ids = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(ids) == len(set(ids)) == 27
    for method, path, operation in operations(document):
        assert operation["summary"], path
        assert operation["tags"], path
        refusals = {
            status: told for status, told in responses(document, operation).items() if status >= "400"
        }
        assert {"400", "422", "500"} <= set(refusals), path
        assert all(list(told["content"]) == ["application/problem+json"] for told in refusals.values())
        assert ("401" in refusals) == bool(operation["security"]), path
        if method == "post" and operation["security"]:
            headers = [parameter.get("$ref", "") for parameter in operation["parameters"]]
            assert "#/components/parameters/IdempotencyKey" in headers, path


def test_every_kind_of_problem_is_told(document: dict[str, Any]) -> None:
    told = "".join(
        response["description"]
        for _, _, operation in operations(document)
        for response in responses(document, operation).values()
    )
    unused = {"method-not-allowed"}  # no operation has it
    assert {code for code in KINDS if f"/problems/{code}`" not in told} == unused


def test_no_field_of_a_request_has_a_default(document: dict[str, Any]) -> None:
    bodies = [operation.get("requestBody") for _, _, operation in operations(document)]
    parameters = [operation.get("parameters") for _, _, operation in operations(document)]
    for part in below([bodies, parameters, *reached(document, bodies).values()]):
        assert "default" not in part, part


def test_answers_may_grow(document: dict[str, Any]) -> None:
    answers = [
        response for _, _, operation in operations(document) for response in operation["responses"].values()
    ]
    for name, schema in reached(document, answers).items():
        assert schema.get("additionalProperties") is not False, name


def test_moves_are_true_unions(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    kinds = [kind for game in GAMES.values() for kind in game.moves]
    move = schemas["Move"]
    mapping = move["discriminator"]["mapping"]
    assert list(mapping) == [notation.tag(kind) for kind in kinds]
    assert [branch["$ref"] for branch in move["oneOf"]] == list(mapping.values())
    for tag, ref in mapping.items():
        assert schemas[ref.rpartition("/")[2]]["properties"]["type"]["const"] == tag
    line, either = schemas["MoveInput"]["oneOf"]
    assert line["type"] == "string"
    assert either == {"$ref": "#/components/schemas/Move"}


def test_views_and_events_of_every_game_are_there(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for game in GAMES.values():
        assert notation.tag(game.view) in schemas["View"]["discriminator"]["mapping"]
        assert {*map(notation.tag, game.events)} <= set(schemas["Event"]["discriminator"]["mapping"])


def test_nothing_in_it_leads_nowhere(document: dict[str, Any]) -> None:
    for part in below(document):
        ref = part.get("$ref")
        if isinstance(ref, str):
            place: Any = document
            for name in ref.removeprefix("#/").split("/"):
                place = place[name]


def test_every_component_is_used(document: dict[str, Any]) -> None:
    alone = {"Problem", "MethodNotAllowedProblem"}  # for clients that take any problem; no operation has them
    assert set(reached(document, document["paths"])) | alone == set(document["components"]["schemas"])


def test_names_of_components_are_single_words(document: dict[str, Any]) -> None:
    """So none of them is the label of an option, which names no type."""
    assert [name for name in document["components"]["schemas"] if not name.isalnum()] == []


def test_every_schema_and_every_property_is_described(document: dict[str, Any]) -> None:
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name
        for part in below(schema):
            for field, told in (part.get("properties") or {}).items():
                assert isinstance(told, dict), (name, field)
                assert told.get("description"), (name, field)


def test_examples_are_true_to_their_schemas(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    resources = Registry().with_resource("urn:document", Resource.from_contents(document, DRAFT202012))
    shown = 0
    for name, schema in schemas.items():
        for example in schema.get("examples", ()):
            known = {"$ref": f"urn:document#/components/schemas/{name}"}
            Draft202012Validator(known, registry=resources).validate(example)
            shown += 1
    assert shown > len(KINDS)
    assert {"Match", "MovesTaken", "LogEntry"} <= {
        name for name, schema in schemas.items() if "examples" in schema
    }


def test_the_example_of_moves_leaves_some_unplayed(document: dict[str, Any]) -> None:
    (example,) = document["components"]["schemas"]["MovesTaken"]["examples"]
    assert example["taken"]
    assert example["not_played"]


def test_each_kind_of_problem_has_its_schema(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    mapping = schemas["Problem"]["discriminator"]["mapping"]
    assert list(mapping) == [f"/problems/{code}" for code in KINDS]
    for tag, ref in mapping.items():
        assert schemas[ref.rpartition("/")[2]]["properties"]["type"]["const"] == tag
    for name, fields in {
        "StaleProblem": {"match"},
        "IllegalMoveProblem": {"index", "line", "sentence", "paragraph"},
        "UnreadableMoveProblem": {"index", "line", "usage"},
        "LimitReachedProblem": {"retry_after"},
        "BadValueProblem": {"errors"},
    }.items():
        assert fields <= set(schemas[name]["required"]), name


def test_an_operation_lists_the_problems_it_can_give(document: dict[str, Any]) -> None:
    moves = responses(document, document["paths"]["/v1/matches/{id}/moves"]["post"])
    told = moves["409"]["content"]["application/problem+json"]["schema"]
    kinds = {"stale", "not-your-turn", "match-over", "match-not-running"}
    assert set(told["discriminator"]["mapping"]) == {f"/problems/{code}" for code in kinds}


@pytest.mark.parametrize(
    ("schema", "field", "values"),
    [
        ("Match", "state", {"open", "running", "over"}),
        ("Match", "access", {"open", "private"}),
        ("MatchResult", "kind", {"outcome", "forfeit", "lapsed"}),
        ("MatchPace", "kind", {"per_turn"}),
        ("MatchPace", "on_timeout", {"forfeit", "safe_move"}),
        ("LogEntry", "kind", {"start", "move", "resignation", "timeout", "forfeit", "undo", "outage"}),
        ("SignIn", "locale", {"en"}),
    ],
)
def test_what_is_one_of_a_few_words_is_an_enumeration(
    document: dict[str, Any], schema: str, field: str, values: set[str]
) -> None:
    assert set(document["components"]["schemas"][schema]["properties"][field]["enum"]) == values


def test_reminders_come_strictly_within_the_turn(document: dict[str, Any]) -> None:
    part = document["components"]["schemas"]["NewPace"]["properties"]["reminders"]["items"]
    assert part == {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}
