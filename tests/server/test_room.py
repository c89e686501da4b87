"""The logic of a table, in a time of its own."""

from __future__ import annotations

import gc
import weakref

import msgspec
import pytest

from tablee.core import record
from tablee.core.game import Refusal
from tablee.core.record import Action, Note
from tablee.core.registry import Entry
from tablee.fair import commitment, seeded_secret
from tablee.match import verify
from tablee.server import wire
from tablee.server.room import Room
from tablee.server.setup import Customs, Refused, Setup
from tablee.server.store import Kept, Line, touch
from tests.games_here import EVERY, TOY, find
from tests.server.desk import Desk, Ear

EASY = find("take-it-easy")
ULTIM = find("ultim-limit")


def kept_of(desk: Desk) -> tuple[Kept, list[Line]]:
    """What the log says, folded as the store would."""
    room = desk.room
    rows: dict[int, Line] = {}
    for sql, values in room.tray.log:
        if "INTO actions" in sql:
            _, n, who, text, ms, cmd = values
            entry = record.read(text) if who is None else Action(who, text, ms)
            assert isinstance(entry, Action | Note)
            assert n not in rows
            rows[n] = Line(entry, cmd)
    saves = [values for sql, values in room.tray.log if sql.startswith("UPDATE matches SET state")]
    state, public, setup, header, result, changed, id = saves[-1]
    kept = Kept(id, state, room.setup.game, public, setup, room.seed, header, result, "", 0, changed)
    return kept, [rows[n] for n in sorted(rows)]


def lines_of(desk: Desk) -> list[str]:
    kept, rows = kept_of(desk)
    assert kept.header
    assert kept.result
    return [kept.header, *(record.write(row.entry) for row in rows), kept.result]


# a press against a hidden deadline
def toy_alarm(desk: Desk) -> int:
    alarm = desk.match.alarm()
    assert alarm is not None
    return alarm


def test_a_press_counted_before_the_deadline_is_taken_after_it() -> None:
    desk = Desk(TOY, 2)
    desk.start()
    desk.ears[0].lag = 200
    alarm = toy_alarm(desk)
    desk.wait(alarm + 150)
    cmd = desk.act(0, "take")
    assert [ack.cmd for ack in desk.heard(desk.ears[0], wire.Ack)] == [cmd]
    assert desk.match.rows[-1] == Action(0, "take", alarm - 50)


def test_a_late_press_is_answered_only_with_the_verdict() -> None:
    desk = Desk(TOY, 2)
    desk.start()
    alarm = toy_alarm(desk)
    desk.wait(alarm + 10)
    me = desk.ears[0]
    desk.heard(me)
    desk.act(0, "take")
    desk.act(0, "rubbish")  # a mistake is told at once, whenever it is made
    assert [no.code for no in desk.heard(me)] == ["refused"]
    desk.wait(Customs().cap - 11)
    assert desk.heard(me) == []
    desk.wait(1)
    late, *rest = desk.heard(me)
    assert (late.code, late.cmd) == ("too-late", 1)
    assert any(isinstance(message, wire.Over) for message in rest)
    assert desk.match.rows[-2:] == [Action(-2, "sand", alarm), Note("too-late", alarm + 10, 0, "take")]
    desk.send(me, wire.Act(1, "take"))  # sent again, it is answered again
    assert [(no.cmd, no.code) for no in desk.heard(me)] == [(1, "too-late")]


def test_another_seat_may_make_the_deadline_vanish_for_a_held_press() -> None:
    desk = Desk(TOY, 2)
    desk.start()
    desk.ears[1].lag = 250
    alarm = toy_alarm(desk)
    desk.wait(100)
    desk.act(0, "take")
    desk.wait(alarm - 50)
    changed = desk.act(0, "leave")  # 50 ms too late: held
    assert desk.heard(desk.ears[0], wire.No) == []
    desk.act(1, "take")  # counts 200 ms earlier: the step is complete, no sand
    assert [(no.cmd, no.code) for no in desk.heard(desk.ears[0], wire.No)] == [(changed, "too-late")]
    assert desk.room.state == "over"
    assert verify(lines_of(desk), find).rows[-1] == Note("too-late", alarm + 50, 0, "leave")


def test_a_press_too_soon_is_presented_again_when_it_counts() -> None:
    desk = Desk(ULTIM, 2, {"roll_gap": 500})
    desk.start()
    (seat,) = desk.match.to_act()
    desk.act(seat, "go")
    desk.act(seat, "roll")
    first = desk.match.rows[-1].ms
    desk.wait(100)
    desk.heard(desk.ears[seat])
    cmd = desk.act(seat, "roll")
    assert desk.heard(desk.ears[seat]) == []
    desk.wait(399)
    assert desk.heard(desk.ears[seat]) == []
    desk.wait(1)
    assert [ack.cmd for ack in desk.heard(desk.ears[seat], wire.Ack)] == [cmd]
    rolls = [row.ms for row in desk.match.rows if isinstance(row, Action) and row.text == "roll"]
    assert rolls == [first, first + 500]


def test_a_press_too_soon_that_would_count_too_late_is_not_taken_for_the_next_turn() -> None:
    desk = Desk(ULTIM, 1, {"roll_gap": 500})
    desk.start()
    desk.act(0, "go")
    alarm = toy_alarm(desk)
    desk.wait(alarm - 100)
    desk.act(0, "roll")
    desk.wait(50)
    cmd = desk.act(0, "roll", desk.course.turn[0])
    desk.heard(desk.ears[0])
    desk.wait(Customs().cap + 49)
    assert desk.heard(desk.ears[0]) == []
    desk.wait(1)
    assert [(no.cmd, no.code) for no in desk.heard(desk.ears[0], wire.No)] == [(cmd, "too-late")]
    desk.act(0, "go")
    desk.wait(1000)
    assert [row.text for row in desk.match.rows if isinstance(row, Action) and row.who == 0] == ["go", "roll", "go"]


def test_a_press_that_still_waits_when_the_match_is_closed_is_answered_at_its_end() -> None:
    desk = Desk(ULTIM, 2, {"roll_gap": 5000})
    desk.start()
    (seat,) = desk.match.to_act()
    for text in ("go", "roll"):
        desk.act(seat, text)
    cmd = desk.act(seat, "roll")
    desk.room.close(0, desk.now)
    while desk.room.state == "play":
        desk.settle()
    assert [(no.cmd, no.code) for no in desk.heard(desk.ears[seat], wire.No)] == [(cmd, "not-playing")]
    verify(lines_of(desk), find)  # played out in a time of its own, by the rules


def test_a_match_is_played_out_over_the_end_of_its_glass() -> None:
    desk = Desk(TOY, 2)
    desk.start()
    alarm = toy_alarm(desk)
    desk.wait(alarm - 1)
    desk.act(0, "take")
    desk.room.close(0, desk.now)
    desk.settle()
    assert desk.room.state == "over"
    assert verify(lines_of(desk), find).rows[-1] == Action(-2, "sand", alarm)


# commands
def test_a_command_is_applied_once_from_any_device() -> None:
    desk = Desk(EASY, 2)
    desk.start()
    again = desk.enter(Ear(0))
    desk.act(0, "a1")
    desk.heard(again)
    desk.send(again, wire.Act(1, "a1"))
    assert [(ack.cmd, ack.n) for ack in desk.heard(again)] == [(1, 1)]
    assert [row.text for row in desk.match.rows if isinstance(row, Action) and row.who == 0] == ["a1"]


def test_a_choice_may_be_replaced_until_all_have_chosen_and_nobody_else_hears_of_it() -> None:
    desk = Desk(EASY, 2)
    desk.start()
    desk.act(0, "a1")
    desk.heard(desk.ears[1])
    desk.act(0, "b2")
    assert desk.heard(desk.ears[1]) == []
    assert desk.heard(desk.ears[0], wire.Update)[-1].mine.choice == "b2"
    desk.act(1, "c3")
    events = [said.id for update in desk.heard(desk.ears[1], wire.Update) for said in update.events]
    assert events == ["has-chosen", "placed", "placed", "call"]


def test_an_action_for_another_turn_is_stale() -> None:
    desk = Desk(EASY, 1)
    desk.start()
    turn = desk.course.turn[0]
    desk.act(0, "a1", turn)
    desk.heard(desk.ears[0])
    desk.act(0, "a2", turn)
    assert [no.code for no in desk.heard(desk.ears[0])] == ["stale"]


# whoever is not there
def test_a_bot_plays_for_somebody_who_is_missed_until_they_are_back() -> None:
    desk = Desk(EASY, 2)
    desk.start()
    desk.leave(desk.ears[1])
    assert desk.heard(desk.ears[0], wire.InfoChanged)[-1].info.seats[1].away == 60_000
    desk.act(0, "a1")
    desk.wait(59_999)
    assert desk.room.tray.jobs == []
    desk.wait(1)
    (job,) = desk.room.tray.jobs
    assert (job.seat, job.view.seat) == (1, 1)
    assert desk.heard(desk.ears[0], wire.InfoChanged)[-1].info.seats[1].bot
    desk.room.thought(job, ("b2", 100), desk.now)
    desk.wait(100)
    assert len(desk.match.state.calls) == 2
    desk.enter(desk.ears[1])
    assert desk.notes()[-2:] == ["bot took over", "back"]
    assert desk.heard(desk.ears[1], wire.Table)[-1].mine.legal
    assert not desk.course.taken


def test_what_a_bot_thought_for_another_step_is_forgotten() -> None:
    desk = Desk(EASY, 1, bots=1)
    desk.start()
    (job,) = desk.room.tray.jobs
    desk.room.thought(job, ("a1", 0), desk.now)
    desk.act(0, "a1")
    desk.settle()
    assert len(desk.match.state.calls) == 2
    desk.room.thought(job, ("a2", 0), desk.now)
    assert desk.course.plans == {}


def test_somebody_was_here_until_they_left() -> None:
    desk = Desk(EASY, 2)
    for wall, ear in enumerate(desk.ears):
        desk.room.wall = wall
        desk.leave(ear)
    assert desk.room.tray.log[-1] == touch("m", 1)


def test_nobody_is_missed_where_nobody_is() -> None:
    desk = Desk(EASY, 2)
    desk.start()
    for ear in desk.ears:
        desk.leave(ear)
    assert desk.room.sleeps
    assert desk.room.due() is None


def test_a_clock_that_runs_keeps_the_room_awake() -> None:
    desk = Desk(TOY, 2)
    desk.start()
    for ear in desk.ears:
        desk.leave(ear)
    assert not desk.room.sleeps
    desk.wait(10_000)
    assert desk.room.sleeps
    assert desk.room.state == "over"


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_an_abandoned_match_ends_with_a_result_and_its_seed(entry: Entry) -> None:
    desk = Desk(entry, max(2, entry.game.usual_seats[0]))
    desk.start()
    desk.room.abandon(desk.now)
    while desk.room.state == "play":
        desk.settle()
    verify(lines_of(desk), find)
    assert "abandoned" in desk.notes()


def test_a_long_match_is_played_out_in_several_turns_so_that_others_get_theirs() -> None:
    desk = Desk(EASY, 13)  # 247 plays
    desk.start()
    desk.room.abandon(desk.now)
    turns = 0
    while desk.room.state == "play":
        turns += 1
        desk.settle()
    assert turns == 2


@pytest.mark.parametrize("why", ["closed", "left", "abandoned"])
def test_a_match_that_was_being_played_out_is_so_after_a_crash(why: str) -> None:
    desk = Desk(EASY, 1, bots=12)  # 247 plays
    desk.start()
    if why == "closed":
        desk.room.close(0, desk.now)
    elif why == "left":
        desk.room.leave(0, desk.now)
    else:
        desk.room.abandon(desk.now)
    desk.settle()
    assert desk.room.state == "play"
    kept, rows = kept_of(desk)
    room = Room(kept, EASY, Customs(), 1_000_000, rows)
    assert not room.sleeps
    while room.state == "play":
        room.settle(1_000_000)
    assert room.result


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_a_room_read_from_its_log_is_the_same(entry: Entry) -> None:
    desk = Desk(entry, max(2, entry.game.usual_seats[0]))
    desk.start()
    for _ in range(12):
        waiting = desk.match.waiting()
        if not waiting:
            break
        desk.wait(200)
        desk.act(waiting[0], desk.texts(waiting[0])[0])
    kept, rows = kept_of(desk)
    room = Room(kept, desk.room.entry, Customs(), 1_000_000, rows)
    here, again = desk.course, room.course
    assert again is not None
    assert again.match.state == here.match.state
    assert again.match.chosen == here.match.chosen
    assert (again.n, again.turn, again.done, again.step) == (here.n, here.turn, here.done, here.step)
    assert 1_000_000 - again.origin == here.match.at
    assert room.tray.log == []


def test_a_room_that_is_forgotten_is_gone_at_once() -> None:
    """The server hardly ever looks for cycles."""
    desk = Desk(TOY, 2, bots=1)
    desk.enter(Ear(None))
    desk.start()
    desk.act(0, "take")
    desk.act(0, "rubbish")
    desk.wait(10_000)
    assert desk.room.state == "over"
    parts = [weakref.ref(part) for part in (desk.room, desk.course, desk.room.show, desk.match)]
    gc.disable()
    try:
        del desk
        assert [part() for part in parts] == [None] * 4
    finally:
        gc.enable()


# people
def test_only_the_host_starts_removes_and_closes() -> None:
    desk = Desk(EASY, 3)
    with pytest.raises(Refused, match="not-host"):
        desk.room.start(1, 0)
    with pytest.raises(Refused, match="not-host"):
        desk.room.remove(1, 2, 0)
    with pytest.raises(Refused, match="not-host"):
        desk.room.close(1, 0)
    desk.room.remove(0, 2, 0)
    desk.settle()
    assert desk.heard(desk.ears[2])[-1] == wire.Bye("removed")
    assert msgspec.json.decode(msgspec.json.encode(desk.room.setup), type=Setup).parted == {2: "removed"}  # as it is stored
    with pytest.raises(Refused):
        desk.room.remove(0, 2, 0)
    desk.start()
    assert desk.match.seats == 2


def test_whoever_leaves_a_match_is_followed_by_a_bot_and_a_host_by_a_host() -> None:
    desk = Desk(EASY, 3)
    desk.start()
    desk.room.leave(0, desk.now)
    desk.settle()
    assert desk.room.setup.host == 1
    assert [job.seat for job in desk.room.tray.jobs] == [0]
    assert desk.heard(desk.enter(Ear(0))) == [wire.Bye("left")]
    for person in (1, 2):
        desk.room.leave(person, desk.now)
    while desk.room.state == "play":
        desk.settle()
    verify(lines_of(desk), find)


def test_a_table_takes_only_so_many() -> None:
    desk = Desk(EASY, 2, customs=Customs(devices=2, tokens=2, spectators=1))
    room = desk.room
    with pytest.raises(Refused, match="seat-taken"):
        room.join("Eve", "", 1)
    with pytest.raises(Refused, match="no-seat"):
        room.join("Eve", "", 2)
    desk.enter(Ear(1))
    room.share(1, "", "")
    room.share(1, "Bea", "")
    for refused in (lambda: room.share(1, "", ""), lambda: room.share(1, "Cem", ""), lambda: desk.enter(Ear(1))):
        with pytest.raises(Refused, match="too-many"):
            refused()
    desk.enter(Ear(None))
    with pytest.raises(Refused, match="too-many"):
        desk.enter(Ear(None))


def test_a_table_that_is_closed_sends_everybody_home_and_lets_nobody_in() -> None:
    desk = Desk(EASY, 2)
    desk.room.close(0, desk.now)
    desk.settle()
    assert [desk.heard(ear)[-1] for ear in desk.ears] == [wire.Bye("closed")] * 2
    assert desk.room.tray.ended == desk.ears
    for ear in (desk.ears[1], Ear(None)):
        assert desk.heard(desk.enter(ear)) == [wire.Bye("closed")]
    desk.room.leave(1, desk.now)
    assert desk.room.sleeps


def test_too_few_cannot_start() -> None:
    desk = Desk(TOY, 2)
    desk.room.leave(1, desk.now)
    with pytest.raises(Refusal, match="bad-seats"):
        desk.start()
    assert desk.room.state == "open"


def test_who_does_not_reveal_adds_nothing_and_that_is_noted() -> None:
    desk = Desk(EASY, 2)
    desk.room.person(0).commit = "0" * 64
    desk.start()
    assert desk.heard(desk.ears[0])[-1] == wire.AskReveal()
    desk.send(desk.ears[0], wire.Reveal("1" * 64))
    assert desk.heard(desk.ears[0])[-1].code == "wrong-nonce"
    desk.wait(4999)
    assert desk.room.course is None
    desk.wait(1)
    assert desk.match.header.nonces == ("", "")
    assert desk.notes() == ["no-nonce", "no-nonce"]


def test_a_nonce_is_taken_in_one_spelling_only() -> None:
    """The draws follow from its text: whoever could choose between spellings could choose between deals."""
    deals = set()
    for spell in (str.lower, str.upper):
        desk = Desk(EASY, 1)
        nonce = seeded_secret("nonce")
        desk.room.person(0).commit = commitment(nonce)
        desk.start()
        desk.send(desk.ears[0], wire.Reveal(spell(nonce)))
        deals.add((desk.match.header.nonces, desk.match.rows[0]))
    assert len(deals) == 1


# spectators and big rooms
def test_spectators_see_later_where_there_are_secrets() -> None:
    desk = Desk(TOY, 2)
    watcher = desk.enter(Ear(None))
    desk.start()
    table = desk.heard(watcher, wire.Table)[-1]
    assert table.mine is None
    assert table.to_act == ()
    desk.wait(500)
    desk.act(0, "take")
    assert desk.heard(watcher, wire.Update) == []
    assert not desk.heard(desk.enter(Ear(None)))[-1].to_act
    desk.act(1, "leave")  # over: nothing to hide
    updates = desk.heard(watcher, wire.Update)
    assert [said.id for said in updates[-1].events][-2:] == ["shown", "shown"]


@pytest.mark.parametrize(("game", "empty"), [("limits", True), ("ultim-limit", True), ("take-it-easy", False)])
def test_a_table_that_woke_up_has_the_secrets_it_had(game: str, empty: bool) -> None:
    desk = Desk(find(game), 2)
    desk.start()
    for _ in range(3):
        seat = desk.match.waiting()[0]
        desk.act(seat, desk.texts(seat)[0])
    if game == "ultim-limit":
        desk.wait(60_000)  # the glass has run out
    kept, rows = kept_of(desk)
    desk.room = Room(kept, desk.room.entry, Customs(), desk.now, rows)
    watcher = desk.enter(Ear(None))
    assert (bytes(desk.heard(watcher, wire.Table)[-1].public) == b"[]") == empty
    desk.wait(29_999)
    assert desk.heard(watcher, wire.Update) == []
    desk.wait(1)
    assert bool(desk.heard(watcher, wire.Update)) == empty


def test_spectators_see_at_once_where_there_are_none() -> None:
    desk = Desk(EASY, 1)
    watcher = desk.enter(Ear(None))
    desk.start()
    desk.heard(watcher)
    desk.act(0, "a1")
    assert [said.id for said in desk.heard(watcher, wire.Update)[-1].events] == ["placed", "call"]
    desk.send(watcher, wire.Act(1, "a2"))
    assert desk.heard(watcher)[-1].code == "spectator"


def test_in_a_big_room_choices_are_a_number_and_time_is_visible() -> None:
    desk = Desk(EASY, 13)
    desk.room.setup.timer = 30
    desk.start()
    assert desk.heard(desk.ears[0], wire.Table)[-1].timer == 30_000
    desk.heard(desk.ears[12])
    for seat in range(6):
        desk.wait(10)
        desk.act(seat, "a1")
    counts = [(update.count, update.chosen, update.events) for update in desk.heard(desk.ears[12], wire.Update)]
    assert all(not events for _, _, events in counts)
    assert len(counts) < 4
    desk.wait(1000)
    assert desk.heard(desk.ears[12], wire.Update)[-1].count == (6, 13)
    desk.wait(29_000)
    assert sorted(job.seat for job in desk.room.tray.jobs) == [*range(6, 13)]
    for job in desk.room.tray.jobs:
        desk.room.thought(job, None, desk.now)
    desk.wait(1000)
    assert len(desk.match.state.calls) == 2
    assert desk.heard(desk.ears[12], wire.Update)[-1].timer == 30_000


def test_bots_are_brisk_where_no_clock_runs_and_true_to_their_pace_where_one_does() -> None:
    desk = Desk(EASY, 1, bots=1)
    desk.start()
    (job,) = desk.room.tray.jobs
    desk.room.thought(job, ("a1", 30_000), desk.now)
    assert desk.room.due() == desk.now + Customs().brisk
    desk = Desk(TOY, 1, bots=1)
    desk.start()
    (job,) = desk.room.tray.jobs
    desk.room.thought(job, ("take", 2500), desk.now)
    assert desk.course.plans == {1: (2500, "take")}


def test_at_a_big_table_comings_and_goings_are_a_number_too() -> None:
    desk = Desk(EASY, 20)
    desk.wait(1000)
    here = desk.heard(desk.ears[0], wire.Here)
    assert len(here) < 4
    assert (here[-1].here, here[-1].seats, here[-1].state) == (20, 20, "open")
    assert desk.heard(desk.ears[1], wire.InfoChanged) == []
