"""The house bots, on every game and variant."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.bots import BOTS
from engine.game import Seat
from engine.games import GAMES
from tests.engine.matches import contest, option_sets

CONTESTS = 12


def test_greedy_is_far_better_than_random() -> None:
    for game in GAMES.values():
        won = [_wins(game.slug, seat, seed) for seed in range(CONTESTS) for seat in (0, 1)]
        assert sum(won) >= 0.75 * len(won), f"{game.slug}: {sum(won)} of {len(won)}"


def _wins(slug: str, greedy_seat: Seat, seed: int) -> bool:
    game = GAMES[slug]
    names = ["random", "random"]
    names[greedy_seat] = "greedy"
    match = contest(game, [BOTS[name](game) for name in names], game.options(), seed)
    outcome = game.outcome(match.states[-1])
    assert outcome is not None
    return outcome.ranks[greedy_seat] == 1


@pytest.mark.parametrize("slug", GAMES)
def test_greedy_plays_every_variant_to_its_end(slug: str) -> None:
    game = GAMES[slug]
    for seed, options in enumerate(option_sets(game)):
        for seats in range(game.seats[0], game.seats[1] + 1):
            match = contest(game, [BOTS["greedy"](game)] * seats, options, seed)
            assert game.outcome(match.states[-1]) is not None


def test_a_game_without_worth_is_played_at_random() -> None:
    game = GAMES["lords-of-scotland"]
    assert BOTS["greedy"](replace(game, worth=None)) is BOTS["random"](game)
