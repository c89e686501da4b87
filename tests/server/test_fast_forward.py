"""The pace of bots, and fast-forward: it shortens waiting, never match time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.bots import fast_bot
from tablee.core import record
from tablee.core.game import Refusal
from tablee.core.record import Action
from tablee.jobs.bots import BotChoice, BotJob, choose
from tablee.protocol import wire
from tablee.rooms.room import Room
from tests.games_here import find
from tests.server.lone_room import LoneRoom, make_settings

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

LIMITS, ULTIM = find("limits"), find("ultim-limit")
THOUGHT = 40  # ms that every bot thinks


def chosen(job: BotJob) -> BotChoice:
    """What a bot of the game's fast level chooses, with the same seed at every table."""
    return choose(replace(job, level=fast_bot(find(job.game)), seed="same"), find)


def play(table: LoneRoom, rows: int) -> tuple[list[str], list[int]]:
    """Plays until there are so many rows: the rows, and each wait while the person could do nothing.

    The person acts 1 s after being asked."""
    waits: list[int] = []
    while len(table.match.rows) < rows and table.room.state == "play":
        if jobs := [*table.room.outbox.jobs]:
            table.room.outbox.jobs = []
            table.wait(THOUGHT)
            for job in jobs:
                table.ask(Room.bot_reply, job, chosen(job))
        elif 0 in table.match.waiting():
            asked = table.match.now + 1000
            table.wait(max(0, table.live.driver.origin + asked - table.now))
            if 0 in table.match.waiting():
                table.act(0, table.texts(0)[-1])
        else:
            due = table.room.due()
            assert due is not None
            wait = max(1, due - table.now)
            if 0 not in table.match.to_act():
                waits.append(wait)
            table.wait(wait)
    return [record.write(row) for row in table.match.rows[:rows]], waits


@pytest.mark.parametrize(("game", "rows"), [("limits", 60), ("ultim-limit", 80)])
def test_fast_forward_shortens_the_waits_for_the_same_record(game: str, rows: int) -> None:
    usual, fast = (LoneRoom(find(game), 1, bots=2) for _ in range(2))
    for table in (usual, fast):
        table.start()
    fast.ask(Room.fast_forward, 0, True)
    (usual_rows, usual_waits), (fast_rows, fast_waits) = play(usual, rows), play(fast, rows)
    assert fast_rows == usual_rows
    assert max(fast_waits) <= make_settings().skimming < max(usual_waits)


def test_a_person_who_is_asked_gets_all_their_time() -> None:
    table = LoneRoom(find("take-it-easy"), 1, bots=2)
    table.start()
    table.ask(Room.fast_forward, 0, True)
    origin = table.live.driver.origin
    play(table, 3)  # the call, and both bots' choices
    assert table.live.driver.origin == origin
    table.act(0, "a1")
    assert table.live.driver.origin == origin


def test_a_bot_that_thinks_loses_no_match_time() -> None:
    table = LoneRoom(LIMITS, 1, bots=2)
    table.start()
    play(table, 20)
    while 0 in table.match.waiting() or len(table.match.waiting()) != 1 or not table.room.outbox.jobs:
        play(table, len(table.match.rows) + 1)
    table.ask(Room.fast_forward, 0, True)
    (job,) = table.room.outbox.jobs
    table.wait(300)
    table.ask(Room.bot_reply, job, BotChoice(chosen(job).text, 1000, job.level))
    table.wait(make_settings().skimming)
    assert [row.ms for row in table.match.rows if isinstance(row, Action)][-1] == job.question.at + 1000


def test_only_the_host_may_fast_forward_and_everybody_is_told() -> None:
    table = LoneRoom(LIMITS, 2, bots=1)
    table.start()
    with pytest.raises(Refusal):
        table.ask(Room.fast_forward, 1, True)
    assert table.ask(Room.fast_forward, 0, True).fast
    assert [info.fast for info in table.infos(table.devices[1])][-1]
    assert not table.ask(Room.fast_forward, 0, False).fast


@pytest.mark.parametrize(("pace", "ms"), [("calm", 3000), ("normal", 1500), ("quick", 600)])
def test_a_table_has_a_pace(pace: wire.Pace, ms: int) -> None:
    table = LoneRoom(LIMITS, 1, bots=1)
    table.room.setup.pace = pace
    table.start()
    (job,) = table.room.outbox.jobs
    table.ask(Room.bot_reply, job, BotChoice(chosen(job).text, 10_000, job.level))
    assert table.live.driver.planned(1) == (job.question.at + ms, find(job.game).game.read(chosen(job).text))


def test_no_pace_where_a_hidden_clock_runs() -> None:
    table = LoneRoom(ULTIM, 1, bots=1)
    table.room.setup.pace = "calm"
    table.start()
    while table.match.alarm() is None or table.match.waiting() != (1,):
        play(table, len(table.match.rows) + 1)
    job = table.room.outbox.jobs[-1]
    table.ask(Room.bot_reply, job, BotChoice(chosen(job).text, 4321, job.level))
    assert table.live.driver.planned(1) == (job.question.at + 4321, find(job.game).game.read(chosen(job).text))
