"""Where a list goes on: opaque to the client, and looked at when it comes back."""

from __future__ import annotations

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from pbem.web.problems import Problem

LONGEST = 200


def write(kind: str, *parts: int | str) -> str:
    """A cursor of one kind of list, that goes on behind the item with these sort keys."""
    return urlsafe_b64encode(json.dumps([kind, *parts]).encode()).decode().rstrip("=")


def read(cursor: str, kind: str, *types: type) -> tuple[Any, ...]:
    """The sort keys of a cursor, of these types; raises Problem."""
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        parts = json.loads(urlsafe_b64decode(padded))
    except (ValueError, binascii.Error, RecursionError):
        raise _strange() from None
    if not isinstance(parts, list) or [type(part) for part in parts] != [str, *types] or parts[0] != kind:
        raise _strange()
    if any(isinstance(part, int) and abs(part) >= 2**63 for part in parts):
        raise _strange()
    if any(isinstance(part, str) and not part.isascii() for part in parts):
        raise _strange()
    return tuple(parts[1:])


def _strange() -> Problem:
    said = "The cursor is none that this list has given out. Take `next_cursor` as it is, or leave it out."
    return Problem("bad-value", said, errors=[{"parameter": "cursor", "detail": said}])
