from __future__ import annotations

import re

import pytest

from pbem import clock
from pbem.service import players
from tests.pbem.web.pages.forms import forms
from tests.pbem.web.pages.site import Site, dump


def test_it_works(site: Site) -> None:
    browser = site.visit("Ann")
    page = browser.get("/me").text
    assert "ann@example.org" in page
    assert "<option selected>Europe/Copenhagen</option>" in page
    browser.send(browser.form("/me"), name="Anne Åberg", time_zone="Asia/Tokyo")
    page = browser.follow().text
    assert "Saved." in page
    assert 'value="Anne Åberg"' in page
    assert "<option selected>Asia/Tokyo</option>" in page


def test_a_zone_that_is_not_in_the_list_is_kept(site: Site) -> None:
    player = site.player("Ann")
    players.change(player, players.Profile(time_zone="Etc/GMT-3"), clock.now())
    browser = site.visit("Ann")
    browser.get("/me")
    assert ("time_zone", "Etc/GMT-3") in browser.form("/me").fields


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""), ("name", "a" * 41), ("name", "http://x.example"), ("name", "<b>"), ("name", None),
        ("time_zone", "Mars/North"), ("time_zone", "../../etc/passwd"), ("time_zone", None),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(site: Site, field: str, value: str | None) -> None:
    browser = site.visit("Ann")
    browser.get("/me")
    before = dump()
    page = browser.send(browser.form("/me"), **{field: value})
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert dump() == before


def test_a_token_is_made_by_a_code_and_shown_once(site: Site) -> None:
    browser = site.visit("Ann")
    browser.get("/me")
    browser.send(browser.form("/me/tokens/code"), label="my <b>bot</b>")
    browser.follow()
    form, code = browser.form("/me/tokens"), site.code("ann@example.org")
    page = browser.send(form, code=code)
    assert page.status_code == 200
    found = re.search(r'<pre class="secret"[^>]*>(\w+)</pre>', page.text)
    assert found
    known = players.who(found[1], "api", clock.now())
    assert known is not None
    assert known[0].name == "Ann"
    assert browser.send(form, code=code).status_code == 422
    page = browser.get("/me")
    assert found[1] not in page.text
    assert "my &lt;b&gt;bot&lt;/b&gt;" in page.text


def test_a_session_alone_makes_no_token(site: Site) -> None:
    browser = site.visit("Ann")
    browser.get("/me")
    token = dict(browser.form("/me").fields)["csrf_token"]
    before = dump()
    browser.client.post("/me/tokens", data={"csrf_token": token, "code": "123456"})
    assert dump() == before


def test_a_token_can_be_revoked_by_its_owner_alone(site: Site) -> None:
    browser = site.visit("Ann")
    browser.get("/me")
    browser.send(browser.form("/me/tokens/code"), label="bot")
    browser.follow()
    browser.send(browser.form("/me/tokens"), code=site.code("ann@example.org"))
    (token,) = players.tokens(site.player("Ann").id, "", 10)
    browser.get("/me")
    form = browser.form(f"/me/tokens/{token.id}/revocation")
    other = site.visit("Bob")
    other.get("/me")
    theirs = dict(other.form("/me").fields)["csrf_token"]
    assert other.send(form, csrf_token=theirs).status_code == 404
    assert len(players.tokens(site.player("Ann").id, "", 10)) == 1
    assert browser.send(form).status_code == 303
    assert players.tokens(site.player("Ann").id, "", 10) == []
    assert browser.send(form).status_code == 404


def test_letters_that_were_ended_can_be_had_again(site: Site) -> None:
    browser = site.visit("Ann")
    assert "Letters you do not get" not in browser.get("/me").text
    for kind in ("your-turn", "reminder"):
        players.mute("ann@example.org", kind, clock.now())
    page = browser.get("/me").text
    assert "letters about your turns" in page
    assert "reminders" in page
    again = [form for form in forms(page) if form.action == "/me/letters"]
    assert [dict(form.fields)["kind"] for form in again] == ["your-turn", "reminder"]
    browser.send(again[0])
    page = browser.follow().text
    assert "You get letters about your turns again." in page
    assert players.muted("ann@example.org") == ("reminder",)
    browser.send(again[0])  # twice is as good as once
    browser.send(again[0], kind="nonsense")
    browser.send(again[0], kind=None)
    assert players.muted("ann@example.org") == ("reminder",)


def test_too_many_names_a_day_have_to_wait(site: Site) -> None:
    browser = site.visit("Ann")
    browser.get("/me")
    for number in range(5):
        browser.send(browser.form("/me"), name=f"Ann {number}")
        browser.follow()
    page = browser.send(browser.form("/me"), name="Ann 5")
    assert page.status_code == 429
    assert "5 are allowed in a day" in page.text
    assert site.player("Ann").name == "Ann 4"


def test_what_letters_hold_is_chosen_by_a_button(site: Site) -> None:
    browser = site.visit("Ann")
    browser.get("/me")
    browser.send(browser.form("/me/choices"))
    assert "Cards in my letters again" in browser.follow().text
    assert players.has_chosen("ann@example.org", players.NO_CARDS)
    browser.send(browser.form("/me/choices"))
    assert not players.has_chosen("ann@example.org", players.NO_CARDS)
