"""The decisions of RULES 11 that are options, each decided otherwise, and matches of two legs."""

from __future__ import annotations

import msgspec
import pytest

from engine.game import Outcome
from engine.games.schotten_totten_2 import GAME
from engine.games.schotten_totten_2.course import match_ranks
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.rules import reason
from engine.games.schotten_totten_2.state import Leg, Reason
from tests.engine.games.schotten_totten_2.situations import ANN, BOB, dealt, situation
from tests.engine.games.schotten_totten_2.test_paragraphs import FULL


def tactics(**options: object) -> Options:
    """A variant with tactics cards."""
    return msgspec.structs.replace(Options(tactics=True), **options)


def test_every_option_has_a_label_and_says_what_it_decides() -> None:
    (schema,) = msgspec.json.schema_components([Options])[1].values()
    for name, told in schema["properties"].items():
        assert told["title"], name
        assert told["description"].endswith("."), name
    assert set(schema["properties"]) - {"tactics", "legs"} == {
        "color_run_on_restricted_tiles", "retreat_tiles_per_turn", "defender_wins_when_full", "spy_strength",
        "joker_limit_per_side", "elite_value_fixed_when", "elimination_on_effect_arrival", "explosion_sides",
        "support_position", "exchange_chooser", "treachery_targets", "max_tactics_lead", "hand_size_tactics",
        "auto_claim", "claim_when_defender_cannot_complete",
    }  # fmt: skip


def test_d2_retreat_from_one_tile_only() -> None:
    options = Options(retreat_tiles_per_turn="one")
    table = situation({1: "r1", 2: "b1"}, hands=["k1", ""], options=options).play("retreat 1")
    assert table.refusal("retreat 2") == (
        "You have retreated from a tile in this turn, and one is the limit. (3.2)"
    )
    assert table.lines("retreat") == []


def test_d3_a_full_defence_plays_no_card() -> None:
    options = Options(defender_wins_when_full=False)
    table = situation(FULL, hands=["b11 b9", "b10"], deck="k7 k8", options=options)
    table.play("play b11 1")
    assert table.seat == BOB
    assert table.lines() == ["oil 1", "pass"]
    table.play("pass")
    assert table.hidden.hands[BOB] == ("b10", "k8")
    assert table.seat == ANN


def test_d3_with_nothing_else_to_do_the_pass_is_forced() -> None:
    options = Options(defender_wins_when_full=False)
    table = situation(FULL, hands=["b11 b9", "b10"], oil=0, options=options).play("play b11 1")
    forced = GAME.forced(table.view(None))
    assert forced is not None
    assert table.lines() == ["pass"]


def test_d5_claims_are_made_by_themselves() -> None:
    table = situation({4: "k11", 3: "r1"}, hands=["k10 b1", "b2"], options=Options(auto_claim=True))
    table.play("play k10 4")
    assert table.seat == BOB
    assert table.public.tiles[3].damaged
    assert "Ann claims tile 4 with k11, k10 against no card; tiles damaged now: 1." in table.words(BOB)


def test_d5_at_the_opening_of_the_turn_and_to_the_end_of_the_leg() -> None:
    table = situation(
        {4: "k11 k10 | r1", 6: "g1 b1 y1 k1 | r4 y5"},
        damaged=[1, 2, 3],
        hands=["b9", "y2"],
        acting="defender",
        options=Options(auto_claim=True),
    )
    table.play("play y2 1")
    assert table.outcome is not None
    assert table.outcome.ranks == (1, 2)


def test_d10_cards_brought_by_an_action_do_not_eliminate() -> None:
    options = tactics(elimination_on_effect_arrival=False)
    table = situation({2: "r0", 3: "| r11"}, hands=["redeployment r1", "k1"], options=options)
    assert table.play("redeploy r0 3").wall(3) == "r0 | r11"
    played = situation({3: "| r11"}, hands=["r0", "k1"], options=options)
    assert played.play("play r0 3").wall(3) == "|"


def test_d14_the_spy_counts_seven() -> None:
    wall = {4: "spy r6 | y6 b6"}
    assert "claim 4" in situation(wall, options=tactics(spy_strength=7)).lines()
    assert "claim 4" not in situation(wall, options=tactics(), first={4: "defender"}).lines()


def test_d15_one_joker_on_a_side() -> None:
    options = tactics(joker_limit_per_side="one", treachery_targets="any")
    table = situation({1: "joker-1"}, hands=["joker-2 r1", "k1"], options=options)
    assert table.refusal("play joker-2 5") == (
        "Your side of the wall holds a joker already, and one is the limit. (9.6)"
    )
    taken = situation({1: "joker-1 | joker-2"}, hands=["treachery r1", "k1"], options=options)
    assert "9.6" in taken.refusal("treachery joker-2 3")
    assert "play joker-2 5" in situation({1: "joker-1"}, hands=["joker-2", ""], options=tactics()).lines()


def test_d16_elite_cards_get_their_value_when_they_are_played() -> None:
    options = tactics(elite_value_fixed_when="play")
    table = situation({4: "r6"}, hands=["joker-1 spy shield r1", "k1 k2"], options=options)
    assert table.refusal("play joker-1 4") == "Say what joker-1 is to count as, such as r11. (9.7)"
    assert table.refusal("play spy 4 r9") == "The card spy cannot count as r9. (9.6)"
    assert table.refusal("play shield 4 r4") == "The card shield cannot count as r4. (9.6)"
    assert table.refusal("play r1 4 r4").startswith("Only an elite card can count as another card")
    table.play("play joker-1 4 r7")
    assert "joker-1=r7" in table.text(None)
    assert "r11 would" not in table.refusal("claim 4")
    assert "Ann plays joker-1 at tile 4, where it counts as r7." in table.words(None)
    stuck = situation({4: "r6"}, hands=["joker-1 r1", ""], options=tactics())
    assert stuck.refusal("play joker-1 4 r7") == (
        "An elite card gets its value at a claim: leave the value out. (9.7)"
    )


def test_d16_the_value_is_gone_with_the_card() -> None:
    options = tactics(elite_value_fixed_when="play")
    table = situation({4: "r6"}, hands=["joker-1 r1", "k1 k2"], options=options)
    table.play("play joker-1 3 r7", "play k1 1", "retreat 3")
    assert table.public.worths == ()


def test_d17_one_side_explodes() -> None:
    options = tactics(explosion_sides="one")
    table = situation({5: "r1 | b1", 6: "r2"}, hands=["explosion r3", "k1"], options=options)
    assert table.refusal("explosion 5") == "Say whose cards explode: attacker or defender. (9.13)"
    assert table.refusal("explosion 6 defender") == "There is no card at tile 6 to explode. (9.13)"
    assert table.play("explosion 5 defender").wall(5) == "r1 |"


@pytest.mark.parametrize(
    ("chooser", "line"), [("random", "exchange"), ("active_player", "exchange r1+r2+r3")]
)
def test_d19_the_exchange_acts_at_once(chooser: str, line: str) -> None:
    options = tactics(exchange_chooser=chooser)
    table = situation(hands=["exchange r1 r2 r3", "k1 k2 k3"], options=options)
    assert table.lines("exchange") == [line]
    table.play(line)
    assert set(table.hidden.hands[BOB]) == {"r1", "r2", "r3"}
    assert (table.seat, table.public.phase) == (BOB, "play")
    named = "exchange r1+r2+r3" if chooser == "random" else "exchange"
    other = situation(hands=["exchange r1 r2 r3", "k1 k2 k3"], options=options)
    assert "9.15" in other.refusal(named)


def test_d20_treachery_takes_elite_cards_too() -> None:
    table = situation(
        {2: "r1 | joker-1"}, hands=["treachery r2", "k1"], options=tactics(treachery_targets="any")
    )
    assert table.play("treachery joker-1 3").wall(3) == "joker-1 |"


def test_d21_no_limit_to_the_lead() -> None:
    table = situation(
        {2: "| b1"}, hands=["desertion", ""], options=tactics(max_tactics_lead="any"), played=(5, 0)
    )
    assert "desertion b1" in table.lines()


def test_d22_hands_of_six() -> None:
    public = dealt(1, tactics(hand_size_tactics=6)).public
    assert [hand.siege for hand in public.hands] == [6, 6]
    assert public.siege_deck == 48


def test_d25_the_roles_are_swapped_for_the_second_leg() -> None:
    table = dealt(3, Options(legs=2))
    while table.public.leg == 1 and table.public.phase != "interval":
        table.play(table.lines()[-1])
    assert (table.seat, table.outcome) == (BOB, None)
    assert table.lines() == ["begin"]
    assert table.refusal("play r1 1") == "This leg is over: begin the next one. (8.6)"
    table.play("begin")
    public = table.public
    assert (public.leg, public.attacker, table.seat) == (2, BOB, BOB)
    assert (public.siege_deck, public.oil, public.discards, len(public.legs)) == (48, 3, (), 1)
    assert "Leg 2 begins: Bob attacks, Ann defends." in table.words(None)
    while table.outcome is None:
        table.play(table.lines()[-1])
    assert len(table.public.legs) == 2


def leg(attacker: int, attacker_wins: bool, damaged: int = 0, left: int = 0) -> Leg:
    """A leg that has ended."""
    how: Reason = "taken" if attacker_wins else "held"
    return Leg(attacker, attacker if attacker_wins else 1 - attacker, how, damaged, left)


@pytest.mark.parametrize(
    ("first", "second", "ranks", "said"),
    [
        (leg(ANN, True), leg(BOB, False), (1, 2), "Both legs were won by the same player."),
        (leg(ANN, False), leg(BOB, True), (2, 1), "Both legs were won by the same player."),
        (leg(ANN, True, left=9), leg(BOB, True, left=4), (1, 2), "cards left in the siege deck decided"),
        (leg(ANN, True, left=4), leg(BOB, True, left=9), (2, 1), "cards left in the siege deck decided"),
        (leg(ANN, True, left=4), leg(BOB, True, left=4), (1, 1), "as many cards left in the siege deck"),
        (leg(ANN, False, damaged=2), leg(BOB, False, damaged=1), (1, 2), "tiles damaged decided"),
        (leg(ANN, False, damaged=0), leg(BOB, False, damaged=1), (2, 1), "tiles damaged decided"),
        (leg(ANN, False, damaged=1), leg(BOB, False, damaged=1), (1, 1), "as many tiles damaged"),
    ],
)
def test_d25_two_legs_are_scored_together(first: Leg, second: Leg, ranks: tuple[int, int], said: str) -> None:
    assert match_ranks((first, second)) == ranks
    assert said in reason((first, second), ranks)


def test_one_leg_is_a_match() -> None:
    table = situation({6: "k10 b10 | r2 y2"}, damaged=[6], hands=["b1", "b2"]).play("claim 6")
    assert table.outcome == Outcome((1, 2), (1, 0), "A damaged tile of the wall was taken.")
    assert "The match is over: Ann wins." in table.words(None)
