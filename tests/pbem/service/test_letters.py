"""What letters say: what is true when they are sent, to whom, and nothing that is not theirs to know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem import db
from pbem.mail.message import Mail, serialised
from pbem.service import deadlines, ids, matches, outbox, play, players, rows
from pbem.service.letters import Draft, Drafted, Drop, Later, draft
from pbem.service.matches import Proposal
from pbem.service.outbox import LetterRow
from pbem.service.pace import DAY, SECOND
from pbem.service.players import Profile
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.houses import (
    LORDS,
    NOW,
    address_of,
    asked,
    begin,
    code_for,
    entry_of,
    legal_lines,
    player_at,
    settle_letters,
    sight_of,
    sign_up,
    submit,
)

HOUR = 3600 * SECOND
SAFE = {"seconds": 86_400, "reminders": [0.5, 0.75], "on_timeout": "safe_move"}
_COLUMNS = ", ".join(outbox._COLUMNS.split(", "))


def letters(kind: str, match: str | None = None) -> list[LetterRow]:
    """The letters of a kind, in the order of writing."""
    found = db.fetchall(
        f"SELECT {_COLUMNS} FROM letter WHERE kind = ? AND (? IS NULL OR match_id = ?) ORDER BY rowid",
        (kind, match, match),
    )
    return [LetterRow._make(row) for row in found]


def to_seat(kind: str, match: str, seat: int) -> LetterRow:
    """The last letter of a kind to a seat."""
    return [letter for letter in letters(kind, match) if letter.seat == seat][-1]


def drafted(settings: Settings, letter: LetterRow, now: int = NOW) -> Draft:
    found = draft(settings, letter, now)
    assert isinstance(found, Draft), found
    return found


def dropped(found: Drafted) -> str:
    assert isinstance(found, Drop), found
    return found.why


def words(mail: Mail) -> str:
    """The text without its line ends."""
    return " ".join(mail.text.split())


def test_it_works(settings: Settings) -> None:
    match = begin(settings, LORDS, 3)
    (place,) = asked(match)
    mail = drafted(settings, to_seat("your-turn", match, place.seat)).mail
    sight = sight_of(match, place.seat)
    assert mail.to.address == player_at(match, place.seat).email
    assert sight.table is not None
    assert sight.table.strip() in mail.text
    for number, line in enumerate(legal_lines(match, place.seat), start=1):
        assert f"{number:4}  {line}\n" in mail.text
    assert f"{settings.public_url}/matches/{match}\n" in mail.text
    serialised(mail)


def test_a_turn_letter_tells_what_happened_since_the_last_one(settings: Settings) -> None:
    match = begin(settings)
    first = asked(match)[0].seat
    letter = to_seat("your-turn", match, first)
    told = drafted(settings, letter).told
    assert told == entry_of(match)
    _tell(match, first, told)
    submit(settings, match, first, "recruit 1")
    other = asked(match)[0].seat
    submit(settings, match, other, "recruit 2")
    mail = drafted(settings, to_seat("your-turn", match, first)).mail
    news = mail.text.partition("The table")[0]
    assert f"{player_at(match, other).name} recruits" in news
    start = rows.entries(match)[0]
    for sentence in sight_of(match, first).told(start).words:
        assert sentence not in news


def test_a_turn_letter_is_dropped_once_the_player_has_moved(settings: Settings) -> None:
    match = begin(settings)
    seat = asked(match)[0].seat
    letter = to_seat("your-turn", match, seat)
    submit(settings, match, seat, "recruit 1")
    assert "has moved" in dropped(draft(settings, letter, NOW))


def test_a_turn_letter_is_dropped_when_the_match_is_over(settings: Settings) -> None:
    match = begin(settings)
    seat = asked(match)[0].seat
    letter = to_seat("your-turn", match, seat)
    play.resign(settings, match, player_at(match, 1 - seat).id, NOW)
    dropped(draft(settings, letter, NOW))
    dropped(draft(settings, to_seat("match-started", match, seat), NOW))


def test_a_letter_goes_to_the_address_and_the_name_of_now(settings: Settings) -> None:
    match = begin(settings)
    seat = asked(match)[0].seat
    player = player_at(match, seat)
    players.change(player, Profile(name="Zoë", time_zone="Asia/Kolkata"), NOW)
    mail = drafted(settings, to_seat("your-turn", match, seat)).mail
    assert mail.to.name == "Zoë"
    assert "Asia/Kolkata, UTC+5:30" in mail.text
    other = drafted(settings, to_seat("match-started", match, 1 - seat)).mail
    assert other.subject == "Lords of Scotland with Zoë"


def test_who_unsubscribed_from_a_kind_gets_the_others(settings: Settings) -> None:
    match = begin(settings)
    seat = asked(match)[0].seat
    players.mute(player_at(match, seat).email, "your-turn", NOW)
    dropped(draft(settings, to_seat("your-turn", match, seat), NOW))
    drafted(settings, to_seat("match-started", match, seat))


def test_the_beginning_is_told_to_all(settings: Settings) -> None:
    match = begin(settings, LORDS, 3)
    first = asked(match)[0].seat
    for seat in range(3):
        text = words(drafted(settings, to_seat("match-started", match, seat)).mail)
        expected = "You move first" if seat == first else f"{player_at(match, first).name} moves first."
        assert expected in text
        assert "3 days" in text


def test_a_reminder_is_due_at_its_part_of_the_time(settings: Settings) -> None:
    match = begin(settings, pace=SAFE)
    seat = asked(match)[0].seat
    settle_letters(NOW + HOUR)
    early = to_seat("reminder", match, seat)
    assert draft(settings, early, NOW + 11 * HOUR) == Later(NOW + 12 * HOUR)
    mail = drafted(settings, early, NOW + 12 * HOUR).mail
    assert mail.text.startswith("A reminder: it is still your turn")
    settle_letters(NOW + 12 * HOUR)
    late = to_seat("reminder", match, seat)
    assert draft(settings, late, NOW + 12 * HOUR) == Later(NOW + 18 * HOUR)
    drafted(settings, late, NOW + 18 * HOUR)
    dropped(draft(settings, late, NOW + 24 * HOUR))


def test_a_reminder_moves_with_the_deadline(settings: Settings) -> None:
    match = begin(settings, pace=SAFE)
    seat = asked(match)[0].seat
    settle_letters(NOW + HOUR)
    early = to_seat("reminder", match, seat)
    deadlines.beat("somebody", NOW + HOUR)
    assert deadlines.make_good(settings, NOW + 9 * HOUR) == 1
    assert draft(settings, early, NOW + 12 * HOUR) == Later(NOW + 20 * HOUR)
    drafted(settings, early, NOW + 20 * HOUR)


def test_a_reminder_is_dropped_once_the_player_has_moved(settings: Settings) -> None:
    match = begin(settings, pace=SAFE)
    seat = asked(match)[0].seat
    settle_letters(NOW + HOUR)
    submit(settings, match, seat, "recruit 1")
    dropped(draft(settings, to_seat("reminder", match, seat), NOW + 12 * HOUR))


def test_a_missed_deadline_is_told_with_what_was_done(settings: Settings) -> None:
    match = begin(settings, pace=SAFE)
    seat = asked(match)[0].seat
    assert deadlines.expire(settings, "worker", NOW + DAY + 2 * SECOND) == 1
    text = words(drafted(settings, to_seat("timed-out", match, seat)).mail)
    assert "The service made a safe move for you." in text
    assert f"{player_at(match, seat).name} has missed a deadline." in text
    assert "recruit" in text.partition("missed a deadline")[2]


def test_a_forfeit_is_told_to_both(settings: Settings) -> None:
    match = begin(settings, pace={"seconds": 86_400})
    seat = asked(match)[0].seat
    assert deadlines.expire(settings, "worker", NOW + DAY + 2 * SECOND) == 1
    assert "ends the match for you" in words(drafted(settings, to_seat("timed-out", match, seat)).mail)
    end = words(drafted(settings, to_seat("match-over", match, 1 - seat)).mail)
    assert "All other players have left the match." in end
    assert f"1. {player_at(match, 1 - seat).name} (you)" in end
    assert f"2. {player_at(match, seat).name}" in end


def test_the_letter_says_what_the_next_missed_deadline_leads_to(settings: Settings) -> None:
    match = begin(settings, pace=SAFE)
    seat = asked(match)[0].seat
    assert "a safe move for you" in words(drafted(settings, to_seat("your-turn", match, seat)).mail)
    with db.write():
        db.run("UPDATE place SET timeouts = 2")
    assert "you leave the match" in words(drafted(settings, to_seat("your-turn", match, seat)).mail)


def test_the_end_is_told_with_the_ranking(settings: Settings) -> None:
    match = begin(settings)
    while asked(match):
        seat = asked(match)[0].seat
        submit(settings, match, seat, legal_lines(match, seat)[0])
    for seat in range(2):
        found = drafted(settings, to_seat("match-over", match, seat))
        assert found.told == entry_of(match)
        assert "1. " in found.mail.text
        assert " points" in found.mail.text
        assert f"{player_at(match, seat).name} (you)" in found.mail.text
        assert len(serialised(found.mail)) < 100_000


def test_a_match_that_nobody_joined_is_told_as_given_up(settings: Settings, ann: PlayerRow) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 2), NOW)
    assert matches.lapse(NOW + 14 * DAY) == 1
    text = words(drafted(settings, to_seat("match-lapsed", match, 0), NOW + 14 * DAY).mail)
    assert "does not take place" in text
    assert "Not all seats were taken" in text


@pytest.fixture
def invitation(settings: Settings, ann: PlayerRow) -> LetterRow:
    """Ann's invitation to Bob, who is no player yet."""
    proposal = Proposal(LORDS, 2, access="private", invite=[address_of("Bob")])
    matches.propose(settings, ann, proposal, NOW)
    return letters("invitation")[0]


def test_an_invitation_lets_its_reader_in(settings: Settings, invitation: LetterRow) -> None:
    mail = drafted(settings, invitation).mail
    assert (mail.to.address, mail.to.name) == ("bob@example.org", "")
    link = f"{settings.public_url}/matches/{invitation.match}?invitation="
    token = mail.text.partition(link)[2].split()[0]
    assert invitation.match is not None
    carl = sign_up(settings, "Carl")
    assert matches.join(settings, invitation.match, carl, token, NOW) == 1


def test_an_invitation_is_dropped_when_it_leads_nowhere(settings: Settings, invitation: LetterRow) -> None:
    assert invitation.match is not None
    matches.join(settings, invitation.match, sign_up(settings, "Bob"), None, NOW)
    assert "has begun" in dropped(draft(settings, invitation, NOW))


def test_an_invitation_to_somebody_seated_is_dropped(settings: Settings, ann: PlayerRow) -> None:
    match = matches.propose(settings, ann, Proposal(LORDS, 3, invite=[address_of("Bob")]), NOW)
    matches.join(settings, match, sign_up(settings, "Bob"), None, NOW)
    assert "holds a seat" in dropped(draft(settings, letters("invitation")[0], NOW))


def test_an_invitation_to_a_muted_address_is_dropped(settings: Settings, invitation: LetterRow) -> None:
    players.mute(address_of("Bob"), "invitation", NOW)
    dropped(draft(settings, invitation, NOW))


def test_a_sign_in_letter_has_the_code(settings: Settings) -> None:
    players.sign_in(settings, address_of("Ann"), Profile(time_zone="Europe/Copenhagen"), "here", NOW)
    mail = drafted(settings, letters("sign-in-code")[0]).mail
    code = code_for(settings, address_of("Ann"))
    assert f"\n    {code}\n" in mail.text
    assert code not in mail.subject
    assert "Europe/Copenhagen" in mail.text
    assert mail.header("List-Unsubscribe") is None


def test_a_code_that_is_of_no_use_is_not_sent(settings: Settings) -> None:
    players.sign_in(settings, address_of("Ann"), Profile(), "here", NOW)
    (letter,) = letters("sign-in-code")
    dropped(draft(settings, letter, NOW + 900 * SECOND))
    code = code_for(settings, address_of("Ann"))
    players.redeem(settings, address_of("Ann"), code, "", "api", "here", NOW)
    dropped(draft(settings, letter, NOW))


def test_the_link_to_unsubscribe_is_the_letters_own(settings: Settings) -> None:
    match = begin(settings)
    for letter in letters("match-started", match):
        token = ids.derived(settings.secret_key, "unsubscribe", letter.id)
        link = f"{settings.public_url}/unsubscribe/{letter.id}/{token}"
        assert drafted(settings, letter).mail.header("List-Unsubscribe") == f"<{link}>"


def test_all_links_have_the_configured_origin(settings: Settings) -> None:
    match = begin(settings)
    elsewhere = replace(settings, public_url="https://games.example.org")
    for letter in letters("match-started", match):
        found = drafted(elsewhere, letter).mail
        assert found.text.count("://") == found.text.count("https://games.example.org")
        assert found.html.count("://") == found.html.count("https://games.example.org")


def _tell(match: str, seat: int, entry: int) -> None:
    with db.write():
        db.run("UPDATE place SET told = ? WHERE match_id = ? AND seat = ?", (entry, match, seat))
