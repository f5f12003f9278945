"""Sets of pieces that are added: kept by their hash, found by every process, chosen for matches."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import record
from engine.games import GAMES
from pbem import db
from pbem.errors import BadValue, LimitReached
from pbem.service import piece_sets, play, reading, replaying
from pbem.settings import Settings
from tests.engine.games.scarab_lords.generated import generated, horde_data
from tests.pbem.service.houses import (
    NOW,
    asked,
    begin,
    legal_lines,
    move_at_random,
    open_house,
    player_at,
    sight_of,
    sign_up,
    state_of,
    submit,
)  # fmt: skip
from tests.pbem.test_cli import pbem

GAME = GAMES["scarab-lords"]
HORDES = json.dumps(horde_data()).encode()


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path)
    db.close()


def file_of(seed: int) -> bytes:
    """A set that no other test of this process has."""
    assert GAME.sets
    return GAME.sets.write(generated(seed))


def test_it_works(settings: Settings) -> None:
    row, is_new = piece_sets.add(GAME, HORDES, None, NOW)
    assert (row.title, is_new) == ("Hordes", True)
    match = begin(settings, GAME.slug, options={"cards": row.hash})
    words = sight_of(match, 0).table
    assert words is not None
    assert "VESS" in words.upper() or "MIRON" in words.upper()
    assert piece_sets.titles(sight_of(match, 0).match) == {row.hash: "Hordes"}


def test_twice_is_once_whatever_the_file_looks_like(settings: Settings) -> None:
    first, is_new = piece_sets.add(GAME, HORDES, None, NOW)
    spread = json.dumps(horde_data(), indent=4, sort_keys=True).encode()
    second, is_new_again = piece_sets.add(GAME, spread, None, NOW + 1)
    assert (first, is_new, is_new_again) == (second, True, False)
    assert len(piece_sets.listing(GAME, None)) == 1


def test_another_process_added_it_and_this_one_plays_with_it(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_bytes(file_of(7001))
    done = pbem(tmp_path, "cards", "add", str(file))
    assert done.returncode == 0, done.stderr
    name = done.stdout.split()[-1]
    assert GAME.sets
    assert not GAME.sets.knows(name)
    file.unlink()
    match = begin(settings, GAME.slug, options={"cards": name})
    submit(settings, match, asked(match)[0].seat, legal_lines(match, asked(match)[0].seat)[0])
    assert replaying.of_database().wrong == []
    assert pbem(tmp_path, "replay").stdout == "1 matches replayed, 0 differ.\n"  # in a third process


def test_houses_of_two_sets_meet(settings: Settings) -> None:
    row, _ = piece_sets.add(GAME, HORDES, None, NOW)
    match = begin(settings, GAME.slug, options={"joined": row.hash, "houses": "ankar vess"})
    assert state_of(match) == "running"


def test_a_set_that_is_nowhere_is_refused(settings: Settings) -> None:
    with pytest.raises(BadValue, match="is not here") as refused:
        begin(settings, GAME.slug, options={"cards": "0" * 64})
    assert refused.value.field == "options/cards"


def test_a_player_sees_his_own_sets_and_the_host_s(settings: Settings) -> None:
    ann, bob = sign_up(settings, "Ann"), sign_up(settings, "Bob")
    mine, _ = piece_sets.add(GAME, file_of(7002), ann.id, NOW)
    everybody_s, _ = piece_sets.add(GAME, HORDES, None, NOW)
    assert {row.hash for row in piece_sets.listing(GAME, ann.id)} == {mine.hash, everybody_s.hash}
    assert [row.hash for row in piece_sets.listing(GAME, bob.id)] == [everybody_s.hash]
    piece_sets.add(GAME, file_of(7002), None, NOW)  # the host takes it over
    assert len(piece_sets.listing(GAME, bob.id)) == 2


def test_a_bad_file_is_told_card_by_card_and_nothing_is_kept(settings: Settings) -> None:
    data = horde_data()
    data["cards"][0]["copies"] = 8
    data["cards"][4]["strength"] = None
    data["cards"][5]["name"] = "Guard\u202e\n<b>"
    with pytest.raises(BadValue) as refused:
        piece_sets.add(GAME, json.dumps(data).encode(), None, NOW)
    said = [refused.value.sentence, *(other.sentence for other in refused.value.others)]
    assert "The deck vess has 29 cards, copies counted; it must have 30." in said
    assert "Card M01, strength: a building has one." in said
    assert "Card M02, name: it has signs that cannot be printed." in said
    assert db.fetchall("SELECT 1 FROM piece_set") == []


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x89PNG\r\n",
        b"\xff\xfe{\x00}\x00",
        b"null",
        b"[]",
        b'"cards"',
        b"[" * 100_000,
        b'{"a":' * 5_000,
        b'{"name": "x"}',
        b" " * 300_000,
        b'{"name": "\xed\xa0\x80"}',
    ],
    ids=[
        "empty", "picture", "UTF-16", "null", "list", "text", "deep lists", "deep objects", "half", "large",
        "half a character",
    ],
)  # fmt: skip
def test_what_is_no_set_at_all_gets_a_sentence(settings: Settings, raw: bytes) -> None:
    with pytest.raises(BadValue) as refused:
        piece_sets.add(GAME, raw, None, NOW)
    assert refused.value.sentence.endswith(".")


def test_a_player_adds_so_many_a_day(settings: Settings) -> None:
    ann = sign_up(settings, "Ann")
    for seed in range(20):
        piece_sets.add(GAME, file_of(7100 + seed), ann.id, NOW)
    piece_sets.add(GAME, file_of(7100), ann.id, NOW)
    with pytest.raises(LimitReached):
        piece_sets.add(GAME, file_of(7150), ann.id, NOW)
    assert len(piece_sets.listing(GAME, ann.id)) == 20


def test_a_record_names_its_set_and_is_replayed_with_its_file(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "set.json"
    file.write_bytes(file_of(7003))
    row, _ = piece_sets.add(GAME, file.read_bytes(), None, NOW)
    match = begin(settings, GAME.slug, options={"cards": row.hash})
    pick = random.Random(3)
    for _ in range(30):
        if state_of(match) == "running":
            move_at_random(settings, match, pick)
    if state_of(match) == "running":
        play.resign(settings, match, player_at(match, 0).id, NOW)
    text = reading.record_of(reading.sight(match, player_at(match, 0)))
    assert record.read(GAMES, text).options.cards == row.hash
    kept = tmp_path / "record.txt"
    kept.write_text(text)
    assert "set of pieces" in pbem(tmp_path, "replay", str(kept)).stderr
    done = pbem(tmp_path, "replay", "--cards", str(file), str(kept))
    assert done.returncode == 0, done.stderr


def test_the_commands_check_add_and_list(tmp_path: Path) -> None:
    file = tmp_path / "hordes.json"
    file.write_bytes(HORDES)
    pbem(tmp_path, "db", "upgrade")
    assert "nothing is wrong" in pbem(tmp_path, "cards", "check", str(file)).stdout
    assert pbem(tmp_path, "cards", "list").stdout == "No sets have been added.\n"
    assert "Hordes: added." in pbem(tmp_path, "cards", "add", str(file)).stdout
    assert "Hordes: it was here already." in pbem(tmp_path, "cards", "add", str(file)).stdout
    assert pbem(tmp_path, "cards", "list").stdout.endswith("  Hordes\n")
    data = horde_data()
    data["cards"][0]["phase"] = 5
    data["cards"][1]["copies"] = 0
    file.write_text(json.dumps(data))
    done = pbem(tmp_path, "cards", "check", str(file))
    assert done.returncode == 1
    assert done.stderr.startswith("Card V01, phase: ")
