"""Who is at the other end of a browser: the session cookie, and the way through sign-in and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Concatenate, NamedTuple, ParamSpec

from flask import current_app, g, redirect, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from pbem.errors import NotFound
from pbem.service import players
from pbem.service.pace import SECOND
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from pbem.web.pages.blueprint import pages

P = ParamSpec("P")

KIND = "session"
LABEL = "Browser"
LONGEST_PATH = 500

_LOCAL = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""One slash, then printable ASCII without a backslash: a browser takes `//` and `/\\` for another host."""


class Visit(NamedTuple):
    """A signed-in browser."""

    player: PlayerRow
    token: str
    """The id of its session's token."""


def arrived() -> int:
    """The instant at which this request arrived."""
    now: int = g.now
    return now


def settings() -> Settings:
    """The settings of the app that serves this request."""
    found: Settings = current_app.extensions["pbem.settings"]
    return found


def is_secure() -> bool:
    """Whether the site is reached by https."""
    return settings().public_url.startswith("https:")


def cookie_name() -> str:
    """The session cookie's name; the prefix binds it to this host and to https."""
    return "__Host-pbem_session" if is_secure() else "pbem_session"


def visit() -> Visit | None:
    """The visit that this request belongs to, looked up once."""
    if "visit" not in g:
        secret = request.cookies.get(cookie_name(), "")
        found = players.who(secret, KIND, g.now) if secret else None
        g.visit = Visit(*found) if found else None
    known: Visit | None = g.visit
    return known


def visitor() -> PlayerRow | None:
    """The player who is signed in in this browser."""
    known = visit()
    return known.player if known else None


def begin(response: Response, secret: str) -> None:
    """Gives the browser a new session; one that it had before ends."""
    _revoke()
    session.clear()
    response.set_cookie(
        cookie_name(),
        secret,
        max_age=players.SESSION_LASTS // SECOND,
        secure=is_secure(),
        httponly=True,
        samesite="Lax",
    )


def end(response: Response) -> None:
    """Ends the browser's session."""
    _revoke()
    session.clear()
    response.delete_cookie(cookie_name(), secure=is_secure(), httponly=True, samesite="Lax")


def needs_player(
    show: Callable[Concatenate[PlayerRow, P], ResponseReturnValue],
) -> Callable[P, ResponseReturnValue]:
    """A page for players: it gets the player first; others are asked to sign in and then brought back."""

    @wraps(show)
    def page(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        player = visitor()
        return to_sign_in() if player is None else show(player, *args, **kwargs)

    return page


def to_sign_in() -> Response:
    """Off to sign-in, and afterwards back to this page; after a form, to the page that shows it."""
    path = request.full_path.rstrip("?") if request.method in ("GET", "HEAD") else page_behind(request.path)
    return redirect(url_for("pages.ask_address", next=local_path(path)), 303)


def local_path(path: str | None) -> str | None:
    """The path if it leads to this site and nowhere else, otherwise None."""
    return path if path and len(path) <= LONGEST_PATH and _LOCAL.fullmatch(path) else None


def page_behind(path: str) -> str:
    """The nearest page above a path that can be looked at: /matches/x for /matches/x/moves."""
    adapter = current_app.url_map.bind("")
    while path.strip("/") and not adapter.test(path, "GET"):
        path = path.rstrip("/").rpartition("/")[0]
    return path or "/"


@pages.context_processor
def _who() -> dict[str, Callable[[], PlayerRow | None]]:
    return {"visitor": visitor}  # not called here: an error page must not need the database


def _revoke() -> None:
    known = visit()
    if known is None:
        return
    with suppress(NotFound):  # ended elsewhere in this moment: as good
        players.revoke(known.player.id, known.token)
