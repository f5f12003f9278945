"""Instants and spans in words. Own tables of names: the C library's depend on the host's locale."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from pbem.clock import EPOCH

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


def instant(microseconds: int, time_zone: str) -> str:
    """An instant for a reader: `Thursday 3 December 2026, 18:05 (Europe/Copenhagen, UTC+1)`.

    Cut to the minute, so that a deadline is never shown later than it is. A zone that this host does not know
    is shown as UTC.
    """
    local = (EPOCH + timedelta(microseconds=microseconds)).astimezone(_zone(time_zone))
    day = f"{WEEKDAYS[local.weekday()]} {local.day} {MONTHS[local.month - 1]} {local.year}"
    return f"{day}, {local:%H:%M} ({_zone_words(local)})"


def span(seconds: int) -> str:
    """A length of time in its two largest units: `3 days`, `1 day 12 hours`."""
    parts = []
    for unit, size in UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}" + ("s" if count > 1 else ""))
    return " ".join(parts[:2]) or "0 seconds"


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no proper name, a folder of zones
        return ZoneInfo("UTC")


def _zone_words(local: datetime) -> str:
    name = str(local.tzinfo)
    offset = local.utcoffset() or timedelta()
    if name == "UTC":
        return name
    minutes = int(offset.total_seconds()) // 60
    sign, (hours, rest) = "-" if minutes < 0 else "+", divmod(abs(minutes), 60)
    return f"{name}, UTC{sign}{hours}" + (f":{rest:02d}" if rest else "")
