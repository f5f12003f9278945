from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine import wire
from engine.games import GAMES
from engine.play import hears
from pbem import db
from pbem.errors import MatchNotOver, NotFound
from pbem.service import matches, play, reading, replaying, rows
from pbem.service.matches import Proposal
from pbem.service.pace import GRACE, SECOND
from pbem.service.reading import Filter
from pbem.service.rows import MatchRow, PlayerRow
from pbem.settings import Settings
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    asked,
    begin,
    legal_lines,
    move_at_random,
    player_at,
    sight_of,
    sign_up,
    state_of,
    submit,
)

Begin = Callable[..., str]


def played(settings: Settings, match: str, moves: int, seed: int = 1) -> str:
    """The match after so many random moves, or its end."""
    pick = random.Random(seed)
    while moves and state_of(match) == "running":
        move_at_random(settings, match, pick)
        moves -= 1
    return match


def test_a_seat_holder_sees_what_his_seat_may_know(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3)
    for seat in range(3):
        sight = sight_of(match, seat)
        assert sight.view.seat == seat
        assert len(sight.view.hand) == 5
        assert sight.table is not None
        assert all(card in sight.table for card in sight.view.hand)


def test_only_who_is_asked_gets_legal_moves(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3)
    (place,) = asked(match)
    for seat in (None, 0, 1, 2):
        assert (sight_of(match, seat).legal_moves is not None) == (seat == place.seat)


def test_before_the_start_there_is_nothing_to_see(settings: Settings, ann: PlayerRow) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 3), NOW)
    sight = reading.sight(match, ann)
    assert (sight.view, sight.table, sight.legal_moves, sight.deadline, sight.to_act) == (
        None,
        None,
        None,
        None,
        (),
    )
    assert reading.log(sight, 0, 10) == []


def test_others_see_an_open_match_as_spectators(
    settings: Settings, running_match: Begin, dina: PlayerRow
) -> None:
    match = played(settings, running_match(), 10)
    for player in (None, dina):
        sight = reading.sight(match, player)
        assert (sight.seat, sight.view.seat, sight.view.hand, sight.view.known) == (None, None, (), ())


def test_a_private_match_is_not_there_for_others(
    settings: Settings, running_match: Begin, ann: PlayerRow, dina: PlayerRow
) -> None:
    match = running_match(access="private")
    assert reading.sight(match, ann).seat == 0
    for player in (None, dina):
        with pytest.raises(NotFound):
            reading.sight(match, player)
        assert reading.revision(match, player and player.id) is None
    assert reading.listing(dina, Filter(), None, 10) == []
    assert len(reading.listing(ann, Filter(), None, 10)) == 1
    with pytest.raises(NotFound):
        reading.sight("nothing", ann)


def test_who_is_invited_sees_a_private_match_until_it_begins(
    settings: Settings, ann: PlayerRow, bob: PlayerRow
) -> None:
    match = matches.propose(
        settings, ann, Proposal(LORDS, 2, access="private", invite=["dina@example.org"]), NOW
    )
    dina = sign_up(settings, "Dina")
    assert reading.sight(match, dina).seat is None
    with pytest.raises(NotFound):
        reading.sight(match, bob)
    carl = sign_up(settings, "Carl")
    with pytest.raises(NotFound):
        reading.sight(match, carl, "x")
    matches.join(settings, match, dina, None, NOW)
    assert reading.sight(match, dina).seat == 1


def test_a_list_leaves_out_what_has_become_secret_since_it_was_read(
    settings: Settings, ann: PlayerRow, bob: PlayerRow
) -> None:
    invited = ["dina@example.org", "bob@example.org"]
    match = matches.propose(settings, ann, Proposal(LORDS, 3, access="private", invite=invited), NOW)
    dina = sign_up(settings, "Dina")
    listed = reading.listing(dina, Filter(invited=True), None, 10)
    assert [sight.match.id for sight in reading.sights(listed, dina)] == [match]
    with db.write():
        db.run("DELETE FROM invitation WHERE email = ?", (dina.email,))
    assert reading.sights(listed, dina) == []


def test_the_revision_grows_with_everything_that_can_be_seen(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow
) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 3), NOW)
    seen = [reading.revision(match, ann.id)]
    matches.join(settings, match, bob, None, NOW)
    seen.append(reading.revision(match, ann.id))
    matches.leave(settings, match, bob, NOW)
    seen.append(reading.revision(match, ann.id))
    for player in (bob, carl):
        matches.join(settings, match, player, None, NOW)
    seen.append(reading.revision(match, ann.id))
    submit(settings, match, asked(match)[0].seat, "recruit 2")
    seen.append(reading.revision(match, ann.id))
    play.resign(settings, match, bob.id, NOW)
    seen.append(reading.revision(match, ann.id))
    numbers = [found[0] for found in seen if found]
    assert numbers == sorted(set(numbers))
    assert len(numbers) == 6
    assert {found[1] for found in seen if found} == {0}
    assert reading.revision(match, None) == (numbers[-1], None)
    assert reading.revision("nothing", ann.id) is None


@pytest.mark.parametrize("moves", [25, 1000])
def test_lines_are_ones_own_until_the_end(settings: Settings, running_match: Begin, moves: int) -> None:
    match = played(settings, running_match(seats=3), moves)
    over = state_of(match) == "over"
    assert over == (moves == 1000)
    lines = {entry.number: entry.line for entry in rows.entries(match)}
    for seat in (None, 0, 1, 2):
        for told in reading.log(sight_of(match, seat), 0, -1):
            shown = over or (told.seat is not None and told.seat == seat)
            assert told.line == (lines[told.number] if shown else None)


@pytest.mark.parametrize("slug", [LORDS, "last-stand"])
def test_each_viewer_is_told_the_events_that_he_may_hear(
    settings: Settings, running_match: Begin, toy: str, slug: str
) -> None:
    match = played(settings, running_match(slug, 3), 40)
    game = GAMES[slug]
    kinds: Any = tuple[wire.union(game.events), ...]  # type: ignore[misc]
    every = {entry.number: wire.decode(kinds, entry.events) for entry in rows.entries(match)}
    heard = 0
    for seat in (None, 0, 1, 2):
        for told in reading.log(sight_of(match, seat), 0, -1):
            assert told.events == tuple(event for event in every[told.number] if hears(event, seat))
            assert len(told.words) >= len(told.events)
            heard += len(told.events)
    assert heard


def test_the_log_comes_page_by_page(settings: Settings, running_match: Begin) -> None:
    match = played(settings, running_match(), 30)
    sight = sight_of(match, 0)
    whole, paged, after = reading.log(sight, 0, -1), [], 0
    while page := reading.log(sight, after, 7):
        paged += page
        after = page[-1].number
    assert paged == whole
    assert [told.number for told in whole] == list(range(1, sight.match.entry + 1))


def test_the_record_comes_after_the_end_and_replays(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3)
    with pytest.raises(MatchNotOver):
        reading.record_of(sight_of(match, 0))
    played(settings, match, 1000)
    text = reading.record_of(sight_of(match, None))
    result = sight_of(match, None).result
    assert result is not None
    moves = sum(entry.line is not None for entry in rows.entries(match))
    assert replaying.of_record(text).startswith(
        f"{moves} moves, ranks {result.ranks}, scores {result.scores}"
    )


def test_a_record_tells_what_befell_the_match(
    settings: Settings, running_match: Begin, ann: PlayerRow
) -> None:
    match = played(settings, running_match(), 5)
    play.resign(settings, match, ann.id, NOW)
    text = reading.record_of(sight_of(match, 1))
    assert text.endswith("# Ann resigns.\n# End: All other players have left the match.\n")
    assert replaying.of_record(text) == "5 moves, not ended"


def test_a_match_that_never_began_has_a_record_of_no_moves(settings: Settings, ann: PlayerRow) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 2), NOW)
    matches.lapse(NOW + matches.LAPSE)
    assert replaying.of_record(reading.record_of(reading.sight(match, ann))) == "0 moves, not ended"


def pages(fetch: Callable[[tuple[int, str] | None], list[MatchRow]]) -> list[str]:
    """The ids of all matches, page by page, by when they were opened."""
    found, after = [], None
    while page := fetch(after):
        found += [match.id for match in page]
        after = page[-1].created_at, page[-1].id
    return found


def test_lists_are_complete_and_without_doubles_newest_first(
    settings: Settings, ann: PlayerRow, dina: PlayerRow
) -> None:
    everything: dict[str, list[str]] = {"open": [], "running": [], "over": []}
    for number in range(24):
        now = NOW + number // 5 * SECOND  # several at the same instant
        if number % 3 == 0:
            match = matches.propose(settings, (ann, dina)[number % 2], Proposal(LORDS, 2), now)
        else:
            match = begin(settings, now=now)
        if number % 3 == 2:
            play.resign(settings, match, ann.id, now)
        everything[state_of(match)].append(match)
    for state, ids in everything.items():
        found = pages(lambda after, s=state: reading.listing(dina, Filter(state=s), after, 3))  # type: ignore[misc]
        assert sorted(found) == sorted(ids)
    whole = pages(lambda after: reading.listing(dina, Filter(), after, 4))
    assert len(whole) == len(set(whole)) == 24
    dates = [row.created_at for id in whole if (row := rows.match(id))]
    assert dates == sorted(dates, reverse=True)
    mine = pages(lambda after: reading.listing(dina, Filter(mine=True), after, 4))
    others = pages(lambda after: reading.listing(dina, Filter(mine=False), after, 4))
    assert sorted(mine + others) == sorted(whole)
    assert all(dina.id in [place.player for place in rows.places(match)] for match in mine)
    assert reading.listing(dina, Filter(game="chess"), None, 4) == []


def test_what_waits_for_a_player_comes_by_deadline_page_by_page(settings: Settings, ann: PlayerRow) -> None:
    waiting = {}
    for number in range(15):
        now = NOW + (number * 7 % 5) * SECOND
        match = begin(settings, now=now)
        if asked(match)[0].player == ann.id:
            waiting[match] = asked(match)[0].deadline or 0
    found: list[str] = []
    after = None
    while page := reading.to_act(ann, None, after, 2):
        found += [match.id for match, _ in page]
        last, deadline = page[-1]
        assert deadline == waiting[last.id]
        after = deadline, last.id
    assert found == sorted(waiting, key=lambda match: (waiting[match], match))
    assert waiting
    assert reading.to_act(ann, "chess", None, 5) == []


def test_the_deadline_shown_is_ones_own_or_the_next(
    settings: Settings, running_match: Begin, toy: str
) -> None:
    match = running_match(toy, 3)
    submit(settings, match, 0, legal_lines(match, 0)[0], now=NOW)
    deadline = asked(match)[0].deadline
    assert [sight_of(match, seat).deadline for seat in (None, 0, 1, 2)] == [deadline] * 4
    play.resign(settings, match, player_at(match, 1).id, NOW + GRACE)
    assert sight_of(match, None).to_act == (2,)


def test_moves_of_the_service_are_told_as_such(
    settings: Settings, running_match: Begin, carl: PlayerRow
) -> None:
    match = running_match(seats=3)
    play.resign(settings, match, carl.id, NOW)
    played(settings, match, 6)
    told = [t for t in reading.log(sight_of(match, 0), 0, -1) if t.automatic]
    assert told
    assert {t.words[0] for t in told if t.seat == 2} == {"Carl has left; the service moves:"}


def test_nothing_in_a_sight_needs_a_second_look(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=3)
    before = sight_of(match, asked(match)[0].seat)
    lines = legal_lines(match, asked(match)[0].seat)
    submit(settings, match, asked(match)[0].seat, lines[0])
    assert before.is_asked
    assert before.legal_moves is not None
    assert len(before.legal_moves) == len(lines)
