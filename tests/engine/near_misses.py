"""Moves that are nearly right: a good one with one field spoilt, or good at another time."""

from __future__ import annotations

import random
import re
import types
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine import notation, wire
from engine.errors import InvalidMove
from engine.game import AnyGame, Move

ADDRESS = re.compile(r"([a-z])([0-9]+)")
ODD_TEXTS = (
    "",
    "-",
    "a",
    "a0",
    "b1",
    "b99",
    "a-1",
    "z9",
    "b²",
    "b٣",
    "None",
    "é" * 50,
    "\ud800",
    "a\x00",
    "1",
)
"""Among them digits that are none to `int`, and half a character."""
ODD_NUMBERS = (-1, 0, 1, 2, 7, 99, 2**63, -(2**70))


def near_misses(moves: Sequence[Move], cards: Iterable[str], pick: random.Random, count: int) -> list[Move]:
    """So many of the moves at most, each with one field spoilt. They need not be well formed."""
    names = sorted(cards)
    spoilt = []
    for _ in range(count if moves else 0):
        move = pick.choice(moves)
        fields = move.__struct_fields__
        if fields:
            name = pick.choice(fields)
            hint = get_type_hints(type(move))[name]
            values = [value for value in _values(hint, getattr(move, name), names, pick) if value is not None]
            values += [None] if type(None) in get_args(hint) else []
            spoilt.append(msgspec.structs.replace(move, **{name: pick.choice(values)}))
    return list(dict.fromkeys(spoilt))


def is_well_formed(game: AnyGame, move: Move) -> bool:
    """Whether a move can be read at all; asserts that it is then read as what it is."""
    try:
        assert wire.read_move(game.moves, wire.plain(move)) == move
    except InvalidMove:
        return False
    return True


def bad_lines(moves: Sequence[Move], pick: random.Random, count: int) -> Iterator[str]:
    """Lines of moves with a word too many, too few, or spoilt."""
    for _ in range(count):
        words = notation.write(pick.choice(moves)).split()
        place = pick.randrange(len(words))
        changes: tuple[list[str], ...] = (
            [],
            [pick.choice(ODD_TEXTS)],
            [words[place]] * 2,
            [words[place] + "+"],
            [words[place][::-1]],
        )
        yield " ".join([*words[:place], *pick.choice(changes), *words[place + 1 :]])


def _values(hint: Any, value: Any, cards: Sequence[str], pick: random.Random) -> list[Any]:
    """Values that a field could have in place of the one it has."""
    if get_origin(hint) in (Union, types.UnionType):
        parts = [part for part in get_args(hint) if part is not type(None)]
        return [other for part in parts for other in _values(part, value, cards, pick)]
    if get_origin(hint) is Literal:
        return [*get_args(hint), "nonsense"]
    if hint is bool:
        return [False, True]
    if hint is int:
        near = [value - 1, value + 1] * 4 if isinstance(value, int) else []
        return [*near, *ODD_NUMBERS]
    if hint is str:
        return _texts(value, cards, pick)
    if get_origin(hint) is tuple:
        return [(), value[:-1], value[::-1], value + value[:1]]
    return [value]


def _texts(value: Any, cards: Sequence[str], pick: random.Random) -> list[str]:
    """Another card, the next address, the same text with a blemish."""
    texts = [pick.choice(cards) for _ in range(12)] if cards else []
    texts += pick.sample(ODD_TEXTS, 4)
    if isinstance(value, str):
        texts += [value + "\n", value.upper(), value + "0", value[:-1]]
        address = ADDRESS.fullmatch(value)
        if address:
            seat, place = address[1], int(address[2])
            texts += [f"{seat}{place + 1}", f"{seat}{place - 1}", f"{chr(ord(seat) + 1)}{place}"] * 3
    else:
        texts += [f"{pick.choice('abcde')}{pick.randrange(1, 7)}" for _ in range(6)]
    return texts
