"""The web application: the API under /v1, the pages elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, abort, g, request
from flask.json.provider import DefaultJSONProvider
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface

from engine import wire
from pbem import clock
from pbem.settings import Settings
from pbem.web import api, dev, health, openapi, pages, problems
from pbem.web.gate import ARRIVED, Wsgi
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


class App(Flask):
    """Flask for views that are plain functions."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """As it is: Flask would look anew, seven times a request, whether it is a coroutine."""
        return func


def create_app(settings: Settings) -> Flask:
    """The application for one host. Its caller opens the database, after any fork."""
    app = App("pbem.web", static_folder=None)
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


@lru_cache(maxsize=256)
def _hostname(host: str) -> str | None:
    """The name in a Host header, without its port."""
    return urlsplit(f"//{host}").hostname


def _guard(app: Flask, hosts: frozenset[str]) -> None:
    """What comes before and after every request."""

    @app.before_request
    def arrive() -> None:
        g.now = request.environ.get(ARRIVED) or clock.now()
        if _hostname(request.host) not in hosts:
            if not is_api():
                abort(400)
            raise Problem("bad-host", "This service is not known by the name in the Host header.")

    app.wsgi_app = _hardened(app.wsgi_app)  # type: ignore[assignment,method-assign]


def _hardened(application: Wsgi) -> Wsgi:
    """The application, with what is said on every answer. As a hook of Flask's it takes ten times as long."""

    def harden(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        def begin(status: str, headers: list[tuple[str, str]], *trouble: Any) -> Any:
            said = {name.lower() for name, _ in headers}
            headers += [(name, value) for name, value in HEADERS.items() if name.lower() not in said]
            headers.append(("Vary", "Authorization, Cookie"))
            return start(status, headers, *trouble)

        return application(environ, begin)

    return harden
