"""Outside parts (a browser, OpenSpiel, Pyodide) may be missing on a user's machine: such tests skip and say why.

With TABLEE_ALL_PARTS=1, as in continuous integration, a missing part is a failure instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import settings

settings.register_profile("tablee", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("tablee")

HERE = Path(__file__).parent
LONG = {HERE / name for name in ("adapters", "docs", "e2e", "lab", "laws/test_laws.py", "server", "test_soak.py")}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """To watch every line makes play three times as slow: the long runs go without, the others cover core and rules whole.

    (The marker no_cover of pytest-cov does nothing in the workers of xdist.)"""
    watch = sys.gettrace()
    if LONG & {item.path, *item.path.parents}:
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(watch)


def missing(what: str) -> NoReturn:
    """For a test that lacks an outside part."""
    if os.environ.get("TABLEE_ALL_PARTS"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture
def outside_part() -> Callable[[str], Any]:
    """A module that need not be there."""

    def find(module: str) -> Any:
        try:
            return import_module(module)
        except ImportError as error:
            missing(f"{module} is not installed: {error}")

    return find
