"""How good a move looks at first sight: a rule of thumb for house bots, from the view alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from engine.games.schotten_totten_2 import moves as m
from engine.games.schotten_totten_2.cards import FACES, IS_SIEGE, Cards, Criterion
from engine.games.schotten_totten_2.claims import as_side, unseen_cards
from engine.games.schotten_totten_2.proof import BIT_OR_NONE, Best, Side, best
from engine.games.schotten_totten_2.state import Role, Tile, View, side

RANK: Final = 20.0
"""What a better kind of formation is worth in points of strength."""
BEGUN: Final = 6.0
"""For each card that lies there already: formations that are begun are finished first."""
CLAIM: Final = 1000.0
ELITE: Final = 25.0
"""What is lost with an elite card, or any card of use elsewhere: it has to be worth it."""


def worth(view: View, move: m.TottenMove) -> float:
    """Plays are compared with one another, and all that is optional with not doing it (0)."""
    return _WORTHS[type(move)](view, move)


def _role(view: View) -> Role:
    assert view.seat is not None
    return view.public.role(view.seat)


def _play(view: View, move: m.Play) -> float:
    role, place = _role(view), move.tile - 1
    tile = view.public.tiles[place]
    lying = side(tile, role)
    after = _with(tile, role, (*lying, move.card))
    gain = _outlook(view, after, place, move.card) - _outlook(view, tile, place)
    cost = 0.0 if move.card in IS_SIEGE else ELITE
    return 200 + gain + BEGUN * len(lying) - cost


def _with(tile: Tile, role: Role, cards: Cards) -> Tile:
    return replace(tile, attacker=cards) if role == "attacker" else replace(tile, defender=cards)


def _outlook(view: View, tile: Tile, place: int, gone: str | None = None) -> float:
    """What a side of a tile can become: with the hand alone, and with what may still be drawn."""
    face = FACES[place][tile.damaged]
    public = view.public
    mine = as_side(tile, _role(view), face.slots, public.options, public.worths)
    hand = sum(BIT_OR_NONE[card] for card in view.hand if card != gone)
    return 0.6 * _best(mine, face.criterion, hand) + 0.4 * _best(mine, face.criterion, unseen_cards(public))


def _best(mine: Side, criterion: Criterion, pool: int) -> float:
    if pool.bit_count() < mine.missing:
        return 0
    return _points(best(mine, criterion, pool, outranks=True), criterion)


def _points(found: Best | None, criterion: Criterion) -> float:
    if found is None:
        return 0
    rank, total = found.grade
    return RANK * rank + (44 + total if criterion == "sum_low" else total)


def _hurt(view: View, tile: Tile) -> float:
    """What the opponent has at a tile, by its cards."""
    theirs = side(tile, "defender" if _role(view) == "attacker" else "attacker")
    return 4.0 * len(theirs) ** 2


def _oil(view: View, move: m.Oil) -> float:
    """Before the last card of a formation comes, not for a single one."""
    tile = view.public.tiles[move.tile - 1]
    face = FACES[move.tile - 1][tile.damaged]
    return 300 if len(tile.attacker) >= face.slots - 1 and len(tile.attacker) > 1 else -1


def _desertion(view: View, move: m.Desertion | m.Treachery) -> float:
    tile = next(tile for tile in view.public.tiles if move.card in (*tile.attacker, *tile.defender))
    return 170 + _hurt(view, tile)


def _explosion(view: View, move: m.Explosion) -> float:
    tile = view.public.tiles[move.tile - 1]
    return 180 + _hurt(view, tile) - 4.0 * len(side(tile, _role(view))) ** 2


def _given(view: View, move: m.Give) -> float:
    return -sum(int(card[1:]) if card in IS_SIEGE else ELITE for card in move.cards)


def _always(points: float) -> Callable[[View, Any], float]:
    return lambda view, move: points


def _draw(view: View, move: m.Draw) -> float:
    return 1 if move.deck == "tactics" else 0


_WORTHS: Final[dict[type[m.TottenMove], Callable[[View, Any], float]]] = {
    m.Claim: _always(CLAIM),
    m.Retreat: _always(-1),
    m.Oil: _oil,
    m.Play: _play,
    m.Redeploy: _always(150),
    m.Recruit: _always(160),
    m.Desertion: _desertion,
    m.Treachery: _desertion,
    m.Explosion: _explosion,
    m.Support: _always(100),
    m.Exchange: _always(90),
    m.Give: _given,
    m.Pass: _always(0),
    m.Draw: _draw,
    m.End: _always(-1),
    m.Begin: _always(0),
}
