"""The commands about boards from real tables: `score` and `solve`. The game declares what they take."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tablee.cli.shell import Parser, Shell, common_flags, option_flag, pairs, print_json, read_options

if TYPE_CHECKING:
    from tablee.core.registry import Entry


def add_commands(commands: Any, common: argparse.ArgumentParser) -> None:
    """The game decides on further arguments, so they are read later."""
    for name, run, help in (
        ("score", _score, "help-score"),
        ("solve", _solve, "help-solve"),
    ):
        of_game = commands.add_parser(name, help=help, parents=[common], add_help=False)
        of_game.add_argument("game", nargs="?", metavar="GAME")
        option_flag(of_game)
        of_game.set_defaults(run=run, more=True, parser=of_game)


def _score(args: argparse.Namespace, shell: Shell) -> int:
    """The game's `real_board` declares what can be scored, and its flags."""
    from tablee.core.game import BadText, say, total
    from tablee.terminal import Paint

    if args.json and "-" in (args.game, *args.rest):
        if args.game == "-":
            args.game = next((word for word in args.rest if word != "-"), None)
        entry, options, boards = _score_request(args, shell)
    else:
        entry, options, boards = _score_flags(args, shell)
    if not boards:
        raise BadText(say("no-board"))
    sheets = entry.game.score(options, boards)
    words = shell.words()
    if args.json:
        rows = [[{"what": words(row.what), "points": row.points, "cells": row.cells} for row in sheet] for sheet in sheets]
        print_json({"scores": [total(sheet) for sheet in sheets], "sheets": rows})
    else:
        for sheet in sheets:
            print(*Paint(words, plain=False).sheet(sheet), sep="\n")
    return 0


ScoreInput: TypeAlias = "tuple[Entry, Any, list[Any]]"


def _score_request(args: argparse.Namespace, shell: Shell) -> ScoreInput:
    """Reads a JSON object from standard input: `{"game": …, "options": {…}, "boards": […]}`."""
    from dataclasses import fields

    import msgspec

    from tablee.core.game import BadText, say
    from tablee.core.options import read_options
    from tablee.protocol.faults import in_words
    from tablee.real_boards import real_board_type

    class ScoreRequest(msgspec.Struct, forbid_unknown_fields=True):
        boards: list[Any]
        game: str = ""
        options: dict[str, Any] = {}

    try:
        request = msgspec.json.decode(sys.stdin.buffer.read(), type=ScoreRequest)
        if args.game and request.game not in ("", args.game):
            raise BadText(say("other-game", found=request.game[:40], game=args.game))
        entry = shell.find(args.game or request.game)
        real_board = real_board_type(entry.game)
        first = fields(real_board)[0].name
        boards = [msgspec.convert({first: board} if isinstance(board, str) else board, real_board) for board in request.boards]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadText(say("bad-json", why=in_words(str(error))[:200])) from None
    return entry, read_options(entry.game.options, request.options | pairs(args.option, "NAME=VALUE")), boards


def _score_flags(args: argparse.Namespace, shell: Shell) -> ScoreInput:
    """Reads one player's board from the command line."""
    from tablee.real_boards import real_board_type

    asked = "help-score-json"
    parser = _game_parser("score", args, shell, asked)
    entry, words = shell.find(args.game), shell.words()
    real_board = _from_flags(parser, args.rest, real_board_type(entry.game), lambda name: words.text(f"paper-{name}"))
    return entry, read_options(entry, args.option), [real_board]


def _solve(args: argparse.Namespace, shell: Shell) -> int:
    """The `puzzle` of the game's solver declares what can be solved, and its flags."""
    from tablee.solutions import solver_of

    parser = _game_parser("solve", args, shell, "help-json")
    entry, words = shell.find(args.game), shell.words()
    solver = solver_of(entry)
    puzzle = _from_flags(parser, args.rest, solver.puzzle, lambda name: words.text(f"puzzle-{name}"))
    found = solver.solve(read_options(entry, args.option), puzzle)
    boards = [_given_fields(real_board) for real_board in found.boards]
    if args.json:
        print_json({"points": found.points, "bound": found.bound, "exact": found.exact, "boards": boards})
        return 0
    print(words.text("solved" if found.exact else "solved-bound", points=found.points, bound=found.bound, boards=len(boards)))
    for board in boards:
        print(*(value if len(board) == 1 else f"{name}: {_field_text(value)}" for name, value in board.items()), sep="\n")
    return 0


def _given_fields(real_board: Any) -> dict[str, Any]:
    """The fields of a board that differ from their defaults."""
    from dataclasses import MISSING, fields

    defaults = {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in fields(real_board)}
    return {name: value for name, default in defaults.items() if (value := getattr(real_board, name)) != default}


def _field_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={text}" for key, text in value.items())
    return value if isinstance(value, str) else " ".join(value)


def _game_parser(command: str, args: argparse.Namespace, shell: Shell, json: str) -> Parser:
    """For a command whose further arguments the game decides; exits with help or an error if no game is given."""
    parser = Parser(prog=f"tablee {command} {args.game or ''}".rstrip(), parents=[common_flags(json)], shell=shell)
    option_flag(parser)
    if args.game is None:
        parser.add_argument("GAME", help=shell.words().text("help-board-game", command=command))
        parser.parse_args(args.rest)  # prints the help or an error
    return parser


def _from_flags(parser: Parser, argv: Sequence[str], kind: type[Any], help: Callable[[str], str]) -> Any:
    """A game's dataclass from the command line: its first field is the text itself, the others are flags."""
    from dataclasses import fields
    from typing import get_type_hints

    hints = get_type_hints(kind)
    for number, field in enumerate(fields(kind)):
        _field_flag(parser, field.name, hints[field.name], field.default, help(field.name), first=not number)
    given = vars(parser.parse_args(argv))
    return kind(**{name: _field_value(hints[name], given[name]) for name in hints if given[name] != []})  # [] : not given


def _field_flag(parser: Parser, name: str, kind: Any, default: Any, help: str, first: bool) -> None:
    from dataclasses import MISSING
    from typing import get_origin

    flag, words = f"--{name.replace('_', '-')}", parser.shell.words()
    if first:
        parser.add_argument(name, nargs=None if default is MISSING else "?", default=default, metavar=name.upper(), help=help)
    elif kind is bool:
        parser.add_argument(flag, action="store_true", help=help)
    elif kind in (str, int):
        parser.add_argument(flag, type=kind, default=default, metavar="TEXT" if kind is str else "N", help=help)
    else:
        form = "TEXT" if get_origin(kind) is tuple else "KEY=TEXT"
        parser.add_argument(flag, action="append", default=[], metavar=form, help=words.text("help-repeated", help=help))


def _field_value(kind: Any, given: Any) -> Any:
    from typing import get_origin

    if not isinstance(given, list):
        return given
    return tuple(given) if get_origin(kind) is tuple else pairs(given, "KEY=TEXT")
