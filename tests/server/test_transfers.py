"""Histories on their way to another device."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.meters import Meters
from tablee.server import transfers as module
from tablee.server.transfers import KEPT, Transfers
from tests.server.running import HandClock, running, settings

SEALED = {"sealed": "Zm9v"}


def id_of(n: int) -> str:
    return f"{n:032x}"


def relay(**limits: Any) -> tuple[Transfers, HandClock]:
    clock = HandClock()
    return Transfers(settings("unused", clock=clock, **limits), Meters()), clock


def send(transfers: Transfers, n: int, who: str = "10.0.0.1", size: int = 8) -> None:
    transfers.send(id_of(n), wire.Transfer("x" * size), who)


def test_a_history_is_passed_on_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            path = f"/api/transfers/{id_of(1)}"
            assert (await http.post(f"{path}/take")).json()["code"] == "no-transfer"
            assert (await http.post(path, json=SEALED)).status_code == 204
            assert (await http.get(f"{path}/take")).status_code == 405  # no preview of a link takes it
            taken = await http.post(f"{path}/take")
            assert (taken.status_code, taken.json()) == (200, SEALED)
            assert taken.headers["cache-control"] == "no-store"
            again = await http.post(f"{path}/take")
            assert (again.status_code, again.json()["code"]) == (404, "no-transfer")

    asyncio.run(main())


def test_what_is_no_transfer_or_too_big_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(base_url=here.base, trust_env=False) as http:
            path = f"/api/transfers/{id_of(1)}"
            for wrong in ({}, {"sealed": ""}, {"sealed": 1}, SEALED | {"more": 1}):
                assert (await http.post(path, json=wrong)).status_code == 400
            most = {"sealed": "x" * wire.MOST_SEALED}
            assert (await http.post(path, json=most)).status_code == 204
            assert (await http.post(f"{path}/take")).json() == most
            assert (await http.post(path, json={"sealed": most["sealed"] + "x"})).status_code == 400
            assert (await http.post(path, json={"sealed": most["sealed"] * 2})).status_code == 413
            assert (await http.post("/api/transfers/short", json=SEALED)).json()["code"] == "no-transfer"
            assert (await http.post(f"{path}/take")).status_code == 404

    asyncio.run(main())


def test_it_is_gone_after_ten_minutes_whether_anybody_asks_or_not() -> None:
    transfers, clock = relay()
    send(transfers, 1)
    clock.move(KEPT - 1)
    send(transfers, 2)
    assert len(transfers.waiting) == 2
    clock.move(1)
    assert list(transfers.waiting) == [id_of(2)]
    with pytest.raises(Refused, match="no-transfer"):
        transfers.take(id_of(1))
    assert transfers.take(id_of(2))
    assert not transfers.quota.held
    assert transfers.bytes == 0


def test_nobody_replaces_a_history_that_waits() -> None:
    transfers, _ = relay()
    send(transfers, 1, size=8)
    with pytest.raises(Refused):
        send(transfers, 1, "10.0.0.2", size=9)
    assert len(transfers.take(id_of(1))) == len(wire.encode(wire.Transfer("x" * 8)))


def test_a_visitor_has_so_many_under_way_and_others_have_theirs() -> None:
    transfers, _ = relay(transfers=2)
    send(transfers, 1)
    send(transfers, 2)
    with pytest.raises(Refused, match="too-many"):
        send(transfers, 3)
    send(transfers, 3, "10.0.0.2")
    transfers.take(id_of(1))
    send(transfers, 4)
    assert list(transfers.waiting) == [id_of(2), id_of(3), id_of(4)]


def test_when_there_is_no_room_whoever_has_sent_the_most_loses_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ROOM", 3 * len(wire.encode(wire.Transfer("x" * 8))))
    transfers, _ = relay()
    send(transfers, 1, "10.0.0.2")
    send(transfers, 2)
    send(transfers, 3)
    send(transfers, 4, "10.0.0.3")
    assert list(transfers.waiting) == [id_of(1), id_of(3), id_of(4)]
    assert transfers.bytes <= module.ROOM
