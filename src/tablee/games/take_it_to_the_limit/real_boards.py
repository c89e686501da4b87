"""Boards from a real table, to be scored (R28, R29 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tablee.core.game import BadText, Message, say
from tablee.games.take_it_to_the_limit.actions import RESERVE, Relocate
from tablee.games.take_it_to_the_limit.scoring import best_relocation
from tablee.games.take_it_to_the_limit.setting import Options
from tablee.games.take_it_to_the_limit.tableau import Tableau, relocated
from tablee.games.take_it_to_the_limit.tiles import HOLES, NAMES, NEXUS, ORCHID, RESERVED, TILES, YARD, YARD_NAMES
from tablee.kit.hexboard import Board, Tile


@dataclass(frozen=True, slots=True)
class RealBoard:
    """A Nexus with its scrapyard, or an Orchid with its reserve. An empty `relocated` (or `A=`) means that no tile moves."""

    nexus: str = ""
    scrapyard: str = ""
    orchid: str = ""
    reserve: tuple[str, ...] = ()
    relocated: Mapping[str, str] = field(default_factory=lambda: BEST)


BEST: Mapping[str, str] = {"best": ""}  # relocation not given


def read_real_board(options: Options, real_board: RealBoard) -> Tableau:
    if real_board.orchid and real_board.nexus:
        raise BadText(say("both-boards"))
    orchid = real_board.orchid or (real_board.nexus if options.board == "orchid" else "")
    if orchid and real_board.scrapyard:
        raise BadText(say("orchid-scrapyard"))
    if orchid:
        return _read_orchid(options, orchid, real_board)
    if real_board.reserve or any(real_board.relocated.values()):
        raise BadText(say("nexus-reserve"))
    if real_board.scrapyard and options.scrapyard == "none":
        raise BadText(say("unused-scrapyard"))
    if not real_board.nexus and not real_board.scrapyard:
        raise BadText(say("no-board"))
    board = NEXUS.read(real_board.nexus, TILES) if real_board.nexus else (None,) * len(NEXUS.names)
    yard = _read_yard(real_board.scrapyard) if real_board.scrapyard else None
    _check([*zip(NEXUS.names, board, strict=True), *zip(YARD_NAMES, yard or (), strict=False)], "both")
    return Tableau(NEXUS, board, yard)


def _read_yard(text: str) -> Board:
    try:
        return YARD.read(text, TILES)
    except BadText as error:  # say that it is the scrapyard's cell
        args = ((name, f"s:{value}" if name in ("cell", "second") else value) for name, value in error.message.args)
        raise BadText(Message(f"yard-{error.message.id}", tuple(args))) from None


def _read_orchid(options: Options, text: str, real_board: RealBoard) -> Tableau:
    board, reserve = ORCHID.read(text, TILES), [word for words in real_board.reserve for word in words.split()]
    for word in reserve:
        if word not in TILES.index:
            raise BadText(say("board-tile", cell=RESERVE, tile=word[:20]))
    tiles = tuple(TILES.index[word] for word in reserve)
    _check([*zip(ORCHID.names, board, strict=True), *((RESERVE, tile) for tile in tiles)], options.tiles)
    filled = [ORCHID.names[cell] for cell in HOLES.values() if board[cell] is not None]
    if len(tiles) + len(filled) > RESERVED:
        raise BadText(say("reserve-many", found=len(tiles) + len(filled), most=RESERVED))
    if real_board.relocated == BEST:
        return relocated(board, tiles, None) if filled else _best_relocation(tuple(board), tiles, options)
    moves = {hole: tile for hole, tile in real_board.relocated.items() if tile}
    if moves and filled:
        raise BadText(say("hole-filled", cell=filled[0]))
    return relocated(board, tiles, None if filled else _read_moves(moves, reserve))


@lru_cache(256)  # a scorer asks about the boards of all players whenever one of them changes
def _best_relocation(board: tuple[Tile | None, ...], reserve: tuple[Tile, ...], options: Options) -> Tableau:
    return best_relocation(board, reserve, options)


def _check(lying: Iterable[tuple[str, Tile | None]], tiles: str) -> None:
    """Checks that no tile occurs twice, and that each has a symbol in play."""
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
