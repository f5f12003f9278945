"""The player about himself: name, time zone, tokens for programs."""

from __future__ import annotations

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from pbem.errors import BadValue, LimitReached, WrongCode
from pbem.mail.compose import KINDS
from pbem.service import players
from pbem.service.players import MOST_TOKENS, Profile
from pbem.service.rows import PlayerRow
from pbem.web.auth import source
from pbem.web.pages.blueprint import pages
from pbem.web.pages.failures import status_of
from pbem.web.pages.sign_in import typed_code
from pbem.web.pages.visitor import arrived, needs_player, settings
from pbem.web.pages.wording import zones

LABEL = "label"
"""What the form cookie remembers while a code for a token is under way."""
LONGEST_LABEL = 60


@pages.get("/me")
@needs_player
def show_me(player: PlayerRow) -> ResponseReturnValue:
    """What is known of the player, and what he can change."""
    return _me_page(player)


@pages.post("/me")
@needs_player
def change_me(player: PlayerRow) -> ResponseReturnValue:
    """Changes name and time zone."""
    said = Profile(name=request.form.get("name", ""), time_zone=request.form.get("time_zone", ""))
    try:
        players.change(player, said, arrived())
    except (BadValue, LimitReached) as error:
        return _me_page(player, error)
    flash("Saved.")
    return redirect(url_for("pages.show_me"), 303)


@pages.post("/me/choices")
@needs_player
def choose(player: PlayerRow) -> ResponseReturnValue:
    """Chooses what letters hold, and which replies count."""
    for choice in (players.NO_CARDS, players.FROM_ME_ONLY):
        if choice in request.form:
            players.choose(player.email, choice, request.form[choice] == "yes", arrived())
    flash("Saved.")
    return redirect(url_for("pages.show_me"), 303)


@pages.post("/me/letters")
@needs_player
def get_letters_again(player: PlayerRow) -> ResponseReturnValue:
    """Lets letters of a kind come again that were ended by a link in one of them."""
    kind = request.form.get("kind", "")
    if kind in KINDS:
        players.unmute(player.email, kind)
        flash(f"You get {KINDS[kind]} again.")
    return redirect(url_for("pages.show_me"), 303)


@pages.post("/me/tokens/code")
@needs_player
def send_token_code(player: PlayerRow) -> ResponseReturnValue:
    """Mails a code: a session alone must not be enough to make a token that outlives it."""
    label = "".join(sign for sign in request.form.get("label", "") if sign.isprintable()).strip()
    try:
        players.sign_in(settings(), player.email, Profile(), source(), arrived())
    except LimitReached as error:
        return _me_page(player, error)
    session[LABEL] = label[:LONGEST_LABEL] or "API"
    return redirect(url_for("pages.ask_token_code"), 303)


@pages.get("/me/tokens")
@needs_player
def ask_token_code(player: PlayerRow) -> ResponseReturnValue:
    """Asks for the code."""
    if LABEL not in session:
        return redirect(url_for("pages.show_me"), 303)
    return render_template("pages/token_code.html", email=player.email, label=session[LABEL])


@pages.post("/me/tokens")
@needs_player
def make_token(player: PlayerRow) -> ResponseReturnValue:
    """Trades the code for a token and shows it, this once."""
    label = session.get(LABEL)
    if label is None:
        return redirect(url_for("pages.show_me"), 303)
    try:
        secret, _, _ = players.redeem(
            settings(), player.email, typed_code(), label, "api", source(), arrived()
        )
    except WrongCode as error:
        html = render_template(
            "pages/token_code.html", email=player.email, label=label, sentence=error.sentence
        )
        return html, 422
    return render_template("pages/token.html", label=label, secret=secret)


@pages.post("/me/tokens/<token>/revocation")
@needs_player
def revoke_token(player: PlayerRow, token: str) -> ResponseReturnValue:
    """Ends a token at once."""
    players.revoke(player.id, token)
    flash("The token is revoked.")
    return redirect(url_for("pages.show_me"), 303)


def _me_page(player: PlayerRow, error: BadValue | LimitReached | None = None) -> ResponseReturnValue:
    html = render_template(
        "pages/me.html",
        player=player,
        form=request.form,
        zones=zones(),
        muted={kind: KINDS[kind] for kind in players.muted(player.email)},
        no_cards=players.has_chosen(player.email, players.NO_CARDS),
        from_me_only=players.has_chosen(player.email, players.FROM_ME_ONLY),
        reads_replies=settings().reply_to is not None,
        tokens=players.tokens(player.id, "", MOST_TOKENS),
        sentence=error and error.sentence,
        wrong=error.field if isinstance(error, BadValue) else None,
    )
    return (html, status_of(error)) if error else html
