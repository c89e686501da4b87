"""The commands that let bots play many matches: `simulate`, `arena` and `benchmark`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from tablee.cli.shell import (
    AddCommand,
    Shell,
    count,
    game_and_options,
    pairs,
    print_json,
    progress,
    read_options,
    save,
    text,
    to_json,
    writing,
)

if TYPE_CHECKING:
    from tablee.lab.simulate import Tally
    from tablee.lab.standings import Estimate, Standing
    from tablee.words import Words


def add_commands(command: AddCommand) -> None:
    simulate = command("simulate", _simulate, "help-simulate")
    game_and_options(simulate)
    simulate.add_argument("--games", type=int, default=100, metavar="N", help="help-simulate-games")
    simulate.add_argument("--seats", type=int, metavar="K", help="help-simulate-seats")
    simulate.add_argument("--bots", default="random", metavar="A,B", help="help-simulate-bots")
    simulate.add_argument("--seed", type=text, default="1", metavar="S", help="help-simulate-seed")
    simulate.add_argument("--save", metavar="FOLDER", help="help-simulate-save")
    arena = command("arena", _arena, "help-arena")
    game_and_options(arena)
    arena.add_argument("--bots", required=True, metavar="A,B", help="help-arena-bots")
    arena.add_argument("--games", type=int, default=100, metavar="N", help="help-arena-games")
    arena.add_argument("--seats", type=int, metavar="K", help="help-arena-seats")
    arena.add_argument("--seed", type=text, default="1", metavar="S", help="help-arena-seed")
    arena.add_argument("--workers", type=int, metavar="W", help="help-arena-workers")
    arena.add_argument("--cluster", type=text, metavar="ADDRESS", help="help-arena-cluster")
    arena.add_argument("--out", type=text, metavar="FOLDER", help="help-arena-out")
    arena.add_argument("--resume", action="store_true", help="help-arena-resume")
    benchmark = command("benchmark", _benchmark, "help-benchmark")
    benchmark.add_argument("agent", type=text, metavar="AGENT", help="help-benchmark-agent")
    benchmark.add_argument("file", nargs="?", type=text, metavar="FILE", help="help-benchmark-file")
    benchmark.add_argument("--out", type=text, metavar="FILE", help="help-benchmark-out")
    benchmark.add_argument("--check", action="store_true", help="help-benchmark-check")
    benchmark.add_argument("--deals", type=int, metavar="N", help="help-benchmark-deals")
    benchmark.add_argument("--workers", type=int, metavar="W", help="help-arena-workers")


def _simulate(args: argparse.Namespace, shell: Shell) -> int:
    from tablee.bots.own import name_of
    from tablee.lab.simulate import seat_bots, tables, tally

    entry = shell.find(args.game)
    bots = seat_bots(entry, args.bots.split(","), args.seats)
    matches = tables(entry, bots, read_options(entry, args.option), count(args.games, 1, 10**9), args.seed)
    if args.save:
        with writing(args.save):
            os.makedirs(args.save, exist_ok=True)

    def results() -> Iterator[Any]:
        for number, table in enumerate(progress(matches, args.games, shell.words().text("playing"))):
            if args.save:
                save(os.path.join(args.save, f"{number:06}.match"), table)
            yield table.match.result()

    tallies = tally(results(), [*map(name_of, bots)])
    if args.json:
        rows = [_tally_json(t) for t in tallies]
        print_json({"game": entry.game.id, "games": args.games, "seed": args.seed, "seats": rows})
    else:
        _print_tallies(args, shell.words(), tallies)
    return 0


def _tally_json(t: Tally) -> dict[str, object]:
    interval = [t.mean - t.half_width, t.mean + t.half_width] if t.count > 1 else None
    return {"bot": t.bot, "mean": t.mean, "interval": interval, "least": t.least, "most": t.most, "wins": t.wins}


def _print_tallies(args: argparse.Namespace, words: Words, tallies: Sequence[Tally]) -> None:
    print(words.text("simulated", game=words.text("game"), games=args.games, seed=args.seed))
    heads = [words.text(f"column-{name}") for name in ("seat", "bot", "mean", "interval", "least", "most", "wins")]
    width = max(12, *(len(t.bot) for t in tallies))
    print(f"{heads[0]:>5}  {heads[1]:<{width}} {heads[2]:>9} {heads[3]:>9} {heads[4]:>6} {heads[5]:>6} {heads[6]:>9}")
    for seat, t in enumerate(tallies, start=1):
        half = f"± {words.number(t.half_width, '.2f')}" if t.count > 1 else "–"
        mean, wins = words.number(t.mean, ".2f"), words.number(t.wins / t.count, ".1%")
        print(f"{seat:>5}  {t.bot:<{width}} {mean:>9} {half:>9} {t.least:>6} {t.most:>6} {wins:>9}")


def _arena(args: argparse.Namespace, shell: Shell) -> int:
    from itertools import chain

    from tablee.core.game import BadText, say
    from tablee.lab.arena import League, ResultsFile, run
    from tablee.lab.plot import draw
    from tablee.lab.standings import standings

    entry = shell.find(args.game)
    options = tuple(pairs(args.option, "NAME=VALUE").items())
    seats = entry.game.usual_seats[0] if args.seats is None else args.seats
    league = League(args.game, tuple(args.bots.split(",")), seats, count(args.games, 1, 10**9), args.seed, options)
    workers = count(os.cpu_count() or 1 if args.workers is None else args.workers, 1, 1000)
    if args.resume and not args.out:
        raise BadText(say("arena-resume"))
    with writing(args.out or ""):
        store = ResultsFile(args.out, league, args.resume) if args.out else None
        chunks = progress(run(league, store, workers, args.cluster), len(league.chunks()), shell.words().text("playing"))
        table = standings(league, chain.from_iterable(chunks))
    answer = {"game": entry.game.id, "options": dict(league.options), "seats": seats, "deals": league.deals, "seed": league.seed}
    answer["bots"] = [_standing_json(standing) for standing in table]
    title = shell.words().text("arena", game=shell.words().text("game"), deals=league.deals, seats=seats, seed=args.seed)
    if args.out:
        _write_out(args.out, "table.json", to_json(answer) + "\n")
        _write_out(args.out, "plot.svg", draw(title, table, shell.words()))
    if args.json:
        print(to_json(answer))
    else:
        _print_standings(title, shell.words(), table)
    return 0


def _benchmark(args: argparse.Namespace, shell: Shell) -> int:
    from pathlib import Path

    from tablee.core.game import BadText, say
    from tablee.lab.benchmark import enter, suite, verify

    if args.agent == "verify":
        if not args.file:
            raise BadText(say("benchmark-file"))
        try:
            told = verify(Path(args.file).read_text("utf-8"))
        except (OSError, UnicodeError) as error:
            raise BadText(say("no-file", file=args.file, why=getattr(error, "strerror", None) or "UTF-8")) from None
    else:
        deals = None if args.deals is None else count(args.deals, 1, suite().deals)
        workers = count(os.cpu_count() or 1 if args.workers is None else args.workers, 1, 1000)
        family: Any = "check" if args.check else "public"
        entered = enter(
            args.agent, workers, family, deals, lambda jobs, total: progress(jobs, total, shell.words().text("playing"))
        )
        told = entered.plain()
        if args.out:
            with writing(args.out):
                Path(args.out).write_text(entered.text(), "utf-8")
    if args.json:
        print_json(told | {"tasks": {name: task | {"deals": len(task["deals"])} for name, task in told["tasks"].items()}})
    else:
        _print_benchmark(shell.words(), told)
        if args.file:
            print(shell.words().text("benchmark-verified", agent=told["agent"]))
    return 0


def _print_benchmark(words: Words, told: dict[str, Any]) -> None:
    heads = [words.text(f"column-{name}") for name in ("task", "points", "corrected", "mean", "choices", "evaluations")]
    print(f"{heads[0]:<18}", *(f"{head:>15}" for head in heads[1:]))
    for name, task in told["tasks"].items():
        half = words.number((task["interval"][1] - task["interval"][0]) / 2, ".2f") if task["interval"] else "–"
        points = "–" if task["points"] is None else words.number(task["points"], ".1f")
        corrected, mean = words.number(task["corrected"], ".2f"), words.number(task["mean"], ".2f")
        figures = (points, f"{corrected} ± {half}", mean, str(task["choices"]), str(task["evaluations"] or "–"))
        print(f"{name:<18}", *(f"{figure:>15}" for figure in figures))
    if told["points"] is not None:
        print(f"{words.text('total'):<18} {words.number(told['points'], '.1f'):>15}")


def _write_out(folder: str, name: str, text: str) -> None:
    path = os.path.join(folder, name)
    with writing(path), open(path, "w", encoding="utf-8") as file:
        file.write(text)


def _standing_json(standing: Standing) -> dict[str, object]:
    estimates = {name: getattr(standing, name) for name in ("score", "corrected", "lead", "wins", "rating")}
    figures = {name: {"mean": of.mean, "error": of.error, "interval": of.interval} for name, of in estimates.items()}
    return {"bot": standing.bot, "matches": standing.matches, **figures}


def _print_standings(title: str, words: Words, table: Sequence[Standing]) -> None:
    print(title)
    heads = [words.text(f"column-{name}") for name in ("bot", "score", "corrected", "lead", "wins", "rating")]
    width = max(12, *(len(standing.bot) for standing in table))
    print(f"{heads[0]:<{width}}", *(f"{head:>17}" for head in heads[1:]))
    for standing in table:
        estimates = (standing.score, standing.corrected, standing.lead, standing.rating)
        score, corrected, lead, rating = (f"{words.number(of.mean, '.2f')} {_half(words, of)}" for of in estimates)
        wins = "–" if standing.wins.error is None else words.number(standing.wins.mean, ".1%")
        print(f"{standing.bot:<{width}}", *(f"{figure:>17}" for figure in (score, corrected, lead, wins, rating)))


def _half(words: Words, of: Estimate) -> str:
    """Half the width of an interval."""
    return f"± {words.number(of.interval[1] - of.mean, '.2f')}" if of.interval else "± –"
