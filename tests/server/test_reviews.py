"""Reviews over HTTP: slice by slice, once the match is over, never before, and the same as in Python."""

from __future__ import annotations

import asyncio
import gzip
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tablee.core.record import BadRecord
from tablee.jobs import reviews as jobs
from tablee.jobs.reviews import ReviewJob, ReviewSlice, do_review
from tablee.protocol import wire
from tablee.reviews import review
from tablee.table import Table
from tests.games_here import find
from tests.server.running import BOT, OPEN, RunningServer, asking, play, sit_down

BIG = 12


def record(*seats: str, game: str = "take-it-easy", **more: Any) -> bytes:
    table = Table(find(game), seats, seed="reviews", **more)
    table.run()
    return "\n".join([*table.record(), ""]).encode()


def pages(data: bytes, seat: int = 0) -> list[wire.Review]:
    found, job = list[wire.Review](), ReviewJob(data, "", seat, 1, BIG)
    while not found or found[-1].done < found[-1].of:
        answer = do_review(job, find)
        assert isinstance(answer, ReviewSlice)
        found.append(msgspec.json.decode(gzip.decompress(answer.page), type=wire.Review))
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
    assert whole.sums == wire.ReviewSums(*(getattr(found.sums, name) for name in wire.ReviewSums.__struct_fields__))
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


def test_nothing_is_told_before_the_match_is_over(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        (me,) = await sit_down(here.base, "take-it-easy", [OPEN, BOT])
        path = f"/matches/{me.match}/review/0"
        before = await http.get(path)
        await me.start()
        while not me.legal:
            await me.news(1)
        during = await http.get(path)
        for answer in (before, during):
            assert (answer.status_code, answer.json()["code"]) == (409, "not-over-yet")
        assert (await http.get("/matches/nothing/review/0")).status_code == 404
        await play(me, random.Random(1))
        answers = await asyncio.gather(*(http.get(path, timeout=60) for _ in range(4)))  # all at once: made once
        assert {answer.content for answer in answers} == {answers[0].content}
        first = msgspec.json.decode(answers[0].content, type=wire.Review)
        found, turns = first, [*first.turns]
        while found.done < found.of:
            found = msgspec.json.decode((await http.get(path, params={"start": found.done})).content, type=wire.Review)
            turns += found.turns
        sums = found.sums
        assert sums.start + sums.luck + sums.others + sums.correction - sums.loss == sums.result
        text = (await http.get(f"/matches/{me.match}/record")).text
        posted = (await http.post("/reviews", json={"record": text, "seat": 0}, timeout=60)).content
        some = msgspec.json.decode(posted, type=wire.Review).turns
        assert [*some] == turns[: len(some)] != []
        assert (await http.get(f"/matches/{me.match}/review/2")).status_code == 400
        assert (await http.post("/reviews", json={"record": text[:100]})).status_code == 400
        await me.close()

    asking(test, tmp_path / "t.db")
