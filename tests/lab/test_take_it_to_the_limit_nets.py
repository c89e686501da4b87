"""Take it to the Limit!: nets are fitted to exact means over the tiles left."""

from __future__ import annotations

from statistics import mean

import numpy as np
import pytest
from train import take_it_to_the_limit_nets as training
from train.take_it_to_the_limit import laid_out
from train.take_it_to_the_limit_nets import CALLS, ORCHIDS, PLACES, Fitting, rms

from tablee.games.take_it_to_the_limit.players import rows
from tablee.games.take_it_to_the_limit.players.ground import END, RANKED
from tablee.games.take_it_to_the_limit.players.outlook import STEP, load
from tablee.games.take_it_to_the_limit.setting import setting
from tablee.games.take_it_to_the_limit.tiles import RESERVED

pytestmark = pytest.mark.soak  # compiling takes half a minute


@pytest.fixture(scope="module")
def fitting() -> Fitting:
    return Fitting(ORCHIDS["both"])


def mean_best(board: list[int], left: int) -> float:
    """What the table expects one tile further, in Python."""
    outlook, laid = ORCHIDS["both"], [tile for tile in board[:-1] if tile >= 0]
    pool = [call.tile for call in setting(outlook.options[0]).pool]
    desk, ground = laid_out(outlook, pool), outlook.ground
    for place, tile in enumerate(board[:PLACES]):
        if tile >= 0:
            rows.put(ground.tables, desk, place, tile)
    reserve = [tile for tile in board[PLACES:-1] if tile >= 0]
    desk.reserve[: len(reserve)] = reserve
    for tile in laid:
        rows.draw(ground.tables, desk.fits, tile)
    tiles = [tile for tile in pool if tile not in laid]
    values, bests, ranked = [0.0] * (PLACES + 1), [0.0] * len(tiles), [0] * 64 * RANKED
    weights, base = load()[outlook.name].rows, outlook.base(left - 1) if left > 1 else END
    share, free = (left - 1) / (len(tiles) - 1), RESERVED - len(reserve)
    rows.best_values(ground.tables, weights, base, 1 / STEP, desk, share, free, tiles, values, bests, ranked)
    return STEP * mean(bests)


def test_targets_are_exact_means(fitting: Fitting) -> None:
    boards = fitting.boards(1, 2)
    for left in (1, 2, 9, 20):
        expected = [mean_best(board.tolist(), left) for board in boards[left]]
        assert fitting.expected(left, boards[left]).tolist() == pytest.approx(expected)


def test_boards_have_a_tile_for_each_call(fitting: Fitting) -> None:
    boards = fitting.boards(1, 5)
    for left in range(CALLS - 1):
        assert np.all((boards[left, :, :-1] >= 0).sum(axis=1) == CALLS - left)
        more = fitting.chosen(1, left, boards[left + 1][:6])
        assert np.all((more[:, :-1] >= 0).sum(axis=1) == CALLS - left)
        assert np.all((more[::2] != more[1::2]).sum(axis=1) > 0) or left == 0  # at the end, there is one place only


def test_a_net_learns_and_is_asked(fitting: Fitting) -> None:
    boards = fitting.boards(2, 500)[3]
    expected = fitting.expected(3, boards)
    before = rms(fitting.valued(fitting.bare, 3, boards) - expected)
    fitting.fit(3, boards, expected)
    found = fitting.valued(fitting.nets, 3, boards)
    assert rms(found - expected) < before
    (w,) = (training.net_of(fitting.nets, left) for left in range(CALLS) if fitting.nets.known[left])
    assert len(w.rows) == fitting.size + training.HOLE_ROWS


def test_games_are_those_of_their_numbers(fitting: Fitting) -> None:
    scores = fitting.play(0, 3)
    assert fitting.play(0, 3).tolist() == scores.tolist()
    assert 150 < scores.mean() < 450
