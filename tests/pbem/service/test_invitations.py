"""An invitation lets one player in, and tells nobody of other invitations."""

from __future__ import annotations

from functools import partial

import pytest

from pbem import db
from pbem.errors import AlreadySeated, LimitReached, NotFound
from pbem.service import matches, reading, rows
from pbem.service.matches import Proposal
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.crowds import at_once
from tests.pbem.service.houses import LORDS, NOW, sign_up, state_of
from tests.pbem.service.test_matches import proposed, seated, token_of


def private(settings: Settings, host: PlayerRow, *invited: str, seats: int = 4) -> str:
    """A private match that waits for players."""
    return matches.propose(settings, host, Proposal(LORDS, seats, access="private", invite=invited), NOW)


def users() -> list[tuple[str, str | None]]:
    """Every invited address, and who joined by its invitation."""
    return [
        (row[0], row[1]) for row in db.fetchall("SELECT email, used_by_id FROM invitation ORDER BY email")
    ]


def test_a_link_lets_one_player_in(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow, dina: PlayerRow
) -> None:
    match = private(settings, ann, bob.email)
    link = token_of(settings, bob.email)
    assert matches.join(settings, match, carl, link, NOW) == 1
    assert users() == [(bob.email, carl.id)]
    with pytest.raises(NotFound):
        matches.join(settings, match, dina, link, NOW)
    for stranger in (dina, None):
        with pytest.raises(NotFound):
            reading.sight(match, stranger, link)
    assert reading.sight(match, bob).seat is None
    assert matches.join(settings, match, bob, None, NOW) == 2
    assert users() == [(bob.email, carl.id)]


def test_who_was_invited_uses_up_his_own_invitation_and_no_other(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow, dina: PlayerRow
) -> None:
    match = private(settings, ann, bob.email, "zoe@example.org")
    theirs, mine = token_of(settings, "zoe@example.org"), token_of(settings, bob.email)
    matches.join(settings, match, bob, theirs, NOW)
    assert users() == [(bob.email, bob.id), ("zoe@example.org", None)]
    with pytest.raises(NotFound):
        matches.join(settings, match, carl, mine, NOW)
    matches.join(settings, match, carl, theirs, NOW)
    assert seated(match) == [ann.id, bob.id, carl.id]
    with pytest.raises(NotFound):
        matches.join(settings, match, dina, theirs, NOW)


def test_leaving_frees_the_invitation(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow, dina: PlayerRow
) -> None:
    match = private(settings, ann, bob.email)
    link = token_of(settings, bob.email)
    matches.join(settings, match, carl, link, NOW)
    matches.leave(settings, match, carl, NOW)
    assert users() == [(bob.email, None)]
    matches.join(settings, match, dina, link, NOW)
    with pytest.raises(NotFound):
        matches.join(settings, match, carl, link, NOW)


def test_who_joined_with_it_still_sees_the_match_and_joins_once(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow
) -> None:
    match = private(settings, ann, bob.email)
    link = token_of(settings, bob.email)
    matches.join(settings, match, carl, link, NOW)
    assert reading.sight(match, carl, link).seat == 1
    with pytest.raises(AlreadySeated):
        matches.join(settings, match, carl, link, NOW)


def test_side_by_side_one_of_many_gets_in_by_a_link(settings: Settings, ann: PlayerRow) -> None:
    match = private(settings, ann, "zoe@example.org", seats=5)
    link = token_of(settings, "zoe@example.org")
    crowd = [sign_up(settings, name) for name in ("Bob", "Carl", "Dina", "Edo", "Finn", "Gus")]
    answers = at_once([partial(matches.join, settings, match, player, link, NOW) for player in crowd])
    assert answers.count(1) == 1
    assert sum(isinstance(answer, NotFound) for answer in answers) == 5
    assert len(rows.places(match)) == 2


def test_the_last_seat_is_taken_by_a_link_too(settings: Settings, ann: PlayerRow, bob: PlayerRow) -> None:
    match = private(settings, ann, "zoe@example.org", seats=2)
    matches.join(settings, match, bob, token_of(settings, "zoe@example.org"), NOW)
    assert state_of(match) == "running"
    assert users() == [("zoe@example.org", bob.id)]


def test_nobody_is_told_that_others_invited_an_address(settings: Settings, ann: PlayerRow) -> None:
    for number in range(10):
        proposed(settings, sign_up(settings, f"Host{number}"), invite=["zoe@example.org"])
    match = proposed(settings, ann, invite=["zoe+friend@example.org", "yan@example.org"])
    assert users()[-2:] == [("zoe@example.org", None)] * 2
    assert db.fetchall("SELECT email FROM invitation WHERE match_id = ? ORDER BY email", (match,)) == [
        ("yan@example.org",),
        ("zoe+friend@example.org",),
    ]
    found = db.fetchall("SELECT address, count(*) FROM letter WHERE kind = 'invitation' GROUP BY address")
    assert sorted(found) == [("yan@example.org", 1), ("zoe@example.org", 10)]
    zoe = sign_up(settings, "Zoe")
    assert matches.join(settings, match, zoe, None, NOW) == 1


def test_a_player_is_told_of_his_own_limit(settings: Settings, ann: PlayerRow) -> None:
    for number in range(10):
        proposed(settings, ann, invite=[f"x{number}@example.org", f"y{number}@example.org"])
    with pytest.raises(LimitReached):
        proposed(settings, ann, invite=["zoe@example.org"])
