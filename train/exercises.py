"""Makes the exercises that come with each game: `python -m train.exercises [GAME …]`, into each game's folder.

Bots of weaker levels play. A moment becomes an exercise if another action was better beyond doubt, if reasons say why, if it lost
enough to be worth a thought, and if not too many actions are as good as the best one. Of the moments found, those are kept that
differ most: by the stage of the match, by what was done and what was better, and by how much was lost.

The judge looks as little ahead as it can, so that every installation can value them again. The same seed makes the same
exercises. Moments are kept in a folder while they are being looked for, so whoever stops it can go on later; `--minutes` ends
the search early.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tablee.core import registry
from tablee.core.options import new_options
from tablee.core.registry import Entry
from tablee.jobs.exercises import MadeExercise, Moments, fingerprint, write_exercises
from tablee.lab.simulate import played, seed_of
from tablee.protocol import study
from tablee.reviews import MILLION, depths

SEED = "exercises"
WANTED = 50
SPARE = 4  # so many times as many moments are looked for as are wanted
PER_MATCH = 3
STAGES = 3  # of a match
CELL = re.compile(r"[a-h]\d\Z")


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays, by match in turn, with which options, and the least loss, in points, that makes an exercise."""

    levels: tuple[tuple[str, ...], ...]
    least: float
    options: tuple[dict[str, str | int | bool], ...] = ({},)


PLANS = {
    "take-it-easy": Plan((("first-game",), ("greedy",)), 2.5),
    "take-it-to-the-limit": Plan((("first-game",) * 2, ("greedy",) * 2), 6, ({}, {}, {"board": "orchid"})),
    "limits": Plan((("forgetful-easy",) * 3, ("forgetful",) * 4), 0.5),
    "xtreme-limits": Plan((("first-game",) * 3, ("sensible",) * 4), 0.5),
    "ultim-limit": Plan((("first-game",) * 2, ("sensible",) * 2), 0.5),
}


def moments(entry: Entry, plan: Plan, number: int, seed: str, most: int = PER_MATCH) -> Iterator[MadeExercise]:
    """Up to so many of match `number`, at random places."""
    levels, options = plan.levels[number % len(plan.levels)], plan.options[number % len(plan.options)]
    table = played(entry, levels, new_options(entry.game, options), seed_of(entry, seed, number))
    chance = random.Random(f"{seed} {number}")
    seat = chance.randrange(len(levels))
    found = Moments(list(table.record()), seat, entry, depths(entry)[0])
    places = list(found.choosing())
    for place in chance.sample(places, min(len(places), 4 * most)):
        made = found.exercise(*place)
        if made is not None and worth_a_thought(made.exercise, plan):
            yield made
            most -= 1
        if not most:
            return


def worth_a_thought(exercise: study.Exercise, plan: Plan) -> bool:
    right = sum(choice.behind <= choice.doubt for choice in exercise.choices)
    return exercise.choices[exercise.played].behind >= plan.least * MILLION and 3 * right <= max(3, len(exercise.choices))


def kind(exercise: study.Exercise) -> tuple[int, str, str]:
    """What is alike in two exercises: a third of the match, what was done, and what was better."""
    stage = STAGES * (exercise.number - 1) // exercise.of
    played, best = (verb(exercise.choices[place].action) for place in (exercise.played, exercise.best))
    return stage, played, best


def verb(action: str) -> str:
    """`take` for `take 2 3`, `place` for a cell, and `s` for one of another board."""
    first = re.split(r"[ :]", action)[0]
    return "place" if CELL.match(first) else first


def varied(found: Sequence[MadeExercise], wanted: int) -> list[MadeExercise]:
    """So many of them, in turn from each stage and each kind: large losses and small ones, from as many matches as possible."""
    kinds: dict[tuple[int, str, str], list[MadeExercise]] = defaultdict(list)
    for made in found:
        kinds[kind(made.exercise)].append(made)
    stages = [[_spread(kinds[name]) for name in sorted(kinds) if name[0] == stage] for stage in range(STAGES)]
    chosen: list[MadeExercise] = []
    while len(chosen) < wanted and any(map(any, stages)):
        for stage in stages:
            queue = next((some for some in stage if some), None)
            if queue and len(chosen) < wanted:
                queue.sort(key=lambda made: any(made.record == other.record for other in chosen))
                chosen.append(queue.pop(0))
                stage.append(stage.pop(stage.index(queue)))
    return chosen


def _spread(found: list[MadeExercise]) -> list[MadeExercise]:
    """The largest loss, the smallest, the next largest …"""
    ranked = sorted(found, key=lambda made: made.exercise.choices[made.exercise.played].behind)
    return [ranked.pop(-1 if place % 2 == 0 else 0) for place in range(len(ranked))]


def search(entry: Entry, wanted: argparse.Namespace) -> list[MadeExercise]:
    """As many moments as there is time for, always those of the first matches."""
    depth = depths(entry)[0]
    file = wanted.folder / f"{entry.game.id}-{wanted.seed}-{fingerprint(entry, depth)}.ndjson"
    file.parent.mkdir(parents=True, exist_ok=True)
    plan, done = PLANS[entry.game.id], begun(file)
    if done and done[0] != list(moments(entry, plan, 0, wanted.seed)):  # the judge says something else by now
        file.unlink()
        done = []
    end = time.monotonic() + wanted.minutes * 60
    with file.open("ab") as kept:
        while (count := sum(map(len, done))) < SPARE * wanted.count and time.monotonic() < end:
            done.append(list(moments(entry, plan, len(done), wanted.seed)))
            kept.write(msgspec.json.encode(done[-1]) + b"\n")
            kept.flush()
            print(f"\r{entry.game.id}: {len(done)} matches, {count} moments", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [made for some in done for made in some]


def begun(file: Path) -> list[list[MadeExercise]]:
    """What an earlier run has found, by match. Its last line may be cut off."""
    lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    file.write_bytes(b"".join(whole))
    return [msgspec.json.decode(line, type=list[MadeExercise]) for line in whole]


def make(entry: Entry, wanted: argparse.Namespace) -> None:
    chosen = varied(search(entry, wanted), wanted.count)
    size = write_exercises(entry, chosen, depths(entry)[0])
    print(f"{entry.game.id}: {len(chosen)} exercises, {size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", help="ids of games; by default, all")
    parser.add_argument("--count", type=int, default=WANTED, help="exercises a game")
    parser.add_argument("--minutes", type=float, default=1e6, help="for each game")
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--folder", type=Path, default=Path("build/exercises"), help="for moments while they are looked for")
    wanted = parser.parse_args()
    for name in wanted.game or PLANS:
        make(registry.find(name), wanted)


if __name__ == "__main__":
    main()
