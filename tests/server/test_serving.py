"""Garbage in small portions."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from tablee.server.serving import ALL, RARELY, SHORT, Server
from tests.server.lone_room import make_settings


class Knot:
    """An object in a cycle of its own."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def tick() -> Iterator[Any]:
    server = Server(uvicorn.Config(lambda: None, log_config=None), make_settings(), lambda: None)
    gc.collect()
    gc.disable()
    try:
        yield lambda counter: asyncio.run(server.on_tick(counter))
    finally:
        gc.unfreeze()
        gc.enable()


def test_collecting_frees_new_cycles_and_leaves_the_rest_alone(tick: Any) -> None:
    dead, alive = weakref.ref(Knot()), Knot()
    tick(1)
    assert dead() is None
    assert alive.me is alive
    assert len(gc.get_objects()) < gc.get_freeze_count(), "everything that is left was looked at for the last time"


def test_cycles_that_were_in_use_are_found_when_nobody_is_connected(tick: Any) -> None:
    held = [Knot()]
    late = weakref.ref(held[0])
    tick(1)
    held.clear()
    tick(1 + RARELY)
    assert late() is not None
    tick(ALL)
    assert late() is None


def test_a_server_that_starts_does_not_look_at_all_it_has_loaded(tick: Any) -> None:
    held = [Knot()]
    late = weakref.ref(held[0])
    gc.freeze()
    held.clear()
    tick(0)
    assert late() is not None


def test_garbage_is_collected_at_least_once_a_second_and_more_often_if_it_takes_long() -> None:
    server = Server(uvicorn.Config(lambda: None, log_config=None), make_settings(), lambda: None)
    pauses = []
    for took in [0.0] * 12 + [2 * SHORT] * 4 + [0.7 * SHORT]:
        server._plan_collection(100, took)
        pauses.append(server.next_collection - 100)
    assert pauses == [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 5, 2, 1, 1, 1]
