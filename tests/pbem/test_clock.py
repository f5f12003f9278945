import time
from datetime import datetime

import pytest

from pbem import clock


def test_now_is_the_present_instant_in_microseconds() -> None:
    before = time.time()
    assert before - 0.001 <= clock.now() / clock.SECOND <= time.time() + 0.001


@pytest.mark.parametrize(
    ("instant", "text"),
    [
        (0, "1970-01-01T00:00:00.000000Z"),
        (1, "1970-01-01T00:00:00.000001Z"),
        (-1, "1969-12-31T23:59:59.999999Z"),
        (1_796_061_600_000_000, "2026-11-30T18:00:00.000000Z"),
        (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
        (-62_135_596_800_000_000, "0001-01-01T00:00:00.000000Z"),
    ],
)
def test_an_instant_has_a_text_of_fixed_width(instant: int, text: str) -> None:
    assert clock.rfc3339(instant) == text


def test_the_text_says_the_same_instant() -> None:
    read = datetime.fromisoformat(clock.rfc3339(1_796_061_600_123_456))
    assert round(read.timestamp() * clock.SECOND) == 1_796_061_600_123_456


def test_an_instant_beyond_the_calendar_is_refused() -> None:
    with pytest.raises(OverflowError):
        clock.rfc3339(10**18)
