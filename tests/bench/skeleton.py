"""What a small Flask service would do for a move, to hold the product against; stored and served as it is.

One process, one thread, WAL, FULL, BEGIN IMMEDIATE behind flock, and the product's SQLite. A token is looked
up by its hash, the match is read, a card is moved in a state as large as a real one, and three statements
are committed: the match row is compared and set, a log entry and a letter are written. marshmallow reads the
body and writes the answer, which is the state without its deck. No rules, no legal moves, no table in words.

`KIND=statements` leaves out all but the token and the three statements: the floor under any service.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import marshmallow as ma
from flask import Flask, jsonify, request
from granian.constants import Interfaces
from granian.server import Server
from marshmallow import fields, validate
from peewee import sqlite3  # type: ignore[attr-defined]  # the driver that the product has

from tests.bench.scenes import Script

KIND, DATABASE, PORT = "SKELETON_KIND", "SKELETON_DATABASE", "SKELETON_PORT"

TABLES = """
CREATE TABLE token (hash TEXT PRIMARY KEY, player TEXT NOT NULL);
CREATE TABLE "match" (id TEXT PRIMARY KEY, snapshot TEXT NOT NULL, entry INTEGER NOT NULL, at INTEGER);
CREATE TABLE entry (match TEXT NOT NULL, number INTEGER NOT NULL, line TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (match, number));
CREATE TABLE letter (id INTEGER PRIMARY KEY, match TEXT NOT NULL, player TEXT NOT NULL, about TEXT NOT NULL,
  state TEXT NOT NULL, due_at INTEGER NOT NULL);
CREATE INDEX letter_due ON letter (due_at) WHERE state = 'ready';
"""
WHO = "SELECT player FROM token WHERE hash = ?"
GET = 'SELECT snapshot, entry FROM "match" WHERE id = ?'
SET = 'UPDATE "match" SET snapshot = ?, entry = entry + 1, at = ? WHERE id = ? AND entry = ?'
ENTER = "INSERT INTO entry (match, number, line, at) VALUES (?, ?, ?, ?)"
POST = "INSERT INTO letter (match, player, about, state, due_at) VALUES (?, ?, ?, 'ready', ?)"

Answer = tuple[Any, int]
State = dict[str, Any]


class NewMove(ma.Schema):
    """What is sent."""

    seen = fields.Integer(required=True, strict=True, validate=validate.Range(0))
    moves = fields.List(fields.String(), required=True, validate=validate.Length(1, 20))


class Shown(ma.Schema):
    """What is answered."""

    match = fields.String()
    entry = fields.Integer()
    view = fields.Raw()


def make(path: Path, scripts: Sequence[Script]) -> None:
    """Its database, with the same matches and tokens."""
    base = _connect(path)
    base.executescript(TABLES)
    base.execute("BEGIN IMMEDIATE")
    for script in scripts:
        base.execute('INSERT INTO "match" VALUES (?, ?, 0, NULL)', (script.match, _state(script.snapshot)))
        for token in {move.token for move in script.moves}:
            base.execute("INSERT OR IGNORE INTO token VALUES (?, ?)", (_hashed(token), token[:16]))
    base.execute("COMMIT")
    base.close()


def app() -> Flask:
    """The application of the server's process."""
    path = Path(os.environ[DATABASE])
    skeleton, store = Flask("skeleton"), Store(path)
    view = store.make_move if os.environ[KIND] == "service" else store.write_alone
    skeleton.add_url_rule("/v1/matches/<match>/moves", "move", view, methods=["POST"])
    return skeleton


class Store:
    """The database and what is done with it."""

    def __init__(self, path: Path) -> None:
        self.base = _connect(path)
        self.lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        self.asked, self.told = NewMove(), Shown()
        (self.size,) = self.base.execute('SELECT max(length(snapshot)) FROM "match"').fetchone()

    def make_move(self, match: str) -> Answer:
        """A service's way: look, change, write, tell."""
        player = self._player()
        if player is None:
            return {"error": "not signed in"}, 401
        try:
            body = self.asked.load(request.get_json())
        except ma.ValidationError as error:
            return {"error": error.messages}, 422
        snapshot, entry = self.base.execute(GET, (match,)).fetchone()
        if entry != body["seen"]:
            return {"error": "stale"}, 409
        state = json.loads(snapshot)
        _play(state, entry)
        shown = {"match": match, "entry": entry + 1, "view": {k: v for k, v in state.items() if k != "deck"}}
        if not self._write(match, player, entry, body["moves"][0], json.dumps(state)):
            return {"error": "stale"}, 409
        return jsonify(self.told.dump(shown)), 200

    def write_alone(self, match: str) -> Answer:
        """The three statements."""
        player = self._player()
        if player is None:
            return {"error": "not signed in"}, 401
        body = request.get_json()
        if not self._write(match, player, body["seen"], body["moves"][0], "t" * self.size):
            return {"error": "stale"}, 409
        return {"match": match, "entry": body["seen"] + 1}, 200

    def _player(self) -> str | None:
        secret = request.headers.get("Authorization", "").removeprefix("Bearer ")
        row = self.base.execute(WHO, (_hashed(secret),)).fetchone()
        return row[0] if row else None

    def _write(self, match: str, player: str, entry: int, line: str, snapshot: str) -> bool:
        now, run = time.time_ns() // 1000, self.base.execute
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        try:
            run("BEGIN IMMEDIATE")
            if run(SET, (snapshot, now, match, entry)).rowcount != 1:
                run("ROLLBACK")
                return False
            run(ENTER, (match, entry + 1, line, now))
            run(POST, (match, player, '{"turn": 1}', now))
            run("COMMIT")
        finally:
            fcntl.flock(self.lock, fcntl.LOCK_UN)
        return True


def _state(size: int) -> str:
    """A state of about so many bytes as JSON."""
    cards = random.Random(size).sample(range(100, 1000), size // 5 - 4)
    third = len(cards) // 3
    return json.dumps({"deck": cards[:third], "hand": cards[third : 2 * third], "table": cards[2 * third :]})


def _play(state: State, entry: int) -> None:
    """A card goes to the table and one comes to the hand; the deck is never empty."""
    for here, there in (("hand", "table"), ("deck", "hand"), ("table", "deck")):
        state[there].append(state[here].pop(entry % len(state[here])))


def _connect(path: Path) -> Any:
    # made in the main thread, used by the one thread that serves
    base = sqlite3.connect(str(path), isolation_level=None, check_same_thread=False)
    for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
        base.execute(f"PRAGMA {pragma}")
    return base


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


if __name__ == "__main__":
    Server(
        "tests.bench.skeleton:app",
        factory=True,
        address="127.0.0.1",
        port=int(os.environ[PORT]),
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=1,
        websockets=False,
        log_enabled=False,
    ).serve()
