"""Randomness as a value."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rng import Rng

SEED = "00" * 31 + "2a"
KNOWN_NUMBERS = [4, 56, 26, 55, 79, 15, 25, 89, 22, 37, 15, 15]
KNOWN_SHUFFLE = "ijdgafbche"
KNOWN_FORK = "db7c2731376e755ac5d9efa1ca2ed41e7949a62eff4a0ce8016982ec102f08a3"
KNOWN_LATER_FORK = "b4b291ea8851360abc814e41a2c3add6a78f00162ed6f69dd68afaff230ce5bb"


def numbers(rng: Rng, limit: int, count: int) -> list[int]:
    """So many numbers below a limit."""
    drawn = []
    for _ in range(count):
        number, rng = rng.below(limit)
        drawn.append(number)
    return drawn


def chi_square(counts: Counter[int], kinds: int) -> float:
    """How far counts are from being even."""
    mean = counts.total() / kinds
    return sum((counts[kind] - mean) ** 2 / mean for kind in range(kinds))


def test_the_numbers_never_change() -> None:
    assert numbers(Rng(SEED), 100, 12) == KNOWN_NUMBERS
    assert "".join(Rng(SEED).shuffle("abcdefghij")[0]) == KNOWN_SHUFFLE
    assert Rng(SEED).fork("deal").seed == KNOWN_FORK
    assert Rng(SEED, 5).fork("deal").seed == KNOWN_LATER_FORK


def test_the_numbers_are_hmac_sha_256_over_a_counter() -> None:
    digests = [hmac.new(bytes.fromhex(SEED), n.to_bytes(8, "big"), hashlib.sha256).digest() for n in range(3)]
    words = [int.from_bytes(digest[at : at + 8], "big") for digest in digests for at in range(0, 32, 8)]
    assert numbers(Rng(SEED), 2**32, 12) == [word % 2**32 for word in words]


def test_drawing_one_by_one_or_at_once_is_the_same() -> None:
    items, rng = list(range(11)), Rng(SEED, 2)
    for last in range(10, 0, -1):
        pick, rng = rng.below(last + 1)
        items[last], items[pick] = items[pick], items[last]
    assert Rng(SEED, 2).shuffle(range(11)) == (tuple(items), rng)


def test_a_generator_is_never_changed() -> None:
    rng = Rng(SEED)
    assert rng.below(10) == rng.below(10)
    assert rng == Rng(SEED, 0)
    with pytest.raises(AttributeError):
        rng.drawn = 1  # type: ignore[misc]


def test_it_goes_on_after_json_where_it_was() -> None:
    _, rng = Rng(SEED).shuffle(range(7))
    again = msgspec.json.decode(msgspec.json.encode(rng), type=Rng)
    assert again.shuffle(range(7)) == rng.shuffle(range(7))


@pytest.mark.parametrize("limit", [2, 6, 7, 98])
def test_numbers_are_even(limit: int) -> None:
    counts = Counter(numbers(Rng(SEED), limit, 100 * limit))
    assert set(counts) == set(range(limit))
    assert chi_square(counts, limit) < limit + 4 * (2 * limit) ** 0.5 + 8


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    orders = list(permutations(range(4)))
    counts: Counter[int] = Counter()
    for deal in range(2_400):
        order, _ = Rng(SEED).fork(str(deal)).shuffle(range(4))
        counts[orders.index(order)] += 1
    assert chi_square(counts, 24) < 60  # 23 degrees of freedom: above 60 once in 30,000


def test_numbers_above_the_last_full_round_are_drawn_again() -> None:
    """Of all limits, one just above 2**63 throws away the most: nearly every second number."""
    limit = 2**63 + 1
    drawn, rng = [], Rng(SEED)
    for _ in range(400):
        number, rng = rng.below(limit)
        drawn.append(number)
    assert 700 < rng.drawn < 900
    assert max(drawn) < limit
    assert 150 < sum(number < limit // 2 for number in drawn) < 250


@given(st.integers(1, 2**32), st.integers(0, 1_000))
def test_a_number_is_below_its_limit(limit: int, drawn: int) -> None:
    number, rng = Rng(SEED, drawn).below(limit)
    assert 0 <= number < limit
    assert rng.drawn > drawn


def test_a_limit_of_one_leaves_no_choice() -> None:
    assert numbers(Rng(SEED), 1, 5) == [0] * 5
    assert Rng(SEED).choice(["only"])[0] == "only"


@given(st.lists(st.integers(), max_size=20))
def test_a_shuffle_keeps_every_item(items: list[int]) -> None:
    shuffled, _ = Rng(SEED).shuffle(items)
    assert Counter(shuffled) == Counter(items)


def test_forks_are_independent() -> None:
    rng = Rng(SEED)
    forks = [rng, rng.fork("a"), rng.fork("b"), rng.fork("a").fork("a"), Rng(SEED, 1).fork("a"), rng.fork("")]
    assert len({fork.seed for fork in forks}) == len(forks)
    streams = [numbers(fork, 2, 400) for fork in forks]
    for place, one in enumerate(streams):
        for other in streams[:place]:
            assert 140 < sum(a == b for a, b in zip(one, other, strict=True)) < 260


def test_a_fork_does_not_advance_its_origin() -> None:
    rng = Rng(SEED)
    rng.fork("bots")
    assert rng == Rng(SEED)
