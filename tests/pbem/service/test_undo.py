"""Taking back: the same position as before, never past what was revealed, and the log tells of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import record
from engine.games import GAMES
from pbem import db
from pbem.errors import CannotUndo, Stale
from pbem.service import ids, play, reading, replaying, rows
from pbem.service.once import Once
from pbem.settings import Settings
from tests.engine.matches import option_sets
from tests.pbem.service.houses import (
    NOW,
    asked,
    begin,
    entry_of,
    faults,
    kinds,
    legal_lines,
    open_house,
    player_at,
    scaled,
    sight_of,
    state_of,
    submit,
)

BEGUN = 6
"""Moves with which a match begins: each side has cards at three tiles."""
SIEGE = "schotten-totten-2"


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    yield open_house(tmp_path)
    db.close()


def snapshot(match: str) -> str:
    found = rows.match(match)
    assert found is not None
    return found.snapshot or ""


def undo(settings: Settings, match: str, seat: int, now: int = NOW, once: Once | None = None) -> str:
    return play.undo(settings, match, player_at(match, seat).id, entry_of(match), now, once)


def siege(settings: Settings) -> tuple[str, int]:
    """A match in which the attacker has cards to retreat with, and is asked."""
    match = begin(settings, SIEGE)
    now = NOW
    for number in range(BEGUN):
        seat = asked(match)[0].seat
        plays = [line for line in legal_lines(match, seat) if line[0] in "rygbk" and line[1].isdigit()]
        line = next((line for line in plays if line.endswith(f" {1 + number // 2}")), plays[0])
        now += 1
        submit(settings, match, seat, line, now=now)
    return match, asked(match)[0].seat


def test_it_works(settings: Settings) -> None:
    match, seat = siege(settings)
    before, place = snapshot(match), asked(match)[0]
    assert not sight_of(match, seat).can_undo
    line = next(line for line in legal_lines(match, seat) if line.startswith("retreat"))
    submit(settings, match, seat, line, now=NOW + 9)
    assert sight_of(match, seat).can_undo
    assert snapshot(match) != before
    assert undo(settings, match, seat, NOW + 10) == line
    assert snapshot(match) == before
    assert kinds(match)[-2:] == ["move", "undo"]
    (again,) = asked(match)
    assert (again.turn, again.asks, again.deadline) == (place.turn, place.asks, place.deadline)
    words = [told.words for told in reading.log(sight_of(match, None), 0, -1)]
    assert words[-1] == (f"{sight_of(match, None).names[seat]} takes the last move back.",)
    assert not sight_of(match, seat).can_undo
    assert faults() == {}


def test_only_the_one_who_moved_sees_that_it_can_be_taken_back(settings: Settings) -> None:
    match, seat = siege(settings)
    line = next(line for line in legal_lines(match, seat) if line.startswith("retreat"))
    submit(settings, match, seat, line, now=NOW + 9)
    assert not sight_of(match, 1 - seat).can_undo
    assert not sight_of(match, None).can_undo
    with pytest.raises(Exception, match="not your turn"):
        undo(settings, match, 1 - seat)


def test_who_has_not_seen_the_move_cannot_take_it_back(settings: Settings) -> None:
    match, seat = siege(settings)
    seen = entry_of(match)
    submit(
        settings,
        match,
        seat,
        next(x for x in legal_lines(match, seat) if x.startswith("retreat")),
        now=NOW + 9,
    )
    with pytest.raises(Stale):
        play.undo(settings, match, player_at(match, seat).id, seen, NOW + 10)


def test_once_a_turn_is_over_it_is_too_late(settings: Settings) -> None:
    match, seat = siege(settings)
    line = next(line for line in legal_lines(match, seat) if line[0] in "rygbk" and line[1].isdigit())
    submit(settings, match, seat, line, now=NOW + 9)
    assert not sight_of(match, seat).can_undo
    other = asked(match)[0].seat
    with pytest.raises(CannotUndo):
        undo(settings, match, other)


def test_the_same_request_again_takes_nothing_more_back(settings: Settings) -> None:
    match, seat = siege(settings)
    now = NOW + 9
    for line in [x for x in legal_lines(match, seat) if x.startswith("retreat")][:2]:
        submit(settings, match, seat, line, now=now)
        now += 1
    key = Once(player_at(match, seat).id, "key", "request")
    first = undo(settings, match, seat, now, key)
    assert undo(settings, match, seat, now, key) == first
    assert kinds(match).count("undo") == 1
    undo(settings, match, seat, now + 1)
    assert kinds(match).count("undo") == 2


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_can_be_taken_back_leads_to_the_position_before(
    settings: Settings, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pick, game, taken = random.Random(3), GAMES[slug], 0
    monkeypatch.setattr(ids, "new_seed", lambda: pick.randbytes(32).hex())
    for options in [*option_sets(game)] * scaled(1):
        told = {name: getattr(options, name) for name in options.__struct_fields__}
        match = begin(settings, slug, options=told)
        now, before = NOW, [snapshot(match)]
        for _ in range(50):
            if state_of(match) != "running":
                break
            now += 1
            seat, turn = (place := pick.choice(asked(match))).seat, place.turn
            if sight_of(match, seat).can_undo and pick.random() < 0.5:
                undo(settings, match, seat, now)
                before.pop()
                assert snapshot(match) == before[-1]
                taken += 1
                continue
            submit(settings, match, seat, pick.choice(legal_lines(match, seat)), now=now)
            events = reading.log(sight_of(match, seat), entry_of(match) - 1, -1)[0].events
            if any(event.reveals for event in events) or [p.turn for p in asked(match)] != [turn]:
                assert not sight_of(match, seat).can_undo or not any(event.reveals for event in events)
                before = []
            before.append(snapshot(match))
    assert taken > (0 if slug == "lords-of-scotland" else 5)
    assert replaying.of_database().wrong == []


def test_the_record_leaves_out_what_was_taken_back(settings: Settings) -> None:
    match, seat = siege(settings)
    line = next(line for line in legal_lines(match, seat) if line.startswith("retreat"))
    submit(settings, match, seat, line, now=NOW + 9)
    undo(settings, match, seat, NOW + 10)
    play.resign(settings, match, player_at(match, seat).id, NOW + 11)
    text = reading.record_of(reading.sight(match, player_at(match, seat)))
    played = record.read(GAMES, text)
    assert len(played.moves) == BEGUN
    assert [*record.steps(GAMES, played)]
