"""What is special about the kernels of Take it to the Limit!; test_batch covers what all kernels share."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from tablee.core import laws
from tablee.core.game import total
from tablee.core.options import combinations
from tablee.core.registry import find
from tablee.games.take_it_to_the_limit.actions import DISCARD, RESERVE
from tablee.games.take_it_to_the_limit.kernels import batch as kernels
from tablee.games.take_it_to_the_limit.real_boards import RealBoard
from tablee.games.take_it_to_the_limit.scoring import ways
from tablee.games.take_it_to_the_limit.setting import Options
from tablee.games.take_it_to_the_limit.tiles import HOLE_NAMES, METALS, NEXUS, ORCHID, TILES, YARD
from tablee.kit.hexboard import HexBoard, Tile
from tablee.lab.batch import PIECE, Array, Batch, play_outs
from tablee.lab.kernel_laws import agree
from tablee.replay import loads

ENTRY = find("take-it-to-the-limit")
GAME = ENTRY.game
MATCHES = int(os.environ.get("TABLEE_SOAK_MATCHES", "100000"))
PLAIN, PASSED, ORCHIDS = Options(), Options(scrapyard="pass"), Options("orchid", tiles="both")
DIFFERENT = [Options(scrapyard=yard) for yard in ("standard", "lowest", "pass", "none")]
DIFFERENT += [Options("orchid", tiles=tiles) for tiles in ("suns", "moons", "both")]


def name(options: Options) -> str:
    return f"{options.board}-{options.tiles if options.board == 'orchid' else options.scrapyard}"


# Law 11.
def test_kernels_agree_with_the_rules_under_every_combination_of_options() -> None:
    every = laws.situations(ENTRY)
    for number, options in enumerate(combinations(Options)):
        seats = 1 + number % 6 if (1 + number % 6, options) in every else 6 - number % 6
        plan, steps = kernels.plan_of(seats, options), agree(GAME, 1, number, seats, options)
        assert 0 <= steps - plan.calls - plan.orchid <= 7 * seats * plan.shift


# Boards that random play does not reach: a bonus tile crossed by lines of its values.
def arranged(calls: Sequence[Tile], options: Options, chance: random.Random) -> dict[Tile, str]:
    """Where a seat puts each tile to get these boards; `s:a1` for a tile that has to be discarded."""
    free = [to for to in kernels.places_of(options) if to not in HOLE_NAMES or options.board == "nexus"]
    metals = [tile for tile in calls if tile in METALS]
    target: dict[Tile, str] = {}
    for board, mark in ((ORCHID, ""),) if options.board == "orchid" else ((YARD, "s:"), (NEXUS, "")):
        if mark + "a1" in free and metals and chance.random() < 0.9:
            centre = metals.pop(chance.randrange(len(metals)))
            left = [tile for tile in calls if tile not in target and tile not in metals]
            target |= {tile: mark + board.names[cell] for tile, cell in crossing(board, centre, left, chance).items()}
    rest = [to for to in free if to not in target.values()]
    chance.shuffle(rest)
    return target | {tile: rest.pop() for tile in calls if tile not in target}


def crossing(board: HexBoard, centre: Tile, left: Sequence[Tile], chance: random.Random) -> dict[Tile, int]:
    """The tile on any cell, with as many of its lines as the remaining tiles can fill."""
    closed = [board.cells[name] for name in HOLE_NAMES] if board is ORCHID else []
    cell = chance.choice([cell for cell in range(len(board.names)) if cell not in closed])
    laid = {centre: cell}
    for line in chance.sample(board.lines, len(board.lines)):
        if cell in line.cells:
            like = [t for t in left if t not in laid and TILES.values[t][line.direction] == TILES.values[centre][line.direction]]
            laid |= dict(zip(like, (other for other in line.cells if other not in (cell, *closed)), strict=False))
    return laid


def played_as_arranged(options: Options, n: int, seats: int) -> Batch:
    batch, chance = Batch(GAME, n, 7, seats, options), random.Random(name(options))
    batch.play_out()
    calls = batch.observe(None)[:, 1 : 1 + kernels.plan_of(seats, options).calls].tolist()
    targets = [[arranged(row, options, chance) for _ in range(seats)] for row in calls]
    batch.reset()
    while not batch.over.all():
        views = [batch.kernel.read_view(row).table for row in batch.observe(None)]
        actions = batch.random_actions()  # for relocations
        for row, seat in np.argwhere(batch.waiting):
            text = wanted(views[row], targets[row], seat, options)
            actions[row, seat] = batch.moves.index(text) if text in batch.moves else actions[row, seat]
        batch.step(actions)
    return batch


def wanted(table: Any, targets: Sequence[dict[Tile, str]], seat: int, options: Options) -> str:
    tile = table.calls[-1]
    if len(table.placed[seat]) < len(table.calls):
        to = targets[seat][tile]
        return DISCARD if table.holders and to.startswith("s:") else to
    return targets[table.holders.index(seat)][tile] if table.holders else "at random"


@pytest.mark.parametrize("options", DIFFERENT, ids=name)
def test_lines_bonuses_and_scrapyards_score_like_the_rules(options: Options) -> None:
    batch, rows = played_as_arranged(options, 40, 2), []
    for number in range(batch.n):
        match = loads(batch.write_match(number).splitlines())
        assert match.result().scores == tuple(batch.scores[number].tolist())
        assert match.result().places == tuple(batch.places[number].tolist())
        rows += [row for seat in range(2) for row in GAME.sheet(match.view(seat), seat)]
    bonuses = {(dict(row.what.args)["metal"], row.points) for row in rows if row.what.id == "bonus"}
    assert bonuses >= {("gold", 0), ("gold", 40), ("silver", 0), ("silver", 20), ("silver", 40)}
    yards = [dict(row.what.args) for row in rows if row.what.id == "yard"]
    assert {yard["way"] for yard in yards} >= ({"lines", "silver", "gold", "none"} if yards else set())
    penalties = {row.points for row in rows if "penalty" in row.what.id}
    assert penalties == {"standard": {0, -60}, "none": set()}.get(options.scrapyard if yards else "none", {0, -30, -60})


@pytest.mark.parametrize("options", DIFFERENT[:3], ids=name)
def test_scrapyards_full_of_bonuses_cost_the_same_as_in_the_rules(options: Options) -> None:
    chance, kernel, values = random.Random(4), kernels.Fast(3, options), set()
    state, scores, places = kernel.fresh(1), np.zeros((1, 3), np.int32), np.zeros((1, 3), np.int32)
    for _ in range(150):
        yards = [chance.sample(list(METALS), 7) for _ in range(3)]
        state.board[0, :, len(NEXUS.names) :] = yards
        kernel.outcome(state, scores, places)
        sheets = GAME.score(options, [RealBoard(scrapyard=YARD.write(yard, TILES)) for yard in yards])
        assert scores[0].tolist() == [total(sheet) for sheet in sheets]
        for seat, yard in enumerate(yards):
            value = kernels.yard_value(state.board, 0, seat, np.zeros(kernels.MOST, np.int64), np.zeros(64, np.int8))
            assert value == max(points for points, _ in ways(yard).values())
            values.add(value)
    assert values >= {0, 40, 60, 80}


def test_a_gold_tile_on_three_lines_scores_in_full() -> None:
    kernel, laid = kernels.Fast(1, PLAIN), crossing(NEXUS, TILES.index["1-2-3"], range(64), random.Random(1))
    assert len(laid) > 10
    state, scores = kernel.fresh(1), np.zeros((1, 1), np.int32)
    state.turn[:] = 0  # no penalty yet
    for tile, cell in laid.items():
        state.board[0, 0, cell] = tile
    kernel.outcome(state, scores, scores.copy())
    lengths = [(len(line.cells), line.direction) for line in NEXUS.lines if laid[TILES.index["1-2-3"]] in line.cells]
    assert scores[0, 0] >= 80 + sum(length * (1, 2, 3)[way] for length, way in lengths)


# Views in open steps, and with scrapyards passed down the ranking.
@pytest.mark.parametrize("options", [PLAIN, PASSED, ORCHIDS], ids=name)
def test_views_of_open_steps_and_later_games_can_be_observed(options: Options) -> None:
    chance, kernel = random.Random(3), kernels.Fast(3, options)
    state = GAME.start(3, options, (10, 30, 20))
    seen: dict[bytes, Any] = {}
    while asked := GAME.to_act(state):
        seat = chance.choice(asked)
        state, _ = GAME.play(state, seat, chance.choice(GAME.legal(state, seat)), 0)
        for watcher in (None, 0, 1, 2):
            view = GAME.view(state, watcher)
            row = kernel.write_view(view)
            assert row.shape == (kernel.width,)
            assert kernel.read_view(row) == view
            assert seen.setdefault(row.tobytes(), view) == view


# Seeds.
def stepped(options: Options, n: int, threads: int = 1, first: int = 0) -> Batch:
    batch = Batch(GAME, n, 11, 3, options, first=first, threads=threads)
    for _ in range(20):
        batch.step(batch.random_actions())
    return batch


@pytest.mark.parametrize("options", [PLAIN, PASSED, ORCHIDS], ids=name)
def test_a_seeded_game_is_the_same_in_any_batch_and_on_any_thread(options: Options) -> None:
    n = PIECE + 100
    one, two, few = stepped(options, n), stepped(options, n, threads=2), stepped(options, 3, first=n - 3)
    for turn in range(2):
        assert np.array_equal(one.observe(1), two.observe(1))
        assert np.array_equal(one.observe(1)[-3:], few.observe(1))
        assert np.array_equal(one.scores, two.scores)
        assert np.array_equal(one.scores[-3:], few.scores)
        assert one.over.all() == bool(turn)
        for batch in (one, two, few):
            batch.play_out()
    scores = play_outs(GAME, n, 5, 3, options)
    assert np.array_equal(scores, play_outs(GAME, n, 5, 3, options, threads=2))
    assert np.array_equal(scores[40:60], play_outs(GAME, 20, 5, 3, options, first=40))
    assert len({row.tobytes() for row in one.observe()}) == n


@pytest.mark.parametrize("options", [PASSED, ORCHIDS], ids=name)
def test_a_game_waits_in_any_step_until_its_seats_have_actions(options: Options) -> None:
    batch, always = (Batch(GAME, 30, 2, 4, options) for _ in range(2))
    chance, held = np.random.default_rng(1), 0
    while not batch.over.all():
        waits = chance.random(30) < 0.5
        before, second = batch.observe(2), (batch.waiting.sum(axis=1) < 4) | (batch.mask[:, 0, -1])
        batch.step(np.where(waits[:, None], -1, batch.random_actions()))
        assert np.array_equal(batch.observe(2)[waits], before[waits])
        held += (waits & second & ~batch.over).sum()
    while not always.over.all():
        always.step(always.random_actions())
    assert held > 0
    assert np.array_equal(batch.observe(2), always.observe(2))


# Random play.
def first_given_up(placed: Sequence[str]) -> int:
    """In which turn a player first reserved or discarded a tile."""
    return min((turn for turn, to in enumerate(placed) if to in (RESERVE, DISCARD)), default=0)


def chance_of(stats: Any, found: Array, expected: Array) -> float:
    """The probability of such a difference or a greater one by chance, in bins expected to be about equally full."""
    edges = np.unique(np.quantile(expected, np.linspace(0, 1, 13)[1:-1]))
    table = np.array([np.bincount(np.digitize(some, edges), minlength=len(edges) + 1) for some in (found, expected)])
    return float(stats.chi2_contingency(table[:, table.any(axis=0)]).pvalue)


def at_random(options: Options, chance: random.Random) -> tuple[int, int]:
    """A random match played with the rules: a score, and when its player first gave up a tile."""
    state = GAME.start(2, options)
    while asked := GAME.to_act(state):
        state, _ = GAME.play(state, asked[0], chance.choice(GAME.legal(state, asked[0])), 0)
    outcome = GAME.outcome(state)
    assert outcome
    return outcome.scores[1], first_given_up(state.placed[1])


@pytest.mark.parametrize("games", [150, pytest.param(MATCHES, marks=pytest.mark.soak)])
@pytest.mark.parametrize("options", [PLAIN, PASSED, ORCHIDS], ids=name)
def test_random_play_matches_the_rules(options: Options, games: int, outside_part: Callable[[str], Any]) -> None:
    chance, batch, stats = random.Random(8), Batch(GAME, max(games, 1000), 6, 2, options), outside_part("scipy.stats")
    batch.play_out()
    expected = np.array([at_random(options, chance) for _ in range(games)])
    given_up = np.array([first_given_up(batch.kernel.read_view(row).table.placed[1]) for row in batch.observe(None)])
    assert chance_of(stats, batch.scores[:, 1], expected[:, 0]) > 1e-4
    assert options == PLAIN or chance_of(stats, given_up, expected[:, 1]) > 1e-4


@pytest.mark.parametrize("options", DIFFERENT, ids=name)
def test_calls_and_first_places_are_uniform(options: Options, outside_part: Callable[[str], Any]) -> None:
    batch = Batch(GAME, 6400, 1, 2, options, keep=False, log=True)
    batch.play_out()
    plan = kernels.plan_of(2, options)

    def even(codes: Array, choices: int) -> float:
        return float(outside_part("scipy.stats").chisquare(np.bincount(codes, minlength=choices)).pvalue)

    for rows, many in ((1, plan.tiles), (2, plan.first.bit_length()), (3, plan.first.bit_length())):
        codes = batch.log[:, rows, 1] - (0 if rows == 1 else plan.tiles)
        assert even(codes, many) > 1e-4
    calls = batch.log[:, 1:, :][batch.log[:, 1:, 0] == -1][:, 1].reshape(batch.n, -1)[:, : plan.calls]
    assert even(calls[:, plan.calls - 1], plan.tiles) > 1e-4
    assert all(len(set(row)) == plan.calls for row in calls.tolist())


# Sizes.
@pytest.mark.parametrize(
    ("options", "game", "seat"), [(PLAIN, 74, 53), (DIFFERENT[3], 74, 46), (DIFFERENT[4], 42, 37), (ORCHIDS, 74, 37)]
)
def test_a_game_takes_the_documented_bytes(options: Options, game: int, seat: int) -> None:
    batch = Batch(GAME, 100, seats=5, options=options)
    assert sum(array.nbytes for array in batch.state) == 100 * (game + 5 * seat)
