"""The tile games as models for CP-SAT, written from the rules alone, to check the solvers against."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ortools.sat.python import cp_model

from tablee.core.hexboard import Cell, HexBoard, Line, Tile, TileSet

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
            flags = [self.lies.setdefault((name, cell, tile), self.flag()) for tile in self.calls]
            self.cp.add(sum(flags) == 1) if full else self.cp.add(sum(flags) <= 1)

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

    def solve(self, seconds: float = 60) -> tuple[cp_model.CpSolver, bool]:
        """The solver, and whether it has proved its optimum."""
        self.cp.maximize(sum(self.points))
        solver = cp_model.CpSolver()
        solver.parameters.max_time_in_seconds = seconds
        solver.parameters.num_workers = 1
        return solver, solver.solve(self.cp) == cp_model.OPTIMAL


def line_points(scoring: Scoring) -> list[Any]:
    return [len(line.cells) * value * flag for line, scores in scoring for value, flag in scores.items()]


def easy(board: HexBoard, tiles: TileSet, calls: Sequence[Tile]) -> Model:
    """Take it Easy! without variants (R9)."""
    model = Model(tiles, calls)
    model.add_board("board", range(len(board.names)))
    model.close()
    model.points = line_points(model.lines("board", board.lines))
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
