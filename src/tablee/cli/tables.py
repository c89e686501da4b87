"""The commands to list games, play them in the terminal, and write a static site."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tablee.cli.shell import (
    AddCommand,
    Shell,
    count,
    day_asked,
    option_flag,
    print_json,
    read_options,
    result,
    save,
    seat_names,
    text,
    writing,
)

if TYPE_CHECKING:
    from tablee.terminal import Display


def add_commands(command: AddCommand) -> None:
    command("games", _games, "help-games")
    play = command("play", _play, "help-play")
    play.add_argument("game", nargs="?", metavar="GAME", help="help-game")
    option_flag(play)
    play.add_argument("--table", metavar="LINK", help="help-play-table")
    play.add_argument("--bots", metavar="A,B", help="help-play-bots")
    play.add_argument("--series", type=int, default=1, metavar="N", help="help-play-series")
    play.add_argument("--name", default="", help="help-play-name")
    play.add_argument("--plain", action="store_true", help="help-play-plain")
    play.add_argument("--save", type=text, metavar="FILE", help="help-play-save")
    play.add_argument("--seed", type=text, metavar="S", help="help-play-seed")
    play.add_argument("--daily", type=text, nargs="?", const="", metavar="DATE", help="help-play-daily")
    served = command("mcp", _mcp, "help-mcp")
    served.add_argument("--seed", type=text, metavar="S", help="help-mcp-seed")
    site = command("site", _site, "help-site")
    site.add_argument("folder", type=text, metavar="FOLDER", help="help-site-folder")


def _games(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.bots import players
    from tablee.core import registry
    from tablee.core.options import describe

    listing = []
    for name in registry.names():
        entry, words = shell.find(name), shell.words()
        game, bots = entry.game, [*players(entry)]
        about = {"name": words.text("game"), "about": words.text("about")}
        seats = {"least": game.seats[0], "most": game.seats[-1], "table": game.usual_seats[-1]}
        listing.append(
            {"id": game.id, "rules": game.version, **about, "seats": seats, "options": describe(game.options), "bots": bots}
        )
        if not args.json:
            print(f"{name}: {about['name']} ({words.text('seats-known', least=game.usual_seats[0], most=game.usual_seats[-1])})")
            print(f"  {about['about']}")
            for option in describe(game.options):
                print(f"  --option {option.name}={option.range.replace(', ', '|')}: {words.text(f'option-{option.name}')}")
            print(f"  {words.text('list-bots')}: {', '.join(bots)}")
    if args.json:
        print_json(listing)
    return 0


def _play(args: argparse.Namespace, shell: Shell) -> int:
    from dataclasses import asdict

    from tablee import terminal
    from tablee.bots import fast_bot
    from tablee.core.game import BadText, say
    from tablee.core.options import new_options
    from tablee.daily import deal_of
    from tablee.rooms.seating import clean_name
    from tablee.table import BOT, Table

    if args.daily is not None and (args.table or args.bots or args.series != 1 or args.seed or args.option):
        raise BadText(say("daily-as-it-is"))
    if args.table:
        return _play_elsewhere(args, shell)
    if not args.game:
        raise BadText(say("name-a-game"))
    entry = shell.find(args.game)
    you = clean_name(args.name or shell.words().text("you"))
    if args.daily is not None:
        deal, seats = deal_of(entry, day_asked(args.daily)), [you]
        table = Table(entry, seats, dealer=deal.dealer, options=new_options(entry.game, deal.options))
    else:
        bots = args.bots.split(",") if args.bots else [fast_bot(entry)] * max(1, entry.game.usual_seats[0] - 1)
        seats, series, options = (
            [you, *(BOT + bot for bot in bots)],
            count(args.series, 1, 1000),
            read_options(entry, args.option),
        )
        table = Table(entry, seats, seed=args.seed or None, games=series, hold=True, **asdict(options))
    words = shell.words(seat_names(seats, shell.words()))
    if args.save:
        with writing(args.save), open(args.save, "a"):  # fail before the match, not after it
            pass
    tell = _teller(args)
    play = terminal.Play(table, entry, words, args.plain, terminal.standard_input(), tell, _display(args))
    try:
        play.run()
    except (terminal.Quit, EOFError, KeyboardInterrupt):
        tell(words.text("not-over-yet"))
    if args.save:
        save(args.save, table)
        tell(words.text("saved", file=args.save))
    if args.json:
        print_json({"game": entry.game.id, **result(table.match.outcome())})
    return 0


def _play_elsewhere(args: argparse.Namespace, shell: Shell) -> int:
    import asyncio

    import httpx

    from tablee import terminal
    from tablee.client.guest import play_at
    from tablee.core.game import BadText, say

    name, tell, over = args.name or shell.words().text("you"), _teller(args), None
    ask, display = terminal.standard_input(), _display(args)
    try:
        over = asyncio.run(play_at(args.table, name, shell.installed, shell.lang, args.plain, ask, tell, display))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise BadText(say("no-file", file=args.table, why=str(error)[:120].rstrip(".") or type(error).__name__)) from None
    except (terminal.Quit, EOFError, KeyboardInterrupt):
        tell(shell.words().text("not-over-yet"))
    if args.json:
        print_json(result(over))
    return 0


def _display(args: argparse.Namespace) -> Display:
    """What the terminal of `_teller` can do."""
    from tablee.terminal import display_of

    return display_of(sys.stderr if args.json else sys.stdout, os.environ)


def _teller(args: argparse.Namespace) -> Callable[[str], None]:
    """Prints for a person: to standard error if the result on standard output is JSON."""
    return partial(print, file=sys.stderr if args.json else sys.stdout, flush=True)


def _mcp(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.core.game import Refusal, say

    try:
        from tablee.mcp import Tables, make_server
    except ModuleNotFoundError:
        raise Refusal(say("no-mcp")) from None
    make_server(Tables(shell.lang, args.seed)).run("stdio")
    return 0


def _site(args: argparse.Namespace, shell: Shell) -> int:
    from pathlib import Path

    from tablee.site.python import find_parts
    from tablee.site.writing import write_site

    with writing(args.folder):
        files = write_site(Path(args.folder), find_parts())
    size = sum(map(len, files.values()))
    if args.json:
        print_json({"folder": args.folder, "files": len(files), "bytes": size})
    else:
        print(shell.words().text("site-written", folder=args.folder, files=len(files), size=round(size / 1e6)))
    return 0
