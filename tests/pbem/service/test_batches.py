"""Several moves in one line, words cut short, and ends of turns that were sent ahead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.errors import IllegalMove, InvalidMove, NotYourTurn
from pbem.settings import Settings
from tests.pbem.service.houses import asked, entry_of, faults, kinds, legal_lines, sight_of, submit
from tests.pbem.service.test_play import spoils, waiting

Begin = Callable[..., str]


def test_a_line_may_hold_several_moves(settings: Settings, running_match: Begin, toy: str) -> None:
    match = running_match(toy, 2, options={"peeks": 2})
    seat = spoils(settings, match)
    before = entry_of(match)
    taken = submit(settings, match, seat, "sort 3 1 2; End.", "end")
    assert (taken.taken, taken.not_played) == (("sort 3 1 2", "end"), ())
    assert entry_of(match) >= before + 2
    assert not faults()


def test_one_line_may_name_several_slots(settings: Settings, running_match: Begin, toy: str) -> None:
    match = running_match(toy, 2, options={"peeks": 2})
    seat = spoils(settings, match)
    taken = submit(settings, match, seat, "pe 1 2; en")  # the second peek may depend on the first
    assert (taken.taken, taken.not_played) == (("peek 1",), ("peek 2", "end"))


def test_the_refusal_names_the_item_and_the_part_of_it(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 2)
    seat = spoils(settings, match)
    before = entry_of(match)
    with pytest.raises(IllegalMove) as refused:
        submit(settings, match, seat, "sort 2 1 3", "sort 3 1 2 ; end")
    assert (refused.value.index, refused.value.line) == (1, "sort 3 1 2")
    with pytest.raises(InvalidMove) as unread:
        submit(settings, match, seat, "sort 2 1 3", "end", "take 1; Take ; end")
    assert (unread.value.index, unread.value.line) == (2, "Take")
    assert entry_of(match) == before


def test_words_are_completed_from_what_the_seat_sees(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat = waiting(match)
    line = next(line for line in legal_lines(match, seat) if line.startswith("muster"))
    clan = line.split()[1].partition("-")[0]
    hand = sight_of(match, seat).view.hand
    mine = [card for card in hand if card.startswith(clan)]
    if len(mine) == 1:
        assert submit(settings, match, seat, f"m {clan[:4]} d").taken == (f"muster {mine[0]} down",)
        return
    with pytest.raises(InvalidMove) as refused:
        submit(settings, match, seat, f"m {clan} d")
    assert refused.value.sentence == f"`{clan}` could be {', '.join(mine[:-1])} or {mine[-1]}."


def test_a_card_that_is_not_held_is_not_guessed(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat = waiting(match)
    hand = sight_of(match, seat).view.hand
    other = next(card for card in ("scott-1", "makgill-1", "wemyss-1", "forsyth-1") if card not in hand)
    with pytest.raises(IllegalMove, match=f"You do not hold {other}"):
        submit(settings, match, seat, f"muster {other} down")


def test_an_end_sent_ahead_is_passed_over(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat = waiting(match)
    taken = submit(settings, match, seat, "recruit 2; stop; stop")
    assert (taken.taken, taken.not_played) == (("recruit 2",), ())
    assert waiting(match) == 1 - seat
    assert kinds(match)[-1] == "move"
    assert not faults()


def test_an_end_is_passed_over_among_seats_that_choose_at_once(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3)
    seat = asked(match)[0].seat
    line = legal_lines(match, seat)[0]
    assert submit(settings, match, seat, f"{line}; end").taken == (line,)
    assert seat not in [place.seat for place in asked(match)]


def test_an_end_behind_a_turn_that_is_open_is_made(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 2)
    seat = spoils(settings, match)
    assert submit(settings, match, seat, "take 1; end").taken == ("take 1", "end")


def test_an_end_alone_must_be_legal(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat = waiting(match)
    before = entry_of(match)
    with pytest.raises(IllegalMove):
        submit(settings, match, seat, "stop; recruit 2")
    with pytest.raises(NotYourTurn):
        submit(settings, match, 1 - seat, "stop")
    assert entry_of(match) == before


def test_a_move_behind_the_end_of_a_turn_is_still_refused(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    seat = waiting(match)
    line = next(line for line in legal_lines(match, seat) if line.endswith("down"))
    with pytest.raises(NotYourTurn) as refused:
        submit(settings, match, seat, f"{line}; stop; recruit 1")
    assert refused.value.sentence == f"After `{line}` your turn is over."
    assert (refused.value.index, refused.value.line) == (0, "recruit 1")


@pytest.mark.parametrize("items", [["recruit 1;" * 61], ["recruit 1;" * 30, "recruit 2;" * 31]])
def test_there_are_at_most_sixty_moves(settings: Settings, running_match: Begin, items: list[str]) -> None:
    match = running_match()
    with pytest.raises(InvalidMove, match="At most 60 moves can be sent together") as refused:
        submit(settings, match, waiting(match), *items)
    assert refused.value.index == len(items) - 1
    assert refused.value.line
