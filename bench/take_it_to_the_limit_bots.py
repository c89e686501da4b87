"""How much stronger the champion of Take it to the Limit! is than its expert: `python -m bench.take_it_to_the_limit_bots`.

Both meet the same deals, alone where the game can be played alone, otherwise against each other with seats exchanged. Scores
are corrected for luck: what each tile was worth more than the mean of the tiles left, one tile ahead, is taken away. This has
expectation 0, however a seat plays.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, stdev

from tablee.bots import chance_of
from tablee.core.game import CHANCE, Seat
from tablee.games.take_it_to_the_limit import BOTS, GAME
from tablee.games.take_it_to_the_limit.kernels.outlook import best_values
from tablee.games.take_it_to_the_limit.players.expert import Position, outlook_of
from tablee.games.take_it_to_the_limit.rules import State
from tablee.games.take_it_to_the_limit.setting import Options

LEVELS = ("champion", "expert")
Z99 = 2.576
OPTIONS = {
    **{yard: Options(scrapyard=yard) for yard in ("standard", "none", "lowest", "pass")},
    **{tiles: Options("orchid", tiles=tiles) for tiles in ("suns", "moons", "both")},
}
COMPARED = ("lowest", "pass")  # scrapyards of several seats


def play(levels: Sequence[str], options: Options, deal: int, spent: dict[str, list[float]]) -> list[float]:
    """One match; the scores less their luck. `spent` gets the processor time of each choice, in ms."""
    chance, s, luck = random.Random(deal), GAME.start(len(levels), options), [0.0] * len(levels)
    bots = [BOTS[level](GAME, seat, chance_of(str(deal), seat)) for seat, level in enumerate(levels)]
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
    bests = best_values(position)
    return bests[position.tiles.index(after.calls[-1])] - mean(bests)


def meet(name: str, deal: int, spent: dict[str, list[float]]) -> tuple[float, float]:
    """What both levels score with a deal."""
    if name not in COMPARED:
        strong, weak = (play([level], OPTIONS[name], deal, spent)[0] for level in LEVELS)
        return strong, weak
    one, other = play(LEVELS, OPTIONS[name], deal, spent), play(LEVELS[::-1], OPTIONS[name], deal, spent)
    return mean((one[0], other[1])), mean((one[1], other[0]))


def measure(name: str, games: int, kept: Path | None) -> None:
    """Deals that are in the file already are not played again."""
    file = kept / f"{name}.jsonl" if kept else None
    found = [tuple(json.loads(line)) for line in file.read_text().splitlines()] if file and file.exists() else []
    spent: dict[str, list[float]] = {level: [] for level in LEVELS}
    while len(found) < games:
        found.append(meet(name, len(found), spent))
        if file:
            with file.open("a") as lines:
                lines.write(json.dumps(found[-1]) + "\n")
    leads = [strong - weak for strong, weak in found]
    scores = f"champion {mean(one for one, _ in found):.1f}, expert {mean(one for _, one in found):.1f}"
    times = "; ".join(f"{level} {mean(of):.1f} ms, at most {max(of):.0f}" for level, of in spent.items() if of)
    lead = f"{mean(leads):+.1f} ± {Z99 * stdev(leads) / len(leads) ** 0.5:.1f}"
    print(f"{name:9} {len(found)} deals: {scores}; lead {lead} (99 %), spread {stdev(leads):.0f}; a choice: {times}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.take_it_to_the_limit_bots", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("--games", type=int, default=100, help="deals for each of the options")
    parser.add_argument("--option", action="append", choices=OPTIONS, help="only these")
    parser.add_argument("--out", type=Path, help="a folder that keeps each deal; a run that was stopped goes on")
    args = parser.parse_args()
    for name in args.option or OPTIONS:
        measure(name, args.games, args.out)


if __name__ == "__main__":
    main()
