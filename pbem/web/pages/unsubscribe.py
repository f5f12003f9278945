"""The way out of a kind of letters, for a person with a button and for a mail program with one click."""

from __future__ import annotations

import hmac

from flask import render_template, request
from flask.typing import ResponseReturnValue

from pbem.errors import NotFound
from pbem.mail.compose import KINDS
from pbem.service import ids, outbox, players
from pbem.web.pages.blueprint import pages
from pbem.web.pages.visitor import arrived, settings

KEEP = "keep"
"""The first button of the page: programs that press one without reading change nothing (LK-1)."""


@pages.get("/unsubscribe/<letter>/<token>")
def ask_to_end_letters(letter: str, token: str) -> ResponseReturnValue:
    """Asks whether letters of this kind shall end. Mail scanners come here too: nothing changes."""
    address, kind = _subject(letter, token)
    return _page(address, kind, ended=players.is_muted(address, kind))


@pages.post("/unsubscribe/<letter>/<token>")
def end_letters(letter: str, token: str) -> ResponseReturnValue:
    """Ends letters of this kind (RFC 8058): the link is all the proof; no cookie, no redirect."""
    address, kind = _subject(letter, token)
    if KEEP in request.form:
        return _page(address, kind, ended=False, kept=True)
    players.mute(address, kind, arrived())
    return _page(address, kind, ended=True)


def _page(address: str, kind: str, ended: bool, kept: bool = False) -> ResponseReturnValue:
    return render_template(
        "pages/unsubscribe.html", address=address, about=KINDS[kind], ended=ended, kept=kept, keep=KEEP
    )


def _subject(letter: str, token: str) -> tuple[str, str]:
    """Whose letters of which kind the link speaks of; raises NotFound for any other link."""
    expected = ids.derived(settings().secret_key, "unsubscribe", letter)
    if not hmac.compare_digest(expected.encode(), token.encode()):
        raise NotFound("This link is not complete, or not from here.")
    found = outbox.subject(letter)
    if found is None or found[1] not in KINDS:
        raise NotFound("The letter is too old, or letters of its kind cannot be ended.")
    return found
