"""What a small Flask service would do for a move, to hold the product against; stored and served as it is.

One process, one thread, WAL, FULL, BEGIN IMMEDIATE behind a mutex and flock, and the product's SQLite through
Peewee, its statements as SQL text. A token is looked up by its hash, the match is read, a card is moved in a
state as large as a real one, and three statements are committed: the match row with its deadline is compared
and set, a log entry and a letter with its text are written. marshmallow reads the body and writes the answer,
which is the state without its deck. No rules, no legal moves, no table in words.

`KIND=statements` leaves out all but the token and the three statements: the floor under any service.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import random
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import marshmallow as ma
import peewee as pw
from flask import Flask, jsonify, request
from granian.constants import Interfaces
from granian.server import Server
from marshmallow import fields, validate

from tests.bench.scenes import Script

KIND, DATABASE, PORT = "SKELETON_KIND", "SKELETON_DATABASE", "SKELETON_PORT"

TABLES = """
CREATE TABLE token (hash TEXT PRIMARY KEY, player TEXT NOT NULL);
CREATE TABLE "match" (id TEXT PRIMARY KEY, snapshot TEXT NOT NULL, entry INTEGER NOT NULL, deadline INTEGER,
  at INTEGER);
CREATE INDEX match_due ON "match" (deadline) WHERE deadline IS NOT NULL;
CREATE TABLE entry (match TEXT NOT NULL REFERENCES "match" (id), number INTEGER NOT NULL, line TEXT NOT NULL,
  at INTEGER NOT NULL, PRIMARY KEY (match, number));
CREATE TABLE letter (id INTEGER PRIMARY KEY, match TEXT NOT NULL REFERENCES "match" (id),
  player TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL, due_at INTEGER NOT NULL);
CREATE INDEX letter_due ON letter (due_at) WHERE state = 'ready';
"""
WHO = "SELECT player FROM token WHERE hash = ?"
GET = 'SELECT snapshot, entry FROM "match" WHERE id = ?'
SET = 'UPDATE "match" SET snapshot = ?, entry = entry + 1, deadline = ?, at = ? WHERE id = ? AND entry = ?'
ENTER = "INSERT INTO entry (match, number, line, at) VALUES (?, ?, ?, ?)"
POST = "INSERT INTO letter (match, player, body, state, due_at) VALUES (?, ?, ?, 'ready', ?)"
LETTER = "It is your turn.\n" + 500 * "y"
DAY = 86_400_000_000

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
    for table in TABLES.split(";\n")[:-1]:
        base.execute_sql(table)
    with base.atomic("IMMEDIATE"):
        for script in scripts:
            values = (script.match, _state(script.snapshot))
            base.execute_sql('INSERT INTO "match" VALUES (?, ?, 0, NULL, NULL)', values)
            for token in {move.token for move in script.moves}:
                base.execute_sql("INSERT OR IGNORE INTO token VALUES (?, ?)", (_hashed(token), token[:16]))
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
        self.mutex = threading.Lock()
        self.lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        self.asked, self.told = NewMove(), Shown()
        (self.size,) = self.base.execute_sql('SELECT max(length(snapshot)) FROM "match"').fetchone()

    def make_move(self, match: str) -> Answer:
        """A service's way: look, change, write, tell."""
        player = self._player()
        if player is None:
            return {"error": "not signed in"}, 401
        try:
            body = self.asked.load(request.get_json())
        except ma.ValidationError as error:
            return {"error": error.messages}, 422
        snapshot, entry = self.base.execute_sql(GET, (match,)).fetchone()
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
        row = self.base.execute_sql(WHO, (_hashed(secret),)).fetchone()
        return row[0] if row else None

    def _write(self, match: str, player: str, entry: int, line: str, snapshot: str) -> bool:
        now, run = time.time_ns() // 1000, self.base.execute_sql
        with self._queue(), self.base.atomic("IMMEDIATE"):
            if run(SET, (snapshot, now + DAY, now, match, entry)).rowcount != 1:
                return False
            run(ENTER, (match, entry + 1, line, now))
            run(POST, (match, player, LETTER, now))
        return True

    @contextmanager
    def _queue(self) -> Iterator[None]:
        """One writer at a time, of all threads and processes."""
        with self.mutex:
            fcntl.flock(self.lock, fcntl.LOCK_EX)
            try:
                yield
            finally:
                fcntl.flock(self.lock, fcntl.LOCK_UN)


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
    """The database; each thread that uses it keeps a connection."""
    return pw.SqliteDatabase(str(path), {"journal_mode": "wal", "synchronous": "full", "foreign_keys": 1})


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
