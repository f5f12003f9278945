"""The table in plain text, at most 72 columns: for the mail, the terminal and the screen reader."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.game import Speech
from engine.games.lords_of_scotland.cards import BRUCE, CARDS, CLAN, CLANS, POWER, STRENGTH, Power
from engine.games.lords_of_scotland.course import match_ranks
from engine.games.lords_of_scotland.powers import Activations, address
from engine.games.lords_of_scotland.reckoning import army_strength
from engine.games.lords_of_scotland.state import (
    CYCLES,
    FACE_DOWN,
    Follower,
    Public,
    Seen,
    View,
    letter,
    score,
)
from engine.games.lords_of_scotland.words import words
from engine.sheet import WIDTH, grouped, sheet, short, title, wrapped

__all__ = ["table", "words"]

CARD_WIDTH = 15
"""A column that holds `macdonnell-12` and two blanks."""

REMINDERS: dict[str, str] = {
    "scott": "copy the power of a face-up follower",
    "makgill": "muster one more card",
    "macdonnell": "stay: kept for one more skirmish",
    "wemyss": "discard another follower",
    "fergusson": "swap with an opponent's follower",
    "forsyth": "draw a card",
    "cockburn": "swap with a supporter",
    "cochrane": "claim-two: claim two supporters",
    "bruce": "join: counts as every clan",
}
MARKS: dict[Power, str] = {
    "stay": "active: stays for one more skirmish",
    "claim-two": "active: claims two supporters",
    "join": "active: counts as every clan",
}
SHORT_NAMES = {
    clan: {card: card[-1] if clan == BRUCE else str(STRENGTH[card]) for card in CARDS if CLAN[card] == clan}
    for clan in (*CLANS, BRUCE)
}
"""What is left of a card's name behind its clan's, by clan."""


def table(view: View, speech: Speech) -> str:
    """The table as that seat or spectator sees it."""
    return sheet(
        [
            heading(view, speech),
            recruits(view.public, speech),
            armies(view, speech),
            hand(view, speech),
            seen(view.public, speech),
            piles(view, speech),
        ]
    )


def heading(view: View, speech: Speech) -> list[str]:
    """Where the match stands and who is to act."""
    public = view.public
    left = title(speech, "Lords of Scotland")
    right = speech.say(
        "skirmish {skirmish}, turn-cycle {cycle} of {cycles}",
        skirmish=public.skirmish,
        cycle=public.cycle,
        cycles=CYCLES,
    )
    leads = speech.say("{name} holds Victor's Initiative.", name=short(speech, public.leader))
    return [
        f"{left}{right:>{WIDTH - len(left)}}",
        *wrapped(f"{whose_turn(view, speech)} {leads}", ""),
    ]


def whose_turn(view: View, speech: Speech) -> str:
    """Who is asked for what, as a sentence."""
    public = view.public
    if public.acting is None:
        return final_result(public, speech)
    mine = public.acting == view.seat
    name = short(speech, public.acting)
    if public.phase == "claim":
        if mine:
            return speech.say("You claim supporters, still to take: {number}.", number=public.claims)
        return speech.say(
            "{name} claims supporters, still to take: {number}.", name=name, number=public.claims
        )
    if public.phase == "follow-up":
        if mine:
            return speech.say("You may muster one more card, or stop.")
        return speech.say("{name} may muster one more card, or stop.", name=name)
    if mine:
        return speech.say("It is your turn: recruit or muster.")
    return speech.say("It is the turn of {name}.", name=name)


def final_result(public: Public, speech: Speech) -> str:
    """Who has won, as a sentence."""
    scores = tuple(map(score, public.won))
    winner = match_ranks(scores, public.order).index(1)
    return speech.say(
        "The match is over: {name} wins with {score} points.",
        name=short(speech, winner),
        score=scores[winner],
    )


def recruits(public: Public, speech: Speech) -> list[str]:
    """The five slots and the supporters."""
    lines = [title(speech, "Recruits")]
    for slot, card in enumerate(public.recruits, 1):
        lines.append(f"  {slot}  {recruit_words(card, speech)}")
    cards = [f"{card:<{CARD_WIDTH}}" for card in public.supporters] or [speech.say("none")]
    return [*lines, "", title(speech, "Supporters"), *columns(cards)]


def recruit_words(card: str | None, speech: Speech) -> str:
    """What lies in a slot."""
    if card is None:
        return speech.say("(empty)")
    if card == FACE_DOWN:
        return speech.say("face-down")
    return f"{card:<{CARD_WIDTH}}{speech.say(REMINDERS[CLAN[card]])}"


def columns(cells: Iterable[str], across: int = 4) -> list[str]:
    """Cells of equal width in rows."""
    cells = list(cells)
    return ["  " + "".join(cells[start : start + across]) for start in range(0, len(cells), across)]


def armies(view: View, speech: Speech) -> list[str]:
    """Each seat: points, hand, army."""
    public = view.public
    known = {down.serial: down.card for down in view.known}
    measures = f"{speech.say('strength'):>18}{speech.say('hand'):>8}{speech.say('points'):>9}"
    lines = [f"{title(speech, 'Armies'):<34}{measures}"]
    for seat, army in enumerate(public.armies):
        name = short(speech, seat)
        if seat == view.seat:
            name = speech.say("{name} (you)", name=name)
        lines.append(
            f"{letter(seat)}  {name:<31}{strength_words(army, known, speech):>18}"
            f"{public.hands[seat]:>8}{score(public.won[seat]):>9}"
        )
        for index, follower in enumerate(army):
            where = address(seat, index)
            lines.append(f"   {where:<5}{follower_words(follower, known.get(follower.serial), speech)}")
    return lines


def strength_words(army: tuple[Follower, ...], known: dict[int, str], speech: Speech) -> str:
    """The strength as far as the reader can see, and how many followers he cannot count."""
    visible = [
        follower if follower.card else Follower(follower.serial, known[follower.serial])
        for follower in army
        if follower.card or follower.serial in known
    ]
    hidden = len(army) - len(visible)
    strength = str(army_strength(visible))
    if hidden:
        return speech.say("{strength} + {number} hidden", strength=strength, number=hidden)
    return strength


def follower_words(follower: Follower, known: str | None, speech: Speech) -> str:
    """A follower's line."""
    if follower.card is None:
        if known is None:
            return speech.say("face-down")
        return f"{known:<{CARD_WIDTH}}{speech.say('face-down, known to you')}"
    if follower.mark is None:
        return follower.card
    return f"{follower.card:<{CARD_WIDTH}}{speech.say(MARKS[follower.mark])}"


def hand(view: View, speech: Speech) -> list[str]:
    """The reader's own hand, and which powers are blocked."""
    if view.seat is None:
        return []
    lines = [title(speech, "Your hand")]
    activations = Activations(view)
    for card in view.hand:
        reminder = speech.say(REMINDERS[CLAN[card]])
        if not activations.can_activate(card):
            reminder = speech.say("blocked ({power})", power=POWER[card])
        lines.append(f"  {card:<{CARD_WIDTH}}{reminder}")
    return lines if view.hand else [*lines, "  " + speech.say("none")]


def seen(public: Public, speech: Speech) -> list[str]:
    """The cards that all saw going into a hand, and where they can be."""
    if not public.seen:
        return []
    where = {
        follower.serial: address(seat, index)
        for seat, army in enumerate(public.armies)
        for index, follower in enumerate(army)
    }
    lines = [title(speech, "Seen going into a hand")]
    for item in public.seen:
        lines += wrapped(seen_words(item, where, speech), "  ", "    ")
    return lines


def seen_words(item: Seen, where: dict[int, str], speech: Speech) -> str:
    """Who took the card and where it can be now."""
    name = short(speech, item.seat)
    places = [where.get(serial) or speech.say("discarded unseen") for serial in item.serials]
    if not places:
        return speech.say("{name} holds {card}", name=name, card=item.card)
    if item.in_hand:
        places.insert(0, speech.say("in hand"))
    return speech.say(
        "{name} took {card}, now one of: {places}", name=name, card=item.card, places=", ".join(places)
    )


def piles(view: View, speech: Speech) -> list[str]:
    """The draw pile and the discards."""
    public = view.public
    lines = [title(speech, "Piles")]
    lines += wrapped(
        speech.say(
            "To draw {draw}, discarded {discarded}.",
            draw=public.draw_pile,
            discarded=len(public.discards) + len(public.buried),
        )
    )
    lines += by_clan(public.discards)
    if public.buried:
        lines += wrapped(speech.say("discarded unseen: {number}", number=len(public.buried)))
        armies = {follower.serial for army in public.armies for follower in army}
        known = [down.card for down in view.known if down.serial not in armies]
        if known:
            lines += wrapped(speech.say("of these you know: {cards}", cards=", ".join(known)))
    return lines


@lru_cache(maxsize=1024)
def by_clan(cards: tuple[str, ...]) -> tuple[str, ...]:
    """Cards in little room: each clan with its strengths. Most moves change nothing in it."""
    held = set(cards)
    groups = []
    for clan, names in SHORT_NAMES.items():
        found = [short_name for card, short_name in names.items() if card in held]
        if found:
            groups.append((clan, *found))
    return tuple(grouped(groups))
