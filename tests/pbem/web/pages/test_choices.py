"""How a form orders the legal moves."""

from __future__ import annotations

from engine.game import Move
from pbem.web.pages.choices import MANY, kinds
from tests.engine.toy.moves import Stand, Take


def test_long_lists_are_grouped_by_what_is_played() -> None:
    cards = [f"oak-{number}" for number in range(1, MANY)]
    moves: list[Move] = [Stand(card, stance) for card in cards for stance in ("firm", "feint")]
    moves += [Take(1, card) for card in cards]
    stands, takes = kinds(moves)
    assert [group.title for group in stands.groups] == cards
    assert stands.groups[0].lines == ("oak-1", "oak-1 feint")
    assert [group.title for group in takes.groups] == ["take 1"]
