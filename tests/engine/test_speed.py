"""Random play with lists of legal moves is about as fast as that of python-chess, in CPU time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

import chess
import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.play import legal_moves
from engine.rng import Rng
from tests.engine.matches import told_of

ROUNDS = 7
SECONDS = 0.4
"""CPU time of one round of one game."""


def play_chess(pick: random.Random) -> int:
    """A random game of chess; the number of its moves."""
    board, made = chess.Board(), 0
    while made < 400:
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material() or board.halfmove_clock >= 100:
            break
        board.push(pick.choice(legal))
        made += 1
    return made


def play_match(game: AnyGame, pick: random.Random) -> int:
    """A random match of ours, each seat seeing no more than its view; the number of its moves."""
    seats = pick.randint(*game.seats)
    state, made = game.setup(game.options(), seats, Rng(pick.randbytes(32).hex())).state, 0
    while to_act := game.to_act(state):
        seat = to_act[0]
        move = pick.choice(legal_moves(game, game.look(state, seat)))
        state = game.apply(state, seat, move).state
        made += 1
    return made


def speed(play: Callable[[random.Random], int], pick: random.Random) -> float:
    """Moves per second of CPU time."""
    made, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        made += play(pick)
    return made / spent


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_is_fast_enough_beside_chess(slug: str) -> None:
    game, pick = GAMES[slug], random.Random(7)
    play_chess(pick)
    play_match(game, pick)
    ratios = []
    for _ in range(ROUNDS):
        ours = speed(lambda pick: play_match(game, pick), pick)
        ratios.append(ours / speed(play_chess, pick))
        print(f"{slug}: {ours:,.0f} moves a second, {ratios[-1]:.2f} times as many as chess")
    (least,) = told_of(game, "SPEED") or (1.0,)
    assert median(ratios) >= least, ratios
