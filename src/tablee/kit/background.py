"""What takes long and is needed once, such as compiling kernels, done beside play."""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, cache
from threading import Thread


def in_background(prepare: Callable[[], object]) -> _lru_cache_wrapper[Thread]:
    """A function that starts this in a thread when it is first called, and always returns that thread."""

    @cache
    def start() -> Thread:
        thread = Thread(target=prepare, daemon=True)
        thread.start()
        return thread

    return start
