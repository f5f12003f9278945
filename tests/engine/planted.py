"""Bugs to plant in a game: each turns a good game into one that breaks a promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import asdict
from msgspec.structs import replace as changed

from engine import wire
from engine.errors import IllegalMove
from engine.game import AnyGame, Move, Seat, Speech, Step
from engine.picture import Sheet
from engine.rng import Rng
from tests.engine.matches import leaves

Plant: TypeAlias = Callable[[AnyGame], AnyGame]


def endless(game: AnyGame) -> AnyGame:
    """The end is never called."""
    return replace(game, outcome=lambda state: None)


def asks_nobody_at_first(game: AnyGame) -> AnyGame:
    """At the deal nobody is to act."""
    return replace(game, to_act=lambda state: () if game.turn(state) == 1 else game.to_act(state))


def counts_turns_backwards(game: AnyGame) -> AnyGame:
    """Turn 9 comes after turn 10."""
    return replace(game, turn=lambda state: -game.turn(state))


def deals_by_luck(game: AnyGame) -> AnyGame:
    """The deal depends on more than the seed."""
    deals = count()

    def setup(options: Any, seats: int, rng: Rng) -> Step[Any, Any]:
        return game.setup(options, seats, rng.fork(str(next(deals))))

    return replace(game, setup=setup)


def plays_by_luck(game: AnyGame) -> AnyGame:
    """What is drawn later depends on more than the seed."""
    moves = count()

    def apply(state: Any, seat: Seat, move: Move) -> Step[Any, Any]:
        luck = changed(state.concealed, rng=state.concealed.rng.fork(str(next(moves))))
        return game.apply(changed(state, concealed=luck), seat, move)

    return replace(game, apply=apply)


def keeps_lists(game: AnyGame) -> AnyGame:
    """A view holds a list, which JSON gives back as a tuple and anybody may change."""

    def look(state: Any, seat: Seat | None) -> Any:
        view = game.look(state, seat)
        field = next(name for name, value in asdict(view.public).items() if type(value) is tuple)
        public = changed(view.public, **{field: list(getattr(view.public, field))})
        return changed(view, public=public)

    return replace(game, look=look)


def shouts(game: AnyGame) -> AnyGame:
    """Moves name cards in capitals, which a line does not keep."""

    def candidates(view: Any) -> Iterator[Move]:
        for move in game.candidates(view):
            yield _said(move, str.upper)

    def check(view: Any, move: Move) -> None:
        game.check(view, _said(move, str.lower))

    def apply(state: Any, seat: Seat, move: Move) -> Step[Any, Any]:
        return game.apply(state, seat, _said(move, str.lower))

    return replace(game, candidates=candidates, check=check, apply=apply)


def _said(move: Any, how: Callable[[str], str]) -> Any:
    return changed(move, card=how(move.card)) if hasattr(move, "card") else move


def remembers_the_state(game: AnyGame) -> AnyGame:
    """The words of a refusal depend on what is concealed."""
    last: list[Any] = []

    def look(state: Any, seat: Seat | None) -> Any:
        last[:] = [state]
        return game.look(state, seat)

    def check(view: Any, move: Move) -> None:
        try:
            game.check(view, move)
        except IllegalMove as refusal:
            sign = sum(wire.encode(last[0].concealed)) % 7
            raise IllegalMove(f"{refusal.sentence} {sign}.", refusal.paragraph) from None

    return replace(game, look=look, check=check)


def lets_hidden_cards_decide(game: AnyGame) -> AnyGame:
    """Whether a move is legal depends on what is concealed."""
    last: list[Any] = []

    def look(state: Any, seat: Seat | None) -> Any:
        last[:] = [state]
        return game.look(state, seat)

    def check(view: Any, move: Move) -> None:
        game.check(view, move)
        legal = [other for other in game.candidates(view) if _is_let_through(game, view, other)]
        if move == legal[-1] and len(legal) > 1 and sum(wire.encode(last[0].concealed)) % 2:
            raise IllegalMove("Not today.", "1")

    return replace(game, look=look, check=check)


def _is_let_through(game: AnyGame, view: Any, move: Move) -> bool:
    try:
        game.check(view, move)
    except IllegalMove:
        return False
    return True


def shows_the_neighbour_s_view(game: AnyGame) -> AnyGame:
    """The first seat is shown what the second may know."""

    def look(state: Any, seat: Seat | None) -> Any:
        return changed(game.look(state, 1), seat=0) if seat == 0 else game.look(state, seat)

    return replace(game, look=look)


def shows_spectators_a_hand(game: AnyGame) -> AnyGame:
    """A spectator is shown what the first seat may know."""

    def look(state: Any, seat: Seat | None) -> Any:
        return changed(game.look(state, 0), seat=None) if seat is None else game.look(state, seat)

    return replace(game, look=look)


def redeals_nothing(game: AnyGame) -> AnyGame:
    """So that no leak could ever be seen."""
    return replace(game, resample=lambda state, seat, rng: state)


def redeals_all_but_one_hand(game: AnyGame) -> AnyGame:
    """The last seat keeps its hand in every redeal that leaves the number of cards right."""

    def resample(state: Any, seat: Seat | None, rng: Rng) -> Any:
        other = game.resample(state, len(state.concealed.hands) - 1, rng)
        return other if seat is None else game.resample(state, seat, rng)

    return replace(game, resample=resample)


def keeps_the_generator(game: AnyGame) -> AnyGame:
    """A redeal leaves the randomness to come as it is."""

    def resample(state: Any, seat: Seat | None, rng: Rng) -> Any:
        other = game.resample(state, seat, rng)
        return changed(other, concealed=changed(other.concealed, rng=state.concealed.rng))

    return replace(game, resample=resample)


def tells_everyone(game: AnyGame) -> AnyGame:
    """Every event goes to all."""

    def apply(state: Any, seat: Seat, move: Move) -> Step[Any, Any]:
        step = game.apply(state, seat, move)
        return replace(step, events=tuple(changed(event, to=None, but=()) for event in step.events))

    return replace(game, apply=apply)


def deals_aloud(game: AnyGame) -> AnyGame:
    """Every seat hears what the others are dealt."""

    def setup(options: Any, seats: int, rng: Rng) -> Step[Any, Any]:
        step = game.setup(options, seats, rng)
        return replace(step, events=tuple(changed(event, to=None) for event in step.events))

    return replace(game, setup=setup)


def crashes_at_what_is_illegal(game: AnyGame) -> AnyGame:
    """A refusal is a KeyError."""

    def check(view: Any, move: Move) -> None:
        if move not in list(game.candidates(view)):
            raise KeyError(move)
        game.check(view, move)

    return replace(game, check=check)


def refuses_nothing(game: AnyGame) -> AnyGame:
    """Every move is let through."""
    return replace(game, check=lambda view, move: None)


def forgets_moves(game: AnyGame) -> AnyGame:
    """The last legal move is never listed."""
    return replace(
        game, candidates=lambda view: list(game.candidates(view))[:-1] or list(game.candidates(view))
    )


def cites_nothing(game: AnyGame) -> AnyGame:
    """Refusals name a paragraph that is not there."""

    def check(view: Any, move: Move) -> None:
        try:
            game.check(view, move)
        except IllegalMove as refusal:
            raise IllegalMove(refusal.sentence, "77.7") from None

    return replace(game, check=check)


def is_at_a_loss_for_words(game: AnyGame) -> AnyGame:
    """Events are told as nothing."""
    return replace(game, words=lambda event, speech: "")


def speaks_english_only(game: AnyGame) -> AnyGame:
    """Words that no translation reaches."""

    def words(event: Any, speech: Speech) -> str:
        return game.words(event, Speech(speech.names, speech.reader))

    return replace(game, words=words)


def explains_nothing(game: AnyGame) -> AnyGame:
    """A kind of move without a docstring."""

    class Bare(Move, frozen=True, tag=f"{game.slug}.bare"):
        usage: ClassVar[str] = "bare"

    return replace(game, moves=(*game.moves, Bare))


def loses_a_card(game: AnyGame) -> AnyGame:
    """Moves in the first turn take the last card off the draw pile."""
    return _with_pile(game, lambda pile: pile[:-1])


def doubles_a_card(game: AnyGame) -> AnyGame:
    """Moves in the first turn put the first card of the draw pile below it once more."""
    return _with_pile(game, lambda pile: pile + pile[:1])


PILES = ("deck", "draw", "decks")
"""What a draw pile is called; `decks`: each seat has its own."""


def _with_pile(game: AnyGame, change: Callable[[Any], Any]) -> AnyGame:
    def apply(state: Any, seat: Seat, move: Move) -> Step[Any, Any]:
        step = game.apply(state, seat, move)
        if game.turn(state) > 1:
            return step
        name = next(name for name in PILES if hasattr(step.state.concealed, name))
        pile = getattr(step.state.concealed, name)
        is_one_of_several = isinstance(pile[0], tuple)
        pile = (change(pile[0]), *pile[1:]) if is_one_of_several else change(pile)
        concealed = changed(step.state.concealed, **{name: pile})
        return replace(step, state=changed(step.state, concealed=concealed))

    return replace(game, apply=apply)


def repeats_a_safe_move(game: AnyGame) -> AnyGame:
    """What was safe once is played again."""
    played: list[Move] = []

    def safe(view: Any, rng: Rng) -> Move:
        played.append(game.safe(view, rng))
        return played[0]

    return replace(game, safe=safe)


def forces_too_much(game: AnyGame) -> AnyGame:
    """Whatever a lone seat could try first is said to be its only move."""

    def forced(view: Any) -> Move | None:
        return next(iter(game.candidates(changed(view, seat=0))), None)

    return replace(game, forced=forced)


def draws_what_is_hidden(game: AnyGame) -> AnyGame:
    """The picture depends on what is concealed."""

    def sign(state: Any, view: Any) -> str:
        return str(sum(wire.encode(state.concealed)) % 7)

    return _with_board(game, sign)


def names_a_hidden_card(game: AnyGame) -> AnyGame:
    """The picture names the cards of the draw pile, as for whoever does not see it."""

    def pile(state: Any, view: Any) -> str:
        cards = next(getattr(state.concealed, name) for name in PILES if hasattr(state.concealed, name))
        return f'<g aria-label="{" ".join(card for _, card in leaves(cards))}"/>'

    return _with_board(game, pile)


def draws_a_script(game: AnyGame) -> AnyGame:
    """The picture would do something."""
    return _with_board(game, lambda state, view: "<script>alert(1)</script>")


def draws_a_link(game: AnyGame) -> AnyGame:
    """The picture fetches something from elsewhere."""
    return _with_board(game, lambda state, view: '<path fill="url(https://example.org/a)"/>')


def draws_without_end(game: AnyGame) -> AnyGame:
    """The picture is no light thing any more."""
    return _with_board(game, lambda state, view: "<g/>" * 20_000)


def draws_names_as_they_are(game: AnyGame) -> AnyGame:
    """A player's name goes into the picture unescaped."""

    def board(view: Any, speech: Speech) -> str:
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="640" height="9">{speech.name(0)}</svg>'

    return replace(game, board=board)


def _with_board(game: AnyGame, more: Callable[[Any, Any], str]) -> AnyGame:
    """A picture, the game's own if it has one, with something added that is drawn from the state."""
    last: list[Any] = []

    def look(state: Any, seat: Seat | None) -> Any:
        last[:] = [state]
        return game.look(state, seat)

    def board(view: Any, speech: Speech) -> str:
        drawn = game.board(view, speech) if game.board else Sheet("#000", "#fff").svg(game.name)
        return drawn.replace("</svg>", f"{more(last[0], view)}</svg>")

    return replace(game, look=look, board=board)


def draws_broad_tables(game: AnyGame) -> AnyGame:
    """Tables of 73 columns."""
    return replace(game, table=lambda view, speech: game.table(view, speech) + "\n" + "." * 73)


def leaves_blanks(game: AnyGame) -> AnyGame:
    """Tables with blanks at the end of a line."""
    return replace(game, table=lambda view, speech: game.table(view, speech) + " ")
