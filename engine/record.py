"""A whole match as a text file: a header, then one move a line.

    game: lords-of-scotland
    version: 1
    seats: 2
    options: {"include_bruce":true}
    seed: 5b1f...
    (a blank line)
    a recruit 3
    b muster forsyth-4 up draw

Seats are letters. What follows `#` is a comment: whatever befell the match outside the
rules (a resignation, a timeout) is told there, since it needs no replay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from engine import notation
from engine.game import AnyGame, Move, Seat, Step
from engine.play import replay
from engine.rng import Rng

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SEED = re.compile(r"[0-9a-f]{64}")
NEEDED = ("game", "version", "seats", "options", "seed")


class BadRecord(ValueError):
    """The text is no record that these games can read."""


@dataclass(frozen=True)
class Record:
    """What it takes to play a match again."""

    game: str
    version: int
    seats: int
    options: Any
    """A value of the game's options type."""
    seed: str
    moves: tuple[tuple[Seat, Move], ...]


def write(record: Record, comments: Iterable[str] = (), notes: Mapping[int, str] | None = None) -> str:
    """The record as text.

    `comments` stand on top, each a line; `notes` says by index of a move what befell the
    match before it (the index after the last move for what came at the end).
    """
    notes = notes or {}
    head = [f"# {' '.join(line.split())}" for line in comments]
    head += [f"{name}: {value}" for name, value in _header(record)]
    body = []
    for place, (seat, move) in enumerate(record.moves):
        body += [*_note(notes, place), f"{LETTERS[seat]} {notation.write(move)}"]
    body += _note(notes, len(record.moves))
    return "\n".join([*head, "", *body, ""])


def read(games: Mapping[str, AnyGame], text: str) -> Record:
    """The record in a text; raises BadRecord, or InvalidMove for a line that is no move."""
    head, _, body = text.replace("\r\n", "\n").partition("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line and line[0] != "#")
    missing = [name for name in NEEDED if name not in header]
    if missing:
        raise BadRecord(f"The header lacks: {', '.join(missing)}.")
    game = games.get(header["game"])
    if game is None:
        raise BadRecord(f"There is no game {header['game']!r}.")
    try:
        options = msgspec.json.decode(header["options"], type=game.options)
        version, seats = int(header["version"]), int(header["seats"])
    except ValueError as error:
        raise BadRecord(f"The header cannot be read: {error}.") from None
    if not game.seats[0] <= seats <= game.seats[1]:
        raise BadRecord(f"{game.name} is for {game.seats[0]} to {game.seats[1]} seats, not {seats}.")
    if not SEED.fullmatch(header["seed"]):
        raise BadRecord("The seed is not 64 hexadecimal digits.")
    moves = tuple(_move(game, seats, line) for line in _lines(body))
    return Record(game.slug, version, seats, options, header["seed"], moves)


def steps(games: Mapping[str, AnyGame], record: Record) -> Iterator[Step[Any, Any]]:
    """Every step of the match, from the deal on; raises BadRecord for rules of another version."""
    game = games[record.game]
    if game.version != record.version:
        raise BadRecord(f"It was played by version {record.version} of the rules; these are {game.version}.")
    return replay(game, record.options, record.seats, Rng(record.seed), record.moves)


def _header(record: Record) -> Iterator[tuple[str, object]]:
    yield "game", record.game
    yield "version", record.version
    yield "seats", record.seats
    yield "options", msgspec.json.encode(record.options).decode()
    yield "seed", record.seed


def _note(notes: Mapping[int, str], place: int) -> list[str]:
    return [f"# {line}" for line in notes[place].splitlines()] if place in notes else []


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        said = line.partition("#")[0].strip()
        if said:
            yield said


def _move(game: AnyGame, seats: int, line: str) -> tuple[Seat, Move]:
    letter, _, rest = line.partition(" ")
    seat = LETTERS.find(letter)
    if len(letter) != 1 or not 0 <= seat < seats:
        raise BadRecord(f"`{line}` does not begin with a seat's letter.")
    return seat, notation.read(game.moves, rest)
