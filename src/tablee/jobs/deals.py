"""What bots make of the deal of a day: many runs of a level, whose mean is par, and one run turn by turn.

One run is mostly luck. So where actions are close, chance decides, and each run goes its own way; the same run is the same
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablee.bots import chance_of, fast_bot, player, strongest_fast
from tablee.core.bot import Evaluator
from tablee.core.game import CHANCE, AnyGame, Refusal, say, total
from tablee.core.options import read_options
from tablee.core.registry import Entry
from tablee.daily import DailyDeal, deal_of, read_day
from tablee.fair import seeded_secret
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.replay import Find
from tablee.steps import draw

PAR, FIELD = 100, 1000  # runs of the strongest fast bot, and of the one that stands in for people: a model of good players
AT_ONCE = {PAR: 5, FIELD: 50}  # runs in one answer, so that other jobs need not wait long
MOST_KNOWN = 1 << 14  # states
CLOSE = 0.003  # of the expected result: chance decides between actions that are so little worse than the best one
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
        of = known[self.level]
        if self.start >= of or self.start % AT_ONCE[of]:
            raise Refused("bad-request", say("bad-request", why=f"`start` must be a multiple of {AT_ONCE[of]} below {of}"))

    def answer(self, find: Find) -> wire.DealRuns:
        entry = find(self.game)
        deal, of = deal_of(entry, read_day(self.day)), runs_of(entry)[self.level]
        runs = range(self.start, min(of, self.start + AT_ONCE[of]))
        return wire.DealRuns(self.level, self.start, of, tuple(score_of(entry, deal, self.level, run) for run in runs))


@dataclass(frozen=True, slots=True)
class DealPlayJob:
    """The strongest fast bot, turn by turn."""

    game: str
    day: str
    source: bytes = b""  # nothing was recorded

    def answer(self, find: Find) -> wire.DealPlay:
        entry, level = find(self.game), strongest_fast(find(self.game))
        deal = deal_of(entry, read_day(self.day))
        bot = player(entry, level)(entry.game, 0, chance_of(_bot_seed(deal, level), 0))

        def choose(state: Any, view: Any, legal: Sequence[Any], turn: int) -> Any:
            bot.prepare(0, turn)
            return bot.choose(view, legal, 0)

        steps = tuple(_step(entry.game, state) for state in _states(entry.game, deal, choose))
        return wire.DealPlay(level, steps)


def runs_of(entry: Entry) -> dict[str, int]:
    """The levels that play a deal many times, and how often."""
    return {fast_bot(entry): FIELD, strongest_fast(entry): PAR}


def score_of(entry: Entry, deal: DailyDeal, level: str, run: int) -> int:
    """What a level scores in one of its runs."""
    game, chance = entry.game, chance_of(_bot_seed(deal, level), run)
    bot = player(entry, level)(game, 0, chance)

    def choose(state: Any, view: Any, legal: Sequence[Any], turn: int) -> Any:
        if isinstance(bot, Evaluator):
            close = _close(entry, deal, level, state, turn)
            return close[chance("close", turn)(len(close))]
        bot.prepare(0, turn)
        return bot.choose(view, legal, 0)

    *_, last = _states(game, deal, choose)
    return total(game.sheet(game.view(last, 0), 0))


_known: dict[tuple[DailyDeal, str, Any], Sequence[Any]] = {}  # runs that begin alike ask about the same states


def _close(entry: Entry, deal: DailyDeal, level: str, state: Any, turn: int) -> Sequence[Any]:
    """The actions that are as good as the best one, or nearly, by an evaluator that is the same for every run."""
    key = deal, level, state
    if key not in _known:
        bot, legal = player(entry, level)(entry.game, 0, chance_of(_bot_seed(deal, level), 0)), entry.game.legal(state, 0)
        assert isinstance(bot, Evaluator)
        bot.prepare(0, turn)
        means = [value.mean for value in bot.values(entry.game.view(state, 0), legal, 0)]
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        least = max(means) - CLOSE * abs(max(means))
        _known[key] = [action for action, mean in zip(legal, means, strict=True) if mean >= least]
    return _known[key]


def _bot_seed(deal: DailyDeal, level: str) -> str:
    return seeded_secret("runs", deal.seed, level)


def _states(game: AnyGame, deal: DailyDeal, choose: Choose) -> Iterator[Any]:
    """The state after each turn of the only seat."""
    state, draws, turns = game.start(1, read_options(game.options, deal.options)), 0, 0
    while seats := game.to_act(state):
        if seats == (CHANCE,):
            state, _ = game.play(state, CHANCE, draw(game, state, deal.dealer, draws), 0)
            draws += 1
        else:
            turns += 1
            action = choose(state, game.view(state, 0), game.legal(state, 0), turns)
            state, _ = game.play(state, 0, action, 0)
            yield state


def _step(game: AnyGame, state: Any) -> wire.DealStep:
    view = game.view(state, 0)
    boards = tuple(wire.panel(panel) for panel in game.screen(view).public if panel.seat == 0)
    return wire.DealStep(boards, total(game.sheet(view, 0)))
