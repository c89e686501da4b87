"""Values every action of Xtreme Limits by playing on for some laps, over all the moments when the bell may ring.

Rivals' cards are sampled by how well they explain the rivals' moves. In a playout nobody hears the bell: each turn counts with
the chance that it rings then, so one playout answers for every moment. What is left of the round then is worth the tokens the
seat has more than its rivals. All actions meet the same cards, and the better half of them meets more.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, cycle, permutations
from math import exp, log, sqrt, tanh
from operator import mul
from statistics import fmean, stdev
from typing import NamedTuple

from tablee.core.bot import Evaluator, Value
from tablee.core.game import Below, Seat
from tablee.games.xtreme_limits.actions import Action, Move, Swap, Take
from tablee.games.xtreme_limits.clock import CELLS, DECK, EXCHANGE, HANDS, START, Hands, moved
from tablee.games.xtreme_limits.rules import Packet, View, moves
from tablee.games.xtreme_limits.scoring import points

SECOND = 1000
PRICE = 0.08  # the worth of a token to a player of a playout
SPARE = 0.02  # the worth of a token more than rivals have when a playout stops …
LAST = 1.2  # … and of having the most tokens, if the round ends without the bell
LAPS = 3  # of a playout …
NEAR = 5  # … but if the seats have fewer tokens each than this, it goes on to the end
LEAST = 0.05  # the least weight of a standing
CLEAR = 10  # it weighs more if rivals have fewer tokens than this
REACH = 12  # cells; a playout moves no hand farther
SLOW, QUICK, MINE = 5.0, 2.5, 1.0  # seconds a turn takes: before the bell may ring, after, and this bot's own
CHANCES = 31  # random numbers of a playout, the same for every action
KEEN = 1.2  # how strongly a point now draws a rival's move
THRIFT = 0.8  # how strongly a cell puts it off
WIDTH = 1.96  # of a 95 % interval, in standard errors to each side


class Step(NamedTuple):
    """A move and what it leads to: the points of each card."""

    cells: int
    hands: Hands
    swaps: bool
    points: tuple[int, ...]


@lru_cache(maxsize=1 << 12)
def worths(hands: Hands) -> tuple[int, ...]:
    return tuple(points(card, hands) for card in DECK)


@lru_cache(maxsize=1 << 15)
def steps(hands: Hands, tokens: int) -> tuple[Step, ...]:
    found = []
    for move in moves(hands, tokens):
        after = moved(hands, move.hand, move.cells)
        found.append(Step(move.cells, after, after[move.hand] in EXCHANGE, worths(after)))
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def last_word(hands: Hands, tokens: int, cards: Packet) -> Hands:
    """The best standing for these cards if all tokens are spent on the hands, and nobody else has any."""
    best, found = -1, hands
    for red in range(tokens + 1):
        for green in range(tokens + 1 - red):
            spent = (red, green, tokens - red - green)
            after = tuple((cell + step - 1) % CELLS + 1 for cell, step in zip(hands, spent, strict=True))
            value = sum(worths(after)[card] for card in cards) if len(set(after)) == len(after) else -1
            if value > best:
                best, found = value, after
        if best == 3:
            break
    return found


class Situation:
    """A round in progress as one seat sees it."""

    def __init__(self, view: View, now: int) -> None:
        assert view.seat is not None
        self.view, self.me = view, view.seat
        self.r = view.rounds[-1]
        self.seats = len(self.r.tokens)
        self.time = (now - (now if self.r.wound is None else self.r.wound)) / SECOND
        self.bell = view.options.bell_from, max(view.options.bell_to + 1, self.time + 1)
        self.known = view.known[-1]
        self.worlds, self.chances = self._worlds()
        self.likely = self._likely()

    def rung(self, time: float) -> float:
        """The chance that the bell has rung by then; it has not yet."""
        least, most = max(self.bell[0], self.time), self.bell[1]
        return min(1.0, max(0.0, (time - least) / (most - least)))

    # Beliefs
    def _worlds(self) -> tuple[list[tuple[Packet, ...]], list[float]]:
        """Every way to fill the packets this seat has not seen, with how well it explains what rivals did."""
        unseen = [card for card in DECK if not any(card in packet for packet in self.known)]
        sizes = [max(size, 1) - len(known) for size, known in zip(self.r.sizes, self.known, strict=True)]
        scores = self._evidence()
        worlds: dict[tuple[Packet, ...], float] = {}
        for order in permutations(unseen):
            cards, filled, likely = iter(order), [], 0.0
            for packet, (known, size) in enumerate(zip(self.known, sizes, strict=True)):
                new = tuple(sorted(next(cards) for _ in range(size)))
                likely += sum(scores[packet][card] for card in new) / max(1, size)
                filled.append(known + new)
            worlds[tuple(filled)] = exp(likely)
        return list(worlds), list(worlds.values())

    def _likely(self) -> list[list[float]]:
        """By packet and card, the chance that the card is in it."""
        likely, total = [[0.0] * len(DECK) for _ in self.known], sum(self.chances)
        for world, chance in zip(self.worlds, self.chances, strict=True):
            for packet, cards in enumerate(world):
                for card in cards:
                    likely[packet][card] += chance / total
        return likely

    def _evidence(self) -> list[list[float]]:
        """By packet and card, how well the card explains its holders' moves (a logarithm)."""
        hands = self.view.rounds[-2].hands if len(self.view.rounds) > 1 else (START,) * len(HANDS)
        scores, lies = [[0.0] * len(DECK) for _ in self.known], list(range(len(self.known)))
        for seat, action in self.r.log:
            if isinstance(action, Move):
                after = moved(hands, action.hand, action.cells)
                if seat != self.me:
                    for card, fit in enumerate(fits(hands, after, action.cells)):
                        scores[lies[seat]][card] += fit
                hands = after
            elif isinstance(action, Swap | Take):
                place = action.seat if isinstance(action, Swap) else self.seats + action.spot - 1
                lies[seat], lies[place] = lies[place], lies[seat]
        return scores

    # Playouts
    def play_out(self, world: tuple[Packet, ...], action: Action, chance: Iterator[float]) -> float:
        """The seat's expected points at the end of the round, less those of its rivals on average."""
        return Playout(self, world, chance).run(action)


@lru_cache(maxsize=1 << 14)
def fits(hands: Hands, after: Hands, cells: int) -> tuple[float, ...]:
    """For each card, how much better this move is than a usual one (a logarithm)."""
    usual = steps(hands, max(3, cells))
    found = []
    for card in DECK:
        total = sum(exp(KEEN * step.points[card] - THRIFT * step.cells) for step in usual)
        found.append(KEEN * worths(after)[card] - THRIFT * cells - log(total))
    return tuple(found)


class Playout:
    def __init__(self, situation: Situation, world: tuple[Packet, ...], chance: Iterator[float]) -> None:
        r = situation.r
        self.situation, self.chance = situation, chance
        self.hands, self.tokens, self.time = r.hands, list(r.tokens), situation.time
        self.cards, self.lies = [world[packet] for packet in r.lies], list(r.lies)  # by place
        self.seats, self.me, self.turn = situation.seats, situation.me, situation.view.turn
        self.result, self.past = 0.0, situation.rung(situation.time)

    def run(self, action: Action | None) -> float:
        """With None, the seat whose turn it is moves as all others do, or has moved already."""
        passes = action is not None or self.situation.view.phase in ("swap", "draw")
        if action is not None:
            self._act(action)
        turns = LAPS * self.seats if sum(self.tokens) > NEAR * self.seats else sum(self.tokens) + 1
        while any(self.tokens):
            if not (turns := turns - 1):
                return self.result + (1 - self.past) * self._prospect()
            if passes:
                self._pass()
            passes = True
            seat = self.turn
            if self.tokens[seat] == sum(self.tokens):
                self._wait(2 * self._pace(seat))
                self.hands = last_word(self.hands, self.tokens[seat], self.cards[seat])
                break
            self._wait(self._pace(seat))
            if self.past >= 1.0:
                return self.result
            self._move(self._step(seat))
        return self.result + (1 - self.past) * self._margin(None)

    def _prospect(self) -> float:
        """What the tokens are worth. Whoever has the last of them decides, unless the bell rings first."""
        tokens, situation = self.tokens, self.situation
        mine, most = tokens[self.me], max([held for seat, held in enumerate(tokens) if seat != self.me])
        silent = (1 - situation.rung(self.time + QUICK * sum(tokens))) / max(0.01, 1 - self.past)
        return SPARE * self._ahead(tokens) + LAST * silent * tanh((mine - most) / 4)

    def _ahead(self, of: Sequence[int]) -> float:
        """What the seat has more than its rivals on average."""
        mine = of[self.me]
        return mine - (sum(of) - mine) / (self.seats - 1)

    def _act(self, action: Action) -> None:
        match action:
            case Move(hand, cells):
                hands = moved(self.hands, hand, cells)
                self._move(Step(cells, hands, hands[hand] in EXCHANGE, worths(hands)))
            case Swap(seat):
                self._swap(seat)
            case Take(spot):
                self._swap(self.seats + spot - 1)

    def _pass(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        while not self.tokens[self.turn]:
            self.turn = (self.turn + 1) % self.seats

    def _pace(self, seat: Seat) -> float:
        if self.time < self.situation.bell[0] - 10:
            return SLOW
        return MINE if seat == self.me else QUICK

    def _wait(self, seconds: float) -> None:
        """The seat whose turn it is thinks, and the bell may ring."""
        self.time += seconds
        rung = self.situation.rung(self.time)
        if rung > self.past:
            self.result += (rung - self.past) * self._margin(self.turn)
            self.past = rung

    def _margin(self, active: Seat | None) -> float:
        worth = worths(self.hands)
        return self._ahead(
            [0 if seat == active else sum([worth[card] for card in self.cards[seat]]) for seat in range(self.seats)]
        )

    def _step(self, seat: Seat) -> Step:
        """A move by the rule of thumb: the standing counts more the sooner the round may end, and cells cost tokens."""
        situation, tokens = self.situation, self.tokens[seat]
        rivals = sum(self.tokens) - tokens
        ring = situation.rung(self.time + QUICK * self.seats) - self.past
        ring /= max(0.01, 1 - self.past)
        weight = max(ring, 1 - rivals / CLEAR, LEAST)
        price = 0.005 + PRICE * (1 - ring)
        reach = min(tokens, REACH, 1 + int(4 * weight / price))
        cards, best, found = self.cards[seat], -9.0, None
        every = steps(self.hands, reach) or steps(self.hands, min(tokens, REACH))
        start = int(next(self.chance) * len(every))
        for step in (*every[start:], *every[:start]):
            worth = step.points
            got = sum([worth[card] for card in cards]) if len(cards) != 1 else worth[cards[0]]
            value = weight * (max(got, 1) if step.swaps else got) - price * step.cells
            if value > best:
                best, found = value, step
        assert found is not None
        return found

    def _move(self, step: Step) -> None:
        self.hands = step.hands
        self.tokens[self.turn] -= step.cells
        if step.swaps and self.turn != self.me:
            mine = sum(step.points[card] for card in self.cards[self.turn])
            if not mine:
                self._swap(int(next(self.chance) * len(self.cards)))
        elif step.swaps:
            self._swap(self._best_place())

    def _best_place(self) -> int:
        """Where the seat expects the best cards; it does not know what this playout has made up."""
        worth, likely = worths(self.hands), self.situation.likely
        return max(
            range(len(self.lies)),
            key=lambda place: (sum(map(mul, worth, likely[self.lies[place]])), place == self.me),
        )

    def _swap(self, place: int) -> None:
        turn, cards, lies = self.turn, self.cards, self.lies
        cards[turn], cards[place] = cards[place], cards[turn]
        lies[turn], lies[place] = lies[place], lies[turn]


class Expert(Evaluator[Action, View]):
    """Plays every action out against likely cards, most often the ones that look best."""

    budget: int = 200  # playouts that one choice may cost, beyond the first few of every action
    first = 3  # playouts of every action

    def pace(self, view: View, action: Action, now: int) -> int:
        return seconds(view, now, self.below)

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        wound = view.rounds[-1].wound
        if wound is None or self._early(view, now - wound):
            return self._cheapest(legal)
        return legal[self.search(view, legal, now)[1]]

    def _draw(self) -> float:
        return self.below(1 << 30) / (1 << 30)

    def _early(self, view: View, passed: int) -> bool:
        """Whether the round cannot end within a playout; then only tokens count, and no card is worth a swap yet."""
        turns = LAPS * len(view.rounds[-1].tokens)
        left = sum(view.rounds[-1].tokens) - REACH * len(view.rounds[-1].tokens)
        return passed + turns * SLOW * SECOND < view.options.bell_from * SECOND and left > 0

    def _cheapest(self, legal: Sequence[Action]) -> Action:
        least = min(action.cells for action in legal if isinstance(action, Move)) if isinstance(legal[0], Move) else 0
        best = [action for action in legal if not isinstance(action, Move) or action.cells == least]
        return best[self.below(len(best))] if least else legal[0]

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        """Points at the end of the round, less those of rivals on average."""
        return [_value(results) for results in self.search(view, legal, now)[0]]

    def search(self, view: View, legal: Sequence[Action], now: int) -> tuple[list[list[float]], int]:
        """What each action brought, and the number of the best one. Sequential halving: equal parts of the budget."""
        situation = Situation(view, now)
        sums = list(accumulate(situation.chances))
        results: list[list[float]] = [[] for _ in legal]
        left, more = list(range(len(legal))), self.first
        stage = self.budget // max(1, (len(legal) - 1).bit_length())
        while True:
            for _ in range(more):
                world = situation.worlds[min(len(sums) - 1, bisect(sums, self._draw() * sums[-1]))]
                chances = [self._draw() for _ in range(CHANCES)]
                for number in left:
                    results[number].append(situation.play_out(world, legal[number], cycle(chances)))
                self.evaluations += len(left)
            left = sorted(left, key=lambda number: -fmean(results[number]))[: (len(left) + 1) // 2]
            if len(left) == 1:
                return results, left[0]
            more = max(1, stage // len(left))


def seconds(view: View, now: int, below: Below) -> int:
    """How long a strong bot takes, in ms: a few seconds; one once the bell may ring soon."""
    wound = view.rounds[-1].wound
    late = wound is not None and now - wound >= (view.options.bell_from - 10) * SECOND
    return SECOND if late else 2 * (SECOND + below(3 * SECOND))


def _value(results: Sequence[float]) -> Value:
    return Value(fmean(results), WIDTH * stdev(results) / sqrt(len(results)))
