from __future__ import annotations

import json

import pytest

from engine.games import GAMES
from pbem import db
from tests.engine.toy import GAME as TOY
from tests.pbem.web.pages.site import GAME, Browser, Site, dump


def fill(site: Site, name: str = "Ann") -> Browser:
    browser = site.visit(name)
    browser.get(f"/matches/new?game={GAME}")
    return browser


def only_match() -> dict[str, object]:
    (row,) = db.fetchall('SELECT seats, options, pace, access FROM "match"')
    return {"seats": row[0], "options": json.loads(row[1]), "pace": json.loads(row[2]), "access": row[3]}


def test_it_works(site: Site) -> None:
    browser = fill(site)
    browser.send(browser.form("/matches/new"))
    page = browser.follow()
    assert "Waiting for players." in page.text
    assert "Ann (you)" in page.text
    known = only_match()
    assert (known["seats"], known["access"]) == (GAMES[GAME].seats[0], "open")
    assert known["options"] == {
        "include_bruce": True,
        "same_clan_activation": "auto",
        "reveal_discarded": True,
    }


def test_what_is_chosen_is_what_is_played(site: Site) -> None:
    browser = fill(site)
    browser.send(
        browser.form("/matches/new"),
        seats="4",
        time="36",
        unit="hours",
        on_timeout="safe_move",
        access="private",
        invite="Bob@Example.org",
        **{"options.include_bruce": "false", "options.same_clan_activation": "off"},
    )
    assert browser.page.status_code == 303
    known = only_match()
    assert (known["seats"], known["access"]) == (4, "private")
    assert known["pace"] == {
        "kind": "per_turn",
        "seconds": 36 * 3600,
        "reminders": [0.5, 0.8],
        "on_timeout": "safe_move",
    }
    assert known["options"] == {
        "include_bruce": False,
        "same_clan_activation": "off",
        "reveal_discarded": True,
    }
    assert [row[0] for row in db.fetchall("SELECT email FROM invitation")] == ["bob@example.org"]
    page = browser.follow().text
    assert "1 day 12 hours" in page
    assert "those invited" in page


def test_a_form_sent_twice_opens_one_match(site: Site) -> None:
    browser = fill(site)
    form = browser.form("/matches/new")
    places = {browser.send(form).headers["Location"] for _ in range(3)}
    assert len(places) == 1
    assert len(dump()["match"]) == 1


def test_two_forms_open_two_matches(site: Site) -> None:
    for _ in range(2):
        browser = fill(site)
        browser.send(browser.form("/matches/new"))
    assert len(dump()["match"]) == 2


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", "1"), ("seats", "6"), ("seats", "two"), ("seats", None), ("time", "0"), ("time", "-3"),
        ("time", "61"), ("time", "1e3"), ("time", "٣"), ("unit", "years"), ("unit", None),
        ("on_timeout", "nothing"), ("access", "secret"), ("access", None), ("invite", "bob"),
        ("invite", "ann@example.org"),
        ("options.include_bruce", "maybe"), ("options.same_clan_activation", "sometimes"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_the_rest_kept(site: Site, field: str, value: str | None) -> None:
    browser = fill(site)
    form = browser.form("/matches/new")
    before = dump()
    page = browser.send(form, **{"options.reveal_discarded": "false", field: value})
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert dump() == before
    kept = browser.form("/matches/new").fields
    assert ("options.reveal_discarded", "false") in kept
    assert kept[2] == form.fields[2]  # the key: it is still the same form


def test_a_turn_shorter_than_this_host_allows_is_refused(site: Site) -> None:
    browser = fill(site)
    page = browser.send(browser.form("/matches/new"), time="59", unit="minutes")
    assert page.status_code == 422
    assert "at least 3600 seconds" in page.text


def test_any_game_is_offered_by_what_it_says_of_itself(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, TOY.slug, TOY)
    browser = site.visit("Ann")
    page = browser.get("/matches/new").text
    assert f"/matches/new?game={TOY.slug}" in page
    assert f"/matches/new?game={GAME}" in page
    browser.get(f"/matches/new?game={TOY.slug}")
    browser.send(browser.form("/matches/new"), seats="3", **{"options.peeks": "2", "options.feints": "false"})
    assert browser.page.status_code == 303
    assert only_match()["options"] == {"feints": False, "peeks": 2, "points": 3}


def test_an_option_may_be_a_text(site: Site) -> None:
    browser = site.visit("Ann")
    form = browser.get("/matches/new?game=scarab-lords").text
    assert 'name="options.houses" maxlength="200"' in form
    assert "options.cards" not in form  # the hash of a set is for the API
    page = browser.send(browser.form("/matches/new"), **{"options.houses": "ankar ankar"})
    assert page.status_code == 422
    assert "Name two different houses of ankar, temet, or none." in page.text
    browser.send(browser.form("/matches/new"), **{"options.houses": "temet ankar"})
    assert "temet ankar" in browser.follow().text
    assert only_match()["options"]["houses"] == "temet ankar"  # type: ignore[index]


def test_a_game_that_does_not_exist_is_not_found(site: Site) -> None:
    browser = fill(site)
    form = browser.form("/matches/new")
    assert browser.get("/matches/new?game=chess").status_code == 404
    assert browser.send(form, game="chess").status_code == 404
    assert dump()["match"] == []
