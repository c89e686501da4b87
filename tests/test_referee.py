"""Hidden deadlines at the exact millisecond. The glass began at 100 ms and ends at T = 3100 ms; the cap is 270 ms."""

from __future__ import annotations

from unittest.mock import ANY

import pytest

from tablee.core import record
from tablee.core.game import CHANCE, IllegalAction
from tablee.core.record import Action, Note, NoteId
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header
from tablee.referee import CAP, HeldPress, Referee, Verdict
from tablee.replay import loads
from tests.games_here import TOY, find

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

T = 3100


def referee(glass: int = 3, games: int = 1) -> Referee:
    dealer = Dealer(seeded_secret("referee"))
    match = Match(TOY.game, open_header(TOY.game, ["p", "q"], TOY.game.options(), dealer, games))
    deal(match, glass, 100)
    return Referee(match)


def deal(match: Match, glass: int, at: int) -> None:
    if match.between_games:
        match.next_game()
    match.note(Note(NoteId.BACK, at))  # a draw takes no time
    for text in ("card 1", "card 2", f"glass {glass}"):
        match.act(CHANCE, text, at)


@pytest.mark.parametrize(("received", "lag"), [(T - 1, 0), (T, 1), (T + 99, 100), (T + CAP - 1, CAP)])
def test_a_press_counted_just_before_t_counts(received: int, lag: int) -> None:
    ref = referee()
    assert isinstance(ref.press(0, "take", received, lag), tuple)
    assert ref.match.rows[-1] == Action(0, "take", T - 1)


@pytest.mark.parametrize(("received", "lag"), [(T, 0), (T + 100, 100), (T + CAP, CAP), (T + CAP, 5000)])
def test_a_press_counted_at_t_is_held_until_the_verdict(received: int, lag: int) -> None:
    ref = referee()
    assert isinstance(ref.press(0, "take", received, lag), HeldPress)
    assert ref.match.chosen == {}
    verdict = ref.judge(T + CAP)
    assert verdict is not None
    assert [event.message.id for event in verdict.events] == ["sand", "asleep", "asleep"]
    assert verdict.void == (Note(NoteId.TOO_LATE, T, 0, "take"),)
    assert ref.match.rows[-2:] == [Action(-2, "sand", T), Note(NoteId.TOO_LATE, T, 0, "take")]


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


def test_a_choice_made_in_time_counts_at_the_verdict() -> None:
    ref = referee()
    assert isinstance(ref.press(1, "take", T + 200, 260), tuple)
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


def test_a_seats_counted_time_never_goes_back() -> None:
    ref = referee()
    assert isinstance(ref.press(0, "take", T + 5, 0, "laptop"), HeldPress)
    assert isinstance(ref.press(0, "leave", T + 6, CAP, "phone"), HeldPress)  # would have counted at 2836
    assert [held.note.ms for held in ref.held] == [T + 5, T + 5]


def test_a_negative_lag_counts_as_zero() -> None:
    assert referee().count(0, 1000, -500, "") == 1000


def test_the_lag_is_measured_anew_when_somebody_else_is_to_act() -> None:
    ref = referee()
    ref.count(0, 1000, 50, "")
    ref.turn = (1,)
    assert ref.count(0, 2000, 10, "") == 1990


def test_the_lag_is_measured_anew_in_every_solo_turn() -> None:
    game, dealer = find("ultim-limit").game, Dealer(seeded_secret("alone"))
    ref = Referee(Match(game, open_header(game, ["p"], game.options(), dealer)))
    for turn, lag in enumerate((10, 250, 40)):
        for text, received in (("go", 10_000 * turn + 1000), ("roll", 10_000 * turn + 2000), ("stop", 10_000 * turn + 6000)):
            while ref.match.to_act() == (CHANCE,):
                draw = dealer.pick(ref.match.draws, game.odds(ref.match.state))
                ref.match.act(CHANCE, game.write(draw), ref.match.now)
            ref.press(0, game.read(text), received, lag if text == "go" else CAP)
            assert ref.match.now == received - lag


def test_a_refusal_is_answered_at_once() -> None:
    ref = referee()
    ref.press(0, "take", 500, 0)
    with pytest.raises(IllegalAction):
        ref.press(7, "take", 600, 0)


def test_until_t_nothing_depends_on_the_glass() -> None:
    """The same presses with two glasses get the same answers as long as both run."""
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
    again = loads(lines, find)
    assert again.rows[-3:] == [Action(1, "leave", T - 50), Action(-2, "sand", T), Note(NoteId.TOO_LATE, T + 130, 0, "take")]


def held_in_vain(games: int = 1) -> Referee:
    """The first seat changes its mind 50 ms too late; then the second's choice arrives, made in time, and ends the game."""
    ref = referee(games=games)
    ref.press(0, "take", 500, 0)
    assert isinstance(ref.press(0, "leave", T + 50, 0), HeldPress)
    assert ref.void() == ()
    assert isinstance(ref.press(1, "take", T + 60, 200), tuple)
    return ref


def test_a_press_held_for_a_deadline_that_vanished_is_void() -> None:
    ref = held_in_vain()
    assert (ref.due(), ref.judge(T + CAP)) == (None, None)
    assert ref.void() == (Note(NoteId.TOO_LATE, T + 50, 0, "leave"),)
    assert ref.match.rows[-2:] == [Action(1, "take", T - 140), Note(NoteId.TOO_LATE, T + 50, 0, "leave")]
    assert ref.void() == ()
    assert ref.match.outcome() is not None


def test_a_press_held_for_a_replaced_deadline_is_void_and_costs_no_time() -> None:
    ref = held_in_vain(games=2)
    deal(ref.match, 5, T - 140)
    assert ref.void() == (Note(NoteId.TOO_LATE, T + 50, 0, "leave"),)
    assert ref.match.rows[-1] == Note(NoteId.TOO_LATE, T - 140, 0, "leave")
    assert ref.due() == T - 140 + 5000 + CAP
    assert ref.judge(T - 140 + 5000 + CAP) == Verdict(ANY, ())


def test_presses_for_the_current_deadline_stay_held() -> None:
    ref = held_in_vain(games=2)
    deal(ref.match, 5, T - 140)
    later = T - 140 + 5000
    assert isinstance(ref.press(1, "take", later + 20, 0, "another device"), HeldPress)
    assert ref.void() == (Note(NoteId.TOO_LATE, T + 50, 0, "leave"),)
    verdict = ref.judge(later + CAP)
    assert verdict is not None
    assert verdict.void == (Note(NoteId.TOO_LATE, later + 20, 1, "take"),)
