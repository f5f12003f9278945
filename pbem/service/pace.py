"""The time rule of a match, and what it makes of a seat that is asked. Pure: rows in, rows out."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from pbem.service.rows import PlaceRow

SECOND = 1_000_000
DAY = 86_400 * SECOND
LONGEST = 60 * 86_400
"""Seconds that a turn may last at most."""
GRACE = 1_250_000
"""A turn expires this long after its deadline, as long as a write may wait: a move that arrived in time is
written first (DL-2)."""
PATIENCE = 3
"""Deadlines missed in a row that end it, where safe moves are made for who is late."""

Fraction = Annotated[float, Meta(gt=0, lt=1)]


class Pace(msgspec.Struct, frozen=True, tag="per_turn", tag_field="kind", forbid_unknown_fields=True):
    """So many seconds for each turn of the rulebook."""

    seconds: Annotated[int, Meta(ge=1, le=LONGEST)] = 3 * 86_400
    reminders: Annotated[tuple[Fraction, ...], Meta(max_length=4)] = (0.5, 0.8)
    """Parts of the time after which a reminder is sent."""
    on_timeout: Literal["forfeit", "safe_move"] = "forfeit"

    @property
    def span(self) -> int:
        """The length of a turn in microseconds."""
        return self.seconds * SECOND


def ask(place: PlaceRow, pace: Pace, turn: int, entry: int, own_move: bool, now: int) -> PlaceRow:
    """The place once its seat has been asked at `entry`; unchanged if it was waiting already.

    `own_move`: the entry is the seat's own move. Its own moves never extend a deadline; asked
    again after somebody else's answer, it has at least a quarter of the time.
    """
    if place.turn != turn:
        return place._replace(turn=turn, asked=entry, asks=1, opened_at=now, deadline=now + pace.span)
    if place.asked is None:
        assert place.deadline is not None
        later = max(place.deadline, now + pace.span // 4)
        return place._replace(asked=entry, asks=place.asks + 1, deadline=later)
    return place._replace(asked=entry) if own_move else place


def rest(place: PlaceRow) -> PlaceRow:
    """The place of a seat that is not asked."""
    return place._replace(asked=None)


def reminders(pace: Pace, deadline: int, after: int) -> list[tuple[int, int]]:
    """Which reminders (number, instant) are still to come after an instant, for a turn with that deadline."""
    instants = [deadline - round((1 - part) * pace.span) for part in sorted(set(pace.reminders))]
    return [(number, at) for number, at in enumerate(instants, start=1) if at > after]


def given_back(place: PlaceRow, pace: Pace, began: int, ended: int) -> int | None:
    """The new deadline of a seat whose turn was open while nobody could watch the clock.

    The clock stood still: what was left of the turn when the outage began is left at its end,
    at least two hours or a tenth of the turn, whichever is more, but never more than a whole
    turn (DL-4). None: it needs no new one, or was missed before.
    """
    if place.deadline is None or place.opened_at is None or place.deadline <= began:
        return None
    lost = max(ended - max(place.opened_at, began), 0)
    least = min(max(2 * 3600 * SECOND, pace.span // 10), pace.span)
    later = max(place.deadline + lost, ended + least)
    return min(later, max(ended + pace.span, place.deadline))
