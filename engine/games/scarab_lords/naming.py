"""What cards are called in lines: by their word, and by more only where that is not enough (RULES 10).

Cards of one word that lie in one place and are alike need not be told apart. If equal cards
lie in several places, the place is added; if they are not alike in one place, the name of
the copy stands for the word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple, TypeAlias

from engine.game import Seat
from engine.games.scarab_lords.cards import COLUMNS
from engine.games.scarab_lords.sets import Pack
from engine.games.scarab_lords.state import Cards, Field, PlaceName

Key: TypeAlias = tuple[str, PlaceName | None]
"""Word or copy, and place: the two fields by which moves name a card."""


class Spot(NamedTuple):
    """A card that a move can name."""

    card: str
    seat: Seat
    where: PlaceName | Literal["pile"]
    """A column, `gods`, `hand` or `pile` (a discard pile)."""
    place: int | None = None
    """The column's place; None: in no column."""
    scarabs: int = 0


def in_play(field: Field, seat: Seat) -> list[Spot]:
    """A seat's cards in play; the list is not to be changed."""
    found = field.kept("spots")
    if found is None or (found and found[0].seat != seat):
        found = [
            Spot(standing.card, seat, COLUMNS[place], place, standing.scarabs)
            for place, row in enumerate(field.columns)
            for standing in row
        ]
        found += [Spot(god.card, seat, "gods", None, god.scarabs) for god in field.gods]
        field.keep("spots", found)
    return found  # type: ignore[no-any-return]


def lying(cards: Cards, seat: Seat, where: Literal["hand", "pile"]) -> list[Spot]:
    """Cards of a hand or a discard pile."""
    return [Spot(card, seat, where) for card in cards]


class Names:
    """Cards that can be named, by what they are called."""

    def __init__(self, pack: Pack, spots: Iterable[Spot], marked: Collection[str] = ()) -> None:
        """`marked`: cards that are not like others of their word, whatever lies on them."""
        self.by_key: dict[Key, Spot] = {}
        self.key_of: dict[str, Key] = {}
        """What each copy is called."""
        self.spots: dict[str, list[Spot]] = {}
        """By word."""
        for spot in spots:
            self.spots.setdefault(pack.word[spot.card], []).append(spot)
        for word, group in self.spots.items():
            self._name(word, group, marked)

    def _name(self, word: str, group: list[Spot], marked: Collection[str]) -> None:
        if len(group) == 1 or _are_alike(group, marked):
            self._call(group, (word, None))
            return
        for where in dict.fromkeys(spot.where for spot in group):
            part = [spot for spot in group if spot.where == where]
            if where != "pile" and _are_alike(part, marked):
                self._call(part, (word, where))
            else:
                for spot in part:
                    self._call([spot], (spot.card, None))

    def _call(self, spots: list[Spot], key: Key) -> None:
        self.by_key[key] = spots[0]
        for spot in spots:
            self.key_of[spot.card] = key

    def spot(self, card: str, place: PlaceName | None) -> Spot:
        """The card of that name; for a move that was checked."""
        found = self.by_key.get((card, place))
        assert found is not None, f"{card} cannot be meant here"
        return found

    def meant(self, card: str, place: PlaceName | None) -> Key:
        """The key that a card and a place stand for; the same two if they stand for none or for several."""
        if (card, place) in self.by_key:
            return card, place
        group = self.spots.get(card) or self.spots.get(card.rpartition("-")[0], [])
        keys = {
            self.key_of[spot.card]
            for spot in group
            if card in (spot.card, _word(spot.card)) and place in (None, spot.where)
        }
        return keys.pop() if len(keys) == 1 else (card, place)

    def words(self) -> tuple[str, ...]:
        """All words and copies that a line can begin to spell."""
        return tuple(dict.fromkeys(card for card, _ in self.by_key))


NOTHING = Names(Pack({}, {}, {}, {}), ())
"""For when no card can be named."""


def _word(card: str) -> str:
    return card.rpartition("-")[0]


def _are_alike(spots: list[Spot], marked: Collection[str]) -> bool:
    """Whether it makes no difference which of them is meant."""
    first = spots[0]
    return (
        all(
            (spot.seat, spot.where, spot.scarabs) == (first.seat, first.where, first.scarabs)
            for spot in spots
        )
        and len({spot.card in marked for spot in spots}) == 1
    )
