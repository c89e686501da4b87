"""The benchmark: the same bytes on any number of workers, and entries that anybody can play again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.core import registry
from tablee.core.game import BadText, Refusal
from tablee.games.limits.players import expert as limits
from tablee.games.take_it_easy.players import nets
from tablee.games.xtreme_limits.players import expert as xtreme_limits
from tablee.lab import benchmark
from tablee.lab.benchmark import STRONGEST, Suite, Task, enter, seed_of, suite, tasks_for, verify
from tests.test_cli import Run, bad, run  # noqa: F401 - a fixture


class OnlyEasy(tablee.Bot[Any, Any]):
    games = ("take-it-easy",)

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        self.evaluations += 7
        return legal[0]

    def pace(self, view: Any, action: Any, now: int) -> int:
        return 2000 + now % 7


def small(*names: str) -> Suite:
    whole = suite()
    return Suite(whole.version, whole.deals, tuple(task for task in whole.tasks if task.name in names), whole.reference)


def forge(text: str, change: Any) -> str:
    """A changed entry with the right digest."""
    told = json.loads(text)
    change(told["entry"])
    inside = json.dumps(told["entry"], separators=(",", ":"), ensure_ascii=False)
    return json.dumps(told | {"entry": told["entry"], "digest": sha256(inside.encode()).hexdigest()}, ensure_ascii=False)


def test_any_number_of_workers_gives_the_same_bytes() -> None:
    one, two = (enter("random", workers, deals=1).text() for workers in (1, 2))
    assert one.splitlines()[:-1] == two.splitlines()[:-1]
    assert one != enter("random", family="check", deals=1).text()
    assert '"outside":{"seconds":{"take-it-easy":' in one.splitlines()[-1]
    for text in (one, enter("random", family="check", deals=1).text()):
        assert verify(text)["agent"] == "random"


def test_the_suite_has_every_game_and_its_reference() -> None:
    assert {task.game for task in suite().tasks} == {entry.game.id for entry in tablee.all_games()} - {"toy"}
    assert {*suite().reference} == {task.name for task in suite().tasks}
    assert all(low < high for low, high in suite().reference.values())
    assert seed_of("nexus", 1, "public") != seed_of("nexus", 1, "check") != seed_of("nexus", 2, "check")
    with pytest.raises(BadText):
        suite().task("chess")


def test_an_agent_plays_what_it_can() -> None:
    entered = enter(OnlyEasy, deals=3)
    assert {*entered.deals} == {"take-it-easy", "take-it-easy-rays"}
    told = entered.plain()
    assert told["points"] is None  # it has not played everything
    task = told["tasks"]["take-it-easy"]
    assert task["evaluations"] == 7 * task["choices"] == 7 * 19 * 3
    assert len(task["deals"][0]["ms"]) == 19
    assert verify(entered.text()) == json.loads(json.dumps(told))

    class Other(OnlyEasy):
        games = ("chess",)

    with pytest.raises(Refusal, match="chess"):
        tasks_for(Other)


def test_points_lie_between_random_and_the_strongest(monkeypatch: pytest.MonkeyPatch) -> None:
    few = small("take-it-easy")
    monkeypatch.setattr(benchmark, "suite", lambda: few)
    low, high = few.reference["take-it-easy"]
    told = enter("greedy", deals=10).plain()
    found = told["tasks"]["take-it-easy"]
    assert found["points"] == pytest.approx(100 * (found["corrected"] - low) / (high - low), abs=0.01)
    assert 60 < told["points"] < 110
    assert benchmark.agent_of(few.tasks[0].entry, STRONGEST) is next(iter(few.tasks[0].entry.bots.values()))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda entry: entry["tasks"]["limits"]["deals"][0].update(score=99), "limits, deal 0"),
        (lambda entry: entry["tasks"]["limits"].update(mean=99), "figures"),
        (lambda entry: entry["tasks"]["limits"]["deals"][0]["moves"].pop(), "fewer choices"),
        (lambda entry: entry["tasks"]["limits"]["deals"][0]["moves"].reverse(), "limits, deal 0"),
        (lambda entry: entry["tasks"]["limits"]["deals"][0]["moves"].append("red"), "limits, deal 0"),
        (lambda entry: entry["tasks"]["limits"]["deals"].reverse(), "limits, deal 0"),
        (lambda entry: entry["tasks"].update(chess=entry["tasks"].pop("limits")), "chess"),
        (lambda entry: entry["tasks"].update(limits=7), "not an entry"),
        (lambda entry: entry.update(suite=7), "suite"),
        (lambda entry: entry.update(family="check", release="0"), "release"),
        (lambda entry: entry.update(points=100), "figures"),
    ],
)
def test_a_forged_entry_is_refused(monkeypatch: pytest.MonkeyPatch, change: Any, why: str) -> None:
    monkeypatch.setattr(benchmark, "suite", lambda: small("limits"))
    text = enter("random", deals=2).text()
    with pytest.raises(BadText) as refused:
        verify(forge(text, change))
    assert why in str(refused.value)


def test_a_changed_entry_has_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "suite", lambda: small("take-it-easy"))
    text = enter("random", deals=1).text()
    with pytest.raises(BadText, match="digest"):
        verify(text.replace('"agent":"random"', '"agent":"champion"'))
    for nonsense in ("", "[]", "{}", '{"entry":7,"digest":"x"}', "[" * 100_000):
        with pytest.raises(BadText):
            verify(nonsense)


def test_the_command(run: Run, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "entry.json"
    status, out, err = run("benchmark", "random", "--deals", "1", "--workers", "1", "--out", str(file))
    assert (status, err) == (0, "")
    assert "nexus" in out
    status, out, _ = run("benchmark", "verify", str(file))
    assert status == 0
    assert "random: every deal" in out
    assert out.splitlines()[1].split()[-1] == "–"  # it evaluates nothing
    _, out, _ = run("benchmark", "verify", str(file), "--lang", "fr")
    assert "," in out.splitlines()[1]
    assert "." not in out.splitlines()[1]
    told = json.loads(run("benchmark", "verify", str(file), "--json")[1])
    assert told["tasks"]["orchid"]["deals"] == 1
    file.write_text(file.read_text("utf-8").replace("a1", "a2", 1), "utf-8")
    bad(run("benchmark", "verify", str(file)), "digest")
    bad(run("benchmark", "verify"), "FILE")
    bad(run("benchmark", "verify", str(tmp_path / "nothing.json")), "nothing.json")
    bad(run("benchmark", "genius", "--deals", "1"), "genius")
    bad(run("benchmark", "random", "--deals", "0"), "0")


ENTRIES = sorted((Path(__file__).parents[2] / "docs" / "benchmark").glob("*.json"))


@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: path.stem)
def test_the_entries_of_the_leaderboard_are_whole(path: Path) -> None:
    told = benchmark.read_entry(path.read_text("utf-8"))
    assert {*told["tasks"]} == {task.name for task in suite().tasks}
    assert all(len(task["deals"]) == suite().deals for task in told["tasks"].values())
    if told["agent"] != "random":
        assert all(task["evaluations"] > task["choices"] for task in told["tasks"].values())


@pytest.mark.soak
@pytest.mark.parametrize("path", ENTRIES, ids=lambda path: path.stem)
def test_the_entries_of_the_leaderboard_play_out(path: Path) -> None:
    assert verify(path.read_text("utf-8"))


@pytest.mark.soak
@pytest.mark.parametrize(("agent", "workers"), [("random", 1), ("random", 3), ("expert", 1), ("expert", 2)])
def test_an_agent_enters_the_same_again(agent: str, workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole tasks as published, byte for byte; those that take the expert minutes are left out."""
    published = json.loads((ENTRIES[0].parent / f"{agent}.json").read_text("utf-8"))["entry"]["tasks"]
    cheap = ("take-it-easy", "take-it-easy-rays", "ultim-limit", "ultim-limit-super")
    names = cheap if agent == "expert" else tuple(published)
    monkeypatch.setattr(benchmark, "suite", lambda: small(*names))
    again = enter(agent, workers).plain()["tasks"]
    assert json.dumps(again) == json.dumps({name: published[name] for name in names})


def test_the_first_deals_of_an_entry_play_out() -> None:
    """The others take minutes: `make soak`."""
    for path in ENTRIES:
        told = benchmark.read_entry(path.read_text("utf-8"))
        for name in ("take-it-easy", "orchid", "limits", "ultim-limit-super"):
            first = next(benchmark._deals(told["tasks"][name]))
            assert benchmark.play(suite().task(name), 0, "public", first) == first


# What counts as an evaluation, as `docs/benchmark.md` says: where the bots make them.
COUNTED = {
    ("take-it-easy", "expert"): ((nets.Net, "output"), (nets, "_exactly")),
    ("limits", "expert"): ((limits.Position, "play_out"), (limits.Position, "accuse")),
    ("xtreme-limits", "expert"): ((xtreme_limits.Situation, "play_out"),),
}


@pytest.mark.parametrize(("game", "level"), COUNTED, ids=lambda name: str(name))
def test_bots_count_their_evaluations(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def counting(real: Any) -> Any:
        def called(*args: Any, **more: Any) -> Any:
            nonlocal calls
            calls += 1
            return real(*args, **more)

        return called

    for owner, name in COUNTED[game, level]:
        monkeypatch.setattr(owner, name, counting(getattr(owner, name)))
    table = tablee.Table(game, [f"bot:{level}", *["bot:random"] * (registry.find(game).game.usual_seats[0] - 1)], seed=4)
    bot, asked = table.bots[0], 0
    while asked < 12 and table.step() is not None:
        asked = table.match.turns[0]
    assert bot.evaluations == calls > 0


@pytest.mark.parametrize("game", sorted({task.game for task in suite().tasks}))
def test_all_levels_but_random_tell_their_cost(game: str) -> None:
    entry = registry.find(game)
    for level in entry.bots:
        if level in ("random", "champion"):  # champions take their time
            continue
        table = tablee.Table(entry, [f"bot:{level}"] * max(2, entry.game.usual_seats[0]), seed=4)
        while not all(bot.evaluations for bot in table.bots.values()):
            assert table.step() is not None, level


def test_tasks_are_values() -> None:
    assert suite().tasks[0] == Task("take-it-easy", "take-it-easy", (), ())
