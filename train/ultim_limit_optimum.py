"""The best play of Ultim' Limit for one seat, in Classic, with steady hands: `python -m train.ultim_limit_optimum`.

Everything is as in the rules, with one exception: every new card has a number from 1 to 12, all equally likely, whatever has
been taken. For this game the optimum is exact, by dynamic programming over the row, the time, the cards in hand, the Ultim'
card and the turns left in the round. Times are in tenths of a second, like the glass.
"""

from __future__ import annotations

import time
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from numba import njit

from tablee.games.ultim_limit.actions import THROWS
from tablee.games.ultim_limit.deck import NUMBER, SLOTS
from tablee.games.ultim_limit.dice import DOUBLE, HANDFULS, USES
from tablee.games.ultim_limit.players.bots import hands
from tablee.games.ultim_limit.rules import GLASS, ROUNDS, TURNS

Array: TypeAlias = npt.NDArray[Any]

STEADY = {name: low // 100 for name, (low, _) in hands("steady").items()}
LOOK, REFILL, ROLL, TAKE, STOP, ULTIM = (STEADY[name] for name in ("look", "refill", "roll", "take", "stop", "ultim"))
FROM, TO = GLASS["from"], GLASS["to"]
ENDS = TO - FROM + 1
NUMBERS = max(NUMBER)
assert sorted(NUMBER) == sorted([*range(1, NUMBERS + 1)] * (len(NUMBER) // NUMBERS)), "every number is as frequent as any other"

# Rows, as numbers in rising order: the full ones first, then those with gaps.
ROWS = [row for n in reversed(range(len(SLOTS) + 1)) for row in combinations_with_replacement(range(1, NUMBERS + 1), n)]
ROW = {row: i for i, row in enumerate(ROWS)}
SIZE = np.array([len(row) for row in ROWS])
FULL = sum(len(row) == len(SLOTS) for row in ROWS)
MANY, EMPTY = len(SLOTS), ROW[()]
PLUS = np.full((len(ROWS), NUMBERS + 1), -1)
MINUS = np.full((len(ROWS), NUMBERS + 1), -1)
for _row, _i in ROW.items():
    for _n in range(1, NUMBERS + 1):
        if len(_row) < len(SLOTS):
            PLUS[_i, _n] = ROW[tuple(sorted((*_row, _n)))]
            MINUS[PLUS[_i, _n], _n] = _i

# Dice: what each way to a sum leaves, and what a double leaves. Hands 0 to 6 have at most one die.
HANDS = ((), *HANDFULS)
HAND = {dice: i for i, dice in enumerate(HANDS)}
LEFT = np.full((len(HANDS), NUMBERS + 1, 3), -1)
for _dice, _sums in USES.items():
    for _sum, _ways in _sums.items():
        for _n, _left in enumerate(sorted(set(_ways.values())) if _sum <= NUMBERS else ()):
            LEFT[HAND[_dice], _sum, _n] = HAND[_left]
UNDOUBLED = np.array([HAND[DOUBLE[dice]] if dice in DOUBLE else -1 for dice in HANDS])
THROW = np.array([HAND[throw.dice] for throw in THROWS])
WEIGHT = np.array([weight / 216 for weight in THROWS.values()])


class Turn(NamedTuple):
    """What a turn is worth beyond the cards in hand; all arrays by row."""

    after: Array  # what the rest of the round is worth if the turn ends on this row
    known: Array  # (time left, row): on a roll after the glass was turned, cards still to come and `after`
    turned: Array  # (time left, die, row): the same when it has just been turned, with this die left


@njit(cache=True)
def filled(full: Array, plus: Array, size: Array) -> Array:
    """The expectation when gaps are filled, for all rows, from the values of full ones."""
    out = np.zeros(len(size))
    out[: len(full)] = full
    for row in range(len(full), len(size)):
        for number in range(1, plus.shape[1]):
            out[row] += out[plus[row, number]] / (plus.shape[1] - 1)
    return out


@njit(cache=True)
def best_known(row: int, hand: int, left: int, known: Array, after: Array) -> float:
    """The best with these dice and so much time left, which is known after the glass was turned."""
    best = after[row] if left > STOP else -1e9
    ms = ROLL + REFILL * (MANY - SIZE[row])
    if left > ms:
        best = max(best, known[left - ms, row])
    if hand > 0 and left > TAKE:
        for number in range(1, NUMBERS + 1):
            if MINUS[row, number] >= 0:
                for way in range(3):
                    if LEFT[hand, number, way] >= 0:
                        then = best_known(MINUS[row, number], LEFT[hand, number, way], left - TAKE, known, after)
                        best = max(best, 1 + then)
    return best


@njit(cache=True)
def solve_known(known: Array, turned: Array, after: Array) -> None:
    for left in range(1, len(known)):
        full = np.zeros(FULL)
        for row in range(FULL):
            for throw in range(len(THROW)):
                best = best_known(row, THROW[throw], left - LOOK, known, after) if left > LOOK else -1e9
                full[row] += WEIGHT[throw] * best
        known[left] = filled(full, PLUS, SIZE)
        for die in range(turned.shape[1]):
            for row in range(len(SIZE)):
                turned[left, die, row] = best_known(row, die, left, known, after)


@njit(cache=True)
def lasts(at: int) -> float:
    """In how many of all cases the glass lasts beyond this time."""
    return float(min(ENDS, max(0, TO - at)))


@njit(cache=True)
def turn_glass(row: int, die: int, at: int, cards: int, turned: Array, after: Array) -> float:
    """Turns the glass when it is best, now or later."""
    best = -1e9
    for then in range(max(at + ULTIM, FROM - 1), TO):
        p = lasts(then) / lasts(at)
        best = max(best, p * (cards + turned[then, die, row]) + (1 - p) * after[row])
    return best


@njit(cache=True)
def best_hidden(
    row: int, hand: int, at: int, cards: int, ultim: bool, rolls: Array, renewed: Array, waits: Array, turned: Array, after: Array
) -> float:
    """The best with these dice at this time, while the glass is hidden and still running."""
    alive = lasts(at)
    p = lasts(at + STOP) / alive
    best = p * cards + after[row]
    many = MANY - SIZE[row]
    then = at + ROLL + REFILL * many
    p = lasts(then) / alive
    if p > 0:
        best = max(best, p * rolls[then, cards, row] + (1 - p) * after[row])
    p = lasts(at + TAKE) / alive
    if hand > 0 and p > 0:
        for number in range(1, NUMBERS + 1):
            if MINUS[row, number] >= 0:
                for way in range(3):
                    left = LEFT[hand, number, way]
                    if left >= 0:
                        gain = best_hidden(
                            MINUS[row, number], left, at + TAKE, cards + 1, ultim, rolls, renewed, waits, turned, after
                        )
                        best = max(best, p * gain + (1 - p) * after[row])
    if ultim and UNDOUBLED[hand] >= 0:
        die = UNDOUBLED[hand]
        if at + ULTIM < FROM:
            best = max(best, waits[cards, die, row])
        else:
            best = max(best, turn_glass(row, die, at, cards, turned, after))
        p = lasts(at + ULTIM) / alive
        if p > 0:
            best = max(best, p * renewed[at + ULTIM, cards] + (1 - p) * after[row])
    return float(best)


@njit(cache=True)
def solve_roll(at: int, cards: int, ultim: bool, rolls: Array, renewed: Array, waits: Array, turned: Array, after: Array) -> None:
    """Fills in what a roll at this time is worth, for every row."""
    full = np.zeros(FULL)
    p = lasts(at + LOOK) / lasts(at)
    for row in range(FULL):
        full[row] = (1 - p) * after[row]
        if p > 0:
            for throw in range(len(THROW)):
                best = best_hidden(row, THROW[throw], at + LOOK, cards, ultim, rolls, renewed, waits, turned, after)
                full[row] += p * WEIGHT[throw] * best
    rolls[at, cards] = filled(full, PLUS, SIZE)


@njit(cache=True)
def solve_renewed(at: int, cards: int, rolls: Array, after: Array, odds: Array) -> float:
    """What a row of five new cards at this time is worth: roll, or stop before."""
    p, q = lasts(at + ROLL) / lasts(at), lasts(at + STOP) / lasts(at)
    value = 0.0
    for row in range(FULL):
        roll = p * rolls[at + ROLL, cards, row] + (1 - p) * after[row] if p > 0 else -1e9
        value += odds[row] * max(roll, q * cards + after[row])
    return value


def reached() -> tuple[set[tuple[int, int]], set[tuple[int, int]], set[tuple[int, int]]]:
    """The times and cards in hand with which a roll can come, with the Ultim' card and after a new row; and new rows."""
    fresh, used, renewed = {(ROLL, 0)}, set[tuple[int, int]](), set[tuple[int, int]]()
    for states in (fresh, used):
        todo = list(states)
        while todo:
            at, cards = todo.pop()
            for j in range(4):
                if states is fresh and j < 2 and at + LOOK + j * TAKE + ULTIM < TO:
                    renewed.add((at + LOOK + j * TAKE + ULTIM, cards + j))
                then = at + LOOK + j * TAKE + ROLL + j * REFILL, cards + j
                if then[0] < TO and then not in states:
                    states.add(then)
                    todo.append(then)
        if states is fresh:
            used |= {(at + ROLL, cards) for at, cards in renewed if at + ROLL < TO}
    return fresh, used, renewed


def fresh_rows() -> Array:
    """How likely each full row is."""
    one = np.eye(FULL)
    return np.array([filled(one[row], PLUS, SIZE)[EMPTY] for row in range(FULL)])


def solve_turn(after: Array, odds: Array) -> Array:
    """What a turn that begins with each row is worth, with all that follows in the round."""
    fresh, used, renewals = reached()
    most = 1 + max(cards for _, cards in fresh | used) + 3
    known = np.full((TO + 1, len(ROWS)), -1e9)
    turned = np.full((TO + 1, 7, len(ROWS)), -1e9, np.float32)
    solve_known(known, turned, after)
    waits = np.zeros((most, 7, len(ROWS)))
    for cards in range(most):
        for die in range(7):
            waits[cards, die] = best_wait(cards, turned[:, die], after)
    rolls = np.full((TO, most, len(ROWS)), np.nan, np.float32)
    renewed = np.full((TO, most), np.nan)
    for at, cards in sorted(used, reverse=True):
        solve_roll(at, cards, False, rolls, renewed, waits, turned, after)
    for at, cards in renewals:
        renewed[at, cards] = solve_renewed(at, cards, rolls, after, odds)
    rolls[:] = np.nan
    for at, cards in sorted(fresh, reverse=True):
        solve_roll(at, cards, True, rolls, renewed, waits, turned, after)
    return filled(rolls[ROLL, 0, :FULL].astype(float), PLUS, SIZE)


def best_wait(cards: int, turned: Array, after: Array) -> Array:
    """The best moment to turn the glass, by row, if there is time to wait until just before it can run out."""
    times = np.arange(FROM - 1, TO)
    p = np.minimum(ENDS, TO - times)[:, None] / ENDS
    return np.asarray((p * (cards + turned[times]) + (1 - p) * after).max(axis=0))


def main() -> None:
    odds, after = fresh_rows(), np.zeros(len(ROWS))
    for turn in range(TURNS, 0, -1):
        began = time.perf_counter()
        after = solve_turn(after, odds)
        print(
            f"turn {turn} of a round and those after it: {after[EMPTY]:.4f} cards  ({time.perf_counter() - began:.0f} s)",
            flush=True,
        )
    print(f"the best mean of a game: {ROUNDS * after[EMPTY]:.3f} points")


if __name__ == "__main__":
    main()
