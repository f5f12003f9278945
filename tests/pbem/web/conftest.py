"""A service on a scratch database, and people who use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from pbem import db, migrate
from pbem.settings import Settings, load
from pbem.web.app import create_app
from tests.pbem.web.people import Person, sign_in


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return load({"PBEM_DATABASE": f"sqlite:///{tmp_path}/var/pbem.db", "PBEM_SECRET_KEY": "s" * 40})


@pytest.fixture
def app(settings: Settings) -> Iterator[Flask]:
    migrate.upgrade(settings.database_path)
    db.connect(settings.database_path)
    yield create_app(settings)
    db.close()


@pytest.fixture
def anybody(app: Flask) -> Person:
    return Person(app, "Anybody", "anybody@example.org")


@pytest.fixture
def ann(app: Flask) -> Person:
    return sign_in(app, "Ann")


@pytest.fixture
def bob(app: Flask) -> Person:
    return sign_in(app, "Bob")


@pytest.fixture
def carl(app: Flask) -> Person:
    return sign_in(app, "Carl")


@pytest.fixture
def match(ann: Person, bob: Person) -> str:
    """A running match of Ann (seat 0) and Bob (seat 1)."""
    match = ann.open()
    bob.join(match)
    return match


@pytest.fixture
def private_match(ann: Person, bob: Person) -> str:
    """The same, but private."""
    match = ann.open(access="private", invite=[bob.email])
    bob.join(match)
    return match
