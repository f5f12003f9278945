"""The worked examples, each named by its number."""

from __future__ import annotations

from engine.games.scarab_lords import sets
from engine.games.scarab_lords.events import CardsDrawn, CardsMilled, ScarabsPut
from engine.games.scarab_lords.state import Options
from tests.engine.games.scarab_lords.generated import hordes
from tests.engine.games.scarab_lords.situations import ERIC, KEVIN, Table, new_match, situation


def picture(acting: int = KEVIN, **given: str) -> Table:
    """The rulebook's picture: Kevin below, Eric above; a leader of 2 without a bonus is Neferah."""
    return situation(
        "ue: scribes-1 scribes-2, ur: dabu-1, um: river-1 neferah-1, lr: temple-1",
        "ue: caravan-1, ur: jackals-1, um: chariots-1, lm: zharek-1, lr: jackals-2 shonra-1*",
        hands=("river-2", "sands-1"),
        acting=acting,
        pyramids=(given.get("kevin", ""), given.get("eric", "")),
    )


def test_01_the_higher_sum_holds_a_column_and_economy_draws() -> None:
    table = picture()
    assert (table.sum(KEVIN, "ue"), table.sum(ERIC, "ue")) == (4, 3)
    assert "draw ue" in table.lines()
    before = table.public.sides[KEVIN]
    table.play("discard river; draw ue")
    assert (table.public.sides[KEVIN].hand, table.public.sides[KEVIN].deck) == (1, before.deck - 1)


def test_03_equal_sums_hold_nothing() -> None:
    table = picture()
    assert (table.sum(KEVIN, "um"), table.sum(ERIC, "um")) == (3, 3)
    assert "um" not in table.play("discard river; done").holds(KEVIN)


def test_03b_equal_sums_take_a_pyramid_off() -> None:
    table = picture(kevin="um").play("discard river; done")
    assert table.public.pyramids[2] is None


def test_04_an_empty_column_is_held_by_nobody() -> None:
    assert picture(eric="le").play("discard river; done").public.pyramids[5] is None


def test_06_military_supremacy_mills() -> None:
    table = picture(ERIC)
    deck = table.hidden.decks[KEVIN]
    table.play("discard sands; mill lm")
    assert table.hidden.decks[KEVIN] == deck[1:]
    assert table.discards(KEVIN) == deck[:1]


def test_07_the_picture_as_a_whole_wins_for_nobody() -> None:
    table = picture().play("discard river; done")
    assert (table.holds(KEVIN), table.holds(ERIC)) == ("ue lr", "ur lm")
    assert table.outcome is None
    assert table.play("discard sands; done").outcome is None


def opening() -> Table:
    """The seed's long example: Eric begins."""
    return situation(
        hands=(
            "river-1 sphinxes-1 cleansing-1 enhu-1 sehet-1 imru-1",
            "sands-1 kamal-1 kema-1 tomb-1 zharek-1 riders-1",
        ),
        acting=ERIC,
        single=1,
        phase="phases",
        options=Options(first_turn_limit="two_action_phases"),
        starter=ERIC,
    )


def test_08_the_first_turn_of_the_long_example() -> None:
    table = opening()
    assert [side.deck for side in table.public.sides] == [24, 24]
    table.play("phases 0 2", "sands lm; kamal ue", "kema")
    table.play("mill lm; draw ue; done")
    assert (table.holds(KEVIN), table.holds(ERIC)) == ("", "ue lm")
    assert [side.deck for side in table.public.sides] == [23, 23]
    assert table.public.sides[ERIC].hand == 4


def second_turn() -> Table:
    table = opening().play("phases 0 2", "sands lm; kamal ue; kema", "mill lm; draw ue; done")
    return table.play("river ue", "sphinxes lr", "cleansing lr")


def test_09_the_second_turn_of_the_long_example() -> None:
    table = second_turn()
    assert table.row(KEVIN, "lr") == "sphinxes-1"
    assert "cleansing-1" in table.discards(KEVIN)
    table.play("curse sands; done")
    assert (table.holds(KEVIN), table.holds(ERIC)) == ("lr", "ue lm")


def test_10_only_the_player_whose_turn_it_is_exercises() -> None:
    table = second_turn()
    hands = [side.hand for side in table.public.sides]
    table.play("curse sands; done")
    assert [side.hand for side in table.public.sides] == hands
    assert not table.told(CardsDrawn, ERIC)
    assert not table.told(CardsMilled)


def test_11_religion_curses_in_its_own_region() -> None:
    table = second_turn()
    assert table.lines("curse") == ["curse sands"]
    assert table.refusal("curse kamal") == "Religion reaches no such card of your opponent. (10.3)"


def test_13_what_is_not_cleaned_counts_nothing() -> None:
    table = situation(hands=("sphinxes-1 river-1 river-2", "sands-1 sands-2"), acting=KEVIN)
    table.play("sphinxes lr; done", "discard sands; done")
    assert table.holds(KEVIN) == ""
    assert table.sum(KEVIN, "lr") == 0
    table.play("river ue")
    assert "clean sphinxes" in table.lines()
    table.play("clean sphinxes")
    assert table.sum(KEVIN, "lr") == 4


def test_13b_an_action_of_phase_2_does_not_clean_a_card_of_phase_1() -> None:
    table = situation("lr: sphinxes-1*, le: wall-1*", hands=("river-1", ""))
    table.play("clean wall")
    assert table.refusal("clean sphinxes") == ("It is too late for phase 1: that is over in this turn. (4.5)")


def test_14_a_god_drives_the_other_gods_out() -> None:
    table = situation(
        "gods: enhu-1 osthep-1", "um: chariots-1*", hands=("", "kema-1 rakhet-1"), acting=ERIC
    ).play("kema")
    assert table.row(KEVIN, "gods") == ""
    assert table.discards(KEVIN) == ("enhu-1", "osthep-1")
    assert "free chariots" in table.lines()
    assert "The action of phase 2 is used up" in table.refusal("rakhet")
    assert table.play("free chariots").row(ERIC, "um") == "chariots-1"


def test_16_each_uncursing_takes_one_scarab() -> None:
    table = situation(eric="ue: kamal-1**", hands=("", "sands-1"), acting=ERIC)
    assert table.play("clean kamal").sum(ERIC, "ue") == 0
    assert table.play("clean kamal").sum(ERIC, "ue") == 2


def test_16b_a_leader_of_phase_2_needs_two_turns() -> None:
    table = situation("ur: imru-1**", hands=("river-1", "")).play("clean imru")
    assert "The action of phase 2 is used up" in table.refusal("clean imru")


def test_17_one_leader_in_a_column() -> None:
    table = situation(eric="um: dabu-1, lm: kamal-1", hands=("", "shonra-1"), acting=ERIC)
    assert table.lines("shonra") == [f"shonra {column}" for column in ("ue", "ur", "lr", "le")]
    assert table.refusal("shonra um") == "Your leader dabu is in um: discard it first. (3.5)"
    assert table.play("discard dabu", "shonra um").row(ERIC, "um") == "shonra-1"


def test_18_a_fourth_god_needs_room() -> None:
    table = situation("gods: osthep-1 tamunet-1 sethra-1", hands=("enhu-1", "sands-1"))
    assert table.refusal("enhu") == "You have three gods: discard one of them first. (3.7)"
    assert table.play("discard sethra", "enhu").row(KEVIN, "gods") == "osthep-1 tamunet-1 enhu-1"


def test_19_icons_and_phase_decide_where_a_card_goes() -> None:
    table = situation(hands=("", "caravan-1 sands-1 tomb-1"), acting=ERIC)
    assert table.lines("caravan") == ["caravan ue", "caravan le"]
    assert table.refusal("caravan um") == "caravan does not go to um: its icons allow ue, le. (6.2)"
    table.play("tomb ur")
    assert table.refusal("caravan ue") == "It is too late for phase 1: that is over in this turn. (4.5)"


def test_20_a_redraw_fills_the_hand_up_to_six() -> None:
    table = situation(
        "ue: scribes-1", hands=("river-1 river-2 wardens-1 enhu-1", "sands-1"), pyramids=("", "lm")
    )
    deck = table.public.sides[KEVIN].deck
    table.play("redraw drop river river wardens")
    assert (table.public.sides[KEVIN].hand, table.public.sides[KEVIN].deck) == (6, deck - 5)
    assert (table.holds(KEVIN), table.holds(ERIC)) == ("", "lm")
    assert table.seat == ERIC


def test_21_with_seven_cards_a_redraw_draws_nothing() -> None:
    hand = "river-1 river-2 river-3 wardens-1 wardens-2 enhu-1 imru-1"
    table = situation(hands=(hand, "sands-1"))
    deck = table.public.sides[KEVIN].deck
    table.play("redraw")
    assert (table.public.sides[KEVIN].hand, table.public.sides[KEVIN].deck) == (7, deck)


def test_23_nobody_wins_in_the_turn_in_which_the_fourth_column_falls() -> None:
    table = situation(
        "ue: scribes-1, ur: chanters-1, lm: river-1, lr: wardens-1",
        hands=("river-2", "jackals-1"),
    ).play("discard river; done")
    assert table.holds(KEVIN) == "ue ur lm lr"
    assert table.outcome is None
    table.play("jackals lr; done")
    assert table.holds(KEVIN) == "ue ur lm"
    assert table.outcome is None


def test_23b_who_still_holds_four_columns_at_the_beginning_of_his_turn_has_won() -> None:
    table = situation(
        "ue: scribes-1, ur: chanters-1, lm: river-1, lr: wardens-1",
        hands=("river-2", "jackals-1"),
    ).play("discard river; done", "redraw")
    assert table.outcome is not None
    assert table.outcome.ranks == (1, 2)
    assert table.public.results[0].reason == "supremacy"


def test_25_three_columns_of_one_region_and_one_of_the_other_do_not_win() -> None:
    table = situation(hands=("river-1", "sands-1"), acting=ERIC, pyramids=("ue ur um lr", ""))
    assert table.play("redraw").outcome is None


def test_27_the_starter_has_two_phases_and_the_second_player_all() -> None:
    table = situation(
        hands=("river-1 wardens-1 enhu-1", "sands-1 jackals-1 kema-1"),
        single=1,
        phase="phases",
        options=Options(),
    ).play("phases 1 S")
    assert table.refusal("river ue") == "This turn has no phase 0: it was not named. (4.13)"
    assert table.refusal("enhu") == "This turn has no phase 2: it was not named. (4.13)"
    table.play("wardens ur; done")
    assert table.holds(KEVIN) == "ur"
    assert {"sands um", "jackals lr", "kema"} <= set(table.lines())
    table.play("sands um; jackals lr; kema; done")
    assert table.holds(ERIC) == "um lr"


def test_28_a_card_must_leave_the_hand_before_a_normal_turn_ends() -> None:
    table = situation("ue: scribes-1*", hands=("river-1", "sands-1")).play("clean scribes")
    assert table.refusal("done") == (
        "First play or discard a card from your hand: one must leave it in a normal turn. (4.6)"
    )
    assert table.play("discard river", "done").seat == ERIC


def test_28b_with_an_empty_hand_there_is_only_the_redraw() -> None:
    table = situation("ue: scribes-1*", hands=("", "sands-1"))
    assert table.lines() == ["redraw", "discard scribes"]
    assert "you can only redraw" in table.refusal("done")
    assert "you can only redraw" in table.refusal("clean scribes")


def test_29_a_horde_counts_the_hordes_of_its_column() -> None:
    digest = sets.add(hordes())
    options = Options(cards=digest, first_turn_limit="off")
    table = situation(
        "um: raider-1 raider-2 raider-3*, lm: raider-4 raider-5",
        hands=("raider-6", ""),
        options=options,
        houses=("vess", "miron"),
    )
    assert (table.sum(KEVIN, "um"), table.sum(KEVIN, "lm")) == (6, 4)
    table.play("clean raider")
    assert table.sum(KEVIN, "um") == 9


def test_31_two_religious_columns_curse_in_their_regions() -> None:
    table = situation(
        "ur: wardens-1, lr: wardens-2",
        "ue: caravan-1, le: caravan-2",
        hands=("river-1", "sands-1"),
    ).play("discard river", "curse caravan ue", "curse caravan")
    assert (table.row(ERIC, "ue"), table.row(ERIC, "le")) == ("caravan-1*", "caravan-2*")
    assert table.lines("curse") == []


def test_33_a_second_scarab_only_takes_longer() -> None:
    table = situation("lr: wardens-1", "lm: raiders-1*", hands=("river-1", "sands-1"))
    table.play("discard river; curse raiders")
    assert table.row(ERIC, "lm") == "raiders-1**"
    assert table.sum(ERIC, "lm") == 0
    (put,) = table.told(ScarabsPut)
    assert (put.number, put.scarabs) == (1, 2)
    table.play("done", "clean raiders")
    assert table.sum(ERIC, "lm") == 0
    assert table.play("clean raiders").sum(ERIC, "lm") == 2


def test_35_one_play_in_phase_1_is_not_enough_against_four_columns() -> None:
    table = situation(
        "ue: scribes-1, ur: wardens-1, lr: chanters-1, le: scribes-2",
        "lm: sands-1 raiders-1 chariots-1",
        hands=("river-1", "caravan-1 jackals-1"),
        single=3,
    ).play("discard river; done")
    assert table.holds(KEVIN) == "ue ur lr le"
    table.play("caravan ue; done")
    assert table.holds(KEVIN) == "ur lr le"
    assert table.outcome is None


def test_35b_five_columns_are_not_answered_by_one_play() -> None:
    table = situation(
        "ue: scribes-1, ur: wardens-1, um: wardens-2, lr: chanters-1, le: scribes-2",
        "lm: sands-1 raiders-1 chariots-1",
        hands=("river-1", "caravan-1 jackals-1"),
    ).play("discard river; done", "caravan ue; done")
    assert table.outcome is not None
    assert table.outcome.ranks == (1, 2)


def test_37_a_wall_wins_ties() -> None:
    table = situation("um: wall-1", "um: chariots-1 raiders-1", hands=("river-1", "sands-1")).play(
        "discard river; done"
    )
    assert (table.sum(KEVIN, "um"), table.sum(ERIC, "um")) == (5, 5)
    assert table.holds(KEVIN) == "um"


def test_30_the_exchange_after_a_game() -> None:
    table = new_match(match="best_of_three")
    assert len(table.hidden.pool) == 24
    loser = finish(table)
    for seat in (0, 1):
        for card in table.hidden.lists[seat][:5]:
            table.play(f"pick {card}", seat=seat)
        table.play("confirm", seat=seat)
    assert len(table.hidden.pool) == 34
    take(table, loser)
    assert len(table.hidden.pool) == 29
    take(table, 1 - loser)
    assert len(table.hidden.pool) == 24
    assert [len(cards) for cards in table.hidden.lists] == [30, 30]
    assert (table.public.game, table.public.starter, table.seat) == (2, loser, loser)


def finish(table: Table) -> int:
    """Redraws until the game is over; the seat that lost it."""
    while table.public.stage == "play":
        hand = table.hidden.hands[table.seat]
        table.play(f"discard {hand[0]} hand; redraw" if len(hand) > 5 else "redraw")
    return table.public.loser


def take(table: Table, seat: int) -> None:
    for card in table.hidden.pool[:5]:
        table.play(f"pick {card}", seat=seat)
    table.play("confirm", seat=seat)
