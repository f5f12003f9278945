"""The paragraphs of RULES.md on the base game, and the worked examples that are played."""

from __future__ import annotations

import pytest

from engine import notation
from engine.errors import InvalidMove, NotYourTurn
from engine.game import Outcome
from engine.games.schotten_totten_2 import GAME
from engine.games.schotten_totten_2.cards import FACES, SIEGE
from engine.games.schotten_totten_2.events import CardDrawn, CardLookedAt, HandDealt
from engine.games.schotten_totten_2.options import Options
from engine.play import play
from engine.rng import Rng
from tests.engine.games.schotten_totten_2.situations import ANN, BOB, Table, dealt, situation

FULL = {1: "| b1 b2 b4", 2: "| r0 y0 g0 b0", 3: "| r1 y1 g1", 4: "| r2 y2", 5: "| r3 y3 g3"}
FULL |= {6: "| r4 y4 g4 k4", 7: "| r5 y5 g5"}
"""A defence without a free slot."""
ATTACK = {number: " | ".join(reversed(sides.split("|"))).strip() for number, sides in FULL.items()}
"""An attack without one."""


def test_1_1_there_are_sixty_siege_cards() -> None:
    assert len(set(SIEGE)) == 60


def test_1_4_the_wall_is_the_same_from_both_ends_but_for_the_intact_outer_tiles() -> None:
    assert [pair[1] for pair in FACES] == [pair[1] for pair in FACES[::-1]]
    assert [pair[0] for pair in FACES[1:-1]] == [pair[0] for pair in FACES[-2:0:-1]]
    assert sum(pair[0].slots for pair in FACES) == 22
    assert sum(pair[1].slots for pair in FACES) == 20


def test_2_1_to_2_4_the_deal() -> None:
    table = dealt()
    public = table.public
    assert [(hand.siege, hand.tactics) for hand in public.hands] == [(6, 0), (6, 0)]
    assert (public.siege_deck, public.oil, public.attacker, table.seat) == (48, 3, ANN, ANN)
    assert not any(tile.damaged or tile.attacker or tile.defender for tile in public.tiles)


def test_2_2_the_attacker_s_whole_hand_is_dealt_first() -> None:
    cards, _ = Rng(f"{1:064x}").shuffle(SIEGE)
    hidden = dealt(1).hidden
    assert (hidden.hands[ANN], hidden.hands[BOB], hidden.deck) == (cards[:6], cards[6:12], cards[12:])
    (ann,) = dealt(1).told(HandDealt, ANN)
    assert ann.cards == cards[:6]
    assert dealt(1).told(HandDealt) == []


def test_2_4_the_players_take_turns() -> None:
    table = dealt()
    seats = []
    for _ in range(6):
        seats.append(table.seat)
        table.play(table.lines("play")[0])
    assert seats == [ANN, BOB] * 3


def test_3_2_retreat_empties_any_number_of_tiles() -> None:
    """X73."""
    table = situation({1: "g9", 5: "r2 y4"}, hands=["b11", ""])
    table.play("retreat 1", "retreat 5", "play b11 1")
    assert (table.wall(1), table.wall(5)) == ("b11 |", "|")
    assert table.public.discards == ("g9", "r2", "y4")


def test_3_2_a_retreat_takes_every_card_of_the_tile() -> None:
    """X74."""
    table = situation({5: "r2 y4"}, hands=["b11", ""])
    with pytest.raises(InvalidMove, match=r"with all your cards there \(3\.2\)"):
        table.play("retreat y4")
    assert "3.2" in GAME.rules


def test_3_2_the_defender_s_cards_stay() -> None:
    table = situation({5: "r2 y4 | b1"}, hands=["b11", ""])
    assert table.play("retreat 5").wall(5) == "| b1"


def test_3_2_retreat_needs_a_card_and_comes_before_the_card_play() -> None:
    table = situation({5: "r2", 3: "| b1"}, damaged=[5], hands=["b11", ""], phase="play")
    assert table.refusal("retreat 3") == "You have no card at tile 3 to retreat with. (3.2)"
    assert table.lines("retreat") == ["retreat 5"]
    late = situation({5: "r2"}, hands=["b11", ""], phase="close")
    assert late.refusal("retreat 5") == "You have played your card: claim, or end your turn. (3.6)"
    other = situation({5: "r2"}, hands=["b11", ""], acting="defender")
    assert other.refusal("retreat 5") == "Only the attacker retreats. (3.2)"


def test_3_3_only_a_card_in_hand_is_played() -> None:
    table = situation(hands=["b11", "k3"])
    assert table.refusal("play k3 1") == "You do not hold k3. (3.3)"
    assert table.refusal("play joker-1 1") == "This match is played without tactics cards. (9.1)"
    assert table.refusal("pass").startswith("You must play a card")


def test_3_4_an_attacker_without_a_free_slot_makes_room() -> None:
    table = situation(ATTACK, hands=["b11", ""])
    assert table.refusal("play b11 1") == "Your side of every tile is full: retreat from one first. (3.4)"
    assert table.lines("play") == []
    assert table.play("retreat 4").lines("play") == ["play b11 4"]
    claimed = situation(ATTACK | {4: "k11 k10 |"}, hands=["b11", ""])
    assert claimed.play("claim 4").lines("play") == ["play b11 4"]


def test_3_5_the_card_is_drawn_by_itself() -> None:
    table = situation(hands=["b11", ""], deck="r7 r8")
    table.play("play b11 1")
    assert table.hidden.hands[ANN] == ("r7",)
    assert [event.card for event in table.told(CardLookedAt, ANN)] == ["r7"]
    assert table.told(CardLookedAt, BOB) == []
    assert len(table.told(CardDrawn, BOB)) == 1


def test_3_5_an_empty_deck_gives_nothing() -> None:
    table = situation(hands=["b11", "r1"], deck="", acting="defender", attacker=BOB)
    table.play("play r1 1")
    assert table.public.hands[ANN].siege == 0


def test_3_6_the_turn_ends_by_itself_without_a_claim() -> None:
    assert situation(hands=["b11", "r1"]).play("play b11 4").seat == BOB


def test_3_6_a_claim_that_can_be_made_keeps_the_turn_open() -> None:
    table = situation({4: "k11"}, hands=["k10 r1", "r2"])
    table.play("play k10 4")
    assert table.seat == ANN
    assert table.lines() == ["claim 4", "end"]
    assert "Your turn is still open" in table.text(ANN).splitlines()[1]
    assert table.refusal("play r1 1") == "You have played your card: claim, or end your turn. (3.6)"
    assert situation({4: "k11 k10"}, hands=["r1", "r2"]).refusal("end") == "First play your card. (3.3)"


def test_3_6_with_the_last_claim_the_turn_ends() -> None:
    table = situation({4: "k11", 3: "k9 k8 k7 | r1 b3 g5"}, hands=["k10 r1", "r2"])
    table.play("play k10 4", "claim 3")
    assert table.seat == ANN
    assert table.play("claim 4").seat == BOB


def test_3_6_claims_may_be_left() -> None:
    table = situation({4: "k11"}, hands=["k10 r1", "r2"])
    assert table.play("play k10 4", "end").seat == BOB
    assert table.wall(4) == "k11 k10 |"


def test_4_1_the_defender_never_claims() -> None:
    table = situation({4: "| r2 b7"}, hands=["", "r1"], acting="defender")
    assert table.refusal("claim 4") == "Only the attacker claims, and only in his own turn. (7.1)"


def test_4_2_oil_once_in_a_turn() -> None:
    """X70 and X71."""
    table = situation({1: "r5", 2: "b5"}, hands=["", "g3 g4"], acting="defender")
    table.play("oil 1")
    assert table.public.oil == 2
    assert table.public.discards == ("r5",)
    assert table.refusal("oil 2") == "You have used oil in this turn: once is the limit. (4.2)"
    assert table.lines("oil") == []
    assert table.play("play g3 1").seat == ANN


def test_4_2_three_tokens_and_no_more() -> None:
    table = situation({1: "r5"}, hands=["", "g3"], acting="defender", oil=0)
    assert table.refusal("oil 1") == "No oil is left: all 3 tokens are used. (4.2)"
    assert situation({1: "r5"}, hands=["b1", ""]).refusal("oil 1") == "Only the defender has oil. (4.2)"


def test_4_2_oil_comes_before_the_card_play() -> None:
    table = situation({1: "r5"}, hands=["", "g3 g4"], acting="defender", phase="draw", tactics="spy")
    assert "draw from one of the decks" in table.refusal("oil 1")


def test_4_3_oil_takes_the_card_nearest_the_wall_on_damaged_tiles_too() -> None:
    table = situation({4: "r5 b6 g7"}, damaged=[4], hands=["", "g3 g4"], acting="defender")
    assert table.play("oil 4").wall(4) == "b6 g7 |"


def test_4_4_oil_needs_a_card_of_the_attacker() -> None:
    """X72."""
    table = situation({6: "| r5", 1: "r1"}, hands=["", "g3"], acting="defender")
    assert table.refusal("oil 6") == "The attacker has no card at tile 6. (4.4)"


def test_4_5_a_full_defence_wins_when_its_turn_begins() -> None:
    table = situation(FULL, hands=["b11", "b10"])
    table.play("play b11 1")
    assert table.outcome == Outcome(
        (2, 1), (0, 1), "The defender had no free slot left, and the wall stands."
    )


def test_4_5_it_wins_only_then() -> None:
    table = situation(FULL | {7: "| r5 y5"}, hands=["b11 b9", "b10"], acting="defender")
    table.play("play b10 7")
    assert table.outcome is None
    table.play("play b11 1")
    assert table.outcome is not None


def test_5_1_a_card_goes_anywhere_with_a_free_slot() -> None:
    table = situation({4: "r1 | r2"}, hands=["b11", "k3"])
    assert table.lines("play") == [f"play b11 {number}" for number in range(1, 8)]
    full = situation({4: "r1 b1 | r2 b2"}, hands=["b11", "k3"])
    assert full.refusal("play b11 4") == "Your side of tile 4 is full. (5.1)"


def test_5_2_cards_keep_their_order() -> None:
    table = situation({2: "r1"}, hands=["b11 b10", "k3"])
    table.play("play b11 2", "play k3 1", "play b10 2")
    assert table.wall(2) == "r1 b11 b10 |"


def test_5_5_elimination_by_the_defender() -> None:
    """X63."""
    table = situation({4: "y1 g0 r0 | b1 k1 b2"}, damaged=[4], hands=["", "g11"], acting="defender")
    table.play("play g11 4")
    assert table.wall(4) == "y1 r0 | b1 k1 b2"
    assert set(table.public.discards) == {"g0", "g11"}
    assert "At tile 4 g11 and g0 eliminate each other." in table.words(None)


@pytest.mark.parametrize(("card", "tile"), [("b11", 3), ("r11", 5)])
def test_5_5_other_colours_and_other_tiles_do_not_eliminate(card: str, tile: int) -> None:
    """X64 and X65."""
    table = situation({3: "r0"}, hands=["", f"{card} b1"], acting="defender")
    table.play(f"play {card} {tile}")
    assert "r0" in table.public.tiles[2].attacker
    assert card in table.public.tiles[tile - 1].defender


def test_5_6_an_elimination_breaks_a_complete_side() -> None:
    """X67."""
    table = situation({1: "r11 b11 y11 | g2"}, hands=["g5", "r0"], acting="defender")
    assert table.public.tiles[0].first == "attacker"
    table.play("play r0 1")
    assert table.wall(1) == "b11 y11 | g2"
    assert table.public.tiles[0].first is None


def test_5_6_the_player_draws_as_usual() -> None:
    """X68."""
    table = situation({3: "| r11 b10"}, hands=["r0", "g1"], deck="k4 k5")
    table.play("play r0 3")
    assert table.wall(3) == "| b10"
    assert table.hidden.hands[ANN] == ("k4",)


def test_5_6_elimination_makes_no_room_on_a_full_side() -> None:
    table = situation({4: "r11 | b1 b2"}, hands=["", "r0"], acting="defender")
    assert table.refusal("play r0 4") == "Your side of tile 4 is full. (5.1)"


def test_6_6_of_equals_the_first_complete_wins() -> None:
    """X81."""
    table = situation({3: "r8 r9 r10 | y8 y9"}, hands=["b1 b2", "y10"], acting="defender")
    table.play("play y10 3")
    assert table.public.tiles[2].first == "attacker"
    assert "claim 3" in table.lines()


def test_6_6_a_tie_of_the_defender_holds() -> None:
    table = situation({3: "r3 b4 | y3 k4 r5"}, hands=["g5 r11", "y10 y11"])
    table.play("play g5 3", "play y10 1")
    assert table.refusal("claim 3") == "Tile 3 cannot be claimed: y3 k4 r5 holds it. (7.3)"


def test_6_7_oil_clears_what_was_complete_first() -> None:
    table = situation({3: "r8 r9 r10 | y8 y9 y10"}, hands=["r11", "b1"], acting="defender")
    table.play("oil 3")
    assert table.public.tiles[2].first == "defender"
    assert table.play("play b1 1", "play r11 3").public.tiles[2].first == "defender"


def test_6_7_only_the_side_that_lost_a_card_is_cleared() -> None:
    table = situation({3: "r8 r9 r10 | y8 y9 y10"}, hands=["g1", "b1"], first={3: "defender"})
    assert table.play("retreat 3").public.tiles[2].first == "defender"


def test_7_1_claims_at_every_moment_of_the_turn() -> None:
    wall = {4: "k11 k10", 3: "r5"}
    assert "claim 4" in situation(wall, hands=["b1", "b2"]).lines()
    assert "claim 4" in situation(wall, hands=["b1", "b2"]).play("retreat 3").lines()
    assert "claim 4" in situation(wall, hands=["b1", "b2"], tactics="spy", phase="draw").lines()
    assert "claim 4" in situation(wall, hands=["b1", "b2"]).play("play b1 1").lines()


def test_7_1_never_out_of_turn() -> None:
    table = situation({4: "k11 k10"}, hands=["b1", "b2"], acting="defender")
    with pytest.raises(NotYourTurn):
        play(GAME, table.state, ANN, notation.read(GAME.moves, "claim 4"))
    assert table.refusal("claim 4") == "Only the attacker claims, and only in his own turn. (7.1)"


def test_7_2_an_incomplete_side_is_refused_as_such() -> None:
    """X61."""
    table = situation({3: "r1 b3 | y9"}, hands=["b1", "b2"])
    assert table.refusal("claim 3") == "Your side of tile 3 is not complete: it holds 2 of 3 cards. (7.2)"


def test_7_4_the_refusal_has_the_counter_example() -> None:
    """X53."""
    table = situation({3: "r8 r9 r10 | y9 y10"}, hands=["b1", "b2"])
    before = table.state
    assert table.refusal("claim 3") == "Tile 3 cannot be claimed yet: y9 y10 y11 would still beat it. (7.4)"
    assert table.state == before


def test_7_5_the_own_hand_is_no_evidence() -> None:
    """X62."""
    for hand, other in (("y11", "b2"), ("b1", "y11"), ("b1", "b2")):
        table = situation({3: "r8 r9 r10 | y9 y10"}, hands=[hand, other])
        assert "y9 y10 y11" in table.refusal("claim 3")


def test_7_5_the_discard_pile_is_evidence() -> None:
    """X54."""
    assert "claim 3" in situation({3: "r8 r9 r10 | y9 y10"}, discards="y11", hands=["b1", ""]).lines()


def test_7_6_oil_and_eliminations_do_not_weaken_a_proof() -> None:
    table = situation({1: "r11 b11 g11 |"}, hands=["b1", "r0"], oil=3)
    assert "claim 1" in table.lines()


def test_7_6_too_few_unseen_cards() -> None:
    seen = [card for card in SIEGE if card not in ("b1", "b2", "b3", "k0", "k1")]
    table = situation({3: "b1 b2 b3"}, hands=["", ""], deck="", discards=" ".join(seen))
    assert table.lines("claim") == ["claim 3"]
    strict = situation(
        {3: "b1 b2 b3"},
        hands=["", ""],
        deck="",
        discards=" ".join(seen),
        options=Options(claim_when_defender_cannot_complete=False),
    )
    assert (
        strict.refusal("claim 3") == "Tile 3 cannot be claimed: too few cards are unseen to prove it. (7.6)"
    )


def test_7_8_a_claimed_tile_is_turned_and_can_be_played_at_once() -> None:
    table = situation({4: "k11 k10 | r1"}, hands=["b1", "b2"])
    table.play("claim 4")
    assert (table.wall(4), table.public.tiles[3].damaged) == ("|", True)
    assert table.public.discards == ("k11", "k10", "r1")
    assert "play b1 4" in table.lines()
    table.play("play b1 4")
    assert table.wall(4) == "b1 |"


def test_8_1_a_fourth_damaged_tile_wins() -> None:
    """X75."""
    table = situation({4: "k11 k10 | r1"}, damaged=[1, 2, 3], hands=["b1", "b2"])
    table.play("claim 4")
    assert table.outcome == Outcome((1, 2), (1, 0), "A fourth tile of the wall was damaged.")


def test_8_2_a_damaged_tile_claimed_again_wins() -> None:
    """X76; its cards are discarded, and it stays turned."""
    table = situation({6: "k10 b10 | r2 y2"}, damaged=[6], hands=["b1", "b2"])
    table.play("claim 6")
    assert table.outcome == Outcome((1, 2), (1, 0), "A damaged tile of the wall was taken.")
    assert table.public.discards == ("k10", "b10", "r2", "y2")
    assert table.public.tiles[5].damaged


QUIET = ("play", "retreat", "end", "pass")


def quiet(table: Table) -> Table:
    """Plays on by cards alone, retreating and passing only where that must be."""
    while table.outcome is None:
        lines = table.lines()
        table.play(next(line for start in QUIET for line in lines if line.startswith(start)))
    return table


def test_8_3_the_attacker_s_25th_turn_is_the_last() -> None:
    """X78."""
    table = quiet(dealt(4, Options(defender_wins_when_full=False)))
    assert table.outcome == Outcome((2, 1), (0, 1), "The attacker's last turn went by, and the wall stands.")
    assert table.public.turn == 2 * 24 + 1 + 1
    assert table.public.last_turn


def test_8_3_the_last_turn_can_win() -> None:
    """X79."""
    table = situation(
        {6: "k10 | r2 y2", 1: "| g3"}, damaged=[6], hands=["b10", "b2"], deck="", acting="defender"
    )
    table.play("play b2 1")
    assert table.public.last_turn
    table.play("play b10 6", "claim 6")
    assert table.outcome == Outcome((1, 2), (1, 0), "A damaged tile of the wall was taken.")


def test_8_4_on_the_last_turn_the_deck_is_the_reason() -> None:
    table = situation(FULL, hands=["b11", "b10"], deck="", last_turn=True)
    table.play("play b11 1")
    assert table.outcome is not None
    assert table.outcome.reason == "The attacker's last turn went by, and the wall stands."
