"""The rules of a game as a page. RULES.md is simple Markdown; each numbered paragraph is an anchor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from flask import Flask, render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from engine.games import GAMES
from pbem.errors import NotFound
from pbem.web.pages.blueprint import pages

_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.?\s+(?=\S)")
_HEADING = re.compile(r"(#{1,4})\s+(.*)")
_ITEM = re.compile(r"[-*]\s+")
_CITED = re.compile(r"(?<![\w.])(\d+\.\d+(?:\.\d+)*)(?![\w.]*\d)")
_MARKED = ((re.compile(r"`([^`]+)`"), "code"), (re.compile(r"\*\*([^*]+)\*\*"), "strong"),
           (re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])"), "em"))  # fmt: skip


@pages.get("/games/<slug>/rules")
def show_rules(slug: str) -> ResponseReturnValue:
    """The rules that a game is played by."""
    if slug not in GAMES:
        raise NotFound("There is no such game here.")
    return render_template("pages/rules.html", game=GAMES[slug])


def teach(app: Flask) -> None:
    """Gives the templates the filter `rulebook`."""
    app.jinja_env.filters["rulebook"] = rulebook


@cache
def rulebook(text: str) -> Markup:
    """The text as HTML: headings, numbered paragraphs, lists, tables, code; all else is escaped."""
    blocks = list(_blocks(text))
    known = {number for block in blocks if (number := _number_of(block))}
    return Markup("\n").join(_block(block, known) for block in blocks)


def _blocks(text: str) -> Iterator[list[str]]:
    """Runs of lines that belong together."""
    block: list[str] = []
    fenced = False
    for line in text.splitlines():
        fence = line.startswith("```")
        if block and not fenced and _begins(line, block):
            yield block
            block = []
        fenced ^= fence
        if line.strip() or fenced:
            block.append(line)
    if block:
        yield block


def _begins(line: str, block: list[str]) -> bool:
    """Whether a line outside of code begins another block than the one at hand."""
    before = block[-1]
    if not line.strip() or line.startswith("```") or before.startswith("```") or _HEADING.match(before):
        return True
    if _is_table(line) or _is_table(before):
        return _is_table(line) != _is_table(before)
    if _ITEM.match(line):
        return not _ITEM.match(block[0])
    return bool(_NUMBER.match(line) or _HEADING.match(line))


def _is_table(line: str) -> bool:
    return line.startswith("|")


def _number_of(block: list[str]) -> str | None:
    """The number of a paragraph or of a heading."""
    heading = _HEADING.match(block[0])
    numbered = _NUMBER.match(heading[2] if heading else block[0])
    return numbered[1] if numbered else None


def _block(block: list[str], known: set[str]) -> Markup:
    first = block[0]
    if first.startswith("```"):
        return Markup("<pre>{}</pre>").format("\n".join(line for line in block if not line.startswith("```")))
    if heading := _HEADING.match(first):
        return _heading(heading, _number_of(block), known)
    if _is_table(first):
        return _table(block, known)
    if _ITEM.match(first):
        return Markup("<ul>{}</ul>").format(Markup("").join(_items(block, known)))
    return _paragraph(" ".join(line.strip() for line in block), _number_of(block), known)


def _heading(heading: re.Match[str], number: str | None, known: set[str]) -> Markup:
    level = len(heading[1])
    anchor = Markup(' id="{}"').format(number) if number else ""
    return Markup("<h{0}{1}>{2}</h{0}>").format(level, anchor, _inline(heading[2], known))


def _paragraph(text: str, number: str | None, known: set[str]) -> Markup:
    if number is None:
        return Markup("<p>{}</p>").format(_inline(text, known))
    rest = text[len(number) :].lstrip(". ")
    mark = Markup('<a class="number" href="#{0}">{0}</a>').format(number)
    return Markup('<p id="{}" class="numbered">{} {}</p>').format(
        number, mark, _inline(rest, known - {number})
    )


def _items(block: list[str], known: set[str]) -> Iterator[Markup]:
    items: list[str] = []
    for line in block:
        if begun := _ITEM.match(line):
            items.append(line[begun.end() :])
        else:
            items[-1] += " " + line.strip()
    for item in items:
        yield Markup("<li>{}</li>").format(_inline(item, known))


def _table(block: list[str], known: set[str]) -> Markup:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in block]
    is_head = len(rows) > 1 and all(set(cell) <= set("-: ") for cell in rows[1])
    body = rows[2:] if is_head else rows
    head = Markup("<thead>{}</thead>").format(_row(rows[0], "th", known)) if is_head else ""
    lines = Markup("").join(_row(row, "td", known) for row in body)
    return Markup('<div class="wide"><table>{}<tbody>{}</tbody></table></div>').format(head, lines)


def _row(cells: list[str], tag: str, known: set[str]) -> Markup:
    inside = (Markup("<{0}>{1}</{0}>").format(tag, _inline(cell, known)) for cell in cells)
    return Markup("<tr>{}</tr>").format(Markup("").join(inside))


def _inline(text: str, known: set[str]) -> Markup:
    """Escaped first; what is marked and what cites a paragraph is put around that."""
    html = str(escape(text))
    for pattern, tag in _MARKED:
        html = pattern.sub(rf"<{tag}>\1</{tag}>", html)
    return Markup(_CITED.sub(lambda found: _cited(found, known), html))


def _cited(found: re.Match[str], known: set[str]) -> str:
    return f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[1]
