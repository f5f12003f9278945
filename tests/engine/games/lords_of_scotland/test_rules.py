"""The worked examples of the rules, each named by its id."""

from __future__ import annotations

import pytest

from engine.games.lords_of_scotland.cards import CARDS
from engine.games.lords_of_scotland.events import Reckoning, SkirmishReckoned, SupportersRedealt
from engine.games.lords_of_scotland.reckoning import army_strength, best_rank
from engine.games.lords_of_scotland.state import FACE_DOWN, Follower
from tests.engine.games.lords_of_scotland.situations import Table, at_the_end, situation


def reckoned(table: Table) -> dict[int, Reckoning]:
    """What the end of the skirmish told of each seat."""
    (event,) = table.told(SkirmishReckoned)
    return {army.seat: army for army in event.armies}


def strength(*armies: str) -> list[int]:
    """The strengths that armies have at the end of a skirmish."""
    table = at_the_end([*armies, ""])
    return [reckoned(table)[seat].strength for seat in range(len(armies))]


def order(*armies: str) -> list[int]:
    """The seats, best first."""
    return list(reckoned(at_the_end(armies)))


# Activation


def test_a1_an_empty_table_does_not_block_though_there_is_no_target() -> None:
    table = situation(hands=["wemyss-8", ""])
    assert table.lines("muster") == ["muster wemyss-8 up", "muster wemyss-8 down"]
    assert table.play("muster wemyss-8 up").army(0) == ["wemyss-8"]


def test_a2_a_face_down_follower_does_not_block() -> None:
    table = situation(["", "wemyss-8?"], hands=["forsyth-10", ""])
    assert "muster forsyth-10 up draw" in table.lines()


def test_a3_a_lower_face_up_follower_blocks() -> None:
    table = situation(["", "scott-6"], hands=["makgill-7 wemyss-12", ""])
    assert "muster makgill-7 up muster" not in table.lines()
    assert table.refusal("muster makgill-7 up muster") == (
        "makgill-7 cannot be activated: scott-6 lies face-up and is lower. (4.2)"
    )


def test_a4_an_equal_face_up_follower_does_not_block() -> None:
    table = situation(["", "scott-6"], hands=["makgill-6 wemyss-12", ""])
    assert "muster makgill-6 up muster" in table.lines()


def test_a5_a_higher_face_up_follower_does_not_block() -> None:
    table = situation(
        ["", "scott-6", ""], hands=["cockburn-4", "", ""], supporters="wemyss-1 wemyss-2 wemyss-3"
    )
    assert "muster cockburn-4 up swap wemyss-2" in table.lines()


def test_a7_a_card_turned_up_at_the_end_is_not_activated() -> None:
    table = situation(
        ["forsyth-9", ""],
        hands=["", "cochrane-2"],
        supporters="wemyss-3 wemyss-4",
        acting=1,
        cycle=5,
        recruits="- - - - -",
    ).play("muster cochrane-2 down")
    assert table.army(1) == ["cochrane-2"]
    assert table.play("claim wemyss-4").seat == 1
    assert table.public.claims == 1


def test_a9_with_four_a_lower_follower_of_another_clan_does_not_block() -> None:
    table = situation(["wemyss-5", "makgill-9", "", ""], hands=["makgill-7 scott-1", "", "", ""])
    assert "muster makgill-7 up muster" in table.lines()


def test_a10_with_four_a_lower_follower_of_the_clan_blocks() -> None:
    table = situation(["", "makgill-3", "", ""], hands=["makgill-7 scott-1", "", "", ""])
    assert "muster makgill-7 up muster" not in table.lines()
    assert table.refusal("muster makgill-7 up muster") == (
        "makgill-7 cannot be activated: makgill-3 lies face-up, of the same clan and no stronger. (4.3)"
    )


def test_a11_with_five_other_clans_are_ignored() -> None:
    table = situation(["", "wemyss-5", "makgill-1", "", ""], hands=["scott-12 forsyth-1", "", "", "", ""])
    assert "muster scott-12 up copy makgill-1" in table.lines()


def test_a13_a_follower_that_stayed_blocks() -> None:
    table = situation(["", "macdonnell-2"], hands=["forsyth-3", ""])
    assert table.lines("muster") == ["muster forsyth-3 up", "muster forsyth-3 down"]


def test_a14_the_activated_makgill_blocks_its_own_extra_card() -> None:
    table = situation(hands=["makgill-4 forsyth-6", ""]).play("muster makgill-4 up muster")
    assert table.lines() == ["stop", "muster forsyth-6 up", "muster forsyth-6 down"]
    assert "makgill-4 lies face-up and is lower" in table.refusal("muster forsyth-6 up draw")


def test_a15_makgills_chain_within_one_turn() -> None:
    table = situation(hands=["makgill-4 makgill-3 scott-2 wemyss-9", ""])
    turn = table.public.turn
    table.play("muster makgill-4 up muster", "muster makgill-3 up muster")
    assert (table.seat, table.public.turn) == (0, turn)
    table.play("muster scott-2 down")
    assert table.army(0) == ["makgill-4", "makgill-3", "?"]
    assert (table.seat, table.public.turn) == (1, turn + 1)


def test_a17_a_scott_copies_a_cochrane_that_is_not_activated() -> None:
    table = situation(
        ["", "cochrane-8", ""],
        hands=["scott-3", "", "forsyth-12"],
        supporters="wemyss-3 wemyss-4 wemyss-5",
    ).play("muster scott-3 up copy cochrane-8")
    assert table.army(0) == ["scott-3!claim-two"]
    table = at_the_end(["scott-3!claim-two", "cochrane-8", ""], supporters="wemyss-3 wemyss-4 wemyss-5")
    assert (table.seat, table.public.claims) == (1, 1)
    table.play("claim wemyss-4")
    assert (table.seat, table.public.claims) == (0, 2)


def test_a18_a_marked_card_stays_active_when_a_lower_one_comes() -> None:
    table = situation(["cochrane-5!", ""], hands=["", "forsyth-1"], acting=1).play("muster forsyth-1 up")
    assert table.army(0) == ["cochrane-5!"]


# Army strength and order


def test_x1_one_clan_is_doubled() -> None:
    assert strength("wemyss-5 wemyss-6") == [22]


def test_x2_a_single_card_is_never_doubled() -> None:
    assert strength("forsyth-9") == [9]


def test_x3_two_clans_are_not_doubled() -> None:
    assert strength("scott-1 scott-4 makgill-7") == [12]
    assert best_rank(("scott-1", "scott-4", "makgill-7")) == 50


def test_x4_the_same_with_a_third_scott_is_doubled() -> None:
    assert strength("scott-1 scott-4 scott-7") == [24]


def test_x6_of_equal_armies_the_highest_rank_goes_first() -> None:
    assert strength("scott-1 scott-4 makgill-7", "makgill-9 wemyss-3") == [12, 12]
    assert CARDS["makgill-9"].rank == 66
    assert order("scott-1 scott-4 makgill-7", "makgill-9 wemyss-3") == [1, 0]


def test_x7_twelve_and_ten_of_a_clan_make_44() -> None:
    assert strength("cockburn-12 cockburn-10") == [44]


def test_x8_a_bruce_that_is_not_active_is_a_clan_of_its_own() -> None:
    assert strength("bruce-a scott-3") == [15]


def test_x10_an_active_bruce_does_not_reconcile_two_clans() -> None:
    assert strength("bruce-a! scott-3 makgill-2") == [17]


def test_x12_an_active_bruce_alone_is_not_doubled() -> None:
    assert strength("bruce-a!") == [12]


def test_x13_face_down_followers_count_once_turned_up() -> None:
    table = at_the_end(["cochrane-8? cochrane-3", ""])
    assert reckoned(table)[0] == Reckoning(0, 22, True, ("cochrane-8",))


def test_x14_three_makgills_make_42() -> None:
    assert strength("makgill-3 makgill-7 makgill-11") == [42]


def test_x15_makgill_and_wemyss_make_12() -> None:
    assert strength("makgill-5 wemyss-7") == [12]


def test_x16_fergusson_10_decides_a_tie() -> None:
    assert strength("makgill-8 wemyss-7", "fergusson-10 cockburn-5") == [15, 15]
    assert order("makgill-8 wemyss-7", "fergusson-10 cockburn-5") == [1, 0]


@pytest.mark.parametrize(
    ("army", "total"),
    [
        ("bruce-a! scott-3", 30),
        ("bruce-a bruce-b", 48),
        ("scott-2!join bruce-a", 28),
        ("scott-2!join makgill-3", 10),
        ("scott-2!join scott-4 makgill-3", 9),
        ("", 0),
    ],
)
def test_6_2_which_armies_are_doubled(army: str, total: int) -> None:
    assert strength(army) == [total]


def test_6_2_strength_is_reckoned_by_followers_alone() -> None:
    assert army_strength([Follower(1, "scott-2", "join"), Follower(2, "bruce-b")]) == 28


# Claiming, carry-over, the end


def test_c2_who_has_no_follower_claims_nothing() -> None:
    table = at_the_end(["wemyss-9", "wemyss-7", ""], supporters="scott-8 scott-5 scott-2")
    table.play("claim scott-8", "claim scott-5")
    assert table.public.won == (("scott-8",), ("scott-5",), ())
    assert "scott-2" in table.public.discards
    assert table.public.skirmish == 2


def test_c2_an_active_cochrane_claims_two() -> None:
    table = at_the_end(["wemyss-9 cochrane-2!", "wemyss-7", ""], supporters="scott-8 scott-5 scott-2")
    table.play("claim scott-8", "claim scott-2", "claim scott-5")
    assert table.public.won == (("scott-8", "scott-2"), ("scott-5",), ())


def test_c3_with_two_players_an_active_cochrane_leaves_nothing() -> None:
    table = at_the_end(["cochrane-9!", "wemyss-3"], supporters="scott-8 scott-5")
    table.play("claim scott-8", "claim scott-5")
    assert table.public.won == (("scott-8", "scott-5"), ())
    assert table.public.skirmish == 2


def test_c4_two_active_cochranes_claim_two() -> None:
    table = at_the_end(["cochrane-9! cochrane-8!", "", ""], supporters="scott-8 scott-5 scott-2")
    assert table.public.claims == 2
    table.play("claim scott-8", "claim scott-5")
    assert table.public.won == (("scott-8", "scott-5"), (), ())


def test_c6_a_discarded_cochrane_has_no_effect() -> None:
    table = situation(
        ["cochrane-4! forsyth-9", ""],
        hands=["", "wemyss-4"],
        acting=1,
        cycle=5,
        recruits="- - - - -",
        supporters="scott-8 scott-5",
    ).play("muster wemyss-4 up discard cochrane-4")
    assert (table.army(0), table.army(1)) == (["forsyth-9"], ["wemyss-4"])
    assert (table.seat, table.public.claims) == (0, 1)


def test_c7_a_macdonnell_stays_for_one_more_skirmish() -> None:
    table = at_the_end(["macdonnell-5!", ""], supporters="scott-8 scott-5").play("claim scott-8")
    assert table.public.skirmish == 2
    assert table.army(0) == ["macdonnell-5"]
    for _ in range(10):
        table.play("recruit 1")
    assert reckoned(table)[0].strength == 5
    assert table.seat == 0
    table.play(table.lines("claim")[0])
    assert table.public.skirmish == 3
    assert table.army(0) == []
    assert "macdonnell-5" in table.public.discards


def test_c8_a_macdonnell_stays_with_its_new_controller() -> None:
    table = situation(
        ["macdonnell-5!", ""],
        hands=["", "fergusson-4"],
        acting=1,
        cycle=5,
        recruits="- - - - -",
        supporters="scott-8 scott-6",
    ).play("muster fergusson-4 up swap macdonnell-5")
    assert (table.army(0), table.army(1)) == (["fergusson-4"], ["macdonnell-5!"])
    table.play("claim scott-8", "claim scott-6")
    assert (table.army(0), table.army(1)) == ([], ["macdonnell-5"])


def test_c10_a_tie_for_the_win_is_decided_by_the_last_skirmish() -> None:
    table = at_the_end(
        ["wemyss-3", "wemyss-9"],
        won=["scott-12 scott-11 scott-9", "makgill-12 makgill-11 makgill-10"],
        supporters="scott-8 forsyth-9",
    ).play("claim scott-8", "claim forsyth-9")
    assert table.outcome is not None
    assert table.outcome.scores == (41, 41)
    assert table.outcome.ranks == (2, 1)
    assert table.outcome.reason == "40 points were reached in skirmish 1; its order decided the tie."


TEN = " ".join(f"forsyth-{strength}" for strength in range(1, 11))
NINE = " ".join(f"forsyth-{strength}" for strength in range(2, 11))


def test_c12_with_ten_cards_there_is_no_recruiting() -> None:
    table = situation(hands=[TEN, ""])
    assert table.lines("recruit") == []
    assert table.refusal("recruit 3") == "You hold 10 cards, so you cannot recruit: muster one. (3.4)"
    assert situation(hands=[NINE, ""]).play("recruit 3").public.hands == (10, 0)


def test_c13_a_draw_may_bring_the_hand_back_to_ten() -> None:
    table = situation(hands=[f"{NINE} wemyss-1", ""])
    assert table.public.hands == (10, 0)
    assert table.play("muster forsyth-2 up draw").public.hands == (10, 0)


def test_c14_a_slot_is_refilled_facing_as_the_card_that_left() -> None:
    table = situation(
        recruits="scott-9 ? ? ? ?", hands=["makgill-1", "makgill-2", "makgill-3"], armies=["", "", ""]
    )
    table.play("recruit 4", "recruit 1")
    assert [card == FACE_DOWN for card in table.public.recruits] == [False, True, True, True, True]


SIX = "macdonnell-3 forsyth-1 forsyth-2 forsyth-3 forsyth-4 forsyth-5"
"""The refill of the last recruit, and the five recruits of the next skirmish."""


@pytest.mark.parametrize(
    ("row", "kept"),
    [("scott-7 makgill-7 wemyss-7", False), ("scott-7 makgill-7 wemyss-8", True)],
)
def test_c15_a_row_of_one_strength_is_dealt_anew(row: str, kept: bool) -> None:
    table = at_the_end(
        ["", "", ""],
        hands=["", "", ""],
        draw=f"{SIX} {row} cockburn-1 cockburn-2 cockburn-3",
        supporters="scott-8 scott-5 scott-2",
    )
    assert table.public.skirmish == 2
    if kept:
        assert table.public.supporters == tuple(row.split())
        assert table.told(SupportersRedealt) == []
    else:
        assert table.public.supporters == ("cockburn-1", "cockburn-2", "cockburn-3")
        assert [event.cards for event in table.told(SupportersRedealt)] == [tuple(row.split())]
        assert set(row.split()) < set(table.public.discards)


def test_c17_the_deal_goes_on_after_a_reshuffle() -> None:
    table = at_the_end(
        ["", "", ""],
        hands=["", "", ""],
        draw=f"{SIX} cockburn-1",
        supporters="scott-8 scott-5 scott-2",
        discards="scott-9 makgill-10",
    )
    first, *others = table.public.supporters
    assert first == "cockburn-1"
    swept = {"scott-9", "makgill-10", "scott-8", "scott-5", "scott-2", "macdonnell-3"}
    assert set(others) < swept | {"wemyss-2", "wemyss-11", "wemyss-12"}
    assert table.public.draw_pile == 9 - 2
    assert table.public.discards == ()


def test_c18_without_followers_nobody_claims_and_the_initiative_stays() -> None:
    table = situation(
        hands=["wemyss-1 wemyss-2 wemyss-3 wemyss-4 wemyss-5", "scott-1 scott-2 scott-3 scott-4 scott-5"],
        recruits="forsyth-12 ? ? ? ?",
        supporters="cockburn-8 cockburn-9",
        leader=1,
        acting=1,
    )
    for _ in range(10):
        table.play("recruit 2")
    assert table.public.hands == (10, 10)
    assert (table.public.skirmish, table.public.leader, table.seat) == (2, 1, 1)
    assert table.public.won == ((), ())
    assert {"cockburn-8", "cockburn-9"} < set(table.public.discards)
