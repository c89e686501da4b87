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
from typing import Any

from tablee.bots import strongest_fast
from tablee.core import registry
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.lab.simulate import tables as play
from tablee.lab.spread import spread
from tablee.percentiles import FILE, Scores, tables

GAMES = 10_000
FIRST = 3  # games that the test plays again
PIECE = 5  # games in a job
SEED = "percentiles"
KERNEL_SEED = 17

# Options and seats of each table; 0 seats: a seat's score does not depend on the others.
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
        ({"scrapyard": "lowest"}, 2),
        ({"scrapyard": "pass"}, 2),
    ),
    "ultim-limit": (({}, 1), ({"scoring": "super"}, 1), ({"young": True}, 1), ({}, 2)),
    "limits": (({}, 2), ({}, 3)),
    "xtreme-limits": (({}, 3),),
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
    entry = registry.find(piece.game)
    options = new_options(entry.game, dict(piece.options))
    bots = [piece.level] * max(1, piece.seats)
    return [table.match.result().scores for table in play(entry, bots, options, PIECE, f"{SEED} {piece.start}")]


def kernel_scores(games: int) -> list[tuple[int, ...]]:
    """Take it Easy! without variants has a kernel that plays as its expert does."""
    import numpy as np

    from tablee.games.take_it_easy.champion import CLOSE
    from tablee.games.take_it_easy.fast import seed_word
    from tablee.games.take_it_easy.fast_nets import load
    from tablee.games.take_it_easy.fast_search import play_games

    scores = np.zeros(games, np.int64)
    play_games(load(), seed_word(KERNEL_SEED), 0, CLOSE, scores)
    return [(int(score),) for score in scores]


def piece_of(entry: Entry, table: Scores, start: int = 0) -> Piece:
    return Piece(entry.game.id, table.level, tuple(table.options.items()), table.seats, start)


def first_scores(entry: Entry, table: Scores) -> list[tuple[int, ...]]:
    """Plays the first games of a table again."""
    return (kernel_scores(FIRST) if table.kernel else scores_of(piece_of(entry, table)))[:FIRST]


def summed_up(table: Scores, found: Sequence[tuple[int, ...]]) -> Scores:
    every = sorted(score for scores in found for score in scores)
    quantiles = tuple(every[round(percent / 100 * (len(every) - 1))] for percent in range(101))
    return replace(table, games=len(found), quantiles=quantiles, first=tuple(found[:FIRST]))


def played(entry: Entry, table: Scores, games: int, minutes: float, workers: int) -> Scores:
    """As many games as there is time for: always the first ones, without gaps."""
    if table.kernel:
        return summed_up(table, kernel_scores(games))
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
    for options, seats in PLANS.get(entry.game.id, (({}, entry.game.seats[0]),)):
        kernel = entry.game.id == "take-it-easy" and not options
        table = Scores(strongest_fast(entry), options, seats, 0, (), (), kernel)
        before = known.get((json.dumps(options), seats))
        whole = before and before.level == table.level and before.games >= wanted.games and not wanted.anew
        made.append(before if before and whole else played(entry, table, wanted.games, wanted.minutes, wanted.workers))
        write(entry, made)


def write(entry: Entry, made: Sequence[Scores]) -> None:
    lines = ",\n".join(f"    {json.dumps(_plain(one), separators=(',', ':'))}" for one in made)
    (entry.folder / FILE).write_text(f'{{\n  "tables": [\n{lines}\n  ]\n}}\n', "utf-8")


def _plain(table: Scores) -> dict[str, Any]:
    return {name: value for name, value in asdict(table).items() if name != "kernel" or value}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", help="ids of games; by default, all")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--minutes", type=float, default=1e6, help="for each table")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--anew", action="store_true")
    wanted = parser.parse_args()
    for name in wanted.game or registry.names():
        make(registry.find(name), wanted)


if __name__ == "__main__":
    main()
