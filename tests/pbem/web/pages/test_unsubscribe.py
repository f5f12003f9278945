from __future__ import annotations

from pbem import db
from pbem.service import ids, players
from tests.pbem.web.pages.site import Site, dump


def link(site: Site, kind: str) -> str:
    """The link of some letter of a kind."""
    row = db.fetchone("SELECT id FROM letter WHERE kind = ?", (kind,))
    assert row is not None
    return f"/unsubscribe/{row[0]}/{ids.derived(site.settings.secret_key, 'unsubscribe', row[0])}"


def test_it_works(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    name, browser = site.asked(match), site.browser()
    before = dump()
    page = browser.get(link(site, "your-turn"))
    assert page.status_code == 200
    assert f"{name.lower()}@example.org" in page.text
    assert dump() == before
    page = browser.send(browser.form(""), keep=None, **{"List-Unsubscribe": "One-Click"})
    assert (page.status_code, "Done" in page.text) == (200, True)
    assert players.is_muted(f"{name.lower()}@example.org", "your-turn")


def test_one_click_needs_no_cookie_gives_none_and_does_not_redirect(site: Site) -> None:
    site.open_match(["Ann"], seats=2, invite=["eve@example.org"])
    address = link(site, "invitation")
    for _ in range(2):  # a mail program may send it twice
        page = site.browser().client.post(
            address,
            data="List-Unsubscribe=One-Click",
            content_type="application/x-www-form-urlencoded",
            headers={"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"},
        )
        assert page.status_code == 200
        assert "Set-Cookie" not in page.headers
    assert len(dump()["mute"]) == 1
    assert players.is_muted("eve@example.org", "invitation")


def test_a_program_that_presses_the_first_button_changes_nothing(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    address, before, browser = link(site, "your-turn"), dump(), site.browser()
    browser.get(address)
    page = browser.send(browser.form(""))
    assert (page.status_code, "Nothing has changed" in page.text) == (200, True)
    assert dump() == before
    browser.get(address)
    browser.send(browser.form(""), keep=None, **{"List-Unsubscribe": "One-Click"})  # the person comes later
    assert players.is_muted(f"{site.asked(match).lower()}@example.org", "your-turn")


def test_a_scanner_that_looks_changes_nothing(site: Site) -> None:
    site.open_match(["Ann"], seats=2, invite=["eve@example.org"])
    address, before = link(site, "invitation"), dump()
    client = site.browser().client
    assert client.get(address).status_code == 200
    assert client.head(address).status_code == 200
    assert dump() == before


def test_a_link_that_is_not_ours_is_not_found(site: Site) -> None:
    site.open_match(["Ann"], seats=2, invite=["eve@example.org"])
    good, before = link(site, "invitation"), dump()
    letter, token = good.split("/")[2:]
    other = ids.derived(site.settings.secret_key, "invitation", letter)
    client = site.browser().client
    for bad in (
        f"{letter}/{token[:-1]}",
        f"{letter}/{token}x",
        f"{letter}/{other}",
        f"x/{token}",
        f"{letter}/é",
    ):
        assert client.get(f"/unsubscribe/{bad}").status_code == 404
        assert client.post(f"/unsubscribe/{bad}").status_code == 404
    assert dump() == before


def test_sign_in_codes_cannot_be_ended(site: Site) -> None:
    site.player("Ann")
    address = link(site, "sign-in-code")
    assert site.browser().client.post(address).status_code == 404
    assert dump()["mute"] == []
