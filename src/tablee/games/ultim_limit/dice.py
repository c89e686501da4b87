"""What three dice can do (R6, R11 of RULES.md)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

Dice: TypeAlias = tuple[int, ...]  # in rising order

HANDFULS: tuple[Dice, ...] = tuple(dice for n in (1, 2, 3) for dice in combinations_with_replacement(range(1, 7), n))

# R6: what unspent dice can take: the ways to each sum, and the dice each way leaves.
USES: dict[Dice, dict[int, dict[Dice, Dice]]] = {(): {}}
for _dice in HANDFULS:
    USES[_dice] = {}
    for _way in sorted({way for n in (1, 2, 3) for way in combinations(_dice, n)}):
        USES[_dice].setdefault(sum(_way), {})[_way] = tuple(sorted((Counter(_dice) - Counter(_way)).elements()))

# R11: the dice a double leaves; three dice have at most one double.
DOUBLE = {dice: USES[dice][2 * a][a, a] for dice in HANDFULS for a in dice if dice.count(a) > 1}
