"""How strong the bots of Take it Easy! are, corrected for luck: `python -m bench.take_it_easy_bots --budget 100000`.

Game k has deal k of the seed, so runs of different budgets can be compared game by game. `--variants` compares `expert` with
`greedy` under every option instead; `--losses` tells what looking less far ahead loses, by free cells.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

import numpy as np
from bench.levels import figure_of

from tablee.bots import chance_of
from tablee.core.game import CHANCE
from tablee.games.take_it_easy import BOTS, GAME
from tablee.games.take_it_easy.kernels.batch import TURNS
from tablee.games.take_it_easy.kernels.nets import load
from tablee.games.take_it_easy.kernels.search import deal_calls, look_ahead, play_ahead, play_games
from tablee.games.take_it_easy.players.champion import CLOSE, MANY, luck, settle
from tablee.games.take_it_easy.players.nets import LEAST, Position
from tablee.games.take_it_easy.rules import Options
from tablee.kit.kernels.chance import key_of, seed_word
from tablee.kit.kernels.decorators import Array

MEASURING = 1_000_000  # the first seed that no training uses
CHUNK = 50


def play(name: str, options: Options, seed: int) -> float:
    """One match alone; the score less its luck."""
    chance, s = random.Random(seed), GAME.start(1, options)
    bot = BOTS[name](GAME, 0, chance_of(str(seed), 0))
    while (outcome := GAME.outcome(s)) is None:
        seat = GAME.to_act(s)[0]
        legal = GAME.legal(s, seat)
        s, _ = GAME.play(s, seat, chance.choice(legal) if seat == CHANCE else bot.choose(GAME.view(s, 0), legal, 0), 0)
    return outcome.scores[0] - luck(GAME.view(s, None), 0)


def compare_variants(games: int) -> None:
    for placement, rays in product(("free", "adjacent", "symbol"), ("none", "all", "best")):
        options = Options(placement, rays)  # type: ignore[arg-type]
        strong, weak = ([play(name, options, seed) for seed in range(games)] for name in ("expert", "greedy"))
        gain = [a - b for a, b in zip(strong, weak, strict=True)]
        error = stdev(gain) / games**0.5
        means = f"expert {mean(strong):6.1f}  greedy {mean(weak):6.1f}"
        print(f"{placement:9} {rays:5} {means}  gain {mean(gain):5.1f} ± {1.96 * error:.1f}", flush=True)


def measure_fast(games: int, first: int, close: float, seed: int) -> Sequence[float]:
    scores = np.empty(games, np.int32)
    play_games(load(), seed_word(seed), first, close, scores[:1])
    start = time.process_time()
    play_games(load(), seed_word(seed), first, close, scores)
    speed = games / (time.process_time() - start)
    print(f"expert: {scores.mean():.2f}, standard error {scores.std() / games**0.5:.2f}; {speed:.0f} games a second on one core")
    return scores.tolist()  # type: ignore[no-any-return]


def find_losses(games: int, seed: int) -> None:
    """In games of one tile ahead, what the choices of one, two and three tiles ahead are worth less than the champion's."""
    calls, lost = np.empty(TURNS, np.int64), np.zeros((games, TURNS + 1, 3))
    for game in range(games):
        deal_calls(np.uint64(key_of(seed_word(seed), game)), calls)
        position = Position([None] * TURNS)
        for free, tile in zip(range(TURNS, 0, -1), calls.tolist(), strict=True):
            looks, _ = look_ahead(position, tile, MANY)
            values = {cell: value for cell, (value, _) in settle(looks).items()}
            chosen = [max(look, key=look.__getitem__) for look in (looks[0], looks[:2][-1], looks[:3][-1])]
            lost[game, free] = [max(values.values()) - values[cell] for cell in chosen]
            position.draw(tile)
            position.put(chosen[0], tile)
    print("lost one, two and three tiles ahead, by free cells")
    for free in range(LEAST + 1, TURNS + 1):
        print(f"{free:8}", *_means(lost[:, free]))
    print("together", *_means(lost.sum(axis=1)))


def _means(lost: Array) -> Iterator[str]:
    for means, error in zip(lost.mean(axis=0), lost.std(axis=0) / len(lost) ** 0.5, strict=True):
        yield f"{means:6.3f} ± {error:.3f}"


class LeagueMatch(NamedTuple):
    """One game."""

    score: int
    luck: float
    ms: float  # processor time of a move

    @property
    def fair(self) -> float:
        return self.score - self.luck


def measure(
    games: int, first: int, budget: int, seed: int, kept: Path | None, tell: Callable[[str], None] = print
) -> Sequence[float]:
    """Scores without luck. Games that are in the file already are not played again."""
    played = read_games(kept)[:games] if kept else []
    play_ahead(load(), seed_word(seed), first, budget, np.empty(1, np.int32), np.empty(1))
    scores, lucks = np.empty(1, np.int32), np.empty(1)
    while len(played) < games:
        start = time.process_time()
        play_ahead(load(), seed_word(seed), first + len(played), budget, scores, lucks)
        played.append(LeagueMatch(int(scores[0]), float(lucks[0]), (time.process_time() - start) / TURNS * 1000))
        if kept:
            with kept.open("a") as file:
                file.write(json.dumps(played[-1]) + "\n")
        if len(played) % CHUNK == 0 or len(played) == games:
            tell(summary(played))
    return [game.fair for game in played]


def read_games(kept: Path) -> list[LeagueMatch]:
    return [LeagueMatch(*json.loads(line)) for line in kept.read_text().splitlines()] if kept.exists() else []


def summary(played: Sequence[LeagueMatch]) -> str:
    fair, raw, n = [game.fair for game in played], [game.score for game in played], len(played)
    corrected = f"{mean(fair):.2f}, standard error {stdev(fair) / n**0.5:.2f}, spread {stdev(fair):.1f}"
    each = mean(game.ms for game in played)
    return f"{n} games: {corrected}; uncorrected {mean(raw):.2f}, spread {stdev(raw):.1f}; {each:.1f} ms a move"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.take_it_easy_bots", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--budget", type=int, default=0, help="boards for one choice; 0 is the expert")
    parser.add_argument("--close", type=float, default=CLOSE, help="points: where the expert looks again; -1 is never")
    parser.add_argument("--seed", type=int, default=MEASURING)
    parser.add_argument("--out", type=Path, help="keeps each game of a budget there; a run that was stopped goes on")
    parser.add_argument("--variants", action="store_true", help="compare expert and greedy under every option")
    parser.add_argument("--losses", action="store_true", help="what looking less far ahead loses")
    parser.add_argument("--json", action="store_true", help="ends with the figure for levels.toml")
    args = parser.parse_args()
    if args.losses:
        find_losses(args.games, args.seed)
        return
    if args.variants:
        compare_variants(args.games)
        return
    if args.budget == 0:
        scores = measure_fast(args.games, args.first, args.close, args.seed)
    else:
        scores = measure(args.games, args.first, args.budget, args.seed, args.out, lambda line: print(line, flush=True))
    if args.json:
        print(json.dumps(figure_of(scores)))


if __name__ == "__main__":
    main()
