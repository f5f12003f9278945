"""Whole matches: records that are replayed, and one playthrough of each game as a player would read it.

Dropping a record into `tests/records/<game>/` is adding a test. For the playthroughs see `golden.py`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import record
from engine.games import GAMES
from tests.engine.golden import FOLDER, playthrough

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*/*.txt"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_record_is_replayed_to_its_end(file: Path) -> None:
    text = file.read_text("utf-8")
    played = record.read(GAMES, text)
    assert played.game == file.parent.name
    assert record.write(played) == text
    *_, last = record.steps(GAMES, played)
    assert GAMES[played.game].outcome(last.state) is not None


@pytest.mark.parametrize("slug", GAMES)
def test_the_golden_playthrough_reads_as_it_did(slug: str) -> None:
    assert playthrough(GAMES[slug]) == (FOLDER / f"{slug}.txt").read_text("utf-8")
