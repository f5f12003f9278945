"""The rules, in the order of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from engine.errors import IllegalMove
from engine.game import Outcome, Seat, Step
from engine.rng import Rng
from tests.engine.toy import state as s
from tests.engine.toy.moves import AnyMove, End, Peek, Sort, Stand, Take

T = TypeVar("T")
Events: TypeAlias = tuple[s.AnyEvent, ...]


def setup(options: s.Options, seats: int, rng: Rng) -> Step[s.State, s.AnyEvent]:
    """The deal (§1.2)."""
    cards, rng = rng.shuffle(s.CARDS)
    hands = tuple(
        tuple(s.Lying(card, (seat,)) for card in cards[seat * s.HAND : (seat + 1) * s.HAND])
        for seat in range(seats)
    )
    deck = tuple(s.Lying(card) for card in cards[seats * s.HAND :])
    concealed = s.Concealed(deck, hands, (None,) * seats, rng.fork("shuffles"))
    dealt = tuple(
        s.Dealt(to=(seat,), seat=seat, cards=cards[seat * s.HAND : (seat + 1) * s.HAND])
        for seat in range(seats)
    )
    return Step(s.State(s.Public(options, (0,) * seats), concealed), dealt)


def to_act(state: s.State) -> tuple[Seat, ...]:
    """All who have not chosen, or the winner."""
    public = state.public
    if outcome(state):
        return ()
    if public.winner is not None:
        return (public.winner,)
    return tuple(seat for seat in range(len(public.scores)) if seat not in public.chosen)


def turn(state: s.State) -> int:
    """A stand is a turn, the spoils are one."""
    return state.public.turn


def outcome(state: s.State) -> Outcome | None:
    """Who has won (§4.1)."""
    public = state.public
    if public.winner is not None or (max(public.scores) < public.options.points and public.rounds < s.ROUNDS):
        return None
    ranks = tuple(1 + sum(other > score for other in public.scores) for score in public.scores)
    return Outcome(ranks, public.scores, "The points agreed are reached, or nine rounds are over.")


def candidates(view: s.View) -> Iterator[AnyMove]:
    """What the seat that looks could try."""
    mine = [lying.card for lying in view.hands[_seat(view)] if lying.card]
    slots = range(1, min(s.SLOTS, len(view.deck)) + 1)
    if view.public.winner is None:
        yield from (Stand(card) for card in mine)
        yield from (Stand(card, "feint") for card in mine)
        return
    yield from (Peek(slot) for slot in slots)
    if not view.public.sorted:
        yield from (Sort(order) for order in permutations(slots) if order != tuple(slots))
    yield from (Take(slot, drop) for slot in slots for drop in (None, *mine))
    yield End()


def _seat(view: s.View) -> Seat:
    assert view.seat is not None, "a spectator has no moves"
    return view.seat


def check(view: s.View, move: AnyMove) -> None:
    """All the rules."""
    if (view.public.winner is None) != isinstance(move, Stand):
        raise IllegalMove("You can stand when all choose, and do all else when you take the spoils.", "3.1")
    match move:
        case Stand():
            _check_stand(view, move)
        case Peek(slot=slot):
            _check_slot(view, slot)
            _check_peek(view, slot)
        case Sort():
            _check_sort(view, move)
        case Take(slot=slot):
            _check_slot(view, slot)
            _check_take(view, move)


def _check_stand(view: s.View, move: Stand) -> None:
    if not _holds(view, move.card):
        raise IllegalMove("You do not hold that card.", "2.1")
    if move.stance == "feint" and not view.public.options.feints:
        raise IllegalMove("This match is played without feints.", "2.4")
    if move.stance == "feint" and s.strength(move.card) >= 8:
        raise IllegalMove("Only cards of number 1 to 3 may feint.", "2.2")


def _holds(view: s.View, card: str | None) -> bool:
    return card is not None and card in [lying.card for lying in view.hands[_seat(view)]]


def _check_slot(view: s.View, slot: int) -> None:
    if not 1 <= slot <= min(s.SLOTS, len(view.deck)):
        raise IllegalMove(f"There is no slot {slot} in the deck.", "3.1")


def _check_peek(view: s.View, slot: int) -> None:
    if not view.public.peeks:
        raise IllegalMove("You cannot peek any more.", "3.2")
    if view.deck[slot - 1].card:
        raise IllegalMove("You know that card already.", "3.2")


def _check_sort(view: s.View, move: Sort) -> None:
    slots = (*range(1, min(s.SLOTS, len(view.deck)) + 1),)
    if view.public.taken or view.public.sorted:
        raise IllegalMove("You can sort the slots once, before you take.", "3.6")
    if tuple(sorted(move.slots)) != slots or move.slots == slots:
        raise IllegalMove("Name each slot once, in another order than now.", "3.6")


def _check_take(view: s.View, move: Take) -> None:
    if view.public.taken:
        raise IllegalMove("You have taken a card already.", "3.3")
    if move.drop is not None and not _holds(view, move.drop):
        raise IllegalMove("You can drop a card of your hand only.", "3.3")


def apply(state: s.State, seat: Seat, move: AnyMove) -> Step[s.State, s.AnyEvent]:
    """Carries out a move that `check` let through."""
    match move:
        case Stand():
            return _choose(state, seat, move)
        case Peek(slot=slot):
            return _peek(state, seat, slot)
        case Sort(slots=slots):
            return _sort(state, seat, slots)
        case Take():
            return _take(state, seat, move)
        case End():
            return _refill(_closed(state))


def _choose(state: s.State, seat: Seat, move: Stand) -> Step[s.State, s.AnyEvent]:
    public, hidden = state.public, state.concealed
    place = [lying.card for lying in hidden.hands[seat]].index(move.card)
    choices = _put(hidden.choices, seat, s.Choice(place, move.stance))
    chosen = (*public.chosen, seat)
    state = s.State(replace(public, chosen=chosen), replace(hidden, choices=choices))
    event = s.Chose(seat=seat)
    if len(chosen) < len(public.scores):
        return Step(state, (event,))
    step = _show(state)
    return Step(step.state, (event, *step.events))


def _show(state: s.State) -> Step[s.State, s.AnyEvent]:
    """All have chosen (§2.3)."""
    public, hidden = state.public, state.concealed
    stood, hands = [], []
    for seat, (hand, choice) in enumerate(zip(hidden.hands, hidden.choices, strict=True)):
        assert choice is not None
        stood.append(s.Stood(seat=seat, card=str(hand[choice.place].card), stance=choice.stance))
        hands.append(hand[: choice.place] + hand[choice.place + 1 :])
    firm = [event for event in stood if event.stance == "firm"]
    winner = max(firm, key=lambda event: s.strength(event.card)).seat if firm else None
    public = replace(
        public,
        chosen=(),
        turn=public.turn + 1,
        rounds=public.rounds + 1,
        winner=winner,
        peeks=public.options.peeks,
        taken=False,
        sorted=False,
        scores=tuple(score + (seat == winner) for seat, score in enumerate(public.scores)),
    )
    choices = (None,) * len(hidden.choices)
    state = s.State(public, replace(hidden, hands=tuple(hands), choices=choices))
    events: Events = (*stood, s.Won(seat=winner))
    step = _refill(state) if winner is None else Step[s.State, s.AnyEvent](state)
    return Step(_discarded(step.state, tuple(event.card for event in stood)), events + step.events)


def _discarded(state: s.State, cards: tuple[str, ...]) -> s.State:
    """After the draw: a card that was shown is not shuffled before anybody could see it lie there (§3.5)."""
    return s.State(replace(state.public, discard=state.public.discard + cards), state.concealed)


def _peek(state: s.State, seat: Seat, slot: int) -> Step[s.State, s.AnyEvent]:
    """The winner learns a card, and the turn goes on (§3.2)."""
    lying = state.concealed.deck[slot - 1]
    deck = _put(state.concealed.deck, slot - 1, s.Lying(lying.card, (*lying.seen, seat)))
    public = replace(state.public, peeks=state.public.peeks - 1)
    saw = s.Saw(to=(seat,), slot=slot, card=str(lying.card))
    state = s.State(public, replace(state.concealed, deck=deck))
    return Step(state, (s.Peeked(seat=seat, slot=slot), saw))


def _sort(state: s.State, seat: Seat, slots: tuple[int, ...]) -> Step[s.State, s.AnyEvent]:
    """The slots change places, and who had seen one knows where it went (§3.6)."""
    deck = state.concealed.deck
    moved = (*(deck[slot - 1] for slot in slots), *deck[len(slots) :])
    state = s.State(replace(state.public, sorted=True), replace(state.concealed, deck=moved))
    return Step(state, (s.Sorted(seat=seat, slots=slots),))


def _take(state: s.State, seat: Seat, move: Take) -> Step[s.State, s.AnyEvent]:
    """A slot goes into the hand; who had seen it still knows it there (§3.3)."""
    public, hidden = state.public, state.concealed
    lying = hidden.deck[move.slot - 1]
    kept = tuple(held for held in hidden.hands[seat] if held.card != move.drop)
    hand = (*kept, s.Lying(lying.card, (*lying.seen, seat) if seat not in lying.seen else lying.seen))
    deck = hidden.deck[: move.slot - 1] + hidden.deck[move.slot :]
    dropped = () if move.drop is None else (move.drop,)
    public = replace(public, taken=True, peeks=0, discard=public.discard + dropped)
    state = s.State(public, replace(hidden, deck=deck, hands=_put(hidden.hands, seat, hand)))
    took = s.Took(seat=seat, slot=move.slot, drop=move.drop)
    return Step(state, (took, s.Got(to=(seat,), card=str(lying.card))))


def _closed(state: s.State) -> s.State:
    public = replace(state.public, winner=None, turn=state.public.turn + 1)
    return s.State(public, state.concealed)


def _refill(state: s.State) -> Step[s.State, s.AnyEvent]:
    """Each seat draws until it holds two cards (§3.5), unless the game is over."""
    if outcome(state):
        return Step(state, (s.Ended(scores=state.public.scores),))
    events: Events = ()
    for seat in range(len(state.public.scores)):
        while len(state.concealed.hands[seat]) < s.HAND:
            step = _draw(state, seat)
            state, events = step.state, events + step.events
    return Step(state, events)


def _draw(state: s.State, seat: Seat) -> Step[s.State, s.AnyEvent]:
    hidden, public = state.concealed, state.public
    events: Events = ()
    if not hidden.deck:
        cards, rng = hidden.rng.shuffle(public.discard)
        hidden = replace(hidden, deck=tuple(s.Lying(card) for card in cards), rng=rng)
        public, events = replace(public, discard=()), (s.Shuffled(),)
    top, *rest = hidden.deck
    seen = top.seen if seat in top.seen else (*top.seen, seat)
    hand = (*hidden.hands[seat], s.Lying(top.card, seen))
    state = s.State(public, replace(hidden, deck=tuple(rest), hands=_put(hidden.hands, seat, hand)))
    drew = s.Drew(seat=seat, but=(seat,))
    return Step(state, (*events, drew, s.Got(to=(seat,), card=str(top.card))))


def _put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*row[:place], value, *row[place + 1 :])


def safe(view: s.View, rng: Rng) -> AnyMove:
    """Any card, firm; nothing of the spoils."""
    if view.public.winner is not None:
        return End()
    mine = [lying.card for lying in view.hands[_seat(view)] if lying.card]
    card, _ = rng.choice(mine)
    return Stand(card)


def forced(view: s.View) -> AnyMove | None:
    """With a card taken, or no slot left, only the end remains."""
    public = view.public
    if public.winner is None or not (public.taken or not view.deck):
        return None
    return End()
