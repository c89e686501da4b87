"""What can be asked over HTTP, without HTTP: every route with the function that answers it.

`app.py` serves the routes on a server; `tablee.browser` answers them inside a browser. Both give a function the call, the parts
of the path by name, and the body as `data`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Concatenate, Literal, ParamSpec, TypeAlias, TypeVar, get_type_hints

from msgspec import Meta

from tablee.bots import fast_bot, players, strongest_fast
from tablee.bots.levels import levels
from tablee.calls import has_caller
from tablee.core import registry
from tablee.core.game import BadOptions, Game, Refusal, say
from tablee.core.options import describe, read_options
from tablee.core.record import BadRecord
from tablee.daily import deal_of, plan_of, read_day
from tablee.jobs.deals import DealPlayJob, DealRunsJob
from tablee.jobs.exercises import exercises_of
from tablee.jobs.scores import ScoreJob, scored
from tablee.protocol import study, wire
from tablee.protocol.reasons import REASONS, BadBoard, Refused
from tablee.replay import Find
from tablee.rooms.directory import Directory
from tablee.rooms.game_files import game_files
from tablee.rooms.replays import Replays
from tablee.rooms.reviews import Reviews
from tablee.rooms.room import Room
from tablee.rooms.seating import guide_of
from tablee.rooms.settings import RoomSettings
from tablee.rooms.visitors import Visitor
from tablee.words import HERE, LANGUAGES, Words, rules_file, strings_file

T = TypeVar("T")
P = ParamSpec("P")
Answers: TypeAlias = Callable[..., Awaitable[Any]]
JSON, MARKDOWN, PLAIN, NDJSON = "application/json", "text/markdown", "text/plain", "application/x-ndjson"


@dataclass(frozen=True, slots=True)
class GameCall:
    """Asks for something about games, which is the same for everybody."""

    settings: RoomSettings


@dataclass(frozen=True, slots=True)
class ApiCall(GameCall):
    """Who asks, and whom: a visitor, with the token of a seat or None."""

    directory: Directory
    replays: Replays
    reviews: Reviews
    visitor: Visitor
    token: str | None = None
    count: Callable[[ScoreJob], Awaitable[wire.BoardScores]] | None = (
        None  # scores boards so that others need not wait; None: at once
    )

    async def person(self, match: str) -> int:
        """The person whose token came with the request. Raises Refused."""
        store = self.directory.store
        person = None if self.token is None else await store.person(match, self.token)
        if person is None:
            if await store.match(match) is None:
                raise Refused("no-match")
            raise Refused("bad-token")
        return person

    async def ask(self, match: str, do: Callable[Concatenate[Room, int, int, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Has a room do something on behalf of that person."""
        return await self.directory.ask(match, do, await self.person(match), *args, **kwargs)


# answers that are no messages
@dataclass(frozen=True, slots=True)
class Cacheable:
    """The same for everybody: it may be compressed and kept."""

    data: bytes
    media_type: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EncodedJson:
    """A message as JSON, for one visitor."""

    data: bytes


@dataclass(frozen=True, slots=True)
class GzippedJson:
    """JSON, compressed already."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines, some at a time."""

    pages: AsyncIterator[list[str]]


@dataclass(frozen=True, slots=True)
class Items:
    """A list, one item at a time."""

    items: AsyncIterator[Any]

    async def encoded(self) -> AsyncIterator[bytes]:
        before = b"["
        async for item in self.items:
            yield before + wire.encode(item)
            before = b","
        yield b"[]" if before == b"[" else b"]"


@dataclass(frozen=True, slots=True)
class Route:
    """`fails` are the HTTP statuses of its refusals; `answers_with` describes an answer that is no message."""

    method: Literal["GET", "POST"]
    path: str
    answer: Answers
    status: int
    fails: tuple[int, ...]
    seated: bool  # for people with a seat: it needs their token
    answers_with: Any
    media_type: str
    max_body: int | None  # bytes, if it may be larger than usual


ROUTES: list[Route] = []
OF_TABLE = (400, 404, 409, 429, 503)
OF_SEAT = (400, 401, 403, 404, 409, 429, 503)
NEW_TABLE = (400, 404, 409, 413, 429, 503)
TOLD = (400, 404, 409, 413, 429)


def _route(method: Literal["GET", "POST"], path: str, fails: tuple[int, ...], **more: Any) -> Callable[[Answers], Answers]:
    usual = {"status": 200, "seated": fails == OF_SEAT, "answers_with": None, "media_type": JSON, "max_body": None}

    def add(answer: Answers) -> Answers:
        ROUTES.append(Route(method, path, answer, fails=fails, **{**usual, **more}))
        return answer

    return add


def _get(path: str, *fails: int, **more: Any) -> Callable[[Answers], Answers]:
    return _route("GET", path, fails, **more)


def _post(path: str, *fails: int, **more: Any) -> Callable[[Answers], Answers]:
    return _route("POST", path, fails, **more)


# games
@_get("/games", 400, answers_with=list[wire.GameInfo])
async def games(call: GameCall) -> Cacheable:
    """Lists the games on this server, with their options and bots."""
    return Cacheable(list_games(call.settings), JSON)


def list_games(settings: RoomSettings) -> bytes:
    """The first time, it reads all games, which takes long."""
    return _list_games(settings.find, None if settings.games is None else tuple(settings.games), settings.reviews > 0)


@cache
def _list_games(find: Find, ids: tuple[str, ...] | None, reviews: bool) -> bytes:
    return wire.encode([game_info(find(id), reviews) for id in (registry.names() if ids is None else ids)])


def game_info(entry: registry.Entry, reviews: bool = True) -> wire.GameInfo:
    game, words = entry.game, {lang: Words(lang, entry.folder) for lang in LANGUAGES}
    options = tuple(wire.OptionInfo(o.name, o.default, o.choices, o.low, o.high, o.per_second) for o in describe(game.options))
    return wire.GameInfo(
        game.id,
        game.version,
        {lang: text.text("game") for lang, text in words.items()},
        {lang: text.text("about") for lang, text in words.items()},
        game.seats[0],
        game.seats[-1],
        game.usual_seats[-1],
        options,
        tuple(players(entry)),
        entry.guide is not None,
        tuple(wire.LevelInfo(level.name, level.mean, level.against, level.name == fast_bot(entry)) for level in levels(entry)),
        type(game).alarm is not Game.alarm,
        {lang: text.text("brief") for lang, text in words.items() if text.knows("brief")},
        tuple(game_files(entry)),
        reviews,
        _daily_info(entry),
    )


def _daily_info(entry: registry.Entry) -> wire.DailyInfo | None:
    plan = plan_of(entry)
    if plan is None:
        return None
    return wire.DailyInfo(str(plan.first), fast_bot(entry), strongest_fast(entry), dict(plan.weekdays), dict(plan.weekend))


@_get("/games/{game}/guide", 400, 404)
async def guide(call: GameCall, game: str) -> wire.GuideInfo:
    """Returns the bubbles of a game's guided first game."""
    bubbles = guide_of(call.settings.find(game)).bubbles
    return wire.GuideInfo(tuple(wire.BubbleInfo(bubble.text, bubble.point, bubble.when, bubble.until) for bubble in bubbles))


@_get("/games/{game}/exercises", 400, 404, answers_with=study.ExerciseSet)
async def exercises(call: GameCall, game: str) -> Cacheable:
    """Returns the exercises that come with a game: moments in which another action was better."""
    return Cacheable(_exercises(call.settings.find, game), JSON)


@cache
def _exercises(find: Find, game: str) -> bytes:
    return exercises_of(find(game))


@_post("/games/{game}/practice", *NEW_TABLE, status=201)
async def practise(call: ApiCall, game: str, data: wire.Practice) -> wire.SeatTicket:
    """Starts the guided first game of a game and returns your seat. The record says that it was practice."""
    return await call.directory.practise(game, data.name, call.visitor)


@_post("/games/{game}/score", 400, 404, 413, 429)
async def score(call: ApiCall, game: str, data: wire.ScoreBoards) -> wire.BoardScores:
    """Scores the boards of one round at a real table; nothing is stored."""
    entry = call.settings.find(game)
    return scored(entry, data) if call.count is None else await call.count(ScoreJob(game, data))


@_post("/games/{game}/hindsight", *TOLD, answers_with=study.Insights)
async def game_hindsight(call: ApiCall, game: str, data: wire.AskHindsight) -> GzippedJson:
    """Returns what could have been with the calls of a seed beside a real board: the best boards, and what a bot did."""
    rules = call.settings.find(game).game
    if not has_caller(rules):
        raise BadOptions(say("no-calls", game=game))
    read_options(rules.options, data.options)
    return GzippedJson(await call.replays.of_seed(game, data.seed, data.options, call.visitor))


@_get("/games/{game}/rules/{lang}", 400, 404, answers_with=str, media_type=MARKDOWN)
async def rules(call: GameCall, game: str, lang: str) -> Cacheable:
    """Returns the rules of a game as Markdown; in English if they are not translated. `Content-Language` says which."""
    file, spoken = rules_file(call.settings.find(game).folder, _spoken(lang))
    return Cacheable(_text(file), MARKDOWN, {"Content-Language": spoken})


@_get("/games/{game}/strings/{lang}", 400, 404, answers_with=str, media_type=PLAIN)
async def game_strings(call: GameCall, game: str, lang: str) -> Cacheable:
    """Returns the texts of a game as a Fluent file; in English if they are not translated."""
    return Cacheable(_text(strings_file(call.settings.find(game).folder, _spoken(lang))), PLAIN)


@_get("/strings/{lang}", 400, 404, answers_with=str, media_type=PLAIN)
async def strings(call: GameCall, lang: str) -> Cacheable:
    """Returns the texts that all games share, as a Fluent file, but for those that only a prompt says."""
    return Cacheable(_shared(_spoken(lang)), PLAIN)


@cache
def _shared(lang: str) -> bytes:
    return _text(strings_file(HERE, lang)).partition(b"\n###")[0]


def _spoken(lang: str) -> str:
    if lang not in LANGUAGES:
        raise Refused("no-strings")
    return lang


@cache
def _text(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise Refused("no-strings") from None


@_get("/address")
async def address(call: ApiCall) -> wire.Address:
    """Returns the server's address on the local network, for links to share from the server's own machine."""
    return wire.Address(call.settings.around and call.settings.around + call.settings.base_path)


# tables
@_post("/matches", *NEW_TABLE, status=201)
async def create(call: ApiCall, data: wire.Create) -> wire.SeatTicket:
    """Opens a table and gives its host a seat."""
    return await call.directory.create(data, call.visitor)


@_get("/matches", 400, answers_with=list[wire.TableInfo])
async def listing(call: ApiCall) -> Items:
    """Lists public tables: those waiting for players, and matches in play."""
    return Items(await call.directory.infos(await call.directory.store.listed(("open", "play"), 100)))


@_get("/matches/{match}", *OF_TABLE)
async def table(call: ApiCall, match: str) -> wire.TableInfo:
    """Returns a table: its game, its state and who sits where. Anybody with the link may ask."""
    return await call.directory.table(match)


@_post("/matches/{match}/join", *OF_TABLE, status=201)
async def join(call: ApiCall, match: str, data: wire.Join) -> wire.SeatTicket:
    """Takes a seat as a guest."""
    return await call.directory.ask(match, Room.take_seat, data.name, data.commit, data.seat)


@_post("/matches/{match}/devices", *OF_SEAT, status=201)
async def share(call: ApiCall, match: str, data: wire.Share) -> wire.SeatTicket:
    """Returns another token for your seat: for another device or, with a name, for a partner who shares the seat."""
    return await call.ask(match, Room.add_device, data.name, data.commit)


@_post("/matches/{match}/leave", *OF_SEAT)
async def leave(call: ApiCall, match: str) -> wire.TableInfo:
    """Gives up your seat; during a match, a bot takes over."""
    return await call.ask(match, Room.leave)


@_post("/matches/{match}/name", *OF_SEAT)
async def rename(call: ApiCall, match: str, data: wire.Rename) -> wire.TableInfo:
    """Changes your name, before the match."""
    return await call.ask(match, Room.rename, data.name)


@_post("/matches/{match}/seats/{seat}", *OF_SEAT)
async def arrange(call: ApiCall, match: str, seat: int, data: wire.SeatWish) -> wire.TableInfo:
    """Opens an empty seat, closes it or gives it to a bot (host only, before the match)."""
    tables = call.directory.tables
    if data.kind == "bot":
        await tables.check_bot(call.visitor)
    info = await call.ask(match, Room.arrange, seat, data)
    await tables.set_bots(call.visitor, match, sum(place.kind == "bot" for place in info.seats))
    return info


@_post("/matches/{match}/setup", *OF_SEAT)
async def change_table(call: ApiCall, match: str, data: wire.ChangeTable) -> wire.TableInfo:
    """Changes options, number of games, timer, pace, aids, bag, hints, or whether it is listed (host only, before the match)."""
    return await call.ask(match, Room.change_table, data)


@_post("/matches/{match}/seats/{seat}/remove", *OF_SEAT)
async def remove(call: ApiCall, match: str, seat: int) -> wire.TableInfo:
    """Removes a player (host only); during a match, a bot takes over."""
    return await call.ask(match, Room.remove, seat)


@_post("/matches/{match}/seats/{seat}/revoke", *OF_SEAT)
async def revoke(call: ApiCall, match: str, seat: int) -> wire.TableInfo:
    """Revokes the links to a seat that were made for other devices and partners (host only)."""
    return await call.ask(match, Room.revoke_links, seat)


@_post("/matches/{match}/close", *OF_SEAT)
async def close(call: ApiCall, match: str) -> wire.TableInfo:
    """Closes the table (host only). A match in play is played out at random, so that it gets a result and reveals its seed."""
    return await call.ask(match, Room.close)


@_post("/matches/{match}/rematch", *OF_SEAT, status=201)
async def rematch(call: ApiCall, match: str, data: wire.Again) -> wire.SeatTicket:
    """Returns the same seat at a new table like this one, after the match."""
    return await call.directory.rematch(match, await call.person(match), data.commit, call.visitor)


@_get("/matches/{match}/screen", *OF_SEAT, seated=True, answers_with=dict[str, Any])
async def screen(call: ApiCall, match: str) -> EncodedJson:
    """Returns what your seat may see now, as a `snapshot` message; without a token, what a spectator may see."""
    person = None if call.token is None else await call.person(match)
    return EncodedJson(await call.directory.ask(match, Room.screen, person))


# the match
@_post("/matches/{match}/start", *OF_SEAT)
async def start(call: ApiCall, match: str) -> wire.TableInfo:
    """Starts the match (host only), without its empty seats. Players reveal their nonces, then the first draw is made.

    The answer comes when the match has begun and is on disk."""
    return await call.ask(match, Room.start)


@_post("/matches/{match}/pause", *OF_SEAT)
async def pause(call: ApiCall, match: str) -> wire.TableInfo:
    """Pauses the match (host only), unless a hidden clock is running."""
    return await call.ask(match, Room.pause)


@_post("/matches/{match}/hand-over", *OF_SEAT)
async def hand_over(call: ApiCall, match: str) -> wire.TableInfo:
    """Pauses the match while the players' common device is passed on (host only). On a static site, where that device also runs
    the match, a hidden clock stands still too."""
    return await call.ask(match, Room.hand_over)


@_post("/matches/{match}/resume", *OF_SEAT)
async def resume(call: ApiCall, match: str) -> wire.TableInfo:
    """Resumes a paused match (host only)."""
    return await call.ask(match, Room.resume)


@_post("/matches/{match}/fast-forward", *OF_SEAT)
async def fast_forward(call: ApiCall, match: str) -> wire.TableInfo:
    """From now on, shortens waiting while only bots are to act (host only); match time, and so the record, stays the same."""
    return await call.ask(match, Room.fast_forward, True)


@_post("/matches/{match}/usual-speed", *OF_SEAT)
async def usual_speed(call: ApiCall, match: str) -> wire.TableInfo:
    """Ends fast-forward (host only)."""
    return await call.ask(match, Room.fast_forward, False)


@_post("/matches/{match}/next", *OF_SEAT)
async def next_game(call: ApiCall, match: str) -> wire.TableInfo:
    """Starts the next game of a series; any player may."""
    return await call.ask(match, Room.next_game)


@_post("/matches/{match}/hint", *OF_SEAT, answers_with=wire.Hint)
async def hint(call: ApiCall, match: str, data: wire.AskHint) -> GzippedJson:
    """Returns a hint for your turn, if you are the only person at the table. The record notes it."""
    return GzippedJson(await call.replays.hint(await call.ask(match, Room.ask_hint, data.step), call.visitor))


# deals of the day
@_post("/deals/{game}/{day}", *NEW_TABLE, status=201)
async def play_deal(call: ApiCall, game: str, day: str, data: wire.PlayDeal) -> wire.SeatTicket:
    """Starts the deal of a day, such as `2026-11-18`, and returns your seat. The record says that it is one."""
    return await call.directory.deal(game, day, data.name, call.visitor)


@_get("/deals/{game}/{day}/runs/{level}", *TOLD, answers_with=study.DealRuns)
async def deal_runs(
    call: ApiCall, game: str, day: str, level: str, start: Annotated[int, Meta(ge=0, le=wire.MOST_COUNT)] = 0
) -> GzippedJson:
    """Returns some of the runs of a level of bots with the deal of a day, from `start` on. Ask for the rest with `start`."""
    job = DealRunsJob(game, day, level, start)
    job.check(call.settings.find)
    return GzippedJson(await call.replays.of_deal(job, call.visitor))


@_get("/deals/{game}/{day}/play", *TOLD, answers_with=study.DealPlay)
async def deal_play(call: ApiCall, game: str, day: str) -> GzippedJson:
    """Returns how the strongest fast bot plays the deal of a day, turn by turn."""
    deal_of(call.settings.find(game), read_day(day))
    return GzippedJson(await call.replays.of_deal(DealPlayJob(game, day), call.visitor))


# after the match
@_get("/matches/{match}/record", *OF_TABLE, answers_with=str, media_type=NDJSON)
async def match_record(call: ApiCall, match: str) -> Lines:
    """Returns the whole record, once the match is over."""
    return Lines(await call.directory.store.record_of(match))


@_get("/matches/{match}/replay", *TOLD, answers_with=study.Replay)
async def match_replay(call: ApiCall, match: str, start: Annotated[int, Meta(ge=0, le=wire.MOST_COUNT)] = 0) -> GzippedJson:
    """Returns a match step by step, once it is over. If an answer does not contain all steps, ask for the rest with `start`."""
    return GzippedJson(await call.replays.of_match(call.directory.store, match, start))


@_get("/matches/{match}/insights", 404, 409, 413, 429, answers_with=study.Insights)
async def match_insights(call: ApiCall, match: str) -> GzippedJson:
    """Returns what could have been, once the match is over: the best boards for the same tiles, and how good each score is."""
    return GzippedJson(await call.replays.insights_of(call.directory.store, match))


@_post("/what-ifs", *NEW_TABLE, status=201, max_body=2 * wire.LONGEST_RECORD)
async def what_if(call: ApiCall, data: wire.WhatIf) -> wire.SeatTicket:
    """Plays on from a moment of a finished match, against bots, and returns your seat. The record says that it is practice."""
    return await call.directory.what_if(data, call.visitor)


@_get("/matches/{match}/review/{seat}", 400, 404, 409, 429, 503, answers_with=study.Review)
async def match_review(
    call: ApiCall, match: str, seat: int, start: Annotated[int, Meta(ge=0, le=wire.MOST_COUNT)] = 0
) -> GzippedJson:
    """Reviews a seat's play, once the match is over: what each decision was worth, and what luck brought.

    The answer comes as soon as turn `start` is there, with some that follow; ask for the rest with `start`."""
    return GzippedJson(await call.reviews.of_match(call.directory.store, match, seat, start, call.visitor))


@_post("/reviews", 400, 404, 409, 413, 429, 503, answers_with=study.Review, max_body=2 * wire.LONGEST_RECORD)
async def record_review(call: ApiCall, data: study.AskReview) -> GzippedJson:
    """Reviews a seat's play in any record of a match that is over; send the text of a .match file."""
    return GzippedJson(await call.reviews.of_record(data.record, data.seat, data.start, call.visitor))


@_post("/replays", *TOLD, answers_with=study.Replay, max_body=2 * wire.LONGEST_RECORD)
async def record_replay(call: ApiCall, data: study.AskReplay) -> GzippedJson:
    """Returns any record step by step; send the text of a .match file."""
    return GzippedJson(await call.replays.of_record(data.record, data.start, call.visitor))


def problem_of(refusal: Refusal) -> tuple[int, wire.Problem]:
    """The HTTP status and the answer for a refusal."""
    code = refusal.code if isinstance(refusal, Refused) else refusal.message.id
    line = refusal.line if isinstance(refusal, BadRecord) else 0
    board = refusal.board if isinstance(refusal, BadBoard) else 0
    status = REASONS[code].status if code in REASONS and not line else 400
    return status, wire.Problem(code, wire.said(refusal.message), line, board)


@cache
def parameters(answer: Answers) -> dict[str, Any]:
    """What an answering function takes besides the call, by name, with its type; and what it returns."""
    return {name: hint for name, hint in get_type_hints(answer, include_extras=True).items() if name != "call"}
