"""Card sets: checked when they come in, known by the hash of their content ever after.

States, options and records name a set by its hash alone. Whoever keeps sets elsewhere hands
them in with `add` before such a state is looked at. The shipped set is always known.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from engine.errors import BadOptions, BadSet, UnknownSet
from engine.game import Sets
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords.cards import COLUMNS, KIND, Card, CardSet, Column

LARGEST: Final = 256 * 1024
"""Bytes of a file that could be meant as a card set."""
HOUSE_CARDS: Final = 30
BONUS_CARDS: Final = 24
BONUS: Final = "bonus"
RESERVED: Final = frozenset(
    (
        "play", "use", "clean", "free", "curse", "choose", "move", "stop", "draw", "mill", "discard",
        "redraw", "phases", "done", "rank", "unrank", "pick", "unpick", "confirm", "wait", "drop", "to",
        "hand", "gods",
    )
)  # fmt: skip
"""Words that mean something else in a line."""

_PATH = re.compile(r"\$\.cards\[(\d+)\]\.?(.*)")
_known: dict[str, CardSet] = {}


def read(raw: bytes) -> CardSet:
    """The set in a JSON file; raises BadSet, whose sentences name card and field."""
    if len(raw) > LARGEST:
        raise BadSet([f"A card set has at most {LARGEST // 1024} KiB."])
    try:
        data = msgspec.json.decode(raw)
    except RecursionError:
        raise BadSet(["The file is nested too deeply."]) from None
    except ValueError as error:
        raise BadSet([f"The file is no JSON: {error}."]) from None
    try:
        found = msgspec.convert(data, CardSet)
    except ValueError as error:
        raise BadSet([_explained(str(error), data)]) from None
    problems = list(_problems(found))
    if problems:
        raise BadSet(problems)
    return found


def write(found: CardSet) -> bytes:
    """The set as bytes to be kept: equal sets give equal bytes, whatever their files looked like."""
    return msgspec.json.encode(found, order="deterministic")


def digest(found: CardSet) -> str:
    """The hash that names a set: 64 hexadecimal digits."""
    return hashlib.sha256(write(found)).hexdigest()


def add(found: CardSet) -> str:
    """Makes a checked set known; its hash. Doing it twice is harmless."""
    name = digest(found)
    _known[name] = found
    return name


def get(name: str) -> CardSet:
    """The set of a hash; raises UnknownSet if nobody has added it."""
    found = _known.get(name)
    if found is None:
        raise UnknownSet(f"The card set {name[:12] or '(none)'} is not here.", name)
    return found


def _explained(complaint: str, data: Any) -> str:
    """The library's complaint with the card and the field in front."""
    what, _, path = complaint.partition(" - at `")
    path = path.rstrip("`")
    match = _PATH.fullmatch(path)
    if match is None:
        return f"{path.removeprefix('$.') or 'The set'}: {what}."
    place = int(match[1])
    card = data["cards"][place]
    name = card.get("id") if isinstance(card, dict) else None
    where = f"Card {name}" if isinstance(name, str) else f"Card number {place + 1}"
    return f"{where}, {match[2]}: {what}." if match[2] else f"{where}: {what}."


def _problems(found: CardSet) -> Iterator[str]:
    houses = [house.name for house in found.houses]
    if houses[0] == houses[1] or BONUS in houses:
        yield f"houses: the names {houses[0]} and {houses[1]} must differ from each other and from {BONUS}."
    for deck, wanted in ((houses[0], HOUSE_CARDS), (houses[1], HOUSE_CARDS), (BONUS, BONUS_CARDS)):
        count = sum(card.copies for card in found.cards if card.deck == deck)
        if count != wanted:
            yield f"The deck {deck} has {count} cards, copies counted; it must have {wanted}."
    for name in ("id", "word"):
        used = Counter(getattr(card, name) for card in found.cards)
        for value in (value for value, times in used.items() if times > 1):
            yield f"Card {value}, {name}: it is used {used[value]} times."
    yield from _unprintable(found)
    for card in found.cards:
        for where, what in _faults(card, (*houses, BONUS)):
            yield f"Card {card.id}, {where}: {what}"


def _unprintable(found: CardSet) -> Iterator[str]:
    """Texts go into tables and letters: one line each, without signs that are not seen."""
    texts = [("The set, name", found.name), ("The set, note", found.note)]
    texts += [(f"House {house.name}, title", house.title) for house in found.houses]
    for card in found.cards:
        texts += [(f"Card {card.id}, name", card.name), (f"Card {card.id}, text", card.text)]
        texts += [(f"Card {card.id}, tags", tag) for tag in card.tags]
        texts += [(f"Card {card.id}, variants", variant.text or "") for variant in card.variants]
    return (
        f"{where}: it has signs that cannot be printed." for where, text in texts if not text.isprintable()
    )


def _faults(card: Card, decks: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """What is wrong with one card: field and sentence."""
    if card.deck not in decks:
        yield "deck", f"it must be one of {', '.join(decks)}."
    if card.word in RESERVED or card.word in COLUMNS:
        yield "word", f"`{card.word}` means something else in a line."
    stands = card.type in c.STANDERS
    if stands != (card.strength is not None):
        yield "strength", f"a {card.type} has {'one' if stands else 'none'}."
    if stands != bool(card.columns) or len(set(card.columns)) < len(card.columns):
        yield "columns", "a minion, building or leader has one to three different ones, other cards none."
    if card.phase == "S" and card.type != "fate":
        yield "phase", "only a fate can have phase S."
    yield from _faults_of(card, card.effect, "effect")
    for place, variant in enumerate(card.variants):
        if variant.effect is not None:
            yield from _faults_of(card, variant.effect, f"variants[{place}].effect")


def _faults_of(card: Card, effect: c.Effect, at: str) -> Iterator[tuple[str, str]]:
    if (card.phase == "S") != (effect.timing is not None):
        yield f"{at}.timing", "a card of phase S says it, no other does."
    if card.type == "fate" and (effect.action or effect.passive or not effect.on_play):
        yield at, "a fate has an on_play text and nothing else."
    if effect.play_requires is not None and card.type not in c.STANDERS:
        yield f"{at}.play_requires", f"a {card.type} comes into no column."
    for slot in ("on_play", "action"):
        for place, op in enumerate(getattr(effect, slot)):
            fault = _fault_of_op(card, op, slot)
            if fault is not None:
                yield f"{at}.{slot}[{place}].{fault[0]}", fault[1]
    for place, modifier in enumerate(effect.passive):
        fault = _fault_of_modifier(card, modifier)
        if fault is not None:
            yield f"{at}.passive[{place}].{fault[0]}", fault[1]


def _fault_of_op(card: Card, op: c.Op, slot: str) -> tuple[str, str] | None:
    scope = getattr(op, "scope", "any")
    if isinstance(op, c.EnterCursed) and (slot != "on_play" or card.type not in c.STANDERS):
        return "op", "only minions, buildings and leaders enter cursed, when they are played."
    if scope in ("same_column", "same_region") and card.type not in c.STANDERS:
        return "scope", f"a {card.type} lies in no column."
    if scope == "chosen_column" and card.type != "fate":
        return "scope", "only a fate can name a column."
    return None


def _fault_of_modifier(card: Card, modifier: c.Modifier) -> tuple[str, str] | None:
    if card.type in c.STANDERS:
        return None
    if isinstance(modifier, c.StrengthCount | c.SupremacyBonus | c.WinTie):
        return "mod", f"a {card.type} lies in no column."
    if getattr(modifier, "target", "own_all") != "own_all":
        return "target", f"for a {card.type} it must be own_all."
    return None


class Choices(Protocol):
    """What of a match's options decides on the cards."""

    @property
    def cards(self) -> str: ...
    @property
    def joined(self) -> str: ...
    @property
    def houses(self) -> str: ...
    @property
    def kamal_phase(self) -> int: ...
    @property
    def mass_cleansing(self) -> str: ...
    @property
    def enhu_chooser(self) -> str: ...
    @property
    def s_card_timing(self) -> str: ...


@dataclass(frozen=True)
class Pack:
    """The cards of a match, and what the rules look up of them all the time."""

    by_word: dict[str, Card]
    copies: dict[str, tuple[str, ...]]
    """The names of the copies in each house and bonus deck; a bonus deck is called by the set's hash."""
    bonus_of: dict[str, str]
    """For each house the bonus deck that comes with it."""
    titles: dict[str, str]
    """What people call each house."""
    card: dict[str, Card] = field(default_factory=dict)
    """The following four by the name of a copy."""
    word: dict[str, str] = field(default_factory=dict)
    strength: dict[str, int] = field(default_factory=dict)
    passive: dict[str, tuple[c.AnyModifier, ...]] = field(default_factory=dict)
    """Only of cards that have any."""
    phase: dict[str, int] = field(default_factory=dict)
    """By word, as are the following: the place of its phase in the order of phases."""
    spots: dict[str, tuple[Column | None, ...]] = field(default_factory=dict)
    """Where it can be played at all; None: in no column."""
    leaders: set[str] = field(default_factory=set)
    active: set[str] = field(default_factory=set)
    """Words of cards with an action text."""
    _discards: dict[str, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for word, card in self.by_word.items():
            self.phase[word] = _phase(card)
            self.spots[word] = _spots(card)
            if card.type == "leader":
                self.leaders.add(word)
            if card.effect.action:
                self.active.add(word)
        for name in (name for deck in self.copies.values() for name in deck):
            word = name.rpartition("-")[0]
            card = self.by_word[word]
            self.card[name], self.word[name], self.strength[name] = card, word, card.strength or 0
            if card.effect.passive:
                self.passive[name] = card.effect.passive
        for deck, names in self.copies.items():
            self._discards[deck] = any(_lets_discard(self.card[name]) for name in names)

    def lets_discard(self, decks: tuple[str, ...]) -> bool:
        """Whether any card of some decks has its victim discard cards of his choice from hand."""
        return any(self._discards[deck] for deck in decks)


def _lets_discard(card: Card) -> bool:
    parts = (*card.effect.on_play, *card.effect.action)
    return any(isinstance(op, c.TakeFromHand) and op.chooser == "opponent" for op in parts)


def _phase(card: Card) -> int:
    if card.phase == "S":
        return 3 if card.effect.timing == "before_determine" else 4
    return card.phase


def _spots(card: Card) -> tuple[Column | None, ...]:
    if card.type in c.STANDERS:
        return tuple(column for column, kind in zip(COLUMNS, KIND, strict=True) if kind in card.columns)
    names_column = any(getattr(op, "scope", "") == "chosen_column" for op in card.effect.on_play)
    return COLUMNS if names_column else (None,)


def pack_of(options: Choices) -> Pack:
    """The cards of a match with these options; raises UnknownSet."""
    variants = {name: getattr(options, name) for name in ("kamal_phase", "mass_cleansing", "enhu_chooser")}
    return _pack(options.cards, options.joined, options.s_card_timing, tuple(variants.items()))


@lru_cache(maxsize=64)
def _pack(cards: str, joined: str, timing: str, variants: tuple[tuple[str, Any], ...]) -> Pack:
    by_word: dict[str, Card] = {}
    copies: dict[str, tuple[str, ...]] = {}
    bonus_of: dict[str, str] = {}
    titles: dict[str, str] = {}
    for name in dict.fromkeys(filter(None, (cards, joined))):
        found = get(name)
        for house in found.houses:
            bonus_of[house.name], titles[house.name] = name, house.title
        for deck in (*[house.name for house in found.houses], BONUS):
            designs = [card for card in found.cards if card.deck == deck]
            copies[name if deck == BONUS else deck] = tuple(
                f"{card.word}-{number}" for card in designs for number in range(1, card.copies + 1)
            )
        by_word |= {card.word: _varied(card, dict(variants), timing) for card in found.cards}
    return Pack(by_word, copies, bonus_of, titles)


def _varied(card: Card, options: Mapping[str, Any], timing: str) -> Card:
    """The card as the options of a match make it."""
    for variant in card.variants:
        if options[variant.option] == variant.value:
            changes = {"phase": variant.phase, "effect": variant.effect, "text": variant.text}
            card = replace(card, **{name: value for name, value in changes.items() if value is not None})
    if card.phase == "S" and timing != "per_card":
        card = replace(card, effect=replace(card.effect, timing=timing))
    return card


def vet(options: Choices) -> None:
    """Raises BadOptions if the sets do not go together or lack the houses that are named."""
    for place in ("cards", "joined"):
        name = getattr(options, place)
        if name or place == "cards":
            try:
                get(name)
            except UnknownSet as error:
                raise BadOptions(str(error), place) from None
    if options.joined:
        _vet_joined(get(options.cards), get(options.joined))
    known = pack_of(options).titles
    chosen = options.houses.split()
    if chosen and (len(set(chosen)) != 2 or not set(chosen) <= known.keys()):
        raise BadOptions(f"Name two different houses of {', '.join(known)}, or none.", "houses")


def _vet_joined(one: CardSet, two: CardSet) -> None:
    if one == two:
        raise BadOptions("The second card set is the first one again.", "joined")
    words = {card.word for card in one.cards} & {card.word for card in two.cards}
    houses = {house.name for house in one.houses} & {house.name for house in two.houses}
    shared = sorted(words | houses)
    if shared:
        raise BadOptions(f"Both card sets have something called {shared[0]}.", "joined")


SETS: Final = Sets(
    noun="card set",
    options=("cards", "joined"),
    read=read,
    write=write,
    digest=digest,
    add=add,
    knows=lambda name: name in _known,
    title=lambda found: found.name,
)

SHIPPED: Final = add(read(files(__package__).joinpath("cards.json").read_bytes()))
"""The hash of the set that comes with the game."""
