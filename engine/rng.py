"""Randomness as a value: the same seed gives the same game on every Python, for ever.

Numbers come from HMAC-SHA-256 over a counter, keyed by a secret 256-bit seed. Every
drawing function returns what was drawn and the generator to go on with; a generator
is never changed.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

SEED_BYTES = 32
_WORDS = 4
"""64-bit numbers that one digest yields."""


class Rng(msgspec.Struct, frozen=True):
    """A generator: its seed and how many 64-bit numbers have been drawn from it."""

    seed: str
    """64 hexadecimal digits (256 bits)."""
    drawn: int = 0

    def below(self, limit: int) -> tuple[int, Rng]:
        """A number in `range(limit)`, each equally likely; `limit` is 1 to 2**32."""
        numbers, rng = self._numbers([limit])
        return numbers[0], rng

    def choice(self, items: Sequence[T]) -> tuple[T, Rng]:
        """One of the items (at least one must be given)."""
        place, rng = self.below(len(items))
        return items[place], rng

    def shuffle(self, items: Sequence[T]) -> tuple[tuple[T, ...], Rng]:
        """All the items in random order (Fisher and Yates, from the end)."""
        deck = list(items)
        picks, rng = self._numbers(range(len(deck), 1, -1))
        for pick, last in zip(picks, range(len(deck) - 1, 0, -1), strict=True):
            deck[last], deck[pick] = deck[pick], deck[last]
        return tuple(deck), rng

    def fork(self, name: str) -> Rng:
        """An independent generator for a purpose of its own; this one is not advanced."""
        digest = hmac.digest(bytes.fromhex(self.seed), f"fork:{self.drawn}:{name}".encode(), "sha256")
        return Rng(digest.hex())

    def _numbers(self, limits: Sequence[int]) -> tuple[list[int], Rng]:
        key, drawn, numbers = bytes.fromhex(self.seed), self.drawn, []
        block, digest = -1, b""
        for limit in limits:
            fair = (1 << 64) - (1 << 64) % limit
            while True:
                if drawn // _WORDS != block:
                    block = drawn // _WORDS
                    digest = hmac.digest(key, block.to_bytes(8, "big"), "sha256")
                start = drawn % _WORDS * 8
                number = int.from_bytes(digest[start : start + 8], "big")
                drawn += 1
                if number < fair:  # else the low remainders would be likelier
                    numbers.append(number % limit)
                    break
        return numbers, Rng(self.seed, drawn)
