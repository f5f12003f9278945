"""What lies on and under the table, and how a match can be varied."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from engine.game import Seat
from engine.games.scarab_lords.cards import Column
from engine.games.scarab_lords.lazy import lazy
from engine.games.scarab_lords.sets import SHIPPED, Pack, pack_of
from engine.rng import Rng

HAND: Final = 6
"""Cards dealt to each, and to which a redraw fills the hand up."""
GODS: Final = 3
EXCHANGED: Final = 5
"""Cards that each puts into the pool, and takes from it, between two games."""
RANKED: Final = 10
"""Cards that the winner ranks while the loser still chooses: enough, whatever is taken."""

NAME: Final = r"[a-z]+(?:-[a-z]+)*-[1-9]"

Name: TypeAlias = Annotated[
    str,
    Meta(
        title="Card",
        description="One copy of a card: its word and the number of the copy.",
        examples=["kamal-1", "river-3"],
        extra_json_schema={"pattern": f"^{NAME}$"},
    ),
]
"""The name of a copy in a view or an event: described, but not checked, since it is our own."""

Cards: TypeAlias = tuple[Name, ...]

PlaceName: TypeAlias = Literal["ue", "ur", "um", "lm", "lr", "le", "gods", "hand"]
"""Where a card lies that a move names."""

Stage: TypeAlias = Literal["play", "put", "take", "last", "over"]
"""`put`: both put cards into the pool; `take`: the loser takes, and the winner may rank; `last`: he takes."""

Phase: TypeAlias = Literal["phases", "start", "0", "1", "2", "before", "exercise"]
"""`phases`: the starter names his; `start`: redraw or a normal turn; `before` and `exercise`: supremacy."""
ORDER: Final[dict[str, int]] = {
    "phases": -2, "start": -1, "0": 0, "1": 1, "2": 2, "before": 3, "exercise": 4,
}  # fmt: skip
BEFORE: Final = 3
EXERCISE: Final = 4
PHASES: Final[tuple[Phase, ...]] = ("0", "1", "2", "before", "exercise")
PhaseLetter: TypeAlias = Literal["0", "1", "2", "s"]
LETTERS: Final[tuple[PhaseLetter, ...]] = ("0", "1", "2", "s", "s")
"""By the place of a phase in its order: the letter that the starter names it by."""
ALL_PHASES: Final[tuple[PhaseLetter, ...]] = ("0", "1", "2", "s")

SetHash = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The variant chosen for a match."""

    match: Annotated[
        Literal["single", "best_of_three"],
        Meta(description="One game, or up to three with an exchange of cards in between."),
    ] = "single"
    first_turn_limit: Annotated[
        Literal["two_of_four", "two_action_phases", "off"],
        Meta(
            description=(
                "What the starting player may use in the first turn: two of the four phases; "
                "two of phases 0, 1, 2, and supremacy; or all."
            )
        ),
    ] = "two_of_four"
    religious_scope: Annotated[
        Literal["same_region", "any"],
        Meta(description="Where religious supremacy curses: in its own region, or anywhere."),
    ] = "same_region"
    activation_limit: Annotated[
        Literal["each_card_once_per_turn", "one_activation_per_turn"],
        Meta(description="How often cards are activated in a turn."),
    ] = "each_card_once_per_turn"
    play_uses_activation: Annotated[
        bool, Meta(description="Whether a card is not activated in the turn in which it was played.")
    ] = True
    s_card_timing: Annotated[
        Literal["per_card", "before_determine", "exercise"],
        Meta(description="When cards of the supremacy phase are played: as each says, or all at one time."),
    ] = "per_card"
    kamal_phase: Annotated[Literal[0, 2], Meta(description="The phase of Kamal the Immortal.")] = 0
    mass_cleansing: Annotated[
        Literal["all", "one"],
        Meta(description="What Mass Cleansing removes of a column: all, or one scarab."),
    ] = "all"
    enhu_chooser: Annotated[
        Literal["opponent", "random"],
        Meta(description="Who chooses the cards that Enhu takes: the one who loses them, or the lot."),
    ] = "opponent"
    redraw_min_discard: Annotated[
        Literal[0, 1], Meta(description="How many cards a redraw must drop at least.")
    ] = 0
    uncurse_target: Annotated[
        Literal["own", "any"], Meta(description="Whose cards the action of uncursing may clean.")
    ] = "own"
    bonus_pool_visible: Annotated[
        bool, Meta(description="Whether all see what goes into the pool and what is taken from it.")
    ] = True
    turn_cap: Annotated[
        int, Meta(ge=4, le=1000, description="Turns of both players after which a game is counted out.")
    ] = 200
    houses: Annotated[
        str,
        Meta(
            pattern="^([a-z]+ [a-z]+)?$",
            description="The houses of the two seats, such as `ankar temet`; empty: by lot.",
        ),
    ] = ""
    cards: Annotated[SetHash, Meta(description="The card set, by the hash of its content.")] = SHIPPED
    joined: Annotated[
        SetHash, Meta(description="A second card set, whose houses can be named, too; empty: none.")
    ] = ""

    @lazy
    def pack(self) -> Pack:
        """The cards that these options play with."""
        return pack_of(self)


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A card in play."""

    card: Name
    """Which it is."""
    scarabs: int = 0
    """How many lie on it; one is enough to take its strength and its text."""


Row: TypeAlias = tuple[Standing, ...]


class Field(msgspec.Struct, frozen=True, dict=True):
    """What a seat has in play."""

    columns: tuple[Row, ...]
    """The six columns from `ue` to `le`, cards in the order of arrival."""
    gods: Row = ()
    """At most three; only one seat has any."""

    def kept(self, name: str) -> Any:
        """What was worked out for this field before, or None."""
        return self.__dict__.get(name)

    def keep(self, name: str, value: Any) -> None:
        """Remembers what was worked out."""
        self.__dict__[name] = value


class Side(msgspec.Struct, frozen=True, gc=False):
    """A seat's share of the table, as everyone sees it."""

    house: str
    """Whose deck it plays."""
    field: Field
    """Its cards in play."""
    discards: Cards
    """Its discard pile, oldest first."""
    hand: int
    """The number of cards in hand."""
    deck: int
    """The number of cards left to draw."""
    known: Cards = ()
    """Cards that all saw going into the hand, and that are still there."""
    buried: Cards = ()
    """Cards that all saw being laid under the deck: its last ones, topmost first."""
    is_ranked: bool = False
    """Whether a discard list was left."""
    wins: int = 0
    """Games won."""


class Frame(msgspec.Struct, frozen=True, gc=False):
    """Something that is being carried out and may wait for a choice."""

    seat: Seat
    """Whose card or supremacy it is."""
    slot: Literal["on_play", "action", "exercise"]
    """Which text; `exercise`: religious supremacy, for scarabs still to be placed."""
    card: Name | None = None
    """Whose text; null for a supremacy."""
    column: Column | None = None
    """Where the card lies, the column named for it, or that of the supremacy."""
    step: int = 0
    """Which part of the text, counted from 0."""
    left: int = -1
    """Choices still to be made in this part; -1: it has not begun."""
    chosen: Cards = ()
    """What was chosen in this part."""


class GameResult(msgspec.Struct, frozen=True, gc=False):
    """How one game of the match ended."""

    winner: Seat | None
    """Null: a draw."""
    reason: Literal["supremacy", "deck", "pyramids", "cards", "draw"]
    """The last three: it was counted out."""
    turns: int
    """Single turns that it lasted."""


class Public(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything on the table that all may see. Pairs have one entry for each seat."""

    options: Options
    """The variant that is played."""
    stage: Stage
    """What the match is at."""
    game: int
    """Counted from 1."""
    turn: int
    """Counts the turns of both players over the whole match, and the steps of an exchange."""
    single: int
    """Counts the turns of this game."""
    starter: Seat
    """Who began this game."""
    acting: Seat
    """Whose turn it is."""
    phase: Phase
    """How far the turn has come."""
    allowed: tuple[PhaseLetter, ...]
    """The phases that this turn has."""
    actions: tuple[int, ...]
    """Actions left in phases 1 and 2."""
    has_left: bool
    """Whether a card has left the hand in this turn."""
    is_bare: bool
    """Whether the hand was empty when the turn began."""
    activated: Cards
    """Cards that are not activated any more in this turn."""
    activations: int
    """How many cards were activated in this turn."""
    freed: Cards
    """Cards whose standing offer to take scarabs off was used in this turn."""
    exercised: tuple[Column, ...]
    """Supremacies exercised in this turn."""
    pyramids: tuple[Seat | None, ...]
    """Who holds the six columns, as it was determined last."""
    strengths: tuple[tuple[int, ...], ...]
    """The sums of strengths in the six columns, for each seat."""
    frames: tuple[Frame, ...]
    """What is being carried out, innermost last."""
    fate: Name | None
    """A fate that is being carried out."""
    sides: tuple[Side, ...]
    """The seats' shares of the table."""
    results: tuple[GameResult, ...]
    """The games that are over."""
    loser: Seat
    """In an exchange: who chooses first, and begins the next game."""
    confirmed: tuple[bool, ...]
    """In an exchange: who has made his choice."""
    is_waiting: bool
    """In an exchange: whether the winner would rather choose when the loser has."""
    pool: int
    """The number of cards in the bonus deck."""


class Concealed(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything that somebody may not see."""

    hands: tuple[Cards, ...]
    """In the order of arrival."""
    decks: tuple[Cards, ...]
    """Top card first."""
    pool: Cards
    """The bonus deck; empty in a single game."""
    lists: tuple[Cards, ...]
    """All cards of each seat, from the second game on; empty before: they are those of the houses."""
    unsure: tuple[Cards, ...]
    """For each seat the cards of which it cannot tell whether the other has them or the pool."""
    rankings: tuple[Cards, ...]
    """The discard lists: what goes first."""
    picks: tuple[Cards, ...]
    """In an exchange: what each has picked so far."""
    rng: Rng
    """For shuffles and lots to come."""


class State(msgspec.Struct, frozen=True, gc=False):
    """A whole match between two moves."""

    public: Public
    concealed: Concealed


class View(msgspec.Struct, frozen=True, dict=True, tag_field="type", tag="scarab-lords.view"):
    """What one seat, or a spectator, may know now."""

    seat: Seat | None
    """The seat that looks; null for a spectator."""
    public: Public
    """What all may see."""
    hand: Cards = ()
    """The seat's own hand, in the order of arrival."""
    pool: Cards = ()
    """The cards of the bonus deck that the viewer knows to be there."""
    lists: tuple[Cards, ...] = ((), ())
    """From the second game on: the cards that the viewer knows to be each seat's, wherever they lie."""
    ranking: Cards = ()
    """The seat's own discard list: what goes first."""
    picks: Cards = ()
    """In an exchange: what the seat has picked so far."""
    last: Cards = ()
    """Hidden cards that the viewer knows all the same, since no other one is left that could lie there."""


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return 1 - seat
