"""The champion of Xtreme Limits: it learnt by playing itself what moves and swaps are worth at which moment.

It looks at what follows from a move or a swap: points now and after the next turn, how far a card is from three points, tokens
more than rivals have. How much each of these counts depends on rivals' tokens, on its lead in tokens and on the time, by weights
that were learnt (weights.bin). Then it picks an action at random, the better ones far more often, so that rivals cannot foresee
it. docs/champions-xtreme-limits.md tells more. It needs the standard library only, and looks at nothing but its seat's view and
the time.
"""

from __future__ import annotations

import sys
import zlib
from array import array
from bisect import bisect, bisect_left
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from itertools import product
from math import exp
from operator import mul
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tablee.core.bot import Bot
from tablee.core.game import Seat
from tablee.games.xtreme_limits.actions import MOVES, Action, Move, Swap, Take
from tablee.games.xtreme_limits.clock import CARDS, CELLS, DECK, EXCHANGE, HANDS, Hands, moved
from tablee.games.xtreme_limits.players.expert import SECOND, seconds
from tablee.games.xtreme_limits.rules import Packet, View
from tablee.games.xtreme_limits.scoring import points

FILE = Path(__file__).with_name("weights.bin")
DIGEST = FILE.with_suffix(".sha256")
STEP = 1 / 1000  # of a weight in the file
FEATURES = 14
RIVAL_ENDS = 1, 2, 3, 5, 7, 10, 15, 25  # rivals' tokens at which another stage begins
LEAD_STAGES, BELL_STAGES = 7, 6
STAGES = (len(RIVAL_ENDS) + 1) * LEAD_STAGES * BELL_STAGES
KINDS = MOVING, SWAPPING = 0, 1
SETTINGS = *((seats, "one") for seats in range(3, 7)), *((seats, "all") for seats in range(3, 6))  # as they follow in the file
SHARP = 3.0  # how much more surely it plays than it did while it learnt
MOST_COST = 8  # cells; no card counts as farther from three points
THREE = 12  # the least value of a last word with three points

Features: TypeAlias = tuple[float, ...]
Table: TypeAlias = Sequence[Sequence[float]]  # weights, by kind and stage


class LastWord(NamedTuple):
    """How a seat that has the only tokens may spend them all: four times the points, and one for every hand that stays."""

    value: int
    spent: tuple[int, ...]


class Champion(Bot[Action, View]):
    """`budget` has no meaning: it values every action once."""

    weights = (FILE,)

    def choose(self, view: View, legal: Sequence[Action], now: int) -> Action:
        if view.rounds[-1].wound is None:
            return legal[0]
        position = Position(view, self.seat, now)
        if view.phase == "move" and position.is_alone() and (last := last_word(position)).value >= THREE:
            return opening(position.hands, last.spent)
        actions = (
            list(legal) if view.phase == "swap" else [move for move in legal if isinstance(move, Move) and move.cells <= CELLS]
        )
        self.evaluations += len(actions)
        kind = SWAPPING if view.phase == "swap" else MOVING
        weights = tables()[setting(view)][kind * STAGES + position.stage()]
        return actions[pick(odds(weights, list(map(position.features, actions))), self.below(1 << 30) / (1 << 30))]

    def pace(self, view: View, action: Action, now: int) -> int:
        """That of the expert."""
        return seconds(view, now, self.below)


class Position:
    """A round in progress as a seat sees it."""

    def __init__(self, view: View, me: Seat, now: int) -> None:
        self.r, self.me, self.known = view.rounds[-1], me, view.known[-1]
        self.hands, self.seats = self.r.hands, len(self.r.tokens)
        self.cards = self.known[self.r.lies[me]]
        assert self.r.wound is not None
        self.time = (now - self.r.wound) / SECOND
        self.bell_from, self.bell_to = view.options.bell_from, max(view.options.bell_to + 1, self.time + 1)
        self.rivals = [tokens for seat, tokens in enumerate(self.r.tokens) if seat != me]
        self.left = self.r.tokens[me]
        self.unseen = tuple(card for card in DECK if not any(card in packet for packet in self.known))
        places = [place for place in range(self.seats) if place != me]
        self.shown = tuple(card for place in places for card in self.known[self.r.lies[place]])  # rivals' cards that it knows

    def is_alone(self) -> bool:
        return not any(self.rivals)

    def stage(self) -> int:
        """What the weights depend on: rivals' tokens, how many more the seat has than any of them, and the time."""
        few = bisect(RIVAL_ENDS, sum(self.rivals))
        ahead = self.left - max(self.rivals)
        lead = 0 if ahead <= -4 else 1 if ahead <= -2 else min(ahead, 3) + 3
        return (few * LEAD_STAGES + lead) * BELL_STAGES + self._bell_stage()

    def _bell_stage(self) -> int:
        if self.time < self.bell_from - 10:
            return 0 if self.time < self.bell_from - 70 else 1
        return 5 - bisect_left((25, 60, 120), self.bell_to - self.time)

    def features(self, action: Action) -> Features:
        return self._of_move(action) if isinstance(action, Move) else self._of_swap(action)

    def _of_move(self, move: Move) -> Features:
        after, cells = moved(self.hands, move.hand, move.cells), move.cells
        exchange = after[move.hand] in EXCHANGE
        own = worth(after, self.cards)
        got = max(own, *(self._promise(after, packet) for packet in self.r.lies)) if exchange else own
        one, three = hold(after, self.cards)
        far, spare = cost(after, self.cards), self.left - cells - max(self.rivals)
        return (
            *(min(got, 1.0), 0.5 * max(0.0, got - 1.0), exchange),
            *(min(cells, 3), max(0, min(cells, 6) - 3), max(0, cells - 6)),
            *(worth(after, self.shown), one, three, spare >= 0),
            *(far / 4, far == 0, spare > 0, got - own),
        )

    def _of_swap(self, action: Action) -> Features:
        place = self.me
        if isinstance(action, Swap):
            place = action.seat
        elif isinstance(action, Take):
            place = self.seats + action.spot - 1
        packet, rival = self.r.lies[place], isinstance(action, Swap)
        got, seen = self._promise(self.hands, packet), self.known[packet]
        far = [cost(self.hands, seen)] if seen else [cost(self.hands, (card,)) for card in self.unseen]
        return (
            *(place == self.me, min(got, 1.0), 0.5 * max(0.0, got - 1.0)),
            *((worth(self.hands, self.cards), got) if rival else (0.0, 0.0)),
            *(not seen, sum(far) / len(far) / 4, sum(cells == 0 for cells in far) / len(far)),
            *(place >= self.seats, rival and self.r.tokens[place] > 0, 0.0, 0.0, 0.0, 0.0),
        )

    def _promise(self, hands: Hands, packet: int) -> float:
        """The points of a packet, as far as the seat knows."""
        if self.known[packet]:
            return worth(hands, self.known[packet])
        return max(1, self.r.sizes[packet]) * worth(hands, self.unseen) / len(self.unseen)


# What follows from where the hands stand
def worth(hands: Hands, cards: Packet) -> int:
    return sum([points(card, hands) for card in cards])


@lru_cache(maxsize=1 << 14)
def hold(hands: Hands, cards: Packet) -> tuple[float, float]:
    """How often the cards still score, and score more than a point, if the next seat moves a hand by one cell."""
    after = [moved(hands, hand, 1) for hand in range(len(HANDS))]
    found = [worth(to, cards) for to in after if len(set(to)) == len(to)]
    return sum(got > 0 for got in found) / max(1, len(found)), sum(got > 1 for got in found) / max(1, len(found))


SPLITS = sorted((far for far in product(range(MOST_COST), repeat=len(HANDS)) if sum(far) < MOST_COST), key=sum)


@lru_cache(maxsize=1 << 14)
def cost(hands: Hands, cards: Packet) -> int:
    """How many cells the hands have to go in all until one of these cards scores three points; at most MOST_COST."""
    for far in SPLITS:
        to = spread(hands, far)
        if len(set(to)) == len(to) and any(points(card, to) == len(CARDS[card]) for card in cards):
            return sum(far)
    return MOST_COST


def spread(hands: Hands, far: Sequence[int]) -> Hands:
    return tuple([(cell + step - 1) % CELLS + 1 for cell, step in zip(hands, far, strict=True)])


def last_word(position: Position) -> LastWord:
    """The most points if the seat spends all its tokens, and nobody else has any, in the fewest moves."""
    best, tokens = LastWord(-1, ()), position.left
    for red in range(tokens + 1):
        for green in range(tokens + 1 - red):
            spent = red, green, tokens - red - green
            to = spread(position.hands, spent)
            value = 4 * worth(to, position.cards) + spent.count(0)
            if value > best.value and len(set(to)) == len(to) and openings(position.hands, spent):
                best = LastWord(value, spent)
    return best


def openings(hands: Hands, spent: Sequence[int]) -> list[Move]:
    """Those of these moves that are possible now."""
    possible = []
    for hand, cells in enumerate(spent):
        to = moved(hands, hand, cells)
        if cells and to.count(to[hand]) == 1:
            possible.append(MOVES[hand][cells - 1])
    return possible


def opening(hands: Hands, spent: Sequence[int]) -> Move:
    return openings(hands, spent)[0]


# Weights
def odds(weights: Sequence[float], features: Sequence[Features]) -> list[float]:
    """How likely each action is, by the weights of its features."""
    values = [sum(map(mul, weights, row)) for row in features]
    best = max(values)
    chances = [exp(value - best) for value in values]
    total = sum(chances)
    return [chance / total for chance in chances]


def pick(chances: Sequence[float], lot: float) -> int:
    for number, chance in enumerate(chances):
        if lot < chance:
            return number
        lot -= chance
    return len(chances) - 1


def setting(view: View) -> tuple[int, str]:
    """With six seats everybody has one card either way."""
    seats = len(view.rounds[-1].tokens)
    return (seats, view.options.cards) if seats < len(CARDS) else (seats, "one")


@cache
def tables() -> Mapping[tuple[int, str], Table]:
    """Raises ValueError if the file is damaged."""
    packed = FILE.read_bytes()
    if sha256(packed).hexdigest() != DIGEST.read_text().split()[0]:
        raise ValueError(f"{FILE.name} does not match {DIGEST.name}")
    return read(packed)


def read(packed: bytes) -> Mapping[tuple[int, str], Table]:
    steps = array("h", zlib.decompress(packed))
    if sys.byteorder == "big":
        steps.byteswap()
    rows = [[SHARP * STEP * step for step in steps[at : at + FEATURES]] for at in range(0, len(steps), FEATURES)]
    size = len(KINDS) * STAGES
    return {which: rows[number * size :][:size] for number, which in enumerate(SETTINGS)}
