"""Signs that players show each other: at once, to everybody, a few at a time, and nowhere stored."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import get_args

import pytest

from tablee import client
from tablee.core.registry import find
from tablee.protocol import wire
from tablee.rooms.broadcast import Signs
from tests.server.lone_room import FakeDevice, LoneRoom, make_settings
from tests.server.running import OPEN, running, settings

EASY, LIMITS = find("take-it-easy"), find("limits")
BRAVO = wire.Reaction(0, "bravo")


def seen(room: LoneRoom, device: FakeDevice) -> list[wire.Reaction]:
    return [one for update in room.heard(device, wire.Update) for one in update.reactions]


@pytest.mark.parametrize("started", [False, True])
def test_everybody_sees_a_sign_at_once(started: bool) -> None:
    room = LoneRoom(EASY, 3)
    watching = room.connect(FakeDevice(None))
    if started:
        room.start()
    room.send(room.devices[0], wire.React("bravo"))
    assert [seen(room, device) for device in (*room.devices, watching)] == [[BRAVO]] * 4


def test_there_are_six_signs() -> None:
    assert len(get_args(wire.Sign)) == 6


def test_a_seat_shows_a_few_signs_at_a_time() -> None:
    room = LoneRoom(EASY, 2)
    room.start()
    for _ in range(Signs.MOST + 2):
        room.send(room.devices[0], wire.React("wow"))
    assert len(seen(room, room.devices[1])) == Signs.MOST
    assert room.refused(room.devices[0]) == [(0, "slow-down")] * 2
    room.send(room.devices[1], wire.React("wow"))  # another seat may
    assert len(seen(room, room.devices[0])) == 1
    room.wait(Signs.WHILE)
    room.send(room.devices[0], wire.React("wow"))
    assert len(seen(room, room.devices[1])) == 2


def test_devices_of_a_seat_share_its_limit() -> None:
    room = LoneRoom(EASY, 2)
    second = room.connect(FakeDevice(0, "other"))
    for device in (room.devices[0], second) * Signs.MOST:
        room.send(device, wire.React("hello"))
    assert len(seen(room, room.devices[1])) == Signs.MOST


def test_nothing_is_stored_and_nobody_is_thought_to_play() -> None:
    room = LoneRoom(EASY, 2)
    room.start()
    room.room.outbox.log = []
    rows, screen = list(room.match.rows), room.room.screen(1, room.now)
    room.send(room.devices[0], wire.React("ouch"))
    assert (room.match.rows, room.room.outbox.log) == (rows, [])
    assert room.room.screen(1, room.now) == screen


def test_spectators_show_none_and_see_them_with_what_they_are_about() -> None:
    room = LoneRoom(LIMITS, 3)
    room.start()
    watching = room.connect(FakeDevice(None))
    room.heard(watching)
    room.send(watching, wire.React("laugh"))
    assert room.refused(watching) == [(0, "spectator")]
    room.send(room.devices[0], wire.React("bravo"))
    assert seen(room, room.devices[1]) == [BRAVO]
    delay = make_settings().spectator_delay
    room.wait(delay - 1)
    assert seen(room, watching) == []
    room.wait(1)
    assert seen(room, watching) == [BRAVO]


def test_not_in_a_big_room() -> None:
    room = LoneRoom(EASY, 4, settings=make_settings(big_room=3))
    room.send(room.devices[0], wire.React("bravo"))
    assert room.refused(room.devices[0]) == [(0, "too-many")]
    assert seen(room, room.devices[1]) == []


def test_over_a_socket(tmp_path: Path) -> None:
    async def evening() -> wire.Reaction:
        async with (
            running(settings(tmp_path / "t.db")) as here,
            await client.create(here.base, "limits", "Ada", [OPEN, OPEN]) as host,
            await client.join(host.link, "Bo") as guest,
        ):
            await guest.react("think")
            while not host.reactions:
                await host.news()
            return host.reactions.popleft()

    assert asyncio.run(evening()) == wire.Reaction(1, "think")
