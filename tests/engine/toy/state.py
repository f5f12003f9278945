"""What lies on and under the table, what is seen of it, and what happens."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

import msgspec

from engine.game import Event, Seat
from engine.rng import Rng
from tests.engine.toy.moves import Stance

CARDS = tuple(f"{tree}-{number}" for tree in ("oak", "elm") for number in range(1, 7))
SLOTS = 3
ROUNDS = 9
HAND = 2


def strength(card: str) -> int:
    """What a card is worth in the stand, from 2 (elm 1) to 13 (oak 6) (§1.1)."""
    return int(card[-1]) * 2 + card.startswith("oak")


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant that is played."""

    feints: bool = True
    peeks: Literal[1, 2] = 1
    points: Literal[2, 3] = 3


class Lying(msgspec.Struct, frozen=True):
    """A card face down and the seats that have seen it."""

    card: str | None
    """None in the view of a seat that has not seen it."""
    seen: tuple[Seat, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """What a seat has secretly chosen for the stand."""

    place: int
    """The card, by its place in the hand."""
    stance: Stance


class Public(msgspec.Struct, frozen=True):
    """What everyone knows."""

    options: Options
    scores: tuple[int, ...]
    turn: int = 1
    winner: Seat | None = None
    """The seat that acts on the spoils; None: all choose for the stand."""
    chosen: tuple[Seat, ...] = ()
    peeks: int = 0
    """How often the winner may still peek."""
    taken: bool = False
    sorted: bool = False
    discard: tuple[str, ...] = ()
    rounds: int = 0


class Concealed(msgspec.Struct, frozen=True):
    """What lies face down."""

    deck: tuple[Lying, ...]
    hands: tuple[tuple[Lying, ...], ...]
    choices: tuple[Choice | None, ...]
    rng: Rng


class State(msgspec.Struct, frozen=True):
    """Everything."""

    public: Public
    concealed: Concealed


class View(msgspec.Struct, frozen=True, tag_field="type", tag="last-stand.view"):
    """What one seat may know."""

    seat: Seat | None
    public: Public
    deck: tuple[Lying, ...]
    hands: tuple[tuple[Lying, ...], ...]
    choice: Choice | None


class Dealt(Event, frozen=True, kw_only=True, tag="last-stand.dealt"):
    """A seat was dealt its cards."""

    reveals: ClassVar[bool] = True
    seat: Seat
    cards: tuple[str, ...]


class Chose(Event, frozen=True, kw_only=True, tag="last-stand.chose"):
    """A seat has chosen."""

    seat: Seat


class Stood(Event, frozen=True, kw_only=True, tag="last-stand.stood"):
    """A choice was shown."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str
    stance: Stance


class Won(Event, frozen=True, kw_only=True, tag="last-stand.won"):
    """The stand was won; by nobody, if all were feints."""

    seat: Seat | None


class Peeked(Event, frozen=True, kw_only=True, tag="last-stand.peeked"):
    """The winner looked at a slot."""

    seat: Seat
    slot: int


class Saw(Event, frozen=True, kw_only=True, tag="last-stand.saw"):
    """What the winner saw."""

    reveals: ClassVar[bool] = True
    slot: int
    card: str


class Sorted(Event, frozen=True, kw_only=True, tag="last-stand.sorted"):
    """The winner put the slots in another order."""

    seat: Seat
    slots: tuple[int, ...]


class Took(Event, frozen=True, kw_only=True, tag="last-stand.took"):
    """The winner took a slot, and may have dropped a card for it."""

    seat: Seat
    slot: int
    drop: str | None


class Drew(Event, frozen=True, kw_only=True, tag="last-stand.drew"):
    """A seat drew a card."""

    seat: Seat


class Got(Event, frozen=True, kw_only=True, tag="last-stand.got"):
    """The card that a seat drew or took."""

    reveals: ClassVar[bool] = True
    card: str


class Shuffled(Event, frozen=True, kw_only=True, tag="last-stand.shuffled"):
    """The discarded cards were shuffled and put below the deck."""


class Ended(Event, frozen=True, kw_only=True, tag="last-stand.ended"):
    """The game is over."""

    scores: tuple[int, ...]


AnyEvent: TypeAlias = (
    Dealt | Chose | Stood | Won | Peeked | Saw | Sorted | Took | Drew | Got | Shuffled | Ended
)
EVENTS: tuple[type[AnyEvent], ...] = (
    Dealt,
    Chose,
    Stood,
    Won,
    Peeked,
    Saw,
    Sorted,
    Took,
    Drew,
    Got,
    Shuffled,
    Ended,
)
