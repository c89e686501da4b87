"""A client that applies every update sees what a device that connects now would see."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from tablee.core.game import Seat
from tablee.core.registry import Entry
from tablee.protocol import wire
from tablee.protocol.picture import EMPTY, Differ, Painter, Picture, Timer, applied, difference, pictured
from tests.games_here import EVERY
from tests.server.lone_room import FakeDevice, LoneRoom, make_settings


def without_timer(picture: Picture) -> Picture:
    """Clients count it down themselves."""
    return replace(picture, timer=None)


class Watcher:
    """A client: it keeps a picture, and applies what it is sent."""

    def __init__(self, table: LoneRoom, device: FakeDevice) -> None:
        self.table, self.device, self.picture = table, device, EMPTY

    def catch_up(self) -> Picture:
        for message in self.table.heard(self.device):
            if isinstance(message, wire.Snapshot):
                self.picture = pictured(message)
            elif isinstance(message, wire.Update):
                self.picture = applied(self.picture, message)
        return without_timer(self.picture)


def seen_anew(table: LoneRoom, seat: Seat | None) -> Picture:
    """What a device is shown that connects now."""
    device = table.connect(FakeDevice(seat))
    (shown,) = table.heard(device, wire.Snapshot)
    table.disconnect(device)
    return without_timer(pictured(shown))


@pytest.mark.parametrize("big", [12, 1], ids=["table", "big room"])
@pytest.mark.parametrize("games", [1, 2])
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_updates_add_up_to_what_is_seen_anew(entry: Entry, games: int, big: int) -> None:
    chance = random.Random(f"{entry.game.id} {games} {big}")
    seats = max(2, entry.game.usual_seats[0])
    settings = make_settings(hold=0, spectator_delay=chance.choice([0, 700]), big_room=big, throttle=0)
    table = LoneRoom(entry, seats, settings=settings, games=games)
    watchers = {seat: Watcher(table, table.devices[seat]) for seat in range(seats)}
    spectator = Watcher(table, table.connect(FakeDevice(None)))
    table.start()
    while table.room.state == "play" and table.cmd < 60 * games:
        table.wait(chance.choice([0, 300, 900]))
        if waiting := table.match.waiting():
            seat = chance.choice(waiting)
            table.act(seat, chance.choice(table.texts(seat)))
        for seat, watcher in watchers.items():
            assert watcher.catch_up() == seen_anew(table, seat)
        assert spectator.catch_up() == seen_anew(table, None)


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_nothing_is_sent_for_pictures_that_are_the_same(entry: Entry) -> None:
    table = LoneRoom(entry, max(2, entry.game.usual_seats[0]))
    table.start()
    one, other = (Painter(table.match, 12) for _ in range(2))
    before, after = (painter.table(timer=Timer(5)).with_seat(0, painter.mine(0, 0), painter.sheet(0)) for painter in (one, other))
    assert before == after
    assert difference(before, after) == {}
    assert {*Differ().difference(before, after, 0)} <= {"timer"}  # which is told with each position
