"""Scores boards from a real table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from tablee.core import registry
from tablee.core.game import AnyGame, BadOptions, Sheet, say, total
from tablee.core.options import read_options
from tablee.core.registry import Entry

BoardInput: TypeAlias = str | Mapping[str, Any]


def score(game: str | Entry, *boards: BoardInput, **options: str | int | bool) -> tuple[int, ...]:
    """The points of boards from a real table, one per player. `options` are the game's own.

    A board is text, or a mapping if the game needs more than one thing: `tablee score GAME --help` lists them.
    Raises Refusal if a board is invalid.
    """
    return tuple(map(total, sheets(game, *boards, **options)))


def sheets(game: str | Entry, *boards: BoardInput, **options: str | int | bool) -> tuple[Sheet, ...]:
    """Like `score`, but row by row: what each row is for, its points, and its cells on the board."""
    entry = registry.by_name(game) if isinstance(game, str) else game
    read = [_read(entry.game, board) for board in boards]
    return entry.game.score(read_options(entry.game.options, options), read)


def real_board_type(game: AnyGame) -> type[Any]:
    """What a player of this game submits to be scored. Raises BadOptions if nothing can be scored."""
    if game.real_board is None:
        raise BadOptions(say("no-scoring", game=game.id))
    return game.real_board


def _read(game: AnyGame, board: BoardInput) -> Any:
    """Plain text is the first field."""
    real_board = real_board_type(game)
    given = {fields(real_board)[0].name: board} if isinstance(board, str) else board
    return real_board(**{name: tuple(value) if isinstance(value, list) else value for name, value in given.items()})
