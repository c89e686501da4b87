"""The kernels for variants of Take it Easy!: the same games as in Python, how strong they are, and the training."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.games.take_it_easy.players import variants
from tablee.games.take_it_easy.players.champion import VARIANT_CLOSE, VARIANT_LOOKS
from tablee.games.take_it_easy.players.variants import VARIANTS, VariantPosition
from tablee.games.take_it_easy.rules import Options
from tablee.games.take_it_easy.tiles import CELLS

SEED = 1_000_000
DEALS = 40


@pytest.fixture
def kernels(outside_part: Callable[[str], Any]) -> Any:
    outside_part("numba")
    from tablee.games.take_it_easy.kernels import variants as kernels
    from tablee.lab.kernel import SHARED, drop_stale

    drop_stale(variants.FILE.parents[1], SHARED)
    return kernels


def calls(kernels: Any, number: int) -> list[int]:
    import numpy as np

    from tablee.kit.kernels.chance import key_of, seed_word

    found = np.empty(len(CELLS), np.int64)
    kernels.deal_calls(np.uint64(key_of(seed_word(SEED), number)), found)
    return [int(tile) for tile in found]


def play(name: str, options: Options, deal: list[int]) -> int:
    from bench.take_it_easy_bots import play

    return play(name, options, deal, 0)


def expert_scores(kernels: Any, variant: Options, games: int, weights: Any = None) -> Any:
    from tablee.games.take_it_easy.kernels.nets import load
    from tablee.kit.kernels.chance import seed_word

    used = kernels.weights_in_points(variant) if weights is None else weights
    deals = kernels.deals_of(seed_word(SEED), 0, games)
    return kernels.play_games(load(), variant, used, deals, VARIANT_CLOSE, VARIANT_LOOKS)[0]


@pytest.mark.parametrize("variant", VARIANTS[::3], ids=str)
def test_games_of_the_kernels_are_those_of_the_expert(kernels: Any, variant: Options) -> None:
    assert expert_scores(kernels, variant, 1).tolist() == [play("expert", variant, calls(kernels, 0))]


def test_kernels_find_the_very_same_values(kernels: Any) -> None:
    import numpy as np

    from tablee.games.take_it_easy.kernels import nets

    chance = random.Random(1)
    for variant in VARIANTS:
        tables, weights = kernels.record(variants.tables_of(variant)), kernels.weights_in_points(variant)
        for free in (1, 2, 3, 4, 7, 12, 19):
            tiles, board = chance.sample(range(27), len(CELLS) - free + 1), list[int | None]([None] * len(CELLS))
            for cell, tile in zip(chance.sample(CELLS, len(CELLS) - free), tiles, strict=False):
                board[cell] = tile
            there, tile = VariantPosition(variant, board), tiles[-1]
            p, out = nets.new_position(), np.zeros(len(CELLS))
            nets.set_up(p, np.array([-1 if on is None else on for on in board], np.int8), False)
            nets.draw(p, tile)
            values = there.value_cells(tile, there.legal(tile))
            there.draw(tile)
            desk, after, spare = (kernels.record(there.desk) for _ in range(3))
            cells, rows = np.array(there.legal(tile)), np.zeros(variants.MOST_ROWS, np.int64)
            arguments = nets.load(), tables, weights, p, desk, nets.new_desk(), after, spare, rows
            best = kernels.value_open(*arguments, cells, len(cells), free, tile, out)
            assert {int(cell): out[cell] for cell in cells} == values
            assert best == max(values, key=values.__getitem__)


def lead(kernels: Any, weights: Callable[[Options], Any]) -> float:
    """Of the expert over `greedy` in all variants, on the same deals, on average."""
    deals = [calls(kernels, number) for number in range(DEALS)]
    gains = []
    for variant in VARIANTS:
        scores = expert_scores(kernels, variant, DEALS, weights(variant))
        gains += [score - play("greedy", variant, deal) for score, deal in zip(scores, deals, strict=True)]
    return float(sum(gains) / len(gains))


def test_the_expert_is_far_ahead_of_greedy_in_variants(kernels: Any) -> None:
    assert lead(kernels, kernels.weights_in_points) > 8


def test_training_makes_weights_that_play(kernels: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a small size; stopped in the middle, it goes on."""
    import numpy as np
    from train import take_it_easy_variants as training

    monkeypatch.setattr(training, "CHECKED", 20)
    monkeypatch.setattr(training, "CHUNK", 500)
    variant = Options("symbol", "all")
    free = Options(rays="all")
    assert training.teacher(variant) == free
    assert training.teacher(free) is None
    training.train(free, tmp_path, 500)
    training.train(free, tmp_path, 1000)
    training.train(variant, tmp_path, 500)
    weights, _, sizes, done = training.begin(tmp_path, free)
    assert done == 1000
    untaught = expert_scores(kernels, free, 100, np.zeros_like(weights))
    assert (expert_scores(kernels, free, 100, weights) - untaught).mean() > 10
    size = variants.SIZE.unpack_from(packed := training.pack(free, tmp_path))[0]
    assert len(packed) == size + variants.SIZE.size
    assert np.count_nonzero(training.whole(weights, sizes)) > 1000
