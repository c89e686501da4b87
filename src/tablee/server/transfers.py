"""Histories on their way from one device to another. In memory only, until they are taken, and for ten minutes at most.

Their senders have encrypted them: the key and the id are derived from a secret that the server never sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter

from litestar import MediaType, Response, post
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath
from litestar.response import Stream

from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.meters import Meters
from tablee.rooms.visitors import Quota, Visitor, networks, visitor_of
from tablee.server.bodies import Req, serving
from tablee.server.compression import in_pieces
from tablee.server.settings import Settings

KEPT = 600_000  # ms
ROOM = 32 << 20  # bytes for all of them
ID_DIGITS = 32


@dataclass(frozen=True, slots=True)
class KeptTransfer:
    who: Visitor
    until: int  # ms
    answer: bytes


class Transfers:
    def __init__(self, settings: Settings, meters: Meters) -> None:
        self.clock = settings.clock
        self.quota = Quota("transfers", settings.transfers, meters)
        self.waiting: dict[str, KeptTransfer] = {}  # the oldest comes first
        self.bytes = 0
        meters.gauges["transfers"] = lambda: len(self.waiting)

    def send(self, id: str, transfer: wire.Transfer, who: Visitor) -> None:
        """Raises Refused. Nobody replaces what is there: whoever knows the id could destroy it."""
        self._forget_expired()
        if len(id) != ID_DIGITS or id in self.waiting:
            raise Refused("no-transfer")
        if not self.quota.take(who):
            raise Refused("too-many")
        answer = wire.encode(transfer)
        while self.bytes + len(answer) > ROOM:
            self._make_room()
        until = self.clock.now() + KEPT
        self.waiting[id] = KeptTransfer(who, until, answer)
        self.bytes += len(answer)
        self.clock.call_at(until, self._forget_expired)

    def take(self, id: str) -> bytes:
        """Once. Raises Refused."""
        self._forget_expired()
        if id not in self.waiting:
            raise Refused("no-transfer")
        return self._forget(id)

    def _forget_expired(self) -> None:
        now = self.clock.now()
        while self.waiting and next(iter(self.waiting.values())).until <= now:
            self._forget(next(iter(self.waiting)))

    def _make_room(self) -> None:
        """The visitor who has sent the most loses the oldest."""
        greediest = self.quota.greediest()
        self._forget(next(id for id, kept in self.waiting.items() if greediest in networks(kept.who)))

    def _forget(self, id: str) -> bytes:
        kept = self.waiting.pop(id)
        self.quota.give_back(kept.who)
        self.bytes -= len(kept.answer)
        return kept.answer


def _answers(*codes: int) -> dict[int, ResponseSpec]:
    return {code: ResponseSpec(wire.Problem, generate_examples=False) for code in codes}


async def send_history(request: Req, id: str, data: wire.Transfer) -> None:
    """Keeps an encrypted history for ten minutes, until another device takes it.

    The id has 32 hexadecimal digits, which both devices derive from a secret."""
    transfers: Transfers = request.app.state.transfers
    transfers.send(id, data, visitor_of(request.scope))


@post(
    "/transfers/{id:str}/take",
    status_code=200,
    responses={200: ResponseSpec(wire.Transfer, generate_examples=False), **_answers(400, 404)},
)
async def take_history(request: Req, id: FromPath[str]) -> Response[bytes] | Stream:
    """Returns an encrypted history, and forgets it."""
    transfers: Transfers = request.app.state.transfers
    return Stream(in_pieces(transfers.take(id)), media_type=MediaType.JSON)


def transfer_handlers(described: bool) -> list[HTTPRouteHandler]:
    takes = {"id": (FromPath[str], Parameter.empty)}
    send = serving(send_history, takes, wire.Transfer, None, described)
    size = wire.MOST_SEALED + 100
    sending = post("/transfers/{id:str}", status_code=204, responses=_answers(400, 404, 413, 429), request_max_body_size=size)
    return [sending(send), take_history]
