"""The judge of games that have none of their own: it imagines worlds that fit the view, and plays them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee.core.bot import Judge, Judgement, Value
from tablee.core.game import CHANCE, CLOCK, AnyGame, Below, Seat
from tablee.fair import RandomDealer
from tablee.kit.samples import compare, value_of
from tablee.steps import Wait, attempt, bell, draw

WORLDS = 24  # for each action
PACE = 2000  # ms that a seat takes, at most


class PlayoutJudge(Judge[Any, Any]):
    """Points at the end, on average over imagined worlds in which everybody plays on at random.

    `budget` is the number of worlds; all actions meet the same ones.
    """

    sampled = True

    def judge(self, view: Any, legal: Sequence[Any], now: int) -> Judgement:
        results = [[self._play_on(view, action, now, below) for below in self._worlds()] for action in legal]
        return compare(results, [1.0] * len(results[0]))

    def values(self, view: Any, legal: Sequence[Any], now: int) -> list[Value]:
        return list(self.judge(view, legal, now).values)

    def forecast(self, view: Any, legal: Sequence[Any], now: int) -> Value:
        return self.outlook(view, now)

    def outlook(self, view: Any, now: int) -> Value:
        results = [self._play_on(view, None, now, below) for below in self._worlds()]
        return value_of(results, [1.0] * len(results))

    def reveals(self, view: Any, action: Any) -> bool:
        return True

    def _worlds(self) -> list[Below]:
        """Random numbers for each world, and for what happens in it: the same for all that is asked about one row."""
        return [self.mood("world", number) for number in range(self.budget or WORLDS)]

    def _play_on(self, view: Any, action: Any, now: int, below: Below) -> float:
        state = self.game.imagine(view, now, below)
        return play_on(self.game, state, self.seat, action, now, below)


def play_on(game: AnyGame, state: Any, seat: Seat, action: Any, now: int, below: Below) -> float:
    """The points of a seat if it does this now, or with None anything, and then everybody plays at random."""
    dealer = RandomDealer(below)
    while asked := game.to_act(state):
        if asked == (CHANCE,):
            who, chosen = CHANCE, draw(game, state, dealer)
        elif action is not None:
            who, chosen, action = seat, action, None
        else:
            who = asked[below(len(asked))]
            legal = game.legal(state, who)
            chosen, now = legal[below(len(legal))], now + below(PACE)
        alarm = game.alarm(state)
        if alarm is not None and now >= alarm:
            who, chosen, now = CLOCK, bell(game, state), alarm
        played = attempt(game.play, state, who, chosen, now)
        if isinstance(played, Wait):
            now, action = played.until, chosen if who == seat else action
            continue
        state = played[0]
    outcome = game.outcome(state)
    assert outcome is not None  # by law 2
    return float(outcome.scores[seat])
