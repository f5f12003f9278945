from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem import db
from pbem.errors import (
    AlreadySeated,
    BadValue,
    LimitReached,
    MatchBegun,
    MatchOver,
    NotFound,
    NotSeated,
)
from pbem.service import ids, matches, play, reading, rows
from pbem.service.matches import LAPSE, Proposal
from pbem.service.pace import DAY
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    entry_of,
    faults,
    kinds,
    letter_keys,
    sight_of,
    sign_up,
    state_of,
)

Begin = Callable[..., str]


def proposed(settings: Settings, player: PlayerRow, seats: int = 3, **more: Any) -> str:
    """A match that waits for players."""
    return matches.propose(settings, player, Proposal(LORDS, seats, **more), NOW)


def seated(match: str) -> list[str]:
    """The players by seat."""
    return [place.player for place in rows.places(match)]


def token_of(settings: Settings, address: str) -> str:
    """What stands in the link of the invitation to an address."""
    row = db.fetchone("SELECT id FROM invitation WHERE email = ?", (address,))
    assert row is not None
    return ids.derived(settings.secret_key, "invitation", row[0])


def test_options_that_do_not_go_together_are_refused(settings: Settings, ann: PlayerRow) -> None:
    for options, field in (({"houses": "ankar miron"}, "houses"), ({"joined": "a" * 64}, "joined")):
        with pytest.raises(BadValue) as refused:
            matches.propose(settings, ann, Proposal("scarab-lords", 2, options), NOW)
        assert refused.value.field == f"options/{field}"


def test_who_opens_a_match_has_seat_0(settings: Settings, ann: PlayerRow) -> None:
    match = proposed(settings, ann)
    assert (state_of(match), seated(match), entry_of(match)) == ("open", [ann.id], 0)


def test_it_begins_when_the_last_seat_is_taken(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow
) -> None:
    match = proposed(settings, ann)
    assert matches.join(settings, match, bob, None, NOW) == 1
    assert state_of(match) == "open"
    assert matches.join(settings, match, carl, None, NOW + DAY) == 2
    row = rows.match(match)
    assert row is not None
    assert (row.state, row.started_at, row.lapses_at) == ("running", NOW + DAY, None)
    assert kinds(match) == ["start"]
    assert letter_keys(match, "match-started") == [f"match-started/{seat}" for seat in range(3)]
    assert not faults()


def test_defaults_are_three_days_and_forfeit(settings: Settings, ann: PlayerRow) -> None:
    row = rows.match(proposed(settings, ann))
    assert row is not None
    assert row.pace == '{"kind":"per_turn","seconds":259200,"reminders":[0.5,0.8],"on_timeout":"forfeit"}'


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 1}, "seats"),
        ({"seats": 6}, "seats"),
        ({"access": "secret"}, "access"),
        ({"options": {"speed": 1}}, "options/speed"),
        ({"options": {"a/b": 1}}, "options/a~1b"),
        ({"options": {"include_bruce": "yes"}}, "options/include_bruce"),
        ({"options": {"same_clan_activation": "\ud800"}}, "options"),
        ({"options": {"same_clan_activation": None}}, "options/same_clan_activation"),
        ({"options": [1]}, "options"),
        ({"options": None}, "options"),
        ({"pace": {"seconds": 3599}}, "pace/seconds"),
        ({"pace": {"seconds": 2**70}}, "pace/seconds"),
        ({"pace": {"seconds": "7200"}}, "pace/seconds"),
        ({"pace": {"reminders": [2]}}, "pace/reminders"),
        ({"pace": {"reminders": "all"}}, "pace/reminders"),
        ({"pace": {"kind": "per_move"}}, "pace/kind"),
        ({"pace": {"on_timeout": "\ud800"}}, "pace"),
        ({"pace": {"more": 1}}, "pace/more"),
        ({"pace": [1]}, "pace"),
        ({"invite": ["bob@example.org", "nobody"]}, "invite/1"),
        ({"invite": ["a@b.org\nBcc: c@d.org"]}, "invite/0"),
        ({"invite": ["ann@example.org"]}, "invite/0"),
        ({"invite": ["b@x.org", "c@x.org", "d@x.org"]}, "invite"),
    ],
)
def test_a_proposal_that_cannot_be_names_its_field(
    settings: Settings, ann: PlayerRow, change: dict[str, Any], field: str
) -> None:
    with pytest.raises(BadValue) as refused:
        matches.propose(settings, ann, Proposal(**{"game": LORDS, "seats": 3, **change}), NOW)
    assert refused.value.field == field
    assert refused.value.sentence.endswith(".")
    assert db.fetchall('SELECT count(*) FROM "match"') == [(0,)]


def test_all_that_is_wrong_with_a_proposal_is_told_at_once(settings: Settings, ann: PlayerRow) -> None:
    wrong = Proposal(LORDS, 3, {"a": 1, "b": 2}, {"seconds": 1}, invite=["nobody", "ann@example.org"])
    with pytest.raises(BadValue) as refused:
        matches.propose(settings, ann, wrong, NOW)
    fields = [refused.value.field, *(other.field for other in refused.value.others)]
    assert fields == ["options/a", "options/b", "pace/seconds", "invite/0", "invite/1"]


def test_options_are_kept_and_played_with(settings: Settings, running_match: Begin) -> None:
    match = running_match(seats=2, options={"include_bruce": False, "same_clan_activation": "on"})
    public = sight_of(match, None).view.public
    assert (public.options.include_bruce, public.same_clan) == (False, True)


def test_strangers_are_invited_by_letter_once_each(settings: Settings, ann: PlayerRow) -> None:
    match = proposed(settings, ann, invite=["Zoe@Example.org", "zoe@example.org", "yan@example.org"])
    found = db.fetchall("SELECT address FROM letter WHERE kind = 'invitation' ORDER BY address")
    assert found == [("yan@example.org",), ("zoe@example.org",)]
    assert len(letter_keys(match, "invitation")) == 2
    assert token_of(settings, "zoe@example.org") not in str(db.fetchall("SELECT * FROM invitation"))


def test_a_private_match_is_joined_by_address_or_by_link(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow
) -> None:
    match = proposed(settings, ann, access="private", invite=[bob.email, "zoe@example.org"])
    matches.join(settings, match, bob, None, NOW)
    matches.join(settings, match, carl, token_of(settings, "zoe@example.org"), NOW)
    assert state_of(match) == "running"


def test_a_private_match_does_not_exist_for_strangers(
    settings: Settings, ann: PlayerRow, dina: PlayerRow
) -> None:
    match = proposed(settings, ann, access="private", invite=["zoe@example.org"])
    other = proposed(settings, ann, access="private", invite=[dina.email])
    foreign = token_of(settings, dina.email)
    said = set()
    for id, invitation in [
        (match, None),
        (match, "x"),
        (match, "\ud800"),
        (match, foreign),
        ("nothing", None),
    ]:
        with pytest.raises(NotFound) as refused:
            matches.join(settings, id, dina, invitation, NOW)
        said.add(refused.value.sentence)
    assert len(said) == 1
    with pytest.raises(NotFound):
        matches.leave(settings, match, dina, NOW)
    with pytest.raises(NotFound):
        reading.sight(match, dina)
    assert matches.join(settings, other, dina, None, NOW) == 1


def test_who_cannot_join_is_told_why(
    settings: Settings, running_match: Begin, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow
) -> None:
    match = proposed(settings, ann)
    with pytest.raises(AlreadySeated):
        matches.join(settings, match, ann, None, NOW)
    full = running_match()
    with pytest.raises(MatchBegun):
        matches.join(settings, full, carl, None, NOW)
    play.resign(settings, full, bob.id, NOW)
    with pytest.raises(MatchOver):
        matches.join(settings, full, carl, None, NOW)


def test_those_behind_move_up_when_a_player_leaves(
    settings: Settings, ann: PlayerRow, bob: PlayerRow, carl: PlayerRow, dina: PlayerRow
) -> None:
    match = proposed(settings, ann, seats=4)
    for player in (bob, carl):
        matches.join(settings, match, player, None, NOW)
    matches.leave(settings, match, ann, NOW)
    assert seated(match) == [bob.id, carl.id]
    assert matches.join(settings, match, ann, None, NOW) == 2
    matches.leave(settings, match, carl, NOW)
    assert seated(match) == [bob.id, ann.id]
    for player in (carl, dina):
        matches.join(settings, match, player, None, NOW)
    assert state_of(match) == "running"
    assert not faults()


def test_the_last_one_out_closes_the_match(settings: Settings, ann: PlayerRow, bob: PlayerRow) -> None:
    match = proposed(settings, ann)
    matches.leave(settings, match, ann, NOW)
    assert (state_of(match), seated(match)) == ("over", [])
    with pytest.raises(MatchOver):
        matches.join(settings, match, bob, None, NOW)
    assert reading.sight(match, bob).result is not None


def test_who_cannot_leave_is_told_why(
    settings: Settings, running_match: Begin, ann: PlayerRow, dina: PlayerRow
) -> None:
    with pytest.raises(MatchBegun):
        matches.leave(settings, running_match(), ann, NOW)
    with pytest.raises(NotSeated):
        matches.leave(settings, proposed(settings, ann), dina, NOW)
    with pytest.raises(NotFound):
        matches.leave(settings, "nothing", dina, NOW)


def test_a_match_that_nobody_joins_lapses_after_two_weeks(
    settings: Settings, ann: PlayerRow, bob: PlayerRow
) -> None:
    match = proposed(settings, ann)
    matches.join(settings, match, bob, None, NOW)
    assert matches.lapse(NOW + LAPSE - 1) == 0
    assert matches.lapse(NOW + LAPSE) == 1
    assert matches.lapse(NOW + LAPSE) == 0
    sight = reading.sight(match, ann)
    assert sight.result is not None
    assert (sight.match.state, sight.result.kind, sight.view) == ("over", "lapsed", None)
    assert letter_keys(match, "match-lapsed") == ["match-lapsed/0", "match-lapsed/1"]


def test_a_match_that_began_does_not_lapse(settings: Settings, running_match: Begin) -> None:
    match = running_match()
    assert matches.lapse(NOW + 10 * LAPSE) == 0
    assert state_of(match) == "running"


def test_invitations_are_limited_by_sender_and_by_reader(settings: Settings, ann: PlayerRow) -> None:
    for number in range(10):
        proposed(settings, ann, invite=["zoe@example.org", f"y{number}@example.org"])
    with pytest.raises(LimitReached) as refused:
        proposed(settings, ann, invite=["x@example.org"])
    assert 0 < refused.value.retry_after <= 86_401
    bob = sign_up(settings, "Bob")
    proposed(settings, bob, invite=["zoe@example.org"])
    assert db.fetchall("SELECT count(*) FROM letter WHERE kind = 'invitation'") == [(20,)]
    assert db.fetchall('SELECT count(*) FROM "match"') == [(11,)]
    matches.propose(settings, ann, Proposal(LORDS, 3, invite=["zoe@example.org"]), NOW + DAY)
    assert db.fetchall("SELECT count(*) FROM letter WHERE kind = 'invitation'") == [(21,)]


def test_proposals_and_joins_are_limited(settings: Settings, ann: PlayerRow, bob: PlayerRow) -> None:
    carl = sign_up(settings, "Carl")
    opened = [proposed(settings, (ann, carl)[number % 2]) for number in range(101)]
    for match in opened[:100]:
        matches.join(settings, match, bob, None, NOW)
    with pytest.raises(LimitReached):
        matches.join(settings, opened[100], bob, None, NOW)
    for _ in range(9):
        proposed(settings, ann)
    with pytest.raises(LimitReached):
        proposed(settings, ann)
