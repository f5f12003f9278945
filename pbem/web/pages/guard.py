"""What stands between the pages and the rest of the web: CSRF tokens, headers, the request's instant."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, g, request
from flask_wtf import CSRFProtect
from flask_wtf.csrf import CSRFError

from pbem import clock
from pbem.service import ids
from pbem.settings import Settings
from pbem.web.pages.blueprint import pages
from pbem.web.pages.visitor import settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
EXEMPT = ("pages.end_letters",)
"""A mail program's one-click POST comes without any cookie, and takes nothing from one (RFC 8058)."""

csrf = CSRFProtect()


def protect(app: Flask) -> None:
    """Readies an app for forms: a signed cookie that holds the form token, under a key of its own."""
    known: Settings = app.extensions["pbem.settings"]
    secure = known.public_url.startswith("https:")
    app.secret_key = app.secret_key or ids.derived(known.secret_key, "page-forms", "")
    app.config.update(
        SESSION_COOKIE_NAME="__Host-pbem_form" if secure else "pbem_form",
        SESSION_COOKIE_SECURE=secure,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        WTF_CSRF_CHECK_DEFAULT=False,  # the API knows no cookies; `_check_form` checks the pages
        WTF_CSRF_TIME_LIMIT=None,  # a page may lie open for days; the token ends with the session
        WTF_CSRF_SSL_STRICT=False,  # with Referrer-Policy no-referrer there is none to look at
    )
    csrf.init_app(app)


@pages.before_request
def _note_the_instant() -> None:
    if "now" not in g:
        g.now = clock.now()


@pages.before_request
def _check_form() -> None:
    if request.endpoint in EXEMPT or request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if not _comes_from_here():
        raise CSRFError("The form was sent from another site.")
    csrf.protect()


def _comes_from_here() -> bool:
    """Whether the browser says that a page of ours sent this, as far as it says anything.

    With Referrer-Policy no-referrer browsers send `Origin: null` with our own forms too.
    """
    origin = request.headers.get("Origin", "null")
    hosts = (request.host, _host(settings().public_url))
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    return site in ("same-origin", "none") and (origin == "null" or _host(origin) in hosts)


def _host(address: str) -> str | None:
    """Host and port of an address; None if it is none."""
    try:
        return urlsplit(address).netloc
    except ValueError:  # a bracket that does not close, and the like
        return None


@pages.after_request
def harden(response: Response) -> Response:
    """Adds every page's headers; a style sheet may be kept, since its address names its content,
    and a picture of a table until it has changed."""
    kept = response.headers.get("Cache-Control") if request.endpoint == "pages.show_board" else None
    response.headers.update(HEADERS)
    if kept is not None:
        response.headers["Cache-Control"] = kept
    if request.endpoint == "pages.static" and response.status_code in (200, 304):
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response
