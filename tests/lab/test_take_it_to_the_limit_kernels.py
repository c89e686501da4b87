"""The kernels of the champion of Take it to the Limit!: the same values as in Python."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.games.take_it_to_the_limit import GAME
from tablee.games.take_it_to_the_limit.players import champion
from tablee.games.take_it_to_the_limit.players.judge import OutlookJudge
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, Outlook
from tablee.games.take_it_to_the_limit.players.position import PLAIN, LookAhead, Position
from tablee.games.take_it_to_the_limit.setting import Options
from tests.games.test_take_it_to_the_limit_champion import at_random


@pytest.fixture
def kernels(outside_part: Callable[[str], Any]) -> Any:
    outside_part("numba")
    return champion.import_kernels()


@pytest.mark.parametrize("outlook", OUTLOOKS, ids=lambda outlook: outlook.name)
def test_kernels_find_the_very_same_values(kernels: Any, outlook: Outlook) -> None:
    for s, _ in list(at_random(outlook.options[0]))[1:-3:8]:
        now, tile = Position(outlook, s, 0), s.calls[-1]
        plain, fast, place = LookAhead(now, now.tiles), LookAhead(now, now.tiles, kernels.FAST), now.open_places()[0]
        assert fast.best_values() == plain.best_values()
        assert fast.ranked.tolist() == plain.ranked
        assert fast.look(place, tile) == plain.look(place, tile)
        assert fast.play_on(place, tile, now.tiles, 2) == plain.play_on(place, tile, now.tiles, 2)


@pytest.mark.parametrize("outlook", OUTLOOKS, ids=lambda outlook: outlook.name)
def test_kernels_find_the_very_same_ends(kernels: Any, outlook: Outlook) -> None:
    for s, _ in list(at_random(outlook.options[0]))[-4:-1]:
        now, tile = Position(outlook, s, 0), s.calls[-1]
        plain, fast = (LookAhead(now, now.tiles, which, exact=True) for which in (PLAIN, kernels.FAST))
        place, calls = now.open_places()[0], now.left - 1
        assert fast.best_values() == plain.best_values()
        assert fast.look(place, tile) == plain.look(place, tile)
        assert fast.play_on(place, tile, now.tiles, calls) == plain.play_on(place, tile, now.tiles, calls)


@pytest.mark.parametrize("options", [Options(), Options(scrapyard="pass"), Options("orchid", tiles="both")])
def test_the_compiled_judge_is_the_judge(kernels: Any, options: Options) -> None:
    fast = import_module("tablee.games.take_it_to_the_limit.kernels.judge").FastJudge
    judges = [judge(GAME, 0, chance_of("", 0), 1) for judge in (OutlookJudge, fast)]
    late = 0
    for before, after in list(at_random(options))[2::9]:
        plain, compiled = (judge.judge(GAME.view(before, 0), GAME.legal(before, 0), 0) for judge in judges)
        assert compiled == plain
        if len(GAME.legal(before, 0)) < 20:  # with more places, all tiles on them take long
            late += 1
            assert judges[1].outlook(GAME.view(after, 0), 0) == judges[0].outlook(GAME.view(after, 0), 0)
    assert late


def test_all_kernels_are_prepared(kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = list[str]()

    class Noted(LookAhead):
        def play_on(self, *known: Any) -> float:
            prepared.append(self.position.outlook.name)
            return 0.0

    monkeypatch.setattr(kernels, "LookAhead", Noted)
    champion.compiling.cache_clear()
    champion.compiling().join()
    assert prepared == [outlook.name for outlook in OUTLOOKS]
    champion.compiling.cache_clear()
