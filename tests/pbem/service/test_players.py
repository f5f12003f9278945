from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from pbem import db
from pbem.errors import BadValue, LimitReached, NotFound, WrongCode
from pbem.service import ids, players
from pbem.service.pace import DAY, SECOND
from pbem.service.players import MOST_TOKENS, Profile
from pbem.service.rows import PlayerRow
from pbem.settings import Settings
from tests.pbem.service.crowds import at_once, crowd
from tests.pbem.service.houses import NOW, code_for, sign_up

Begin = Callable[..., str]
ZOE = "zoe@example.org"
MINUTE = 60 * SECOND


def ask(settings: Settings, address: str = ZOE, now: int = NOW, name: str | None = None) -> str:
    """Asks for a code and looks it up as the letter would."""
    players.sign_in(settings, address, Profile(name=name), "here", now)
    return code_for(settings, address.lower())


def redeem(settings: Settings, code: str, address: str = ZOE, kind: str = "api", now: int = NOW) -> PlayerRow:
    """The player whom a code brings in."""
    return players.redeem(settings, address, code, "", kind, "here", now)[2]


def wrong(code: str) -> str:
    """Another code."""
    return f"{(int(code) + 1) % 1_000_000:06d}"


def count(table: str) -> int:
    """How many rows a table has."""
    return int(db.fetchall(f"SELECT count(*) FROM {table}")[0][0])


def test_a_code_makes_a_player_and_a_token(settings: Settings) -> None:
    code = ask(settings, name="Zoë")
    secret, token, player = players.redeem(settings, ZOE, code, "my laptop", "api", "here", NOW)
    assert (player.email, player.name, player.locale, player.time_zone) == (ZOE, "Zoë", "en", "UTC")
    assert players.who(secret, "api", NOW + 999 * DAY) == (player, token.id)
    assert secret not in str(db.fetchall("SELECT * FROM token"))
    assert code not in str(db.fetchall("SELECT * FROM sign_in"))


def test_signing_in_does_the_same_for_known_and_unknown_addresses(settings: Settings, ann: PlayerRow) -> None:
    traces = []
    for address in (ann.email, "nobody@example.org"):
        players.sign_in(settings, address, Profile(name="Eve"), address, NOW + DAY)
        traces.append(
            db.fetchall(
                "SELECT l.kind, l.state, l.due_at, length(l.key), l.player_id, length(l.about)"
                " FROM letter l WHERE address = ? AND created_at = ?",
                (address, NOW + DAY),
            )
        )
    assert traces[0] == traces[1]
    assert len(traces[0]) == 1


def test_a_wrong_code_is_refused_the_same_for_known_and_unknown_addresses(
    settings: Settings, ann: PlayerRow
) -> None:
    said = set()
    for address in (ann.email, "nobody@example.org"):
        with pytest.raises(WrongCode) as refused:
            redeem(settings, "000000", address)
        said.add(refused.value.sentence)
    assert len(said) == 1
    assert count("player") == 1


def test_what_was_said_counts_for_new_players_only(settings: Settings, ann: PlayerRow) -> None:
    code = ask(settings, ann.email, name="Somebody Else")
    assert redeem(settings, code, ann.email) == ann


def test_a_missing_name_tells_nothing_of_the_address(settings: Settings) -> None:
    player = redeem(settings, ask(settings))
    assert player.name.startswith("Player ")
    assert len(player.name) == len("Player ") + 4
    assert "zoe" not in player.name.lower()


def test_a_code_is_good_once(settings: Settings) -> None:
    code = ask(settings)
    redeem(settings, code)
    with pytest.raises(WrongCode):
        redeem(settings, code)
    assert count("token") == 1


def test_a_code_is_good_for_a_quarter_of_an_hour(settings: Settings) -> None:
    code = ask(settings)
    with pytest.raises(WrongCode):
        redeem(settings, code, now=NOW + 15 * MINUTE)
    redeem(settings, code, now=NOW + 15 * MINUTE - 1)


def test_a_code_stands_five_wrong_tries(settings: Settings) -> None:
    code = ask(settings)
    for _ in range(4):
        with pytest.raises(WrongCode):
            redeem(settings, wrong(code))
    assert redeem(settings, code).email == ZOE
    code = ask(settings)
    for _ in range(5):
        with pytest.raises(WrongCode):
            redeem(settings, wrong(code))
    with pytest.raises(WrongCode):
        redeem(settings, code)


def test_guesses_sent_side_by_side_count_one_by_one(settings: Settings) -> None:
    code = ask(settings)
    answers = crowd(partial(redeem, settings, wrong(code)), 12)
    assert {type(answer) for answer in answers} == {WrongCode}
    with pytest.raises(WrongCode):
        redeem(settings, code)


def test_the_right_code_side_by_side_makes_one_player_and_one_token(settings: Settings) -> None:
    code = ask(settings)
    answers = crowd(partial(redeem, settings, code), 8)
    assert sum(isinstance(answer, PlayerRow) for answer in answers) == 1
    assert (count("player"), count("token")) == (1, 1)


def test_two_codes_side_by_side_make_one_player(settings: Settings) -> None:
    codes = [ask(settings), ask(settings)]
    answers = at_once([partial(redeem, settings, code) for code in codes])
    assert answers[0] == answers[1]
    assert (count("player"), count("token")) == (1, 2)


def test_of_two_open_codes_both_are_good(settings: Settings) -> None:
    first, second = ask(settings), ask(settings, now=NOW + 1)
    assert redeem(settings, second) == redeem(settings, first)


def test_a_code_is_good_for_its_own_address_only(settings: Settings) -> None:
    code = ask(settings)
    ask(settings, "yan@example.org")
    with pytest.raises(WrongCode):
        redeem(settings, code, "yan@example.org")
    assert redeem(settings, code, "ZOE@Example.org ").email == ZOE


@pytest.mark.parametrize("code", ["", "１２３４５６", "\ud800", "é" * 6, "0" * 5000, "-00001"])
def test_nonsense_is_a_wrong_code(settings: Settings, code: str) -> None:
    ask(settings)
    with pytest.raises(WrongCode):
        redeem(settings, code)


def test_codes_are_limited_by_address_and_by_source(settings: Settings) -> None:
    for _ in range(4):
        ask(settings)
    with pytest.raises(LimitReached) as refused:
        ask(settings)
    assert 0 < refused.value.retry_after <= 3601
    for number in range(56):
        ask(settings, f"y{number}@example.org")
    with pytest.raises(LimitReached):
        ask(settings, "one-more@example.org")
    assert count("letter") == 60


def test_codes_are_limited_by_the_day_too(settings: Settings) -> None:
    day = NOW - NOW % DAY
    for code in range(30):
        ask(settings, now=day + code // 4 * 3600 * SECOND)
    with pytest.raises(LimitReached):
        ask(settings, now=day + 8 * 3600 * SECOND)
    ask(settings, now=day + DAY)


@pytest.mark.parametrize(
    "address",
    ["", "zoe", "@x.org", "zoe@", "a b@x.org", "zoe@x.org\r\nBcc: y@x.org", '"zoe"@x.org', "zoe@[127.0.0.1]",
     "<zoe@x.org>", "zoe@x..org", ".zoe@x.org", "zoe@x.org,y@x.org", "zoë@x.org", "\ud800@x.org",
     "a" * 65 + "@x.org", "zoe@" + "a." * 130 + "org", "zoe@-x.org", "zoe\x00@x.org", "root@localhost",
     "zoe@10.0.0.5", "zoe@x.1", "zoe@x.0x7f", "zoe@x.o", "zoe@x.org."],
)  # fmt: skip
def test_odd_addresses_are_refused(settings: Settings, address: str) -> None:
    with pytest.raises(BadValue) as refused:
        players.sign_in(settings, address, Profile(), "here", NOW)
    assert refused.value.field == "email"
    assert count("letter") == 0


@pytest.mark.parametrize(
    "name", ["", " ", "a" * 41, "<b>", "Ann@x", "www.x", "x.org", "http://x", "---", "Ann\u202e",
             "{name}", "a\ud800", "claim #", "a\x00b"],
)  # fmt: skip
def test_odd_names_are_refused(settings: Settings, name: str) -> None:
    with pytest.raises(BadValue) as refused:
        players.sign_in(settings, ZOE, Profile(name=name), "here", NOW)
    assert refused.value.field == "name"


@pytest.mark.parametrize(
    "name", ["Ann", "Zoë", "Жанна", "J. R. R.", "O'Neill", "Anna-Lena 2", "李雷", "a" * 40]
)
def test_names_of_people_are_taken(settings: Settings, name: str) -> None:
    assert redeem(settings, ask(settings, name=f"  {name}\n ")).name == name


def test_a_session_ends_and_is_no_token_of_the_api(settings: Settings) -> None:
    secret, _, player = players.redeem(settings, ZOE, ask(settings), "", "session", "here", NOW)
    assert players.who(secret, "api", NOW) is None
    found = players.who(secret, "session", NOW + 90 * DAY - 1)
    assert found is not None
    assert found[0] == player
    assert players.who(secret, "session", NOW + 90 * DAY) is None
    assert players.who("\ud800", "session", NOW) is None


def test_a_token_can_be_ended_by_its_owner_only(settings: Settings, ann: PlayerRow) -> None:
    secret, token, player = players.redeem(settings, ZOE, ask(settings), "", "api", "here", NOW)
    with pytest.raises(NotFound):
        players.revoke(ann.id, token.id)
    assert players.who(secret, "api", NOW) is not None
    players.revoke(player.id, token.id)
    assert players.who(secret, "api", NOW) is None
    with pytest.raises(NotFound):
        players.revoke(player.id, token.id)


def test_of_a_hoard_of_tokens_the_oldest_go(settings: Settings) -> None:
    made = []
    for number in range(MOST_TOKENS + 3):
        now = NOW + number // 3 * 3600 * SECOND + number // 20 * DAY
        code = ask(settings, now=now)
        made.append(players.redeem(settings, ZOE, code, f"{number}", "api", "here", now))
    living = [number for number, (secret, _, _) in enumerate(made) if players.who(secret, "api", NOW)]
    assert living == list(range(3, MOST_TOKENS + 3))


def test_tokens_are_listed_page_by_page(settings: Settings) -> None:
    now = NOW
    for number in range(5):
        now = NOW + number // 3 * 3600 * SECOND
        players.redeem(settings, ZOE, ask(settings, now=now), f"{number}", "api", "here", now)
    player = players.redeem(settings, ZOE, ask(settings, now=now), "a browser", "session", "here", now)[2]
    found, after = [], ""
    while page := players.tokens(player.id, after, 2):
        found += [row.label for row in page]
        after = page[-1].id
    assert sorted(found) == ["0", "1", "2", "3", "4"]


def test_a_changed_name_is_seen_in_his_matches(
    settings: Settings, running_match: Begin, ann: PlayerRow
) -> None:
    match = running_match()
    before = db.fetchall('SELECT revision FROM "match" WHERE id = ?', (match,))[0][0]
    changed = players.change(ann, Profile(name="Anna"), NOW)
    assert (changed.name, changed.time_zone) == ("Anna", ann.time_zone)
    players.change(ann, Profile(time_zone="Europe/Copenhagen"), NOW)
    assert db.fetchall('SELECT revision - ? FROM "match" WHERE id = ?', (before, match)) == [(1,)]
    assert sign_up(settings, "Ann") == changed._replace(time_zone="Europe/Copenhagen")


def test_what_cannot_be_said_is_refused(settings: Settings, ann: PlayerRow) -> None:
    for profile, field in [
        (Profile(locale="tlh"), "locale"),
        (Profile(time_zone="Mars/Olympus"), "time_zone"),
        (Profile(time_zone="../../etc/passwd"), "time_zone"),
        (Profile(name="x.org"), "name"),
    ]:
        with pytest.raises(BadValue) as refused:
            players.change(ann, profile, NOW)
        assert refused.value.field == field
    assert sign_up(settings, "Ann") == ann


def test_an_address_can_mute_a_kind_of_letters(settings: Settings) -> None:
    assert not players.is_muted(ZOE, "reminder")
    players.mute(ZOE, "reminder", NOW)
    players.mute(ZOE, "reminder", NOW)
    assert players.is_muted(ZOE, "reminder")
    assert not players.is_muted(ZOE, "your-turn")


def test_what_was_muted_can_be_had_again(settings: Settings, ann: PlayerRow, bob: PlayerRow) -> None:
    assert players.muted(ann.email) == ()
    for kind in ("reminder", "invitation", "your-turn"):
        players.mute(ann.email, kind, NOW)
    assert players.muted(ann.email) == ("invitation", "your-turn", "reminder")
    players.set_muted(ann.email, ["match-over", "reminder", "reminder"], NOW + 1)
    assert players.muted(ann.email) == ("reminder", "match-over")
    assert db.fetchall("SELECT created_at FROM mute ORDER BY 1") == [(NOW,), (NOW + 1,)]
    players.unmute(ann.email, "match-over")
    players.unmute(ann.email, "match-over")
    assert (players.muted(ann.email), players.muted(bob.email)) == (("reminder",), ())
    players.set_muted(ann.email, [], NOW)
    assert players.muted(ann.email) == ()


def test_no_other_kinds_can_be_muted_and_nothing_is_changed_by_halves(
    settings: Settings, ann: PlayerRow
) -> None:
    for kind in ("sign-in-code", "nonsense", ""):
        with pytest.raises(BadValue) as refused:
            players.change(ann, Profile(name="Anna"), NOW, ["reminder", kind])
        assert refused.value.field == "muted"
        with pytest.raises(BadValue):
            players.set_muted(ann.email, [kind], NOW)
    with pytest.raises(BadValue):
        players.change(ann, Profile(name="x.org"), NOW, ["reminder"])
    assert (players.muted(ann.email), sign_up(settings, "Ann")) == ((), ann)
    assert players.change(ann, Profile(name="Anna"), NOW, ["reminder"]).name == "Anna"
    assert players.muted(ann.email) == ("reminder",)


def test_old_codes_and_sessions_are_forgotten(settings: Settings) -> None:
    players.redeem(settings, ZOE, ask(settings), "", "session", "here", NOW)
    players.redeem(settings, ZOE, ask(settings), "", "api", "here", NOW)
    assert players.purge(NOW + DAY) == 0
    assert players.purge(NOW + 92 * DAY) == 3
    assert count("token") == 1


def test_secrets_differ_by_purpose_and_subject_and_come_again() -> None:
    made = {ids.derived(key, purpose, subject) for key in "ab" for purpose in "cd" for subject in "ef"}
    assert len(made) == 8
    assert ids.derived("a", "c", "e") in made
    assert len({ids.new_id() for _ in range(1000)}) == 1000
    assert ids.code("a", "b") == ids.code("a", "b") != ids.code("a", "c")
