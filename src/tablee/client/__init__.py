"""A thin client for terminals, tests and bots: joins a table, keeps its socket alive, and knows what its seat may see.

    async with await join("http://localhost:8765/t/…", "Ada") as me:
        while not me.over:
            if me.to_move:
                await me.act(me.legal[0])
            await me.news()

It commits to a nonce when joining and reveals it when asked, so that nobody can choose the deal.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx
import msgspec
from msgspec import UNSET
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tablee.core.game import Message, Refusal, Screen, Sheet, say
from tablee.fair import commitment, new_secret
from tablee.protocol import wire
from tablee.protocol.picture import EMPTY, applied, pictured, read_message, read_panel, read_sheet
from tablee.protocol.reasons import FINAL, Close

T = TypeVar("T")
NOTHING = wire.Mine((), (), None, 0, 0)
STEADY = 5.0  # seconds; a connection that lasts as long was a good one
TOO_MANY = 5.0  # seconds to wait when the server has had too much
_read = msgspec.json.Decoder(wire.FromServer).decode


class RefusedByServer(Refusal):
    """`code` is for programs, `message` for people."""

    def __init__(self, code: str, said: wire.Sentence, status: int = 0) -> None:
        super().__init__(read_message(said))
        self.code, self.status = code, status


class Site:
    """A server: `http://host:port`."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.AsyncClient(timeout=30, trust_env=False, verify=base.startswith("https:"))  # certificates load slowly

    async def get(self, path: str, kind: type[T], token: str = "") -> T:
        return _answer(await self.send("GET", path, None, token), kind)

    async def post(self, path: str, body: Any, kind: type[T], token: str = "") -> T:
        return _answer(await self.send("POST", path, body, token), kind)

    async def send(self, method: str, path: str, body: Any = None, token: str = "") -> bytes:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        content = None
        if body is not None:
            content, headers["Content-Type"] = wire.encode(body), "application/json"
        answer = await self.http.request(method, f"{self.base}/api{path}", content=content, headers=headers)
        if answer.is_success:
            return answer.content
        try:
            problem = msgspec.json.decode(answer.content, type=wire.Problem)
        except msgspec.DecodeError:
            problem = wire.Problem("no-answer", wire.Sentence("no-answer"))
        raise RefusedByServer(problem.code, problem.message, answer.status_code)


def _answer(content: bytes, kind: type[T]) -> T:
    """Raises RefusedByServer if the content does not come from a Tablée server."""
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RefusedByServer("no-answer", wire.Sentence("no-answer")) from None


def read_link(link: str) -> tuple[str, str]:
    """The server, perhaps in a folder, and the match in a table's link, `http://host/t/MATCH`. Raises httpx.InvalidURL."""
    try:
        parts = urlsplit(link)
        parts.port  # noqa: B018 - looked at here: a number that is too big fails only when connecting
    except ValueError as error:
        raise httpx.InvalidURL(str(error)) from None
    folder, _, match = parts.path.rstrip("/").rpartition("/t/")
    return f"{parts.scheme}://{parts.netloc}{folder}", match.rpartition("/")[2]


async def join(link: str, name: str, seat: int | None = None) -> Player:
    """Joins a table or, with a seat's link (`…#seat=TOKEN`), returns to that seat."""
    base, match = read_link(link)
    shared, _, token = urlsplit(link).fragment.partition("=")
    if shared == "seat" and token:
        return Player(Site(base), wire.SeatTicket(match, 0, token))
    nonce = new_secret()
    return await _sit_down(base, f"/matches/{match}/join", wire.Join(name, commitment(nonce), seat), nonce)


async def create(base: str, game: str, name: str, seats: Sequence[wire.SeatWish], **more: Any) -> Player:
    """Opens a table. `more` can contain options, series, public and timer."""
    nonce = new_secret()
    return await _sit_down(base, "/matches", wire.Create(game, name, list(seats), commit=commitment(nonce), **more), nonce)


async def _sit_down(base: str, path: str, wish: Any, nonce: str, token: str = "") -> Player:
    site = Site(base)
    try:
        return Player(site, await site.post(path, wish, wire.SeatTicket, token), nonce)
    except BaseException:
        await site.http.aclose()
        raise


async def play_on(base: str, record: str, rows: int, seat: int, name: str) -> Player:
    """Goes on from a moment of a finished match, after so many rows of its record, against bots."""
    return await _sit_down(base, "/what-ifs", wire.WhatIf(record, rows, seat, name), "")


@dataclass(frozen=True, slots=True)
class Pending:
    """A command without an answer yet."""

    data: bytes
    turn: int
    answer: asyncio.Future[Any]


class Player:
    """One seat. While it is open, it keeps what is shown up to date and resends commands that got no answer."""

    def __init__(self, site: Site, seated: wire.SeatTicket, nonce: str = "", client: str = "") -> None:
        self.site, self.match, self.token, self.nonce = site, seated.match, seated.token, nonce
        self.client = client or secrets.token_hex(8)
        self.seat: int | None = seated.seat
        self.info: wire.TableInfo | None = None
        self.picture = EMPTY  # what this seat sees
        self.rematch = ""
        self.gone = ""  # why it cannot reconnect
        self.events: deque[Message] = deque(maxlen=1000)
        self.reactions: deque[wire.Reaction] = deque(maxlen=100)
        self.cmd = 0
        self.pending: dict[int, Pending] = {}
        self.answered = 0  # the last turn with an acknowledged action
        self.changed = asyncio.Event()
        self.socket: ClientConnection | None = None
        self.running: asyncio.Task[None] | None = None

    # opening and closing
    async def __aenter__(self) -> Player:
        self.running = asyncio.create_task(self._run())
        while self.info is None and not self.gone:
            await self.news()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        if self.running is not None:
            self.running.cancel()
            await asyncio.gather(self.running, return_exceptions=True)
        await self.site.http.aclose()

    def drop(self) -> None:
        """Drops the socket, as a bad connection would; it reconnects by itself."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def _run(self) -> None:
        pause, loop = 0.05, asyncio.get_running_loop()
        while not self.gone:
            code, opened, grown = 0, loop.time(), pause
            try:
                async with connect(self.address, compression=None, max_size=None, proxy=None, ping_interval=None) as socket:
                    await socket.send(wire.encode(wire.Hello(self.client, self.token)), text=True)
                    self.socket = socket
                    for command in [*self.pending.values()]:
                        await socket.send(command.data, text=True)
                    async for message in socket:
                        heard = _read(message)
                        pause = 0.05 if isinstance(heard, wire.Snapshot) else pause  # connected
                        await self._hear(heard)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 0
                if code in FINAL:
                    self.gone = self.gone or str(code)
            except InvalidStatus as refused:
                code = Close.TOO_MANY if refused.response.status_code == 429 else 0
            except (OSError, InvalidHandshake, TimeoutError, EOFError):
                pass
            self.socket = None
            self.changed.set()
            if code == Close.TRY_AGAIN and loop.time() - opened < STEADY:
                pause = grown  # the server is in trouble, although it has sent a snapshot
            await asyncio.sleep(TOO_MANY if code == Close.TOO_MANY else pause)
            pause = min(2.0, pause * 1.5)
        self._give_up()

    def _give_up(self) -> None:
        """Reconnecting is pointless, so no pending command will be answered."""
        for command in self.pending.values():
            if not command.answer.done():
                command.answer.set_exception(RefusedByServer(self.gone, wire.Sentence("bad-token")))

    # incoming messages
    async def _hear(self, message: Any) -> None:
        match message:
            case wire.Ping(id):
                await self._send(wire.encode(wire.Pong(id)))
                return
            case wire.No(cmd, code, said):
                if cmd is not None:
                    self._refused(cmd, RefusedByServer(code, said))
            case wire.Snapshot():
                self._snapshot(message)
            case wire.Update():
                self._update(message)
            case wire.AskReveal():
                await self._send(wire.encode(wire.Reveal(self.nonce)))
            case wire.SheetOut(cmd, _, rows):
                self._answered(cmd, None if rows is None else read_sheet(rows))
            case wire.Bye(why):
                self.gone = why
        self.changed.set()

    def _answered(self, cmd: int, value: Any) -> None:
        command = self.pending.pop(cmd, None)
        if command is not None:
            self.answered = max(self.answered, command.turn)
            if not command.answer.done():
                command.answer.set_result(value)

    def _refused(self, cmd: int, refusal: RefusedByServer) -> None:
        if (command := self.pending.pop(cmd, None)) is not None and not command.answer.done():
            command.answer.set_exception(refusal)

    def _snapshot(self, seen: wire.Snapshot) -> None:
        self.seat, self.picture = seen.you, pictured(seen)
        self._read_info(seen.info)

    def _read_info(self, info: msgspec.Raw) -> None:
        self.info = msgspec.json.decode(info, type=wire.TableInfo)
        self.rematch = self.info.next

    def _update(self, update: wire.Update) -> None:
        for answer in update.answers:
            if answer.message is None:
                self._answered(answer.cmd, answer.n)
            else:
                self._refused(answer.cmd, RefusedByServer(answer.code, answer.message))
        self.events.extend(read_message(said) for said in update.events)
        self.reactions.extend(update.reactions)
        self.picture = applied(self.picture, update)
        if update.info is not UNSET:
            self._read_info(update.info)
        if update.next is not UNSET:
            self.rematch = update.next

    # what a player sees and does
    @property
    def mine(self) -> wire.Mine:
        """What only this seat may see."""
        return self.picture.mine or NOTHING

    @property
    def over(self) -> wire.MatchResult | None:
        """The result, once the match is over."""
        return self.picture.result

    @property
    def screen(self) -> Screen:
        return Screen(self.picture.public, tuple(map(read_panel, self.mine.own)))

    @property
    def legal(self) -> tuple[str, ...]:
        return self.mine.legal

    @property
    def todo(self) -> Message:
        """What this seat, if it is asked, has to do now."""
        return read_message(self.mine.todo) if self.mine.todo else say("prompt")

    @property
    def to_move(self) -> bool:
        """This seat is asked and has not chosen yet."""
        waited_for = bool(self.mine.legal) and self.mine.choice is None and self.over is None
        return waited_for and self.mine.turn > self.answered  # an acknowledgement can arrive before the news it causes

    async def news(self, seconds: float | None = None) -> bool:
        """Waits until something changes; False if nothing did within `seconds`."""
        try:
            async with asyncio.timeout(seconds):
                await self.changed.wait()
        except TimeoutError:
            return False
        self.changed.clear()
        return True

    async def act(self, text: str, any_turn: bool = False) -> int:
        """Returns the action's number among this seat's actions, once it is on the server's disk. Raises RefusedByServer."""
        turn = self.mine.turn
        number: int = await self._ask(wire.Act(self._next_cmd(), text, None if any_turn else turn), turn)
        return number

    def sheet(self, seat: int | None = None) -> Sheet:
        """The score so far of your own seat or another one, as far as this seat may know it."""
        wanted = self.seat if seat is None else seat
        return () if wanted is None else self.picture.sheets.get(wanted, ())

    async def sheet_after(self, action: str) -> Sheet | None:
        """This seat's sheet after an action; None if what it may know is not enough to compute it. Raises RefusedByServer."""
        found: Sheet | None = await self._ask(wire.AskSheet(self._next_cmd(), after=action), 0)
        return found

    async def ask_sheet(self, seat: int) -> Sheet | None:
        """Asks for any seat's sheet; rooms with more than 12 seats do not send them otherwise. Raises RefusedByServer."""
        found: Sheet | None = await self._ask(wire.AskSheet(self._next_cmd(), seat), 0)
        return found

    async def react(self, sign: wire.Sign) -> None:
        """Shows a sign to everybody at the table."""
        await self._send(wire.encode(wire.React(sign)))

    def _next_cmd(self) -> int:
        self.cmd += 1
        return self.cmd

    async def _ask(self, command: wire.Act | wire.AskSheet, turn: int) -> Any:
        data = wire.encode(command)
        pending = self.pending[command.cmd] = Pending(data, turn, asyncio.get_running_loop().create_future())
        await self._send(data)
        return await pending.answer

    async def _send(self, data: bytes) -> None:
        if self.socket is not None:
            with suppress(ConnectionClosed):
                await self.socket.send(data, text=True)
        elif self.gone:
            self._give_up()

    # host and guests, over HTTP
    async def start(self) -> None:
        await self._post("start")

    async def leave(self) -> None:
        await self._post("leave")

    async def end(self) -> None:
        """Closes the table; host only."""
        await self._post("close")

    async def pause(self) -> None:
        """Pauses the match; host only."""
        await self._post("pause")

    async def resume(self) -> None:
        """Resumes the match; host only."""
        await self._post("resume")

    async def next_game(self) -> None:
        """Starts the next game of a series."""
        await self._post("next")

    async def remove(self, seat: int) -> None:
        await self._post(f"seats/{seat}/remove")

    async def revoke(self, seat: int) -> None:
        """Revokes the links to a seat that were made for other devices and partners; host only."""
        await self._post(f"seats/{seat}/revoke")

    async def rename(self, name: str) -> None:
        """Changes your name, before the match."""
        await self._post("name", wire.Rename(name))

    async def arrange(self, seat: int, wish: wire.SeatWish) -> None:
        """Opens an empty seat, closes it or gives it to a bot, before the match; host only."""
        await self._post(f"seats/{seat}", wish)

    async def change(self, **more: Any) -> None:
        """Changes options, series, public, timer, pace, aids, bag or hints, before the match; host only."""
        await self._post("setup", wire.ChangeTable(**more))

    async def _post(self, what: str, body: Any = None) -> None:
        await self.site.post(f"/matches/{self.match}/{what}", body, wire.TableInfo, self.token)

    async def share(self, name: str = "") -> Player:
        """Adds another device or a partner to this seat."""
        nonce = new_secret() if name else self.nonce
        wish = wire.Share(name, commitment(nonce) if name else "")
        return await _sit_down(self.site.base, f"/matches/{self.match}/devices", wish, nonce, self.token)

    async def hint(self, step: int = 3) -> wire.Hint:
        """Where to look (1), what stands out (2), or what is best and why (3); for the only person at a table."""
        return await self.site.post(f"/matches/{self.match}/hint", wire.AskHint(step), wire.Hint, self.token)

    async def again(self) -> Player:
        """Takes the same seat in a rematch."""
        nonce = new_secret()
        wish = wire.Again(commitment(nonce))
        return await _sit_down(self.site.base, f"/matches/{self.match}/rematch", wish, nonce, self.token)

    async def record(self) -> bytes:
        """The finished record, which `tablee verify` can check."""
        return await self.site.send("GET", f"/matches/{self.match}/record")

    @property
    def address(self) -> str:
        return f"ws{self.site.base.removeprefix('http')}/api/socket/{self.match}"

    @property
    def link(self) -> str:
        return f"{self.site.base}/t/{self.match}"
