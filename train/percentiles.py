"""Makes the tables that say how good a score is: `python -m train.percentiles [GAME …]`, into each game's folder.

A table holds the quantiles of the scores of many games of the game's strongest fast bot: its `expert`, or the one that
`tablee.bots.strongest_fast` names. There is one for the default options and one for each variant of the rulebook. Game k of
a table is always the same, so `tests/test_percentiles.py` can play the first ones again.

Scores are kept in a folder while a table is being made, so whoever stops it can go on later. `--minutes` ends a table early;
it then says how many games it has. Tables that have as many games as asked for, and whose first ones the bot still plays so,
are left alone; `--anew` makes them again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from tablee.bots import strongest_fast
from tablee.core import registry
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.lab.simulate import seed_of
from tablee.lab.simulate import tables as play
from tablee.lab.spread import spread
from tablee.percentiles import FILE, Scores, tables
from train.quick import score_of

GAMES = 10_000
FIRST = 3  # games that the test plays again
PIECE = 5  # games in a job
SEED = "percentiles"

# Options and seats of each table; 0 seats: a seat's score does not depend on the others. Whoever plays with others is ranked
# among them, so games that nobody plays alone have no table.
PLANS: dict[str, tuple[tuple[dict[str, str | int | bool], int], ...]] = {
    "take-it-easy": (
        ({}, 0),
        ({"placement": "adjacent"}, 0),
        ({"placement": "symbol"}, 0),
        ({"rays": "all"}, 0),
        ({"rays": "best"}, 1),
    ),
    "take-it-to-the-limit": (
        ({}, 0),
        ({"board": "orchid"}, 0),
        ({"scrapyard": "none"}, 0),
        ({"board": "orchid", "tiles": "both"}, 0),
        ({"board": "orchid", "tiles": "moons"}, 0),
    ),
    "ultim-limit": (({}, 1), ({"scoring": "super"}, 1), ({"young": True}, 1)),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Some games of a table, from number `start` on."""

    game: str
    level: str
    options: tuple[tuple[str, str | int | bool], ...]
    start: int


def scores_of(piece: Piece) -> list[tuple[int, ...]]:
    """Those of the expert alone, by the quick way."""
    entry = registry.find(piece.game)
    options = new_options(entry.game, dict(piece.options))
    return [(score_of(entry, options, seed_of(entry, f"{SEED} {piece.start}", number)),) for number in range(PIECE)]


def scores_at_table(entry: Entry, piece: Piece, games: int = PIECE) -> list[tuple[int, ...]]:
    """The same by the rules, without kernels."""
    options = new_options(entry.game, dict(piece.options))
    return [table.match.result().scores for table in play(entry, [piece.level], options, games, f"{SEED} {piece.start}")]


def piece_of(entry: Entry, table: Scores, start: int = 0) -> Piece:
    return Piece(entry.game.id, table.level, tuple(table.options.items()), start)


def summed_up(table: Scores, found: Sequence[tuple[int, ...]]) -> Scores:
    every = sorted(score for scores in found for score in scores)
    quantiles = tuple(every[round(percent / 100 * (len(every) - 1))] for percent in range(101))
    return replace(table, games=len(found), quantiles=quantiles, first=tuple(found[:FIRST]))


def played(entry: Entry, table: Scores, wanted: argparse.Namespace) -> Scores:
    """As many games as there is time for: always the first ones, without gaps."""
    file = wanted.folder / f"{entry.game.id}{''.join(f'-{name}-{value}' for name, value in table.options.items())}.txt"
    done, end = begun(entry, table, file), time.monotonic() + wanted.minutes * 60
    pieces = [piece_of(entry, table, start) for start in range(0, wanted.games, PIECE)]
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as kept:
        for piece, scores in spread(scores_of, [piece for piece in pieces if piece.start not in done], wanted.workers):
            done[piece.start] = scores
            print(piece.start, *(score for (score,) in scores), file=kept, flush=True)
            print(f"\r{entry.game.id} {table.options} {len(done) * PIECE}/{wanted.games}", end="", file=sys.stderr, flush=True)
            if time.monotonic() > end:
                break
    print(file=sys.stderr)
    found: list[tuple[int, ...]] = []
    for piece in pieces:
        if piece.start not in done:
            break
        found += done[piece.start]
    return summed_up(table, found)


def begun(entry: Entry, table: Scores, file: Path) -> dict[int, list[tuple[int, ...]]]:
    """The scores of an earlier run, by the first game of each piece, if the expert still plays as it did."""
    done: dict[int, list[tuple[int, ...]]] = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        start, *scores = map(int, line.split())
        if len(scores) == PIECE:  # the last line may be cut off
            done[start] = [(score,) for score in scores]
    if done and done.get(0) != scores_of(piece_of(entry, table)):
        file.unlink()
        return {}
    return done


def make(entry: Entry, wanted: argparse.Namespace) -> None:
    tables.cache_clear()
    level, known = strongest_fast(entry), {(json.dumps(table.options), table.seats): table for table in tables(entry.folder)}
    for options, seats in PLANS[entry.game.id]:
        key = json.dumps(options), seats
        before = known.get(key)
        if wanted.anew or before is None or before.level != level or before.games < wanted.games or not is_current(entry, before):
            known[key] = played(entry, Scores(level, options, seats, 0, (), ()), wanted)
        plans = [(json.dumps(options), seats) for options, seats in PLANS[entry.game.id]]
        write(entry, [known[key] for key in plans if key in known])


def is_current(entry: Entry, table: Scores) -> bool:
    return tuple(scores_of(piece_of(entry, table))[:FIRST]) == table.first


def write(entry: Entry, made: Sequence[Scores]) -> None:
    lines = ",\n".join(f"    {json.dumps(asdict(table), separators=(',', ':'))}" for table in made)
    (entry.folder / FILE).write_text(f'{{\n  "tables": [\n{lines}\n  ]\n}}\n', "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", help="ids of games; by default, all")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--minutes", type=float, default=1e6, help="for each table")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/percentiles"), help="for scores while a table is being made")
    parser.add_argument("--anew", action="store_true")
    wanted = parser.parse_args()
    for name in wanted.game or PLANS:
        make(registry.find(name), wanted)


if __name__ == "__main__":
    main()
