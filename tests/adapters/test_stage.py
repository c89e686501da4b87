"""Numbers for actions, and a clock that is not real."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from tablee.adapters.stage import Stage, camel, major, several, snake
from tablee.core.game import CLOCK, Event, IllegalAction, Seat, TooSoon, say
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
def test_a_match_on_the_stage_is_a_match_of_the_rules(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that the rules are given, put down row by row, is a record that plays out the same."""
    stage, rows = stage_of(entry.game.id, several(entry.game), pace=2500), list[tuple[Seat, str, int]]()
    game, play = stage.game, stage.game.play

    def write_down(s: Any, seat: Seat, action: Any, at: int) -> Any:
        played = play(s, seat, action, at)
        rows.append((seat, game.write(action), at))
        return played

    monkeypatch.setattr(game, "play", write_down)
    end = wander(stage, 3)[-1]
    monkeypatch.undo()
    match = Match(game, Header(game.id, game.version, game.parts, (("bot:random",),) * stage.seats))
    for row in rows:
        match.act(*row)
    outcome = match.outcome()
    assert outcome is not None
    assert outcome.scores == stage.scores(end)
    assert match.at == end.at


def test_codes_are_those_of_the_game_and_draws_have_exact_odds() -> None:
    stage = stage_of("toy", 2)
    assert stage.codes == stage.game.codes(2, Options())
    assert stage.odds(stage.start) == [(stage.code[f"card {card}"], 1) for card in range(1, 7)]
    m = stage.settle(stage.start, lowest)
    assert [stage.codes[code] for code in stage.legal(m, 1)] == ["take", "leave"]
    assert stage.mask(m, 1).nonzero()[0].tolist() == stage.legal(m, 1)


def test_seats_of_one_step_act_at_the_same_time_and_do_not_see_each_other() -> None:
    stage = stage_of("toy", 3, pace=700)
    m = stage.settle(stage.start, lowest)
    take, leave = stage.code["take"], stage.code["leave"]
    one, other = stage.act(m, {0: take}), stage.act(m, {0: leave})
    assert one.at == 700
    assert hash(one) != hash(other)
    assert stage.text(one, 1) == stage.text(other, 1)
    assert stage.text(one, 0) != stage.text(other, 0)
    end = stage.act(stage.act(one, {1: leave}), {2: leave})
    assert end == stage.act(m, {0: take, 1: leave, 2: leave})
    assert (end.at, stage.scores(end)) == (700, (1, 1, 1))
    assert stage.scores(one) == (0, 0, 0)


def test_every_step_takes_its_time() -> None:
    stage = stage_of("take-it-easy", 2, pace=700)
    m = stage.settle(stage.start, lowest)
    for at in (700, 1400, 2100):
        for seat in (0, 1):
            m = stage.act(m, {seat: stage.legal(m, seat)[0]})
            assert m.at == at
        m = stage.settle(m, lowest)


def test_a_step_that_follows_at_once_takes_its_time_too() -> None:
    stage = stage_of("take-it-to-the-limit", 2, pace=700, scrapyard="pass")
    m = stage.settle(stage.start, lowest)
    for seat in (0, 1):
        m = stage.act(m, {seat: stage.code["discard"]})
    assert (stage.to_act(m), m.at) == ((0, 1), 700)
    assert stage.act(m, {0: stage.legal(m, 0)[0]}).at == 1400


def test_the_bell_comes_before_what_is_too_late() -> None:
    stage = stage_of("toy", 2, pace=3000)
    m = stage.settle(stage.start, lowest)
    end = stage.act(m, {0: stage.code["leave"]})
    assert stage.to_act(end) == ()
    assert (end.at, stage.scores(end)) == (3000, (0, 0))
    assert stage_of("toy", 2, pace=2999).act(m, {0: stage.code["leave"]}).at == 2999


class Slow(Toy):
    """Of seat 0 nothing counts before 2.5 s; a `take` of anybody not before 3.5 s."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        until = 3500 if action == "take" else 2500 if seat == 0 else 0
        self.in_time(s, seat, at)
        if at < until:
            raise TooSoon(say("not-your-turn"), until)
        return super().play(s, seat, action, at)


def test_what_comes_too_soon_waits_unless_the_bell_is_first() -> None:
    stage = Stage(Slow(), 2, Options(), 1000)
    m = stage.settle(stage.start, lowest)
    leave = stage.code["leave"]
    assert stage.act(m, {0: leave}).at == stage.act(m, {0: leave, 1: leave}).at == 2500
    rung = stage.act(m, {0: leave, 1: stage.code["take"]})
    assert (rung.at, rung.state.said, rung.state.over) == (3000, ("leave", ""), True)


def test_what_is_not_legal_is_refused_and_says_why() -> None:
    stage = stage_of("toy", 2)
    m = stage.settle(stage.start, lowest)
    for text in ("card 1", "sand"):
        with pytest.raises(IllegalAction):
            stage.check(m, 0, stage.code[text])
        with pytest.raises(IllegalAction):
            stage.act(m, {0: stage.code[text]})
    with pytest.raises(ValueError, match=r"there is no action -1: they are numbered 0 … 12"):
        stage.check(m, 0, -1)
    assert stage.game.legal(m.state, CLOCK) == ("sand",)


def test_time_is_seen_where_a_clock_runs_and_only_there() -> None:
    assert stage_of("toy", 2).layout.names[0] == "now"
    assert "now" not in stage_of("take-it-easy", 1).layout.names
