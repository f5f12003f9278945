"""The exchange between two games, and what each knows of it."""

from __future__ import annotations

from typing import Any

from engine.games.scarab_lords import GAME
from engine.games.scarab_lords import events as e
from engine.rng import Rng
from tests.engine.games.scarab_lords.situations import Table, new_match
from tests.engine.games.scarab_lords.test_examples import finish, take


def exchanging(**options: Any) -> tuple[Table, int]:
    """A match whose first game is over, and who lost it."""
    table = new_match(match="best_of_three", **options)
    return table, finish(table)


def put(table: Table) -> None:
    """Both put their first five cards."""
    for seat in (0, 1):
        for card in table.hidden.lists[seat][:5]:
            table.play(f"pick {card}", seat=seat)
        table.play("confirm", seat=seat)


def test_both_put_cards_at_the_same_time_and_only_confirmations_are_seen() -> None:
    table, _ = exchanging()
    assert GAME.to_act(table.state) == (0, 1)
    first = table.hidden.lists[0][0]
    table.play(f"pick {first}", seat=0)
    assert not table.told(e.CardPicked, 1)
    assert table.told(e.CardPicked, 0)
    assert table.view(0).picks == (first,)
    assert table.view(1).picks == ()
    table.play(f"unpick {first}", seat=0)
    assert table.view(0).picks == ()


def test_only_five_cards_can_be_confirmed() -> None:
    table, _ = exchanging()
    assert table.refusal("confirm", 0) == "Pick 5 cards before you confirm: you have 0. (8.6)"
    words = [line.split()[1] for line in table.lines("pick", 0)][:5]
    table.play(f"pick {' '.join(words)}", seat=0)
    assert table.lines("pick", 0) == []
    assert table.refusal("pick kamal", 0).startswith("You have picked 5: `unpick` one first, or `confirm`")
    table.play("confirm", seat=0)
    assert GAME.to_act(table.state) == (1,)
    assert table.told(e.ChoiceConfirmed)
    assert not table.told(e.PoolFilled)


def test_the_pool_shows_when_both_have_confirmed() -> None:
    table, loser = exchanging()
    put(table)
    assert len(table.told(e.PoolFilled)[0].put[0]) == 5
    assert len(table.view(None).pool) == 34
    assert GAME.to_act(table.state) == (0, 1)
    assert table.public.loser == loser


def test_a_ranking_of_ten_follows_the_loser_at_once() -> None:
    table, loser = exchanging()
    put(table)
    wanted = table.hidden.pool[:10]
    for card in wanted:
        table.play(f"pick {card}", seat=1 - loser)
    assert table.refusal("confirm", loser).startswith("Pick 5 cards")
    table.play("confirm", seat=1 - loser)
    assert GAME.to_act(table.state) == (loser,)
    before = table.hidden.lists[1 - loser]
    take(table, loser)  # the first five of the pool, which are ranked first, too
    assert table.public.game == 2
    assert set(table.hidden.lists[1 - loser]) - set(before) == set(wanted[5:])


def test_the_winner_may_wait() -> None:
    table, loser = exchanging()
    put(table)
    assert table.refusal("wait", loser) == (
        "Only the winner can wait, while the loser takes cards from the pool. (8.5)"
    )
    turn = table.public.turn
    table.play("wait", seat=1 - loser)
    assert GAME.to_act(table.state) == (loser,)
    take(table, loser)
    assert GAME.to_act(table.state) == (1 - loser,)
    assert table.public.turn == turn + 1
    take(table, 1 - loser)
    assert table.public.game == 2


def test_what_the_winner_had_ranked_is_kept_as_far_as_it_is_there() -> None:
    table, loser = exchanging()
    put(table)
    for card in table.hidden.pool[3:7]:
        table.play(f"pick {card}", seat=1 - loser)
    kept = table.hidden.pool[5:7]
    take(table, loser)
    assert table.view(1 - loser).picks == kept


def test_the_loser_begins_and_the_first_turn_is_limited_again() -> None:
    table, loser = exchanging()
    put(table)
    take(table, loser)
    take(table, 1 - loser)
    assert (table.public.phase, table.public.acting, table.public.single) == ("phases", loser, 1)
    assert [len(hand) for hand in table.hidden.hands] == [6, 6]


def test_two_games_won_end_the_match() -> None:
    table, loser = exchanging()
    winner = 1 - loser
    while GAME.outcome(table.state) is None:
        put(table)
        take(table, table.public.loser)
        take(table, 1 - table.public.loser)
        finish(table)
    assert table.outcome is not None
    assert max(table.outcome.scores) == 2 or len(table.public.results) == 3
    assert table.outcome.ranks[winner] in (1, 2)


def test_moves_of_a_game_are_refused_in_an_exchange() -> None:
    table, _ = exchanging()
    assert table.refusal("done", 0) == (
        "The game is over, and cards are exchanged: pick cards, and confirm. (8.2)"
    )


def test_with_a_closed_pool_nothing_is_told_of_cards() -> None:
    table, loser = exchanging(bonus_pool_visible=False)
    put(table)
    assert table.told(e.PoolFilled)[0].put == ((), ())
    assert GAME.to_act(table.state) == (loser,)  # the winner has not seen the pool
    assert len(table.view(loser).pool) == 34
    assert set(table.view(1 - loser).pool) == {
        card for card in table.hidden.pool if card not in table.hidden.unsure[1 - loser]
    }
    assert table.view(None).pool == ()
    take(table, loser)
    assert table.told(e.PoolTaken)[0].cards == ()
    assert len(table.view(1 - loser).pool) == 29
    take(table, 1 - loser)
    assert len(table.view(loser).pool) == 0  # 24 of the 29 that he saw, but which?
    assert len(table.view(loser).lists[1 - loser]) == 25


def test_with_a_closed_pool_unsure_cards_may_be_with_the_other() -> None:
    table, loser = exchanging(bonus_pool_visible=False)
    put(table)
    take(table, loser)
    taken = table.hidden.pool[:5]
    take(table, 1 - loser)
    others = set()
    for number in range(20):
        twin = GAME.resample(table.state, loser, Rng(f"{number:064x}"))
        assert GAME.look(twin, loser) == table.view(loser)
        others |= set(twin.concealed.lists[1 - loser])
    assert len(others) > 40
    assert set(taken) <= others


def test_a_card_that_is_shown_is_sure() -> None:
    table, loser = exchanging(bonus_pool_visible=False, first_turn_limit="off")
    put(table)
    take(table, loser)
    take(table, 1 - loser)
    table.play("redraw", seat=loser)
    winner = 1 - loser
    card = next(iter(table.hidden.hands[winner]))
    table.play(f"discard {card} hand", seat=winner)
    assert card not in table.hidden.unsure[loser]
    assert card in table.view(loser).lists[winner]


def test_draws_count_for_nobody() -> None:
    table = new_match(match="best_of_three", turn_cap=4)
    starter = table.public.starter
    for _ in range(4):
        table.play("redraw")
    assert table.public.results[0].winner is None
    assert table.public.loser == 1 - starter
