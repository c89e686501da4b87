"""The tile games as models for CP-SAT, written from the rules alone, to check the solvers against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from tablee.games.take_it_to_the_limit.search import Area
from tablee.games.take_it_to_the_limit.tiles import HOLES, METALS, ORCHID, POINTS, TILES, YARD
from tablee.kit.hexboard import Cell, HexBoard, Line, Tile, TileSet

Var: TypeAlias = Any
Scoring: TypeAlias = list[tuple[Line, dict[int, Var]]]  # each line, and for each value whether it scores with it


@dataclass
class Model:
    """Tiles on the cells of boards. `points` is what is maximised."""

    tiles: TileSet
    calls: Sequence[Tile]
    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    lies: dict[tuple[str, Cell, Tile], Var] = field(default_factory=dict)
    points: list[Any] = field(default_factory=list)

    def flag(self) -> Var:
        return self.cp.new_bool_var("")

    def add_board(self, name: str, cells: Iterable[Cell], full: bool = True) -> None:
        """Every cell has one tile, or at most one."""
        for cell in cells:
            flags: list[Var] = [self.lies.setdefault((name, cell, tile), self.flag()) for tile in self.calls]
            if full:
                self.cp.add_exactly_one(flags)
            else:
                self.cp.add_at_most_one(flags)

    def close(self) -> None:
        """Every tile lies on one cell at most."""
        for tile in self.calls:
            self.cp.add_at_most_one(flag for (_, _, other), flag in self.lies.items() if other == tile)

    def count(self, name: str, cell: Cell, tiles: Iterable[Tile]) -> Any:
        return sum(self.lies[name, cell, tile] for tile in tiles)

    def lines(self, name: str, lines: Sequence[Line]) -> Scoring:
        found: Scoring = []
        for line in lines:
            scores = {}
            for value in (self.tiles.top, self.tiles.left, self.tiles.right)[line.direction]:
                scores[value] = self.flag()
                fitting = [tile for tile in self.calls if self.tiles.values[tile][line.direction] == value]
                for cell in line.cells:
                    self.cp.add(self.count(name, cell, fitting) >= 1).only_enforce_if(scores[value])
            self.cp.add_at_most_one(scores.values())
            found.append((line, scores))
        return found

    def solve(self, effort: float = 100) -> tuple[cp_model.CpSolver, bool]:
        """The solver, and whether it has proved its optimum. The effort is about seconds, but does not depend on the machine."""
        self.cp.maximize(sum(self.points))
        solver = cp_model.CpSolver()
        solver.parameters.max_deterministic_time = effort
        solver.parameters.num_workers = 1
        status = solver.solve(self.cp)
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), solver.status_name(status)
        return solver, status == cp_model.OPTIMAL


def line_points(scoring: Scoring) -> list[Any]:
    return [len(line.cells) * value * flag for line, scores in scoring for value, flag in scores.items()]


def easy(board: HexBoard, tiles: TileSet, calls: Sequence[Tile]) -> Model:
    """Take it Easy! without variants (R9)."""
    model = Model(tiles, calls)
    model.add_board("board", range(len(board.names)))
    model.close()
    model.points = line_points(model.lines("board", board.lines))
    return model


def limit_bonuses(model: Model, name: str, scoring: Scoring, cells: Iterable[Cell]) -> dict[Tile, Any]:
    """R15: for each gold or silver tile, its points."""
    found: dict[Tile, list[Any]] = {tile: [] for tile in model.calls if tile in METALS}
    for cell in cells:
        crossed = sum(flag for line, scores in scoring if cell in line.cells for flag in scores.values())
        for tile, parts in found.items():
            half, whole = model.flag(), model.flag()
            model.cp.add_implication(half, model.lies[name, cell, tile])
            model.cp.add_implication(whole, half)
            model.cp.add(crossed >= 2).only_enforce_if(half)
            model.cp.add(crossed >= 3).only_enforce_if(whole)
            parts.append((half, whole))
    for parts in found.values():  # it follows from the rest, but helps to prove bounds
        model.cp.add_at_most_one(half for half, _ in parts)
    return {tile: POINTS[METALS[tile]] // 2 * sum(half + whole for half, whole in parts) for tile, parts in found.items()}


def limit_board(area: Area, calls: Sequence[Tile]) -> Model:
    """Lines, bonuses and the longest ray of a board of Take it to the Limit! (R14 to R16), without a scrapyard's cost."""
    model = Model(TILES, calls)
    model.add_board("board", range(area.cells))
    model.close()
    scoring = model.lines("board", area.lines)
    model.points = [*line_points(scoring), *limit_bonuses(model, "board", scoring, range(area.cells)).values()]
    rays = []
    for line in area.lines if area.rays else ():
        for symbol in ("sun", "moon"):
            rays.append(ray := model.flag())
            fitting = [tile for tile in calls if TILES.symbols[tile] == symbol]
            for cell in line.cells:
                model.cp.add(model.count("board", cell, fitting) >= 1).only_enforce_if(ray)
            model.points.append(POINTS["ray"] * len(line.cells) * ray)
    model.cp.add_at_most_one(rays)
    return model


def limit_yard(calls: Sequence[Tile]) -> Model:
    """R19: the best of three ways to value a scrapyard."""
    model = Model(TILES, calls)
    cells = range(len(YARD.names))
    model.add_board("yard", cells)
    model.close()
    scoring = model.lines("yard", YARD.lines)
    bonuses = limit_bonuses(model, "yard", scoring, cells)
    ways = {
        3: line_points(scoring),
        2: [points for tile, points in bonuses.items() if METALS[tile] == "silver"],
        1: [points for tile, points in bonuses.items() if METALS[tile] == "gold"],
    }
    chosen = []
    for most, parts in ways.items():
        chosen.append(way := model.flag())
        counted = [model.cp.new_int_var(0, 80, "") for _ in parts]
        uses = [model.flag() for _ in parts]
        for count, use, part in zip(counted, uses, parts, strict=True):
            model.cp.add(count <= part)
            model.cp.add(count <= 80 * use)
            model.cp.add_implication(use, way)
        model.cp.add(sum(uses) <= most)
        model.points += counted
    model.cp.add_exactly_one(chosen)
    return model


def limit_relocation(board: Sequence[Tile | None], reserve: Sequence[Tile], rays: bool) -> Model:
    """R13, R17: reserve tiles on the holes of an Orchid; an empty hole does not count and does not break a line."""
    model = Model(TILES, reserve)
    model.add_board("holes", HOLES.values(), full=False)
    model.close()
    scores: dict[Line, Any] = {}
    longest = []
    for line in ORCHID.lines:
        holes = [cell for cell in line.cells if cell in HOLES.values()]
        fixed = [tile for cell in line.cells if (tile := board[cell]) is not None]
        length = len(fixed) + sum(model.count("holes", cell, reserve) for cell in holes)
        value = TILES.values[fixed[0]][line.direction]
        wrong = [tile for tile in reserve if TILES.values[tile][line.direction] != value]
        scores[line] = model.flag()
        if any(TILES.values[tile][line.direction] != value for tile in fixed):
            model.cp.add(scores[line] == 0)
        for cell in holes:
            model.cp.add(model.count("holes", cell, wrong) == 0).only_enforce_if(scores[line])
        model.points.append(points := model.cp.new_int_var(0, 100, ""))
        model.cp.add(points <= value * length)
        model.cp.add(points <= 100 * scores[line])
        if rays:
            symbol = TILES.symbols[fixed[0]]
            others = [tile for tile in reserve if TILES.symbols[tile] != symbol]
            longest.append(ray := model.flag())
            if any(TILES.symbols[tile] != symbol for tile in fixed):
                model.cp.add(ray == 0)
            for cell in holes:
                model.cp.add(model.count("holes", cell, others) == 0).only_enforce_if(ray)
            model.points.append(points := model.cp.new_int_var(0, 100, ""))
            model.cp.add(points <= POINTS["ray"] * length)
            model.cp.add(points <= 100 * ray)
    model.cp.add_at_most_one(longest)
    lying = {(cell, tile): 1 for cell, tile in enumerate(board) if tile is not None}
    lying |= {(cell, tile): flag for (_, cell, tile), flag in model.lies.items()}
    for (cell, tile), lies in lying.items():
        if tile in METALS:
            crossed = sum(flag for line, flag in scores.items() if cell in line.cells)
            half, whole = model.flag(), model.flag()
            model.cp.add(half <= lies)
            model.cp.add_implication(whole, half)
            model.cp.add(crossed >= 2).only_enforce_if(half)
            model.cp.add(crossed >= 3).only_enforce_if(whole)
            model.points.append(POINTS[METALS[tile]] // 2 * (half + whole))
    return model


class Boards(cp_model.CpSolverSolutionCallback):
    """Every solution, as the tiles of one board."""

    def __init__(self, lies: Mapping[tuple[str, Cell, Tile], Var]) -> None:
        super().__init__()
        self.lies, self.found = lies, set[tuple[Tile, ...]]()

    def on_solution_callback(self) -> None:
        laid = sorted((cell, tile) for (_, cell, tile), flag in self.lies.items() if self.boolean_value(flag))
        self.found.add(tuple(tile for _, tile in laid))


def every_board(model: Model, least: int) -> set[tuple[Tile, ...]]:
    """Every board with at least so many points."""
    model.cp.add(sum(model.points) >= least)
    solver, boards = cp_model.CpSolver(), Boards(model.lies)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    assert solver.solve(model.cp, boards) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return boards.found
