"""A benchmark that everybody can enter: an agent plays fixed deals of every game, and anybody can replay its entry.

The suite, `benchmark.toml`, is versioned. Its deals follow from published words, and must not be used in training; those of a
second family follow from the number of a release, so that one can check whether an agent knows the first by heart. An entry holds
every choice of the agent: verifying it plays all matches again, with the same draws and rivals and the agent's choices, and needs
none of its code.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import Any, Literal, TypeAlias

from tablee.bots.own import AnyLevel, importable, maker
from tablee.core import registry
from tablee.core.bot import AnyBot, Bot, Question
from tablee.core.game import BadText, Refusal, say
from tablee.core.options import read_options
from tablee.core.registry import Entry
from tablee.fair import seeded_secret
from tablee.lab.spread import spread
from tablee.lab.standings import estimate, without_luck
from tablee.table import BOT, Table

FORMAT = 1
RELEASE = version("tablee")
STRONGEST = "strongest"  # an agent: of each game the strongest bot that plays here
PACE = 1000  # ms; other times are written down
Family: TypeAlias = Literal["public", "check"]


@dataclass(frozen=True, slots=True)
class Task:
    """A game with its options, and the bots in the other seats; the agent's seat moves on with each deal."""

    name: str
    game: str
    options: tuple[tuple[str, str | int | bool], ...]
    rivals: tuple[str, ...]

    @property
    def entry(self) -> Entry:
        return registry.find(self.game)


@dataclass(frozen=True, slots=True)
class Suite:
    """`reference` holds, by task, the means that count as 0 and as 100 points."""

    version: int
    deals: int
    tasks: tuple[Task, ...]
    reference: Mapping[str, tuple[float, float]]

    def task(self, name: str) -> Task:
        """Raises BadText."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise BadText(say("benchmark-task", task=name[:40]))


@cache
def suite() -> Suite:
    found = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    tasks = [
        Task(name, task["game"], tuple(task.get("options", {}).items()), tuple(task.get("rivals", ())))
        for name, task in found["tasks"].items()
    ]
    return Suite(
        found["suite"], found["deals"], tuple(tasks), {name: (low, high) for name, (low, high) in found["reference"].items()}
    )


def seed_of(task: str, deal: int, family: Family) -> str:
    """The seed of a deal: published words, or those of a release."""
    words = ("tablee benchmark", suite().version) if family == "public" else ("tablee benchmark", suite().version, RELEASE)
    return seeded_secret(*words, task, deal)


@dataclass(frozen=True, slots=True)
class Deal:
    """One match of an agent: its score, the luck that the game can tell, and all its choices."""

    score: int
    luck: float
    moves: tuple[str, ...]
    ms: tuple[int, ...] = ()  # how long each took; () if each took a second
    evaluations: int = 0  # as the bot counts them


class _Asked(Bot[Any, Any]):
    """Writes down what the agent answers, or answers what was written down."""

    agent: AnyBot | None = None
    script: Deal | None = None

    def __init__(self, game: Any, seat: int, chance: Any) -> None:
        super().__init__(game, seat, chance)
        self.moves: list[str] = []
        self.ms: list[int] = []

    def answer(self, question: Question) -> tuple[Any, int]:
        if self.agent is not None:
            action, ms = self.agent.answer(question)
        else:
            action, ms = self._read(len(self.moves))
        self.moves.append(self.game.write(action))
        self.ms.append(ms)
        return action, ms

    def _read(self, turn: int) -> tuple[Any, int]:
        assert self.script is not None
        if turn >= len(self.script.moves):
            raise BadText(say("benchmark-choices"))
        return self.game.read(self.script.moves[turn]), self.script.ms[turn] if self.script.ms else PACE

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        raise NotImplementedError  # `answer` does it


def play(task: Task, number: int, family: Family, agent: AnyLevel | Deal) -> Deal:
    """One deal, by the agent or as an entry has it. Always the same. Raises Refusal."""
    entry = task.entry
    options = read_options(entry.game.options, dict(task.options))
    seat = number % (1 + len(task.rivals))
    seats: list[Any] = [BOT + rival for rival in task.rivals]
    seats.insert(seat, _Asked)
    table = Table(entry, seats, seed=seed_of(task.name, number, family), options=options)
    asked = table.bots[seat]
    assert isinstance(asked, _Asked)
    if isinstance(agent, Deal):
        asked.script = agent
    else:
        asked.agent = agent_of(entry, agent)(entry.game, seat, asked.chance)
    table.run()
    luck = entry.luck(table.match.view(None), seat) if entry.luck else 0.0
    ms = () if set(asked.ms) <= {PACE} else tuple(asked.ms)
    counted = agent.evaluations if isinstance(agent, Deal) else getattr(asked.agent, "evaluations", 0)
    return Deal(table.match.result().scores[seat], round(luck, 6), tuple(asked.moves), ms, counted)


def agent_of(entry: Entry, agent: AnyLevel) -> Any:
    """Raises Refusal if it cannot play this game."""
    return maker(entry, next(iter(entry.bots), "random") if agent == STRONGEST else agent)


DealJob: TypeAlias = tuple[str, str, int, Family]  # the agent, the task, the deal


def _work(job: DealJob) -> tuple[Deal, float]:
    agent, task, number, family = job
    began = perf_counter()
    return play(suite().task(task), number, family, agent), perf_counter() - began


def tasks_for(agent: AnyLevel) -> list[Task]:
    """Those it can play. Raises Refusal if there are none."""
    found, why = [], Refusal(say("benchmark-nothing"))
    for task in suite().tasks:
        try:
            agent_of(task.entry, agent)
            found.append(task)
        except Refusal as refusal:
            why = refusal
    if not found:
        raise why
    return found


@dataclass
class Entered:
    """An entry: what an agent reached in each task, deal by deal."""

    agent: str
    family: Family
    deals: dict[str, list[Deal]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """As JSON, without the digest and what is outside it."""
        tasks = {name: self._task(name, deals) for name, deals in self.deals.items()}
        points = [task["points"] for task in tasks.values() if task["points"] is not None]
        whole = len(points) == len(suite().tasks)
        return {
            "tablee-benchmark": FORMAT,
            "suite": suite().version,
            "family": self.family,
            "release": RELEASE,
            "agent": self.agent,
            "points": round(fmean(points), 2) if whole else None,
            "tasks": tasks,
        }

    def _task(self, name: str, deals: Sequence[Deal]) -> dict[str, Any]:
        task = suite().task(name)
        scores, luck = [float(deal.score) for deal in deals], [deal.luck for deal in deals]
        corrected = without_luck(scores, luck)
        low, high = suite().reference.get(name, (0.0, 0.0))
        counted = sum(deal.evaluations for deal in deals)
        return {
            "rules": task.entry.game.version,
            "mean": round(estimate(scores).mean, 4),
            "corrected": round(corrected.mean, 4),
            "interval": [round(end, 4) for end in corrected.interval] if corrected.interval else None,
            "points": round(100 * (round(corrected.mean, 4) - low) / (high - low), 2) if high > low else None,
            "choices": sum(len(deal.moves) for deal in deals),
            "evaluations": counted or None,
            "deals": [_plain(deal) for deal in deals],
        }

    def text(self) -> str:
        """One JSON object; what depends on the machine is on the last line, outside the digest."""
        inside = _json(self.plain())
        outside = {"seconds": {name: round(seconds, 2) for name, seconds in self.seconds.items()}}
        return f'{{"entry":{inside},\n"digest":"{sha256(inside.encode()).hexdigest()}",\n"outside":{_json(outside)}}}\n'


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _plain(deal: Deal) -> dict[str, Any]:
    return {name: value for name, value in asdict(deal).items() if value or name in ("score", "moves")}


def enter(
    agent: AnyLevel,
    workers: int = 1,
    family: Family = "public",
    deals: int | None = None,
    progress: Any = lambda jobs, total: jobs,
) -> Entered:
    """Plays the suite, or its first deals. The same for any number of workers. Raises Refusal."""
    name = agent if agent == STRONGEST else importable(agent)
    most = suite().deals if deals is None else deals
    jobs: list[DealJob] = [(name, task.name, number, family) for task in tasks_for(agent) for number in range(most)]
    done: dict[DealJob, tuple[Deal, float]] = dict(progress(spread(_work, jobs, workers), len(jobs)))
    entered = Entered(name, family)
    for job in jobs:
        deal, seconds = done[job]
        entered.deals.setdefault(job[1], []).append(deal)
        entered.seconds[job[1]] = entered.seconds.get(job[1], 0.0) + seconds
    return entered


def verify(text: str) -> dict[str, Any]:
    """Plays every deal of an entry again, and returns what it says. Raises BadText if anything differs."""
    told = read_entry(text)
    family, agent, tasks = told.get("family"), told.get("agent"), told.get("tasks")
    known = (told.get("tablee-benchmark"), told.get("suite")) == (FORMAT, suite().version)
    if not known or not isinstance(tasks, dict) or not isinstance(agent, str) or family not in ("public", "check"):
        raise BadText(say("benchmark-suite", suite=suite().version))
    if family == "check" and told.get("release") != RELEASE:
        raise BadText(say("benchmark-suite", suite=suite().version))
    again = Entered(agent, family)
    for name, task in tasks.items():
        deals = _deals(task)
        again.deals[name] = [_replayed(suite().task(name), number, family, deal) for number, deal in enumerate(deals)]
    if json.loads(_json(again.plain() | {"release": told.get("release")})) != told:
        raise BadText(say("benchmark-figures"))
    return told


def read_entry(text: str) -> dict[str, Any]:
    """What is inside the digest. Raises BadText unless the digest is right."""
    try:
        found = json.loads(text)
        inside, digest = found["entry"], found["digest"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadText(say("benchmark-entry")) from None
    if not isinstance(inside, dict) or sha256(_json(inside).encode()).hexdigest() != digest:
        raise BadText(say("benchmark-digest"))
    return inside


def _deals(task: Any) -> Iterator[Deal]:
    try:
        for deal in task["deals"]:
            more = int(deal.get("evaluations", 0))
            yield Deal(deal["score"], deal.get("luck", 0.0), tuple(deal["moves"]), tuple(deal.get("ms", ())), more)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadText(say("benchmark-entry")) from None


def _replayed(task: Task, number: int, family: Family, deal: Deal) -> Deal:
    try:
        again = play(task, number, family, deal)
    except (Refusal, TypeError, IndexError) as why:
        raise BadText(say("benchmark-deal", task=task.name, number=number, why=str(why)[:200])) from why
    if again != deal:
        raise BadText(say("benchmark-deal", task=task.name, number=number, why=f"{again.score} ≠ {deal.score}"))
    return again
