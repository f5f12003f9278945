"""Random play with all that can befall a match; after each step the database is looked through (EO-6)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from engine.errors import Refusal
from pbem import db
from pbem.errors import ServiceError
from pbem.service import deadlines, play, replaying, rows
from pbem.service.pace import GRACE, SECOND
from pbem.settings import Settings
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    TOY,
    asked,
    faults,
    legal_lines,
    player_at,
    scaled,
    sight_of,
    state_of,
)

Begin = Callable[..., str]
MINUTE = 60 * SECOND


@dataclass
class Life:
    """A match and all that happens to it."""

    settings: Settings
    match: str
    pick: random.Random
    now: int = NOW

    def move(self) -> None:
        """One to three moves, not all of them good, by somebody."""
        place = self.pick.choice(rows.places(self.match))
        lines = legal_lines(self.match, place.seat) or ["end", "recruit 2"]
        sent = [self.pick.choice(lines) for _ in range(self.pick.choice([1, 1, 1, 2, 3]))]
        seen = sight_of(self.match, None).match.entry - self.pick.choice([0, 0, 0, 0, 1])
        play.submit(self.settings, self.match, place.player, seen, sent, self.now)

    def answer(self) -> None:
        """A good move by somebody who is asked."""
        place = self.pick.choice(asked(self.match))
        line = self.pick.choice(legal_lines(self.match, place.seat))
        entry = sight_of(self.match, None).match.entry
        play.submit(self.settings, self.match, place.player, entry, [line], self.now)

    def wait(self) -> None:
        """Time goes by, and deadlines take effect."""
        self.now += self.pick.choice([1, 30, 45]) * MINUTE
        deadlines.expire(self.settings, "w", self.now)

    def oversleep(self) -> None:
        """Nobody moves until the next deadline takes effect."""
        self.now = max(self.now, min(place.deadline or 0 for place in asked(self.match)) + GRACE)
        deadlines.expire(self.settings, "w", self.now)

    def break_down(self) -> None:
        """No worker for a while."""
        deadlines.beat("w", self.now)
        self.now += self.pick.choice([2, 20, 300]) * MINUTE
        deadlines.make_good(self.settings, self.now)

    def resign(self) -> None:
        """Somebody leaves."""
        seat = self.pick.randrange(len(rows.places(self.match)))
        play.resign(self.settings, self.match, player_at(self.match, seat).id, self.now)


@pytest.mark.parametrize("on_timeout", ["forfeit", "safe_move"])
@pytest.mark.parametrize(
    ("game", "seats"), [(LORDS, 2), (LORDS, 3), (LORDS, 5), (TOY, 2), (TOY, 4), ("one-turn", 3)]
)
def test_whatever_happens_every_seat_that_is_asked_has_its_letter(
    settings: Settings, running_match: Begin, toy: str, one_turn: str, game: str, seats: int, on_timeout: str
) -> None:
    pick = random.Random(f"{game}{seats}{on_timeout}")
    pace = {"seconds": 3600, "on_timeout": on_timeout}
    for _ in range(scaled(4)):
        life = Life(settings, running_match(game, seats, pace, now=NOW), pick)
        happenings = [life.answer] * 24 + [life.move] * 8 + [life.wait] * 3
        happenings += [life.oversleep, life.break_down] + [life.resign] * (pick.random() < 0.3)
        for _ in range(150):
            happening = pick.choice(happenings)
            if state_of(life.match) != "running":
                break
            try:
                happening()
            except (Refusal, ServiceError):
                assert happening in (life.move, life.resign)
            assert not faults()
    assert replaying.of_database().wrong == []


def test_a_look_through_finds_what_is_planted(settings: Settings, running_match: Begin) -> None:
    running_match()
    assert not faults()
    for damage, found in [
        ("DELETE FROM letter WHERE kind = 'your-turn'", "asked without a letter"),
        ("UPDATE place SET deadline = NULL", "asked without a deadline"),
        ("DELETE FROM entry", "logs with gaps"),
        ("UPDATE place SET gone = 1", "asked for nothing"),
        ("UPDATE place SET asked = NULL", "running, and nobody is asked"),
        ("""UPDATE "match" SET state = 'over'""", "not told of the end"),
    ]:
        with db.write():
            db.run(damage)
        assert found in faults()
