"""What the tests of the engine share."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.engine.promises", "tests.engine.near_misses")
