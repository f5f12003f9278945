from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from pbem import db
from pbem.errors import BadValue
from pbem.service import reading, replaying
from pbem.settings import Settings
from tests.pbem.service.houses import move_at_random, sight_of, state_of

Begin = Callable[..., str]


@pytest.fixture
def match(settings: Settings, running_match: Begin) -> str:
    """A match of two after twenty moves."""
    match, pick = running_match(), random.Random(1)
    for _ in range(20):
        move_at_random(settings, match, pick)
    return match


def test_sound_matches_are_counted(match: str, running_match: Begin) -> None:
    running_match(seats=4)
    assert replaying.of_database() == (2, [])


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("DELETE FROM entry WHERE number = 7", "gaps"),
        ("DELETE FROM entry WHERE number = 21", "gaps"),
        ("UPDATE entry SET line = NULL WHERE number = 9", ""),
        ("UPDATE entry SET line = 'claim scott-7' WHERE number = 9", "refused"),
        ("UPDATE entry SET seat = 1 - seat WHERE number = 9", "refused"),
        ("""UPDATE "match" SET snapshot = replace(snapshot, '"claims":0', '"claims":1')""", "elsewhere"),
        ("""UPDATE "match" SET seed = substr(seed, 2) || substr(seed, 1, 1)""", ""),
        ("UPDATE place SET asked = NULL", "asked"),
        ("UPDATE place SET asked = 21", "asked"),
        ("""UPDATE "match" SET state = 'over'""", "asked"),
    ],
)
def test_whatever_is_damaged_is_found(match: str, damage: str, said: str) -> None:
    with db.write():
        assert db.run(damage)
    replayed = replaying.of_database()
    assert replayed.matches == 1
    (sentence,) = replayed.wrong
    assert sentence.startswith(f"match {match}: ")
    assert said in sentence


def test_a_match_of_other_rules_is_passed_over(match: str) -> None:
    with db.write():
        db.run("""UPDATE "match" SET version = 99, snapshot = '{}'""")
    assert replaying.of_database() == (1, [])


def test_a_record_that_does_not_work_is_refused(settings: Settings, match: str) -> None:
    pick = random.Random(2)
    while state_of(match) == "running":
        move_at_random(settings, match, pick)
    text = reading.record_of(sight_of(match, None))
    for bad in (
        "",
        "nonsense",
        text.replace("game: lords-of-scotland", "game: chess"),
        text.replace("version: 1", "version: 2"),
        text.replace("seats: 2", "seats: 9"),
        text + "a recruit 1\n",
        text + "z recruit 1\n",
        text + "a dance\n",
        text.replace("seed: ", "seed: x"),
    ):
        with pytest.raises(BadValue):
            replaying.of_record(bad)
    assert "ranks" in replaying.of_record(text)
