"""The games that can be played."""

from __future__ import annotations

from engine.game import AnyGame
from engine.games.lords_of_scotland import GAME as LORDS_OF_SCOTLAND
from engine.games.scarab_lords import GAME as SCARAB_LORDS
from engine.games.schotten_totten_2 import GAME as SCHOTTEN_TOTTEN_2

GAMES: dict[str, AnyGame] = {game.slug: game for game in (LORDS_OF_SCOTLAND, SCHOTTEN_TOTTEN_2, SCARAB_LORDS)}
"""Every game by its slug; adding one here is all the registration there is."""
