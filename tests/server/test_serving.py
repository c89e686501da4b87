"""Garbage in small portions."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path
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


def test_the_default_path_needs_nothing_that_only_linux_has(tmp_path: Path) -> None:
    """Without uvloop, resource and fcntl, as on Windows, a server starts and answers."""
    code = """
import sys
for name in ("uvloop", "resource", "fcntl", "pwd", "pty", "termios"):
    sys.modules[name] = None
import os
for name in ("nice", "getloadavg", "fork", "geteuid"):
    delattr(os, name)
import threading, urllib.request
from tablee import cli
from tablee.server import cli as server
def look(here, around, args, shell):
    print(urllib.request.urlopen(here + "/admin", timeout=20).status, flush=True)
    os._exit(0)
server._welcome = lambda *given: threading.Thread(target=look, args=given).start()
cli.main(["serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", sys.argv[1]])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "t.db")], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (0, "200\n"), done.stderr
