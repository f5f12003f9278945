"""One playthrough of each game as a player would read it.

`python -m tests.engine.golden` writes them anew; look at what has changed before you commit it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from engine import notation
from engine.game import AnyGame, Seat
from engine.games import GAMES
from engine.play import heard
from tests.engine.matches import Match, speech, told_of, wander

FOLDER = Path(__file__).parents[1] / "golden"
TABLES = 12
"""Tables that are shown, spread over the match."""


def playthrough(game: AnyGame) -> str:
    """A match of random moves: each line, what it led to, and now and then the table of who is to move."""
    match = wander(game, game.seats[0], _options(game), 1)
    shown = {place * len(match.moves) // (TABLES - 1) for place in range(TABLES)}
    parts = [_told(game, match, 0, None)]
    for place, (seat, move) in enumerate(match.moves):
        if place in shown:
            parts.append(_table(game, match, place, seat))
        parts.append(f"> {speech(None).name(seat)}: {notation.write(move)}")
        parts.append(_told(game, match, place + 1, seat))
    parts.append(_table(game, match, len(match.moves), None))
    outcome = game.outcome(match.states[-1])
    parts.append(f"{outcome.ranks} {outcome.scores} {outcome.reason}" if outcome else "no end")
    return "\n".join(part for part in parts if part) + "\n"


def _options(game: AnyGame) -> Any:
    """What the game's `pieces.py` says for this; else the default."""
    return msgspec.structs.replace(game.options(), **dict(told_of(game, "GOLDEN")))


def _told(game: AnyGame, match: Match, step: int, reader: Seat | None) -> str:
    events = heard(match.steps[step].events, reader)
    return "\n".join(f"  {game.words(event, speech(reader))}" for event in events)


def _table(game: AnyGame, match: Match, place: int, seat: Seat | None) -> str:
    return f"\n{game.table(game.look(match.states[place], seat), speech(seat))}\n"


def write_all() -> None:
    """Writes the playthroughs of all games."""
    FOLDER.mkdir(exist_ok=True)
    for slug, game in GAMES.items():
        (FOLDER / f"{slug}.txt").write_text(playthrough(game), encoding="utf-8")


if __name__ == "__main__":
    write_all()
