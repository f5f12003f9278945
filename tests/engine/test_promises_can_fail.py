"""Each promise is seen to be broken by a bug planted for it: a suite that cannot fail proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as changed

from engine.errors import IllegalMove
from engine.game import AnyGame, Move, Seat, Step
from engine.games import GAMES
from tests.engine import lines, manners, misspellings, planted, promises
from tests.engine.matches import wander
from tests.engine.planted import Plant
from tests.engine.promises import Promise
from tests.engine.toy import GAME
from tests.engine.toy.moves import Peek, Take
from tests.engine.toy.state import Got, Saw

TOY: AnyGame = GAME
EVERY_GAME: dict[str, AnyGame] = {**GAMES, TOY.slug: TOY}

ANYWHERE: list[tuple[Promise, Plant]] = [
    (promises.promise_1, planted.endless),
    (promises.promise_1, planted.asks_nobody_at_first),
    (promises.promise_1, planted.counts_turns_backwards),
    (promises.promise_2, planted.deals_by_luck),
    (promises.promise_2, planted.plays_by_luck),
    (promises.promise_3, planted.keeps_lists),
    (promises.promise_3, planted.shouts),
    (promises.promise_4, planted.shows_the_neighbour_s_view),
    (promises.promise_4, planted.shows_spectators_a_hand),
    (promises.promise_4, planted.remembers_the_state),
    (promises.promise_4, planted.lets_hidden_cards_decide),
    (promises.promise_5, planted.redeals_nothing),
    (promises.promise_5, planted.redeals_all_but_one_hand),
    (promises.promise_5, planted.keeps_the_generator),
    (promises.promise_6, planted.tells_everyone),
    (promises.promise_6, planted.deals_aloud),
    (promises.promise_7, planted.crashes_at_what_is_illegal),
    (promises.promise_7, planted.refuses_nothing),
    (promises.promise_7, planted.forgets_moves),
    (promises.promise_7, planted.cites_nothing),
    (promises.promise_8, planted.is_at_a_loss_for_words),
    (promises.promise_8, planted.speaks_english_only),
    (promises.promise_8, planted.explains_nothing),
    (promises.promise_9, planted.loses_a_card),
    (promises.promise_9, planted.doubles_a_card),
    (manners.safe_moves_are_legal, planted.repeats_a_safe_move),
    (manners.forced_moves_are_the_only_ones, planted.forces_too_much),
    (manners.tables_fit_a_letter, planted.draws_broad_tables),
    (manners.tables_fit_a_letter, planted.leaves_blanks),
    (promises.promise_4, planted.draws_what_is_hidden),
    (promises.promise_6, planted.names_a_hidden_card),
    (manners.boards_are_sound, planted.draws_a_script),
    (manners.boards_are_sound, planted.draws_a_link),
    (manners.boards_are_sound, planted.draws_without_end),
    (manners.boards_are_sound, planted.draws_names_as_they_are),
    (lines.lines_read_back, planted.shouts),
    (lines.lines_can_be_joined, planted.shouts),
    (lines.lines_read_back, misspellings.calls_two_kinds_alike),
    (lines.layouts_are_sound, misspellings.calls_two_kinds_alike),
    (lines.layouts_are_sound, misspellings.forgets_a_field),
    (lines.names_are_told_apart, misspellings.names_what_cannot_be_typed),
    (lines.names_are_told_apart, misspellings.names_two_alike),
    (lines.names_are_told_apart, misspellings.names_fields_that_are_not_there),
    (lines.closing_moves_end_a_turn, misspellings.closes_with_anything),
    (promises.promise_4, misspellings.names_by_luck),
]


def is_broken(promise: Promise, good: AnyGame, bad: AnyGame) -> None:
    """Asserts that the promise holds for the good game and is found broken for the bad one."""
    promise(good, wander(good, 2, good.options(), 0))
    with pytest.raises(AssertionError):
        for seed in range(4):
            promise(bad, wander(bad, min(2 + seed % 2, bad.seats[1]), bad.options(), seed))


@pytest.mark.parametrize(("promise", "plant"), ANYWHERE, ids=lambda value: value.__name__)
@pytest.mark.parametrize("slug", EVERY_GAME)
def test_a_planted_bug_is_found(slug: str, promise: Promise, plant: Plant) -> None:
    is_broken(promise, EVERY_GAME[slug], plant(EVERY_GAME[slug]))


def test_a_card_that_is_called_like_a_move_is_found() -> None:
    is_broken(lines.kinds_are_told_apart, TOY, misspellings.calls_a_card_like_a_move(TOY))


def test_a_view_that_shows_a_hidden_card_is_found() -> None:
    def look(state: Any, seat: Seat | None) -> Any:
        return changed(TOY.look(state, seat), deck=state.concealed.deck)

    is_broken(promises.promise_4, TOY, replace(TOY, look=look))


def test_a_view_that_shows_a_secret_choice_is_found() -> None:
    def look(state: Any, seat: Seat | None) -> Any:
        made = [choice for choice in state.concealed.choices if choice]
        return changed(TOY.look(state, seat), choice=made[0] if made else None)

    is_broken(promises.promise_4, TOY, replace(TOY, look=look))


def test_a_view_that_shows_only_the_next_generator_is_found() -> None:
    def look(state: Any, seat: Seat | None) -> Any:
        options = changed(state.public.options, points=2 + int(state.concealed.rng.seed, 16) % 2)
        return changed(TOY.look(state, seat), public=changed(state.public, options=options))

    is_broken(promises.promise_4, TOY, replace(TOY, look=look))


@pytest.mark.parametrize("slot", [0, 4, -1])
def test_a_slot_let_through_by_a_range_bug_is_found(slot: int) -> None:
    def check(view: Any, move: Move) -> None:
        if isinstance(move, Take) and move.slot == slot:
            move = changed(move, slot=1)
        TOY.check(view, move)

    is_broken(promises.promise_7, TOY, replace(TOY, check=check))


def test_a_crash_on_odd_digits_is_found() -> None:
    def check(view: Any, move: Move) -> None:
        card = getattr(move, "card", "")
        if card[-1:].isdigit() and int(card[-1]) > 6:
            raise IllegalMove("There is no such card.", "1.1")
        TOY.check(view, move)

    is_broken(promises.promise_7, TOY, replace(TOY, check=check))


def test_a_legal_move_that_crashes_is_found() -> None:
    def apply(state: Any, seat: Seat, move: Move) -> Step[Any, Any]:
        if isinstance(move, Take) and move.drop == state.concealed.hands[seat][-1].card:
            raise IndexError
        return TOY.apply(state, seat, move)

    def candidates(view: Any) -> Iterator[Move]:
        yield from (move for move in TOY.candidates(view) if not isinstance(move, Take) or not move.drop)

    played = wander(replace(TOY, candidates=candidates), 2, TOY.options(), 0)
    promises.promise_7(TOY, played)
    with pytest.raises(AssertionError, match="crashes"):
        promises.promise_7(replace(TOY, apply=apply), played)


def test_an_unmarked_revelation_is_found() -> None:
    class Glimpse(Saw, frozen=True, kw_only=True, tag="last-stand.glimpse"):
        """What the winner saw, not marked as new to him."""

        reveals = False

    def apply(state: Any, seat: Seat, move: Move) -> Step[Any, Any]:
        step = TOY.apply(state, seat, move)
        if not isinstance(move, Peek):
            return step
        peeked, saw = step.events
        return replace(step, events=(peeked, Glimpse(to=saw.to, slot=saw.slot, card=saw.card)))

    is_broken(manners.revelations_are_marked, TOY, replace(TOY, apply=apply))


def test_words_that_name_a_hidden_card_are_found() -> None:
    drawn: list[str] = []

    def words(event: Any, speech: Any) -> str:
        if isinstance(event, Got):
            drawn.append(event.card)
        return TOY.words(event, speech) + f" Not {drawn[-1]}." if drawn else TOY.words(event, speech)

    is_broken(promises.promise_6, TOY, replace(TOY, words=words))


def test_safe_moves_that_never_end_a_match_are_found() -> None:
    stuck = replace(TOY, apply=lambda state, seat, move: Step(state))
    with pytest.raises(AssertionError, match="never end"):
        manners.safe_moves_end_a_match(stuck, wander(TOY, 2, TOY.options(), 0))
