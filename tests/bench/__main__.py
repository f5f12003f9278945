"""`python -m tests.bench [--quick]`: measures all and prints a table; exit status 1: a promise is broken."""

from __future__ import annotations

import platform
import sys
import tempfile
import time
from pathlib import Path

from pbem import clock, db
from tests.bench import engines, letters, moves, sweep
from tests.bench.figures import Figure, table


def main() -> int:
    """Runs all parts; the exit status."""
    quick = "--quick" in sys.argv[1:]
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pbem-bench-") as name:
        folder = Path(name)
        for part in ("moves", "sweep", "letters"):
            (folder / part).mkdir()
        figures = [
            *moves.measure(folder / "moves", rounds=2 if quick else 6, seconds=1 if quick else 4),
            *sweep.measure(folder / "sweep"),
            *letters.measure(folder / "letters", count=20 if quick else 200),
            *engines.measure(rounds=1 if quick else 5),
        ]
    print(_where(time.monotonic() - start))
    print()
    print(table(figures))
    return 0 if all(map(_is_kept, figures)) else 1


def _is_kept(figure: Figure) -> bool:
    return figure.kept or not figure.promise


def _where(seconds: float) -> str:
    """What it was measured on."""
    sqlite = ".".join(map(str, db.library()))
    day = clock.rfc3339(clock.now()).partition("T")[0]
    return f"{day}, Python {platform.python_version()}, SQLite {sqlite}, {seconds:.0f} s"


if __name__ == "__main__":
    sys.exit(main())
