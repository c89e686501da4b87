"""The expert of Ultim' Limit: optimal stopping against the glass, with exact dice on the row that lies there.

It has the hands of the other bots and an exact watch. A turn is valued in three layers:

- `CardRow` (row.py): what the cards in the row bring in so many rolls.
- `GlassOdds`: how likely the glass still runs at a time, spread by the chance of the hands.
- `Turn`: when to stop, take, roll, wait or use the Ultim' card, as the best plan over both.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import erf, inf, sqrt
from typing import TypeAlias

from tablee.core.bot import Evaluator, Value
from tablee.core.game import Seat, total
from tablee.games.ultim_limit.actions import ROLL, STOP, THROWS, ULTIM_GLASS, Action, Keep, Take
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, MOST, NUMBER, SLOTS, Card, Cards
from tablee.games.ultim_limit.dice import DOUBLE, USES, Dice
from tablee.games.ultim_limit.players.bots import PacedBot, Span, Worth, middle, plus, value, worth_of
from tablee.games.ultim_limit.players.row import CardRow, Mask
from tablee.games.ultim_limit.rules import GLASS, ROUNDS, TURNS, PublicState, View

Ms: TypeAlias = float

PARTIAL = 0.45  # of a roll that is cut off by the end, on average
DOUBLES = sum(weight for throw, weight in THROWS.items() if throw.dice in DOUBLE) / 216


def along(curve: Sequence[float], rolls: float) -> float:
    """A value between two numbers of rolls, or beyond the last."""
    if rolls <= 0:
        return 0.0
    n = min(int(rolls), len(curve) - 2)
    return curve[n] + (rolls - n) * (curve[n + 1] - curve[n])


# How long the glass lasts
class GlassOdds:
    """The chance that the glass still runs, by ms since it was started."""

    def __init__(self, ends: tuple[int, int], spread: Ms, harmless: bool = False) -> None:
        """ends: the first and the last possible end. spread: of the hands. harmless: nothing is lost (R20)."""
        self.low, self.high = ends
        self.spread, self.harmless = spread, harmless

    def lasts(self, at: Ms, spread: Ms | None = None) -> float:
        """The chance that the glass still runs when the hands mean to act at this time."""
        width = self.spread if spread is None else spread
        return _lasts(self.low, self.high, int(at) // 20 * 20 + 10 if width else int(at), round(width))

    def times(self, after: Ms = -inf, spread: Ms | None = None) -> Sequence[tuple[Ms, float]]:
        """The moments at which to think of ending, with the chance that the glass still runs."""
        width = self.spread if spread is None else spread
        moments, chances = _times(self.low, self.high, self.spread, width, self.harmless)
        return chances if self.harmless else chances[bisect_right(moments, after) :]


@lru_cache(65536)
def _lasts(low: int, high: int, at: int, spread: int) -> float:
    ends = range(low, high + 1, 100)
    if not spread:
        return sum(end > at for end in ends) / len(ends)
    return sum(1 + erf((end - at) / spread / sqrt(2)) for end in ends) / 2 / len(ends)


@lru_cache(256)
def _times(low: int, high: int, spread: Ms, width: Ms, harmless: bool) -> tuple[list[Ms], list[tuple[Ms, float]]]:
    sand = GlassOdds((low, high), spread, harmless)
    moments: list[Ms] = [low]
    if not harmless:
        early = low - 3 * spread - 1
        step = max((high - early) / 16, 50)
        moments = [early + step * n for n in range(int((high - early) / step) + 1)]
    return moments, [(at, sand.lasts(at, width)) for at in moments]


class Hands:
    """The mean time of actions, and how much they vary."""

    def __init__(self, spans: dict[str, Span], gap: int) -> None:
        self.look, self.refill, self.roll, self.take, self.stop, self.ultim = (
            float(middle(spans[name])) for name in ("look", "refill", "roll", "take", "stop", "ultim")
        )
        self.roll = max(self.roll, gap - self.look)
        self.rough = _spread(spans["look"], spans["roll"], spans["take"], spans["stop"])  # of a last roll
        self.fine = _spread(spans["take"], spans["stop"])  # of a last card

    def cycle(self, takes: float) -> Ms:
        """From one roll to the next."""
        return self.look + self.roll + takes * (self.take + self.refill)


def _spread(*spans: Span) -> Ms:
    return sqrt(sum((high - low) ** 2 / 12 for low, high in spans))


# The best plan of a turn
class Turn:
    """Values everything that can be done now, in points beyond the loot that is safe. Times are ms since the glass started."""

    def __init__(self, view: View, seat: Seat, now: int, hands: Hands, row: CardRow | None = None) -> None:
        """row: that of an earlier turn or choice, to save time if it is still the same."""
        self.seen, self.hands, self.now = view.seen, hands, float(view.seen.ran(now))
        seen = view.seen
        self.base = self.worth(worth_of(seen.loot[seat]))
        self.sizes = sizes = worth_of((*seen.loot[seat], *seen.taken))
        here = self.worth(sizes)
        self.points = [self.worth(plus(sizes, card)) - here for card in _one_of_each_colour()]
        to_come = seen.pile if len(seen.pile) > len(SLOTS) else seen.pile + seen.discard
        self.row = row if row and row.covers(seen.row, to_come, self.points) else self.value_row(to_come)
        self.cycle = hands.cycle(self.row.takes)
        self.sand = sand_of(view, hands)
        self.margin = 1.2 * hands.rough
        p = min(self.row.takes / 3, 1.0)
        self.takes = ((1 - p) ** 3, 3 * p * (1 - p) ** 2, 3 * p**2 * (1 - p), p**3)
        self.plans: dict[tuple[Mask, int, int, bool], float] = {}

    def worth(self, sizes: Worth) -> float:
        """What a loot is worth when this turn is over."""
        return value(self.seen, sizes)

    def value_row(self, to_come: Cards) -> CardRow:
        return CardRow(self.seen.row, to_come, self.points)

    def stake(self, sizes: Worth) -> float:
        return self.worth(sizes) - self.base

    def stop(self, at: Ms, mask: Mask, sizes: Worth) -> float:
        kept = 1.0 if self.sand.harmless else self.sand.lasts(at + self.hands.stop, 0) / self.alive
        return kept * self.stake(sizes) + self.row.stay(mask)

    @cached_property
    def alive(self) -> float:
        """The chance that the glass had to be still running now."""
        return max(self.sand.lasts(self.now, 0), 1e-9)

    def roll(self, at: Ms, mask: Mask, sizes: Worth, ultim: bool) -> float:
        """Rolling on from here: the hands are free at `at`, and gaps are still to be filled."""
        ready = at + (len(SLOTS) - mask.bit_count()) * self.hands.refill
        stake = self.stake(sizes)
        key = mask, round(ready), round(1000 * stake), ultim
        if key not in self.plans:
            curve = self.row.curve(mask)
            gain = self.with_ultim(curve, ready, stake) if ultim else self.without(curve, ready, stake)
            self.plans[key] = gain
        return self.plans[key] + self.row.stay(mask)

    def rolls(self, ms: Ms) -> float:
        """How many rolls a time is good for, on average: the last one needs time to take a card and to stop."""
        spare = ms - self.hands.look - self.hands.roll - self.hands.take - self.hands.stop
        return 1 + max(0.0, spare / self.cycle - PARTIAL) if spare >= 0 else 0.0

    def without(self, curve: Sequence[float], at: Ms, stake: float) -> float:
        """The best time to stop after at least one more roll, without the Ultim' card."""
        times = self.sand.times(at + self.hands.roll + self.hands.look + self.hands.stop)
        if self.sand.harmless:
            return max([stake + along(curve, self.rolls(end - at + self.hands.stop)) for end, _ in times], default=stake)
        return max([lasts * (stake + along(curve, self.rolls(end - at))) for end, lasts in times], default=0.0) / self.alive

    def with_ultim(self, curve: Sequence[float], at: Ms, stake: float) -> float:
        """The same with it: each of the rolls to come may show a double, for turning the glass then or a little later."""
        hands, high, stops = self.hands, self.sand.high, self.without(curve, at, stake)
        none, one, two, three = self.takes

        def earliest(rolls: int, takes: int) -> Ms:
            """When the glass can be turned, after so many rolls and cards taken."""
            landing = at + rolls * (hands.look + hands.roll) + takes * (hands.take + hands.refill) + hands.roll
            return landing + hands.look + hands.ultim

        last = 0
        while earliest(last, 0) < high:
            last += 1
        then = [stops] * (3 * last + 1)  # the value before the next roll, by cards taken
        for rolls in reversed(range(last)):
            values: list[float] = []
            turning = self.turn_values(curve, rolls, stake)
            for takes in range(3 * rolls + 1):
                if (when := earliest(rolls, takes)) >= high:
                    break
                go_on = none * then[takes] + one * then[takes + 1] + two * then[takes + 2] + three * then[takes + 3]
                turn = turning(when)
                values.append(DOUBLES * max(turn, go_on) + (1 - DOUBLES) * go_on)
            then = values + [stops] * (3 * rolls + 1 - len(values))
        return then[0]

    def turn_values(self, curve: Sequence[float], done: int, stake: float) -> Callable[[Ms], float]:
        """By the earliest time to turn the glass, after so many rolls on this row, its value at the best one from then on."""
        moments, turnings = self.turnings
        best = [0.0]
        for alive, rolls in reversed(turnings):
            best.append(max(best[-1], alive * (stake + along(curve, done + rolls))))
        best.reverse()

        def value(earliest: Ms) -> float:
            now = self.sand.lasts(earliest, self.hands.fine) * (stake + along(curve, done + self.rolls(earliest - self.margin)))
            return max(best[bisect_left(moments, earliest)], now) / self.alive

        return value

    @cached_property
    def turnings(self) -> tuple[list[Ms], list[tuple[float, float]]]:
        """The moments to turn the glass at; the chances that it still runs then, and how many rolls this gives again."""
        times = self.sand.times(spread=self.hands.fine)
        return [at for at, _ in times], [(lasts, self.rolls(at - self.margin)) for at, lasts in times]

    def turn_glass(self, at: Ms, mask: Mask, unspent: Dice, sizes: Worth) -> tuple[float, Ms]:
        """The value of turning the glass with the dice on the table, and the best time for it."""
        curve = self.row.curve(mask)
        earliest, stake = at + self.hands.ultim, self.stake(sizes)
        gaps = (len(SLOTS) - mask.bit_count()) * self.hands.refill
        die = self.die_value(mask, DOUBLE[unspent])
        best, when = 0.0, earliest
        times = self.sand.times(earliest, self.hands.fine)
        for end, lasts in ((earliest, self.sand.lasts(earliest, self.hands.fine)), *times):
            value = lasts / self.alive * (stake + die + along(curve, self.rolls(end - self.margin - gaps)))
            if value > best:
                best, when = value, end
        return best + self.row.stay(mask), when

    def die_value(self, mask: Mask, dice: Dice) -> float:
        """About what a single die can still take after the glass was turned, less the time for it."""
        cost = (self.hands.take + self.hands.refill) / self.cycle * (self.row.curve(mask)[2] - self.row.curve(mask)[1])
        gains = (self.points[COLOUR[card]] - cost for slot, card in self._held(mask) if NUMBER[card] in USES[dice])
        return max([0.0, *gains])

    def _held(self, mask: Mask) -> Iterator[tuple[int, Card]]:
        return ((slot, card) for slot, card in enumerate(self.seen.row) if card is not None and mask >> slot & 1)

    def new_row(self, at: Ms, sizes: Worth) -> float:
        return self.without([len(SLOTS) * slot for slot in self.row.slot], at + self.hands.ultim, self.stake(sizes))

    def take(self, at: Ms, mask: Mask, slot: int, left: Dice, sizes: Worth, ultim: bool) -> float:
        card = self.seen.row[slot]
        assert card is not None
        return self.best(at + self.hands.take, mask & ~(1 << slot), left, plus(sizes, card), ultim)

    def best(self, at: Ms, mask: Mask, unspent: Dice, sizes: Worth, ultim: bool) -> float:
        """The best that can be done with these dice."""
        values = [self.stop(at, mask, sizes), self.roll(at, mask, sizes, ultim)]
        for slot, card in self._held(mask):
            for left in set(USES[unspent].get(NUMBER[card], {}).values()):
                values.append(self.take(at, mask, slot, left, sizes, ultim))
        if ultim and unspent in DOUBLE:
            values += [self.turn_glass(at, mask, unspent, sizes)[0], self.new_row(at, sizes)]
        return max(values)

    @property
    def free(self) -> Ms:
        """When the eyes are done with the dice."""
        return self.now + (self.hands.look if self.seen.dice and self.seen.dice == self.seen.unspent else 0.0)

    @property
    def mask(self) -> Mask:
        return sum(1 << slot for slot, card in enumerate(self.seen.row) if card is not None)

    @property
    def wait(self) -> Ms:
        """How long it is best to wait before turning the glass."""
        _, when = self.turn_glass(self.free, self.mask, self.seen.unspent, self.sizes)
        return when - self.free - self.hands.ultim

    def value(self, action: Action) -> float:
        seen, at, mask, sizes = self.seen, self.free, self.mask, self.sizes
        ultim = not seen.ultim and not seen.options.young
        if isinstance(action, Take):
            left = USES[seen.unspent][sum(action.dice)][action.dice]
            return self.take(at, mask, action.slot, left, sizes, ultim)
        if action == ROLL:
            return self.roll(at, mask, sizes, ultim)
        if action == STOP:
            return self.stop(at, mask, sizes)
        return self.turn_glass(at, mask, seen.unspent, sizes)[0] if action == ULTIM_GLASS else self.new_row(at, sizes)


@lru_cache(1)
def _one_of_each_colour() -> Cards:
    return tuple(COLOUR.index(colour) for colour in range(len(COLOURS)))


def sand_of(view: View, hands: Hands) -> GlassOdds:
    seen = view.seen
    assert seen.started is not None
    if view.deadline is not None:
        end = view.deadline - seen.started
        return GlassOdds((end, end), 0.0, harmless=True)
    if seen.turned is not None:
        end = max(2 * seen.ran(seen.turned), seen.ran(seen.turned) + 1)
        return GlassOdds((end, end), hands.rough)
    return GlassOdds((100 * seen.options.glass_from, 100 * seen.options.glass_to), hands.rough)


# What it expects of turns still to come, by scoring and `young`: the mean of its own turns alone at a table, with its own hands.
TURN = {("classic", False): 7.6, ("classic", True): 5.8, ("super", False): 4.2, ("super", True): 3.3}
TURN_ERROR = 0.3  # in that mean, for other hands, seats and glasses
PLAN_ERROR = 1.5  # in the value of a turn in progress: the plan is too hopeful at the start of a turn
GROWTH = 2.0  # cards that a kept pile gains in a round if nobody else has cards of its colour


def usual_turn(seen: PublicState) -> float:
    """What a turn brings on average."""
    usual: int = GLASS["from"]
    return TURN[seen.options.scoring, seen.options.young] * seen.options.glass_from / usual


class Expert(PacedBot, Evaluator[Action, View]):
    """Plays the best plan of `Turn`, and waits before it turns the glass if that is worth it."""

    row: CardRow | None = None  # the last one it thought about, which saves time and changes nothing

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        """The score at the end."""
        seen = view.seen
        to_come, safe = self.turns_to_come(seen), self.safe(view)
        if seen.phase != "turn":
            gains = [self.growth(seen, action) if isinstance(action, Keep) else 0.0 for action in legal]
            return [Value(safe + gain, to_come * TURN_ERROR) for gain in gains]
        turn = self.turn(view, now)
        values = [Value(safe + turn.value(action), PLAN_ERROR + to_come * TURN_ERROR) for action in legal]
        self.evaluations += len(turn.plans)
        return values

    def safe(self, view: View) -> float:
        """What the seat has, and what it expects of turns that have not begun."""
        seen = view.seen
        has = total(self.game.sheet(view, self.seat)) + value(seen, worth_of(seen.loot[self.seat]))
        return has + self.turns_to_come(seen) * usual_turn(seen)

    def turns_to_come(self, seen: PublicState) -> int:
        """This seat's turns that have not begun."""
        had = sum(verdict.seat == self.seat for verdict in seen.verdicts)
        playing = seen.active == self.seat and seen.phase in ("turn", "roll", "renew")
        return ROUNDS * TURNS - had - playing

    def growth(self, seen: PublicState, keep: Keep) -> float:
        """What the kept piles may gain in the next round: the less, the more cards of their colours rivals have."""
        rivals = worth_of([card for seat, loot in enumerate(seen.loot) if seat != self.seat for card in loot])
        return sum(GROWTH * (1 - rivals[colour] / MOST[colour]) for colour in keep.colours)

    def turn(self, view: View, now: int) -> Turn:
        turn = Turn(view, self.seat, now, Hands(self.hands, view.seen.options.roll_gap), self.row)
        self.row = turn.row
        return turn

    def pace(self, view: View, action: Action, now: int) -> int:
        wait = round(self.turn(view, now).wait) if action == ULTIM_GLASS else 0
        return super().pace(view, action, now) + wait
