"""GET /healthz: for whoever starts the process again."""

from __future__ import annotations

from flask import Flask

from pbem import db


def test_it_works(app: Flask) -> None:
    answer = app.test_client().get("/healthz", base_url="http://127.0.0.1:8000")
    assert (answer.status_code, answer.data) == (200, b'{"status":"ok"}')
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_a_database_that_does_not_answer_is_told_and_recovered_from(app: Flask) -> None:
    client = app.test_client()
    with db.write():
        db.run("ALTER TABLE heartbeat RENAME TO elsewhere")
    answer = client.get("/healthz", base_url="http://127.0.0.1:8000")
    assert (answer.status_code, answer.data) == (503, b'{"status":"no-database"}')
    with db.write():
        db.run("ALTER TABLE elsewhere RENAME TO heartbeat")
    assert client.get("/healthz", base_url="http://127.0.0.1:8000").status_code == 200


def test_it_is_read_only(app: Flask) -> None:
    assert app.test_client().post("/healthz", base_url="http://127.0.0.1:8000").status_code == 405
