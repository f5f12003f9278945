"""Your letters: why each was written, and what became of it."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from pbem.service import letterbook
from pbem.service.letterbook import CAUSES, LetterLine
from pbem.web import cursors
from pbem.web.auth import me
from pbem.web.resource import Resource
from pbem.web.schemas import Answer, Instant, Page, QueryTruth, cut, next_cursor, said

resource = Resource("letters", __name__, "What was mailed to you, and what was not.")
LIMIT = 20
STATES = ("ready", "sent", "dropped", "failed", "unknown")


class Letter(Answer):
    """A letter to you, without its text: that is written when it goes out."""

    id = fields.String(metadata=said("Stands in the letter's Message-ID, before the @."))
    kind = fields.String(metadata=said("What it is about.", examples=["your-turn"]))
    match = fields.String(allow_none=True, metadata=said("The match that it is about."))
    cause = fields.String(metadata=said("Why it was written, as a sentence."))
    state = fields.String(
        validate=validate.OneOf(STATES),
        metadata=said(
            "`ready`: it is still to go out; `sent`: the mail server took it; `dropped`: nothing was left "
            "to say, see `answer`; `failed`: the mail server refused it; `unknown`: no answer came."
        ),
    )
    created_at = Instant(metadata=said("When it was written."))
    due_at = Instant(metadata=said("When it goes, or went, out at the earliest."))
    settled_at = Instant(allow_none=True, metadata=said("When it was done with."))
    tries = fields.Integer(metadata=said("How often it was handed to the mail server."))
    answer = fields.String(
        allow_none=True, metadata=said("What the mail server said last, or why it was dropped.")
    )


class LetterPage(Answer):
    """Some of your letters."""

    items = fields.List(fields.Nested(Letter), metadata=said("The letters of this page."))
    next_cursor = next_cursor()


class Which(Page):
    """Which letters."""

    waiting = QueryTruth(
        metadata={"description": "`true`: those still to go out, the next one first, all in one page."}
    )


@resource.route("/me/letters", methods=["GET"])
@resource.operation("listLetters", "player")
@resource.arguments(Which, location="query")
@resource.response(200, LetterPage, description="Some of your letters.")
def list_letters(query: dict[str, Any]) -> dict[str, Any]:
    """Look up your letters

    Why did this one come, why did that one not? Those that are done with, the latest first; they are kept
    for three months.
    """
    if query.get("waiting"):
        return {"items": [_shown(line) for line in letterbook.waiting(me().id)], "next_cursor": None}
    limit = query.get("limit", LIMIT)
    after = cursors.read(query["cursor"], "letters", int, str) if "cursor" in query else None
    lines, cursor = cut(letterbook.settled(me().id, after, limit + 1), limit, _cursor)
    return {"items": [_shown(line) for line in lines], "next_cursor": cursor}


def _shown(line: LetterLine) -> dict[str, Any]:
    return {**line._asdict(), "cause": CAUSES.get(line.kind, "")}


def _cursor(line: LetterLine) -> str:
    return cursors.write("letters", line.settled_at or 0, line.id)
