"""Scores a loot, and says what of it may be kept (R14 to R17 of RULES.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Literal, TypeAlias

from tablee.core.game import ScoreRow, Sheet, say, total
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, Cards, Colour, Colours

Scoring: TypeAlias = Literal["classic", "super"]
Piles: TypeAlias = Mapping[Colour, int]  # the size of each pile; in Super the order decides between equal piles


def piles_of(loot: Cards) -> Piles:
    return Counter(COLOUR[card] for card in loot)


def keepable(piles: Piles) -> tuple[Colours, ...]:
    """R15, R17: every set of colours that can be the second three piles, depending on the order of equal piles."""
    return _ways(tuple(piles.get(colour, 0) for colour in range(len(COLOURS))))


@lru_cache(4096)
def _ways(sizes: tuple[int, ...]) -> tuple[Colours, ...]:
    """The same for piles of these sizes, by colour."""
    kept = Counter(sorted(filter(None, sizes), reverse=True)[3:6])
    equals = ([colour for colour, n in enumerate(sizes) if n == size] for size in kept)
    ways = product(*(combinations(equal, n) for equal, n in zip(equals, kept.values(), strict=True)))
    return tuple(sorted(tuple(sorted(colour for part in way for colour in part)) for way in ways))


def by_size(piles: Piles) -> list[Colour]:
    """The biggest pile first; equal piles in the order given."""
    return sorted(piles, key=lambda colour: -piles[colour])


def round_rows(scoring: Scoring, round: int, piles: Piles, keep: Colours, last: bool) -> Sheet:
    """The rows of one round, with a subrow for each pile; `round` is 0 for loot from a real table."""
    order = by_size(piles)
    if scoring == "classic":  # R14
        return (ScoreRow(say("round-cards", round=round), sum(piles.values()), (), _subrows(round, piles, order, 1)),)
    kept, rest = [c for c in order if c in keep], [c for c in order if c not in keep]  # R15
    rows = [("row-count", rest[:3], 1), ("row-keep", kept, 0), ("row-subtract", rest[3:], -1)]
    if last:
        del rows[1]  # R16
    return tuple(_row(what, round, piles, colours, each) for what, colours, each in rows)


def _row(what: str, round: int, piles: Piles, colours: Sequence[Colour], each: int) -> ScoreRow:
    shown = say(what, round=round, piles=" + ".join(str(piles[colour]) for colour in colours) or "0")
    subrows = _subrows(round, piles, colours, each)
    return ScoreRow(shown, total(subrows), tuple(COLOURS[colour] for colour in colours), subrows)


def _subrows(round: int, piles: Piles, colours: Sequence[Colour], each: int) -> Sheet:
    """A row for each pile; a card is worth `each`."""
    return tuple(
        ScoreRow(say("pile", round=round, colour=COLOURS[c], cards=piles[c]), each * piles[c], (COLOURS[c],)) for c in colours
    )
