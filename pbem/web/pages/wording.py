"""Instants and spans as a person reads them. Without a script the page cannot know the browser's zone:
it is the player's own choice."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from functools import cache
from hashlib import sha256
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from flask import Flask, g, url_for
from markupsafe import Markup

from pbem.clock import EPOCH, SECOND, rfc3339
from pbem.web.pages.visitor import visitor

STYLE = Path(__file__).parent / "static" / "pbem.css"
REGIONS = (
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian",
    "Pacific",
)  # fmt: skip
UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


def teach(app: Flask) -> None:
    """Gives the templates these words."""
    app.jinja_env.filters.update(moment=moment, stamp=stamp, left=left, span=span)
    app.jinja_env.globals.update(style_address=style_address)


def zone_name() -> str:
    """The time zone that this page is written in."""
    player = visitor()
    return player.time_zone if player else "UTC"


def moment(instant: int) -> Markup:
    """An instant to act by: `Thursday, 3 December 2026, 18:00 (Europe/Copenhagen)`."""
    at = local(instant)
    return _time(instant, f"{at:%A}, {at.day} {at:%B} {at.year}, {at:%H:%M} ({zone_name()})")


def stamp(instant: int) -> Markup:
    """An instant in passing: `3 Dec, 18:00`; with its year if that is another."""
    at = local(instant)
    year = f" {at.year}" if at.year != local(g.now).year else ""
    return _time(instant, f"{at.day} {at:%b}{year}, {at:%H:%M}")


def left(instant: int) -> str:
    """How far off an instant is: `in 2 days 3 hours`."""
    seconds = (instant - g.now) // SECOND
    return f"in {span(seconds)}" if seconds > 0 else "now"


def span(seconds: int) -> str:
    """A span of time by its two largest units: `1 day 12 hours`."""
    parts: list[str] = []
    for unit, size in UNITS:
        count, rest = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}{'s' if count > 1 else ''}")
            seconds = rest
        elif parts:
            break
    return " ".join(parts[:2]) or "no time"


def local(instant: int) -> datetime:
    """An instant in the visitor's time zone."""
    return (EPOCH + timedelta(microseconds=instant)).astimezone(_zone(zone_name()))


@cache
def zones() -> dict[str, list[str]]:
    """The time zones one can choose from, by region. Others are kept if a player has one."""
    known = sorted(available_timezones())
    return {region: [zone for zone in known if zone.startswith(f"{region}/")] for region in REGIONS}


@cache
def style_address() -> str:
    """The style sheet's address; it changes with the content, so that browsers may keep it."""
    return url_for("pages.static", filename=STYLE.name, v=sha256(STYLE.read_bytes()).hexdigest()[:12])


@cache
def _zone(name: str) -> tzinfo:
    return ZoneInfo(name)


def _time(instant: int, words: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(rfc3339(instant), words)
