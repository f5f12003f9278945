"""A whole service as processes of its own, to be watched and killed from outside."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from pbem import failpoints as failpoint
from pbem.mail import catcher

T = TypeVar("T")
Json = Any


CODE = """
import os, sys
from pbem import db
from pbem.service import ids
from pbem.settings import load
settings = load(os.environ)
db.connect(settings.database_path)
row = db.fetchone("SELECT id FROM sign_in WHERE email = ? ORDER BY created_at DESC", (sys.argv[1],))
print(ids.code(settings.secret_key, row[0]))
"""


class Gone(Exception):
    """No answer came: whether the request took effect is not known."""


def free_port() -> int:
    """A port of the loopback that nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(what: str, found: Callable[[], T | None], limit: float = 20.0) -> T:
    """What `found` returns, as soon as it is something; AssertionError after `limit` seconds."""
    until = time.monotonic() + limit
    while time.monotonic() < until:
        got = found()
        if got:
            return got
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come within {limit:.0f} s")


class House:
    """Web and workers on one database, a mail catcher, and HTTP to talk to them."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.catcher = catcher.start(folder / "caught")
        own = {
            "PBEM_DATABASE": f"sqlite:///{folder / 'pbem.db'}",
            "PBEM_BIND": f"127.0.0.1:{self.port}",
            "PBEM_SMTP_URL": f"smtp://{self.catcher.host}:{self.catcher.port}",
            "PBEM_MIN_PACE_SECONDS": "1",
            "PBEM_LETTER_DELAY_SECONDS": "0",
            "PBEM_PICTURES": "no",  # each takes a fifth of a second; they have tests of their own
        }
        self.environ = {k: v for k, v in os.environ.items() if not k.startswith("PBEM_")} | own | settings
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        subprocess.run(self._command("db", "upgrade"), env=self.environ, check=True, capture_output=True)

    def start(self, name: str, command: str | None = None, failpoints: str = "") -> None:
        """Starts `web` or a worker, in a process group of its own; waits until the web answers.

        `failpoints` are armed in it; each that is taken is noted (see `taken`).
        """
        environ = dict(self.environ)
        if failpoints:
            environ |= {failpoint.VARIABLE: failpoints, failpoint.TAKEN: str(self.folder / "taken")}
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                self._command(command or name),
                env=environ,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if name == "web":
            wait_for("the web process", self._answers)

    def neighbour(self) -> House:
        """A second house on the same database, with a port and a mail catcher of its own."""
        folder = self.folder / "neighbour"
        folder.mkdir()
        return House(folder, PBEM_DATABASE=self.environ["PBEM_DATABASE"])

    def kill(self, name: str) -> None:
        """SIGKILL to a process and all it started."""
        process = self.running.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)

    def signal(self, name: str, sign: int) -> None:
        """Any signal to a process and all it started."""
        os.killpg(self.running[name].pid, sign)

    def is_running(self, name: str) -> bool:
        """Whether a process has not died by itself."""
        return self.running[name].poll() is None

    def taken(self, name: str) -> int:
        """How often a failpoint was taken."""
        file = self.folder / "taken"
        return file.read_text().splitlines().count(name) if file.exists() else 0

    def stop(self) -> None:
        """Ends everything."""
        for name in [*self.running]:
            self.kill(name)
        self.catcher.stop()

    def ask(
        self, token: str | None, method: str, path: str, body: Json = None, key: str | None = None
    ) -> tuple[int, Json]:
        """Status and decoded answer; raises Gone if none came."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Gone(str(error)) from error

    def sign_in(self, name: str) -> str:
        """A token, by way of the code in a letter."""
        email = f"{name.lower()}@example.org"
        status, answer = self.ask(None, "POST", "/v1/sign-in", {"email": email, "name": name})
        assert status == 202, answer

        def code() -> str | None:
            for letter in self.letters():
                found = re.search(r"\b\d{6}\b", letter.text) if email in letter.to else None
                if found:
                    return found[0]
            return None

        body = {"email": email, "code": wait_for(f"the code for {name}", code)}
        status, answer = self.ask(None, "POST", "/v1/tokens", body)
        assert status == 201, answer
        token: str = answer["token"]
        return token

    def sign_in_directly(self, name: str) -> str:
        """A token without a worker: the code is worked out in another process, by the service's own key."""
        email = f"{name.lower()}@example.org"
        self.ask(None, "POST", "/v1/sign-in", {"email": email, "name": name})
        done = subprocess.run(
            [sys.executable, "-c", CODE, email], check=True, capture_output=True, text=True, env=self.environ
        )
        status, answer = self.ask(None, "POST", "/v1/tokens", {"email": email, "code": done.stdout.strip()})
        assert status == 201, answer
        token: str = answer["token"]
        return token

    def begin(self, tokens: list[str], game: str, pace: Json = None) -> str:
        """A running match of all the players, the first at seat 0."""
        proposal = {"game": game, "seats": len(tokens), **({"pace": pace} if pace else {})}
        status, answer = self.ask(tokens[0], "POST", "/v1/matches", proposal)
        assert status == 201, answer
        match: str = answer["id"]
        for token in tokens[1:]:
            status, answer = self.ask(token, "POST", f"/v1/matches/{match}/places", {})
            assert status in (200, 201), answer
        return match

    def letters(self) -> list[Any]:
        """All letters that were accepted, newest first."""
        return list(catcher.caught(self.folder / "caught"))

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of the database, read by another process: two SQLite libraries must not meet in one."""
        script = "import sys, json; from pathlib import Path; from pbem import db; "
        script += "db.connect(Path(sys.argv[1])); "
        script += "print(json.dumps(db.fetchall(sys.argv[2], json.loads(sys.argv[3]))))"
        command = [sys.executable, "-c", script, str(self.folder / "pbem.db"), sql, json.dumps(values)]
        done = subprocess.run(command, check=True, capture_output=True, env=self.environ)
        return [tuple(row) for row in json.loads(done.stdout)]

    def _answers(self) -> bool:
        try:
            return self.ask(None, "GET", "/v1/games")[0] == 200
        except Gone:
            return False

    def _command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "pbem", *words]
