"""The table as a picture: what `text.py` says, drawn for the same reader."""

from __future__ import annotations

from functools import lru_cache

from engine import picture
from engine.game import Seat, Speech
from engine.games.scarab_lords.asked import progress, whose_turn
from engine.games.scarab_lords.cards import COLUMNS, KINDS, Card
from engine.games.scarab_lords.reckoning import strength
from engine.games.scarab_lords.state import Cards, Public, View
from engine.games.scarab_lords.text import (
    called,
    deck_words,
    in_phases,
    lasting,
    pile_words,
    to_pick,
)
from engine.games.scarab_lords.words import word
from engine.picture import EDGE, FACE, FAINT, GOLD, INK, INNER, LIGHT, MARGIN, WIDTH, Sheet
from engine.sheet import short

GROUND, PANEL, SOFT = "#46341f", "#362716", "#e3d0ab"
UPPER, LOWER, RIVER = "#5d4729", "#54503a", "#3f7ea0"
CURSED, SCARAB = "#cdbfd6", "#3d2452"
KIND_SIGNS = {
    "military": ("cross", "#a3231f"),
    "religious": ("star", "#5a3690"),
    "economic": ("ring", "#7d5a00"),
}
"""The sign and the colour of a column's kind, and of an icon."""
TYPE_SIGNS = {"leader": "crown", "building": "tower", "god": "up", "fate": "lightning", "minion": ""}
HOUSES = (("#1f5f73", "#a9d2da"), ("#7c2f3b", "#d9a9a4"))
"""The backs of the two seats' cards, and the lines on them."""

MIDDLE = 148
ZONE = (INNER - MIDDLE) / 2
CHIP, STEP = 32, 36
TILE = (INNER - 8) / 2


def board(view: View, speech: Speech) -> str:
    """The table as that seat or spectator sees it, as SVG; the reader's side is on the left."""
    public = view.public
    sheet = Sheet(GROUND, SOFT)
    sheet.heading(speech.say("Scarab Lords"), progress(public, speech), whose_turn(view, speech))
    seats = (1, 0) if view.seat == 1 else (0, 1)
    if public.stage in ("play", "over"):
        owners(sheet, view, seats, speech)
        columns(sheet, public, seats)
        gods(sheet, public, seats, speech)
        hand(sheet, view, speech)
        texts(sheet, public, speech)
        piles(sheet, public, speech)
    else:
        exchange(sheet, view, speech)
    decks(sheet, view, speech)
    return sheet.svg(speech.say("Scarab Lords"))


def owners(sheet: Sheet, view: View, seats: tuple[Seat, Seat], speech: Speech) -> None:
    """Both players with their houses and hands; a bright edge for who is to act."""
    half = (INNER - 8) / 2
    for place, seat in enumerate(seats):
        side = view.public.sides[seat]
        asked = view.public.stage == "play" and seat == view.public.acting
        x, fills = MARGIN + place * (half + 8), HOUSES[seat]
        name = picture.fitted(
            short(speech, seat), 17, half - 70 if seat == view.seat else half - 16, bold=True
        )
        if seat == view.seat:
            name = speech.say("{name} (you)", name=name)
        sheet.add(
            picture.box(x, sheet.y, half, 52, PANEL, edge=GOLD if asked else None, line=2, radius=5),
            picture.text(x + 8, sheet.y + 20, name, 17, LIGHT, bold=True),
            picture.text(x + 8, sheet.y + 42, side.house.capitalize(), 15, SOFT, room=110),
            picture.backs(x + half - 100, sheet.y + 27, side.hand, 8, *fills),
            picture.text(x + half - 94, sheet.y + 42, str(side.hand), 15, LIGHT, bold=True),
            picture.back(x + half - 60, sheet.y + 26, 15, 21, *fills),
            picture.back(x + half - 57, sheet.y + 28, 15, 21, *fills),
            picture.text(x + half - 36, sheet.y + 42, str(side.deck), 15, LIGHT, bold=True),
        )
    sheet.y += 60


def columns(sheet: Sheet, public: Public, seats: tuple[Seat, Seat]) -> None:
    """The six columns; the river runs between the regions."""
    for place, column in enumerate(COLUMNS):
        if place == 3:
            river(sheet)
        zones = [chips(public, seat, place) for seat in seats]
        height = max(STEP * max(lines for _, lines in zones) + 8, 46)
        sheet.add(picture.box(MARGIN, sheet.y, INNER, height, UPPER if place < 3 else LOWER, radius=4))
        for drawn, (x, _) in zip(zones, sides(), strict=True):
            sheet.add(picture.placed(x + 4, sheet.y + 6, drawn[0]))
        middle(sheet, public, seats, place, column, height)
        sheet.y += height + 4
    sheet.y += 2


def sides() -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the zones of the reader and of the other begin and end."""
    return (MARGIN, MARGIN + ZONE), (WIDTH - MARGIN - ZONE, WIDTH - MARGIN)


def river(sheet: Sheet) -> None:
    """What parts the upper region from the lower."""
    waves = "".join("q10-7 20 0t20 0" for _ in range(15))
    y = sheet.y
    sheet.add(
        picture.box(MARGIN, y, INNER, 14, RIVER, radius=7),
        picture.path(f"M{MARGIN + 4} {y + 8:g}{waves}", edge="#a9d3e6", line=1.5),
        height=18,
    )


def middle(
    sheet: Sheet, public: Public, seats: tuple[Seat, Seat], place: int, column: str, height: float
) -> None:
    """Name and kind of a column, both sums, and the pyramid beside that of who holds it."""
    x, y = WIDTH / 2, sheet.y + height / 2
    sign, colour = KIND_SIGNS[KINDS[column[1]]]
    parts = [
        picture.box(x - 29, y - 17, 58, 34, FACE, edge=EDGE, radius=5),
        picture.sign(sign, x - 25, y - 8, 16, colour),
        picture.text(x + 10, y + 6.5, column, 18, INK, anchor="middle", bold=True),
    ]
    for seat, way in zip(seats, (-1, 1), strict=True):
        total, at = str(public.strengths[seat][place]), x + way * 52
        if public.pyramids[place] == seat:
            parts += [
                picture.path(f"M{at:g} {y - 20:g}l21 38h-42z", GOLD, EDGE),
                picture.text(at, y + 14, total, 17, INK, anchor="middle", bold=True),
            ]
        else:
            parts.append(picture.text(at, y + 7, total, 18, LIGHT, anchor="middle", bold=True))
    sheet.add(*parts)


def chips(public: Public, seat: Seat, place: int | None) -> tuple[str, int]:
    """The cards of a seat in a column, or its gods, and in how many lines they lie."""
    pack, field = public.options.pack, public.sides[seat].field
    row = field.gods if place is None else field.columns[place]
    drawn, x, line = [], 0.0, 0
    for card in row:
        value = "" if place is None else str(strength(pack, field, card, place))
        chip, breadth = chip_of(card.card, called(row, card), pack.card[card.card].type, value, card.scarabs)
        if x and x + breadth > ZONE - 8:
            x, line = 0.0, line + 1
        drawn.append(picture.placed(x, line * STEP, chip))
        x += breadth + 5
    return "".join(drawn), line + 1


@lru_cache(maxsize=2048)
def chip_of(card: str, name: str, kind: str, value: str, scarabs: int) -> tuple[str, float]:
    """A card in play with its strength, or with its scarabs while it is cursed; and how broad it is."""
    sign = TYPE_SIGNS[kind]
    x = 25.0 if sign else 8.0
    name = picture.fitted(name, 16, ZONE - 70)
    breadth = x + picture.width(name, 16) + (33 if scarabs else 26 if value else 4)
    parts = [
        picture.box(0.5, 0.5, breadth - 1, CHIP - 1, CURSED if scarabs else FACE, edge=EDGE),
        picture.text(x, 22, name, 16, INK),
    ]
    if sign:
        parts.append(picture.sign(sign, 6, 8, 15, FAINT))
    if scarabs:
        parts += [
            picture.sign("beetle", breadth - 31, 7, 17, SCARAB),
            picture.text(breadth - 5, 22.5, str(scarabs), 16, SCARAB, anchor="end", bold=True),
        ]
    elif value:
        parts.append(picture.text(breadth - 6, 22.5, value, 18, INK, anchor="end", bold=True))
    return picture.card(card, *parts), breadth


def gods(sheet: Sheet, public: Public, seats: tuple[Seat, Seat], speech: Speech) -> None:
    """The gods of both, if there are any."""
    if not any(public.sides[seat].field.gods for seat in seats):
        return
    zones = [chips(public, seat, None) for seat in seats]
    height = STEP * max(lines for _, lines in zones) + 8
    sheet.add(picture.box(MARGIN, sheet.y, INNER, height, PANEL, radius=4))
    for drawn, (x, _) in zip(zones, sides(), strict=True):
        sheet.add(picture.placed(x + 4, sheet.y + 6, drawn[0]))
    said = picture.text(WIDTH / 2, sheet.y + height / 2 + 6, speech.say("gods"), 17, SOFT, anchor="middle")
    sheet.add(said, height=height + 6)


def hand(sheet: Sheet, view: View, speech: Speech) -> None:
    """The reader's own hand."""
    if view.seat is None:
        return
    sheet.title(speech.say("Your hand"))
    tiles(sheet, view, view.hand, (), speech)
    if not view.hand:
        sheet.note(speech.say("none"))
    elif view.public.sides[view.seat].is_ranked:
        first = ", ".join(map(word, view.ranking)) or speech.say("none")
        sheet.note(speech.say("On your discard list: {cards}.", cards=first))


def tiles(sheet: Sheet, view: View, cards: Cards, picks: Cards, speech: Speech) -> None:
    """Cards with all that stands on them, two in a row; a bright edge for those that are picked."""
    names = {word(card): card for card in cards}
    picked = set(map(word, picks))
    found = in_phases(view.public.options.pack, cards)
    for start in range(0, len(found), 2):
        pair = [(card, inside(card, number, speech)) for card, number in found[start : start + 2]]
        height = max(high for _, (_, high) in pair)
        for place, (card, (parts, _)) in enumerate(pair):
            edge, line = (GOLD, 4) if card.word in picked else (EDGE, 1)
            ground = picture.box(1, 1, TILE - 2, height - 2, FACE, edge=edge, line=line)
            drawn = picture.card(names[card.word], ground, parts)
            sheet.add(picture.placed(MARGIN + place * (TILE + 8), sheet.y, drawn))
        sheet.y += height + 7


def inside(card: Card, number: int, speech: Speech) -> tuple[str, float]:
    """What stands on a card, and how high it gets."""
    name = f"{card.word} {number}x" if number > 1 else card.word
    sign = TYPE_SIGNS[card.type]
    kind = speech.say(card.type) + ("" if card.strength is None else f" {card.strength}")
    parts = [
        picture.text(10, 24, name, 19, INK, bold=True),
        picture.text(TILE - 10, 23, speech.say("phase {phase}", phase=card.phase), 15, FAINT, anchor="end"),
        picture.sign(sign, 10, 33, 15, FAINT) if sign else "",
        picture.text(31 if sign else 10, 46, kind, 16, INK, bold=True),
    ]
    x = TILE - 10
    for icon, of in reversed(KINDS.items()):
        if of in card.columns:
            shape, colour = KIND_SIGNS[of]
            x -= 38
            parts += [
                picture.sign(shape, x, 33, 15, colour),
                picture.text(x + 18, 46, icon.upper(), 16, colour, bold=True),
            ]
    lines = picture.wrapped(speech.say(card.text), 14, TILE - 20) if card.text else []
    parts += [picture.text(10, 67 + 17 * place, line, 14, INK) for place, line in enumerate(lines)]
    return "".join(parts), 58.0 + 17 * len(lines) + (4 if lines else 0)


def texts(sheet: Sheet, public: Public, speech: Speech) -> None:
    """What cards in play do, or can do."""
    found = lasting(public)
    if not found:
        return
    sheet.title(speech.say("Texts in play"))
    for card in found:
        sheet.note(f"{card.word}: {speech.say(card.text)}", size=14)
    sheet.y += 4


def piles(sheet: Sheet, public: Public, speech: Speech) -> None:
    """Hands, decks and discards, and what all know of them."""
    sheet.title(speech.say("Piles"))
    for seat, side in enumerate(public.sides):
        for said in pile_words(side, short(speech, seat), speech):
            sheet.note(said, most=6, size=14)


def decks(sheet: Sheet, view: View, speech: Speech) -> None:
    """Who has which cards, once that is not what it was at first; not beside those that are to be picked."""
    said = deck_words(view, speech) if to_pick(view) is None else []
    if said:
        sheet.title(speech.say("All cards"))
    for each in said:
        sheet.note(each, most=6, size=14)


def exchange(sheet: Sheet, view: View, speech: Speech) -> None:
    """The cards that can be picked; those that are have a bright edge."""
    found = to_pick(view)
    if view.picks:
        sheet.title(speech.say("Your choice so far"))
        sheet.note(", ".join(map(word, view.picks)))
    if found is not None:
        name, cards = found
        sheet.title(speech.say(name))
        tiles(sheet, view, cards, view.picks, speech)
