"""What a player can see and change of himself."""

from __future__ import annotations

from typing import Any

from flask import g
from marshmallow import fields, validate

from pbem.service import players
from pbem.service.players import Profile
from pbem.service.rows import PlayerRow
from pbem.web.auth import me
from pbem.web.resource import Resource
from pbem.web.schemas import Answer, Instant, Strict, said

resource = Resource("me", __name__, "Yourself.")


class Me(Answer):
    """A player, as he sees himself."""

    id = fields.String(metadata=said("Names you towards others."))
    email = fields.String(metadata=said("Where letters go. Nobody else sees it."))
    name = fields.String(metadata=said("How others see you."))
    locale = fields.String(metadata=said("The language of letters and pages."))
    time_zone = fields.String(metadata=said("An IANA name; deadlines are told in it."))
    created_at = Instant(metadata=said("When you first signed in."))


class MeChange(Strict):
    """What to change; whatever is left out stays."""

    name = fields.String(
        validate=validate.Length(1, 40), metadata=said("How others shall see you.", examples=["Ann"])
    )
    locale = fields.String(validate=validate.Length(2, 35), metadata=said("A language.", examples=["en"]))
    time_zone = fields.String(
        validate=validate.Length(1, 64), metadata=said("An IANA name.", examples=["Europe/Copenhagen"])
    )


@resource.route("/me", methods=["GET"])
@resource.operation("getMe", "player")
@resource.response(200, Me, description="Yourself.")
def get_me() -> PlayerRow:
    """See yourself"""
    return me()


@resource.route("/me", methods=["PATCH"])
@resource.operation("changeMe", "player")
@resource.arguments(MeChange)
@resource.response(200, Me, description="Yourself, changed.")
def change_me(body: dict[str, Any]) -> PlayerRow:
    """Change your name, language or time zone"""
    return players.change(me(), Profile(body.get("name"), body.get("locale"), body.get("time_zone")), g.now)
