from __future__ import annotations

from tests.pbem.web.pages.site import Site


def test_it_works(site: Site) -> None:
    page = site.browser().get("/")
    assert page.status_code == 200
    assert "Lords of Scotland" in page.text
    assert 'href="/sign-in"' in page.text


def test_a_player_goes_on_to_his_matches(site: Site) -> None:
    page = site.visit("Ann").get("/")
    assert (page.status_code, page.headers["Location"]) == (303, "/matches")


def test_the_style_sheet_may_be_kept_since_its_address_names_its_content(site: Site) -> None:
    browser = site.browser()
    address = browser.get("/").text.partition('rel="stylesheet" href="')[2].partition('"')[0]
    sheet = browser.get(address)
    assert sheet.status_code == 200
    assert sheet.mimetype == "text/css"
    assert "immutable" in sheet.headers["Cache-Control"]


def test_the_icon_is_there(site: Site) -> None:
    assert site.browser().get("/style/pbem.svg").mimetype == "image/svg+xml"
