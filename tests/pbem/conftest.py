"""A service on a fresh database file, and people to play: Ann, Bob, Carl, Dina, Edo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from engine.games import GAMES
from pbem import db
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.engine.toy import GAME as LAST_STAND
from tests.pbem.service import houses


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    """A service with an empty database."""
    yield houses.open_house(tmp_path)
    db.close()


@pytest.fixture
def running_match(settings: Settings) -> Callable[..., str]:
    """`running_match(game, seats, pace, options=, access=, now=)`: the id of a match that has begun.

    Ann has seat 0, Bob seat 1 and so on; without arguments two play Lords of Scotland.
    """
    return partial(houses.begin, settings)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    """The slug of the toy game, which can be played in this test."""
    monkeypatch.setitem(GAMES, LAST_STAND.slug, LAST_STAND)
    return LAST_STAND.slug


@pytest.fixture
def one_turn(monkeypatch: pytest.MonkeyPatch) -> str:
    """The slug of the toy game in one long turn, in which seats are asked again and again."""
    game = replace(LAST_STAND, slug="one-turn", turn=lambda state: 1)
    monkeypatch.setitem(GAMES, game.slug, game)
    return game.slug


@pytest.fixture
def ann(settings: Settings) -> PlayerRow:
    return houses.sign_up(settings, "Ann")


@pytest.fixture
def bob(settings: Settings) -> PlayerRow:
    return houses.sign_up(settings, "Bob")


@pytest.fixture
def carl(settings: Settings) -> PlayerRow:
    return houses.sign_up(settings, "Carl")


@pytest.fixture
def dina(settings: Settings) -> PlayerRow:
    return houses.sign_up(settings, "Dina")


@pytest.fixture
def edo(settings: Settings) -> PlayerRow:
    return houses.sign_up(settings, "Edo")
