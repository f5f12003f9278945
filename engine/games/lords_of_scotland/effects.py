"""Musters and powers carried out (RULES 3.6 and 5). All moves here have passed `check`."""

from __future__ import annotations

from collections.abc import Callable

from engine.game import Seat
from engine.games.lords_of_scotland.cards import CLAN, END_POWERS, POWERS
from engine.games.lords_of_scotland.draft import Draft
from engine.games.lords_of_scotland.events import (
    CardDrawn,
    CardLookedAt,
    FollowerBuried,
    FollowerDiscarded,
    FollowersSwapped,
    FollowersSwappedUnseen,
    FollowerUnmasked,
    MusteredDown,
    MusteredOwn,
    MusteredUp,
    SupporterSwapped,
    SwappedFollowerLookedAt,
)
from engine.games.lords_of_scotland.moves import Muster
from engine.games.lords_of_scotland.powers import address, find_follower
from engine.games.lords_of_scotland.state import FaceDown, Follower


def muster(table: Draft, seat: Seat, move: Muster) -> bool:
    """Plays a card from hand, and its power if activated; tells whether one more muster is open (5.2)."""
    table.take_from_hand(seat, move.card)
    if move.facing == "down":
        muster_down(table, seat, move.card)
    else:
        muster_up(table, seat, move)
    if not table.hands[seat] and table.seen:
        table.note_empty_hand(seat)
    if move.power is None:
        return False
    return activate(table, seat, move)


def muster_down(table: Draft, seat: Seat, card: str) -> None:
    """A face-down follower; only its owner knows it."""
    serial = next_serial(table)
    table.set_army(seat, (*table.armies[seat], Follower(serial)))
    table.face_down = (*table.face_down, FaceDown(serial, card, (seat,)))
    if table.seen:
        table.note_face_down(seat, serial)
    where = address(seat, len(table.armies[seat]) - 1)
    table.events.append(MusteredDown(seat, where, but=(seat,)))
    table.events.append(MusteredOwn(seat, where, card, to=(seat,)))


def muster_up(table: Draft, seat: Seat, move: Muster) -> None:
    """A face-up follower, marked if an end-of-skirmish power is activated with it (4.5)."""
    power, copied = move.power, None
    if power == "copy":
        copied = move.target
        power = POWERS[CLAN[copied or ""]]
    mark = power if power in END_POWERS else None
    table.set_army(seat, (*table.armies[seat], Follower(next_serial(table), move.card, mark)))
    table.note_shown(move.card)
    table.events.append(MusteredUp(seat, move.card, move.power, copied))


def next_serial(table: Draft) -> int:
    """A number for a new follower."""
    table.next_serial += 1
    return table.next_serial - 1


def activate(table: Draft, seat: Seat, move: Muster) -> bool:
    """Resolves an immediate power at once; tells whether the seat may muster once more (4.5)."""
    if move.power == "copy":
        clan, target = CLAN[move.target or ""], move.then
    else:
        clan, target = CLAN[move.card], move.target
    effect = EFFECTS.get(clan)
    if effect is not None:
        effect(table, seat, target or "")
    return clan == "makgill"


def draw(table: Draft, seat: Seat, target: str) -> None:
    """Forsyth (5.6)."""
    card = table.draw_card()
    assert card is not None  # check: not offered with both piles empty
    table.add_to_hand(seat, card)
    table.events.append(CardDrawn(seat, but=(seat,)))
    table.events.append(CardLookedAt(seat, card, to=(seat,)))


def discard(table: Draft, seat: Seat, target: str) -> None:
    """Wemyss (5.4, 8.3)."""
    owner, index = find_follower(table.armies, target)
    army = table.armies[owner]
    follower = army[index]
    table.set_army(owner, army[:index] + army[index + 1 :])
    if follower.card is not None:
        table.discards = (*table.discards, follower.card)
        table.events.append(FollowerDiscarded(seat, owner, follower.card))
    elif table.options.reveal_discarded:
        card = table.unmask(follower.serial)
        table.discards = (*table.discards, card)
        table.events.append(FollowerUnmasked(seat, target, card))
    else:
        table.buried = (*table.buried, follower.serial)
        table.events.append(FollowerBuried(seat, target))


def swap_follower(table: Draft, seat: Seat, target: str) -> None:
    """Fergusson: the card just mustered for an opponent's follower; each keeps facing and mark (5.5)."""
    owner, index = find_follower(table.armies, target)
    own, other = table.armies[seat], table.armies[owner]
    given, taken = own[-1], other[index]
    table.set_army(seat, (*own[:-1], taken))
    table.set_army(owner, (*other[:index], given, *other[index + 1 :]))
    name = given.card or ""
    if taken.card is not None:
        table.events.append(FollowersSwapped(seat, owner, name, taken.card))
        return
    card = let_look(table, seat, taken.serial)
    table.events.append(FollowersSwappedUnseen(seat, name, target, but=(seat,)))
    table.events.append(SwappedFollowerLookedAt(seat, name, target, card, to=(seat,)))


def let_look(table: Draft, seat: Seat, serial: int) -> str:
    """The new controller of a face-down follower may look at it: its card (8.2)."""
    taken = next(down for down in table.face_down if down.serial == serial)
    if seat not in taken.seen_by:
        looked_at = FaceDown(serial, taken.card, (*taken.seen_by, seat))
        table.face_down = tuple([looked_at if down is taken else down for down in table.face_down])
    return taken.card


def swap_supporter(table: Draft, seat: Seat, target: str) -> None:
    """Cockburn: the card just mustered for a supporter, which is not activated (5.7)."""
    army = table.armies[seat]
    given = army[-1]
    name = given.card or ""
    table.supporters = tuple([name if card == target else card for card in table.supporters])
    table.set_army(seat, (*army[:-1], Follower(given.serial, target)))
    table.events.append(SupporterSwapped(seat, name, target))


EFFECTS: dict[str, Callable[[Draft, Seat, str], None]] = {
    "wemyss": discard,
    "fergusson": swap_follower,
    "forsyth": draw,
    "cockburn": swap_supporter,
}
"""The immediate powers by clan; a Scott uses that of the follower it copies."""
