"""JSON from outside, read strictly: what two programs could read differently is refused (AP-3)."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

DEEPEST = 16
"""Levels of lists and objects in one another."""
GREATEST = 2**53
"""Whole numbers beyond it are rounded by many programs."""

_TOKEN = re.compile(r'\\.|["\[\]{}]', re.DOTALL)


class BadJson(Exception):
    """A body that cannot be used as JSON; the message is a sentence for its sender."""


def read(body: bytes) -> Any:
    """The value in a body; raises BadJson.

    Refused beside bad syntax: other encodings than UTF-8, deep nesting, a name that comes twice in an
    object, NaN and infinities, whole numbers beyond 2**53, NUL and half characters in texts.
    """
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        raise BadJson("The body must be JSON in UTF-8.") from None
    _check_depth(text)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_number,
            parse_constant=_no_number,
        )
    except ValueError as error:
        where = f" near character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
        raise BadJson(f"The body is not valid JSON{where}.") from None
    if "\\u" in text:
        _check_texts(value)
    return value


def _check_depth(text: str) -> None:
    """Looks at brackets alone, in one pass: the parser itself would recurse."""
    depth, quoted = 0, False
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign == '"':
            quoted = not quoted
        elif not quoted and sign in "[{":
            depth += 1
        elif not quoted and sign in "]}":
            depth -= 1
        if depth > DEEPEST:
            raise BadJson(f"The body is nested too deeply: {DEEPEST} levels are allowed.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadJson("The body has an object in which a name comes twice.")
    return found


def _whole_number(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > GREATEST:
        raise BadJson("The body has a whole number beyond 2**53.")
    return int(digits)


def _number(digits: str) -> float:
    if not math.isfinite(float(digits)):
        raise BadJson("The body has a number that is too large.")
    return float(digits)


def _no_number(name: str) -> NoReturn:
    raise BadJson(f"The body has {name}, which is not JSON.")


def _check_texts(value: Any) -> None:
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= sign <= "\udfff" for sign in value):
            raise BadJson("The body has a text with NUL or half a character in it.")
    elif isinstance(value, dict):
        for name, part in value.items():
            _check_texts(name)
            _check_texts(part)
    elif isinstance(value, list):
        for part in value:
            _check_texts(part)
