"""Measures how far judges are off: half of the 95 % interval of the difference between two of the best actions.

    python -m bench.doubts [take-it-easy | ultim-limit] [--games N]

Take it Easy!: at each depth, against the champion, which looks three tiles ahead and then plays on; by the stage of the game, as
`DOUBT` in its judge. Ultim' Limit: the plan of a turn, against playing the turn to its end many times; the error of that sample
is taken off. The positions are those of games of weaker bots, in which actions were chosen that a good player would not choose.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean
from typing import Any

from bench.arguments import parser

from tablee.bots import chance_of
from tablee.core import registry
from tablee.core.game import CHANCE, CLOCK, Below, total
from tablee.fair import RandomDealer
from tablee.games.take_it_easy.players.judge import EXACT
from tablee.games.take_it_easy.players.nets import Position, value_cells
from tablee.games.take_it_easy.tiles import BOARD, CELLS
from tablee.games.ultim_limit.players.expert import Expert
from tablee.games.ultim_limit.players.judge import PlanJudge
from tablee.reviews import Reviewer
from tablee.steps import Wait, attempt, bell, draw
from tablee.table import BOT, Table

CLOSE = 6.0  # points behind the best: actions further off are no question
STAGE = 4  # tiles
BUDGET = 250_000  # boards for the champion's choice
PLAYED = 100  # times that a turn is played to its end, for each action
Z95 = 1.96


def record(game: str, level: str, number: int) -> list[str]:
    table = Table(game, [BOT + level] * registry.find(game).game.usual_seats[0], seed=f"doubts {number}")
    table.run()
    return table.record()


# Take it Easy!
def easy(games: int) -> None:
    from tablee.games.take_it_easy.kernels.ahead import values_ahead
    from tablee.games.take_it_easy.kernels.search import look_ahead

    found: dict[tuple[int, int], list[float]] = {}
    for number in range(games):
        table = Table("take-it-easy", ["bot:greedy"], seed=f"doubts {number}")
        table.run()
        view = table.match.view(0)
        for turn in range(len(CELLS) - EXACT[1]):
            position, tile = Position(BOARD.lay(view.calls[:turn], view.placed[0][:turn])), view.calls[turn]
            looks, _ = look_ahead(position, tile, BUDGET)
            truth = next(look for look in reversed(looks) if len(look) > 1)
            best = max(truth, key=truth.__getitem__)
            for depth, values in enumerate((value_cells(position, tile), values_ahead(position.board, tile)), start=1):
                found.setdefault((depth, turn // STAGE), []).extend(
                    values[best] - values[cell] - truth[best] + truth[cell]
                    for cell in truth
                    if cell != best and truth[cell] >= truth[best] - CLOSE
                )
    for (depth, stage), errors in sorted(found.items()):
        tiles = f"tiles {STAGE * stage + 1} to {STAGE * (stage + 1)}"
        print(f"take-it-easy: {depth} ahead, {tiles}: ± {half_width(errors):.2f} ({len(errors)} differences, {games} games)")


# Ultim' Limit
def ultim(games: int) -> None:
    errors, noise = list[float](), list[float]()
    for number in range(games):
        for error, width in differences(number):
            errors.append(error)
            noise.append(width)
        print(f"ultim-limit: ± {half_width(errors, noise):.2f} ({len(errors)} differences, {number + 1} games)", flush=True)


def half_width(errors: Sequence[float], noise: Sequence[float] = (0.0,)) -> float:
    """Of the interval; what a sample adds to the spread is taken off."""
    spread = max(0.0, fmean(error**2 for error in errors) - fmean(noise))
    return Z95 * sqrt(spread)


def differences(number: int) -> Iterator[tuple[float, float]]:
    """Of the two best actions, at some moments of a match: how far the plan is off, and the variance of the sample."""
    reviewer = Reviewer(record("ultim-limit", "first-game", number), 0)
    judge, chance = reviewer.judge, random.Random(number)
    assert isinstance(judge, PlanJudge)
    for stretch in reviewer.stretches():
        asked = stretch.asked
        if asked is None or len(asked.legal) < 2 or not judge.against_time(asked.view) or chance.random() > 0.15:
            continue
        now = judge.decided_at(asked.view, asked.action, stretch.moments[-2].at, asked.at)
        values = sorted(
            zip((value.mean for value in judge.values(asked.view, asked.legal, now)), range(len(asked.legal)), strict=True)
        )
        (less, other), (most, best) = values[-2:]
        if most - less > 1:
            continue
        apart = [
            turn_worth(judge, asked.view, asked.legal[best], now, seed)
            - turn_worth(judge, asked.view, asked.legal[other], now, seed)
            for seed in range(PLAYED)
        ]
        mean = fmean(apart)
        yield most - less - mean, fmean((one - mean) ** 2 for one in apart) / (PLAYED - 1)


def turn_worth(judge: PlanJudge, view: Any, action: Any, now: int, seed: int) -> float:
    """What the seat has when its turn is over, if it does this now and the expert goes on, in one imagined world."""
    game, seat = judge.game, judge.seat
    below: Below = random.Random(seed).randrange
    state, dealer = game.imagine(view, now, below), RandomDealer(below)
    expert = Expert(game, seat, chance_of(str(seed), seat))
    turn = 0
    while True:
        seen = game.view(state, seat)
        asked = game.to_act(state)
        if not asked or seen.seen.active != seat or seen.seen.phase == "keep":
            return judge.outlook(seen, now).mean if asked else float(total(game.sheet(seen, seat)))
        if asked == (CHANCE,):
            state = game.play(state, CHANCE, draw(game, state, dealer), now)[0]
            continue
        turn += 1
        expert.prepare(0, turn)
        legal = game.legal(state, seat)
        chosen = expert.choose(seen, legal, now) if action is None else action
        at, action = now + expert.pace(seen, chosen, now), None
        state, now = _act(game, state, seat, chosen, at)


def _act(game: Any, state: Any, seat: int, chosen: Any, at: int) -> tuple[Any, int]:
    """The action, unless the glass runs out before it."""
    while True:
        alarm = game.alarm(state)
        if alarm is not None and at >= alarm:
            return game.play(state, CLOCK, bell(game, state), alarm)[0], alarm
        played = attempt(game.play, state, seat, chosen, at)
        if not isinstance(played, Wait):
            return played[0], at
        at = played.until


MEASURES = {"take-it-easy": (easy, 10), "ultim-limit": (ultim, 20)}


if __name__ == "__main__":
    reader = parser(__doc__)
    reader.add_argument("game", nargs="?", choices=MEASURES, help="only this one")
    reader.add_argument("--games", type=int)
    asked = reader.parse_args()
    for name, (measure, usual) in MEASURES.items():
        if asked.game in (None, name):
            measure(asked.games or usual)
