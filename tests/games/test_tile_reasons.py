"""Every number in a reason of the two tile games, recomputed from the parts, the record and the board on the screen."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import comb
from typing import Any, NamedTuple, TypeAlias

import pytest

from tablee.core import laws
from tablee.core.game import Argument
from tablee.core.registry import Entry, find
from tablee.games.take_it_easy.reasons import Knowledge, place_reasons
from tablee.games.take_it_easy.tiles import BOARD, TILES
from tests.reasons import Case, as_percent, cases, chance, check_reasons, known_reasons, varied

pytestmark = pytest.mark.coverage

Board: TypeAlias = dict[str, str]  # by cell, its tile or `.`
Args: TypeAlias = Mapping[str, Any]


class Line(NamedTuple):
    direction: str
    cells: tuple[str, ...]


class Parts:
    """Lines are followed from cell to cell: a longer column to the right begins half a cell higher."""

    def __init__(self, entry: Entry) -> None:
        self.toml = tomllib.loads((entry.folder / "parts.toml").read_text("utf-8"))
        sides = [self.toml["tiles"][side] for side in ("top", "left", "right")]
        self.tiles = ["-".join(map(str, values)) for values in product(*sides)]
        odd = self.toml["symbols"]["sun_when"] == "odd"
        self.symbol = {
            tile: "sun"
            if (sum(side.index(int(n)) for side, n in zip(sides, tile.split("-"), strict=True)) % 2 == 1) == odd
            else "moon"
            for tile in self.tiles
        }
        self.metal = {tile: metal for metal, tiles in self.toml.get("bonus", {}).items() for tile in tiles}

    def lines(self, columns: Sequence[int], without: Sequence[str] = (), prefix: str = "") -> list[Line]:
        names = [[f"{chr(97 + x)}{y + 1}" for y in range(n)] for x, n in enumerate(columns)]
        right: dict[str, dict[str, str]] = {"rising": {}, "falling": {}}
        for x, n in enumerate(columns[:-1]):
            for y, name in enumerate(names[x]):
                up = y if columns[x + 1] > n else y - 1
                for direction, row in (("rising", up), ("falling", up + 1)):
                    if 0 <= row < columns[x + 1]:
                        right[direction][name] = names[x + 1][row]
        found = [Line("vertical", tuple(column)) for column in names]
        for direction, after in right.items():
            for name in (name for column in names for name in column if name not in after.values()):
                cells = [name]
                while cells[-1] in after:
                    cells.append(after[cells[-1]])
                found.append(Line(direction, tuple(cells)))
        return [Line(d, tuple(prefix + cell for cell in cells if cell not in without)) for d, cells in found]


def read_board(text: str, prefix: str = "") -> Board:
    columns = [column.split() for column in text.split(" / ")]
    return {f"{prefix}{chr(97 + x)}{y + 1}": tile for x, column in enumerate(columns) for y, tile in enumerate(column)}


class Table:
    """What is on the table of a case, from its screen and its record."""

    def __init__(self, case: Case, parts: Parts) -> None:
        self.case, self.parts = case, parts
        self.called = case.draws
        self.tile = self.called[-1]
        options = case.match.options
        toml = parts.toml
        self.pool = parts.tiles
        self.yard: Board = {}
        self.yard_lines: list[Line] = []
        if case.match.game.id == "take-it-easy":
            self.lines, self.board = parts.lines(toml["board"]["columns"]), read_board(case.panel("board", case.seat))
            self.calls = 19 - len(self.called)
            return
        self.board = read_board(case.panel(options.board, case.seat))
        holes = [] if options.board == "nexus" else [hole for hole in toml["orchid"]["holes"].values() if self.board[hole] == "."]
        self.lines = parts.lines(toml[options.board]["columns"], holes)
        self.calls = {"nexus": 37 if options.scrapyard == "none" else 44, "orchid": 25}[options.board] - len(self.called)
        if options.board == "orchid" and options.tiles != "both":
            self.pool = [tile for tile in parts.tiles if parts.symbol[tile] + "s" == options.tiles]
        owner = case.seat if case.panel("bury") is None else None
        for seat in range(case.match.seats):
            if case.panel("bury", seat) is not None:
                owner = seat
        self.owner = owner
        text = case.panel("scrapyard", owner)
        if text is not None:
            self.yard, self.yard_lines = read_board(text, "s:"), parts.lines(toml["scrapyard"]["columns"], prefix="s:")

    @property
    def bag(self) -> list[str]:
        return [tile for tile in self.pool if tile not in self.called]

    def line(self, args: Args, marks: tuple[str, ...]) -> Line:
        """The line a reason is about, which its marks show whole."""
        prefix = "s:" if marks[0].startswith("s:") else ""
        lines = self.yard_lines if prefix else self.lines
        (found,) = [
            line
            for line in lines
            if (line.direction, line.cells[0], line.cells[-1])
            == (args["direction"], prefix + args["first"], prefix + args["last"])
        ]
        assert marks == found.cells
        assert args["length"] == len(found.cells)
        return found

    def shown(self, tile: str, direction: str, ray: bool = False) -> str:
        return self.parts.symbol[tile] if ray else tile.split("-")[("vertical", "rising", "falling").index(direction)]

    def values(self, board: Board, line: Line, ray: bool = False) -> list[str]:
        return [self.shown(board[cell], line.direction, ray) for cell in line.cells if board[cell] != "."]

    def after(self, text: str) -> tuple[Board, Board]:
        board, yard = dict(self.board), dict(self.yard)
        for where in (board, yard):
            if text in where:
                assert where[text] == "."
                where[text] = self.tile
        return board, yard

    def full(self, board: Board, line: Line) -> int:
        """The points of a line, if it scores."""
        values = self.values(board, line)
        return len(values) * int(values[0]) if len(values) == len(line.cells) and len({*values}) == 1 else 0

    def can_score(self, board: Board, line: Line) -> bool:
        values, need = {*self.values(board, line)}, sum(board[cell] == "." for cell in line.cells)
        if len(values) > 1:
            return False
        wanted = values or {self.shown(tile, line.direction) for tile in self.pool}
        most = max(sum(self.shown(tile, line.direction) == value for tile in self.bag) for value in wanted)
        return need <= min(most, self.calls)

    def bonus(self, tile: str, crossed: int) -> int:
        return {3: 2, 2: 1}.get(crossed, 0) * {"gold": 40, "silver": 20}[self.parts.metal[tile]]

    def yard_value(self, yard: Board) -> int:
        scoring = [line for line in self.yard_lines if self.full(yard, line)]
        crossed = Counter(cell for line in scoring for cell in line.cells)
        metals = {metal: [0, 0] for metal in ("gold", "silver")}
        for cell, tile in yard.items():
            if tile in self.parts.metal:
                metals[self.parts.metal[tile]].append(self.bonus(tile, crossed[cell]))
        lines = sorted((self.full(yard, line) for line in scoring), reverse=True)
        return max(sum(lines[:3]), max(metals["gold"]), sum(sorted(metals["silver"])[-2:]))


@cache
def parts_of(game: str) -> Parts:
    return Parts(find(game))


def table(case: Case) -> Table:
    return Table(case, parts_of(case.match.game.id))


def boards(table: Table, reason: Argument) -> tuple[Board, Board]:
    """Before and after the action that a reason is about: the board it plays on."""
    yard = reason.action.startswith("s:")
    before, after = (table.yard, table.after(reason.action)[1]) if yard else (table.board, table.after(reason.action)[0])
    return before, after


def points_of(table: Table, value: str, length: int, ray: bool) -> int:
    if not ray:
        return int(value) * length
    points = table.parts.toml["points"]
    return length * int(points["ray"] if "ray" in points else points[f"{value}_ray"])


def check_numbers(table: Table, args: Args, board: Board, line: Line, ray: bool) -> None:
    """Of a line on this board: what it needs, what fits, and the chance."""
    fitting = sum(table.shown(tile, line.direction, ray) == args["value"] for tile in table.bag)
    need = sum(board[cell] == "." for cell in line.cells)
    assert (args["need"], args["fitting"], args["bag"], args["calls"]) == (need, fitting, len(table.bag), table.calls)
    assert args["points"] == points_of(table, args["value"], len(line.cells), ray)
    assert args["chance"] == as_percent(chance(need, fitting, len(table.bag), table.calls))
    longest = 0
    if ray and "ray" in table.parts.toml["points"]:
        rays = [
            line
            for line in table.lines
            if len({*table.values(table.board, line, True)}) == 1 and "." not in (table.board[c] for c in line.cells)
        ]
        longest = 10 * max((len(line.cells) for line in rays), default=0)
    assert args["instead"] == longest < args["points"]


def check_line(case: Case, reason: Argument, args: Args) -> None:
    """Lines that an action completes, adds to, starts or breaks."""
    at, what = table(case), reason.title.id.rpartition("-")[2]
    ray = reason.title.id.startswith("reason-ray-")
    before, after = boards(at, reason)
    line = at.line(args, reason.marks)
    assert reason.action in line.cells
    assert reason.action.removeprefix("s:") == args["cell"]
    assert (case.other if reason.action == case.action else case.action) not in line.cells, "it does the same to this line"
    had, has = at.values(before, line, ray), at.values(after, line, ray)
    assert reason.action == (case.other if what == "breaks" else case.action)
    if what == "breaks":
        assert {*had} == {args["value"]} != {*has}
    else:
        assert {*has} == {args["value"]}
        assert bool(had) == (what != "starts")
        assert (len(has) == len(line.cells)) == (what == "completes")
    check_numbers(at, args, before if what == "breaks" else after, line, ray)


def check_lowers(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    before, after = boards(at, reason)
    line = at.line(args, reason.marks)
    assert reason.action == case.other in line.cells
    assert at.values(before, line) == []
    assert at.values(after, line) == [args["value"]]
    check_numbers(at, args, after, line, False)
    assert args["most"] == int(args["best"]) * len(line.cells) >= 2 * args["points"]
    assert len(line.cells) <= min(at.calls, sum(at.shown(tile, line.direction) == args["best"] for tile in at.bag))


def check_breaks_nothing(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    board, _ = at.after(case.action)
    assert reason.action == case.action == args["cell"]
    through = [line for line in at.lines if case.action in line.cells]
    broken = [line for line in through if len({*at.values(at.board, line)}) <= 1 < len({*at.values(board, line)})]
    assert not any(at.can_score(at.board, line) for line in broken)
    if reason.title.id == "reason-spares":
        kept = [line for line in through if len({*at.values(board, line)}) == 1]
        assert (args["kept"], args["lines"]) == (len(kept), len(through))
        assert not broken
        assert reason.marks == (case.action,)
        return
    line = at.line(args, reason.marks)
    assert line in broken
    assert {*at.values(at.board, line)} == {args["value"]}
    check_numbers(at, args, at.board, line, False)
    assert args["need"] > (args["calls"] if args["short"] == "calls" else args["fitting"])


def check_best_ray(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)

    def best(board: Board) -> tuple[int, int]:
        rays = [line for line in at.lines if at.full(board, line) and {*at.values(board, line, True)} == {args["symbol"]}]
        return max(((len(line.cells), at.full(board, line) // len(line.cells)) for line in rays), default=(0, 0))

    mine, less = best(at.after(case.action)[0]), best(at.after(case.other)[0])
    rivals = [best(read_board(case.panel("board", seat))) for seat in range(case.match.seats) if seat != case.seat]
    assert mine == (args["length"], args["value"]) > max([less, *rivals])
    assert args["rival"] == max([(0, 0), *rivals])[0]
    assert (args["points"], args["cell"], reason.action) == (60, case.action, case.action)
    assert mine == best({cell: at.after(case.action)[0][cell] if cell in reason.marks else "." for cell in at.board})


def check_bonus(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    counts = []
    for text in (case.action, case.other):
        board = at.after(text)[0]
        cells = [cell for cell, tile in board.items() if tile == args["tile"]]
        through = [line for line in at.lines if cells[0] in line.cells]
        counts.append([sum(map(bool, (test(board, line) for line in through))) for test in (at.full, at.can_score)])
    (scoring, possible), (scoring_less, possible_less) = counts
    (mark,) = reason.marks
    assert at.after(case.action)[0][mark] == args["tile"]
    assert at.parts.metal[args["tile"]] == args["metal"]
    if reason.title.id == "reason-bonus":
        assert (args["lines"], args["points"]) == (scoring, at.bonus(args["tile"], scoring))
        assert args["points"] > at.bonus(args["tile"], scoring_less)
    else:
        most, least = (at.bonus(args["tile"], count) for count in (possible, possible_less))
        assert (args["lines"], args["most"], args["least"]) == (possible, most, least)
        assert most > least


def check_yard(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    now, then, less = (at.yard_value(yard) for yard in (at.yard, at.after(case.action)[1], at.after(case.other)[1]))
    assert (args["now"], args["value"]) == (now, then)
    assert then > less
    assert (args["enough"], args["penalty"]) == (60, 60)
    assert args["variant"] == case.match.options.scrapyard
    assert reason.marks == (reason.action,) == (case.action,) == (f"s:{args['cell']}",)
    if reason.title.id == "reason-bury":
        assert args["other"] == at.owner != case.seat


def check_reserve(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    hole = at.parts.toml["orchid"]["holes"][args["hole"]]
    through = [line for line in at.parts.lines(at.parts.toml["orchid"]["columns"]) if hole in line.cells]
    pure = [(line, {*at.values(at.board, line)}) for line in through]
    same = [line for line, values in pure if values == {at.shown(at.tile, line.direction)}]
    assert all(len(values) != 1 for line, values in pure if line not in same)
    assert (args["fits"], args["lines"], args["tile"]) == (len(same), len(through), at.tile)
    assert len(same) > 0
    assert reason.marks == (hole, "panel:reserve")
    assert case.panel("reserve", case.seat) is not None
    assert reason.action == case.action == "reserve"


def check_room(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    if case.other == "reserve":
        free, heap, panel = 3 - len(case.panel("reserve", case.seat)), "reserve", "reserve"
    else:
        heap = panel = "scrapyard"
        free, heap = list(at.yard.values()).count("."), "yard"
        assert case.other == "discard" or case.other in at.yard
    assert (args["free"], args["less"], args["heap"], args["calls"]) == (free, free - 1, heap, at.calls)
    assert case.panel(panel, case.seat) is not None
    assert reason.marks == (f"panel:{panel}",)
    assert args["cell"] == case.action in at.board


def moved(at: Table, text: str) -> tuple[Board, list[Line]]:
    """The Orchid after a relocation, and its lines: an empty hole is no part of them."""
    board, holes = dict(at.board), at.parts.toml["orchid"]["holes"]
    reserve = at.case.panel("reserve", at.case.seat)
    for part in text.split(",") if text != "keep" else ():
        hole, number = part.split("=")
        board[holes[hole]] = reserve[int(number) - 1]
    return board, at.parts.lines(at.parts.toml["orchid"]["columns"], [cell for cell in holes.values() if board[cell] == "."])


def score(at: Table, board: Board, lines: Sequence[Line]) -> dict[str, int]:
    scoring = [line for line in lines if at.full(board, line)]
    crossed = Counter(cell for line in scoring for cell in line.cells)
    rays = (
        [len(line.cells) for line in lines if len({*at.values(board, line, True)}) == 1]
        if at.case.match.options.tiles == "both"
        else []
    )
    return {
        "lines": sum(at.full(board, line) for line in scoring),
        "bonus": sum(at.bonus(tile, crossed[cell]) for cell, tile in board.items() if tile in at.parts.metal),
        "ray": 10 * max(rays, default=0),
    }


def check_total(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    mine, less = (score(at, *moved(at, text)) for text in (case.action, case.other))
    assert {name: args[name] for name in mine} == mine
    assert (args["points"], args["less"]) == (sum(mine.values()), sum(less.values()))
    assert args["points"] > args["less"]
    holes = at.parts.toml["orchid"]["holes"]
    filled = tuple(holes[part[0]] for part in case.action.split(",") if case.action != "keep")
    assert reason.marks == (filled or ("panel:reserve",))


def check_moved_line(case: Case, reason: Argument, args: Args) -> None:
    at = table(case)
    (board, at.lines), (less, others) = moved(at, case.action), moved(at, case.other)
    line = at.line(args, reason.marks)
    assert args["points"] == at.full(board, line) == args["length"] * args["value"]
    assert args["otherwise"] == at.full(less, others[at.lines.index(line)]) < args["points"]


KINDS = ("completes", "extends", "starts", "breaks")
LINES: dict[str, Any] = {f"reason-{of}{kind}": check_line for of in ("", "ray-") for kind in KINDS}
LINES |= {"reason-lowers": check_lowers, "reason-hopeless": check_breaks_nothing, "reason-spares": check_breaks_nothing}
EASY = LINES | {"reason-best-ray": check_best_ray}
LIMIT = LINES | {f"reason-yard-{kind}": check_line for kind in KINDS[1:]} | {"reason-yard-lowers": check_lowers}
LIMIT |= {"reason-yard": check_yard, "reason-bury": check_yard, "reason-bonus": check_bonus, "reason-bonus-open": check_bonus}
LIMIT |= {
    "reason-reserve": check_reserve,
    "reason-room": check_room,
    "reason-total": check_total,
    "reason-line": check_moved_line,
}


def matches(entry: Entry) -> Iterator[Case]:
    """Matches of two with all options."""
    for level in ("random", "greedy"):
        for number, (seats, options) in enumerate(laws.situations(entry)):
            if seats == 2:
                yield from cases(entry, level, seats, options, f"{level} {number}", pairs=1)


@pytest.mark.parametrize(("game", "checks"), [("take-it-easy", EASY), ("take-it-to-the-limit", LIMIT)])
def test_every_number_in_a_reason_can_be_recomputed(game: str, checks: Mapping[str, Any]) -> None:
    entry = find(game)
    assert check_reasons(entry, checks, varied(matches(entry), every=12)) == known_reasons(entry) == {*checks}


def test_chances_are_hypergeometric() -> None:
    for need, fitting, hidden, drawn in ((2, 5, 14, 8), (1, 1, 9, 1), (3, 3, 12, 11), (0, 2, 5, 3)):
        ways = sum(comb(fitting, n) * comb(hidden - fitting, drawn - n) for n in range(need, fitting + 1) if n <= drawn)
        assert chance(need, fitting, hidden, drawn) * comb(hidden, drawn) == ways


def test_a_ray_is_the_best_only_while_no_rival_has_as_good_a_one() -> None:
    suns = [tile for tile in range(len(TILES.names)) if TILES.values[tile][0] == 9 and TILES.symbols[tile] == "sun"][:3]
    column = [BOARD.cells[name] for name in ("a1", "a2", "a3")]
    mine, theirs = BOARD.lay(suns, column[:2]), BOARD.lay(suns, column)

    def said(*rivals: Any) -> bool:
        found = place_reasons(Knowledge("best", suns, mine, rivals), column[2], BOARD.cells["c3"])
        return "reason-best-ray" in [reason.title.id for reason in found]

    assert said(mine)
    assert not said(mine, theirs)
