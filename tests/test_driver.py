"""The driver: one match with its draws, bells, presses and bots, in time set by the test."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core.game import CHANCE, CLOCK, IllegalAction, Seat, TooLate
from tablee.core.record import Action, Note, NoteId, write
from tablee.core.registry import Entry
from tablee.driver import Driver, Press
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header
from tablee.referee import CAP
from tablee.replay import loads, verify
from tests.games_here import EVERY, TOY, find

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

EASY, ULTIM, XTREME = find("take-it-easy"), find("ultim-limit"), find("xtreme-limits")


def drive(entry: Entry, seats: int, games: int = 1, now: int = 0, hold: bool = False, **options: Any) -> Driver:
    dealer = Dealer(seeded_secret("driver"))
    names = [f"P{seat}" for seat in range(seats)]
    match = Match(entry.game, open_header(entry.game, names, entry.game.options(**options), dealer, games))
    driver = Driver(match, dealer, hold=hold)
    driver.begin(now)
    return driver


def read(driver: Driver, text: str) -> Any:
    return driver.match.game.read(text)


def answer_at_random(driver: Driver, chance: random.Random, pace: int = 1000) -> None:
    """Answers every question with a random action after up to `pace` ms."""
    for question in driver.questions(range(driver.match.seats)):
        driver.answer(question, chance.choice(question.legal), question.at + chance.randrange(pace))


def run(driver: Driver, chance: random.Random) -> None:
    while not driver.over:
        answer_at_random(driver, chance)
        driver.step()


def lines(driver: Driver) -> list[str]:
    match = driver.match
    return [write(entry) for entry in (match.header, *match.rows, match.result(seeded_secret("driver")))]


def texts(driver: Driver, seat: Seat) -> list[str]:
    return [row.text for row in driver.match.rows if isinstance(row, Action) and row.who == seat]


# whole matches
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_every_game_plays_to_its_end_and_its_record_verifies(entry: Entry) -> None:
    driver = drive(entry, entry.game.usual_seats[0])
    run(driver, random.Random(1))
    assert verify(lines(driver), find).state == driver.match.state
    assert driver.due() is None


def test_the_callers_clock_can_start_anywhere() -> None:
    early, late = drive(EASY, 2, now=0), drive(EASY, 2, now=10**12)
    for driver in (early, late):
        answer_at_random(driver, random.Random(1))
    due = early.due()
    assert due is not None
    assert late.due() == due + 10**12
    early.advance(due)
    late.advance(due + 10**12)
    assert early.match.rows == late.match.rows


def test_advance_does_only_what_is_due() -> None:
    driver = drive(EASY, 3)
    for question, at in zip(driver.questions({0, 2}), (300, 100), strict=True):
        driver.answer(question, read(driver, "a1"), at)
    driver.advance(99)
    assert driver.match.chosen == {}
    driver.advance(100)
    assert [*driver.match.chosen] == [2]
    driver.advance(10_000)
    assert sorted(driver.match.chosen) == [0, 2]
    assert driver.due() is None  # seat 1 belongs to a person


# bots
def test_each_bot_is_asked_once_in_a_position_and_knows_only_its_view() -> None:
    driver = drive(TOY, 2)
    (question,) = driver.questions({1})
    assert question.view == driver.match.view(1)
    assert question.legal == driver.match.legal(1)
    assert driver.questions({1}) == []
    driver.forget(1)
    assert len(driver.questions({1})) == 1


def test_an_outdated_answer_is_dropped() -> None:
    driver = drive(EASY, 2)
    (question,) = driver.questions({1})
    driver.press(Press(0, read(driver, "a1"), "k0"), 5)
    driver.press(Press(1, read(driver, "a1"), "k1"), 6)
    driver.answer(question, read(driver, "b2"), 10)
    assert driver.due() is None


def test_a_bot_is_asked_again_after_an_illegal_choice() -> None:
    driver = drive(EASY, 1)
    (question,) = driver.questions({0})
    driver.answer(question, read(driver, "9-7-3"), 10)
    driver.advance(10)
    assert texts(driver, 0) == []
    assert len(driver.questions({0})) == 1


def test_no_bot_plays_for_a_person_who_is_back() -> None:
    driver = drive(EASY, 1)
    (question,) = driver.questions({0})
    driver.answer(question, read(driver, "a1"), 10)
    assert driver.planned(0) == (10, read(driver, "a1"))
    driver.forget(0)
    assert driver.due() is None
    driver.answer(question, read(driver, "a1"), 10)  # it had been asked before
    assert driver.planned(0) is None


# presses
def test_answers_and_rows_carry_the_key_of_their_press() -> None:
    driver = drive(EASY, 1)
    driver.press(Press(0, read(driver, "9-7-3"), "bad"), 5)
    driver.press(Press(0, read(driver, "a1"), "good"), 6)
    refused, accepted = driver.take_answers()
    assert (refused.press.key, refused.refusal is None) == ("bad", False)
    assert (accepted.press.key, accepted.refusal) == ("good", None)
    assert {driver.match.rows[row]: key for row, key in driver.keys.items()} == {Action(0, "a1", 6): "good"}
    assert [event.message.id for event in driver.take_events()] == ["call", "placed", "call"]


def test_an_early_press_waits_until_it_counts() -> None:
    driver = drive(ULTIM, 1, roll_gap=500)
    for at, text in enumerate(("go", "roll", "roll")):
        driver.press(Press(0, read(driver, text), f"k{at}"), 1000)
    assert [answer.press.key for answer in driver.take_answers()] == ["k0", "k1"]
    assert driver.waits("k2")
    driver.press(Press(0, read(driver, "roll"), "k3"), 1001)  # one at a time
    (answer,) = driver.take_answers()
    assert (answer.press.key, answer.refusal is None) == ("k3", False)
    assert driver.due() == 1500
    driver.advance(1500)
    assert [row.ms for row in driver.match.rows if isinstance(row, Action) and row.text == "roll"] == [1000, 1500]


def test_a_late_press_is_answered_at_the_verdict() -> None:
    driver = drive(TOY, 2)
    alarm = driver.match.alarm()
    assert alarm is not None
    driver.press(Press(0, read(driver, "take"), "late"), alarm)
    assert driver.take_answers() == []
    assert driver.due() == alarm + driver.referee.cap
    driver.advance(alarm + driver.referee.cap)
    (answer,) = driver.take_answers()
    assert isinstance(answer.refusal, TooLate)
    assert driver.match.rows[-2:] == [Action(CLOCK, "sand", alarm), Note(NoteId.TOO_LATE, alarm, 0, "take")]
    assert [*driver.keys.items()] == [(len(driver.match.rows) - 1, "late")]


def test_presses_still_waiting_at_the_end_are_refused() -> None:
    driver = drive(ULTIM, 1, roll_gap=5000)
    for key, text in (("a", "go"), ("b", "roll"), ("c", "roll")):
        driver.press(Press(0, read(driver, text), key), 0)
    driver.take_answers()
    driver.refuse_waiting()
    (answer,) = driver.take_answers()
    assert answer.press.key == "c"
    assert isinstance(answer.refusal, IllegalAction)
    due = driver.due()
    assert due is not None
    driver.advance(due)
    assert texts(driver, 0) == ["go", "roll"]


@settings(max_examples=30)
@given(seed=st.integers(0, 10**6), games=st.integers(1, 2))
def test_any_mix_of_presses_and_bots_leaves_a_record_that_verifies(seed: int, games: int) -> None:
    chance = random.Random(seed)
    entry = chance.choice(EVERY)
    driver = drive(entry, entry.game.usual_seats[0], games)
    now, people = 0, set(range(0, driver.match.seats, 2))
    for number in range(100_000):
        if driver.over:
            break
        for question in driver.questions(range(1, driver.match.seats, 2)):
            driver.answer(question, chance.choice(question.legal), question.at + chance.randrange(900))
        now = max(now, driver.due() or 0) if chance.random() < 0.3 else now + chance.randrange(400)
        driver.advance(now)
        seats = sorted(people.intersection(driver.match.waiting()))
        if seats:
            seat = chance.choice(seats)
            text = driver.match.game.write(chance.choice(driver.match.legal(seat)))
            driver.press(Press(seat, read(driver, text), f"k{number}", chance.randrange(400), chance.choice("ab")), now)
    assert driver.over
    assert verify(lines(driver), find).state == driver.match.state
    keys = {answer.press.key for answer in driver.take_answers()}
    assert set(driver.keys.values()) <= keys
    assert not any(driver.waits(key) for key in keys)


# series
def test_a_series_can_wait_after_each_game() -> None:
    driver, chance = drive(EASY, 2, games=2, hold=True), random.Random(1)
    while not driver.match.between_games:
        answer_at_random(driver, chance)
        driver.step()
    rows, state = [*driver.match.rows], driver.match.state
    assert driver.due() is None
    assert driver.questions({0, 1}) == []
    driver.advance(10**9)
    driver.press(Press(0, read(driver, "a1"), "k"), 10**9)
    (answer,) = driver.take_answers()
    assert answer.refusal is not None
    assert (driver.match.rows, driver.match.state) == (rows, state)
    assert len(state.calls) == 19
    driver.take_events()
    driver.next_game()
    assert [event.message.id for event in driver.take_events()] == ["next-game", "call"]
    with pytest.raises(IllegalAction):
        driver.next_game()
    run(driver, chance)
    assert verify(lines(driver), find).finished == driver.match.finished


def test_waiting_between_games_does_not_change_a_series() -> None:
    records = []
    for hold in (False, True):
        driver, chance = drive(EASY, 2, games=3, hold=hold), random.Random(1)
        while not driver.over:
            if driver.match.between_games:
                driver.next_game()
            answer_at_random(driver, chance)
            driver.step()
        records.append(lines(driver))
    assert records[0] == records[1]


def test_a_match_resumed_between_games_still_waits() -> None:
    driver, chance = drive(EASY, 1, games=2, hold=True), random.Random(1)
    while not driver.match.between_games:
        answer_at_random(driver, chance)
        driver.step()
    again = loads([write(entry) for entry in (driver.match.header, *driver.match.rows)], find)
    assert again.between_games
    for hold, rows in ((True, 0), (False, 1)):
        resumed = Driver(loads([write(entry) for entry in (again.header, *again.rows)], find), driver.dealer, hold=hold)
        resumed.begin(0)
        assert len(resumed.match.rows) == len(again.rows) + rows


# pauses
def test_match_time_stops_during_a_pause() -> None:
    driver = drive(EASY, 2)
    (question,) = driver.questions({1})
    driver.answer(question, read(driver, "a1"), 500)
    driver.pause(200)
    assert driver.due() is None
    assert not driver.step()
    assert driver.questions({0}) == []
    driver.press(Press(0, read(driver, "a1"), "k"), 300)
    (answer,) = driver.take_answers()
    assert answer.refusal is not None
    assert answer.refusal.message.id == "paused"
    driver.note(NoteId.BACK, 5_000, 0)
    driver.resume(10_200)
    assert driver.due() == 10_500
    driver.advance(10_500)
    assert driver.match.rows[1:] == [
        Note(NoteId.PAUSED, 200),
        Note(NoteId.BACK, 200, 0),
        Note(NoteId.RESUMED, 200),
        Action(1, "a1", 500),
    ]


def test_a_pause_survives_a_restart_and_verifies() -> None:
    driver = drive(EASY, 1)
    driver.pause(100)
    again = Driver(loads([write(entry) for entry in (driver.match.header, *driver.match.rows)], find), driver.dealer)
    again.begin(50_000)
    assert again.match.paused
    again.resume(60_000)
    run(again, random.Random(1))
    assert verify(lines(again), find).draws == 19


def test_a_pause_that_makes_no_sense_is_refused() -> None:
    timed, plain = drive(TOY, 2), drive(EASY, 1)
    with pytest.raises(IllegalAction, match="cannot-pause"):  # somebody could use the time to think
        timed.pause(10)
    with pytest.raises(IllegalAction, match="cannot-pause"):
        plain.resume(10)
    plain.pause(10)
    with pytest.raises(IllegalAction, match="cannot-pause"):
        plain.pause(20)
    plain.resume(30)
    run(plain, random.Random(1))
    with pytest.raises(IllegalAction, match="cannot-pause"):
        plain.pause(10**6)


def test_a_hidden_clock_stands_still_while_a_device_is_passed_on() -> None:
    """Whatever its deadline, nothing before the end of the pause depends on it."""
    told = []
    for seconds in (5, 390):
        driver = drive(XTREME, 3, bell_from=seconds, bell_to=seconds)
        for now in (0, 1000):  # with the first action, the bell begins
            (seat,) = driver.match.to_act()
            driver.press(Press(seat, driver.match.legal(seat)[0], f"act {now}"), now)
        (after,) = driver.match.to_act()
        driver.pause(4900, hidden=True)
        for now in (4900, 5000, 5200, 5300, 60_000, 500_000):
            driver.advance(now)
            assert driver.due() is None
            driver.press(Press(after, driver.match.legal(after)[0], f"{now}"), now)
        told.append((driver.take_answers(), driver.take_events(), [write(row) for row in driver.match.rows if row.ms]))
        driver.resume(1_000_000)
        assert driver.due() == 1_000_000 + 1000 * (seconds - 1) + CAP
        run(driver, random.Random(1))
        assert verify(lines(driver), find).state == driver.match.state
    (answers, *others), (late_answers, *late_others) = told
    assert [answer.refusal and answer.refusal.message.id for answer in answers] == [None, None, *["paused"] * 6]
    assert [(answer.press.key, str(answer.refusal)) for answer in answers] == [
        (answer.press.key, str(answer.refusal)) for answer in late_answers
    ]
    assert others == late_others


def test_rows_during_a_pause_are_refused() -> None:
    driver = drive(EASY, 1)
    driver.pause(100)
    with pytest.raises(IllegalAction, match="paused"):
        driver.match.act(0, "a1", 200)


def test_draws_come_at_once_and_take_no_time() -> None:
    driver = drive(EASY, 1)
    driver.press(Press(0, read(driver, "a1"), "k"), 700)
    assert [(row.who, row.ms) for row in driver.match.rows if isinstance(row, Action)] == [(CHANCE, 0), (0, 700), (CHANCE, 700)]
