"""The table and the events in words."""

from __future__ import annotations

from engine.game import Speech
from tests.engine.toy import state as s


def table(view: s.View, speech: Speech) -> str:
    """The table in plain text."""
    public = view.public
    lines = [speech.say("Turn {turn}. Deck: {deck}", turn=public.turn, deck=_pile(view.deck[: s.SLOTS]))]
    lines += [f"Below: {len(view.deck[s.SLOTS :])}. Discarded: {len(public.discard)}"]
    for seat, hand in enumerate(view.hands):
        chosen = " *" if seat in public.chosen else ""
        lines.append(
            f"{speech.name(seat)[:24]}{chosen}: {public.scores[seat]} points, {_pile(hand)}".rstrip()
        )
    if view.choice is not None:
        lines.append(f"Your choice: {view.choice.place + 1}, {view.choice.stance}")
    return "\n".join(lines)


def _pile(cards: tuple[s.Lying, ...]) -> str:
    return " ".join(lying.card or "??" for lying in cards) or "none"


TEMPLATES: dict[type[s.AnyEvent], str] = {
    s.Dealt: "You are dealt {cards}.",
    s.Chose: "{who} has chosen.",
    s.Stood: "{who} stands with {card}.",
    s.Won: "{who} wins the stand.",
    s.Peeked: "{who} peeks at slot {slot}.",
    s.Saw: "In slot {slot} lies {card}.",
    s.Sorted: "{who} sorts the slots: {slots}.",
    s.Took: "{who} takes slot {slot}.",
    s.Drew: "{who} draws a card.",
    s.Got: "You get {card}.",
    s.Shuffled: "The discarded cards are shuffled.",
    s.Ended: "The game is over: {scores}.",
}


def words(event: s.AnyEvent, speech: Speech) -> str:
    """An event as one sentence."""
    parts = {name: _part(getattr(event, name)) for name in event.__struct_fields__}
    seat = getattr(event, "seat", None)
    who = "Nobody" if seat is None else speech.name(seat)
    return speech.say(_template(event), **{**parts, "who": who})


def _template(event: s.AnyEvent) -> str:
    match event:
        case s.Stood(stance="feint"):
            return "{who} feints with {card}."
        case s.Took(drop=str()):
            return "{who} drops {drop} and takes slot {slot}."
    return TEMPLATES[type(event)]


def _part(value: object) -> str:
    return " and ".join(map(str, value)) if isinstance(value, tuple) else str(value)
