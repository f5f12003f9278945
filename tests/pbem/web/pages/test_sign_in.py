from __future__ import annotations

from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from pbem import db
from tests.pbem.web.pages.site import Browser, Site, dump, open_site


def ask(browser: Browser, email: str, way_back: str = "", **fields: str) -> None:
    browser.get(f"/sign-in?next={way_back}" if way_back else "/sign-in")
    browser.send(browser.form("/sign-in"), email=email, **fields)


def sign_in(site: Site, browser: Browser, email: str, way_back: str = "") -> None:
    ask(browser, email, way_back)
    browser.follow()
    browser.send(browser.form("/sign-in/code"), code=site.code(email))


def test_it_works(site: Site) -> None:
    browser = site.browser()
    ask(browser, "ann@example.org", name="Ann")
    page = browser.follow()
    assert "ann@example.org" in page.text
    browser.send(browser.form("/sign-in/code"), code=site.code("ann@example.org"))
    page = browser.follow()
    assert page.status_code == 200
    assert ">Ann</a>" in page.text


def test_an_unknown_address_is_told_the_same_as_a_known_one(site: Site) -> None:
    site.player("Ann")
    pages = []
    for email in ("ann@example.org", "eve@example.org"):
        browser = site.browser()
        ask(browser, email)
        pages.append((browser.page.status_code, browser.page.headers["Location"]))
        assert browser.follow().status_code == 200
    assert pages[0] == pages[1]


def test_a_code_may_be_typed_with_blanks(site: Site) -> None:
    browser = site.browser()
    ask(browser, "ann@example.org")
    browser.follow()
    code = site.code("ann@example.org")
    browser.send(browser.form("/sign-in/code"), code=f" {code[:3]} {code[3:]} ")
    assert browser.page.status_code == 303


@pytest.mark.parametrize("code", ["", "000000x", "１２３４５６", "\x00", "9" * 500])
def test_a_wrong_code_signs_nobody_in(site: Site, code: str) -> None:
    browser = site.browser()
    ask(browser, "ann@example.org")
    browser.follow()
    page = browser.send(browser.form("/sign-in/code"), code=code)
    assert page.status_code == 422
    assert "code is wrong" in page.text
    assert browser.get("/matches").status_code == 303


def test_a_code_works_once(site: Site) -> None:
    browser, other = site.browser(), site.browser()
    for one in (browser, other):
        one.get("/sign-in")
    browser.send(browser.form("/sign-in"), email="ann@example.org")
    other.send(other.form("/sign-in"), email="ann@example.org")
    code = site.code("ann@example.org")
    browser.follow()
    browser.send(browser.form("/sign-in/code"), code=code)
    assert browser.page.status_code == 303
    other.follow()
    other.send(other.form("/sign-in/code"), code=code)
    assert other.page.status_code == 422


def test_the_code_page_without_an_address_leads_back(site: Site) -> None:
    page = site.browser().get("/sign-in/code")
    assert page.headers["Location"] == "/sign-in"


@pytest.mark.parametrize(
    "email", ["", "ann", "ann@", "Ann <ann@example.org>", "ann@example.org\nBcc: eve@example.org"]
)
def test_what_is_no_address_gets_no_code(site: Site, email: str) -> None:
    browser = site.browser()
    ask(browser, email)
    assert browser.page.status_code == 422
    assert "not a mail address" in browser.page.text
    assert dump()["letter"] == []


def test_too_many_codes_are_refused_with_the_time_to_wait(site: Site) -> None:
    browser = site.browser()
    for _ in range(7):
        ask(browser, "ann@example.org")
    assert browser.page.status_code == 429
    assert int(browser.page.headers["Retry-After"]) > 0


def test_one_comes_back_to_where_one_wanted_to_be(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/me")
    assert page.headers["Location"] == "/sign-in?next=/me"
    sign_in(site, browser, "ann@example.org", "/me")
    assert browser.page.headers["Location"] == "/me"


@pytest.mark.parametrize(
    "way_back",
    [
        "https://evil.example/", "//evil.example/", "/%5Cevil.example", "/%09/evil.example",
        "javascript:alert(1)", "evil", "/" + "a" * 600, "%0d%0aSet-Cookie:x=y",
    ],
)  # fmt: skip
def test_one_is_never_sent_to_another_site(site: Site, way_back: str) -> None:
    browser = site.browser()
    sign_in(site, browser, "ann@example.org", way_back)
    assert browser.page.headers["Location"] == "/matches"
    assert browser.get(f"/sign-in?next={way_back}").headers["Location"] == "/matches"


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(site: Site) -> None:
    browser = site.browser()
    sign_in(site, browser, "ann@example.org")
    cookie = SimpleCookie(browser.page.headers.getlist("Set-Cookie")[0])["pbem_session"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_behind_https_cookies_are_bound_to_the_host(tmp_path: Path) -> None:
    site = open_site(tmp_path, PBEM_PUBLIC_URL="https://localhost")
    browser = site.browser()
    browser.client.environ_base["wsgi.url_scheme"] = "https"
    page = browser.client.get("/sign-in", base_url="https://localhost")
    cookie = page.headers["Set-Cookie"]
    assert cookie.startswith("__Host-pbem_form=")
    assert "Secure; HttpOnly; Path=/; SameSite=Lax" in cookie
    assert "Domain" not in cookie
    with site.app.test_request_context():
        from pbem.web.pages.visitor import cookie_name

        assert cookie_name() == "__Host-pbem_session"
    db.close()


def test_a_new_sign_in_ends_the_session_before(site: Site) -> None:
    browser = site.visit("Ann")
    old = browser.client.get_cookie("pbem_session")
    assert old is not None
    browser.client.delete_cookie("pbem_session")
    ask(browser, "ann@example.org")
    browser.follow()
    form = browser.form("/sign-in/code")
    browser.client.set_cookie("pbem_session", old.value)
    browser.send(form, code=site.code("ann@example.org"))
    new = browser.client.get_cookie("pbem_session")
    assert new is not None
    assert new.value != old.value
    intruder = site.browser()
    intruder.client.set_cookie("pbem_session", old.value)
    assert intruder.get("/me").status_code == 303


def test_signing_out_ends_the_session_everywhere_it_was_copied_to(site: Site) -> None:
    browser = site.visit("Ann")
    cookie = browser.client.get_cookie("pbem_session")
    assert cookie is not None
    browser.get("/matches")
    browser.send(browser.form("/sign-out"))
    assert browser.get("/matches").status_code == 303
    copy = site.browser()
    copy.client.set_cookie("pbem_session", cookie.value)
    assert copy.get("/matches").status_code == 303


def test_an_api_token_is_no_session(site: Site) -> None:
    from pbem import clock
    from pbem.service import players
    from pbem.service.players import Profile

    players.sign_in(site.settings, "ann@example.org", Profile(), "", clock.now())
    secret, _, _ = players.redeem(
        site.settings, "ann@example.org", site.code("ann@example.org"), "", "api", "", clock.now()
    )
    browser = site.browser()
    browser.client.set_cookie("pbem_session", secret)
    assert browser.get("/me").status_code == 303
