"""Reviews over HTTP: slice by slice, once the match is over, never before, and the same as in Python."""

from __future__ import annotations

import asyncio
import gzip
import random
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import msgspec
import pytest

from tablee.core.record import BadRecord
from tablee.jobs import reviews as jobs
from tablee.jobs.reviews import ReviewJob, ReviewSlice, do_review
from tablee.protocol import study
from tablee.protocol.reasons import Refused
from tablee.reviews import review
from tablee.rooms import reviews as reviews_module
from tablee.rooms.meters import Meters
from tablee.rooms.reviews import KeptReview, ReviewKey, Reviews
from tests.games_here import find, played
from tests.server.running import OPEN, RunningServer, asking, play, running, settings, sit_down, told_at_the_end

BIG = 12


def record(*seats: str, game: str = "take-it-easy", seed: str | int = "reviews", **more: Any) -> bytes:
    return "\n".join([*played(game, *seats, seed=seed, **more).record(), ""]).encode()


def pages(data: bytes, seat: int = 0) -> list[study.Review]:
    found, job = list[study.Review](), ReviewJob(data, "", seat, 1, BIG)
    while not found or found[-1].done < found[-1].of:
        answer = do_review(job, find)
        assert isinstance(answer, ReviewSlice)
        found.append(msgspec.json.decode(gzip.decompress(answer.page), type=study.Review))
        job = replace(job, so_far=answer.so_far)
    return found


@pytest.mark.parametrize("game", ["take-it-easy", "toy"])
def test_slices_make_up_the_review(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = record("bot:random", "bot:random", game=game, games=2)
    monkeypatch.setattr(jobs, "FIRST", 60.0)
    (whole,) = pages(data, seat=1)
    monkeypatch.setattr(jobs, "FIRST", 0.0)
    monkeypatch.setattr(jobs, "LATER", 0.0)
    sliced = pages(data, seat=1)
    assert len(sliced) == whole.of > 2
    assert [turn for page in sliced for turn in page.turns] == [*whole.turns]
    assert (sliced[-1].sums, sliced[-1].parts) == (whole.sums, whole.parts)
    assert [page.start for page in sliced] == [*range(whole.of)]
    found = review(data.splitlines(), 1, depth=1, find=find)
    assert whole.sums == study.ReviewSums(*(getattr(found.sums, name) for name in study.ReviewSums.__struct_fields__))
    assert [turn.decision.loss for turn in whole.turns if turn.decision] == [decision.loss for decision in found.decisions]


def test_a_record_that_cannot_be_reviewed_is_refused() -> None:
    data = record("bot:random")
    cut = b"".join(data.splitlines(keepends=True)[:-1])
    wrong = data.replace(b'"a1"', b'"z9"')
    for bad, seat in ((cut, 0), (wrong, 0), (data, 1)):
        answer = do_review(ReviewJob(bad, "", seat, 1, BIG), find)
        assert isinstance(answer, tuple)
    assert do_review(ReviewJob(data, "", 1, 1, BIG), find)[0] == 0  # type: ignore[index]
    with pytest.raises(BadRecord):
        review(cut.splitlines(), find=find)


def test_a_server_may_not_review(tmp_path: Path) -> None:
    async def test() -> None:
        async with (
            running(settings(tmp_path / "t.db", reviews=0)) as here,
            httpx.AsyncClient(base_url=here.base, trust_env=False) as http,
        ):
            answers = [await http.get("/api/matches/nothing/review/0"), await http.post("/api/reviews", json={"record": ""})]
            assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "no-reviews")] * 2
            assert {game["reviews"] for game in (await http.get("/api/games")).json()} == {False}

    asyncio.run(test())


def test_a_visitor_waits_for_few_slices_at_a_time(tmp_path: Path) -> None:
    """The rest is refused; others are not. What is finished is answered from memory, and forgotten with its match."""

    class Slow:
        busy = False

        def __init__(self) -> None:
            self.asked: list[tuple[str, ReviewJob, Any]] = []

        def ask(self, whose: str, job: ReviewJob, answered: Any) -> None:
            self.asked.append((whose, job, answered))

        def close(self) -> None:
            pass

    async def test() -> None:
        crew, meters = Slow(), Meters()
        reviews = Reviews(settings(tmp_path / "t.db", reviews=2), meters, crew)
        texts = [record("bot:random", seed=number).decode() for number in range(3)]
        waiting = [asyncio.create_task(reviews.of_record(text, 0, 0, "eve")) for text in texts[:2]]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too-many-reviews"):
            await reviews.of_record(texts[2], 0, 0, "eve")
        other = asyncio.create_task(reviews.of_record(texts[0], 0, 0, "ada"))  # waits for the same slice
        await asyncio.sleep(0)
        assert len(crew.asked) == 2
        for _, job, answered in crew.asked:
            answered(do_review(job, find))
        assert await waiting[0] == await other
        assert await waiting[1] != await other
        assert await reviews.of_record(texts[0], 0, 0, "eve") == await other
        assert len(crew.asked) == 2
        for number in range(reviews_module.KEPT + 5):
            reviews.kept[ReviewKey(str(number), 0, 1)] = KeptReview()
        failing = asyncio.create_task(reviews.of_record(texts[2], 0, 0, "eve"))
        await asyncio.sleep(0)
        assert len(reviews.kept) == reviews_module.KEPT
        crew.asked[-1][2](None)
        with pytest.raises(Refused, match="try-again"):
            await failing

    asyncio.run(test())


def test_reviews_are_deleted_with_their_match(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        (me,) = await sit_down(here.base, "take-it-easy", [OPEN])
        await me.start()
        await play(me, random.Random(1))
        path = f"/matches/{me.match}/review/0"
        assert (await http.get(path, timeout=60)).status_code == 200
        reviews = here.app.app.state.reviews
        assert [key.record for key in reviews.kept] == [me.match]
        await me.close()
        assert await here.directory.store.prune(1 << 40) == 1
        assert (await http.get(path)).status_code == 404
        assert not reviews.kept

    asking(test, tmp_path / "t.db")


def test_nothing_is_told_before_the_match_is_over(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        me, path = await told_at_the_end(here, http, "review/0")
        answers = await asyncio.gather(*(http.get(path, timeout=60) for _ in range(4)))  # all at once: made once
        assert {answer.content for answer in answers} == {answers[0].content}
        first = msgspec.json.decode(answers[0].content, type=study.Review)
        found, turns = first, [*first.turns]
        while found.done < found.of:
            found = msgspec.json.decode((await http.get(path, params={"start": found.done})).content, type=study.Review)
            turns += found.turns
        sums = found.sums
        assert sums.start + sums.luck + sums.others + sums.correction - sums.loss == sums.result
        text = (await http.get(f"/matches/{me.match}/record")).text
        posted = (await http.post("/reviews", json={"record": text, "seat": 0}, timeout=60)).content
        some = msgspec.json.decode(posted, type=study.Review).turns
        assert [*some] == turns[: len(some)] != []
        assert (await http.get(f"/matches/{me.match}/review/2")).status_code == 400
        assert (await http.post("/reviews", json={"record": text[:100]})).status_code == 400
        await me.close()

    asking(test, tmp_path / "t.db")


@pytest.mark.soak
def test_ten_reviews_at_once_hardly_delay_live_actions(tmp_path: Path) -> None:
    """The slowest of a hundred actions takes at most half as long again."""
    texts = [record("bot:random", "bot:random", game="limits", seed=number).decode() for number in range(10)]

    async def whole(http: httpx.AsyncClient, text: str) -> None:
        start, of = 0, 1
        while start < of:
            answer = (await http.post("/reviews", json={"record": text, "start": start})).json()
            start, of = answer["done"], answer["of"]

    async def actions(here: RunningServer, count: int) -> list[float]:
        times: list[float] = []
        while len(times) < count:
            (me,) = await sit_down(here.base, "take-it-easy", [OPEN])
            await me.start()
            while me.over is None:
                if me.to_move:
                    began = perf_counter()
                    await me.act(me.legal[0])
                    times.append(perf_counter() - began)
                    await asyncio.sleep(0.02)
                else:
                    await me.news(1.0)
            await me.close()
        return sorted(times)

    async def test() -> None:
        chosen = settings(tmp_path / "t.db", reviews=16)
        async with running(chosen) as here, httpx.AsyncClient(base_url=f"{here.base}/api", timeout=300, trust_env=False) as http:
            await whole(http, texts[0])  # the worker has started
            quiet = await actions(here, 400)
            reviewing = [asyncio.create_task(whole(http, text)) for text in texts[1:]]
            busy = await actions(here, 400)
            assert not all(task.done() for task in reviewing)
            for task in reviewing:
                task.cancel()
            await asyncio.gather(*reviewing, return_exceptions=True)
            print(f"p99 {quiet[395] * 1000:.1f} ms alone, {busy[395] * 1000:.1f} ms beside ten reviews")
            assert busy[395] <= 1.5 * quiet[395] + 0.002

    asyncio.run(test())
