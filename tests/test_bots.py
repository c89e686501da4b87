"""Levels of bots, and bots that value every action."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

import pytest

from tablee.bots import GENERIC, RandomBot, chance_of, fast_bot, player, players
from tablee.core import registry
from tablee.core.bot import CHAMPION, Bot, Evaluator, Value
from tablee.core.game import Refusal
from tablee.core.registry import Entry
from tablee.table import Table
from tests import toy
from tests.conftest import missing
from tests.games_here import TOY

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

EVERY_GAME = registry.all_games()
ANY = chance_of("any", 0)


class Third(Evaluator[Any, Any]):
    """Likes the third action best, and the fourth as well."""

    def values(self, view: Any, legal: Sequence[Any], now: int) -> list[Value]:
        return [Value(float(place in (2, 3)), 0.0) for place in range(len(legal))]


def test_evaluators_at_a_table_take_different_ones_of_the_best() -> None:
    assert [Third(TOY.game, seat, ANY).choose(None, "abcd", 0) for seat in range(4)] == ["c", "d", "c", "d"]


@pytest.mark.parametrize("level", ["expert", "champion"])
@pytest.mark.parametrize("game", ["take-it-easy", "take-it-to-the-limit"])
def test_bots_of_a_level_lay_different_boards(game: str, level: str) -> None:
    entry = registry.find(game)
    if level not in entry.bots:
        missing("numba is not installed")
    table = Table(entry, [f"bot:{level}"] * 4, seed="four of a kind")
    table.run()
    view = table.match.view(None)
    placed = view.placed if game == "take-it-easy" else view.table.placed
    assert len(set(placed)) == 4


class Needy(RandomBot):
    needs = "a_package_that_nobody_has"


def test_a_level_that_cannot_play_here_is_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy, "BOTS", {"champion": Needy, "greedy": RandomBot}, raising=False)
    entry = registry.load_game("tests.toy")
    assert [*entry.bots] == ["greedy"]
    assert "champion" not in players(entry)
    with pytest.raises(Refusal, match="level-needs"):
        player(entry, "champion")


def test_most_bots_are_ready_at_once() -> None:
    assert RandomBot(TOY.game, 0, ANY).ready()


@pytest.mark.parametrize(
    ("bots", "fast", "expected"),
    [
        ((), "", "random"),
        (("random",), "", "random"),
        (("champion",), "", "random"),
        (("champion", "expert", "greedy"), "", "expert"),
        (("champion", "expert", "greedy"), "greedy", "greedy"),
        (("random", "sensible"), "", "sensible"),
    ],
)
def test_a_fast_bot_stands_in(bots: Sequence[str], fast: str, expected: str) -> None:
    assert fast_bot(replace(TOY, bots=dict.fromkeys(bots, RandomBot), fast=fast)) == expected


@pytest.mark.parametrize("entry", EVERY_GAME, ids=lambda entry: entry.game.id)
def test_levels_run_from_the_champion_down(entry: Entry) -> None:
    assert fast_bot(entry) != CHAMPION
    assert callable(player(entry, fast_bot(entry)))
    strongest = [level for level in (CHAMPION, "expert") if level in entry.bots]
    assert list(entry.bots)[: len(strongest)] == strongest
    assert list(players(entry))[: len(GENERIC)] == list(GENERIC)


class Enough(Exception):
    """A bot has been asked often enough."""


class Asked(Bot[Any, Any]):
    """Asks an evaluator for values, of a copy of the view and of nothing else, then plays at random."""

    evaluator: type[Evaluator[Any, Any]]
    times = 12

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        bot = self.evaluator(self.game, self.seat, chance_of("1", self.seat))
        copied = pickle.loads(pickle.dumps(view))
        found = bot.values(copied, legal, now)
        assert len(found) == len(legal)
        assert all(isfinite(value.mean) and value.half_width >= 0 for value in found)
        again = self.evaluator(self.game, self.seat, chance_of("1", self.seat))
        assert again.values(copied, legal, now) == found
        self.times -= 1
        if not self.times:
            raise Enough
        return legal[self.below(len(legal))]


@pytest.mark.parametrize("entry", EVERY_GAME, ids=lambda entry: entry.game.id)
def test_the_expert_of_every_game_values_every_action_from_a_view_alone(entry: Entry) -> None:
    expert: Any = entry.bots["expert"]
    asked = type("Asked", (Asked,), {"evaluator": expert})
    seats = max(2, entry.game.usual_seats[0])
    table = Table(replace(entry, bots={"asked": asked}), ["bot:asked", *["bot:random"] * (seats - 1)], seed=1)
    with pytest.raises(Enough):
        table.run()
