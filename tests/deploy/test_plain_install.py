"""The steps of the operator's README as plain commands: a wheel, an environment of its own, an empty folder.

What pbem depends on is taken from the environment that the tests run in, so that nothing is downloaded.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import flask
import pytest

ROOT = Path(__file__).parents[2]
T = TypeVar("T")


class Host:
    """A machine with nothing on it but an installed pbem: no HOME, no sources, no variables but its own."""

    def __init__(self, venv: Path, folder: Path) -> None:
        folder.mkdir()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{free.getsockname()[1]}"
        self.pbem = venv / "bin" / "pbem"
        self.folder = folder
        self.environ = {"PATH": "/usr/bin:/bin", "PBEM_BIND": self.url.removeprefix("http://")}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command, in the folder."""
        return subprocess.run(
            [self.pbem, *words], cwd=self.folder, env=self.environ, capture_output=True, text=True
        )

    @contextmanager
    def serving(self) -> Iterator[None]:
        """`pbem serve`, until it is asked to end."""
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            process = subprocess.Popen(
                [self.pbem, "serve"], cwd=self.folder, env=self.environ, stdout=log, stderr=log
            )
        try:
            self.wait("the service", lambda: self.ask("/healthz") == {"status": "ok"})
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            status = process.wait(20)
        assert status == 0

    def get(self, path: str) -> str:
        """The text of an answer."""
        with urllib.request.urlopen(self.url + path, timeout=10) as answer:
            text: str = answer.read().decode()
        return text

    def ask(self, path: str, body: Any = None, token: str | None = None) -> Any:
        """The decoded answer of the API; None if none came."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.url + path, data, headers), timeout=10
            ) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{path}: {refused.code} {refused.read().decode()}") from None
        except OSError:
            return None

    def sign_in(self, name: str) -> str:
        """A token, by way of a letter."""
        email = f"{name.lower()}@example.org"
        self.ask("/v1/sign-in", {"email": email, "name": name})

        def code() -> str | None:
            for letter in self.ask("/dev/letters.json"):
                if email in letter["to"] and (found := re.search(r"\b\d{6}\b", letter["text"])):
                    return found[0]
            return None

        answer = self.ask("/v1/tokens", {"email": email, "code": self.wait(f"{name}'s code", code)})
        token: str = answer["token"]
        return token

    def wait(self, what: str, found: Callable[[], T | None], limit: float = 20) -> T:
        """What `found` returns as soon as it is something."""
        until = time.monotonic() + limit
        while time.monotonic() < until:
            if got := found():
                return got
            time.sleep(0.05)
        log = (self.folder.parent / f"{self.folder.name}.log").read_text()
        raise AssertionError(f"{what} did not come within {limit:.0f} s\n{log}")


def command(*words: object, folder: Path) -> str:
    done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy of what the Dockerfile copies, with the locked setuptools."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in ("pbem", "engine"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    command(
        *pip, "wheel", "--no-deps", "--no-index", "--no-build-isolation", "-w", "dist", ".", folder=folder
    )
    (built,) = (folder / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def venv(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel in it. A .pth file is not read in turn: the sources stay out."""
    venv = tmp_path_factory.mktemp("opt") / "venv"
    command(sys.executable, "-m", "venv", "--without-pip", venv, folder=wheel.parent)
    (site,) = (venv / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(f"{Path(flask.__file__).parents[1]}\n")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", venv / "bin" / "python")
    command(*pip, "install", "--no-deps", "--no-index", wheel, folder=wheel.parent)
    return venv


def test_the_wheel_holds_all_that_the_sources_hold(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    copied = wheel.parents[1]
    sources = {
        str(path.relative_to(copied))
        for package in ("pbem", "engine")
        for path in (copied / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == sources
    for kind in (
        r"templates/.*\.html",
        r"static/.*\.css",
        r"RULES\.md",
        r"migrations/\d+_\w+\.py",
        r"py\.typed",
    ):
        assert any(re.search(kind + "$", name) for name in packed), kind


def test_what_runs_is_what_was_installed(venv: Path) -> None:
    found = command(venv / "bin" / "python", "-c", "import pbem, engine; print(pbem.__file__)", folder=venv)
    assert Path(found.strip()).is_relative_to(venv)
    assert command(venv / "bin" / "pbem", "--version", folder=venv).startswith("pbem, version ")


@pytest.mark.timeout(60)
def test_it_serves_is_backed_up_and_is_restored_elsewhere(venv: Path, tmp_path: Path) -> None:
    here, there = Host(venv, tmp_path / "here"), Host(venv, tmp_path / "there")
    with here.serving():
        game = here.ask("/v1/games")["items"][0]["slug"]
        assert "<h1" in here.get(f"/games/{game}/rules")
        (style,) = re.findall(r'href="([^"]+\.css[^"]*)"', here.get("/"))
        assert "{" in here.get(style)
        ann, bob = here.sign_in("Ann"), here.sign_in("Bob")
        match = here.ask("/v1/matches", {"game": game, "seats": 2}, ann)["id"]
        before = here.ask(f"/v1/matches/{match}/places", {}, bob)
        made = here.run("backup", str(tmp_path / "copy.db"))
        assert made.returncode == 0, made.stderr
        here.wait("a healthy worker", lambda: here.run("doctor").returncode == 0)
    assert [path.name for path in here.folder.iterdir()] == ["var"]
    open_to_others = [path for path in (here.folder / "var").glob("pbem.db*") if path.stat().st_mode & 0o077]
    assert not open_to_others

    (there.folder / "var").mkdir()
    shutil.copy(here.folder / "var" / "secret-key", there.folder / "var" / "secret-key")
    shutil.copy(tmp_path / "copy.db", there.folder / "var" / "pbem.db")
    assert stat.S_IMODE((there.folder / "var" / "pbem.db").stat().st_mode) == 0o600
    assert there.run("db", "upgrade").returncode == 0
    assert there.run("doctor", "--stopped").returncode == 0
    assert there.run("replay").returncode == 0
    with there.serving():
        asked = (ann, bob)[before["to_act"][0]]
        restored = there.ask(f"/v1/matches/{match}", token=asked)
        assert restored["entry"] == before["entry"]
        line = restored["legal_moves"][0]["line"]
        moved = there.ask(f"/v1/matches/{match}/moves", {"seen": restored["entry"], "moves": [line]}, asked)
        assert moved["taken"] == [line]
