"""The HTTP API, described by OpenAPI at /api."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from litestar import HttpMethod, Litestar, MediaType, Request, Response, Router, get, post, route
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException, NotFoundException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.response import Stream
from prometheus_client import generate_latest

from tablee import __version__
from tablee.bots import fast_bot, players
from tablee.bots.levels import levels
from tablee.core import registry
from tablee.core.game import Game, Refusal
from tablee.core.options import describe
from tablee.core.record import BadRecord
from tablee.server import requests, wire
from tablee.server.admission import Admission, is_loopback
from tablee.server.compression import ASK_AGAIN, FOR_EVER, accepts, pack, read_client
from tablee.server.connections import Connections, raise_file_limit
from tablee.server.directory import Directory
from tablee.server.faults import in_words
from tablee.server.metrics import Metrics
from tablee.server.reasons import REASONS, Refused
from tablee.server.replays import Replays
from tablee.server.requests import RoomRequest
from tablee.server.seating import guide_of
from tablee.server.settings import Settings
from tablee.server.sockets import Sockets
from tablee.server.store import open_store
from tablee.server.visitors import visitor_of
from tablee.words import HERE, LANGUAGES, Words, rules_file, strings_file

STATIC = Path(__file__).parent / "static"
Listing: TypeAlias = list[wire.TableInfo]
T = TypeVar("T")


def _answers(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(wire.Problem, generate_examples=False) for code in codes}


OF_A_MATCH: dict[str, Any] = {"responses": _answers(400, 401, 403, 404, 409, 429, 503), "security": [{"seat": []}]}
OPEN: dict[str, Any] = {"responses": _answers(400, 404, 409, 429, 503)}
Req: TypeAlias = Request[Any, Any, Any]


def _directory(request: Req) -> Directory:
    directory: Directory = request.app.state.directory
    return directory


async def _person(request: Req, match: str) -> int:
    """The person whose token came with the request. Raises Refused."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    store = _directory(request).store
    person = await store.person(match, token) if scheme.lower() == "bearer" else None
    if person is None:
        if await store.match(match) is None:
            raise Refused("no-match")
        raise Refused("bad-token")
    return person


@get("/", include_in_schema=False)
async def described(request: Req) -> dict[str, Any]:
    """The same as /api/openapi.json."""
    return request.app.openapi_schema.to_schema()


@get("/games", responses={200: ResponseSpec(list[wire.GameInfo], generate_examples=False), **_answers(400)})
async def games(request: Req) -> Response[bytes]:
    """Lists the games on this server, with their options and bots."""
    settings: Settings = request.app.state.settings
    ids = registry.names() if settings.games is None else settings.games
    return pack(wire.encode([game_info(settings.find(id)) for id in ids]), MediaType.JSON).response(request, ASK_AGAIN)


def game_info(entry: registry.Entry) -> wire.GameInfo:
    game, words = entry.game, {lang: Words(lang, entry.folder) for lang in LANGUAGES}
    options = tuple(wire.OptionInfo(o.name, o.default, o.choices, o.low, o.high) for o in describe(game.options))
    return wire.GameInfo(
        game.id,
        game.version,
        {lang: one.text("game") for lang, one in words.items()},
        {lang: one.text("about") for lang, one in words.items()},
        game.seats[0],
        game.seats[-1],
        game.usual_seats[-1],
        options,
        tuple(players(entry)),
        entry.guide is not None,
        tuple(wire.LevelInfo(level.name, level.mean, level.against, level.name == fast_bot(entry)) for level in levels(entry)),
        type(game).alarm is not Game.alarm,
    )


@get("/games/{game:str}/guide", responses=_answers(400, 404))
async def guide(request: Req, game: FromPath[str]) -> wire.GuideInfo:
    """Returns the bubbles of a game's guided first game."""
    bubbles = guide_of(request.app.state.settings.find(game)).bubbles
    return wire.GuideInfo(tuple(wire.BubbleInfo(one.text, one.point, one.when, one.until) for one in bubbles))


@post("/games/{game:str}/practice", responses=_answers(400, 404, 409, 413, 429, 503))
async def practise(request: Req, game: FromPath[str], data: JSONBody[wire.Practice]) -> wire.Seated:
    """Starts the guided first game of a game and returns your seat. The record says that it was practice."""
    return await _directory(request).practise(game, data.name, visitor_of(request.scope))


MARKDOWN = "text/markdown"


def _texts(media_type: str) -> dict[int, ResponseSpec]:
    return {200: ResponseSpec(str, generate_examples=False, media_type=media_type), **_answers(400, 404)}


@get("/games/{game:str}/rules/{lang:str}", responses=_texts(MARKDOWN))
async def rules(request: Req, game: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """Returns the rules of a game as Markdown; in English if they are not translated. `Content-Language` says which."""
    file, spoken = rules_file(request.app.state.settings.find(game).folder, _spoken(lang))
    return pack(_text(file), MARKDOWN).response(request, ASK_AGAIN, {"Content-Language": spoken})


@get("/games/{game:str}/strings/{lang:str}", responses=_texts(MediaType.TEXT))
async def game_strings(request: Req, game: FromPath[str], lang: FromPath[str]) -> Response[bytes]:
    """Returns the texts of a game as a Fluent file; in English if they are not translated."""
    file = strings_file(request.app.state.settings.find(game).folder, _spoken(lang))
    return pack(_text(file), MediaType.TEXT).response(request, ASK_AGAIN)


@get("/strings/{lang:str}", responses=_texts(MediaType.TEXT))
async def strings(request: Req, lang: FromPath[str]) -> Response[bytes]:
    """Returns the texts that all games share, as a Fluent file."""
    return pack(_text(strings_file(HERE, _spoken(lang))), MediaType.TEXT).response(request, ASK_AGAIN)


def _spoken(lang: str) -> str:
    if lang not in LANGUAGES:
        raise Refused("no-strings")
    return lang


def _text(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise Refused("no-strings") from None


@get("/address")
async def address(request: Req) -> wire.Address:
    """Returns the server's address on the local network, for links to share from the server's own machine."""
    return wire.Address(request.app.state.settings.around)


@post("/matches", responses=_answers(400, 404, 409, 413, 429, 503))
async def create(request: Req, data: JSONBody[wire.Create]) -> wire.Seated:
    """Opens a table and gives its host a seat."""
    return await _directory(request).create(data, visitor_of(request.scope))


@get("/matches", responses=_answers(400))
async def listing(request: Req) -> Listing:
    """Lists public tables: those waiting for players, and matches in play."""
    directory = _directory(request)
    return await directory.infos(await directory.store.listed(("open", "play"), 100))


@get("/matches/{match:str}", **OPEN)
async def table(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Returns a table: its game, its state and who sits where. Anybody with the link may ask."""
    stored = await _directory(request).store.match(match)
    if stored is None:
        raise Refused("no-match")
    return await _directory(request).info(stored)


@post("/matches/{match:str}/join", **OPEN)
async def join(request: Req, match: FromPath[str], data: JSONBody[wire.Join]) -> wire.Seated:
    """Takes a seat as a guest."""
    return await _directory(request).ask(match, requests.TakeSeat(data.name, data.commit, data.seat))


@post("/matches/{match:str}/devices", **OF_A_MATCH)
async def share(request: Req, match: FromPath[str], data: JSONBody[wire.Share]) -> wire.Seated:
    """Returns another token for your seat: for another device or, with a name, for a partner who shares the seat."""
    return await _ask(request, match, lambda person: requests.AddDevice(person, data.name, data.commit))


async def _ask(request: Req, match: str, make: Callable[[int], RoomRequest[T]]) -> T:
    """Sends a request to a room on behalf of the person whose token came with it."""
    return await _directory(request).ask(match, make(await _person(request, match)))


@post("/matches/{match:str}/start", status_code=200, **OF_A_MATCH)
async def start(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Starts the match (host only), without its empty seats. Players reveal their nonces, then the first draw is made.

    The answer comes when the match has begun and is on disk."""
    return await _ask(request, match, requests.StartMatch)


@post("/matches/{match:str}/pause", status_code=200, **OF_A_MATCH)
async def pause(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Pauses the match (host only), unless a hidden clock is running."""
    return await _ask(request, match, requests.PauseMatch)


@post("/matches/{match:str}/resume", status_code=200, **OF_A_MATCH)
async def resume(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Resumes a paused match (host only)."""
    return await _ask(request, match, requests.ResumeMatch)


@post("/matches/{match:str}/fast-forward", status_code=200, **OF_A_MATCH)
async def fast_forward(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """From now on, shortens waiting while only bots are to act (host only); match time, and so the record, stays the same."""
    return await _ask(request, match, lambda person: requests.FastForward(person, True))


@post("/matches/{match:str}/usual-speed", status_code=200, **OF_A_MATCH)
async def usual_speed(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Ends fast-forward (host only)."""
    return await _ask(request, match, lambda person: requests.FastForward(person, False))


@post("/matches/{match:str}/next", status_code=200, **OF_A_MATCH)
async def next_game(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Starts the next game of a series; any player may."""
    return await _ask(request, match, requests.StartNextGame)


@post("/matches/{match:str}/leave", status_code=200, **OF_A_MATCH)
async def leave(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Gives up your seat; during a match, a bot takes over."""
    return await _ask(request, match, requests.LeaveTable)


@post("/matches/{match:str}/seats/{seat:int}/remove", status_code=200, **OF_A_MATCH)
async def remove(request: Req, match: FromPath[str], seat: FromPath[int]) -> wire.TableInfo:
    """Removes a player (host only); during a match, a bot takes over."""
    return await _ask(request, match, lambda person: requests.RemovePlayer(person, seat))


@post("/matches/{match:str}/seats/{seat:int}/revoke", status_code=200, **OF_A_MATCH)
async def revoke(request: Req, match: FromPath[str], seat: FromPath[int]) -> wire.TableInfo:
    """Revokes the links to a seat that were made for other devices and partners (host only)."""
    return await _ask(request, match, lambda person: requests.RevokeLinks(person, seat))


@post("/matches/{match:str}/seats/{seat:int}", status_code=200, **OF_A_MATCH)
async def arrange(request: Req, match: FromPath[str], seat: FromPath[int], data: JSONBody[wire.SeatWish]) -> wire.TableInfo:
    """Opens an empty seat, closes it or gives it to a bot (host only, before the match)."""
    tables, who = _directory(request).tables, visitor_of(request.scope)
    if data.kind == "bot":
        await tables.check_bot(who)
    info = await _ask(request, match, lambda person: requests.ArrangeSeat(person, seat, data))
    await tables.set_bots(who, match, sum(place.kind == "bot" for place in info.seats))
    return info


@post("/matches/{match:str}/setup", status_code=200, **OF_A_MATCH)
async def change_table(request: Req, match: FromPath[str], data: JSONBody[wire.ChangeTable]) -> wire.TableInfo:
    """Changes options, number of games, timer, pace, aids, or whether the table is listed (host only, before the match)."""
    wish = msgspec.json.decode(await request.body(), type=wire.ChangeTable)  # the framework takes 0 for false
    return await _ask(request, match, lambda person: requests.ChangeSetup(person, wish))


@post("/matches/{match:str}/close", status_code=200, **OF_A_MATCH)
async def close(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Closes the table (host only). A match in play is played out at random, so that it gets a result and reveals its seed."""
    return await _ask(request, match, requests.CloseTable)


@post("/matches/{match:str}/rematch", **OF_A_MATCH)
async def rematch(request: Req, match: FromPath[str], data: JSONBody[wire.Again]) -> wire.Seated:
    """Returns the same seat at a new table like this one, after the match."""
    return await _directory(request).rematch(match, await _person(request, match), data.commit, visitor_of(request.scope))


@get("/matches/{match:str}/screen", **OF_A_MATCH)
async def screen(request: Req, match: FromPath[str]) -> dict[str, Any]:
    """Returns what your seat may see now, as a `snapshot` message; without a token, what a spectator may see."""
    person = await _person(request, match) if "authorization" in request.headers else None
    seen: dict[str, Any] = msgspec.json.decode(await _directory(request).ask(match, requests.ReadScreen(person)))
    return seen


@get("/matches/{match:str}/record", media_type="application/x-ndjson", **OPEN)
async def match_record(request: Req, match: FromPath[str]) -> Stream:
    """Returns the whole record, once the match is over."""
    pages = await _directory(request).store.record_of(match)
    return Stream(("\n".join(page) + "\n" async for page in pages), media_type="application/x-ndjson")


@post("/matches/{match:str}/retake", include_in_schema=False)
async def retake(request: Req, match: FromPath[str], data: JSONBody[requests.RetakeSeat]) -> wire.Seated:
    """For other processes, where the match before this one is."""
    relay = _directory(request).relay
    if relay is None or not relay.knows(request.scope):
        raise NotFoundException(detail=request.url.path)
    return await _directory(request).ask(match, data)


TOLD: dict[int, ResponseSpec] = {200: ResponseSpec(wire.Replay, generate_examples=False), **_answers(400, 404, 409, 413, 429)}


@get("/matches/{match:str}/replay", responses=TOLD)
async def match_replay(
    request: Req, match: FromPath[str], start: Annotated[int, QueryParameter(ge=0, le=wire.MOST_COUNT)] = 0
) -> Response[bytes]:
    """Returns a match step by step, once it is over. If an answer does not contain all steps, ask for the rest with `start`."""
    replays: Replays = request.app.state.replays
    return _packed(request, await replays.of_match(_directory(request).store, match, start))


@get(
    "/matches/{match:str}/insights",
    responses={200: ResponseSpec(wire.Insights, generate_examples=False), **_answers(404, 409, 413, 429)},
)
async def match_insights(request: Req, match: FromPath[str]) -> Response[bytes]:
    """Returns what could have been, once the match is over: the best boards for the same tiles, and how good each score is."""
    replays: Replays = request.app.state.replays
    return _packed(request, await replays.insights_of(_directory(request).store, match))


@post("/replays", status_code=200, responses=TOLD, request_max_body_size=2 * wire.LONGEST_RECORD)
async def record_replay(request: Req, data: JSONBody[wire.AskReplay]) -> Response[bytes]:
    """Returns any record step by step; send the text of a .match file."""
    replays: Replays = request.app.state.replays
    return _packed(request, await replays.of_record(data.record, data.start, visitor_of(request.scope)))


def _packed(request: Req, data: bytes) -> Response[bytes]:
    """The data is already gzipped; unpacks it for clients that do not accept gzip."""
    if accepts(request.headers.get("accept-encoding", ""), "gzip"):
        return Response(data, media_type=MediaType.JSON, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
    return Response(gzip.decompress(data), media_type=MediaType.JSON, headers={"Vary": "Accept-Encoding"})


@get("/healthz", include_in_schema=False)
async def health(request: Req) -> Response[wire.Health]:
    store = _directory(request).store
    await store.check()
    return Response(wire.Health(store.trouble or "ok", __version__), status_code=503 if store.trouble else 200)


@get("/ready", include_in_schema=False)
async def ready(request: Req) -> Response[wire.Health]:
    """For proxies: whether this process is to get new connections. Says nothing about its data."""
    leaving = _directory(request).leaving
    return Response(wire.Health("leaving" if leaving else "ok", __version__), status_code=503 if leaving else 200)


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def show_metrics(request: Req) -> bytes:
    """For this machine only: the number of writes could give away hidden choices."""
    if request.client is None or not is_loopback(request.client.host):
        raise NotFoundException(detail=request.url.path)
    return generate_latest(_directory(request).metrics.registry)


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tablée</title><h1>Tablée</h1><p>The table is running. <span lang="fr">La table est ouverte.</span></p>
<p><a href="/api/openapi.json">API</a> · <a href="/api/games">games</a> · <a href="/api/matches">tables</a></p></html>
"""


def _client() -> list[HTTPRouteHandler]:
    """The web client: its page, for each of its URLs, and its files. Without the client, a short page."""
    files = read_client(STATIC)
    index = files.pop("/index.html", None) or pack(PAGE.encode(), MediaType.HTML)
    reads: dict[str, Any] = {"http_method": [HttpMethod.GET, HttpMethod.HEAD], "include_in_schema": False}

    @route(["/", "/t/{match:str}"], **reads)
    async def page(request: Req, match: FromPath[str] = "") -> Response[bytes]:
        return index.response(request, ASK_AGAIN)

    @route(list(files), **reads)
    async def file(request: Req) -> Response[bytes]:
        path = request.url.path
        return files[path].response(request, FOR_EVER if path.startswith("/assets/") else ASK_AGAIN)

    return [page, file] if files else [page]


def _refused(_: Req, refusal: Refusal) -> Response[wire.Problem]:
    code = refusal.code if isinstance(refusal, Refused) else refusal.message.id
    line = refusal.line if isinstance(refusal, BadRecord) else 0
    problem = wire.Problem(code, wire.said(refusal.message), line)
    headers = {"WWW-Authenticate": "Bearer"} if code == "bad-token" else {}
    status = REASONS[code].status if code in REASONS and not line else 400
    return Response(problem, status_code=status, headers=headers)


def _why(request: Req, error: HTTPException) -> str:
    if error.status_code in (404, 405):
        return f"{request.method} {request.url.path}"
    if isinstance(error.extra, list):
        return "; ".join(in_words(fault.get("message", ""), fault.get("key", "")) for fault in error.extra)
    return in_words(error.detail)


def _bad_request(request: Req, error: HTTPException) -> Response[wire.Problem]:
    code = {404: "not-found", 405: "bad-method", 413: "too-big"}.get(error.status_code, "bad-request")
    why = {"why": _why(request, error)[:300]} if error.status_code < 500 else {}
    headers = dict(error.headers or {})
    return Response(wire.Problem(code, wire.Said(code, dict(why))), status_code=error.status_code, headers=headers)


def _invalid(_: Req, error: msgspec.ValidationError) -> Response[wire.Problem]:
    return Response(wire.Problem("bad-request", wire.Said("bad-request", {"why": in_words(str(error))[:300]})), status_code=400)


def _unreadable(_: Req, __: Exception) -> Response[wire.Problem]:
    """For bodies nested too deeply or not UTF-8, where the decoder raises errors of other types."""
    return Response(wire.Problem("bad-request", wire.Said("bad-request", {"why": "unreadable"})), status_code=400)


def make_app(settings: Settings, proxies: str = "") -> Admission:
    """`proxies` are those trusted to report client addresses."""
    metrics = Metrics(settings)
    connections = Connections(settings, metrics, raise_file_limit(), proxies)
    return Admission(_app(settings, metrics, connections), settings, connections)


def _app(settings: Settings, metrics: Metrics, connections: Connections) -> Litestar:
    @asynccontextmanager
    async def open_for_business(app: Litestar) -> AsyncIterator[None]:
        directory = Directory(settings, metrics, await open_store(settings.data, "serve", settings.around))
        sockets, replays = Sockets(directory), Replays(settings, metrics)
        watching = asyncio.create_task(connections.watch())
        app.state.update(directory=directory, sockets=sockets, replays=replays, settings=settings, relay=directory.relay)
        yield
        watching.cancel()
        replays.close()
        await sockets.close()
        await directory.close()

    about = [described, games, guide, practise, rules, game_strings, strings, address]
    tables = [create, listing, table, join, share, leave, arrange, change_table, remove, revoke, close, rematch, retake, screen]
    matches = [start, pause, resume, fast_forward, usual_speed, next_game]
    told = [match_record, match_replay, match_insights, record_replay]
    api = Router("/api", route_handlers=[*about, *tables, *matches, *told], cache_control=CacheControlHeader(no_store=True))
    return Litestar(
        route_handlers=[api, health, ready, show_metrics, *_client()],
        lifespan=[open_for_business],
        logging_config=None,
        exception_handlers={
            Refusal: _refused,
            HTTPException: _bad_request,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
            msgspec.ValidationError: _invalid,
        },
        request_max_body_size=64 * 1024,
        openapi_config=OpenAPIConfig(
            title="Tablée",
            version=__version__,
            description="Play board games with friends and bots, over the WebSocket /api/socket/{match}; see docs/protocol.md.",
            path="/api/openapi.json",  # not "/api": below it Litestar answers every unknown path with a page of its own
            render_plugins=[JsonRenderPlugin(path="/")],
            use_handler_docstrings=True,
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        ),
    )
