"""Take it to the Limit!: everybody places the same called tile, on two boards. R1 … refer to RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tablee.core.game import (
    CHANCE,
    Argument,
    BadOptions,
    Below,
    Event,
    Game,
    IllegalAction,
    Message,
    Outcome,
    Panel,
    Refusal,
    Screen,
    Seat,
    Sheet,
    places,
    say,
    total,
)
from tablee.games.take_it_to_the_limit.actions import (
    DISCARD,
    PLACES,
    RESERVE,
    Action,
    Call,
    Place,
    Relocate,
    read_action,
    write_action,
)
from tablee.games.take_it_to_the_limit.real_boards import RealBoard, read_real_board
from tablee.games.take_it_to_the_limit.reasons import Knowledge, bury_reasons, place_reasons, relocation_reasons
from tablee.games.take_it_to_the_limit.scoring import sheet_of, sheets_of, yard_values
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tableau import Tableau, relocated
from tablee.games.take_it_to_the_limit.tiles import DIGEST, HOLE_NAMES, NAMES, NEXUS, ORCHID, TILES, YARD, YARD_CELLS, YARD_NAMES
from tablee.kit.hexboard import Tile

# R1 to R6: the tiles and the boards (tiles.py). R7, R11, R24, R25: what is in play (setting.py).


@dataclass(frozen=True, slots=True)
class State:
    """The whole history, with nothing about future calls."""

    options: Options
    holders: tuple[Seat, ...]  # R22: by owner, who has the scrapyard; () unless scrapyards are passed
    calls: tuple[Tile, ...]
    placed: tuple[tuple[str, ...], ...]  # by seat, where it put the tile of each call
    buried: tuple[tuple[str, ...], ...]  # by owner, where the holder put each discarded tile
    moved: tuple[Relocate | None, ...]  # by seat, the relocation at the end


@dataclass(frozen=True, slots=True)
class View:
    """What is public, and this seat's own choice in an open step (R10)."""

    seat: Seat | None
    table: State
    waiting: tuple[Seat, ...]  # seats that have not chosen yet


class TakeItToTheLimit(Game[Options, State, Action, View]):
    id = "take-it-to-the-limit"
    version = "1.0"
    seats = range(1, 7)
    usual_seats = range(1, 7)
    options = Options
    parts_digest = DIGEST
    real_board = RealBoard

    def start(self, seats: int, options: Options, standing: tuple[int, ...] = ()) -> State:
        if options.board == "nexus" and seats < 2:
            _refuse_alone(options)
        holders = _hand_over(seats, standing) if setting(options).heap == DISCARD else ()
        return State(options, holders, (), ((),) * seats, ((),) * seats, (None,) * seats)

    # R7: a tile is called, everybody places it; R22: then discarded tiles are placed; R13: relocation comes last.
    def to_act(self, s: State) -> tuple[Seat, ...]:
        calls = len(s.calls)
        missing = tuple([seat for seat, to in enumerate(s.placed) if len(to) < calls])
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
        if len(taken) < len(s.calls):  # R9: when one board is full, the other is left; R11: exactly three end in the reserve
            heap, gone = [PLACES[game.heap]] if taken.count(game.heap) < game.room else [], set(taken)
            return [place for to, place in game.spots.items() if to not in gone] + heap
        if s.holders:
            taken = s.buried[s.holders.index(seat)]
            return [place for place in game.last if write_action(place) not in taken]
        return game.last

    # R8: the caller draws at random from the tiles not called yet.
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
        s = _shown(view.table, view.waiting, None)  # the same for everybody
        call = (Panel("call", NAMES[s.calls[-1]], shape="tile"),) if s.calls else ()
        left = Panel("calls-left", setting(s.options).calls - len(s.calls), shape="number")
        boards = (panel for seat in range(len(s.placed)) for panel in _panels(s, seat))
        return Screen((*call, left, *boards), self.own(view))

    def own(self, view: View) -> tuple[Panel, ...]:
        return tuple(_own_panels(view))

    def todo(self, view: View) -> Message:
        s, seat = view.table, view.seat
        assert seat is not None
        tile = NAMES[s.calls[-1]]
        if len(s.placed[seat]) < len(s.calls):
            ways = {_way(action) for action in self.legal(s, seat)}
            return say("todo-place", tile=tile, where="-".join(way for way in ("board", "yard", DISCARD, RESERVE) if way in ways))
        return say("todo-bury", tile=tile, other=s.holders.index(seat)) if s.holders else say("todo-relocate")

    def goal(self, view: View) -> Message:
        return say("goal", players=len(view.table.placed), tiles=setting(view.table.options).calls)

    def imagine(self, view: View, now: int, below: Below) -> State:
        s = view.table
        for seat in self.to_act(s) if view.waiting else ():
            if seat not in view.waiting:
                legal = self.legal(s, seat)
                s, _ = self.play(s, seat, legal[below(len(legal))], now)
        return s

    def sheet(self, view: View, seat: Seat) -> Sheet:
        return self._sheet(view.table, seat)

    # Others' choices in the same step matter in one case: a rival places this seat's discarded tile (R22).
    def sheet_after(self, view: View, seat: Seat, action: Action) -> Sheet:
        before = view.table
        s, _ = self.play(before, seat, action, 0)
        for other in self.to_act(before):
            if other != seat and len(legal := self.legal(s, other)) == 1:  # as everybody has with the last tile
                s, _ = self.play(s, other, legal[0], 0)
        if s.placed == before.placed and seat in _unburied(s):
            raise Refusal(say("sheet-hidden"))
        return self._sheet(s, seat)

    def _sheet(self, s: State, seat: Seat) -> Sheet:
        """Scrapyards are compared, and cost points, only at the end."""
        values = () if self.to_act(s) else tuple(yard_values(_lay_all(s)))
        return _sheet_of(s.options, values, s.calls, s.placed[seat], s.buried[seat], s.moved[seat])

    def reasons(self, view: View, action: Action, other: Action) -> tuple[Argument, ...]:
        s, seat = view.table, view.seat
        assert seat is not None
        tableau = lay(s, seat)
        if isinstance(action, Relocate) and isinstance(other, Relocate):
            return relocation_reasons(tableau, s.options, action, other)
        assert isinstance(action, Place)
        assert isinstance(other, Place)
        knowledge = Knowledge(s.options, s.calls, tableau, s.placed[seat].count(DISCARD))
        if len(s.placed[seat]) < len(s.calls):
            return place_reasons(knowledge, action, other)
        owner = s.holders.index(seat)
        yard = lay(s, owner).yard
        assert yard is not None
        return bury_reasons(knowledge, yard, owner, action, other)

    def afterwards(self, end: View, view: View, action: Action, other: Action) -> tuple[Message, ...]:
        """What the seat put on the better place later."""
        assert view.seat is not None
        placed = end.table.placed[view.seat]
        if action == other or not isinstance(action, Place) or action.to in (DISCARD, RESERVE) or action.to not in placed:
            return ()
        call = placed.index(action.to)
        return (say("afterwards-filled", tile=NAMES[end.table.calls[call]], cell=action.to, number=call + 1),)

    # R26: the highest score wins; equal scores share.
    def outcome(self, s: State) -> Outcome | None:
        scores = () if self.to_act(s) else tuple(map(total, sheets_of(s.options, _lay_all(s))))
        return Outcome(scores, places(scores)) if scores else None

    def codes(self, seats: int, options: Options) -> tuple[str, ...]:
        game = setting(options)
        heap = (game.heap,) if game.heap else ()
        return (*map(write_action, game.pool), *game.spots, *heap, *map(write_action, game.last))

    def bound(self, seats: int, options: Options) -> int:
        game = setting(options)
        return game.calls * (seats + 1) + game.room * seats

    def write(self, a: Action) -> str:
        return write_action(a)

    def read(self, text: str) -> Action:
        return read_action(text)

    def score(self, options: Options, boards: Sequence[RealBoard]) -> tuple[Sheet, ...]:
        tableaus = [read_real_board(options, real_board) for real_board in boards]
        if 1 in (sum(tableau.kind is NEXUS for tableau in tableaus), sum(tableau.yard is not None for tableau in tableaus)):
            _refuse_alone(options)
        return sheets_of(options, tableaus)


def _way(action: Action) -> str:
    """Where a placement goes: the board, the scrapyard, or what `todo` calls the heap."""
    assert isinstance(action, Place)
    return "yard" if action.to in YARD_CELLS else action.to if action.to in (DISCARD, RESERVE) else "board"


def _refuse_alone(options: Options) -> None:
    """R21, R22: these penalties compare scrapyards."""
    if options.scrapyard in ("lowest", "pass"):
        raise BadOptions(say("needs-two", scrapyard=options.scrapyard))


def _hand_over(seats: int, standing: tuple[int, ...]) -> tuple[Seat, ...]:
    """R22: to the left neighbour; R23: from the second game of a series, down the ranking, and from last to first."""
    ranking = sorted(range(seats), key=lambda seat: -standing[seat]) if standing else range(seats)
    to = {owner: ranking[(rank + 1) % seats] for rank, owner in enumerate(ranking)}
    return tuple(to[owner] for owner in range(seats))


def _refusal(s: State, seat: Seat, action: Action) -> Message | None:
    """Why a seat that is to act cannot do this; None if it can."""
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
    """R22: the owners of discarded tiles without a cell."""
    return [owner for owner, to in enumerate(s.placed) if to.count(DISCARD) > len(s.buried[owner])]


def _news(before: State, s: State) -> Iterator[Message]:
    """R10: all choices of a step become news when the last one is made."""
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
    """R10: the table as this seat sees it while the seats `waiting` have not chosen."""
    placed, buried, moved, calls = s.placed, s.buried, s.moved, len(s.calls)
    if waiting and len(placed[waiting[0]]) < calls:
        placed = tuple(to if other == seat else to[: calls - 1] for other, to in enumerate(placed))
    elif waiting and s.holders:
        before = [to[:-1].count(DISCARD) for to in placed]
        buried = tuple(to if s.holders[owner] == seat else to[: before[owner]] for owner, to in enumerate(buried))
    elif waiting:
        moved = tuple(move if other == seat else None for other, move in enumerate(moved))
    return State(s.options, s.holders, s.calls, placed, buried, moved)


# What is in front of a seat (tableau.py), to be scored (scoring.py).
def lay(s: State, seat: Seat) -> Tableau:
    """The boards of a seat; a discarded tile may have no cell yet."""
    return _lay(s.options, s.calls, s.placed[seat], s.buried[seat], s.moved[seat])


def _lay(
    options: Options, calls: tuple[Tile, ...], placed: tuple[str, ...], buried: tuple[str, ...], moved: Relocate | None
) -> Tableau:
    kind = setting(options).board
    board: list[Tile | None] = [None] * len(kind.names)
    yard: list[Tile | None] = [None] * len(YARD_NAMES)
    reserve, graves = [], iter(buried)
    for tile, to in zip(calls, placed, strict=False):
        where = next(graves, DISCARD) if to == DISCARD else to
        if where in kind.cells:
            board[kind.cells[where]] = tile
        elif where in YARD_CELLS:
            yard[YARD_CELLS[where]] = tile
        elif where == RESERVE:
            reserve.append(tile)
    if kind is ORCHID:
        return relocated(board, tuple(reserve), moved)
    return Tableau(kind, board, None if options.scrapyard == "none" else yard)


@lru_cache(maxsize=1 << 10)  # the seat's own view and everybody else's have the same boards
def _sheet_of(options: Options, values: tuple[int, ...], calls: tuple[Tile, ...], *boards: Any) -> Sheet:
    return sheet_of(_lay(options, calls, *boards), options, values)


def _lay_all(s: State) -> list[Tableau]:
    return [lay(s, seat) for seat in range(len(s.placed))]


def _panels(s: State, seat: Seat) -> Iterator[Panel]:
    tableau = lay(s, seat)
    yield Panel(s.options.board, tableau.kind.write(tableau.board, TILES), seat, "hex")
    if tableau.yard is not None:
        yield Panel("scrapyard", YARD.write(tableau.yard, TILES), seat, "hex")
    if s.holders:
        yield Panel("holder", s.holders[seat] + 1, seat, "number")
    if tableau.kind is ORCHID:
        yield Panel("reserve", tuple(NAMES[tile] for tile in tableau.reserve), seat, "items")


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
        yield Panel("chosen", write_action(move))
