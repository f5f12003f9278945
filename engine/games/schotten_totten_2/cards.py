"""The 60 siege cards, the 11 tactics cards and the seven tiles of the wall, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

Colour: TypeAlias = Literal["red", "yellow", "green", "blue", "gray"]
Criterion: TypeAlias = Literal["any", "sum_high", "sum_low", "run", "color", "same_strength"]
"""What a side of a tile asks for (RULES 1.5)."""

COLOURS: Final[dict[str, Colour]] = {"r": "red", "y": "yellow", "g": "green", "b": "blue", "k": "gray"}
"""The colours by the letter that stands for them in the name of a card."""

SIEGE: Final = tuple(f"{letter}{strength}" for letter in COLOURS for strength in range(12))
"""The siege cards, by colour and strength (RULES 1.1)."""

ELITES: Final = ("joker-1", "joker-2", "spy", "shield")
"""The tactics cards that are laid at the wall (RULES 9.6)."""
ACTIONS: Final = (
    "redeployment",
    "recruitment",
    "desertion",
    "treachery",
    "explosion",
    "support",
    "exchange",
)
"""The tactics cards that act and are discarded (RULES 9.8)."""
TACTICS: Final = (*ELITES, *ACTIONS)
JOKERS: Final = ("joker-1", "joker-2")

SIEGE_NAME: Final = r"[rygbk](?:[0-9]|1[01])"
"""What the name of a siege card looks like."""
NAME: Final = rf"(?:{SIEGE_NAME}|{'|'.join(TACTICS)})"
"""What the name of a card looks like."""

Name: TypeAlias = Annotated[
    str,
    Meta(
        title="SiegeOrTacticsCard",
        description="A card: the letter of its colour (r, y, g, b, k) and its strength, or a tactics card.",
        examples=["r10", "k0", "joker-1"],
        extra_json_schema={"pattern": f"^{NAME}$"},
    ),
]
"""The name of a card in a view or an event: described, but not checked, since it is our own."""

Cards: TypeAlias = tuple[Name, ...]

IS_TACTICS: Final[frozenset[str]] = frozenset(TACTICS)
IS_SIEGE: Final[frozenset[str]] = frozenset(SIEGE)
IS_ELITE: Final[frozenset[str]] = frozenset(ELITES)
PLACE: Final[dict[str, int]] = {card: place for place, card in enumerate((*SIEGE, *TACTICS))}
"""The order in which cards are shown."""

PARTNER: Final[dict[str, str]] = {
    card: f"{letter}{other}" for letter in COLOURS for card, other in ((f"{letter}0", 11), (f"{letter}11", 0))
}
"""For each 0 and 11 the card that it may not face (RULES 5.5)."""


class Face(msgspec.Struct, frozen=True, gc=False):
    """One side of a tile."""

    slots: int
    """Cards for a formation, on each side of the wall."""
    criterion: Criterion


FACES: Final[tuple[tuple[Face, Face], ...]] = (
    (Face(3, "sum_high"), Face(3, "run")),
    (Face(4, "any"), Face(2, "same_strength")),
    (Face(3, "any"), Face(3, "color")),
    (Face(2, "any"), Face(4, "sum_low")),
    (Face(3, "any"), Face(3, "color")),
    (Face(4, "any"), Face(2, "same_strength")),
    (Face(3, "sum_low"), Face(3, "run")),
)
"""The tiles from the left, each with its intact and its damaged side (RULES 1.4)."""

SLOTS: Final = tuple((intact.slots, damaged.slots) for intact, damaged in FACES)
"""The slots of each tile, intact and damaged."""


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """The same cards by colour and strength, tactics cards last."""
    try:
        return tuple(sorted(cards, key=PLACE.__getitem__))
    except KeyError:  # a name that somebody made up: it is refused later
        return tuple(sorted(cards))


def by_colour(cards: Iterable[str]) -> Mapping[Colour, list[int]]:
    """The strengths of siege cards by colour, lowest first; only colours that occur."""
    found: dict[Colour, list[int]] = {}
    for card in in_order(card for card in cards if card in IS_SIEGE):
        found.setdefault(COLOURS[card[0]], []).append(int(card[1:]))
    return found
