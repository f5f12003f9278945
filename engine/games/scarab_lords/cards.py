"""What a card can be: the closed vocabulary in which card sets are written.

The tags and field names are those of a set's file. Reading one into these types is the first
half of its check; `sets.py` holds the second.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

Column: TypeAlias = Literal["ue", "ur", "um", "lm", "lr", "le"]
"""A column of the board: the letter of its region (upper, lower), then that of its kind."""
COLUMNS: Final[tuple[Column, ...]] = ("ue", "ur", "um", "lm", "lr", "le")
INDEX: Final[dict[str, int]] = {column: place for place, column in enumerate(COLUMNS)}

Kind: TypeAlias = Literal["military", "religious", "economic"]
KINDS: Final[dict[str, Kind]] = {"m": "military", "r": "religious", "e": "economic"}
KIND: Final[tuple[Kind, ...]] = tuple(KINDS[column[1]] for column in COLUMNS)
"""What the columns give to who holds them, by place."""

Type: TypeAlias = Literal["minion", "building", "leader", "god", "fate"]
Types: TypeAlias = tuple[Type, ...]
Stander: TypeAlias = Literal["minion", "building", "leader"]
"""What lies in a column and can bear scarabs."""
Standers: TypeAlias = Annotated[tuple[Stander, ...], Meta(min_length=1)]
STANDERS: Final[tuple[Stander, ...]] = ("minion", "building", "leader")
Target: TypeAlias = Literal["minion", "building", "leader", "god"]
TYPES: Final[Types] = ("minion", "building", "leader", "god", "fate")

Scope: TypeAlias = Literal["any", "same_column", "same_region", "chosen_column"]
"""Where an effect looks, seen from the column of its card; `chosen_column`: one that the player names."""
Count: TypeAlias = Annotated[int, Meta(ge=1, le=9)]


class Op(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="op"):
    """Something that a card does once."""


class EnterCursed(Op, frozen=True, tag="enter_cursed"):
    """The card comes into play with n scarabs."""

    n: Count


class PutScarabs(Op, frozen=True, tag="curse"):
    """n scarabs on each of `count` cards of the opponent."""

    n: Count = 1
    count: Count = 1
    side: Literal["opponent"] = "opponent"
    types: Standers = STANDERS
    scope: Scope = "any"


class TakeScarabs(Op, frozen=True, tag="uncurse"):
    """n scarabs, or all, are taken from each of `count` cursed cards, or from every one."""

    n: Count | Literal["all"] = 1
    count: Count | Literal["all"] = 1
    side: Literal["self", "opponent", "any"] = "self"
    types: Standers = STANDERS
    scope: Scope = "any"


class DrawCards(Op, frozen=True, tag="draw"):
    """The owner draws n cards."""

    n: Count


class TakeFromHand(Op, frozen=True, tag="opponent_discard_hand"):
    """The opponent discards n cards from hand: of his choice, or by lot."""

    n: Count
    chooser: Literal["opponent", "random"] = "opponent"


class MillCards(Op, frozen=True, tag="mill"):
    """The top n cards of the opponent's deck are discarded."""

    n: Count


class DiscardTarget(Op, frozen=True, tag="discard_target"):
    """`count` cards of the opponent are discarded from play."""

    count: Count = 1
    side: Literal["opponent"] = "opponent"
    types: Annotated[tuple[Target, ...], Meta(min_length=1)] = STANDERS
    max_strength: Annotated[int, Meta(ge=0, le=99)] | None = None
    cursed_only: bool = False
    scope: Scope = "any"


class ReturnToHand(DiscardTarget, frozen=True, tag="return_to_hand"):
    """`count` cards of the opponent go from play to his hand."""


class MoveMinion(Op, frozen=True, tag="move"):
    """`count` cards of the owner change to another column that their icons allow."""

    count: Count = 1
    side: Literal["self"] = "self"
    types: Annotated[tuple[Literal["minion", "building"], ...], Meta(min_length=1)] = ("minion",)


class Recover(Op, frozen=True, tag="recover"):
    """n cards go from the owner's discard pile to his hand."""

    n: Count
    types: Annotated[Types, Meta(min_length=1)] = TYPES


class Restock(Op, frozen=True, tag="restock"):
    """Up to n cards go from the owner's discard pile under his deck."""

    n: Count


class ExtraAction(Op, frozen=True, tag="extra_action"):
    """n more actions in a phase of this turn."""

    phase: Literal[1, 2]
    n: Count = 1


class RepeatSupremacy(Op, frozen=True, tag="repeat_supremacy"):
    """n supremacies that the owner holds are exercised at once, whether or not they were before."""

    n: Count = 1


AnyOp: TypeAlias = (
    EnterCursed
    | PutScarabs
    | TakeScarabs
    | DrawCards
    | TakeFromHand
    | MillCards
    | DiscardTarget
    | ReturnToHand
    | MoveMinion
    | Recover
    | Restock
    | ExtraAction
    | RepeatSupremacy
)

Where: TypeAlias = Literal["self", "own_same_column", "own_all"]
Condition: TypeAlias = Literal[
    "always", "own_building_in_column", "own_leader_in_column", "own_minion_in_column"
]
Requirement: TypeAlias = Literal["own_minion_in_column", "own_leader_in_column"]


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="mod"):
    """Something that holds while its card is in play and uncursed."""


class StrengthBonus(Modifier, frozen=True, tag="strength_bonus"):
    """n more strength for each uncursed target in whose column the condition holds."""

    n: Annotated[int, Meta(ge=-9, le=9)]
    target: Where = "self"
    types: tuple[Stander, ...] = ()
    """None given: all."""
    condition: Condition = "always"
    column_kind: Kind | None = None


class StrengthCount(Modifier, frozen=True, tag="strength_count"):
    """n more strength of the card itself for each card of the owner that bears a tag, itself included."""

    tag: str
    n: Count = 1
    scope: Literal["same_column", "in_play"] = "same_column"


class CurseImmune(Modifier, frozen=True, tag="curse_immune"):
    """The targets get no scarabs from the opponent."""

    target: Where = "self"
    types: tuple[Stander, ...] = ()


class FreeUncurse(Modifier, frozen=True, tag="free_uncurse"):
    """Once in that phase of the owner's turn n scarabs may be taken from a card; that is no action."""

    n: Count = 1
    phase: Literal[0, 1, 2] = 2
    side: Literal["self", "any"] = "any"


class SupremacyBonus(Modifier, frozen=True, tag="supremacy_bonus"):
    """A supremacy of this kind in the card's column is n stronger."""

    kind: Kind
    n: Count = 1


class WinTie(Modifier, frozen=True, tag="win_tie"):
    """The owner holds the card's column when the sums are equal and above 0."""

    target: Literal["same_column"] = "same_column"


class Undying(Modifier, frozen=True, tag="undying"):
    """Discarded from play by the opponent, the card goes to its owner's hand instead."""


AnyModifier: TypeAlias = (
    StrengthBonus | StrengthCount | CurseImmune | FreeUncurse | SupremacyBonus | WinTie | Undying
)


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All that a card's text does."""

    on_play: tuple[AnyOp, ...] = ()
    """Once, when it is played."""
    action: tuple[AnyOp, ...] = ()
    """When it is played, and whenever it is activated."""
    passive: tuple[AnyModifier, ...] = ()
    play_requires: Requirement | None = None
    timing: Literal["before_determine", "exercise"] | None = None
    """Of a card of phase S: when in the supremacy phase it is played."""


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a card becomes when an option of the match has a certain value."""

    option: Literal["kamal_phase", "mass_cleansing", "enhu_chooser"]
    value: str | int
    phase: Literal[0, 1, 2] | None = None
    effect: Effect | None = None
    text: str | None = None


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One design of card; `copies` of it are in its deck."""

    id: Annotated[str, Meta(pattern="^[A-Z]{1,3}[0-9]{2,3}$")]
    word: Annotated[str, Meta(pattern="^[a-z]+(-[a-z]+)*$", max_length=12)]
    """What it is called in lines and names of copies."""
    name: Annotated[str, Meta(min_length=1, max_length=32)]
    deck: str
    """The name of a house, or `bonus`."""
    type: Type
    phase: Literal[0, 1, 2, "S"]
    strength: Annotated[int, Meta(ge=0, le=20)] | None = None
    columns: tuple[Kind, ...] = ()
    """Its icons."""
    effect: Effect = Effect()
    text: Annotated[str, Meta(max_length=200)] = ""
    """The effect in words, for players."""
    tags: tuple[str, ...] = ()
    """Words by which other cards count it, such as `horde`."""
    copies: Annotated[int, Meta(ge=1, le=9)] = 1
    source: Literal["published", "seed", "designed"] = "designed"
    """Attested by a published list, named in the rules (then `known` says what of it), or made up."""
    known: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ()


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the two houses of a set."""

    name: Annotated[str, Meta(pattern="^[a-z]+$", max_length=12)]
    title: Annotated[str, Meta(min_length=1, max_length=24)]
    """What people call it."""


class CardSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Two houses of 30 cards and a bonus deck of 24."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    note: Annotated[str, Meta(max_length=600)]
    """Where the cards come from."""
    houses: Annotated[tuple[House, ...], Meta(min_length=2, max_length=2)]
    cards: tuple[Card, ...]
