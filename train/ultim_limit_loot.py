"""Learns what loot is worth in Super: `python -m train.ultim_limit_loot [GAMES]` writes players/loot.bin and its digest.

A bot plays alone. After a turn its loot is worth, on average, what it is worth a turn later; after the last turn, its points. So
values are fitted backwards over the turns, by least squares with a penalty. The expert plays the games of the first pass, the
champion the others, with the values of the passes before.
"""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from tablee.core import registry
from tablee.core.bot import MakeBot
from tablee.games.ultim_limit.deck import COLOUR, COLOURS, NUMBER, Card
from tablee.games.ultim_limit.players.bots import worth_of
from tablee.games.ultim_limit.players.champion import Champion
from tablee.games.ultim_limit.players.expert import Expert
from tablee.games.ultim_limit.players.loot import (
    DIGEST,
    FILE,
    KEEPS,
    KEPT,
    NEIGHBOURS,
    NUMBERS,
    PAIRS,
    PILES_SIZE,
    ROW_SIZE,
    STEP,
    WITHIN,
    LootValues,
    Sizes,
    read,
)
from tablee.games.ultim_limit.rules import ROUNDS, TURNS
from tablee.table import Table

Array: TypeAlias = npt.NDArray[Any]
GAMES, PASSES = 4000, 4  # games a pass
RECENT = 3  # passes that values are fitted to
MOST = (1 << 15) - 1  # steps of a weight
PENALTIES = {"size": 1e-3, "pair": 30.0, "left": 30.0, "product": 0.1, "kept": 30.0}  # by kind of weight, in squared points


class After(NamedTuple):
    """What a seat has after a turn, and the row that it leaves."""

    sizes: Sizes
    row: tuple[Card | None, ...]


Game: TypeAlias = list[After]  # after each turn


def play(bot: MakeBot, games: int, seed: str) -> Iterator[Game]:
    entry = replace(registry.find("ultim-limit"), bots={"learner": bot})
    for number in range(games):
        table = Table(entry, ["bot:learner"], seed=f"{seed} {number}", scoring="super")
        turns: Game = []
        before = table.match.view(None).seen
        while table.step() is not None:
            seen = table.match.view(None).seen
            if len(seen.verdicts) > len(before.verdicts):
                taken = before.taken if seen.verdicts[-1].banked else ()
                turns.append(After(worth_of(before.loot[0] + taken), before.row))
            before = seen
        yield turns


# Features: what a weight counts, and the penalty for it
def features(afters: Sequence[After]) -> tuple[Array, Array]:
    """Of a loot with turns to come in the round: 1, the piles by size, pairs of neighbours, and cards left by rank and number."""
    ranks = 1 + len(COLOURS)
    found = np.zeros((len(afters), ranks + PILES_SIZE + ROW_SIZE))
    for line, (sizes, row) in zip(found, afters, strict=True):
        piles = sorted(sizes, reverse=True)
        line[:ranks] = 1, *piles
        for n, pair in enumerate(pairwise(piles)):
            line[ranks + n * len(PAIRS) + PAIRS[pair]] = 1
        for card in row:
            if card is not None:
                rank = sum(size > sizes[COLOUR[card]] for size in sizes)
                line[ranks + PILES_SIZE + rank * NUMBERS + NUMBER[card] - 1] += 1
    kinds = ["size"] * ranks + ["pair"] * PILES_SIZE + ["left"] * ROW_SIZE
    return found, np.array([PENALTIES[kind] for kind in kinds])


def kept_features(kept: Sequence[Sizes]) -> tuple[Array, Array]:
    """Of piles kept for the next round: 1, their sizes, products of them, and pairs of neighbours."""
    found = np.zeros((len(kept), 10 + 2 * len(PAIRS)))
    for line, (a, b, c) in zip(found, kept, strict=True):
        line[:10] = 1, a, b, c, a * a, b * b, c * c, a * b, b * c, a * c
        line[10 + PAIRS[a, b]] = line[10 + len(PAIRS) + PAIRS[b, c]] = 1
    kinds = ["size"] * 4 + ["product"] * 6 + ["kept"] * 2 * len(PAIRS)
    return found, np.array([PENALTIES[kind] for kind in kinds])


def solve(lines: Array, penalties: Array, target: Array) -> Array:
    return np.asarray(np.linalg.solve(lines.T @ lines + np.diag(penalties), lines.T @ target))


def fit(games: Sequence[Game]) -> list[int]:
    """Weights in steps: see `LootValues`."""
    within, kept = np.zeros((len(WITHIN), PILES_SIZE + ROW_SIZE)), np.zeros((ROUNDS - 1, len(KEEPS)))
    target = np.array([LootValues(()).of(ROUNDS * TURNS, game[-1].sizes) for game in games])
    for turns in reversed(range(1, ROUNDS * TURNS)):
        afters = [game[turns - 1] for game in games]
        if turns % TURNS:
            lines, penalties = features(afters)
            weights = solve(lines, penalties, target)
            within[WITHIN.index(turns)] = written(weights)
            target = lines @ weights
        else:
            piles = [tuple(sorted(after.sizes, reverse=True)) for after in afters]
            weights = solve(*kept_features([of[KEPT] for of in piles]), target)
            kept[turns // TURNS - 1] = kept_features([*KEEPS])[0] @ weights
            points = [sum(of[: KEPT.start]) - sum(of[KEPT.stop :]) for of in piles]
            target = np.array(points) + [kept[turns // TURNS - 1, KEEPS[of[KEPT]]] for of in piles]
    steps = np.rint(np.concatenate([within.ravel(), kept.ravel()]) / STEP)
    return [int(step) for step in np.clip(steps, -MOST, MOST)]


def counted(game: Game) -> int:
    """The points of a game."""
    piles = [sorted(after.sizes, reverse=True) for after in game[TURNS - 1 :: TURNS]]
    return sum(sum(of[: KEPT.start]) - sum(of[KEPT.stop :]) for of in piles) - sum(piles[-1][KEPT])


def written(weights: Array) -> Array:
    """Weights of pairs that hold those of the piles' sizes, too."""
    first, *sizes = weights[: 1 + len(COLOURS)]
    pairs = weights[len(sizes) + 1 :][:PILES_SIZE].reshape(NEIGHBOURS, len(PAIRS)).copy()
    for (high, low), n in PAIRS.items():
        pairs[:, n] += np.array(sizes[:-1]) * high
        pairs[-1, n] += sizes[-1] * low
    pairs[0] += first
    return np.concatenate([pairs.ravel(), weights[len(sizes) + 1 + PILES_SIZE :]])


def pack(weights: Sequence[int]) -> bytes:
    return zlib.compress(np.array(weights, "<i2").tobytes(), 9)


def main(games: int) -> None:
    passes: list[list[Game]] = []
    packed = b""
    for number in range(PASSES):
        bot: MakeBot = partial(Champion, loots=read(packed)) if packed else Expert
        passes.append(list(play(bot, games, f"pass {number + 1}")))
        points = sum(counted(game) for game in passes[-1]) / games
        print(f"pass {number + 1}: {points:.2f} points on average in {games} games", flush=True)
        packed = pack(fit([game for played in passes[-RECENT:] for game in played]))
    FILE.write_bytes(packed)
    DIGEST.write_text(f"{sha256(packed).hexdigest()}  {FILE.name}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
