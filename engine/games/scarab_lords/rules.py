"""The rules: who is to act, what may be done, and what it does. Paragraphs are those of RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.errors import IllegalMove
from engine.game import Outcome, Seat, Step
from engine.games.scarab_lords import actions as a
from engine.games.scarab_lords import choosing as ch
from engine.games.scarab_lords import moves as m
from engine.games.scarab_lords import pool
from engine.games.scarab_lords import supremacy as s
from engine.games.scarab_lords.draft import Draft, draft
from engine.games.scarab_lords.effects import chooser
from engine.games.scarab_lords.events import ScarabEvent
from engine.games.scarab_lords.scene import Scene, scene
from engine.games.scarab_lords.state import State, View


def to_act(state: State) -> tuple[Seat, ...]:
    """Whose turn it is, or who must choose in the middle of it; both in an exchange."""
    public = state.public
    if public.stage == "play":
        return (chooser(public, public.frames[-1]) if public.frames else public.acting,)
    return () if public.stage == "over" else pool.choosers(public)


def turn(state: State) -> int:
    """Counts the turns of both players, and the steps of exchanges."""
    return state.public.turn


def candidates(view: View) -> Iterable[m.ScarabMove]:
    """The legal moves of the seat that looks."""
    if view.public.stage != "play":
        return pool.pool_candidates(view)
    found = scene(view)
    if found.frame is None:
        return [
            *a.turn_candidates(found),
            *s.supremacy_candidates(found),
            *ch.list_candidates(found),
        ]
    return s.supremacy_candidates(found) if found.repeats else ch.choice_candidates(found)


def check(view: View, move: m.ScarabMove) -> None:
    """All the rules: raises IllegalMove with a sentence and a paragraph unless the move is legal."""
    if view.public.stage != "play":
        pool.check_pool(view, move)
        return
    found = scene(view)
    if found.frame is None:
        CHECKS[type(move)](found, move)
    elif found.repeats:
        if not isinstance(move, m.Draw | m.Mill | m.Curse):
            a.refuse(ch.first_repeat(found))
        CHECKS[type(move)](found, move)
    else:
        ch.check_choice(found, move)


def not_now(found: Scene, move: m.ScarabMove) -> None:
    """A move that only answers what is not asked."""
    if isinstance(move, m.Pick | m.Unpick | m.Confirm | m.Wait):
        raise IllegalMove("Cards are exchanged only between two games.", "8.2")
    raise IllegalMove("No text waits for such a choice.", "5.1")


CHECKS: dict[type, Callable[[Scene, Any], None]] = {
    m.Phases: a.check_phases,
    m.Redraw: a.check_redraw,
    m.Play: a.check_play,
    m.Use: a.check_use,
    m.Clean: a.check_clean,
    m.Free: a.check_free,
    m.Curse: s.check_curse,
    m.Draw: s.check_exercise,
    m.Mill: s.check_exercise,
    m.Discard: a.check_discard,
    m.Done: a.check_done,
    m.Rank: ch.check_rank,
    m.Unrank: ch.check_unrank,
    m.Choose: not_now,
    m.Shift: not_now,
    m.Stop: not_now,
    m.Pick: not_now,
    m.Unpick: not_now,
    m.Confirm: not_now,
    m.Wait: not_now,
}


def apply(state: State, seat: Seat, move: m.ScarabMove) -> Step[State, ScarabEvent]:
    """Carries out a move that `check` let through."""
    table = draft(state)
    is_choice = bool(table.frames) and not isinstance(move, m.Draw | m.Mill)
    if is_choice and not Scene(table, seat, ()).repeats:
        ch.do_choice(table, seat, move)
    else:
        DEEDS[type(move)](table, seat, move)
    return table.step()


DEEDS: dict[type, Callable[[Draft, Seat, Any], None]] = {
    m.Phases: a.do_phases,
    m.Redraw: a.do_redraw,
    m.Play: a.do_play,
    m.Use: a.do_use,
    m.Clean: a.do_clean,
    m.Free: a.do_free,
    m.Curse: s.do_curse,
    m.Draw: s.do_exercise,
    m.Mill: s.do_exercise,
    m.Discard: a.do_discard,
    m.Done: s.do_done,
    m.Rank: ch.do_rank,
    m.Unrank: ch.do_unrank,
    m.Pick: pool.do_pick,
    m.Unpick: pool.do_unpick,
    m.Confirm: pool.do_confirm,
    m.Wait: pool.do_wait,
}

REASONS = {
    "supremacy": "Two columns of both regions were held at the beginning of a turn.",
    "deck": "The opponent's deck was empty at the beginning of a turn.",
    "pyramids": "The turns agreed were over, and more columns were held.",
    "cards": "The turns agreed were over, and more cards were left to draw.",
    "draw": "The turns agreed were over, and nothing told the players apart.",
}


def outcome(state: State) -> Outcome | None:
    """Ranks by games won (4.11, 8.1)."""
    public = state.public
    if public.stage != "over":
        return None
    wins = (public.sides[0].wins, public.sides[1].wins)
    ranks = tuple(1 + (mine < max(wins)) for mine in wins)
    reason = REASONS[public.results[-1].reason]
    if public.options.match == "best_of_three":
        reason = f"Of {len(public.results)} games {max(wins)} were won. In the last one: {reason}"
    return Outcome(ranks, wins, reason)
