"""Outside parts (a browser, OpenSpiel, Pyodide) may be missing on a user's machine: their tests are skipped with a reason.

With TABLEE_ALL_PARTS=1, as in continuous integration, a missing part is a failure instead.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn

import pytest
from hypothesis import settings

settings.register_profile("tablee", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("tablee")


def pytest_collection_finish() -> None:
    """Everything imported so far stays: the garbage collector need not look through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Windows does not have what tests marked `posix` need."""
    if not hasattr(os, "fork"):
        for item in items:
            if item.get_closest_marker("posix"):
                item.add_marker(pytest.mark.skip("needs fork, signals, or files as POSIX has them"))


def missing(what: str) -> NoReturn:
    """Skips or fails a test whose outside part is missing."""
    if os.environ.get("TABLEE_ALL_PARTS"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture
def outside_part() -> Callable[[str], Any]:
    """Imports an optional module."""

    def find(module: str) -> Any:
        try:
            return import_module(module)
        except ImportError as error:
            missing(f"{module} is not installed: {error}")

    return find
