"""Bots, replays and scores of real boards: whoever asks for many does not keep others waiting."""

from __future__ import annotations

import asyncio
import pickle
import time
from pathlib import Path
from typing import Any

import pytest

from tablee.core.game import Refusal
from tablee.jobs.scores import ScoreJob, ScoreRefusal, count_boards, scored
from tablee.protocol import wire
from tablee.protocol.reasons import BadBoard, Refused
from tablee.rooms.api import problem_of
from tablee.rooms.meters import Meters
from tablee.rooms.replays import LONG
from tablee.server import app as server_app
from tablee.server import scoring as server_scoring_worker
from tablee.server.scoring import ScoringWorker
from tablee.server.workers import FairQueue, Pool
from tests.games_here import find
from tests.server.attacks import HERE, THERE, bots_attack
from tests.server.jobs import nap, slow_count, slow_replay
from tests.server.lone_room import make_settings
from tests.server.test_scores import VALUES


def test_each_table_has_its_turn_in_the_queue() -> None:
    jobs = FairQueue()
    for number in range(3):
        for table in "abc":
            jobs.put(table, f"{table}{number}")
    assert jobs.get() == "a0"
    jobs.put("stranger", "s")
    assert [jobs.get() for _ in range(len(jobs))] == ["b0", "c0", "a1", "s", "b1", "c1", "a2", "b2", "c2"]
    jobs.put("a", "x")
    jobs.close()
    assert jobs.get() is None


def test_a_strangers_bot_answers_while_others_have_many(tmp_path: Path) -> None:
    times, told = asyncio.run(bots_attack(tmp_path / "t.db", 4, 200))
    print(told)
    assert max(times) < 10


def test_a_long_thought_ends_at_its_budget_and_the_next_one_need_not_wait(tmp_path: Path) -> None:
    async def run() -> None:
        pool = Pool(nap, find, 1, 0.3)
        loop = asyncio.get_running_loop()
        answers: list[asyncio.Future[Any]] = [loop.create_future() for _ in range(3)]
        for job, answer in zip((0.0, 60.0, 0.0), answers, strict=True):
            pool.ask("table", job, answer.set_result)
        try:
            assert await answers[0] == 0.0
            sent = loop.time()
            assert await answers[1] is None
            assert loop.time() - sent < 5
            assert await answers[2] == 0.0
        finally:
            pool.close()

    asyncio.run(run())


def test_posted_replays_do_not_block_an_honest_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the attacker's takes longer than any replay may; the honest one is behind one of them at most."""
    monkeypatch.setattr(server_app, "do_job", slow_replay)
    monkeypatch.setattr(server_app, "QUICK_REPLAY", 2.0)
    monkeypatch.setattr(server_app, "NICE", 0)

    async def run() -> None:
        replays = server_app.make_replays(make_settings(replays=16), Meters())
        bad = [asyncio.ensure_future(replays.of_record("slow", 0, HERE)) for _ in range(16)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too-many-replays"):
            await replays.of_record("slow", 0, HERE)
        sent = time.perf_counter()
        assert await replays.of_record("", 0, THERE) == b"replay"
        print(f"an honest replay took {time.perf_counter() - sent:.1f} s")
        assert not any(one.done() for one in bad)
        assert isinstance(replays.quick, Pool)
        assert len(replays.quick.jobs) >= 12  # of 16: it has not waited for all of them
        for one in bad:
            one.cancel()
        await asyncio.gather(*bad, return_exceptions=True)
        assert not replays.posted.held
        replays.close()

    asyncio.run(run())


def test_long_records_leave_the_worker_for_short_ones_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They would be given up there after seconds, and its process with them, while short ones wait."""

    async def run() -> None:
        replays = server_app.make_replays(make_settings(), Meters())
        asked: list[tuple[str, int]] = []
        for name, pool in (("short", replays.quick), ("long", replays.long)):
            monkeypatch.setattr(pool, "ask", lambda whose, job, answered, name=name: asked.append((name, len(job.source))))
        waiting = [asyncio.ensure_future(replays.of_record("x" * size, 0, HERE)) for size in (LONG, LONG + 1)]
        await asyncio.sleep(0)
        assert asked == [("short", LONG), ("long", LONG + 1)]
        for one in waiting:
            one.cancel()
        replays.close()

    asyncio.run(run())


def test_a_visitor_who_has_boards_counted_all_the_time_does_not_fill_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_scoring_worker, "count_boards", slow_count)

    async def run() -> None:
        scoring = ScoringWorker(make_settings(scores=3), Meters())
        job = ScoreJob("take-it-easy", wire.ScoreBoards([{"board": ""}]))
        waiting = [asyncio.ensure_future(scoring.count(HERE, job)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="slow-down"):
            await scoring.count(HERE, job)
        with pytest.raises(BadBoard, match="board-field"):
            await scoring.count(THERE, job)
        assert sum(one.done() for one in waiting) < 3  # whoever has many does not keep others waiting
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not scoring.waiting.held
        scoring.close()

    asyncio.run(run())


def test_refusals_of_boards_are_the_same_in_the_worker() -> None:
    wishes: dict[str, Any] = {
        "refused": {"boards": [{"board": VALUES}, {"board": "9-9-9"}]},
        "bad-request": {"boards": [{"board": VALUES}], "before": [1, 2]},
        "board-field": {"boards": [{"bored": ""}]},
        "no-option": {"boards": [{"board": VALUES}], "options": {"rules": "all"}},
    }
    for wish in wishes.values():
        job = ScoreJob("take-it-easy", wire.ScoreBoards(**wish))
        with pytest.raises(Refusal) as here:
            scored(find("take-it-easy"), job.wish)
        told = pickle.loads(pickle.dumps(count_boards(job, find)))
        assert isinstance(told, ScoreRefusal)
        assert problem_of(told.refusal()) == problem_of(here.value)
    whole = ScoreJob("take-it-easy", wire.ScoreBoards([{"board": VALUES}]))
    assert pickle.loads(pickle.dumps(count_boards(whole, find))) == scored(find("take-it-easy"), whole.wish)
