"""The HTTP edge: what can be asked of the table, described by OpenAPI at /api."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from litestar import Litestar, MediaType, Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import FromPath, JSONBody, QueryParameter
from litestar.static_files import create_static_files_router
from prometheus_client import generate_latest

from tablee import __version__
from tablee.bots import players
from tablee.core import registry
from tablee.core.game import Refusal
from tablee.core.options import describe
from tablee.core.record import BadRecord
from tablee.server import wire
from tablee.server.bus import Bus, Clock, House
from tablee.server.door import Door, Gate, at_home
from tablee.server.replay import Replays
from tablee.server.room import Room
from tablee.server.setup import Refused
from tablee.server.store import Store, read_record
from tablee.server.workers import Find
from tablee.words import HERE, LANGUAGES, Words, rules_file, strings_file

STATIC = Path(__file__).parent / "static"
FOR_EVER = CacheControlHeader(public=True, max_age=31536000, immutable=True)  # a file that changes gets another name
STATUS = {
    "bad-token": 401,
    "not-host": 403,
    "no-match": 404,
    "no-seat": 404,
    "unknown-game": 404,
    "no-strings": 404,
    "seat-taken": 409,
    "no-open-seat": 409,
    "wrong-state": 409,
    "nobody-there": 409,
    "not-over-yet": 409,
    "too-big": 413,
    "too-many": 429,
    "try-again": 503,
}
Listing: TypeAlias = list[wire.TableInfo]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    data: Path
    house: House = field(default_factory=House)
    hosts: Sequence[str] = ()  # names under which we may be called, beside this machine's own
    around: str = ""  # where devices on the same network find us, as a URL
    rate: float = 20.0  # messages a second of one socket
    burst: float = 60.0
    requests: float = 20.0  # posts and sockets a second from one address; a whole school may sit behind one
    request_burst: float = 1500.0
    ping: int = 10_000  # ms
    find: Find = registry.find
    games: Sequence[str] | None = None  # ids; all that are found
    clock: Clock = field(default_factory=Clock)


def _answers(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(wire.Problem, generate_examples=False) for code in codes}


OF_A_MATCH: dict[str, Any] = {"responses": _answers(400, 401, 403, 404, 409, 429, 503), "security": [{"seat": []}]}
OPEN: dict[str, Any] = {"responses": _answers(400, 404, 409, 429, 503)}
Req: TypeAlias = Request[Any, Any, Any]


def _bus(request: Req) -> Bus:
    bus: Bus = request.app.state.bus
    return bus


def _person(request: Req, match: str) -> int:
    """Whose token came with the request. Raises Refused."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    person = _bus(request).store.person(match, token) if scheme.lower() == "bearer" else None
    if person is None:
        if _bus(request).store.match(match) is None:
            raise Refused("no-match")
        raise Refused("bad-token")
    return person


@get("/games", responses=_answers(400))
async def games(request: Req) -> list[wire.GameInfo]:
    """Every game that can be played here, with its options and bots."""
    settings: Settings = request.app.state.settings
    ids = registry.names() if settings.games is None else settings.games
    return [game_info(settings.find(id)) for id in ids]


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
    )


@get("/games/{game:str}/rules/{lang:str}", media_type="text/markdown", responses=_answers(400, 404))
async def rules(request: Req, game: FromPath[str], lang: FromPath[str]) -> Response[str]:
    """The rules in words, as Markdown. A game without a translation has them in English; `Content-Language` says so."""
    file, spoken = rules_file(request.app.state.settings.find(game).folder, _spoken(lang))
    return Response(_text(file), headers={"Content-Language": spoken})


@get("/games/{game:str}/strings/{lang:str}", media_type=MediaType.TEXT, responses=_answers(400, 404))
async def game_strings(request: Req, game: FromPath[str], lang: FromPath[str]) -> str:
    """The sentences of a game, as a Fluent file: in this language, or in English if the game has no other."""
    return _text(strings_file(request.app.state.settings.find(game).folder, _spoken(lang)))


@get("/strings/{lang:str}", media_type=MediaType.TEXT, responses=_answers(400, 404))
async def strings(lang: FromPath[str]) -> str:
    """The sentences of the table itself, as a Fluent file."""
    return _text(strings_file(HERE, _spoken(lang)))


def _spoken(lang: str) -> str:
    if lang not in LANGUAGES:
        raise Refused("no-strings")
    return lang


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        raise Refused("no-strings") from None


@get("/address")
async def address(request: Req) -> wire.Address:
    """Where devices on the same network find this table: for links that are made on its own machine."""
    return wire.Address(request.app.state.settings.around)


@post("/matches", responses=_answers(400, 404, 409, 413, 429, 503))
async def create(request: Req, data: JSONBody[wire.Create]) -> wire.Seated:
    """Opens a table and seats its host."""
    return await _bus(request).create(data)


@get("/matches", responses=_answers(400))
async def listing(request: Req) -> Listing:
    """Public tables: open ones, and matches in play."""
    bus = _bus(request)
    return [await bus.info(kept) for kept in bus.store.listed(("open", "play"), 100)]


@get("/matches/{match:str}", **OPEN)
async def table(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Who sits at a table, for anybody who has its link."""
    kept = _bus(request).store.match(match)
    if kept is None:
        raise Refused("no-match")
    return await _bus(request).info(kept)


@post("/matches/{match:str}/join", **OPEN)
async def join(request: Req, match: FromPath[str], data: JSONBody[wire.Join]) -> wire.Seated:
    """Takes a seat as a guest."""
    return await _bus(request).room(match).ask(lambda room, _: room.join(data.name, data.commit, data.seat))


@post("/matches/{match:str}/devices", **OF_A_MATCH)
async def share(request: Req, match: FromPath[str], data: JSONBody[wire.Share]) -> wire.Seated:
    """Another token for one's own seat: for another device, or with a name for a partner."""
    person = _person(request, match)
    return await _bus(request).room(match).ask(lambda room, _: room.share(person, data.name, data.commit))


async def _done(request: Req, match: str, do: Callable[[Room, int, int], None]) -> wire.TableInfo:
    """What somebody with a token does to a table, and the table after it."""
    person = _person(request, match)

    def then_tell(room: Room, now: int) -> wire.TableInfo:
        do(room, person, now)
        return room.info(now)

    return await _bus(request).room(match).ask(then_tell)


@post("/matches/{match:str}/start", status_code=202, **OF_A_MATCH)
async def start(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """The host starts the match: nonces are revealed, then the first draw is made. Empty seats are left out."""
    return await _done(request, match, Room.start)


@post("/matches/{match:str}/leave", status_code=200, **OF_A_MATCH)
async def leave(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """Gives up one's seat; in a match a bot goes on."""
    return await _done(request, match, Room.leave)


@post("/matches/{match:str}/seats/{seat:int}/remove", status_code=200, **OF_A_MATCH)
async def remove(request: Req, match: FromPath[str], seat: FromPath[int]) -> wire.TableInfo:
    """The host sends somebody away; in a match a bot goes on."""
    return await _done(request, match, lambda room, person, now: room.remove(person, seat, now))


@post("/matches/{match:str}/seats/{seat:int}", status_code=200, **OF_A_MATCH)
async def arrange(request: Req, match: FromPath[str], seat: FromPath[int], data: JSONBody[wire.SeatWish]) -> wire.TableInfo:
    """The host makes a seat where nobody sits open, a bot's or closed, before the match."""
    return await _done(request, match, lambda room, person, _: room.arrange(person, seat, data))


@post("/matches/{match:str}/close", status_code=200, **OF_A_MATCH)
async def close(request: Req, match: FromPath[str]) -> wire.TableInfo:
    """The host ends it. A match in play is played out at random, so that it has a result and shows its seed."""
    return await _done(request, match, Room.close)


@post("/matches/{match:str}/rematch", **OF_A_MATCH)
async def rematch(request: Req, match: FromPath[str], data: JSONBody[wire.Again]) -> wire.Seated:
    """The same seat at a table like this one, after the match."""
    return await _bus(request).rematch(match, _person(request, match), data.commit)


@get("/matches/{match:str}/screen", **OF_A_MATCH)
async def screen(request: Req, match: FromPath[str]) -> dict[str, Any]:
    """What one's seat may see now, as the message `table`; without a token what a spectator may."""
    person = _person(request, match) if "authorization" in request.headers else None

    def do(room: Room, now: int) -> bytes:
        room.settle(now)
        return room.table(None if person is None else room.seat_held_by(person), now)

    seen: dict[str, Any] = msgspec.json.decode(await _bus(request).room(match).ask(do))
    return seen


@get("/matches/{match:str}/record", media_type="application/x-ndjson", **OPEN)
async def match_record(request: Req, match: FromPath[str]) -> str:
    """The whole record, once the match is over."""
    store = _bus(request).store
    if store.match(match) is None:
        raise Refused("no-match")
    return "".join(line + "\n" for line in read_record(store.db, match))


TOLD: dict[int, ResponseSpec] = {200: ResponseSpec(wire.Replay, generate_examples=False), **_answers(400, 404, 409, 413, 429)}


@get("/matches/{match:str}/replay", responses=TOLD)
async def match_replay(
    request: Req, match: FromPath[str], start: Annotated[int, QueryParameter(ge=0, le=wire.MOST_COUNT)] = 0
) -> Response[bytes]:
    """A match step by step, once it is over; `start` where an answer did not hold them all."""
    replays: Replays = request.app.state.replays
    return _packed(request, await replays.of_match(_bus(request).store, match, start))


@post("/replays", status_code=200, responses=TOLD, request_max_body_size=2 * wire.LONGEST_RECORD)
async def record_replay(request: Req, data: JSONBody[wire.AskReplay]) -> Response[bytes]:
    """Any record step by step: the text of a .match file."""
    replays: Replays = request.app.state.replays
    return _packed(request, await replays.of_record(data.record, data.start))


def _packed(request: Req, data: bytes) -> Response[bytes]:
    """Compressed as it is, for whoever can unpack it."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(data, media_type=MediaType.JSON, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
    return Response(gzip.decompress(data), media_type=MediaType.JSON, headers={"Vary": "Accept-Encoding"})


@get("/healthz", include_in_schema=False)
async def health(request: Req) -> wire.Health:
    _bus(request).store.check()
    return wire.Health("ok", __version__)


@get("/metrics", include_in_schema=False, media_type=MediaType.TEXT)
async def metrics(request: Req) -> bytes:
    """On this machine only: counts of what is written tell of choices that nobody may see."""
    if request.client is None or not at_home(request.client.host):
        raise NotFoundException(detail=request.url.path)
    return generate_latest(_bus(request).meters.registry)


PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Tablée</title><h1>Tablée</h1><p>The table is running. <span lang="fr">La table est ouverte.</span></p>
<p><a href="/api/openapi.json">API</a> · <a href="/api/games">games</a> · <a href="/api/matches">tables</a></p></html>
"""


@get(["/", "/t/{match:str}"], media_type=MediaType.HTML, include_in_schema=False, cache_control=CacheControlHeader(no_cache=True))
async def page(match: FromPath[str] = "") -> str:
    """The web client for every address of its own, or a sign of life where it is not built in."""
    index = STATIC / "index.html"
    return index.read_text("utf-8") if index.exists() else PAGE


def _refused(_: Req, refusal: Refusal) -> Response[wire.Problem]:
    code = refusal.code if isinstance(refusal, Refused) else refusal.message.id
    line = refusal.line if isinstance(refusal, BadRecord) else 0
    problem = wire.Problem(code, wire.said(refusal.message), line)
    headers = {"WWW-Authenticate": "Bearer"} if code == "bad-token" else {}
    return Response(problem, status_code=400 if line else STATUS.get(code, 400), headers=headers)


def _bad_request(_: Req, error: HTTPException) -> Response[wire.Problem]:
    code = {404: "not-found", 405: "bad-method", 413: "too-big"}.get(error.status_code, "bad-request")
    why = {"why": str(error.extra or error.detail)[:300]} if error.status_code < 500 else {}
    headers = dict(error.headers or {})
    return Response(wire.Problem(code, wire.Said(code, dict(why))), status_code=error.status_code, headers=headers)


def _unreadable(_: Req, __: Exception) -> Response[wire.Problem]:
    """A body so deep, or so far from being text, that the decoder gives up in its own way."""
    return Response(wire.Problem("bad-request", wire.Said("bad-request", {"why": "unreadable"})), status_code=400)


def make_app(settings: Settings) -> Gate:
    return Gate(_app(settings), settings.hosts, settings.requests, settings.request_burst)


def _app(settings: Settings) -> Litestar:
    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        bus = Bus(Store(settings.data), settings.find, settings.house, settings.clock)
        door = Door(bus, settings.rate, settings.burst, settings.ping)
        replays = Replays(settings.find, settings.house.customs.big)
        app.state.update(bus=bus, door=door, replays=replays, settings=settings)
        yield
        replays.close()
        await door.close()
        await bus.close()

    about = [games, rules, game_strings, strings, address]
    tables = [create, listing, table, join, share, start, leave, arrange, remove, close, rematch, screen]
    told = [match_record, match_replay, record_replay]
    api = Router("/api", route_handlers=[*about, *tables, *told], cache_control=CacheControlHeader(no_store=True))
    assets = STATIC / "assets"
    static = (create_static_files_router("/assets", [assets], cache_control=FOR_EVER),) if assets.is_dir() else ()
    return Litestar(
        route_handlers=[api, health, metrics, page, *static],
        lifespan=[open_house],
        logging_config=None,
        exception_handlers={
            Refusal: _refused,
            HTTPException: _bad_request,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
        },
        request_max_body_size=64 * 1024,
        openapi_config=OpenAPIConfig(
            title="Tablée",
            version=__version__,
            description="A table for games. Matches are played over the WebSocket /api/socket; see docs/protocol.md.",
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
            components=Components(security_schemes={"seat": SecurityScheme(type="http", scheme="bearer")}),
        ),
    )
