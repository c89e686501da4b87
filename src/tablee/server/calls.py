"""What callers beside real boards show on other screens, as long as they do. In memory only: a caller sends everything each time.

The id of a call is derived from its caller's secret, so nobody else can change what is shown.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from inspect import Parameter

from litestar import MediaType, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from tablee.core.game import say
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.meters import Meters
from tablee.rooms.visitors import Quota, Visitor, networks, visitor_of
from tablee.server.bodies import Req, serving
from tablee.server.compression import ASK_AGAIN, PackedFile
from tablee.server.settings import Settings

ID_DIGITS = 20


def call_id(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()[:ID_DIGITS]


@dataclass(frozen=True, slots=True)
class KeptCall:
    who: Visitor
    until: int  # ms
    answer: PackedFile
    players: int


class Calls:
    """With each call, the boards that players have sent from their own devices: the latest of each player."""

    def __init__(self, settings: Settings, meters: Meters) -> None:
        self.settings, self.clock = settings, settings.clock
        self.quota = Quota("calls", settings.calls, meters)
        self.shown: dict[str, KeptCall] = {}  # the one that was changed longest ago comes first
        self.boards: dict[str, dict[int, wire.SentBoard]] = {}
        meters.gauges["calls"] = lambda: len(self.shown)

    def show(self, id: str, secret: str, call: wire.ShownCall, who: Visitor) -> None:
        """Raises Refused."""
        self._check(id, secret)
        self._forget_expired()
        boards = self.boards.get(id, {})
        if id in self.shown and self.shown[id].who == who:
            self._forget(id)
        if not self.quota.take(who):
            raise Refused("too-many", say("too-many-calls"))
        if id in self.shown:  # it was shown from another address
            self._forget(id)
        elif len(self.shown) >= self.settings.all_calls:
            self._make_room()
        data = wire.encode(call)
        tag = hashlib.sha256(data).hexdigest()[:16]
        until = self.clock.now() + 1000 * self.settings.call_time
        self.shown[id] = KeptCall(who, until, PackedFile(MediaType.JSON, {"": data}, tag), len(call.names))
        self.boards[id] = boards if call.names else {}

    def find(self, id: str) -> PackedFile:
        """Raises Refused."""
        self._forget_expired()
        if id not in self.shown:
            raise Refused("no-call")
        return self.shown[id].answer

    def send(self, id: str, board: wire.SentBoard) -> None:
        """Everybody with the link may send: the caller confirms. Raises Refused."""
        self.find(id)
        if board.player >= self.shown[id].players:
            raise Refused("no-call")
        self.boards[id][board.player] = board

    def sent(self, id: str, secret: str) -> list[wire.SentBoard]:
        """For the caller alone. Raises Refused."""
        self._check(id, secret)
        self.find(id)
        return list(self.boards[id].values())

    def _check(self, id: str, secret: str) -> None:
        if not secret:  # everybody knows the id that it gives
            raise Refused("bad-token", say("no-call-secret"))
        if not hmac.compare_digest(call_id(secret).encode(), id.encode()):
            raise Refused("bad-token", say("not-your-call"))

    def _forget_expired(self) -> None:
        now = self.clock.now()
        while self.shown and next(iter(self.shown.values())).until <= now:
            self._forget(next(iter(self.shown)))

    def _make_room(self) -> None:
        """The visitor who shows the most loses the oldest."""
        greediest = self.quota.greediest()
        self._forget(next(id for id, shown in self.shown.items() if greediest in networks(shown.who)))

    def _forget(self, id: str) -> None:
        self.quota.give_back(self.shown.pop(id).who)
        del self.boards[id]


def _answers(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(wire.Problem, generate_examples=False) for code in codes}


async def show_call(request: Req, id: str, data: wire.ShownCall) -> None:
    """Shows what a caller beside a real board has called to everybody with the link.

    The id is the first 20 hexadecimal digits of the SHA-256 of the caller's secret, which comes as a bearer token."""
    calls: Calls = request.app.state.calls
    calls.show(id, _secret(request), data, visitor_of(request.scope))


@get("/calls/{id:str}", responses={200: ResponseSpec(wire.ShownCall, generate_examples=False), **_answers(400, 404)})
async def shown_call(request: Req, id: FromPath[str]) -> Response[bytes]:
    """Returns what is shown there. Ask again with `If-None-Match`: as long as nothing new was called, the answer is 304."""
    calls: Calls = request.app.state.calls
    return calls.find(id).response(request, ASK_AGAIN)


async def send_board(request: Req, id: str, data: wire.SentBoard) -> None:
    """Sends a board that a player has entered on their own device to the device that calls, which confirms it."""
    calls: Calls = request.app.state.calls
    calls.send(id, data)


@get("/calls/{id:str}/boards", responses=_answers(400, 401, 404), security=[{"seat": []}])
async def sent_boards(request: Req, id: FromPath[str]) -> list[wire.SentBoard]:
    """Returns the boards that players have sent, the latest of each, to the device that calls; with its secret, as above."""
    calls: Calls = request.app.state.calls
    return calls.sent(id, _secret(request))


def _secret(request: Req) -> str:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


def call_handlers(described: bool) -> list[HTTPRouteHandler]:
    takes = {"id": (FromPath[str], Parameter.empty)}
    show = serving(show_call, takes, wire.ShownCall, None, described)
    send = serving(send_board, takes, wire.SentBoard, None, described)
    return [
        post("/calls/{id:str}", status_code=204, responses=_answers(400, 401, 413, 429), security=[{"seat": []}])(show),
        shown_call,
        post("/calls/{id:str}/boards", status_code=204, responses=_answers(400, 404, 413))(send),
        sent_boards,
    ]
