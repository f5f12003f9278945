"""A move as one line of text: its verb, then its fields in order.

    muster wemyss-8 up discard b2

Enough for a person to type in a mail and for a record to be read aloud. Fields that have
their default value are left out at the end of the line. A kind of move may lay its line out
otherwise: see `pattern`, `bare` and `each` of `engine.game.Move`. Reading forgives case,
repeated blanks, wide letters and full stops at the end; with names, shortened words too.
Several moves in one line are read by `engine.lines`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from msgspec.structs import FieldInfo

from engine import fields
from engine.errors import InvalidMove
from engine.fields import quoted, tag, verb
from engine.game import Move, Names

__all__ = ["LONGEST", "quoted", "read", "read_part", "tag", "tidy", "verb", "write"]

M = TypeVar("M", bound=Move)

LONGEST = 200
"""Characters of a line that anybody could mean as a move."""


def write(move: Move) -> str:
    """The line that stands for a move."""
    kind = type(move)
    words = [word for part in _given(move) for word in _words(move, part)]
    return " ".join(words if kind.bare and words else [verb(kind), *words])


def read(moves: Sequence[type[M]], line: str, names: Names | None = None) -> M:
    """The one move that a line stands for; raises InvalidMove with the usage of the nearest kind.

    Without `names` all words must be whole, as in a log or a record.
    """
    move, *more = read_part(moves, line, names)
    if more:
        raise InvalidMove(f"These are {len(more) + 1} moves, not one.", type(move).usage)
    return move


def read_part(moves: Sequence[type[M]], line: str, names: Names | None = None) -> list[M]:
    """The moves of a line without `;`: several, if its kind is marked `each`. Otherwise as `read`."""
    line = tidy(line)
    if len(line) > LONGEST:
        raise InvalidMove(f"A move is a line of at most {LONGEST} characters.", _usages(moves))
    words = line.lower().rstrip(". \t\r\n").split()
    if not words:
        raise InvalidMove(f"The line is empty. {_all_verbs(moves)}", _usages(moves))
    kind = _kind(moves, words[0], names)
    if kind is not None:
        return _moves(kind, words[1:], names)
    bare = _bare(moves)
    if bare is None or not fields.is_value(bare, _first_field(bare), words[0], names):
        raise InvalidMove(f"There is no move {quoted(words[0])}. {_all_verbs(moves)}", _usages(moves))
    return _moves(bare, words, names)


def tidy(line: str) -> str:
    """A line in plain signs (no wide digits, no blanks that do not break), without blanks around it."""
    return unicodedata.normalize("NFKC", line).strip()


def _usages(moves: Sequence[type[Move]]) -> str:
    return "; ".join(move.usage for move in moves)


def _all_verbs(moves: Sequence[type[Move]]) -> str:
    return f"The moves are: {', '.join(map(verb, moves))}."


def _kind(moves: Sequence[type[M]], word: str, names: Names | None) -> type[M] | None:
    """The kind whose verb a word is, or is short for; None: the word is no verb. Raises InvalidMove."""
    places = _places(tuple(moves))
    if word in places or names is None:
        return moves[places[word]] if word in places else None
    others = _first_words(_bare(moves), names)
    if fields.is_whole(word, others):
        return None
    found = fields.beginning_with(word, places)
    if found and (more := fields.beginning_with(word, [known for pool in others for known in pool])):
        found = [*dict.fromkeys([*found, *more])]
    if len(found) > 1:
        raise fields.ambiguous(word, found, _usages(moves))
    return moves[places[found[0]]] if found else None


@cache
def _places(moves: tuple[type[Move], ...]) -> dict[str, int]:
    """Where among the kinds each verb's kind stands."""
    return {verb(move): place for place, move in enumerate(moves)}


def _bare(moves: Sequence[type[M]]) -> type[M] | None:
    """The kind whose verb may be left out."""
    return next((move for move in moves if move.bare), None)


def _first_words(bare: type[Move] | None, names: Names) -> list[tuple[str, ...]]:
    """What a line without a verb may begin with."""
    return [] if bare is None else fields.known_words(bare, _first_field(bare), names)


def _first_field(bare: type[Move]) -> FieldInfo:
    return next(part for part in fields.layout(bare) if isinstance(part, FieldInfo))


def _moves(kind: type[M], words: list[str], names: Names | None) -> list[M]:
    """The moves of one kind, from what follows the verb."""
    said = [word for word in words if word not in fields.layout(kind)] if kind.each else []
    if len(said) > 1:
        return [_build(kind, [word], names) for word in said]
    return [_build(kind, words, names)]


def _build(kind: type[M], words: list[str], names: Names | None) -> M:
    dealt = _dealt(kind, words)
    return kind(**{field.name: fields.value(kind, field, said, names) for field, said in dealt})


def _dealt(kind: type[Move], words: list[str]) -> list[tuple[FieldInfo, list[str]]]:
    """The words of a line given out to the fields; raises InvalidMove for too many or too few."""
    dealt: list[tuple[FieldInfo, list[str]]] = []
    left, laid = words, fields.layout(kind)
    for place, part in enumerate(laid, 1):
        if isinstance(part, str):
            left = left[1:] if left[:1] == [part] else left
        elif left:
            taken = len(left) if place == len(laid) and fields.takes_the_rest(kind) else 1
            dealt.append((part, left[:taken]))
            left = left[taken:]
        elif part.required:
            left = ["too few"]
            break
    if left:
        raise InvalidMove(f"`{verb(kind)}` is written: {kind.usage}.", kind.usage)
    return dealt


def _given(move: Move) -> list[FieldInfo | str]:
    """What the line must say: all up to the last field that differs from its default."""
    known = list(fields.layout(type(move)))
    while known and _is_left_out(move, known[-1]):
        known.pop()
        while known and isinstance(known[-1], str):  # it leads to nothing
            known.pop()
    return known


def _is_left_out(move: Move, part: FieldInfo | str) -> bool:
    return isinstance(part, FieldInfo) and not part.required and getattr(move, part.name) == part.default


def _words(move: Move, part: FieldInfo | str) -> list[str]:
    """A fixed word, or a field's value: one word, but for a tuple at the end of the line."""
    if isinstance(part, str):
        return [part]
    value = getattr(move, part.name)
    at_the_end = part is fields.layout(type(move))[-1]
    return [*map(_word, value)] if at_the_end and value and isinstance(value, tuple) else [_word(value)]


def _word(value: Any) -> str:
    if isinstance(value, tuple | list):
        return "+".join(map(_word, value)) or "-"
    if isinstance(value, bool):
        return str(value).lower()
    return "-" if value is None else str(getattr(value, "value", value))
