"""Writes leaderboard.md from the entries in docs/benchmark. Run: `python docs/leaderboard.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablee.lab.benchmark import read_entry, suite

HERE = Path(__file__).parent
HEAD = """# Leaderboard

*Written by `docs/leaderboard.py` from the entries in `docs/benchmark`. Enter with [benchmark.md](benchmark.md).*

Points: 0 is random play, 100 the strongest bot of each game in the release that made the suite. Below them, the mean without
luck and half its 95% interval.
"""
COST = """
### Cost

Evaluations for each choice as the agent counts them ([what the shipped bots count](benchmark.md#method)); – where there are none.
"""


def entries() -> list[dict[str, Any]]:
    """Whole ones of the published deals, the best first."""
    found = [read_entry(path.read_text("utf-8")) for path in sorted((HERE / "benchmark").glob("*.json"))]
    whole = [entry for entry in found if entry["family"] == "public" and entry["suite"] == suite().version and complete(entry)]
    return sorted(whole, key=lambda entry: (-entry["points"], entry["agent"]))


def complete(entry: dict[str, Any]) -> bool:
    return entry["points"] is not None and all(len(task["deals"]) == suite().deals for task in entry["tasks"].values())


def page() -> str:
    names = [task.name for task in suite().tasks]
    points, costs = [header("agent", "all", *names)], [header("agent", *names)]
    for entry in entries():
        tasks = [entry["tasks"][name] for name in names]
        points.append(row(entry["agent"], f"**{entry['points']:.1f}**", *map(figure, tasks)))
        costs.append(row(entry["agent"], *map(cost, tasks)))
    return "\n".join([HEAD, f"## Suite {suite().version}\n", *points, COST, *costs, ""])


def header(*cells: str) -> str:
    return f"{row(*cells)}\n{'|---' * len(cells)}|"


def row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def figure(task: dict[str, Any]) -> str:
    low, high = task["interval"]
    return f"{task['points']:.1f}<br>{task['corrected']:.1f} ± {(high - low) / 2:.1f}"


def cost(task: dict[str, Any]) -> str:
    return f"{task['evaluations'] / task['choices']:,.1f}" if task["evaluations"] else "–"


if __name__ == "__main__":
    (HERE / "leaderboard.md").write_text(page(), "utf-8")
