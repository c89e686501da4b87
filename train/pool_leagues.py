"""Pools leagues of `tablee arena` between two bots: `python -m train.pool_leagues FOLDER …`, the --out folders.

A deal counts as one result: the mean score of the first bot less that of the second, over all matches and seats of the deal.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist, mean, stdev

from tablee.lab.arena import League, ResultsFile

WIDE = NormalDist().inv_cdf(0.995)  # of a 99 % interval


def differences(folder: Path) -> list[float]:
    """By deal, the lead of the first bot."""
    header = json.loads((folder / "results.jsonl").read_text("utf-8").splitlines()[0])
    options = tuple((name, value) for name, value in header["options"])
    league = League(header["game"], tuple(header["bots"]), header["seats"], 10**6, header["seed"], options)
    scores: dict[int, tuple[list[int], list[int]]] = {}
    for chunk in ResultsFile(folder, league, resume=True).read().values():
        for match in chunk:
            for bot, score in zip(league.line_up(match.deal, match.rotation), match.scores, strict=True):
                scores.setdefault(match.deal, ([], []))[bot].append(score)
    return [mean(first) - mean(second) for first, second in scores.values()]


def line(name: str, found: Sequence[float]) -> str:
    return f"{name:24} {len(found):5} deals  {mean(found):+6.2f} ± {WIDE * stdev(found) / sqrt(len(found)):.2f}"


def main(folders: Sequence[str]) -> None:
    everything: list[float] = []
    for folder in map(Path, folders):
        found = differences(folder)
        everything += found
        print(line(folder.name, found))
    print(line("pooled", everything))


if __name__ == "__main__":
    main(sys.argv[1:])
