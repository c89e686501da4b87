"""Batches compared with the rules: law 11, seeds, sizes, bad input."""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee.bots import RandomBot, player
from tablee.bots import chance_of as bots_chance
from tablee.core import laws, record
from tablee.core.game import CHANCE, BadOptions, Refusal, TooSoon
from tablee.core.registry import Entry, UnknownGame
from tablee.games.limits.rules import from_parts
from tablee.games.take_it_easy.kernels import batch as kernels
from tablee.games.take_it_easy.rules import Options, RealBoard, TakeItEasy
from tablee.games.take_it_easy.tiles import BOARD, CELLS, NAMES, TILES
from tablee.kit.hexboard import Tile
from tablee.lab.batch import PIECE, Array, Batch, play_outs, write_play_out
from tablee.lab.kernel import drop_stale
from tablee.lab.kernel_laws import agree
from tablee.replay import loads
from tests.games_here import EVERY, TOY, find
from tests.lab.in_time import play_in_time
from tests.test_soak import MATCHES

FAST = [entry for entry in EVERY if (entry.folder / "kernels").exists()]
EASY = "take-it-easy"
MOST = 8  # combinations of options in a short run


def ids(entry: Entry) -> str:
    return entry.game.id


def test_kernels_are_discovered() -> None:
    """Kernels are optional; games that have them are tested below."""
    assert len(FAST) > 1
    assert TOY not in FAST


@pytest.mark.parametrize("entry", FAST, ids=ids)
def test_kernels_agree_with_the_rules_under_all_kinds_of_options(entry: Entry) -> None:
    tables: dict[Any, list[int]] = {}
    for seats, options in laws.situations(entry):
        tables.setdefault(options, []).append(seats)
    some = list(tables.items())[:: 1 + len(tables) // MOST]
    for number, (options, fitting) in enumerate(some):
        assert agree(entry.game, 4, number, fitting[number % len(fitting)], options) > 0


@pytest.mark.soak
@pytest.mark.parametrize("entry", FAST, ids=ids)
def test_kernels_agree_with_the_rules_for_every_number_of_seats(entry: Entry) -> None:
    for seats, options in laws.situations(entry):
        assert agree(entry.game, 40, seats, seats, options) > 0


# Law 11 must find these.
class Anywhere(kernels.Fast):
    """Forgets R7."""

    def mask(self, state: kernels.BatchState, out: Array) -> None:
        kernels.fill_mask(state, kernels.FREE, out)


class Foresight(kernels.Fast):
    """Shows the next tile."""

    def observe(self, state: kernels.BatchState, seat: int, out: Array) -> None:
        super().observe(state, seat, out)
        out[:, 19] = state.bag[:, 19]


class Blind(kernels.Fast):
    """Cannot tell the views of two seats apart."""

    def read_view(self, row: Array) -> Any:
        return replace(super().read_view(row), seat=0)


class Generous(kernels.Fast):
    def outcome(self, state: kernels.BatchState, scores: Array, places: Array) -> None:
        super().outcome(state, scores, places)
        scores += state.turn[:, None] == 19


class Tied(kernels.Fast):
    def outcome(self, state: kernels.BatchState, scores: Array, places: Array) -> None:
        super().outcome(state, scores, places)
        places[:] = np.minimum(places, 1)


class Early(kernels.Fast):
    """Ends one turn too early."""

    def waiting(self, state: kernels.BatchState, out: Array) -> None:
        out[:] = (state.turn < 18)[:, None]


class Mislogged(kernels.Fast):
    """Logs a different cell from the one it plays."""

    def step(self, state: kernels.BatchState, actions: Array, ms: Array, log: Array) -> None:
        super().step(state, actions, ms, log)
        log[:, 2, 1] = 27 + (log[:, 2, 1] - 27 + 1) % 19


class Unlogged(kernels.Fast):
    """Plays out different games from the ones it logs."""

    def finish(self, state: kernels.BatchState, log: Array) -> None:
        super().finish(state, log if log.shape[1] and len(log) == 1 else log[:, :0])
        state.board[:, :, 0] = state.board[:, :, 1]


@pytest.mark.parametrize("mutant", [Anywhere, Foresight, Blind, Generous, Tied, Early, Mislogged, Unlogged])
def test_law_11_finds_a_wrong_kernel(mutant: type[kernels.Fast], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "Fast", mutant)
    with pytest.raises(laws.BrokenLaw) as broken:
        agree(EASY, 8, 3, 2, Options(placement="adjacent", rays="all"))
    assert broken.value.law == 11


def test_law_11_finds_wrong_whole_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(seed: int, first: int, scores: Array, log: Array) -> None:
        play_whole(seed, first, scores, log)
        scores[0] += not log.shape[1]

    play_whole = kernels.play_whole
    monkeypatch.setattr(kernels, "play_whole", generous)
    with pytest.raises(laws.BrokenLaw, match="law 11: playout 0"):
        agree(EASY, 4)


# Seeds.
def stepped(n: int, seats: int = 2, threads: int = 1, first: int = 0, steps: int = 19) -> Batch:
    batch = Batch(EASY, n, 11, seats, {"placement": "symbol"}, first=first, threads=threads)
    for _ in range(steps):
        batch.step(batch.random_actions())
    return batch


def test_a_seeded_game_is_the_same_in_any_batch_and_on_any_thread() -> None:
    n = PIECE + 904
    one, two, single = stepped(n), stepped(n, threads=2), stepped(1, first=n - 1)
    assert np.array_equal(one.observe(1), two.observe(1))
    assert np.array_equal(one.scores, two.scores)
    assert np.array_equal(one.observe(1)[-1:], single.observe(1))
    assert one.write_match(n - 1) == single.write_match(0)
    assert len({row.tobytes() for row in one.observe()}) == n


def test_a_seed_can_be_a_numpy_integer() -> None:
    seed: Any = np.int64(7)
    assert np.array_equal(Batch(EASY, 3, seed).random_actions(), Batch(EASY, 3, 7).random_actions())
    assert np.array_equal(play_outs(EASY, 3, seed), play_outs(EASY, 3, 7))
    assert write_play_out(EASY, 2, seed) == write_play_out(EASY, 2, 7)


def test_calls_do_not_depend_on_the_actions() -> None:
    batch, other = stepped(50), Batch(EASY, 50, 11)
    for _ in range(19):
        other.step(other.mask.argmax(axis=2))
    assert np.array_equal(batch.observe()[:, 1:20], other.observe()[:, 1:20])


@pytest.mark.parametrize("seats", [1, 2])
def test_seeded_whole_games_are_the_same_stepped_or_played_out(seats: int) -> None:
    scores = play_outs(EASY, PIECE + 100, 5, seats)
    assert np.array_equal(scores, play_outs(EASY, PIECE + 100, 5, seats, threads=2))
    assert np.array_equal(scores[37:60], play_outs(EASY, 23, 5, seats, first=37))
    assert not np.array_equal(scores, play_outs(EASY, PIECE + 100, 6, seats))
    assert not np.array_equal(scores[:-1], play_outs(EASY, PIECE + 99, 5 + (1 << 40), seats))


@pytest.mark.parametrize("rows", [[True, False, True], [1, 0, 1], np.array([1, 0, 1])])
def test_renew_takes_a_mask(rows: Any) -> None:
    batch = Batch(EASY, 3)
    batch.step(batch.random_actions())
    batch.renew(rows)
    assert batch.numbers.tolist() == [3, 1, 5]
    assert batch.steps.tolist() == [0, 1, 0]
    with pytest.raises(IndexError):
        batch.renew([True, False])
    assert batch.numbers.tolist() == [3, 1, 5]


def test_renewed_games_continue_the_seeds_numbering() -> None:
    batch = stepped(4, steps=3)
    batch.renew(np.array([False, True, False, True]))
    assert batch.numbers.tolist() == [0, 5, 2, 7]
    fresh = stepped(8, steps=0)
    assert np.array_equal(batch.observe()[[1, 3]], fresh.observe()[[5, 7]])
    assert np.array_equal(batch.observe()[[0, 2]], stepped(4, steps=3).observe()[[0, 2]])
    batch.step(batch.random_actions())
    batch.play_out()
    for row in range(4):
        assert loads(batch.write_match(row).splitlines()).result().scores == tuple(batch.scores[row])


# Random play matches the rules.
def random_scores(entry: Entry, seats: int, options: Any, chance: random.Random) -> tuple[int, ...]:
    """The scores of one match between the game's random bots, without fair draws; only bots that need views get them."""
    game, now = entry.game, 0
    seed = str(chance.random())
    bots = [player(entry, "random")(game, seat, bots_chance(seed, seat)) for seat in range(seats)]
    state = game.start(seats, options)
    while asked := game.to_act(state):
        if asked == (CHANCE,):
            draws, weights = zip(*game.odds(state), strict=True)
            state, _ = game.play(state, CHANCE, chance.choices(draws, weights)[0], now)
            continue
        bot, view = bots[asked[0]], None if isinstance(bots[0], RandomBot) else game.view(state, asked[0])
        action = bot.choose(view, game.legal(state, asked[0]), now)
        now += bot.pace(view, action, now)
        try:
            state, now = play_in_time(game, state, asked[0], action, now)
        except TooSoon as soon:
            state, now = play_in_time(game, state, asked[0], action, soon.until)
    outcome = game.outcome(state)
    assert outcome
    return outcome.scores


@cache
def scores_by_rules(name: str, n: int, seats: int, options: Any) -> Array:
    chance = random.Random(f"statistics of {name}")
    return np.array([random_scores(find(name), seats, options, chance) for _ in range(n)])


def chance_of(stats: Any, found: Array, expected: Array) -> float:
    """The probability of such a difference or a greater one by chance (chi-square). Bins are expected to be equally full; the
    outer bins are open, so every value falls into one."""
    inner = np.unique(np.quantile(expected, np.linspace(0.05, 0.95, 19), method="higher"))
    edges = [-np.inf, *inner[inner > expected.min()], np.inf]
    table = np.array([np.histogram(scores, edges)[0] for scores in (found, expected)])
    return float(stats.chi2_contingency(table).pvalue)


def same_scores(entry: Entry, games: int, seats: int, options: Any, stats: Any) -> None:
    expected = scores_by_rules(entry.game.id, games, seats, options)
    found = play_outs(entry.game, 10 * games, 3, seats, options)
    batch = Batch(entry.game, 10 * games, 4, seats, options, keep=False)
    batch.play_out()
    for seat in {0, seats - 1}:
        assert chance_of(stats, found[:, seat], expected[:, seat]) > 1e-4
        assert chance_of(stats, batch.scores[:, seat], expected[:, seat]) > 1e-4


@pytest.mark.parametrize("games", [200, pytest.param(MATCHES, marks=pytest.mark.soak)])
@pytest.mark.parametrize("entry", FAST, ids=ids)
def test_random_play_scores_like_the_rules(entry: Entry, games: int, outside_part: Callable[[str], Any]) -> None:
    same_scores(entry, games, entry.game.usual_seats[0], entry.game.options(), outside_part("scipy.stats"))


@pytest.mark.soak
@pytest.mark.parametrize("entry", FAST, ids=ids)
def test_random_play_scores_like_the_rules_with_every_option(entry: Entry, outside_part: Callable[[str], Any]) -> None:
    for seats, options in laws.situations(entry):
        if seats <= 3:
            same_scores(entry, MATCHES // 100, seats, options, outside_part("scipy.stats"))


def test_the_statistics_notice_another_game(outside_part: Callable[[str], Any]) -> None:
    rules = scores_by_rules(EASY, 200, 1, Options())
    assert chance_of(outside_part("scipy.stats"), play_outs(EASY, 2000, 3, 1, Options(rays="all"))[:, 0], rules[:, 0]) < 1e-4


def test_the_statistics_notice_impossible_scores(outside_part: Callable[[str], Any]) -> None:
    rules = scores_by_rules(EASY, 200, 1, Options())[:, 0]
    assert chance_of(outside_part("scipy.stats"), np.where(np.arange(200) % 2, rules, 400), rules) < 1e-4


def test_the_mean_of_whole_games_is_exact() -> None:
    scores = play_outs(EASY, 2_000_000, 9)[:, 0]
    error = scores.std() / len(scores) ** 0.5
    assert abs(scores.mean() - 10.6896) < 4.5 * error
    assert abs((scores == 0).mean() - 0.5098) < 0.002


@pytest.mark.parametrize("changed", ["game/parts.toml", "game/players/bots.py", "shared/chance.py"])
def test_outdated_kernels_are_recompiled(changed: str, tmp_path: Path) -> None:
    compiled = tmp_path / "game" / "kernels" / "__pycache__"
    for folder in (compiled, tmp_path / "game" / "players", tmp_path / "shared"):
        folder.mkdir(parents=True)
    old, new = (compiled / f"batch.{name}.py311.nbi" for name in ("old", "new"))
    for path, when in ((old, 100), (tmp_path / changed, 200), (new, 300)):
        path.touch()
        os.utime(path, (when, when))
    drop_stale(tmp_path / "game", tmp_path / "shared")
    assert (old.exists(), new.exists()) == (False, True)


# Scores of boards that random play does not reach.
def boards_with_a_line() -> list[list[Tile]]:
    """A board where that line scores, for every line, value and symbol with enough tiles."""
    below, boards = random.Random(5), []
    for line in BOARD.lines:
        for value in (TILES.top, TILES.left, TILES.right)[line.direction]:
            for symbol in (("sun",), ("moon",), ("sun", "moon")):
                like = [t for t, v in enumerate(TILES.values) if v[line.direction] == value and TILES.symbols[t] in symbol]
                if len(like) >= len(line.cells):
                    on_line = below.sample(like, len(line.cells))
                    rest = below.sample([t for t in range(len(NAMES)) if t not in on_line], len(CELLS) - len(line.cells))
                    boards.append([on_line[line.cells.index(c)] if c in line.cells else rest.pop() for c in CELLS])
    return boards


def test_every_line_counts_in_the_fastest_scorer() -> None:
    boards = boards_with_a_line()
    sides, game = kernels.SIDES.view(np.uint16), TakeItEasy()
    for start in range(0, len(boards) - 15, 16):
        some, out = boards[start : start + 16], np.zeros(16, np.int32)
        kernels.score_lanes(np.ascontiguousarray(sides[np.array(some)].T), out)
        sheets = game.score(Options(), [RealBoard(BOARD.write(board, TILES)) for board in some])
        assert out.tolist() == [sum(row.points for row in sheet) for sheet in sheets]
        assert min(out) > 0


@pytest.mark.parametrize("rays", ["none", "all", "best"])
def test_every_line_and_ray_counts(rays: Any) -> None:
    boards, options, game = boards_with_a_line(), Options(rays=rays), TakeItEasy()
    kernel = kernels.Fast(3, options)
    state = kernel.fresh(1)
    scores, places = np.zeros((1, 3), np.int32), np.zeros((1, 3), np.int32)
    for start in range(len(boards) - 2):
        state.board[0] = boards[start : start + 3]
        kernel.outcome(state, scores, places)
        sheets = game.score(options, [RealBoard(BOARD.write(board, TILES)) for board in boards[start : start + 3]])
        assert scores[0].tolist() == [sum(row.points for row in sheet) for sheet in sheets]


def test_views_of_open_steps_can_be_observed() -> None:
    """Including steps in which only some seats have placed."""
    game, below, options = TakeItEasy(), random.Random(2), Options()
    kernel, state = kernels.Fast(3, options), TakeItEasy().start(3, options)
    while asked := game.to_act(state):
        seat = below.choice(asked)
        state, _ = game.play(state, seat, below.choice(game.legal(state, seat)), 0)
        for watcher in (None, 0, 1, 2):
            view = game.view(state, watcher)
            assert kernel.read_view(kernel.write_view(view)) == view


# Sizes.
@pytest.mark.parametrize("seats", [1, 2, 6])
def test_a_game_takes_the_documented_bytes_and_no_python_object(seats: int) -> None:
    Batch(EASY, 10, seats=seats)
    n = 20_000
    before = len(gc.get_objects())
    tracemalloc.start()
    batch = Batch(EASY, n, seats=seats, keep=False)
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert sum(array.nbytes for array in batch.state) == n * (36 + 27 * seats)
    assert batch.bytes_per_game == 36 + 27 * seats + 16
    assert grown == pytest.approx(n * batch.bytes_per_game, rel=0.01)
    batch.step(batch.random_actions())
    assert len(gc.get_objects()) - before < 500


# Records.
def test_an_unfinished_game_can_be_recorded_and_continued() -> None:
    batch = stepped(3, steps=4)
    match = loads(batch.write_match(2).splitlines())
    assert match.outcome() is None
    assert match.to_act() == (0, 1)
    assert [row.ms for row in match.rows[:4] if isinstance(row, record.Action)] == [0, 1000, 1000, 1000]


def test_a_record_holds_the_given_times() -> None:
    batch = Batch(EASY, 2, seats=2)
    batch.step(batch.random_actions(), [[300, 200], [50, 60]])
    rows = [record.read(line) for line in batch.write_match(1).splitlines()[1:]]
    assert [(row.who, row.ms) for row in rows if isinstance(row, record.Action)] == [(-1, 0), (0, 50), (1, 60), (-1, 60)]
    rows = [record.read(line) for line in batch.write_match(0).splitlines()[1:]]
    assert [row.ms for row in rows if isinstance(row, record.Action)] == [0, 300, 300, 300]


def test_a_whole_game_can_be_recorded() -> None:
    scores = play_outs(EASY, 40, 8)
    texts = [write_play_out(EASY, number, 8) for number in range(40)]
    assert [loads(text.splitlines()).result().scores for text in texts] == [tuple(row) for row in scores.tolist()]
    first = [text.splitlines()[2] for text in texts]
    assert len(set(first)) > 8  # cells in random order, although the score does not depend on it


def test_negative_row_numbers_count_from_the_end() -> None:
    batch = stepped(3, steps=4)
    assert [batch.write_match(row) for row in (-3, -2, -1)] == [batch.write_match(row) for row in range(3)]
    for row in (-4, 3):
        with pytest.raises(IndexError):
            batch.write_match(row)


def test_a_batch_without_a_log_refuses_records() -> None:
    with pytest.raises(ValueError, match="keep=False"):
        Batch(EASY, 1, keep=False).write_match(0)


# Bad input.
def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    batch = Batch(EASY, 3, seats=2)
    batch.step([[0, 1], [2, 3], [4, 5]])
    before, steps = batch.observe(), batch.steps.copy()
    for bad in ([[1, 2], [2, 4], [0, 0]], [[1, 2], [1, -1], [0, 0]], [[1, 2], [1, 19], [0, 0]], [[1, 2], [-2, 1], [0, 0]]):
        with pytest.raises(ValueError, match=r"game 1 of the batch: .* is not legal for the seats \[0, 1\]"):
            batch.step(bad)
    shapes: tuple[tuple[Any, str], ...] = (([1, 2, 3], "shape"), ([[1.0, 2.0]] * 3, "integers"), ([[1, 2]] * 4, "shape"))
    shapes += (([[1 << 32, 1]] * 3, "not legal"), (1.0, "integers"), ([[True, False]] * 3, "integers"))
    for odd, why in shapes:
        with pytest.raises(ValueError, match=why):
            batch.step(odd)
    for late, why in ((-1, "negative"), (1.5, "integers"), ([1, 2], "shape")):
        with pytest.raises(ValueError, match=why):
            batch.step(batch.random_actions(), late)
    assert np.array_equal(batch.observe(), before)
    assert np.array_equal(batch.steps, steps)


@pytest.mark.parametrize("seat", [-2, -1, 2, 99])
def test_observing_from_a_missing_seat_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {seat}: seats are 0 to 1"):
        Batch(EASY, 3, seats=2).observe(seat)


def test_masks_and_scores_are_read_only() -> None:
    batch = Batch(EASY, 3)
    for array in (batch.mask, batch.waiting, batch.scores, batch.places):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1


def test_a_batch_copies_the_actions_it_is_given() -> None:
    batch = Batch(EASY, 3)
    actions = batch.random_actions()
    batch.step(actions)
    before = batch.write_match(0)
    actions[:] = 0
    assert batch.write_match(0) == before


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": 1, "threads": 0}, {"n": 1, "first": -1}])
def test_an_empty_batch_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a batch needs at least one game"):
        Batch(EASY, **wrong)


def test_a_game_without_actions_waits() -> None:
    batch = Batch(EASY, 2, seats=2)
    before = batch.observe()
    batch.step([[-1, -1], [0, 0]])
    assert np.array_equal(batch.observe()[0], before[0])
    assert not np.array_equal(batch.observe()[1], before[1])
    assert batch.steps.tolist() == [0, 1]
    batch.play_out()
    over = batch.observe()
    batch.step(batch.random_actions())
    assert np.array_equal(batch.observe(), over)


def test_unplayable_batches_are_refused() -> None:
    with pytest.raises(UnknownGame):
        Batch("no-such-game", 1)
    with pytest.raises(BadOptions):
        Batch(EASY, 1, seats=501)
    with pytest.raises(BadOptions):
        Batch(EASY, 1, options={"rays": "some"})
    with pytest.raises(Refusal) as refusal:
        Batch(TOY.game, 1)
    assert refusal.value.message.id == "no-kernel"


# What it costs users who do not need it.
def test_the_command_line_loads_no_numpy() -> None:
    code = "import sys, tablee, tablee.cli; tablee.all_games(); sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(("progress", "shown"), [(True, True), (False, False), (None, False)])
def test_a_long_run_shows_progress(progress: bool | None, shown: bool, capsys: pytest.CaptureFixture[str]) -> None:
    play_outs(EASY, 100, seats=2, progress=progress)
    out, err = capsys.readouterr()
    assert (EASY in err) is shown
    assert out == ""


def test_a_game_with_other_parts_has_no_kernels(tmp_path: Path) -> None:
    parts = find("limits").folder / "parts.toml"
    (tmp_path / "parts.toml").write_text(
        parts.read_text("utf-8").replace("ones = 24", "ones = 19").replace("bank = 44", "bank = 39")
    )
    with pytest.raises(Refusal, match="no-kernel"):
        Batch(from_parts(tmp_path / "parts.toml"), 1, seed=1)
