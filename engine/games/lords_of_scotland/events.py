"""What can happen, each kind with the audience that it is made for."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

from engine.game import Event, Seat
from engine.games.lords_of_scotland.cards import Power
from engine.games.lords_of_scotland.state import Cards


class SkirmishBegan(Event, frozen=True, tag="lords-of-scotland.skirmish-began"):
    """Recruits and supporters were dealt."""

    reveals: ClassVar[bool] = True
    skirmish: int
    leader: Seat
    supporters: Cards


class HandDealt(Event, frozen=True, tag="lords-of-scotland.hand-dealt"):
    """A seat's first cards, told to that seat only."""

    reveals: ClassVar[bool] = True
    seat: Seat
    cards: Cards


class SupportersRedealt(Event, frozen=True, tag="lords-of-scotland.supporters-redealt"):
    """A row of supporters of one strength was discarded."""

    reveals: ClassVar[bool] = True
    cards: Cards


class RecruitFlipped(Event, frozen=True, tag="lords-of-scotland.recruit-flipped"):
    """The holder of Victor's Initiative turned a recruit up."""

    reveals: ClassVar[bool] = True
    seat: Seat
    slot: int
    card: str


class RecruitTaken(Event, frozen=True, tag="lords-of-scotland.recruit-taken"):
    """A face-up recruit went into a hand."""

    seat: Seat
    slot: int
    card: str


class RecruitTakenUnseen(Event, frozen=True, tag="lords-of-scotland.recruit-taken-unseen"):
    """A face-down recruit went into a hand; for all but its taker."""

    seat: Seat
    slot: int


class RecruitLookedAt(Event, frozen=True, tag="lords-of-scotland.recruit-looked-at"):
    """A face-down recruit went into a hand; for its taker."""

    reveals: ClassVar[bool] = True
    seat: Seat
    slot: int
    card: str


class SlotRefilled(Event, frozen=True, tag="lords-of-scotland.slot-refilled"):
    """A card was dealt face-up in place of a recruit that was taken."""

    reveals: ClassVar[bool] = True
    slot: int
    card: str


class SlotLeftEmpty(Event, frozen=True, tag="lords-of-scotland.slot-left-empty"):
    """Both piles were empty, so no card came in place of a recruit."""

    slot: int


class MusteredUp(Event, frozen=True, tag="lords-of-scotland.mustered-up"):
    """A card was mustered face-up; `power` is set if it was activated, `copied` for a Scott."""

    seat: Seat
    card: str
    power: Power | None = None
    copied: str | None = None


class MusteredDown(Event, frozen=True, tag="lords-of-scotland.mustered-down"):
    """A card was mustered face-down; for all but its owner."""

    seat: Seat
    address: str


class MusteredOwn(Event, frozen=True, tag="lords-of-scotland.mustered-own"):
    """A card was mustered face-down; for its owner."""

    seat: Seat
    address: str
    card: str


class Stopped(Event, frozen=True, tag="lords-of-scotland.stopped"):
    """No further card was mustered after an activated Makgill."""

    seat: Seat


class Passed(Event, frozen=True, tag="lords-of-scotland.passed"):
    """A seat could neither recruit nor muster."""

    seat: Seat


class CardDrawn(Event, frozen=True, tag="lords-of-scotland.card-drawn"):
    """A card was drawn; for all but its drawer."""

    seat: Seat


class CardLookedAt(Event, frozen=True, tag="lords-of-scotland.card-looked-at"):
    """A card was drawn; for its drawer."""

    reveals: ClassVar[bool] = True
    seat: Seat
    card: str


class FollowerDiscarded(Event, frozen=True, tag="lords-of-scotland.follower-discarded"):
    """A face-up follower went to the discard pile."""

    seat: Seat
    owner: Seat
    card: str


class FollowerUnmasked(Event, frozen=True, tag="lords-of-scotland.follower-unmasked"):
    """A face-down follower went to the discard pile and was shown."""

    reveals: ClassVar[bool] = True
    seat: Seat
    address: str
    card: str


class FollowerBuried(Event, frozen=True, tag="lords-of-scotland.follower-buried"):
    """A face-down follower went to the discard pile unseen."""

    seat: Seat
    address: str


class FollowersSwapped(Event, frozen=True, tag="lords-of-scotland.followers-swapped"):
    """A card went into an opponent's army for a face-up follower."""

    seat: Seat
    owner: Seat
    given: str
    taken: str


class FollowersSwappedUnseen(Event, frozen=True, tag="lords-of-scotland.followers-swapped-unseen"):
    """A card went into an opponent's army for a face-down follower; for all but its new controller."""

    seat: Seat
    given: str
    address: str
    """Where the follower was taken, and where the card given lies now."""


class SwappedFollowerLookedAt(Event, frozen=True, tag="lords-of-scotland.swapped-follower-looked-at"):
    """A card went into an opponent's army for a face-down follower; for its new controller."""

    reveals: ClassVar[bool] = True
    seat: Seat
    given: str
    address: str
    taken: str


class SupporterSwapped(Event, frozen=True, tag="lords-of-scotland.supporter-swapped"):
    """A card went to the supporters, and a supporter into its army."""

    seat: Seat
    given: str
    taken: str


class Reckoning(msgspec.Struct, frozen=True, gc=False):
    """One army at the end of a skirmish."""

    seat: Seat
    strength: int
    doubled: bool
    revealed: Cards
    """The followers that were face-down until now."""


class SkirmishReckoned(Event, frozen=True, tag="lords-of-scotland.skirmish-reckoned"):
    """All followers were turned up and the armies compared; the best comes first."""

    reveals: ClassVar[bool] = True
    armies: tuple[Reckoning, ...]


class SupporterClaimed(Event, frozen=True, tag="lords-of-scotland.supporter-claimed"):
    """A supporter went to a victory pile; `score` is what the pile is worth now."""

    seat: Seat
    card: str
    score: int


class SupportersUnclaimed(Event, frozen=True, tag="lords-of-scotland.supporters-unclaimed"):
    """Supporters that nobody claimed were discarded."""

    cards: Cards


class FollowerStayed(Event, frozen=True, tag="lords-of-scotland.follower-stayed"):
    """A follower was kept for the next skirmish."""

    seat: Seat
    card: str


class DiscardsShuffled(Event, frozen=True, tag="lords-of-scotland.discards-shuffled"):
    """The discard pile became the new draw pile."""

    cards: int


class MatchEnded(Event, frozen=True, tag="lords-of-scotland.match-ended"):
    """Somebody reached the goal, and the ranks are known."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]


LordsEvent: TypeAlias = (
    SkirmishBegan
    | HandDealt
    | SupportersRedealt
    | RecruitFlipped
    | RecruitTaken
    | RecruitTakenUnseen
    | RecruitLookedAt
    | SlotRefilled
    | SlotLeftEmpty
    | MusteredUp
    | MusteredDown
    | MusteredOwn
    | Stopped
    | Passed
    | CardDrawn
    | CardLookedAt
    | FollowerDiscarded
    | FollowerUnmasked
    | FollowerBuried
    | FollowersSwapped
    | FollowersSwappedUnseen
    | SwappedFollowerLookedAt
    | SupporterSwapped
    | SkirmishReckoned
    | SupporterClaimed
    | SupportersUnclaimed
    | FollowerStayed
    | DiscardsShuffled
    | MatchEnded
)
