"""The rules: who is to act, what may be done, and what it does. Paragraphs are those of RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.errors import IllegalMove
from engine.game import Outcome, Seat, Step
from engine.games.lords_of_scotland.cards import CARDS, RANK
from engine.games.lords_of_scotland.course import end_turn, match_ranks, next_claim
from engine.games.lords_of_scotland.draft import Draft, draft
from engine.games.lords_of_scotland.effects import muster
from engine.games.lords_of_scotland.events import (
    LordsEvent,
    Passed,
    RecruitLookedAt,
    RecruitTaken,
    RecruitTakenUnseen,
    SlotLeftEmpty,
    SlotRefilled,
    Stopped,
    SupporterClaimed,
)
from engine.games.lords_of_scotland.moves import Claim, LordsMove, Muster, Pass, Recruit, Stop
from engine.games.lords_of_scotland.powers import Activations, check_activation
from engine.games.lords_of_scotland.state import FACE_DOWN, HAND_LIMIT, State, View, score
from engine.rng import Rng

RECRUITS = tuple(Recruit(slot) for slot in range(1, 6))
PLAIN = {name: (Muster(name, "up"), Muster(name, "down")) for name in CARDS}
"""Moves that come up all the time, made once."""


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat that is asked to move; none when the match is over."""
    acting = state.public.acting
    return () if acting is None else (acting,)


def turn(state: State) -> int:
    """Counts the turns of all players; a seat's claiming is one turn."""
    return state.public.turn


def candidates(view: View) -> list[LordsMove]:
    """The legal moves of the seat that looks."""
    public = view.public
    if public.phase == "claim":
        return [Claim(card) for card in public.supporters]
    moves: list[LordsMove] = []
    if public.phase == "follow-up":
        moves.append(Stop())
    elif len(view.hand) < HAND_LIMIT:
        moves += [move for move, card in zip(RECRUITS, public.recruits, strict=True) if card is not None]
    activations = Activations(view)
    for card in view.hand:
        up, down = PLAIN[card]
        moves.append(up)
        if activations.can_activate(card):
            moves += activations.of_card(card)
        moves.append(down)
    return moves or [Pass()]


def check(view: View, move: LordsMove) -> None:
    """All the rules: raises IllegalMove with a sentence and a paragraph unless the move is legal."""
    CHECKS[type(move)](view, move)


def check_recruit(view: View, move: Recruit) -> None:
    """Recruiting (3.4)."""
    public = view.public
    if public.phase != "turn":
        raise wrong_phase(view)
    if len(view.hand) >= HAND_LIMIT:
        raise IllegalMove("You hold 10 cards, so you cannot recruit: muster one.", "3.4")
    if not 1 <= move.slot <= len(public.recruits):
        raise IllegalMove("There is no such slot: the recruits lie in slots 1 to 5.", "3.4")
    if public.recruits[move.slot - 1] is None:
        raise IllegalMove(f"Slot {move.slot} is empty: no card was left to refill it.", "7.2")


def check_muster(view: View, move: Muster) -> None:
    """Mustering (3.6); with a power, what sections 4 and 5 ask for."""
    if view.public.phase == "claim":
        raise wrong_phase(view)
    if move.card not in view.hand:
        raise IllegalMove(not_held(move.card), "3.6")
    if move.power is not None:
        check_activation(view, move)
    elif move.target is not None or move.then is not None:
        raise IllegalMove(
            "Without a power there is no target: name the power, or leave the target out.", "4.1"
        )


def not_held(card: str) -> str:
    """The refusal of a card that is not in hand."""
    if card in CARDS:
        return f"You do not hold {card}."
    return "There is no such card: a card is named like scott-7 or bruce-a."


def check_stop(view: View, move: Stop) -> None:
    """Mustering no further card after a Makgill (5.2)."""
    if view.public.phase != "follow-up":
        raise IllegalMove(
            "There is nothing to stop: it goes only with the further muster of a Makgill.", "5.2"
        )


def check_claim(view: View, move: Claim) -> None:
    """Claiming a supporter (6.4)."""
    if view.public.phase != "claim":
        raise IllegalMove("Supporters are claimed only at the end of a skirmish.", "6.4")
    if move.card not in view.public.supporters:
        if move.card in CARDS:
            raise IllegalMove(f"{move.card} is not one of the supporters.", "6.4")
        raise IllegalMove("There is no such card: a card is named like scott-7 or bruce-a.", "6.4")


def check_pass(view: View, move: Pass) -> None:
    """Doing nothing (3.8)."""
    if view.public.phase != "turn":
        raise wrong_phase(view)
    if view.hand or any(card is not None for card in view.public.recruits):
        raise IllegalMove("You may pass only if you can neither recruit nor muster.", "3.8")


def wrong_phase(view: View) -> IllegalMove:
    """The refusal of a move that belongs to another moment."""
    if view.public.phase == "claim":
        return IllegalMove("The skirmish is over: claim one of the supporters.", "6.4")
    return IllegalMove("You may only muster a further card, or stop.", "5.2")


CHECKS: dict[type, Callable[[View, Any], None]] = {
    Recruit: check_recruit,
    Muster: check_muster,
    Stop: check_stop,
    Claim: check_claim,
    Pass: check_pass,
}


def apply(state: State, seat: Seat, move: LordsMove) -> Step[State, LordsEvent]:
    """Carries out a move that `check` let through."""
    table = draft(state)
    DEEDS[type(move)](table, seat, move)
    return table.step()


def do_recruit(table: Draft, seat: Seat, move: Recruit) -> None:
    """The recruit goes into the hand, and its slot is refilled (3.4, 3.5)."""
    index = move.slot - 1
    shown, hidden = table.recruits[index], table.hidden_recruits[index]
    if hidden is None:
        assert shown is not None
        table.add_to_hand(seat, shown)
        table.note_taken(seat, shown)
        table.events.append(RecruitTaken(seat, move.slot, shown))
    else:
        table.add_to_hand(seat, hidden)
        table.events.append(RecruitTakenUnseen(seat, move.slot, but=(seat,)))
        table.events.append(RecruitLookedAt(seat, move.slot, hidden, to=(seat,)))
    refill(table, index, face_down=hidden is not None)
    end_turn(table, seat)


def refill(table: Draft, index: int, face_down: bool) -> None:
    """A new card takes the slot, facing as the one that left (3.5, 7.2)."""
    card = table.draw_card()
    shown = FACE_DOWN if card and face_down else card
    hidden = card if face_down else None
    table.recruits = (*table.recruits[:index], shown, *table.recruits[index + 1 :])
    if face_down:
        table.hidden_recruits = (
            *table.hidden_recruits[:index],
            hidden,
            *table.hidden_recruits[index + 1 :],
        )
    if card is None:
        table.events.append(SlotLeftEmpty(index + 1))
    elif not face_down:
        table.events.append(SlotRefilled(index + 1, card))


def do_muster(table: Draft, seat: Seat, move: Muster) -> None:
    """3.6; an activated Makgill gives one more muster in the same turn (5.2)."""
    if muster(table, seat, move):
        table.phase = "follow-up"
    else:
        end_turn(table, seat)


def do_stop(table: Draft, seat: Seat, move: Stop) -> None:
    """The turn ends without a further card (5.2)."""
    table.events.append(Stopped(seat))
    end_turn(table, seat)


def do_pass(table: Draft, seat: Seat, move: Pass) -> None:
    """The turn ends without anything done (3.8)."""
    table.events.append(Passed(seat))
    end_turn(table, seat)


def do_claim(table: Draft, seat: Seat, move: Claim) -> None:
    """The supporter goes into the victory pile; the second claim is in the same turn (6.4, 5.8)."""
    table.supporters = tuple([card for card in table.supporters if card != move.card])
    pile = (*table.won[seat], move.card)
    table.won = (*table.won[:seat], pile, *table.won[seat + 1 :])
    table.events.append(SupporterClaimed(seat, move.card, score(pile)))
    table.claims -= 1
    if not table.claims:
        next_claim(table)


DEEDS: dict[type, Callable[[Draft, Seat, Any], None]] = {
    Recruit: do_recruit,
    Muster: do_muster,
    Stop: do_stop,
    Pass: do_pass,
    Claim: do_claim,
}


def outcome(state: State) -> Outcome | None:
    """Ranks by score, ties by the order of the last skirmish (6.5)."""
    public = state.public
    if public.phase != "over":
        return None
    scores = tuple(map(score, public.won))
    reason = f"40 points were reached in skirmish {public.skirmish}."
    if scores.count(max(scores)) > 1:
        reason = f"40 points were reached in skirmish {public.skirmish}; its order decided the tie."
    return Outcome(match_ranks(scores, public.order), scores, reason)


def safe(view: View, rng: Rng) -> LordsMove:
    """For an absent player: harmless, and telling nothing about the hand."""
    public = view.public
    if public.phase == "claim":
        return Claim(max(public.supporters, key=RANK.__getitem__))
    if public.phase == "follow-up":
        return Stop()
    slots = [slot for slot, card in enumerate(public.recruits, 1) if card is not None]
    if slots and len(view.hand) < HAND_LIMIT:
        down = [slot for slot in slots if public.recruits[slot - 1] == FACE_DOWN]
        return Recruit((down or slots)[0])
    if view.hand:
        return Muster(rng.choice(view.hand)[0], "down")
    return Pass()


def forced(view: View) -> LordsMove | None:
    """The move that everyone sees to be the only one: the last supporter, or a pass."""
    public = view.public
    if public.phase == "claim":
        return Claim(public.supporters[0]) if len(public.supporters) == 1 else None
    if public.phase == "turn" and public.acting is not None and not public.hands[public.acting]:
        return None if any(card is not None for card in public.recruits) else Pass()
    return None
