"""What a person asks for in the one line of a reply. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Number:
    """A move by its number in the letter."""

    number: int


@dataclass(frozen=True)
class Moves:
    """Moves as a line; whether they are any is the game's business."""

    line: str


@dataclass(frozen=True)
class Word:
    """One of our own words."""

    word: str
    """`help`, `table`, `undo`, `resign` or `resign yes`."""


@dataclass(frozen=True)
class Chat:
    """Something to be said to the others."""

    text: str


Command: TypeAlias = Number | Moves | Word | Chat

WORDS = ("help", "table", "undo", "resign", "resign yes")
_CHAT = re.compile(r"chat\s?:", re.IGNORECASE)
_NUMBER = re.compile(r"[#(\[]?([0-9]{1,3})[.)\]]?")


def command(line: str) -> Command:
    """What a line that was found by `read` stands for."""
    said = tidy(line)
    number = _NUMBER.fullmatch(said)
    if number:
        return Number(int(number[1]))
    chat = _CHAT.match(said)
    if chat:
        return Chat(said[chat.end() :].strip())
    word = " ".join(said.lower().rstrip(".!").split())
    return Word(word) if word in WORDS else Moves(said)


def tidy(line: str) -> str:
    """The line in plain signs: wide digits, no-break blanks, long dashes and curly marks are none."""
    plain = unicodedata.normalize("NFKC", line)
    for fancy, simple in (("–", "-"), ("—", "-"), ("‐", "-"), ("’", "'"), ("“", '"'), ("”", '"')):
        plain = plain.replace(fancy, simple)
    return " ".join(plain.split()).strip(" `*_").strip()
