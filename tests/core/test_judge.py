"""What judges of all games share: values of actions, of differences between them, and of what comes before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.core.bot import Judge, Value
from tablee.core.game import CHANCE, say
from tablee.core.record import Action
from tablee.core.registry import find
from tablee.games.limits.actions import Accuse, Card, Hide
from tablee.kit.samples import compare, value_of
from tablee.replay import read
from tablee.table import Table
from tests.games_here import TOY

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


class Steady(Judge[Any, Any]):
    """Each further action is worth a point less."""

    def values(self, view: Any, legal: Sequence[Any], now: int) -> list[Value]:
        return [Value(3.0 - place, 0.0) for place in range(len(legal))]

    def outlook(self, view: Any, now: int) -> Value:
        return Value(7.0, 0.0)


def test_a_judge_compares_actions_with_the_best() -> None:
    judge = Steady(TOY.game, 0, chance_of("seed", 0))
    found = judge.judge(None, ("a", "b"), 0)
    assert [value.mean for value in found.behind] == [0.0, 1.0]
    assert (judge.forecast(None, ("a", "b"), 0).mean, judge.forecast(None, (), 0).mean) == (3.0, 7.0)
    assert (judge.decided_at(None, "a", 1, 2), judge.against_time(None), judge.reveals(None, "a")) == (2, False, False)
    assert (judge.round_of(None), judge.deepest(None), judge.depth) == (0, 0, 0)
    judge.begin("row", 7)
    one = judge.below(1 << 30)
    judge.begin("row", 7)
    assert judge.below(1 << 30) == one
    table = Table(TOY, ["bot:random"] * 2, seed=1)
    table.run()
    assert judge.result(table.match.view(0), 0) == table.match.result().scores[0]


def test_what_worlds_have_in_common_cancels_out() -> None:
    """Two actions that differ by one point in every world, however much the worlds differ."""
    found = compare([[10.0, 20.0, 90.0], [9.0, 19.0, 89.0]], [1.0, 1.0, 2.0])
    assert [value.mean for value in found.values] == [52.5, 51.5]
    assert found.values[0].half_width > 30
    assert (found.behind[1].mean, found.behind[1].half_width) == (1.0, 0.0)
    assert value_of([4.0], [0.5]) == Value(4.0, 0.0)


def texts_of(table: Table, who: int) -> list[str]:
    return [row.text for row in table.match.rows if isinstance(row, Action) and row.who == who]


def test_the_end_tells_what_came_of_a_choice() -> None:
    easy, nexus, limits = (find(name).game for name in ("take-it-easy", "take-it-to-the-limit", "limits"))
    table = Table("take-it-easy", ["bot:random"], seed=3)
    table.run()
    end = table.match.view(0)
    cells = [easy.read(text) for text in texts_of(table, 0)]
    called = texts_of(table, CHANCE)
    assert easy.afterwards(end, end, cells[5], cells[0]) == (
        say("afterwards-filled", tile=called[5], cell=easy.write(cells[5]), number=6),
    )
    assert easy.afterwards(end, end, cells[0], cells[0]) == ()
    table = Table("take-it-to-the-limit", ["bot:random"], seed=3)
    table.run()
    end = table.match.view(0)
    places = [nexus.read(text) for text in texts_of(table, 0)]
    assert [message.id for message in nexus.afterwards(end, end, places[5], places[0])] == ["afterwards-filled"]
    assert nexus.afterwards(end, end, nexus.read("discard"), places[0]) == ()
    lines = (find("limits").folder / "golden" / "three.match").read_text("utf-8").splitlines()
    end = read(lines).view(0)
    first = read(lines[:40]).view(0)
    hidden = [counts[0] for seat, counts in enumerate(end.table.rounds[len(first.table.rounds)].raisers) if seat != 0]
    told = limits.afterwards(end, first, Hide((0,)), Card(0))
    assert told == (say("afterwards-raisers", colour=limits.deck.colours[0], cards=sum(hidden)),)  # type: ignore[attr-defined]
    assert limits.afterwards(end, first, Card(0), Card(0)) == limits.afterwards(end, first, Card(0), Hide((0,))) == ()
    laid = first.table.pile[-1][0]
    assert [message.id for message in limits.afterwards(end, first, Card(0), Accuse(laid))] == ["afterwards-raisers"]
    assert TOY.game.afterwards(None, None, "take", "leave") == ()
