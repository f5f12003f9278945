"""The OpenAPI document, made from the code: the same text from the same code, always."""

from __future__ import annotations

import difflib
import re
from typing import Any

import yaml
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask, Response
from marshmallow import fields

from engine import wire
from pbem.web.components import REF, components
from pbem.web.problems import KINDS, PROBLEM
from pbem.web.schemas import Component, Instant

Document = dict[str, Any]

TITLE = "pbem"
DESCRIPTION = """\
Turn-based games, played over days: by this API, on pages, with letters when it is your turn.

**To begin**: `POST /v1/sign-in` mails you a code, `POST /v1/tokens` trades it for a token, which you send as
`Authorization: Bearer <token>`. Then open a match or join one, and look at it with `GET /v1/matches/{id}`.

**To play**: if your seat stands in `to_act`, choose one of `legal_moves` and send its `line` (or its `move`)
with the match's `entry` as `seen` to `POST /v1/matches/{id}/moves`.

**To be safe**: send an `Idempotency-Key` with a POST, and send the same again if no answer came: it takes
effect once, and a week long the same request gets the answer that belongs to it.

**What is refused** is answered as `application/problem+json` (RFC 9457): `type` is stable and tells the kind,
`detail` is a sentence for a person. A refused request has changed nothing. Answers may get more fields with
time: ignore what you do not know. Instants are RFC 3339 in UTC.
"""
ORDER = ("openapi", "info", "servers", "security", "tags", "paths", "components")
OPERATION = (
    "operationId", "summary", "description", "tags", "security", "parameters", "requestBody", "responses",
)  # fmt: skip
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": "Your own name for this request: sent again, it takes effect once.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[\\x20-\\x7e]+$"},
    "example": "b3f1c0de-first-move",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of what you have: if it is still true, the answer is 304 and empty.",
    "schema": {"type": "string"},
}
WAIT = {"description": "Seconds to wait.", "schema": {"type": "integer"}}
CHALLENGE = {"description": "Bearer", "schema": {"type": "string"}}


def marshmallow_plugin() -> MarshmallowPlugin:
    """The plugin that describes our kinds of fields."""
    return Plugin()


class Plugin(MarshmallowPlugin):
    """Knows fields that refer to components of the games, and instants."""

    def init_spec(self, spec: Any) -> None:
        """Called by apispec."""
        super().init_spec(spec)
        assert self.converter is not None
        self.converter.add_attribute_function(_described)  # type: ignore[no-untyped-call]


def _described(_converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    if isinstance(field, Component):
        ref = {"$ref": f"{REF}{field.component}"}
        return {"anyOf": [ref, {"type": "null"}]} if field.allow_none else ref
    if isinstance(field, Instant):
        kind = ["string", "null"] if field.allow_none else "string"
        return {"type": kind, "format": "date-time", "examples": ["2026-11-30T18:00:00.000000Z"]}
    return {}


def document(app: Flask) -> Document:
    """The document of an application that has the API."""
    spec = _strings(app.extensions["api"].spec.to_dict())
    for methods in spec["paths"].values():
        for method, operation in methods.items():
            if method != "parameters":
                methods[method] = _completed(operation)
    found = spec["components"]
    found["schemas"].pop("Error", None)  # the library's own
    found["schemas"] = dict(sorted({**found["schemas"], **components(), "Problem": problem()}.items()))
    found["parameters"] = {"IdempotencyKey": KEY, "IfNoneMatch": IF_NONE_MATCH}
    found["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "description": "A token from POST /v1/tokens."}
    }
    for left in ("responses", "headers"):
        found.pop(left, None)
    spec["servers"] = [{"url": "/"}]
    spec["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
    spec["security"] = []
    return {name: spec[name] for name in ORDER}


def problem() -> dict[str, Any]:
    """The schema of all refusals."""
    text = {"type": "string"}
    error = {
        "type": "object",
        "required": ["detail"],
        "properties": {
            "pointer": {**text, "description": "A JSON pointer into the body."},
            "parameter": {**text, "description": "The name of a query parameter."},
            "header": {**text, "description": "The name of a header."},
            "detail": {**text, "description": "What is wrong with it."},
        },
    }
    return {
        "type": "object",
        "description": "A refusal (RFC 9457). Nothing has changed.",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": {**text, "format": "uri-reference", "description": "The kind; one of: " + _types() + "."},
            "title": {**text, "description": "The kind in words."},
            "status": {"type": "integer", "description": "The HTTP status."},
            "detail": {**text, "description": "What was wrong, as a sentence for a person."},
            "errors": {"type": "array", "items": error, "description": "Each value that was wrong."},
            "line": {"type": ["string", "null"], "description": "The move that was refused."},
            "sentence": {**text, "description": "Why the move was refused."},
            "paragraph": {**text, "description": "The paragraph of the rules that forbids the move."},
            "usage": {**text, "description": "How such a move is written."},
            "retry_after": {"type": "integer", "description": "Seconds to wait."},
            "match": {"$ref": f"{REF}Match", "description": "With `stale`: the match as it stands now."},
        },
        "examples": [
            {
                "type": "/problems/not-your-turn",
                "title": "Not your turn",
                "status": 409,
                "detail": "It is not your turn.",
            }
        ],
    }


def serve(app: Flask) -> None:
    """Gives out the document at /v1/openapi.json."""
    kept: list[bytes] = []

    def openapi_json() -> Response:
        if not kept:
            kept.append(wire.encode(document(app)))
        return Response(kept[0], mimetype="application/json")

    app.add_url_rule("/v1/openapi.json", "openapi-json", openapi_json)


def render() -> str:
    """The document as YAML."""
    from pbem.web import api

    app = Flask("pbem.web")
    api.register(app)
    return yaml.dump(document(app), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)


def difference(old: str, new: str) -> str:
    """The first lines in which two documents differ, as a patch."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "the file", "the code", lineterm="", n=2)
    return "\n".join(line for line, _ in zip(lines, range(60), strict=False))


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _completed(operation: dict[str, Any]) -> dict[str, Any]:
    """What the operation said of itself, as OpenAPI: security, headers, refusals."""
    access, once = operation.pop("x-access"), operation.pop("x-once")
    refuses = operation.pop("x-refuses")
    operation["security"] = {"player": [{"bearer": []}], "anyone": [{"bearer": []}, {}], "public": []}[access]
    if once:
        operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
    if operation.pop("x-conditional", False):
        operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IfNoneMatch"})
    fine = {code: told for code, told in operation["responses"].items() if int(code) < 400}
    operation["responses"] = dict(sorted({**fine, **_refusals(refuses)}.items()))
    return {name: operation[name] for name in OPERATION if name in operation}


def _refusals(codes: list[str]) -> dict[str, Any]:
    """A response for each status, with the kinds of problems that have it."""
    found: dict[str, list[str]] = {}
    for code in KINDS:
        if code in codes:
            found.setdefault(str(KINDS[code].status), []).append(code)
    return {status: _refusal(int(status), kinds) for status, kinds in found.items()}


def _refusal(status: int, codes: list[str]) -> dict[str, Any]:
    lines = [f"`/problems/{code}`: {KINDS[code].about}" for code in codes]
    told: dict[str, Any] = {
        "description": lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines),
        "content": {PROBLEM: {"schema": {"$ref": f"{REF}Problem"}}},
    }
    if status in (429, 503):
        told["headers"] = {"Retry-After": WAIT}
    if status == 401:
        told["headers"] = {"WWW-Authenticate": CHALLENGE}
    return told


def _types() -> str:
    return ", ".join(f"`/problems/{code}`" for code in KINDS)


def _strings(value: Any) -> Any:
    """The same with texts for keys (statuses are numbers there) and plain lists."""
    if isinstance(value, dict):
        return {str(getattr(key, "value", key)): _strings(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_strings(part) for part in value]
    if isinstance(value, re.Pattern):
        return value.pattern
    return value
