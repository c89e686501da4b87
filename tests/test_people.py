"""The people on the games' ladders: how they slip, and how strong they are."""

from __future__ import annotations

import itertools
from collections import Counter
from math import sqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.bots import chance_of, everybody, fast_bot, player, players
from tablee.bots.levels import levels, measured
from tablee.bots.people import ABSURD, RUNGS, LadderBot, Temper
from tablee.core.bot import EXPERT
from tablee.core.registry import Entry
from tablee.lab.simulate import tables
from tests.games_here import EVERY, TOY

pytestmark = pytest.mark.quick
GAMES = [entry for entry in EVERY if entry is not TOY]
Z95, Z99 = 1.96, 2.58  # standard errors of 95 % and 99 % intervals


class Anybody(LadderBot[Any, Any]):
    temper = Temper(slip=1.0)

    def feel(self, chance: Any) -> Any:
        return None

    def progress(self, view: Any) -> float:
        return 0.0


def somebody(temper: Temper) -> Anybody:
    kind = type("Somebody", (Anybody,), {"temper": temper})
    return kind(None, 0, chance_of("seed", 0))  # type: ignore[no-any-return]


def picks(temper: Temper, worth: list[float], progress: float = 0.0, times: int = 2000) -> Counter[int]:
    found: Counter[int] = Counter()
    person = somebody(temper)
    for turn in range(times):
        person.below = person.mood("decision", turn)
        found[person.pick(worth, progress)] += 1
    return found


def test_the_less_a_slip_costs_the_likelier_it_is() -> None:
    found = picks(Temper(slip=2.0), [10.0, 9.0, 7.0, 5.0, 1.0])
    assert found[0] > found[1] > found[2] > found[3] > 0


def test_more_slips_where_actions_look_alike_and_late_in_the_game() -> None:
    worth = [10.0, 9.0, 9.0, 8.0]
    calm = picks(Temper(slip=1.0), worth)[0]
    assert picks(Temper(slip=1.0, hasty=2.0), worth)[0] < calm
    assert picks(Temper(slip=1.0, tired=2.0), worth, progress=1.0)[0] < calm
    assert picks(Temper(slip=1.0, tired=2.0), worth, progress=0.0)[0] == calm


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=40),
    st.floats(1e-3, 100),
    st.floats(0, 3),
    st.floats(0, 3),
    st.floats(0, 1),
    st.integers(0, 1000),
)
def test_nobody_does_what_nobody_would(
    worth: list[float], slip: float, hasty: float, tired: float, progress: float, turn: int
) -> None:
    person = somebody(Temper(slip=slip, hasty=hasty, tired=tired))
    person.below = person.mood("decision", turn)
    assert max(worth) - worth[person.pick(worth, progress)] <= ABSURD * slip * (1 + hasty + tired) * (1 + 1e-9)


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.id)
def test_every_game_has_ten_people_beside_its_levels(entry: Entry) -> None:
    assert (*entry.ladder,) == RUNGS
    assert not set(RUNGS) & {*players(entry), *(level.name for level in levels(entry))}
    assert {*everybody(entry)} == {*players(entry), *RUNGS}
    assert player(entry, "rung-3") is entry.ladder["rung-3"]
    assert fast_bot(entry) in entry.bots


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.id)
def test_the_tenth_is_the_expert(entry: Entry) -> None:
    tenth: Any = entry.ladder[RUNGS[-1]](entry.game, 0, chance_of("seed", 0))
    expert: Any = entry.bots[EXPERT]
    assert tenth.temper == Temper(slip=0)
    assert isinstance(tenth.evaluator, expert)
    assert tenth.evaluator.budget == expert.budget
    assert type(tenth.evaluator).choose is expert.choose


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.id)
def test_the_ladder_rises_and_neighbours_are_apart(entry: Entry) -> None:
    """At default options, by the figures of levels.toml: at 99 %."""
    figures = [measured(entry.folder)[level] for level in RUNGS]
    for lower, upper in itertools.pairwise(figures):
        error = sqrt((lower["half_width"] / Z95) ** 2 + (upper["half_width"] / Z95) ** 2)
        assert upper["mean"] - lower["mean"] > Z99 * error


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.game.id)
def test_people_sit_at_tables_with_others(entry: Entry) -> None:
    seats = max(entry.game.usual_seats[0], 3)
    for first in range(0, len(RUNGS), seats):
        found = [RUNGS[(first + seat) % len(RUNGS)] for seat in range(seats)]
        (table,) = tables(entry, found, entry.game.options(), 1, "people")
        assert table.match.result().scores


def test_a_game_may_have_no_ladder() -> None:
    assert not TOY.ladder
