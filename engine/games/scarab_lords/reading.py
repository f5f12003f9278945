"""From what players write to the moves of the rules: names completed, lines that stand for several."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Names, Seat
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords.absent import sole_answer
from engine.games.scarab_lords.choosing import wanted
from engine.games.scarab_lords.naming import Names as Called
from engine.games.scarab_lords.naming import in_play
from engine.games.scarab_lords.pool import on_offer
from engine.games.scarab_lords.scene import Scene, scene
from engine.games.scarab_lords.state import Cards, View, other


def names(view: View) -> Names:
    """The cards that a line may shorten, by `verb.field`.

    Lines are read before the first of them is played: what is in hand now may be in play then.
    """
    if view.seat is None:
        return {}
    public = view.public
    word = public.options.pack.word
    if public.stage != "play":
        return {
            "pick.card": _words(view.pool, *view.lists, word=word),
            "unpick.card": _words(view.pool, *view.lists, word=word),
        }
    mine, theirs = (_in_play(view, seat) for seat in (view.seat, other(view.seat)))
    hand, pile = view.hand, public.sides[view.seat].discards
    own, all_cards = _words(mine, hand, word=word), _words(mine, theirs, hand, word=word)
    held = _words(hand, word=word)
    return {
        "play.card": held,
        "rank.card": held,
        "redraw.cards": held,
        "use.card": own,
        "discard.card": own,
        "move.card": own,
        "clean.card": all_cards,
        "free.card": all_cards,
        "curse.card": _words(theirs, word=word),
        "choose.card": _words(theirs, pile, hand, word=word),
    }


def _in_play(view: View, seat: Seat) -> Cards:
    return tuple([spot.card for spot in in_play(view.public.sides[seat].field, seat)])


def _words(*cards: Cards, word: dict[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word[card] for some in cards for card in some))


def means(view: View, move: m.ScarabMove) -> tuple[m.ScarabMove, ...]:
    """The moves that a move stands for, the first of them as `candidates` spells it.

    A choice that is none is made before; cards that a redraw drops are discarded before it;
    names are made as short as they can be, and places are left out where they say nothing.
    """
    if view.public.stage != "play":
        return (_respelled_pick(view, move),)
    found = scene(view)
    if found.frame is not None and not _answers(found, move):
        first = m.Stop() if isinstance(found.op, c.Restock) else sole_answer(found)
        return (first, move) if first is not None else (move,)
    if isinstance(move, m.Redraw):
        return _redraw(found, move)
    if isinstance(move, m.Phases) and move.first > move.second:
        return (m.Phases(move.second, move.first),)
    return (_respelled(found, move),)


def _answers(found: Scene, move: m.ScarabMove) -> bool:
    """Whether a move is of a kind that makes the choice for which a text waits."""
    if found.repeats:
        return isinstance(move, m.Draw | m.Mill | m.Curse)
    return type(move) is wanted(found) or (isinstance(move, m.Stop) and isinstance(found.op, c.Restock))


def _redraw(found: Scene, move: m.Redraw) -> tuple[m.ScarabMove, ...]:
    kept = move.cards[-1:] if found.public.options.redraw_min_discard else ()
    drops = move.cards[: len(move.cards) - len(kept)]
    discards: list[m.ScarabMove] = [m.Discard(card, "hand") for card in drops]
    last = m.Redraw(tuple([_held(found, card) for card in kept]))
    if not discards:
        return (last,)
    return (_respelled(found, discards[0]), *discards[1:], last)


def _held(found: Scene, card: str) -> str:
    """A card of the hand by its word."""
    return found.pack.word[card] if card in found.hand else card


def _respelled(found: Scene, move: m.ScarabMove) -> m.ScarabMove:
    if isinstance(move, m.Play | m.Rank):
        return replace(move, card=_held(found, move.card))
    if not isinstance(move, m.Use | m.Clean | m.Free | m.Curse | m.Choose | m.Shift | m.Discard):
        return move
    called = _names_for(found, move)
    card, place = called.meant(move.card, move.place)
    if isinstance(move, m.Discard) and (card, place) not in called.by_key and place is None:
        card, place = called.meant(move.card, "hand")  # who does not say where means the hand
    if (card, place) not in called.by_key:
        return move
    return replace(move, card=card, place=place)


def _names_for(found: Scene, move: m.ScarabMove) -> Called:
    """The cards that a move can name."""
    if found.frame is not None and not found.repeats:
        return found.choosable
    return {
        m.Use: found.usable,
        m.Clean: found.cleanable,
        m.Free: found.freeable,
        m.Curse: found.targets,
        m.Discard: found.discardable,
    }.get(type(move), found.choosable)


def _respelled_pick(view: View, move: m.ScarabMove) -> m.ScarabMove:
    if not isinstance(move, m.Pick | m.Unpick):
        return move
    cards = on_offer(view) if isinstance(move, m.Pick) else view.picks
    return replace(move, card=view.public.options.pack.word[move.card]) if move.card in cards else move
