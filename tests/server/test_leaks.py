"""Two matches that differ only in secrets send the same bytes at the same times to seats that may not know them."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tablee.core.game import CHANCE, IllegalAction, Message, Seat
from tablee.core.laws import situations
from tablee.core.options import changed
from tablee.core.registry import Entry
from tablee.match import Match
from tablee.protocol import wire
from tablee.rooms.live_match import LiveMatch
from tablee.rooms.lobby import Lobby
from tests.games_here import EVERY
from tests.server.lone_room import FakeDevice, LoneRoom, make_settings

pytestmark = pytest.mark.quick

DIGEST = re.compile(rb'"digest":"[0-9a-f]{64}"')


class World(LoneRoom):
    """A room with scripted draws; records everything that the watcher and a spectator receive, and when."""

    def __init__(self, entry: Entry, seats: int, options: Any, watcher: Seat, id: str = "m") -> None:
        self.watcher = watcher
        self.news: list[Message] = []
        super().__init__(entry, seats, changed(options), make_settings(spectator_delay=0), id=id)
        self.spectator = self.connect(FakeDevice(None))

    def begin(self, dealer: Any) -> None:
        lobby = self.room.stage
        assert isinstance(lobby, Lobby)
        opened = lobby.open_match

        def open_with() -> LiveMatch:
            live = opened()
            live.driver.dealer = dealer
            return live

        lobby.open_match = open_with  # type: ignore[method-assign]
        self.start()

    def settle(self) -> None:
        live = self.room.stage
        heard = live.news if isinstance(live, LiveMatch) else []
        self.news = [event.message for event in heard if event.reaches(self.watcher)]
        super().settle()

    def bytes(self) -> list[tuple[int, bool, bytes]]:
        """What the two received: when, which of them, and what. The digest of the record comes at the end, when all is open."""
        mine = (self.devices[self.watcher].id, self.spectator.id)
        raw, self.raw = self.raw, []
        assert self.match.over or not any(b"digest" in data for _, _, data in raw)
        return [(now, device == self.spectator.id, DIGEST.sub(b"", data)) for now, device, data in raw if device in mine]


class Leader:
    """Draws at random, and remembers what the watcher heard about each draw."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.world: World | None = None
        self.told: list[list[Message]] = []

    def pick(self, number: int, odds: Sequence[tuple[Any, int]]) -> Any:
        assert self.world is not None
        draw = self.chance.choice(odds)[0]
        self.told.append(told(self.world, draw))
        return draw


class Follower:
    """Makes a different draw wherever the watcher would hear the same."""

    def __init__(self, leader: Leader, chance: random.Random) -> None:
        self.leader, self.chance = leader, chance
        self.world: World | None = None

    def pick(self, number: int, odds: Sequence[tuple[Any, int]]) -> Any:
        assert self.world is not None
        draws = [draw for draw, _ in odds]
        self.chance.shuffle(draws)
        want = self.leader.told[number] if number < len(self.leader.told) else None
        return next((draw for draw in draws if told(self.world, draw) == want), draws[0])


def told(world: World, draw: Any) -> list[Message]:
    match = world.match
    _, events = match.game.play(match.state, CHANCE, draw, match.now)
    return [event.message for event in events if event.reaches(world.watcher)]


def clone(match: Match) -> Match:
    twin = copy.copy(match)
    twin.rows, twin.chosen, twin.finished, twin.turns = [*match.rows], {**match.chosen}, [*match.finished], [*match.turns]
    return twin


def heard(world: World, seat: Seat, text: str) -> list[Message] | None:
    """What the watcher would hear about an action, before any draw; None if it is refused."""
    twin = clone(world.match)
    try:
        events = twin.act(seat, text, world.live.driver.time(world.now))
    except IllegalAction:
        return None
    return [event.message for event in events if event.reaches(world.watcher)]


def alarms(*worlds: World) -> list[int]:
    return [alarm for world in worlds if (alarm := world.match.alarm()) is not None]


def walk(entry: Entry, chance: random.Random, seen: Counter[str], id: str = "m") -> Iterator[tuple[World, World]]:
    """Plays a pair of matches as long as the watcher's news is the same. Yields it before every action."""
    seats, options = chance.choice(situations(entry))
    watcher = chance.randrange(seats)
    leader = Leader(chance)
    follower = Follower(leader, chance)
    a, b = (World(entry, seats, options, watcher, id) for _ in range(2))
    leader.world, follower.world = a, b
    a.begin(leader)
    b.begin(follower)
    if a.news != b.news:
        return
    for number in range(60):
        compare(a, b, seen)
        yield a, b
        a.now = b.now = a.now + chance.randrange(600)
        deadline = min(alarms(a, b), default=None)
        if a.match.outcome() or b.match.outcome() or (deadline is not None and a.now >= deadline):
            return
        pester(a, b, chance, number)
        if not act(a, b, chance, number):
            return


def pester(a: World, b: World, chance: random.Random, number: int) -> None:
    """The watcher asks for things, makes mistakes and repeats itself; a rival changes its mind in only one of the worlds."""
    match = a.match
    junk = chance.choice(["", "nonsense", chance.choice(match.game.codes(match.seats, match.options))])
    legal = [match.game.write(action) for action in match.legal(a.watcher)]
    for world in (a, b):
        me = world.devices[a.watcher]
        world.send(me, wire.AskSheet(30_000 + number))
        world.send(me, wire.Act(0, "again"))
        if junk not in legal:
            world.send(me, wire.Act(10_000 + number, junk))
    minds = [seat for seat in b.match.chosen if seat != b.watcher]
    if minds:
        seat = chance.choice(minds)
        b.send(b.devices[seat], wire.Act(20_000 + number, b.match.game.write(chance.choice(b.match.legal(seat)))))


def act(a: World, b: World, chance: random.Random, number: int) -> bool:
    """A seat acts in both worlds; False if that would tell the watcher different things."""
    waiting = a.match.waiting()
    if waiting != b.match.waiting() or not waiting:
        return False
    seat = chance.choice(waiting)
    write = a.match.game.write
    text = write(chance.choice(a.match.legal(seat)))
    want = heard(a, seat, text)
    others = [text]
    if seat != a.watcher:
        legal = [write(action) for action in b.match.legal(seat)]
        others = [*chance.sample(legal, min(8, len(legal))), text]
    other = next((one for one in others if want is not None and heard(b, seat, one) == want), None)
    if other is None:
        return False
    a.send(a.devices[seat], wire.Act(number + 1, text))
    b.send(b.devices[seat], wire.Act(number + 1, other))
    return a.news == b.news


def compare(a: World, b: World, seen: Counter[str]) -> None:
    if a.match.state != b.match.state or a.match.chosen != b.match.chosen:
        seen["apart"] += 1
    got = a.bytes()
    assert got == b.bytes()
    seen["messages"] += len(got)


@pytest.mark.no_cover
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_same_news_same_bytes(entry: Entry) -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        for _ in walk(entry, random.Random(seed), seen):
            pass
        if seen["apart"] >= 80:
            break
    assert seen["apart"] >= 80, seen  # the worlds differed while the bytes did not
    assert seen["messages"] > 200
