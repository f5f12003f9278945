"""The paragraphs of RULES.md, beyond the worked examples and the decisions."""

from __future__ import annotations

import re

import pytest

from engine import notation
from engine.errors import IllegalMove
from engine.games.lords_of_scotland import GAME
from engine.games.lords_of_scotland.cards import STRENGTH
from engine.games.lords_of_scotland.events import HandDealt, MatchEnded, RecruitFlipped, SkirmishBegan
from engine.games.lords_of_scotland.moves import Claim, Muster, Recruit
from engine.games.lords_of_scotland.state import FACE_DOWN, Options
from engine.rng import Rng
from tests.engine.games.lords_of_scotland.situations import Table, at_the_end, situation

FIVE = "forsyth-1 forsyth-2 forsyth-3 forsyth-4 forsyth-5"
"""The recruits of the next skirmish."""

NOT_FACE_UP = (
    "forsyth-3 does not lie face-up in any army; name a face-down follower by its address, such as b2. (4.8)"
)


def dealt(seats: int, seed: int, options: Options | None = None) -> Table:
    """A match after the deal."""
    step = GAME.setup(options or Options(), seats, Rng(f"{seed:064x}"))
    return Table(step.state, step.events)


def test_2_1_the_first_leader_is_drawn_by_lot() -> None:
    leaders = {dealt(3, seed).public.leader for seed in range(20)}
    assert leaders == {0, 1, 2}


def test_2_2_the_bruces_can_be_left_out() -> None:
    for include, cards in ((True, 98), (False, 96)):
        table = dealt(2, 1, Options(include_bruce=include))
        assert table.public.draw_pile == cards - 2 * 5 - 5 - 2


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_2_3_to_2_7_the_deal(seats: int) -> None:
    table = dealt(seats, 1)
    assert table.public.hands == (5,) * seats
    assert table.public.recruits[1:] == (FACE_DOWN,) * 4
    assert len(table.public.supporters) == seats
    assert table.public.discards == ()
    for seat in range(seats):
        assert [event.seat for event in table.told(HandDealt, seat)] == [seat]
    assert table.told(HandDealt) == []


def test_2_6_a_first_row_of_one_strength_is_discarded() -> None:
    tables = [dealt(2, seed) for seed in range(200)]
    redealt = [table.public.discards for table in tables if table.public.discards]
    assert redealt
    for row in redealt:
        assert STRENGTH[row[0]] == STRENGTH[row[1]]
    for table in tables:
        assert len({STRENGTH[card] for card in table.public.supporters}) == 2


def test_3_1_everybody_acts_five_times_from_the_leader_on() -> None:
    table = situation(["", "", ""], hands=["", "", ""], acting=2, leader=2)
    seats = []
    while table.public.skirmish == 1:
        seats.append(table.seat)
        table.play("recruit 5")
    assert seats == [2, 0, 1] * 5


def test_3_2_there_are_as_many_face_up_recruits_as_the_cycle_says() -> None:
    table = dealt(3, 3)
    while table.public.skirmish == 1:
        up = sum(card != FACE_DOWN for card in table.public.recruits)
        assert up == table.public.cycle
        table.play(f"recruit {1 + table.public.turn % 5}")


def test_3_2_the_flip_comes_before_the_leader_decides_and_for_all_to_see() -> None:
    table = situation(acting=1, leader=0).play("recruit 5")
    assert table.seat == 0
    assert [event.slot for event in table.told(RecruitFlipped)] == [2]


def test_3_4_a_recruit_goes_into_the_hand() -> None:
    table = situation(recruits="scott-9 wemyss-8? ? ? ?", hands=["makgill-2", ""]).play("recruit 2")
    assert table.view(0).hand == ("makgill-2", "wemyss-8")
    assert table.view(1).hand == ()


def test_3_6_only_cards_in_hand_are_mustered() -> None:
    table = situation(hands=["scott-9", "makgill-9"])
    assert table.refusal("muster makgill-9 up") == "You do not hold makgill-9. (3.6)"


def test_3_7_hands_are_kept_for_the_next_skirmish() -> None:
    table = at_the_end(["wemyss-9", ""], hands=["scott-9 scott-8", "makgill-9"], supporters="scott-1 scott-2")
    table.play("claim scott-1")
    assert table.view(0).hand == ("scott-8", "scott-9")


def test_3_7_face_down_followers_are_known_to_their_owner() -> None:
    table = situation(["wemyss-8?", ""], hands=["", ""])
    assert [down.card for down in table.view(0).known] == ["wemyss-8"]
    assert table.view(1).known == table.view(None).known == ()


def test_3_8_who_can_recruit_or_muster_may_not_pass() -> None:
    assert situation(recruits="- - - - ?").refusal("pass").endswith("(3.8)")
    assert situation(recruits="- - - - -", hands=["scott-1", ""]).refusal("pass").endswith("(3.8)")


def test_4_1_a_face_down_card_is_never_activated() -> None:
    table = situation(hands=["forsyth-4", ""])
    assert table.refusal("muster forsyth-4 down draw") == (
        "A card mustered face-down cannot be activated. (4.1)"
    )


def test_4_1_activation_is_a_choice() -> None:
    table = situation(hands=["forsyth-4", ""])
    assert table.lines("muster") == [
        "muster forsyth-4 up",
        "muster forsyth-4 up draw",
        "muster forsyth-4 down",
    ]
    assert table.play("muster forsyth-4 up").public.hands == (0, 0)


def test_4_1_without_a_power_there_is_no_target() -> None:
    table = situation(["", "scott-9"], hands=["wemyss-8", ""])
    with pytest.raises(IllegalMove, match="Without a power there is no target"):
        GAME.check(table.view(0), Muster("wemyss-8", "up", None, "scott-9"))


def test_4_5_the_power_is_that_of_the_clan() -> None:
    table = situation(["", "scott-9"], hands=["wemyss-8", ""])
    assert table.refusal("muster wemyss-8 up draw") == "The power of wemyss-8 is discard, not draw. (4.5)"


@pytest.mark.parametrize(
    ("card", "power", "army"),
    [
        ("macdonnell-5", "stay", "macdonnell-5!"),
        ("cochrane-5", "claim-two", "cochrane-5!"),
        ("bruce-a", "join", "bruce-a!"),
        ("forsyth-5", "draw", "forsyth-5"),
    ],
)
def test_4_5_only_powers_of_the_end_leave_a_mark(card: str, power: str, army: str) -> None:
    assert situation(hands=[card, ""]).play(f"muster {card} up {power}").army(0) == [army]


def test_4_6_a_mark_goes_with_the_card_to_another_army() -> None:
    table = situation(["", "cochrane-9!"], hands=["fergusson-8", ""])
    table.play("muster fergusson-8 up swap cochrane-9")
    assert (table.army(0), table.army(1)) == (["cochrane-9!"], ["fergusson-8"])


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("b1", "The follower b1 is face-up: name it scott-9. (4.8)"),
        ("b3", "There is no follower b3: that army has 2. (4.8)"),
        ("c1", "There is no seat c in this match. (4.8)"),
        ("forsyth-3", NOT_FACE_UP),
    ],
)
def test_4_8_a_follower_is_named_by_card_or_address(target: str, sentence: str) -> None:
    table = situation(["", "scott-9 forsyth-3?"], hands=["wemyss-8", ""])
    assert table.refusal(f"muster wemyss-8 up discard {target}") == sentence


@pytest.mark.parametrize(
    "target", ["", "b", "b0", "b01", "b²", "b٣", "é1", "B2", "b" + "9" * 5000, "\ud800", "bruce-c"]
)
def test_4_8_any_other_text_is_refused_with_a_sentence(target: str) -> None:
    table = situation(["", "scott-9 forsyth-3?"], hands=["wemyss-8 fergusson-8 cockburn-8 scott-8", ""])
    for move in (
        Muster("wemyss-8", "up", "discard", target),
        Muster("fergusson-8", "up", "swap", target),
        Muster("cockburn-8", "up", "swap", target),
        Muster("scott-8", "up", "copy", target, target),
        Muster(target, "up"),
        Claim(target),
        Recruit(10**30),
    ):
        with pytest.raises(IllegalMove) as refused:
            GAME.check(table.view(0), move)
        assert len(refused.value.sentence) < 120


def test_5_1_a_copied_power_asks_for_its_target() -> None:
    table = situation(["", "fergusson-8 forsyth-9 wemyss-4?"], hands=["scott-7", ""])
    assert table.lines("muster scott-7 up copy") == [
        "muster scott-7 up copy fergusson-8 fergusson-8",
        "muster scott-7 up copy fergusson-8 forsyth-9",
        "muster scott-7 up copy fergusson-8 b3",
        "muster scott-7 up copy forsyth-9",
    ]
    assert table.refusal("muster scott-7 up copy") == "Say which face-up follower the Scott copies. (5.1)"
    assert table.refusal("muster scott-7 up copy fergusson-8") == "Say on what the power swap acts. (5.5)"
    assert table.refusal("muster scott-7 up copy forsyth-9 b3") == "The power draw takes no target. (5.6)"
    assert table.refusal("muster scott-7 up copy b3").endswith("(5.1)")


def test_5_1_copying_a_makgill_gives_one_more_muster() -> None:
    table = situation(["", "makgill-9"], hands=["scott-7 scott-8", ""])
    table.play("muster scott-7 up copy makgill-9")
    assert (table.seat, table.lines()[0]) == (0, "stop")


def test_5_1_copying_a_forsyth_draws() -> None:
    table = situation(["", "forsyth-9"], hands=["scott-7", ""], draw="cochrane-1 cochrane-2")
    assert table.play("muster scott-7 up copy forsyth-9").view(0).hand == ("cochrane-1",)


def test_5_1_the_scott_alone_is_tested_for_the_condition() -> None:
    table = situation(["", "", "", "forsyth-1 forsyth-3"], hands=["scott-7", "", "", ""])
    assert "muster scott-7 up copy forsyth-3" in table.lines()


def test_5_2_after_a_makgill_there_is_no_recruiting() -> None:
    table = situation(hands=["makgill-4 scott-1", ""]).play("muster makgill-4 up muster")
    assert table.refusal("recruit 1") == "You may only muster a further card, or stop. (5.2)"
    assert situation().refusal("stop").endswith("(5.2)")


def test_5_2_the_leader_does_not_flip_again() -> None:
    table = situation(hands=["makgill-4 scott-1", ""]).play("muster makgill-4 up muster")
    assert table.public.recruits[1:] == (FACE_DOWN,) * 4


def test_5_4_a_discarded_follower_leaves_its_army() -> None:
    table = situation(["", "scott-9 forsyth-9"], hands=["wemyss-8", ""])
    table.play("muster wemyss-8 up discard scott-9")
    assert (table.army(1), table.public.discards) == (["forsyth-9"], ("scott-9",))


def test_5_5_a_face_down_follower_stays_face_down_and_is_looked_at() -> None:
    table = situation(["", "scott-9 forsyth-3?", ""], hands=["fergusson-8", "", ""])
    table.play("muster fergusson-8 up swap b2")
    assert (table.army(0), table.army(1)) == (["?"], ["scott-9", "fergusson-8"])
    assert [down.card for down in table.view(0).known] == ["forsyth-3"]
    assert [down.card for down in table.view(1).known] == ["forsyth-3"]
    assert table.view(2).known == ()


def test_5_6_the_top_card_is_drawn() -> None:
    table = situation(hands=["forsyth-4", ""], draw="scott-3 scott-4").play("muster forsyth-4 up draw")
    assert table.view(0).hand == ("scott-3",)


def test_5_7_the_supporter_joins_face_up_and_is_not_activated() -> None:
    table = situation(hands=["cockburn-2", ""], supporters="makgill-9 cochrane-1")
    table.play("muster cockburn-2 up swap cochrane-1")
    assert (table.army(0), table.public.supporters) == (["cochrane-1"], ("makgill-9", "cockburn-2"))


def test_5_7_only_a_supporter_can_be_taken() -> None:
    table = situation(hands=["cockburn-2", ""], supporters="makgill-9 cochrane-1")
    assert (
        table.refusal("muster cockburn-2 up swap wemyss-1") == "wemyss-1 is not one of the supporters. (5.7)"
    )
    empty = situation(hands=["cockburn-2", ""], supporters="")
    assert empty.lines("muster") == ["muster cockburn-2 up", "muster cockburn-2 down"]


def test_5_8_one_supporter_left_is_one_claim() -> None:
    table = at_the_end(["wemyss-9", "cochrane-2!", ""], supporters="scott-8 scott-5")
    table.play("claim scott-8")
    assert (table.seat, table.public.claims) == (1, 1)


def test_6_4_only_supporters_are_claimed_and_only_at_the_end() -> None:
    assert (
        situation().refusal("claim scott-1") == "Supporters are claimed only at the end of a skirmish. (6.4)"
    )
    table = at_the_end(["wemyss-9", ""], supporters="scott-8 scott-5")
    assert table.refusal("claim forsyth-1") == "forsyth-1 is not one of the supporters. (6.4)"
    assert table.refusal("recruit 1").endswith("claim one of the supporters. (6.4)")


def test_6_5_the_match_ends_after_all_claims_and_the_highest_total_wins() -> None:
    table = at_the_end(
        ["wemyss-9", "wemyss-3"],
        won=["scott-12 scott-11 scott-9", "makgill-12 makgill-11 makgill-10"],
        supporters="forsyth-8 cochrane-12",
    ).play("claim forsyth-8")
    assert table.public.phase == "claim"
    table.play("claim cochrane-12")
    assert table.outcome is not None
    assert (table.outcome.scores, table.outcome.ranks) == ((40, 45), (2, 1))
    assert GAME.to_act(table.state) == ()
    assert [event.ranks for event in table.told(MatchEnded)] == [(2, 1)]


def test_6_5_other_places_are_decided_by_the_order_too() -> None:
    table = at_the_end(
        ["wemyss-9", "wemyss-3", "", ""],
        won=["scott-12 scott-11 scott-9", "", "makgill-2", "scott-2"],
        supporters="forsyth-8 cochrane-12",
    ).play("claim forsyth-8", "claim cochrane-12")
    assert table.outcome is not None
    assert table.outcome.ranks == (1, 2, 3, 4)


def test_6_6_the_table_is_cleared() -> None:
    table = at_the_end(["wemyss-9 bruce-a!", "cochrane-3"], supporters="forsyth-8 cochrane-12 scott-6")
    table.play("claim forsyth-8", "claim cochrane-12")
    assert table.public.armies == ((), ())
    assert {"wemyss-9", "bruce-a", "cochrane-3", "scott-6", "wemyss-11"} < set(table.public.discards)


def test_6_7_the_first_in_order_leads_the_next_skirmish() -> None:
    table = at_the_end(["wemyss-3", "wemyss-9"], supporters="forsyth-8 cochrane-12")
    table.play("claim forsyth-8", "claim cochrane-12")
    assert (table.public.leader, table.seat) == (1, 1)
    assert [event.leader for event in table.told(SkirmishBegan)] == [1]


def test_7_2_fewer_supporters_are_dealt_when_cards_run_out() -> None:
    table = situation(
        acting=1, cycle=5, recruits="- - - - forsyth-1", supporters="", draw="", discards="scott-2 scott-3"
    ).play("recruit 5")
    assert table.public.skirmish == 2
    assert table.public.recruits[2:] == (None, None, None)
    assert table.public.supporters == ()


def test_7_3_a_row_is_kept_if_nothing_else_can_come() -> None:
    table = situation(
        acting=1, cycle=5, recruits="- - - - -", supporters="", draw=f"{FIVE} makgill-7 wemyss-7"
    )
    assert table.play("pass").public.supporters == ("makgill-7", "wemyss-7")


def test_7_3_an_equal_row_is_dealt_anew_from_its_own_discards_if_need_be() -> None:
    draw = f"{FIVE} makgill-7 wemyss-7 cochrane-9"
    table = situation(acting=1, cycle=5, recruits="- - - - -", supporters="", draw=draw).play("pass")
    assert "cochrane-9" in table.public.supporters
    assert table.public.draw_pile == 1


def test_7_4_with_no_supporters_nobody_claims() -> None:
    table = at_the_end(["wemyss-9", "wemyss-3"], supporters="")
    assert table.public.skirmish == 2


def test_every_paragraph_that_check_cites_is_in_the_rules() -> None:
    numbers = re.findall(r"(?m)^(\d+\.\d+) ", GAME.rules)
    assert numbers == sorted(set(numbers), key=lambda number: tuple(map(int, number.split("."))))
    assert {f"5.{power}" for power in range(1, 10)} < set(numbers)
    assert {"3.4", "3.6", "3.8", "4.1", "4.2", "4.3", "4.5", "4.7", "4.8", "6.4", "7.2"} < set(numbers)


@pytest.mark.parametrize(
    "line",
    [
        "recruit 3",
        "muster forsyth-4 down",
        "muster forsyth-4 up",
        "muster forsyth-4 up draw",
        "muster wemyss-8 up discard b2",
        "muster scott-7 up copy fergusson-3 b2",
        "muster makgill-4 up muster",
        "muster cochrane-5 up claim-two",
        "muster cockburn-2 up swap makgill-9",
        "claim cockburn-9",
        "stop",
        "pass",
    ],
)
def test_lines_of_the_rules_read_and_write_alike(line: str) -> None:
    assert notation.write(notation.read(GAME.moves, line)) == line


def test_the_safe_move_tells_nothing() -> None:
    rng = Rng("0" * 64)
    assert GAME.safe(situation(recruits="scott-1 - ? ? ?").view(0), rng) == Recruit(3)
    assert GAME.safe(situation(recruits="- scott-1 - - -").view(0), rng) == Recruit(2)
    full = " ".join(f"forsyth-{strength}" for strength in range(1, 11))
    moves = {GAME.safe(situation(hands=[full, ""]).view(0), Rng(f"{seed:064x}")) for seed in range(60)}
    assert moves == {Muster(card, "down") for card in full.split()}
    claim = at_the_end(["wemyss-9", ""], supporters="scott-8 cochrane-8").view(0)
    assert GAME.safe(claim, rng) == Claim("cochrane-8")


def test_a_claim_is_forced_when_one_supporter_is_left() -> None:
    table = at_the_end(["wemyss-9", "wemyss-3"], supporters="scott-8 cochrane-8")
    assert GAME.forced(table.view(None)) is None
    table.play("claim scott-8")
    assert GAME.forced(table.view(None)) == Claim("cochrane-8")
    assert GAME.forced(situation().view(None)) is None
