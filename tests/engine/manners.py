"""What else the service counts on: safe and forced moves, honest revelations, a table that fits."""

from __future__ import annotations

from typing import Any

from engine import wire
from engine.errors import Refusal
from engine.game import AnyGame, Move, Seat
from engine.play import heard, is_legal, legal_moves, play
from tests.engine import drawing
from tests.engine.matches import NAMES, Match, speech
from tests.engine.promises import Promise

WIDEST = 72
BAD_NAMES = (
    "<script>alert(1)</script>",
    "\"Bob' &amp; <b>",
    "]]>\x00\u202e\ufffe",
    "\u05d3\u6f22" * 40,
    "W" * 200,
)
LONG_NAMES = tuple(f"{name} of the Long and Winding Road" for name in NAMES)


def safe_moves_are_legal(game: AnyGame, match: Match) -> None:
    """For whatever seat is to act, at any time; the same view and generator give the same move."""
    for place, state in enumerate(match.states):
        for seat in game.to_act(state):
            view, rng = game.look(state, seat), match.rng.fork(f"safe {place}")
            move = game.safe(view, rng)
            assert is_legal(game, view, move), f"{move} is not legal"
            assert move in legal_moves(game, view), f"{move} is not listed"
            assert game.safe(view, rng) == move, "a safe move depends on more than the view"


def safe_moves_end_a_match(game: AnyGame, match: Match) -> None:
    """Absent players alone bring a match to its end."""
    state = match.steps[0].state
    for place in range(3_000):
        if not (to_act := game.to_act(state)):
            return
        seat = to_act[-1]
        move = game.safe(game.look(state, seat), match.rng.fork(f"absent {place}"))
        state = play(game, state, seat, move).state
    raise AssertionError("safe moves never end the match")


def forced_moves_are_the_only_ones(game: AnyGame, match: Match) -> None:
    """What all can see to be the only move is the only one, of the only seat to act."""
    for state in match.states:
        move = game.forced(game.look(state, None))
        if move is not None:
            (seat,) = game.to_act(state)
            assert legal_moves(game, game.look(state, seat)) == [move]


def revelations_are_marked(game: AnyGame, match: Match) -> None:
    """A move whose events are not marked `reveals` tells its mover the same, whatever is hidden."""
    assert set(game.independent) <= set(game.moves)
    for place, (state, (seat, move)) in enumerate(zip(match.states, match.moves, strict=False)):
        told = _told(game, state, seat, move)
        if told is None:
            continue
        for twin in range(2):
            other = game.resample(state, seat, match.rng.fork(f"reveal {place} {twin}"))
            assert _told(game, other, seat, move) == told, f"{move} reveals something, but no event says so"


def _told(game: AnyGame, state: Any, seat: Seat, move: Move) -> tuple[list[Any], bytes] | None:
    """What a move tells its mover; None if that is marked as a revelation."""
    try:
        step = play(game, state, seat, move)
    except Refusal as refusal:
        raise AssertionError(f"{move} is refused: {refusal}") from refusal
    events = heard(step.events, seat)
    if any(event.reveals for event in events):
        return None
    return events, wire.encode(game.look(step.state, seat))


def tables_fit_a_letter(game: AnyGame, match: Match) -> None:
    """At most 72 columns, no blanks at the end of a line, nothing that cannot be printed."""
    for state in match.sample(20):
        for seat in match.onlookers:
            for names in (NAMES, LONG_NAMES):
                table = game.table(game.look(state, seat), speech(seat, names))
                assert table.strip()
                for line in table.split("\n"):
                    assert len(line) <= WIDEST, line
                    assert line == line.rstrip(), repr(line)
                    assert line.isprintable(), repr(line)


def boards_are_sound(game: AnyGame, match: Match) -> None:
    """Well-formed, with nothing but shapes and words in it, not too big, whatever the players are called."""
    for names in (NAMES, LONG_NAMES, BAD_NAMES):
        for _, svg in drawing.boards(game, match, 8, names):
            drawing.is_sound(svg)


MANNERS: tuple[Promise, ...] = (
    safe_moves_are_legal,
    safe_moves_end_a_match,
    forced_moves_are_the_only_ones,
    revelations_are_marked,
    tables_fit_a_letter,
    boards_are_sound,
)
