"""Bots of your own: at a table, in simulations and leagues, on the command line and on a server."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.bots import fast_bot, players
from tablee.bots.levels import levels
from tablee.bots.own import BadBot, WithBots, import_bot, maker
from tablee.core import registry
from tablee.core.bot import Question
from tablee.core.game import BadText, IllegalAction, Refusal
from tablee.jobs.bots import BotJob, choose
from tablee.lab.arena import League, digest_of, play
from tablee.rooms.api import list_games
from tablee.server.settings import Settings
from tests.lab.test_arena_cluster import cluster
from tests.test_cli import Run, bad, run  # noqa: F401 - a fixture

ME = __name__
SOURCE = """
import tablee

class First(tablee.Bot):
    def choose(self, view, legal, now):
        return legal[0]
"""


class First(tablee.Bot[Any, Any]):
    """Takes the first legal action."""

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        return legal[0]


class OnlyEasy(First):
    games = ("take-it-easy",)


class Wrong(First):
    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        return "z9"


class Unfinished(tablee.Bot[Any, Any]):
    pass


def test_a_class_sits_at_a_table() -> None:
    table = tablee.Table("take-it-easy", ["Ada", First], seed=7)
    while table.run():
        table.act(0, table.legal(0)[0])
    assert len(set(table.match.result().scores)) == 1  # both take the first cell
    assert table.match.header.seats == (("Ada",), (f"bot:{ME}:First",))
    assert tablee.verify(table.record()).rows == table.match.rows


def test_classes_levels_and_names_play_together() -> None:
    first, named, regular = tablee.simulate("take-it-easy", [First, f"{ME}:First", "greedy"], games=3, seed="x")
    assert (first.bot, first.mean) == (named.bot, named.mean)
    assert regular.mean > first.mean
    assert regular.count == 3
    both = tablee.simulate("limits", ["expert", First], games=1, seats=3)
    assert [seat.bot for seat in both] == ["expert", f"{ME}:First", "expert"]


def test_a_league_takes_classes() -> None:
    first, regular = tablee.arena("take-it-easy", [First, "greedy"], games=4, rays="all")
    assert (first.bot, regular.bot) == (f"{ME}:First", "greedy")
    assert regular.lead.mean > 0
    assert tablee.arena("take-it-easy", [First, "greedy"], games=4, workers=2, rays="all") == (first, regular)


class Half:
    class Nested(First):
        pass


def test_classes_in_classes_have_names() -> None:
    assert import_bot(f"{ME}:Half.Nested") is Half.Nested
    assert tablee.Table("take-it-easy", [Half.Nested]).match.header.seats == ((f"bot:{ME}:Half.Nested",),)


@pytest.mark.parametrize(
    ("seat", "why"),
    [
        (int, "derived from tablee.Bot"),
        (Unfinished, "lacks choose"),
        (f"bot:{ME}:Nobody", "Nobody"),
        ("bot:no_such_module:Bot", "No module named"),
        (f"bot:{ME}:SOURCE", "derived from tablee.Bot"),
        ("bot:nobody", "There is no bot “nobody”"),
    ],
)
def test_a_wrong_class_is_refused_at_once(seat: Any, why: str) -> None:
    for begin in (
        lambda: tablee.Table("take-it-easy", ["Ada", seat]),
        lambda: tablee.simulate("take-it-easy", [seat if isinstance(seat, type) else seat.removeprefix("bot:")]),
    ):
        with pytest.raises(Refusal) as refused:
            begin()
        assert why in str(refused.value)
        assert "\n" not in str(refused.value)


def test_a_bot_of_another_game_is_refused() -> None:
    assert tablee.Table("take-it-easy", [OnlyEasy]).bots
    with pytest.raises(BadBot, match="plays take-it-easy, not limits"):
        tablee.Table("limits", [OnlyEasy, "bot:expert"])


def test_an_illegal_action_ends_a_match_with_a_sentence() -> None:
    with pytest.raises(IllegalAction, match="“Wrong” chose 'z9'"):
        tablee.Table("take-it-easy", [Wrong]).run()


def test_a_league_needs_classes_that_others_can_import() -> None:
    class Local(First):
        pass

    with pytest.raises(BadBot, match="Local"):
        tablee.arena("take-it-easy", [Local, "greedy"])
    assert tablee.simulate("take-it-easy", [Local], games=1)[0].count == 1


def test_other_code_is_another_league(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    folder = registry.find("take-it-easy").folder
    Path("own_bot_one.py").write_text(SOURCE)
    Path("own_bot_two.py").write_text(SOURCE + "\n# changed\n")
    digests = {digest_of(folder, names) for names in ((), ("own_bot_one:First",), ("own_bot_two:First",))}
    assert len(digests) == 3


# the command line


def test_commands_take_classes(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    monkeypatch.chdir(tmp_path)
    Path("own_bot_here.py").write_text(SOURCE)
    status, out, err = run("simulate", "take-it-easy", "--bots", "greedy,own_bot_here:First", "--games", "2")
    assert (status, err) == (0, "")
    assert "own_bot_here:First" in out
    status, out, err = run("arena", "take-it-easy", "--bots", "greedy,own_bot_here:First", "--games", "2", "--workers", "2")
    assert (status, err) == (0, "")
    bad(run("simulate", "take-it-easy", "--bots", "own_bot_here:Last"), "own_bot_here:Last")
    bad(run("arena", "take-it-easy", "--bots", "greedy,nowhere:Bot"), "nowhere")
    bad(run("play", "take-it-easy", "--bots", "nowhere:Bot"), "nowhere")


def test_play_shows_the_name_of_the_class(tmp_path: Path) -> None:
    (tmp_path / "own_bot.py").write_text(SOURCE)
    argv = [
        sys.executable,
        "-m",
        "tablee",
        "play",
        "take-it-easy",
        "--plain",
        "--bots",
        "own_bot:First",
        "--seed",
        "1",
        "--lang",
        "en",
    ]
    done = subprocess.run(argv, cwd=tmp_path, input="c3\n", capture_output=True, text=True)
    assert done.returncode == 0
    assert "First 2" in done.stdout


def test_dask_workers_say_what_they_cannot_import(tmp_path: Path, outside_part: Callable[[str], Any]) -> None:
    outside_part("distributed")
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
    (here / "own_bot_away.py").write_text(SOURCE)
    with cluster(there) as (address, _):
        argv = [sys.executable, "-m", "tablee", "arena", "take-it-easy", "--games", "2", "--lang", "en", "--cluster", address]
        done = subprocess.run([*argv, "--bots", "greedy,own_bot_away:First"], cwd=here, capture_output=True, text=True)
    assert done.returncode == 2
    line = done.stderr.strip().splitlines()[-1]
    assert line.startswith("On the machine")
    assert "No module named 'own_bot_away'" in line
    assert "Traceback" not in done.stderr


def test_refusals_survive_a_process() -> None:
    league = League("take-it-easy", ("greedy", f"{ME}:First"), 1, 1, "x")
    object.__setattr__(league, "bots", ("greedy", "no_such_module:Bot"))
    with pytest.raises(BadBot) as refused:
        play(league, 0, 0)
    again = pickle.loads(pickle.dumps(refused.value))
    assert (type(again), again.message, str(again)) == (BadBot, refused.value.message, str(refused.value))


# servers


def test_an_operator_offers_bots() -> None:
    find = pickle.loads(pickle.dumps(WithBots((("mine", f"{ME}:First"), ("easy", f"{ME}:OnlyEasy")))))
    easy, limits = find("take-it-easy"), find("limits")
    assert {"mine", "easy"} < {*players(easy)}
    assert "mine" in players(limits)
    assert "easy" not in players(limits)
    assert fast_bot(easy) == fast_bot(registry.find("take-it-easy"))
    assert [level.name for level in levels(easy)][-3:] == ["easy", "mine", "random"]
    table = tablee.Table("take-it-easy", ["Ada"], seed=1)
    question = Question(0, 0, table.match.view(0), table.match.legal(0), 0, 1)
    assert choose(BotJob("take-it-easy", "mine", question, "seed"), find).text == "a1"
    offered = {game["id"]: game["bots"] for game in json.loads(list_games(Settings(Path("nowhere.db"), find=find)))}
    assert "easy" in offered["take-it-easy"]
    assert "easy" not in offered["limits"]


@pytest.mark.parametrize(
    ("name", "bot", "why"),
    [
        ("expert", f"{ME}:First", "expert"),
        ("random", f"{ME}:First", "random"),
        ("bot:x", f"{ME}:First", "bot:x"),
        ("x" * 25, f"{ME}:First", "xxx"),
        ("mine", f"{ME}:Unfinished", "choose"),
        ("mine", "nowhere:Bot", "nowhere"),
    ],
)
def test_bad_bots_of_an_operator_are_refused(name: str, bot: str, why: str) -> None:
    with pytest.raises(Refusal) as refused:
        WithBots(((name, bot),))
    assert why in str(refused.value)


def test_serve_checks_its_bots_first(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    bad(run("serve", "--bot", "mine"), "NAME=MODULE:CLASS")
    bad(run("serve", "--bot", "mine=nowhere:Bot"), "nowhere")
    monkeypatch.setenv("TABLEE_BOTS", f"champion={ME}:First")
    bad(run("serve"), "champion")


def test_levels_of_a_game_come_first() -> None:
    entry = registry.find("take-it-easy")
    assert maker(entry, "greedy") is entry.bots["greedy"]
    with pytest.raises(BadText):
        WithBots((("greedy", f"{ME}:First"),))
