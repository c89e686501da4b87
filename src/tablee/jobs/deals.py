"""What bots make of the deal of a day: many runs of a level, whose mean is par, and one run turn by turn.

One run is mostly luck. So where actions are close, chance decides, and each run goes its own way; the same run is the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, TypeAlias

from tablee.bots import chance_of, fast_bot, player, strongest_fast
from tablee.core.bot import Evaluator
from tablee.core.game import CHANCE, AnyGame, Refusal, say, total
from tablee.core.options import read_options
from tablee.core.registry import Entry
from tablee.daily import DailyDeal, deal_of, plan_of, read_day
from tablee.fair import pick, seeded_secret
from tablee.protocol import study, wire
from tablee.protocol.reasons import Refused
from tablee.replay import Find
from tablee.steps import draw

PAR = 100  # runs of the strongest fast bot
SLICE = 0.5  # seconds after which an answer ends, so that other jobs need not wait long
MOST_KNOWN = 1 << 14  # states
CLOSE = 0.006  # of the expected result: what costs more is not played, and the less an action costs, the likelier it is
Choose: TypeAlias = Callable[[Any, Any, Sequence[Any], int], Any]  # from the state, the view, what is legal, and the turn


@dataclass(frozen=True, slots=True)
class DealRunsJob:
    """Some runs of one level, from `start` on."""

    game: str
    day: str
    level: str
    start: int
    source: bytes = b""  # nothing was recorded

    def check(self, find: Find) -> None:
        """Raises Refusal."""
        entry = find(self.game)
        deal_of(entry, read_day(self.day))
        known = runs_of(entry)
        if self.level not in known:
            raise Refusal(say("unknown-bot", bot=self.level[:40], known=", ".join(known)))
        if self.start >= known[self.level]:
            raise Refused("bad-request", say("bad-request", why=f"`start` must be below {known[self.level]}"))

    def answer(self, find: Find) -> study.DealRuns:
        entry = find(self.game)
        deal, of = deal_of(entry, read_day(self.day)), runs_of(entry)[self.level]
        until, scores = perf_counter() + SLICE, list[int]()
        for run in range(self.start, of):
            scores.append(score_of(entry, deal, self.level, run))
            if perf_counter() > until:
                break
        return study.DealRuns(self.level, self.start, of, tuple(scores))


@dataclass(frozen=True, slots=True)
class DealPlayJob:
    """The strongest fast bot, turn by turn."""

    game: str
    day: str
    source: bytes = b""  # nothing was recorded

    def answer(self, find: Find) -> study.DealPlay:
        entry, level = find(self.game), strongest_fast(find(self.game))
        deal = deal_of(entry, read_day(self.day))
        bot = player(entry, level)(entry.game, 0, chance_of(_bot_seed(deal, level), 0))

        def choose(state: Any, view: Any, legal: Sequence[Any], turn: int) -> Any:
            bot.prepare(0, turn)
            return bot.choose(view, legal, 0)

        return study.DealPlay(level, tuple(_step(entry.game, state) for state in _states(entry.game, deal, choose)))


def runs_of(entry: Entry) -> dict[str, int]:
    """The levels that play a deal many times, and how often: a model of good players, and the one whose mean is par."""
    plan = plan_of(entry)
    return {} if plan is None else {fast_bot(entry): plan.field, strongest_fast(entry): PAR}


def score_of(entry: Entry, deal: DailyDeal, level: str, run: int) -> int:
    """What a level scores in one of its runs."""
    game, chance = entry.game, chance_of(_bot_seed(deal, level), run)
    bot = player(entry, level)(game, 0, chance)

    def choose(state: Any, view: Any, legal: Sequence[Any], turn: int) -> Any:
        if isinstance(bot, Evaluator):
            close = _close(entry, deal, level, state, turn)
            return pick(close, chance("close", turn)(sum(weight for _, weight in close)))
        bot.prepare(0, turn)
        return bot.choose(view, legal, 0)

    *_, last = _states(game, deal, choose)
    return total(game.sheet(game.view(last, 0), 0))


_known: dict[tuple[DailyDeal, str, Any], Sequence[tuple[Any, int]]] = {}  # runs that begin alike ask about the same states


def _close(entry: Entry, deal: DailyDeal, level: str, state: Any, turn: int) -> Sequence[tuple[Any, int]]:
    """The actions that are nearly as good as the best one, with weights, by an evaluator that is the same for every run."""
    key = deal, level, state
    if key not in _known:
        bot, legal = player(entry, level)(entry.game, 0, chance_of(_bot_seed(deal, level), 0)), entry.game.legal(state, 0)
        assert isinstance(bot, Evaluator)
        bot.prepare(0, turn)
        means = [value.mean for value in bot.values(entry.game.view(state, 0), legal, 0)]
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        best = max(means)
        weights = [round(1000 * (1 - (best - mean) / (CLOSE * max(1.0, abs(best))))) for mean in means]
        _known[key] = [(action, weight) for action, weight in zip(legal, weights, strict=True) if weight > 0]
    return _known[key]


def _bot_seed(deal: DailyDeal, level: str) -> str:
    return seeded_secret("runs", deal.seed, level)


def _states(game: AnyGame, deal: DailyDeal, choose: Choose) -> Iterator[Any]:
    """The state at the start, and after each turn of the only seat."""
    state, draws, turns = game.start(1, read_options(game.options, deal.options)), 0, 0
    yield state
    while seats := game.to_act(state):
        if seats == (CHANCE,):
            state, _ = game.play(state, CHANCE, draw(game, state, deal.dealer, draws), 0)
            draws += 1
        else:
            turns += 1
            action = choose(state, game.view(state, 0), game.legal(state, 0), turns)
            state, _ = game.play(state, 0, action, 0)
            yield state


def _step(game: AnyGame, state: Any) -> study.DealStep:
    view = game.view(state, 0)
    boards = tuple(wire.panel(panel) for panel in game.screen(view).public if panel.seat == 0)
    return study.DealStep(boards, total(game.sheet(view, 0)))
