"""The course of a match in rulebook order: the deal, the turns, the end of a skirmish (RULES 2, 3, 6)."""

from __future__ import annotations

from engine.game import Seat, Step
from engine.games.lords_of_scotland.cards import STRENGTH, by_rank, deck
from engine.games.lords_of_scotland.draft import Draft
from engine.games.lords_of_scotland.events import (
    FollowerStayed,
    HandDealt,
    LordsEvent,
    MatchEnded,
    Reckoning,
    RecruitFlipped,
    SkirmishBegan,
    SkirmishReckoned,
    SupportersRedealt,
    SupportersUnclaimed,
)
from engine.games.lords_of_scotland.reckoning import army_strength, is_doubled, skirmish_order
from engine.games.lords_of_scotland.state import (
    CYCLES,
    FACE_DOWN,
    GOAL,
    Follower,
    Options,
    State,
    score,
)
from engine.rng import Rng

HAND = 5
SLOTS = 5


def setup(options: Options, seats: int, rng: Rng) -> Step[State, LordsEvent]:
    """Draws the first leader, deals, and turns up the leader's first recruit (2.1 to 2.7)."""
    leader, rng = rng.below(seats)
    cards, rng = rng.shuffle(deck(options.include_bruce))
    hands = tuple(by_rank(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
    table = Draft(
        options=options,
        same_clan=is_same_clan_rule(options, seats),
        skirmish=0,
        cycle=1,
        phase="turn",
        turn=1,
        acting=leader,
        claims=0,
        leader=leader,
        recruits=(None,) * SLOTS,
        supporters=(),
        armies=((),) * seats,
        won=((),) * seats,
        discards=(),
        buried=(),
        reshuffled=(),
        seen=(),
        order=(),
        strengths=(0,) * seats,
        next_serial=1,
        draw=cards[HAND * seats :],
        hands=hands,
        hidden_recruits=(None,) * SLOTS,
        face_down=(),
        rng=rng,
        events=[HandDealt(seat, hand, to=(seat,)) for seat, hand in enumerate(hands)],
    )
    begin_skirmish(table)
    return table.step()


def is_same_clan_rule(options: Options, seats: int) -> bool:
    """Whether only followers of the same clan can block a power (4.4)."""
    choice = options.same_clan_activation
    return seats >= 4 if choice == "auto" else choice == "on"


def begin_skirmish(table: Draft) -> None:
    """Deals recruits and supporters; the leader's turn comes (2.4, 2.5, 6.8)."""
    table.skirmish += 1
    table.cycle = 1
    table.phase = "turn"
    table.acting = table.leader
    deal_recruits(table)
    deal_supporters(table)
    table.events.append(SkirmishBegan(table.skirmish, table.leader, table.supporters))
    flip_recruit(table)


def deal_recruits(table: Draft) -> None:
    """Five face-down recruits; slots stay empty if both piles are (2.4, 7.2)."""
    table.hidden_recruits = tuple([table.draw_card() for _ in range(SLOTS)])
    table.recruits = tuple([card and FACE_DOWN for card in table.hidden_recruits])


def deal_supporters(table: Draft) -> None:
    """As many supporters as seats; a row of one strength is discarded and dealt anew (2.5, 2.6)."""
    table.supporters = deal_row(table)
    while is_level(table.supporters) and not is_level_rest(table):
        table.events.append(SupportersRedealt(table.supporters))
        table.discards += table.supporters
        table.supporters = deal_row(table)


def deal_row(table: Draft) -> tuple[str, ...]:
    """Up to one card for each seat."""
    drawn = [table.draw_card() for _ in table.hands]
    return tuple([card for card in drawn if card is not None])


def is_level(row: tuple[str, ...]) -> bool:
    """Whether a row of two or more supporters has one strength only (2.6)."""
    return len(row) >= 2 and len({STRENGTH[card] for card in row}) == 1


def is_level_rest(table: Draft) -> bool:
    """Whether no other row could come: row, draw pile and discards all have one strength (7.3)."""
    buried = [down.card for down in table.face_down if down.serial in table.buried]
    rest = (*table.supporters, *table.draw, *table.discards, *buried)
    return len({STRENGTH[card] for card in rest}) == 1


def flip_recruit(table: Draft) -> None:
    """The leader turns the leftmost face-down recruit up, before he decides (3.2)."""
    if FACE_DOWN not in table.recruits or table.acting is None:
        return
    slot = table.recruits.index(FACE_DOWN)
    card = table.hidden_recruits[slot]
    assert card is not None
    table.recruits = (*table.recruits[:slot], card, *table.recruits[slot + 1 :])
    table.hidden_recruits = (*table.hidden_recruits[:slot], None, *table.hidden_recruits[slot + 1 :])
    table.events.append(RecruitFlipped(table.acting, slot + 1, card))


def end_turn(table: Draft, seat: Seat) -> None:
    """The next seat clockwise is to act, or the skirmish ends after five cycles (3.1)."""
    following = (seat + 1) % len(table.hands)
    if following == table.leader and table.cycle == CYCLES:
        reckon_skirmish(table)
        return
    table.turn += 1
    table.phase = "turn"
    table.acting = following
    if following == table.leader:
        table.cycle += 1
        flip_recruit(table)


def reckon_skirmish(table: Draft) -> None:
    """Turns all followers up, orders the armies, and lets the claiming begin (6.1 to 6.4)."""
    revealed = [turn_army_up(table, seat) for seat in range(len(table.armies))]
    table.strengths = tuple([army_strength(army) for army in table.armies])
    table.order = skirmish_order(table.armies, table.strengths, table.leader)
    table.events.append(
        SkirmishReckoned(
            tuple(
                [
                    Reckoning(seat, table.strengths[seat], is_doubled(table.armies[seat]), revealed[seat])
                    for seat in table.order
                ]
            )
        )
    )
    table.acting = None
    next_claim(table)


def turn_army_up(table: Draft, seat: Seat) -> tuple[str, ...]:
    """Turns the face-down followers of an army up: their cards. Nothing is activated by that (6.1)."""
    down = {follower.serial for follower in table.armies[seat] if follower.card is None}
    if not down:
        return ()
    cards = {serial: table.unmask(serial) for serial in sorted(down)}
    army = [
        Follower(follower.serial, cards[follower.serial]) if follower.serial in cards else follower
        for follower in table.armies[seat]
    ]
    table.set_army(seat, tuple(army))
    return tuple(cards.values())


def next_claim(table: Draft) -> None:
    """The next seat in order that has a follower claims; if nobody can, the skirmish is over (6.4)."""
    place = 0 if table.acting is None else table.order.index(table.acting) + 1
    waiting = [seat for seat in table.order[place:] if table.armies[seat]]
    if not waiting or not table.supporters:
        close_skirmish(table)
        return
    seat = waiting[0]
    table.turn += 1
    table.phase = "claim"
    table.acting = seat
    two = any(follower.mark == "claim-two" for follower in table.armies[seat])
    table.claims = min(2 if two else 1, len(table.supporters))


def close_skirmish(table: Draft) -> None:
    """Looks for the end of the match; else clears the table for the next skirmish (6.5 to 6.8)."""
    table.claims = 0
    if max(map(score, table.won)) >= GOAL:
        end_match(table)
        return
    clear_table(table)
    table.leader = table.order[0]  # with no followers at all, the order begins with the leader (D22)
    table.turn += 1
    begin_skirmish(table)


def end_match(table: Draft) -> None:
    """Nobody is to act any more (6.5)."""
    table.phase = "over"
    table.acting = None
    scores = tuple(map(score, table.won))
    table.events.append(MatchEnded(match_ranks(scores, table.order), scores))


def match_ranks(scores: tuple[int, ...], order: tuple[Seat, ...]) -> tuple[int, ...]:
    """For each seat its place: by score, then by the order of the last skirmish (6.5)."""
    places = sorted(range(len(scores)), key=lambda seat: (-scores[seat], order.index(seat)))
    return tuple(places.index(seat) + 1 for seat in range(len(scores)))


def clear_table(table: Draft) -> None:
    """Discards supporters, recruits and followers, but for those that stay; takes all marks off (6.6)."""
    if table.supporters:
        table.events.append(SupportersUnclaimed(table.supporters))
    recruits = tuple([card for card in table.recruits if card is not None])
    fallen = [f.card or "" for army in table.armies for f in army if f.mark != "stay"]
    staying = [[f for f in army if f.mark == "stay"] for army in table.armies]
    table.events += [FollowerStayed(seat, f.card or "") for seat, army in enumerate(staying) for f in army]
    table.discards = (*table.discards, *table.supporters, *recruits, *fallen)
    table.supporters = ()
    table.armies = tuple([tuple([Follower(f.serial, f.card) for f in army]) for army in staying])
