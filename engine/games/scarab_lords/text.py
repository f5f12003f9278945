"""The table in plain text, at most 72 columns: for the mail, the terminal and the screen reader."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from engine.game import Seat, Speech
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords.asked import progress, whose_turn
from engine.games.scarab_lords.cards import COLUMNS, Card
from engine.games.scarab_lords.pool import choosers
from engine.games.scarab_lords.reckoning import strength
from engine.games.scarab_lords.sets import Pack
from engine.games.scarab_lords.state import Cards, Field, Public, Row, Side, Standing, View
from engine.games.scarab_lords.words import word, words
from engine.sheet import short

__all__ = ["table", "words"]

WIDTH = 72
CELL = 33
"""The width of one seat's part of the board."""
PYRAMID = "\u25b2"


def table(view: View, speech: Speech) -> str:
    """The table as that seat or spectator sees it."""
    public = view.public
    parts = [heading(view, speech)]
    if public.stage in ("put", "take", "last"):
        parts += [exchange(view, speech), picked(view, speech)]
    else:
        parts += [board(view, speech), hand(view, speech), texts(view, speech), piles(view, speech)]
    parts.append(decks(view, speech))
    return "\n\n".join("\n".join(line.rstrip() for line in part) for part in parts if part)


def title(speech: Speech, template: str, **parts: object) -> str:
    """The heading of a section."""
    return speech.say(template, **parts).upper()


def wrapped(text: str, indent: str = "  ", following: str | None = None, width: int = WIDTH) -> list[str]:
    """A paragraph in lines."""
    if len(indent) + len(text) <= width:
        return [indent + text] if text else []
    more = indent if following is None else following
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=more, break_on_hyphens=False)


def heading(view: View, speech: Speech) -> list[str]:
    """Where the match stands and who is to act."""
    left, right = title(speech, "Scarab Lords"), progress(view.public, speech)
    lines = [f"{left}{right:>{WIDTH - len(left)}}"]
    for sentence in whose_turn(view, speech):
        lines += wrapped(sentence, "")
    return lines


def board(view: View, speech: Speech) -> list[str]:
    """The six columns and the gods; the reader's side on the left."""
    seats = (1, 0) if view.seat == 1 else (0, 1)
    lines = ["      " + "".join(f"{_player(view, speech, seat):<{CELL}}" for seat in seats)]
    for place, column in enumerate(COLUMNS):
        if place == 3:
            lines.append("")
        cells = [_cell(view.public, seat, place, speech) for seat in seats]
        lines += _beside(column, cells)
    gods = [_gods(view.public, seat) for seat in seats]
    lines += ["", *_beside(speech.say("gods"), gods), ""]
    return [*lines, speech.say("{mark} holds the column; *2: two scarabs lie on the card.", mark=PYRAMID)]


def _gods(public: Public, seat: Seat) -> list[str]:
    return wrapped(_cards(public, public.sides[seat].field.gods, None, seat) or "-", "     ", width=CELL - 1)


def _player(view: View, speech: Speech, seat: Seat) -> str:
    house = view.public.sides[seat].house.capitalize()
    name = short(speech, seat, 14)
    if seat == view.seat:
        return speech.say("{name}, {house} (you)", name=name, house=house)[: CELL - 1]
    return speech.say("{name}, {house}", name=name, house=house)[: CELL - 1]


def _beside(label: str, cells: list[list[str]]) -> list[str]:
    """Two cells of lines side by side, behind a label."""
    return [
        f"{label if not row else '':<6}{left:<{CELL}}{right}"
        for row, (left, right) in enumerate(zip_longest(*cells, fillvalue=""))
    ]


def _cell(public: Public, seat: Seat, place: int, speech: Speech) -> list[str]:
    """A seat's strength, pyramid and cards in a column."""
    mark = PYRAMID if public.pyramids[place] == seat else " "
    cards = _cards(public, public.sides[seat].field.columns[place], place, seat)
    head = f"{public.strengths[seat][place]:>2} {mark} "
    return wrapped(cards, head, "     ", CELL - 1) or [head.rstrip()]


def _cards(public: Public, row: Row, place: int | None, seat: Seat) -> str:
    field = public.sides[seat].field
    pack = public.options.pack
    return ", ".join(_standing(pack, field, row, card, place) for card in row)


def _standing(pack: Pack, field: Field, row: Row, card: Standing, place: int | None) -> str:
    """A card in play, with its scarabs or its strength."""
    name = called(row, card)
    if card.scarabs:
        return f"{name} *{card.scarabs}"
    return name if place is None else f"{name} {strength(pack, field, card, place)}"


def called(row: Row, card: Standing) -> str:
    """A card in play: by its copy only if another one of its word there bears other scarabs."""
    name = word(card.card)
    if any(word(each.card) == name and each.scarabs != card.scarabs for each in row):
        return card.card
    return name


def hand(view: View, speech: Speech) -> list[str]:
    """The reader's own hand."""
    if view.seat is None:
        return []
    lines = [title(speech, "Your hand")]
    if not view.hand:
        return [*lines, "  " + speech.say("none")]
    lines += card_lines(view.public.options.pack, view.hand, speech)
    if view.public.sides[view.seat].is_ranked:
        first = ", ".join(map(word, view.ranking)) or speech.say("none")
        lines += wrapped(speech.say("On your discard list: {cards}.", cards=first))
    return lines


def card_lines(pack: Pack, cards: Iterable[str], speech: Speech) -> list[str]:
    """Cards with all that stands on them, in the order of their phases."""
    lines = []
    for card, number in in_phases(pack, cards):
        times = f"{number}x" if number > 1 else ""
        phase = speech.say("phase {phase}", phase=card.phase)
        line = f"  {card.word:<13}{times:<4}{phase}  {_kind(card, speech)}"
        lines.append(line)
        lines += wrapped(speech.say(card.text), " " * 19) if card.text else []
    return lines


def in_phases(pack: Pack, cards: Iterable[str]) -> list[tuple[Card, int]]:
    """Each card with how many there are of it, in the order of their phases."""
    count = Counter(map(word, cards))
    return [
        (pack.by_word[name], count[name]) for name in sorted(count, key=lambda name: (pack.phase[name], name))
    ]


def _kind(card: Card, speech: Speech) -> str:
    """Type, strength and icons."""
    kind = speech.say(card.type)
    if card.strength is None:
        return kind
    icons = " ".join(letter.upper() for letter, name in c.KINDS.items() if name in card.columns)
    return f"{kind} {card.strength} ({icons})"


def texts(view: View, speech: Speech) -> list[str]:
    """What cards in play do, or can do."""
    found = lasting(view.public)
    if not found:
        return []
    lines = [title(speech, "Texts in play")]
    for card in found:
        head = f"  {card.word:<13}"
        lines += wrapped(speech.say(card.text), head, " " * 15)
    return lines


def lasting(public: Public) -> list[Card]:
    """The cards in play whose texts go on."""
    pack = public.options.pack
    found = dict.fromkeys(
        word(card.card)
        for side in public.sides
        for row in (*side.field.columns, side.field.gods)
        for card in row
    )
    cards = [pack.by_word[name] for name in found]
    return [card for card in cards if card.effect.action or card.effect.passive]


def piles(view: View, speech: Speech) -> list[str]:
    """Hands, decks and discards, and what all know of them."""
    lines = [title(speech, "Piles")]
    for seat, side in enumerate(view.public.sides):
        first, *more = pile_words(side, short(speech, seat), speech)
        lines += wrapped(first, "  ", "    ")
        for said in more:
            lines += wrapped(said, "    ")
    return lines


def pile_words(side: Side, name: str, speech: Speech) -> list[str]:
    """How many cards a seat has where, then what all know of them."""
    first = speech.say(
        "{name}: in hand {hand}, to draw {deck}, discarded {discards}",
        name=name,
        hand=side.hand,
        deck=side.deck,
        discards=len(side.discards),
    )
    said = [f"{first}{': ' + counted(side.discards) if side.discards else ''}."]
    if side.known:
        said.append(speech.say("seen going into that hand: {cards}.", cards=counted(side.known)))
    if side.buried:
        cards = ", ".join(map(word, side.buried))
        said.append(speech.say("at the bottom of that deck: {cards}.", cards=cards))
    if side.is_ranked:
        said.append(speech.say("A discard list was left."))
    return said


def counted(cards: Cards) -> str:
    """Cards in little room: `caravan, river 2x`."""
    count = Counter(map(word, cards))
    return ", ".join(name + (f" {times}x" if times > 1 else "") for name, times in sorted(count.items()))


def exchange(view: View, speech: Speech) -> list[str]:
    """The cards that can be picked, with all that stands on them."""
    found = to_pick(view)
    if found is None:
        return []
    name, cards = found
    return [title(speech, name), *card_lines(view.public.options.pack, cards, speech)]


def to_pick(view: View) -> tuple[str, Cards] | None:
    """What the cards are called that the reader can pick from, and which they are; None if he picks none."""
    if view.seat is None or view.seat not in choosers(view.public):
        return None
    return ("Your cards", view.lists[view.seat]) if view.public.stage == "put" else ("The pool", view.pool)


def picked(view: View, speech: Speech) -> list[str]:
    """What the reader has picked."""
    if not view.picks:
        return []
    return [title(speech, "Your choice so far"), *wrapped(", ".join(map(word, view.picks)))]


def decks(view: View, speech: Speech) -> list[str]:
    """Who has which cards, as far as the reader knows, once that is not what it was at first."""
    said = deck_words(view, speech)
    if not said:
        return []
    return [title(speech, "All cards"), *(line for each in said for line in wrapped(each, "  ", "    "))]


def deck_words(view: View, speech: Speech) -> list[str]:
    """The same as sentences."""
    if (view.public.game == 1 and view.public.stage in ("play", "over")) or not any(view.lists):
        return []
    said = [f"{short(speech, seat)}: {counted(cards)}." for seat, cards in enumerate(view.lists)]
    if view.pool:
        said.append(speech.say("The pool: {cards}.", cards=counted(view.pool)))
    return said
