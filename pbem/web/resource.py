"""A blueprint whose operations say at once who may call them, what they refuse, and what they are called."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import cache, wraps
from typing import Any, Literal, NoReturn

import marshmallow as ma
from flask import Request, Response, g, request
from flask_smorest import Blueprint
from webargs.flaskparser import FlaskParser

from engine import wire
from pbem.service.limits import Limit
from pbem.service.once import Once
from pbem.web import json_body
from pbem.web.auth import authenticate
from pbem.web.problems import Problem
from pbem.web.schemas import Answer, Strict

Access = Literal["player", "anyone", "public"]
"""A token is needed; a token changes what is seen; tokens are not looked at."""
View = Callable[..., Any]
Decorator = Callable[[View], View]

_KEY = re.compile(r"[\x20-\x7e]{1,128}")


class QueryParser(FlaskParser):
    """Reads queries by our rules, and refuses in our words."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"query": ma.RAISE}  # noqa: RUF012

    def _get_schema(self, argmap: Any, req: Request) -> ma.Schema:
        return _made(argmap)

    def handle_error(self, error: ma.ValidationError, req: Request, schema: ma.Schema, **_: Any) -> NoReturn:
        assert isinstance(error.messages, dict)
        raise bad_values("parameter", list(_pointed(error.messages["query"], None)))


def _read_body(schema: type[ma.Schema]) -> Any:
    """The values in the request's body; raises Problem. Not by webargs, whose detours cost as much again."""
    body = request.get_data()
    try:
        return _made(schema).load(_json(body) if body else {})
    except ma.ValidationError as error:
        raise bad_values("pointer", _pointed(error.messages, "")) from None


def _json(body: bytes) -> Any:
    kind = request.mimetype
    if kind != "application/json":
        said = f"The body must be application/json, not {kind or 'without a type'}."
        raise Problem("unsupported-media-type", said)
    try:
        return json_body.read(body)
    except json_body.BadJson as error:
        raise Problem("malformed-json", str(error)) from None


class Resource(Blueprint):  # type: ignore[misc]
    """Operations on one kind of thing, under /v1."""

    ARGUMENTS_PARSER = QueryParser()

    def __init__(self, name: str, import_name: str, about: str) -> None:
        super().__init__(name, import_name, url_prefix="/v1", description=about)

    def arguments(self, schema: type[ma.Schema], *, location: str = "json", **told: Any) -> Decorator:
        """Reads the body or the query by a schema, and documents it; the view gets the values."""
        document = super().arguments(schema, location=location, **told)
        read = _read_body if location == "json" else self._read_query

        def decorate(view: View) -> View:
            @wraps(document(view))  # its wrapper has the document's part; what it would do is done here
            def reading(*args: Any, **kwargs: Any) -> Any:
                return view(*args, read(schema), **kwargs)

            return reading

        return decorate

    def _read_query(self, schema: type[ma.Schema]) -> Any:
        return self.ARGUMENTS_PARSER.parse(schema, request, location="query")

    def response(
        self, status_code: int, schema: type[Answer] | dict[str, str] | None = None, **told: Any
    ) -> Decorator:
        """Writes what the view returns (values, or values, status and headers) by a schema; documents it.

        With a dict for a schema, which only documents, the view returns a Response.
        """
        document = super().response(status_code, schema, **told)
        write = _made(schema).dump if isinstance(schema, type) else None

        def decorate(view: View) -> View:
            @wraps(document(view))
            def answering(*args: Any, **kwargs: Any) -> Response:
                found = view(*args, **kwargs)
                if isinstance(found, Response):
                    return found
                values, status, headers = found if isinstance(found, tuple) else (found, status_code, None)
                content = b"" if write is None else wire.encode(write(values))
                return Response(content, status, headers, mimetype="application/json")

            return answering

        return decorate

    def operation(
        self,
        id: str,
        access: Access,
        refuses: Sequence[str] = (),
        once: bool = False,
        conditional: bool = False,
        limits: Sequence[Limit] = (),
    ) -> Callable[[View], View]:
        """Checks the token and the query before the view is called, and documents it.

        `id` is what a generated client calls it, `refuses` lists kinds of problems beyond those that the
        rest implies, `once` says that it takes an Idempotency-Key, `conditional` that it has an ETag: one of
        its bytes, unless the view has given it a better one. `limits`: how often it may be done.
        """

        def decorate(view: View) -> View:
            known = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", ())
            places = {parameter["in"]: parameter["schema"] for parameter in known}
            has_query, has_body = "query" in places, "json" in places

            @wraps(view)
            def checked(*args: Any, **kwargs: Any) -> Any:
                if access != "public":
                    authenticate(required=access == "player")
                _check_query(has_query)
                return _finished(view(*args, **kwargs), conditional)

            codes = [*refuses, *_implied(access, once, has_query, has_body)]
            if limits:
                codes.append("limit-reached")
            told = {"x-access": access, "x-once": once, "x-refuses": codes, "x-conditional": conditional}
            told["x-limits"] = [limit.told for limit in limits]
            return self.doc(operationId=id, **told)(checked)  # type: ignore[no-any-return]

        return decorate


def _finished(response: Any, conditional: bool) -> Any:
    """The response, cut down to what the caller lacks."""
    if not isinstance(response, Response):
        return response
    if response.status_code == 204:
        del response.headers["Content-Type"]
    if conditional:
        response.add_etag()
        response.make_conditional(request)
    return response


class Nothing(Strict):
    """An empty body."""


def once() -> Once | None:
    """The request's Idempotency-Key, if it has one; raises Problem."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise bad_values("header", [("Idempotency-Key", "It has 1 to 128 printable ASCII characters.")])
    route = f"{request.method} {request.path}\n".encode()
    return Once(g.player.id, key, hashlib.sha256(route + request.get_data()).hexdigest())


def bad_values(where: str, errors: list[tuple[str, str]]) -> Problem:
    """The problem about values; each error is a name or pointer and what is wrong with it."""
    name, detail = errors[0]
    sentence = f"{name.strip('/') or 'The body'}: {detail}"
    if len(errors) > 1:
        sentence += f" ({len(errors) - 1} more in `errors`.)"
    return Problem("bad-value", sentence, errors=[{where: n, "detail": d} for n, d in errors])


@cache
def _made(schema: type[ma.Schema]) -> ma.Schema:
    """One object for all requests: it keeps nothing of what it reads, and costs more to make than to use."""
    return schema()


def _check_query(has_query: bool) -> None:
    """No parameter twice, and none where none is known; a schema looks at the rest."""
    if not request.query_string:
        return
    for name, values in request.args.lists():
        if len(values) > 1:
            raise bad_values("parameter", [(name, "Send this parameter once.")])
        if not has_query:
            raise bad_values("parameter", [(name, "There is no such parameter here.")])


def _implied(access: Access, once: bool, has_query: bool, has_body: bool) -> list[str]:
    codes = ["bad-value", "bad-host", "bad-request", "internal-error"]
    if access != "public":
        codes.append("not-signed-in")
    if has_body:
        codes += ["malformed-json", "too-large", "unsupported-media-type", "busy"]
    if once:
        codes.append("idempotency-key-reused")
    return codes


def _pointed(messages: Any, pointer: str | None) -> list[tuple[str, str]]:
    """Messages of a schema as pairs of JSON pointer (or plain name) and sentence."""
    if isinstance(messages, dict):
        return [
            pair
            for name, below in messages.items()
            for pair in _pointed(below, pointer if name == "_schema" else _below(pointer, str(name)))
        ]
    return [(pointer or "", str(message)) for message in messages]


def _below(pointer: str | None, name: str) -> str:
    if pointer is None:
        return name
    return f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
