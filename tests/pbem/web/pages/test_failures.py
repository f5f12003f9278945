from __future__ import annotations

from pbem import db
from tests.pbem.web.pages.site import Site


def test_it_works(site: Site) -> None:
    page = site.browser().get("/nowhere")
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert "There is nothing here" in page.text


def test_a_wrong_method_is_told_what_is_right(site: Site) -> None:
    page = site.browser().client.put("/sign-in")
    assert (page.status_code, page.mimetype) == (405, "text/html")
    assert "POST" in page.headers["Allow"]


def test_the_apis_errors_are_left_to_the_api(site: Site) -> None:
    page = site.browser().get("/v1/nowhere")
    assert (page.status_code, page.mimetype) == (404, "application/problem+json")


def test_what_is_too_large_is_refused(site: Site) -> None:
    browser = site.browser()
    browser.get("/sign-in")
    page = browser.send(browser.form("/sign-in"), email="a" * 100_000)
    assert (page.status_code, page.mimetype) == (413, "text/html")


def test_an_accident_is_a_page_too(site: Site) -> None:
    browser = site.visit("Ann")
    db.close()
    page = browser.get("/matches")
    assert (page.status_code, page.mimetype) == (500, "text/html")
    assert "Something went wrong" in page.text


def test_a_page_open_too_long_offers_a_fresh_one(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    browser = site.visit(site.asked(match))
    browser.get(f"/matches/{match}")
    form = browser.form(f"/matches/{match}/moves")
    browser.client.delete_cookie("pbem_form")
    page = browser.send(form, move=site.legal(match)[0])
    assert page.status_code == 403
    assert "This page was open too long; here is a fresh one." in page.text
    assert f'href="/matches/{match}"' in page.text
    assert site.entry(match) == 1


def test_the_error_pages_are_as_strict_as_the_others(site: Site) -> None:
    browser = site.browser()
    for page in (
        browser.get("/nowhere"),
        browser.get("/games/chess/rules"),
        browser.client.put("/sign-in"),
        browser.client.post("/sign-in"),
    ):
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        assert page.headers.getlist("Cache-Control") == ["no-store"]
        assert page.headers["Referrer-Policy"] == "no-referrer"
