"""Duels of two bots: every deal is played twice, with the seats exchanged."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from statistics import mean, stdev
from typing import Any

from tablee.core.registry import Entry
from tablee.table import Table

WIDE = 2.576  # of a 99 % interval, in standard errors to each side


def duel(entry: Entry, seats: int, deals: int, challenger: str, rival: str, secret: Callable[[int], str], **options: Any) -> None:
    """Prints the challenger's lead after each deal, in points a match. `secret` is the seed of a deal by its number."""
    leads: list[float] = []
    for deal in range(deals):
        leads.append(lead(entry, seats, challenger, rival, secret(deal), **options))
        half_width = WIDE * stdev(leads) / sqrt(len(leads)) if deal else float("inf")
        print(f"{challenger}, {seats} seats, {len(leads)} deals: {mean(leads):+.2f} ± {half_width:.2f} (99 %)", flush=True)


def lead(entry: Entry, seats: int, challenger: str, rival: str, secret: str, **options: Any) -> float:
    bots = challenger, rival
    scores: dict[str, list[int]] = {bot: [] for bot in bots}
    for turn in range(2):
        line_up = [bots[(seat + turn) % 2] for seat in range(seats)]
        table = Table(entry, ["bot:" + bot for bot in line_up], seed=secret, **options)
        table.run()
        for bot, score in zip(line_up, table.match.result().scores, strict=True):
            scores[bot].append(score)
    return mean(scores[challenger]) - mean(scores[rival])
