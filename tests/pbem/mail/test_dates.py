"""Instants and spans in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbem.mail import dates

EVENING = int(datetime(2026, 12, 3, 17, 5, 59, tzinfo=UTC).timestamp()) * 1_000_000
SUMMER = int(datetime(2026, 7, 1, 20, 30, tzinfo=UTC).timestamp()) * 1_000_000


@pytest.mark.parametrize(
    ("at", "zone", "words"),
    [
        (EVENING, "Europe/Copenhagen", "Thursday 3 December 2026, 18:05 (Europe/Copenhagen, UTC+1)"),
        (EVENING, "UTC", "Thursday 3 December 2026, 17:05 (UTC)"),
        (EVENING, "Asia/Kolkata", "Thursday 3 December 2026, 22:35 (Asia/Kolkata, UTC+5:30)"),
        (EVENING, "America/St_Johns", "Thursday 3 December 2026, 13:35 (America/St_Johns, UTC-3:30)"),
        (SUMMER, "Europe/Copenhagen", "Wednesday 1 July 2026, 22:30 (Europe/Copenhagen, UTC+2)"),
        (SUMMER, "Europe/London", "Wednesday 1 July 2026, 21:30 (Europe/London, UTC+1)"),
        (EVENING, "Europe/London", "Thursday 3 December 2026, 17:05 (Europe/London, UTC+0)"),
        (EVENING, "Nowhere/At_All", "Thursday 3 December 2026, 17:05 (UTC)"),
        (EVENING, "../../etc/passwd", "Thursday 3 December 2026, 17:05 (UTC)"),
        (EVENING, "Europe", "Thursday 3 December 2026, 17:05 (UTC)"),
    ],
)
def test_an_instant_has_weekday_date_time_and_zone(at: int, zone: str, words: str) -> None:
    assert dates.instant(at, zone) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(259_200, "3 days"), (129_600, "1 day 12 hours"), (3600, "1 hour"), (90_061, "1 day 1 hour"),
     (2, "2 seconds"), (0, "0 seconds"), (90, "1 minute 30 seconds")],
)  # fmt: skip
def test_a_span_has_its_two_largest_units(seconds: int, words: str) -> None:
    assert dates.span(seconds) == words
