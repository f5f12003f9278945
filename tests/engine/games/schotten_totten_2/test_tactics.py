"""The tactics cards: RULES 9, the worked examples and the clarifications on them."""

from __future__ import annotations

import pytest

from engine.games.schotten_totten_2.cards import SIEGE, TACTICS
from engine.games.schotten_totten_2.events import CardsExchanged, HandsExchanged, LaidAside, OwnLaidAside
from engine.games.schotten_totten_2.options import Options
from tests.engine.games.schotten_totten_2.situations import ANN, BOB, Table, dealt, situation

PLAIN = Options(tactics=True)


def holding(
    card: str,
    wall: dict[int, str] | None = None,
    *,
    more: str = "r1",
    theirs: str = "k1 k2 k3",
    discards: str = "",
) -> Table:
    """The attacker holds a tactics card."""
    return situation(wall, hands=[f"{card} {more}", theirs], tactics="", discards=discards)


def test_9_1_hands_of_seven_and_a_deck_of_eleven() -> None:
    public = dealt(1, PLAIN).public
    assert [(hand.siege, hand.tactics) for hand in public.hands] == [(7, 0), (7, 0)]
    assert (public.siege_deck, public.tactics_deck) == (46, 11)
    assert len(TACTICS) == 11


def test_9_1_none_without_the_option() -> None:
    assert dealt().public.tactics_deck == 0
    assert dealt().refusal("desertion r1") == "This match is played without tactics cards. (9.1)"


def test_9_2_a_tactics_card_is_the_card_play_and_must_be_held() -> None:
    table = holding("desertion", {2: "| b7"})
    assert table.refusal("explosion 2") == "You do not hold the tactics card explosion. (9.2)"
    assert table.play("desertion b7").seat == BOB


def test_9_3_where_both_decks_have_cards_one_is_chosen() -> None:
    table = situation(hands=["r1 r2", "b1"], tactics="spy")
    table.play("play r1 1")
    assert table.lines() == ["draw siege", "draw tactics"]
    assert table.refusal("play r2 1") == "You have played your card: draw from one of the decks now. (3.5)"
    table.play("draw tactics")
    assert (table.public.hands[ANN].siege, table.public.hands[ANN].tactics) == (1, 1)
    assert table.seat == BOB
    assert "Ann draws a tactics card." in table.words(BOB)
    assert "You draw spy." in table.words(ANN)


def test_9_3_with_one_deck_left_the_draw_is_done_by_itself() -> None:
    siege = situation(hands=["r1 r2", "b1"], tactics="")
    assert siege.play("play r1 1").seat == BOB
    tactics = situation(hands=["r1 r2", "b1"], deck="", tactics="spy", last_turn=True)
    tactics.play("play r1 1")
    assert tactics.public.tactics_deck == 0


def test_9_3_draw_is_refused_where_it_is_no_choice() -> None:
    assert situation(hands=["r1", "b1"]).refusal("draw siege") == (
        "The card is drawn by itself after the card play. (3.5)"
    )
    assert situation(hands=["r1", "b1"], tactics="spy").refusal("draw siege") == "First play your card. (3.3)"


def test_9_3_the_end_depends_on_the_siege_deck_alone() -> None:
    """If the attacker takes the last siege card, the defender still has a turn."""
    table = situation(hands=["r1 r2", "b1 b2"], deck="k9", tactics="spy shield")
    table.play("play r1 1", "draw siege")
    assert table.seat == BOB
    table.play("play b1 1")
    assert table.public.tactics_deck == 1
    assert (table.seat, table.public.last_turn) == (ANN, True)
    table.play("play r2 2")
    assert table.outcome is not None


def test_9_4_the_lead_in_tactics_cards_is_one() -> None:
    """X83."""
    table = situation({1: "r1 | b1"}, hands=["desertion", ""], tactics="", played=(2, 1))
    said = "You have played 2 tactics cards and your opponent 1: you may not lead by two. (9.4)"
    assert table.refusal("desertion b1") == said
    even = situation({1: "r1 | b1"}, hands=["desertion", ""], tactics="", played=(2, 2))
    assert "desertion b1" in even.lines()


def test_9_4_elite_cards_count() -> None:
    table = situation({1: "r1"}, hands=["joker-1 spy r5", "shield k1"], tactics="")
    table.play("play joker-1 2", "play k1 1")
    assert "9.4" in table.refusal("play spy 3")


def test_9_5_without_a_siege_card_no_card_may_be_played() -> None:
    table = situation({1: "| b1"}, hands=["desertion spy", "k1"], tactics="joker-1")
    assert "desertion b1" in table.lines()
    table.play("pass", "draw tactics")
    assert table.public.hands[ANN].tactics == 3
    stuck = situation({1: "| b1"}, hands=["desertion r1", "k1"], tactics="joker-1")
    assert stuck.refusal("pass") == (
        "You must play a card: you may pass only without a siege card in hand. (9.5)"
    )


def test_9_5_after_a_pass_the_hand_may_grow_above_its_size() -> None:
    hand = "desertion spy shield joker-1 joker-2 explosion support"
    table = situation(hands=[hand, "k1"], tactics="exchange")
    table.play("pass", "draw siege")
    assert table.public.hands[ANN].siege + table.public.hands[ANN].tactics == 8


def test_9_6_a_joker_counts_as_zero_where_that_is_best() -> None:
    """X84."""
    table = situation({7: "joker-1 r0 b0"}, hands=["r1", "b1"], options=PLAIN)
    assert "claim 7" in table.lines()
    assert "claim 7" not in situation({7: "spy r0 b0"}, hands=["r1", "b1"], options=PLAIN).lines()


@pytest.mark.parametrize(
    ("attack", "defence", "succeeds"),
    [
        ("spy r11", "y10 y9", True),  # 10 and 11 of red beat 9 and 10 of yellow
        ("spy r9", "y10 y11", False),
        ("shield r2", "y1 y0", True),  # 2 and 3
        ("shield r4", "y4 k4", True),  # 3 and 4 of one colour
        ("shield r6", "y0 y1", False),
        ("joker-1 r4", "y4 k4", True),
        ("r5 r4", "joker-1 y4", False),  # y5 would tie, and was there first
        ("r5 r6", "joker-1 y6", False),
        ("r10 r11", "joker-1 joker-2", True),  # may copy the same cards: a tie, the attacker was first
    ],
)
def test_9_7_elite_cards_take_their_best_value_for_each_side(
    attack: str, defence: str, succeeds: bool
) -> None:
    first = "attacker" if "joker-2" in defence else "defender"
    table = situation({4: f"{attack} | {defence}"}, first={4: first}, hands=["", ""], options=PLAIN)  # type: ignore[dict-item]
    assert ("claim 4" in table.lines()) == succeeds


def test_9_7_in_a_proof_elite_cards_that_lie_there_are_free_and_hidden_ones_are_ignored() -> None:
    open_slot = situation({4: "r10 r11 | joker-1"}, hands=["", "joker-2 spy"], options=PLAIN)
    assert "claim 4" in open_slot.lines()
    beaten = situation({4: "r9 r10 | joker-1"}, hands=["", ""], options=PLAIN)
    assert "10" in beaten.refusal("claim 4")


def test_9_7_elite_cards_take_no_part_in_eliminations() -> None:
    table = situation({3: "r11"}, hands=["b1", "joker-1 k1"], acting="defender", options=PLAIN)
    table.play("play joker-1 3")
    assert table.wall(3) == "r11 | joker-1"


def test_9_7_oil_retreat_and_desertion_hit_elite_cards_like_any() -> None:
    oiled = situation({3: "joker-1 r2"}, hands=["b1", "k1"], acting="defender", options=PLAIN)
    assert oiled.play("oil 3").wall(3) == "r2 |"
    left = situation({3: "joker-1 r2"}, hands=["b1", "k1"], options=PLAIN)
    assert left.play("retreat 3").public.discards == ("joker-1", "r2")
    deserted = holding("desertion", {3: "| joker-1 b3"})
    assert deserted.play("desertion joker-1").wall(3) == "| b3"


def test_9_8_an_action_is_not_laid_at_the_wall_and_goes_to_the_discard_pile() -> None:
    table = holding("explosion", {3: "| b3"})
    assert table.refusal("play explosion 3") == "The card explosion is not laid at the wall: it acts. (9.8)"
    table.play("explosion 3")
    assert table.public.discards == ("explosion", "b3")


def test_9_8_a_card_that_is_moved_is_outermost_and_may_eliminate() -> None:
    table = holding("redeployment", {2: "r3 r0", 3: "b4 | r11 b1"})
    table.play("redeploy r0 3")
    assert (table.wall(2), table.wall(3)) == ("r3 |", "b4 | b1")
    assert table.public.discards == ("redeployment", "r11", "r0")
    moved = holding("redeployment", {2: "r3 r0", 3: "b4 | r10"})
    assert moved.play("redeploy r3 3").wall(3) == "b4 r3 | r10"


def test_9_8_a_treachery_inside_a_tile_may_eliminate() -> None:
    table = holding("treachery", {3: "| r0 r11 b1"})
    table.play("treachery r0 3")
    assert table.wall(3) == "| b1"
    assert set(table.public.discards) == {"treachery", "r0", "r11"}


def test_9_8_an_effect_may_complete_and_uncomplete() -> None:
    table = holding("treachery", {4: "r9", 3: "| r10 b2 b3"}, more="r1")
    table.play("treachery r10 4")
    assert table.public.tiles[3].first == "attacker"
    assert table.public.tiles[2].first is None


def test_9_9_redeployment_moves_to_another_tile_or_off() -> None:
    wall = {1: "r3 joker-1", 4: "b1 b2", 2: "| k1"}
    table = holding("redeployment", wall)
    assert table.refusal("redeploy r3 1") == "The card r3 lies at tile 1: name another tile. (9.9)"
    assert table.refusal("redeploy r3 4") == "Your side of tile 4 is full. (5.1)"
    assert table.refusal("redeploy k1 3") == "You have no card k1 at the wall. (9.9)"
    assert holding("redeployment", wall).play("redeploy joker-1 5").wall(5) == "joker-1 |"
    off = holding("redeployment", wall).play("redeploy r3 off")
    assert off.wall(1) == "joker-1 |"
    assert off.public.discards == ("redeployment", "r3")


def test_9_9_a_full_attacker_may_play_a_card_that_needs_no_slot() -> None:
    wall = {1: "r1 r2 r3", 2: "b0 b1 b2 b3", 3: "g1 g2 g3", 4: "k1 k2", 5: "y1 y2 y3", 6: "g5 g6 g7 g8"}
    table = holding("redeployment", wall | {7: "k5 k6 k7"}, more="r9")
    assert "redeploy r1 off" in table.lines()
    assert table.refusal("play r9 1") == "Your side of every tile is full: retreat from one first. (3.4)"


def test_9_10_recruitment_takes_a_siege_card_from_the_discard_pile() -> None:
    table = holding("recruitment", {4: "b1 b2"}, discards="r7 spy")
    assert table.refusal("recruit r8 1") == "The card r8 is not in the discard pile. (9.10)"
    assert table.refusal("recruit r7 4") == "Your side of tile 4 is full. (5.1)"
    table.play("recruit r7 1")
    assert table.wall(1) == "r7 |"
    assert table.public.discards == ("spy", "recruitment")


def test_9_11_desertion_takes_any_card_of_the_opponent() -> None:
    """X86."""
    table = situation({2: "b3 b7"}, hands=["", "desertion k1"], acting="defender", tactics="")
    table.play("desertion b7")
    assert table.wall(2) == "b3 |"
    own = holding("desertion", {2: "b3 |"})
    assert own.refusal("desertion b3") == "Your opponent has no card b3 at the wall. (9.11)"


def test_9_12_treachery_takes_siege_cards_only() -> None:
    table = holding("treachery", {2: "r1 | g9 joker-1", 4: "b1 b2"}, more="r2")
    assert table.refusal("treachery joker-1 1") == "Treachery takes siege cards only. (9.12)"
    assert table.refusal("treachery g9 4") == "Your side of tile 4 is full. (5.1)"
    assert table.refusal("treachery r1 3") == "Your opponent has no card r1 at the wall. (9.12)"
    assert table.play("treachery g9 6").wall(6) == "g9 |"


def test_9_13_explosion_clears_both_sides() -> None:
    table = holding("explosion", {5: "r3 r4 | b5"})
    assert table.refusal("explosion 6") == "There is no card at tile 6 to explode. (9.13)"
    assert (
        table.refusal("explosion 5 attacker") == "Both sides of the tile explode: leave the side out. (9.13)"
    )
    assert table.play("explosion 5").wall(5) == "|"


def test_9_14_support_needs_two_cards_in_the_siege_deck() -> None:
    """X87."""
    short = situation(hands=["support r1", ""], deck="k1", tactics="", discards="r2 r3")
    assert short.refusal("support r2+r3") == "Support needs at least two cards in the siege deck. (9.14)"


def test_9_14_support_puts_two_siege_cards_back() -> None:
    table = situation(hands=["support r1", ""], deck="k1 k2", tactics="", discards="r2 r3 spy")
    assert table.refusal("support r2+r2") == "Name two different siege cards for Support. (9.14)"
    assert table.refusal("support r2+r4") == "The card r4 is not in the discard pile. (9.14)"
    table.play("support r3+r2")
    assert set(table.hidden.deck) | set(table.hidden.hands[ANN]) == {"k1", "k2", "r2", "r3", "r1"}
    assert table.public.discards == ("spy", "support")


def test_9_14_cards_put_back_are_unseen_again() -> None:
    wall = {4: "r9 r8 | y9"}
    table = situation(wall, hands=["support r1", ""], tactics="", discards="y10 y8 r2")
    assert "claim 4" in table.lines()
    table.play("support r2+y10")
    assert table.public.phase == "play"
    table = situation(wall, hands=["support r1 r5", "k1 k2"], tactics="", discards="y10 y8 r2")
    table.play("support r2+y10", "play k1 1")
    assert "y9 y10" in table.refusal("claim 4")


def exchanged() -> Table:
    """The attacker has played Exchange; it is the defender's turn."""
    table = situation(hands=["exchange r1 r2 r3 spy", "k1 k2 k3 joker-1"], tactics="")
    return table.play("exchange spy+r3+r1")


def test_9_15_the_three_lie_aside_and_the_answer_opens_the_turn() -> None:
    table = exchanged()
    assert table.public.aside is not None
    assert (table.public.aside.seat, table.public.aside.cards.siege, table.public.aside.cards.tactics) == (
        ANN,
        2,
        1,
    )
    assert (table.seat, table.public.phase) == (BOB, "answer")
    assert all(line.startswith("give ") for line in table.lines())
    assert len(table.lines()) == 4
    assert table.refusal("play k1 1") == "First name the three cards that you give in the exchange. (9.15)"
    table.play("give k3+joker-1+k1")
    assert set(table.hidden.hands[BOB]) == {"k2", "r1", "r3", "spy"}
    assert {"r2", "k1", "k3", "joker-1"} < set(table.hidden.hands[ANN])
    assert (table.seat, table.public.phase) == (BOB, "play")
    assert table.hidden.aside == ()


def test_9_15_neither_sees_the_other_s_cards_before() -> None:
    table = exchanged()
    assert table.told(LaidAside, ANN) == []
    assert [event.cards for event in table.told(OwnLaidAside, ANN)] == [("r1", "r3", "spy")]
    assert table.told(OwnLaidAside, BOB) == table.told(OwnLaidAside) == []
    assert table.view(BOB).aside == ()
    assert table.view(ANN).aside == ("r1", "r3", "spy")
    assert "aside for the exchange: r1, r3, spy" in table.text(ANN)
    table.play("give k1+k2+k3")
    (told,) = table.told(CardsExchanged, BOB)
    assert (told.given, told.got) == (("k1", "k2", "k3"), ("r1", "r3", "spy"))
    assert table.told(CardsExchanged) == []
    assert len(table.told(HandsExchanged)) == 1
    assert table.told(HandsExchanged, ANN) == []


def test_9_15_both_hands_need_three_cards() -> None:
    few = situation(hands=["exchange r1 r2", "k1 k2 k3"], tactics="")
    said = "Exchange needs three cards in either hand beside itself. (9.15)"
    assert few.refusal("exchange r1+r2+r3") == said
    other = situation(hands=["exchange r1 r2 r3", "k1 k2"], tactics="")
    assert other.refusal("exchange r1+r2+r3") == said


def test_9_15_three_different_cards_of_the_own_hand() -> None:
    table = situation(hands=["exchange r1 r2 r3", "k1 k2 k3"], tactics="")
    assert table.refusal("exchange r1+r2") == "Name three different cards of your hand. (9.15)"
    assert table.refusal("exchange r1+r2+r2") == "Name three different cards of your hand. (9.15)"
    assert table.refusal("exchange r1+r2+k1") == "You do not hold k1. (3.3)"
    assert table.refusal("exchange r1+r2+exchange") == "Exchange itself is played and cannot be given. (9.15)"
    assert table.refusal("give r1+r2+r3") == (
        "No cards lie aside for you: there is nothing to give for them. (9.15)"
    )


def test_9_15_the_order_of_the_cards_does_not_matter() -> None:
    table = situation(hands=["exchange r1 r2 r3", "k1 k2 k3"], tactics="")
    assert len(table.lines("exchange")) == 1
    table.play("exchange r3+r1+r2")
    assert table.hidden.aside == ("r1", "r2", "r3")


def test_9_15_a_full_defence_has_won_before_it_answers() -> None:
    wall = {
        1: "| b1 b2 b4",
        2: "| r0 y0 g0 b0",
        3: "| y1 g1 k0",
        4: "| y2 g2",
        5: "| y3 g3 r4",
        6: "| y4 g4 k4 r6",
    }
    table = situation(wall | {7: "| r5 y5 g5"}, hands=["exchange r1 r2 r3", "k1 k2 k3"], tactics="")
    table.play("exchange r1+r2+r3")
    assert table.outcome is not None


def test_9_15_cards_given_away_are_no_evidence() -> None:
    table = situation({4: "r9 r8 | y9"}, hands=["exchange y10 r2 r3 r4", "k1 k2 k3"], tactics="")
    table.play("exchange y10+r2+r3", "give k1+k2+k3", "play r2 1")
    assert table.seat == ANN
    assert "y9 y10" in table.refusal("claim 4")


def test_all_cards_are_named_as_the_rules_name_them() -> None:
    assert len({*SIEGE, *TACTICS}) == 71
