"""The web application: the API under /v1, the pages elsewhere."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, g, request
from flask.json.provider import DefaultJSONProvider
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface

from engine import wire
from pbem import clock
from pbem.settings import Settings
from pbem.web import api, dev, health, openapi, pages, problems
from pbem.web.gate import ARRIVED
from pbem.web.problems import Problem, is_api

MOST_BYTES = 64 * 1024
"""Of a body."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "private, no-store",
}
"""On every answer that does not say otherwise itself."""


class WireProvider(DefaultJSONProvider):
    """Values of the engine go out as they are; equal answers are equal bytes."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        """Compact JSON."""
        return wire.encode(obj).decode()


class PageSessions(SecureCookieSessionInterface):
    """Sessions in cookies, for the pages; to the API cookies mean nothing."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """None stands for a session that is empty and cannot be written to."""
        return None if request.path.startswith(problems.API) else super().open_session(app, request)


def create_app(settings: Settings) -> Flask:
    """The application for one host. Its caller opens the database, after any fork."""
    app = Flask("pbem.web", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_BYTES,
        MAX_FORM_MEMORY_SIZE=MOST_BYTES,
        PROVIDE_AUTOMATIC_OPTIONS=False,
    )
    app.json = WireProvider(app)
    app.session_interface = PageSessions()
    app.url_map.merge_slashes = False
    app.extensions["pbem.settings"] = settings
    _guard(app, trusted_hosts(settings))
    problems.register(app)
    api.register(app)
    openapi.serve(app)
    pages.register(app)
    health.register(app)
    if settings.smtp is None:
        dev.register(app)
    return app


def trusted_hosts(settings: Settings) -> frozenset[str]:
    """The names under which this service may be addressed; what else comes as Host is somebody's trick."""
    names = {urlsplit(settings.public_url).hostname or "", settings.host.lower()}
    if settings.host in (*LOOPBACK, *EVERYWHERE):
        names.update(LOOPBACK)
    return frozenset(names - {"", *EVERYWHERE})


def _guard(app: Flask, hosts: frozenset[str]) -> None:
    """What comes before and after every request."""

    @app.before_request
    def arrive() -> None:
        g.now = request.environ.get(ARRIVED) or clock.now()
        if urlsplit(f"//{request.host}").hostname not in hosts:
            if not is_api():
                abort(400)
            raise Problem("bad-host", "This service is not known by the name in the Host header.")

    @app.after_request
    def harden(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        response.vary.update(("Authorization", "Cookie"))
        return response
