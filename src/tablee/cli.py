"""The command line. Results go to standard output; bad input gets one line on standard error and exit status 2.

Everything heavy is imported where it is used, so that `tablee --version` starts at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from tablee import __version__
from tablee.server.cli import add_commands

if TYPE_CHECKING:
    from tablee.core.game import Outcome
    from tablee.core.registry import Entry
    from tablee.lab.simulate import Tally
    from tablee.lab.standings import Estimate, Standing
    from tablee.server.wire import MatchResult
    from tablee.table import Table
    from tablee.terminal import Display
    from tablee.words import Words

EPILOG = """Without a command, `tablee` starts the server, like `tablee serve`.

examples:
  tablee play take-it-easy                          play against a bot in the terminal
  tablee play take-it-easy --option rays=all        play a variant; `tablee games` lists the options
  tablee simulate take-it-easy --games 1000 --bots greedy,random
  tablee arena take-it-easy --games 200 --bots greedy,random
  tablee score take-it-easy "9-6-3 9-6-8 9-2-4 / . . . . / . . . . . / . . . . / . . ."
  tablee solve take-it-easy                         the highest score, and every board that reaches it
  tablee verify holiday.match                       check that every draw was fair
  tablee site public                                write a static site that needs no server
  tablee calls take-it-easy SEED                    check what the caller in the browser has called"""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    parser, words = _parser(), list(sys.argv[1:] if argv is None else argv)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "serve")
    args, rest = parser.parse_known_args(words)
    if rest and args.run not in (_score, _solve):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    args.rest = rest
    return _guarded(args, Shell(args.lang))


class Parser(argparse.ArgumentParser):
    """Reports an error in one line, without the usage that `--help` prints."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {' '.join(message.split())}\n")


class Shell:
    """The user's language and the game a command is about: together they give the words to print."""

    def __init__(self, lang: str | None) -> None:
        from tablee.words import language

        self.lang = lang or language()
        self.entry: Entry | None = None

    def find(self, name: str) -> Entry:
        """An installed game by its id, or any by its dotted module name."""
        from tablee.core import registry

        self.entry = registry.by_name(name)
        return self.entry

    def installed(self, id: str) -> Entry:
        """An installed game by its id. For records and servers, which must not choose what is imported."""
        from tablee.core import registry

        self.entry = registry.find(id)
        return self.entry

    def words(self, names: Sequence[str] = ()) -> Words:
        from tablee.words import Words

        return Words(self.lang, self.entry.folder if self.entry else None, names)


def _guarded(args: argparse.Namespace, shell: Shell) -> int:
    """Runs a command and prints errors the user can fix as one line."""
    from tablee.core.game import Refusal

    try:
        status: int = args.run(args, shell)
        sys.stdout.flush()
        return status
    except Refusal as refusal:
        print(" ".join(shell.words().refusal(refusal).split()), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    common = _common()
    parser = Parser(
        prog="tablee",
        description="Host, play, simulate, check and score board games.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tablee {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace, Shell], int], help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help, parents=[common])
        sub.set_defaults(run=run, error=sub.error)
        return sub

    command("games", _games, "List the games, their options and their bots.")
    play = command("play", _play, "Play in the terminal, against bots or at a table on a server.")
    play.add_argument("game", nargs="?", metavar="GAME", help="a game id; `tablee games` lists them")
    _option_flag(play)
    play.add_argument("--table", metavar="LINK", help="join the table at this link (http://…/t/…) instead")
    play.add_argument(
        "--bots", metavar="A,B", help="the bots to play against (default: as few as the game usually has, at its fast level)"
    )
    play.add_argument("--series", type=int, default=1, metavar="N", help="play a series of N games and add up the scores")
    play.add_argument("--name", default="", help="your name")
    play.add_argument("--plain", action="store_true", help="print text only, for screen readers")
    play.add_argument("--save", type=text, metavar="FILE", help="save the record of the match to this file")
    play.add_argument("--seed", type=text, metavar="S", help="use this seed for the draws: 64 hexadecimal digits, or any text")
    simulate = command("simulate", _simulate, "Play many matches between bots and compare their scores.")
    _game_and_options(simulate)
    simulate.add_argument("--games", type=int, default=100, metavar="N", help="number of matches (default: 100)")
    simulate.add_argument(
        "--seats", type=int, metavar="K", help="number of seats (default: one per bot, or more if the game needs them)"
    )
    simulate.add_argument(
        "--bots", default="random", metavar="A,B", help="the bots, assigned to the seats in turn (default: random)"
    )
    simulate.add_argument(
        "--seed", type=text, default="1", metavar="S", help="random seed; the same seed plays the same matches (default: 1)"
    )
    simulate.add_argument("--save", metavar="FOLDER", help="save the records of all matches to this folder")
    arena = command("arena", _arena, "Let bots play a league: the same deals for all, in every seat. Compares and rates them.")
    _game_and_options(arena)
    arena.add_argument("--bots", required=True, metavar="A,B", help="the bots to compare, two or more")
    arena.add_argument("--games", type=int, default=100, metavar="N", help="number of deals; every bot plays each (default: 100)")
    arena.add_argument("--seats", type=int, metavar="K", help="number of seats per match (default: the game's usual minimum)")
    arena.add_argument(
        "--seed", type=text, default="1", metavar="S", help="random seed; the same seed gives the same results (default: 1)"
    )
    arena.add_argument("--workers", type=int, metavar="W", help="number of processes (default: one for each core)")
    arena.add_argument("--cluster", type=text, metavar="ADDRESS", help="play on this Dask cluster, for example tcp://host:8786")
    arena.add_argument("--out", type=text, metavar="FOLDER", help="save results.jsonl, table.json and plot.svg to this folder")
    arena.add_argument("--resume", action="store_true", help="continue the league in the --out folder")
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
    _game_and_options(called)
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
    for name, run, help in (
        ("score", _score, "Score boards from a real table; see `tablee score GAME --help`."),
        ("solve", _solve, "Find the best boards for given tiles; see `tablee solve GAME --help`."),
    ):
        of_game = commands.add_parser(name, help=help, parents=[common], add_help=False)
        of_game.add_argument("game", nargs="?", metavar="GAME")
        _option_flag(of_game)
        of_game.set_defaults(run=run)
    site = command("site", _site, "Write a static site: the web client with Python in the browser, for any web host.")
    site.add_argument("folder", type=text, metavar="FOLDER", help="a new or empty folder, or an older site to replace")
    add_commands(commands, common)
    return parser


def _common(json: str = "print the result as JSON") -> Parser:
    common = Parser(add_help=False)
    common.add_argument("--lang", choices=("en", "fr"), help="language (default: from the environment)")
    common.add_argument("--json", action="store_true", help=json)
    return common


def text(word: str) -> str:
    """Refuses arguments that are not valid Unicode, which could not be written to a record."""
    word.encode()
    return word


def _game_and_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game id; `tablee games` lists them")
    _option_flag(parser)


def _option_flag(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game; can be repeated"
    )


def _pairs(texts: Sequence[str], form: str) -> dict[str, str]:
    from tablee.core.game import BadText, say

    for text in texts:
        if "=" not in text:
            raise BadText(say("bad-flag", text=text[:40], form=form))
    return dict(text.split("=", 1) for text in texts)


def _read_options(entry: Entry, texts: Sequence[str]) -> Any:
    from tablee.core.options import new_options

    return new_options(entry.game, _pairs(texts, "NAME=VALUE"))


def _count(number: int, least: int, most: int) -> int:
    from tablee.core.game import BadText, say

    if not least <= number <= most:
        raise BadText(say("bad-count", text=str(number)[:20], least=least, most=most))
    return number


def _json(value: object) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def _print_json(value: object) -> None:
    print(_json(value))


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
        _print_json(listing)
    return 0


def _play(args: argparse.Namespace, shell: Shell) -> int:
    from dataclasses import asdict

    from tablee import terminal
    from tablee.bots import fast_bot
    from tablee.server.seating import clean_name
    from tablee.table import BOT, Table

    if args.table:
        return _play_elsewhere(args, shell)
    if not args.game:
        args.error("name a GAME (`tablee games` lists them) or a table (--table LINK)")
    entry = shell.find(args.game)
    bots = args.bots.split(",") if args.bots else [fast_bot(entry)] * max(1, entry.game.usual_seats[0] - 1)
    you = clean_name(args.name or shell.words().text("you"))
    seats, series, options = [you, *(BOT + bot for bot in bots)], _count(args.series, 1, 1000), _read_options(entry, args.option)
    table = Table(entry, seats, seed=args.seed or None, games=series, hold=True, **asdict(options))
    words = shell.words(_seat_names(seats, shell.words()))
    if args.save:
        with _writing(args.save), open(args.save, "a"):  # fail before the match, not after it
            pass
    tell = _teller(args)
    play = terminal.Play(table, entry, words, args.plain, terminal.standard_input(), tell, _display(args))
    try:
        play.run()
    except (terminal.Quit, EOFError, KeyboardInterrupt):
        tell(words.text("not-over-yet"))
    if args.save:
        _save(args.save, table)
        tell(words.text("saved", file=args.save))
    if args.json:
        _print_json({"game": entry.game.id, **_result(table.match.outcome())})
    return 0


def _site(args: argparse.Namespace, shell: Shell) -> int:
    from pathlib import Path

    from tablee.server.engine import find_parts
    from tablee.site import write_site

    with _writing(args.folder):
        files = write_site(Path(args.folder), find_parts())
    size = sum(map(len, files.values()))
    if args.json:
        _print_json({"folder": args.folder, "files": len(files), "bytes": size})
    else:
        print(shell.words().text("site-written", folder=args.folder, files=len(files), size=round(size / 1e6)))
    return 0


def _display(args: argparse.Namespace) -> Display:
    """What the terminal of `_teller` can do."""
    from tablee.terminal import display_of

    return display_of(sys.stderr if args.json else sys.stdout, os.environ)


def _teller(args: argparse.Namespace) -> Callable[[str], None]:
    """Prints for a person: to standard error if the result on standard output is JSON."""
    return partial(print, file=sys.stderr if args.json else sys.stdout, flush=True)


def _play_elsewhere(args: argparse.Namespace, shell: Shell) -> int:
    import asyncio

    import httpx

    from tablee import terminal
    from tablee.core.game import BadText, say
    from tablee.guest import play_at

    name, tell, over = args.name or shell.words().text("you"), _teller(args), None
    ask, display = terminal.standard_input(), _display(args)
    try:
        over = asyncio.run(play_at(args.table, name, shell.installed, shell.lang, args.plain, ask, tell, display))
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise BadText(say("no-file", file=args.table, why=str(error)[:120].rstrip(".") or type(error).__name__)) from None
    except (terminal.Quit, EOFError, KeyboardInterrupt):
        tell(shell.words().text("not-over-yet"))
    if args.json:
        _print_json(_result(over))
    return 0


def _result(end: Outcome | MatchResult | None) -> dict[str, Any]:
    return {"scores": end.scores, "places": end.places} if end else {}


def _seat_names(seats: Sequence[str], words: Words) -> list[str]:
    """`Ada`, `Greedy 2`: people by their names, bots by their level and seat."""
    from tablee.table import BOT

    bots = [f"{words.bot(seat.removeprefix(BOT))} {number}" for number, seat in enumerate(seats, start=1)]
    return [bot if seat.startswith(BOT) else seat for seat, bot in zip(seats, bots, strict=True)]


@contextmanager
def _writing(path: str) -> Iterator[None]:
    from tablee.core.game import BadText, say

    try:
        yield
    except OSError as error:
        raise BadText(say("no-write", file=path, why=error.strerror or str(error))) from None


def _save(path: str, table: Table) -> None:
    with _writing(path):
        table.save(path)


def _simulate(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.lab.simulate import tables, tally

    entry = shell.find(args.game)
    named = args.bots.split(",")
    seats = max(len(named), entry.game.usual_seats[0]) if args.seats is None else args.seats
    entry.game.check_seats(seats)
    bots = [named[seat % len(named)] for seat in range(seats)]
    matches = tables(entry, bots, _read_options(entry, args.option), _count(args.games, 1, 10**9), args.seed)
    if args.save:
        with _writing(args.save):
            os.makedirs(args.save, exist_ok=True)

    def results() -> Iterator[Any]:
        for number, table in enumerate(_progress(matches, args.games, shell.words().text("playing"))):
            if args.save:
                _save(os.path.join(args.save, f"{number:06}.match"), table)
            yield table.match.result()

    tallies = tally(results(), seats)
    if args.json:
        rows = [_tally_json(*row) for row in zip(bots, tallies, strict=True)]
        _print_json({"game": entry.game.id, "games": args.games, "seed": args.seed, "seats": rows})
    else:
        _print_tallies(args, shell.words(), bots, tallies)
    return 0


def _arena(args: argparse.Namespace, shell: Shell) -> int:
    from itertools import chain

    from tablee.core.game import BadText, say
    from tablee.lab.arena import League, ResultsFile, run
    from tablee.lab.plot import draw
    from tablee.lab.standings import standings

    entry = shell.find(args.game)
    options = tuple(_pairs(args.option, "NAME=VALUE").items())
    seats = entry.game.usual_seats[0] if args.seats is None else args.seats
    league = League(args.game, tuple(args.bots.split(",")), seats, _count(args.games, 1, 10**9), args.seed, options)
    workers = _count(os.cpu_count() or 1 if args.workers is None else args.workers, 1, 1000)
    if args.resume and not args.out:
        raise BadText(say("arena-resume"))
    with _writing(args.out or ""):
        store = ResultsFile(args.out, league, args.resume) if args.out else None
        chunks = _progress(run(league, store, workers, args.cluster), len(league.chunks()), shell.words().text("playing"))
        table = standings(league, chain.from_iterable(chunks))
    answer = {"game": entry.game.id, "options": dict(league.options), "seats": seats, "deals": league.deals, "seed": league.seed}
    answer["bots"] = [_standing_json(one) for one in table]
    title = shell.words().text("arena", game=shell.words().text("game"), deals=league.deals, seats=seats, seed=args.seed)
    if args.out:
        _write_out(args.out, "table.json", _json(answer) + "\n")
        _write_out(args.out, "plot.svg", draw(title, table))
    if args.json:
        print(_json(answer))
    else:
        _print_standings(title, shell.words(), table)
    return 0


def _write_out(folder: str, name: str, text: str) -> None:
    path = os.path.join(folder, name)
    with _writing(path), open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _standing_json(one: Standing) -> dict[str, object]:
    estimates = ("score", "corrected", "lead", "wins", "rating")
    told = {name: getattr(one, name) for name in estimates}
    figures = {name: {"mean": of.mean, "error": of.error, "interval": of.interval} for name, of in told.items()}
    return {"bot": one.bot, "matches": one.matches, **figures}


def _print_standings(title: str, words: Words, table: Sequence[Standing]) -> None:
    print(title)
    heads = [words.text(f"column-{name}") for name in ("bot", "score", "corrected", "lead", "wins", "rating")]
    width = max(12, *(len(one.bot) for one in table))
    print(f"{heads[0]:<{width}}", *(f"{head:>17}" for head in heads[1:]))
    for one in table:
        figures = [f"{of.mean:.2f} {_half(of)}" for of in (one.score, one.corrected, one.lead)]
        wins = "–" if one.wins.error is None else f"{one.wins.mean:.1%}"
        print(
            f"{one.bot:<{width}}", *(f"{figure:>17}" for figure in (*figures, wins, f"{one.rating.mean:.2f} {_half(one.rating)}"))
        )


def _half(of: Estimate) -> str:
    """Half the width of an interval."""
    return f"± {of.interval[1] - of.mean:.2f}" if of.interval else "± –"


def _tally_json(bot: str, t: Tally) -> dict[str, object]:
    interval = [t.mean - t.half_width, t.mean + t.half_width] if t.count > 1 else None
    return {"bot": bot, "mean": t.mean, "interval": interval, "least": t.least, "most": t.most, "wins": t.wins}


def _print_tallies(args: argparse.Namespace, words: Words, bots: Sequence[str], tallies: Sequence[Tally]) -> None:
    print(words.text("simulated", game=words.text("game"), games=args.games, seed=args.seed))
    heads = [words.text(f"column-{name}") for name in ("seat", "bot", "mean", "interval", "least", "most", "wins")]
    width = max(12, *map(len, bots))
    print(f"{heads[0]:>5}  {heads[1]:<{width}} {heads[2]:>9} {heads[3]:>9} {heads[4]:>6} {heads[5]:>6} {heads[6]:>9}")
    for seat, (bot, t) in enumerate(zip(bots, tallies, strict=True), start=1):
        half = f"± {t.half_width:.2f}" if t.count > 1 else "–"
        print(f"{seat:>5}  {bot:<{width}} {t.mean:>9.2f} {half:>9} {t.least:>6} {t.most:>6} {t.wins / t.count:>9.1%}")


def _progress(items: Iterable[Any], total: int, what: str) -> Iterable[Any]:
    """Shows a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track

    return track(items, what, total, console=Console(stderr=True), transient=True)


def _lines(path: str) -> Iterator[bytes]:
    """The lines of a record file, whatever it contains."""
    from tablee.core.game import BadText, say
    from tablee.core.record import stream

    try:
        with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
            yield from stream(file)
    except OSError as error:
        raise BadText(say("no-file", file=path, why=error.strerror or str(error))) from None


def _replay(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.replay import HiddenClock, remarks, replay
    from tablee.terminal import Paint

    news: list[str] = []
    seat = None if args.seat is None else args.seat - 1
    clock = HiddenClock()
    for _, entry, match, events in replay(_lines(args.file), shell.installed):
        if args.seat is not None:
            _count(args.seat, 1, match.seats)
        names = _seat_names([" & ".join(names) for names in match.header.seats], shell.words())
        paint = Paint(shell.words(names), plain=False)
        news += [paint.words(event.message) for event in events if args.seat is None or event.reaches(seat)]
        news += map(paint.words, remarks(entry, seat))
        if (stopped := clock.follow(entry, match)) and seat is None:
            news.append(paint.words(stopped))
    outcome = match.outcome()
    if args.json:
        _print_json({"game": match.game.id, "rows": len(match.rows), **_result(outcome), "news": news})
    else:
        print(*news, *paint.screen(match.screen(seat)), sep="\n")
        print(*(paint.result(outcome.scores, outcome.places) if outcome else [paint.words.text("not-over-yet")]), sep="\n")
    return 0


def _verify(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.replay import verify

    match = verify(_lines(args.file), shell.installed)
    if args.json:
        _print_json({"game": match.game.id, "draws": match.draws, "fair": True})
    else:
        print(shell.words().text("verified", draws=match.draws))
    return 0


def _calls(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.calls import calls
    from tablee.fair import commitment

    entry = shell.find(args.game)
    tiles, commit = calls(entry.game, args.seed, _read_options(entry, args.option)), commitment(args.seed)
    if args.json:
        _print_json({"game": entry.game.id, "commit": commit, "calls": tiles})
    else:
        print(shell.words().text("calls-commit", commit=commit))
        print(*tiles)
    return 0


def _check(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.core import laws, registry

    reports = []
    matches = _count(args.matches, 1, 10**9)
    for name in [args.game] if args.game else registry.names():
        entry = shell.find(name)
        try:
            records = _check_one(entry, matches, args.seed, shell.words().text("playing"))
        except laws.Broken as broken:
            print(f"{entry.game.id}: {broken}", file=sys.stderr)
            return 1
        reports.append({"game": entry.game.id, "matches": matches, "records": records})
        if not args.json:
            print(shell.words().text("lawful", game=entry.game.id, matches=matches, records=records))
    if args.json:
        _print_json(reports)
    return 0


def _check_one(entry: Entry, matches: int, seed: str, what: str) -> int:
    import random
    from pathlib import Path

    from tablee.core import laws
    from tablee.replay import fold

    def replay(path: Path) -> None:
        fold(_lines(str(path)), lambda name: entry)

    for _ in _progress(laws.check(entry, matches, random.Random(seed).randrange), matches, what):
        pass
    return laws.golden(entry, replay)


def _score(args: argparse.Namespace, shell: Shell) -> int:
    """The game's `paper` declares what can be scored, and its flags."""
    from tablee.core.game import BadText, say, total
    from tablee.terminal import Paint

    if args.json and "-" in (args.game, *args.rest):
        if args.game == "-":
            args.game = next((word for word in args.rest if word != "-"), None)
        entry, options, papers = _score_request(args, shell)
    else:
        entry, options, papers = _score_flags(args, shell)
    if not papers:
        raise BadText(say("no-board"))
    sheets = entry.game.score(options, papers)
    words = shell.words()
    if args.json:
        rows = [[{"what": words(row.what), "points": row.points, "cells": row.cells} for row in sheet] for sheet in sheets]
        _print_json({"scores": [total(sheet) for sheet in sheets], "sheets": rows})
    else:
        for sheet in sheets:
            print(*Paint(words, plain=False).sheet(sheet), sep="\n")
    return 0


Scored: TypeAlias = "tuple[Entry, Any, list[Any]]"


def _score_request(args: argparse.Namespace, shell: Shell) -> Scored:
    """Reads a JSON object from standard input: `{"game": …, "options": {…}, "boards": […]}`."""
    from dataclasses import fields

    import msgspec

    from tablee.core.game import BadText, say
    from tablee.core.options import read_options
    from tablee.papers import paper_type
    from tablee.server.faults import in_words

    class ScoreRequest(msgspec.Struct, forbid_unknown_fields=True):
        boards: list[Any]
        game: str = ""
        options: dict[str, Any] = {}

    try:
        request = msgspec.json.decode(sys.stdin.buffer.read(), type=ScoreRequest)
        if args.game and request.game not in ("", args.game):
            raise BadText(say("other-game", found=request.game[:40], game=args.game))
        entry = shell.find(args.game or request.game)
        paper = paper_type(entry.game)
        first = fields(paper)[0].name
        papers = [msgspec.convert({first: board} if isinstance(board, str) else board, paper) for board in request.boards]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadText(say("bad-json", why=in_words(str(error))[:200])) from None
    return entry, read_options(entry.game.options, request.options | _pairs(args.option, "NAME=VALUE")), papers


def _score_flags(args: argparse.Namespace, shell: Shell) -> Scored:
    """Reads one player's paper from the command line."""
    from tablee.papers import paper_type

    asked = "print the result as JSON; `--json -` also reads a JSON request (game, options, boards) from standard input"
    parser = _game_parser("score", args, asked)
    entry, words = shell.find(args.game), shell.words()
    paper = _from_flags(parser, args.rest, paper_type(entry.game), lambda name: words.text(f"paper-{name}"))
    return entry, _read_options(entry, args.option), [paper]


def _solve(args: argparse.Namespace, shell: Shell) -> int:
    """What can be asked, and its flags, come from the `puzzle` of the game's solver."""
    from tablee.solutions import solver_of

    parser = _game_parser("solve", args, "print the result as JSON")
    entry, words = shell.find(args.game), shell.words()
    solver = solver_of(entry)
    puzzle = _from_flags(parser, args.rest, solver.puzzle, lambda name: words.text(f"puzzle-{name}"))
    found = solver.solve(_read_options(entry, args.option), puzzle)
    boards = [_told(paper) for paper in found.papers]
    if args.json:
        _print_json({"points": found.points, "bound": found.bound, "exact": found.exact, "boards": boards})
        return 0
    print(words.text("solved" if found.exact else "solved-bound", points=found.points, bound=found.bound, boards=len(boards)))
    for board in boards:
        print(*(value if len(board) == 1 else f"{name}: {_paper_text(value)}" for name, value in board.items()), sep="\n")
    return 0


def _told(paper: Any) -> dict[str, Any]:
    """What a paper says, without the fields that are as they are by themselves."""
    from dataclasses import MISSING, fields

    defaults = {f.name: f.default if f.default_factory is MISSING else f.default_factory() for f in fields(paper)}
    return {name: value for name, default in defaults.items() if (value := getattr(paper, name)) != default}


def _paper_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}={text}" for key, text in value.items())
    return value if isinstance(value, str) else " ".join(value)


def _game_parser(command: str, args: argparse.Namespace, json: str) -> Parser:
    """For a command whose further arguments the game decides; exits with help or an error if there is none."""
    parser = Parser(prog=f"tablee {command} {args.game or ''}".rstrip(), parents=[_common(json)])
    _option_flag(parser)
    if args.game is None:
        parser.add_argument("GAME", help=f"a game id; `tablee {command} GAME --help` shows what else it takes")
        parser.parse_args(args.rest)  # prints the help or an error
    return parser


def _from_flags(parser: Parser, argv: Sequence[str], kind: type[Any], help: Callable[[str], str]) -> Any:
    """A game's dataclass from the command line: its first field is the text itself, the others are flags."""
    from dataclasses import fields
    from typing import get_type_hints

    hints = get_type_hints(kind)
    for number, field in enumerate(fields(kind)):
        _paper_flag(parser, field.name, hints[field.name], field.default, help(field.name), first=not number)
    given = vars(parser.parse_args(argv))
    return kind(**{name: _paper_value(hints[name], given[name]) for name in hints if given[name] != []})  # [] : not given


def _paper_flag(parser: argparse.ArgumentParser, name: str, kind: Any, default: Any, help: str, first: bool) -> None:
    from dataclasses import MISSING
    from typing import get_origin

    flag = f"--{name.replace('_', '-')}"
    if first:
        parser.add_argument(name, nargs=None if default is MISSING else "?", default=default, metavar=name.upper(), help=help)
    elif kind is bool:
        parser.add_argument(flag, action="store_true", help=help)
    elif kind in (str, int):
        parser.add_argument(flag, type=kind, default=default, metavar="TEXT" if kind is str else "N", help=help)
    else:
        form = "TEXT" if get_origin(kind) is tuple else "KEY=TEXT"
        parser.add_argument(flag, action="append", default=[], metavar=form, help=f"{help} (can be repeated)")


def _paper_value(kind: Any, given: Any) -> Any:
    from typing import get_origin

    if not isinstance(given, list):
        return given
    return tuple(given) if get_origin(kind) is tuple else _pairs(given, "KEY=TEXT")
