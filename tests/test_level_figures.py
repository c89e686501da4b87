"""The figures in the games' levels.toml."""

from __future__ import annotations

import itertools

import pytest
from bench.levels import measure, table_of

from tablee.bots import everybody, fast_bot, players
from tablee.bots.levels import levels, losses, measured
from tablee.core.bot import CHAMPION, EXPERT
from tablee.core.registry import Entry
from tablee.reviews import depths
from tests.games_here import EVERY, TOY

FIGURES = [(entry, level) for entry in EVERY for level in measured(entry.folder)]
HERE = [(entry, level) for entry, level in FIGURES if level in ("first-game", "forgetful-easy", "greedy", "sensible")]
GAMES = 12


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_levels_go_from_the_gentlest_to_the_strongest(entry: Entry) -> None:
    found = levels(entry)
    assert {level.name for level in found} == {*players(entry)}
    means = [level.mean for level in found if level.mean is not None and level.name != "random"]
    slack = max((2 * measured(entry.folder)[level.name]["half_width"] for level in found if level.mean is not None), default=0)
    assert all(after > before - slack for before, after in itertools.pairwise(means))


@pytest.mark.parametrize(("entry", "level"), FIGURES, ids=lambda param: param if isinstance(param, str) else param.game.id)
def test_a_figure_says_how_it_was_measured(entry: Entry, level: str) -> None:
    figure = measured(entry.folder)[level]
    assert level in everybody(entry)
    assert figure["half_width"] > 0
    if figure["command"].startswith("tablee simulate"):
        bots = ",".join(table_of(entry, level))
        assert figure["command"] == f"tablee simulate {entry.game.id} --games {figure['games']} --bots {bots} --seed 1"
        assert figure.get("against", "") == (fast_bot(entry) if "," in bots else "")


@pytest.mark.parametrize(("entry", "level"), HERE, ids=lambda param: param if isinstance(param, str) else param.game.id)
def test_the_first_games_agree_with_a_figure(entry: Entry, level: str) -> None:
    figure, found = measured(entry.folder)[level], measure(entry, table_of(entry, level), GAMES)
    assert abs(found.mean - figure["mean"]) < 3 * found.half_width + figure["half_width"] + 0.5


@pytest.mark.parametrize("entry", [entry for entry in EVERY if entry is not TOY], ids=lambda entry: entry.game.id)
def test_stronger_levels_lose_less_with_a_decision(entry: Entry) -> None:
    """By the game's judge: expert and champion less than the fast bot, and that less than the beginner."""
    measured_at = [depth for depth in depths(entry) if losses(entry, depth)]
    assert measured_at[:1] == [*depths(entry)][:1]
    for depth in measured_at:
        found = {loss.level: loss.points for loss in losses(entry, depth)}
        beginner, fast = next(iter(found)), fast_bot(entry)
        assert found[EXPERT] < found[fast] < found[beginner]
        assert found.get(CHAMPION, 0.0) < found[fast]


@pytest.mark.parametrize("entry", [entry for entry in EVERY if entry is not TOY], ids=lambda entry: entry.game.id)
def test_people_high_on_the_ladder_lose_less_with_a_decision(entry: Entry) -> None:
    """Tempers cost points of their own, so neighbours may be the other way round; people four rungs apart are not."""
    found = {loss.level: loss.points for loss in losses(entry, next(iter(depths(entry))))}
    people = [found[level] for level in entry.ladder]
    assert all(lower > higher for lower, higher in zip(people, people[4:], strict=False))
