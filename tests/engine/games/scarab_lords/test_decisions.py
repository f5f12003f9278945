"""The turn, and where the rules are silent: a test for each clarification and option beside the texts."""

from __future__ import annotations

from typing import Any

from engine.games.scarab_lords import events as e
from engine.games.scarab_lords.state import Options
from tests.engine.games.scarab_lords.situations import ERIC, KEVIN, Table, new_match, situation


def off(**options: Any) -> Options:
    """Options without a limit of the first turn."""
    return Options(first_turn_limit="off", **options)


# The course of a turn


def test_a_move_of_a_later_phase_ends_the_earlier_ones() -> None:
    table = situation(hands=("river-1 wardens-1 enhu-1 river-2", "sands-1 sands-2 sands-3")).play(
        "wardens ur"
    )
    assert table.public.phase == "1"
    assert table.refusal("river ue") == "It is too late for phase 0: that is over in this turn. (4.5)"
    assert table.play("enhu").public.phase == "2"


def test_phase_0_takes_any_number_of_actions() -> None:
    table = situation("le: river-3*", hands=("river-1 river-2 acolyte-1", "")).play("river ue; river ue")
    table.play("clean river le")
    assert table.play("acolyte ur").public.phase == "0"


def test_phases_1_and_2_take_one_action_each() -> None:
    table = situation("lr: sphinxes-1**", hands=("wardens-1 wardens-2", "")).play("wardens ur")
    assert table.refusal("wardens ur") == "The action of phase 1 is used up in this turn. (4.5)"
    assert table.refusal("clean sphinxes") == "The action of phase 1 is used up in this turn. (4.5)"


def test_free_discards_come_at_any_time_and_may_precede_a_redraw() -> None:
    table = situation("ue: scribes-1", hands=("river-1 wardens-1", "sands-1")).play(
        "discard scribes; discard river"
    )
    assert table.public.phase == "start"
    assert table.play("redraw").public.sides[KEVIN].hand == 6


def test_an_emptied_hand_still_allows_a_normal_turn() -> None:
    table = situation("ue: scribes-1", hands=("river-1", "sands-1")).play("discard river", "draw ue", "done")
    assert table.seat == ERIC


def test_a_discard_from_play_is_not_enough_to_end_a_turn() -> None:
    table = situation("ue: scribes-1", hands=("river-1", "sands-1")).play("discard scribes")
    assert table.refusal("done").startswith("First play or discard a card from your hand")


def test_after_a_normal_turn_has_begun_there_is_no_redraw() -> None:
    table = situation(hands=("river-1 river-2", "sands-1")).play("river ue")
    assert table.refusal("redraw") == "You have begun a normal turn: it is too late to redraw. (4.2)"


def test_a_redraw_must_drop_a_card_if_the_option_says_so() -> None:
    table = situation(hands=("river-1 wardens-1 enhu-1", ""), options=off(redraw_min_discard=1))
    assert table.lines("redraw") == ["redraw drop river", "redraw drop wardens", "redraw drop enhu"]
    assert table.refusal("redraw") == "In this match a redraw drops a card at least. (4.3)"
    table.play("discard river")  # that does not count
    assert table.refusal("redraw") == "In this match a redraw drops a card at least. (4.3)"
    table.play("redraw drop wardens enhu")
    assert table.discards(KEVIN) == ("river-1", "wardens-1", "enhu-1")
    assert table.public.sides[KEVIN].hand == 6


def test_with_an_empty_hand_nothing_need_be_dropped() -> None:
    table = situation(hands=("", ""), options=off(redraw_min_discard=1))
    assert table.lines() == ["redraw"]


def test_a_redraw_goes_as_far_as_the_deck() -> None:
    table = situation(hands=("river-1", "sands-1"), decks=("enhu-1", None)).play("redraw")
    assert table.hidden.hands[KEVIN] == ("river-1", "enhu-1")
    assert table.outcome is not None  # Eric's turn begins, and Kevin's deck is empty
    assert table.public.results[0].reason == "deck"
    assert table.outcome.ranks == (2, 1)


def test_by_columns_he_wins_who_also_wins_by_the_deck() -> None:
    table = situation(hands=("", "sands-1"), decks=("", None), pyramids=("", "ue ur lm lr")).play("redraw")
    assert table.public.results[0].reason == "supremacy"


# The first turn


def limited(**given: Any) -> Table:
    return situation(
        hands=("river-1 wardens-1 enhu-1 tribute-1", "sands-1 sands-2 sands-3"),
        single=1,
        phase="phases",
        options=Options(**given),
    )


def test_exactly_two_of_the_four_phases_are_named() -> None:
    table = limited()
    assert table.lines("phases") == [
        "phases 0 1",
        "phases 0 2",
        "phases 0 s",
        "phases 1 2",
        "phases 1 s",
        "phases 2 s",
    ]
    assert table.refusal("phases 1 1") == "Name two different phases, the earlier one first. (4.13)"
    assert table.refusal("river ue").startswith("First name the phases of your first turn")
    assert table.refusal("done").startswith("First name the phases of your first turn")
    assert table.play("phases S 0").public.allowed == ("0", "s")


def test_without_supremacy_nothing_is_determined() -> None:
    table = limited().play("phases 0 1", "river ue; wardens ur; done")
    assert table.holds(KEVIN) == ""
    assert not table.told(e.SupremacyDetermined)


def test_supremacy_without_the_phases_before_it() -> None:
    table = limited().play("phases 2 s", "enhu; discard sands; discard sands")
    table.play("tribute; done")
    assert table.told(e.SupremacyDetermined)


def test_a_redraw_spends_the_first_turn() -> None:
    table = limited().play("discard river; redraw")
    assert table.seat == ERIC
    assert table.public.allowed == ("0", "1", "2", "s")
    assert limited().play("phases 0 1; redraw").seat == ERIC


def test_two_of_three_phases_and_supremacy_in_any_case() -> None:
    table = limited(first_turn_limit="two_action_phases")
    assert table.lines("phases") == ["phases 0 1", "phases 0 2", "phases 1 2"]
    assert "Supremacy takes place in any case" in table.refusal("phases 0 s")
    assert table.play("phases 0 1; river ue; done").holds(KEVIN) == "ue"


def test_without_the_limit_nothing_is_named() -> None:
    assert new_match(first_turn_limit="off").public.phase == "start"
    assert new_match().public.phase == "phases"


# Supremacy


def test_only_what_is_held_is_exercised_and_only_once() -> None:
    table = situation("ue: scribes-1, um: wardens-1", hands=("river-1", "sands-1")).play(
        "discard river; draw ue"
    )
    assert table.refusal("draw ue") == "ue was exercised in this turn already. (7.4)"
    assert table.refusal("draw le") == "You do not hold le. (7.4)"
    assert table.refusal("draw um") == "um is a military column: its supremacy is exercised by `mill`. (7.4)"
    assert table.play("mill um; done").seat == ERIC


def test_a_curse_does_not_move_pyramids() -> None:
    table = situation(
        "lr: wardens-1", "lm: chariots-1", hands=("river-1", "sands-1 sands-2"), pyramids=("", "lm")
    ).play("discard river; curse chariots; done")
    assert table.holds(ERIC) == "lm"
    assert table.play("discard sands; done").holds(ERIC) == ""


def test_in_a_redraw_the_pyramids_stay() -> None:
    table = situation(eric="lm: chariots-1*", hands=("river-1", "sands-1"), pyramids=("", "lm"), acting=ERIC)
    assert table.play("redraw").holds(ERIC) == "lm"


def test_exercising_with_an_empty_deck_is_legal_and_does_nothing() -> None:
    table = situation("ue: scribes-1, um: wardens-1", hands=("river-1", "sands-1"), decks=("", "")).play(
        "discard river; draw ue; mill um"
    )
    assert table.public.sides[KEVIN].hand == 0
    assert table.discards(ERIC) == ()


def test_religion_is_not_offered_without_a_card_in_reach() -> None:
    table = situation("lr: wardens-1", "ue: caravan-1, gods: kema-1", hands=("river-1", "")).play(
        "discard river"
    )
    assert table.lines("curse") == []
    assert (
        table.refusal("curse caravan") == "You hold no religious column that could still curse a card. (7.5)"
    )


def test_religion_may_reach_everywhere_by_option() -> None:
    table = situation(
        "lr: wardens-1, ur: wardens-2",
        "ue: caravan-1",
        hands=("river-1", ""),
        options=off(religious_scope="any"),
    ).play("discard river; curse caravan; curse caravan")
    assert table.row(ERIC, "ue") == "caravan-1**"
    assert table.public.exercised == ("ur", "lr")  # that of the region first


def test_the_opponent_s_columns_are_determined_too() -> None:
    table = situation(eric="um: sands-1", hands=("river-1", "")).play("discard river; done")
    assert table.holds(ERIC) == "um"


def test_an_s_card_comes_before_the_determination_or_after_it() -> None:
    march = situation(eric="um: sands-1", hands=("", "march-1 sands-2"), acting=ERIC).play(
        "march; move sands to lm"
    )
    assert march.play("done").holds(ERIC) == "lm"
    late = situation(eric="um: sands-1, ue: caravan-1", hands=("", "march-1"), acting=ERIC)
    late.play("discard sands; draw ue")
    assert late.refusal("march") == "It is too late for supremacy phase: that is over in this turn. (4.5)"


def test_an_s_card_that_was_drawn_can_be_played_at_once() -> None:
    table = situation("ue: scribes-1", hands=("river-1", ""), decks=("tribute-1 enhu-1 imru-1", None))
    table.play("discard river; draw ue; tribute")
    assert table.hidden.hands[KEVIN] == ("enhu-1", "imru-1")


def test_the_time_of_s_cards_can_be_an_option() -> None:
    early = situation("ue: scribes-1", hands=("tribute-1", ""), options=off(s_card_timing="before_determine"))
    assert early.play("tribute").public.phase == "before"
    late = situation(
        eric="um: sands-1", hands=("", "march-1"), acting=ERIC, options=off(s_card_timing="exercise")
    )
    assert late.play("march; move sands to lm; done").holds(ERIC) == "um"


# Activating and uncursing


def test_each_card_is_activated_once_in_a_turn() -> None:
    table = situation("gods: tamunet-1 osthep-1, ur: neferah-1*", "ue: caravan-1", hands=("river-1", ""))
    table.play("use tamunet")
    assert table.refusal("use tamunet") == "tamunet was played or activated in this turn already. (6.3)"
    assert table.refusal("use neferah") == "neferah is cursed, so it cannot be activated. (6.3)"
    assert table.play("use osthep; curse caravan").row(ERIC, "ue") == "caravan-1*"


def test_there_may_be_one_activation_in_a_turn_by_option() -> None:
    table = situation(
        "gods: tamunet-1 osthep-1",
        "ue: caravan-1",
        hands=("river-1", ""),
        options=off(activation_limit="one_activation_per_turn"),
    ).play("use tamunet")
    assert (
        table.refusal("use osthep")
        == "In this match one card is activated in a turn, and that was done. (6.3)"
    )


def test_a_card_that_was_played_may_be_activated_by_option() -> None:
    hands = ("decree-1 osthep-1", "")
    table = situation(eric="ue: caravan-1, um: sands-1", hands=hands).play("decree; osthep; curse caravan")
    assert table.lines("use") == []
    table = situation(
        eric="ue: caravan-1, um: sands-1", hands=hands, options=off(play_uses_activation=False)
    ).play("decree; osthep; curse caravan")
    assert table.lines("use") == ["use osthep"]


def test_a_card_without_an_action_text_is_not_activated() -> None:
    table = situation("ue: scribes-1", hands=("river-1", ""))
    assert table.refusal("use scribes") == "scribes has no text to be activated. (6.3)"


def test_only_own_cards_are_cleaned_unless_the_option_says_otherwise() -> None:
    own = situation("ue: river-1*", "um: sands-1*", hands=("river-2", ""))
    assert own.lines("clean") == ["clean river"]
    either = situation(
        "ue: river-1*", "um: sands-1*", hands=("river-2", ""), options=off(uncurse_target="any")
    )
    assert either.lines("clean") == ["clean river", "clean sands"]


def test_cleaning_what_is_clean_is_refused() -> None:
    table = situation("ue: river-1", hands=("river-2", ""))
    assert table.refusal("clean river") == "No scarab lies on river. (6.5)"


# Options on single cards


def test_kamal_s_phase_is_an_option() -> None:
    assert situation(hands=("", "kamal-1"), acting=ERIC).play("kamal ue").public.phase == "0"
    late = situation(hands=("", "kamal-1"), acting=ERIC, options=off(kamal_phase=2))
    assert late.play("kamal ue").public.phase == "2"


def test_mass_cleansing_may_take_one_scarab_only() -> None:
    table = situation(
        "lr: temple-1** wardens-1*", hands=("cleansing-1", ""), options=off(mass_cleansing="one")
    )
    table.play("cleansing lr; clean temple")
    assert table.row(KEVIN, "lr") == "temple-1* wardens-1*"


def test_enhu_may_take_by_lot() -> None:
    table = situation(hands=("enhu-1", "sands-1 sands-2 sands-3"), options=off(enhu_chooser="random")).play(
        "enhu"
    )
    assert len(table.discards(ERIC)) == 2
    assert table.seat == KEVIN


# The end by count


def test_a_game_is_counted_out_by_columns_then_cards() -> None:
    options = off(turn_cap=4)
    more = situation(hands=("river-1", "sands-1"), single=4, options=options, pyramids=("ue", "")).play(
        "redraw"
    )
    assert more.public.results[0].reason == "pyramids"
    assert more.outcome is not None
    assert more.outcome.ranks == (1, 2)
    cards = situation(
        hands=("", ""), decks=("river-1 river-2", "sands-1"), single=4, options=options, acting=ERIC
    )
    cards.play("redraw")
    assert cards.public.results[0].reason == "deck"  # Eric drew his last card: the test comes first
    level = situation(
        hands=("river-1 river-2 river-3 enhu-1 imru-1 wall-1", ""),
        decks=("sehet-1", "sands-1"),
        single=4,
        options=options,
    ).play("redraw")
    assert level.public.results[0].reason == "draw"
    assert level.outcome is not None
    assert level.outcome.ranks == (1, 1)


def test_two_who_redraw_nothing_for_ever_come_to_an_end() -> None:
    table = new_match(turn_cap=10)
    for _ in range(10):
        table.play("redraw")
    assert table.public.results[0].turns == 10


# Naming


def test_equal_cards_are_told_apart_only_where_it_matters() -> None:
    table = situation(
        "lr: wardens-1, ur: wardens-2",
        "ue: caravan-1 caravan-2*, um: sands-1 sands-2, lm: sands-3",
        hands=("river-1 river-2", ""),
    ).play("discard river")
    assert table.lines("curse") == [
        "curse caravan-1",
        "curse caravan-2",
        "curse sands um",
        "curse sands lm",
    ]
    assert "Say which one: `curse" not in table.refusal("curse sands")
    assert table.refusal("curse sands") == "Say which one: `sands um` or `sands lm`. (10.3)"
    assert table.play("curse sands-2").row(ERIC, "um") == "sands-1* sands-2"


def test_names_that_say_too_much_are_understood_and_kept_short() -> None:
    table = situation("ue: river-1*", hands=("sphinxes-1", "sands-1"))
    table.play("clean river-1 ue", "sphinxes-1 lr")
    assert table.row(KEVIN, "ue") == "river-1"
    assert table.row(KEVIN, "lr") == "sphinxes-1*"


def test_unknown_and_ambiguous_names_are_told() -> None:
    table = situation(hands=("river-1", "sands-1"))
    assert table.refusal("discard sphinx") == "There is no card `sphinx` in this match. (10.3)"
    assert table.refusal("discard kamal") == "You have no such card in hand or in play. (10.3)"
    assert table.refusal("kamal ue") == "You do not hold kamal. (4.6)"


def test_a_card_in_hand_and_in_play_means_the_one_in_hand_when_it_is_discarded() -> None:
    table = situation("ue: river-1", hands=("river-2", "sands-1")).play("discard river")
    assert table.row(KEVIN, "ue") == "river-1"
    assert table.play("discard river").row(KEVIN, "ue") == ""


def test_words_are_shortened_lines_joined_and_case_is_forgiven() -> None:
    table = situation("lr: sphinxes-1*", hands=("river-1 wardens-1", "sands-1"))
    table.play("RIV UE; cl sph; DONE.")
    assert table.row(KEVIN, "ue") == "river-1"
    assert table.row(KEVIN, "lr") == "sphinxes-1"
    assert table.seat == ERIC


def test_a_choice_that_is_none_need_not_be_written() -> None:
    table = situation("ue: scribes-1*, gods: osthep-1", "lm: sands-1", hands=("acolyte-1", "")).play(
        "acolyte ur; done"
    )
    assert table.row(KEVIN, "ue") == "scribes-1"
    table = situation("gods: osthep-1", "lm: sands-1", hands=("river-1", "")).play(
        "discard river; use osthep; done"
    )
    assert table.row(ERIC, "lm") == "sands-1*"


def test_moves_of_another_time_are_refused() -> None:
    table = situation(hands=("river-1", ""))
    assert table.refusal("choose river") == "No text waits for such a choice. (5.1)"
    assert table.refusal("stop") == "No text waits for such a choice. (5.1)"
    assert table.refusal("pick river") == "Cards are exchanged only between two games. (8.2)"
    assert table.refusal("phases 0 1").startswith("Phases are named only by the starting player")
    assert table.refusal("free river") == "You have no card in play that offers this. (5.12)"
    assert table.refusal("unrank") == "You have left no discard list. (5.9)"


def test_gods_and_fates_have_no_column() -> None:
    table = situation(hands=("enhu-1 cleansing-1 river-1", ""))
    assert table.refusal("enhu ue") == "enhu is a god: it is played to no column. (6.2)"
    assert (
        table.refusal("cleansing") == "Say to which column: cleansing goes to ue, ur, um, lm, lr, le. (6.2)"
    )
    assert table.refusal("river") == "Say to which column: river goes to ue, um, lm, le. (6.2)"
