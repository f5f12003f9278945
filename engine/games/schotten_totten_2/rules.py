"""The rules: who is to act, what may be done, and what it does. Paragraphs are those of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.game import Outcome, Seat, Step
from engine.games.schotten_totten_2 import claims, exchange, moves, tactics, turns
from engine.games.schotten_totten_2.course import match_ranks, match_scores
from engine.games.schotten_totten_2.draft import Draft, draft
from engine.games.schotten_totten_2.events import TottenEvent
from engine.games.schotten_totten_2.moves import TottenMove
from engine.games.schotten_totten_2.state import Leg, Reason, State, View

CHECKS: dict[type, Callable[[View, Any], None]] = {
    moves.Claim: claims.check_claim,
    moves.Retreat: turns.check_retreat,
    moves.Oil: turns.check_oil,
    moves.Play: turns.check_play,
    moves.Redeploy: tactics.check_redeploy,
    moves.Recruit: tactics.check_recruit,
    moves.Desertion: tactics.check_desertion,
    moves.Treachery: tactics.check_treachery,
    moves.Explosion: tactics.check_explosion,
    moves.Support: tactics.check_support,
    moves.Exchange: exchange.check_exchange,
    moves.Give: exchange.check_give,
    moves.Pass: turns.check_pass,
    moves.Draw: turns.check_draw,
    moves.End: turns.check_end,
    moves.Begin: turns.check_begin,
}

DEEDS: dict[type, Callable[[Draft, Seat, Any], None]] = {
    moves.Claim: turns.do_claim,
    moves.Retreat: turns.do_retreat,
    moves.Oil: turns.do_oil,
    moves.Play: turns.do_play,
    moves.Redeploy: tactics.do_redeploy,
    moves.Recruit: tactics.do_recruit,
    moves.Desertion: tactics.do_desertion,
    moves.Treachery: tactics.do_treachery,
    moves.Explosion: tactics.do_explosion,
    moves.Support: tactics.do_support,
    moves.Exchange: exchange.do_exchange,
    moves.Give: exchange.do_give,
    moves.Pass: turns.do_pass,
    moves.Draw: turns.do_draw,
    moves.End: turns.do_end,
    moves.Begin: turns.do_begin,
}

REASONS: dict[Reason, str] = {
    "breached": "A fourth tile of the wall was damaged.",
    "taken": "A damaged tile of the wall was taken.",
    "exhausted": "The attacker's last turn went by, and the wall stands.",
    "held": "The defender had no free slot left, and the wall stands.",
}


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat that is asked to move; none when the match is over."""
    acting = state.public.acting
    return () if acting is None else (acting,)


def turn(state: State) -> int:
    """Counts the turns of both players."""
    return state.public.turn


def check(view: View, move: TottenMove) -> None:
    """All the rules: raises IllegalMove with a sentence and a paragraph unless the move is legal."""
    CHECKS[type(move)](view, move)


def apply(state: State, seat: Seat, move: TottenMove) -> Step[State, TottenEvent]:
    """Carries out a move that `check` let through."""
    table = draft(state)
    DEEDS[type(move)](table, seat, move)
    return table.step()


def outcome(state: State) -> Outcome | None:
    """Ranks by legs won, ties between two legs as 8.7 says."""
    public = state.public
    if public.phase != "over":
        return None
    ranks = match_ranks(public.legs)
    return Outcome(ranks, match_scores(public.legs), reason(public.legs, ranks))


def reason(legs: tuple[Leg, ...], ranks: tuple[int, ...]) -> str:
    """How the match was decided."""
    if len(legs) == 1:
        return REASONS[legs[0].reason]
    if legs[0].winner == legs[1].winner:
        return "Both legs were won by the same player."
    what = "cards left in the siege deck" if legs[0].winner == legs[0].attacker else "tiles damaged"
    if ranks == (1, 1):
        return f"Each player won a leg, with as many {what}."
    return f"Each player won a leg; the {what} decided."
