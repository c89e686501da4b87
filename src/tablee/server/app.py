"""The HTTP API, described by OpenAPI at /api: the routes of `api.py`, and the web client's files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, lru_cache, partial
from inspect import signature
from pathlib import Path
from re import sub
from typing import Annotated, Any, TypeVar, get_args

import msgspec
from litestar import HttpMethod, Litestar, MediaType, Response, Router, get, post, route
from litestar.datastructures import CacheControlHeader
from litestar.enums import OpenAPIMediaType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, QueryParameter, RawBody
from litestar.response import Stream
from litestar.serialization import encode_json

from tablee import __version__
from tablee.core.game import Refusal
from tablee.jobs.bots import choose
from tablee.jobs.replays import do_job
from tablee.jobs.reviews import do_review
from tablee.protocol import wire
from tablee.protocol.faults import in_words
from tablee.rooms.api import (
    JSON,
    NDJSON,
    ROUTES,
    ApiCall,
    Cacheable,
    EncodedJson,
    GzippedJson,
    Items,
    Lines,
    Route,
    parameters,
    problem_of,
)
from tablee.rooms.directory import Directory
from tablee.rooms.game_files import MEDIA_TYPES, game_files
from tablee.rooms.meters import Meters
from tablee.rooms.rematch import RetakeSeat
from tablee.rooms.replays import Replays
from tablee.rooms.reviews import Reviews
from tablee.rooms.room import Room
from tablee.rooms.sockets import Sockets
from tablee.rooms.visitors import visitor_of
from tablee.server.admission import BASE, Admission
from tablee.server.bodies import LARGE, Req, read_body, serving
from tablee.server.calls import Calls, call_handlers
from tablee.server.compression import ASK_AGAIN, FOR_EVER, PackedFile, accepts, in_pieces, pack, read_client, unpacked
from tablee.server.connections import Connections, raise_file_limit
from tablee.server.engine import Engine
from tablee.server.metrics import metrics_text
from tablee.server.operator import is_local, operator_pages
from tablee.server.pages import refusal_page, wants_page, words_of
from tablee.server.relay import Relay
from tablee.server.scoring import ScoringWorker
from tablee.server.settings import Settings
from tablee.server.shared_tables import SharedTables
from tablee.server.transfers import Transfers, transfer_handlers
from tablee.server.turns import Turns, whose
from tablee.server.upkeep import Upkeep
from tablee.server.workers import Pool
from tablee.site.python import Parts
from tablee.storage.store import SharedStore, Store, open_store

STATIC = Path(__file__).parent / "static"
QUICK_REPLAY, LONG_REPLAY = 3.0, 30.0  # seconds that a replay may take in the worker for short ones, and in the one for long ones
REVIEW_SLICE = 120.0  # seconds that a slice of a review may take; the first one may have to wait until kernels are compiled
NICE, NICER = 10, 15  # replays stand back behind play, and reviews behind replays
T = TypeVar("T")


def _call(request: Req) -> ApiCall:
    state, token = request.app.state, None
    if "authorization" in request.headers:
        scheme, _, given = request.headers["authorization"].partition(" ")
        token = given if scheme.lower() == "bearer" else ""
    who = visitor_of(request.scope)
    return ApiCall(state.settings, state.directory, state.replays, state.reviews, who, token, partial(state.scoring.count, who))


def _handler(route: Route, described: bool) -> HTTPRouteHandler:
    """Serves a route."""
    hints = dict(parameters(route.answer))
    returns = hints.pop("return")
    plain = route.answers_with is None

    async def handler(request: Req, **given: Any) -> Any:
        answer = await route.answer(_call(request), **given)
        return answer if plain else _response(request, answer)

    handler.__name__, handler.__doc__ = route.answer.__name__, route.answer.__doc__
    path = sub(r"\{(\w+)\}", lambda found: f"{{{found[1]}:{hints[found[1]].__name__}}}", route.path)
    defaults = {name: taken.default for name, taken in signature(route.answer).parameters.items()}
    takes = {name: (_taken(route, name, hint), defaults[name]) for name, hint in hints.items() if name != "data"}
    made = serving(handler, takes, hints.get("data"), returns if plain else Response[Any], described)
    make = get if route.method == "GET" else post
    return make(path, status_code=route.status, **_described(route))(made)


def _taken(route: Route, name: str, hint: Any) -> Any:
    """The framework's own name for where an argument comes from."""
    if f"{{{name}}}" in route.path:
        return FromPath[hint]  # type: ignore[misc]
    kind, limits = get_args(hint)
    return Annotated[kind, QueryParameter(ge=limits.ge, le=limits.le)]


def _described(route: Route) -> dict[str, Any]:
    """What OpenAPI says of a route, besides what follows from its signature."""
    spec: dict[str, Any] = {"responses": _answers(*route.fails)}
    if route.answers_with is not None:
        told = ResponseSpec(route.answers_with, generate_examples=False, media_type=route.media_type)
        spec["responses"] = {200: told, **spec["responses"]}
    if route.seated:
        spec["security"] = [{"seat": []}]
    if route.max_body is not None:
        spec["request_max_body_size"] = route.max_body
    return spec


def _answers(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(wire.Problem, generate_examples=False) for code in codes}


def _response(request: Req, answer: Cacheable | EncodedJson | GzippedJson | Lines | Items) -> Response[Any]:
    if isinstance(answer, EncodedJson):
        return Response(answer.data, media_type=JSON)
    if isinstance(answer, Cacheable):
        return pack(answer.data, answer.media_type).response(request, ASK_AGAIN, answer.headers)
    if isinstance(answer, Lines):
        return Stream(_in_turns(request, ("\n".join(page) + "\n" async for page in answer.pages)), media_type=NDJSON)
    if isinstance(answer, Items):
        return Stream(_in_turns(request, answer.encoded()), media_type=JSON)
    headers = {"Vary": "Accept-Encoding"}
    if accepts(request.headers.get("accept-encoding", ""), "gzip"):
        headers |= {"Content-Encoding": "gzip", "Content-Length": str(len(answer.data))}
        return Stream(_in_turns(request, in_pieces(answer.data)), media_type=JSON, headers=headers)
    return Stream(_in_turns(request, unpacked(answer.data)), media_type=JSON, headers=headers)


async def _in_turns(request: Req, pages: AsyncIterator[T]) -> AsyncIterator[T]:
    """The framework sends them in a task of its own, so what they cost is counted here."""
    turns: Turns = request.app.state.turns
    network = whose(visitor_of(request.scope))
    while (page := await turns.share(network, _next_page(pages))) is not None:
        yield page


async def _next_page(pages: AsyncIterator[T]) -> T | None:
    return await anext(pages, None)


@get(["/", "/openapi.json"], include_in_schema=False)
async def api_document(request: Req) -> Response[Any]:
    """Made once, in a thread: it takes as long as a hundred requests."""
    state = request.app.state
    if state.document is None:
        state.document = asyncio.create_task(asyncio.to_thread(openapi_document))
    document: PackedFile = await asyncio.shield(state.document)
    return document.response(request, ASK_AGAIN)


@cache
def openapi_document() -> PackedFile:
    return pack(encode_json(described_app().openapi_schema.to_schema()), OpenAPIMediaType.OPENAPI_JSON)


def described_app() -> Litestar:
    """An app that serves nobody: the framework adds routes of its own to one that describes itself."""
    config = OpenAPIConfig(
        title="Tablée",
        version=__version__,
        description="Play board games with friends and bots, over the WebSocket /api/socket/{match}; see docs/protocol.md.",
        render_plugins=[JsonRenderPlugin()],
        use_handler_docstrings=True,
        components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
    )
    return Litestar(
        route_handlers=[_api(described=True)], openapi_config=config, request_max_body_size=LARGE, logging_config=None
    )


def _api(described: bool = False) -> Router:
    """`described`: as the framework describes it, which wants to read the bodies itself."""
    handlers = [
        api_document,
        retake,
        *(_handler(route, described) for route in ROUTES),
        *call_handlers(described),
        *transfer_handlers(described),
    ]
    return Router("/api", route_handlers=handlers, cache_control=CacheControlHeader(no_store=True))


@post("/matches/{match:str}/retake", include_in_schema=False)
async def retake(request: Req, match: FromPath[str], body: RawBody) -> wire.SeatTicket:
    """For other processes, where the match before this one is."""
    relay: Relay | None = request.app.state.relay
    if relay is None or not relay.knows(request.scope):
        raise NotFoundException(detail=request.url.path)
    return await _directory(request).ask(match, Room.retake_seat, await read_body(request, body, RetakeSeat))


def _directory(request: Req) -> Directory:
    directory: Directory = request.app.state.directory
    return directory


@get("/healthz", include_in_schema=False)
async def health(request: Req) -> Response[wire.Health]:
    store = _directory(request).store
    await store.check()
    return Response(wire.Health(store.trouble or "ok", __version__), status_code=503 if store.trouble else 200)


@get("/ready", include_in_schema=False)
async def ready(request: Req) -> Response[wire.Health]:
    """For proxies: whether tables are to be asked for here. If its own data is in trouble, no other process would do better."""
    directory = _directory(request)
    return _readiness("leaving" if directory.leaving else "cut off" if directory.store.cut_off else "")


@get("/ready/pages", include_in_schema=False)
async def ready_for_pages(request: Req) -> Response[wire.Health]:
    """For proxies: whether everything else is to be asked for here, which needs no data."""
    return _readiness("leaving" if _directory(request).leaving else "")


def _readiness(why_not: str) -> Response[wire.Health]:
    return Response(wire.Health(why_not or "ok", __version__), status_code=503 if why_not else 200)


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def show_metrics(request: Req) -> bytes:
    """For this machine only: the number of writes could give away hidden choices."""
    if not is_local(request):
        raise NotFoundException(detail=request.url.path)
    return metrics_text(_directory(request).meters, request.app.state.settings)


ASSETS = "/assets/"
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tablée</title><h1>Tablée</h1><p>The table is running. <span lang="fr">La table est ouverte.</span></p>
<p><a href="/api/openapi.json">API</a> · <a href="/api/games">games</a> · <a href="/api/matches">tables</a></p></html>
"""


def _client(parts: Parts | None) -> list[HTTPRouteHandler]:
    """The web client: its page, for each of its URLs, and its files. Without the client, a short page."""
    files = read_client(STATIC)
    index = files.pop("/index.html", None) or pack(PAGE.encode(), MediaType.HTML)
    engine = None if parts is None else Engine(parts)
    if engine is not None:
        html = index.bodies[""].decode().replace("<html ", f'<html data-engine="{engine.path}" ', 1)
        index = pack(html.encode(), MediaType.HTML)
        if worker := files.get("/sw.js"):  # keeps the page again when it names another Python
            code = worker.bodies[""].decode().replace('const VERSION = "', f'const VERSION = "{engine.version}-', 1)
            files["/sw.js"] = pack(code.encode(), worker.media_type)

    @lru_cache(maxsize=8)
    def index_below(base: str) -> PackedFile:
        """The page, which finds everything below this folder."""
        if not base:
            return index
        html = index.bodies[""].decode().replace('="/', f'="{base}/').replace("<html ", f'<html data-base="{base}/" ', 1)
        return pack(html.encode(), MediaType.HTML)

    reads: dict[str, Any] = {"http_method": [HttpMethod.GET, HttpMethod.HEAD], "include_in_schema": False}

    @route(["/", "/t/{match:str}"], **reads)
    async def page(request: Req, match: FromPath[str] = "") -> Response[Any]:
        return index_below(request.scope[BASE]).response(request, ASK_AGAIN)  # type: ignore[literal-required]

    # one route for all that is in `assets`: a hundred would make the server slower to start
    @route([f"{ASSETS}{{name:str}}", *(path for path in files if not path.startswith(ASSETS))], **reads)
    async def file(request: Req, name: FromPath[str] = "") -> Response[Any]:
        path = request.url.path
        if path not in files:
            raise NotFoundException(detail=path)
        return files[path].response(request, FOR_EVER if path.startswith(ASSETS) else ASK_AGAIN)

    @route("/engine/{version:str}/{name:str}", **reads)
    async def python(request: Req, version: FromPath[str], name: FromPath[str]) -> Response[Any]:
        path = request.url.path
        found = await asyncio.to_thread(engine.read) if engine is not None and path == engine.path + name else {}
        if name not in found:
            raise NotFoundException(detail=path)
        return found[name].response(request, FOR_EVER)

    @route("/game-files/{game:str}/{version:str}/{name:str}", **reads)
    async def game_file(request: Req, game: FromPath[str], version: FromPath[str], name: FromPath[str]) -> Response[Any]:
        path = request.url.path
        data = game_files(request.app.state.settings.find(game)).get(path[1:])
        if data is None:
            raise NotFoundException(detail=path)
        return pack(data, MEDIA_TYPES[Path(name).suffix]).response(request, FOR_EVER)

    return [page, file, python, game_file]


def _refused(_: Req, refusal: Refusal) -> Response[wire.Problem]:
    status, problem = problem_of(refusal)
    headers = {"WWW-Authenticate": "Bearer"} if problem.code == "bad-token" else {}
    return Response(problem, status_code=status, headers=headers)


def _why(request: Req, error: HTTPException) -> str:
    if error.status_code in (404, 405):
        return f"{request.method} {request.url.path}"
    if isinstance(error.extra, list):
        return "; ".join(in_words(fault.get("message", ""), fault.get("key", "")) for fault in error.extra)
    return in_words(error.detail)


def _bad_request(request: Req, error: HTTPException) -> Response[Any]:
    sent = dict(request.scope["headers"])
    if error.status_code == 404 and wants_page(request.method, sent) and not request.url.path.startswith("/api/"):
        words = words_of(sent)
        seen = refusal_page(words, words.text("page-not-found"), request.scope[BASE])  # type: ignore[literal-required]
        return Response(seen, status_code=404, media_type=MediaType.HTML)
    code = {404: "not-found", 405: "bad-method", 413: "too-big"}.get(error.status_code, "bad-request")
    why = {"why": _why(request, error)[:300]} if error.status_code < 500 else {}
    headers = dict(error.headers or {})
    return Response(wire.Problem(code, wire.Sentence(code, dict(why))), status_code=error.status_code, headers=headers)


def _invalid(_: Req, error: msgspec.DecodeError) -> Response[wire.Problem]:
    return Response(
        wire.Problem("bad-request", wire.Sentence("bad-request", {"why": in_words(str(error))[:300]})), status_code=400
    )


def _unreadable(_: Req, __: Exception) -> Response[wire.Problem]:
    """For bodies nested too deeply or not UTF-8, where the decoder raises errors of other types."""
    return Response(wire.Problem("bad-request", wire.Sentence("bad-request", {"why": "unreadable"})), status_code=400)


def make_app(settings: Settings, proxies: str = "") -> Admission:
    """`proxies` are those trusted to report client addresses."""
    meters = Meters()
    connections = Connections(settings, meters, raise_file_limit(), proxies)
    pages = operator_pages(settings, meters, lambda: admission)
    admission = Admission(_app(settings, meters, connections, pages), settings, connections, proxies)
    return admission


def _directory_of(settings: Settings, meters: Meters, store: Store) -> tuple[Directory, Relay | None]:
    """With the relay to other processes, if they share the data."""
    bots = Pool(choose, settings.find, settings.workers, settings.budget)
    meters.gauges["waiting_bots"] = lambda: len(bots.jobs)
    if not isinstance(store, SharedStore):
        return Directory(settings, meters, store, bots), None
    directory = Directory(settings, meters, store, bots, SharedTables(settings, meters, store))
    directory.peers = relay = Relay(store, meters, directory)
    return directory, relay


def make_replays(settings: Settings, meters: Meters) -> Replays:
    quick, long = (Pool(do_job, settings.find, 1, seconds, NICE) for seconds in (QUICK_REPLAY, LONG_REPLAY))
    return Replays(settings, meters, quick, long)


def make_reviews(settings: Settings, meters: Meters) -> Reviews:
    pool = Pool(do_review, settings.find, 1, REVIEW_SLICE, NICER)
    return Reviews(settings, meters, pool)


def _app(settings: Settings, meters: Meters, connections: Connections, pages: list[HTTPRouteHandler]) -> Litestar:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        directory, relay = _directory_of(settings, meters, await open_store(settings.data, "serve", settings.around))
        sockets, replays = Sockets(directory), make_replays(settings, meters)
        reviews = make_reviews(settings, meters)
        watching = [asyncio.create_task(connections.watch()), asyncio.create_task(meters.watch_loop())]
        app.state.update(directory=directory, sockets=sockets, replays=replays, settings=settings, relay=relay)
        app.state.reviews = reviews
        app.state.calls, app.state.scoring = Calls(settings, meters), ScoringWorker(settings, meters)
        app.state.transfers = Transfers(settings, meters)
        app.state.turns, app.state.upkeep = connections.turns, Upkeep(settings, directory.store)
        watching.append(asyncio.create_task(app.state.upkeep.run()))
        app.state.large_bodies, app.state.document = asyncio.Lock(), None
        yield
        for task in watching:
            task.cancel()
        replays.close()
        reviews.close()
        app.state.scoring.close()
        await sockets.close()
        if relay is not None:
            await relay.close()
        await directory.close()

    return Litestar(
        route_handlers=[_api(), health, ready, ready_for_pages, show_metrics, *pages, *_client(settings.parts)],
        lifespan=[lifespan],
        logging_config=None,
        exception_handlers={
            Refusal: _refused,
            HTTPException: _bad_request,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
            msgspec.DecodeError: _invalid,
        },
        request_max_body_size=LARGE,
        openapi_config=None,  # `described_app` has it
    )
