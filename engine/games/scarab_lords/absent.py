"""Moves that need no decision: for who is absent, and those that everyone sees to be the only ones."""

from __future__ import annotations

from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords.choosing import choice_candidates
from engine.games.scarab_lords.effects import chooser
from engine.games.scarab_lords.pool import on_offer, wanted
from engine.games.scarab_lords.scene import Scene, scene
from engine.games.scarab_lords.state import View
from engine.games.scarab_lords.supremacy import supremacy_candidates
from engine.rng import Rng


def safe(view: View, rng: Rng) -> m.ScarabMove:
    """For an absent player: redraw, or end the turn; what must be given up is drawn by lot."""
    if view.public.stage != "play":
        return _pick(view, rng)
    found = scene(view)
    if found.frame is not None:
        return _answer(found, rng)
    if view.public.phase in ("phases", "start"):
        least = view.public.options.redraw_min_discard and bool(view.hand)
        return m.Redraw((rng.choice(list(found.words))[0],)) if least else m.Redraw()
    if view.public.has_left:
        return m.Done()
    return m.Discard(*found.discardable.key_of[rng.choice(view.hand)[0]])


def _pick(view: View, rng: Rng) -> m.ScarabMove:
    public = view.public
    assert view.seat is not None
    if public.stage == "take" and view.seat != public.loser:
        return m.Wait()
    if len(view.picks) == wanted(public, view.seat):
        return m.Confirm()
    return m.Pick(public.options.pack.word[rng.choice(on_offer(view))[0]])


def _answer(found: Scene, rng: Rng) -> m.ScarabMove:
    if isinstance(found.op, c.Restock):
        return m.Stop()
    if isinstance(found.op, c.TakeFromHand):
        return m.Discard(*rng.choice(list(found.choosable.by_key))[0])
    return answers(found)[0]


def answers(found: Scene) -> list[m.ScarabMove]:
    """The moves that make the choice for which a text waits."""
    return list(supremacy_candidates(found) if found.repeats else choice_candidates(found))


def forced(view: View) -> m.ScarabMove | None:
    """Given the spectator's view: the last choice that is left, or the redraw of who has nothing at all."""
    public = view.public
    if public.stage != "play":
        return None
    seat = chooser(public, public.frames[-1]) if public.frames else public.acting
    return sole_answer(Scene(public, seat, ()))


def sole_answer(found: Scene) -> m.ScarabMove | None:
    """The only move that all can see to be possible, or None."""
    if found.frame is None:
        has_nothing = found.public.is_bare and not found.side.hand and not found.mine
        return m.Redraw() if has_nothing and not found.is_list_of_use else None
    if isinstance(found.op, c.TakeFromHand):
        return None
    every = answers(found)
    return every[0] if len(every) == 1 else None
