"""Refusals as `application/problem+json` (RFC 9457). One table says what each kind is called and answers.

The `type` of a problem is `/problems/<code>`: stable, and an address that explains it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flask import Flask, Response, abort, request
from werkzeug.exceptions import HTTPException

from engine.errors import GameOver, IllegalMove, InvalidMove, NotYourTurn, Refusal
from engine.wire import encode
from pbem.errors import BadValue, LimitReached, ServiceError

PROBLEM = "application/problem+json"
API = "/v1/"


class Kind(NamedTuple):
    """A kind of problem."""

    status: int
    title: str
    about: str
    """What to do, in a sentence or two."""


KINDS = {
    "malformed-json": Kind(
        400, "The body cannot be read", "Send one JSON value in UTF-8, without names that come twice."
    ),
    "bad-host": Kind(400, "Wrong host", "Use the address under which this service is known."),
    "bad-request": Kind(400, "The request cannot be read", "Check the request line and the headers."),
    "not-signed-in": Kind(
        401, "Not signed in", "Send `Authorization: Bearer` and a token, got from POST /v1/tokens."
    ),
    "not-seated": Kind(403, "Not your match", "Only who holds a seat of the match may do this."),
    "not-found": Kind(
        404, "Not found", "There is no such thing, or it is not for you to know of. Check the address."
    ),
    "method-not-allowed": Kind(405, "Method not allowed", "The header `Allow` names what can be done here."),
    "stale": Kind(
        409,
        "The match has moved on",
        "Your seat was asked anew after the entry in `seen`. Look at `match`, decide, and send its `entry`.",
    ),
    "not-your-turn": Kind(409, "Not your turn", "Wait until your seat stands in `to_act`."),
    "cannot-undo": Kind(
        409, "Nothing can be taken back", "Only your own last move of this turn, if it showed nothing new."
    ),
    "match-over": Kind(409, "The match is over", "Nothing can be changed any more."),
    "already-seated": Kind(409, "Already seated", "You hold a seat of this match."),
    "match-begun": Kind(
        409,
        "The match has begun",
        "Its seats are taken: nobody joins any more, and who wants to leave has to resign.",
    ),
    "match-not-over": Kind(409, "The match is not over", "Ask again after its end."),
    "match-not-running": Kind(409, "The match has not begun", "It begins when all seats are taken."),
    "too-large": Kind(413, "The body is too large", "Send at most 64 KiB."),
    "unsupported-media-type": Kind(
        415, "Unsupported media type", "Send `Content-Type: application/json` with every body."
    ),
    "illegal-move": Kind(
        422, "A rule forbids the move", "`sentence` says why, `paragraph` names the rule. Choose another."
    ),
    "unreadable-move": Kind(
        422, "The move cannot be read", "`usage` shows how such a move is written; `legal_moves` lists all."
    ),
    "bad-value": Kind(422, "A value cannot be used", "`errors` names each value and what is wrong with it."),
    "wrong-code": Kind(422, "Wrong code", "Ask for a new code with POST /v1/sign-in, and use the newest."),
    "idempotency-key-reused": Kind(
        422, "The key belongs to another request", "Send a new Idempotency-Key with each new request."
    ),
    "limit-reached": Kind(429, "Too often", "Wait as many seconds as the header `Retry-After` says."),
    "internal-error": Kind(500, "Something is broken here", "It was noted. The same request may work later."),
    "busy": Kind(503, "Busy", "Send the same request again after the seconds in `Retry-After`."),
}

_REFUSALS: dict[type[Refusal], str] = {
    InvalidMove: "unreadable-move",
    IllegalMove: "illegal-move",
    NotYourTurn: "not-your-turn",
    GameOver: "match-over",
}
_STATUSES = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "too-large",
    415: "unsupported-media-type",
    500: "internal-error",
    503: "busy",
}
"""What HTTP itself refuses."""
_KEPT = ("allow", "retry-after")
"""Headers of such a refusal that go out."""


class Problem(Exception):
    """A refusal of this door: its kind, a sentence, and what else the answer holds."""

    def __init__(self, code: str, detail: str, **fields: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.fields = fields


def register(app: Flask) -> None:
    """Answers with a problem whatever is raised under /v1. Elsewhere errors are the pages' business."""
    for raised in (Problem, ServiceError, Refusal):
        app.register_error_handler(raised, _answer)
    app.register_error_handler(HTTPException, _answer_http)
    app.add_url_rule("/problems/<code>", "problem", _explain)


def of_error(error: Problem | ServiceError | Refusal) -> Problem:
    """Any refusal as a problem."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, ServiceError):
        more = (
            f" ({len(error.others)} more in `errors`.)"
            if isinstance(error, BadValue) and error.others
            else ""
        )
        return Problem(error.code, error.sentence + more, **_service_fields(error))
    return Problem(_REFUSALS[type(error)], error.sentence, **_refusal_fields(error))


def answer(problem: Problem) -> Response:
    """The problem as an answer."""
    kind = KINDS[problem.code]
    told = {"type": f"/problems/{problem.code}", "title": kind.title, "status": kind.status}
    body = encode({**told, "detail": problem.detail, **problem.fields})
    response = Response(body, kind.status, content_type=PROBLEM)
    if kind.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    if kind.status == 429:
        response.headers["Retry-After"] = str(problem.fields["retry_after"])
    if kind.status == 503:
        response.headers["Retry-After"] = "1"
    return response


def is_api() -> bool:
    """Whether the request is one of the API's."""
    return f"{request.path}/".startswith(API)


def _service_fields(error: ServiceError) -> dict[str, Any]:
    if isinstance(error, BadValue):
        wrong = (error, *error.others)
        return {"errors": [{"pointer": f"/{each.field}", "detail": each.sentence} for each in wrong]}
    if isinstance(error, LimitReached):
        return {"retry_after": error.retry_after}
    return {}


def _refusal_fields(error: Refusal) -> dict[str, Any]:
    found: dict[str, Any] = {} if error.index is None else {"index": error.index, "line": error.line}
    if isinstance(error, IllegalMove):
        found |= {"sentence": error.sentence, "paragraph": error.paragraph}
    if isinstance(error, InvalidMove):
        found |= {"sentence": error.sentence, "usage": error.usage}
    return found


def _answer(error: Problem | ServiceError | Refusal) -> Response:
    if not is_api():
        raise error
    return answer(of_error(error))


def _answer_http(error: HTTPException) -> Response | HTTPException:
    if not is_api() or error.code is None:
        return error
    code = _STATUSES.get(error.code, "bad-request" if error.code < 500 else "internal-error")
    response = answer(Problem(code, KINDS[code].about))
    for name, value in error.get_headers():
        if name.lower() in _KEPT:
            response.headers[name] = value
    return response


def _explain(code: str) -> Response:
    kind = KINDS.get(code)
    if kind is None:
        abort(404)
    text = f"{kind.title} ({code}, answered with status {kind.status})\n\n{kind.about}\n"
    return Response(text, mimetype="text/plain")
