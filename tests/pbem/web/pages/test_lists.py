from __future__ import annotations

import re

from tests.pbem.web.pages.site import Site


def order(html: str, *marks: str) -> bool:
    places = [html.index(mark) for mark in marks]
    return places == sorted(places)


def test_it_works(site: Site) -> None:
    running = site.open_match(["Ann", "Bob"])
    waiting = site.open_match(["Ann"], seats=3)
    free = site.open_match(["Carl", "Dina"], seats=4)
    over = site.open_match(["Ann", "Bob"])
    site.play(over, 10_000)
    page = site.visit("Ann").get("/matches").text
    for match in (running, waiting, free, over):
        assert page.count(f'href="/matches/{match}"') == 1
    assert order(page, f"/matches/{running}", f"/matches/{waiting}", f"/matches/{free}", f"/matches/{over}")


def test_matches_in_which_one_is_asked_stand_first_with_the_deadline(site: Site) -> None:
    match = site.open_match(["Ann", "Bob"])
    asked = site.asked(match)
    other = "Bob" if asked == "Ann" else "Ann"
    mine = site.visit(asked).get("/matches").text
    assert order(mine, "Your move", f"/matches/{match}", "Open to join")
    assert re.search(r"by <time[^>]*>\w+day, \d+ \w+ \d{4}, \d\d:\d\d \(Europe/Copenhagen\)</time>", mine)
    theirs = site.visit(other).get("/matches").text
    assert "Nobody waits for you." in theirs
    assert f"{asked} to move" in theirs


def test_the_nearest_deadline_comes_first(site: Site) -> None:
    paces = {days: site.open_match(["Ann", "Bob"], pace={"seconds": days * 86_400}) for days in (5, 2, 9)}
    for match in paces.values():
        while site.asked(match) != "Ann":
            site.play(match, 1)
    page = site.visit("Ann").get("/matches").text
    assert order(page, paces[2], paces[5], paces[9])


def test_private_matches_of_others_are_not_listed(site: Site) -> None:
    match = site.open_match(["Ann"], seats=2, access="private", invite=["bob@example.org"])
    assert match not in site.visit("Carl").get("/matches").text


def test_who_is_invited_finds_the_match(site: Site) -> None:
    private = site.open_match(["Ann"], seats=2, access="private", invite=["bob@example.org"])
    public = site.open_match(["Ann"], seats=2, invite=["bob@example.org"])
    page = site.visit("Bob").get("/matches").text
    assert order(page, "You are invited", f"/matches/{public}", f"/matches/{private}", "Open to join")
    assert page.count(f'href="/matches/{public}"') == 1
    assert "You are invited" not in site.visit("Carl").get("/matches").text


def test_others_are_asked_to_sign_in(site: Site) -> None:
    assert site.browser().get("/matches").headers["Location"] == "/sign-in?next=/matches"
