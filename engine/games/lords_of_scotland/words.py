"""Events in words: one plain sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.game import Speech
from engine.games.lords_of_scotland import events as e
from engine.games.lords_of_scotland.cards import Power

ACTIVATED: dict[Power, str] = {
    "muster": "{name} musters {card} face-up and activates it: one more muster.",
    "stay": "{name} musters {card} face-up and activates it: it will stay for one more skirmish.",
    "discard": "{name} musters {card} face-up and activates it: a follower is discarded.",
    "swap": "{name} musters {card} face-up and activates it: a swap.",
    "draw": "{name} musters {card} face-up and activates it: a card is drawn.",
    "claim-two": "{name} musters {card} face-up and activates it: its army will claim two supporters.",
    "join": "{name} musters {card} face-up and activates it: it will count as every clan.",
}


def words(event: e.LordsEvent, speech: Speech) -> str:
    """An event as one sentence for the reader."""
    return SENTENCES[type(event)](event, speech)


def _listed(cards: Iterable[str]) -> str:
    """Cards in a sentence."""
    return ", ".join(cards)


def _skirmish_began(event: e.SkirmishBegan, speech: Speech) -> str:
    name = speech.name(event.leader)
    if not event.supporters:
        return speech.say(
            "Skirmish {number} begins, led by {name}; there are no supporters.",
            number=event.skirmish,
            name=name,
        )
    return speech.say(
        "Skirmish {number} begins, led by {name}; the supporters are {cards}.",
        number=event.skirmish,
        name=name,
        cards=_listed(event.supporters),
    )


def _hand_dealt(event: e.HandDealt, speech: Speech) -> str:
    return speech.say_to(
        event.seat,
        "You are dealt {cards}.",
        "{name} is dealt {cards}.",
        cards=_listed(event.cards),
    )


def _supporters_redealt(event: e.SupportersRedealt, speech: Speech) -> str:
    return speech.say(
        "The supporters {cards} are all of one strength, so they are discarded and others dealt.",
        cards=_listed(event.cards),
    )


def _recruit_flipped(event: e.RecruitFlipped, speech: Speech) -> str:
    return speech.say(
        "{name} turns recruit {slot} up: {card}.",
        name=speech.name(event.seat),
        slot=event.slot,
        card=event.card,
    )


def _recruit_taken(event: e.RecruitTaken, speech: Speech) -> str:
    return speech.say(
        "{name} recruits {card} from slot {slot}.",
        name=speech.name(event.seat),
        slot=event.slot,
        card=event.card,
    )


def _recruit_taken_unseen(event: e.RecruitTakenUnseen, speech: Speech) -> str:
    return speech.say(
        "{name} recruits the face-down card from slot {slot}.", name=speech.name(event.seat), slot=event.slot
    )


def _recruit_looked_at(event: e.RecruitLookedAt, speech: Speech) -> str:
    return speech.say_to(
        event.seat,
        "You recruit the face-down card from slot {slot}: it is {card}.",
        "{name} recruits the face-down card from slot {slot}: it is {card}.",
        slot=event.slot,
        card=event.card,
    )


def _slot_refilled(event: e.SlotRefilled, speech: Speech) -> str:
    return speech.say("Slot {slot} is refilled with {card}.", slot=event.slot, card=event.card)


def _slot_left_empty(event: e.SlotLeftEmpty, speech: Speech) -> str:
    return speech.say("No card is left, so slot {slot} stays empty.", slot=event.slot)


def _mustered_up(event: e.MusteredUp, speech: Speech) -> str:
    name = speech.name(event.seat)
    if event.power is None:
        return speech.say("{name} musters {card} face-up without its power.", name=name, card=event.card)
    if event.power == "copy":
        return speech.say(
            "{name} musters {card} face-up and copies the power of {copied}.",
            name=name,
            card=event.card,
            copied=event.copied,
        )
    return speech.say(ACTIVATED[event.power], name=name, card=event.card)


def _mustered_down(event: e.MusteredDown, speech: Speech) -> str:
    return speech.say(
        "{name} musters a card face-down as {address}.", name=speech.name(event.seat), address=event.address
    )


def _mustered_own(event: e.MusteredOwn, speech: Speech) -> str:
    return speech.say_to(
        event.seat,
        "You muster {card} face-down as {address}.",
        "{name} musters {card} face-down as {address}.",
        card=event.card,
        address=event.address,
    )


def _stopped(event: e.Stopped, speech: Speech) -> str:
    return speech.say("{name} musters no further card.", name=speech.name(event.seat))


def _passed(event: e.Passed, speech: Speech) -> str:
    return speech.say("{name} can neither recruit nor muster, and passes.", name=speech.name(event.seat))


def _card_drawn(event: e.CardDrawn, speech: Speech) -> str:
    return speech.say("{name} draws a card.", name=speech.name(event.seat))


def _card_looked_at(event: e.CardLookedAt, speech: Speech) -> str:
    return speech.say_to(event.seat, "You draw {card}.", "{name} draws {card}.", card=event.card)


def _follower_discarded(event: e.FollowerDiscarded, speech: Speech) -> str:
    return speech.say(
        "{card} is discarded from the army of {owner}.", card=event.card, owner=speech.name(event.owner)
    )


def _follower_unmasked(event: e.FollowerUnmasked, speech: Speech) -> str:
    return speech.say(
        "The face-down follower {address} is discarded and shown: {card}.",
        address=event.address,
        card=event.card,
    )


def _follower_buried(event: e.FollowerBuried, speech: Speech) -> str:
    return speech.say("The face-down follower {address} is discarded unseen.", address=event.address)


def _followers_swapped(event: e.FollowersSwapped, speech: Speech) -> str:
    return speech.say(
        "{name} gives {given} to the army of {owner} and takes {taken}.",
        name=speech.name(event.seat),
        given=event.given,
        owner=speech.name(event.owner),
        taken=event.taken,
    )


def _followers_swapped_unseen(event: e.FollowersSwappedUnseen, speech: Speech) -> str:
    return speech.say(
        "{name} takes the face-down follower {address} and leaves {given} in its place.",
        name=speech.name(event.seat),
        given=event.given,
        address=event.address,
    )


def _swapped_follower_looked_at(event: e.SwappedFollowerLookedAt, speech: Speech) -> str:
    return speech.say_to(
        event.seat,
        "You take the face-down follower {address} and leave {given} in its place: it is {taken}.",
        "{name} takes the face-down follower {address} and leaves {given} in its place: it is {taken}.",
        given=event.given,
        address=event.address,
        taken=event.taken,
    )


def _supporter_swapped(event: e.SupporterSwapped, speech: Speech) -> str:
    return speech.say(
        "{given} becomes a supporter, and {taken} joins the army of {name}.",
        given=event.given,
        taken=event.taken,
        name=speech.name(event.seat),
    )


def _skirmish_reckoned(event: e.SkirmishReckoned, speech: Speech) -> str:
    return speech.say(
        "The skirmish ends: {armies}.", armies="; ".join(_army_words(army, speech) for army in event.armies)
    )


def _army_words(army: e.Reckoning, speech: Speech) -> str:
    """One army within the sentence on the end of a skirmish."""
    name = speech.name(army.seat)
    if army.doubled:
        part = speech.say("{name} {strength} (doubled)", name=name, strength=army.strength)
    else:
        part = speech.say("{name} {strength}", name=name, strength=army.strength)
    if not army.revealed:
        return part
    return speech.say("{army} with {cards} turned up", army=part, cards=_listed(army.revealed))


def _supporter_claimed(event: e.SupporterClaimed, speech: Speech) -> str:
    return speech.say(
        "{name} claims {card}; points in all: {score}.",
        name=speech.name(event.seat),
        card=event.card,
        score=event.score,
    )


def _supporters_unclaimed(event: e.SupportersUnclaimed, speech: Speech) -> str:
    return speech.say("Nobody claims {cards}.", cards=_listed(event.cards))


def _follower_stayed(event: e.FollowerStayed, speech: Speech) -> str:
    return speech.say("{card} stays in the army of {name}.", card=event.card, name=speech.name(event.seat))


def _discards_shuffled(event: e.DiscardsShuffled, speech: Speech) -> str:
    return speech.say("The discards are shuffled; cards to draw: {cards}.", cards=event.cards)


def _match_ended(event: e.MatchEnded, speech: Speech) -> str:
    winner = event.ranks.index(1)
    return speech.say(
        "The match is over: {name} wins with {score} points.",
        name=speech.name(winner),
        score=event.scores[winner],
    )


SENTENCES: dict[type, Callable[[Any, Speech], str]] = {
    e.SkirmishBegan: _skirmish_began,
    e.HandDealt: _hand_dealt,
    e.SupportersRedealt: _supporters_redealt,
    e.RecruitFlipped: _recruit_flipped,
    e.RecruitTaken: _recruit_taken,
    e.RecruitTakenUnseen: _recruit_taken_unseen,
    e.RecruitLookedAt: _recruit_looked_at,
    e.SlotRefilled: _slot_refilled,
    e.SlotLeftEmpty: _slot_left_empty,
    e.MusteredUp: _mustered_up,
    e.MusteredDown: _mustered_down,
    e.MusteredOwn: _mustered_own,
    e.Stopped: _stopped,
    e.Passed: _passed,
    e.CardDrawn: _card_drawn,
    e.CardLookedAt: _card_looked_at,
    e.FollowerDiscarded: _follower_discarded,
    e.FollowerUnmasked: _follower_unmasked,
    e.FollowerBuried: _follower_buried,
    e.FollowersSwapped: _followers_swapped,
    e.FollowersSwappedUnseen: _followers_swapped_unseen,
    e.SwappedFollowerLookedAt: _swapped_follower_looked_at,
    e.SupporterSwapped: _supporter_swapped,
    e.SkirmishReckoned: _skirmish_reckoned,
    e.SupporterClaimed: _supporter_claimed,
    e.SupportersUnclaimed: _supporters_unclaimed,
    e.FollowerStayed: _follower_stayed,
    e.DiscardsShuffled: _discards_shuffled,
    e.MatchEnded: _match_ended,
}
