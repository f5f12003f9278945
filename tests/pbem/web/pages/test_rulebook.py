from __future__ import annotations

from engine.games import GAMES
from pbem.web.pages.rulebook import rulebook
from tests.engine.toy import GAME as TOY
from tests.pbem.web.pages.site import GAME, Site


def test_it_works(site: Site) -> None:
    page = site.browser().get(f"/games/{GAME}/rules")
    assert page.status_code == 200
    assert f"Rules of {GAMES[GAME].name}" in page.text


def test_a_game_that_does_not_exist_is_not_found(site: Site) -> None:
    assert site.browser().get("/games/chess/rules").status_code == 404


def test_every_numbered_paragraph_can_be_linked_to() -> None:
    html = rulebook(TOY.rules)
    assert '<p id="1.1" class="numbered"><a class="number" href="#1.1">1.1</a> There are twelve cards' in html
    assert html.count('class="numbered"') == sum(line[:1].isdigit() for line in TOY.rules.splitlines())


def test_headings_lists_tables_and_code_are_told_apart() -> None:
    lines = [
        "# A `b`",
        "",
        "One",
        "two.",
        "- x **y**",
        "- z",
        "  on",
        "",
        "| a | b |",
        "|---|---|",
        "| 1 | 2 |",
    ]
    text = "\n".join([*lines, "", "```", "# no <heading>", "```", "End."])
    head = "<thead><tr><th>a</th><th>b</th></tr></thead>"
    body = "<tbody><tr><td>1</td><td>2</td></tr></tbody>"
    assert str(rulebook(text)).splitlines() == [
        "<h1>A <code>b</code></h1>",
        "<p>One two.</p>",
        "<ul><li>x <strong>y</strong></li><li>z on</li></ul>",
        f'<div class="wide"><table>{head}{body}</table></div>',
        "<pre># no &lt;heading&gt;</pre>",
        "<p>End.</p>",
    ]


def test_a_paragraph_that_is_cited_is_linked() -> None:
    html = rulebook("3.2 See (3.1) and 9.9.\n3.1 See 3.1.2.\n")
    assert 'See (<a href="#3.1">3.1</a>) and 9.9.' in html
    assert "See 3.1.2." in html


def test_no_markup_gets_through() -> None:
    assert rulebook("1.1 <img src=x onerror=alert(1)> [a](javascript:x)") == (
        '<p id="1.1" class="numbered"><a class="number" href="#1.1">1.1</a> '
        "&lt;img src=x onerror=alert(1)&gt; [a](javascript:x)</p>"
    )
