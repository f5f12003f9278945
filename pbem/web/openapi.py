"""The OpenAPI document, made from the code: the same text from the same code, always."""

from __future__ import annotations

import difflib
import inspect
import json
import re
from collections.abc import Iterator
from typing import Any

import yaml
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask, Response
from marshmallow import fields

from engine import wire
from pbem.web.components import REF, components
from pbem.web.refusals import responses
from pbem.web.refusals import schemas as problems
from pbem.web.schemas import Component, Described, Instant

Document = dict[str, Any]

TITLE = "pbem"
DESCRIPTION = """\
Turn-based games, played over days: by this API, on pages, with letters when it is your turn.

**To begin**: `POST /v1/sign-in` mails you a code, `POST /v1/tokens` trades it for a token, which you send as
`Authorization: Bearer <token>`. Then open a match or join one, and look at it with `GET /v1/matches/{id}`.
Matches to which others have invited your address are listed by `GET /v1/matches?invited=true`.

**To play**: if your seat stands in `to_act`, choose one of `legal_moves` and send its `line` (or its `move`)
with the match's `entry` as `seen` to `POST /v1/matches/{id}/moves`.

**To be safe**: send an `Idempotency-Key` with a POST, and send the very same request again if no answer came:
it takes effect once.

- Every POST takes one, but those of sign-in and tokens, which do not look at it.
- A key belongs to you, not to an address: whatever you use it for first, method, path and body together, it
  stays with for 7 days. Another request with it is refused as `/problems/idempotency-key-reused`.
- The same request with it is not carried out again. It is answered with what the first one did (`taken` and
  `not_played` of moves) and with the match as it is now, not as it was then.
- A request that was refused has used up no key: mend it, and send it with the same one.

**To wait**: answers with an `ETag` can be asked for with `If-None-Match`; 304 says that nothing is new.
That of a match also comes with the answers that open, join or change it, so that you can poll on from there.

**What is refused** is answered as `application/problem+json` (RFC 9457): `type` tells the kind, `detail` is a
sentence for a person. A refused request has changed nothing.

**How this may grow**: within `/v1`, answers may get new fields, and there may be new types of events, of
moves and of views (with new games), new values where an answer has an enumeration, new types of problems,
and new optional parameters. None of these breaks the contract: ignore what you do not know, and treat a
problem of unknown type by its status. Nothing is taken away or changes its meaning. Requests are read
strictly: unknown fields and parameters are refused, so that a slip of the pen does not go unnoticed.

Instants are RFC 3339 in UTC, with microseconds. Seats are numbers from 0.
"""
ORDER = ("openapi", "info", "servers", "security", "tags", "paths", "components")
OPERATION = (
    "operationId", "summary", "description", "tags", "security", "parameters", "requestBody", "responses",
)  # fmt: skip
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "description": (
        "Your own name for this request: sent again with it, the request takes effect once. Kept for 7 days, "
        "and one for all paths: take a new one, such as a UUID, for each new request. A refused request uses "
        "up none."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[\\x20-\\x7e]+$"},
    "example": "b3f1c0de-first-move",
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of what you have: if it is still true, the answer is 304 and empty.",
    "schema": {"type": "string"},
}
ETAG = {"description": "Send it as `If-None-Match` next time.", "schema": {"type": "string"}}


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
    operations = [
        (methods, method, operation)
        for methods in spec["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    ]
    shared, refusals = responses({op["operationId"]: op.pop("x-refuses") for _, _, op in operations})
    for methods, method, operation in operations:
        methods[method] = _completed(operation, refusals[operation["operationId"]])
    found = spec["components"]
    found["schemas"].pop("Error", None)  # the library's own
    described = _described_schemas(found["schemas"])
    match = described["Match"]["examples"][0]
    found["schemas"] = dict(sorted({**described, **components(), **problems(match)}.items()))
    found["responses"] = shared
    found["parameters"] = {"IdempotencyKey": KEY, "IfNoneMatch": IF_NONE_MATCH}
    found["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer", "description": "A token from POST /v1/tokens."}
    }
    found.pop("headers", None)
    spec["servers"] = [{"url": "/"}]
    spec["info"]["license"] = {"name": "MIT", "identifier": "MIT"}
    spec["security"] = []
    return {name: spec[name] for name in ORDER}


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


def _described_schemas(schemas: dict[str, Any]) -> dict[str, Any]:
    """The components of our own schemas, with their docstrings and examples."""
    known = {kind.__name__: kind for kind in _below(Described)}
    found = {}
    for name, schema in schemas.items():
        kind = known[name]
        text = inspect.cleandoc(kind.__doc__ or "")
        found[name] = {"type": "object", "description": text, **schema}
        example = kind.example()
        if example is not None:
            found[name]["examples"] = [json.loads(wire.encode(example))]
    return found


def _below(kind: type[Described]) -> Iterator[type[Described]]:
    for below in kind.__subclasses__():
        yield below
        yield from _below(below)


def _completed(operation: dict[str, Any], refusals: dict[str, Any]) -> dict[str, Any]:
    """What the operation said of itself, as OpenAPI: security, headers, refusals."""
    access, once = operation.pop("x-access"), operation.pop("x-once")
    operation["security"] = {"player": [{"bearer": []}], "anyone": [{"bearer": []}, {}], "public": []}[access]
    told = "".join(f"\n- {limit}" for limit in operation.pop("x-limits"))
    if told:
        operation["description"] = f"{operation.get('description', '')}\n\nAt most:\n{told}".strip()
    fine = {code: told for code, told in operation["responses"].items() if int(code) < 400}
    if once:
        operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
    if operation.pop("x-conditional"):
        operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IfNoneMatch"})
        fine["200"]["headers"] = {"ETag": ETAG}
        fine["304"] = {"description": "Nothing has changed for you.", "headers": {"ETag": ETAG}}
    operation["responses"] = dict(sorted({**fine, **refusals}.items()))
    return {name: operation[name] for name in OPERATION if name in operation}


def _strings(value: Any) -> Any:
    """The same with texts for keys (statuses are numbers there) and plain lists."""
    if isinstance(value, dict):
        return {str(getattr(key, "value", key)): _strings(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_strings(part) for part in value]
    if isinstance(value, re.Pattern):
        return value.pattern
    return value
