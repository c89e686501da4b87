"""A slow bot does not keep a table waiting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tablee.core.bot import CHAMPION, Bot, Question
from tablee.jobs.bots import BotJob, choose
from tablee.server.workers import BUSY, Pool
from tests.games_here import TOY


class Last(Bot[Any, Any]):
    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        return legal[-1]


class First(Last):
    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        return legal[0]


class Preparing(First):
    def ready(self) -> bool:
        return False


def ask(champion: type[First], level: str = CHAMPION, hurry: bool = False) -> str:
    s = TOY.game.start(2, TOY.game.options())
    while -1 in TOY.game.to_act(s):
        s, _ = TOY.game.play(s, -1, TOY.game.legal(s, -1)[0], 0)
    seat = TOY.game.to_act(s)[0]
    question = Question(0, seat, TOY.game.view(s, seat), TOY.game.legal(s, seat), 0, 1)
    entry = replace(TOY, bots={CHAMPION: champion, "slow": champion, "fast": Last}, fast="fast")
    chosen = choose(BotJob("toy", level, question, "seed", hurry), lambda _: entry)
    assert (chosen.level != level) is ((hurry and level == CHAMPION) or champion is Preparing)
    return "first" if chosen.text == TOY.game.write(question.legal[0]) else "last"


@pytest.mark.parametrize(
    ("champion", "level", "hurry", "expected"),
    [
        (First, CHAMPION, False, "first"),
        (First, CHAMPION, True, "last"),
        (First, "slow", True, "first"),
        (First, "fast", True, "last"),
        (Preparing, CHAMPION, False, "last"),
    ],
)
def test_the_fast_bot_plays_while_the_champion_prepares_or_many_wait(
    champion: type[First], level: str, hurry: bool, expected: str
) -> None:
    assert ask(champion, level, hurry) == expected


def test_a_pool_is_busy_when_many_jobs_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    pool: Pool[Any, Any] = Pool(choose, lambda _: TOY, 0, 1.0)
    pool.workers = [object()] * 2  # type: ignore[list-item]
    for _ in range(2 * BUSY):
        pool.jobs.put("table", None)
    assert not pool.busy
    pool.jobs.put("table", None)
    assert pool.busy
