"""A service as processes, for each test its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A migrated database and a catcher; nothing runs yet."""
    made = House(tmp_path)
    yield made
    made.stop()
