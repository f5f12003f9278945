"""Signing in by a code in a letter, and out again."""

from __future__ import annotations

from flask import redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from pbem.errors import BadValue, LimitReached, WrongCode
from pbem.service import players
from pbem.service.players import Profile
from pbem.web.auth import source
from pbem.web.pages import visitor as visitors
from pbem.web.pages.blueprint import pages
from pbem.web.pages.failures import status_of
from pbem.web.pages.visitor import arrived, local_path, settings, visitor

ADDRESS, WAY_BACK = "address", "next"
"""What the form cookie remembers between the two steps."""


@pages.get("/sign-in")
def ask_address() -> ResponseReturnValue:
    """Asks for the address."""
    way_back = local_path(request.args.get("next"))
    if visitor() is not None:
        return redirect(way_back or url_for("pages.show_matches"), 303)
    return _address_form(way_back)


@pages.post("/sign-in")
def send_code() -> ResponseReturnValue:
    """Mails a code; says the same whether or not the address is known."""
    email, way_back = request.form.get("email", ""), local_path(request.form.get("next"))
    profile = Profile(name=request.form.get("name", "").strip() or None)
    try:
        players.sign_in(settings(), email, profile, source(), arrived())
    except (BadValue, LimitReached) as error:
        return _address_form(way_back, error)
    session[ADDRESS], session[WAY_BACK] = email.strip(), way_back
    return redirect(url_for("pages.ask_code"), 303)


@pages.get("/sign-in/code")
def ask_code() -> ResponseReturnValue:
    """Asks for the code."""
    if ADDRESS not in session:
        return redirect(url_for("pages.ask_address"), 303)
    return render_template("pages/code.html", email=session[ADDRESS])


@pages.post("/sign-in/code")
def check_code() -> ResponseReturnValue:
    """Trades the code for a session in this browser, and goes back to where the visitor wanted to be."""
    email = session.get(ADDRESS)
    if email is None:
        return redirect(url_for("pages.ask_address"), 303)
    code = typed_code()
    try:
        secret, _, _ = players.redeem(
            settings(), email, code, visitors.LABEL, visitors.KIND, source(), arrived()
        )
    except WrongCode as error:
        return render_template("pages/code.html", email=email, sentence=error.sentence), 422
    response = redirect(local_path(session.get(WAY_BACK)) or url_for("pages.show_matches"), 303)
    visitors.begin(response, secret)
    return response


@pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Ends the session of this browser."""
    response: Response = redirect(url_for("pages.show_front"), 303)
    visitors.end(response)
    return response


def typed_code() -> str:
    """The code from the form, without the blanks that people copy along."""
    return "".join(sign for sign in request.form.get("code", "") if sign.isascii() and not sign.isspace())


def _address_form(way_back: str | None, error: BadValue | LimitReached | None = None) -> ResponseReturnValue:
    html = render_template(
        "pages/sign_in.html", way_back=way_back, form=request.form, sentence=error and error.sentence
    )
    if error is None:
        return html
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, LimitReached) else {}
    return html, status_of(error), headers
