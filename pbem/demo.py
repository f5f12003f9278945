"""`pbem demo`: Ann and Bob play a whole match against a service of its own.

Everything is real: a web process, a worker, HTTP, SMTP, SQLite in a scratch folder. Turns
last seconds, so that there is time for a reminder and a safe move when Ann is away once.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.games import GAMES

TURN = 4
"""Seconds a turn lasts."""
LIMIT = 55.0
"""Seconds after which the demo gives up."""
NAMES = ("Ann", "Bob", "Carl", "Dina", "Edo")

Json = Any


class Trouble(Exception):
    """The demo could not go on."""


def play(slug: str | None, keep: Path | None, by_mail: bool = False) -> None:
    """Plays the match and tells of it on standard output; exits with an error if anything fails."""
    from pbem.demo_by_mail import MailTable

    began = time.monotonic()
    game = GAMES.get(slug or next(iter(GAMES)))
    if game is None:
        sys.exit(f"There is no game {slug}. There are: {', '.join(GAMES)}.")
    folder = keep or Path(tempfile.mkdtemp(prefix="pbem-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        door = free_port() if by_mail else None
        with service(folder, door) as base:
            table = Table(base, game.slug, game.seats[0], began)
            if door is not None:
                table = MailTable(base, game.slug, game.seats[0], began, door)
            table.sit_down()
            table.be_away_once()
            table.play_on()
            table.report(folder)
    except Trouble as trouble:
        sys.exit(f"The demo failed after {time.monotonic() - began:.0f} s: {trouble}")


def free_port() -> int:
    """A port of the loopback on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def service(folder: Path, door: int | None = None) -> Iterator[str]:
    """A service of our own on a free port of the loopback; its base URL. `door`: where it takes replies."""
    port = free_port()
    own = {
        "PBEM_DATABASE": f"sqlite:///{folder / 'pbem.db'}",
        "PBEM_BIND": f"127.0.0.1:{port}",
        "PBEM_MIN_PACE_SECONDS": "1",
        "PBEM_LETTER_DELAY_SECONDS": "0",
    }
    if door is not None:
        own |= {"PBEM_REPLY_TO": "{}@reply.localhost", "PBEM_INCOMING": f"smtp://127.0.0.1:{door}"}
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")} | own
    with (folder / "service.log").open("wb") as log:
        command = [sys.executable, "-m", "pbem", "serve"]
        process = subprocess.Popen(command, env=environ, stdout=log, stderr=log)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)


class Table:
    """The players at their match, seen from outside: HTTP, and letters as they arrive."""

    LIMIT = LIMIT

    def __init__(self, base: str, game: str, seats: int, began: float) -> None:
        self.base, self.game, self.seats, self.began = base, game, seats, began
        self.tokens: list[str] = []
        self.match = ""
        self.moves = 0
        self.shown = 0.0
        self.pace: Json = {"seconds": TURN, "reminders": [0.5], "on_timeout": "safe_move"}

    def sit_down(self) -> None:
        """Signs all in by the codes in their letters; one opens a match and the others join."""
        self.wait_for("the service", lambda: self.ask(None, "GET", "/v1/games"))
        for name in NAMES[: self.seats]:
            self.tokens.append(self.sign_in(name))
        self.say(f"{' and '.join(NAMES[: self.seats])} have signed in with the codes from their letters.")
        asked = {"game": self.game, "seats": self.seats, "pace": self.pace}
        opened = self.ask(0, "POST", "/v1/matches", asked)
        self.match = opened["id"]
        for seat in range(1, self.seats):
            self.ask(seat, "POST", f"/v1/matches/{self.match}/places", {})
        self.say(f"{NAMES[0]} has opened a match of {GAMES[self.game].name}, and it has begun.")

    def sign_in(self, name: str) -> str:
        """A token for a player, by way of a letter."""
        email = f"{name.lower()}@example.org"
        self.ask(None, "POST", "/v1/sign-in", {"email": email, "name": name})

        def code() -> str | None:
            for letter in self.letters():
                found = re.search(r"\b\d{6}\b", letter["text"]) if email in letter["to"] else None
                if found:
                    return found[0]
            return None

        got = self.wait_for(f"a code for {name}", code)
        token: str = self.ask(None, "POST", "/v1/tokens", {"email": email, "code": got})["token"]
        return token

    def be_away_once(self) -> None:
        """Plays until it is the first player's turn, who then lets the deadline pass."""
        while True:
            match = self.look(0)
            if match["to_act"] == [0]:
                break
            self.move(match)
        self.say(f"{NAMES[0]} is away now, for one turn of {TURN} seconds ...")
        entry = match["entry"]
        self.wait_for("a safe move", lambda: self.look(0)["entry"] > entry or None, TURN + 10)
        self.say(f"... was reminded, and the service made a safe move for {NAMES[0]}.")

    def play_on(self) -> None:
        """Random legal moves until the match is over."""
        match = self.look(0)
        while match["state"] != "over":
            self.move(match)
            match = self.look(0)
            if time.monotonic() - self.shown > 2:
                self.shown = time.monotonic()
                self.say(f"{self.moves} moves")
        self.say(f"The match is over after {self.moves} moves of the players.")

    def move(self, match: Json) -> None:
        """One random move of a seat that is asked."""
        if time.monotonic() - self.began > self.LIMIT:
            raise Trouble(f"the match was not over after {self.LIMIT:.0f} s")
        seat = match["to_act"][0]
        own = self.look(seat)
        if not own.get("legal_moves"):
            return
        line = secrets.choice(own["legal_moves"])["line"]
        path = f"/v1/matches/{self.match}/moves"
        if self.ask(seat, "POST", path, {"seen": own["entry"], "moves": [line]}, allow=(409,)):
            self.moves += 1

    def report(self, folder: Path) -> None:
        """The result, the record and the letters by kind."""
        match = self.look(0)
        result = match["result"]
        for seat, rank in sorted(enumerate(result["ranks"]), key=lambda pair: pair[1]):
            score = f", points: {result['scores'][seat]}" if result["scores"] else ""
            self.say(f"  {rank}. {NAMES[seat]}{score}")
        self.say(f"  {result['reason']}")
        record = folder / "record.txt"
        record.write_text(self.fetch(0, "GET", f"/v1/matches/{self.match}/record").decode(), encoding="utf-8")
        over = self.wait_for(
            "the last letters", lambda: self.count_of("match-over") >= self.seats or None, 15
        )
        assert over
        kinds = Counter(kind_of(letter) for letter in self.letters())
        self.say(f"Record: {record}")
        self.say("Letters: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
        self.check_letters(kinds)

    def check_letters(self, kinds: Mapping[str, int]) -> None:
        """Those that there must be."""
        for kind in ("reminder", "timed-out"):
            if not kinds.get(kind):
                raise Trouble(f"no {kind} letter arrived")

    def count_of(self, kind: str) -> int:
        """How many letters of a kind have arrived."""
        return sum(kind_of(letter) == kind for letter in self.letters())

    def look(self, seat: int) -> Json:
        """The match as a player sees it."""
        return self.ask(seat, "GET", f"/v1/matches/{self.match}")

    def letters(self) -> list[Json]:
        """All letters that have arrived."""
        found: list[Json] = self.ask(None, "GET", "/dev/letters.json")
        return found

    def ask(
        self, seat: int | None, method: str, path: str, body: Json = None, allow: tuple[int, ...] = ()
    ) -> Json:
        """The decoded answer to a request; None for an answer in `allow`."""
        answer = self.fetch(seat, method, path, body, allow)
        return json.loads(answer) if answer else None

    def fetch(
        self, seat: int | None, method: str, path: str, body: Json = None, allow: tuple[int, ...] = ()
    ) -> bytes:
        """The answer to a request, as it came; empty for an answer in `allow`."""
        headers = {"Content-Type": "application/json"}
        if seat is not None:
            headers["Authorization"] = f"Bearer {self.tokens[seat]}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            if error.code in allow:
                return b""
            raise Trouble(f"{method} {path}: {error.code} {error.read().decode()[:500]}") from None

    def wait_for(self, what: str, found: Any, limit: float = 15.0) -> Any:
        """What `found` returns, as soon as it returns something."""
        until = time.monotonic() + limit
        while time.monotonic() < until:
            try:
                got = found()
            except OSError:
                got = None
            if got:
                return got
            time.sleep(0.1)
        raise Trouble(f"{what} did not come within {limit:.0f} s")

    def say(self, words: str) -> None:
        """A line of progress."""
        print(f"{time.monotonic() - self.began:5.1f} s  {words}", flush=True)


def kind_of(letter: Json) -> str:
    """The kind of a letter, which stands in a header of ours."""
    headers = {name.lower(): value for name, value in dict(letter["headers"]).items()}
    return str(headers.get("x-pbem-kind", "other"))
