"""The table as a picture: what `text.py` says, drawn for the same reader."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine import picture
from engine.game import Seat, Speech
from engine.games.schotten_totten_2.cards import FACES, IS_TACTICS, by_colour
from engine.games.schotten_totten_2.claims import provable
from engine.games.schotten_totten_2.state import Public, Role, Tile, View, other, side
from engine.games.schotten_totten_2.text import (
    ASKS,
    REMINDERS,
    aside_words,
    claim_words,
    complete_first,
    known_words,
    pile_words,
    played,
    progress,
    put_back,
    remarks,
    roled,
    whose_turn,
)
from engine.picture import EDGE, FACE, FAINT, GOLD, INK, INNER, LIGHT, MARGIN, WIDTH, Sheet

GROUND, PANEL, SOFT = "#2f3a4d", "#232d3d", "#c3cddd"
COLOURS = {
    "r": ("heart", "#b3202a"),
    "y": ("star", "#8a6400"),
    "g": ("leaf", "#1e7036"),
    "b": ("drop", "#1c55a8"),
    "k": ("square", "#565b61"),
}
"""The sign and the colour of a suit."""
TACTICS_BACK, TACTICS_LINE = "#2e6b66", "#a9d6d0"
STONE, DAMAGED, CRACK = "#d9d2c3", "#b98a78", "#5a2f26"

TILES = 7
GAP = 6
BREADTH = (INNER - GAP * (TILES - 1)) / TILES
CARD, STEP = 36, 40
TILE = 64
HAND_CARD = 54


def board(view: View, speech: Speech) -> str:
    """The table as that seat or spectator sees it, as SVG; the reader's side of the wall is below."""
    public = view.public
    below: Role = "attacker" if view.seat is None else public.role(view.seat)
    sheet = Sheet(GROUND, SOFT)
    said = [whose_turn(view, speech), *remarks(public, speech)]
    sheet.heading(speech.say("Schotten Totten 2"), progress(public, speech), said)
    owner(sheet, view, other(below), speech)
    wall(sheet, public, below, speech)
    owner(sheet, view, below, speech)
    hand(sheet, view, speech)
    rest(sheet, view, speech)
    return sheet.svg(speech.say("Schotten Totten 2"))


def seat_of(public: Public, role: Role) -> Seat:
    """Who has that role in this leg."""
    return public.attacker if role == "attacker" else 1 - public.attacker


def owner(sheet: Sheet, view: View, role: Role, speech: Speech) -> None:
    """Who stands on a side of the wall, with his hand as backs; a bright edge if he is asked to move."""
    public, y = view.public, sheet.y
    seat = seat_of(public, role)
    name = roled(speech, public, role)
    if seat == view.seat:
        name = speech.say("{name} (you)", name=name)
    asked = seat == public.acting
    held, end = public.hands[seat], WIDTH - MARGIN - 30
    parts = [
        picture.box(MARGIN, y, INNER, 28, PANEL, edge=GOLD if asked else None, line=2, radius=5),
        picture.sign("arrow" if role == "attacker" else "tower", MARGIN + 7, y + 6, 16, GOLD),
        picture.text(MARGIN + 32, y + 20, name, 17, LIGHT, bold=True, room=300),
        picture.backs(end, y + 4.5, held.siege),
        picture.text(end + 6, y + 20, str(held.siege), 15, LIGHT, bold=True),
    ]
    if held.tactics:
        end -= 150
        parts += [
            picture.backs(end, y + 4.5, held.tactics, fill=TACTICS_BACK, line=TACTICS_LINE),
            picture.text(end + 6, y + 20, str(held.tactics), 15, LIGHT, bold=True),
        ]
    sheet.add(*parts, height=28 + GAP)
    if seat != view.seat:
        for said in known_words(view, seat, speech):
            sheet.note(said)


def wall(sheet: Sheet, public: Public, below: Role, speech: Speech) -> None:
    """The seven tiles from the left, with the cards on both sides; the first lies next to the wall."""
    values = {worth.card: worth.value for worth in public.worths}
    claimed = provable(public) if public.acting == public.attacker else []
    rows = max(FACES[place][tile.damaged].slots for place, tile in enumerate(public.tiles))
    top = sheet.y + rows * STEP
    for place, tile in enumerate(public.tiles):
        x = MARGIN + place * (BREADTH + GAP)
        slots = FACES[place][tile.damaged].slots
        for row in range(slots):
            sheet.add(
                picture.placed(x, top - (row + 1) * STEP, slot(tile, other(below), row, values)),
                picture.placed(x, top + TILE + STEP - CARD + row * STEP, slot(tile, below, row, values)),
            )
        sheet.add(
            picture.placed(x, top, stone(place, tile.damaged, place in claimed, asks(place, tile, speech)))
        )
    sheet.y = top + TILE + rows * STEP + STEP - CARD + 4
    notes = [*claim_words(public, speech), *complete_first(public.tiles, speech)]
    if notes:
        sheet.note(" · ".join(notes))
        sheet.y += 4


def asks(place: int, tile: Tile, speech: Speech) -> str:
    """What a tile asks for."""
    return speech.say(ASKS[FACES[place][tile.damaged].criterion])


@lru_cache(maxsize=256)
def stone(place: int, is_damaged: bool, can_be_claimed: bool, wanted: str) -> str:
    """A tile of the wall with its number; a crack runs through a damaged one."""
    edge = GOLD if can_be_claimed else EDGE
    parts = [
        picture.box(
            1, 1, BREADTH - 2, TILE - 2, DAMAGED if is_damaged else STONE,
            edge=edge, line=4 if can_be_claimed else 1, radius=3,
        ),
        picture.text(8, 22, str(place + 1), 19, INK, bold=True),
    ]  # fmt: skip
    if is_damaged:
        parts.append(
            picture.path(
                f"M{BREADTH - 34:g} 1l6 9-8 7 9 6-5 7M{BREADTH - 14:g} 1l-5 8 7 5", edge=CRACK, line=2
            )
        )
    lines = picture.wrapped(wanted, 15, BREADTH - 8, 2, bold=True)
    for row, line in enumerate(reversed(lines)):
        y = (46 if len(lines) == 1 else 57) - 18 * row
        parts.append(picture.text(BREADTH / 2, y, line, 15, INK, anchor="middle", bold=True))
    return "".join(parts)


def slot(tile: Tile, role: Role, row: int, values: Mapping[str, str]) -> str:
    """A card at the wall, or the place where one can lie."""
    cards = side(tile, role)
    if row >= len(cards):
        return picture.box(1, 1, BREADTH - 2, CARD - 2, "none", edge="#6c7a92", dashed=True)
    return face(cards[row], CARD, values.get(cards[row], ""))


@lru_cache(maxsize=512)
def face(card: str, height: float, value: str = "") -> str:
    """A card: colour, sign and name; an elite card has a name alone, and the value it was given."""
    if card in IS_TACTICS:
        return elite(card, height, value)
    sign, colour = COLOURS[card[0]]
    middle = height / 2
    return picture.card(
        card,
        picture.box(0.5, 0.5, BREADTH - 1, height - 1, FACE, edge=EDGE),
        picture.path(f"M1 7a6 6 0 0 1 6-6h20v{height - 2:g}H7a6 6 0 0 1-6-6z", colour),
        picture.sign(sign, 5, middle - 9, 18, "#fff"),
        picture.text(32, middle + 8, card, 21, colour, bold=True),
    )


def elite(card: str, height: float, value: str) -> str:
    """A tactics card at the wall."""
    middle, x = height / 2, BREADTH / 2
    parts = [picture.box(0.5, 0.5, BREADTH - 1, height - 1, "#e3f1ee", edge=TACTICS_BACK, line=2)]
    if value:
        parts += [
            picture.text(x, middle - 2, card, 14, INK, anchor="middle", bold=True, room=BREADTH),
            picture.text(x, middle + 14, f"= {value}", 16, COLOURS[value[0]][1], anchor="middle", bold=True),
        ]
    else:
        parts.append(picture.text(x, middle + 5, card, 16, INK, anchor="middle", bold=True, room=BREADTH))
    return picture.card(card, *parts)


def hand(sheet: Sheet, view: View, speech: Speech) -> None:
    """The reader's own cards."""
    if view.seat is None:
        return
    sheet.title(speech.say("Your hand"))
    siege = [card for card in view.hand if card not in IS_TACTICS]
    sheet.row([face(card, HAND_CARD) for card in siege], TILES, HAND_CARD, GAP)
    tactics = [card for card in view.hand if card in IS_TACTICS]
    spy = view.public.options.spy_strength
    sheet.row([tactic(card, speech.say(REMINDERS[card], spy=spy)) for card in tactics], 2, 70, 8)
    if not view.hand:
        sheet.note(speech.say("none"))
    if view.aside:
        sheet.note(speech.say("aside for the exchange: {cards}", cards=", ".join(view.aside)))


@lru_cache(maxsize=256)
def tactic(card: str, reminder: str) -> str:
    """A tactics card in hand, with what it does."""
    breadth = (INNER - 8) / 2
    lines = picture.wrapped(reminder, 14, breadth - 20, 2)
    return picture.card(
        card,
        picture.box(1, 1, breadth - 2, 68, "#e3f1ee", edge=TACTICS_BACK, line=2),
        picture.text(10, 24, card, 18, INK, bold=True),
        *(picture.text(10, 43 + 17 * place, line, 14, FAINT) for place, line in enumerate(lines)),
    )


def rest(sheet: Sheet, view: View, speech: Speech) -> None:
    """What lies aside, what was played, the piles."""
    public = view.public
    for said in [*aside_words(view, speech), *played(public, speech)]:
        sheet.note(said)
    discards(sheet, public, speech)
    for said in put_back(public, speech):
        sheet.note(said)


def discards(sheet: Sheet, public: Public, speech: Speech) -> None:
    """Oil, decks, and the discards by their colours."""
    sheet.note(pile_words(public, speech))
    x, y = float(MARGIN), sheet.y
    for colour, numbers in by_colour(public.discards).items():
        letter = "k" if colour == "gray" else colour[0]
        sign, fill = COLOURS[letter]
        said = " ".join(f"{letter}{number}" for number in numbers)
        breadth = picture.width(said, 15) + 34
        if x + breadth > WIDTH - MARGIN and x > MARGIN:
            x, y = MARGIN, y + 28
        sheet.add(
            picture.box(x, y, breadth, 24, FACE, radius=12),
            picture.sign(sign, x + 8, y + 5, 14, fill),
            picture.text(x + 27, y + 17.5, said, 15, fill),
        )
        x += breadth + 8
    tactics = ", ".join(card for card in public.discards if card in IS_TACTICS)
    if not public.discards:
        sheet.note(speech.say("none"))
    elif x > MARGIN:
        sheet.y = y + 30
    if tactics:
        sheet.note(tactics)
