"""Events in words: one plain sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.game import Seat, Speech
from engine.games.scarab_lords import events as e


def words(event: e.ScarabEvent, speech: Speech) -> str:
    """An event as one sentence for the reader."""
    return SENTENCES[type(event)](event, speech)


def word(card: str) -> str:
    """What a copy is called in a sentence."""
    return card.rpartition("-")[0]


def listed(cards: Iterable[str]) -> str:
    """Cards in a sentence."""
    return ", ".join(map(word, cards))


def _to_owner(speech: Speech, seat: Seat, you: str, others: str, **parts: object) -> str:
    """A sentence that speaks to the seat itself, or of it to anyone else."""
    if speech.reader == seat:
        return speech.say(you, **parts)
    return speech.say(others, name=speech.name(seat), **parts)


def _game_began(event: e.GameBegan, speech: Speech) -> str:
    return speech.say(
        "Game {game} begins: {one} plays House {first}, {two} House {second}; {name} begins.",
        game=event.game,
        one=speech.name(0),
        first=event.houses[0].capitalize(),
        two=speech.name(1),
        second=event.houses[1].capitalize(),
        name=speech.name(event.starter),
    )


def _hand_dealt(event: e.HandDealt, speech: Speech) -> str:
    return _to_owner(
        speech, event.seat, "You are dealt {cards}.", "{name} is dealt {cards}.", cards=listed(event.cards)
    )


def _phases_named(event: e.PhasesNamed, speech: Speech) -> str:
    return speech.say(
        "{name} will use the phases {phases}.",
        name=speech.name(event.seat),
        phases=", ".join(phase.upper() for phase in event.phases),
    )


def _card_played(event: e.CardPlayed, speech: Speech) -> str:
    if event.column is None:
        return speech.say("{name} plays {card}.", name=speech.name(event.seat), card=word(event.card))
    return speech.say(
        "{name} plays {card} to {column}.",
        name=speech.name(event.seat),
        card=word(event.card),
        column=event.column,
    )


def _card_used(event: e.CardUsed, speech: Speech) -> str:
    return speech.say("{name} uses {card}.", name=speech.name(event.seat), card=word(event.card))


def _scarabs_put(event: e.ScarabsPut, speech: Speech) -> str:
    parts = {"name": speech.name(event.owner), "card": word(event.card), "scarabs": event.scarabs}
    if not event.number:
        return speech.say("No scarab can be put on {card} of {name}.", **parts)
    return speech.say("{card} of {name} is cursed; scarabs on it: {scarabs}.", **parts)


def _scarabs_taken(event: e.ScarabsTaken, speech: Speech) -> str:
    parts = {"name": speech.name(event.owner), "card": word(event.card), "scarabs": event.scarabs}
    if not event.scarabs:
        return speech.say("{card} of {name} is free of scarabs.", **parts)
    return speech.say("Scarabs are taken off {card} of {name}; left there: {scarabs}.", **parts)


def _cards_drawn(event: e.CardsDrawn, speech: Speech) -> str:
    if not event.number:
        return speech.say("{name} has no card left to draw.", name=speech.name(event.seat))
    if event.number == 1:
        return speech.say("{name} draws a card.", name=speech.name(event.seat))
    return speech.say("{name} draws {number} cards.", name=speech.name(event.seat), number=event.number)


def _cards_seen(event: e.CardsSeen, speech: Speech) -> str:
    return _to_owner(
        speech, event.seat, "You draw {cards}.", "{name} draws {cards}.", cards=listed(event.cards)
    )


def _cards_milled(event: e.CardsMilled, speech: Speech) -> str:
    name = speech.name(event.owner)
    if not event.cards:
        return speech.say("The deck of {name} is empty: nothing is discarded.", name=name)
    return speech.say("From the deck of {name} go: {cards}.", name=name, cards=listed(event.cards))


def _card_discarded(event: e.CardDiscarded, speech: Speech) -> str:
    parts = {"name": speech.name(event.seat), "card": word(event.card)}
    if event.from_hand:
        return speech.say("{name} discards {card} from hand.", **parts)
    return speech.say("{name} discards {card} from play.", **parts)


def _card_removed(event: e.CardRemoved, speech: Speech) -> str:
    return speech.say("{card} of {name} is discarded.", name=speech.name(event.owner), card=word(event.card))


def _card_returned(event: e.CardReturned, speech: Speech) -> str:
    return speech.say(
        "{card} goes back to the hand of {name}.", name=speech.name(event.owner), card=word(event.card)
    )


def _card_moved(event: e.CardMoved, speech: Speech) -> str:
    return speech.say(
        "{name} moves {card} from {left} to {column}.",
        name=speech.name(event.seat),
        card=word(event.card),
        left=event.left,
        column=event.column,
    )


def _card_recovered(event: e.CardRecovered, speech: Speech) -> str:
    return speech.say(
        "{name} takes {card} from the discard pile into hand.",
        name=speech.name(event.seat),
        card=word(event.card),
    )


def _card_restocked(event: e.CardRestocked, speech: Speech) -> str:
    return speech.say(
        "{name} lays {card} from the discard pile under the deck.",
        name=speech.name(event.seat),
        card=word(event.card),
    )


def _actions_gained(event: e.ActionsGained, speech: Speech) -> str:
    return speech.say(
        "{name} has more actions in phase {phase} of this turn: {number}.",
        name=speech.name(event.seat),
        phase=event.phase,
        number=event.number,
    )


def _discard_asked(event: e.DiscardAsked, speech: Speech) -> str:
    return _to_owner(
        speech,
        event.owner,
        "You must discard cards of your hand: {number}.",
        "{name} must discard cards of his hand: {number}.",
        number=event.number,
    )


def _hand_discarded(event: e.HandDiscarded, speech: Speech) -> str:
    name = speech.name(event.owner)
    if not event.cards:
        return speech.say("{name} has no card to discard.", name=name)
    return speech.say("{name} loses from hand: {cards}.", name=name, cards=listed(event.cards))


def _supremacy_determined(event: e.SupremacyDetermined, speech: Speech) -> str:
    return speech.say(
        "Supremacies are determined: {one} holds {first}, {two} {second}.",
        one=speech.name(0),
        first=_columns(event.held[0], speech),
        two=speech.name(1),
        second=_columns(event.held[1], speech),
    )


def _columns(columns: tuple[str, ...], speech: Speech) -> str:
    return " ".join(columns) or speech.say("nothing")


def _supremacy_exercised(event: e.SupremacyExercised, speech: Speech) -> str:
    return speech.say("{name} exercises {column}.", name=speech.name(event.seat), column=event.column)


def _hand_redrawn(event: e.HandRedrawn, speech: Speech) -> str:
    name = speech.name(event.seat)
    if not event.dropped:
        return speech.say("{name} redraws in place of a turn.", name=name)
    return speech.say("{name} drops {cards} and redraws.", name=name, cards=listed(event.dropped))


def _list_left(event: e.ListLeft, speech: Speech) -> str:
    return speech.say("{name} leaves a discard list.", name=speech.name(event.seat))


def _list_extended(event: e.ListExtended, speech: Speech) -> str:
    return _to_owner(
        speech,
        event.seat,
        "You put {card} at the end of your discard list.",
        "{name} puts {card} at the end of the discard list.",
        card=word(event.card),
    )


def _list_torn(event: e.ListTorn, speech: Speech) -> str:
    return speech.say("{name} tears up the discard list.", name=speech.name(event.seat))


def _turn_ended(event: e.TurnEnded, speech: Speech) -> str:
    return speech.say("{name} ends the turn.", name=speech.name(event.seat))


ENDS = {
    "supremacy": "Game {game} is over: {name} holds two columns of both regions at the beginning of a turn.",
    "deck": "Game {game} is over: {name} wins, since {other} has no card left to draw.",
    "pyramids": "Game {game} is counted out: {name} wins with more columns.",
    "cards": "Game {game} is counted out: {name} wins with more cards left to draw.",
    "draw": "Game {game} is counted out: it is a draw.",
}


def _game_ended(event: e.GameEnded, speech: Speech) -> str:
    winner = 0 if event.winner is None else event.winner
    return speech.say(
        ENDS[event.reason], game=event.game, name=speech.name(winner), other=speech.name(1 - winner)
    )


def _exchange_began(event: e.ExchangeBegan, speech: Speech) -> str:
    return speech.say(
        "Both put five cards into the pool; then {name} takes five, and begins the next game.",
        name=speech.name(event.loser),
    )


def _card_picked(event: e.CardPicked, speech: Speech) -> str:
    return _to_owner(speech, event.seat, "You pick {card}.", "{name} picks {card}.", card=word(event.card))


def _card_unpicked(event: e.CardUnpicked, speech: Speech) -> str:
    return _to_owner(
        speech, event.seat, "You take {card} back.", "{name} takes {card} back.", card=word(event.card)
    )


def _choice_confirmed(event: e.ChoiceConfirmed, speech: Speech) -> str:
    return speech.say("{name} has chosen.", name=speech.name(event.seat))


def _choice_postponed(event: e.ChoicePostponed, speech: Speech) -> str:
    return speech.say("{name} will choose later.", name=speech.name(event.seat))


def _pool_filled(event: e.PoolFilled, speech: Speech) -> str:
    if not any(event.put):
        return speech.say("Both have put five cards into the pool.")
    return speech.say(
        "Into the pool go of {one}: {first}; of {two}: {second}.",
        one=speech.name(0),
        first=listed(event.put[0]),
        two=speech.name(1),
        second=listed(event.put[1]),
    )


def _pool_taken(event: e.PoolTaken, speech: Speech) -> str:
    name = speech.name(event.seat)
    if not event.cards:
        return speech.say("{name} has taken five cards of the pool.", name=name)
    return speech.say("{name} takes of the pool: {cards}.", name=name, cards=listed(event.cards))


def _match_ended(event: e.MatchEnded, speech: Speech) -> str:
    if event.winner is None:
        return speech.say("The match is over: it is a draw.")
    return speech.say("The match is over: {name} wins.", name=speech.name(event.winner))


SENTENCES: dict[type[e.ScarabEvent], Callable[[Any, Speech], str]] = {
    e.GameBegan: _game_began,
    e.HandDealt: _hand_dealt,
    e.PhasesNamed: _phases_named,
    e.CardPlayed: _card_played,
    e.CardUsed: _card_used,
    e.ScarabsPut: _scarabs_put,
    e.ScarabsTaken: _scarabs_taken,
    e.CardsDrawn: _cards_drawn,
    e.CardsSeen: _cards_seen,
    e.CardsMilled: _cards_milled,
    e.CardDiscarded: _card_discarded,
    e.CardRemoved: _card_removed,
    e.CardReturned: _card_returned,
    e.CardMoved: _card_moved,
    e.CardRecovered: _card_recovered,
    e.CardRestocked: _card_restocked,
    e.ActionsGained: _actions_gained,
    e.DiscardAsked: _discard_asked,
    e.HandDiscarded: _hand_discarded,
    e.SupremacyDetermined: _supremacy_determined,
    e.SupremacyExercised: _supremacy_exercised,
    e.HandRedrawn: _hand_redrawn,
    e.ListLeft: _list_left,
    e.ListExtended: _list_extended,
    e.ListTorn: _list_torn,
    e.TurnEnded: _turn_ended,
    e.GameEnded: _game_ended,
    e.ExchangeBegan: _exchange_began,
    e.CardPicked: _card_picked,
    e.CardUnpicked: _card_unpicked,
    e.ChoiceConfirmed: _choice_confirmed,
    e.ChoicePostponed: _choice_postponed,
    e.PoolFilled: _pool_filled,
    e.PoolTaken: _pool_taken,
    e.MatchEnded: _match_ended,
}
