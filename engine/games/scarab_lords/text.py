"""The table in plain text, at most 72 columns: for the mail, the terminal and the screen reader."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from itertools import zip_longest

from engine.game import Seat, Speech
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords.cards import COLUMNS, Card
from engine.games.scarab_lords.effects import chooser, op_of
from engine.games.scarab_lords.pool import choosers
from engine.games.scarab_lords.pool import wanted as picks_wanted
from engine.games.scarab_lords.reckoning import strength
from engine.games.scarab_lords.sets import Pack
from engine.games.scarab_lords.state import Cards, Field, Public, Row, Standing, View
from engine.games.scarab_lords.words import word, words

__all__ = ["table", "words"]

WIDTH = 72
NAME_WIDTH = 24
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


def short(speech: Speech, seat: Seat, width: int = NAME_WIDTH) -> str:
    """A player's name, shortened to its column."""
    name = speech.name(seat)
    return name if len(name) <= width else name[: width - 1].rstrip() + "…"


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
    public = view.public
    left = title(speech, "Scarab Lords")
    right = speech.say("turn {turn}", turn=public.single)
    if public.options.match == "best_of_three":
        wins = f"{public.sides[0].wins}:{public.sides[1].wins}"
        right = speech.say(
            "game {game} of 3 ({wins}), turn {turn}", game=public.game, wins=wins, turn=public.single
        )
    lines = [f"{left}{right:>{WIDTH - len(left)}}"]
    for sentence in whose_turn(view, speech):
        lines += wrapped(sentence, "")
    return lines


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
    """A card in play: by its copy only if another one of its word there bears other scarabs."""
    name = word(card.card)
    if any(word(each.card) == name and each.scarabs != card.scarabs for each in row):
        name = card.card
    if card.scarabs:
        return f"{name} *{card.scarabs}"
    return name if place is None else f"{name} {strength(pack, field, card, place)}"


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
    count = Counter(map(word, cards))
    lines = []
    for name in sorted(count, key=lambda name: (pack.phase[name], name)):
        card = pack.by_word[name]
        times = f"{count[name]}x" if count[name] > 1 else ""
        line = f"  {name:<13}{times:<4}{speech.say('phase {phase}', phase=card.phase)}  {_kind(card, speech)}"
        lines.append(line)
        lines += wrapped(speech.say(card.text), " " * 19) if card.text else []
    return lines


def _kind(card: Card, speech: Speech) -> str:
    """Type, strength and icons."""
    kind = speech.say(card.type)
    if card.strength is None:
        return kind
    icons = " ".join(letter.upper() for letter, name in c.KINDS.items() if name in card.columns)
    return f"{kind} {card.strength} ({icons})"


def texts(view: View, speech: Speech) -> list[str]:
    """What cards in play do, or can do."""
    pack = view.public.options.pack
    found = dict.fromkeys(
        word(card.card)
        for side in view.public.sides
        for row in (*side.field.columns, side.field.gods)
        for card in row
    )
    cards = [pack.by_word[name] for name in found]
    lasting = [card for card in cards if card.effect.action or card.effect.passive]
    if not lasting:
        return []
    lines = [title(speech, "Texts in play")]
    for card in lasting:
        head = f"  {card.word:<13}"
        lines += wrapped(speech.say(card.text), head, " " * 15)
    return lines


def piles(view: View, speech: Speech) -> list[str]:
    """Hands, decks and discards, and what all know of them."""
    lines = [title(speech, "Piles")]
    for seat, side in enumerate(view.public.sides):
        name = short(speech, seat)
        said = speech.say(
            "{name}: in hand {hand}, to draw {deck}, discarded {discards}",
            name=name,
            hand=side.hand,
            deck=side.deck,
            discards=len(side.discards),
        )
        lines += wrapped(f"{said}{': ' + counted(side.discards) if side.discards else ''}.", "  ", "    ")
        if side.known:
            lines += wrapped(
                speech.say("seen going into that hand: {cards}.", cards=counted(side.known)), "    "
            )
        if side.buried:
            lines += wrapped(
                speech.say("at the bottom of that deck: {cards}.", cards=", ".join(map(word, side.buried))),
                "    ",
            )
        if side.is_ranked:
            lines += wrapped(speech.say("A discard list was left."), "    ")
    return lines


def counted(cards: Cards) -> str:
    """Cards in little room: `caravan, river 2x`."""
    count = Counter(map(word, cards))
    return ", ".join(name + (f" {times}x" if times > 1 else "") for name, times in sorted(count.items()))


def exchange_words(view: View, speech: Speech) -> list[str]:
    """Who is to choose in an exchange, and how many cards."""
    public = view.public
    sentences = []
    for seat in choosers(public):
        number = picks_wanted(public, seat)
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


def exchange(view: View, speech: Speech) -> list[str]:
    """The cards that can be picked, with all that stands on them."""
    if view.seat is None or view.seat not in choosers(view.public):
        return []
    cards = view.lists[view.seat] if view.public.stage == "put" else view.pool
    name = "Your cards" if view.public.stage == "put" else "The pool"
    return [title(speech, name), *card_lines(view.public.options.pack, cards, speech)]


def picked(view: View, speech: Speech) -> list[str]:
    """What the reader has picked."""
    if not view.picks:
        return []
    return [title(speech, "Your choice so far"), *wrapped(", ".join(map(word, view.picks)))]


def decks(view: View, speech: Speech) -> list[str]:
    """Who has which cards, as far as the reader knows, once that is not what it was at first."""
    if (view.public.game == 1 and view.public.stage in ("play", "over")) or not any(view.lists):
        return []
    lines = [title(speech, "All cards")]
    for seat, cards in enumerate(view.lists):
        lines += wrapped(f"{short(speech, seat)}: {counted(cards)}.", "  ", "    ")
    if view.pool:
        lines += wrapped(speech.say("The pool: {cards}.", cards=counted(view.pool)), "  ", "    ")
    return lines
