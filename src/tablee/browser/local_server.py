"""A server without a network: it answers the page in whose browser it runs."""

from __future__ import annotations

import asyncio
import gzip
import logging
import pickle
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import parse_qsl

import msgspec

from tablee.bots import everybody, strongest_fast, weights_of
from tablee.core import registry
from tablee.core.bot import CHAMPION
from tablee.core.game import Refusal, say
from tablee.core.record import Header, read
from tablee.jobs.bots import BotJob, choose
from tablee.jobs.deals import DealPlayJob, DealRunsJob
from tablee.jobs.hints import HintJob
from tablee.jobs.replays import HindsightJob, InsightJob, do_job
from tablee.jobs.reviews import ReviewJob, do_review
from tablee.protocol import wire
from tablee.protocol.faults import in_words
from tablee.protocol.reasons import Close, Refused
from tablee.reviews import judge_of
from tablee.rooms.api import (
    JSON,
    NDJSON,
    ROUTES,
    ApiCall,
    Cacheable,
    EncodedJson,
    GameCall,
    GzippedJson,
    Items,
    Lines,
    Route,
    parameters,
    problem_of,
)
from tablee.rooms.directory import Directory
from tablee.rooms.meters import Meters
from tablee.rooms.replays import Replays
from tablee.rooms.reviews import Reviews
from tablee.rooms.settings import RoomSettings
from tablee.rooms.sockets import Listener, Sockets
from tablee.storage.store import Store

log = logging.getLogger("tablee")
DAY = 24 * 3600
FINISHED = "/finished"  # lists the finished matches of this device; no other server does that
Post: TypeAlias = Callable[[bytes], Awaitable[bytes]]  # gives a job to the worker that does them


@cache
def find(id: str) -> registry.Entry:
    """A game without its champion, which may need native code, or more time than a phone has."""
    entry = registry.find(id)
    return replace(entry, bots={level: bot for level, bot in entry.bots.items() if level != CHAMPION})


# a match on a device is the player's own: it waits for months
SETTINGS = RoomSettings(Path("device"), find=find, abandoned=90 * DAY, empty=DAY, one_device=True)


class HttpAnswer(NamedTuple):
    """What a server would answer over HTTP."""

    status: int
    headers: dict[str, str]
    body: str


async def answer(call: GameCall, method: str, path: str, body: str = "") -> HttpAnswer:
    """Answers a request for a path of the API, which begins after `/api`."""
    path, _, query = path.partition("?")
    try:
        route, given = _find(method, path)
        return await _said(route, await route.answer(call, **_arguments(route, {**given, **dict(parse_qsl(query))}, body)))
    except Refusal as refusal:
        status, problem = problem_of(refusal)
        return _json(problem, status)
    except (msgspec.ValidationError, *wire.UNREADABLE) as error:
        return _json(wire.Problem("bad-request", wire.Sentence("bad-request", {"why": in_words(str(error))[:300]})), 400)


def _find(method: str, path: str) -> tuple[Route, dict[str, str]]:
    for route in ROUTES:
        pattern = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.path)
        if route.method == method and (found := re.fullmatch(pattern, path)):
            return route, found.groupdict()
    raise Refused("not-found", say("not-found", why=f"{method} {path}"))


def _arguments(route: Route, given: dict[str, str], body: str) -> dict[str, Any]:
    hints = parameters(route.answer)
    found = {name: msgspec.convert(text, hints[name], strict=False) for name, text in given.items() if name in hints}
    return {**found, "data": msgspec.json.decode(body, type=hints["data"])} if "data" in hints else found


async def _said(route: Route, told: Any) -> HttpAnswer:
    match told:
        case Cacheable(data, media_type, headers):
            return HttpAnswer(route.status, {"Content-Type": media_type, **headers}, data.decode())
        case EncodedJson(data):
            return HttpAnswer(route.status, {"Content-Type": JSON}, data.decode())
        case GzippedJson(data):
            return HttpAnswer(route.status, {"Content-Type": JSON}, gzip.decompress(data).decode())
        case Items():
            return HttpAnswer(route.status, {"Content-Type": JSON}, b"".join([part async for part in told.encoded()]).decode())
        case Lines(pages):
            lines = [line async for page in pages for line in page]
            return HttpAnswer(route.status, {"Content-Type": NDJSON}, "\n".join([*lines, ""]))
    return _json(told, route.status)


def _json(told: Any, status: int) -> HttpAnswer:
    return HttpAnswer(status, {"Content-Type": JSON}, wire.encode(told).decode())


def missing_weights(job: bytes) -> list[Path]:
    """The files that a job reads and that have not been fetched yet."""
    match pickle.loads(job):
        case BotJob(game, level) | HintJob(game, level) | DealRunsJob(game, _, level):
            entry = find(game)
        case InsightJob(bytes() as record):
            entry = find(read_header(record).game)
            level = strongest_fast(entry)
        case ReviewJob(bytes() as record):
            judge = judge_of(find(read_header(record).game))
            return [path for path in judge.weights if not path.exists()]
        case HindsightJob(game) | DealPlayJob(game):
            entry = find(game)
            level = strongest_fast(entry)
        case _:
            return []
    return [path for path in weights_of(entry, level) if not path.exists()] if level in everybody(entry) else []


def read_header(record: bytes) -> Header:
    header = read(record.partition(b"\n")[0])
    assert isinstance(header, Header)
    return header


def work(job: bytes) -> bytes:
    """Does one job; runs in the worker for bots and replays."""
    wanted = pickle.loads(job)
    match wanted:
        case BotJob():
            return pickle.dumps(choose(wanted, find))
        case ReviewJob():
            return pickle.dumps(do_review(wanted, find))
        case _:
            return pickle.dumps(do_job(wanted, find))


class JobWorker:
    """The other worker of the page, which does one job after the other."""

    busy = False

    def __init__(self, post: Post) -> None:
        self.post = post
        self.tasks: set[asyncio.Task[None]] = set()

    def ask(self, whose: str, job: Any, answered: Callable[[Any], None]) -> None:
        task = asyncio.create_task(self._ask(job, answered))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _ask(self, job: Any, answered: Callable[[Any], None]) -> None:
        try:
            told = pickle.loads(await self.post(pickle.dumps(job)))
        except Exception as error:  # whatever the browser or the job raises: a bot's table is told, and a replay is refused
            log.warning("job failed", extra={"job": type(job).__name__, "error": str(error)[:300]})
            told = None
        answered(told)

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


async def _whole_record(store: Store, match: str) -> bytes:
    """The record itself: the worker cannot read the store."""
    lines = [line async for page in await store.record_of(match) for line in page]
    return "\n".join([*lines, ""]).encode()


class PageLink:
    """One connection of the page. `hear` takes what it sends; the callbacks get what it is sent."""

    full = False

    def __init__(self, on_message: Callable[[str], None], on_close: Callable[[int], None]) -> None:
        self.on_message, self.on_close = on_message, on_close
        self.listener: Listener | None = None
        self.messages: asyncio.Queue[str | None] = asyncio.Queue()  # None: it is closed

    def write(self, text: bytes) -> None:
        self.on_message(text.decode())

    def listen(self, listener: Listener) -> None:
        self.listener = listener
        for message in [self.messages.get_nowait() for _ in range(self.messages.qsize())]:
            if message is None:
                self.close()
            else:
                listener.hear(message)

    def hear(self, text: str) -> None:
        if self.listener is not None:
            self.listener.hear(text)
        else:
            self.messages.put_nowait(text)

    def close(self) -> None:
        self.messages.put_nowait(None)

    async def close_with(self, code: Close) -> None:
        self.on_close(code)
        self.close()


class LocalServer:
    """`post` gives a job to the worker for bots and replays."""

    def __init__(self, store: Store, post: Post) -> None:
        worker = JobWorker(post)
        meters = Meters()
        self.directory, self.sockets = (directory := Directory(SETTINGS, meters, store, worker)), Sockets(directory)
        self.replays = Replays(SETTINGS, meters, worker, worker, _whole_record)
        self.reviews = Reviews(SETTINGS, meters, worker, _whole_record)
        self.tasks: set[asyncio.Task[None]] = set()

    async def ask(self, method: str, path: str, token: str | None, body: str = "") -> HttpAnswer:
        if (method, path) == ("GET", FINISHED):
            return _json(await self._finished(), 200)
        return await answer(ApiCall(SETTINGS, self.directory, self.replays, self.reviews, "", token), method, path, body)

    async def _finished(self) -> list[dict[str, Any]]:
        found = await self.directory.store.fetch("SELECT id, opened FROM matches WHERE state = 'over' ORDER BY opened DESC")
        return [{"match": id, "opened": opened} for id, opened in found]

    def connect(self, match: str, on_message: Callable[[str], None], on_close: Callable[[int], None]) -> PageLink:
        """Opens a socket to a table."""
        link = PageLink(on_message, on_close)
        task = asyncio.create_task(self.sockets.serve(match, link, link.messages.get, link.close_with))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return link

    async def close(self) -> None:
        self.replays.close()
        await self.sockets.close()
        await self.directory.close()
