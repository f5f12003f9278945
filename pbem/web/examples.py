"""Examples for the document, played by the code itself: true to the rules, and the same every time."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine import notation, wire
from engine.game import Event
from engine.games import GAMES
from pbem.service.pace import Pace
from pbem.service.progress import Progress
from pbem.service.reading import Sight
from pbem.service.rows import EntryRow, MatchRow, PlaceRow

NOW = 1_796_061_600_000_000
"""When the example begins, in microseconds: 2026-11-30T18:00:00Z."""
NAMES = ("Ann", "Bob")
PLAYERS = ("3v9k2m7qt4x8b1za", "7hq2c5wz9r4n6ydk")
MATCH = "5f8n2jx7m3kq9w4t"


class Played:
    """A match of Ann and Bob in which one batch of moves was sent, as its mover sees it."""

    def __init__(self) -> None:
        """Deals, recruits face down, and leaves what was sent behind that, since a new card came to light."""
        progress = Progress(_opened(), [_place(seat) for seat in (0, 1)], NOW)
        progress.deal()
        self.mover = progress.game.to_act(progress.state)[0]
        before = _sight(progress, self.mover)
        assert before.legal_moves is not None
        self.asked = before
        sent = [move for move in before.legal_moves if notation.verb(type(move)) == "recruit"][-1:]
        sent += [move for move in before.legal_moves if notation.verb(type(move)) == "muster"][-1:]
        taken, left = progress.submit(self.mover, sent)
        progress.settle()
        self.taken, self.not_played = [*map(notation.write, taken)], [*map(notation.write, left)]
        self.sight = _sight(progress, self.mover)
        self.entry = next(entry for entry in _entries(progress) if entry.kind == "move")


@cache
def played() -> Played:
    """The example, played once."""
    return Played()


def event() -> dict[str, Any]:
    """Something that happened in it."""
    heard: tuple[Event, ...] = played().sight.told(played().entry).events
    found: dict[str, Any] = wire.plain(heard[0])
    return {name: part for name, part in found.items() if name not in ("to", "but")}


def _opened() -> MatchRow:
    slug, game = next(iter(GAMES.items()))
    options, pace = wire.encode(game.options()).decode(), wire.encode(Pace()).decode()
    return MatchRow(
        MATCH, slug, game.version, options, 2, pace, "open", "running", "00" * 16, None, 0, 2, None,
        NOW, None, NOW, None,
    )  # fmt: skip


def _place(seat: int) -> PlaceRow:
    return PlaceRow(MATCH, seat, PLAYERS[seat], None, None, 0, None, None, 0, None, 0)


def _sight(progress: Progress, seat: int) -> Sight:
    match = progress.match._replace(
        snapshot=wire.encode(progress.state).decode(), entry=progress.entry, revision=3
    )
    sight = Sight(match, tuple(progress.places), NAMES, seat)
    vars(sight)["can_undo"] = False  # there is no database to ask
    return sight


def _entries(progress: Progress) -> list[EntryRow]:
    return [
        EntryRow(MATCH, e.number, e.kind, e.seat, e.line, e.automatic, e.events.decode(), NOW)
        for e in progress.entries
    ]
