"""What can happen, each kind with the audience that it is made for."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

from engine.game import Event, Seat
from engine.games.lords_of_scotland.cards import Name, Power
from engine.games.lords_of_scotland.state import Cards


class SkirmishBegan(Event, frozen=True, tag="lords-of-scotland.skirmish-began"):
    """Recruits and supporters were dealt."""

    reveals: ClassVar[bool] = True
    skirmish: int
    """Its number, from 1."""
    leader: Seat
    """Who holds Victor's Initiative."""
    supporters: Cards
    """The supporters to be fought for."""


class HandDealt(Event, frozen=True, tag="lords-of-scotland.hand-dealt"):
    """A seat's first cards, told to that seat only."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Whose hand it is."""
    cards: Cards
    """The hand."""


class SupportersRedealt(Event, frozen=True, tag="lords-of-scotland.supporters-redealt"):
    """A row of supporters of one strength was discarded."""

    reveals: ClassVar[bool] = True
    cards: Cards
    """The supporters that were discarded."""


class RecruitFlipped(Event, frozen=True, tag="lords-of-scotland.recruit-flipped"):
    """The holder of Victor's Initiative turned a recruit up."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Who holds Victor's Initiative."""
    slot: int
    """The recruit's slot, counted from 1 at the left."""
    card: Name
    """What the recruit is."""


class RecruitTaken(Event, frozen=True, tag="lords-of-scotland.recruit-taken"):
    """A face-up recruit went into a hand."""

    seat: Seat
    """Who took it."""
    slot: int
    """The recruit's slot, counted from 1 at the left."""
    card: Name
    """What was taken."""


class RecruitTakenUnseen(Event, frozen=True, tag="lords-of-scotland.recruit-taken-unseen"):
    """A face-down recruit went into a hand; for all but its taker."""

    seat: Seat
    """Who took it."""
    slot: int
    """The recruit's slot, counted from 1 at the left."""


class RecruitLookedAt(Event, frozen=True, tag="lords-of-scotland.recruit-looked-at"):
    """A face-down recruit went into a hand; for its taker."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Who took it."""
    slot: int
    """The recruit's slot, counted from 1 at the left."""
    card: Name
    """What was taken."""


class SlotRefilled(Event, frozen=True, tag="lords-of-scotland.slot-refilled"):
    """A card was dealt face-up in place of a recruit that was taken."""

    reveals: ClassVar[bool] = True
    slot: int
    """The recruit's slot, counted from 1 at the left."""
    card: Name
    """What lies there now."""


class SlotLeftEmpty(Event, frozen=True, tag="lords-of-scotland.slot-left-empty"):
    """Both piles were empty, so no card came in place of a recruit."""

    slot: int
    """The recruit's slot, counted from 1 at the left."""


class MusteredUp(Event, frozen=True, tag="lords-of-scotland.mustered-up"):
    """A card was mustered face-up; `power` is set if it was activated, `copied` for a Scott."""

    seat: Seat
    """Who mustered it."""
    card: Name
    """What was mustered."""
    power: Power | None = None
    """The word of its power; left out if that was not activated."""
    copied: Name | None = None
    """For an activated Scott: the follower whose power was copied."""


class MusteredDown(Event, frozen=True, tag="lords-of-scotland.mustered-down"):
    """A card was mustered face-down; for all but its owner."""

    seat: Seat
    """Who mustered it."""
    address: str
    """Where the follower lies: the letter of the seat and its place in that army."""


class MusteredOwn(Event, frozen=True, tag="lords-of-scotland.mustered-own"):
    """A card was mustered face-down; for its owner."""

    seat: Seat
    """Who mustered it."""
    address: str
    """Where the follower lies: the letter of the seat and its place in that army."""
    card: Name
    """What was mustered."""


class Stopped(Event, frozen=True, tag="lords-of-scotland.stopped"):
    """No further card was mustered after an activated Makgill."""

    seat: Seat
    """Whose move it was."""


class Passed(Event, frozen=True, tag="lords-of-scotland.passed"):
    """A seat could neither recruit nor muster."""

    seat: Seat
    """Whose move it was."""


class CardDrawn(Event, frozen=True, tag="lords-of-scotland.card-drawn"):
    """A card was drawn; for all but its drawer."""

    seat: Seat
    """Who drew it."""


class CardLookedAt(Event, frozen=True, tag="lords-of-scotland.card-looked-at"):
    """A card was drawn; for its drawer."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Who drew it."""
    card: Name
    """What was drawn."""


class FollowerDiscarded(Event, frozen=True, tag="lords-of-scotland.follower-discarded"):
    """A face-up follower went to the discard pile."""

    seat: Seat
    """Whose move it was."""
    owner: Seat
    """Whose army it lay in."""
    card: Name
    """What was discarded."""


class FollowerUnmasked(Event, frozen=True, tag="lords-of-scotland.follower-unmasked"):
    """A face-down follower went to the discard pile and was shown."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Whose move it was."""
    address: str
    """Where it lay: the letter of the seat and its place in that army."""
    card: Name
    """What it was."""


class FollowerBuried(Event, frozen=True, tag="lords-of-scotland.follower-buried"):
    """A face-down follower went to the discard pile unseen."""

    seat: Seat
    """Whose move it was."""
    address: str
    """Where it lay: the letter of the seat and its place in that army."""


class FollowersSwapped(Event, frozen=True, tag="lords-of-scotland.followers-swapped"):
    """A card went into an opponent's army for a face-up follower."""

    seat: Seat
    """Whose move it was."""
    owner: Seat
    """Whose army it lay in."""
    given: Name
    """The card that went into the opponent's army."""
    taken: Name
    """The follower that came back for it."""


class FollowersSwappedUnseen(Event, frozen=True, tag="lords-of-scotland.followers-swapped-unseen"):
    """A card went into an opponent's army for a face-down follower; for all but its new controller."""

    seat: Seat
    """Whose move it was."""
    given: Name
    """The card that went into the opponent's army."""
    address: str
    """Where the follower was taken, and where the card given lies now."""


class SwappedFollowerLookedAt(Event, frozen=True, tag="lords-of-scotland.swapped-follower-looked-at"):
    """A card went into an opponent's army for a face-down follower; for its new controller."""

    reveals: ClassVar[bool] = True
    seat: Seat
    """Whose move it was."""
    given: Name
    """The card that went into the opponent's army."""
    address: str
    """Where the follower was taken, and where the card given lies now."""
    taken: Name
    """What the follower is."""


class SupporterSwapped(Event, frozen=True, tag="lords-of-scotland.supporter-swapped"):
    """A card went to the supporters, and a supporter into its army."""

    seat: Seat
    """Whose move it was."""
    given: Name
    """The card that is a supporter now."""
    taken: Name
    """The supporter that went into the army."""


class Reckoning(msgspec.Struct, frozen=True, gc=False):
    """One army at the end of a skirmish."""

    seat: Seat
    """Whose army it is."""
    strength: int
    """What it is worth in the end."""
    doubled: bool
    """Whether its strength was doubled."""
    revealed: Cards
    """The followers that were face-down until now."""


class SkirmishReckoned(Event, frozen=True, tag="lords-of-scotland.skirmish-reckoned"):
    """All followers were turned up and the armies compared; the best comes first."""

    reveals: ClassVar[bool] = True
    armies: tuple[Reckoning, ...]
    """The armies, the best first."""


class SupporterClaimed(Event, frozen=True, tag="lords-of-scotland.supporter-claimed"):
    """A supporter went to a victory pile; `score` is what the pile is worth now."""

    seat: Seat
    """Who claimed it."""
    card: Name
    """What was claimed."""
    score: int
    """What the victory pile is worth now."""


class SupportersUnclaimed(Event, frozen=True, tag="lords-of-scotland.supporters-unclaimed"):
    """Supporters that nobody claimed were discarded."""

    cards: Cards
    """What was discarded."""


class FollowerStayed(Event, frozen=True, tag="lords-of-scotland.follower-stayed"):
    """A follower was kept for the next skirmish."""

    seat: Seat
    """Whose follower it is."""
    card: Name
    """What was kept."""


class DiscardsShuffled(Event, frozen=True, tag="lords-of-scotland.discards-shuffled"):
    """The discard pile became the new draw pile."""

    cards: int
    """How many cards the new draw pile has."""


class MatchEnded(Event, frozen=True, tag="lords-of-scotland.match-ended"):
    """Somebody reached the goal, and the ranks are known."""

    ranks: tuple[int, ...]
    """By seat, 1 for the winner; equal ranks share."""
    scores: tuple[int, ...]
    """The victory points by seat."""


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
