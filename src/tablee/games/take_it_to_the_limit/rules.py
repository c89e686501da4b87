"""Take it to the Limit!: everybody places the same called tile, on two boards. The numbers R1 … are those of RULES.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Literal, TypeAlias

from tablee.core.game import (
    CHANCE,
    BadOptions,
    BadText,
    Below,
    Event,
    Game,
    IllegalAction,
    Message,
    Outcome,
    Panel,
    Refusal,
    Row,
    Screen,
    Seat,
    Sheet,
    places,
    say,
    total,
)
from tablee.core.hexboard import DIRECTIONS, Board, Cell, HexBoard, Line, Tile, TileSet
from tablee.core.parts import load_parts

PARTS, DIGEST = load_parts(__file__)
POINTS: Mapping[str, int] = PARTS["points"]

# R1, R2: 64 tiles, each with a sun or a moon. R3: eight of them are gold or silver.
TILES = TileSet.of(PARTS)
NAMES = TILES.names
METALS: dict[Tile, str] = {TILES.index[name]: metal for metal, names in PARTS["bonus"].items() for name in names}

# R4: the Nexus. R5: the scrapyard; its cells are written s:a1 … s:c2. R6: the Orchid, with its three holes.
NEXUS, YARD, ORCHID = BOARDS = [HexBoard(tuple(PARTS[name]["columns"])) for name in ("nexus", "scrapyard", "orchid")]
assert [len(board.names) for board in BOARDS] == [PARTS[name]["places"] for name in ("nexus", "scrapyard", "orchid")]
YARD_NAMES = tuple(f"s:{name}" for name in YARD.names)
YARD_CELLS: dict[str, Cell] = {name: cell for cell, name in enumerate(YARD_NAMES)}
HOLES: dict[str, Cell] = {hole: ORCHID.cells[name] for hole, name in PARTS["orchid"]["holes"].items()}
HOLE_NAMES = tuple(ORCHID.names[cell] for cell in HOLES.values())
RESERVED: int = PARTS["orchid"]["reserve"]
DISCARD, RESERVE, KEEP = "discard", "reserve", "keep"


@dataclass(frozen=True, slots=True)
class Options:
    """`scrapyard` belongs to the Nexus, `tiles` to the Orchid; the other board ignores it (R27)."""

    board: Literal["nexus", "orchid"] = "nexus"
    scrapyard: Literal["standard", "lowest", "pass", "none"] = "standard"
    tiles: Literal["suns", "moons", "both"] = "suns"


@dataclass(frozen=True, slots=True)
class Call:
    tile: Tile


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile goes, as it is written: `c3`, `s:a1`, `discard` or `reserve`. The board decides what `c3` is."""

    to: str


@dataclass(frozen=True, slots=True)
class Relocate:
    """For each hole the number of the reserve tile that goes there, in the order they were laid (1, 2, 3); 0 for none."""

    numbers: tuple[int, ...] = (0, 0, 0)


Action: TypeAlias = Call | Place | Relocate


def _write(a: Action) -> str:
    if isinstance(a, Call):
        return NAMES[a.tile]
    if isinstance(a, Place):
        return a.to
    return ",".join(f"{hole}={number}" for hole, number in zip(HOLES, a.numbers, strict=True) if number) or KEEP


CALLS = tuple(map(Call, range(len(NAMES))))
PLACES = {to: Place(to) for to in (*NEXUS.names, *YARD_NAMES, DISCARD, RESERVE)}  # the Orchid's names are among these
RELOCATIONS = tuple(  # R13: no tile goes to two holes; the fewest tiles first
    Relocate(numbers)
    for numbers in sorted(product(range(RESERVED + 1), repeat=len(HOLES)), key=lambda numbers: -numbers.count(0))
    if len(set(numbers) - {0}) == len(HOLES) - numbers.count(0)
)
ACTIONS: dict[str, Action] = {_write(a): a for many in (CALLS, PLACES.values(), RELOCATIONS) for a in many}


@dataclass(frozen=True)
class Setting:
    """What the options put on the table."""

    board: HexBoard
    calls: int
    pool: tuple[Call, ...]
    spots: dict[str, Place]  # each takes one tile
    heap: str  # takes `room` tiles: the discard or the reserve, if there is one
    room: int
    last: tuple[Action, ...]  # what may follow when all have placed a tile


@cache
def setting(options: Options) -> Setting:
    if options.board == "orchid":
        pool = tuple(call for call in CALLS if options.tiles in ("both", f"{TILES.symbols[call.tile]}s"))
        spots = {name: PLACES[name] for name in ORCHID.names if name not in HOLE_NAMES}  # R11: holes are closed
        return Setting(ORCHID, len(spots) + RESERVED, pool, spots, RESERVE, RESERVED, RELOCATIONS)
    yard, passed = YARD_NAMES if options.scrapyard != "none" else (), options.scrapyard == "pass"
    calls = len(NEXUS.names + yard)  # R7: 44, or 37 without scrapyards
    spots = {name: PLACES[name] for name in (NEXUS.names if passed else NEXUS.names + yard)}
    if passed:
        return Setting(NEXUS, calls, CALLS, spots, DISCARD, len(yard), tuple(PLACES[to] for to in yard))
    return Setting(NEXUS, calls, CALLS, spots, "", 0, ())


@dataclass(frozen=True, slots=True)
class State:
    """The whole history, and nothing about calls to come."""

    options: Options
    holders: tuple[Seat, ...]  # R22: by owner, who has the scrapyard; () unless scrapyards are passed
    calls: tuple[Tile, ...]
    placed: tuple[tuple[str, ...], ...]  # by seat, where it put the tile of each call
    buried: tuple[tuple[str, ...], ...]  # by owner, where the holder put each discarded tile
    moved: tuple[Relocate | None, ...]  # by seat, the relocation at the end


@dataclass(frozen=True, slots=True)
class View:
    """What lies open, and what this seat has chosen in a step that is still open (R10)."""

    seat: Seat | None
    table: State
    waiting: tuple[Seat, ...]  # who has still to choose


@dataclass(frozen=True, slots=True)
class Paper:
    """A Nexus with its scrapyard, or an Orchid with its reserve. An empty `relocated` (or `A=`) says that no tile is moved."""

    nexus: str = ""
    scrapyard: str = ""
    orchid: str = ""
    reserve: tuple[str, ...] = ()
    relocated: Mapping[str, str] = field(default_factory=lambda: BEST)


BEST: Mapping[str, str] = {"best": ""}  # nothing said about relocation


class TakeItToTheLimit(Game[Options, State, Action, View]):
    id = "take-it-to-the-limit"
    version = "1.0"
    seats = range(1, 7)
    usual_seats = range(1, 7)
    options = Options
    parts = DIGEST
    paper = Paper

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        if options.board == "nexus" and seats < 2:
            _refuse_alone(options)
        holders = _hand_over(seats, standing) if setting(options).heap == DISCARD else ()
        return State(options, holders, (), ((),) * seats, ((),) * seats, (None,) * seats)

    # R7: a tile is called, everybody places it; R22: then discarded tiles are placed; R13: relocation comes last.
    def to_act(self, s: State) -> tuple[Seat, ...]:
        calls = len(s.calls)
        missing = tuple(seat for seat, to in enumerate(s.placed) if len(to) < calls)
        if not missing and s.holders:
            missing = tuple(sorted(s.holders[owner] for owner in _unburied(s)))
        if missing:
            return missing
        if calls < setting(s.options).calls:
            return (CHANCE,)
        return tuple(seat for seat, move in enumerate(s.moved) if move is None and s.options.board == "orchid")

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat == CHANCE:
            return [call for call, _ in self.odds(s)]
        if seat not in self.to_act(s):
            return ()
        game, taken = setting(s.options), s.placed[seat]
        if len(taken) < len(s.calls):  # R9: a full board leaves the other; R11: exactly three end on the reserve
            heap, gone = [PLACES[game.heap]] if taken.count(game.heap) < game.room else [], set(taken)
            return [place for to, place in game.spots.items() if to not in gone] + heap
        if s.holders:
            taken = s.buried[s.holders.index(seat)]
            return [place for place in game.last if _write(place) not in taken]
        return game.last

    # R8: the caller draws blindly from the tiles not called yet.
    def odds(self, s: State) -> Sequence[tuple[Action, int]]:
        if self.to_act(s) != (CHANCE,):
            return ()
        called = set(s.calls)
        return [(call, 1) for call in setting(s.options).pool if call.tile not in called]

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        asked = self.to_act(s)
        if seat not in asked:
            raise IllegalAction(say("no-such-draw" if seat == CHANCE else "not-your-turn"))
        if refusal := _refusal(s, seat, action):
            raise IllegalAction(refusal)
        calls, placed, buried, moved = s.calls, s.placed, s.buried, s.moved
        if isinstance(action, Call):
            calls = (*calls, action.tile)
        elif isinstance(action, Relocate):
            moved = (*moved[:seat], action, *moved[seat + 1 :])
        elif len(placed[seat]) < len(calls):
            placed = (*placed[:seat], (*placed[seat], action.to), *placed[seat + 1 :])
        else:
            owner = s.holders.index(seat)
            buried = (*buried[:owner], (*buried[owner], action.to), *buried[owner + 1 :])
        after = State(s.options, s.holders, calls, placed, buried, moved)
        return after, tuple(map(Event, _news(s, after))) if len(asked) == 1 else ()

    def view(self, s: State, seat: Seat | None) -> View:
        asked = self.to_act(s)
        waiting = asked if asked != (CHANCE,) else ()
        return View(seat, _shown(s, waiting, seat), waiting)

    def screen(self, view: View) -> Screen:
        s = _shown(view.table, view.waiting, None)  # what is the same for all
        call = (Panel("call", NAMES[s.calls[-1]], shape="tile"),) if s.calls else ()
        left = Panel("calls-left", setting(s.options).calls - len(s.calls), shape="number")
        boards = (panel for seat in range(len(s.placed)) for panel in _panels(s, seat))
        return Screen((*call, left, *boards), tuple(_own_panels(view)))

    def imagine(self, view: View, now: int, below: Below) -> State:
        s = view.table
        for seat in self.to_act(s) if view.waiting else ():
            if seat not in view.waiting:
                legal = self.legal(s, seat)
                s, _ = self.play(s, seat, legal[below(len(legal))], now)
        return s

    def sheet(self, view: View, seat: Seat) -> Sheet:
        return self._sheet(view.table, seat)

    # What others choose in the same step matters in one case: a tile of one's own that another is to place (R22).
    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        before = view.table
        s, _ = self.play(before, seat, action, 0)
        for other in self.to_act(before):
            if other != seat and len(legal := self.legal(s, other)) == 1:  # as for all with the last tile
                s, _ = self.play(s, other, legal[0], 0)
        if s.placed == before.placed and seat in _unburied(s):
            raise Refusal(say("sheet-hidden"))
        return self._sheet(s, seat)

    def _sheet(self, s: State, seat: Seat) -> Sheet:
        """Scrapyards are compared, and cost something, only in the end."""
        values = () if self.to_act(s) else _yard_values(_lay_all(s))
        return _rows(lay(s, seat), s.options, values)

    # R26: the highest score wins; equal scores share.
    def outcome(self, s: State) -> Outcome | None:
        scores = () if self.to_act(s) else tuple(map(total, _sheets(s.options, _lay_all(s))))
        return Outcome(scores, places(scores)) if scores else None

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        game = setting(options)
        heap = (game.heap,) if game.heap else ()
        return (*map(_write, game.pool), *game.spots, *heap, *map(_write, game.last))

    def bound(self, seats: int, options: Options) -> int:
        game = setting(options)
        return game.calls * (seats + 1) + game.room * seats

    def write(self, a: Action) -> str:
        return _write(a)

    def read(self, text: str) -> Action:
        if text not in ACTIONS:
            raise BadText(say("no-such-action", text=text[:20]))
        return ACTIONS[text]

    def score(self, options: Options, papers: Sequence[Paper]) -> tuple[Sheet, ...]:
        laid = [_read_paper(options, paper) for paper in papers]
        if 1 in (sum(one.kind is NEXUS for one in laid), sum(one.yard is not None for one in laid)):
            _refuse_alone(options)
        return _sheets(options, laid)


def _refuse_alone(options: Options) -> None:
    """R21, R22: these penalties compare scrapyards."""
    if options.scrapyard in ("lowest", "pass"):
        raise BadOptions(say("needs-two", scrapyard=options.scrapyard))


def _hand_over(seats: int, standing: tuple[int, ...]) -> tuple[Seat, ...]:
    """R22: to the left neighbour; R23: from the second game of a series down the ranking, and from the last to the first."""
    ranking = sorted(range(seats), key=lambda seat: -standing[seat]) if standing else range(seats)
    to = {owner: ranking[(rank + 1) % seats] for rank, owner in enumerate(ranking)}
    return tuple(to[owner] for owner in range(seats))


def _refusal(s: State, seat: Seat, action: Action) -> Message | None:
    """Why whoever is to act cannot do this; None if it can."""
    game, to = setting(s.options), action.to if isinstance(action, Place) else "?"
    if seat == CHANCE:
        return None if action in game.pool and action.tile not in s.calls else say("no-such-draw")
    placing = len(s.placed[seat]) < len(s.calls)
    if not placing and not s.holders:
        return None if isinstance(action, Relocate) else say("relocate-now")
    tile, taken = NAMES[s.calls[-1]], s.placed[seat]
    if not placing:
        owner = s.holders.index(seat)
        taken = s.buried[owner]
        if to not in YARD_CELLS:
            return say("bury-the-tile", tile=tile, other=owner)
    elif to == game.heap:
        return say("heap-full", heap=to, room=game.room) if taken.count(to) == game.room else None
    elif to not in game.spots:
        closed = game.board is ORCHID and to in HOLE_NAMES
        return say("hole-closed", cell=to) if closed else say("place-the-tile", tile=tile)
    return say("cell-taken", cell=to) if to in taken else None


def _unburied(s: State) -> list[Seat]:
    """R22: the owners of discarded tiles that have no cell yet."""
    return [owner for owner, to in enumerate(s.placed) if to.count(DISCARD) > len(s.buried[owner])]


def _news(before: State, s: State) -> Iterator[Message]:
    """R10: what all have chosen in a step is news at once, when the last one has."""
    tile = NAMES[s.calls[-1]]
    if s.calls != before.calls:
        yield say("call", tile=tile)
    for seat, to in enumerate(s.placed):
        if s.placed != before.placed and to[-1] == DISCARD:
            yield say("discarded", seat=seat, tile=tile, other=s.holders[seat])
        elif s.placed != before.placed:
            yield say("reserved", seat=seat, tile=tile) if to[-1] == RESERVE else say("placed", seat=seat, tile=tile, cell=to[-1])
        elif s.buried != before.buried and to[-1] == DISCARD:
            yield say("buried", seat=s.holders[seat], other=seat, tile=tile, cell=s.buried[seat][-1])
        elif s.moved != before.moved:
            moves = lay(s, seat).moves()
            yield from (say("moved", seat=seat, hole=hole, tile=NAMES[tile]) for hole, tile in moves.items())
            yield from () if moves else (say("kept", seat=seat),)


def _shown(s: State, waiting: tuple[Seat, ...], seat: Seat | None) -> State:
    """R10: the table as this seat knows it while `waiting` are still to choose."""
    placed, buried, moved, calls = s.placed, s.buried, s.moved, len(s.calls)
    if waiting and len(placed[waiting[0]]) < calls:
        placed = tuple(to if other == seat else to[: calls - 1] for other, to in enumerate(placed))
    elif waiting and s.holders:
        before = [to[:-1].count(DISCARD) for to in placed]
        buried = tuple(to if s.holders[owner] == seat else to[: before[owner]] for owner, to in enumerate(buried))
    elif waiting:
        moved = tuple(move if other == seat else None for other, move in enumerate(moved))
    return State(s.options, s.holders, s.calls, placed, buried, moved)


# what lies before one player
@dataclass(frozen=True, slots=True)
class Laid:
    """`board` holds relocated tiles already; `reserve` is as it was before."""

    kind: HexBoard
    board: Board
    yard: Board | None = None
    reserve: tuple[Tile, ...] = ()
    move: Relocate | None = None

    def moves(self) -> dict[str, Tile]:
        numbers = self.move.numbers if self.move else ()
        return {hole: self.reserve[number - 1] for hole, number in zip(HOLES, numbers, strict=False) if number}

    def lines(self) -> tuple[Line, ...]:
        return _lines(self.kind, tuple(cell for cell in HOLES.values() if self.kind is ORCHID and self.board[cell] is None))


@cache
def _lines(kind: HexBoard, empty: tuple[Cell, ...]) -> tuple[Line, ...]:
    """R17: an empty hole does not count and does not break a line."""
    return tuple(Line(line.direction, tuple(cell for cell in line.cells if cell not in empty)) for line in kind.lines)


def lay(s: State, seat: Seat) -> Laid:
    """The boards of a seat; a discarded tile may have no cell yet."""
    kind = setting(s.options).board
    board: list[Tile | None] = [None] * len(kind.names)
    yard: list[Tile | None] = [None] * len(YARD_NAMES)
    reserve, graves = [], iter(s.buried[seat])
    for tile, to in zip(s.calls, s.placed[seat], strict=False):
        where = next(graves, DISCARD) if to == DISCARD else to
        if where in kind.cells:
            board[kind.cells[where]] = tile
        elif where in YARD_CELLS:
            yard[YARD_CELLS[where]] = tile
        elif where == RESERVE:
            reserve.append(tile)
    if kind is ORCHID:
        return relocated(board, tuple(reserve), s.moved[seat])
    return Laid(kind, board, None if s.options.scrapyard == "none" else yard)


def _lay_all(s: State) -> list[Laid]:
    return [lay(s, seat) for seat in range(len(s.placed))]


def relocated(board: Board, reserve: tuple[Tile, ...], move: Relocate | None) -> Laid:
    """R13: the Orchid once these reserve tiles lie on their holes."""
    after = list(board)
    for hole, tile in Laid(ORCHID, board, None, reserve, move).moves().items():
        after[HOLES[hole]] = tile
    return Laid(ORCHID, after, None, reserve, move)


def best_relocation(board: Board, reserve: tuple[Tile, ...], options: Options) -> Laid:
    """R29: the relocation with the highest score; of equal ones the one that moves the fewest tiles."""
    every = (relocated(board, reserve, move) for move in RELOCATIONS if max(move.numbers) <= len(reserve))
    return max(every, key=lambda laid: total(tuple(_board_rows(laid, options))))


def _panels(s: State, seat: Seat) -> Iterator[Panel]:
    laid = lay(s, seat)
    yield Panel(s.options.board, laid.kind.write(laid.board, TILES), seat, "hex")
    if laid.yard is not None:
        yield Panel("scrapyard", YARD.write(laid.yard, TILES), seat, "hex")
    if s.holders:
        yield Panel("holder", s.holders[seat] + 1, seat, "number")
    if laid.kind is ORCHID:
        yield Panel("reserve", tuple(NAMES[tile] for tile in laid.reserve), seat, "items")


def _own_panels(view: View) -> Iterator[Panel]:
    """What this seat has chosen in the open step, and whose tile it must place."""
    s, seat = view.table, view.seat
    if seat is None or not view.waiting:
        return
    if len(s.placed[view.waiting[0]]) < len(s.calls):
        yield from (Panel("chosen", to) for to in s.placed[seat][len(s.calls) - 1 :])
    elif s.holders and s.placed[owner := s.holders.index(seat)][-1] == DISCARD:
        waits = owner in _unburied(s)
        yield Panel("bury", NAMES[s.calls[-1]], owner, "tile") if waits else Panel("chosen", s.buried[owner][-1])
    elif move := s.moved[seat]:
        yield Panel("chosen", _write(move))


# the score, in the steps of the rulebook
def _sheets(options: Options, laid: Sequence[Laid]) -> tuple[Sheet, ...]:
    values = _yard_values(laid)
    return tuple(_rows(one, options, values) for one in laid)


def _yard_values(laid: Sequence[Laid]) -> Sequence[int]:
    return [max(points for points, _ in ways(one.yard).values()) for one in laid if one.yard is not None]


def _rows(laid: Laid, options: Options, values: Sequence[int]) -> Sheet:
    """`values`: of all scrapyards, once they count."""
    yard = () if laid.yard is None else _yard_rows(ways(laid.yard), options.scrapyard, values)
    return (*_board_rows(laid, options), *yard)


def _board_rows(laid: Laid, options: Options) -> list[Row]:
    kind, board, lines, moves = laid.kind, laid.board, laid.lines(), laid.moves()
    rows = [Row(say("moved-row", hole=hole, tile=NAMES[tile]), 0, (kind.names[HOLES[hole]],)) for hole, tile in moves.items()]
    if laid.move and not moves:
        rows.append(Row(say("kept-row"), 0))
    scoring = [_line_row(kind, board, line) for line in lines]
    bonus = [_bonus_row(tile, crossed, (kind.names[cell],)) for cell, tile, crossed in _bonuses(board, lines)]
    bonus += [_bonus_row(tile, -1, ()) for tile in laid.reserve if tile in METALS and tile not in moves.values()]
    for step, of in (("step-lines", scoring), ("step-bonus", bonus)):
        rows += [Row(say(step, points=sum(row.points for row in of)), 0), *of]
    rays = kind is NEXUS or options.tiles == "both"  # R18
    return [*rows, _ray_row(kind, board, lines)] if rays else rows


def _line_row(kind: HexBoard, board: Board, line: Line) -> Row:
    """R14: tiles times value where the line is full and of one value, else 0."""
    value, direction, length = TILES.line_value(board, line), DIRECTIONS[line.direction], len(line.cells)
    if value:
        return Row(say("line", direction=direction, length=length, value=value), length * value, kind.name_line(line))
    values = {TILES.values[tile][line.direction] for cell in line.cells if (tile := board[cell]) is not None}
    what = say("line-broken" if len(values) > 1 else "line-open", direction=direction, length=length)
    return Row(what, 0, kind.name_line(line))


def _bonuses(board: Board, lines: Sequence[Line]) -> list[tuple[Cell, Tile, int]]:
    """Every gold and silver tile on a board, with how many scoring lines cross it."""
    crossed = Counter(cell for line in lines if TILES.line_value(board, line) for cell in line.cells)
    return [(cell, tile, crossed[cell]) for cell, tile in enumerate(board) if tile in METALS]


def _bonus(tile: Tile, crossed: int) -> int:
    """R15: three scoring lines bring the whole bonus, two bring half of it."""
    whole = POINTS[METALS[tile]]
    return whole if crossed == 3 else whole // 2 if crossed == 2 else 0


def _bonus_row(tile: Tile, crossed: int, cells: tuple[str, ...]) -> Row:
    """`crossed` is -1 for a tile that stays in the reserve."""
    return Row(say("bonus", metal=METALS[tile], tile=NAMES[tile], lines=crossed), _bonus(tile, crossed), cells)


def _ray_row(kind: HexBoard, board: Board, lines: Sequence[Line]) -> Row:
    """R16: the one longest line of suns or of moons, whatever its values."""
    rays = [(line, symbol) for line in lines if (symbol := TILES.line_symbol(board, line))]
    if not rays:
        return Row(say("no-ray"), 0)
    line, symbol = max(rays, key=lambda ray: len(ray[0].cells))
    length, each = len(line.cells), POINTS["ray"]
    return Row(say("ray", symbol=symbol, length=length, value=each), length * each, kind.name_line(line))


def ways(yard: Board) -> dict[str, tuple[int, tuple[str, ...]]]:
    """R19: the three ways to value a scrapyard, each with its points and the cells it counts."""
    found: dict[str, list[tuple[int, tuple[Cell, ...]]]] = {"lines": [], "silver": [], "gold": []}
    counted = {"lines": POINTS["yard_lines"], "silver": POINTS["yard_silvers"], "gold": 1}
    for line in YARD.lines:
        found["lines"].append((len(line.cells) * TILES.line_value(yard, line), line.cells))
    for cell, tile, crossed in _bonuses(yard, YARD.lines):
        found[METALS[tile]].append((_bonus(tile, crossed), (cell,)))
    best = {way: [one for one in sorted(found[way], reverse=True)[:count] if one[0]] for way, count in counted.items()}
    return {
        way: (sum(points for points, _ in of), tuple(dict.fromkeys(YARD_NAMES[cell] for _, cells in of for cell in cells)))
        for way, of in best.items()
    }


def _yard_rows(ways: Mapping[str, tuple[int, tuple[str, ...]]], variant: str, values: Sequence[int]) -> Iterator[Row]:
    """R19 for one scrapyard, and what it costs once the `values` of all are known: R20 alone, R21 the lowest, R22 the highest."""
    won = max(ways, key=lambda way: ways[way][0])
    value, cost, enough = ways[won][0], POINTS["penalty"], POINTS["enough"]
    for way, (points, cells) in ways.items():
        yield Row(say(f"yard-{way}", points=points), 0, cells)
    yield Row(say("yard", value=value, way=won if value else "none"), 0, ways[won][1])
    if values and variant in ("lowest", "pass"):
        tied = values.count(value) if value == (min(values) if variant == "lowest" else max(values)) else 0
        yield Row(say(f"penalty-{variant}", value=value, players=tied), -(cost // tied) if tied else 0)
    elif values:
        yield Row(say("penalty" if value < enough else "no-penalty", value=value, enough=enough), -cost * (value < enough))


# R28, R29: boards from outside
def _read_paper(options: Options, paper: Paper) -> Laid:
    if paper.orchid and paper.nexus:
        raise BadText(say("both-boards"))
    orchid = paper.orchid or (paper.nexus if options.board == "orchid" else "")
    if orchid and paper.scrapyard:
        raise BadText(say("orchid-scrapyard"))
    if orchid:
        return _read_orchid(options, orchid, paper)
    if paper.reserve or any(paper.relocated.values()):
        raise BadText(say("nexus-reserve"))
    if paper.scrapyard and options.scrapyard == "none":
        raise BadText(say("unused-scrapyard"))
    if not paper.nexus and not paper.scrapyard:
        raise BadText(say("no-board"))
    board = NEXUS.read(paper.nexus, TILES) if paper.nexus else (None,) * len(NEXUS.names)
    yard = _read_yard(paper.scrapyard) if paper.scrapyard else None
    _check([*zip(NEXUS.names, board, strict=True), *zip(YARD_NAMES, yard or (), strict=False)], "both")
    return Laid(NEXUS, board, yard)


def _read_yard(text: str) -> Board:
    try:
        return YARD.read(text, TILES)
    except BadText as error:  # say that it is the scrapyard's cell
        args = ((name, f"s:{value}" if name in ("cell", "second") else value) for name, value in error.message.args)
        raise BadText(Message(f"yard-{error.message.id}", tuple(args))) from None


def _read_orchid(options: Options, text: str, paper: Paper) -> Laid:
    board, reserve = ORCHID.read(text, TILES), [word for words in paper.reserve for word in words.split()]
    for word in reserve:
        if word not in TILES.index:
            raise BadText(say("board-tile", cell=RESERVE, tile=word[:20]))
    tiles = tuple(TILES.index[word] for word in reserve)
    _check([*zip(ORCHID.names, board, strict=True), *((RESERVE, tile) for tile in tiles)], options.tiles)
    filled = [ORCHID.names[cell] for cell in HOLES.values() if board[cell] is not None]
    if len(tiles) + len(filled) > RESERVED:
        raise BadText(say("reserve-many", found=len(tiles) + len(filled), most=RESERVED))
    if paper.relocated == BEST:
        return relocated(board, tiles, None) if filled else best_relocation(board, tiles, options)
    moves = {hole: tile for hole, tile in paper.relocated.items() if tile}
    if moves and filled:
        raise BadText(say("hole-filled", cell=filled[0]))
    return relocated(board, tiles, None if filled else _read_moves(moves, reserve))


def _check(lying: Iterable[tuple[str, Tile | None]], tiles: str) -> None:
    """Every tile once, and of the symbol that is played with."""
    seen: dict[Tile, str] = {}
    for where, tile in lying:
        if tile is None:
            continue
        if tiles not in ("both", f"{TILES.symbols[tile]}s"):
            raise BadText(say("board-symbol", cell=where, tile=NAMES[tile], symbol=TILES.symbols[tile]))
        if tile in seen:
            raise BadText(say("tile-twice", tile=NAMES[tile], cell=seen[tile], second=where))
        seen[tile] = where


def _read_moves(moves: Mapping[str, str], reserve: Sequence[str]) -> Relocate:
    for hole, tile in moves.items():
        if hole not in HOLES:
            raise BadText(say("no-such-hole", hole=hole[:20], known=", ".join(HOLES)))
        if tile not in reserve:
            raise BadText(say("not-in-reserve", tile=tile[:20], hole=hole))
        if list(moves.values()).count(tile) > 1:
            raise BadText(say("moved-twice", tile=tile))
    return Relocate(tuple(reserve.index(moves[hole]) + 1 if hole in moves else 0 for hole in HOLES))
