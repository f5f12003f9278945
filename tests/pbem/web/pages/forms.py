"""The forms of a page as a browser without scripts would send them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

Fields = list[tuple[str, str]]


@dataclass
class Form:
    """One form: where it goes, and what it sends if its button is pressed at once."""

    method: str
    action: str
    fields: Fields = field(default_factory=list)
    radios: list[tuple[str, str]] = field(default_factory=list)
    """All radio buttons and check boxes, chosen or not."""
    button: str = ""


def forms(html: str) -> list[Form]:
    """The forms of a page in order."""
    reader = _Reader()
    reader.feed(html)
    return reader.forms


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.select: str | None = None
        self.options: list[tuple[str | None, bool]] = []
        self.in_button = False
        self.in_option = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "form":
            self.forms.append(Form((has.get("method") or "get").lower(), has.get("action") or ""))
        elif tag == "input" and self.forms:
            self._input(has)
        elif tag == "select":
            self.select, self.options = has["name"], []
        elif tag == "option":
            self.options.append((has.get("value"), "selected" in has))
            self.in_option = True
        elif tag == "button":
            self.in_button = True
            if self.forms and not self.forms[-1].button and has.get("name"):  # the first one is pressed
                self.forms[-1].fields.append((has["name"] or "", has.get("value") or ""))

    def handle_data(self, data: str) -> None:
        if self.in_option and self.options[-1][0] is None:
            self.options[-1] = (data, self.options[-1][1])
        if self.in_button:
            self.forms[-1].button += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "option":
            self.in_option = False
        elif tag == "button":
            self.in_button = False
        elif tag == "select" and self.select and self.options:
            chosen = next((value for value, is_chosen in self.options if is_chosen), self.options[0][0])
            self.forms[-1].fields.append((self.select, chosen or ""))

    def _input(self, has: dict[str, str | None]) -> None:
        name, value = has.get("name") or "", has.get("value") or ""
        if has.get("type") in ("radio", "checkbox"):
            self.forms[-1].radios.append((name, value))
            if "checked" not in has:
                return
        self.forms[-1].fields.append((name, value))
