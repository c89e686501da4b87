"""Makes the tables that say how good a score is: `python -m train.percentiles [GAME …]`, into each game's folder.

A table holds the quantiles of the scores of many games of the game's strongest fast bot: its `expert`, or the one that
`tablee.bots.strongest_fast` names. There is one for the default options and one for each variant of the rulebook. Game k of
a table is always the same, so `tests/test_percentiles.py` can play the first ones again.

`--minutes` ends a table early; it then says how many games it has. Tables that have as many games as asked for are kept;
`--anew` makes them again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from tablee.bots import strongest_fast
from tablee.core import registry
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.lab.simulate import tables as play
from tablee.lab.spread import spread
from tablee.percentiles import FILE, Scores, tables
from train.quick import quick

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
    seats: int
    start: int


def scores_of(piece: Piece) -> list[tuple[int, ...]]:
    return scores_in(quick(registry.find(piece.game)), piece)


def scores_in(entry: Entry, piece: Piece) -> list[tuple[int, ...]]:
    options = new_options(entry.game, dict(piece.options))
    bots = [piece.level] * max(1, piece.seats)
    return [table.match.result().scores for table in play(entry, bots, options, PIECE, f"{SEED} {piece.start}")]


def piece_of(entry: Entry, table: Scores, start: int = 0) -> Piece:
    return Piece(entry.game.id, table.level, tuple(table.options.items()), table.seats, start)


def first_scores(entry: Entry, table: Scores) -> list[tuple[int, ...]]:
    """Plays the first games of a table again, without kernels."""
    return scores_in(entry, piece_of(entry, table))[:FIRST]


def summed_up(table: Scores, found: Sequence[tuple[int, ...]]) -> Scores:
    every = sorted(score for scores in found for score in scores)
    quantiles = tuple(every[round(percent / 100 * (len(every) - 1))] for percent in range(101))
    return replace(table, games=len(found), quantiles=quantiles, first=tuple(found[:FIRST]))


def played(entry: Entry, table: Scores, games: int, minutes: float, workers: int) -> Scores:
    """As many games as there is time for: always the first ones, without gaps."""
    pieces = [piece_of(entry, table, start) for start in range(0, games, PIECE)]
    done: dict[int, list[tuple[int, ...]]] = {}
    end = time.monotonic() + minutes * 60
    for piece, scores in spread(scores_of, pieces, workers):
        done[piece.start] = scores
        print(f"\r{entry.game.id} {table.options} {len(done) * PIECE}/{games}", end="", file=sys.stderr, flush=True)
        if time.monotonic() > end:
            break
    print(file=sys.stderr)
    found: list[tuple[int, ...]] = []
    for start in range(0, games, PIECE):
        if start not in done:
            break
        found += done[start]
    return summed_up(table, found)


def make(entry: Entry, wanted: argparse.Namespace) -> None:
    tables.cache_clear()
    known = {(json.dumps(one.options), one.seats): one for one in tables(entry.folder)}
    made: list[Scores] = []
    for options, seats in PLANS[entry.game.id]:
        table = Scores(strongest_fast(entry), options, seats, 0, (), ())
        before = known.get((json.dumps(options), seats))
        whole = before and before.level == table.level and before.games >= wanted.games and not wanted.anew
        made.append(before if before and whole else played(entry, table, wanted.games, wanted.minutes, wanted.workers))
        write(entry, made)


def write(entry: Entry, made: Sequence[Scores]) -> None:
    lines = ",\n".join(f"    {json.dumps(asdict(one), separators=(',', ':'))}" for one in made)
    (entry.folder / FILE).write_text(f'{{\n  "tables": [\n{lines}\n  ]\n}}\n', "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", help="ids of games; by default, all")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--minutes", type=float, default=1e6, help="for each table")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--anew", action="store_true")
    wanted = parser.parse_args()
    for name in wanted.game or PLANS:
        make(registry.find(name), wanted)


if __name__ == "__main__":
    main()
