"""What a player can see and change of himself."""

from __future__ import annotations

from typing import Any

from flask import g
from marshmallow import fields, validate

from pbem.service import limits, players
from pbem.service.outbox import OPTIONAL
from pbem.service.players import Profile
from pbem.service.rows import PlayerRow
from pbem.web.auth import me
from pbem.web.resource import Resource
from pbem.web.schemas import Answer, Instant, Strict, Truth, said

resource = Resource("me", __name__, "Yourself.")


class Me(Answer):
    """A player, as he sees himself."""

    id = fields.String(metadata=said("Names you towards others."))
    email = fields.String(metadata=said("Where letters go. Nobody else sees it."))
    name = fields.String(metadata=said("How others see you."))
    locale = fields.String(
        validate=validate.OneOf(players.LOCALES), metadata=said("The language of letters and pages.")
    )
    time_zone = fields.String(metadata=said("An IANA name; deadlines are told in it."))
    muted = fields.List(
        fields.String(validate=validate.OneOf(OPTIONAL)),
        metadata=said("The kinds of letters that do not come: you have unsubscribed from them."),
    )
    cards_in_letters = fields.Boolean(
        metadata=said("Whether letters hold the table, your moves and the news. If not, they link to them.")
    )
    replies_from_me_only = fields.Boolean(
        metadata=said(
            "Whether replies to letters count only if they come from your own address. If not, the secret "
            "address of a letter is enough."
        )
    )
    created_at = Instant(metadata=said("When you first signed in."))


class MeChange(Strict):
    """What to change; whatever is left out stays."""

    name = fields.String(
        validate=validate.Length(1, 40), metadata=said("How others shall see you.", examples=["Ann"])
    )
    locale = fields.String(
        validate=validate.OneOf(players.LOCALES), metadata=said("The language of letters and pages.")
    )
    time_zone = fields.String(
        validate=validate.Length(1, 64), metadata=said("An IANA name.", examples=["Europe/Copenhagen"])
    )
    muted = fields.List(
        fields.String(validate=validate.OneOf(OPTIONAL)),
        validate=validate.Length(max=len(OPTIONAL)),
        metadata=said(
            "All kinds of letters that shall not come; the others come again.", examples=[["reminder"]]
        ),
    )
    cards_in_letters = Truth(metadata=said("Whether letters may hold cards."))
    replies_from_me_only = Truth(metadata=said("Whether replies count only if they come from your address."))


@resource.route("/me", methods=["GET"])
@resource.operation("getMe", "player")
@resource.response(200, Me, description="Yourself.")
def get_me() -> dict[str, Any]:
    """See yourself"""
    return shown(me())


@resource.route("/me", methods=["PATCH"])
@resource.operation("changeMe", "player", limits=[limits.RENAMES])
@resource.arguments(MeChange)
@resource.response(200, Me, description="Yourself, changed.")
def change_me(body: dict[str, Any]) -> dict[str, Any]:
    """Change your name, language, time zone, or what letters come"""
    said = Profile(body.get("name"), body.get("locale"), body.get("time_zone"))
    changed = players.change(me(), said, g.now, body.get("muted"))
    if "cards_in_letters" in body:
        players.choose(changed.email, players.NO_CARDS, not body["cards_in_letters"], g.now)
    if "replies_from_me_only" in body:
        players.choose(changed.email, players.FROM_ME_ONLY, body["replies_from_me_only"], g.now)
    return shown(changed)


def shown(player: PlayerRow) -> dict[str, Any]:
    """A player with what he sees of himself alone."""
    more = {
        "muted": players.muted(player.email),
        "cards_in_letters": not players.has_chosen(player.email, players.NO_CARDS),
        "replies_from_me_only": players.has_chosen(player.email, players.FROM_ME_ONLY),
    }
    return {**player._asdict(), **more}
