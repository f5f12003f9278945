"""What the tests of the pages share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import db
from tests.pbem.web.pages.site import Site, open_site


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site of its own, with an empty database."""
    yield open_site(tmp_path)
    db.close()
