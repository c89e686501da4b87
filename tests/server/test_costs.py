"""What a request may cost on the event loop, for which everybody waits: every route that anybody may use without a seat."""

from __future__ import annotations

import asyncio
import gc
import re
import selectors
import time
from collections.abc import Iterator
from pathlib import Path
from threading import get_ident
from typing import Any, NamedTuple, cast

import httpx
import pytest

from tablee.protocol import wire
from tablee.rooms import api
from tablee.rooms.api import ROUTES, ApiCall, Cacheable, GameCall, Lines, Route
from tablee.server import app as server_app
from tablee.server.app import make_app
from tablee.server.bodies import LARGE
from tablee.server.compression import pack
from tablee.server.passwords import Password
from tablee.storage.store import LINES
from tablee.words import LANGUAGES
from tests.games_here import EVERY, find
from tests.server.attacks import long_match
from tests.server.running import OPEN, RunningServer, running, settings
from tests.server.test_scores import VALUES

MOST = 0.05  # seconds of processor time of a step; ten times what docs/security.md says, so that no test fails by chance
SEATS = 500
DOCS = Path(__file__).parents[2] / "docs" / "security.md"


def anonymous() -> Iterator[Route]:
    return (route for route in ROUTES if not route.seated or route.path.endswith("/screen"))


def test_the_docs_say_what_each_anonymous_route_costs() -> None:
    text = DOCS.read_text()
    assert [route.path for route in anonymous() if f"`{route.method} /api{route.path}`" not in text] == []


def test_the_docs_name_every_path_that_is_served(tmp_path: Path) -> None:
    """Whatever is added must say what it may cost; a seat is needed for the rest."""
    text, app = DOCS.read_text(), make_app(settings(tmp_path / "t.db"))
    while not hasattr(app, "routes"):
        app = app.app
    seated = {f"/api{route.path}" for route in ROUTES if route.seated}
    for served in app.routes:
        path = re.sub(r":(str|int)}", "}", served.path)
        methods = served.methods & {"GET", "POST"} if path.startswith("/api") else {""}
        folder = re.sub(r"^(/(?:assets|engine|game-files)/).*", r"\1…", path)
        for method in methods if path not in seated else ():
            assert f"`{method} {folder}`".replace("` ", "`") in text, path


# What is the same for everybody
async def ask(route: Route, tmp_path: Path, **wish: str) -> Any:
    """Without a server: what is the same for everybody depends on its settings only."""
    call = GameCall(settings(tmp_path / "t.db"))
    return await route.answer(call, **wish)


def test_what_is_the_same_for_everybody_is_made_once(tmp_path: Path) -> None:
    """Each time it is the same object, so it is not encoded or compressed again."""
    names = {"game": [entry.game.id for entry in EVERY], "lang": LANGUAGES}
    seen = 0
    for route in ROUTES:
        if route.answer.__annotations__["return"] != "Cacheable":
            continue
        wishes: list[dict[str, str]] = [{}]
        for name, values in names.items():
            if f"{{{name}}}" in route.path:
                wishes = [{**wish, name: value} for wish in wishes for value in values]
        for wish in wishes:
            first, again = [asyncio.run(ask(route, tmp_path, **wish)) for _ in range(2)]
            assert isinstance(first, Cacheable)
            assert first.data is again.data, route.path
            assert pack(first.data, first.media_type) is pack(again.data, again.media_type)
            seen += 1
    assert seen > 20


def test_the_api_is_described_once_and_not_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []
    made = server_app.described_app

    def watched() -> Any:
        threads.append(get_ident())
        return made()

    monkeypatch.setattr(server_app, "described_app", watched)
    server_app.openapi_document.cache_clear()

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            answers = await asyncio.gather(*(http.get(path) for path in ("/api", "/api/openapi.json") * 5))
            assert {answer.status_code for answer in answers} == {200}
            assert len({answer.content for answer in answers}) == 1
            known = {"If-None-Match": answers[0].headers["ETag"]}
            assert (await http.get("/api", headers=known)).status_code == 304

    asyncio.run(run())
    assert len(threads) == 1
    assert threads[0] != get_ident()


def test_a_record_is_written_some_lines_at_a_time(tmp_path: Path) -> None:
    match, rows = long_match(tmp_path / "t.db", find("limits"), 6, 10)
    assert rows > 3 * LINES

    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            call = ApiCall(here.directory.settings, here.directory, cast(Any, None), cast(Any, None), "")
            answer = await api.match_record(call, match)
            assert isinstance(answer, Lines)
            sizes = [len(page) async for page in answer.pages]
            assert max(sizes) <= LINES
            assert sum(sizes) == rows + 2

    asyncio.run(run())


# What each step of a request costs
class Asked(NamedTuple):
    """A request, and how it is answered."""

    method: str
    path: str
    status: int
    headers: dict[str, str] = {}  # noqa: RUF012
    more: dict[str, Any] = {}  # noqa: RUF012


AWAY = {"x-forwarded-for": "203.0.113.9"}  # through a proxy, so not from this machine
PERSON = {"accept": "text/html", "accept-language": "fr"}
SECRET = "a long password"
CLUB = {"cookie": Password("club", SECRET, 1).cookie("/", https=False).partition(";")[0]}  # of a visitor who has been let in
LONG_GUESS = {"content": b"a=%41&" * (LARGE // 6)}
PAGES = {  # what is served beside the API
    "GET /": Asked("GET", "/", 200, CLUB),
    "GET /t/{match}": Asked("GET", "/t/nobody", 200),
    "GET /nowhere": Asked("GET", "/nowhere", 404, PERSON),
    "GET /healthz": Asked("GET", "/healthz", 200),
    "GET /ready": Asked("GET", "/ready", 200),
    "GET /ready/pages": Asked("GET", "/ready/pages", 200),
    "GET /admin, from afar": Asked("GET", "/admin", 401, AWAY | PERSON),
    "GET /admin, on this machine": Asked("GET", "/admin", 200, PERSON),
    "POST /admin": Asked("POST", "/admin", 401, AWAY | PERSON, LONG_GUESS),
    "GET /invite": Asked("GET", "/invite", 200, PERSON),
    "POST /invite": Asked("POST", "/invite", 401, PERSON, LONG_GUESS),
}


async def requests_for(here: RunningServer, over: str) -> dict[str, Asked]:
    """An expensive request for each route of the API. As many tables as are listed have many seats."""
    tables = [wire.Create("take-it-easy", "Eve", [OPEN] * SEATS, public=True) for _ in range(100)]
    *_, open_table = [(await here.directory.create(table, f"192.0.2.{n}")).match for n, table in enumerate(tables)]
    record = [line async for page in await here.directory.store.record_of(over) for line in page]
    bodies: dict[str, Any] = {
        "/games/{game}/practice": {"name": "Eve"},
        "/games/{game}/score": {"boards": [{"board": VALUES}] * 12},
        "/games/{game}/hindsight": {"seed": "00" * 32},
        "/matches": {"game": "take-it-easy", "name": "Eve", "seats": [{"kind": "open"}] * SEATS},
        "/matches/{match}/join": {"name": "Eve"},
        "/replays": {"record": "".join(f"{line}\n" for line in record)},
        "/reviews": {"record": "".join(f"{line}\n" for line in record)},
        "/deals/{game}/{day}": {"name": "Eve"},
        "/what-ifs": {"record": "".join(f"{line}\n" for line in record), "rows": len(record) // 2, "seat": 0, "name": "Eve"},
    }

    def path(route: Route) -> str:
        match = over if route.path.endswith(("/record", "/replay", "/insights", "/review/{seat}")) else open_table
        return "/api" + route.path.format(game="take-it-easy", lang="fr", match=match, seat=0, day="2026-11-18", level="expert")

    return {
        f"{route.method} {route.path}": Asked(
            route.method, path(route), route.status, CLUB, {"json": bodies[route.path]} if route.method == "POST" else {}
        )
        for route in anonymous()
    }


class WatchedSelector(selectors.DefaultSelector):
    """Notes the processor time of each step of an event loop: of all that it does before it looks for input again."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []
        self.began = time.thread_time()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.seconds.append(time.thread_time() - self.began)
        try:
            return super().select(timeout)
        finally:
            self.began = time.thread_time()


def test_no_step_of_an_anonymous_request_takes_long(tmp_path: Path) -> None:
    """In processor time, whatever else the machine does. Each is asked twice: what is made once is made in the first request."""
    over, _ = long_match(tmp_path / "t.db", find("limits"), 6, 10)
    found: dict[str, float] = {}
    selector = WatchedSelector()

    async def run() -> None:
        chosen = settings(tmp_path / "t.db", admin_token=SECRET, invite=SECRET)
        async with running(chosen) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            for name, asked in (await requests_for(here, over) | PAGES).items():
                for _ in range(2):
                    selector.seconds.clear()
                    request = http.stream(asked.method, asked.path, headers=asked.headers, timeout=60, **asked.more)
                    async with request as answer:
                        assert answer.status_code == asked.status, name
                        async for _ in answer.aiter_raw():  # to unpack it is not the server's work
                            pass
                    found[name] = max(selector.seconds)

    gc.collect()
    gc.disable()
    try:
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner:
            runner.run(run())
    finally:
        gc.enable()
    print("\n".join(f"{name}: {1000 * seconds:.1f} ms" for name, seconds in found.items()))
    assert {name: seconds for name, seconds in found.items() if seconds > MOST} == {}
