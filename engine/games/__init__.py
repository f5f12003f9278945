"""The games that can be played."""

from __future__ import annotations

from engine.game import AnyGame
from engine.games.lords_of_scotland import GAME as LORDS_OF_SCOTLAND

GAMES: dict[str, AnyGame] = {game.slug: game for game in (LORDS_OF_SCOTLAND,)}
"""Every game by its slug; adding one here is all the registration there is."""
