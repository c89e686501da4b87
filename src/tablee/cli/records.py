"""The commands about records: `replay`, `verify` and `calls`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from tablee.cli.shell import (
    AddCommand,
    Shell,
    count,
    game_and_options,
    print_json,
    read_options,
    result,
    seat_names,
    text,
)


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


def _replay(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.replay import HiddenClock, remarks, replay
    from tablee.terminal import Paint

    news: list[str] = []
    seat = None if args.seat is None else args.seat - 1
    clock = HiddenClock()
    for _, entry, match, events in replay(lines(args.file), shell.installed):
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
    from itertools import tee

    from tablee.chain import digest
    from tablee.core.record import read_lines
    from tablee.replay import verify

    record, again = tee(lines(args.file))  # read as far as it is good
    match = verify(record, shell.installed)
    found = digest([entry for _, entry in read_lines(again)])
    if args.json:
        print_json({"game": match.game.id, "draws": match.draws, "fair": True, "digest": found})
    else:
        print(shell.words().text("verified", draws=match.draws))
        print(shell.words().text("record-digest", digest=found))
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


def lines(path: str) -> Iterator[bytes]:
    """The lines of a record file, whatever it contains."""
    from tablee.core.game import BadText, say
    from tablee.core.record import stream

    try:
        with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
            yield from stream(file)
    except OSError as error:
        raise BadText(say("no-file", file=path, why=error.strerror or str(error))) from None
