"""Bots at a table: whose choices they are, their seed, and what happens when one fails."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablee.bots import fast_bot, players
from tablee.core import record
from tablee.core.record import Action, Note
from tablee.core.registry import Entry
from tablee.jobs.bots import BotChoice, BotJob, choose
from tablee.protocol import wire
from tablee.rooms.live_match import LiveMatch
from tablee.rooms.room import Room
from tablee.storage.store import AddRow, SaveMatch, StoredRow
from tests.games_here import EVERY, TOY, find
from tests.server.lone_room import LoneRoom, make_settings

EASY, LIMITS, ULTIM = find("take-it-easy"), find("limits"), find("ultim-limit")


def only_job(table: LoneRoom) -> BotJob:
    (job,) = table.room.outbox.jobs
    table.room.outbox.jobs = []
    return job


def last_notes(table: LoneRoom) -> list[Note]:
    return [row for row in table.match.rows if isinstance(row, Note) and row.note in ("bot-failed", "stand-in")]


def test_a_bot_that_gives_no_answer_plays_at_random_and_everybody_is_told() -> None:
    table = LoneRoom(EASY, 2, bots=1)
    table.start()
    job = only_job(table)
    table.heard(table.devices[0])
    table.wait(700)
    table.ask(Room.bot_reply, job, None)
    assert last_notes(table) == [Note(record.NoteId.BOT_FAILED, 700, 2)]
    for device in table.devices:
        told = [event for update in table.heard(device, wire.Update) for event in update.events or ()]
        assert wire.Sentence("note-bot-failed", {"seat": 2}) in told
    assert 2 not in table.match.chosen
    table.wait(1000)
    assert 2 in table.match.chosen


def test_another_bots_choice_is_noted_as_such() -> None:
    table = LoneRoom(EASY, 1, bots=1)
    table.start()
    job = only_job(table)
    table.ask(Room.bot_reply, job, BotChoice("a1", 0, "greedy"))
    assert last_notes(table) == [Note(record.NoteId.STAND_IN, 0, 1, "greedy")]


def test_a_bots_own_choice_needs_no_note_and_a_late_one_gets_none() -> None:
    table = LoneRoom(EASY, 1, bots=1)
    table.start()
    job = only_job(table)
    table.ask(Room.bot_reply, job, BotChoice("a1", 0, job.level))
    table.act(0, "a1")
    table.settle()
    table.ask(Room.bot_reply, job, None)  # for a position that is gone
    assert last_notes(table) == []


def test_a_level_that_is_not_here_any_more_leaves_its_move_to_the_fast_bot() -> None:
    table = LoneRoom(EASY, 1, bots=1)
    table.start()
    job = only_job(table)
    gone = BotJob(job.game, "gone", job.question, job.seed)
    assert choose(gone, find).level == fast_bot(EASY)


def stored_rows(table: LoneRoom) -> list[StoredRow]:
    return [StoredRow(write.entry, write.cmd) for write in table.room.outbox.log if isinstance(write, AddRow)]


@pytest.mark.parametrize("entry", [entry for entry in EVERY if entry is not TOY], ids=lambda entry: entry.game.id)
def test_a_bot_plays_the_same_after_a_restart(entry: Entry) -> None:
    """RoomCall the same question by a server that has just read the match from its disk, it gives the same answer."""
    level, seats = fast_bot(entry), max(3, entry.game.usual_seats[0])
    table = LoneRoom(entry, 1, bots=seats - 1)
    for place in table.room.setup.places[1:]:
        place.level = level
    table.start()
    asked = 0
    while asked < 12 and table.room.state == "play":
        for job in [*table.room.outbox.jobs]:
            table.room.outbox.jobs.remove(job)
            again = restarted(table, job)
            assert again == choose(job, find)
            table.ask(Room.bot_reply, job, again)
            asked += 1
        if texts := table.texts(0) if 0 in table.match.waiting() else ():
            table.act(0, texts[0])
        table.wait(1000)
    assert asked


def restarted(table: LoneRoom, job: BotJob) -> BotChoice:
    """What the bot answers if the room is loaded anew."""
    saved = [write for write in table.room.outbox.log if isinstance(write, SaveMatch)][-1]
    match = replace(table.stored, state="play", setup=saved.setup, header=saved.header)
    room = Room(match, table.room.context.entry, make_settings())
    room.fold(stored_rows(table))
    room.go_on(table.now)
    assert isinstance(room.stage, LiveMatch)
    room.stage.check_presence({0}, table.now)
    (same,) = [found for found in room.outbox.jobs if found.question.seat == job.question.seat]
    return choose(same, find)


def test_the_seed_of_bots_is_their_own_and_never_told() -> None:
    table, other = (LoneRoom(LIMITS, 1, bots=2) for _ in range(2))
    for room in (table, other):
        room.start()
    seed = table.room.setup.bot_seed
    assert len(seed) == 64
    assert seed not in (other.room.setup.bot_seed, table.room.context.seed)
    table.ask(Room.close, 0)
    table.play_out()
    assert table.raw
    assert not any(seed.encode() in data for _, _, data in table.raw)
    match = table.live.match
    assert seed not in "".join(map(record.write, (match.header, *match.rows, table.live.result())))


def test_bots_go_on_against_a_hidden_clock_when_everybody_has_left() -> None:
    """Otherwise the glass would run out while nobody asks the bot whose turn it is."""
    table = LoneRoom(ULTIM, 1, bots=1)
    table.start()
    while table.match.to_act() != (1,):
        table.act(0, "stop" if "stop" in table.texts(0) else table.texts(0)[0])
        table.wait(2000)
    while table.match.alarm() is None:
        table.ask(Room.bot_reply, job := only_job(table), choose(job, find))
        table.wait(3000)
    rows = len(table.match.rows)
    table.disconnect(table.devices[0])
    while table.match.alarm() is not None and len(table.match.rows) < rows + 8:
        for job in [*table.room.outbox.jobs]:
            table.room.outbox.jobs.remove(job)
            table.ask(Room.bot_reply, job, choose(job, find))
        table.wait(500)
    done = [row for row in table.match.rows[rows:] if isinstance(row, Action) and row.who == 1]
    assert len(done) > 1  # the first had been asked for before


def test_every_level_is_offered_under_its_own_name() -> None:
    for entry in EVERY:
        assert not set(entry.lacking) & set(players(entry))
