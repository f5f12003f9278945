"""Problems in the OpenAPI document: a schema for each kind, and the responses that hold them.

A response lists the kinds that its operation can give with its status, told apart by `type`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pbem.web.components import REF
from pbem.web.problems import KINDS, PROBLEM

Schema = dict[str, Any]

RESPONSES = "#/components/responses/"
_TEXT: Schema = {"type": "string"}
_NUMBER: Schema = {"type": "integer"}
_ERROR: Schema = {
    "type": "object",
    "description": "A value that was wrong; exactly one of `pointer`, `parameter` and `header` says where.",
    "required": ["detail"],
    "properties": {
        "pointer": {**_TEXT, "description": "A JSON pointer into the body; empty: the body itself."},
        "parameter": {**_TEXT, "description": "The name of a query parameter."},
        "header": {**_TEXT, "description": "The name of a header."},
        "detail": {**_TEXT, "description": "What is wrong with it, as a sentence."},
    },
}
_INDEX: Schema = {**_NUMBER, "description": "Which of `moves` it was, counted from 0."}
_LINE: Schema = {
    **_TEXT,
    "description": "That move, as a line (or, if it could not be read, as it was sent).",
}
_SENTENCE: Schema = {**_TEXT, "description": "Why the move was refused; the same as `detail`."}
_BLAMED = {
    "index": {**_INDEX, "description": f"{_INDEX['description']} Left out: none of the moves was to blame."},
    "line": {**_LINE, "description": f"{_LINE['description']} Left out with `index`."},
}

MORE: dict[str, dict[str, Schema]] = {
    "stale": {"match": {"$ref": f"{REF}Match", "description": "The match as it stands now, for you."}},
    "illegal-move": {
        "index": _INDEX,
        "line": _LINE,
        "sentence": _SENTENCE,
        "paragraph": {**_TEXT, "description": "The paragraph of the game's rules that forbids it."},
    },
    "unreadable-move": {
        "index": _INDEX,
        "line": _LINE,
        "sentence": _SENTENCE,
        "usage": {**_TEXT, "description": "How such a move is written; several ways are parted by `; `."},
    },
    "bad-value": {
        "errors": {
            "type": "array",
            "items": {"$ref": f"{REF}ValueError"},
            "description": "All that is wrong.",
        }
    },
    "limit-reached": {"retry_after": {**_NUMBER, "description": "Seconds to wait, as in `Retry-After`."}},
}
"""What problems of a kind always have beside what all have."""
SOMETIMES = {"not-your-turn": _BLAMED, "match-over": _BLAMED}
"""What problems of a kind may have."""

EXAMPLES: dict[str, Schema] = {
    "malformed-json": {"detail": "The body is not valid JSON near character 12."},
    "bad-host": {"detail": "This service is not known by the name in the Host header."},
    "bad-request": {"detail": KINDS["bad-request"].about},
    "not-signed-in": {
        "detail": "This token is not valid, or not any more. POST /v1/tokens gives you a new one."
    },
    "not-seated": {"detail": "You hold no seat in this match."},
    "not-found": {"detail": "There is no such match."},
    "method-not-allowed": {"detail": KINDS["method-not-allowed"].about},
    "stale": {"detail": "The match has moved on since you looked. Look again, then move."},
    "cannot-undo": {"detail": "You have made no move in this turn that can be taken back."},
    "not-your-turn": {
        "detail": "After `muster makgill-5 down` your turn is over.",
        "index": 1,
        "line": "recruit 3",
    },
    "match-over": {"detail": "The match is over."},
    "already-seated": {"detail": "You hold a seat in this match already."},
    "match-begun": {"detail": "The match has begun: resign instead, if you must."},
    "match-not-over": {"detail": "The record is given out when the match is over."},
    "match-not-running": {"detail": "The match begins when all seats are taken."},
    "too-large": {"detail": KINDS["too-large"].about},
    "unsupported-media-type": {"detail": "The body must be application/json, not text/plain."},
    "illegal-move": {
        "detail": "Slot 3 is empty: no card was left to refill it.",
        "index": 0,
        "line": "recruit 3",
        "sentence": "Slot 3 is empty: no card was left to refill it.",
        "paragraph": "7.2",
    },
    "unreadable-move": {
        "detail": "`9` is no slot (a number from 1 to 5). Written: recruit SLOT.",
        "index": 0,
        "line": "recruit 9",
        "sentence": "`9` is no slot (a number from 1 to 5). Written: recruit SLOT.",
        "usage": "recruit SLOT",
    },
    "bad-value": {
        "detail": "A turn must last at least 3600 seconds here.",
        "errors": [{"pointer": "/pace/seconds", "detail": "A turn must last at least 3600 seconds here."}],
    },
    "wrong-code": {"detail": "The code is wrong, used or older than 15 minutes. Ask for a new one."},
    "idempotency-key-reused": {
        "detail": "This Idempotency-Key was used for another request. Send a new key with a new request."
    },
    "limit-reached": {"detail": "Too many new matches: 60 are allowed in a day.", "retry_after": 5000},
    "internal-error": {"detail": KINDS["internal-error"].about},
    "busy": {"detail": "The match is changing too fast just now. Please send the same again."},
}


def schemas(match: Any) -> dict[str, Schema]:
    """The schema of each kind, and `Problem`, which is any of them; `match`: an example of one."""
    every = {_name(code): _schema(code, match) for code in KINDS}
    about = (
        "Any refusal (RFC 9457): nothing has changed. `type` tells the kind; new kinds may come with time."
    )
    return {**every, "ValueError": _ERROR, "Problem": {"description": about, **_one_of(KINDS)}}


def responses(refuses: dict[str, Sequence[str]]) -> tuple[dict[str, Schema], dict[str, dict[str, Schema]]]:
    """Shared responses by name, and for each operation (by id) its responses by status.

    `refuses`: the kinds of problems that each operation can give.
    """
    grouped = {operation: _by_status(codes) for operation, codes in refuses.items()}
    uses = Counter(codes for groups in grouped.values() for codes in groups.values())
    shared = {_called(codes): _response(codes) for codes, times in uses.items() if times > 1}
    told = {
        operation: {
            status: {"$ref": RESPONSES + _called(codes)} if uses[codes] > 1 else _response(codes)
            for status, codes in groups.items()
        }
        for operation, groups in grouped.items()
    }
    return dict(sorted(shared.items())), told


def _by_status(codes: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The kinds by status, in the order of the table."""
    found: dict[str, tuple[str, ...]] = {}
    for code in KINDS:
        if code in codes:
            status = str(KINDS[code].status)
            found[status] = (*found.get(status, ()), code)
    return found


def _schema(code: str, match: Any) -> Schema:
    kind, more = KINDS[code], MORE.get(code, {})
    example = {"type": f"/problems/{code}", "title": kind.title, "status": kind.status, **EXAMPLES[code]}
    if code == "stale":
        example["match"] = match
    return {
        "type": "object",
        "description": f"{kind.title}. {kind.about}",
        "required": ["type", "title", "status", "detail", *more],
        "properties": {
            "type": {**_TEXT, "const": f"/problems/{code}", "description": "The kind; stable."},
            "title": {**_TEXT, "description": "The kind in words."},
            "status": {**_NUMBER, "description": f"The HTTP status: {kind.status}."},
            "detail": {**_TEXT, "description": "What was wrong, as a sentence for a person."},
            **more,
            **SOMETIMES.get(code, {}),
        },
        "examples": [example],
    }


def _response(codes: Sequence[str]) -> Schema:
    lines = [f"`/problems/{code}`: {KINDS[code].about}" for code in codes]
    told: Schema = {
        "description": lines[0] if len(lines) == 1 else "\n".join(f"- {line}" for line in lines),
        "content": {PROBLEM: {"schema": _one_of(codes)}},
    }
    status = KINDS[codes[0]].status
    if status in (429, 503):
        told["headers"] = {"Retry-After": {"description": "Seconds to wait.", "schema": _NUMBER}}
    if status == 401:
        told["headers"] = {"WWW-Authenticate": {"description": "Bearer", "schema": _TEXT}}
    return told


def _one_of(codes: Iterable[str]) -> Schema:
    mapping = {f"/problems/{code}": f"{REF}{_name(code)}" for code in codes}
    if len(mapping) == 1:
        return {"$ref": next(iter(mapping.values()))}
    return {
        "oneOf": [{"$ref": ref} for ref in mapping.values()],
        "discriminator": {"propertyName": "type", "mapping": mapping},
    }


def _called(codes: Sequence[str]) -> str:
    return "Or".join(_camel(code) for code in codes)


def _name(code: str) -> str:
    return f"{_camel(code)}Problem"


def _camel(code: str) -> str:
    return "".join(word.capitalize() for word in code.split("-"))
