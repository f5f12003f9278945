"""How good a move looks at first sight: a rule of thumb for house bots, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords.cards import INDEX, Card
from engine.games.scarab_lords.naming import Spot
from engine.games.scarab_lords.reckoning import strengths
from engine.games.scarab_lords.scene import Scene, scene
from engine.games.scarab_lords.state import View, other

LEAD: Final = 8.0
"""What it is worth to hold a column rather than to share it."""
MARGIN: Final = 0.6
"""A point of strength more than needed, or less; beyond FAR it counts no more."""
FAR: Final = 6
EARLIER: Final = 1000.0
"""What can be done in an earlier phase is done first: a later one would end it."""
LATER: Final = 0.4
"""What strength is worth under a scarab, since that may be taken off."""

OPS: Final[dict[type[c.Op], float]] = {
    c.PutScarabs: 4,
    c.TakeScarabs: 2,
    c.DrawCards: 3,
    c.TakeFromHand: 2.5,
    c.MillCards: 1.5,
    c.DiscardTarget: 6,
    c.ReturnToHand: 4,
    c.MoveMinion: 1,
    c.Recover: 3,
    c.Restock: 1,
    c.ExtraAction: 3,
    c.RepeatSupremacy: 3,
    c.EnterCursed: 0,
}
"""A part of a text, for each time that it is done."""
PASSIVE: Final = 3.0
"""A part that holds on."""


def worth(view: View, move: m.ScarabMove) -> float:
    """More than 0: better than ending the turn."""
    if view.public.stage != "play":
        return _in_exchange(view, move)
    return _IN_PLAY[type(move)](scene(view), move)


def value(card: Card) -> float:
    """What a card is worth wherever it lies."""
    effect = card.effect
    return (card.strength or 0) + _text((*effect.on_play, *effect.action)) + PASSIVE * len(effect.passive)


def _text(ops: Sequence[c.Op]) -> float:
    return sum(OPS[type(op)] * _times(op) for op in ops)


def _times(op: c.Op) -> int:
    said = [getattr(op, name, 1) for name in ("n", "count")]
    return max(2 if number == "all" else int(number) for number in said)


def column(ours: int, theirs: int) -> float:
    """What a column with these sums is worth to us."""
    margin = max(-FAR, min(FAR, ours - theirs))
    return MARGIN * margin + LEAD * ((ours > theirs) - (ours < theirs))


def _change(found: Scene, place: int, ours: float = 0, theirs: float = 0) -> float:
    """What it is worth to change the sums of a column."""
    sides = found.public.sides
    mine = strengths(found.pack, sides[found.seat].field)[place]
    yours = strengths(found.pack, sides[other(found.seat)].field)[place]
    return column(round(mine + ours), round(yours + theirs)) - column(mine, yours)


def _early(found: Scene, phase: int, gain: float) -> float:
    return gain if gain <= 0 else gain + EARLIER * (5 - phase)


def _play(found: Scene, move: m.Play) -> float:
    card = found.pack.by_word[move.card]
    effect = card.effect
    gain = _text((*effect.on_play, *effect.action)) + PASSIVE * len(effect.passive)
    if card.type in c.STANDERS and move.column is not None:
        cursed = any(isinstance(op, c.EnterCursed) for op in effect.on_play)
        strength = (card.strength or 0) * (LATER if cursed else 1)
        gain += strength + _change(found, INDEX[move.column], ours=strength)
    return _early(found, found.pack.phase[move.card], gain)


def _use(found: Scene, move: m.Use) -> float:
    spot = found.usable.spot(move.card, move.place)
    card = found.pack.card[spot.card]
    return _early(found, found.pack.phase[card.word], _text(card.effect.action))


def _clean(found: Scene, move: m.Clean) -> float:
    names = found.choosable if found.frame else found.cleanable
    spot = names.spot(move.card, move.place)
    return _early(found, found.pack.phase[found.pack.word[spot.card]], _freed(found, spot))


def _free(found: Scene, move: m.Free) -> float:
    return _early(found, 2, _freed(found, found.freeable.spot(move.card, move.place)))


def _freed(found: Scene, spot: Spot) -> float:
    """A scarab less on a card: only the last one gives its strength back."""
    if spot.seat != found.seat:
        return -_hit(found, spot)
    if spot.place is None:
        return 0
    strength = found.pack.strength[spot.card]
    gain = strength + _change(found, spot.place, ours=strength)
    return gain if spot.scarabs == 1 else gain * LATER


def _hit(found: Scene, spot: Spot) -> float:
    """What it is worth that a card of the opponent loses its strength."""
    card = found.pack.card[spot.card]
    worth = 0.5 * value(card)
    if spot.place is not None and not spot.scarabs:
        worth += _change(found, spot.place, theirs=-found.pack.strength[spot.card])
    return worth


def _curse(found: Scene, move: m.Curse) -> float:
    names = found.choosable if found.frame and not found.repeats else found.targets
    spot = names.spot(move.card, move.place)
    return _early(found, 4, max(0.1, _hit(found, spot) if not spot.scarabs else 0.5))


def _choose(found: Scene, move: m.Choose) -> float:
    spot = found.choosable.spot(move.card, move.place)
    if spot.seat != found.seat:
        return _hit(found, spot)
    card = value(found.pack.card[spot.card])
    return 10 - card if isinstance(found.op, c.Restock) else card


def _shift(found: Scene, move: m.Shift) -> float:
    spot = found.choosable.spot(move.card, move.place)
    strength = 0 if spot.scarabs or spot.place is None else found.pack.strength[spot.card]
    leaves = 0.0 if spot.place is None else _change(found, spot.place, ours=-strength)
    return leaves + _change(found, INDEX[move.column], ours=strength)


def _discard(found: Scene, move: m.Discard) -> float:
    """One card has to leave the hand before the turn can end; then it is the least one."""
    names = found.choosable if found.frame else found.discardable
    spot = names.spot(move.card, move.place)
    card = value(found.pack.card[spot.card])
    return -card if spot.where == "hand" else -50 - card


def _redraw(found: Scene, move: m.Redraw) -> float:
    """In place of a turn, so only if there is little to play."""
    return (
        (15.0 if len(found.hand) <= 2 else -100.0) - 2 * len(move.cards) + EARLIER * 9 * found.public.is_bare
    )


def _phases(found: Scene, move: m.Phases) -> float:
    said = {move.first, move.second}
    return sum(
        value(found.pack.card[card]) for card in found.hand if str(found.pack.card[card].phase) in said
    )


def _draw(found: Scene, move: m.Draw) -> float:
    return _early(found, 4, 3 if found.side.deck > 3 else -1)


def _mill(found: Scene, move: m.Mill) -> float:
    return _early(found, 4, 2)


def _nothing(found: Scene, move: m.ScarabMove) -> float:
    return 0


def _never(found: Scene, move: m.ScarabMove) -> float:
    return -1000


_IN_PLAY: Final[dict[type[m.ScarabMove], Callable[[Scene, Any], float]]] = {
    m.Phases: _phases,
    m.Redraw: _redraw,
    m.Play: _play,
    m.Use: _use,
    m.Clean: _clean,
    m.Free: _free,
    m.Curse: _curse,
    m.Choose: _choose,
    m.Shift: _shift,
    m.Stop: _nothing,
    m.Draw: _draw,
    m.Mill: _mill,
    m.Discard: _discard,
    m.Done: _nothing,
    m.Rank: _never,
    m.Unrank: _never,
}


def _in_exchange(view: View, move: m.ScarabMove) -> float:
    """The least of one's own cards for the best of the pool; the winner waits for the loser."""
    if isinstance(move, m.Confirm):
        return 1000
    if not isinstance(move, m.Pick):
        return 500 if isinstance(move, m.Wait) else -1000
    card = value(view.public.options.pack.by_word[move.card.rpartition("-")[0] or move.card])
    return -card if view.public.stage == "put" else card
