"""Who has seen which concealed card, and what a redeal keeps of that (RULES.md, section 8)."""

from __future__ import annotations

from engine.games.lords_of_scotland import GAME
from engine.games.lords_of_scotland.state import Options, Seen, State
from engine.rng import Rng
from tests.engine.games.lords_of_scotland.situations import Table, situation

ROW = "scott-9 ? ? ? ?"
HANDS = ["makgill-9 forsyth-2", "makgill-7 forsyth-8 fergusson-1", "wemyss-3"]


def three(**given: object) -> Table:
    """Ann has been seen taking scott-9; Bob is to act."""
    return situation(["", "", ""], **{"recruits": ROW, "hands": HANDS, **given}).play("recruit 1")  # type: ignore[arg-type]


def deals(table: Table, seat: int | None, count: int = 60) -> list[State]:
    """Redeals that the seat cannot tell from the table."""
    return [GAME.resample(table.state, seat, Rng(f"{number:064x}")) for number in range(count)]


def whereabouts(states: list[State], card: str) -> set[str]:
    """In what hands or followers a card lies in some states."""
    found = set()
    for state in states:
        hidden = state.concealed
        found |= {f"hand {seat}" for seat, hand in enumerate(hidden.hands) if card in hand}
        found |= {f"serial {down.serial}" for down in hidden.face_down if down.card == card}
        found |= {"draw" for drawn in hidden.draw if drawn == card}
    return found


def test_8_1_a_card_seen_being_taken_stays_in_that_hand() -> None:
    table = three()
    assert table.public.seen == (Seen("scott-9", 0),)
    for seat in (1, 2, None):
        assert whereabouts(deals(table, seat), "scott-9") == {"hand 0"}


def test_8_1_a_face_down_muster_may_be_the_card() -> None:
    table = three().play("recruit 5", "recruit 5", "muster makgill-9 down")
    assert table.public.seen == (Seen("scott-9", 0, True, (1,)),)
    for seat in (1, 2, None):
        assert whereabouts(deals(table, seat), "scott-9") == {"hand 0", "serial 1"}
    assert "Ann took scott-9, now one of: in hand, a1" in table.text(1)


def test_8_1_what_is_remembered_does_not_depend_on_what_was_mustered() -> None:
    one = three().play("recruit 5", "recruit 5", "muster makgill-9 down")
    other = three().play("recruit 5", "recruit 5", "muster scott-9 down")
    assert one.view(1) == other.view(1)
    assert one.view(None) == other.view(None)


def test_8_1_it_is_forgotten_when_the_card_is_seen_again() -> None:
    assert three().play("recruit 5", "recruit 5", "muster scott-9 up").public.seen == ()


def test_8_1_a_follower_shown_to_be_another_card_is_ruled_out() -> None:
    table = three(hands=["makgill-9 forsyth-2", "wemyss-1", ""]).play(
        "recruit 5", "recruit 5", "muster makgill-9 down", "muster wemyss-1 up discard a1"
    )
    assert table.public.seen == (Seen("scott-9", 0),)


def test_8_1_a_follower_shown_to_be_the_card_ends_it() -> None:
    table = three(hands=["makgill-9 forsyth-2", "wemyss-1", ""]).play(
        "recruit 5", "recruit 5", "muster scott-9 down", "muster wemyss-1 up discard a1"
    )
    assert table.public.seen == ()


def test_8_1_an_empty_hand_gives_the_card_away() -> None:
    table = three(hands=["", "makgill-1", "wemyss-3"]).play("recruit 5", "recruit 5", "muster scott-9 down")
    assert table.public.seen == (Seen("scott-9", 0, False, (1,)),)
    for seat in (1, 2, None):
        assert whereabouts(deals(table, seat), "scott-9") == {"serial 1"}


def test_8_1_a_hand_that_was_empty_does_not_get_the_card_back() -> None:
    table = three(hands=["", "makgill-1", "wemyss-3"]).play("recruit 5", "recruit 5", "muster scott-9 down")
    table.play("recruit 5", "recruit 5", "recruit 5")
    assert table.public.hands[0] == 1
    for seat in (1, 2, None):
        assert whereabouts(deals(table, seat), "scott-9") == {"serial 1"}


def test_8_1_what_another_seat_musters_cannot_be_the_card() -> None:
    table = three().play("muster makgill-7 down")
    assert table.public.seen == (Seen("scott-9", 0),)


def test_8_1_cards_recruited_later_do_not_come_into_followers_mustered_before() -> None:
    table = situation(recruits="scott-9 ? ? ? ?", hands=["makgill-9 forsyth-2", "wemyss-3"])
    table.play("muster makgill-9 down", "recruit 5", "recruit 1")
    assert table.public.seen == (Seen("scott-9", 0),)


def test_8_1_several_cards_share_few_places() -> None:
    table = situation(
        recruits="scott-9 scott-8 ? ? ?", hands=["", "wemyss-3"], draw="cochrane-1 cochrane-2 cochrane-3"
    )
    table.play("recruit 1", "recruit 5", "recruit 2", "recruit 5", "muster scott-9 down")
    for state in deals(table, 1):
        held = {*state.concealed.hands[0], *(down.card for down in state.concealed.face_down)}
        assert held == {"scott-9", "scott-8"}
    assert whereabouts(deals(table, 1), "scott-9") == {"hand 0", "serial 1"}


def test_8_1_a_swap_takes_the_possible_place_along() -> None:
    table = three().play("recruit 5", "recruit 5", "muster makgill-9 down", "muster fergusson-1 up swap a1")
    assert table.public.seen == (Seen("scott-9", 0, True, (1,)),)
    assert whereabouts(deals(table, 2), "scott-9") == {"hand 0", "serial 1"}
    assert "in hand, b1" in table.text(2)


def test_8_2_who_had_or_took_a_face_down_follower_knows_it() -> None:
    table = three().play("recruit 5", "recruit 5", "muster makgill-9 down", "muster fergusson-1 up swap a1")
    assert [down.card for down in table.view(0).known] == ["makgill-9"]
    assert [down.card for down in table.view(1).known] == ["makgill-9"]
    assert table.view(2).known == ()
    assert whereabouts(deals(table, 0), "makgill-9") == {"serial 1"}
    assert whereabouts(deals(table, 1), "makgill-9") == {"serial 1"}
    assert whereabouts(deals(table, 1), "scott-9") == {"hand 0"}
    assert "draw" in whereabouts(deals(table, 2), "makgill-9")


def test_8_2_the_table_tells_those_who_know() -> None:
    table = three().play("recruit 5", "recruit 5", "muster makgill-9 down", "muster fergusson-1 up swap a1")
    assert "makgill-9      face-down, known to you" in table.text(0)
    assert "makgill-9" not in table.text(2)


def test_8_3_a_card_discarded_unseen_may_be_the_one_until_the_next_shuffle() -> None:
    table = three(
        hands=["makgill-9 forsyth-2", "wemyss-1", ""],
        options=Options(reveal_discarded=False),
        draw="cochrane-1 cochrane-2 cochrane-3",
    ).play("recruit 5", "recruit 5", "muster scott-9 down", "muster wemyss-1 up discard a1")
    assert table.public.buried == (1,)
    assert table.public.seen == (Seen("scott-9", 0, True, (1,)),)
    assert [down.card for down in table.view(0).known] == ["scott-9"]
    assert whereabouts(deals(table, 2), "scott-9") == {"hand 0", "serial 1"}
    assert "now one of: in hand, discarded unseen" in table.text(2)
    public = table.play("recruit 5").public
    assert (public.seen, public.buried, public.reshuffled) == ((), (), ())
    assert table.view(0).known == ()


def test_at_the_end_of_a_skirmish_only_the_hand_is_left() -> None:
    table = situation(
        recruits="scott-9 ? ? ? ?", hands=["makgill-9", "wemyss-3"], supporters="cochrane-3 cochrane-4"
    ).play("recruit 1", "recruit 5", "muster makgill-9 down", "recruit 5")
    assert table.public.seen == (Seen("scott-9", 0, True, (1,)),)
    while table.public.phase == "turn":
        table.play("recruit 5")
    assert Seen("scott-9", 0) in table.public.seen


def test_a_redeal_keeps_hand_view_and_count_of_all_cards() -> None:
    table = three().play("recruit 5", "recruit 5", "muster makgill-9 down")
    for seat in (0, 1, 2, None):
        for state in deals(table, seat, 5):
            assert GAME.look(state, seat) == table.view(seat)
            assert sorted(every(state)) == sorted(every(table.state))
            assert state.concealed.rng != table.hidden.rng


def every(state: State) -> list[str]:
    """All concealed cards."""
    hidden = state.concealed
    recruits = [card for card in hidden.recruits if card]
    hands = [card for hand in hidden.hands for card in hand]
    return [*hidden.draw, *hands, *recruits, *(down.card for down in hidden.face_down)]
