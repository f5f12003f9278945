"""What is known to whom, and what a redeal keeps: RULES 10."""

from __future__ import annotations

from collections import Counter

from engine.game import Seat
from engine.games.schotten_totten_2 import GAME
from engine.games.schotten_totten_2.cards import SIEGE
from engine.games.schotten_totten_2.events import CardDrawn, CardLookedAt, KnownCardDrawn
from engine.games.schotten_totten_2.options import Options
from engine.games.schotten_totten_2.state import Concealed
from engine.rng import Rng
from tests.engine.games.schotten_totten_2.situations import ANN, BOB, Table, situation

DEALS = 60


def redeals(table: Table, seat: Seat | None) -> list[Concealed]:
    """What else could be behind what a seat sees."""
    return [GAME.resample(table.state, seat, Rng(f"{deal:064x}")).concealed for deal in range(DEALS)]


def exchanged() -> Table:
    """Ann gave r1, r2 and spy, Bob gave k1, k2 and k3."""
    table = situation(hands=["exchange r1 r2 r3 spy", "k1 k2 k3 k4"], tactics="joker-1 joker-2")
    return table.play("exchange r1+r2+spy", "draw siege", "give k1+k2+k3")


def test_10_1_the_sizes_of_hands_are_known_by_kind() -> None:
    table = exchanged()
    for seat in (ANN, BOB, None):
        assert [(hand.siege, hand.tactics) for hand in table.view(seat).public.hands] == [(5, 0), (3, 1)]


def test_10_2_cards_given_stay_known_to_the_giver() -> None:
    table = exchanged()
    assert [known.card for known in table.view(ANN).known] == ["r1", "r2", "spy"]
    assert [known.card for known in table.view(BOB).known] == ["k1", "k2", "k3"]
    assert "among them, as you know: r1, r2, spy" in table.text(ANN)
    assert "as you know" not in table.text(None)
    for deal in redeals(table, ANN):
        assert {"r1", "r2", "spy"} <= set(deal.hands[BOB])
        assert set(deal.hands[ANN]) == set(table.hidden.hands[ANN])
    assert len({frozenset(deal.hands[BOB]) for deal in redeals(table, ANN)}) > 10


def test_10_2_a_spectator_knows_nothing_of_it() -> None:
    table = exchanged()
    assert table.view(None).known == ()
    seen = Counter(card for deal in redeals(table, None) for card in deal.hands[BOB])
    assert seen["r1"] < DEALS
    for deal in redeals(table, None):
        assert set(deal.known[ANN]) <= set(deal.hands[BOB])
        assert set(deal.known[BOB]) <= set(deal.hands[ANN])


def test_10_2_until_they_are_played() -> None:
    table = exchanged().play("play r1 1", "draw siege")
    assert [known.card for known in table.view(ANN).known] == ["r2", "spy"]


def test_10_2_the_cards_aside_are_the_giver_s_secret() -> None:
    table = situation(hands=["exchange r1 r2 r3 spy", "k1 k2 k3 k4"], tactics="joker-1 joker-2")
    table.play("exchange r1+r2+spy", "draw siege")
    for seat in (BOB, None):
        assert len({frozenset(deal.aside) for deal in redeals(table, seat)}) > 10
    assert {deal.aside for deal in redeals(table, ANN)} == {("r1", "r2", "spy")}


def supported(position: str = "shuffle") -> Table:
    """Ann has played Support with r1 and k9, and draws."""
    options = Options(tactics=True, support_position=position)  # type: ignore[arg-type]
    table = situation(
        hands=["support b1 b2", "y1 y2"], tactics="spy shield", discards="r1 k9", options=options
    )
    return table.play("support r1+k9")


def test_10_3_shuffled_cards_can_be_in_the_deck_or_in_a_hand_that_has_drawn() -> None:
    table = supported()
    assert all({"r1", "k9"} <= set(deal.deck) for deal in redeals(table, BOB))
    table.play("draw siege")
    found = [set(deal.hands[ANN]) & {"r1", "k9"} for deal in redeals(table, BOB)]
    assert all(len(cards) <= 1 for cards in found)
    assert not any({"r1", "k9"} & set(deal.hands[BOB]) for deal in redeals(table, None))
    assert "Put back by Support and not seen since: r1, k9." in table.text(BOB)


def test_10_3_cards_on_top_are_known_until_they_are_drawn() -> None:
    table = supported("top")
    assert all(deal.deck[:2] == ("r1", "k9") for deal in redeals(table, BOB))
    table.play("draw siege")
    assert "Ann draws r1, as all know." in table.words(BOB)
    assert table.told(CardDrawn) == table.told(CardLookedAt, ANN) == []
    assert len(table.told(KnownCardDrawn)) == 1
    for seat in (BOB, None):
        assert [known.card for known in table.view(seat).known if known.seat == ANN] == ["r1"]
        assert all("r1" in deal.hands[ANN] and deal.deck[0] == "k9" for deal in redeals(table, seat))


def test_10_3_cards_at_the_bottom_are_known_until_they_are_drawn() -> None:
    table = supported("bottom")
    assert all(deal.deck[-2:] == ("r1", "k9") for deal in redeals(table, BOB))


def test_10_3_an_exchange_blurs_what_all_could_see() -> None:
    options = Options(tactics=True, support_position="top", max_tactics_lead="any")
    table = situation(
        hands=["support exchange b1 b2 b3", "y1 y2 y3 y4"],
        tactics="spy shield",
        discards="r1 k9",
        options=options,
    )
    table.play("support r1+k9", "draw siege", "play y1 1", "draw tactics")
    table.play("exchange b1+b2+r1", "draw tactics", "give y2+y3+y4")
    assert table.view(None).known == ()
    assert "r1" in [known.card for known in table.view(ANN).known]
    holders = Counter(
        seat for deal in redeals(table, None) for seat in (ANN, BOB) if "r1" in deal.hands[seat]
    )
    assert holders[ANN] + holders[BOB] == DEALS
    assert min(holders[ANN], holders[BOB]) > 0


def test_10_4_what_is_left_over_can_be_told_by_counting() -> None:
    lying = [card for card in SIEGE if card not in ("b1", "k1", "k2")]
    table = situation(hands=["b1", "k1 k2"], deck="", discards=" ".join(lying), last_turn=True)
    assert [(known.card, known.seat) for known in table.view(ANN).known] == [("k1", BOB), ("k2", BOB)]
    assert table.view(None).known == ()
    one = situation(hands=["b1", ""], deck="k1", discards=" ".join([*lying, "k2"]))
    assert [(known.card, known.seat) for known in one.view(ANN).known] == [("k1", None)]


def test_a_hand_shows_no_order_of_drawing() -> None:
    table = situation(hands=["k1 r3 spy b2", ""], tactics="")
    assert table.view(ANN).hand == ("r3", "b2", "k1", "spy")
