"""Nobody is shown what he may not know: two worlds that differ in nothing else look the same to him.

A copy of the database, in which the hidden cards are dealt anew and all that the viewer may not hear is
exchanged, must give him the same bytes: view, table, log, lists, refusals, ETags, pages, letters.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from engine.errors import IllegalMove
from engine.games import GAMES
from engine.play import play
from pbem import clock
from pbem.service import progress, reading
from pbem.service.reading import Sight, Told
from pbem.service.rows import EntryRow
from pbem.web.app import create_app
from tests.pbem.service.houses import LORDS, NOW, TOY, open_house, scaled
from tests.pbem.twins import attempts, differences, observe, twin_of, worlds

CASES = [
    *(
        (slug, seats, 100)
        for slug, game in GAMES.items()
        for seats in range(game.seats[0], game.seats[1] + 1)
    ),
    (TOY, 2, 36),
    (TOY, 3, 34),
    (TOY, 4, 34),
]
"""Game, seats, pairs of worlds."""


@pytest.fixture
def app(tmp_path: Path, toy: str, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The web over whatever database is open, at a standing clock."""
    monkeypatch.setattr(clock, "now", lambda: NOW)
    return create_app(open_house(tmp_path / "app", PBEM_SECRET_KEY="s" * 40))


@dataclass
class Comparison:
    """What came of comparing pairs of worlds."""

    pairs: int = 0
    letters: int = 0
    """That had something to say."""
    refusals: int = 0
    told_apart: Counter[str] = field(default_factory=Counter)
    """How often each part gave them away."""


def compare(app: Flask, folder: Path, game: str, seats: int, pairs: int) -> Comparison:
    """So many pairs at least, over the moments of random matches."""
    pick = random.Random(f"{game} {seats}")
    found = Comparison()
    for world, watchers in worlds(folder, game, seats, pick):
        for watcher in watchers:
            tried = attempts(world, watcher, pick)
            twin = twin_of(world, watcher.seat, pick)
            one, other = observe(app, world, watcher, tried), observe(app, twin, watcher, tried)
            found.pairs += 1
            found.letters += sum(part.startswith(b"Draft(") for part in one.values())
            found.refusals += len(tried)
            found.told_apart.update({name.rstrip(" 0123456789") for name in differences(one, other)})
        if found.pairs >= pairs:
            return found
    raise AssertionError("worlds do not end")


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("game", "seats", "pairs"), CASES)
def test_no_viewer_can_tell_twin_worlds_apart(
    app: Flask, tmp_path: Path, game: str, seats: int, pairs: int
) -> None:
    found = compare(app, tmp_path, game, seats, scaled(pairs))
    assert not found.told_apart
    assert found.pairs >= scaled(pairs)
    assert found.letters >= found.pairs // 4
    assert found.refusals >= found.pairs // 2


def test_five_hundred_pairs_are_looked_at() -> None:
    assert sum(pairs for _, _, pairs in CASES) >= 500


def leak_by_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seat knows every face-down card."""
    game = GAMES[LORDS]

    def look(state: Any, seat: int | None) -> Any:
        view = game.look(state, seat)
        return view if seat is None else msgspec.structs.replace(view, known=state.concealed.face_down)

    monkeypatch.setitem(GAMES, LORDS, dataclasses.replace(game, look=look))


def leak_by_hearing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "heard", lambda events, seat: list(events))


def leak_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Sight.told

    def with_line(sight: Sight, entry: EntryRow) -> Told:
        return told(sight, entry)._replace(line=entry.line)

    monkeypatch.setattr(Sight, "told", with_line)


def leak_by_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(game: Any, state: Any, seat: int, move: Any) -> Any:
        try:
            return play(game, state, seat, move)
        except IllegalMove as refusal:
            top = state.concealed.draw[0]
            raise IllegalMove(f"{refusal.sentence} By the way, {top} is next.", refusal.paragraph) from None

    monkeypatch.setattr(progress, "play", telling)


def leak_by_length(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Sight.told

    def with_length(sight: Sight, entry: EntryRow) -> Told:
        heard = told(sight, entry)
        return heard._replace(words=(*heard.words, f"{len(entry.events)} letters were written."))

    monkeypatch.setattr(Sight, "told", with_length)


@pytest.mark.parametrize(
    ("leak", "parts"),
    [
        (leak_by_view, {"view", "api", "api board.svg", "page board.svg"}),
        (leak_by_hearing, {"log", "api log", "page", "letter"}),
        (leak_by_line, {"log", "api log"}),
        (leak_by_refusal, {"refusal", "reply"}),
        (leak_by_length, {"log", "api log", "page", "letter"}),
    ],
)
def test_a_planted_leak_is_found(
    app: Flask,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    parts: set[str],
) -> None:
    leak(monkeypatch)
    found = compare(app, tmp_path, LORDS, 3, 60)  # in 30 pairs, now and then nobody had a face-down card
    assert parts <= set(found.told_apart)
