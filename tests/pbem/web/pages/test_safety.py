"""What holds for every page: looking changes nothing, robots move nothing, forms come from our own pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from pbem import db
from pbem.service import ids
from tests.pbem.web.pages.forms import forms
from tests.pbem.web.pages.site import GAME, Browser, Site, dump

NOT_FOR_BROWSERS = "pages.end_letters"


class World:
    """A site with a match of every kind."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.running = site.open_match(["Ann", "Bob", "Carl"])
        site.play(self.running, 12)
        self.over = site.open_match(["Ann", "Bob"])
        site.play(self.over, 10_000)
        self.private = site.open_match(["Bob"], seats=2, access="private", invite=["ann@example.org"])
        self.open = site.open_match(["Carl"], seats=3)

    @property
    def matches(self) -> tuple[str, ...]:
        return self.running, self.over, self.private, self.open

    def viewers(self) -> Iterator[Browser]:
        yield self.site.browser()
        yield from (self.site.visit(name) for name in ("Ann", "Bob", "Carl", "Dina"))

    def paths(self, method: str) -> Iterator[str]:
        """The address of every page, with everything filled in that it could be about."""
        for rule in self.site.app.url_map.iter_rules():
            if rule.endpoint.startswith("pages.") and method in (rule.methods or ()):
                yield from self._filled(rule.rule, rule.endpoint)

    def _filled(self, rule: str, endpoint: str) -> Iterator[str]:
        letter = (db.fetchone("SELECT id FROM letter WHERE kind = 'invitation'") or ("",))[0]
        token = ids.derived(self.site.settings.secret_key, "unsubscribe", letter)
        path = rule.replace("<letter>", letter).replace("<slug>", GAME).replace("<path:filename>", "pbem.css")
        path = path.replace("<token>", token if "unsubscribe" in rule else "x")
        for match in self.matches if "<id>" in rule else ("",):
            yield path.replace("<id>", match)
            if endpoint == "pages.show_match":
                yield f"{path.replace('<id>', match)}?invitation={self.site.invitation(self.private)}&log=all"


@pytest.fixture
def world(site: Site) -> World:
    return World(site)


def test_it_works(world: World) -> None:
    paths = [*world.paths("GET")]
    assert len(paths) > 25
    assert not [path for path in paths if "<" in path]


def test_looking_at_any_page_changes_no_row(world: World) -> None:
    for viewer in world.viewers():
        before = dump()
        for path in world.paths("GET"):
            assert viewer.get(path).status_code in (200, 303, 404, 409), path
            viewer.client.head(path)
            viewer.client.options(path)
        assert dump() == before


def test_no_page_has_a_script_or_calls_another_site(world: World) -> None:
    for viewer in world.viewers():
        for path in world.paths("GET"):
            page = viewer.get(path)
            if page.mimetype != "text/html":
                continue
            policy = page.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "script" not in policy
            assert page.headers["Cache-Control"] == "no-store"
            assert not re.search(
                r"<script|\son\w+=|style=|javascript:|(?:src|href|action)=\"(?:https?:)?//", page.text
            )


def test_a_robot_that_presses_every_button_makes_no_move(world: World) -> None:
    for viewer in world.viewers():
        moves, running = dump()["entry"], world.site.state(world.running)
        for path in [*world.paths("GET")]:
            html = viewer.get(path).text
            for form in forms(html):
                if form.action in (
                    f"/matches/{world.running}/moves",
                    f"/matches/{world.running}/resignation",
                ):
                    assert viewer.send(form).status_code == 422
        assert (dump()["entry"], world.site.state(world.running)) == (moves, running)


def test_without_a_token_no_form_has_an_effect(world: World) -> None:
    for viewer in world.viewers():
        before = dump()
        for path in world.paths("POST"):
            if not path.startswith("/unsubscribe"):
                assert viewer.client.post(path, data={"sure": "yes"}).status_code == 403, path
        assert dump() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"}, {"Origin": "http://["}, {"Origin": "http://[::1"},
        {"Origin": "//]"}, {"Origin": ""},
    ],
)  # fmt: skip
def test_a_form_from_another_site_has_no_effect_even_with_the_token(
    world: World, headers: dict[str, str]
) -> None:
    viewer = world.site.visit(world.site.asked(world.running))
    viewer.get(f"/matches/{world.running}")
    form, line = viewer.form(f"/matches/{world.running}/moves"), world.site.legal(world.running)[0]
    before = dump()
    page = viewer.client.post(form.action, data={**dict(form.fields), "move": line}, headers=headers)
    assert page.status_code == 403
    assert dump() == before


def test_another_persons_token_does_not_count(world: World) -> None:
    mine, theirs = world.site.visit("Ann"), world.site.visit("Bob")
    for browser in (mine, theirs):
        browser.get("/me")
    form = mine.form("/me")
    foreign = dict(theirs.form("/me").fields)["csrf_token"]
    assert mine.send(form, csrf_token=foreign, name="Eve").status_code == 403


def test_what_a_browser_says_of_our_own_forms_is_accepted(world: World) -> None:
    viewer = world.site.visit(world.site.asked(world.running))
    viewer.get(f"/matches/{world.running}")
    form, line = viewer.form(f"/matches/{world.running}/moves"), world.site.legal(world.running)[0]
    page = viewer.client.post(
        form.action,
        data={**dict(form.fields), "move": line},
        headers={"Origin": "null", "Sec-Fetch-Site": "same-origin"},
    )
    assert page.status_code == 303
