"""How good a move looks at first sight: a rule of thumb for house bots, from the view alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine.games.lords_of_scotland import moves as m
from engine.games.lords_of_scotland.cards import CLAN, STRENGTH, Power
from engine.games.lords_of_scotland.powers import find_follower
from engine.games.lords_of_scotland.reckoning import army_strength
from engine.games.lords_of_scotland.state import FACE_DOWN, Follower, View

UNKNOWN: Final = 5.0
"""What a card is worth that nobody can see."""
MEAN_HAND: Final = 3
"""With fewer cards it is time to recruit."""
KEPT: Final = 0.4
"""What a point of strength is worth in the hand."""
POWERS: Final[dict[Power, float]] = {
    "copy": 1,
    "muster": 2,
    "stay": 2,
    "discard": 1,
    "swap": 0,
    "draw": 3,
    "claim-two": 3,
    "join": 1,
}
"""What activating a power is worth, beside what it does to a target."""


def worth(view: View, move: m.LordsMove) -> float:
    """Moves of one kind and of others are compared in points of strength."""
    return _WORTHS[type(move)](view, move)


def _recruit(view: View, move: m.Recruit) -> float:
    card = view.public.recruits[move.slot - 1]
    short = max(0, MEAN_HAND - len(view.hand))
    if card is None or card == FACE_DOWN:
        return KEPT * UNKNOWN + 2 * short
    kin = sum(CLAN[held] == CLAN[card] for held in view.hand)
    return KEPT * STRENGTH[card] + kin + 2 * short


def _muster(view: View, move: m.Muster) -> float:
    assert view.seat is not None
    army = _seen(view, view.public.armies[view.seat])
    grown = army_strength([*army, Follower(-1, move.card)]) - army_strength(army)
    gain = grown - KEPT * STRENGTH[move.card]
    if move.power is None:
        return gain - (move.facing == "down")
    return gain + POWERS[move.power] + _acts_on(view, move.then if move.power == "copy" else move.target)


def _seen(view: View, army: Sequence[Follower]) -> list[Follower]:
    """The followers of an army that the viewer knows, face-up."""
    known = {down.serial: down.card for down in view.known}
    cards = [(follower.serial, follower.card or known.get(follower.serial)) for follower in army]
    return [Follower(serial, card) for serial, card in cards if card]


def _acts_on(view: View, target: str | None) -> float:
    """What the target of a power is worth to lose: one's own rather not."""
    if target is None or target in view.public.supporters:
        return 0
    seat, index = find_follower(view.public.armies, target)
    card = view.public.armies[seat][index].card
    loss = UNKNOWN if card is None else float(STRENGTH[card])
    return loss / 2 if seat != view.seat else -loss


def _claim(view: View, move: m.Claim) -> float:
    return STRENGTH[move.card]


def _nothing(view: View, move: m.LordsMove) -> float:
    return 0


_WORTHS: Final[dict[type[m.LordsMove], Callable[[View, Any], float]]] = {
    m.Recruit: _recruit,
    m.Muster: _muster,
    m.Stop: _nothing,
    m.Claim: _claim,
    m.Pass: _nothing,
}
