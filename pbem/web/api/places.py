"""Places: joining a match, and leaving it before it begins."""

from __future__ import annotations

from typing import Any

from flask import current_app, g
from marshmallow import fields, validate

from pbem.service import limits, matches, reading
from pbem.web.api.matches import ETAG, LOCATION, Match, etag, location, shown
from pbem.web.auth import me
from pbem.web.resource import Resource, once
from pbem.web.schemas import Strict, said

resource = Resource("places", __name__, "Players at the seats of a match.")


class NewPlace(Strict):
    """How you come to join."""

    invitation = fields.String(
        validate=validate.Length(1, 64),
        metadata=said("From the link in the letter. Not needed by the address that was invited."),
    )


@resource.route("/matches/<id>/places", methods=["POST"])
@resource.operation(
    "joinMatch",
    "player",
    refuses=["not-found", "match-begun", "match-over", "already-seated"],
    once=True,
    limits=[limits.JOINS],
)
@resource.arguments(NewPlace, required=False)
@resource.response(201, Match, description="The match, with you in it.", headers=LOCATION | ETAG)
def join_match(body: dict[str, Any], id: str) -> tuple[dict[str, Any], int, dict[str, str]]:
    """Join a match

    You get the next seat; with the last one, the match starts. A private match takes those whose address was
    invited, and who shows the `invitation` from a letter.
    """
    matches.join(current_app.extensions["pbem.settings"], id, me(), body.get("invitation"), g.now, once())
    sight = reading.sight(id, me())
    return shown(sight), 201, location(id) | etag(sight)


@resource.route("/matches/<id>/places/me", methods=["DELETE"])
@resource.operation(
    "leaveMatch", "player", refuses=["not-found", "not-seated", "match-begun", "match-over", "busy"]
)
@resource.response(204, description="You have left.")
def leave_match(id: str) -> None:
    """Leave a match before it begins

    Those behind you move up. The last one out closes it. Once it has begun, resign instead.
    """
    matches.leave(current_app.extensions["pbem.settings"], id, me(), g.now)
