"""The nets of Take it Easy!, and the bots that play by them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.core.bot import Evaluator, Value
from tablee.games.take_it_easy import BOTS, GAME
from tablee.games.take_it_easy.players import champion, nets
from tablee.games.take_it_easy.players.champion import Champion, Expert, luck, settle
from tablee.games.take_it_easy.players.nets import Position, value_cells
from tablee.games.take_it_easy.rules import CALLS, PLACES, Options, View
from tablee.games.take_it_easy.tiles import CELLS, NAMES
from tablee.kit.hexboard import Cell, Tile

pytestmark = pytest.mark.coverage

Board = list[Tile | None]
EVERY_VARIANT = [Options(placement, rays) for placement in ("free", "adjacent", "symbol") for rays in ("none", "all", "best")]


def some_board(chance: random.Random, free: int) -> tuple[Board, Tile]:
    """A board with so many free cells, and the next tile."""
    tiles, board = chance.sample(range(len(NAMES)), len(CELLS) - free + 1), list[Tile | None]([None] * len(CELLS))
    for cell, tile in zip(chance.sample(CELLS, len(CELLS) - free), tiles, strict=False):
        board[cell] = tile
    return board, tiles[-1]


def some_view(chance: random.Random, free: int, options: Options) -> tuple[View, Sequence[Any]]:
    s = GAME.start(2, options)
    while len(s.calls) < len(CELLS) - free + 1 or GAME.to_act(s) != (0, 1):
        seat = GAME.to_act(s)[0]
        s, _ = GAME.play(s, seat, chance.choice(GAME.legal(s, seat)), 0)
    return GAME.view(s, 0), GAME.legal(s, 0)


def exact(position: Position, tile: Tile, cell: Cell) -> float:
    """Every tile that may come, on every cell that may be best for it."""
    after = position.copy()
    after.draw(tile)
    gain = after.put(cell, tile)
    cells = after.open_cells()
    return gain + (sum(max(exact(after, to_come, c) for c in cells) for to_come in after.bag) / len(after.bag) if cells else 0)


def test_the_weights_are_those_of_the_digest() -> None:
    packed = nets.FILE.read_bytes()
    assert nets.DIGEST.read_text() == f"{sha256(packed).hexdigest()}  {nets.FILE.name}\n"
    assert len(packed) <= 4_000_000


def test_damaged_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = bytearray(nets.FILE.read_bytes())
    damaged[1000] ^= 1
    (tmp_path / "nets.bin").write_bytes(damaged)
    monkeypatch.setattr(nets, "FILE", tmp_path / "nets.bin")
    with pytest.raises(ValueError, match="does not match"):
        nets.load.__wrapped__()


def test_weights_are_read_on_machines_of_the_other_byte_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """There, arrays have their bytes swapped after reading; here, that spoils all numbers of several bytes, and no others."""
    packed = nets.FILE.read_bytes()
    here = nets.read(packed)[18]
    monkeypatch.setattr(nets, "byteorder", "big")
    there = nets.read(packed)[18]
    assert there.rows == here.rows
    there.linear.byteswap()
    assert there.linear == here.linear


def test_there_is_a_net_for_each_number_of_free_cells() -> None:
    found = nets.load()
    assert list(found) == list(range(3, 19))
    for net in found.values():
        assert len(net.linear) * nets.WIDTH == len(net.rows)
        assert all(0 <= row < nets.ALL_ROWS for row in net.row)


def test_the_last_cells_are_valued_exactly() -> None:
    chance = random.Random(1)
    for free in (1, 2, 2, 3):
        board, tile = some_board(chance, free)
        values = value_cells(Position(board), tile)
        assert values == {cell: pytest.approx(exact(Position(board), tile, cell)) for cell in Position(board).open_cells()}


def test_the_board_turned_by_half_is_worth_about_the_same() -> None:
    chance = random.Random(2)
    for free in (6, 10, 14):
        board, tile = some_board(chance, free)
        values, turned = value_cells(Position(board), tile), value_cells(Position(board[::-1]), tile)
        assert max(abs(values[cell] - turned[len(CELLS) - 1 - cell]) for cell in values) < 25


def test_an_empty_board_promises_what_experts_reach() -> None:
    mean = sum(max(value_cells(Position([None] * len(CELLS)), tile).values()) for tile in range(0, 27, 5)) / 6
    assert 155 < mean < 180


def two_ahead(position: Position, tile: Tile, budget: int) -> tuple[list[dict[Cell, float]], int]:
    """Stands in for the champion's kernels."""
    near = value_cells(position, tile)
    return [near] if len(near) <= nets.LEAST else [near, champion.look_further(position, tile, list(near))], 0


@pytest.mark.parametrize("name", ["expert", "champion"])
@pytest.mark.parametrize("options", EVERY_VARIANT, ids=str)
def test_every_legal_action_has_a_value(name: str, options: Options, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion, "find_kernels", lambda: SimpleNamespace(look_ahead=two_ahead))
    chance = random.Random(3)
    for free in (1, 4, 7):
        view, legal = some_view(chance, free, options)
        bot = BOTS[name](GAME, 0, chance_of("", 0))
        assert isinstance(bot, Evaluator)
        values = bot.values(view, legal, 0)
        assert len(values) == len(legal)
        assert all(0 <= value.half_width < 20 for value in values)
        assert bot.choose(view, legal, 0) == legal[max(range(len(legal)), key=lambda k: values[k].mean)]


def test_the_last_tile_is_worth_the_final_score() -> None:
    view, legal = some_view(random.Random(4), 1, Options())
    value = Expert(GAME, 0, chance_of("", 0)).values(view, legal, 0)
    assert value == [Value(sum(row.points for row in GAME.sheet_after(view, 0, legal[0])), 0.0)]


def test_rivals_boards_and_open_choices_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two views that differ only in what others have done: the same values."""
    monkeypatch.setattr(champion, "find_kernels", lambda: SimpleNamespace(look_ahead=two_ahead))
    view, legal = some_view(random.Random(5), 8, Options())
    other = replace(view, placed=(view.placed[0], view.placed[1][::-1]), chosen=(False, True))
    for make in (Expert, Champion):
        assert make(GAME, 0, chance_of("", 0)).values(view, legal, 0) == make(GAME, 0, chance_of("", 0)).values(other, legal, 0)


EXPERT = Expert(GAME, 0, chance_of("", 0))


@pytest.mark.parametrize("free", [4, 7, 13])
def test_the_expert_looks_again_at_two_close_cells(free: int) -> None:
    chance, looked = random.Random(8), list[bool]()
    for _ in range(20):
        board, tile = some_board(chance, free)
        near = value_cells(Position(board), tile)
        first, second = sorted(near.values(), reverse=True)[:2]
        looks = EXPERT.look(Position(board), tile)
        looked.append(len(looks) == 2)
        assert looked[-1] == (first - second <= champion.CLOSE)
        if looked[-1]:
            assert looks == [near, champion.look_further(Position(board), tile, list(looks[1]))]
            assert {near[cell] for cell in looks[1]} == {first, second}
    assert set(looked) == {False, True}


def test_the_expert_looks_once_at_the_beginning_and_the_end() -> None:
    for free in (1, 2, 3, 14, 19):
        board, tile = some_board(random.Random(9), free)
        assert len(EXPERT.look(Position(board), tile)) == 1


def test_promising_cells_are_free_and_few() -> None:
    for free in (2, 5, 9, 19):
        board, tile = some_board(random.Random(10), free)
        cells = nets.promising_cells(Position(board), tile)
        assert len(set(cells)) == min(free, nets.WIDE)
        assert all(board[cell] is None for cell in cells)


def test_a_cell_that_was_not_looked_at_further_is_not_better() -> None:
    found = settle([{0: 50.0, 1: 49.0, 2: 45.0, 3: 30.0}, {0: 52.0, 1: 55.0}, {1: 54.0}])
    assert found == {0: (51.0, 2), 1: (54.0, 3), 2: (48.0, 1), 3: (33.0, 1)}


def test_luck_is_what_tiles_are_worth_more_than_the_mean_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a tile is worth its number."""
    monkeypatch.setattr(champion, "find_kernels", lambda: None)
    monkeypatch.setattr(champion, "value_cells", lambda position, tile: {0: float(tile), 1: -1.0})
    view = View(None, Options(), (26, 0), ((5, 6), (7,)), (True, False))
    assert [luck(view, 0), luck(view, 1)] == [(26 - 13) + (0 - 12.5), 13]


class Kernels:
    """Kernels that take their time."""

    def __init__(self) -> None:
        self.compiled = Event()

    def look_ahead(self, position: Position, tile: Tile, budget: int) -> tuple[list[dict[Cell, float]], int]:
        assert self.compiled.wait(10)
        return two_ahead(position, tile, budget)

    def luck(self, calls: Sequence[Tile], cells: Sequence[Cell]) -> float:
        return float(calls[0] * 100 + cells[0])


def test_kernels_are_compiled_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    kernels, bot = Kernels(), Champion(GAME, 0, chance_of("", 0))
    monkeypatch.setattr(champion, "find_kernels", lambda: kernels)
    champion.compiling.cache_clear()
    assert not bot.ready()
    kernels.compiled.set()
    champion.compiling().join(10)
    assert bot.ready()
    champion.compiling.cache_clear()
    assert luck(View(None, Options(), (3,), ((7,),), (True,)), 0) == 307


@pytest.mark.parametrize("missing", [False, True])
def test_kernels_are_found_where_numba_is(missing: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def import_module(name: str) -> str:
        if missing:
            raise ModuleNotFoundError(name)
        return name

    monkeypatch.setattr(champion, "import_module", import_module)
    assert champion.find_kernels.__wrapped__() == (None if missing else "tablee.games.take_it_easy.kernels.search")


def test_positions_add_up() -> None:
    """Drawing and placing tile by tile leads where the whole board does."""
    chance = random.Random(8)
    for free in range(1, 19):
        board, _ = some_board(chance, free)
        whole, step = Position(board), Position([None] * len(CELLS))
        for cell, tile in sorted(((c, t) for c, t in enumerate(board) if t is not None), reverse=True):
            step.draw(tile)
            step.score += step.put(cell, tile)
        assert vars(whole) == vars(step)
        assert len(set(whole.rows())) == len(list(whole.rows()))
        for top, left, right in product(range(4), repeat=3):
            fitting = [t for t in whole.bag if all(a in (3, b) for a, b in zip((top, left, right), nets.RANKS[t], strict=True))]
            assert whole.fits[16 * top + 4 * left + right] == len(fitting)


def test_actions_of_the_game_are_cells_and_tiles() -> None:
    assert [place.cell for place in PLACES] == list(CELLS)
    assert [call.tile for call in CALLS] == list(range(len(nets.RANKS)))
