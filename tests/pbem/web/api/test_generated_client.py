"""A client that a generator makes from the document plays a match over a real socket."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from flask import Flask

from pbem.settings import Settings
from pbem.web.openapi import render
from tests.pbem.web.people import GAME, code_for
from tests.pbem.web.serving import served

PACKAGE = "generated_pbem_client"


CONFIG = """post_hooks: []
content_type_overrides:
  image/svg+xml: text/plain
"""
"""The generator has to be told that a picture in SVG is text."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that holds the generated package."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "openapi.yaml").write_text(render(), encoding="utf-8")
    (folder / "config.yaml").write_text(CONFIG, encoding="utf-8")
    command = [str(Path(sys.executable).with_name("openapi-python-client")), "generate", "--meta", "none"]
    paths = ["--path", "openapi.yaml", "--config", "config.yaml", "--output-path", PACKAGE]
    done = subprocess.run(
        [*command, *paths, "--fail-on-warning"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Client:
    """The generated package, in the hands of one player."""

    def __init__(self, url: str, token: str | None = None) -> None:
        package, self.models = load(""), load(".models")
        who = package.Client(url) if token is None else package.AuthenticatedClient(url, token)
        self.who = who.with_timeout(60)

    def call(self, operation: str, *path: str, body: Any = None, **more: Any) -> Any:
        """What an operation, named `tag.name`, gives back."""
        given = {} if body is None else {"body": body}
        return load(f".api.{operation}").sync(*path, client=self.who, **given, **more)


def load(name: str) -> ModuleType:
    return importlib.import_module(f"{PACKAGE}{name}")


def signed_in(url: str, settings: Settings, name: str) -> Client:
    client, email = Client(url), f"{name.lower()}@example.org"
    client.call("sign_in.sign_in", body=client.models.SignIn(email=email, name=name))
    body = client.models.NewToken(email=email, code=code_for(settings, email))
    return Client(url, client.call("tokens.create_token", body=body).token)


def test_it_works(app: Flask, settings: Settings, generated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(generated))
    with served(app) as url:
        ann, bob = (signed_in(url, settings, name) for name in ("Ann", "Bob"))
        models = ann.models
        new = models.NewMatch(
            game=GAME, seats=2, options=models.LordsOfScotlandNewOptions(include_bruce=False)
        )
        match = ann.call("matches.create_match", body=new, idempotency_key="the match")
        assert isinstance(match, models.Match)
        assert (match.view, match.legal_moves) == (None, None)
        bob.call("places.join_match", match.id, body=models.NewPlace())
        kinds = set()
        for turn in range(400):
            seen = {client: client.call("matches.get_match", match.id) for client in (ann, bob)}
            mover = next((client for client in seen if seen[client].legal_moves), None)
            if mover is None:
                break
            view, legal = seen[mover].view, seen[mover].legal_moves
            assert isinstance(view, models.LordsOfScotlandView)
            chosen = legal[turn % len(legal)]
            kinds.add(type(chosen.move).__name__)
            move = chosen.move if turn % 2 else chosen.line
            body = models.NewMoves(seen=seen[mover].entry, moves=[move])
            done = mover.call("moves.make_moves", match.id, body=body, idempotency_key=f"move {turn}")
            assert isinstance(done, models.MovesTaken), done
            assert done.taken == [chosen.line]
        over = ann.call("matches.get_match", match.id)
        assert (over.state, over.result.kind) == ("over", "outcome")
        assert {"LordsOfScotlandRecruit", "LordsOfScotlandMuster", "LordsOfScotlandClaim"} <= kinds
        log = ann.call("log.get_log", match.id)
        assert {type(event).__name__ for entry in log.items for event in entry.events} > {
            "LordsOfScotlandSkirmishBeganEvent"
        }
        refused = bob.call("moves.make_moves", match.id, body=models.NewMoves(seen=0, moves=["dance"]))
        assert isinstance(refused, models.MatchOverProblem)
        assert refused.type_ == "/problems/match-over"
