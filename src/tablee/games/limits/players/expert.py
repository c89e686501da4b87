"""Values every action of Limits by playing the round to its end in sampled worlds.

Worlds are sampled exactly (R24, R25), then weighed by why rivals hid and laid what they did: R25 leaves that out. In each of
them everybody plays on with a quick version of `Memory`, and the result is the points won by the end of the round, less
what rivals won on average. All actions meet the same worlds, and the better half of them meets more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod, sqrt
from operator import mul
from typing import TypeAlias

from tablee.core.bot import Evaluator, Value
from tablee.core.game import Below, Seat
from tablee.games.limits.actions import Accuse, Action, Card, Four, Hide
from tablee.games.limits.deck import Colour, Counts, Limit
from tablee.games.limits.rules import LAID, RETURNED, SHOWN, Limits, View
from tablee.games.limits.worlds import UNSEEN, PublicHand, minus, plus, sample, tally

FEAR = 1.6  # what a playout takes as the cost of being over a limit
ERRATIC = 0.2  # how often a rival is taken to hide any card
RASH = 0.4  # how likely a rival is to lay a card that its own raisers do not cover, compared with one that they do
NO_LIMIT = 99
WIDTH = 1.96  # of a 95 % interval, in standard errors to each side

Lots: TypeAlias = list[tuple[Counts, float]]  # what a seat may have hidden, with weights that add up to 1


@dataclass(slots=True)
class World:
    """A state that fits the view, with its weight. `lots` are the raisers each seat may have in it; `raisers` were drawn."""

    weight: float
    hands: list[Counts]
    raisers: list[Counts]
    lots: list[Lots]
    stock: list[Colour]  # the draw pile, the next card last
    order: list[Colour]  # the order in which ties between colours are broken


@dataclass(slots=True)
class Tally:
    """A weighted mean of results."""

    weight: float = 0.0
    squares: float = 0.0  # of weights
    total: float = 0.0
    spread: float = 0.0

    def add(self, weight: float, result: float) -> None:
        self.weight += weight
        self.squares += weight * weight
        self.total += weight * result
        self.spread += weight * result * result

    @property
    def mean(self) -> float:
        return self.total / self.weight

    def value(self) -> Value:
        variance = max(0.0, self.spread / self.weight - self.mean**2)
        return Value(self.mean, WIDTH * sqrt(variance * self.squares) / self.weight)


@lru_cache(maxsize=1 << 16)
def short(needed: int, like: int, cards: int, places: int) -> float:
    """The chance that fewer than `needed` of these places have one of the `like` cards of a colour, out of `cards`."""
    if needed > places:
        return 1.0
    ways = sum(comb(like, hits) * comb(cards - like, places - hits) for hits in range(needed))
    return ways / comb(cards, places)


# What rivals hide
@lru_cache(maxsize=1 << 14)
def hide_odds(hand: Counts, limit: Limit, cards: int) -> dict[Counts, float]:
    """How likely a player with this hand is to hide each choice of cards: mostly where the limit is low and the hand full."""
    worth = [-1.0 if most is None else min(held - 1, 3) - most / 4 for held, most in zip(hand, limit, strict=True)]
    choices = {counts: sum(map(mul, worth, counts)) for counts in hides(hand, cards)}
    best = max(choices.values())
    ties = sum(value == best for value in choices.values())
    return {choice: ERRATIC / len(choices) + (1 - ERRATIC) / ties * (value == best) for choice, value in choices.items()}


def hides(hand: Counts, cards: int) -> Iterator[Counts]:
    """Every choice of cards to hide from this hand."""
    for chosen in combinations_with_replacement([colour for colour, held in enumerate(hand) if held], cards):
        counts = tally(chosen, len(hand))
        if all(map(int.__le__, counts, hand)):
            yield counts


def ways(hand: Counts, chosen: Counts) -> int:
    return prod(map(comb, hand, chosen))


def rewind(watched: PublicHand, hand: Counts, below: Below) -> tuple[Counts, Counts]:
    """The hand after hiding, and what is left of it now, if this is the hand now. A card drawn unseen may be any of them."""
    held, kept = list(hand), list(hand)
    for mark in reversed(watched.since):
        if mark >= 0:
            held[mark] += 1
            continue
        colour = -2 - mark
        if mark == UNSEEN or not held[colour]:  # a later draw may have been taken for this known card: then it is another
            colour = _any(held, below)
        held[colour] -= 1
        kept[colour] = min(kept[colour], held[colour])
    return tuple(held), tuple(kept)


def _any(cards: Sequence[int], below: Below) -> Colour:
    point, colour = below(sum(cards)), 0
    while point >= cards[colour]:
        point -= cards[colour]
        colour += 1
    return colour


class Position:
    """What a round in progress looks like to one seat, in plain numbers for playouts."""

    find_odds = staticmethod(hide_odds)

    def __init__(self, rules: Limits, view: View) -> None:
        assert view.seat is not None
        table, deck = view.table, rules.deck
        self.rules, self.view, self.me, self.table = rules, view, view.seat, table
        self.seats, self.colours = len(table.points), len(deck.colours)
        self.share, self.copies, self.unseen = deck.share(self.seats), deck.copies, rules.unseen(view)
        self.limit = deck.limits[table.limits[-1]]
        self.most = [NO_LIMIT if most is None else most for most in self.limit]
        self.bank = deck.bank - sum(table.points)
        self.penalty = deck.penalty
        self.count = [0] * self.colours
        self.last: list[tuple[Colour, int] | None] = [None] * self.seats  # what each seat laid last, and how many lay then
        self.lays: list[list[tuple[Colour, int]]] = [[] for _ in range(self.seats)]
        for seat, colour in table.pile:
            self.count[colour] += 1
            self.last[seat] = (colour, self.count[colour])
            self.lays[seat].append((colour, self.count[colour]))
        self.seen = [
            laid + shown for laid, shown in zip(self.count, tally((*table.top, *table.bottom), self.colours), strict=True)
        ]
        self.places = self.share.hidden * (self.seats - 1)

    def imagine(self, below: Below) -> World:
        """A world, and what each rival may have hidden in it."""
        table = self.table
        others = [seat for seat in range(self.seats) if seat != self.me]
        filled, deck = sample(self.unseen, [table.watched[seat] for seat in others], below)
        filled.insert(self.me, (self.view.hand, self.view.raisers))
        weight, hands, hidden, lots = 1.0, [], [], []
        for seat, (hand, raisers) in enumerate(filled):
            lot: Lots = [(raisers, 1.0)]
            if seat != self.me:
                factor, lot = self._lots(seat, hand, raisers, below)
                weight *= factor
            chosen = lot[_pick([odds for _, odds in lot], below)][0] if seat != self.me else raisers
            hands.append(minus(plus(hand, raisers), chosen))
            hidden.append(chosen)
            lots.append(lot)
        stock = [colour for colour, cards in enumerate(deck) for _ in range(cards)]
        _shuffle(stock, below)
        order = list(range(self.colours))
        _shuffle(order, below)
        return World(weight, hands, hidden, lots, [*reversed(table.bottom), *stock, *reversed(table.top)], order)

    def _lots(self, seat: Seat, hand: Counts, raisers: Counts, below: Below) -> tuple[float, Lots]:
        """What the seat may have hidden, given all its cards in this world, and how well that explains what it did."""
        watched = self.table.watched[seat]
        if not watched.hidden:
            return 1.0, list(self.find_odds(hand, self.limit, self.share.hidden).items())
        return self.explain(seat, *rewind(watched, hand, below), raisers)

    def explain(self, seat: Seat, began: Counts, kept: Counts, raisers: Counts) -> tuple[float, Lots]:
        """The same, given its hand after hiding, and what is left of that now."""
        watched = self.table.watched[seat]
        began, free = plus(began, raisers), plus(kept, raisers)
        lot = []
        for chosen, odds in self.find_odds(began, self.limit, watched.hidden).items():
            if physical := ways(free, chosen):
                bold = sum(laid > self.most[colour] + chosen[colour] for colour, laid in self.lays[seat])
                lot.append((chosen, physical * odds / ways(began, chosen) * self.rash**bold))
        total = sum(odds for _, odds in lot)
        return total / comb(sum(free), watched.hidden), [(chosen, odds / total) for chosen, odds in lot]

    @property
    def rash(self) -> float:
        return RASH

    # Results
    def settle(self, gains: Sequence[int]) -> float:
        """The seat's gain, less that of its rivals on average."""
        mine = gains[self.me]
        return mine - (sum(gains) - mine) / (self.seats - 1)

    def accuse(self, world: World, accused: Seat) -> float:
        """The expected result of an accusation, over all that rivals may have hidden in this world."""
        case = self.last[accused]
        assert case is not None
        guilty = self.guilt(world, *case)
        won, rivals = min(1, self.bank), self.seats - 1
        return guilty * (won + self.penalty / rivals) - (1 - guilty) * (self.penalty + won / rivals)

    def guilt(self, world: World, colour: Colour, laid: int) -> float:
        """The chance that this many of the colour are over the limit."""
        needed = laid - self.most[colour]
        if needed <= 0:
            return 0.0
        chances = [1.0] + [0.0] * (needed - 1)  # of 0, 1, … raisers, up to those that make no difference
        for lot in world.lots:
            further = [0.0] * needed
            for chosen, odds in lot:
                for had, chance in enumerate(chances[: max(0, needed - chosen[colour])]):
                    further[had + chosen[colour]] += chance * odds
            chances = further
        return sum(chances)

    def play_out(self, world: World, action: Action) -> float:
        """The result if the seat does this, and then everybody plays on quickly to the end of the round."""
        return Playout(self, world, action).run()


class Playout:
    """One round played to its end. Everybody reckons with the cards they see, and takes the others for random."""

    def __init__(self, position: Position, world: World, action: Action | None) -> None:
        """With None, the seat whose turn it is plays as all others do."""
        self.position, self.order = position, world.order
        self.hands, self.raisers = [list(hand) for hand in world.hands], list(world.raisers)
        self.count, self.last, self.seen = list(position.count), list(position.last), list(position.seen)
        self.stock = list(world.stock)
        self.bottom, self.unknown = len(position.table.bottom), position.table.unknown
        self.gains, self.bank = [0] * position.seats, position.bank
        self.turn = position.table.turn
        if isinstance(action, Hide):
            self.raisers[position.me] = tally(action.colours, position.colours)
            for colour in action.colours:
                self.hands[position.me][colour] -= 1
        elif isinstance(action, Card | Four):
            self.lay(action.colour, isinstance(action, Four))

    def run(self) -> float:
        while (accused := self.step()) is None:
            pass
        return self._judge(accused)

    def _judge(self, accused: Seat) -> float:
        case = self.last[accused]
        assert case is not None
        colour, laid = case
        guilty = laid > self.position.most[colour] + sum(raisers[colour] for raisers in self.raisers)
        taker, winner = (accused, self.turn) if guilty else (self.turn, accused)
        self.gains[winner] += min(1, self.bank)
        self.gains[taker] -= self.position.penalty
        return self.position.settle(self.gains)

    def step(self) -> Seat | None:
        """One turn. Returns the accused, if there is one."""
        position, seat = self.position, self.turn
        hand = self.hands[seat]
        cards = position.copies * position.colours - sum(self.seen) - sum(hand) - position.share.hidden
        best, chosen, four = -9.0, -1, False
        for colour in self.order:
            if hand[colour]:
                value, with_four = self.worth(colour, cards)
                if value > best:
                    best, chosen, four = value, colour, with_four
        accused = self._suspect(seat, best, cards)
        if accused is None:
            self.lay(chosen, four)
        return accused

    def worth(self, colour: Colour, cards: int) -> tuple[float, bool]:
        """What laying this colour seems to be worth, and whether that is laying four; `cards` are those the seat does not see."""
        position, seat = self.position, self.turn
        held, own = self.hands[seat][colour], self.raisers[seat][colour]
        needed = self.count[colour] + 1 - position.most[colour] - own
        like = position.copies - self.seen[colour] - held - own
        value = -FEAR * short(needed, like, cards, position.places) if needed > 0 else 0.0
        if held >= SHOWN and self.bank:
            four = 1 - FEAR * short(needed + 1, like, cards, position.places) if needed >= 0 else 1.0
            if four > value:
                return four, True
        return value, False

    def _suspect(self, seat: Seat, best: float, cards: int) -> Seat | None:
        """Whom it is better to accuse than to go on, if anybody."""
        position, hand, own, rivals = self.position, self.hands[seat], self.raisers[seat], self.position.seats - 1
        found = None
        for other, case in enumerate(self.last):
            if case is None or other == seat:
                continue
            colour, laid = case
            needed, guilty = laid - position.most[colour] - own[colour], 0.0
            if needed > 0:
                guilty = short(needed, position.copies - self.seen[colour] - hand[colour] - own[colour], cards, position.places)
            value = guilty * (3 + 3 / rivals) - 2 - 1 / rivals
            if value > best:
                best, found = value, other
        return found

    def lay(self, colour: Colour, four: bool) -> None:
        seat, laid, shown = self.turn, LAID if four else 1, SHOWN if four else 1
        self.count[colour] += laid
        self.last[seat] = (colour, self.count[colour])
        self.seen[colour] += shown
        hand, stock = self.hands[seat], self.stock
        hand[colour] -= shown
        for _ in range(min(shown, len(stock))):
            if self.bottom < len(stock) <= self.bottom + self.unknown:
                self.unknown -= 1
                hand[stock.pop()] += 1
            else:
                self.bottom = min(self.bottom, len(stock) - 1)
                drawn = stock.pop()
                hand[drawn] += 1
                self.seen[drawn] -= 1
        if four:
            stock += [colour] * RETURNED
            won = min(1, self.bank)
            self.gains[seat] += won
            self.bank -= won
        self.turn = (seat + 1) % len(self.hands)


def _pick(weights: Sequence[float], below: Below) -> int:
    point, index = below(1 << 30) / (1 << 30) * sum(weights), 0
    while index + 1 < len(weights) and point >= weights[index]:
        point -= weights[index]
        index += 1
    return index


def _shuffle(cards: list[Colour], below: Below) -> None:
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


class Expert(Evaluator[Action, View]):
    """Plays every action out in sampled worlds, most often the ones that look best."""

    budget: int = 240  # playouts that one choice may cost
    worlds = 80  # at most
    position = Position

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        return legal[self.search(view, legal)[1]]

    def pace(self, view: View, action: Action, now: int) -> int:
        return 1500 if isinstance(action, Card | Four) else 2500

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        """Points won by the end of the round, less what rivals win on average."""
        return [results.value() for results in self.search(view, legal)[0]]

    def search(self, view: View, legal: Sequence[Action]) -> tuple[list[Tally], int]:
        """What each action brought, and the number of the best one."""
        assert isinstance(self.game, Limits)
        position = self.position(self.game, view)
        worlds = [position.imagine(self.below) for _ in range(self.worlds)]
        found = [Tally() for _ in legal]
        plays = [number for number, action in enumerate(legal) if not isinstance(action, Accuse)]
        for results, action in zip(found, legal, strict=True):
            if isinstance(action, Accuse):
                for world in worlds:
                    results.add(world.weight, position.accuse(world, action.seat))
                self.evaluations += len(worlds)
        best = self._halve(position, worlds, legal, found, plays)
        rest = [number for number in range(len(legal)) if number not in plays]
        return found, max([*rest, *best], key=lambda number: found[number].mean)

    def _halve(
        self, position: Position, worlds: Sequence[World], legal: Sequence[Action], found: Sequence[Tally], plays: Sequence[int]
    ) -> Sequence[int]:
        """Sequential halving: an equal part of the budget for every stage, shared by the actions that are left."""
        stages = max(1, (len(plays) - 1).bit_length())
        first = 0
        for _ in range(stages):
            last = min(len(worlds), first + max(1, self.budget // stages // max(1, len(plays))))
            for number in plays:
                for world in worlds[first:last]:
                    found[number].add(world.weight, position.play_out(world, legal[number]))
                self.evaluations += last - first
            first = last
            plays = sorted(plays, key=lambda number: -found[number].mean)[: (len(plays) + 1) // 2]
        return plays
