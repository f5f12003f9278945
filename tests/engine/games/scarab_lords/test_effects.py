"""Every effect of the vocabulary, and each clarification of what it does."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.games.scarab_lords import events as e
from engine.games.scarab_lords import sets
from engine.games.scarab_lords.state import Options, State
from engine.rng import Rng
from tests.engine.games.scarab_lords.generated import workshop
from tests.engine.games.scarab_lords.situations import ERIC, KEVIN, Table, situation

WORKSHOP = Options(cards=sets.add(workshop()), first_turn_limit="off")


def bench(kevin: str = "", eric: str = "", **given: Any) -> Table:
    """A situation with the cards of the workshop."""
    return situation(kevin, eric, options=WORKSHOP, houses=("one", "two"), **given)


# Entering cursed


def test_a_building_comes_with_its_scarabs() -> None:
    assert situation(hands=("temple-1", "")).play("temple lr").row(KEVIN, "lr") == "temple-1**"


def test_immunity_does_not_stop_a_card_s_own_text() -> None:
    table = situation("gods: sethra-1", hands=("sphinxes-1", "")).play("sphinxes lr")
    assert table.row(KEVIN, "lr") == "sphinxes-1*"


def test_an_action_text_is_not_carried_out_by_a_card_that_comes_cursed() -> None:
    table = bench(hands=("trap-1 filler-1", "")).play("trap ue")
    assert table.public.sides[KEVIN].hand == 1
    assert not table.told(e.CardsDrawn, ERIC)


# Cursing


def test_a_curse_waits_for_its_target_within_its_scope() -> None:
    table = situation(
        "um: river-1, lm: river-2, le: river-3", hands=("", "cultists-1 sands-1"), acting=ERIC
    ).play("cultists lr")
    assert table.lines() == ["curse river lm", "curse river le"]
    assert table.refusal("sands um") == "cultists waits for a choice: `curse CARD [PLACE]`. (5.1)"
    assert table.refusal("curse river um") == "That card cannot be chosen here. (10.3)"
    assert table.play("curse river lm").row(KEVIN, "lm") == "river-2*"


def test_exactly_so_many_different_cards_are_cursed_as_there_are() -> None:
    table = bench(eric="um: soldier-1, lm: hut-1*", hands=("blight-1", "")).play("blight", "curse hut")
    assert table.lines() == ["curse soldier"]
    table.play("curse soldier")
    assert (table.row(ERIC, "um"), table.row(ERIC, "lm")) == ("soldier-1**", "hut-1***")
    assert table.discards(KEVIN) == ("blight-1",)
    lone = bench(eric="um: soldier-1", hands=("blight-1", "")).play("blight", "curse soldier")
    assert lone.row(ERIC, "um") == "soldier-1**"
    assert lone.public.frames == ()


def test_immune_cards_can_be_named_and_get_nothing() -> None:
    table = situation("gods: osthep-1", "um: shonra-1, lm: sands-1", hands=("river-1", "")).play(
        "use osthep", "curse shonra"
    )
    assert table.row(ERIC, "um") == "shonra-1"
    (put,) = table.told(e.ScarabsPut)
    assert put.number == 0


def test_a_god_s_immunity_covers_all_of_a_type() -> None:
    table = situation(
        "gods: sethra-1, lr: sphinxes-1 wardens-1",
        "lr: jackals-1 jackals-2 cultists-1",
        hands=("", "sands-1"),
        acting=ERIC,
    ).play("discard sands; curse sphinxes")
    assert table.row(KEVIN, "lr") == "sphinxes-1 wardens-1"


def test_an_immunity_that_is_cursed_itself_is_off() -> None:
    table = situation("gods: osthep-1", "um: shonra-1*", hands=("river-1", "")).play(
        "use osthep; curse shonra"
    )
    assert table.row(ERIC, "um") == "shonra-1**"


# Taking scarabs off


def test_a_text_cleans_cards_of_any_phase_in_its_scope() -> None:
    table = situation("ur: temple-1**, lr: imru-1*", hands=("acolyte-1", "")).play(
        "acolyte ur", "clean temple"
    )
    assert table.row(KEVIN, "ur") == "temple-1* acolyte-1"


def test_a_text_can_take_all_scarabs_of_one_card_of_a_type() -> None:
    table = situation("ue: granary-1***, le: wall-1**, um: river-1*", hands=("imru-1", "")).play("imru lr")
    assert table.lines() == ["clean granary", "clean wall"]
    assert table.play("clean granary").row(KEVIN, "ue") == "granary-1"


def test_a_fate_cleans_a_column_of_one_s_choice() -> None:
    table = situation(
        "lr: temple-1** wardens-1*, ur: wardens-2*", "lr: jackals-1*", hands=("cleansing-1", "")
    ).play("cleansing lr")
    assert (table.row(KEVIN, "lr"), table.row(KEVIN, "ur")) == ("temple-1 wardens-1", "wardens-2*")
    assert table.row(ERIC, "lr") == "jackals-1*"


def test_scarabs_can_be_taken_on_either_side() -> None:
    table = bench("um: mob-1*", "lm: soldier-1**", hands=("mercy-1", "")).play("mercy")
    assert (table.row(KEVIN, "um"), table.row(ERIC, "lm")) == ("mob-1", "soldier-1*")
    table = bench("um: mob-1*", "lm: soldier-1**, ue: hut-1*", hands=("pity-1", "")).play(
        "pity", "clean soldier"
    )
    assert table.lines() == ["clean hut"]
    assert table.play("clean hut").row(ERIC, "lm") == "soldier-1"


# Drawing and milling


def test_drawing_is_told_to_the_one_who_draws() -> None:
    table = situation(hands=("traders-1", ""))
    top = table.hidden.decks[KEVIN][0]
    table.play("traders ue")
    assert table.hidden.hands[KEVIN] == (top,)
    assert table.told(e.CardsSeen, KEVIN)[0].cards == (top,)
    assert not table.told(e.CardsSeen, ERIC)
    assert table.told(e.CardsDrawn, ERIC)[0].number == 1


def test_drawing_from_an_empty_deck_and_milling_it_do_nothing() -> None:
    table = situation(hands=("traders-1", ""), decks=("", "sands-1")).play("traders ue")
    assert table.hidden.hands[KEVIN] == ()
    assert table.told(e.CardsDrawn)[0].number == 0
    table = situation(hands=("", "locusts-1"), decks=("river-1", None), acting=ERIC).play("locusts")
    assert table.hidden.decks[KEVIN] == ()
    assert table.discards(KEVIN) == ("river-1",)


def test_parts_of_a_text_follow_each_other() -> None:
    table = bench(eric="um: soldier-1", hands=("haul-1", "")).play("haul")
    assert len(table.discards(ERIC)) == 2
    assert table.public.sides[KEVIN].hand == 1
    assert table.discards(KEVIN) == ()  # the fate is being carried out
    assert table.play("curse soldier").discards(KEVIN) == ("haul-1",)


# Discarding from the opponent's hand


def test_the_victim_chooses_in_the_middle_of_the_turn() -> None:
    table = situation(hands=("enhu-1 river-1", "sands-1 sands-2 caravan-1")).play("enhu")
    turn = table.public.turn
    assert table.seat == ERIC
    assert table.lines() == ["discard sands", "discard caravan"]
    table.play("discard sands", "discard caravan")
    assert table.discards(ERIC) == ("sands-1", "caravan-1")
    assert (table.seat, table.public.turn) == (KEVIN, turn)
    assert table.play("discard river; done").seat == ERIC


def test_who_has_no_more_cards_than_that_loses_all_at_once() -> None:
    table = situation(hands=("enhu-1 river-1", "sands-1 caravan-1")).play("enhu")
    assert table.discards(ERIC) == ("sands-1", "caravan-1")
    assert table.seat == KEVIN
    assert situation(hands=("enhu-1 river-1", "")).play("enhu").seat == KEVIN


def test_a_discard_list_is_carried_out_at_once() -> None:
    table = situation(hands=("enhu-1 river-1", "sands-1 caravan-1 kamal-1 riders-1"), acting=ERIC)
    table.play("rank riders caravan")
    assert table.told(e.ListLeft)
    assert not table.told(e.ListExtended, KEVIN)
    table.play("discard sands; done", "enhu")
    assert table.discards(ERIC) == ("sands-1", "riders-1", "caravan-1")
    assert table.seat == KEVIN


def test_a_list_that_is_too_short_goes_on_with_the_oldest_cards() -> None:
    table = situation(hands=("enhu-1 river-1", "sands-1 caravan-1 kamal-1 riders-1"), acting=ERIC)
    table.play("rank riders; discard riders; done", "enhu")
    assert table.public.sides[ERIC].is_ranked
    assert table.discards(ERIC) == ("riders-1", "sands-1", "caravan-1")


def test_a_list_can_be_torn_up() -> None:
    table = situation(hands=("enhu-1 river-1", "sands-1 caravan-1 kamal-1 riders-1"), acting=ERIC)
    table.play("rank riders; unrank; discard sands; done", "enhu")
    assert table.seat == ERIC


def test_a_list_is_of_use_only_against_who_can_take_cards() -> None:
    table = situation(hands=("river-1", "sands-1"))
    assert table.lines("rank") == []
    assert table.refusal("rank river").startswith("Your opponent has no card that would make you discard")


def test_cards_can_be_taken_by_lot() -> None:
    taken = set()
    for digit in "0123456789":
        table = with_seed(situation(hands=("spy-1", "sands-1 caravan-1 kamal-1")), digit)
        table.play("spy ue")
        assert table.seat == KEVIN
        taken |= {*table.discards(ERIC)}
    assert taken == {"sands-1", "caravan-1", "kamal-1"}


def with_seed(table: Table, digit: str) -> Table:
    """The same situation before another lot."""
    hidden = replace(table.hidden, rng=Rng(digit * 64))
    return Table(State(table.public, hidden))


def test_a_text_goes_on_when_the_victim_has_chosen() -> None:
    table = bench(hands=("theft-1", "soldier-1 hut-1")).play("theft")
    assert table.public.sides[KEVIN].hand == 0
    table.play("discard hut")
    assert table.public.sides[KEVIN].hand == 1
    assert table.seat == KEVIN


# Removing from play


def test_a_limit_looks_at_the_current_strength() -> None:
    table = situation(
        "um: ahmar-1 river-1 wardens-1*, ue: scribes-1, ur: wardens-2",
        "gods: apshet-1",
        hands=("", "sands-1"),
        acting=ERIC,
    ).play("use apshet")
    # river is 2 by Ahmar, wardens is 3 but cursed, Ahmar himself is no minion
    assert table.lines() == ["choose scribes", "choose river", "choose wardens"]
    table.play("choose wardens")
    assert (table.row(KEVIN, "um"), table.discards(KEVIN)) == ("ahmar-1 river-1", ("wardens-1",))


def test_only_cursed_cards_may_be_asked_for() -> None:
    table = situation("um: river-1*, ue: river-2", "gods: sobrek-1", hands=("", "sands-1"), acting=ERIC)
    assert table.play("use sobrek").lines() == ["choose river"]
    assert table.play("choose river").discards(KEVIN) == ("river-1",)


def test_several_cards_and_gods_can_be_discarded() -> None:
    table = bench(eric="um: soldier-1, gods: ghost-1", hands=("purge-1", "")).play("purge", "choose soldier")
    table.play("choose ghost")  # it does not die
    assert (table.row(ERIC, "gods"), table.hidden.hands[ERIC]) == ("", ("ghost-1",))
    assert table.discards(ERIC) == ("soldier-1",)


def test_a_card_is_returned_without_its_scarabs_and_remembered() -> None:
    table = situation("um: imru-1**", hands=("", "sandstorm-1"), acting=ERIC).play("sandstorm", "choose imru")
    assert table.hidden.hands[KEVIN] == ("imru-1",)
    assert table.public.sides[KEVIN].known == ("imru-1",)
    assert table.told(e.CardReturned)


def test_a_column_of_one_s_choice_limits_what_is_returned() -> None:
    table = bench(eric="um: soldier-1 hut-1, lm: soldier-2", hands=("gale-1", "")).play(
        "gale um", "choose hut"
    )
    assert table.lines() == ["choose soldier"]
    assert table.play("choose soldier").row(ERIC, "um") == ""


def test_the_undying_goes_to_hand_but_not_while_cursed_nor_by_its_owner() -> None:
    blade = situation(hands=("blade-1", ""), eric="um: kamal-1").play("blade", "choose kamal")
    assert blade.hidden.hands[ERIC] == ("kamal-1",)
    cursed = situation(hands=("blade-1", ""), eric="um: kamal-1*").play("blade", "choose kamal")
    assert cursed.discards(ERIC) == ("kamal-1",)
    own = situation(eric="um: kamal-1", hands=("", "sands-1"), acting=ERIC).play("discard kamal")
    assert own.discards(ERIC) == ("kamal-1",)


# Moving


def test_a_minion_moves_to_another_column_that_its_icons_allow() -> None:
    table = situation(eric="um: sands-1*, ue: dancers-1", hands=("", "march-1 sands-2"), acting=ERIC)
    table.play("march")
    assert set(table.lines()) == {
        "move sands to lm",
        "move dancers to um",
        "move dancers to lm",
        "move dancers to le",
    }
    assert table.refusal("move sands to lr").startswith("sands cannot move to lr")
    table.play("move sands to lm")
    assert (table.row(ERIC, "um"), table.row(ERIC, "lm")) == ("", "sands-1*")


def test_a_condition_is_not_looked_at_again_by_a_move() -> None:
    table = situation(eric="um: legion-1 dabu-1", hands=("", "march-1"), acting=ERIC).play("march")
    assert table.play("move legion to lm").row(ERIC, "lm") == "legion-1"


def test_different_cards_are_moved() -> None:
    table = bench("um: mob-1, ue: trap-1", hands=("trek-1", "")).play("trek", "move mob to lm")
    assert all(line.startswith("move trap") for line in table.lines())
    assert table.play("move trap to lr").row(KEVIN, "lr") == "trap-1"


# The discard pile


def test_a_card_is_recovered_for_all_to_see() -> None:
    table = situation("ur: oracle-1", hands=("river-1", ""), discards=("scribes-1 enhu-1", "")).play(
        "use oracle"
    )
    assert table.lines() == ["choose scribes", "choose enhu"]
    table.play("choose enhu")
    assert table.hidden.hands[KEVIN] == ("river-1", "enhu-1")
    assert table.public.sides[KEVIN].known == ("enhu-1",)


def test_a_fate_does_not_recover_itself() -> None:
    table = bench(hands=("recall-1", ""), discards=("mob-1 haul-1 spark-1", "")).play("recall")
    assert table.lines() == ["choose mob", "choose haul"]
    table.play("choose mob", "choose haul")
    assert table.hidden.hands[KEVIN] == ("mob-1", "haul-1")


def test_cards_go_under_the_deck_in_the_order_named() -> None:
    table = situation(
        hands=("waters-1 river-3", ""),
        discards=("river-1 scribes-1 enhu-1 imru-1", ""),
        decks=("wall-1", None),
    )
    table.play("waters", "choose enhu", "choose river", "stop")
    assert table.hidden.decks[KEVIN] == ("wall-1", "enhu-1", "river-1")
    assert table.public.sides[KEVIN].buried == ("enhu-1", "river-1")
    assert table.discards(KEVIN) == ("scribes-1", "imru-1", "waters-1")


def test_nothing_need_go_under_the_deck() -> None:
    table = situation(hands=("waters-1 river-3", ""), discards=("river-1", "")).play("waters; done")
    assert table.seat == ERIC


def test_what_was_laid_under_the_deck_is_known_when_it_is_drawn() -> None:
    table = situation(
        "ue: scribes-1", hands=("waters-1", "sands-1"), discards=("enhu-1", ""), decks=("", None)
    ).play("waters; choose enhu; draw ue")
    assert table.public.sides[KEVIN].known == ("enhu-1",)
    assert table.public.sides[KEVIN].buried == ()


# More actions, more supremacy


def test_a_decree_gives_one_more_action_of_phase_2() -> None:
    table = situation(hands=("decree-1 enhu-1 imru-1 sehet-1", "")).play("decree", "imru ue", "sehet um")
    assert "The action of phase 2 is used up" in table.refusal("enhu")


def test_more_actions_are_lost_if_the_first_turn_lacks_the_phase() -> None:
    table = situation(hands=("decree-1 imru-1", ""), single=1, phase="phases", options=Options()).play(
        "phases 1 S", "decree"
    )
    assert "This turn has no phase 2" in table.refusal("imru ue")


def test_several_more_actions_of_phase_1() -> None:
    table = bench(hands=("haste-1 filler-1 filler-2 filler-3 filler-4", ""))
    table.play("haste", "filler ue", "filler ue", "filler ue")
    assert "The action of phase 1 is used up" in table.refusal("filler ue")


def test_a_supremacy_is_exercised_once_more_at_once() -> None:
    table = situation("ue: scribes-1, um: wardens-1", hands=("procession-1", "sands-1")).play(
        "draw ue", "procession"
    )
    assert table.lines() == ["draw ue", "mill um"]
    assert (
        table.refusal("done")
        == "First exercise one of your supremacies once more: draw, mill or curse. (5.14)"
    )
    table.play("draw ue")
    assert table.lines("mill") == ["mill um"]  # the ordinary exercise is still to come
    assert table.lines("draw") == []


def test_without_a_supremacy_nothing_is_repeated() -> None:
    table = situation(hands=("procession-1", "sands-1")).play("procession")
    assert table.public.frames == ()
    assert table.discards(KEVIN) == ("procession-1",)


def test_religion_is_repeated_only_where_it_reaches_a_card() -> None:
    table = situation("lr: wardens-1", "ue: caravan-1", hands=("procession-1", "sands-1")).play("procession")
    assert table.public.frames == ()
    table = situation("lr: wardens-1", "le: caravan-1", hands=("procession-1", "sands-1")).play("procession")
    assert table.play("curse caravan", "curse caravan").row(ERIC, "le") == "caravan-1**"


def test_two_repeats_are_made_one_after_the_other() -> None:
    table = bench("ue: mob-1", hands=("storm-1", ""), pyramids=("ue", ""))
    table.play("storm", "draw ue", "draw ue")
    assert table.public.frames == ()
    assert table.public.sides[KEVIN].hand == 2


# Strength


def test_a_bonus_asks_for_its_condition_in_its_column() -> None:
    alone = situation("um: spearmen-1")
    assert alone.sum(KEVIN, "um") == 1
    assert situation("um: spearmen-1 citadel-1*").sum(KEVIN, "um") == 3  # a cursed building is there, too
    assert situation("um: spearmen-1, lm: citadel-1").sum(KEVIN, "um") == 1


def test_a_leader_helps_the_minions_of_his_column() -> None:
    table = situation("um: ahmar-1 river-1 river-2* citadel-1, lm: river-3")
    assert (table.sum(KEVIN, "um"), table.sum(KEVIN, "lm")) == (2 + 2 + 5, 1)
    assert situation("um: ahmar-1* river-1").sum(KEVIN, "um") == 1


def test_a_god_helps_all_of_a_type() -> None:
    table = situation(eric="gods: nephtira-1, um: kamal-1 sands-1, lr: dabu-1, ue: shonra-1*")
    assert (table.sum(ERIC, "um"), table.sum(ERIC, "lr"), table.sum(ERIC, "ue")) == (4, 3, 0)
    assert situation("gods: ptahmes-1, ue: granary-1 scribes-1").sum(KEVIN, "ue") == 5 + 2


def test_a_bonus_may_be_for_a_kind_of_column_and_below_zero() -> None:
    assert bench("um: dullard-1 filler-1").sum(KEVIN, "um") == 2
    assert bench("ue: dullard-1 filler-1").sum(KEVIN, "ue") == 4
    assert bench("um: dullard-1 dullard-1").sum(KEVIN, "um") == 0


def test_a_count_may_be_over_all_columns() -> None:
    assert bench("um: mob-1 mob-2 mob-3, lm: mob-4 mob-5*").sum(KEVIN, "um") == 15


# Supremacy


def test_a_bonus_makes_the_military_stronger() -> None:
    table = situation(eric="um: obelisk-1", hands=("", "sands-1"), acting=ERIC).play("discard sands; mill um")
    assert len(table.discards(KEVIN)) == 2
    weak = situation(eric="um: obelisk-1* raiders-1", hands=("", "sands-1"), acting=ERIC)
    assert len(weak.play("discard sands; mill um").discards(KEVIN)) == 1


def test_a_bonus_makes_economy_stronger() -> None:
    table = situation("ue: beacon-1", hands=("river-1", "")).play("discard river; draw ue")
    assert table.public.sides[KEVIN].hand == 2


def test_a_bonus_makes_religion_place_more_scarabs_here_or_there() -> None:
    table = situation("ur: shrine-1", "ue: caravan-1, um: sands-1", hands=("river-1", "")).play(
        "discard river"
    )
    table.play("curse caravan")
    assert table.refusal("done") == "Religion waits for a choice: `curse CARD [PLACE]`. (5.1)"
    assert table.lines() == ["curse caravan", "curse sands"]
    assert table.play("curse caravan").row(ERIC, "ue") == "caravan-1**"


def test_ties_are_won_above_zero_by_one_side_only() -> None:
    both = bench("um: feud-1", "um: rival-1", hands=("mob-1", "")).play("discard mob; done")
    assert both.holds(KEVIN) == both.holds(ERIC) == ""
    cursed = bench("um: feud-1* filler-1", "um: soldier-1", hands=("mob-1", "")).play("discard mob; done")
    assert cursed.holds(KEVIN) == ""
    won = bench("um: feud-1", "um: soldier-1", hands=("mob-1", "")).play("discard mob; done")
    assert won.holds(KEVIN) == "um"


# Freeing


def test_kema_takes_one_scarab_a_turn_before_or_after_the_action() -> None:
    table = situation(
        "ue: scribes-1*", "gods: kema-1, um: riders-1*, lm: sands-1*", hands=("", "raiders-1"), acting=ERIC
    )
    assert table.lines("free") == ["free riders", "free sands", "free scribes"]
    table.play("free scribes")
    assert table.row(KEVIN, "ue") == "scribes-1"
    assert table.refusal("free sands") == "What kema offers was used in this turn already. (5.12)"
    assert table.play("clean riders").row(ERIC, "um") == "riders-1"


def test_kema_is_for_phase_2() -> None:
    table = situation(eric="gods: kema-1, um: riders-1*", hands=("", "raiders-1"), acting=ERIC)
    assert table.play("free riders").public.phase == "2"
    late = situation(
        "um: river-1", "gods: kema-1, lm: sands-1*, le: caravan-1", hands=("", "raiders-1"), acting=ERIC
    )
    late.play("discard raiders; draw le")
    assert "It is too late for phase 2" in late.refusal("free sands")


# Conditions


def test_a_condition_looks_at_one_s_own_column() -> None:
    table = situation("um: river-1", "lm: sands-1*", hands=("", "zharek-1"), acting=ERIC)
    assert table.lines("zharek") == ["zharek lm"]
    assert table.refusal("zharek um") == "zharek can only be played where you have a minion. (5.15)"
    assert situation("um: imru-1*", hands=("legion-1", "")).lines("legion") == ["legion um"]
