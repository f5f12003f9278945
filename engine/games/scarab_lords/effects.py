"""The one interpreter of what cards do (RULES 5).

A text is a row of parts. What needs no choice is carried out at once; for the rest a frame
waits on the table until the choice is made. Texts are carried out as far as they can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from msgspec.structs import replace

from engine.game import Seat
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords import events as e
from engine.games.scarab_lords.cards import COLUMNS, Column
from engine.games.scarab_lords.draft import Draft, index
from engine.games.scarab_lords.moves import Choice, Choose, Clean, Curse, Discard, Shift
from engine.games.scarab_lords.naming import Spot, in_play, lying
from engine.games.scarab_lords.reckoning import is_immune, modifiers, power, strength
from engine.games.scarab_lords.state import Frame, Options, Side, Standing, other


class Table(Protocol):
    """What choices are worked out from: a draft, or what all can see."""

    @property
    def options(self) -> Options: ...
    @property
    def sides(self) -> tuple[Side, ...]: ...
    @property
    def pyramids(self) -> Sequence[Seat | None]: ...


VERBS: dict[type[c.Op], type[Choice]] = {
    c.PutScarabs: Curse,
    c.TakeScarabs: Clean,
    c.TakeFromHand: Discard,
    c.DiscardTarget: Choose,
    c.ReturnToHand: Choose,
    c.MoveMinion: Shift,
    c.Recover: Choose,
    c.Restock: Choose,
}
"""The kind of move by which the choice for a part is made; a repeated supremacy is just exercised."""


def op_of(table: Table, frame: Frame) -> c.Op | None:
    """The part of a text that a frame is at; None: it is a supremacy."""
    if frame.card is None:
        return None
    effect = table.options.pack.card[frame.card].effect
    parts: tuple[c.Op, ...] = effect.on_play if frame.slot == "on_play" else effect.action
    return parts[frame.step]


def chooser(table: Table, frame: Frame) -> Seat:
    """Who makes the choice that a frame waits for."""
    return other(frame.seat) if isinstance(op_of(table, frame), c.TakeFromHand) else frame.seat


def choices(table: Table, frame: Frame) -> list[Spot]:
    """The cards in play or in a discard pile that can be chosen for a frame, without those chosen before."""
    op = op_of(table, frame)
    mine, theirs = frame.seat, other(frame.seat)
    if op is None:
        return cursable(table, frame.seat, frame.column)
    if isinstance(op, c.Recover | c.Restock):
        types = op.types if isinstance(op, c.Recover) else c.TYPES
        pile = lying(table.sides[mine].discards, mine, "pile")
        return [spot for spot in pile if table.options.pack.card[spot.card].type in types]
    if isinstance(op, c.PutScarabs):
        return _standing(table, frame, op, [theirs])
    if isinstance(op, c.TakeScarabs):
        sides = {"self": [mine], "opponent": [theirs], "any": [mine, theirs]}[op.side]
        return [spot for spot in _standing(table, frame, op, sides) if spot.scarabs]
    if isinstance(op, c.DiscardTarget):
        return [spot for spot in _standing(table, frame, op, [theirs]) if _is_weak(table, op, spot)]
    if isinstance(op, c.MoveMinion):
        return [spot for spot in _standing(table, frame, op, [mine]) if ways(table, spot)]
    return []


def _standing(table: Table, frame: Frame, op: Any, seats: list[Seat]) -> list[Spot]:
    """The cards in play of the seats that a part can mean, by type and scope."""
    pack, scope = table.options.pack, getattr(op, "scope", "any")
    center = index(frame.column)
    return [
        spot
        for seat in seats
        for spot in in_play(table.sides[seat].field, seat)
        if pack.card[spot.card].type in op.types
        and spot.card not in frame.chosen
        and _is_in_scope(scope, center, spot.place)
    ]


def _is_in_scope(scope: str, center: int | None, place: int | None) -> bool:
    if scope == "any":
        return True
    if center is None or place is None:
        return False
    return center // 3 == place // 3 if scope == "same_region" else center == place


def _is_weak(table: Table, op: c.DiscardTarget, spot: Spot) -> bool:
    if op.cursed_only and not spot.scarabs:
        return False
    if op.max_strength is None or spot.place is None:
        return True
    field = table.sides[spot.seat].field
    standing = Standing(spot.card, spot.scarabs)
    found = next(each for each in field.columns[spot.place] if each == standing)
    return strength(table.options.pack, field, found, spot.place) <= op.max_strength


def ways(table: Table, spot: Spot) -> list[Column]:
    """The other columns that the icons of a card allow."""
    pack = table.options.pack
    return [column for column in pack.spots[pack.word[spot.card]] if column and column != spot.where]


def cursable(table: Table, seat: Seat, column: str | None) -> list[Spot]:
    """The cards on which a religious supremacy of a seat in a column may put scarabs (RULES 7.5)."""
    region = COLUMNS.index(column) // 3 if column in COLUMNS else None
    everywhere = table.options.religious_scope == "any"
    return [
        spot
        for spot in in_play(table.sides[other(seat)].field, other(seat))
        if spot.place is not None and (everywhere or spot.place // 3 == region)
    ]


def exercisable(table: Table, seat: Seat, pyramids: Sequence[Seat | None]) -> list[Column]:
    """The columns of a seat that do something when exercised: religion needs a card in reach (RULES 7.6)."""
    return [
        column
        for column, owner in zip(COLUMNS, pyramids, strict=True)
        if owner == seat and (column[1] != "r" or cursable(table, seat, column))
    ]


def begin(table: Draft, frame: Frame) -> None:
    """Lays a text on the table to be carried out."""
    assert frame.card is not None
    effect = table.pack.card[frame.card].effect
    if effect.action if frame.slot == "action" else effect.on_play:
        table.frames = (*table.frames, frame)


def run(table: Draft) -> None:
    """Carries out what lies on the table until a choice is needed."""
    while table.frames:
        frame = table.frames[-1]
        if frame.slot == "action" and frame.left < 0 and _is_cursed(table, frame):
            table.frames = table.frames[:-1]  # it came into play cursed
            continue
        if frame.left < 0:
            frame = replace(frame, left=_start(table, frame), chosen=())
            table.frames = (*table.frames[:-1], frame)
        if frame.left and _is_open(table, frame):
            return
        _next_part(table, frame)
    if table.fate is not None:
        table.discard(table.acting, table.fate)
        table.fate = None


def _is_cursed(table: Draft, frame: Frame) -> bool:
    assert frame.card is not None
    field = table.sides[frame.seat].field
    return any(spot.card == frame.card and spot.scarabs for spot in in_play(field, frame.seat))


def _is_open(table: Draft, frame: Frame) -> bool:
    """Whether a frame that still wants choices can get any."""
    op = op_of(table, frame)
    if isinstance(op, c.TakeFromHand):
        return True
    if isinstance(op, c.RepeatSupremacy):
        return bool(exercisable(table, frame.seat, table.pyramids))
    return bool(choices(table, frame))


def _next_part(table: Draft, frame: Frame) -> None:
    """Goes on to the next part of a text, or takes it off the table."""
    rest = table.frames[:-1]
    parts = 0
    if frame.card is not None:
        effect = table.pack.card[frame.card].effect
        parts = len(effect.on_play if frame.slot == "on_play" else effect.action)
    following = frame.step + 1
    more = (replace(frame, step=following, left=-1, chosen=()),) if following < parts else ()
    table.frames = rest + more


def _start(table: Draft, frame: Frame) -> int:
    """Begins a part: carries it out if it needs no choice; the number of choices that it needs."""
    op = op_of(table, frame)
    assert op is not None  # a supremacy comes with its number
    return STARTS[type(op)](table, frame, op)


def _enter_cursed(table: Draft, frame: Frame, op: c.EnterCursed) -> int:
    """A card's own text is not stopped by immunity (5.4)."""
    assert frame.card is not None
    table.set_scarabs(frame.seat, frame.card, op.n)
    table.events.append(e.ScarabsPut(frame.seat, frame.card, op.n, op.n))
    return 0


def _draw(table: Draft, frame: Frame, op: c.DrawCards) -> int:
    table.draw(frame.seat, op.n)
    return 0


def _mill(table: Draft, frame: Frame, op: c.MillCards) -> int:
    table.mill(other(frame.seat), op.n)
    return 0


def _gain_action(table: Draft, frame: Frame, op: c.ExtraAction) -> int:
    one, two = table.actions
    table.actions = (one + op.n, two) if op.phase == 1 else (one, two + op.n)
    table.events.append(e.ActionsGained(frame.seat, op.phase, op.n))
    return 0


def _count_choices(table: Draft, frame: Frame, op: Any) -> int:
    """As many as the text says, or as there are."""
    wanted: int = getattr(op, "count", None) or op.n
    return min(wanted, len(choices(table, frame)))


def _uncurse(table: Draft, frame: Frame, op: c.TakeScarabs) -> int:
    if op.count != "all":
        return min(op.count, len(choices(table, frame)))
    for spot in choices(table, frame):
        take_scarabs(table, spot, op.n)
    return 0


def _take_from_hand(table: Draft, frame: Frame, op: c.TakeFromHand) -> int:
    """All at once if there is nothing to choose, by lot, or by the list that was left (5.8, 5.9)."""
    victim = other(frame.seat)
    hand = table.hands[victim]
    if len(hand) > op.n and op.chooser == "opponent" and not table.sides[victim].is_ranked:
        table.events.append(e.DiscardAsked(victim, op.n))
        return op.n
    if len(hand) <= op.n:
        going = hand
    elif op.chooser == "random":
        shuffled, table.rng = table.rng.shuffle(hand)
        going = shuffled[: op.n]
    else:
        ranking = table.rankings[victim]
        going = (*ranking, *[card for card in hand if card not in ranking])[: op.n]
    lose(table, victim, *going)
    return 0


def _repeat(table: Draft, frame: Frame, op: c.RepeatSupremacy) -> int:
    return op.n if exercisable(table, frame.seat, table.pyramids) else 0


STARTS: dict[type[c.Op], Callable[[Draft, Frame, Any], int]] = {
    c.EnterCursed: _enter_cursed,
    c.PutScarabs: _count_choices,
    c.TakeScarabs: _uncurse,
    c.DrawCards: _draw,
    c.TakeFromHand: _take_from_hand,
    c.MillCards: _mill,
    c.DiscardTarget: _count_choices,
    c.ReturnToHand: _count_choices,
    c.MoveMinion: _count_choices,
    c.Recover: _count_choices,
    c.Restock: _count_choices,
    c.ExtraAction: _gain_action,
    c.RepeatSupremacy: _repeat,
}


def choose(table: Draft, spot: Spot, column: Column | None = None) -> None:
    """Carries out a choice for the innermost frame, and what follows."""
    frame = table.frames[-1]
    op = op_of(table, frame)
    if isinstance(op, c.PutScarabs):
        put_scarabs(table, spot, op.n)
    elif isinstance(op, c.TakeScarabs):
        take_scarabs(table, spot, op.n)
    elif isinstance(op, c.TakeFromHand):
        lose(table, spot.seat, spot.card)
    elif isinstance(op, c.ReturnToHand):
        send_home(table, spot.seat, spot.card)
    elif isinstance(op, c.DiscardTarget):
        remove(table, spot.seat, spot.card)
    elif isinstance(op, c.MoveMinion):
        assert column is not None
        _move(table, spot, column)
    elif isinstance(op, c.Recover | c.Restock):
        _lift(table, spot, under_deck=isinstance(op, c.Restock))
    else:
        put_scarabs(table, spot, 1)
    spend(table, spot.card)
    run(table)


def spend(table: Draft, card: str | None = None) -> None:
    """One choice of the innermost frame is made."""
    frame = table.frames[-1]
    chosen = frame.chosen if card is None or frame.card is None else (*frame.chosen, card)
    table.frames = (*table.frames[:-1], replace(frame, left=frame.left - 1, chosen=chosen))


def stop(table: Draft) -> None:
    """No more choices for the innermost frame."""
    table.frames = (*table.frames[:-1], replace(table.frames[-1], left=0))
    run(table)


def exercise(table: Draft, seat: Seat, column: Column) -> int:
    """Economy and military at once; for religion the number of scarabs to be placed (RULES 7.4 to 7.6)."""
    place = COLUMNS.index(column)
    number = power(table.pack, table.sides[seat].field, place)
    table.events.append(e.SupremacyExercised(seat, column))
    if column[1] == "e":
        table.draw(seat, number)
    elif column[1] == "m":
        table.mill(other(seat), number)
    else:
        return number
    return 0


def put_scarabs(table: Draft, spot: Spot, number: int) -> None:
    """The opponent's scarabs on a card, unless it is immune."""
    field = table.sides[spot.seat].field
    place, standing = table.find(spot.seat, spot.card)
    immune = place is not None and is_immune(table.pack, field, standing, place)
    put = 0 if immune else number
    if put:
        table.set_scarabs(spot.seat, spot.card, standing.scarabs + put)
    table.events.append(e.ScarabsPut(spot.seat, spot.card, put, standing.scarabs + put))


def take_scarabs(table: Draft, spot: Spot, number: int | str) -> None:
    """Takes scarabs off a card, as many as there are."""
    left = 0 if number == "all" else max(0, spot.scarabs - int(number))
    table.set_scarabs(spot.seat, spot.card, left)
    table.events.append(e.ScarabsTaken(spot.seat, spot.card, left))


def lose(table: Draft, owner: Seat, *cards: str) -> None:
    """Cards go from a hand to the discard pile, since the opponent wills it."""
    for card in cards:
        table.take_from_hand(owner, card)
    table.discard(owner, *cards)
    table.events.append(e.HandDiscarded(owner, cards))


def remove(table: Draft, owner: Seat, card: str) -> None:
    """The opponent discards a card from play; one that does not die goes to the hand (5.10)."""
    field = table.sides[owner].field
    if any(standing.card == card for _, standing, _ in modifiers(table.pack, field, c.Undying)):
        send_home(table, owner, card)
        return
    table.take_from_play(owner, card)
    table.discard(owner, card)
    table.events.append(e.CardRemoved(owner, card))


def send_home(table: Draft, owner: Seat, card: str) -> None:
    """A card goes from play to its owner's hand, without its scarabs."""
    table.take_from_play(owner, card)
    table.add_to_hand(owner, (card,), known=True)
    table.events.append(e.CardReturned(owner, card))


def _move(table: Draft, spot: Spot, column: Column) -> None:
    standing = table.take_from_play(spot.seat, spot.card)
    place = COLUMNS.index(column)
    table.set_row(spot.seat, place, (*table.row(spot.seat, place), standing))
    left = COLUMNS[spot.place or 0]
    table.events.append(e.CardMoved(spot.seat, spot.card, left, column))


def _lift(table: Draft, spot: Spot, under_deck: bool) -> None:
    """Takes a card from the discard pile into the hand, or under the deck."""
    side = table.sides[spot.seat]
    table.change(spot.seat, discards=tuple([card for card in side.discards if card != spot.card]))
    if not under_deck:
        table.add_to_hand(spot.seat, (spot.card,), known=True)
        table.events.append(e.CardRecovered(spot.seat, spot.card))
        return
    deck = (*table.decks[spot.seat], spot.card)
    table.decks = (deck, table.decks[1]) if spot.seat == 0 else (table.decks[0], deck)
    table.change(spot.seat, deck=len(deck), buried=(*side.buried, spot.card))
    table.events.append(e.CardRestocked(spot.seat, spot.card))
