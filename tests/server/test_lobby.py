"""Before the match, the host can change what was decided when the table was opened. Everybody sees it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablee import client
from tablee.core.game import Refusal
from tablee.core.registry import find
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.room import Room
from tablee.storage.store import SaveMatch
from tests.server.lone_room import FakeDevice, LoneRoom, make_settings
from tests.server.running import OPEN, running, settings

EASY, LIMITS, XTREME = find("take-it-easy"), find("limits"), find("xtreme-limits")


def change(room: LoneRoom, person: int = 0, **more: Any) -> wire.TableInfo:
    info: wire.TableInfo = room.ask(Room.change_table, person, wire.ChangeTable(**more))
    return info


def test_everybody_sees_what_the_host_changes() -> None:
    room = LoneRoom(EASY, 2)
    watching = room.connect(FakeDevice(None))
    for device in (*room.devices, watching):
        room.heard(device)
    change(room, options={"rays": "all"}, series=3, timer=30, pace="calm", aids=False, bag=False, public=True)
    for device in (*room.devices, watching):
        (info,) = room.infos(device)
        assert (info.options, info.series, info.timer, info.pace, info.aids, info.bag, info.public) == (
            {"rays": "all"},
            3,
            30,
            "calm",
            False,
            False,
            True,
        )
    assert [one.public for one in room.room.outbox.log if isinstance(one, SaveMatch)][-1:] == [True]


def test_what_is_left_out_stays_and_options_are_replaced() -> None:
    room = LoneRoom(EASY, 1, {"rays": "all", "placement": "adjacent"}, games=2)
    assert change(room, timer=10).options == {"rays": "all", "placement": "adjacent"}
    info = change(room, options={"placement": "symbol"})
    assert (info.options, info.series, info.timer) == ({"placement": "symbol"}, 2, 10)


def test_the_match_is_played_as_changed() -> None:
    room = LoneRoom(EASY, 1)
    change(room, options={"rays": "best"}, series=2)
    room.start()
    header = room.match.header
    assert (header.options["rays"], header.games) == ("best", 2)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"options": {"rays": "some"}}, "bad-option-value"),
        ({"options": {"colour": "red"}}, "unknown-option"),
        ({"series": 1000}, "long-series"),
    ],
)
def test_what_the_game_does_not_allow_is_refused_and_changes_nothing(wrong: dict[str, Any], why: str) -> None:
    room = LoneRoom(EASY, 2, {"rays": "all"})
    room.heard(room.devices[0])
    with pytest.raises(Refusal) as refused:
        change(room, timer=99, **wrong)
    assert refused.value.message.id == why
    room.settle()
    assert room.infos(room.devices[0]) == []
    assert (room.room.setup.options, room.room.setup.timer) == ({"rays": "all"}, 0)


def test_a_long_series_stays_within_the_limit_however_the_table_is_changed() -> None:
    length = EASY.game.length(2, EASY.game.options())
    room = LoneRoom(EASY, 1, settings=make_settings(rows=3 * length), bots=1)
    room.ask(Room.arrange, 0, 1, wire.SeatWish("closed"))
    assert change(room, series=4).series == 4
    with pytest.raises(Refusal, match="long-series"):
        room.ask(Room.arrange, 0, 1, wire.SeatWish("bot", "random"))
    assert [place.kind for place in room.room.setup.places] == ["open", "closed"]


def test_options_must_fit_each_other() -> None:
    room = LoneRoom(XTREME, 3)
    with pytest.raises(Refusal, match="bell-range"):
        change(room, options={"bell_from": 300, "bell_to": 200})


def test_only_the_host_changes_a_table_and_only_before_the_start() -> None:
    room = LoneRoom(EASY, 2)
    with pytest.raises(Refused, match="not-host"):
        change(room, person=1, series=2)
    room.start()
    with pytest.raises(Refused, match="wrong-state"):
        change(room, series=2)


def test_a_big_room_hears_of_changes_too() -> None:
    room = LoneRoom(EASY, 4, settings=make_settings(big_room=3))
    for device in room.devices:
        room.heard(device)
    change(room, series=2)
    assert [info.series for info in room.infos(room.devices[3])] == [2]


def test_over_http(tmp_path: Path) -> None:
    async def evening() -> tuple[wire.TableInfo | None, str]:
        async with (
            running(settings(tmp_path / "t.db")) as here,
            await client.create(here.base, "limits", "Ada", [OPEN, OPEN]) as host,
            await client.join(host.link, "Bo") as guest,
        ):
            await host.change(options={"memory_aid": True}, series=2)
            while guest.info is None or guest.info.series != 2:
                await guest.news()
            with pytest.raises(client.RefusedByServer) as refused:
                await guest.change(series=3)
            return guest.info, refused.value.code

    info, code = asyncio.run(evening())
    assert info is not None
    assert (info.options, code) == ({"memory_aid": True}, "not-host")
