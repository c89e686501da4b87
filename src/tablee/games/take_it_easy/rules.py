"""Take it Easy!: everybody places the same called tile. R1 … refer to RULES.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from tablee.core.game import (
    CHANCE,
    Argument,
    Below,
    Event,
    Game,
    IllegalAction,
    Message,
    Outcome,
    Panel,
    Screen,
    Seat,
    Sheet,
    places,
    say,
    total,
)
from tablee.games.take_it_easy.rays import Best, Outlook, best_rows, find_best, foretell, improve, look_ahead
from tablee.games.take_it_easy.reasons import Knowledge, place_reasons
from tablee.games.take_it_easy.scoring import own_rows, updated
from tablee.games.take_it_easy.tiles import BOARD, CELLS, DIGEST, NAMES, TILES
from tablee.kit.hexboard import Board, Cell, Tile


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
# made once, because a server shows them all the time
CALL_NEWS = tuple((Event(say("call", tile=name)),) for name in NAMES)
CALL_PANELS = tuple(Panel("call", name, shape="tile") for name in NAMES)
COUNT_PANELS = tuple(Panel("calls-left", len(CELLS) - calls, shape="number") for calls in range(len(CELLS) + 1))


@dataclass(frozen=True, slots=True)
class State:
    """`placed[seat][k]` is the cell of the tile of call k. It is the whole history, with nothing about future calls."""

    options: Options
    calls: tuple[Tile, ...]
    placed: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class View:
    """Like the state, but without rivals' choices for a call that is still open (R6)."""

    seat: Seat | None
    options: Options
    calls: tuple[Tile, ...]
    placed: tuple[tuple[Cell, ...], ...]
    chosen: tuple[bool, ...]  # who has placed the last called tile


@dataclass(frozen=True, slots=True)
class RealBoard:
    """A board to be scored."""

    board: str


class TakeItEasy(Game[Options, State, Action, View]):
    id = "take-it-easy"
    version = "1.0"
    seats = range(1, 501)
    usual_seats = range(1, 7)
    options = Options
    parts_digest = DIGEST
    real_board = RealBoard

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        return State(options, (), ((),) * seats)

    # R3: a tile is called; everybody places it; after 19 calls the game is over.
    def to_act(self, s: State) -> tuple[Seat, ...]:
        calls = len(s.calls)
        missing = tuple([seat for seat, cells in enumerate(s.placed) if len(cells) < calls])
        return missing or ((CHANCE,) if calls < len(CELLS) else ())

    def legal(self, s: State, seat: Seat) -> Sequence[Action]:
        if seat == CHANCE:
            return [call for call, _ in self.odds(s)]
        if not 0 <= seat < len(s.placed) or len(s.placed[seat]) == len(s.calls):
            return ()
        return [PLACES[cell] for cell in _allowed(s, s.placed[seat])]

    def legal_texts(self, s: State, seat: Seat) -> tuple[str, ...]:
        if not 0 <= seat < len(s.placed) or len(s.placed[seat]) == len(s.calls):
            return super().legal_texts(s, seat)
        return tuple([BOARD.names[cell] for cell in _allowed(s, s.placed[seat])])

    # R4: the caller draws at random from the tiles not called yet.
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
        calls, lengths = len(s.calls), set(map(len, s.placed))
        if len(lengths) == 1:  # all have chosen, or none: with 500 boards a copy for every view would take long
            return View(seat, s.options, s.calls, s.placed, (lengths == {calls},) * len(s.placed))
        chosen = tuple(len(cells) == calls for cells in s.placed)
        placed = tuple(cells if other == seat else cells[: calls - 1] for other, cells in enumerate(s.placed))
        return View(seat, s.options, s.calls, placed, chosen)

    def screen(self, view: View) -> Screen:
        call = (CALL_PANELS[view.calls[-1]],) if view.calls else ()
        shown = len(view.calls) - (not all(view.chosen))
        boards = [
            Panel("board", BOARD.write(BOARD.lay(view.calls, cells[:shown]), TILES), seat, "hex")
            for seat, cells in enumerate(view.placed)
        ]
        return Screen((*call, COUNT_PANELS[len(view.calls)], *boards), self.own(view))

    def own(self, view: View) -> tuple[Panel, ...]:
        mine = view.placed[view.seat][len(view.calls) - (not all(view.chosen)) :] if view.seat is not None else ()
        return tuple([Panel("placed", BOARD.names[cell]) for cell in mine])

    def todo(self, view: View) -> Message:
        assert view.seat is not None
        calls, taken, where = len(view.calls), view.placed[view.seat][: len(view.calls) - 1], "free"
        if view.options.placement != "free" and len(_allowed(view, taken)) <= len(CELLS) - calls:
            where = "near" if view.options.placement == "adjacent" else TILES.symbols[view.calls[-1]]
        return say("todo-place", tile=NAMES[view.calls[-1]], where=where)

    def goal(self, view: View) -> Message:
        return say("goal", players=len(view.placed), tiles=len(CELLS))

    def imagine(self, view: View, now: int, below: Below) -> State:
        s = State(view.options, view.calls, view.placed)
        for seat, chosen in enumerate(view.chosen):
            if chosen and len(s.placed[seat]) < len(s.calls):
                legal = self.legal(s, seat)
                s, _ = self.play(s, seat, legal[below(len(legal))], now)
        return s

    def sheet(self, view: View, seat: Seat) -> Sheet:
        cells = view.placed[seat]
        rows = _own_sheet(view.calls[: len(cells)], cells, view.options.rays == "all")
        return (*rows, *best_rows(_best(view), seat)) if view.options.rays == "best" else rows

    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        assert isinstance(action, Place)
        board = BOARD.lay(view.calls, (*view.placed[seat], action.cell))
        rows = own_rows(board, view.options.rays == "all")
        if view.options.rays != "best":
            return rows
        ahead = _outlook(_shown(view))
        return (*rows, *foretell(board, [*ahead[:seat], *ahead[seat + 1 :]]))

    def reasons(self, view: View, action: Action, other: Action) -> tuple[Argument, ...]:
        assert view.seat is not None
        assert isinstance(action, Place)
        assert isinstance(other, Place)
        own = BOARD.lay(view.calls, view.placed[view.seat])
        rivals = [BOARD.lay(view.calls, cells) for seat, cells in enumerate(view.placed) if seat != view.seat]
        knowledge = Knowledge(view.options.rays, view.calls, own, rivals)
        return place_reasons(knowledge, action.cell, other.cell)

    def afterwards(self, end: View, view: View, action: Action, other: Action) -> tuple[Message, ...]:
        """What the seat put on the better cell later."""
        assert view.seat is not None
        if action == other or not isinstance(action, Place):
            return ()
        call = end.placed[view.seat].index(action.cell)
        return (say("afterwards-filled", tile=NAMES[end.calls[call]], cell=BOARD.names[action.cell], number=call + 1),)

    # R13: the highest score wins; equal scores share.
    def outcome(self, s: State) -> Outcome | None:
        if self.to_act(s):
            return None
        scores = tuple(map(total, _sheets(s.options, [BOARD.lay(s.calls, cells) for cells in s.placed])))
        return Outcome(scores, places(scores))

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        return NAMES + BOARD.names

    def bound(self, seats: int, options: Options) -> int:
        return len(CELLS) * (seats + 1)

    def write(self, a: Action) -> str:
        return NAMES[a.tile] if isinstance(a, Call) else BOARD.names[a.cell]

    def read(self, text: str) -> Action:
        return CALLS[TILES.index[text]] if text in TILES.index else PLACES[BOARD.read_cell(text)]

    def score(self, options: Options, boards: Sequence[RealBoard]) -> tuple[Sheet, ...]:
        return _sheets(options, [BOARD.read(real_board.board, TILES) for real_board in boards])


def _news(s: State) -> tuple[Event, ...]:
    """R6: all placements of a call at once, or nothing while one is missing."""
    missing = min(map(len, s.placed)) < len(s.calls)
    return () if missing else tuple([_placed(seat, s.calls[-1], cells[-1]) for seat, cells in enumerate(s.placed)])


@lru_cache(maxsize=1 << 12)
def _placed(seat: Seat, tile: Tile, cell: Cell) -> Event:
    return Event(say("placed", seat=seat, tile=NAMES[tile], cell=BOARD.names[cell]))


def _allowed(s: State | PublicBoards | View, taken: tuple[Cell, ...]) -> Sequence[Cell]:
    """Where the called tile may go; the cells `taken` hold the earlier calls."""
    full = set(taken)
    empty = [cell for cell in CELLS if cell not in full]
    if s.options.placement == "free" or not taken:
        return empty  # R5
    like = taken
    if s.options.placement == "symbol":
        like = tuple(
            cell for tile, cell in zip(s.calls, taken, strict=False) if TILES.symbols[tile] == TILES.symbols[s.calls[-1]]
        )
    beside = {near for cell in like for near in BOARD.neighbours[cell]}
    allowed = [cell for cell in empty if cell in beside]
    return allowed or empty  # R8: the first tile of a symbol, or one that cannot touch another, goes anywhere


# R9 to R12: the score (scoring.py, rays.py).
def _sheets(options: Options, boards: Sequence[Board]) -> tuple[Sheet, ...]:
    sheets = [own_rows(board, options.rays == "all") for board in boards]
    if options.rays == "best":
        best = find_best(boards)
        sheets = [(*rows, *best_rows(best, seat)) for seat, rows in enumerate(sheets)]
    return tuple(sheets)


@lru_cache(maxsize=1 << 12)  # the seat's own view and everybody else's have the same boards, which grow tile by tile
def _own_sheet(calls: tuple[Tile, ...], cells: tuple[Cell, ...], rays: bool) -> Sheet:
    board = BOARD.lay(calls, cells)
    if rays or not cells:
        return own_rows(board, rays)
    return updated(_own_sheet(calls[:-1], cells[:-1], rays), board, cells[-1])


# R11, R12: the best rays of all boards (rays.py).
@dataclass(frozen=True, slots=True)
class PublicBoards:
    """The boards everybody sees (R6). All views of a position share them, so results are computed once."""

    options: Options
    calls: tuple[Tile, ...]
    placed: tuple[tuple[Cell, ...], ...]

    def __hash__(self) -> int:
        """Does not hash the boards: hashing 500 of them takes longer than comparing them by identity."""
        return hash(self.calls)


def _shown(view: View) -> PublicBoards:
    seat, placed, calls = view.seat, view.placed, len(view.calls)
    if seat is not None and len(placed[seat]) == calls and not all(view.chosen):
        placed = (*placed[:seat], placed[seat][: calls - 1], *placed[seat + 1 :])
    return PublicBoards(view.options, view.calls, placed)


def _best(view: View) -> Mapping[str, Best]:
    """The best rays, including the seat's own choice in an open step."""
    shown = _shown(view)
    best = _best_shown(shown)
    if view.seat is None or shown.placed is view.placed:
        return best
    return improve(best, view.seat, BOARD.lay(view.calls, view.placed[view.seat]))


@lru_cache(16)
def _best_shown(shown: PublicBoards) -> Mapping[str, Best]:
    return find_best([BOARD.lay(shown.calls, cells) for cells in shown.placed])


@lru_cache(16)
def _outlook(shown: PublicBoards) -> Sequence[Outlook]:
    """What each seat can still do with the called tile."""
    tile = shown.calls[-1]
    return [look_ahead(BOARD.lay(shown.calls, cells), tile, _allowed(shown, cells)) for cells in shown.placed]
