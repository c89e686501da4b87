"""One implementation: a browser's Python scores and replays exactly as CPython does."""

from __future__ import annotations

import pytest

from tablee.core import registry
from tests.conftest import missing
from tests.pyodide import pythons


@pytest.mark.parametrize(("boards", "records"), [(20, 2), pytest.param(1000, 200, marks=pytest.mark.soak)])
def test_boards_and_records_are_the_same_bit_for_bit(boards: int, records: int) -> None:
    if why := pythons.missing():
        missing(why)
    code = f"import same; same.print_digests({boards}, {records})"
    here, there = pythons.cpython(code, whole=True), pythons.pyodide(code, *pythons.wheels())
    assert len(here.splitlines()) == len(registry.names()) * (boards + records)
    assert there == here
