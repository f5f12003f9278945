"""What a game's lines promise: read as they were written, in any spelling that is forgiven."""

from __future__ import annotations

import random
from typing import Any

from engine import fields, lines, notation
from engine.errors import InvalidMove
from engine.game import AnyGame, Move, Names, Seat
from engine.play import legal_moves, play
from tests.engine.matches import Match
from tests.engine.near_misses import is_well_formed, near_misses
from tests.engine.promises import Promise

STATES = 20
MOVES = 40
"""Legal moves of a state that are tried, at most."""
WIDE = str.maketrans({chr(sign): chr(sign + 0xFEE0) for sign in range(ord("!"), ord("~") + 1)})
"""Plain letters and digits as they are typed in a wide script."""


def lines_read_back(game: AnyGame, match: Match) -> None:
    """Each legal move's line is read as this move: in capitals too, in wide letters, with a full stop."""
    for _, _, legal, names in _choices(game, match):
        for move in legal:
            line = notation.write(move)
            for said in (line, line.upper(), line.translate(WIDE), f"  {line} ."):
                assert _read(game, said, names) == [move], said


def lines_can_be_joined(game: AnyGame, match: Match) -> None:
    """Lines joined by `;` or by line breaks are read as the moves one after the other."""
    for _, _, legal, names in _choices(game, match):
        written = [*map(notation.write, legal)]
        for joint in (";", " ; ", "\n", ".\r\n"):
            assert _read(game, joint.join(written), names) == legal


def legal_moves_mean_themselves(game: AnyGame, match: Match) -> None:
    """No legal move stands for another; what another stands for begins with what stands for itself."""
    pick = random.Random(match.rng.seed)
    for state, seat, legal, _ in _choices(game, match):
        view = game.look(state, seat)
        assert all(game.means(view, move) == (move,) for move in legal)
        for move in near_misses(legal, match.cards, pick, MOVES):
            if is_well_formed(game, move):
                first = game.means(view, move)[0]
                assert game.means(view, first)[0] == first, f"{move} is taken for {first}"


def kinds_are_told_apart(game: AnyGame, match: Match) -> None:
    """No line of one kind is read as another kind, not even where it is no legal move."""
    pick = random.Random(match.rng.seed)
    for _, _, _, names in _choices(game, match):
        for _, move in pick.sample(match.moves, min(MOVES, len(match.moves))):
            line = notation.write(move)
            try:
                read = _read(game, line, names)
            except AssertionError:  # what was a name at another time may now be short for two
                continue
            assert [*map(type, read)] == [type(move)], f"{line} is read as {read}"


def names_are_told_apart(game: AnyGame, match: Match) -> None:
    """Names are given for fields that exist, can be typed, and differ by more than case."""
    known = {name for kind in game.moves for name in kind.__struct_fields__}
    known |= {f"{notation.verb(kind)}.{name}" for kind in game.moves for name in kind.__struct_fields__}
    for state in match.sample(STATES):
        for seat in match.onlookers:
            for field, told in game.names(game.look(state, seat)).items():
                assert field in known, f"names for {field}, which no move has"
                assert len({name.lower() for name in told}) == len({*told}), f"two of {told} sound alike"
                for name in told:
                    assert _can_be_typed(name), name


def _can_be_typed(name: str) -> bool:
    return len(name.split()) == 1 and not set(name) & set(";+.")


def layouts_are_sound(game: AnyGame, match: Match) -> None:
    """At most one kind does without its verb; a pattern names every field; `each` has a single one."""
    assert sum(kind.bare for kind in game.moves) <= 1, "two kinds do without their verbs"
    verbs = [notation.verb(kind) for kind in game.moves]
    assert len({*verbs}) == len(verbs), "two kinds have one verb"
    for kind in game.moves:
        _is_sound(kind)


def _is_sound(kind: type[Move]) -> None:
    try:
        laid = fields.layout(kind)
    except KeyError as error:
        raise AssertionError(str(error)) from error
    words = [part if isinstance(part, str) else part.name for part in laid]
    assert len({*words}) == len(words), f"{kind.__name__} has a word twice"
    assert not kind.bare or not isinstance(laid[0], str), f"{kind.__name__} begins with a fixed word"
    if kind.each:
        assert len(kind.__struct_fields__) == 1, f"{kind.__name__} has more than one field"
        assert not fields.takes_the_rest(kind), f"{kind.__name__} holds several already"


def closing_moves_end_a_turn(game: AnyGame, match: Match) -> None:
    """After a closing move its seat is not to act in this turn any more."""
    assert set(game.closing) <= set(game.moves)
    for state, seat, legal, _ in _choices(game, match):
        for move in legal:
            if isinstance(move, game.closing):
                after = play(game, state, seat, move).state
                ended = seat not in game.to_act(after) or game.turn(after) != game.turn(state)
                assert ended, f"{move} leaves the turn open"


def _choices(game: AnyGame, match: Match) -> list[tuple[Any, Seat, list[Move], Names]]:
    """Some states, each with a seat to act, some of its legal moves and the names it is told."""
    pick, found = random.Random(match.rng.seed), []
    for state in match.sample(STATES):
        for seat in game.to_act(state):
            view = game.look(state, seat)
            legal = legal_moves(game, view)
            found.append((state, seat, pick.sample(legal, min(MOVES, len(legal))), game.names(view)))
    return found


def _read(game: AnyGame, line: str, names: Names) -> list[Move]:
    try:
        return lines.read(game.moves, line, names)
    except InvalidMove as refusal:
        raise AssertionError(f"{line!r} is not read: {refusal}") from refusal


LINES: tuple[Promise, ...] = (
    lines_read_back,
    lines_can_be_joined,
    legal_moves_mean_themselves,
    kinds_are_told_apart,
    names_are_told_apart,
    layouts_are_sound,
    closing_moves_end_a_turn,
)
