"""Army strength and the order of a skirmish (RULES 6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Seat
from engine.games.lords_of_scotland.cards import CLAN, RANK, STRENGTH
from engine.games.lords_of_scotland.state import Cards, Follower


def is_of_one_clan(army: Sequence[Follower]) -> bool:
    """Whether there is a clan to which every follower belongs; all must be face-up."""
    # An activated Bruce (or a Scott that copied it) belongs to every clan, so it never stands in the way.
    return len({CLAN[follower.card or ""] for follower in army if follower.mark != "join"}) <= 1


def is_doubled(army: Sequence[Follower]) -> bool:
    """Whether the strengths count twice: two or more followers of one clan (6.2)."""
    return len(army) >= 2 and is_of_one_clan(army)


def army_strength(army: Sequence[Follower]) -> int:
    """The strength of an army whose followers are all face-up."""
    total = sum([STRENGTH[follower.card or ""] for follower in army])
    return total * 2 if is_doubled(army) else total


def best_rank(cards: Cards) -> int:
    """The highest rank among some cards, 0 if there are none."""
    return max([RANK[card] for card in cards], default=0)


def skirmish_order(
    armies: Sequence[Sequence[Follower]], strengths: Sequence[int], leader: Seat
) -> tuple[Seat, ...]:
    """The seats, best first: by strength, by the highest-ranked card, from the leader on (6.3, D21)."""
    ranks = [best_rank(tuple([follower.card or "" for follower in army])) for army in armies]
    seats = len(armies)
    return tuple(
        sorted(range(seats), key=lambda seat: (-strengths[seat], -ranks[seat], (seat - leader) % seats))
    )
