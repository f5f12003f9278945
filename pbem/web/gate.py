"""Between the HTTP server and the application: a request goes in when all of it is there.

The application works through one request after the other. A body that arrives slowly, or
never, must not keep the others waiting, so it is waited for here, within limits. Here, too,
a request gets its instant: when it came, not when its turn came.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import unquote_to_bytes

from engine.wire import encode
from pbem import clock
from pbem.web.problems import PROBLEM

ARRIVED = "pbem.arrived"
"""Where the environ holds the instant of arrival, in microseconds."""
PATIENCE = 10.0
"""Seconds within which a body has to come."""

_CONSTANT = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": False,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

_SLOW = encode(
    {
        "type": "/problems/bad-request",
        "title": "The request is no HTTP that can be answered",
        "status": 400,
        "detail": f"The body did not come within {PATIENCE:.0f} seconds.",
    }
)


@lru_cache(maxsize=256)
def _key(header: str) -> str:
    """What WSGI calls a header."""
    key = header.upper().replace("-", "_")
    return key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"


class Gate:
    """A WSGI application as the server wants it (RSGI)."""

    def __init__(self, application: Wsgi, longest: int) -> None:
        self.application = application
        self.longest = longest
        """Bytes of a body at most; of a longer one the application sees the length only."""

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        arrived = clock.now()
        try:
            body = await self._body_in_time(scope, protocol)
        except TimeoutError:
            protocol.response_bytes(400, [("content-type", PROBLEM), ("connection", "close")], _SLOW)
            return
        environ = self._environ(scope)
        environ[ARRIVED] = arrived
        environ["wsgi.input"] = io.BytesIO(body)
        if environ.pop("HTTP_TRANSFER_ENCODING", None) is not None:
            environ["CONTENT_LENGTH"] = str(len(body))
        status, headers, content = self._answer(environ)
        protocol.response_bytes(status, headers, content)

    async def _body_in_time(self, scope: Any, protocol: Any) -> bytes:
        """The body; raises TimeoutError if it does not come."""
        task = asyncio.current_task()
        assert task is not None
        late = asyncio.get_running_loop().call_later(PATIENCE, task.cancel)  # a tenth of asyncio.timeout
        try:
            return await self._body(scope, protocol)
        except asyncio.CancelledError:  # by nobody else
            raise TimeoutError from None
        finally:
            late.cancel()

    async def _body(self, scope: Any, protocol: Any) -> bytes:
        """The body; one byte more than allowed if it is too long and does not say how long."""
        said = scope.headers.get("content-length")
        if said is None and "transfer-encoding" not in scope.headers:
            return b""
        if said is not None and said.isdecimal():
            # the server reads no more than was said; all at once is cheaper than in pieces
            return b"" if int(said) > self.longest else bytes(await protocol())
        body = bytearray()
        async for chunk in protocol:
            body += chunk
            if len(body) > self.longest:
                break
        return bytes(body[: self.longest + 1])

    def _answer(self, environ: dict[str, Any]) -> tuple[int, list[tuple[str, str]], bytes]:
        said: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _trouble: Any = None) -> None:
            said[:] = [int(status[:3]), headers]

        parts = self.application(environ, start)
        try:
            content = b"".join(parts)
        finally:
            close = getattr(parts, "close", None)
            if close is not None:
                close()
        return said[0], said[1], content

    def _environ(self, scope: Any) -> dict[str, Any]:
        path = unquote_to_bytes(scope.path).decode("latin-1")
        peer, _, port = scope.client.rpartition(":")
        host, _, own_port = scope.server.rpartition(":")
        environ: dict[str, Any] = {
            **_CONSTANT,
            "REQUEST_METHOD": scope.method,
            "PATH_INFO": path,
            "QUERY_STRING": scope.query_string,
            "REMOTE_ADDR": peer.strip("[]"),
            "REMOTE_PORT": port,
            "SERVER_NAME": host,
            "SERVER_PORT": own_port,
            "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
            "wsgi.url_scheme": scope.scheme,
        }
        for name, value in scope.headers.items():
            key = _key(name)
            environ[key] = f"{environ[key]},{value}" if key in environ else value
        return environ
