"""What a person sends: a line of several moves, with words cut short.

retreat 3 5; r10 4; claim 4; end
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from engine import notation
from engine.errors import InvalidMove
from engine.game import Move, Names

M = TypeVar("M", bound=Move)

MOST = 60
"""Moves that can be sent together."""
LONGEST = MOST * notation.LONGEST
_JOINT = re.compile(r"[;\r\n]")


def read(moves: Sequence[type[M]], line: str, names: Names) -> list[M]:
    """The moves of a line, parted by `;` or line breaks; at least one.

    `names`: what the game tells of the view of the one who writes. Raises InvalidMove; its
    `line` is then the part that was to blame, if there are several.
    """
    if len(line) > LONGEST:
        raise too_many(moves)
    parts = [part.strip() for part in _JOINT.split(notation.tidy(line)) if part.strip(". \t")]
    found: list[M] = []
    for part in parts or [""]:
        try:
            found += notation.read_part(moves, part, names)
        except InvalidMove as refusal:
            refusal.line = part if len(parts) > 1 else None
            raise
        if len(found) > MOST:
            raise too_many(moves)
    return found


def too_many(moves: Sequence[type[Move]]) -> InvalidMove:
    """The refusal of more moves than can be sent together."""
    return InvalidMove(f"At most {MOST} moves can be sent together.", "; ".join(move.usage for move in moves))
