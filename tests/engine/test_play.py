"""The verbs that all games share, tried on the toy."""

from __future__ import annotations

import pytest

from engine.bots import random_bot
from engine.errors import GameOver, IllegalMove, NotYourTurn
from engine.game import AnyGame, Speech
from engine.play import heard, hears, is_legal, legal_moves, play, replay
from engine.rng import Rng
from tests.engine.matches import wander
from tests.engine.toy import GAME
from tests.engine.toy.moves import End, Stand
from tests.engine.toy.state import Chose, Options, Stood

TOY: AnyGame = GAME
RNG = Rng("07" * 32)


def test_a_legal_move_leads_on() -> None:
    state = TOY.setup(Options(), 2, RNG).state
    move = legal_moves(TOY, TOY.look(state, 0))[0]
    step = play(TOY, state, 0, move)
    assert step.events == (Chose(seat=0),)
    assert TOY.to_act(step.state) == (1,)


def test_seats_that_choose_at_once_may_answer_in_any_order() -> None:
    state = TOY.setup(Options(), 3, RNG).state
    moves = {seat: legal_moves(TOY, TOY.look(state, seat))[0] for seat in range(3)}
    ends = []
    for order in ((0, 1, 2), (2, 0, 1)):
        after, shown = state, []
        for seat in order:
            step = play(TOY, after, seat, moves[seat])
            after = step.state
            shown.append([event.seat for event in step.events if isinstance(event, Stood)])
        assert shown == [[], [], [0, 1, 2]]
        ends.append(after)
    assert ends[0] == ends[1]


def test_who_is_not_asked_is_refused() -> None:
    state = TOY.setup(Options(), 2, RNG).state
    move = legal_moves(TOY, TOY.look(state, 0))[0]
    state = play(TOY, state, 0, move).state
    with pytest.raises(NotYourTurn, match="It is not your turn"):
        play(TOY, state, 0, move)
    with pytest.raises(NotYourTurn):
        play(TOY, state, 7, move)


def test_an_illegal_move_is_refused_with_its_paragraph() -> None:
    state = TOY.setup(Options(), 2, RNG).state
    with pytest.raises(IllegalMove, match="You do not hold that card") as refusal:
        play(TOY, state, 0, Stand("oak-99"))
    assert refusal.value.paragraph == "2.1"
    assert not is_legal(TOY, TOY.look(state, 0), End())


def test_after_the_end_nobody_moves() -> None:
    match = wander(TOY, 2, Options(), 3)
    for seat in (0, 1, 9):
        with pytest.raises(GameOver, match="The game is over"):
            play(TOY, match.states[-1], seat, End())


def test_a_match_is_played_again_from_its_moves() -> None:
    match = wander(TOY, 3, Options(), 4)
    assert tuple(replay(TOY, match.options, 3, match.rng, match.moves)) == match.steps


def test_a_played_again_match_stops_at_a_bad_move() -> None:
    steps = replay(TOY, Options(), 2, RNG, [(0, End())])
    assert next(steps) == TOY.setup(Options(), 2, RNG)
    with pytest.raises(IllegalMove):
        next(steps)


@pytest.mark.parametrize(
    ("to", "but", "hearers"),
    [
        (None, (), [None, 0, 1, 2]),
        ((), (), []),
        ((1,), (), [1]),
        (None, (1,), [None, 0, 2]),
        ((0, 1), (1,), [0]),
    ],
)
def test_an_event_is_heard_by_its_audience(
    to: tuple[int, ...] | None, but: tuple[int, ...], hearers: list[int | None]
) -> None:
    event = Chose(seat=0, to=to, but=but)
    assert [seat for seat in (None, 0, 1, 2) if hears(event, seat)] == hearers
    assert [seat for seat in (None, 0, 1, 2) if heard([event], seat)] == hearers


def test_a_bot_chooses_among_the_legal_moves_and_hands_its_generator_on() -> None:
    state = TOY.setup(Options(), 2, RNG).state
    view = TOY.look(state, 0)
    legal = legal_moves(TOY, view)
    chosen, rng = set(), RNG
    for _ in range(50):
        move, rng = random_bot(view, legal, rng)
        chosen.add(move)
    assert chosen == set(legal)
    assert rng.drawn >= 50


def test_words_are_translated_before_they_are_filled_in() -> None:
    german = {"{who} has chosen.": "{who} hat gewählt."}
    speech = Speech(("Ann", "{Bob}"), translate=lambda template: german.get(template, template))
    assert TOY.words(Chose(seat=0), speech) == "Ann hat gewählt."
    assert TOY.words(Chose(seat=1), speech) == "{Bob} hat gewählt."
