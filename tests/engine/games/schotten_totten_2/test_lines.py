"""The lines that a person writes."""

from __future__ import annotations

import pytest

from engine import lines, notation
from engine.errors import InvalidMove
from engine.games.schotten_totten_2 import GAME
from engine.games.schotten_totten_2.moves import Claim, Draw, Exchange, Play, Redeploy, Retreat
from tests.engine.games.schotten_totten_2.situations import ANN, Table, situation


def read(table: Table, line: str) -> list[object]:
    """The moves of a line as the attacker means it."""
    return [*lines.read(GAME.moves, line, GAME.names(table.view(ANN)))]


def table() -> Table:
    """The attacker holds all sorts of cards."""
    wall = {1: "y4 spy | b7 joker-2", 2: "k1 | g9"}
    hand = "r1 r10 joker-1 desertion treachery exchange"
    return situation(wall, hands=[hand, "k5"], tactics="", discards="r2 r3")


def test_a_whole_turn_in_one_line() -> None:
    moves = read(table(), "Retreat 1 2; R10 4;  claim 4 ; END.")
    assert moves[:3] == [Retreat(1), Retreat(2), Play("r10", 4)]
    assert [notation.write(move) for move in moves[2:]] == ["r10 4", "claim 4", "end"]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("r10 4", "r10 4"), ("play r10 4", "r10 4"), ("joker 4", "joker-1 4"), ("oil 2", "oil 2"),
        ("draw t", "draw tactics"), ("desertion b7", "desertion b7"),
        ("desertion joker", "desertion joker-2"),
        ("redeploy y4 to 5", "redeploy y4 to 5"), ("redeploy spy 5", "redeploy spy to 5"),
        ("redeploy y4 off", "redeploy y4 to off"), ("treachery g9 to 6", "treachery g9 to 6"),
        ("recruit r2 to 4", "recruit r2 to 4"), ("explosion 5", "explosion 5"),
        ("support r3 r2", "support r2 r3"),
        ("exchange r10 r1 joker", "exchange r1 r10 joker-1"), ("give r10 r1 tre", "give r1 r10 treachery"),
    ],
)  # fmt: skip
def test_a_line_and_how_it_is_written(line: str, written: str) -> None:
    (move,) = read(table(), line)
    assert notation.write(move) == written  # type: ignore[arg-type]


def test_a_strength_is_never_cut_short() -> None:
    assert read(table(), "r1 4") == [Play("r1", 4)]
    without = situation(hands=["r10 b2", ""])
    assert read(without, "r1 4") == [Play("r1", 4)]
    assert without.refusal("r1 4") == "You do not hold r1. (3.3)"


def test_what_could_be_several_is_said() -> None:
    with pytest.raises(InvalidMove, match=r"^`r` could be r1 or r10\.$"):
        read(table(), "play r 4")


def test_several_tiles_are_several_moves() -> None:
    assert read(table(), "claim 3 5") == [Claim(3), Claim(5)]


def test_cards_in_any_order_are_the_same_move() -> None:
    assert Exchange(("r3", "r1", "r2")) == Exchange(("r1", "r2", "r3"))


def test_kinds_with_two_sorts_of_values() -> None:
    assert [Redeploy("y4", 5), Redeploy("y4", "off")] == read(table(), "redeploy y4 5; redeploy y4 off")
    assert read(table(), "draw siege") == [Draw("siege")]
