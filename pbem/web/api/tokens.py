"""Bearer tokens: got for a code, listed, ended."""

from __future__ import annotations

from typing import Any

from flask import current_app, g
from marshmallow import fields, validate

from pbem.service import players
from pbem.service.players import TokenRow
from pbem.web import auth, cursors
from pbem.web.api.me import Me, shown
from pbem.web.auth import me
from pbem.web.resource import Resource
from pbem.web.schemas import Answer, Instant, Page, Strict, Whole, cut, next_cursor, said

resource = Resource("tokens", __name__, "What your programs show to act for you.")
LIMIT = 20


class NewToken(Strict):
    """An address and the code that was mailed to it."""

    email = fields.String(
        required=True, validate=validate.Length(3, 254), metadata=said("As in POST /v1/sign-in.")
    )
    code = fields.String(
        required=True,
        validate=Whole(r"^[0-9]{6}$", error="A code has six digits."),
        metadata=said("The six digits from the letter.", examples=["204718"]),
    )
    label = fields.String(
        validate=Whole(r"^[^\x00-\x1f\x7f]{0,40}$", error="A label is one line of at most 40 characters."),
        metadata=said("What the token is for; only you see it.", examples=["my bot"]),
    )


class IssuedToken(Answer):
    """A token that has just been made. Its secret is shown this once."""

    token = fields.String(
        metadata=said("Send it as `Authorization: Bearer <token>`. It is kept nowhere here.")
    )
    id = fields.String(metadata=said("Names the token, to end it."))
    player = fields.Nested(Me, metadata=said("Whom it belongs to."))


class Token(Answer):
    """A token without its secret."""

    id = fields.String(metadata=said("Names the token, to end it."))
    label = fields.String(metadata=said("What it is for."))
    created_at = Instant(metadata=said("When it was made."))


class TokenPage(Answer):
    """Some of your tokens."""

    items = fields.List(fields.Nested(Token), metadata=said("The tokens of this page."))
    next_cursor = next_cursor()


@resource.route("/tokens", methods=["POST"])
@resource.operation("createToken", "public", refuses=["wrong-code"])
@resource.arguments(NewToken, example={"email": "ann@example.org", "code": "204718"})
@resource.response(201, IssuedToken, description="The token.")
def create_token(body: dict[str, Any]) -> dict[str, Any]:
    """Trade a sign-in code for a token

    The first time, this makes you a player. A token lasts until you end it; of more than fifty the oldest
    end by themselves.
    """
    settings, label = current_app.extensions["pbem.settings"], body.get("label", "")
    secret, token, player = players.redeem(
        settings, body["email"], body["code"], label, "api", auth.source(), g.now
    )
    return {"token": secret, "id": token.id, "player": shown(player)}


@resource.route("/tokens", methods=["GET"])
@resource.operation("listTokens", "player")
@resource.arguments(Page, location="query")
@resource.response(200, TokenPage, description="Some of your tokens.")
def list_tokens(query: dict[str, Any]) -> dict[str, Any]:
    """List your tokens"""
    limit = query.get("limit", LIMIT)
    after = cursors.read(query["cursor"], "tokens", str)[0] if "cursor" in query else ""
    rows, cursor = cut(players.tokens(me().id, after, limit + 1), limit, _cursor)
    return {"items": rows, "next_cursor": cursor}


@resource.route("/tokens/<id>", methods=["DELETE"])
@resource.operation("deleteToken", "player", refuses=["not-found", "busy"])
@resource.response(204, description="It is no longer valid.")
def delete_token(id: str) -> None:
    """End one of your tokens at once"""
    players.revoke(me().id, id)


def _cursor(token: TokenRow) -> str:
    return cursors.write("tokens", token.id)
