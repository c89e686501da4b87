"""What sets one action apart from another in Take it to the Limit! (see `Game.reasons`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tablee.core.game import Argument, Seat
from tablee.games.take_it_to_the_limit.actions import DISCARD, RESERVE, Place, Relocate, write_action
from tablee.games.take_it_to_the_limit.scoring import bonus_points, line_row, longest_ray, sheet_of, yard_value
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tableau import Tableau, relocated
from tablee.games.take_it_to_the_limit.tiles import (
    HOLES,
    METALS,
    NAMES,
    NEXUS,
    ORCHID,
    POINTS,
    RESERVED,
    TILES,
    YARD,
    YARD_CELLS,
    YARD_NAMES,
)
from tablee.kit.arguments import Weighed, argue, weightiest
from tablee.kit.hexboard import DIRECTIONS, Board, Cell, Tile
from tablee.kit.line_reasons import Bag, LineFamily, Placing, ray_lines, value_lines

YARD_LINES = value_lines("yard-", YARD.lines, TILES)


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows when it places a tile; the last call is the tile to place."""

    options: Options
    calls: Sequence[Tile]
    tableau: Tableau
    discards: int  # how many tiles it has discarded

    @cached_property
    def bag(self) -> Bag:
        game, called = setting(self.options), set(self.calls)
        return Bag([call.tile for call in game.pool if call.tile not in called], game.calls - len(self.calls))

    def placing(self, board: Board, names: Sequence[str], cells: Mapping[str, Cell], texts: tuple[str, str]) -> Placing:
        return Placing(board, names, self.calls[-1], self.bag, texts, (cells.get(texts[0]), cells.get(texts[1])))

    def on_board(self, texts: tuple[str, str]) -> Placing:
        return self.placing(self.tableau.board, self.tableau.kind.names, self.tableau.kind.cells, texts)

    def on_yard(self, yard: Board, texts: tuple[str, str]) -> Placing:
        return self.placing(yard, YARD_NAMES, YARD_CELLS, texts)


def place_reasons(knowledge: Knowledge, action: Place, other: Place) -> tuple[Argument, ...]:
    texts = action.to, other.to
    return weightiest(_place_reasons(knowledge, texts)) if action != other else ()


def _place_reasons(knowledge: Knowledge, texts: tuple[str, str]) -> Iterator[Weighed]:
    tableau, placing = knowledge.tableau, knowledge.on_board(texts)
    lines = value_lines("", tableau.lines(), TILES)
    yield from lines.reasons(placing)
    yield from lines.harmless(placing)
    if tableau.kind is NEXUS or knowledge.options.tiles == "both":  # R18
        longest = POINTS["ray"] * longest_ray(tableau.board, tableau.lines())
        yield from ray_lines(tableau.lines(), TILES, lambda symbol: POINTS["ray"], longest).reasons(placing)
    yield from _bonus_reasons(lines, placing)
    if tableau.yard is not None and knowledge.options.scrapyard != "pass":
        yield from _yard_reasons(knowledge.on_yard(tableau.yard, texts), "yard", knowledge.options.scrapyard)
    if texts[0] == RESERVE:
        yield from _reserve_reasons(knowledge)
    yield from _room_reasons(knowledge, texts)


def _bonus_reasons(lines: LineFamily, placing: Placing) -> Iterator[Weighed]:
    """R15: gold and silver tiles, by the lines through them that score, and by those that can."""
    mine, others = (_crossings(lines, placing.after(number), placing.bag) for number in (0, 1))
    for cell, tile in enumerate(placing.after(0)):
        if tile not in METALS or (tile == placing.tile and placing.cells[1] is None):  # elsewhere it has other uses
            continue
        there = placing.cells[1] if tile == placing.tile else cell
        (scoring, possible), (scoring_less, possible_less) = mine[cell], others[there]
        points, less = bonus_points(tile, scoring), bonus_points(tile, scoring_less)
        most, least = bonus_points(tile, possible), bonus_points(tile, possible_less)
        about = {"cell": placing.texts[0], "metal": METALS[tile], "tile": NAMES[tile]}
        marks = (placing.names[cell],)
        if points > less:
            yield argue(placing.texts[0], "bonus", marks, points - less, **about, lines=scoring, points=points)
        elif most > least:
            weight = Fraction(most - least, 4)
            yield argue(placing.texts[0], "bonus-open", marks, weight, **about, lines=possible, most=most, least=least)


def _crossings(lines: LineFamily, board: Board, bag: Bag) -> dict[Cell | None, tuple[int, int]]:
    """By cell, how many lines through it score, and how many do or can."""
    forecasts = [(line, lines.forecast(board, line, bag)) for line in lines.lines]
    full = Counter(cell for line, forecast in forecasts if not forecast.need and forecast.points for cell in line.cells)
    possible = Counter(cell for line, forecast in forecasts if forecast.chance for cell in line.cells)
    return {cell: (full[cell], possible[cell]) for cell in range(len(board))}


def _yard_reasons(placing: Placing, kind: str, variant: str, **more: int) -> Iterator[Weighed]:
    """R19: what a scrapyard is worth, and what its lines can become. Only reaching a value counts, so they weigh half."""
    now, then, less = (yard_value(board) for board in (placing.board, placing.after(0), placing.after(1)))
    if then > less:
        cell = placing.texts[0].rpartition(":")[2]
        args = {"value": then, "now": now, "enough": POINTS["enough"], "penalty": POINTS["penalty"]}
        yield argue(placing.texts[0], kind, placing.texts[:1], then - less, cell=cell, variant=variant, **args, **more)
    for weight, argument in YARD_LINES.reasons(placing):
        if argument.title.id != "reason-yard-completes":  # the value says it
            yield Weighed(weight / 2, argument)


def _reserve_reasons(knowledge: Knowledge) -> Iterator[Weighed]:
    """R13: where the tile could go from the reserve: a hole whose lines show its numbers and no others so far."""
    board, tile, best = knowledge.tableau.board, knowledge.calls[-1], None
    for hole, cell in HOLES.items():
        shown = [
            (line, {TILES.values[lies][line.direction] for at in line.cells if (lies := board[at]) is not None})
            for line in ORCHID.lines
            if cell in line.cells
        ]
        fits = [TILES.values[tile][line.direction] for line, values in shown if values == {TILES.values[tile][line.direction]}]
        clashes = sum(len(values) == 1 for _, values in shown) - len(fits)
        if fits and not clashes and (best is None or sum(fits) > best[0]):
            best = sum(fits), hole, cell, len(fits), len(shown)
    if best:
        weight, hole, cell, count, lines = best
        marks = (ORCHID.names[cell], f"panel:{RESERVE}")
        yield argue(RESERVE, "reserve", marks, Fraction(weight, 2), hole=hole, tile=NAMES[tile], fits=count, lines=lines)


def _room_reasons(knowledge: Knowledge, texts: tuple[str, str]) -> Iterator[Weighed]:
    """Cells of the scrapyard and places in the reserve are few: the action keeps one that the other fills."""
    tableau = knowledge.tableau
    if texts[1] in YARD_CELLS and texts[0] not in YARD_CELLS:
        assert tableau.yard is not None
        heap, mark, free = "yard", "panel:scrapyard", list(tableau.yard).count(None)
    elif texts[1] == DISCARD:
        heap, mark, free = "yard", "panel:scrapyard", len(YARD_CELLS) - knowledge.discards
    elif texts[1] == RESERVE:
        heap, mark, free = "reserve", "panel:reserve", RESERVED - len(tableau.reserve)
    else:
        return
    cell = texts[0].rpartition(":")[2]
    yield argue(texts[0], "room", (mark,), 1, cell=cell, heap=heap, free=free, less=free - 1, calls=knowledge.bag.calls)


def bury_reasons(knowledge: Knowledge, yard: Board, owner: Seat, action: Place, other: Place) -> tuple[Argument, ...]:
    """R22: the highest scrapyard costs its owner points, so a holder wants to make it worth much."""
    placing = knowledge.on_yard(yard, (action.to, other.to))
    return weightiest(_yard_reasons(placing, "bury", "pass", other=owner)) if action != other else ()


def relocation_reasons(tableau: Tableau, options: Options, action: Relocate, other: Relocate) -> tuple[Argument, ...]:
    return weightiest(_relocation_reasons(tableau, options, action, other)) if action != other else ()


def _relocation_reasons(tableau: Tableau, options: Options, action: Relocate, other: Relocate) -> Iterator[Weighed]:
    """R13: nothing is left to chance, so what each relocation scores can be said."""
    text, (mine, theirs) = write_action(action), [relocated(tableau.board, tableau.reserve, move) for move in (action, other)]
    parts, less = (_parts(each, options) for each in (mine, theirs))
    if sum(parts.values()) > sum(less.values()):
        more = sum(parts.values()) - sum(less.values())
        marks = tuple(ORCHID.names[HOLES[hole]] for hole in mine.moves()) or ("panel:reserve",)
        yield argue(text, "total", marks, more, points=sum(parts.values()), less=sum(less.values()), **parts)
    for line, same in zip(mine.lines(), theirs.lines(), strict=True):
        points, otherwise = (line_row(ORCHID, each.board, cells).points for each, cells in ((mine, line), (theirs, same)))
        if points > otherwise:
            cells = ORCHID.name_line(line)
            value, ends = points // len(cells), {"first": cells[0], "last": cells[-1], "direction": DIRECTIONS[line.direction]}
            numbers = {"length": len(cells), "value": value, "points": points, "otherwise": otherwise}
            yield argue(text, "line", cells, Fraction(points - otherwise, 2), **ends, **numbers)


def _parts(tableau: Tableau, options: Options) -> dict[str, int]:
    """What lines, bonus tiles and the ray score."""
    rows = Counter[str]()
    for row in sheet_of(tableau, options, ()):
        rows[row.what.id] += row.points
    return {"lines": rows["line"], "bonus": rows["bonus"], "ray": rows["ray"]}
