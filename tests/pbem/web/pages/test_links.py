"""Programs that follow the links of letters, scanners and whole browsers: none of them changes anything."""

from __future__ import annotations

import re
import shutil
import subprocess
from urllib.parse import urlsplit

import pytest

from pbem import clock
from pbem.service import matches, outbox, players
from pbem.service.letters import Draft, draft
from pbem.service.matches import Proposal
from pbem.service.pace import DAY, SECOND
from pbem.service.players import Profile
from tests.pbem.web.pages.site import Site, dump
from tests.pbem.web.serving import served

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def links(site: Site) -> set[str]:
    """The paths behind all links of letters of every kind that can be had here."""
    now = clock.now()
    running = site.open_match(["Ann", "Bob"])
    site.open_match(["Ann"], seats=2, invite=["eve@example.org"])
    over = site.open_match(["Ann", "Bob"])
    players.sign_in(site.settings, "eve@example.org", Profile(name="Eve"), "here", now)
    _resign(site, over)
    lapsing = matches.propose(site.settings, site.player("Ann"), Proposal("lords-of-scotland", 2), now)
    assert running != lapsing
    found: set[str] = set()
    kinds: set[str] = set()
    for letter in outbox.claim("post", now + DAY, 100):
        drafted = draft(site.settings, letter, now + SECOND)
        if isinstance(drafted, Draft):
            kinds.add(letter.kind)
            mail = drafted.mail
            found |= {
                *re.findall(r"https?://\S+", mail.text),
                *re.findall(r'href="(https?://[^"]+)"', mail.html),
            }
    assert kinds >= {"sign-in-code", "invitation", "match-started", "your-turn", "match-over"}
    urls = [urlsplit(url.replace("&amp;", "&")) for url in found]
    return {f"{url.path or '/'}?{url.query}" for url in urls}


def _resign(site: Site, match: str) -> None:
    browser = site.visit(site.asked(match))
    browser.get(f"/matches/{match}/resignation")
    browser.send(browser.form(f"/matches/{match}/resignation"), sure="yes")


def test_looking_changes_nothing(site: Site) -> None:
    every, before = links(site), dump()
    assert len(every) >= 5
    client = site.browser().client
    for path in every:
        for answer in (client.get(path), client.head(path)):
            assert answer.status_code in (200, 303), path
    assert dump() == before


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_a_browser_with_scripts_changes_nothing(site: Site) -> None:
    every = links(site)
    before = dump()
    with served(site.app) as base:
        for path in sorted(every)[:8]:
            shown = subprocess.run(
                [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", base + path],
                capture_output=True,
                text=True,
                timeout=60,
            )
            assert "<h1" in shown.stdout or "<form" in shown.stdout, path
    assert dump() == before
