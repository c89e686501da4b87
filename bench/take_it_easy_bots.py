"""How strong the bots of Take it Easy! are, corrected for luck: `python -m bench.take_it_easy_bots --budget 100000`.

Game k has deal k of the seed, so runs of different budgets can be compared game by game. `--variants` compares `expert` with
`greedy` in every variant instead; `--losses` tells what looking less far ahead loses, by free cells.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

import numpy as np
from bench.levels import figure_of

from tablee.bots import chance_of
from tablee.core.game import CHANCE
from tablee.games.take_it_easy import BOTS, GAME
from tablee.games.take_it_easy.kernels import variants as kernels
from tablee.games.take_it_easy.kernels.batch import TURNS
from tablee.games.take_it_easy.kernels.nets import load
from tablee.games.take_it_easy.kernels.search import deal_calls, look_ahead, play_ahead, play_games
from tablee.games.take_it_easy.players import variants
from tablee.games.take_it_easy.players.champion import CLOSE, MANY, VARIANT_CLOSE, VARIANT_LOOKS, settle
from tablee.games.take_it_easy.players.nets import LEAST, Position
from tablee.games.take_it_easy.players.variants import VARIANTS
from tablee.games.take_it_easy.rules import CALLS, Options
from tablee.kit.hexboard import Tile
from tablee.kit.kernels.chance import key_of, seed_word
from tablee.kit.kernels.decorators import Array
from tablee.lab.kernel import SHARED, drop_stale

Z99 = 2.576
MEASURING = 1_000_000  # the first seed that no training uses
CHUNK = 50


def play(name: str, options: Options, calls: Sequence[Tile], seed: int) -> int:
    """The score of a match alone."""
    s, bot = GAME.start(1, options), BOTS[name](GAME, 0, chance_of(str(seed), 0))
    for turn, tile in enumerate(calls):
        s, _ = GAME.play(s, CHANCE, CALLS[tile], 0)
        bot.prepare(0, turn)
        s, _ = GAME.play(s, 0, bot.choose(GAME.view(s, 0), GAME.legal(s, 0), 0), 0)
    outcome = GAME.outcome(s)
    assert outcome is not None
    return outcome.scores[0]


def compare_variants(games: int, first: int, close: float, most: int, seed: int) -> None:
    """`expert`, by its kernels, with `greedy` on the same deals, alone at the table; intervals are 99 % ones."""
    drop_stale(variants.FILE.parents[1], SHARED)
    calls, leads, errors = kernels.deals_of(seed_word(seed), first, games), list[float](), list[float]()
    for options in VARIANTS:
        weights = kernels.weights_in_points(options)
        strong, _ = kernels.play_games(load(), options, weights, calls, close, most)
        weak = np.array([play("greedy", options, deal.tolist(), first + game) for game, deal in enumerate(calls)])
        lead = strong - weak
        leads.append(lead.mean())
        errors.append(lead.std() / games**0.5)
        means = f"expert {strong.mean():6.1f} ± {Z99 * strong.std() / games**0.5:.1f}  greedy {weak.mean():6.1f}"
        print(f"{options.placement:9} {options.rays:5} {means}  gain {leads[-1]:5.1f} ± {Z99 * errors[-1]:.1f}", flush=True)
    pooled = Z99 * sum(error**2 for error in errors) ** 0.5 / len(errors)
    print(f"pooled: {mean(leads):.1f} ± {pooled:.1f}, {games} deals for each variant")


def measure_fast(games: int, first: int, close: float, seed: int) -> Sequence[float]:
    scores = np.empty(games, np.int32)
    play_games(load(), seed_word(seed), first, close, scores[:1])
    start = time.process_time()
    play_games(load(), seed_word(seed), first, close, scores)
    speed = games / (time.process_time() - start)
    print(f"expert: {scores.mean():.2f}, standard error {scores.std() / games**0.5:.2f}; {speed:.0f} games a second on one core")
    return [float(score) for score in scores]


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
    parser.add_argument("--variants", action="store_true", help="compare expert and greedy in every variant")
    parser.add_argument("--looks", type=int, default=VARIANT_LOOKS, help="cells at which the expert may look again in a variant")
    parser.add_argument("--losses", action="store_true", help="what looking less far ahead loses")
    parser.add_argument("--json", action="store_true", help="ends with the figure for levels.toml")
    args = parser.parse_args()
    if args.losses:
        find_losses(args.games, args.seed)
        return
    if args.variants:
        close = VARIANT_CLOSE if args.close == CLOSE else args.close
        compare_variants(args.games, args.first, close, args.looks, args.seed)
        return
    if args.budget == 0:
        scores = measure_fast(args.games, args.first, args.close, args.seed)
    else:
        scores = measure(args.games, args.first, args.budget, args.seed, args.out, lambda line: print(line, flush=True))
    if args.json:
        print(json.dumps(figure_of(scores)))


if __name__ == "__main__":
    main()
