"""What lies on and under the table, and how a match can be varied."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engine.game import Seat
from engine.games.lords_of_scotland.cards import NAME, STRENGTH, Name, Power
from engine.rng import Rng

FACE_DOWN = "face-down"
"""Stands in the row of recruits for a card that nobody may look at."""

HAND_LIMIT = 10
"""With so many cards in hand, no recruiting."""
CYCLES = 5
GOAL = 40

Phase: TypeAlias = Literal["turn", "follow-up", "claim", "over"]
"""`turn`: recruit or muster; `follow-up`: a further muster after a Makgill; `claim`: take a supporter."""

Cards: TypeAlias = tuple[Name, ...]

Slot: TypeAlias = Annotated[
    str,
    Meta(
        title="RecruitSlot",
        description="A recruit: the name of a card that lies face-up, or `face-down`.",
        examples=["scott-7", FACE_DOWN],
        extra_json_schema={"pattern": f"^(?:{NAME}|{FACE_DOWN})$"},
    ),
]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant chosen for a match."""

    include_bruce: Annotated[
        bool, Meta(description="Play with the two Bruce cards; leave them out in a first match.")
    ] = True
    same_clan_activation: Annotated[
        Literal["auto", "on", "off"],
        Meta(
            description="Whether only followers of the same clan can block a power; auto: with 4 or 5 seats."
        ),
    ] = "auto"
    reveal_discarded: Annotated[
        bool, Meta(description="Show a face-down follower to everyone when it is discarded by a power.")
    ] = True


class Follower(msgspec.Struct, frozen=True, gc=False):
    """A card in an army, as everyone sees it."""

    serial: int
    """The number of this follower within the match; it keeps it while it changes army or place."""
    card: Name | None = None
    """Its name if it is face-up; null if it is face-down."""
    mark: Power | None = None
    """The end-of-skirmish power that was activated with it (for a Scott: the copied one), or null."""


Armies: TypeAlias = tuple[tuple[Follower, ...], ...]
"""By seat; within an army in the order of arrival."""


class FaceDown(msgspec.Struct, frozen=True, gc=False):
    """What a face-down follower (or a card discarded unseen) is, and who has looked at it."""

    serial: int
    """The number of the follower, as in its army."""
    card: Name
    """What it is."""
    seen_by: tuple[Seat, ...]
    """The seats that have controlled it, in that order."""


class Seen(msgspec.Struct, frozen=True, gc=False):
    """A card that everyone saw being taken into a hand, and where it can be now.

    Worked out from public facts alone: it never depends on what a concealed card is.
    """

    card: Name
    """The card that was taken."""
    seat: Seat
    """Who took it."""
    in_hand: bool = True
    """Whether it can still be in that hand."""
    serials: tuple[int, ...] = ()
    """The face-down followers (or cards discarded unseen) that it can be."""


class Public(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything on the table that all may see. Tuples by seat have one entry for each seat."""

    options: Options
    """The variant that is played."""
    same_clan: bool
    """Whether only followers of the same clan can block a power."""
    skirmish: int
    """Counted from 1."""
    cycle: int
    """The turn-cycle, 1 to 5."""
    phase: Phase
    """`turn`: recruit or muster; `follow-up`: a further muster after a Makgill; `claim`: take a supporter."""
    turn: int
    """Counts every player's turn and every seat's claiming, from 1."""
    acting: Seat | None
    """The seat that is asked to move; null when the match is over."""
    claims: int
    """How many supporters the acting seat still claims in this turn."""
    leader: Seat
    """Who holds Victor's Initiative."""
    recruits: tuple[Slot | None, ...]
    """The five slots from the left: a card's name; `face-down` for one that nobody may look at; null if the
    slot is empty."""
    supporters: Cards
    """The supporters that are fought for in this skirmish and not yet claimed."""
    armies: Armies
    """The armies by seat; within an army the followers in the order of arrival, as addresses count them."""
    hands: tuple[int, ...]
    """The number of cards in each hand."""
    won: tuple[Cards, ...]
    """The victory piles: the supporters each seat has claimed."""
    draw_pile: int
    """The number of cards in the draw pile."""
    discards: Cards
    """The face-up cards of the discard pile, oldest first."""
    buried: tuple[int, ...]
    """The serials of followers that went to the discard pile unseen (option `reveal_discarded` off)."""
    reshuffled: Cards
    """The cards that all saw going into the draw pile when the discards were last shuffled, by rank."""
    seen: tuple[Seen, ...]
    """Cards that everyone saw being taken into a hand, and where each can be now."""
    order: tuple[Seat, ...]
    """The order of the skirmish that was reckoned last, best first; empty before the first."""
    strengths: tuple[int, ...]
    """The army strengths of that skirmish by seat."""
    next_serial: int
    """The number that the next follower will get."""


class Concealed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that somebody may not see."""

    draw: Cards
    """The draw pile, top card first."""
    hands: tuple[Cards, ...]
    """The hands by seat, weakest card first."""
    recruits: tuple[str | None, ...]
    """What the face-down recruits are; None in the other slots."""
    face_down: tuple[FaceDown, ...]
    """One for each face-down follower and each card discarded unseen."""
    rng: Rng
    """For the next reshuffle."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A whole match between two moves."""

    public: Public
    concealed: Concealed


class View(msgspec.Struct, frozen=True, gc=False, tag_field="type", tag="lords-of-scotland.view"):
    """What one seat, or a spectator, may know now."""

    seat: Seat | None
    """The seat that looks; null for a spectator."""
    public: Public
    """What all may see."""
    hand: Cards = ()
    """The seat's own hand, weakest card first."""
    known: tuple[FaceDown, ...] = ()
    """The face-down cards that this seat has looked at."""


def score(cards: Cards) -> int:
    """The victory points of a victory pile."""
    return sum([STRENGTH[card] for card in cards])


def letter(seat: Seat) -> str:
    """The letter of a seat in addresses: a for seat 0."""
    return "abcde"[seat]
