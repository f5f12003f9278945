"""The page of a game's sets of pieces, and the choice of one for a match."""

from __future__ import annotations

import io
import json

from pbem import db
from tests.engine.games.scarab_lords.generated import horde_data
from tests.pbem.web.pages.site import Browser, Site

PAGE = "/games/scarab-lords/sets"


def upload(browser: Browser, raw: bytes) -> None:
    browser.get(PAGE)
    fields = dict(browser.form(PAGE).fields)
    data = {"csrf_token": fields["csrf_token"], "file": (io.BytesIO(raw), "set.json")}
    browser.page = browser.client.post(PAGE, data=data, content_type="multipart/form-data")


def test_it_works(site: Site) -> None:
    browser = site.visit("Ann")
    upload(browser, json.dumps(horde_data()).encode())
    assert "Hordes: added." in browser.follow().text
    browser.get("/matches/new?game=scarab-lords")
    ((name,),) = db.fetchall("SELECT hash FROM piece_set")
    browser.send(browser.form("/matches/new"), **{"options.cards": name})
    assert "Hordes" in browser.follow().text
    ((options,),) = db.fetchall('SELECT options FROM "match"')
    assert json.loads(options)["cards"] == name


def test_nobody_else_is_offered_a_player_s_set(site: Site) -> None:
    upload(site.visit("Ann"), json.dumps(horde_data()).encode())
    bob = site.visit("Bob")
    assert "Hordes" not in bob.get(PAGE).text
    assert "Hordes" not in bob.get("/matches/new?game=scarab-lords").text


def test_what_is_wrong_is_shown(site: Site) -> None:
    data = horde_data()
    data["cards"][0]["copies"] = 8
    data["name"] = "<script>"
    browser = site.visit("Ann")
    upload(browser, json.dumps(data).encode())
    assert browser.page.status_code == 422
    assert "The deck vess has 29 cards" in browser.page.text
    upload(browser, b"")
    assert "The file is no JSON" in browser.page.text


def test_a_game_without_sets_has_no_such_page(site: Site) -> None:
    assert site.visit("Ann").get("/games/lords-of-scotland/sets").status_code == 404
