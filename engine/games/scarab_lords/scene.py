"""What a seat could do now, worked out from its view piece by piece, and only when it is asked for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, TypeAlias

from engine.game import Seat
from engine.games.scarab_lords import cards as c
from engine.games.scarab_lords.cards import COLUMNS, Column
from engine.games.scarab_lords.effects import Table, choices, cursable, exercisable, op_of
from engine.games.scarab_lords.lazy import lazy
from engine.games.scarab_lords.naming import NOTHING, Names, Spot, in_play, lying
from engine.games.scarab_lords.reckoning import modifiers, standing
from engine.games.scarab_lords.state import (
    BEFORE,
    EXERCISE,
    LETTERS,
    ORDER,
    Cards,
    Frame,
    Phase,
    PhaseLetter,
    View,
    other,
)

Reason: TypeAlias = tuple[str, str]
"""Why something is not allowed: a sentence and a paragraph."""


SHUT = (False,) * (EXERCISE + 1)


class Moment(Table, Protocol):
    """What of a turn decides on what can be done: a draft has it, and what all can see."""

    @property
    def phase(self) -> Phase: ...
    @property
    def allowed(self) -> tuple[PhaseLetter, ...]: ...
    @property
    def actions(self) -> tuple[int, ...]: ...
    @property
    def has_left(self) -> bool: ...
    @property
    def is_bare(self) -> bool: ...
    @property
    def activated(self) -> Cards: ...
    @property
    def activations(self) -> int: ...
    @property
    def freed(self) -> Cards: ...
    @property
    def exercised(self) -> tuple[Column, ...]: ...
    @property
    def frames(self) -> tuple[Frame, ...]: ...


class Scene:
    """The table before one seat that is to act."""

    def __init__(self, public: Moment, seat: Seat, hand: Cards, ranking: Cards = ()) -> None:
        self.public = public
        self.seat = seat
        self.hand = hand
        self.ranking = ranking
        self.pack = public.options.pack
        self.side = public.sides[seat]
        self.now = ORDER[public.phase]

    @lazy
    def frame(self) -> Frame | None:
        """What waits for a choice."""
        return self.public.frames[-1] if self.public.frames else None

    @lazy
    def op(self) -> c.Op | None:
        """The part of a text that waits for a choice; None also for a supremacy."""
        return op_of(self.public, self.frame) if self.frame else None

    @lazy
    def words(self) -> dict[str, str]:
        """The hand: for each word the copy that came first."""
        found: dict[str, str] = {}
        for card in self.hand:
            found.setdefault(self.pack.word[card], card)
        return found

    @lazy
    def is_list_of_use(self) -> bool:
        """Whether the other seat could have a card that makes one discard cards of one's choice (5.9)."""
        houses = tuple([side.house for side in self.public.sides])
        if self.public.options.match == "single":
            return self.pack.lets_discard(houses[1 - self.seat : 2 - self.seat])
        return self.pack.lets_discard((*houses, *[self.pack.bonus_of[house] for house in houses]))

    @lazy
    def rankable(self) -> dict[str, str]:
        """For each word that could still be put on the discard list the copy that comes next."""
        found: dict[str, str] = {}
        for card in self.hand:
            if card not in self.ranking:
                found.setdefault(self.pack.word[card], card)
        return found

    @lazy
    def mine(self) -> list[Spot]:
        """The seat's cards in play."""
        return in_play(self.side.field, self.seat)

    def named(self, spots: Collection[Spot], marked: Collection[str] = ()) -> Names:
        """What cards are called if only these can be meant."""
        return Names(self.pack, spots, marked) if spots else NOTHING

    def closed(self, phase: int) -> Reason | None:
        """Why nothing can be done in a phase (by its place in the order) any more, or at all."""
        public = self.public
        if public.phase == "phases":
            return "First name the phases of your first turn, for example `phases 0 1`.", "4.13"
        if public.is_bare:
            return "Your hand was empty when your turn began: you can only redraw.", "4.4"
        if LETTERS[phase] not in public.allowed:
            return f"This turn has no {_phase_name(phase)}: it was not named.", "4.13"
        if self.now > phase:
            return f"It is too late for {_phase_name(phase)}: that is over in this turn.", "4.5"
        return None

    def spent(self, phase: int) -> Reason | None:
        """Why there is no action left in a phase."""
        if phase in (1, 2) and not self.public.actions[phase - 1]:
            return f"The action of phase {phase} is used up in this turn.", "4.5"
        return None

    def barred(self, phase: int) -> Reason | None:
        """Why no action can be taken in a phase."""
        return self.closed(phase) or self.spent(phase)

    @lazy
    def open(self) -> tuple[bool, ...]:
        """For each phase whether an action can be taken in it: whether it is not `barred`."""
        public, allowed = self.public, self.public.allowed
        if public.is_bare or self.now < ORDER["start"]:
            return SHUT
        one, two = public.actions
        now, supremacy = self.now, "s" in allowed
        return (
            now <= 0 and "0" in allowed,
            now <= 1 and one > 0 and "1" in allowed,
            now <= 2 and two > 0 and "2" in allowed,
            now <= BEFORE and supremacy,
            supremacy,
        )

    @lazy
    def discardable(self) -> Names:
        """What can be discarded freely: hand and play."""
        spots = [*lying(self.hand, self.seat, "hand"), *self.mine]
        return self.named(spots, self.public.activated)

    @lazy
    def usable(self) -> Names:
        """What can be activated."""
        word, active = self.pack.word, self.pack.active
        able = [spot for spot in self.mine if word[spot.card] in active]
        return self.named([spot for spot in able if self.not_usable(spot) is None])

    def not_usable(self, spot: Spot) -> Reason | None:
        """Why a card of the seat in play cannot be activated."""
        word = self.pack.word[spot.card]
        if word not in self.pack.active:
            return f"{word} has no text to be activated.", "6.3"
        if spot.scarabs:
            return f"{word} is cursed, so it cannot be activated.", "6.3"
        if spot.card in self.public.activated:
            return f"{word} was played or activated in this turn already.", "6.3"
        if self.public.activations and self.public.options.activation_limit == "one_activation_per_turn":
            return "In this match one card is activated in a turn, and that was done.", "6.3"
        return self.barred(self.pack.phase[word])

    @lazy
    def cleanable(self) -> Names:
        """What an action of uncursing can clean."""
        spots = [spot for spot in self.reach_of_cleaning if spot.scarabs and self._is_its_phase(spot)]
        return self.named(spots)

    @lazy
    def reach_of_cleaning(self) -> list[Spot]:
        """The cards on which an action of uncursing can work."""
        if self.public.options.uncurse_target == "own":
            return self.mine
        theirs = other(self.seat)
        return [*self.mine, *in_play(self.public.sides[theirs].field, theirs)]

    def _is_its_phase(self, spot: Spot) -> bool:
        return self.open[self.pack.phase[self.pack.word[spot.card]]]

    @lazy
    def offers(self) -> list[tuple[c.FreeUncurse, str]]:
        """The standing offers to take scarabs off that can be used now, with their cards."""
        return [(offer, card) for offer, card in self.all_offers if self.not_offered(offer, card) is None]

    @lazy
    def all_offers(self) -> list[tuple[c.FreeUncurse, str]]:
        """All standing offers of the seat's cards."""
        found = modifiers(self.pack, self.side.field, c.FreeUncurse)
        return [(offer, source.card) for offer, source, _ in found]

    def not_offered(self, offer: c.FreeUncurse, card: str) -> Reason | None:
        """Why a standing offer cannot be used now."""
        if card in self.public.freed:
            return f"What {self.pack.word[card]} offers was used in this turn already.", "5.12"
        return self.closed(offer.phase)

    @lazy
    def freeable(self) -> Names:
        """What such an offer can clean."""
        if not self.offers:
            return NOTHING
        theirs = other(self.seat)
        everywhere = any(offer.side == "any" for offer, _ in self.offers)
        field = self.public.sides[theirs].field
        spots = [*self.mine, *(in_play(field, theirs) if everywhere else ())]
        return self.named([spot for spot in spots if spot.scarabs])

    @lazy
    def choosable(self) -> Names:
        """What can be chosen for the text that waits."""
        if self.frame is None:
            return NOTHING
        if isinstance(self.op, c.TakeFromHand):
            return self.named(lying(self.hand, self.seat, "hand"))
        return self.named(choices(self.public, self.frame))

    @lazy
    def repeats(self) -> bool:
        """Whether a supremacy is to be exercised once more."""
        return isinstance(self.op, c.RepeatSupremacy)

    @lazy
    def pyramids(self) -> Sequence[Seat | None]:
        """Who holds the columns, or would if the supremacies were determined now."""
        if self.repeats or self.now == EXERCISE:
            return self.public.pyramids
        return standing(self.pack, self.public.sides)

    @lazy
    def supremacies(self) -> list[Column]:
        """The columns that can be exercised."""
        if self.repeats:
            return exercisable(self.public, self.seat, self.pyramids)
        if self.frame is not None or not self.open[EXERCISE]:
            return []
        done = self.public.exercised
        return [c for c in exercisable(self.public, self.seat, self.pyramids) if c not in done]

    @lazy
    def targets(self) -> Names:
        """What religious supremacies can curse."""
        spots: dict[str, Spot] = {}
        for column in self.supremacies:
            if column[1] == "r":
                spots |= {spot.card: spot for spot in cursable(self.public, self.seat, column)}
        return self.named(spots.values())

    def source(self, spot: Spot) -> Column:
        """The religious supremacy that curses a target: that of its region, if it can."""
        able = [column for column in self.supremacies if column[1] == "r"]
        near = [column for column in able if column[0] == spot.where[0]]
        return (near or able)[0]

    @lazy
    def plays(self) -> list[tuple[str, Column | None]]:
        """What cards of the hand can be played where; None: in no column."""
        phase, spots, is_open = self.pack.phase, self.pack.spots, self.open
        return [
            (word, column)
            for word in self.words
            if is_open[phase[word]]
            for column in spots[word]
            if self.not_placed(word, column) is None
        ]

    def not_placed(self, word: str, column: Column | None) -> Reason | None:
        """Why a card cannot be played to a column that its icons allow."""
        card = self.pack.by_word[word]
        if card.type == "god" and len(self.side.field.gods) >= 3:
            return "You have three gods: discard one of them first.", "3.7"
        if column is None or card.type == "fate":
            return None
        row = self.side.field.columns[COLUMNS.index(column)]
        if card.type == "leader":
            for lying_there in row:
                if self.pack.word[lying_there.card] in self.pack.leaders:
                    name = self.pack.word[lying_there.card]
                    return f"Your leader {name} is in {column}: discard it first.", "3.5"
        wanted = card.effect.play_requires
        if wanted and not any(wanted == f"own_{self.pack.card[each.card].type}_in_column" for each in row):
            kind = wanted.split("_")[1]
            return f"{word} can only be played where you have a {kind}.", "5.15"
        return None


def _phase_name(phase: int) -> str:
    return f"phase {phase}" if phase <= 2 else "supremacy phase"


def scene(view: View) -> Scene:
    """The scene of a view whose seat is to act; worked out once for each view."""
    found = view.__dict__.get("scene")
    if found is None:
        assert view.seat is not None, "a spectator has no moves"
        found = view.__dict__["scene"] = Scene(view.public, view.seat, view.hand, view.ranking)
    return found
