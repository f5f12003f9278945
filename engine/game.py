"""The contract between a game and everything around it.

A game is a value: one frozen `Game` that names types and pure functions. There is no
base class to inherit and no phase language. Nothing here knows of players, time, mail
or HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from engine.rng import Rng

Seat: TypeAlias = int
"""A place at the table, counted from 0. Who sits there is not the engine's business."""

Names: TypeAlias = Mapping[str, tuple[str, ...]]
"""Words that a player may cut short, by the name of a field, or by `verb.field` for one kind of move."""

S = TypeVar("S")
M = TypeVar("M", bound="Move")
E = TypeVar("E", bound="Event")
V = TypeVar("V")
O = TypeVar("O")  # noqa: E741


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """What a player decides: one frozen struct for each kind.

    The subclass sets `tag="<slug>.<verb>"`. Its fields, in order, are the words of its
    line; fields with a default may be left out at the end. A last field that is a tuple takes
    all words that remain (`exchange r1 b2 k3`). Its docstring is the help text.
    """

    usage: ClassVar[str]
    """How the line is written, for example `recruit SLOT`."""
    pattern: ClassVar[str] = ""
    """The words behind the verb, if they are not just the fields in order: the name of a field stands for
    it, any other word for itself. `card to tile` gives `redeploy y4 to 5`; `redeploy y4 5` is read too."""
    bare: ClassVar[bool] = False
    """Whether the line does without its verb: `r10 4`. At most one kind of a game."""
    each: ClassVar[bool] = False
    """Whether one line may name several: `retreat 3 5` is `retreat 3` and `retreat 5`. For a single field."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type"):
    """Something that happened. The subclass sets `tag="<slug>.<verb>"`."""

    to: tuple[Seat, ...] | None = None
    """The only seats that may hear of it; None: everyone, spectators too."""
    but: tuple[Seat, ...] = ()
    """Seats that do not hear it, since they are told more by another event."""

    reveals: ClassVar[bool] = False
    """Whether it tells its hearers something they could not have known before the move
    (a drawn card): moves sent along with the one that caused it may depend on that."""


@dataclass(frozen=True)
class Step(Generic[S, E]):
    """The result of a deal or of an accepted move."""

    state: S
    events: tuple[E, ...] = ()


class Outcome(msgspec.Struct, frozen=True):
    """How the rules ended a game."""

    ranks: tuple[int, ...]
    """For each seat, 1 for the winner; equal numbers share a rank."""
    scores: tuple[int, ...]
    reason: str
    """One short English sentence."""


@dataclass(frozen=True)
class Speech:
    """How a table or an event is put into words for one reader."""

    names: tuple[str, ...]
    """The players' names by seat."""
    reader: Seat | None = None
    """The seat that reads, None for a spectator."""
    translate: Callable[[str], str] = field(default=str)
    """An English template to the same template in the reader's language."""

    def say(self, template: str, **parts: object) -> str:
        """The template in the reader's language, its `{parts}` filled in."""
        translated = self.translate(template)
        return translated.format(**parts) if parts else translated

    def say_to(self, seat: Seat, you: str, others: str, **parts: object) -> str:
        """A sentence that speaks to a seat, if it reads, or of it as `{name}` to anyone else."""
        if self.reader == seat:
            return self.say(you, **parts)
        return self.say(others, name=self.name(seat), **parts)

    def name(self, seat: Seat) -> str:
        """The name of the player at a seat."""
        return self.names[seat]


def no_names(view: object) -> Names:
    """For a game that tells no names."""
    return {}


def itself(view: object, move: M) -> tuple[M, ...]:
    """For a game whose moves mean what they say."""
    return (move,)


def anything(options: object) -> None:
    """For a game whose options all go together."""


@dataclass(frozen=True, kw_only=True)
class Sets:
    """Sets of pieces that a host may add to a game: checked once, and known by the hash of their content.

    Options, states and records name a set by its hash. Whoever keeps sets hands those that
    options name in with `add`, before anything is done with such options or states; the game's
    own set is always there.
    """

    noun: str
    """What people call one, for example `card set`."""
    options: tuple[str, ...]
    """The fields of the options whose values are hashes; an empty one names no set."""
    read: Callable[[bytes], Any]
    """The set in a file; raises BadSet, which names the piece and the field."""
    write: Callable[[Any], bytes]
    """The set as bytes that `read` takes: the same for equal sets, whatever their files looked like."""
    digest: Callable[[Any], str]
    """The hash of a set: 64 hexadecimal digits."""
    add: Callable[[Any], str]
    """Makes a set known to this process, once or again; its hash."""
    knows: Callable[[str], bool]
    """Whether the set of a hash is known to this process."""
    title: Callable[[Any], str]
    """What people call a set."""

    def named(self, options: object) -> tuple[str, ...]:
        """The hashes that options name."""
        return tuple(filter(None, (getattr(options, name) for name in self.options)))


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S, M, E, V, O]):
    """The rules of one game, as types and pure functions."""

    slug: str
    """The game's name in addresses and tags, for example `lords-of-scotland`."""
    name: str
    version: int
    """Of our rules; stored with each match."""
    seats: tuple[int, int]
    """Fewest and most players."""
    summary: str
    """One English sentence for a list of games."""
    rules: str
    """The text of RULES.md."""

    options: type[O]
    state: type[S]
    moves: tuple[type[M], ...]
    events: tuple[type[E], ...]
    view: type[V]
    """Has a field `seat`: the seat that looks, None for a spectator."""

    setup: Callable[[O, int, Rng], Step[S, E]]
    """Options, number of seats, randomness: the deal. Who begins and what is turned up are events too."""
    to_act: Callable[[S], tuple[Seat, ...]]
    """The seats that are asked to move; none: the game is over; several: at the same time."""
    turn: Callable[[S], int]
    """Counts the rulebook's turns: deadlines and letters are per turn and seat."""
    candidates: Callable[[V], Iterable[M]]
    """Moves worth trying for the seat that looks. Generous: `check` decides."""
    check: Callable[[V, M], None]
    """All the rules: returns for a legal move, raises IllegalMove for any other. The viewer is to act."""
    apply: Callable[[S, Seat, M], Step[S, E]]
    """Carries out a move that `check` let through."""
    outcome: Callable[[S], Outcome | None]
    look: Callable[[S, Seat | None], V]
    """What a seat, or a spectator (None), may know. Built up from nothing, never stripped down."""
    resample: Callable[[S, Seat | None, Rng], S]
    """A random state that the seat cannot tell from this one: what it cannot know is dealt anew."""
    safe: Callable[[V, Rng], M]
    """The move for an absent player: legal, harmless, drawn from the view alone, telling nothing."""
    forced: Callable[[V], M | None]
    """Given the spectator's view: the move of the one seat to act that everybody sees to be its only one."""
    table: Callable[[V, Speech], str]
    """The table in plain text, at most 72 columns."""
    words: Callable[[E, Speech], str]
    """An event as one sentence."""

    board: Callable[[V, Speech], str] | None = None
    """The table as a picture, drawn from the view alone: SVG made with `engine.picture`, at most 60 KB. None:
    the game has no picture."""
    independent: tuple[type[M], ...] = ()
    """Kinds of moves that may follow a revelation within one request, since they do not depend on it."""
    closing: tuple[type[M], ...] = ()
    """Kinds of moves that only end a turn. Sent ahead, they are passed over if it has ended without them."""
    names: Callable[[V], Names] = no_names
    """Words that the seat which looks, to act or not, may cut short: the cards of its hand, for example."""
    vet: Callable[[O], None] = anything
    """Raises BadOptions for options that do not go together: to be called before a match is opened."""
    sets: Sets | None = None
    """The sets of pieces that can be added; None: there are only its own."""
    worth: Callable[[V, M], float] | None = None
    """How good a legal move looks to the seat that looks: compared among the moves of one view only. It is
    what the house bot `greedy` goes by; None: that bot moves at random."""
    means: Callable[[V, M], tuple[M, ...]] = itself
    """What a move that somebody sent stands for, at least one move; the viewer is to act. A legal move stands
    for itself. Of others the first is spelt as `candidates` spells it, or is the move as it was sent; the
    rest is looked at again when the first has been made."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
