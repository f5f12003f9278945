from __future__ import annotations

import re

import pytest

from engine import notation
from engine.games import GAMES
from pbem import clock, db
from pbem.service import matches, play, players, reading
from pbem.service.matches import Proposal
from pbem.service.players import Profile
from pbem.web.pages.choices import MANY
from pbem.web.pages.match import LATEST
from tests.engine.toy import GAME as TOY
from tests.pbem.web.pages.site import GAME, Browser, Site, dump


def asked(site: Site, match: str) -> Browser:
    """The browser of who is to move, with the match before him."""
    browser = site.visit(site.asked(match))
    browser.get(f"/matches/{match}")
    return browser


def test_it_works(site: Site) -> None:
    match = site.open_match(["Ann", "Bob", "Carl"])
    name = site.asked(match)
    browser = asked(site, match)
    assert "It is your turn." in browser.page.text
    assert "LORDS OF SCOTLAND" in browser.page.text
    line = site.legal(match)[0]
    browser.send(browser.form(f"/matches/{match}/moves"), move=line)
    page = browser.follow().text
    assert f"Your move is made: {line}." in page
    assert f"<code>{line}</code>" in page
    assert site.asked(match) != name
    assert f"{site.asked(match)} to move." in page


def test_the_table_is_there_as_a_picture_and_in_words(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    assert f'<img class="picture" src="/matches/{match}/board.svg" width="640"' in browser.page.text
    assert '<pre class="table"' in browser.page.text
    board = browser.get(f"/matches/{match}/board.svg")
    assert (board.status_code, board.mimetype) == (200, "image/svg+xml")
    assert board.headers["Cache-Control"] == "private, no-cache"
    assert "default-src 'none'" in board.headers["Content-Security-Policy"]
    known = {"If-None-Match": board.headers["ETag"]}
    assert browser.client.get(f"/matches/{match}/board.svg", headers=known).status_code == 304
    assert site.browser().client.get(f"/matches/{match}/board.svg", headers=known).status_code == 200


def test_a_match_of_others_that_is_private_has_no_picture(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"], access="private", invite=["bob@example.org"])
    assert site.visit("Ann").get(f"/matches/{match}/board.svg").status_code == 200
    for stranger in (site.visit("Carl"), site.browser()):
        assert stranger.get(f"/matches/{match}/board.svg").status_code == 404


def test_all_legal_moves_are_offered_and_none_is_chosen(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    form = browser.form(f"/matches/{match}/moves")
    assert [value for name, value in form.radios if name == "move"] == site.legal(match)
    assert [name for name, _ in form.fields] == ["csrf_token", "seen"]
    assert form.button == "Make this move"


def long_choice(site: Site) -> tuple[str, list[str]]:
    """A match in which somebody may choose among more than forty moves, and their lines."""
    while True:  # a deal in which one hand is filled and the others play down leads there, in most cases
        match = site.open_match(["Ann", "Bob", "Carl"])
        while site.state(match) == "running" and site.entry(match) < 60:
            lines = site.legal(match)
            if len(lines) > MANY:
                return match, lines
            recruits = [line for line in lines if line.startswith("recruit")]
            fills = recruits and site.asked(match) == "Ann"
            site.move(match, recruits[-1] if fills else lines[-1 if site.entry(match) % 2 else 0])


def test_above_forty_the_moves_are_grouped_and_still_all_there(site: Site) -> None:
    match, lines = long_choice(site)
    browser = asked(site, match)
    radios = [value for name, value in browser.form(f"/matches/{match}/moves").radios if name == "move"]
    assert sorted(radios) == sorted(lines)
    titles = re.findall(r"<summary><code>(.*?)</code>", browser.page.text)
    assert titles
    assert all(
        len(title.split()) == 2 and sum(line.startswith(title) for line in lines) > 1 for title in titles
    )


def test_the_deadline_stands_there_in_the_players_own_zone(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"], pace={"seconds": 2 * 86_400})
    name = site.asked(match)
    browser = site.visit(name)
    players.change(site.player(name), Profile(time_zone="Pacific/Auckland"), clock.now())
    page = browser.get(f"/matches/{match}").text
    deadline = reading.sight(match, site.player(name)).deadline
    assert deadline is not None
    assert f'datetime="{clock.rfc3339(deadline)}"' in page
    assert re.search(r"\w+day, \d+ \w+ \d{4}, \d\d:\d\d \(Pacific/Auckland\)", page)
    assert "in 1 day 23 hours" in page


def test_a_form_without_a_choice_is_told_so(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    before = dump()
    page = browser.send(browser.form(f"/matches/{match}/moves"))
    assert page.status_code == 422
    assert "Please choose one of the moves first." in page.text
    assert dump() == before
    assert browser.form(f"/matches/{match}/moves").radios  # one can go on from here


def test_a_form_sent_twice_moves_once_and_says_so(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    form, line = browser.form(f"/matches/{match}/moves"), site.legal(match)[0]
    browser.send(form, move=line)
    after = dump()
    page = browser.send(form, move=line)
    assert page.status_code == 409
    assert "This move was made already." in page.text
    assert dump() == after


def test_an_old_form_is_told_so_even_in_a_later_turn_of_the_same_player(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser, name = asked(site, match), site.asked(match)
    form, line = browser.form(f"/matches/{match}/moves"), site.legal(match)[0]
    browser.send(form, move=line)
    while site.asked(match) != name:
        site.play(match, 1)
    after = dump()
    page = browser.send(form, move=line)
    assert (page.status_code, "This move was made already." in page.text) == (409, True)
    page = browser.send(form, move="stop")
    assert (page.status_code, "moved on since you looked" in page.text) == (409, True)
    assert dump() == after


def test_who_is_not_asked_cannot_move(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    form, name = asked(site, match).form(f"/matches/{match}/moves"), site.asked(match)
    other = site.visit("Bob" if name == "Ann" else "Ann")
    token = dict(other_form(other, match))["csrf_token"]
    before = dump()
    page = other.send(form, csrf_token=token, move=site.legal(match)[0])
    assert (page.status_code, "It is not your turn." in page.text) == (409, True)
    assert dump() == before


def other_form(browser: Browser, match: str) -> list[tuple[str, str]]:
    browser.get(f"/matches/{match}")
    return browser.form("/sign-out").fields


@pytest.mark.parametrize(
    "line", ["fly", "recruit 9", "recruit", "muster scott-99 up", "<b>x</b>", "\x00", "x" * 999]
)
def test_what_is_no_move_is_refused_in_words(site: Site, line: str) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    before = dump()
    page = browser.send(browser.form(f"/matches/{match}/moves"), move=line)
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert "<b>x" not in page.text
    assert dump() == before


def test_an_illegal_move_is_refused_with_the_rule(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    sight = reading.sight(match, site.player(site.asked(match)))
    missing = next(card for card in ("scott-1", "scott-2", "scott-3", "scott-4", "scott-5", "scott-6")
                   if card not in sight.view.hand)  # fmt: skip
    page = browser.send(browser.form(f"/matches/{match}/moves"), move=f"muster {missing} up")
    assert page.status_code == 422
    assert re.search(rf'href="/games/{GAME}/rules#[\d.]+">Rule [\d.]+</a>', page.text)


@pytest.mark.parametrize("seen", ["", "-1", "x", "999999", "9" * 5000, "1.0"])
def test_an_entry_that_cannot_be_is_refused(site: Site, seen: str) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    line, before = site.legal(match)[0], dump()
    page = browser.send(browser.form(f"/matches/{match}/moves"), move=line, seen=seen)
    assert page.status_code == 422
    assert dump() == before


def test_what_happened_since_ones_last_move_is_set_apart(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    name = site.asked(match)
    site.play(match, 1)
    while site.asked(match) != name:
        site.play(match, 1)
    page = site.visit(name).get(f"/matches/{match}").text
    earlier, _, news = page.partition("Since your last move")
    assert news
    assert "begins" in earlier
    assert "begins" not in news


def test_a_long_past_is_cut_and_can_be_had_whole(site: Site) -> None:
    match = site.open_match(["Ann", "Bob", "Carl", "Dina", "Edo"])
    site.play(match, LATEST + 5)  # five cannot be through with it by then
    browser = site.visit("Ann")
    page = browser.get(f"/matches/{match}").text
    assert "You are dealt" not in page
    assert f"/matches/{match}?log=all" in page
    assert "You are dealt" in browser.get(f"/matches/{match}?log=all").text


def test_others_see_an_open_match_as_spectators(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    for browser in (site.browser(), site.visit("Carl")):
        page = browser.get(f"/matches/{match}")
        assert page.status_code == 200
        assert "LORDS OF SCOTLAND" in page.text
        assert "YOUR HAND" not in page.text
        assert "You are dealt" not in page.text
        assert f"/matches/{match}/moves" not in page.text


def test_a_private_match_does_not_exist_for_strangers(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"], access="private", invite=["bob@example.org"])
    stranger = site.visit("Carl")
    pages = [
        stranger.get(f"/matches/{id}{tail}") for id in (match, "nosuchmatch00000") for tail in ("", "/record")
    ]
    assert [page.status_code for page in pages] == [404] * 4
    assert len({page.text for page in pages}) == 1
    assert stranger.get(f"/matches/{match}/resignation").status_code == 404


def test_who_is_not_signed_in_is_asked_to_and_learns_nothing(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"], access="private", invite=["bob@example.org"])
    for id in (match, "nosuchmatch00000"):
        for tail in ("", "/record"):
            page = site.browser().get(f"/matches/{id}{tail}")
            assert page.headers["Location"] == f"/sign-in?next=/matches/{id}{tail}"


def test_hostile_words_are_only_words(site: Site) -> None:
    evil = "<script>alert(1)</script>&\"'{{7*7}}"
    match = site.open_match(["Ann", "Bob"])
    site.play(match, 6)
    with db.write():
        db.run("UPDATE player SET name = ? WHERE email = ?", (evil, "bob@example.org"))
    browser = site.visit("Ann")
    for path in (f"/matches/{match}", "/matches", f"/matches/{match}/resignation"):
        page = browser.get(path).text
        assert "&lt;script&gt;" in page
        assert "<script" not in page
        assert "49" not in page.partition("&lt;/script&gt;")[2][:40]


def test_resigning_needs_a_word_of_consent(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = site.visit("Ann")
    browser.get(f"/matches/{match}/resignation")
    form, before = browser.form(f"/matches/{match}/resignation"), dump()
    page = browser.send(form)
    assert page.status_code == 422
    assert dump() == before
    browser.send(form, sure="yes")
    page = browser.follow()
    assert "You have resigned." in page.text
    assert site.state(match) == "over"
    after = dump()
    browser.send(form, sure="yes")
    assert browser.page.status_code in (303, 409)
    assert dump() == after


def test_the_others_play_on_when_one_resigns(site: Site) -> None:
    match = site.open_match(["Ann", "Bob", "Carl"])
    browser = site.visit("Ann")
    browser.get(f"/matches/{match}/resignation")
    browser.send(browser.form(f"/matches/{match}/resignation"), sure="yes")
    page = browser.follow().text
    assert "Ann (you) (has left)" in page
    assert browser.get(f"/matches/{match}/resignation").status_code == 303
    assert site.state(match) == "running"


def test_after_the_end_there_are_the_result_and_the_record(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = site.visit("Ann")
    assert browser.get(f"/matches/{match}/record").status_code == 409
    site.play(match, 10_000)
    page = browser.get(f"/matches/{match}").text
    result = reading.sight(match, None).result
    assert result is not None
    assert result.scores is not None
    assert result.reason in page
    assert all(f'<td class="number">{score}</td>' in page for score in result.scores)
    record = browser.get(f"/matches/{match}/record")
    assert (record.status_code, record.mimetype) == (200, "text/plain")
    assert match in record.text
    assert browser.get(f"/matches/{match}/resignation").status_code == 303


def test_a_move_after_the_end_is_told_so(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = asked(site, match)
    form = browser.form(f"/matches/{match}/moves")
    site.play(match, 10_000)
    page = browser.send(form, move="pass")
    assert (page.status_code, "The match is over." in page.text) == (409, True)


def test_another_game_needs_no_page_of_its_own(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, TOY.slug, TOY)
    browser = site.visit("Ann")
    browser.get(f"/matches/new?game={TOY.slug}")
    browser.send(browser.form("/matches/new"), seats="2")
    place = browser.page.headers["Location"]
    other = site.visit("Bob")
    other.get(place)
    other.send(other.form(f"{place}/places"))
    for one in (other, browser):  # both are asked at the same time
        one.get(place)
        form = one.form(f"{place}/moves")
        one.send(form, move=form.radios[0][1])
        assert one.page.status_code == 303, one.page.text
    assert site.entry(place.rpartition("/")[2]) >= 3


def test_a_move_is_taken_back_by_a_button(site: Site) -> None:
    ann, bob = site.player("Ann"), site.player("Bob")
    match = matches.propose(site.settings, ann, Proposal("schotten-totten-2", 2), clock.now())
    matches.join(site.settings, match, bob, None, clock.now())
    for player in (ann, bob, ann):
        sight = reading.sight(match, player)
        lines = [notation.write(move) for move in sight.legal_moves or ()]
        wanted = "retreat" if any(line.startswith("retreat") for line in lines) else ("r", "y", "g", "b", "k")
        line = next(line for line in lines if line.startswith(wanted) and line[-2] == " ")
        play.submit(site.settings, match, player.id, sight.match.entry, [line], clock.now())
    browser = site.visit("Ann")
    browser.get(f"/matches/{match}")
    browser.send(browser.form(f"/matches/{match}/undo"))
    assert "Taken back: retreat" in browser.follow().text
    assert "Take my last move back" not in browser.page.text


def test_players_talk_on_the_page_and_need_not_hear_each_other(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    ann, bob = site.visit("Ann"), site.visit("Bob")
    ann.get(f"/matches/{match}")
    ann.send(ann.form(f"/matches/{match}/talk"), text="Good <b>luck</b>!")
    assert "Good &lt;b&gt;luck&lt;/b&gt;!" in bob.get(f"/matches/{match}").text
    bob.send(bob.form(f"/matches/{match}/unheard"))
    assert "luck" not in bob.get(f"/matches/{match}").text
    assert "Hear Ann again" in bob.page.text
    bob.send(bob.form(f"/matches/{match}/unheard"))
    assert "luck" in bob.get(f"/matches/{match}").text
    assert "Good" not in site.browser().get(f"/matches/{match}").text
    ann.get(f"/matches/{match}")
    ann.send(ann.form(f"/matches/{match}/talk"), text=" ")
    assert ann.page.status_code == 422
