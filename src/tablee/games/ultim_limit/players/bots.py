"""Bots for Ultim' Limit. They act at a human pace and misjudge time a little; none knows the glass."""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

from tablee.core.bot import Bot
from tablee.core.game import Below
from tablee.games.ultim_limit.actions import (
    GO,
    ROLL,
    STOP,
    TAKES,
    THROWS,
    ULTIM_CARDS,
    ULTIM_GLASS,
    Action,
    Go,
    Keep,
    Roll,
    Stop,
    Take,
    UltimCards,
    UltimGlass,
)
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, NUMBER, Card
from tablee.games.ultim_limit.dice import DOUBLE, USES, Dice
from tablee.games.ultim_limit.rules import ROUNDS, PublicState, View

Span: TypeAlias = tuple[int, int]  # in ms: shortest and longest
_HANDS = tomllib.loads(Path(__file__).with_name("hands.toml").read_text("utf-8"))


def hands(pace: str) -> dict[str, Span]:
    """How long actions take at one of the paces of hands.toml."""
    return {name: (low, high) for name, (low, high) in _HANDS[pace].items()}


USUAL = hands("usual")
LOOK, REFILL = USUAL["look"], USUAL["refill"]
KINDS: dict[type[Action], str] = {
    Go: "go",
    Roll: "roll",
    Take: "take",
    Stop: "stop",
    UltimGlass: "ultim",
    UltimCards: "ultim",
    Keep: "keep",
}
MOVES = {kind: USUAL[name] for kind, name in KINDS.items()}


def _between(span: Span, below: Below) -> int:
    return span[0] + below(span[1] - span[0] + 1)


def middle(span: Span) -> int:
    return sum(span) // 2


class PacedBot(Bot[Action, View]):
    hands = USUAL

    def between(self, span: Span) -> int:
        return _between(span, self.below)

    def mood_of_turn(self, seen: PublicState, what: str) -> Below:
        """Random numbers that stay the same as long as a turn lasts."""
        return self.mood(what, len(seen.verdicts))

    def pace(self, view: View, action: Action, now: int) -> int:
        seen = view.seen
        ms = self.between(self.hands[KINDS[type(action)]])
        if seen.dice and seen.dice == seen.unspent:
            ms += self.between(self.hands["look"])
        if action == ROLL:
            ms += sum(self.between(self.hands["refill"]) for card in seen.row if card is None)
        return ms


class Hasty(PacedBot):
    """Plays any legal action, all equally likely, and stops at a time picked at random for each turn."""

    SPAN = (6_000, 36_000)

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        if STOP not in legal:
            return legal[self.below(len(legal))]
        if view.seen.ran(now) >= _between(self.SPAN, self.mood_of_turn(view.seen, "patience")):
            return STOP
        others = [action for action in legal if action != STOP]
        return others[self.below(len(others))]


# The value of a loot
Worth: TypeAlias = tuple[int, ...]  # cards by colour


def value(seen: PublicState, sizes: Worth) -> float:
    """In Classic, a point per card. In Super, what the piles would score, plus kept piles as an investment."""
    if seen.options.scoring == "classic":
        return float(sum(sizes))
    piles = sorted(sizes, reverse=True)
    kept = 0.6 if len(seen.counts) < ROUNDS - 1 else -1.0
    return sum(piles[:3]) + kept * sum(piles[3:6]) - sum(piles[6:])


def plus(sizes: Worth, card: Card) -> Worth:
    colour = COLOUR[card]
    return (*sizes[:colour], sizes[colour] + 1, *sizes[colour + 1 :])


def worth_of(cards: Sequence[Card]) -> Worth:
    sizes = [0] * len(COLOURS)
    for card in cards:
        sizes[COLOUR[card]] += 1
    return tuple(sizes)


def best_plan(seen: PublicState, sizes: Worth, row: tuple[Card | None, ...], unspent: Dice) -> tuple[float, Action | None]:
    """The most these dice can bring, and the first card to take for it."""
    here = value(seen, sizes)
    best, first = 0.0, None
    for slot, card in enumerate(row):
        if card is None:
            continue
        for used, left in USES[unspent].get(NUMBER[card], {}).items():
            after = plus(sizes, card)
            more, _ = best_plan(seen, after, (*row[:slot], None, *row[slot + 1 :]), left)
            gain = value(seen, after) - here + more
            if gain > best:
                best, first = gain, TAKES[slot, used]
    return best, first


# The ways to split three dice, each as the cards it takes, by number.
SPLITS: dict[Dice, list[list[tuple[int, int]]]] = {
    (a, b, c): [list(Counter(sums).items()) for sums in {(a, b, c), (a + b, c), (a + c, b), (b + c, a), (a + b + c,)}]
    for a, b, c in (throw.dice for throw in THROWS)
}
FRESH = 1.25  # the cards a roll brings on an average row


def expected(seen: PublicState, sizes: Worth) -> float:
    """An estimate of what the next roll brings on this row: cards are valued one by one, unknown ones at the average."""
    here = value(seen, sizes)
    gains: dict[int, list[float]] = {}
    for card in seen.row:
        if card is not None:
            gains.setdefault(NUMBER[card], []).append(max(value(seen, plus(sizes, card)) - here, 0.0))
    tops = {number: [0.0, *_running(sorted(of, reverse=True))] for number, of in gains.items()}
    whole = 0.0
    for throw, weight in THROWS.items():
        best = 0.0
        for split in SPLITS[throw.dice]:
            gain = 0.0
            for number, times in split:
                if number in tops:
                    gain += tops[number][min(times, len(tops[number]) - 1)]
            best = max(best, gain)
        whole += weight * best
    holes = sum(card is None for card in seen.row)
    return whole / 216 + holes / len(seen.row) * fresh(seen, sizes)


def fresh(seen: PublicState, sizes: Worth) -> float:
    """An estimate of what a roll brings on a row of unknown cards."""
    here = value(seen, sizes)
    gains = [max(value(seen, (*sizes[:c], sizes[c] + 1, *sizes[c + 1 :])) - here, 0.0) for c in range(len(sizes))]
    return FRESH * sum(gains) / len(gains)


def _running(gains: list[float]) -> list[float]:
    return [sum(gains[: n + 1]) for n in range(len(gains))]


# How time feels
def _chances() -> dict[int, int]:
    """Errors in thousandths with their weights: small errors are the likeliest."""
    return Counter(a + b - 120 for a in range(0, 121, 10) for b in range(0, 121, 10))


@lru_cache(64)
def glass_felt(low: int, high: int) -> tuple[float, ...]:
    """Possible ends of the glass in perceived ms, all equally likely."""
    steps = [100 * (low + (high - low) * part / 8) for part in range(9)]
    return tuple(sorted(step * (1 + e / 1000) for step in steps for e, times in _chances().items() for _ in range(times)))


@cache
def turn_felt() -> tuple[float, ...]:
    """The same for a turned glass, as multiples of the perceived time before."""
    errors = [1 + e / 1000 for e, times in _chances().items() for _ in range(times)]
    return tuple(sorted(b / a for a in errors[::3] for b in errors[::3]))


def survival(ends: Sequence[float], unit: float, felt: float) -> float:
    return 1 - bisect_right(ends, felt / unit) / len(ends)


CYCLE = middle(LOOK) + middle(MOVES[Roll]) + middle(MOVES[Take]) + middle(REFILL)
DOUBLES = 96 / 216


class Sensible(PacedBot):
    """Weighs each step against the risk of the glass running out, turns the glass late, and knows the Super scoring."""

    speed = again = 1.0  # how fast it counts seconds in this turn, before and after the glass is turned

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        self.evaluations += len(legal)
        if GO in legal:
            return GO
        if STOP in legal:
            below = self.mood_of_turn(view.seen, "seconds")
            self.speed, self.again = (1 + (below(121) + below(121) - 120) / 1000 for _ in range(2))
            return self.turn(view.seen, now)
        return min((action for action in legal if isinstance(action, Keep)), key=lambda keep: self.wanted(view.seen, keep))

    def wanted(self, seen: PublicState, keep: Keep) -> int:
        """The cards rivals have in the colours to keep: the fewer, the more are left to take."""
        rivals = [card for seat, loot in enumerate(seen.loot) if seat != self.seat for card in loot]
        return sum(COLOUR[card] in keep.colours for card in rivals)

    def turn(self, seen: PublicState, now: int) -> Action:
        banked = worth_of(seen.loot[self.seat])
        sizes = worth_of((*seen.loot[self.seat], *seen.taken))
        stake = value(seen, sizes) - value(seen, banked)
        gain, take = best_plan(seen, sizes, seen.row, seen.unspent)
        if seen.may_ultim and self.turn_now(seen, now, sizes, gain):
            return ULTIM_GLASS
        if take is not None:
            return take if self.dares(seen, now, middle(MOVES[Take]), stake, gain) else STOP
        coming = expected(seen, sizes)
        if seen.may_ultim and coming < 0.3 * fresh(seen, sizes):
            return ULTIM_CARDS
        return ROLL if self.dares(seen, now, CYCLE, stake, coming) else STOP

    def dares(self, seen: PublicState, now: int, ms: int, stake: float, gain: float) -> bool:
        """Whether going on for `ms` and then stopping is worth more than stopping now."""
        if seen.options.young:
            return True
        stop = middle(MOVES[Stop])
        return self.survives(seen, now, ms + stop) * (stake + gain) >= self.survives(seen, now, stop) * stake

    def survives(self, seen: PublicState, now: int, ms: int) -> float:
        assert seen.started is not None
        if seen.turned is None:
            ends = glass_felt(seen.options.glass_from, seen.options.glass_to)
            return survival(ends, 1.0, (now + ms - seen.started) * self.speed)
        unit = max((seen.turned - seen.started) * self.speed, 1.0)
        return survival(turn_felt(), unit, (now + ms - seen.turned) * self.again)

    def turn_now(self, seen: PublicState, now: int, sizes: Worth, gain: float) -> bool:
        """Whether turning the glass now beats waiting for a later double, including the dice it gives up."""
        felt = seen.ran(now + middle(MOVES[UltimGlass])) * self.speed
        left, _ = best_plan(seen, sizes, seen.row, DOUBLE[seen.unspent])
        lost = (gain - left) * CYCLE / FRESH
        return 1.9 * felt - lost > self.wait(seen, felt)

    def wait(self, seen: PublicState, felt: float) -> float:
        """About how long the turn will last if the glass is not turned now."""
        limit = 90.0 * seen.options.glass_from
        if felt + CYCLE > limit:
            return limit
        later = self.wait(seen, felt + CYCLE)
        return DOUBLES * max(1.9 * (felt + CYCLE), later) + (1 - DOUBLES) * later


class FirstGame(Sensible):
    """For beginners: its hands are slow, so it throws less often before it stops."""

    hands = hands("slow")
