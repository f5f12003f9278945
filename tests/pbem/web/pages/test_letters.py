"""The page of a player's letters."""

from __future__ import annotations

from pbem import clock
from pbem.service import outbox
from pbem.service.pace import SECOND
from tests.pbem.web.pages.site import Site


def test_it_works(site: Site) -> None:
    site.open_match(["Ann", "Bob"])
    browser = site.visit("Ann")
    assert "Still to go out" in browser.get("/me/letters").text
    now = clock.now() + 120 * SECOND
    for letter in outbox.claim("post", now, 100):
        outbox.settle(letter.id, "post", "dropped", "The player has <moved>.", now)
    text = browser.get("/me/letters").text
    assert "All seats of the match were taken." in text
    assert "not sent" in text
    assert "The player has &lt;moved&gt;." in text
    assert "/me/letters" in browser.get("/me").text
