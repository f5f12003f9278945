"""The worked examples: classifications and claims as data, under both readings of colour runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest

from engine.games.schotten_totten_2.cards import FACES
from engine.games.schotten_totten_2.formations import classify, grade
from engine.games.schotten_totten_2.options import Options
from tests.engine.games.schotten_totten_2.situations import Table, situation

EXAMPLES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("examples.json").read_text("utf-8"))
CLASSIFY = [pytest.param(example, id=example["id"]) for example in EXAMPLES if example["type"] == "classify"]
CLAIMS = [pytest.param(example, id=example["id"]) for example in EXAMPLES if example["type"] == "claim"]

Reading = Literal["outranks", "counts_as_type"]


def claimed(example: dict[str, Any], reading: Reading) -> Table:
    """The position of a claim; the attacker is to act."""
    number = int(example["tile"][1:])
    return situation(
        {number: f"{' '.join(example['attacker'])} | {' '.join(example['defender'])}"},
        damaged=[number] if example["side"] == "damaged" else [],
        first={number: example["completed_first"]} if example["completed_first"] else {},
        discards=" ".join(example["other_visible"]),
        options=Options(color_run_on_restricted_tiles=reading),
    )


@pytest.mark.parametrize("example", CLASSIFY)
def test_a_formation_is_what_it_is(example: dict[str, Any]) -> None:
    expected = example["expect"]
    assert classify(example["cards"]) == (expected["formation"], expected["sum"])


@pytest.mark.parametrize("reading", ["outranks", "counts_as_type"])
@pytest.mark.parametrize("example", CLAIMS)
def test_a_claim_succeeds_or_not(example: dict[str, Any], reading: Reading) -> None:
    table = claimed(example, reading)
    other = example.get("expect_if_color_run_counts_as_type", example["expect"])
    expected = example["expect"] if reading == "outranks" else other
    number = example["tile"][1:]
    face = FACES[int(number) - 1][example["side"] == "damaged"]
    assert (face.slots, face.criterion) == (example["slots"], example["criterion"])
    assert (f"claim {number}" in table.lines("claim")) == expected["claim_succeeds"]


@pytest.mark.parametrize("example", [case for case in CLAIMS if "best_defender_completion" in case.values[0]])  # type: ignore[operator]
def test_a_refusal_names_the_best_that_could_come(example: dict[str, Any]) -> None:
    if example["expect"]["claim_succeeds"]:
        return
    face = FACES[int(example["tile"][1:]) - 1][example["side"] == "damaged"]
    said = claimed(example, "outranks").refusal(f"claim {example['tile'][1:]}")
    counter = said.partition(": ")[2].partition(" would")[0].split()
    best = example["best_defender_completion"]
    assert grade(classify(counter), face.criterion, True) == grade(classify(best), face.criterion, True)
    assert counter[: len(example["defender"])] == example["defender"]
