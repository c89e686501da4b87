"""Provides the adapters, if their libraries are installed, and adds the toy to their games."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeAlias

import pytest

Part: TypeAlias = Callable[[str], Any]


def adapter(outside_part: Part, library: str, name: str) -> Any:
    outside_part(library)
    return import_module(f"tablee.adapters.{name}")


@pytest.fixture
def gym(outside_part: Part) -> Any:
    module = adapter(outside_part, "gymnasium", "gymnasium")
    module.register("tests.toy")
    return module


@pytest.fixture
def zoo(outside_part: Part) -> Any:
    return adapter(outside_part, "pettingzoo", "pettingzoo")


@pytest.fixture
def spiel(outside_part: Part) -> Any:
    module = adapter(outside_part, "pyspiel", "openspiel")
    module.register("tests.toy")
    return module
