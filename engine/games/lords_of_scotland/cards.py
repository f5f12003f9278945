"""The 98 cards as data, keyed by the name that moves, views and records use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

Power: TypeAlias = Literal["copy", "muster", "stay", "discard", "swap", "draw", "claim-two", "join"]
"""The word for activating a power, as it stands in a move."""

NAME: Final = (
    r"(?:(?:scott|makgill|macdonnell|wemyss|fergusson|forsyth|cockburn|cochrane)-(?:[1-9]|1[0-2])|bruce-[ab])"
)
"""What the name of a card looks like."""

Name: TypeAlias = Annotated[
    str,
    Meta(
        title="Card",
        description="A card: its clan and strength, or bruce-a or bruce-b.",
        examples=["scott-7", "bruce-a"],
        extra_json_schema={"pattern": f"^{NAME}$"},
    ),
]
"""The name of a card in a view or an event: described, but not checked, since it is our own."""

CLANS: Final = ("scott", "makgill", "macdonnell", "wemyss", "fergusson", "forsyth", "cockburn", "cochrane")
"""The regular clans in the order of their ranks, weakest first."""

BRUCE: Final = "bruce"

POWERS: Final[Mapping[str, Power]] = MappingProxyType(
    {
        "scott": "copy",
        "makgill": "muster",
        "macdonnell": "stay",
        "wemyss": "discard",
        "fergusson": "swap",
        "forsyth": "draw",
        "cockburn": "swap",
        "cochrane": "claim-two",
        "bruce": "join",
    }
)
"""The power of each clan (RULES 1.1)."""

END_POWERS: Final[frozenset[Power]] = frozenset(("stay", "claim-two", "join"))
"""Powers that are only marked when activated, and act at the end of the skirmish."""


class Card(msgspec.Struct, frozen=True, gc=False):
    """One card of the game."""

    name: str
    clan: str
    strength: int
    """1 to 12."""
    rank: int
    """1 to 98, different for every card; decides ties."""


def _all_cards() -> list[Card]:
    regular = [
        Card(f"{clan}-{strength}", clan, strength, 8 * (strength - 1) + place)
        for strength in range(1, 13)
        for place, clan in enumerate(CLANS, 1)
    ]
    return [*regular, Card("bruce-a", BRUCE, 12, 97), Card("bruce-b", BRUCE, 12, 98)]


CARDS: Final[Mapping[str, Card]] = MappingProxyType({card.name: card for card in _all_cards()})
"""Every card by its name, in the order of the ranks."""

CLAN: Final[dict[str, str]] = {card.name: card.clan for card in CARDS.values()}
STRENGTH: Final[dict[str, int]] = {card.name: card.strength for card in CARDS.values()}
RANK: Final[dict[str, int]] = {card.name: card.rank for card in CARDS.values()}
POWER: Final[dict[str, Power]] = {card.name: POWERS[card.clan] for card in CARDS.values()}
"""Plain tables of single properties by card name: the rules look these up all the time."""


def _below(card: Card) -> frozenset[str]:
    return frozenset(other.name for other in CARDS.values() if other.strength < card.strength)


def _clan_below(card: Card) -> frozenset[str]:
    return frozenset(
        other.name
        for other in CARDS.values()
        if other.clan == card.clan and other.strength <= card.strength and other != card
    )


LOWER: Final[dict[str, frozenset[str]]] = {card.name: _below(card) for card in CARDS.values()}
"""For each card those that block its power when all clans count (RULES 4.2)."""
CLAN_LOWER: Final[dict[str, frozenset[str]]] = {card.name: _clan_below(card) for card in CARDS.values()}
"""For each card those that block its power when only its own clan counts (RULES 4.3)."""


def deck(include_bruce: bool) -> tuple[str, ...]:
    """The names of the cards in play, in the order of the ranks: 98, or 96 without the Bruces."""
    return tuple(name for name, clan in CLAN.items() if include_bruce or clan != BRUCE)


def by_rank(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The same cards, weakest first."""
    return tuple(sorted(cards, key=RANK.__getitem__))
