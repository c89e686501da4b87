"""The commands about records and rules: `replay`, `verify`, `calls` and `check`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.cli.shell import (
    AddCommand,
    Shell,
    count,
    game_and_options,
    print_json,
    progress,
    read_options,
    result,
    seat_names,
    text,
)

if TYPE_CHECKING:
    from tablee.core.registry import Entry

BOT_ACTIONS = 20  # of each level, to check the law of bots


def add_commands(command: AddCommand) -> None:
    replay = command("replay", _replay, "Print the story of a recorded match, complete or as one seat saw it.")
    replay.add_argument("file", metavar="FILE", help="a .match file, or - for standard input")
    replay.add_argument(
        "--seat", type=int, metavar="N", help="show only what this seat saw, counted from 1 (default: everything)"
    )
    verify = command("verify", _verify, "Recompute every draw of a finished match to check that it was fair.")
    verify.add_argument("file", metavar="FILE", help="a .match file, or - for standard input")
    called = command(
        "calls",
        _calls,
        "Recompute the tiles that the browser's caller drew for a physical game, from the seed shown at the end.",
    )
    game_and_options(called)
    called.add_argument("seed", type=text, metavar="SEED", help="64 hexadecimal digits")
    check = command("check", _check, "Check that a game, or every game, obeys the laws of the contract.")
    check.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="a game id, or the dotted name of a module with GAME and BOTS (default: all games)",
    )
    check.add_argument("--matches", type=int, default=200, metavar="N", help="number of random matches per game (default: 200)")
    check.add_argument("--seed", type=text, default="1", metavar="S", help="random seed of the matches (default: 1)")


def _replay(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.replay import HiddenClock, remarks, replay
    from tablee.terminal import Paint

    news: list[str] = []
    seat = None if args.seat is None else args.seat - 1
    clock = HiddenClock()
    for _, entry, match, events in replay(_lines(args.file), shell.installed):
        if args.seat is not None:
            count(args.seat, 1, match.seats)
        names = seat_names([" & ".join(names) for names in match.header.seats], shell.words())
        paint = Paint(shell.words(names), plain=False)
        news += [paint.words(event.message) for event in events if args.seat is None or event.reaches(seat)]
        news += map(paint.words, remarks(entry, seat))
        if (stopped := clock.follow(entry, match)) and seat is None:
            news.append(paint.words(stopped))
    outcome = match.outcome()
    if args.json:
        print_json({"game": match.game.id, "rows": len(match.rows), **result(outcome), "news": news})
    else:
        print(*news, *paint.screen(match.screen(seat)), sep="\n")
        print(*(paint.result(outcome.scores, outcome.places) if outcome else [paint.words.text("not-over-yet")]), sep="\n")
    return 0


def _verify(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.replay import verify

    match = verify(_lines(args.file), shell.installed)
    if args.json:
        print_json({"game": match.game.id, "draws": match.draws, "fair": True})
    else:
        print(shell.words().text("verified", draws=match.draws))
    return 0


def _calls(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.calls import calls
    from tablee.fair import commitment

    entry = shell.find(args.game)
    tiles, commit = calls(entry.game, args.seed, read_options(entry, args.option)), commitment(args.seed)
    if args.json:
        print_json({"game": entry.game.id, "commit": commit, "calls": tiles})
    else:
        print(shell.words().text("calls-commit", commit=commit))
        print(*tiles)
    return 0


def _lines(path: str) -> Iterator[bytes]:
    """The lines of a record file, whatever it contains."""
    from tablee.core.game import BadText, say
    from tablee.core.record import stream

    try:
        with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
            yield from stream(file)
    except OSError as error:
        raise BadText(say("no-file", file=path, why=error.strerror or str(error))) from None


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
    from tablee.replay import fold

    def replay(path: Path) -> None:
        fold(_lines(str(path)), lambda name: entry)

    for _ in progress(laws.check(entry, matches, random.Random(seed).randrange), matches, what):
        pass
    for level in players(entry):
        if level != CHAMPION:  # which may take a minute to get ready
            check_bot(entry, level, entry.game.usual_seats[0], entry.game.options(), seed, BOT_ACTIONS)
    return laws.golden(entry, replay)
