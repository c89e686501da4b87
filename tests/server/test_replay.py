"""Replays match the rules, for every golden record; a record that cannot be replayed is refused with its line."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tablee.core import record
from tablee.core.game import CHANCE
from tablee.core.registry import Entry
from tablee.jobs import replays as replay_jobs
from tablee.jobs.replays import ReplayJob, do_job
from tablee.match import Match
from tablee.protocol import study, wire
from tablee.protocol.reasons import Refused
from tablee.replay import loads
from tablee.replay import replay as fold_lines
from tablee.rooms import replays as server_replays
from tablee.server import app as server_app
from tablee.server.workers import Pool
from tablee.table import Table
from tests.games_here import EVERY, TOY, find
from tests.server.running import BOT, OPEN, RunningServer, asking, play, sit_down

BIG = 12
GOLDEN = [(entry, path) for entry in EVERY for path in sorted((entry.folder / "golden").glob("*.match"))]


def told(data: bytes, start: int = 0, big: int = BIG) -> study.Replay:
    answer = do_job(ReplayJob(data, "", start, big), find)
    assert isinstance(answer, bytes), answer
    return msgspec.json.decode(gzip.decompress(answer), type=study.Replay)


def refusal(data: bytes) -> tuple[int, str]:
    answer = do_job(ReplayJob(data, "", 0, BIG), find)
    assert isinstance(answer, tuple)
    return answer[0], answer[1].id


@dataclass
class Page:
    """What a page shows, built from the steps alone."""

    public: list[wire.PanelOut] = field(default_factory=list)
    own: dict[int, Any] = field(default_factory=dict)
    sheets: dict[int, Any] = field(default_factory=dict)
    to_act: Any = ()
    chosen: Any = ()
    count: Any = (0, 0)
    alarm: Any = None

    def turn(self, step: study.ReplayStep) -> None:
        if step.public:
            self.public = list(step.public)
        for place, panel in (step.panels or {}).items():
            self.public[place] = panel
        self.own |= step.own or {}
        self.sheets |= step.sheets or {}
        for name in ("to_act", "chosen", "count", "alarm"):
            value = getattr(step, name)
            if value is not msgspec.UNSET:
                setattr(self, name, value)


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def panels(value: Any) -> list[dict[str, Any]]:
    return [{"name": one.name, "value": plain(one.value), "seat": one.seat, "shape": one.shape} for one in value]


def is_as_it_was(page: Page, match: Match) -> None:
    assert panels(page.public) == panels(match.screen(None).public)
    assert (page.to_act, page.chosen, page.alarm) == (match.to_act(), tuple(sorted(match.chosen)), match.alarm())
    for seat in range(match.seats):
        assert panels(page.own[seat]) == panels(match.screen(seat).own)
        rows = match.game.sheet(match.view(seat), seat)
        assert [(row.what.id, row.points, row.cells) for row in page.sheets[seat]] == [
            (row.what.id, row.points, row.cells) for row in rows
        ]


@pytest.mark.parametrize(("entry", "path"), GOLDEN, ids=lambda one: one.stem if isinstance(one, Path) else one.game.id)
def test_every_step_of_a_golden_record_is_as_the_rules_say(entry: Entry, path: Path) -> None:
    data = path.read_bytes()
    answer = told(data)
    assert answer.fault is None
    assert answer.total == len(answer.steps)
    page, steps, heard = Page(), iter(answer.steps), 0
    acts = [
        entry for _, entry in record.read_lines(data.splitlines()) if isinstance(entry, record.Action) and entry.who != CHANCE
    ]
    played = [(step.who, step.text, step.at) for step in answer.steps if step.who != CHANCE]
    assert played == [(act.who, act.text, act.ms) for act in acts]
    deals = [step.at for step in answer.steps if step.who == CHANCE]
    assert (len(deals), deals) == (answer.info.series, sorted(deals))  # each game of a series begins with one
    news = 0
    for _, line, match, events in fold_lines(data.splitlines(), find):
        news += len(events)
        if isinstance(line, record.Result) or match.to_act() == (CHANCE,):
            continue
        step = next(steps)
        page.turn(step)
        heard += len(step.events)
        assert heard == news
        is_as_it_was(page, match)
    assert next(steps, None) is None
    result = match.result(answer.result.reveal)
    assert (answer.result.scores, answer.result.places) == (result.scores, result.places)
    assert (answer.draws, answer.info.game, len(answer.info.seats)) == (match.draws, entry.game.id, match.seats)


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_there_are_chapters_to_jump_to(entry: Entry) -> None:
    (_, path), *_ = [one for one in GOLDEN if one[0] is entry]
    chapters = [number for number, step in enumerate(told(path.read_bytes()).steps) if step.chapter]
    assert (chapters[:1] == [0] and len(chapters) > 2) or entry is TOY  # the toy game has no counter


def test_news_goes_with_its_audience() -> None:
    first = told((TOY.folder / "golden" / "two.match").read_bytes()).steps[0]
    assert [(event.id, event.to) for event in first.events] == [("card", (0,)), ("card", (1,)), ("running", None)]


def test_pages_join_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    data = (find("limits").folder / "golden" / "four-aid.match").read_bytes()
    whole = told(data)
    last = Page()
    for step in whole.steps:
        last.turn(step)
    monkeypatch.setattr(replay_jobs, "MOST", 400_000)
    page, start, steps = Page(), 0, list[study.ReplayStep]()
    while start < whole.total:
        answer = told(data, start)
        assert (answer.start, answer.total, answer.draws) == (start, whole.total, whole.draws)
        assert 0 < len(answer.steps) < whole.total
        page = Page()
        for step in answer.steps:
            page.turn(step)
        steps += answer.steps
        start += len(answer.steps)
    assert page == last
    assert [(step.who, step.text, step.at, step.chapter, step.events) for step in steps] == [
        (step.who, step.text, step.at, step.chapter, step.events) for step in whole.steps
    ]
    assert told(data, whole.total).steps == ()


def big_record(seats: int) -> bytes:
    table = Table("take-it-easy", ["bot:random"] * seats, seed="big")
    table.run()
    return "".join(line + "\n" for line in table.record()).encode()


def test_in_a_big_match_a_call_is_a_step() -> None:
    answer = told(big_record(30))
    assert answer.total == 20
    assert all(step.chapter for step in answer.steps[:-1])
    assert not any(step.own or step.sheets for step in answer.steps)
    assert answer.steps[0].to_act is None
    assert answer.steps[0].count == (0, 30)
    assert answer.fault is None


def lines_of(entry: Entry, name: str) -> list[Any]:
    return [json.loads(line) for line in (entry.folder / "golden" / f"{name}.match").read_text("utf-8").splitlines()]


def text_of(lines: list[Any]) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def tampered_draws() -> tuple[bytes, int]:
    """A solo match with two calls swapped: it can be played, but was not dealt like this."""
    lines = lines_of(find("take-it-easy"), "solo")
    first, second, *_ = (number for number, line in enumerate(lines) if isinstance(line, list) and line[0] == "*")
    lines[first], lines[second] = [*lines[second][:2], lines[first][2]], [*lines[first][:2], lines[second][2]]
    result = loads(text_of(lines[:-1]).splitlines(), find).result()  # so that its score is right
    lines[-1] |= {"scores": result.scores, "places": result.places}
    return text_of(lines), first + 1


def test_draws_that_are_not_the_committed_ones_are_told_and_named() -> None:
    data, line = tampered_draws()
    answer = told(data)
    assert answer.fault is not None
    assert (answer.fault.line, answer.fault.why.id, answer.fault.why.args["number"]) == (line, "wrong-draw", 1)
    assert answer.total == 20


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
    [
        (lambda lines: lines[0].pop("commit") and lines[0].pop("nonces"), 1, "no-commit"),
        (lambda lines: lines[-1].pop("reveal"), 40, "not-revealed"),
        (lambda lines: lines[-1].update(reveal="00" * 32), 40, "wrong-commit"),
        (lambda lines: lines[-1].update(reveal="xyz"), 40, "wrong-commit"),
    ],
)
def test_why_it_cannot_be_verified(spoil: Callable[[list[Any]], Any], line: int, why: str) -> None:
    lines = lines_of(find("take-it-easy"), "solo")
    spoil(lines)
    fault = told(text_of(lines)).fault
    assert fault is not None
    assert (fault.line, fault.why.id) == (line, why)


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
    [
        (lambda lines: lines.clear(), 1, "record-empty"),
        (lambda lines: lines.pop(), 39, "not-over-yet"),
        (lambda lines: lines.pop(1), 2, "not-your-turn"),
        (lambda lines: lines[2].__setitem__(1, "z9"), 3, "no-such-cell"),
        (lambda lines: lines[4].__setitem__(2, 0), 5, "time-runs-back"),
        (lambda lines: lines[0].update(game="chess"), 1, "unknown-game"),
        (lambda lines: lines[0].update(rules="0.1"), 1, "unknown-rules"),
        (lambda lines: lines[-1].update(scores=[999]), 40, "wrong-score"),
        (lambda lines: lines.append(lines[-1]), 41, "record-after-result"),
        (lambda lines: lines.insert(1, lines[0]), 2, "record-header-first"),
    ],
)
def test_what_cannot_be_played_is_refused_with_its_line(spoil: Callable[[list[Any]], Any], line: int, why: str) -> None:
    lines = lines_of(find("take-it-easy"), "solo")
    spoil(lines)
    assert refusal(text_of(lines)) == (line, why)


def test_an_action_in_the_middle_of_the_deal_is_refused_as_such() -> None:
    lines = lines_of(TOY, "two")
    del lines[2]
    assert refusal(text_of(lines))[0] == 3


def test_any_bytes_are_answered() -> None:
    chance, good = random.Random(4), (TOY.folder / "golden" / "two.match").read_bytes()
    for _ in range(300):
        data = bytearray(good)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        answer = do_job(ReplayJob(bytes(data), "", 0, BIG), find)
        assert isinstance(answer, bytes) or 1 <= answer[0] <= 8


# with a real server
def problem(answer: httpx.Response) -> tuple[int, str, int]:
    found = msgspec.json.decode(answer.content, type=wire.Problem)
    return answer.status_code, found.code, found.line


def test_a_match_of_this_server_is_told_once_it_is_over(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        (me,) = await sit_down(here.base, "take-it-easy", [OPEN, BOT])
        path = f"/matches/{me.match}/replay"
        assert problem(await http.get(path)) == (409, "not-over-yet", 0)
        await me.start()
        while not me.legal:
            await me.news(1)
        assert problem(await http.get(path)) == (409, "not-over-yet", 0)
        await play(me, random.Random(1))
        answers = await asyncio.gather(*(http.get(path) for _ in range(40)))  # all at once, as after a match
        first = answers[0]
        assert first.status_code == 200, first.text
        assert {answer.content for answer in answers} == {first.content}
        assert first.headers["content-encoding"] == "gzip"
        match = msgspec.json.decode(first.content, type=study.Replay)
        assert (match.info.match, match.info.seats[0].names, match.fault) == (me.match, ("P0",), None)
        record = (await http.get(f"/matches/{me.match}/record")).text
        same = await http.post("/replays", json={"record": record}, headers={"Accept-Encoding": "identity"})
        assert "content-encoding" not in same.headers
        assert same.json() == first.json() | {"info": first.json()["info"] | {"match": ""}}
        rest = (await http.get(path, params={"start": 5})).json()
        assert len(rest["steps"]) == match.total - 5
        await me.close()

    asking(test, tmp_path / "t.db")


def test_requests_that_get_no_replay(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        assert problem(await http.get("/matches/nothing/replay")) == (404, "no-match", 0)
        assert problem(await http.get("/matches/nothing/replay?start=-1"))[:2] == (400, "bad-request")
        assert problem(await http.post("/replays", json={"record": "hello\n"})) == (400, "record-not-json", 1)
        for half in ('["*","\\ud800",0]', '["\\ud800","x",0]', '{"note":"\\ud800","ms":0}'):  # half a surrogate pair
            header, *rest = text_of(lines_of(TOY, "two")).decode().splitlines(keepends=True)
            spoilt = "".join([header, half + "\n", *rest])
            assert problem(await http.post("/replays", json={"record": spoilt})) == (400, "record-not-json", 2)
        assert problem(await http.post("/replays", json={"record": ""})) == (400, "record-empty", 1)
        cut = (TOY.folder / "golden" / "two.match").read_text("utf-8")[:-40]
        assert problem(await http.post("/replays", json={"record": cut})) == (400, "record-cut", 7)
        unended = (TOY.folder / "golden" / "two.match").read_text("utf-8").rstrip("\n")
        assert (await http.post("/replays", json={"record": unended})).json()["fault"] is None
        assert problem(await http.post("/replays", content=b'{"record":"\xff"}'))[:2] == (400, "bad-request")
        assert problem(await http.post("/replays", content=b'{"record":"\\ud800"}'))[0] == 400
        long = "x" * (wire.LONGEST_RECORD + 1)
        assert problem(await http.post("/replays", json={"record": long}))[:2] == (400, "bad-request")
        assert problem(await http.post("/replays", json={"record": 3 * long}))[:2] == (413, "too-big")
        assert problem(await http.post("/replays", json={"record": "", "more": 1}))[:2] == (400, "bad-request")

    asking(test, tmp_path / "t.db")


def test_what_takes_too_long_is_given_up_and_not_too_many_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_replays, "WAITING", 2)
    monkeypatch.setattr(server_app, "NICE", 0)

    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        replays: server_replays.Replays = here.app.app.state.replays
        good = {"record": (TOY.folder / "golden" / "two.match").read_text("utf-8")}
        assert (await http.post("/replays", json=good)).status_code == 200
        for pool in (replays.quick, replays.long):
            assert isinstance(pool, Pool)
            pool.workers[0].budget = 0.05
        slow = {"record": big_record(190).decode()}  # short enough for the quick worker
        asked = [asyncio.ensure_future(replays.of_record(slow["record"], 0, "here")) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="too-many"):
            await replays.of_record(slow["record"], 0, "here")
        for one in asked:
            with pytest.raises(Refused, match="too-long"):
                await one
        assert problem(await http.post("/replays", json=slow)) == (413, "too-big", 0)
        assert replays.waiting == 0
        for pool in (replays.quick, replays.long):
            assert isinstance(pool, Pool)
            pool.workers[0].budget = 30
        assert (await http.post("/replays", json=good)).status_code == 200
        asyncio.get_running_loop().call_later(0.02, replays.close)
        with pytest.raises(Refused):  # a server that stops does not wait for it
            await replays.of_record(slow["record"], 0, "here")

    asking(test, tmp_path / "t.db")
