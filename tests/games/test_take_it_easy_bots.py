"""The bots of Take it Easy!."""

from __future__ import annotations

import operator
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import comb, sqrt
from statistics import mean, stdev
from typing import Literal

import pytest

from tablee.bots import RandomBot, chance_of
from tablee.core.bot import MakeBot
from tablee.core.game import CHANCE, Below
from tablee.games.take_it_easy import BOTS, GAME
from tablee.games.take_it_easy.players.bots import Greedy, _at_least, reach
from tablee.games.take_it_easy.rules import Action, Options, State, View
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, TILES

pytestmark = [pytest.mark.coverage, pytest.mark.no_cover]

PLAIN = Options()
EVERY_VARIANT = [Options(placement, rays) for placement in ("free", "adjacent", "symbol") for rays in ("none", "all", "best")]


def last(n: int) -> int:
    """A random source that always picks the last of equal choices."""
    return n - 1


class Blind(Greedy):
    """Greedy, but unaware of variants."""

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        return super().choose(replace(view, options=PLAIN), legal, now)


def play(seed: int, options: Options, *makes: MakeBot) -> tuple[int, ...]:
    chance, s = random.Random(seed), GAME.start(len(makes), options)
    bots = [make(GAME, seat, chance_of(str(seed), seat)) for seat, make in enumerate(makes)]
    while (outcome := GAME.outcome(s)) is None:
        for seat in GAME.to_act(s):
            legal = GAME.legal(s, seat)
            action = chance.choice(legal) if seat == CHANCE else bots[seat].choose(GAME.view(s, seat), legal, 0)
            assert action in legal
            s, _ = GAME.play(s, seat, action, 0)
    return outcome.scores


def interval(scores: Sequence[int]) -> tuple[float, float]:
    """The 95 % confidence interval of the mean."""
    half = 1.96 * stdev(scores) / sqrt(len(scores))
    return mean(scores) - half, mean(scores) + half


def choice(call: str, board: str, options: Options = PLAIN, below: Below = lambda n: 0) -> str:
    """Where the bot puts the called tile on this board."""
    laid = {cell: tile for cell, tile in enumerate(BOARD.read(board, TILES)) if tile is not None}
    s = State(options, (*laid.values(), TILES.index[call]), (tuple(laid),))
    return GAME.write(Greedy(GAME, 0, lambda *_: below).choose(GAME.view(s, 0), GAME.legal(s, 0), 0))


def test_greedy_scores_far_more_than_random() -> None:
    assert BOTS["greedy"] is Greedy
    scores = [play(seed, PLAIN, Greedy)[0] for seed in range(100)]
    assert interval(scores)[0] > 150
    assert interval([play(seed, PLAIN, RandomBot)[0] for seed in range(100)])[1] < 15


@pytest.mark.parametrize("options", EVERY_VARIANT, ids=str)
def test_greedy_beats_random_in_every_variant(options: Options) -> None:
    rounds = [play(seed, options, Greedy, RandomBot) for seed in range(8)]
    assert interval([greedy - chance for greedy, chance in rounds])[0] > 40


@pytest.mark.parametrize("rays", ["all", "best"])
def test_considering_rays_scores_more(rays: Literal["all", "best"]) -> None:
    options = Options("free", rays)
    assert interval([play(seed, options, Greedy)[0] - play(seed, options, Blind)[0] for seed in range(40)])[0] > 5


def test_greedy_completes_a_line() -> None:
    board = "9-2-3 . 9-6-4 / . . . . / . . . . . / . . . . / . . ."
    assert choice("9-7-8", board) == "a2"
    assert choice("1-7-8", board) != "a2"


def test_greedy_completes_the_line_that_fits() -> None:
    """Only columns a and e can still score."""
    board = "9-2-3 . 9-6-4 / 9-7-8 5-2-4 9-2-8 9-6-3 / 9-6-8 1-6-3 1-7-3 1-7-8 1-6-4 / 1-2-4 5-6-4 1-7-4 9-7-4 / 5-6-8 . 5-7-4"
    assert choice("9-7-3", board, below=last) == "a2"
    assert choice("5-2-8", board) == "e2"
    assert choice("1-6-8", board, below=last) == "a2"  # it fits neither; 15 points for five tiles in the bag, 27 for two


def test_greedy_knows_which_tiles_are_gone() -> None:
    """The last nine completes a column of three instead of starting on the longest one."""
    board = "9-2-3 9-2-4 . / 9-6-8 . . . / 9-2-8 9-6-3 9-6-4 . . / . 9-7-3 . . / . . 9-7-4"
    assert choice("9-7-8", board) == "a3"


def test_greedy_completes_a_ray_where_rays_count() -> None:
    """No line can score any more; a sun completes a ray in column a."""
    board = "1-2-4 . 9-6-3 / 1-2-8 5-7-8 9-2-4 5-2-8 / 9-2-8 5-6-3 5-2-3 1-6-3 5-7-4 / 9-6-8 1-6-8 9-7-8 1-6-4 / 5-6-8 . 1-7-4"
    assert choice("5-6-4", board, Options(rays="all"), last) == "a2"
    assert choice("5-6-4", board, PLAIN, last) == "e2"


def test_greedy_prefers_the_scoring_ray_where_the_best_counts() -> None:
    """A nine completes column a, of suns, or column e, which is mixed."""
    board = "9-2-4 . 9-6-3 / 1-7-3 1-7-8 5-2-8 1-6-4 / 5-6-8 5-7-8 9-7-8 1-6-8 1-6-3 / 1-2-3 1-2-8 5-2-3 5-7-4 / 9-6-4 . 9-7-3"
    assert choice("9-7-4", board, Options(rays="best"), last) == "a2"
    assert choice("9-7-4", board, PLAIN, last) == "e2"


def test_greedy_breaks_ties_at_random() -> None:
    """Turned by 180° the board looks the same; cells within a point of the best may be chosen too, and no others."""
    empty = ". . . / . . . . / . . . . . / . . . . / . . ."
    chosen = {choice("9-7-8", empty, below=partial(operator.mod, place)) for place in range(19)}
    assert {"a2", "e2"} <= chosen
    assert "c3" not in chosen


def test_the_odds_of_the_bag_are_exact() -> None:
    draws, bag = 4, 4 + len(NAMES) - len(CELLS)
    for good in range(6):
        hands = [sum(tile < good for tile in hand) for hand in combinations(range(bag), draws)]
        for need in range(7):
            assert _at_least(need, good, draws) == sum(hand >= need for hand in hands) / comb(bag, draws)


def test_reach_counts_suns_and_moons_separately() -> None:
    sun, moon = TILES.symbols.index("sun"), TILES.symbols.index("moon")
    one, two = BOARD.lay([sun], [BOARD.cells["c3"]]), BOARD.lay([sun, moon], [BOARD.cells["c3"], BOARD.cells["a1"]])
    assert (reach(one, "adjacent"), reach(one, "symbol")) == (6, 6)
    assert (reach(two, "adjacent"), reach(two, "symbol")) == (8, 9)  # b2 touches both
