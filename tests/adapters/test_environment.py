"""Action numbers and virtual time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tablee.adapters.environment import EnvironmentCore, camel, major, picture, several, snake
from tablee.core.game import CHANCE, CLOCK, Event, IllegalAction, Seat, TooSoon, say
from tablee.core.record import Header
from tablee.core.registry import Entry, by_name
from tablee.match import Match
from tests.adapters.every import every_entry, stage_of, wander
from tests.toy.rules import Action, Options, State, Toy

LIBRARIES = "{'numpy', 'gymnasium', 'pettingzoo', 'pyspiel'}"


def lowest(n: int) -> int:
    """Deals the toy's cards in order and starts its shortest glass, of three seconds."""
    return 0


def test_the_plain_install_imports_no_library() -> None:
    code = f"import sys, tablee.adapters, tablee.cli; assert not {LIBRARIES} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_names_follow_from_the_game() -> None:
    game = by_name("take-it-easy").game
    assert (camel(game), snake(game), major(game)) == ("TakeItEasy", "tablee_take_it_easy", 1)
    assert by_name("tests.toy").game.id == "toy"


@every_entry
def test_a_seat_that_does_not_exist_sees_nothing(entry: Entry) -> None:
    core = stage_of(entry.game.id, several(entry.game))
    m = core.settle(core.start, lowest)
    asks: tuple[Callable[[Seat], object], ...] = (
        lambda seat: core.view(m, seat),
        lambda seat: core.observe(m, seat),
        lambda seat: core.text(m, seat),
        lambda seat: core.imagine(m, seat, lowest),
        lambda seat: picture(entry, core, m, seat),
    )
    for seat in (-core.seats, CLOCK, CHANCE, core.seats):
        for ask in asks:
            with pytest.raises(ValueError, match=f"there is no seat {seat}"):
                ask(seat)


@every_entry
def test_what_the_environment_plays_replays_as_a_record(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything passed to the rules, written row by row, is a record that replays to the same state."""
    core, rows = stage_of(entry.game.id, several(entry.game), pace=2500), list[tuple[Seat, str, int]]()
    game, play = core.game, core.game.play

    def write_down(s: Any, seat: Seat, action: Any, at: int) -> Any:
        played = play(s, seat, action, at)
        rows.append((seat, game.write(action), at))
        return played

    monkeypatch.setattr(game, "play", write_down)
    end = wander(core, 3)[-1]
    monkeypatch.undo()
    match = Match(game, Header(game.id, game.version, game.parts_digest, (("bot:random",),) * core.seats))
    for row in rows:
        match.act(*row)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == core.scores(end)
    assert match.now == end.at


def test_action_numbers_are_the_games_codes_and_draws_have_exact_odds() -> None:
    core = stage_of("toy", 2)
    assert core.codes == core.game.codes(2, Options())
    assert core.odds(core.start) == [(core.code[f"card {card}"], 1) for card in range(1, 7)]
    m = core.settle(core.start, lowest)
    assert [core.codes[code] for code in core.legal(m, 1)] == ["take", "leave"]
    assert core.mask(m, 1).nonzero()[0].tolist() == core.legal(m, 1)


def test_simultaneous_choices_stay_hidden_and_share_one_time() -> None:
    core = stage_of("toy", 3, pace=700)
    m = core.settle(core.start, lowest)
    take, leave = core.code["take"], core.code["leave"]
    one, other = core.act(m, {0: take}), core.act(m, {0: leave})
    assert one.at == 700
    assert hash(one) != hash(other)
    assert core.text(one, 1) == core.text(other, 1)
    assert core.text(one, 0) != core.text(other, 0)
    end = core.act(core.act(one, {1: leave}), {2: leave})
    assert end == core.act(m, {0: take, 1: leave, 2: leave})
    assert (end.at, core.scores(end)) == (700, (1, 1, 1))
    assert core.scores(one) == (0, 0, 0)


def test_each_step_advances_the_clock() -> None:
    core = stage_of("take-it-easy", 2, pace=700)
    m = core.settle(core.start, lowest)
    for at in (700, 1400, 2100):
        for seat in (0, 1):
            m = core.act(m, {seat: core.legal(m, seat)[0]})
            assert m.at == at
        m = core.settle(m, lowest)


def test_consecutive_steps_advance_the_clock_too() -> None:
    core = stage_of("take-it-to-the-limit", 2, pace=700, scrapyard="pass")
    m = core.settle(core.start, lowest)
    for seat in (0, 1):
        m = core.act(m, {seat: core.code["discard"]})
    assert (core.to_act(m), m.at) == ((0, 1), 700)
    assert core.act(m, {0: core.legal(m, 0)[0]}).at == 1400


def test_the_bell_rings_before_a_late_action() -> None:
    core = stage_of("toy", 2, pace=3000)
    m = core.settle(core.start, lowest)
    end = core.act(m, {0: core.code["leave"]})
    assert core.to_act(end) == ()
    assert (end.at, core.scores(end)) == (3000, (0, 0))
    assert stage_of("toy", 2, pace=2999).act(m, {0: core.code["leave"]}).at == 2999


class Slow(Toy):
    """Nothing from seat 0 counts before 2.5 s, and no `take` before 3.5 s."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        until = 3500 if action == "take" else 2500 if seat == 0 else 0
        self.in_time(s, seat, at)
        if at < until:
            raise TooSoon(say("not-your-turn"), until)
        return super().play(s, seat, action, at)


def test_an_early_action_waits_unless_the_bell_rings_first() -> None:
    core = EnvironmentCore(Slow(), 2, Options(), 1000)
    m = core.settle(core.start, lowest)
    leave = core.code["leave"]
    assert core.act(m, {0: leave}).at == core.act(m, {0: leave, 1: leave}).at == 2500
    rung = core.act(m, {0: leave, 1: core.code["take"]})
    assert (rung.at, rung.state.said, rung.state.over) == (3000, ("leave", ""), True)


def test_an_illegal_action_is_refused_with_a_reason() -> None:
    core = stage_of("toy", 2)
    m = core.settle(core.start, lowest)
    for text in ("card 1", "sand"):
        with pytest.raises(IllegalAction):
            core.check(m, 0, core.code[text])
        with pytest.raises(IllegalAction):
            core.act(m, {0: core.code[text]})
    with pytest.raises(ValueError, match=r"there is no action -1: actions are 0 to 12"):
        core.check(m, 0, -1)
    assert core.game.legal(m.state, CLOCK) == ("sand",)


def test_the_time_is_observed_only_while_a_clock_runs() -> None:
    assert stage_of("toy", 2).layout.names[0] == "now"
    assert "now" not in stage_of("take-it-easy", 1).layout.names
