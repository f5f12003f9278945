"""Events in words: one plain sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.game import Speech
from engine.games.schotten_totten_2 import events as e
from engine.games.schotten_totten_2.state import Deck, Reason

DREW: dict[Deck, str] = {
    "siege": "{name} draws a siege card.",
    "tactics": "{name} draws a tactics card.",
}
WON: dict[Reason, str] = {
    "breached": "A fourth tile is damaged: {name} wins as the attacker.",
    "taken": "A damaged tile is taken: {name} wins as the attacker.",
    "exhausted": "The attacker's last turn is over: {name} wins as the defender.",
    "held": "The defender has no free slot left: {name} wins as the defender.",
}


def words(event: e.TottenEvent, speech: Speech) -> str:
    """An event as one sentence for the reader."""
    return SENTENCES[type(event)](event, speech)


def listed(cards: Iterable[str]) -> str:
    """Cards in a sentence."""
    return ", ".join(cards)


def _leg_began(event: e.LegBegan, speech: Speech) -> str:
    return speech.say(
        "Leg {leg} begins: {attacker} attacks, {defender} defends.",
        leg=event.leg,
        attacker=speech.name(event.attacker),
        defender=speech.name(event.defender),
    )


def _hand_dealt(event: e.HandDealt, speech: Speech) -> str:
    return speech.say_to(
        event.seat,
        "You are dealt {cards}.",
        "{name} is dealt {cards}.",
        cards=listed(event.cards),
    )


def _last_turn_began(event: e.LastTurnBegan, speech: Speech) -> str:
    return speech.say(
        "The siege deck is empty: this is the last turn of {name}.", name=speech.name(event.seat)
    )


def _retreated(event: e.Retreated, speech: Speech) -> str:
    return speech.say(
        "{name} retreats from tile {tile}, discarding {cards}.",
        name=speech.name(event.seat),
        tile=event.tile,
        cards=listed(event.cards),
    )


def _oil_poured(event: e.OilPoured, speech: Speech) -> str:
    return speech.say(
        "{name} pours oil at tile {tile}: {card} is discarded; oil left: {left}.",
        name=speech.name(event.seat),
        tile=event.tile,
        card=event.card,
        left=event.left,
    )


def _card_played(event: e.CardPlayed, speech: Speech) -> str:
    name = speech.name(event.seat)
    if event.value is None:
        return speech.say("{name} plays {card} at tile {tile}.", name=name, card=event.card, tile=event.tile)
    return speech.say(
        "{name} plays {card} at tile {tile}, where it counts as {value}.",
        name=name,
        card=event.card,
        tile=event.tile,
        value=event.value,
    )


def _eliminated(event: e.Eliminated, speech: Speech) -> str:
    return speech.say(
        "At tile {tile} {arrived} and {partner} eliminate each other.",
        tile=event.tile,
        arrived=event.arrived,
        partner=event.partner,
    )


def _card_drawn(event: e.CardDrawn, speech: Speech) -> str:
    return speech.say(DREW[event.deck], name=speech.name(event.seat))


def _card_looked_at(event: e.CardLookedAt, speech: Speech) -> str:
    return speech.say_to(event.seat, "You draw {card}.", "{name} draws {card}.", card=event.card)


def _known_card_drawn(event: e.KnownCardDrawn, speech: Speech) -> str:
    return speech.say("{name} draws {card}, as all know.", name=speech.name(event.seat), card=event.card)


def _passed(event: e.Passed, speech: Speech) -> str:
    return speech.say("{name} plays no card.", name=speech.name(event.seat))


def _claimed(event: e.Claimed, speech: Speech) -> str:
    return speech.say(
        "{name} claims tile {tile} with {attack} against {defence}; tiles damaged now: {damaged}.",
        name=speech.name(event.seat),
        tile=event.tile,
        attack=listed(event.attack),
        defence=listed(event.defence) or speech.say("no card"),
        damaged=event.damaged,
    )


def _turn_ended(event: e.TurnEnded, speech: Speech) -> str:
    return speech.say("{name} makes no further claim.", name=speech.name(event.seat))


def _redeployed(event: e.Redeployed, speech: Speech) -> str:
    name = speech.name(event.seat)
    if event.tile is None:
        return speech.say(
            "{name} plays Redeployment: {card} is discarded from tile {origin}.",
            name=name,
            card=event.card,
            origin=event.origin,
        )
    return speech.say(
        "{name} plays Redeployment: {card} moves from tile {origin} to tile {tile}.",
        name=name,
        card=event.card,
        origin=event.origin,
        tile=event.tile,
    )


def _recruited(event: e.Recruited, speech: Speech) -> str:
    return speech.say(
        "{name} plays Recruitment: {card} comes from the discard pile to tile {tile}.",
        name=speech.name(event.seat),
        card=event.card,
        tile=event.tile,
    )


def _deserted(event: e.Deserted, speech: Speech) -> str:
    return speech.say(
        "{name} plays Desertion: {card} is discarded from tile {tile}.",
        name=speech.name(event.seat),
        card=event.card,
        tile=event.tile,
    )


def _betrayed(event: e.Betrayed, speech: Speech) -> str:
    return speech.say(
        "{name} plays Treachery: {card} leaves tile {origin} and changes sides at tile {tile}.",
        name=speech.name(event.seat),
        card=event.card,
        origin=event.origin,
        tile=event.tile,
    )


def _exploded(event: e.Exploded, speech: Speech) -> str:
    return speech.say(
        "{name} plays Explosion at tile {tile}: {cards} are discarded.",
        name=speech.name(event.seat),
        tile=event.tile,
        cards=listed(event.cards),
    )


def _supported(event: e.Supported, speech: Speech) -> str:
    return speech.say(
        "{name} plays Support: {cards} go back into the siege deck.",
        name=speech.name(event.seat),
        cards=listed(event.cards),
    )


def _laid_aside(event: e.LaidAside, speech: Speech) -> str:
    return speech.say(
        "{name} plays Exchange and lays three cards aside (siege {cards.siege}, tactics {cards.tactics}).",
        name=speech.name(event.seat),
        cards=event.cards,
    )


def _own_laid_aside(event: e.OwnLaidAside, speech: Speech) -> str:
    return speech.say_to(
        event.seat,
        "You play Exchange and lay {cards} aside.",
        "{name} plays Exchange and lays {cards} aside.",
        cards=listed(event.cards),
    )


def _hands_exchanged(event: e.HandsExchanged, speech: Speech) -> str:
    return speech.say(
        "{name} gives three cards (siege {given.siege}, tactics {given.tactics}) "
        "and gets three (siege {got.siege}, tactics {got.tactics}).",
        name=speech.name(event.seat),
        given=event.given,
        got=event.got,
    )


def _cards_exchanged(event: e.CardsExchanged, speech: Speech) -> str:
    return speech.say_to(
        event.seat,
        "You give {given} and get {got}.",
        "{name} gives {given} and gets {got}.",
        given=listed(event.given),
        got=listed(event.got),
    )


def _leg_ended(event: e.LegEnded, speech: Speech) -> str:
    return speech.say(WON[event.reason], name=speech.name(event.winner))


def _match_ended(event: e.MatchEnded, speech: Speech) -> str:
    if event.ranks == (1, 1):
        return speech.say("The match is over and drawn.")
    return speech.say("The match is over: {name} wins.", name=speech.name(event.ranks.index(1)))


SENTENCES: dict[type, Callable[[Any, Speech], str]] = {
    e.LegBegan: _leg_began,
    e.HandDealt: _hand_dealt,
    e.LastTurnBegan: _last_turn_began,
    e.Retreated: _retreated,
    e.OilPoured: _oil_poured,
    e.CardPlayed: _card_played,
    e.Eliminated: _eliminated,
    e.CardDrawn: _card_drawn,
    e.CardLookedAt: _card_looked_at,
    e.KnownCardDrawn: _known_card_drawn,
    e.Passed: _passed,
    e.Claimed: _claimed,
    e.TurnEnded: _turn_ended,
    e.Redeployed: _redeployed,
    e.Recruited: _recruited,
    e.Deserted: _deserted,
    e.Betrayed: _betrayed,
    e.Exploded: _exploded,
    e.Supported: _supported,
    e.LaidAside: _laid_aside,
    e.OwnLaidAside: _own_laid_aside,
    e.HandsExchanged: _hands_exchanged,
    e.CardsExchanged: _cards_exchanged,
    e.LegEnded: _leg_ended,
    e.MatchEnded: _match_ended,
}
