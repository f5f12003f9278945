"""The table and the events in words, as a letter shows them."""

from __future__ import annotations

from engine.games.schotten_totten_2.options import Options
from tests.engine.games.schotten_totten_2.situations import ANN, BOB, dealt, situation

WALL = {1: "b0 | k11 y2 y0", 2: "y4 k6 | k4 g6 g9 r10", 4: "k3 g11 r0 joker-1", 7: "| r1 r6 k9"}


def test_the_whole_table_of_the_attacker() -> None:
    table = situation(
        WALL,
        damaged=[4],
        hands=["r4 g4 b10 k1 desertion", "k2 k5"],
        tactics="spy",
        discards="g2 b6 b7 shield",
    )
    assert (
        table.text(ANN)
        == """\
SCHOTTEN TOTTEN 2                                siege cards to draw: 35
It is your turn: you attack. Retreat if you like, then play a card.

               Ann attacks        WALL        Bob defends
                --  --  b0 |1  + high total | k11 y2  y0
            --  --  k6  y4 |2  any          | k4  g6  g9  r10
                --  --  -- |3  any          | --  --  --
       joker-1  r0 g11  k3 |4! - low total  | --  --  --  --
                --  --  -- |5  any          | --  --  --
            --  --  --  -- |6  any          | --  --  --  --
                --  --  -- |7  - low total  | r1  r6  k9
! damaged

YOUR HAND
  r4 · g4 · b10 · k1
  desertion     desertion CARD: discard a card of your opponent

HANDS
  Bob: siege cards 2, tactics cards 0
  Tactics cards played: Ann 0, Bob 0

PILES
  Oil left: 3. To draw: 35 siege, 1 tactics cards. Discarded:
  g2 · b6 b7
  shield"""
    )


def test_a_spectator_sees_no_hand() -> None:
    table = dealt()
    assert "YOUR HAND" not in table.text(None)
    assert "It is the turn of Ann, who attacks." in table.text(None)
    assert "tactics" not in table.text(None)


def test_what_can_be_claimed_is_said() -> None:
    table = situation({4: "k11 k10 | r1", 3: "r1 r2 r3"}, hands=["b1", "b2"])
    for seat in (ANN, BOB, None):
        assert "can be claimed: 4" in table.text(seat)


def test_who_wins_a_tie_is_said_where_both_sides_are_complete() -> None:
    wall = {1: "r1 r2 r3 | y1 y2 y3", 3: "b1 b2 b3 | g1 g2 g3", 4: "k1 k2", 5: "b4 b5 b6 | g4 g5 g6"}
    table = situation(wall, first={1: "defender"}, hands=["k9", "k8"])
    assert "attacker complete first: 3, 5 · defender complete first: 1" in table.text(BOB).splitlines()


def test_an_open_turn_says_so_first() -> None:
    table = situation({4: "k11"}, hands=["k10 r1", "r2"], tactics="spy")
    table.play("play k10 4")
    assert table.text(ANN).splitlines()[1] == "Your turn is still open: draw siege or tactics."
    table.play("draw siege")
    assert table.text(ANN).splitlines()[1] == "Your turn is still open: claim, or end it."
    assert table.text(BOB).splitlines()[1] == "It is the turn of Ann, who may still claim."


def test_four_elite_cards_fit_on_a_side() -> None:
    cards = "joker-1 joker-2 shield spy"
    open_values = situation({2: f"{cards} | {cards}"}, options=Options(tactics=True))
    assert f"| {cards}" in open_values.text(None)
    assert all(len(line) <= 72 for line in open_values.text(None).splitlines())


def test_the_last_turn_and_the_end_are_said() -> None:
    table = situation({4: "k11"}, hands=["b1 b2", "r2"], deck="", acting="defender")
    table.play("play r2 1")
    assert "It is the attacker's last turn." in table.text(BOB)
    assert "The siege deck is empty: this is the last turn of Ann." in table.words(BOB)
    table.play("play b1 1")
    assert "The match is over: Bob wins." in table.text(ANN)
    assert table.words(ANN)[-2:] == [
        "The attacker's last turn is over: Bob wins as the defender.",
        "The match is over: Bob wins.",
    ]


def test_the_first_leg_is_told_in_the_second() -> None:
    table = situation({6: "k10 b10 | r2 y2"}, damaged=[6], hands=["b1", "b2"], options=Options(legs=2))
    table.play("claim 6", "begin")
    lines = table.text(BOB).splitlines()
    assert lines[0].endswith("leg 2 of 2, siege cards to draw: 48")
    assert "Leg 1: Ann won; tiles damaged 1, siege cards left 54." in lines
