"""Hidden deadlines at the exact millisecond. The glass began at 100 ms and ends at T = 3100 ms; the cap is 270 ms."""

from __future__ import annotations

import pytest

from tablee.core import record
from tablee.core.game import CHANCE, IllegalAction
from tablee.core.record import Action, Note
from tablee.fair import Dealer, seeded_secret
from tablee.match import CAP, Match, Referee, fold, open_header
from tests.games_here import TOY, find

T = 3100


def referee(glass: int = 3) -> Referee:
    dealer = Dealer(seeded_secret("referee"))
    match = Match(TOY.game, open_header(TOY.game, ["p", "q"], TOY.game.options(), dealer))
    for text, ms in (("card 1", 0), ("card 2", 0), (f"glass {glass}", 100)):
        match.act(CHANCE, text, ms)
    return Referee(match)


@pytest.mark.parametrize(("received", "lag"), [(T - 1, 0), (T, 1), (T + 99, 100), (T + CAP - 1, CAP)])
def test_a_press_counted_just_before_t_is_honoured(received: int, lag: int) -> None:
    ref = referee()
    assert ref.press(0, "take", received, lag) is not None
    assert ref.match.rows[-1] == Action(0, "take", T - 1)


@pytest.mark.parametrize(("received", "lag"), [(T, 0), (T + 100, 100), (T + CAP, CAP), (T + CAP, 5000)])
def test_a_press_counted_at_t_is_held_until_the_verdict(received: int, lag: int) -> None:
    ref = referee()
    assert ref.press(0, "take", received, lag) is None
    assert ref.match.chosen == {}
    verdict = ref.judge(T + CAP)
    assert verdict is not None
    assert [event.message.id for event in verdict.events] == ["sand", "asleep", "asleep"]
    assert verdict.void == (Note("too-late", T, 0, "take"),)
    assert ref.match.rows[-2:] == [Action(-2, "sand", T), Note("too-late", T, 0, "take")]


def test_the_verdict_falls_at_t_plus_cap() -> None:
    ref = referee()
    assert ref.due() == T + CAP
    assert ref.judge(T) is None
    assert ref.judge(T + CAP - 1) is None
    verdict = ref.judge(T + CAP)
    assert verdict is not None
    assert verdict.void == ()
    assert ref.due() is None
    assert ref.judge(T + 9999) is None


def test_what_was_chosen_in_time_counts_at_the_verdict() -> None:
    ref = referee()
    assert ref.press(1, "take", T + 200, 260) is not None
    ref.press(0, "take", T + 260, 0)
    ref.judge(T + 5000)
    outcome = ref.match.outcome()
    assert outcome is not None
    assert outcome.scores == (0, 2)


def test_faked_lag_is_capped_and_frozen_for_the_turn() -> None:
    ref = referee()
    assert ref.count(0, 1000, 50, "phone") == 950
    assert ref.count(0, 2000, 9999, "phone") == 1950  # still 50
    assert ref.count(0, 2001, 9999, "new phone") == 1950  # capped: 1731 would go back


def test_a_seat_never_goes_back_over_all_its_devices_void_presses_included() -> None:
    ref = referee()
    assert ref.press(0, "take", T + 5, 0, "laptop") is None
    assert ref.press(0, "leave", T + 6, CAP, "phone") is None  # would have counted at 2836
    assert [note.ms for note in ref.held] == [T + 5, T + 5]


def test_a_negative_lag_is_none() -> None:
    assert referee().count(0, 1000, -500, "") == 1000


def test_the_lag_is_measured_anew_when_somebody_else_is_to_act() -> None:
    ref = referee()
    ref.count(0, 1000, 50, "")
    ref.turn = (1,)
    assert ref.count(0, 2000, 10, "") == 1990


def test_a_refusal_is_answered_at_once() -> None:
    ref = referee()
    ref.press(0, "take", 500, 0)
    with pytest.raises(IllegalAction):
        ref.press(7, "take", 600, 0)


def test_until_t_nothing_depends_on_the_glass() -> None:
    """The same presses against two glasses: the same answers as long as both run."""
    short, long = referee(3), referee(6)
    for received, lag in ((400, 20), (900, 100), (2000, 0), (T + CAP - 1, CAP)):
        device = str(lag)
        assert short.press(0, "take", received, lag, device) == long.press(0, "take", received, lag, device)
        assert short.match.screen(0) == long.match.screen(0)
        assert short.match.screen(1) == long.match.screen(1)


def test_the_record_keeps_counted_times_and_void_presses() -> None:
    ref = referee()
    ref.press(1, "leave", T + 100, 150)
    ref.press(0, "take", T + 150, 20)
    ref.judge(T + CAP)
    lines = [record.write(entry) for entry in (ref.match.header, *ref.match.rows, ref.match.result())]
    again = fold(lines, find)
    assert again.rows[-3:] == [Action(1, "leave", T - 50), Action(-2, "sand", T), Note("too-late", T + 130, 0, "take")]
