"""Take it Easy!: everybody places the same called tile. The numbers R1 … are those of RULES.md."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from tablee.core.game import (
    CHANCE,
    Below,
    Event,
    Game,
    IllegalAction,
    Outcome,
    Panel,
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

# R1: the board, and the 27 tiles: every combination of a top, a left and a right value.
# R2: each tile shows a sun or a moon.
BOARD = HexBoard(tuple(PARTS["board"]["columns"]))
CELLS = range(len(BOARD.names))
TILES = TileSet.of(PARTS)
NAMES = TILES.names
assert len(CELLS) == PARTS["board"]["cells"]


@dataclass(frozen=True, slots=True)
class Options:
    placement: Literal["free", "adjacent", "symbol"] = "free"
    rays: Literal["none", "all", "best"] = "none"


@dataclass(frozen=True, slots=True)
class Call:
    tile: Tile


@dataclass(frozen=True, slots=True)
class Place:
    cell: Cell


Action: TypeAlias = Call | Place
CALLS = tuple(Call(tile) for tile in range(len(NAMES)))
PLACES = tuple(Place(cell) for cell in CELLS)
CALL_NEWS = tuple((Event(say("call", tile=name)),) for name in NAMES)


@dataclass(frozen=True, slots=True)
class State:
    """`placed[seat][k]` is the cell of the tile of call k: the whole history, and nothing about calls to come."""

    options: Options
    calls: tuple[Tile, ...]
    placed: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class View:
    """As the state, but without what rivals have chosen for a call that is still open (R6)."""

    seat: Seat | None
    options: Options
    calls: tuple[Tile, ...]
    placed: tuple[tuple[Cell, ...], ...]
    chosen: tuple[bool, ...]  # who has placed the last called tile


@dataclass(frozen=True, slots=True)
class Paper:
    """A board to be scored."""

    board: str


class TakeItEasy(Game[Options, State, Action, View]):
    id: ClassVar[str] = "take-it-easy"
    version: ClassVar[str] = "1.0"
    seats: ClassVar[range] = range(1, 501)
    usual_seats: ClassVar[range] = range(1, 7)
    options: ClassVar[type[Options]] = Options
    parts: ClassVar[str] = DIGEST
    paper: ClassVar[type[Paper]] = Paper

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        return State(options, (), ((),) * seats)

    # R3: a tile is called; everybody places it; after 19 calls the game is over.
    def to_act(self, s: State) -> tuple[Seat, ...]:
        calls = len(s.calls)
        missing = tuple(seat for seat, cells in enumerate(s.placed) if len(cells) < calls)
        return missing or ((CHANCE,) if calls < len(CELLS) else ())

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat == CHANCE:
            return [call for call, _ in self.odds(s)]
        if not 0 <= seat < len(s.placed) or len(s.placed[seat]) == len(s.calls):
            return ()
        return [PLACES[cell] for cell in _allowed(s, s.placed[seat])]

    # R4: the caller draws blindly from the tiles not called yet.
    def odds(self, s: State) -> Sequence[tuple[Action, int]]:
        if self.to_act(s) != (CHANCE,):
            return ()
        called = set(s.calls)
        return [(call, 1) for call in CALLS if call.tile not in called]

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        if seat == CHANCE:
            if not isinstance(action, Call) or action.tile in s.calls or self.to_act(s) != (CHANCE,):
                raise IllegalAction(say("no-such-draw"))
            return State(s.options, (*s.calls, action.tile), s.placed), CALL_NEWS[action.tile]
        self._refuse(s, seat, action)
        assert isinstance(action, Place)
        placed = (*s.placed[:seat], (*s.placed[seat], action.cell), *s.placed[seat + 1 :])
        s = State(s.options, s.calls, placed)
        return s, _news(s)

    def _refuse(self, s: State, seat: Seat, action: Action) -> None:
        if not 0 <= seat < len(s.placed) or len(s.placed[seat]) == len(s.calls):
            raise IllegalAction(say("not-your-turn"))
        if not isinstance(action, Place):
            raise IllegalAction(say("place-the-tile", tile=NAMES[s.calls[-1]]))
        if action.cell in s.placed[seat]:
            raise IllegalAction(say("cell-taken", cell=BOARD.names[action.cell]))
        if s.options.placement != "free" and action.cell not in _allowed(s, s.placed[seat]):
            symbol = "none" if s.options.placement == "adjacent" else TILES.symbols[s.calls[-1]]
            raise IllegalAction(say("cell-apart", cell=BOARD.names[action.cell], symbol=symbol))

    # R6: boards are public; a choice is shown when all have chosen.
    def view(self, s: State, seat: Seat | None) -> View:
        calls = len(s.calls)
        chosen = tuple(len(cells) == calls for cells in s.placed)
        shown = calls if all(chosen) else calls - 1
        placed = tuple(cells if other == seat else cells[:shown] for other, cells in enumerate(s.placed))
        return View(seat, s.options, s.calls, placed, chosen)

    def screen(self, view: View) -> Screen:
        call = (Panel("call", NAMES[view.calls[-1]], shape="tile"),) if view.calls else ()
        count = Panel("calls-left", len(CELLS) - len(view.calls), shape="number")
        shown = len(view.calls) - (not all(view.chosen))
        boards = (
            Panel("board", BOARD.write(BOARD.lay(view.calls, cells[:shown]), TILES), seat, "hex")
            for seat, cells in enumerate(view.placed)
        )
        return Screen((*call, count, *boards), self.own(view))

    def own(self, view: View) -> tuple[Panel, ...]:
        mine = view.placed[view.seat][len(view.calls) - (not all(view.chosen)) :] if view.seat is not None else ()
        return tuple(Panel("placed", BOARD.names[cell]) for cell in mine)

    def imagine(self, view: View, now: int, below: Below) -> State:
        s = State(view.options, view.calls, view.placed)
        for seat, chosen in enumerate(view.chosen):
            if chosen and len(s.placed[seat]) < len(s.calls):
                legal = self.legal(s, seat)
                s, _ = self.play(s, seat, legal[below(len(legal))], now)
        return s

    def sheet(self, s: State, seat: Seat) -> Sheet:
        if s.options.rays == "best":  # R11: the best ray of all
            return self._all_sheets(s)[seat]
        return _sheets(s.options, [BOARD.lay(s.calls, s.placed[seat])])[0]

    def _all_sheets(self, s: State) -> tuple[Sheet, ...]:
        return _sheets(s.options, [BOARD.lay(s.calls, cells) for cells in s.placed])

    # R13: the highest score wins; equal scores share.
    def outcome(self, s: State) -> Outcome | None:
        if self.to_act(s):
            return None
        scores = tuple(map(total, self._all_sheets(s)))
        return Outcome(scores, places(scores))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return NAMES + BOARD.names

    def bound(self, seats: int, options: Options) -> int:
        return len(CELLS) * (seats + 1)

    def write(self, a: Action) -> str:
        return NAMES[a.tile] if isinstance(a, Call) else BOARD.names[a.cell]

    def read(self, text: str) -> Action:
        return CALLS[TILES.index[text]] if text in TILES.index else PLACES[BOARD.read_cell(text)]

    def score(self, options: Options, papers: Sequence[Paper]) -> tuple[Sheet, ...]:
        return _sheets(options, [BOARD.read(paper.board, TILES) for paper in papers])


def _news(s: State) -> tuple[Event, ...]:
    """R6: all placements of a call at once, and nothing while one is missing."""
    if any(len(cells) < len(s.calls) for cells in s.placed):
        return ()
    tile = NAMES[s.calls[-1]]
    return tuple(Event(say("placed", seat=seat, tile=tile, cell=BOARD.names[cells[-1]])) for seat, cells in enumerate(s.placed))


def _allowed(s: State, taken: tuple[Cell, ...]) -> Sequence[Cell]:
    """Where the called tile may go on a board whose cells `taken` hold the earlier calls."""
    empty = [cell for cell in CELLS if cell not in taken]
    if s.options.placement == "free" or not taken:
        return empty  # R5
    like = taken
    if s.options.placement == "symbol":
        like = tuple(
            cell for tile, cell in zip(s.calls, taken, strict=False) if TILES.symbols[tile] == TILES.symbols[s.calls[-1]]
        )
    beside = {near for cell in like for near in BOARD.neighbours[cell]}
    allowed = [cell for cell in empty if cell in beside]
    return allowed or empty  # R8: the first of its symbol, and one that can touch none, go anywhere


# R9 to R12: the score.
def _sheets(options: Options, boards: Sequence[Board]) -> tuple[Sheet, ...]:
    sheets = [[_line_row(board, line) for line in BOARD.lines] for board in boards]
    if options.rays == "all":
        for sheet, board in zip(sheets, boards, strict=True):
            sheet += [_ray_row(symbol, line) for line in BOARD.lines if (symbol := TILES.line_symbol(board, line))]
    elif options.rays == "best":
        for symbol in ("sun", "moon"):
            best = _best(symbol, boards)
            for seat, line in best.items():
                share = PARTS["points"]["best_ray"] // len(best)
                sheets[seat].append(Row(say("best-ray", symbol=symbol, players=len(best)), share, BOARD.name_line(line)))
    return tuple(map(tuple, sheets))


def _line_row(board: Board, line: Line) -> Row:
    """R9: tiles times value where the line is full and of one value, else 0."""
    value, direction, length = TILES.line_value(board, line), DIRECTIONS[line.direction], len(line.cells)
    if value:
        return Row(say("line", direction=direction, length=length, value=value), length * value, BOARD.name_line(line))
    values = {TILES.values[tile][line.direction] for cell in line.cells if (tile := board[cell]) is not None}
    what = say("line-broken" if len(values) > 1 else "line-open", direction=direction, length=length)
    return Row(what, 0, BOARD.name_line(line))


def _ray_row(symbol: str, line: Line) -> Row:
    """R10: a full line of one symbol, whatever its values."""
    points, length = PARTS["points"][f"{symbol}_ray"], len(line.cells)
    return Row(say("ray", symbol=symbol, length=length, value=points), points * length, BOARD.name_line(line))


def _best(symbol: str, boards: Sequence[Board]) -> dict[Seat, Line]:
    """R11, R12: the seats with the best ray of this symbol: scoring lines only, longest first, then by value."""
    found: dict[tuple[int, int], dict[Seat, Line]] = {}
    for seat, board in enumerate(boards):
        for line in BOARD.lines:
            if TILES.line_symbol(board, line) == symbol and (value := TILES.line_value(board, line)):
                found.setdefault((len(line.cells), value), {}).setdefault(seat, line)
    return found[max(found)] if found else {}
