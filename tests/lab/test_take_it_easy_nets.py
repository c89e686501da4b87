"""The kernels of the nets of Take it Easy!: the same values as in Python, and the training that makes the weights."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from statistics import stdev
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.games.take_it_easy import GAME
from tablee.games.take_it_easy.players import champion, nets
from tablee.games.take_it_easy.players.champion import Champion, Expert, look_further, luck
from tablee.games.take_it_easy.players.nets import LEAST, Position, promising_cells, value_cells
from tablee.games.take_it_easy.rules import Options, State, View
from tablee.games.take_it_easy.tiles import CELLS, NAMES
from tablee.kit.hexboard import Cell, Tile
from tests.games.test_take_it_easy_nets import some_board, some_view


@pytest.fixture
def np(outside_part: Callable[[str], Any]) -> Any:
    outside_part("numba")
    return outside_part("numpy")


def seed_word(seed: int) -> Any:
    from tablee.kit.kernels import chance

    return chance.seed_word(seed)


@pytest.fixture
def fast_nets(np: Any) -> Any:
    from tablee.games.take_it_easy.kernels import nets as fast_nets
    from tablee.lab.kernel import SHARED, drop_stale

    drop_stale(nets.FILE.parents[1], SHARED)
    return fast_nets


@pytest.fixture
def kernels(fast_nets: Any) -> Any:
    """Those of the champion."""
    return champion.find_kernels()


def array(np: Any, position: Position) -> Any:
    return np.array([-1 if tile is None else tile for tile in position.board], np.int8)


def test_kernels_find_the_very_same_values(np: Any, kernels: Any) -> None:
    chance = random.Random(1)
    p, spare, desk, out = kernels.new_position(), kernels.new_position(), kernels.new_desk(), np.empty(len(CELLS))
    for free in range(1, 20):
        for _ in range(3):
            board, tile = some_board(chance, free)
            assert kernels.set_up(p, array(np, Position(board)), False) == free
            kernels.draw(p, tile)
            best = kernels.value_cells(kernels.load(), p, free, tile, desk, spare, out)
            values = value_cells(Position(board), tile)
            assert {cell: out[cell] for cell in values} == values
            assert best == max(values, key=values.__getitem__)


def test_kernels_expect_the_very_same_of_a_board(np: Any, kernels: Any) -> None:
    chance = random.Random(11)
    boards = [some_board(chance, free)[0] for free in (1, 3, 4, 6, 9, 14)]
    found = np.empty(len(boards))
    kernels.expect_many(kernels.load(), np.array([array(np, Position(board)) for board in boards]), found)
    assert found.tolist() == [nets.expect(Position(board)) for board in boards]


def test_games_in_batches_are_those_of_the_expert(np: Any, kernels: Any) -> None:
    scores, calls = np.empty(5, np.int32), np.empty(len(CELLS), np.int64)
    base = np.uint64(seed_word(10**6))
    kernels.play_games(kernels.load(), base, 7, champion.CLOSE, scores)
    for number in range(2):
        kernels.deal_calls(np.uint64(kernels.key_of(base, 7 + number)), calls)
        s = State(Options(), (), ((),))
        for tile in calls.tolist():
            s = State(s.options, (*s.calls, tile), s.placed)
            action = Expert(GAME, 0, chance_of("", 0)).choose(GAME.view(s, 0), GAME.legal(s, 0), 0)
            s, _ = GAME.play(s, 0, action, 0)
        outcome = GAME.outcome(s)
        assert outcome is not None
        assert outcome.scores == (scores[number],)


def test_looking_ahead_agrees_with_python(kernels: Any) -> None:
    board, tile = some_board(random.Random(2), 5)
    (near, far, *further), _ = kernels.look_ahead(Position(board), tile, 10**6)
    assert near == value_cells(Position(board), tile)
    slow_far = champion.look_further(Position(board), tile, list(near))
    assert far == {cell: pytest.approx(slow_far[cell]) for cell in far}
    assert all(near[cell] < max(near.values()) - kernels.BEHIND[0] for cell in set(near) - set(far))
    close = {cell for cell in far if far[cell] >= max(far.values()) - kernels.BEHIND[1]}
    assert [set(look) for look in further] == ([close] if len(close) > 1 else [])


def look_twice(position: Position, tile: Tile, close: float) -> tuple[Cell, float]:
    """The better of the two best cells two tiles ahead, and its value there less the best one tile ahead."""
    near = value_cells(position, tile, promising_cells(position, tile))
    first, second = sorted(near, key=near.__getitem__, reverse=True)[:2]
    far = look_further(position, tile, [first, second] if near[second] >= near[first] - close else [first])
    best = max(far, key=far.__getitem__)
    return best, far[best] - near[first]


def play_on(position: Position, tiles: list[Tile], close: float, next_close: float) -> float:
    """By how much the tiles after the first correct what was expected."""
    total = 0.0
    for k, tile in enumerate(tiles):
        cell, more = look_twice(position, tile, next_close if k else close)
        position.draw(tile)
        position.put(cell, tile)
        total += more if k else 0
    return total


def test_playing_on_agrees_with_python(np: Any, kernels: Any) -> None:
    """One round: all tiles of the bag come first, second and so on. With seven free cells, three of them correct something."""
    free = 7
    board, tile = some_board(random.Random(5), free)
    p, order = kernels.new_position(), np.empty(len(NAMES), int)
    kernels.set_up(p, array(np, Position(board)), False)
    kernels.draw(p, tile)
    cells = Position(board).open_cells()[:2]
    means, bag = np.empty(2), kernels.shuffle_bag(p, 0, order)
    budget = 2 * (kernels.boards_to_start(free) + kernels.most_boards(free - 1))
    for less, rounds in ((1, 0), (0, 1)):
        args = (free, tile, np.array(cells), np.zeros(2), budget - less, means)
        assert kernels.play_rounds(kernels.load(), p, *args)[0] == rounds
    decks = [[int(order[(first + step) % bag]) for step in range(free - 1 - LEAST)] for first in range(bag)]
    for k, cell in enumerate(cells):
        start = Position(board)
        start.draw(tile)
        start.put(cell, tile)
        assert sorted(deck[-1] for deck in decks) == sorted(start.bag)
        found = [play_on(start.copy(), deck, kernels.NEXT_BEHIND, kernels.NEXT_CLOSE) for deck in decks]
        assert means[k] == pytest.approx(sum(found) / len(found))


def test_cells_clearly_behind_are_played_no_further(np: Any, kernels: Any) -> None:
    """Differences from round to round tell how sure the lead is."""
    steady, wild = np.array([[0.0, 0.0], [0.1, 0.0]] * 4), np.array([[0.0, 9.0], [9.0, 0.0]] * 4)
    for results, rounds, alive in ((steady, 8, False), (wild, 8, True), (steady, 1, True)):
        found = np.ones(2, bool)
        kernels.drop_cells(np.array([2.0, 0.0]), results[:rounds], found)
        assert found.tolist() == [True, alive]


@pytest.mark.parametrize(("budget", "cells"), [(60_000, 0), (100_000, 2), (champion.MANY, 4)])
def test_close_choices_are_played_on(kernels: Any, budget: int, cells: int) -> None:
    """On an empty board, cells that are images of each other are worth nearly the same; the budget allows for so many."""
    looks, boards = kernels.look_ahead(Position([None] * len(CELLS)), 0, budget)
    assert len(looks) == (4 if cells else 3)
    assert 0.2 * budget < boards <= budget
    if cells:
        three, corrected = looks[2:]
        assert len(corrected) == cells
        assert all(0 < abs(corrected[cell] - three[cell]) < 5 for cell in corrected)


@pytest.mark.parametrize("free", [4, 9, 18])
def test_looking_ahead_keeps_to_its_budget(kernels: Any, free: int) -> None:
    for budget in (10, 1_000, 10_000, 100_000):
        two, three, left = kernels.plan(free, budget)
        bag, ahead, further = free + 7, min(kernels.WIDE, free - 1), min(kernels.WIDE, free - 2)
        boards = free + two * bag * ahead + three * bag * (ahead + kernels.TRIES * (bag - 1) * further)
        assert boards + left == max(budget, boards)


def test_the_most_promising_cells_nearly_always_have_the_best_value(np: Any, kernels: Any) -> None:
    """For tiles to come, only these are valued."""
    chance = random.Random(4)
    p, spare, desk = kernels.new_position(), kernels.new_position(), kernels.new_desk()
    some, every = np.empty((2, len(CELLS)))
    lost = []
    for free in (4, 8, 12, 16) * 10:
        board, tile = some_board(chance, free)
        kernels.set_up(p, array(np, Position(board)), False)
        kernels.draw(p, tile)
        best = kernels.value_promising(kernels.load(), p, free, tile, desk, spare, some)
        lost.append(every[kernels.value_cells(kernels.load(), p, free, tile, desk, spare, every)] - some[best])
        assert (some > kernels.NOTHING).sum() == min(free, kernels.WIDE)
        assert some[best] == every[best]
    assert min(lost) >= 0
    assert sum(lost) / len(lost) < 0.3


def test_the_champion_looks_further_than_the_expert(kernels: Any) -> None:
    view, legal = some_view(random.Random(3), 6, Options())
    strong, fast = (make(GAME, 0, chance_of("", 0)).values(view, legal, 0) for make in (Champion, Expert))
    assert [value.mean for value in strong] != [value.mean for value in fast]
    assert strong == Champion(GAME, 0, chance_of("", 0)).values(view, legal, 0)


def test_luck_explains_most_of_the_spread(np: Any, kernels: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    scores, lucks = np.empty(60, np.int32), np.empty(60)
    kernels.play_ahead(kernels.load(), seed_word(10**6), 0, 1, scores, lucks)
    assert (scores - lucks).std() < scores.std() / 2
    view = View(None, Options(), (4, 9, 26), ((9, 0, 3),), (True,))
    quick = luck(view, 0)
    monkeypatch.setattr(champion, "find_kernels", lambda: None)
    assert quick == pytest.approx(luck(view, 0))


def test_looking_ahead_explains_more_of_the_spread(np: Any, kernels: Any) -> None:
    """And still favours nobody: over all tiles that may come, luck adds up to nothing."""
    nets, one, two = kernels.load(), list[float](), list[float]()
    first = [kernels.luck_ahead(nets, np.array([tile]), np.array([0])) for tile in range(len(NAMES))]
    assert sum(first) == pytest.approx(0, abs=1e-9)
    assert max(first) > 1
    for game in range(60):
        calls = np.random.default_rng(game).permutation(len(NAMES))[: len(CELLS)]
        position, cells = Position([None] * len(CELLS)), list[int]()
        for tile in calls.tolist():
            values = value_cells(position, tile)
            cells.append(max(values, key=values.__getitem__))
            position.draw(tile)
            position.score += position.put(cells[-1], tile)
        one.append(position.score - kernels.luck_of(nets, calls, np.array(cells)))
        two.append(position.score - kernels.luck_ahead(nets, calls, np.array(cells)))
    assert stdev(two) < 0.9 * stdev(one)


def test_training_makes_nets_that_play(np: Any, fast_nets: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a small size; stopped in the middle, it goes on."""
    from train import take_it_easy as training

    monkeypatch.setattr(training, "CHECKED", 50)
    monkeypatch.setattr(training, "PASSES", (training.Pass(100, 8, 1e-2), training.Pass(100, 4, 5e-3)))
    monkeypatch.setattr(training, "AHEAD", 2)
    monkeypatch.setattr(training, "MEASURED", 200)
    stages = training.train(tmp_path)
    number, last, kept = training.resume(tmp_path)
    assert (number, last) == (3, nets.LEAST - 1)
    assert all(np.array_equal(a, b) for n in kept for a, b in zip(kept[n], stages[n], strict=True))
    before = training.measure(training.unpruned({n: training.start(1) for n in stages}), 200)[0]
    whole = training.measure(training.unpruned(stages), 200)[0]
    assert whole > before + 15
    training.install(
        training.write_nets(stages, training.own_boards(training.unpruned(stages), 50), 40_000), tmp_path / "nets.bin"
    )
    monkeypatch.setattr(nets, "FILE", tmp_path / "nets.bin")
    monkeypatch.setattr(nets, "DIGEST", tmp_path / "nets.sha256")
    pruned = training.measure(fast_nets.arrays(nets.load.__wrapped__()), 200)[0]
    assert pruned > before + 15
