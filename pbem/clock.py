"""The one place that reads the clock. An instant is an integer: microseconds since 1970-01-01T00:00:00Z.

Below the doors nobody calls `now()`: the instant arrives as an argument.
"""

import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
SECOND = 1_000_000  # one second, as the database counts


def now() -> int:
    """The present instant, in microseconds since the epoch, UTC."""
    return time.time_ns() // 1_000


@lru_cache(maxsize=4096)  # a match tells the same ones with each answer
def rfc3339(instant: int) -> str:
    """An instant as RFC 3339 text of fixed width: `2026-11-30T18:00:00.000000Z`.

    Raises OverflowError outside the years 1 to 9999.
    """
    return (EPOCH + timedelta(microseconds=instant)).isoformat(timespec="microseconds").replace("+00:00", "Z")
