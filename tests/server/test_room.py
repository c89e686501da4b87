"""The logic of a room, in virtual time."""

from __future__ import annotations

import gc
import weakref

import msgspec
import pytest

from tablee.core import record
from tablee.core.game import Refusal, total
from tablee.core.record import Action, Note, NoteId
from tablee.core.registry import Entry
from tablee.fair import commitment, seeded_secret
from tablee.jobs.bots import BotChoice
from tablee.protocol import wire
from tablee.protocol.reasons import Parting, Refused
from tablee.replay import verify
from tablee.rooms.finished import Finished
from tablee.rooms.live_match import PLAYED_OUT_AT_ONCE, LiveMatch
from tablee.rooms.lobby import Lobby
from tablee.rooms.outbox import Device
from tablee.rooms.room import Room
from tablee.rooms.seating import Setup
from tablee.storage import store
from tablee.storage.store import StoredMatch, StoredRow
from tests.games_here import EVERY, TOY, find
from tests.server.lone_room import FakeDevice, LoneRoom, make_settings

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

EASY = find("take-it-easy")
ULTIM = find("ultim-limit")
XTREME = find("xtreme-limits")


def stored(table: LoneRoom) -> tuple[StoredMatch, list[StoredRow]]:
    """The log, as the store would return it."""
    room = table.room
    rows = {write.n: StoredRow(write.entry, write.cmd) for write in room.outbox.log if isinstance(write, store.AddRow)}
    assert [*rows] == [*range(len(rows))]
    last = [write for write in room.outbox.log if isinstance(write, store.SaveMatch)][-1]
    match = StoredMatch(
        *(
            last.id,
            last.state,
            room.setup.game,
            last.public,
            last.setup,
            room.context.seed,
            last.header,
            last.result,
            "",
            0,
            last.now,
        )
    )
    return match, [*rows.values()]


def woken(match: StoredMatch, entry: Entry, rows: list[StoredRow], now: int) -> Room:
    """A room read from the store."""
    room = Room(match, entry, make_settings())
    room.fold(rows)
    room.go_on(now)
    return room


def lines_of(table: LoneRoom) -> list[str]:
    match, rows = stored(table)
    assert match.header
    assert match.result
    return [match.header, *(record.write(row.entry) for row in rows), match.result]


# a press against a hidden deadline
def toy_alarm(table: LoneRoom) -> int:
    alarm = table.match.alarm()
    assert alarm is not None
    return alarm


def test_a_press_counted_before_the_deadline_is_taken_after_it() -> None:
    table = LoneRoom(TOY, 2)
    table.start()
    table.devices[0].lag = 200
    alarm = toy_alarm(table)
    table.wait(alarm + 150)
    cmd = table.act(0, "take")
    assert table.accepted(table.devices[0]) == [cmd]
    assert table.match.rows[-1] == Action(0, "take", alarm - 50)


def test_a_late_press_is_answered_only_with_the_verdict() -> None:
    table = LoneRoom(TOY, 2)
    table.start()
    alarm = toy_alarm(table)
    table.wait(alarm + 10)
    me = table.devices[0]
    table.heard(me)
    table.act(0, "take")
    table.act(0, "rubbish")  # mistakes are refused at once, whenever they are made
    assert [code for _, code in table.refused(me)] == ["refused"]
    table.wait(make_settings().lag_cap - 11)
    assert table.heard(me) == []
    table.wait(1)
    (update,) = table.heard(me)  # the refusal, the news and the result in one update
    assert [(answer.cmd, answer.code) for answer in update.answers] == [(1, "too-late")]
    assert update.result
    assert table.match.rows[-2:] == [Action(-2, "sand", alarm), Note(NoteId.TOO_LATE, alarm + 10, 0, "take")]
    table.send(me, wire.Act(1, "take"))  # a repeat gets the same answer
    assert table.refused(me) == [(1, "too-late")]


def test_another_seat_may_make_the_deadline_vanish_for_a_held_press() -> None:
    table = LoneRoom(TOY, 2)
    table.start()
    table.devices[1].lag = 250
    alarm = toy_alarm(table)
    table.wait(100)
    table.act(0, "take")
    table.wait(alarm - 50)
    changed = table.act(0, "leave")  # 50 ms too late: held
    assert table.refused(table.devices[0]) == []
    table.act(1, "take")  # counts 200 ms earlier, so the step is complete before the glass runs out
    assert table.refused(table.devices[0]) == [(changed, "too-late")]
    assert table.room.state == "over"
    assert verify(lines_of(table), find).rows[-1] == Note(NoteId.TOO_LATE, alarm + 50, 0, "leave")


def test_a_press_too_soon_is_presented_again_when_it_counts() -> None:
    table = LoneRoom(ULTIM, 2, {"roll_gap": 500})
    table.start()
    (seat,) = table.match.to_act()
    table.act(seat, "go")
    table.act(seat, "roll")
    first = table.match.rows[-1].ms
    table.wait(100)
    table.heard(table.devices[seat])
    cmd = table.act(seat, "roll")
    assert table.heard(table.devices[seat]) == []
    table.wait(399)
    assert table.heard(table.devices[seat]) == []
    table.wait(1)
    assert table.accepted(table.devices[seat]) == [cmd]
    rolls = [row.ms for row in table.match.rows if isinstance(row, Action) and row.text == "roll"]
    assert rolls == [first, first + 500]


def test_a_press_too_soon_that_would_count_too_late_is_not_taken_for_the_next_turn() -> None:
    table = LoneRoom(ULTIM, 1, {"roll_gap": 500})
    table.start()
    table.act(0, "go")
    alarm = toy_alarm(table)
    table.wait(alarm - 100)
    table.act(0, "roll")
    table.wait(50)
    cmd = table.act(0, "roll", table.match.turns[0])
    table.heard(table.devices[0])
    table.wait(make_settings().lag_cap + 49)
    assert table.heard(table.devices[0]) == []
    table.wait(1)
    assert table.refused(table.devices[0]) == [(cmd, "too-late")]
    table.act(0, "go")
    table.wait(1000)
    assert [row.text for row in table.match.rows if isinstance(row, Action) and row.who == 0] == ["go", "roll", "go"]


def test_a_press_that_still_waits_when_the_match_is_closed_is_answered_at_its_end() -> None:
    table = LoneRoom(ULTIM, 2, {"roll_gap": 5000})
    table.start()
    (seat,) = table.match.to_act()
    for text in ("go", "roll"):
        table.act(seat, text)
    cmd = table.act(seat, "roll")
    table.ask(Room.close, 0)
    table.play_out()
    assert table.refused(table.devices[seat]) == [(cmd, "not-playing")]
    verify(lines_of(table), find)  # played out in virtual time, by the rules


def test_a_match_is_played_out_over_the_end_of_its_glass() -> None:
    table = LoneRoom(TOY, 2)
    table.start()
    alarm = toy_alarm(table)
    table.wait(alarm - 1)
    table.act(0, "take")
    table.ask(Room.close, 0)
    table.settle()
    assert table.room.state == "over"
    assert verify(lines_of(table), find).rows[-1] == Action(-2, "sand", alarm)


# commands
def test_a_command_is_applied_once_from_any_device() -> None:
    table = LoneRoom(EASY, 2)
    table.start()
    again = table.connect(FakeDevice(0))
    table.act(0, "a1")
    table.heard(again)
    table.send(again, wire.Act(1, "a1"))
    assert [(answer.cmd, answer.n) for answer in table.answers(again)] == [(1, 1)]
    assert [row.text for row in table.match.rows if isinstance(row, Action) and row.who == 0] == ["a1"]


def test_a_choice_may_be_replaced_until_all_have_chosen_and_nobody_else_hears_of_it() -> None:
    table = LoneRoom(EASY, 2)
    table.start()
    table.act(0, "a1")
    table.heard(table.devices[1])
    table.act(0, "b2")
    assert table.heard(table.devices[1]) == []
    assert table.heard(table.devices[0], wire.Update)[-1].mine.choice == "b2"
    table.act(1, "c3")
    events = [said.id for update in table.heard(table.devices[1], wire.Update) for said in update.events]
    assert events == ["has-chosen", "placed", "placed", "call"]


def test_an_action_for_another_turn_is_stale() -> None:
    table = LoneRoom(EASY, 1)
    table.start()
    turn = table.match.turns[0]
    table.act(0, "a1", turn)
    table.heard(table.devices[0])
    table.act(0, "a2", turn)
    assert [code for _, code in table.refused(table.devices[0])] == ["stale"]


def test_an_action_sends_each_device_one_message() -> None:
    table = LoneRoom(EASY, 2)
    again, watcher = table.connect(FakeDevice(0, "tablet")), table.connect(FakeDevice(None))
    table.start()
    devices = [*table.devices, again, watcher]
    for device in devices:
        table.heard(device)
    for seat, messages in ((0, [1, 1, 1, 1]), (1, [1, 1, 1, 1])):
        table.act(seat, "a1")
        assert [len(table.heard(device)) for device in devices] == messages


def test_one_update_holds_the_answer_the_news_and_the_score() -> None:
    table = LoneRoom(EASY, 1)
    table.start()
    n = 0
    for cell in ("a1", "a2", "a3"):
        table.heard(table.devices[0])
        n = table.act(0, cell)
        (update,) = table.heard(table.devices[0])
        if update.rows is not msgspec.UNSET:
            break
    assert [answer.n for answer in update.answers] == [n]
    assert [said.id for said in update.events] == ["placed", "call"]
    assert (update.mine.turn, update.mine.n) == (n + 1, n)
    rows = msgspec.json.decode(update.rows, type=dict[int, dict[int, wire.SheetRow]])[0]
    sheet = wire.rows(EASY.game.sheet(table.match.view(0), 0))
    assert rows == {place: sheet[place] for place in rows}
    assert len(rows) < len(sheet)  # only what has changed


@pytest.mark.no_cover
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_sheets_that_are_patched_are_those_of_the_views(entry: Entry) -> None:
    """During a whole match, for every seat: its own sheet comes from its own view, other sheets from what everybody may know."""
    table = LoneRoom(entry, entry.game.usual_seats[0])
    table.start()
    told: dict[int, dict[int, list[wire.SheetRow]]] = {seat: {} for seat in range(table.match.seats)}
    for _ in range(2000):
        for seat, device in enumerate(table.devices):
            for message in table.heard(device):
                patch(told[seat], message)
            everybody = {other: table.match.game.sheet(table.match.view(None), other) for other in told}
            known = everybody | {seat: table.match.game.sheet(table.match.view(seat), seat)}
            assert told[seat] == {other: [*wire.rows(sheet)] for other, sheet in known.items()}
        if table.room.state == "over":
            break
        waiting = table.match.waiting()
        table.act(waiting[0], table.texts(waiting[0])[0])
        table.wait(300)
    assert table.match.rows


def patch(sheets: dict[int, list[wire.SheetRow]], message: wire.Out) -> None:
    whole = message.sheets if isinstance(message, wire.Snapshot | wire.Update) else msgspec.UNSET
    rows = message.rows if isinstance(message, wire.Update) else msgspec.UNSET
    if isinstance(whole, msgspec.Raw):
        sheets |= msgspec.json.decode(whole, type=dict[int, list[wire.SheetRow]])
    if isinstance(rows, msgspec.Raw):
        for seat, changed in msgspec.json.decode(rows, type=dict[int, dict[int, wire.SheetRow]]).items():
            for place, row in changed.items():
                sheets[seat][place] = row


def test_in_a_big_room_sheets_of_others_are_asked_for() -> None:
    table = LoneRoom(EASY, 13)
    table.start()
    seen = table.heard(table.devices[2], wire.Snapshot)[-1]
    assert [*msgspec.json.decode(seen.sheets)] == ["2"]
    table.send(table.devices[2], wire.AskSheet(1, 5))
    (answer,) = table.heard(table.devices[2], wire.SheetOut)
    assert (answer.cmd, answer.seat, len(answer.rows)) == (1, 5, 15)
    table.send(table.devices[2], wire.AskSheet(2, 5, "a1"))  # only a seat itself may ask what its action would be worth
    assert table.refused(table.devices[2]) == [(2, "no-seat")]


def test_a_big_room_is_told_everybodys_points_with_each_position_and_no_earlier() -> None:
    table = LoneRoom(EASY, 13)
    watcher = table.connect(FakeDevice(None))
    table.start()
    assert table.heard(table.devices[0], wire.Snapshot)[-1].scores == (0,) * 13
    table.heard(watcher)
    scores: tuple[int, ...] = (0,) * 13
    for cell in ("a1", "a2", "a3"):
        for seat in range(13):
            table.act(seat, cell)
            told = [update.scores for update in table.heard(watcher, wire.Update) if update.scores is not msgspec.UNSET]
            assert not told or seat == 12  # only once all have chosen
            scores = told[-1] if told else scores
    view = table.match.view(None)
    assert scores == tuple(total(EASY.game.sheet(view, seat)) for seat in range(13))
    assert table.heard(table.connect(FakeDevice(None)), wire.Snapshot)[-1].scores == scores
    table.send(watcher, wire.AskSheet(1, 5))  # nothing is shown to spectators later
    assert len(table.heard(watcher, wire.SheetOut)[0].rows) == 15


def test_spectators_who_see_a_match_later_ask_for_no_sheet_before_its_end() -> None:
    table = LoneRoom(XTREME, 3)
    watcher = table.connect(FakeDevice(None))
    table.start()
    table.send(watcher, wire.AskSheet(1, 0))
    assert table.refused(watcher) == [(1, "not-playing")]
    table.ask(Room.close, 0)
    table.play_out()
    table.heard(watcher)
    table.send(watcher, wire.AskSheet(2, 0))
    assert table.heard(watcher, wire.SheetOut)[0].seat == 0


# pauses and series
def test_the_host_pauses_a_match_and_nothing_happens_until_it_goes_on() -> None:
    table = LoneRoom(EASY, 2, bots=1)
    table.room.setup.timer = 30
    table.start()
    (job,) = table.room.outbox.jobs
    table.wait(1000)
    with pytest.raises(Refused, match="not-host"):
        table.ask(Room.pause, 1)
    assert table.ask(Room.pause, 0).paused
    assert table.infos(table.devices[1])[-1].paused
    table.ask(Room.bot_reply, job, BotChoice("a1", 0, job.level))
    table.disconnect(table.devices[1])
    assert table.act(0, "a1") == 1
    assert table.refused(table.devices[0]) == [(1, "refused")]
    table.wait(1_000_000)
    assert table.room.due() is None
    assert len(table.match.rows) == 4  # two nonces, the call, the pause
    table.ask(Room.resume, 0)
    updates = table.heard(table.devices[0], wire.Update)
    assert updates[-1].timer == 29_000  # what was left before the pause
    assert table.notes()[-2:] == ["paused", "resumed"]
    table.wait(100)
    assert [*table.match.chosen] == [2]
    table.act(0, "a1")
    table.wait(60_000)
    assert "time-is-up" in table.notes()


def test_a_paused_match_is_paused_after_a_restart_and_can_be_closed() -> None:
    table = LoneRoom(EASY, 1)
    table.start()
    table.ask(Room.pause, 0)
    match, rows = stored(table)
    table.room = woken(match, EASY, rows, table.now)
    table.connect(table.devices[0])
    assert table.room.info(table.now).paused
    table.ask(Room.close, 0)
    table.play_out()
    assert isinstance(table.room.stage, Finished)


def test_a_match_with_a_hidden_clock_cannot_be_paused() -> None:
    table = LoneRoom(TOY, 2)
    table.start()
    for pause in (Room.pause, Room.hand_over):
        with pytest.raises(Refusal, match="cannot-pause"):
            table.ask(pause, 0)
    table.wait(10_000)
    with pytest.raises(Refused, match="not-playing"):
        table.ask(Room.pause, 0)


def test_a_hidden_clock_stands_still_while_the_device_that_runs_the_match_is_passed_on() -> None:
    table = LoneRoom(TOY, 2, settings=make_settings(one_device=True))
    table.start()
    with pytest.raises(Refused, match="not-host"):
        table.ask(Room.hand_over, 1)
    with pytest.raises(Refusal, match="cannot-pause"):  # the table would stay in sight
        table.ask(Room.pause, 0)
    assert table.ask(Room.hand_over, 0).paused
    table.wait(1_000_000)
    assert table.room.state == "play"
    assert not table.room.busy
    table.ask(Room.resume, 0)
    assert table.room.busy
    table.wait(10_000)
    assert table.room.state == "over"


def play_a_game(table: LoneRoom) -> None:
    while table.room.state == "play" and (waiting := table.match.waiting()):
        table.act(waiting[0], table.texts(waiting[0])[0])


def test_a_finished_game_of_a_series_stays_in_sight_until_the_next_is_started() -> None:
    table = LoneRoom(EASY, 2, games=2)
    table.start()
    play_a_game(table)
    last = table.heard(table.devices[1], wire.Update)[-1]
    assert last.series == wire.Series(1, (table.match.finished[0],), waiting=True)
    assert last.mine.legal == ()
    rows = len(table.match.rows)
    table.wait(29_999)
    assert len(table.match.rows) == rows
    table.ask(Room.next_game, 1)
    started = table.heard(table.devices[1], wire.Update)[-1]
    assert [said.id for said in started.events] == ["next-game", "call"]
    assert started.series == wire.Series(2, (table.match.finished[0],), waiting=False)
    with pytest.raises(Refusal, match="no-next-game"):
        table.ask(Room.next_game, 1)
    play_a_game(table)
    assert table.room.state == "over"
    assert len(verify(lines_of(table), find).finished) == 2


def test_the_next_game_waits_for_somebody_who_plays_with_bots_only() -> None:
    table = LoneRoom(EASY, 1, bots=1, games=2)
    table.start()
    while not table.match.between_games:
        for job in table.room.outbox.jobs[:]:
            table.ask(Room.bot_reply, job, BotChoice(table.texts(1)[0], 0, job.level))
        table.room.outbox.jobs.clear()
        if 0 in table.match.waiting():
            table.act(0, table.texts(0)[0])
        table.wait(1)
    table.wait(3_600_000)
    assert table.match.between_games
    assert table.heard(table.devices[0], wire.Update)[-1].timer in (None, msgspec.UNSET)
    table.ask(Room.next_game, 0)
    assert not table.match.between_games


def test_the_break_between_two_games_is_counted_down() -> None:
    table = LoneRoom(EASY, 2, games=2)
    table.start()
    play_a_game(table)
    assert table.heard(table.devices[0], wire.Update)[-1].timer == 30_000
    table.ask(Room.next_game, 1)
    assert table.heard(table.devices[0], wire.Update)[-1].timer is None


def test_the_next_game_starts_by_itself_after_a_while_and_after_a_restart() -> None:
    table = LoneRoom(EASY, 2, games=2)
    table.start()
    play_a_game(table)
    match, rows = stored(table)
    table.room = woken(match, EASY, rows, table.now)
    table.connect(table.devices[0])
    assert table.heard(table.devices[0], wire.Snapshot)[-1].series.waiting
    table.wait(30_000)
    assert not table.live.series().waiting  # type: ignore[union-attr]
    table.ask(Room.close, 0)
    table.play_out()
    assert table.room.state == "over"


# absent players
def test_a_bot_plays_for_somebody_who_is_missed_until_they_are_back() -> None:
    table = LoneRoom(EASY, 2)
    table.start()
    table.disconnect(table.devices[1])
    assert table.infos(table.devices[0])[-1].seats[1].away == 60_000
    table.act(0, "a1")
    table.wait(59_999)
    assert table.room.outbox.jobs == []
    table.wait(1)
    (job,) = table.room.outbox.jobs
    assert (job.question.seat, job.question.view.seat) == (1, 1)
    assert table.infos(table.devices[0])[-1].seats[1].bot
    table.ask(Room.bot_reply, job, BotChoice("b2", 100, job.level))
    table.wait(100)
    assert len(table.match.state.calls) == 2
    table.connect(table.devices[1])
    assert table.notes()[-2:] == ["bot-took-over", "back"]
    assert table.heard(table.devices[1], wire.Snapshot)[-1].mine.legal
    assert not table.live.taken


def test_what_a_bot_thought_for_another_step_is_forgotten() -> None:
    table = LoneRoom(EASY, 1, bots=1)
    table.start()
    (job,) = table.room.outbox.jobs
    table.ask(Room.bot_reply, job, BotChoice("a1", 0, job.level))
    table.act(0, "a1")
    table.settle()
    assert len(table.match.state.calls) == 2
    table.ask(Room.bot_reply, job, BotChoice("a2", 0, job.level))
    assert table.live.driver.planned(1) is None


def test_somebody_was_here_until_they_left() -> None:
    table = LoneRoom(EASY, 2)
    for wall, ear in enumerate(table.devices):
        table.room.wall = wall
        table.disconnect(ear)
    assert table.room.outbox.log[-1] == store.TouchMatch("m", 1)


def test_nobody_is_missed_where_nobody_is() -> None:
    table = LoneRoom(EASY, 2)
    table.start()
    for ear in table.devices:
        table.disconnect(ear)
    assert table.room.sleeps
    assert table.room.due() is None


def test_a_clock_that_runs_keeps_the_room_awake() -> None:
    table = LoneRoom(TOY, 2)
    table.start()
    for ear in table.devices:
        table.disconnect(ear)
    assert not table.room.sleeps
    table.wait(10_000)
    assert table.room.sleeps
    assert table.room.state == "over"


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_an_abandoned_match_ends_with_a_result_and_its_seed(entry: Entry) -> None:
    table = LoneRoom(entry, max(2, entry.game.usual_seats[0]))
    table.start()
    table.room.abandon(table.now)
    table.play_out()
    verify(lines_of(table), find)
    assert "abandoned" in table.notes()


def test_a_long_match_is_played_out_in_several_turns_so_that_others_get_theirs() -> None:
    table = LoneRoom(EASY, 100)
    table.start()
    table.room.abandon(table.now)
    most, before = 0, len(table.match.rows)
    while table.room.state == "play":
        table.settle()
        rows = len(table.match.rows)
        most, before = max(most, rows - before), rows
    assert len(table.match.rows) > 1900
    assert most <= 2 * PLAYED_OUT_AT_ONCE


@pytest.mark.parametrize("why", ["closed", "left", "abandoned"])
def test_a_match_that_was_being_played_out_is_so_after_a_crash(why: str) -> None:
    table = LoneRoom(EASY, 1, bots=12)  # 247 plays
    table.start()
    if why == "abandoned":
        table.ask(Room.abandon)
    else:
        table.ask(Room.close if why == "closed" else Room.leave, 0)
    assert table.room.state == "play"
    match, rows = stored(table)
    room = woken(match, EASY, rows, 1_000_000)
    assert not room.sleeps
    while room.state == "play":
        room.settle(1_000_000)
    assert isinstance(room.stage, Finished)


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_room_read_from_its_log_is_the_same(entry: Entry) -> None:
    table = LoneRoom(entry, max(2, entry.game.usual_seats[0]))
    table.start()
    for _ in range(12):
        waiting = table.match.waiting()
        if not waiting:
            break
        table.wait(200)
        table.act(waiting[0], table.texts(waiting[0])[0])
    match, rows = stored(table)
    room = woken(match, table.room.context.entry, rows, 1_000_000)
    here, again, end = table.live, room.stage, table.room.stage
    if isinstance(end, Finished):
        assert isinstance(again, Finished)
        assert [again.picture(seat) for seat in (None, 0, 1)] == [end.picture(seat) for seat in (None, 0, 1)]
        assert (again.header, again.result, again.answered) == (end.header, end.result, end.answered)
        return
    assert isinstance(again, LiveMatch)
    assert again.match.state == here.match.state
    assert again.match.chosen == here.match.chosen
    assert (again.match.turns, again.match.position) == (here.match.turns, here.match.position)
    assert (again.commands.numbers, again.commands.done) == (here.commands.numbers, here.commands.done)
    assert again.driver.time(1_000_000) == here.match.now
    assert room.outbox.log == []


def test_a_room_that_is_forgotten_is_gone_at_once() -> None:
    """The server rarely runs the garbage collector."""
    table = LoneRoom(TOY, 2, bots=1)
    table.connect(FakeDevice(None))
    table.start()
    table.act(0, "take")
    table.act(0, "rubbish")
    table.wait(10_000)
    assert table.room.state == "over"
    parts = [weakref.ref(part) for part in (table.room, table.live, table.room.broadcast, table.match)]
    gc.disable()
    try:
        del table
        assert [part() for part in parts] == [None] * 4
    finally:
        gc.enable()


# people
def test_only_the_host_starts_removes_and_closes() -> None:
    table = LoneRoom(EASY, 3)
    with pytest.raises(Refused, match="not-host"):
        table.ask(Room.start, 1)
    with pytest.raises(Refused, match="not-host"):
        table.ask(Room.remove, 1, 2)
    with pytest.raises(Refused, match="not-host"):
        table.ask(Room.close, 1)
    table.ask(Room.remove, 0, 2)
    assert table.heard(table.devices[2])[-1] == wire.Bye(Parting.REMOVED)
    assert msgspec.json.decode(msgspec.json.encode(table.room.setup), type=Setup).parted == {2: "removed"}  # as stored
    with pytest.raises(Refused):
        table.ask(Room.remove, 0, 2)
    table.start()
    assert table.match.seats == 2


def test_whoever_leaves_a_match_is_followed_by_a_bot_and_a_host_by_a_host() -> None:
    table = LoneRoom(EASY, 3)
    table.start()
    table.ask(Room.leave, 0)
    table.settle()
    assert table.room.setup.host == 1
    assert [job.question.seat for job in table.room.outbox.jobs] == [0]
    assert table.heard(table.connect(FakeDevice(0))) == [wire.Bye(Parting.LEFT)]
    for person in (1, 2):
        table.ask(Room.leave, person)
    table.play_out()
    verify(lines_of(table), find)


def test_a_table_takes_only_so_many() -> None:
    table = LoneRoom(EASY, 2, settings=make_settings(devices=2, tokens=2, spectators=1))
    room = table.room
    with pytest.raises(Refused, match="seat-taken"):
        room.take_seat(0, "Eve", "", 1)
    with pytest.raises(Refused, match="no-seat"):
        room.take_seat(0, "Eve", "", 2)
    table.connect(FakeDevice(1))
    room.add_device(0, 1)
    room.add_device(0, 1, "Bea")
    with pytest.raises(Refused, match="too-many"):
        table.ask(Room.add_device, 1)
    with pytest.raises(Refused, match="too-many"):
        table.ask(Room.add_device, 1, "Cem")
    with pytest.raises(Refused, match="too-many"):
        table.ask(Room.connect, Device(99, 1, "c"))
    table.connect(FakeDevice(None))
    with pytest.raises(Refused, match="too-many"):
        table.connect(FakeDevice(None))


def test_a_table_that_is_closed_sends_everybody_home_and_lets_nobody_in() -> None:
    table = LoneRoom(EASY, 2)
    table.ask(Room.close, 0)
    table.settle()
    assert [table.heard(ear)[-1] for ear in table.devices] == [wire.Bye(Parting.CLOSED)] * 2
    assert table.room.outbox.closing == [device.id for device in table.devices]
    for ear in (table.devices[1], FakeDevice(None)):
        assert table.heard(table.connect(ear)) == [wire.Bye(Parting.CLOSED)]
    table.ask(Room.leave, 1)
    assert table.room.sleeps


def test_too_few_cannot_start() -> None:
    table = LoneRoom(TOY, 2)
    table.ask(Room.leave, 1)
    with pytest.raises(Refusal, match="bad-seats"):
        table.start()
    assert table.room.state == "open"


def test_who_does_not_reveal_adds_nothing_and_that_is_noted() -> None:
    table = LoneRoom(EASY, 2)
    table.room.setup.person(0).commit = "0" * 64
    table.start()
    assert table.heard(table.devices[0])[-1] == wire.AskReveal()
    table.send(table.devices[0], wire.Reveal("1" * 64))
    assert table.refused(table.devices[0]) == [(0, "wrong-nonce")]
    table.wait(4999)
    assert isinstance(table.room.stage, Lobby)
    table.wait(1)
    assert table.match.header.nonces == ("", "")
    assert table.notes() == ["no-nonce", "no-nonce"]


def test_a_nonce_is_taken_in_one_spelling_only() -> None:
    """Draws are computed from its text: a player who could choose a spelling could choose between deals."""
    deals = set()
    for spell in (str.lower, str.upper):
        table = LoneRoom(EASY, 1)
        nonce = seeded_secret("nonce")
        table.room.setup.person(0).commit = commitment(nonce)
        table.start()
        table.send(table.devices[0], wire.Reveal(spell(nonce)))
        deals.add((table.match.header.nonces, table.match.rows[0]))
    assert len(deals) == 1


# spectators and big rooms
def test_spectators_see_later_where_there_are_secrets() -> None:
    table = LoneRoom(TOY, 2)
    watcher = table.connect(FakeDevice(None))
    table.start()
    seen = table.heard(watcher, wire.Snapshot)[-1]
    assert seen.mine is None
    assert seen.to_act == ()
    table.wait(500)
    table.act(0, "take")
    assert table.heard(watcher, wire.Update) == []
    assert not table.heard(table.connect(FakeDevice(None)))[-1].to_act
    table.act(1, "leave")  # the match is over: nothing to hide
    updates = table.heard(watcher, wire.Update)
    assert [said.id for said in updates[-1].events][-2:] == ["shown", "shown"]


@pytest.mark.parametrize(("game", "empty"), [("limits", True), ("ultim-limit", True), ("take-it-easy", False)])
def test_a_table_that_woke_up_has_the_secrets_it_had(game: str, empty: bool) -> None:
    table = LoneRoom(find(game), 2)
    table.start()
    for _ in range(3):
        seat = table.match.waiting()[0]
        table.act(seat, table.texts(seat)[0])
    if game == "ultim-limit":
        table.wait(60_000)  # the glass has run out
    match, rows = stored(table)
    table.room = woken(match, table.room.context.entry, rows, table.now)
    watcher = table.connect(FakeDevice(None))
    assert (bytes(table.heard(watcher, wire.Snapshot)[-1].public) == b"[]") == empty
    table.wait(29_999)
    assert table.heard(watcher, wire.Update) == []
    table.wait(1)
    assert bool(table.heard(watcher, wire.Update)) == empty


def test_spectators_see_the_timer_as_late_as_the_rest() -> None:
    """It would tell them when somebody has acted."""
    table = LoneRoom(find("limits"), 2, settings=make_settings(absence=10**9))
    table.room.setup.timer = 100
    table.start()
    watcher = table.connect(FakeDevice(None))
    assert table.heard(watcher, wire.Snapshot)[-1].timer is None
    table.wait(5_000)
    seat, position = 0, table.match.position
    while table.match.position == position:
        seat = table.match.waiting()[0]
        table.act(seat, table.texts(seat)[0])
    assert table.heard(table.devices[seat], wire.Update)[-1].timer == 100_000
    assert table.heard(watcher, wire.Update) == []
    table.wait(25_000)
    assert table.heard(watcher, wire.Update)[-1].timer == 100_000  # of the first step, as it was when it began
    table.wait(1_000)
    assert table.heard(table.connect(FakeDevice(None)), wire.Snapshot)[-1].timer == 99_000
    table.ask(Room.pause, 0)
    assert table.heard(watcher, wire.Update)[-1].timer == 99_000
    assert table.heard(table.devices[seat], wire.Update)[-1].timer == 74_000


def test_young_players_see_how_long_the_glass_runs_even_after_a_reload() -> None:
    table = LoneRoom(ULTIM, 1, {"young": True, "glass_from": 300, "glass_to": 300})
    table.start()
    assert table.heard(table.devices[0], wire.Snapshot)[-1].timer is None
    table.act(0, "go")
    assert table.heard(table.devices[0], wire.Update)[-1].timer == 30_000
    table.wait(4_000)
    table.act(0, "roll")
    assert table.heard(table.devices[0], wire.Update)[-1].timer == 26_000
    table.wait(1_000)
    assert table.heard(table.connect(FakeDevice(0)), wire.Snapshot)[-1].timer == 25_000
    table.act(0, "stop")
    assert table.heard(table.devices[0], wire.Update)[-1].timer is None


def test_nobody_else_sees_how_long_the_glass_runs() -> None:
    table = LoneRoom(ULTIM, 1)
    table.start()
    table.act(0, "go")
    assert table.heard(table.devices[0], wire.Update)[-1].timer is msgspec.UNSET
    assert table.heard(table.connect(FakeDevice(0)), wire.Snapshot)[-1].timer is None


def test_spectators_see_at_once_where_there_are_none() -> None:
    table = LoneRoom(EASY, 1)
    watcher = table.connect(FakeDevice(None))
    table.start()
    table.heard(watcher)
    table.act(0, "a1")
    assert [said.id for said in table.heard(watcher, wire.Update)[-1].events] == ["placed", "call"]
    table.send(watcher, wire.Act(1, "a2"))
    assert table.refused(watcher) == [(1, "spectator")]


def test_in_a_big_room_choices_are_a_number_and_time_is_visible() -> None:
    table = LoneRoom(EASY, 13)
    table.room.setup.timer = 30
    table.start()
    assert table.heard(table.devices[0], wire.Snapshot)[-1].timer == 30_000
    table.heard(table.devices[12])
    for seat in range(6):
        table.wait(10)
        table.act(seat, "a1")
    counts = [(update.count, update.chosen, update.events) for update in table.heard(table.devices[12], wire.Update)]
    assert all(not events for _, _, events in counts)
    assert len(counts) < 4
    table.wait(1000)
    assert table.heard(table.devices[12], wire.Update)[-1].count == (6, 13)
    table.wait(29_000)
    assert sorted(job.question.seat for job in table.room.outbox.jobs) == [*range(6, 13)]
    for job in table.room.outbox.jobs:
        table.ask(Room.bot_reply, job, None)
    table.wait(1000)
    assert len(table.match.state.calls) == 2
    assert table.heard(table.devices[12], wire.Update)[-1].timer == 30_000


def test_bots_are_brisk_where_no_clock_runs_and_true_to_their_pace_where_one_does() -> None:
    table = LoneRoom(EASY, 1, bots=1)
    table.start()
    (job,) = table.room.outbox.jobs
    table.ask(Room.bot_reply, job, BotChoice("a1", 30_000, job.level))
    assert table.room.due() == table.now + make_settings().bot_pace
    table = LoneRoom(TOY, 1, bots=1)
    table.start()
    (job,) = table.room.outbox.jobs
    table.ask(Room.bot_reply, job, BotChoice("take", 2500, job.level))
    assert table.live.driver.planned(1) == (2500, "take")


def test_at_a_big_table_comings_and_goings_are_a_number_too() -> None:
    table = LoneRoom(EASY, 20)
    table.wait(1000)
    updates = table.heard(table.devices[0], wire.Update)
    assert len(updates) < 4
    assert updates[-1].here == wire.Here(20, "open")
    assert table.infos(table.devices[1]) == []
