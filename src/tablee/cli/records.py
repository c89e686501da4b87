"""The commands about records and draws: `replay`, `review`, `verify`, `calls` and `daily`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from tablee.cli.shell import (
    AddCommand,
    Shell,
    count,
    day_asked,
    game_and_options,
    print_json,
    progress,
    read_options,
    result,
    seat_names,
    text,
)


def add_commands(command: AddCommand) -> None:
    replay = command("replay", _replay, "help-replay")
    replay.add_argument("file", metavar="FILE", help="help-record-file")
    replay.add_argument("--seat", type=int, metavar="N", help="help-replay-seat")
    reviewed = command("review", _review, "help-review")
    reviewed.add_argument("file", metavar="FILE", help="help-record-file")
    reviewed.add_argument("--seat", type=int, default=1, metavar="N", help="help-review-seat")
    reviewed.add_argument("--depth", type=int, default=0, metavar="N", help="help-review-depth")
    verify = command("verify", _verify, "help-verify")
    verify.add_argument("file", metavar="FILE", help="help-record-file")
    called = command(
        "calls",
        _calls,
        "help-calls",
    )
    game_and_options(called)
    called.add_argument("seed", type=text, metavar="SEED", help="help-calls-seed")
    daily = command("daily", _daily, "help-daily")
    daily.add_argument("--date", type=text, metavar="DATE", help="help-daily-date")
    daily.add_argument("--game", metavar="GAME", help="help-daily-game")


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


def _review(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.cli.reviewing import told
    from tablee.jobs.reviews import ReviewSoFar, page_of
    from tablee.reviews import Reviewer, depths, parts_of

    reviewer = Reviewer([*lines(args.file)], args.seat - 1, args.depth, shell.installed)
    if args.depth not in (0, *depths(reviewer.entry)):
        count(args.depth, depths(reviewer.entry)[0], depths(reviewer.entry)[-1])
    turns = [turn for turn, _ in progress(reviewer.turns(), reviewer.count, shell.words().text("reviewing"))]
    if args.json:
        so_far = ReviewSoFar(len(turns), None, tuple(parts_of(turns).items()))
        print_json(page_of(reviewer, turns, so_far, shell.installed, len(reviewer.header.seats)))
    else:
        names = seat_names([" & ".join(names) for names in reviewer.header.seats], shell.words())
        print(*told(reviewer.review(tuple(turns)), shell.words(names), shell.lang), sep="\n")
    return 0


def _verify(args: argparse.Namespace, shell: Shell) -> int:
    from itertools import tee

    from tablee.chain import digest
    from tablee.core.record import read_lines
    from tablee.daily import day_of
    from tablee.replay import verify

    record, again = tee(lines(args.file))  # read as far as it is good
    match = verify(record, shell.installed)
    committed = match.draws if match.committed is None else match.committed
    found, day = digest([entry for _, entry in read_lines(again)]), day_of(match.header)
    if args.json:
        practice = {} if match.committed is None else {"committed": committed}
        daily = {"daily": str(day)} if day else {}
        print_json({"game": match.game.id, "draws": match.draws, **practice, **daily, "fair": True, "digest": found})
    else:
        if day:
            print(shell.words().text("verified-daily", day=str(day)))
        print(shell.words().text("verified", draws=committed))
        if match.committed is not None:
            print(shell.words().text("not-committed", draws=match.draws - committed))
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


def _daily(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.calls import calls_of
    from tablee.core import registry
    from tablee.core.options import read_options
    from tablee.daily import VERSION, deal_of, plan_of

    day = day_asked(args.date)
    games = [args.game] if args.game else [id for id in registry.names() if plan_of(registry.find(id))]
    told = []
    for entry in map(shell.find, games):
        deal, words = deal_of(entry, day), shell.words()
        tiles = calls_of(entry.game, deal.dealer, read_options(entry.game.options, deal.options))
        told.append(
            {"date": str(day), "version": VERSION, "game": deal.game, "options": deal.options, "seed": deal.seed, "calls": tiles}
        )
        if not args.json:
            options = ", ".join(f"{name}={value}" for name, value in deal.options.items())
            print(words.text("daily-deal", day=str(day), game=words.text("game")) + (f" ({options})" if options else ""))
            print(words.text("daily-seed", seed=deal.seed))
            print(*tiles)
    if args.json:
        print_json(told)
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
