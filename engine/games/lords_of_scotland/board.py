"""The table as a picture: what `text.py` says, drawn for the same reader."""

from __future__ import annotations

from functools import lru_cache

from engine import picture
from engine.game import Seat, Speech
from engine.games.lords_of_scotland.cards import BRUCE, CLAN, POWER, STRENGTH
from engine.games.lords_of_scotland.powers import Activations, address
from engine.games.lords_of_scotland.state import CYCLES, FACE_DOWN, Follower, Public, View, letter, score
from engine.games.lords_of_scotland.text import seen_words, strength_words, whose_turn
from engine.picture import EDGE, FACE, FAINT, GOLD, INK, INNER, LIGHT, MARGIN, WIDTH, Sheet
from engine.sheet import short

GROUND, PANEL, SOFT = "#20463a", "#183a2f", "#bcd3c6"
CLANS = {
    "scott": ("cross", "#1f5fa8"),
    "makgill": ("plus", "#74389a"),
    "macdonnell": ("tower", "#b3261e"),
    "wemyss": ("down", "#7d5a00"),
    "fergusson": ("diamond", "#26703a"),
    "forsyth": ("up", "#0b6f79"),
    "cockburn": ("glass", "#b8430a"),
    "cochrane": ("bars", "#4a4f57"),
    BRUCE: ("crown", "#17181a"),
}
"""The sign and the colour of a clan."""

ACROSS = 5
GAP = 7
BREADTH = (INNER - GAP * (ACROSS - 1)) / ACROSS
BAND = 23
LOW, HIGH = 56.0, 76.0
"""The height of a card without a line below its strength, and with one."""
MOST_SEEN = 6


def board(view: View, speech: Speech) -> str:
    """The table as that seat or spectator sees it, as SVG."""
    public = view.public
    sheet = Sheet(GROUND, SOFT)
    sheet.heading(speech.say("Lords of Scotland"), progress(public, speech), sentences(view, speech))
    recruits(sheet, public, speech)
    for seat in round_table(view):
        army(sheet, view, seat, speech)
    hand(sheet, view, speech)
    rest(sheet, public, speech)
    return sheet.svg(speech.say("Lords of Scotland"))


def progress(public: Public, speech: Speech) -> str:
    """How far the match has come."""
    return speech.say(
        "skirmish {skirmish}, turn-cycle {cycle} of {cycles}",
        skirmish=public.skirmish,
        cycle=public.cycle,
        cycles=CYCLES,
    )


def sentences(view: View, speech: Speech) -> list[str]:
    """Whose turn it is, and who leads."""
    leads = speech.say("{name} holds Victor's Initiative.", name=short(speech, view.public.leader))
    return [whose_turn(view, speech), leads]


def round_table(view: View) -> list[Seat]:
    """The seats in their order, the reader's last: next to his hand."""
    first = 0 if view.seat is None else view.seat + 1
    seats = len(view.public.armies)
    return [(first + place) % seats for place in range(seats)]


def recruits(sheet: Sheet, public: Public, speech: Speech) -> None:
    """The five slots, then the supporters."""
    sheet.title(speech.say("Recruits"))
    sheet.row([slot(place, name, speech) for place, name in enumerate(public.recruits, 1)], ACROSS, HIGH)
    sheet.title(speech.say("Supporters"))
    if public.supporters:
        sheet.row([face(name) for name in public.supporters], ACROSS, LOW)
    else:
        sheet.note(speech.say("none"))


def slot(place: int, card: str | None, speech: Speech) -> str:
    """A recruit with the number of its slot."""
    number = picture.text(BREADTH - 8, HIGH - 28, str(place), 15, FAINT, anchor="end", bold=True)
    if card is None:
        empty = picture.box(0.5, 0.5, BREADTH - 1, HIGH - 1, "none", edge=SOFT, dashed=True)
        said = picture.text(BREADTH / 2, 44, speech.say("(empty)"), 15, SOFT, anchor="middle")
        return empty + said + picture.text(BREADTH - 8, 20, str(place), 15, SOFT, anchor="end", bold=True)
    if card == FACE_DOWN:
        return hidden(str(place), HIGH)
    return face(card, POWER[card]) + number


@lru_cache(maxsize=1024)
def face(card: str, note: str = "", tint: str = FACE, strong: bool = False) -> str:
    """A card face-up: clan, strength, sign, and perhaps a line below."""
    clan = CLAN[card]
    sign, colour = CLANS[clan]
    height = HIGH if note else LOW
    title = card.replace("-", " ") if clan == BRUCE else clan
    parts = [
        picture.box(0.5, 0.5, BREADTH - 1, height - 1, tint, edge=EDGE),
        picture.path(f"M1 {BAND}V7a6 6 0 0 1 6-6h{BREADTH - 14:g}a6 6 0 0 1 6 6v{BAND - 7}z", colour),
        picture.text(BREADTH / 2, 17.5, title, 16, "#fff", anchor="middle", bold=True, room=BREADTH - 6),
        picture.text(8, 50, str(STRENGTH[card]), 27, INK, bold=True),
        picture.sign(sign, 55, 29, 22, colour),
    ]
    if note:
        fill = colour if strong else FAINT
        parts.append(picture.text(8, 70, note, 14, fill, bold=strong, room=BREADTH - 12))
    return picture.card(card, *parts)


@lru_cache(maxsize=256)
def hidden(mark: str, height: float) -> str:
    """A card that the reader does not see, with its number or address."""
    middle, x = height / 2, BREADTH / 2
    breadth = 44 if len(mark) > 1 else 30
    return (
        picture.back(0.5, 0.5, BREADTH - 1, height - 1)
        + picture.box(x - breadth / 2, middle - 14, breadth, 28, FACE, edge=EDGE, radius=14)
        + picture.text(x, middle + 7, mark, 19, INK, anchor="middle", bold=True)
    )


def army(sheet: Sheet, view: View, seat: Seat, speech: Speech) -> None:
    """A seat's line and its followers."""
    public = view.public
    known = {down.serial: down.card for down in view.known}
    followers = public.armies[seat]
    sheet.y += 4
    owner(sheet, view, seat, speech, strength_words(followers, known, speech))
    drawn = [follower(each, address(seat, place), known, speech) for place, each in enumerate(followers)]
    noted = any(each.mark or each.serial in known for each in followers)
    sheet.row(drawn, ACROSS, HIGH if noted else LOW)


def owner(sheet: Sheet, view: View, seat: Seat, speech: Speech, strength: str) -> None:
    """Letter and name of a seat, its strength, hand and points; a bright edge if it is asked to move."""
    public = view.public
    asked = seat == public.acting
    name = picture.fitted(short(speech, seat), 17, 130 if seat == view.seat else 192, bold=True)
    if seat == view.seat:
        name = speech.say("{name} (you)", name=name)
    y, hand = sheet.y, public.hands[seat]
    points = f"{score(public.won[seat])} {speech.say('points')}"
    parts = [
        picture.box(MARGIN, y, INNER, 28, PANEL, edge=GOLD if asked else None, line=2, radius=5),
        picture.box(MARGIN + 4, y + 4, 22, 20, GOLD if asked else SOFT, radius=4),
        picture.text(MARGIN + 15, y + 19.5, letter(seat), 16, INK, anchor="middle", bold=True),
        picture.text(MARGIN + 34, y + 20, name, 17, LIGHT, bold=True),
        picture.text(WIDTH - MARGIN - 8, y + 20, points, 15, LIGHT, anchor="end", bold=True, room=96),
        picture.backs(WIDTH - MARGIN - 130, y + 4.5, hand, 5),
        picture.text(WIDTH - MARGIN - 124, y + 20, str(hand), 15, LIGHT, bold=True),
        picture.text(WIDTH - MARGIN - 190, y + 20, f"{speech.say('strength')} {strength}", 14, LIGHT,
                     anchor="end", room=172),
    ]  # fmt: skip
    if seat == public.leader:
        parts.append(picture.sign("crown", MARGIN + 38 + picture.width(name, 17, True), y + 5, 17, GOLD))
    sheet.add(*parts, height=28 + GAP)


def follower(one: Follower, where: str, known: dict[int, str], speech: Speech) -> str:
    """A card of an army."""
    if one.card is not None:
        return face(one.card, speech.say("active: {power}", power=one.mark) if one.mark else "", strong=True)
    card = known.get(one.serial)
    if card is None:
        return hidden(where, LOW)
    return face(card, f"{where} {speech.say('face-down')}", "#ecd9d3")


def hand(sheet: Sheet, view: View, speech: Speech) -> None:
    """The reader's own hand, and which powers are blocked."""
    if view.seat is None:
        return
    sheet.y += 4
    sheet.title(speech.say("Your hand"))
    if not view.hand:
        sheet.note(speech.say("none"))
        return
    activations = Activations(view)
    sheet.row([in_hand(card, activations, speech) for card in view.hand], ACROSS, HIGH)


def in_hand(card: str, activations: Activations, speech: Speech) -> str:
    """A card of the hand with the word of its power."""
    if activations.can_activate(card):
        return face(card, POWER[card], strong=True)
    return face(card, speech.say("blocked"))


def rest(sheet: Sheet, public: Public, speech: Speech) -> None:
    """The piles, and the cards that all saw going into a hand."""
    where = places(public)
    for item in public.seen[:MOST_SEEN]:
        sheet.note(seen_words(item, where, speech))
    if len(public.seen) > MOST_SEEN:
        sheet.note("…")
    count = len(public.discards) + len(public.buried)
    said = speech.say("To draw {draw}, discarded {discarded}.", draw=public.draw_pile, discarded=count)
    sheet.note(said)


def places(public: Public) -> dict[int, str]:
    """The addresses of all followers by their serials."""
    return {
        one.serial: address(seat, place)
        for seat, followers in enumerate(public.armies)
        for place, one in enumerate(followers)
    }
