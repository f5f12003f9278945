"""Signing in: a code by mail."""

from __future__ import annotations

from typing import Any

from flask import current_app, g
from marshmallow import fields, validate

from pbem.service import limits, players
from pbem.service.players import Profile
from pbem.web import auth
from pbem.web.resource import Resource
from pbem.web.schemas import Answer, Strict, said

resource = Resource("sign-in", __name__, "A code by mail, and a token for it.")


class SignIn(Strict):
    """Who would like to sign in. The rest counts only if the address is new here."""

    email = fields.String(
        required=True,
        validate=validate.Length(3, 254),
        metadata=said("The address to send the code to.", examples=["ann@example.org"]),
    )
    name = fields.String(
        validate=validate.Length(1, 40),
        metadata=said("How others shall see you. Left out: Player and four letters.", examples=["Ann"]),
    )
    locale = fields.String(
        validate=validate.OneOf(players.LOCALES),
        metadata=said("The language of letters and pages. Left out: en."),
    )
    time_zone = fields.String(
        validate=validate.Length(1, 64),
        metadata=said(
            "An IANA name; deadlines are told in it. Left out: UTC.", examples=["Europe/Copenhagen"]
        ),
    )


class CodeSent(Answer):
    """Always the same."""

    detail = fields.String(metadata=said("What to do next."))


SENT = {"detail": "A letter with a code is on its way. Send the code with POST /v1/tokens within 15 minutes."}


@resource.route("/sign-in", methods=["POST"])
@resource.operation(
    "signIn",
    "public",
    limits=[limits.SIGN_INS_HERE, limits.SIGN_INS, limits.SIGN_INS_A_DAY, limits.SIGN_INS_FROM],
)
@resource.arguments(SignIn, example={"email": "ann@example.org", "name": "Ann"})
@resource.response(202, CodeSent, description="A letter is on its way.")
def sign_in(body: dict[str, Any]) -> dict[str, str]:
    """Ask for a sign-in code

    Mails a code of six digits to the address: good for 15 minutes, and for five tries from
    where you are. The answer is the same whether or not anybody is known by that address.
    """
    profile = Profile(body.get("name"), body.get("locale"), body.get("time_zone"))
    players.sign_in(current_app.extensions["pbem.settings"], body["email"], profile, auth.source(), g.now)
    return SENT
