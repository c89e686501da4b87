"""The commands for people who write games: `new-game` and `check`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from tablee.cli.records import lines
from tablee.cli.shell import AddCommand, Shell, count, print_json, progress, text, writing

if TYPE_CHECKING:
    from tablee.core.registry import Entry

BOT_ACTIONS = 20  # of each level, to check the law of bots
GOLDEN_LAW = 10


def add_commands(command: AddCommand) -> None:
    new = command("new-game", _new_game, "help-new-game")
    new.add_argument("name", type=text, metavar="NAME", help="help-new-game-name")
    check = command("check", _check, "help-check")
    check.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="help-check-game",
    )
    check.add_argument("--matches", type=int, default=200, metavar="N", help="help-check-matches")
    check.add_argument("--seed", type=text, default="1", metavar="S", help="help-check-seed")


def _new_game(args: argparse.Namespace, shell: Shell) -> int:
    from pathlib import Path

    from tablee.starter import title_of, write_game

    with writing(args.name):
        files = write_game(args.name, Path(args.name))
    if args.json:
        print_json({"game": args.name, "files": [file.as_posix() for file in files]})
    else:
        print(shell.words().text("new-game-written", game=title_of(args.name), folder=args.name))
    return 0


def _check(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.core import laws, registry

    reports = []
    matches = count(args.matches, 1, 10**9)
    for name in [args.game] if args.game else registry.names():
        entry = shell.find(name)
        try:
            records = _check_one(entry, matches, args.seed, shell.words().text("playing"))
        except laws.BrokenLaw as broken:
            print(f"{entry.game.id}: {broken}", file=sys.stderr)
            if broken.law == GOLDEN_LAW:
                folder = os.path.relpath(entry.folder / "golden")
                print(shell.words().text("make-golden", game=name, folder=folder), file=sys.stderr)
            return 1
        reports.append({"game": entry.game.id, "matches": matches, "records": records})
        if not args.json:
            print(shell.words().text("lawful", game=entry.game.id, matches=matches, records=records))
    if args.json:
        print_json(reports)
    return 0


def _check_one(entry: Entry, matches: int, seed: str, what: str) -> int:
    import random
    from pathlib import Path

    from tablee.bots import players
    from tablee.core import laws
    from tablee.core.bot import CHAMPION
    from tablee.lab.bot_laws import check_bot
    from tablee.replay import loads

    def replay(path: Path) -> None:
        loads(lines(str(path)), lambda name: entry)

    for _ in progress(laws.check(entry, matches, random.Random(seed).randrange), matches, what):
        pass
    for level in players(entry):
        if level != CHAMPION:  # which may take a minute to get ready
            check_bot(entry, level, entry.game.usual_seats[0], entry.game.options(), seed, BOT_ACTIONS)
    return laws.golden(entry, replay)
