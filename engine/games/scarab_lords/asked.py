"""Where a match stands and who is asked for what, as sentences: for the table and for its picture."""

from __future__ import annotations

from engine.game import Speech
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords.effects import chooser, op_of
from engine.games.scarab_lords.pool import choosers, wanted
from engine.games.scarab_lords.state import Public, View
from engine.games.scarab_lords.words import word
from engine.sheet import short


def progress(public: Public, speech: Speech) -> str:
    """How far the match has come."""
    if public.options.match == "single":
        return speech.say("turn {turn}", turn=public.single)
    wins = f"{public.sides[0].wins}:{public.sides[1].wins}"
    return speech.say(
        "game {game} of 3 ({wins}), turn {turn}", game=public.game, wins=wins, turn=public.single
    )


def whose_turn(view: View, speech: Speech) -> list[str]:
    """Who is asked for what, as sentences."""
    public = view.public
    if public.stage == "over":
        return [final_result(public, speech)]
    if public.stage != "play":
        return exchange_words(view, speech)
    if public.frames:
        return [choice_words(view, speech)]
    if view.seat != public.acting:
        said = speech.say("It is the turn of {name}.", name=short(speech, public.acting))
        return [said, *phases_words(public, speech)]
    return [own_turn(public, speech), *phases_words(public, speech)]


def own_turn(public: Public, speech: Speech) -> str:
    """What the reader can do in his turn."""
    if public.phase == "phases":
        return speech.say("You begin: name the phases of your first turn, or redraw.")
    if public.is_bare:
        return speech.say("It is your turn. Your hand is empty: you can only redraw.")
    if public.phase == "start":
        return speech.say("It is your turn: redraw, or play.")
    if public.phase == "exercise":
        return speech.say("It is your turn, and supremacies are determined.")
    if not public.has_left:
        return speech.say("It is your turn. A card must still leave your hand.")
    return speech.say("It is your turn.")


def phases_words(public: Public, speech: Speech) -> list[str]:
    """How far the turn has come."""
    if public.phase in ("phases", "start") and len(public.allowed) == 4:
        return []
    names = {"0": "phase 0", "before": "supremacy", "exercise": "supremacy"}
    where = names.get(public.phase, f"phase {public.phase}")
    parts = []
    if public.phase not in ("phases", "start"):
        parts.append(speech.say("It has come to {phase}.", phase=speech.say(where)))
        parts += [
            speech.say("Actions left in phase {phase}: {number}.", phase=phase, number=number)
            for phase, number in zip((1, 2), public.actions, strict=True)
            if str(phase) in public.allowed and public.phase not in ("before", "exercise")
        ]
    if len(public.allowed) < 4:
        named = ", ".join(letter.upper() for letter in public.allowed)
        parts.append(speech.say("This turn has the phases {phases} only.", phases=named))
    return [" ".join(parts)]


CHOICES: dict[type[c.Op], str] = {
    c.PutScarabs: "{name} puts scarabs on cards, for {card}; still to choose: {left}.",
    c.TakeScarabs: "{name} takes scarabs off cards, for {card}; still to choose: {left}.",
    c.TakeFromHand: "{name} discards cards of the hand, for {card}; still to choose: {left}.",
    c.DiscardTarget: "{name} chooses cards to be discarded, for {card}; still to choose: {left}.",
    c.ReturnToHand: "{name} chooses cards to go back to hand, for {card}; still to choose: {left}.",
    c.MoveMinion: "{name} moves cards, for {card}; still to choose: {left}.",
    c.Recover: "{name} takes discarded cards into hand, for {card}; still to choose: {left}.",
    c.Restock: "{name} may lay discarded cards under the deck, for {card}; still to choose: {left}.",
    c.RepeatSupremacy: "{name} exercises a supremacy once more, for {card}; still to do: {left}.",
}


def choice_words(view: View, speech: Speech) -> str:
    """What choice is waited for."""
    frame = view.public.frames[-1]
    seat = chooser(view.public, frame)
    op = op_of(view.public, frame)
    name = speech.say("You ({name})", name=short(speech, seat)) if seat == view.seat else short(speech, seat)
    template = "{name} puts scarabs on cards, for {card}; still to choose: {left}."
    if op is not None:
        template = CHOICES[type(op)]
    source = word(frame.card) if frame.card else frame.column
    return speech.say(template, name=name, card=source, left=frame.left)


def final_result(public: Public, speech: Speech) -> str:
    """Who has won, as a sentence."""
    one, two = (side.wins for side in public.sides)
    if one == two:
        return speech.say("The match is over: it is a draw.")
    return speech.say("The match is over: {name} wins.", name=short(speech, 0 if one > two else 1))


def exchange_words(view: View, speech: Speech) -> list[str]:
    """Who is to choose in an exchange, and how many cards."""
    public = view.public
    sentences = []
    for seat in choosers(public):
        number = wanted(public, seat)
        name = short(speech, seat)
        if seat == view.seat:
            template = "You rank {number} cards of the pool, and get the first five that are left; or wait."
            if public.stage == "put":
                template = "You put {number} of your cards into the pool."
            elif number == 5:
                template = "You take {number} cards of the pool."
        else:
            template = "{name} is choosing."
        sentences.append(speech.say(template, name=name, number=number))
    return sentences
