"""Situations set up by hand, so that a test reads like a row of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Seat
from engine.games.lords_of_scotland import GAME
from engine.games.lords_of_scotland.cards import CARDS, CLAN, POWER, Power, by_rank
from engine.games.lords_of_scotland.course import is_same_clan_rule
from engine.games.lords_of_scotland.state import (
    FACE_DOWN,
    Concealed,
    FaceDown,
    Follower,
    Options,
    Phase,
    Public,
    State,
    View,
)
from engine.rng import Rng
from tests.engine.tables import AnyTable


class Table(AnyTable[State, View]):
    """A match of Lords of Scotland."""

    game = GAME

    @property
    def public(self) -> Public:
        return self.state.public

    @property
    def hidden(self) -> Concealed:
        return self.state.concealed

    def army(self, seat: Seat) -> list[str]:
        """The followers of a seat as `situation` takes them."""
        return [_written(follower) for follower in self.public.armies[seat]]


def situation(
    armies: Sequence[str] = ("", ""),
    *,
    hands: Sequence[str] = (),
    recruits: str | None = None,
    supporters: str | None = None,
    won: Sequence[str] = (),
    draw: str | None = None,
    discards: str = "",
    acting: Seat = 0,
    leader: Seat = 0,
    cycle: int = 1,
    phase: Phase = "turn",
    options: Options | None = None,
    order: tuple[Seat, ...] = (),
) -> Table:
    """A table with what is given; what is not given is filled from the cards that are left.

    Armies, hands and the rest are cards with blanks between, one text for each seat.
    `wemyss-8?` lies face-down in an army, `cochrane-5!` is active with its own power and
    `scott-3!stay` with a copied one. A recruit is a card, `?` (some card face-down),
    `wemyss-8?` (that card face-down) or `-` (an empty slot); if not given, as many are
    face-up as the cycle says. Without `draw` the cards
    that are left are the draw pile, else they are nowhere.
    """
    seats = len(armies)
    options = options or Options()
    lying = [[_follower(word) for word in army.split()] for army in armies]
    held = [hand.split() for hand in hands] or [[] for _ in range(seats)]
    piles = [pile.split() for pile in won] or [[] for _ in range(seats)]
    slots = ["^"] * cycle + ["?"] * (5 - cycle) if recruits is None else recruits.split()
    named = [word.rstrip("?") for word in slots if word not in "?-^"]
    used = {card for row in (lying, held, piles) for part in row for card in _names(part)}
    used |= {*named, *(supporters or "").split(), *discards.split(), *(draw or "").split()}
    rest = [card for card in reversed(tuple(CARDS)) if card not in used]
    row = [rest.pop() for _ in armies] if supporters is None else supporters.split()
    slots = [rest.pop() + word.strip("^") if word in "?^" else word for word in slots]
    serial = iter(range(1, 99))
    followers = [[(next(serial), *item) for item in army] for army in lying]
    public = Public(
        options=options,
        same_clan=is_same_clan_rule(options, seats),
        skirmish=1,
        cycle=cycle,
        phase=phase,
        turn=1,
        acting=acting,
        claims=1 if phase == "claim" else 0,
        leader=leader,
        recruits=tuple(_shown(word) for word in slots),
        supporters=tuple(row),
        armies=tuple(
            tuple(Follower(n, None if down else card, mark) for n, card, down, mark in army)
            for army in followers
        ),
        hands=tuple(len(hand) for hand in held),
        won=tuple(tuple(pile) for pile in piles),
        draw_pile=len(rest if draw is None else draw.split()),
        discards=tuple(discards.split()),
        buried=(),
        reshuffled=(),
        seen=(),
        order=order,
        strengths=(0,) * seats,
        next_serial=next(serial),
    )
    concealed = Concealed(
        draw=tuple(rest if draw is None else draw.split()),
        hands=tuple(by_rank(tuple(hand)) for hand in held),
        recruits=tuple(word[:-1] if word.endswith("?") else None for word in slots),
        face_down=tuple(
            FaceDown(n, card, (seat,))
            for seat, army in enumerate(followers)
            for n, card, down, _ in army
            if down
        ),
        rng=Rng("5" * 64),
    )
    return Table(State(public, concealed))


def _follower(word: str) -> tuple[str, bool, Power | None]:
    card, _, mark = word.partition("!")
    if "!" not in word:
        return card.rstrip("?"), card.endswith("?"), None
    marks: dict[str, Power] = {"stay": "stay", "claim-two": "claim-two", "join": "join"}
    return card, False, marks[mark] if mark else POWER[card]


def _written(follower: Follower) -> str:
    if follower.card is None:
        return "?"
    if follower.mark is None:
        return follower.card
    return f"{follower.card}!" + (follower.mark if CLAN[follower.card] == "scott" else "")


def _names(part: Sequence[Any]) -> list[str]:
    return [item if isinstance(item, str) else item[0] for item in part]


def _shown(word: str) -> str | None:
    if word == "-":
        return None
    return FACE_DOWN if word.endswith("?") else word


def at_the_end(armies: Sequence[str], last: str = "recruit 1", **given: Any) -> Table:
    """The skirmish ends with these armies: the last seat makes its last move, a recruiting."""
    seats = len(armies)
    given.setdefault("hands", ["forsyth-12" if seat == seats - 1 else "" for seat in range(seats)])
    table = situation(
        armies, acting=seats - 1, cycle=5, recruits="wemyss-1 wemyss-2 wemyss-11 wemyss-12 -", **given
    )
    return table.play(last)
