"""Records of matches among bots, to be kept.

`python -m tests.engine.records` writes those of `KEPT` anew: only when the rules of a game have a new
version, for records are kept to show that they still replay.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine import record
from engine.bots import BOTS
from engine.games import GAMES
from tests.engine.matches import contest

FOLDER = Path(__file__).parents[1] / "records"
CLOSED = {"match": "best_of_three", "bonus_pool_visible": False}
OTHER = {"first_turn_limit": "two_action_phases", "kamal_phase": 2, "mass_cleansing": "one", "turn_cap": 60}


class Kept(NamedTuple):
    """What is played for a record."""

    game: str
    name: str
    seats: int
    bot: str
    seed: int
    options: dict[str, Any]


LORDS: list[tuple[str, int, dict[str, Any]]] = [
    ("two", 2, {}),
    ("three", 3, {}),
    ("four", 4, {}),
    ("five", 5, {}),
    ("same-clan-on", 3, {"same_clan_activation": "on"}),
    ("same-clan-off", 5, {"same_clan_activation": "off"}),
    ("without-bruce", 2, {"include_bruce": False}),
    ("discards-unseen", 4, {"reveal_discarded": False}),
]
SCARAB: list[tuple[str, dict[str, Any]]] = [
    ("single", {}),
    ("best-of-three", {"match": "best_of_three"}),
    ("closed-pool", CLOSED),
    ("other-choices", OTHER),
]
KEPT = [
    *(
        Kept("lords-of-scotland", f"{name}-{number}", seats, bot, 200 + number, options)
        for name, seats, options in LORDS
        for number, bot in enumerate(("greedy", "greedy", "random"), 1)
    ),
    *(
        Kept("scarab-lords", f"{name}-{number}", 2, bot, 200 + number, options)
        for name, options in SCARAB
        for number, bot in enumerate(("greedy", "greedy", "random"), 1)
    ),
    *(  # these three play the cards that the others leave out
        Kept("scarab-lords", f"bonus-cards-{number}", 2, "random", seed, {"match": "best_of_three"})
        for number, seed in enumerate((320, 338, 306), 1)
    ),
]


def text(kept: Kept) -> str:
    """The record of the match, played now."""
    game = GAMES[kept.game]
    options = replace(game.options(), **kept.options)
    match = contest(game, [BOTS[kept.bot](game)] * kept.seats, options, kept.seed)
    seed = f"{kept.seed:064x}"
    return record.write(record.Record(kept.game, game.version, kept.seats, options, seed, match.moves))


if __name__ == "__main__":
    for kept in KEPT:
        file = FOLDER / kept.game / f"{kept.name}.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text(kept), "utf-8")
        print(file, len(file.read_text("utf-8").splitlines()), "lines")
