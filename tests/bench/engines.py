"""Random play with lists of legal moves, beside python-chess in the same run; in CPU time."""

from __future__ import annotations

import random
from statistics import median

from engine.games import GAMES
from tests.bench.figures import Figure
from tests.engine.test_speed import play_chess, play_match, speed


def measure(rounds: int) -> list[Figure]:
    """Every game's speed, and its ratio to chess."""
    return [_measure(slug, rounds) for slug in GAMES]


def _measure(slug: str, rounds: int) -> Figure:
    pick, game = random.Random(7), GAMES[slug]
    play_chess(pick)
    play_match(game, pick)
    ours, ratios = [], []
    for _ in range(rounds):
        ours.append(speed(lambda pick: play_match(game, pick), pick))
        ratios.append(ours[-1] / speed(play_chess, pick))
    said = f"{median(ours):,.0f} moves/s, {median(ratios):.2f} times as many"
    return Figure(f"engine, {slug} / python-chess", said)
