"""What the bench measured: one line of its table each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Figure(NamedTuple):
    """A measure, and what was promised of it if anything was."""

    what: str
    measured: str
    promise: str = ""
    kept: bool = True


def table(figures: Sequence[Figure]) -> str:
    """The figures as a table in Markdown."""
    lines = ["| what | measured | promise | |", "|---|---|---|---|"]
    for figure in figures:
        verdict = ("kept" if figure.kept else "**broken**") if figure.promise else ""
        lines.append(f"| {figure.what} | {figure.measured} | {figure.promise} | {verdict} |")
    return "\n".join(lines)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so great a share of all does not exceed (0.5: half of them)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]
