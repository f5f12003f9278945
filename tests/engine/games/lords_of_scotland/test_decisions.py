"""Where the sources are silent or disagree: a test for each decision of RULES.md, section 9."""

from __future__ import annotations

from engine.games.lords_of_scotland import GAME
from engine.games.lords_of_scotland.cards import BRUCE, CARDS, CLANS, STRENGTH, deck
from engine.games.lords_of_scotland.events import (
    FollowerBuried,
    FollowerUnmasked,
    RecruitFlipped,
    SkirmishReckoned,
)
from engine.games.lords_of_scotland.state import FACE_DOWN, FaceDown, Options, Seen
from engine.rng import Rng
from tests.engine.games.lords_of_scotland.situations import at_the_end, situation

SAME_CLAN = Options(same_clan_activation="on")


def test_d1_both_bruces_have_strength_12() -> None:
    assert [STRENGTH[card] for card in ("bruce-a", "bruce-b")] == [12, 12]


def test_d2_ranks_go_by_strength_then_clan() -> None:
    seen_on_cards = {
        "scott-1": 1,
        "makgill-1": 2,
        "macdonnell-1": 3,
        "makgill-4": 26,
        "forsyth-4": 30,
        "wemyss-5": 36,
        "cochrane-7": 56,
        "macdonnell-9": 67,
        "cockburn-10": 79,
        "fergusson-11": 85,
        "bruce-a": 97,
    }
    assert {card: CARDS[card].rank for card in seen_on_cards} == seen_on_cards
    assert CARDS["bruce-b"].rank == 98
    assert sorted(card.rank for card in CARDS.values()) == list(range(1, 99))


def test_d3_face_down_followers_do_not_block() -> None:
    table = situation(["forsyth-2?", "scott-1?"], hands=["cochrane-7", ""])
    assert "muster cochrane-7 up claim-two" in table.lines()


def test_d4_own_followers_block() -> None:
    table = situation(["scott-1", ""], hands=["cochrane-7", ""])
    assert "scott-1 lies face-up" in table.refusal("muster cochrane-7 up claim-two")


def test_d5_equal_strength_does_not_block_when_all_clans_count() -> None:
    table = situation(["", "scott-7"], hands=["cochrane-7", ""])
    assert "muster cochrane-7 up claim-two" in table.lines()


def test_d6_a_bruce_blocks_the_other_when_the_clan_counts() -> None:
    table = situation(["", "bruce-a"], hands=["bruce-b", ""], options=SAME_CLAN)
    assert table.refusal("muster bruce-b up join").endswith("of the same clan and no stronger. (4.3)")
    assert "muster bruce-b up join" in situation(["", "bruce-a"], hands=["bruce-b", ""]).lines()


def test_d7_the_same_clan_rule_is_the_default_with_four_and_an_option() -> None:
    for choice, with_three, with_four in (("auto", False, True), ("on", True, True), ("off", False, False)):
        options = Options(same_clan_activation=choice)  # type: ignore[arg-type]
        assert GAME.setup(options, 3, Rng("0" * 64)).state.public.same_clan is with_three
        assert GAME.setup(options, 4, Rng("0" * 64)).state.public.same_clan is with_four
    table = situation(["", "scott-1"], hands=["cochrane-7", ""], options=SAME_CLAN)
    assert "muster cochrane-7 up claim-two" in table.lines()


def test_d8_wemyss_hits_own_and_face_down_followers() -> None:
    table = situation(["scott-9 forsyth-4?", "makgill-9 forsyth-3?"], hands=["wemyss-8", ""])
    targets = [line.split()[-1] for line in table.lines("muster wemyss-8 up discard")]
    assert targets == ["scott-9", "a2", "makgill-9", "b2"]


def test_d9_a_discarded_face_down_follower_is_shown() -> None:
    table = situation(["", "forsyth-3?"], hands=["wemyss-8", ""]).play("muster wemyss-8 up discard b1")
    assert table.told(FollowerUnmasked) == [FollowerUnmasked(0, "b1", "forsyth-3")]
    assert table.public.discards == ("forsyth-3",)


def test_d9_an_option_keeps_it_hidden_from_all_but_those_who_had_it() -> None:
    table = situation(
        ["", "forsyth-3?"], hands=["wemyss-8", ""], options=Options(reveal_discarded=False)
    ).play("muster wemyss-8 up discard b1")
    assert table.told(FollowerBuried) == [FollowerBuried(0, "b1")]
    assert (table.public.discards, table.public.buried) == ((), (1,))
    assert table.view(1).known == (FaceDown(1, "forsyth-3", (1,)),)
    assert table.view(0).known == ()
    assert "of these you know: forsyth-3" in table.text(1)
    assert "forsyth-3" not in table.text(0)


def test_d10_fergusson_does_not_swap_within_its_own_army() -> None:
    table = situation(["scott-9", "makgill-9"], hands=["fergusson-8", ""])
    assert table.lines("muster fergusson-8 up swap") == ["muster fergusson-8 up swap makgill-9"]
    assert table.refusal("muster fergusson-8 up swap scott-9") == (
        "scott-9 is in your own army; swap with an opponent's follower. (5.5)"
    )


def test_d11_the_extra_card_of_a_makgill_may_be_face_down() -> None:
    table = situation(hands=["makgill-4 scott-1", ""]).play(
        "muster makgill-4 up muster", "muster scott-1 down"
    )
    assert table.army(0) == ["makgill-4", "?"]


def test_d12_after_a_makgill_one_may_stop() -> None:
    table = situation(hands=["makgill-4 scott-1", ""]).play("muster makgill-4 up muster", "stop")
    assert (table.army(0), table.seat) == (["makgill-4"], 1)


def test_d13_a_scott_copies_a_card_that_is_not_activated() -> None:
    table = situation(["", "cochrane-8"], hands=["scott-7", ""]).play("muster scott-7 up copy cochrane-8")
    assert table.army(0) == ["scott-7!claim-two"]


def test_d14_a_scott_does_not_copy_a_scott() -> None:
    table = situation(["", "scott-9 forsyth-9"], hands=["scott-7", ""])
    assert table.lines("muster scott-7 up copy") == ["muster scott-7 up copy forsyth-9"]
    assert table.refusal("muster scott-7 up copy scott-9") == "A Scott cannot copy another Scott. (5.1)"


def test_d15_a_copied_power_speaks_of_the_scott() -> None:
    table = situation(["", "cockburn-8"], hands=["scott-7", ""], supporters="wemyss-3 wemyss-4")
    table.play("muster scott-7 up copy cockburn-8 wemyss-3")
    assert table.public.supporters == ("scott-7", "wemyss-4")
    assert (table.army(0), table.army(1)) == (["wemyss-3"], ["cockburn-8"])
    table = situation(["", "fergusson-8 forsyth-9"], hands=["scott-7", ""])
    table.play("muster scott-7 up copy fergusson-8 forsyth-9")
    assert (table.army(0), table.army(1)) == (["forsyth-9"], ["fergusson-8", "scott-7"])
    table = situation(["", "wemyss-8"], hands=["scott-7", ""])
    assert table.refusal("muster scott-7 up copy wemyss-8 scott-7") == "scott-7 cannot discard itself. (5.4)"
    assert table.play("muster scott-7 up copy wemyss-8 wemyss-8").army(1) == []


def test_d16_a_scott_that_copied_a_macdonnell_stays_one_skirmish_and_loses_its_mark() -> None:
    table = at_the_end(["scott-5!stay", ""], supporters="scott-8 scott-9").play("claim scott-8")
    assert table.army(0) == ["scott-5"]
    for _ in range(10):
        table.play("recruit 1")
    table.play(table.lines()[0])
    assert table.army(0) == []


def test_d17_a_follower_that_stayed_blocks_and_lets_claim() -> None:
    table = at_the_end(["macdonnell-5!", ""], supporters="scott-8 scott-9").play("claim scott-8")
    assert table.play("recruit 1").refusal("muster forsyth-12 up draw").startswith("forsyth-12 cannot")
    for _ in range(9):
        table.play("recruit 1")
    assert (table.public.phase, table.seat) == ("claim", 0)


def test_d18_two_bruces_are_doubled_without_their_power() -> None:
    (event,) = at_the_end(["bruce-a bruce-b?", ""]).told(SkirmishReckoned)
    assert (event.armies[0].strength, event.armies[0].doubled) == (48, True)


def test_d19_both_claims_come_before_the_next_player_and_in_one_turn() -> None:
    table = at_the_end(["wemyss-9 cochrane-2!", "wemyss-7", ""], supporters="scott-8 scott-5 scott-2")
    turn = table.public.turn
    table.play("claim scott-2")
    assert (table.seat, table.public.turn, table.public.claims) == (0, turn, 1)
    table.play("claim scott-8")
    assert (table.seat, table.public.turn, table.public.claims) == (1, turn + 1, 1)


def test_d20_claiming_is_a_duty() -> None:
    table = at_the_end(["wemyss-9", ""], supporters="scott-8 scott-5")
    assert table.lines() == ["claim scott-8", "claim scott-5"]
    assert table.refusal("pass") == "The skirmish is over: claim one of the supporters. (6.4)"


def test_d21_empty_armies_are_ordered_from_the_holder_of_the_initiative() -> None:
    table = situation(
        ["", "wemyss-3", "", ""],
        hands=["", "", "", "forsyth-12"],
        acting=1,
        leader=2,
        cycle=5,
        recruits="scott-1 scott-2 scott-3 scott-4 scott-5",
        supporters="scott-8 scott-9 scott-10 scott-11",
    ).play("recruit 1")
    assert table.public.order == (1, 2, 3, 0)


def test_d22_without_any_follower_the_initiative_stays() -> None:
    table = situation(
        ["", "", ""],
        acting=1,
        leader=2,
        cycle=5,
        recruits="scott-1 scott-2 scott-3 scott-4 scott-5",
    ).play("recruit 1")
    assert (table.public.skirmish, table.public.leader, table.seat) == (2, 2, 2)


def test_d22_a_follower_that_stayed_is_one() -> None:
    table = situation(
        ["", "", "macdonnell-2"],
        acting=1,
        leader=2,
        cycle=5,
        recruits="scott-1 scott-2 scott-3 scott-4 scott-5",
    ).play("recruit 1")
    assert (table.public.phase, table.seat) == ("claim", 2)


def test_d23_with_both_piles_empty_nothing_is_drawn() -> None:
    table = situation(hands=["scott-9", "makgill-9"], recruits="scott-1 - - - -", draw="")
    table.play("recruit 1")
    assert table.public.recruits == (None,) * 5
    assert table.refusal("recruit 1") == "Slot 1 is empty: no card was left to refill it. (7.2)"


def test_d23_who_can_do_nothing_passes() -> None:
    table = situation(recruits="- - - - -", draw="")
    assert table.lines() == ["pass"]
    assert GAME.forced(table.view(None)) is not None
    assert table.play("pass").seat == 1


def test_d24_the_discards_are_shuffled_when_a_card_must_be_drawn() -> None:
    table = situation(recruits="scott-1 ? ? ? ?", draw="scott-9", discards="wemyss-1 wemyss-2")
    table.play("recruit 1")
    assert (table.public.draw_pile, table.public.discards) == (0, ("wemyss-1", "wemyss-2"))
    table.play("recruit 1")
    assert (table.public.draw_pile, table.public.discards) == (1, ())
    assert table.public.reshuffled == ("wemyss-1", "wemyss-2")


def test_d25_the_leftmost_face_down_recruit_is_turned_up() -> None:
    table = situation(recruits="scott-1 - wemyss-2? wemyss-3? ?", acting=1).play("recruit 1")
    assert table.told(RecruitFlipped) == [RecruitFlipped(0, 3, "wemyss-2")]
    assert table.public.recruits[3:] == (FACE_DOWN, FACE_DOWN)


def test_d26_recruits_are_dealt_before_supporters() -> None:
    table = at_the_end(
        ["wemyss-9", ""],
        supporters="scott-8 scott-9",
        draw="macdonnell-3 forsyth-1 forsyth-2 forsyth-3 forsyth-4 forsyth-5 cockburn-1 cockburn-2",
    ).play("claim scott-8")
    assert table.hidden.recruits == (None, "forsyth-2", "forsyth-3", "forsyth-4", "forsyth-5")
    assert table.public.recruits[0] == "forsyth-1"
    assert table.public.supporters == ("cockburn-1", "cockburn-2")


def test_d27_a_power_with_nothing_to_act_on_leaves_the_plain_line() -> None:
    table = situation(hands=["makgill-4", ""])
    assert table.lines("muster") == ["muster makgill-4 up", "muster makgill-4 down"]
    assert table.refusal("muster makgill-4 up muster") == (
        "You have no further card to muster; muster this one without its power. (4.7)"
    )
    table = situation(hands=["forsyth-4", ""], draw="")
    assert table.lines("muster") == ["muster forsyth-4 up", "muster forsyth-4 down"]
    assert table.refusal("muster forsyth-4 up draw").endswith("(4.7)")


def test_d27_a_copied_power_with_nothing_to_act_on_is_not_offered() -> None:
    table = situation(["", "makgill-9 forsyth-9"], hands=["scott-7", ""], draw="")
    assert table.lines("muster") == ["muster scott-7 up", "muster scott-7 down"]


def test_d28_an_activated_bruce_blocks_no_other_clan() -> None:
    table = situation(["", "bruce-a!"], hands=["scott-12 forsyth-1", ""], options=SAME_CLAN)
    assert "muster scott-12 up copy bruce-a" in table.lines()


def test_d29_an_active_power_cannot_be_declined_at_the_end() -> None:
    table = at_the_end(["macdonnell-5!", "cochrane-3!"], supporters="scott-8 scott-9")
    table.play("claim scott-8", "claim scott-9")
    assert table.army(0) == ["macdonnell-5"]
    table = at_the_end(["cochrane-3!", "scott-2"], supporters="scott-8 scott-9").play("claim scott-8")
    assert table.lines() == ["claim scott-9"]


def test_d30_a_face_up_recruit_taken_is_remembered() -> None:
    table = situation(recruits="scott-9 ? ? ? ?").play("recruit 1")
    assert table.public.seen == (Seen("scott-9", 0),)
    assert "Ann holds scott-9" in table.text(1)
    assert "Ann holds scott-9" in table.text(None)


def test_every_clan_has_12_cards_and_the_bruces_can_be_left_out() -> None:
    assert [sum(card.clan == clan for card in CARDS.values()) for clan in CLANS] == [12] * 8
    assert len(deck(True)) == 98
    assert len(deck(False)) == 96
    assert {CARDS[card].clan for card in deck(False)} == set(CLANS)
    assert BRUCE not in CLANS
