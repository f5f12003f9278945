"""Playing any game: the few verbs that need no game of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.errors import GameOver, IllegalMove, NotYourTurn
from engine.game import E, Game, M, O, S, Seat, Step, V
from engine.rng import Rng


def play(game: Game[S, M, E, V, O], state: S, seat: Seat, move: M) -> Step[S, E]:
    """Makes a move; raises a Refusal, and changes nothing, if it may not be made."""
    to_act = game.to_act(state)
    if not to_act:
        raise GameOver("The game is over.")
    if seat not in to_act:
        raise NotYourTurn("It is not your turn.")
    game.check(game.look(state, seat), move)
    return game.apply(state, seat, move)


def legal_moves(game: Game[S, M, E, V, O], view: V) -> list[M]:
    """All that the seat which looks may do, in a stable order. The view's seat must be to act."""
    return [move for move in game.candidates(view) if is_legal(game, view, move)]


def is_legal(game: Game[S, M, E, V, O], view: V, move: M) -> bool:
    """Whether the rules let the move through in this view."""
    try:
        game.check(view, move)
    except IllegalMove:
        return False
    return True


def meant(game: Game[S, M, E, V, O], view: V, move: M) -> tuple[M, ...]:
    """The moves that a move stands for which somebody sent. The view's seat must be to act."""
    return game.means(view, move)


def hears(event: E, seat: Seat | None) -> bool:
    """Whether a seat (or a spectator, None) may be told of an event."""
    return (event.to is None or seat in event.to) and seat not in event.but


def heard(events: Iterable[E], seat: Seat | None) -> list[E]:
    """The events that a seat (or a spectator, None) may be told of."""
    return [event for event in events if hears(event, seat)]


def replay(
    game: Game[S, M, E, V, O], options: O, seats: int, rng: Rng, moves: Iterable[tuple[Seat, M]]
) -> Iterator[Step[S, E]]:
    """Every step of a recorded game, from the deal to the last move; raises Refusal at a bad one."""
    step = game.setup(options, seats, rng)
    yield step
    for seat, move in moves:
        step = play(game, step.state, seat, move)
        yield step
