"""When a power may be activated, and on what it may act (RULES 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.errors import IllegalMove
from engine.game import Seat
from engine.games.lords_of_scotland.cards import CLAN, CLAN_LOWER, LOWER, POWER, POWERS
from engine.games.lords_of_scotland.moves import Muster
from engine.games.lords_of_scotland.state import Armies, Follower, Public, View, letter

PARAGRAPHS = {
    "scott": "5.1",
    "makgill": "5.2",
    "macdonnell": "5.3",
    "wemyss": "5.4",
    "fergusson": "5.5",
    "forsyth": "5.6",
    "cockburn": "5.7",
    "cochrane": "5.8",
    "bruce": "5.9",
}


def blocker(public: Public, card: str) -> str | None:
    """The face-up follower that keeps a card from being activated, or None (4.2, 4.3)."""
    blockers = (CLAN_LOWER if public.same_clan else LOWER)[card]
    for army in public.armies:
        for follower in army:
            if follower.card in blockers:
                return follower.card
    return None


def address(seat: Seat, index: int) -> str:
    """The address of a follower, for example b2: the second one of seat 1."""
    return f"{letter(seat)}{index + 1}"


def followers(public: Public) -> Iterator[tuple[Seat, int, Follower]]:
    """Every follower with its seat and its index in that army."""
    for seat, army in enumerate(public.armies):
        for index, follower in enumerate(army):
            yield seat, index, follower


def find_follower(armies: Armies, target: str) -> tuple[Seat, int]:
    """Seat and index of a follower named by its card or address; IllegalMove if it is not there (4.8)."""
    if target not in CLAN:
        return find_address(armies, target)
    for seat, army in enumerate(armies):
        for index, follower in enumerate(army):
            if follower.card == target:
                return seat, index
    raise IllegalMove(
        f"{target} does not lie face-up in any army; name a face-down follower by its address, such as b2.",
        "4.8",
    )


def find_address(armies: Armies, target: str) -> tuple[Seat, int]:
    """The seat and the index of a face-down follower named by its address (4.8)."""
    seat = ord(target[0]) - ord("a") if target else -1
    place = target[1:]
    if not (0 <= seat < 5 and place.isascii() and place.isdigit() and len(place) <= 2 and place[0] != "0"):
        raise IllegalMove(
            "A target is a card such as scott-7, or the address of a face-down follower such as b2.", "4.8"
        )
    if seat >= len(armies):
        raise IllegalMove(f"There is no seat {target[0]} in this match.", "4.8")
    army = armies[seat]
    if int(place) > len(army):
        raise IllegalMove(f"There is no follower {target}: that army has {len(army)}.", "4.8")
    follower = army[int(place) - 1]
    if follower.card is not None:
        raise IllegalMove(f"The follower {target} is face-up: name it {follower.card}.", "4.8")
    return seat, int(place) - 1


def find_copied(public: Public, target: str) -> str:
    """The card whose power a Scott copies: a face-up follower of another clan (5.1)."""
    seat, index = find_follower(public.armies, target)
    card = public.armies[seat][index].card
    if card is None:
        raise IllegalMove("Only the power of a face-up follower can be copied.", "5.1")
    if CLAN[card] == "scott":
        raise IllegalMove("A Scott cannot copy another Scott.", "5.1")
    return card


def check_activation(view: View, move: Muster) -> None:
    """Whether the card may be activated with the power and the targets that the move names."""
    card, power = move.card, move.power
    if move.facing == "down":
        raise IllegalMove("A card mustered face-down cannot be activated.", "4.1")
    if power != POWER[card]:
        raise IllegalMove(f"The power of {card} is {POWER[card]}, not {power}.", "4.5")
    blocking = blocker(view.public, card)
    if blocking is not None:
        raise IllegalMove(why_blocked(view.public, card, blocking), "4.3" if view.public.same_clan else "4.2")
    if power != "copy":
        check_target(view, move, CLAN[card], move.target, move.then)
        return
    if move.target is None:
        raise IllegalMove("Say which face-up follower the Scott copies.", "5.1")
    check_target(view, move, CLAN[find_copied(view.public, move.target)], move.then, None)


def why_blocked(public: Public, card: str, blocking: str) -> str:
    """The refusal of an activation as a sentence."""
    if public.same_clan:
        return f"{card} cannot be activated: {blocking} lies face-up, of the same clan and no stronger."
    return f"{card} cannot be activated: {blocking} lies face-up and is lower."


def check_target(view: View, move: Muster, clan: str, target: str | None, extra: str | None) -> None:
    """Whether the power of a clan may act on that target; the source is the card just mustered."""
    rule = TARGETS.get(clan)
    if rule is not None:
        if target is None:
            raise IllegalMove(f"Say on what the power {POWERS[clan]} acts.", PARAGRAPHS[clan])
        rule(view, move.card, target)
    elif target is not None:
        raise IllegalMove(f"The power {POWERS[clan]} takes no target.", PARAGRAPHS[clan])
    else:
        check_means(view, clan)
    if extra is not None:
        raise IllegalMove("That is one target too many.", PARAGRAPHS[clan])


def check_means(view: View, clan: str) -> None:
    """Whether there is something for a power without a target to work with (4.7)."""
    if clan == "makgill" and len(view.hand) < 2:
        raise IllegalMove("You have no further card to muster; muster this one without its power.", "4.7")
    if clan == "forsyth" and not can_draw(view.public):
        raise IllegalMove("There is no card left to draw; muster this one without its power.", "4.7")


def can_draw(public: Public) -> bool:
    """Whether a card is left in the draw pile or the discard pile (7.2)."""
    return bool(public.draw_pile or public.discards or public.buried)


def check_discarded(view: View, card: str, target: str) -> None:
    """Wemyss: any other follower (5.4)."""
    if target == card:
        raise IllegalMove(f"{card} cannot discard itself.", "5.4")
    find_follower(view.public.armies, target)


def check_swapped_follower(view: View, card: str, target: str) -> None:
    """Fergusson: a follower of an opponent (5.5)."""
    if target == card:
        raise IllegalMove(f"{card} cannot be swapped with itself.", "5.5")
    seat, _ = find_follower(view.public.armies, target)
    if seat == view.seat:
        raise IllegalMove(f"{target} is in your own army; swap with an opponent's follower.", "5.5")


def check_swapped_supporter(view: View, card: str, target: str) -> None:
    """Cockburn: one of the supporters (5.7)."""
    if target not in view.public.supporters:
        name = target if target in CLAN else "That"
        raise IllegalMove(f"{name} is not one of the supporters.", "5.7")


TARGETS: dict[str, Callable[[View, str, str], None]] = {
    "wemyss": check_discarded,
    "fergusson": check_swapped_follower,
    "cockburn": check_swapped_supporter,
}
"""The clans whose powers take a target, and the rule for it: (view, the card mustered, target)."""


class Activations:
    """The activations open to one view, listed from what lies on the table."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.up = [f.card for army in view.public.armies for f in army if f.card is not None]
        self.blockers = CLAN_LOWER if view.public.same_clan else LOWER
        self.clans: dict[str, list[str | None]] = {}

    def can_activate(self, card: str) -> bool:
        """Whether no face-up follower blocks the card."""
        return self.blockers[card].isdisjoint(self.up)

    def of_card(self, card: str) -> list[Muster]:
        """Every activated muster of a card that is not blocked."""
        clan = CLAN[card]
        if clan != "scott":
            power = POWER[card]
            return [Muster(card, "up", power, target) for target in self.targets(clan)]
        return [
            Muster(card, "up", "copy", copied, target)
            for copied in self.up
            if CLAN[copied] != "scott"
            for target in self.targets(CLAN[copied])
        ]

    def targets(self, clan: str) -> list[str | None]:
        """What the power of a clan may act on; [None] if it needs no target, [] if it has none (4.7)."""
        found = self.clans.get(clan)
        if found is None:
            found = self.clans[clan] = self.list_targets(clan)
        return found

    def list_targets(self, clan: str) -> list[str | None]:
        """As `targets`, worked out from the table."""
        view = self.view
        if clan == "wemyss":
            return self.named(None)
        if clan == "fergusson":
            return self.named(view.seat)
        if clan == "cockburn":
            return list(view.public.supporters)
        if clan == "makgill":
            return [None] if len(view.hand) > 1 else []
        if clan == "forsyth":
            return [None] if can_draw(view.public) else []
        return [None]

    def named(self, but: Seat | None) -> list[str | None]:
        """The followers of all seats but one, as targets."""
        return [
            follower.card or address(seat, index)
            for seat, index, follower in followers(self.view.public)
            if seat != but
        ]
