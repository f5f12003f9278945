"""The promises that every game keeps, each a function of a game and a match that was played by it.

A broken promise is an AssertionError that says what was found. The numbers are those that
the suite goes by; `test_promises_can_fail.py` has a planted bug for each.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from engine import lines, notation, record, wire
from engine.errors import IllegalMove, InvalidMove, Refusal
from engine.game import AnyGame, Move, Names, Seat, Speech
from engine.play import heard, legal_moves, replay
from tests.engine import drawing
from tests.engine.matches import NAMES, Match, leaves, rngs, speech, told_of
from tests.engine.near_misses import bad_lines, is_well_formed, near_misses

Promise: TypeAlias = Callable[[AnyGame, Match], None]

STATES = 10
"""States of a match that are looked at closely."""
TWINS = 3
DEALS = 24


def promise_1(game: AnyGame, match: Match) -> None:
    """Someone is to act, and can, exactly until there is an outcome; and matches end."""
    turn = 0
    for state in match.states:
        to_act = game.to_act(state)
        assert (game.outcome(state) is None) == bool(to_act), "an outcome and someone to act, or neither"
        assert set(to_act) <= set(range(match.seats)), to_act
        assert len(set(to_act)) == len(to_act), to_act
        assert game.turn(state) >= turn, "turns are counted backwards"
        turn = game.turn(state)
        for seat in to_act:
            legal = legal_moves(game, game.look(state, seat))
            assert legal, f"seat {seat} is to act and cannot"
            assert len(set(legal)) == len(legal), "a legal move is listed twice"
    outcome = game.outcome(match.states[-1])
    assert outcome, "the match does not end"
    assert len(outcome.ranks) == len(outcome.scores) == match.seats
    assert min(outcome.ranks) == 1
    assert outcome.reason.endswith(".")


def promise_2(game: AnyGame, match: Match) -> None:
    """The same seed and moves lead to the same states, by way of a record too."""
    try:
        again = tuple(replay(game, match.options, match.seats, match.rng, match.moves))
    except Refusal as refusal:
        raise AssertionError(f"played again, a move is refused: {refusal}") from refusal
    assert again == match.steps
    played = record.Record(game.slug, game.version, match.seats, match.options, match.rng.seed, match.moves)
    read = record.read({game.slug: game}, record.write(played, ["Played by bots."], {1: "a note"}))
    assert read == played
    *_, last = record.steps({game.slug: game}, read)
    assert last == match.steps[-1]


def promise_3(game: AnyGame, match: Match) -> None:
    """States, views, events and moves survive JSON, moves survive a line; all are values."""
    moves, events = wire.union(game.moves), wire.union(game.events)
    for step in match.steps:
        _survives(game.state, step.state)
        for event in step.events:
            _survives(events, event)
        for seat in match.onlookers:
            view = game.look(step.state, seat)
            assert view.seat == seat
            _survives(game.view, view)
    for state, (seat, _) in zip(match.states, match.moves, strict=False):
        for move in legal_moves(game, game.look(state, seat)):
            _survives(moves, move)
            assert wire.read_move(game.moves, wire.plain(move)) == move
            assert notation.read(game.moves, notation.write(move)) == move


def _survives(kind: Any, value: Any) -> None:
    data = wire.encode(value)
    try:
        again = wire.decode(kind, data)
        hash(value)  # fails for what could be changed in place
    except (ValueError, TypeError) as error:
        raise AssertionError(f"{value} does not survive: {error}") from error
    assert again == value
    assert wire.encode(again) == data


def promise_4(game: AnyGame, match: Match) -> None:
    """Redealing what a seat cannot know changes nothing for it, not even the words of a refusal."""
    for state, seat, twin in _twins(game, match):
        assert game.to_act(twin) == game.to_act(state)
        assert game.turn(twin) == game.turn(state)
        assert game.outcome(twin) == game.outcome(state)
        before, after = _all_that(game, state, seat, match), _all_that(game, twin, seat, match)
        for name, value in before.items():
            assert after[name] == value, f"{name} of seat {seat} depends on what it cannot know"


def _twins(game: AnyGame, match: Match, count: int = TWINS) -> Iterator[tuple[Any, Seat | None, Any]]:
    """Some states, each with a seat and another state that this seat cannot tell from it."""
    for place, state in enumerate(match.sample(STATES)):
        for seat in match.onlookers:
            for twin in range(count):
                yield state, seat, game.resample(state, seat, match.rng.fork(f"twin {place} {twin}"))


def _all_that(game: AnyGame, state: Any, seat: Seat | None, match: Match) -> dict[str, Any]:
    """All that a seat can find out at a state, by name."""
    view = game.look(state, seat)
    found = {
        "the view": wire.encode(view),
        "the table": game.table(view, speech(seat)),
        "the picture": game.board and game.board(view, speech(seat)),
        "the names": game.names(view),
        "the forced move": game.forced(game.look(state, None)),
    }
    if seat in game.to_act(state):
        legal = legal_moves(game, view)
        tried = [*_tries(game, legal, match, 40), *legal]
        found["the legal moves"] = legal
        found["the safe move"] = game.safe(view, match.rng) if legal else None
        found["a refusal"] = [_verdict(game, view, move) for move in tried]
        found["what a move means"] = [game.means(view, move) for move in tried]
    return found


def _tries(game: AnyGame, legal: list[Move], match: Match, count: int) -> list[Move]:
    """Well-formed moves around the legal ones, and some that were legal at another time."""
    pick = random.Random(f"{match.rng.seed} {len(legal)}")
    others = [move for _, move in pick.sample(match.moves, min(10, len(match.moves)))]
    spoilt = near_misses([*legal, *others], match.cards, pick, count)
    return [move for move in [*spoilt, *others] if is_well_formed(game, move)]


def _verdict(game: AnyGame, view: Any, move: Move) -> tuple[str, str] | None:
    """Why a move is refused: sentence and paragraph; None if it is not."""
    try:
        game.check(view, move)
    except IllegalMove as refusal:
        return refusal.sentence, refusal.paragraph
    except Exception as error:
        raise AssertionError(f"{move} makes the check crash: {error!r}") from error
    return None


def promise_5(game: AnyGame, match: Match) -> None:
    """Every concealed card that a view does not show could be another, and so could a hidden generator."""
    placeless = told_of(game, "PLACELESS")
    again = told_of(game, "NAMED_AGAIN")
    for place, state in enumerate(match.sample(STATES)):
        lying = _lying(state, match, again)
        for seat in match.onlookers:
            shown = {leaf for _, leaf in leaves(game.look(state, seat), without=placeless)}
            hidden = [path for path, card in lying.items() if card not in shown]
            chance = match.rng.fork(f"deals {place}")
            deals = [game.resample(state, seat, chance.fork(str(deal))) for deal in range(DEALS)]
            others = [_lying(deal, match, again) for deal in deals]
            for path in hidden if len(hidden) > 1 else ():
                changed = any(other.get(path) != lying[path] for other in others)
                assert changed, f"seat {seat} could know what lies at {path}"
            seeds = {rng.seed for rng in rngs(state)}
            assert not seeds & {rng.seed for deal in deals for rng in rngs(deal)}, "a generator is known"
            told = wire.encode(game.look(state, seat)).decode()
            assert not any(seed in told for seed in (match.rng.seed, *seeds)), "the view tells the seed"


def _lying(state: Any, match: Match, again: tuple[str, ...]) -> dict[str, str]:
    """Every card by the path where it lies."""
    return {path: leaf for path, leaf in leaves(state, without=again) if leaf in match.cards}


def promise_6(game: AnyGame, match: Match) -> None:
    """No event names a piece that its reader's view, before or after, does not show; nor do its words, nor
    does a picture name one that the view does not show."""
    known: dict[Seat | None, set[str]] = {seat: set() for seat in match.onlookers}
    for step in match.steps:
        for seat in match.onlookers:
            now = _named(game.look(step.state, seat), match)
            for event in heard(step.events, seat):
                words = game.words(event, speech(seat))
                said = {found[0] for found in match.piece.finditer(words)}
                named = _named(event, match) | (said & match.cards)
                assert named <= known[seat] | now, f"seat {seat} is told more than it sees: {event}"
            known[seat] = now
    for view, svg in drawing.boards(game, match, STATES):
        drawn = match.cards & drawing.pieces(svg, match.piece)
        assert drawn <= _named(view, match), f"seat {view.seat} is drawn more than it sees"


def _named(value: Any, match: Match) -> set[str]:
    return {leaf for _, leaf in leaves(value) if leaf in match.cards}


def promise_7(game: AnyGame, match: Match) -> None:
    """Any well-formed move is legal or refused with a sentence and its paragraph; nothing crashes."""
    pick = random.Random(match.rng.seed)
    for state in match.sample(STATES * 3):
        for seat in game.to_act(state):
            view = game.look(state, seat)
            legal = legal_moves(game, view)
            for move in _tries(game, legal, match, 120):
                verdict = _verdict(game, view, move)
                assert (verdict is None) == (move in legal), (
                    f"{move}: {verdict or 'let through, but not listed'}"
                )
                _is_good_refusal(game, verdict)
            for move in pick.sample(legal, min(6, len(legal))):
                _goes_on(game, state, seat, move)
            _read_or_refused(game, game.names(view), [*bad_lines(legal, pick, 20)])


def _is_good_refusal(game: AnyGame, verdict: tuple[str, str] | None) -> None:
    if verdict:
        sentence, paragraph = verdict
        assert re.fullmatch(r"\S.*[.)]", sentence), sentence
        assert sentence.encode(), sentence
        assert re.search(rf"(?<![0-9.]){re.escape(paragraph)}(?![0-9])", game.rules), (
            f"no paragraph {paragraph}"
        )


def _goes_on(game: AnyGame, state: Any, seat: Seat, move: Move) -> None:
    try:
        after = game.apply(state, seat, move).state
    except Exception as error:
        raise AssertionError(f"{move} is legal and crashes: {error!r}") from error
    assert game.outcome(after) or game.to_act(after)


def _read_or_refused(game: AnyGame, names: Names, bad: list[str]) -> None:
    for line in bad:
        try:
            read: list[object] = [*lines.read(game.moves, line, names)]
        except InvalidMove as refusal:
            read = [refusal.sentence.encode() and refusal.usage]
        assert all(isinstance(each, (str, *game.moves)) for each in read), line


def promise_8(game: AnyGame, match: Match) -> None:
    """Each move has a schema, a usage and a docstring; each event has words that can be translated."""
    schemas = wire.schema(game.moves)
    for kind in (*game.moves, *game.events):
        assert notation.tag(kind).startswith(f"{game.slug}."), kind
        assert "__doc__" in vars(kind), f"{kind.__name__} has no docstring"
        assert vars(kind)["__doc__"], f"{kind.__name__} has no docstring"
    for move in game.moves:
        assert move.bare or move.usage.split()[0] == notation.verb(move)
        assert set(move.__struct_fields__) <= set(schemas[move.__name__]["properties"])
    for step in match.steps:
        for event in step.events:
            assert type(event) in game.events
            for seat in match.onlookers:
                if heard([event], seat):
                    _is_said(game, event, seat)


def _is_said(game: AnyGame, event: Any, seat: Seat | None) -> None:
    said = game.words(event, speech(seat))
    assert re.fullmatch(r"\S.*[.!?:)]", said), f"{event}: {said!r}"
    assert not re.search(r"[{}]|\bNone\b", said), said
    translated = game.words(event, Speech(NAMES, seat, lambda template: f"«{template}»"))
    assert "«" in translated, f"cannot be translated: {said}"


def promise_9(game: AnyGame, match: Match) -> None:
    """Every card exists exactly once, always."""
    again = told_of(game, "NAMED_AGAIN")
    assert match.cards, "no cards are found"
    for state in match.states:
        count = Counter(leaf for _, leaf in leaves(state, without=again) if match.piece.fullmatch(leaf))
        wrong = {card: count[card] for card in match.cards | count.keys() if count[card] != 1}
        assert not wrong, f"cards that do not lie exactly once: {wrong}"


PROMISES: tuple[Promise, ...] = (
    promise_1,
    promise_2,
    promise_3,
    promise_4,
    promise_5,
    promise_6,
    promise_7,
    promise_8,
    promise_9,
)
