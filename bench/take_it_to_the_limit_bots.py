"""How much stronger the champion of Take it to the Limit! is than its expert: `python -m bench.take_it_to_the_limit_bots`.

Both meet the same deals, alone where the game can be played alone, otherwise against each other with seats exchanged. Scores
are corrected for luck: what each tile was worth more than the mean of the tiles left, one tile ahead, is taken away. This has
expectation 0, however a seat plays. The expert plays with compiled kernels here, which find the very same values.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev

from bench.levels import figure_of

from tablee.bots import chance_of
from tablee.core.bot import MakeBot
from tablee.core.game import CHANCE, Seat
from tablee.games.take_it_to_the_limit import BOTS, GAME, SOLVER
from tablee.games.take_it_to_the_limit.kernels.outlook import FAST
from tablee.games.take_it_to_the_limit.players.expert import Expert
from tablee.games.take_it_to_the_limit.players.position import Kernels, LookAhead, Position, outlook_of
from tablee.games.take_it_to_the_limit.rules import State
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.solver import Puzzle
from tablee.games.take_it_to_the_limit.tiles import NAMES

LEVELS = ("champion", "expert")
Z99 = 2.576
OPTIONS = {
    **{yard: Options(scrapyard=yard) for yard in ("standard", "none", "lowest", "pass")},
    **{tiles: Options("orchid", tiles=tiles) for tiles in ("suns", "moons", "both")},
}
COMPARED = ("lowest", "pass")  # scrapyards of several seats


class QuickExpert(Expert):
    def kernels(self) -> Kernels:
        return FAST


MAKE: dict[str, MakeBot] = {**BOTS, "expert": QuickExpert}


def play(levels: Sequence[str], options: Options, deal: int, spent: dict[str, list[float]]) -> list[float]:
    """One match; the scores less their luck. `spent` gets the processor time of each choice, in ms."""
    chance, s, luck = random.Random(deal), GAME.start(len(levels), options), [0.0] * len(levels)
    bots = [MAKE[level](GAME, seat, chance_of(str(deal), seat)) for seat, level in enumerate(levels)]
    while (outcome := GAME.outcome(s)) is None:
        seat = GAME.to_act(s)[0]
        legal = GAME.legal(s, seat)
        if seat == CHANCE:
            after, _ = GAME.play(s, seat, chance.choice(legal), 0)
            luck = [found + worth_more(s, after, own) for own, found in enumerate(luck)]
            s = after
        else:
            start = time.process_time()
            action = bots[seat].choose(GAME.view(s, seat), legal, 0)
            spent[levels[seat]].append((time.process_time() - start) * 1000)
            s, _ = GAME.play(s, seat, action, 0)
    return [score - found for score, found in zip(outcome.scores, luck, strict=True)]


def worth_more(before: State, after: State, seat: Seat) -> float:
    """What the tile that was called is worth more than the mean of those left."""
    position = Position(outlook_of(before.options), before, seat)
    bests = LookAhead(position, position.tiles, FAST, exact=True).best_values()
    return bests[position.tiles.index(after.calls[-1])] - mean(bests)


def meet(name: str, deal: int, spent: dict[str, list[float]]) -> tuple[float, float]:
    """What both levels score with a deal."""
    if name not in COMPARED:
        strong, weak = (play([level], OPTIONS[name], deal, spent)[0] for level in LEVELS)
        return strong, weak
    one, other = play(LEVELS, OPTIONS[name], deal, spent), play(LEVELS[::-1], OPTIONS[name], deal, spent)
    return mean((one[0], other[1])), mean((one[1], other[0]))


def measure(name: str, games: int, first: int, kept: Path | None, before: Path | None) -> Sequence[float]:
    """What the champion scores, from the deal of this number on. Deals that are in the file already are not played again."""
    file, found = kept / f"{name}.jsonl" if kept else None, read(kept, name)
    spent: dict[str, list[float]] = {level: [] for level in LEVELS}
    while len(found) < games:
        found.append(meet(name, first + len(found), spent))
        if file:
            with file.open("a") as lines:
                lines.write(json.dumps(found[-1]) + "\n")
    strong, weak = zip(*found, strict=True)
    took = spent[LEVELS[0]]
    times = f"; a choice {mean(took):.0f} ms, at most {max(took):.0f}" if took else ""
    print(
        f"{name:9} champion {mean(strong):.1f} ± {error(strong):.1f}, expert {mean(weak):.1f} ± {error(weak):.1f}; "
        f"lead {lead(strong, weak)}{times}",
        flush=True,
    )
    if old := [weak for _, weak in read(before, name)]:
        for level, scores in zip(LEVELS, (strong, weak), strict=True):
            print(f"{name:9} {level} leads the expert before ({mean(old):.1f}) by {lead(scores, old)}", flush=True)
    return strong


def read(folder: Path | None, name: str) -> list[tuple[float, float]]:
    file = folder / f"{name}.jsonl" if folder else None
    return [tuple(json.loads(line)) for line in file.read_text().splitlines()] if file and file.exists() else []


def error(scores: Sequence[float]) -> float:
    return float(Z99 * stdev(scores) / len(scores) ** 0.5)


def lead(strong: Sequence[float], weak: Sequence[float]) -> str:
    """On the deals that both have played."""
    apart = [one - other for one, other in zip(strong, weak, strict=False)]
    return f"{mean(apart):+.1f} ± {error(apart):.1f} (99 %, {len(apart)} deals)"


def solve(name: str, lists: int) -> None:
    """What a player who knows all calls reaches at least and at most, on average."""
    game = setting(OPTIONS[name])
    bags = [random.Random(number).sample([call.tile for call in game.pool], game.calls) for number in range(lists)]
    found = [SOLVER.solve(OPTIONS[name], Puzzle(calls=" ".join(NAMES[tile] for tile in bag))) for bag in bags]
    points, bounds = [one.points for one in found], [one.bound for one in found]
    print(f"{name:9} calls known: {mean(points):.0f} ± {error(points):.0f} found, at most {mean(bounds):.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.take_it_to_the_limit_bots", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--games", type=int, default=100, help="deals for each of the options")
    parser.add_argument("--first", type=int, default=0, metavar="DEAL", help="the number of the first deal")
    parser.add_argument("--option", action="append", choices=OPTIONS, help="only these")
    parser.add_argument("--out", type=Path, help="a folder that keeps each deal; a run that was stopped goes on")
    parser.add_argument("--before", type=Path, help="such a folder of an earlier version, to compare with its expert")
    parser.add_argument("--known", type=int, metavar="LISTS", help="solve so many lists of calls for each option instead")
    parser.add_argument("--json", action="store_true", help="ends with the champion's figure for levels.toml")
    args = parser.parse_args()
    for name in args.option or OPTIONS:
        if not args.known:
            scores = measure(name, args.games, args.first, args.out, args.before)
            if args.json:
                print(json.dumps(figure_of(scores)))
        elif name not in COMPARED:
            solve(name, args.known)


if __name__ == "__main__":
    main()
