"""Scores boards from a real table for a page: row by row, with totals over several rounds, places, and what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any

import msgspec

from tablee.core.game import AnyGame, BadText, Message, Refusal, Sheet, say, total
from tablee.core.options import read_options
from tablee.core.registry import Entry
from tablee.protocol import wire
from tablee.protocol.faults import in_words
from tablee.protocol.reasons import BadBoard, Refused
from tablee.real_boards import real_board_type
from tablee.replay import Find


@dataclass(frozen=True, slots=True)
class ScoreJob:
    """What is to be counted."""

    game: str
    wish: wire.ScoreBoards


@dataclass(frozen=True, slots=True)
class ScoreRefusal:
    """A refusal that can be sent from one process to another."""

    code: str
    message: Message
    board: int

    def refusal(self) -> Refused:
        return BadBoard(self.message, self.board) if self.board else Refused(self.code, self.message)


def count_boards(job: ScoreJob, find: Find) -> wire.BoardScores | ScoreRefusal:
    """Runs in the worker process."""
    try:
        return scored(find(job.game), job.wish)
    except Refusal as refusal:
        code = refusal.code if isinstance(refusal, Refused) else refusal.message.id
        return ScoreRefusal(code, refusal.message, refusal.board if isinstance(refusal, BadBoard) else 0)


def scored(entry: Entry, wish: wire.ScoreBoards) -> wire.BoardScores:
    """Raises Refusal; if it is about one of the boards, BadBoard."""
    game = entry.game
    options = read_options(game.options, wish.options)
    boards = [_read(game, board, number) for number, board in enumerate(wish.boards, start=1)]
    before = wish.before or [0] * len(boards)
    if len(before) != len(boards):
        raise Refused("bad-request", say("bad-request", why="`before` must have an entry for each board"))
    sheets = _sheets(game, options, boards)
    totals = tuple(earlier + total(sheet) for earlier, sheet in zip(before, sheets, strict=True))
    return wire.BoardScores(
        tuple(wire.ScoredBoard(total(sheet), wire.rows(sheet)) for sheet in sheets),
        totals,
        game.rank(options, boards, totals),
        tuple(map(_written, game.carry_over(options, boards))),
    )


def _read(game: AnyGame, board: wire.Paper, number: int) -> Any:
    real_board = real_board_type(game)
    known = [field.name for field in fields(real_board)]
    for name in board:
        if name not in known:
            raise BadBoard(say("board-field", field=name[:40], known=", ".join(known)), number)
    try:
        return msgspec.convert(board, real_board)
    except msgspec.ValidationError as error:
        raise BadBoard(say("bad-request", why=in_words(str(error))[:200]), number) from None


def _sheets(game: AnyGame, options: Any, boards: Sequence[Any]) -> tuple[Sheet, ...]:
    try:
        return game.score(options, boards)
    except BadText as refusal:
        raise BadBoard(refusal.message, _faulty(game, options, boards, refusal)) from None


def _faulty(game: AnyGame, options: Any, boards: Sequence[Any], refusal: BadText) -> int:
    """The first board that is refused for the same reason by itself; 0 if they only do not go together."""
    for number, real_board in enumerate(boards, start=1):
        try:
            game.score(options, [real_board])
        except Refusal as alone:
            if alone.message == refusal.message:
                return number
    return 0


def _written(real_board: Any) -> wire.Paper:
    """A board in the form in which boards are sent, without the fields that have their defaults."""
    return {field.name: value for field in fields(real_board) if (value := getattr(real_board, field.name)) != _usual(field)}


def _usual(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default
