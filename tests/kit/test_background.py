from __future__ import annotations

from threading import get_ident

import pytest

from tablee.kit.background import in_background

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


def test_it_is_done_once_in_a_thread_of_its_own() -> None:
    threads: list[int] = []
    start = in_background(lambda: threads.append(get_ident()))
    assert threads == []
    first = start()
    first.join(10)
    assert start() is first
    assert len(threads) == 1
    assert threads[0] != get_ident()
    assert first.daemon
