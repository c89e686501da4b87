"""The command line as a user calls it, in this process where possible and in its own process otherwise."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee import __version__, cli
from tablee.calls import calls
from tablee.chain import digest
from tablee.cli import shell
from tablee.core.record import read
from tablee.core.registry import Entry, all_games, find, names
from tablee.fair import commitment
from tablee.site.python import parts_here
from tablee.storage.sqlite import SqliteStore
from tablee.table import Table
from tablee.words import LANGUAGES, Words, rules_file
from tests.conftest import missing
from tests.games_here import TOY

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.quick

BEST = "9-6-3 9-6-8 9-2-4 / 5-6-8 5-6-3 5-2-8 5-7-4 / 1-6-4 1-6-8 1-2-3 1-7-8 1-7-4 / 9-6-4 9-2-8 9-7-3 9-7-8 / 5-2-4 5-7-8 5-7-3"
ENGLISH, EASY, TOY_WORDS = (Words("en", folder, also=shell.HERE) for folder in (None, find("take-it-easy").folder, TOY.folder))
COMMANDS, COMMANDES = (Words(lang, also=shell.HERE) for lang in LANGUAGES)
UNREADABLE = ENGLISH.text("bad-json", why="…").partition("…")[0]
TABLEE = [sys.executable, "-m", "tablee"]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str, str]]:
    """Exit status, standard output and standard error of `tablee …`."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    def call(*argv: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            status = cli.main(list(argv))
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return call


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def match_file(tmp_path: Path) -> Path:
    table = Table("take-it-easy", ["Ada", "bot:random"], seed="cli")
    while table.run():
        table.act(0, table.legal(0)[0])
    path = tmp_path / "a.match"
    table.save(path)
    return path


def placed(path: Path, you: int | None = None) -> str:
    """The sentence for Ada's first move in this record of Take it Easy!, as her seat reads it."""
    (_, tile, _), *moves = [json.loads(line) for line in path.read_text("utf-8").splitlines()[1:4]]
    cell = next(cell for seat, cell, _ in moves if seat == 0)
    return Words("en", find("take-it-easy").folder, ["Ada"], you).text("placed", seat=0, tile=tile, cell=cell)


def bad(result: tuple[int, str, str], *words: str) -> None:
    """Status 2, nothing on standard output, one clear line on standard error."""
    status, out, err = result
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err
    for word in words:
        assert word in err


# the whole


@pytest.mark.parametrize(
    "argv",
    [
        ("play", "take-it-easy", "--seed"),
        ("play", "take-it-easy", "--save"),
        ("simulate", "take-it-easy", "--seed"),
        ("check", "tests.toy", "--seed"),
    ],
)
def test_undecodable_arguments_get_one_line(run: Run, argv: tuple[str, ...]) -> None:
    bad(run(*argv, "\udcff"), argv[-1], COMMANDS.text("bad-text"))


def test_version_and_help(run: Run) -> None:
    assert run("--version") == (0, f"tablee {__version__}\n", "")
    status, out, _ = run("--help")
    assert status == 0
    assert "examples:" in out
    for command in ("games", "play", "simulate", "arena", "replay", "verify", "calls", "check", "score", "solve"):
        assert command in out
        assert run(command, "--help")[0] == 0


def test_version_imports_nothing_heavy() -> None:
    code = "import sys; from tablee.cli import main\ntry: main(['--version'])\nexcept SystemExit: print('', *sys.modules, '')"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    for heavy in ("msgspec", "fluent", "rich", "asyncio", "numpy", "tablee.core", "dataclasses"):
        assert f" {heavy} " not in out


def test_an_unknown_word_gets_one_line(run: Run) -> None:
    bad(run("games", "--loud"), "--loud")
    bad(run("games", "--lang", "de"), "de")
    bad(run("chess"), "chess")
    bad(run("play", "take-it-easy", "--series", "two"), "--series", "two")
    bad(run("simulate"), "GAME")
    bad(run("serve", "--port", "http"), "--port", "http")
    bad(run("score", "take-it-easy", BEST, "--loud", "now\nor never"), "--loud")


def test_every_command_has_json(run: Run) -> None:
    commands = "games play simulate arena replay verify calls check score solve serve backup export import prune"
    for command in commands.split():
        assert "--json" in run(command, "--help")[1]


def test_games_in_both_languages_and_json(run: Run) -> None:
    _, english, _ = run("games")
    _, french, _ = run("games", "--lang", "fr")
    listing = json.loads(run("games", "--json")[1])
    assert [game["id"] for game in listing] == [entry.game.id for entry in all_games()]
    assert "--option rays=none|all|best: Rays" in english
    assert "Rayons" in french
    assert {"id": "take-it-easy", "bots": ["random", "champion", "expert", "greedy", "first-game"]}.items() <= next(
        g for g in listing if "easy" in g["id"]
    ).items()


def test_the_language_comes_from_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    bad(run("score", "take-it-easy", "x"), Words("fr").text("board-columns", found=1, expected=5))
    bad(run("score", "take-it-easy", "x", "--lang", "en"), ENGLISH.text("board-columns", found=1, expected=5))


# score


def test_score_a_board(run: Run) -> None:
    status, out, _ = run("score", "take-it-easy", BEST)
    assert status == 0
    assert out.splitlines()[-1].split() == ["307", "total"]
    assert "27  Vertical line: 3 × 9  [a1 a2 a3]" in out
    assert run("score", "take-it-easy", "--option", "rays=all", BEST)[1].splitlines()[-1].split() == ["370", "total"]


def test_score_as_json(run: Run) -> None:
    for argv in (("take-it-easy", "--json", BEST), ("take-it-easy", BEST, "--json"), ("--json", "take-it-easy", BEST)):
        answer = json.loads(run("score", *argv)[1])
        assert answer["scores"] == [307]
        assert answer["sheets"][0][0] == {"what": "Vertical line: 3 × 9", "points": 27, "cells": ["a1", "a2", "a3"]}
        assert sum(row["points"] for row in answer["sheets"][0]) == 307


def request(**parts: Any) -> bytes:
    return json.dumps(parts).encode()


def test_score_a_json_request_for_several_players(run: Run) -> None:
    boards = [f"{column} / . . . . / . . . . . / . . . . / . . ." for column in ("9-2-4 9-6-3 9-6-8", "5-2-3 5-6-4 5-7-3")]
    asked = request(game="take-it-easy", options={"rays": "best"}, boards=[*boards, {"board": boards[0]}])
    for argv in (("--json", "-"), ("take-it-easy", "--json", "-"), ("--json", "-", "take-it-easy")):
        status, out, _ = run("score", *argv, stdin=asked)
        assert status == 0
        assert json.loads(out)["scores"] == [27 + 30, 15, 27 + 30]


@pytest.mark.parametrize(
    ("stdin", "word"),
    [
        (b"", UNREADABLE),
        (b"{]", UNREADABLE),
        (b"\xff", UNREADABLE),
        (b"[" * 100_000, UNREADABLE),
        (request(game="take-it-easy"), "boards"),
        (request(game="take-it-easy", boards=[7]), UNREADABLE),
        (request(game="take-it-easy", boards=[{"bored": ""}]), UNREADABLE),
        (request(game="take-it-easy", boards=[]), ENGLISH.text("no-board")),
        (request(game="chess", boards=[BEST]), "chess"),
        (request(game="take-it-easy", options={"rays": 7}, boards=[BEST]), "rays"),
        (request(game="take-it-easy", boards=[BEST], extra=1), "extra"),
        (request(game="take-it-easy", boards=[BEST.replace("9-6-3", "9-6-2")]), "9-6-2"),
    ],
)
def test_bad_requests(run: Run, stdin: bytes, word: str) -> None:
    bad(run("score", "--json", "-", stdin=stdin), word)


def test_bad_boards_and_games(run: Run) -> None:
    bad(run("score", "take-it-easy", BEST.replace("9-6-8", "9-6-3")), "9-6-3", "a1", "a2")
    bad(run("score", "take-it-easy", BEST, "--option", "rays"), "NAME=VALUE")
    bad(run("score", "chess", BEST), "chess", "take-it-easy")
    bad(run("score", "tests.toy", BEST), "toy")
    bad(run("score", "take-it-easy", "--json", "-", stdin=request(game="limits", boards=[BEST])), "limits")
    bad(run("score"), "GAME")
    bad(run("score", "take-it-easy"), "BOARD")


def test_score_help_comes_from_the_game(run: Run) -> None:
    assert " ".join(EASY.text("paper-board").split()) in " ".join(run("score", "take-it-easy", "--help")[1].split())
    assert "--json -" in run("score", "take-it-easy", "--help")[1]
    assert "GAME" in run("score", "--help")[1]


# solve


def test_solve(run: Run) -> None:
    status, out, _ = run("solve", "take-it-easy")
    first, *boards = out.splitlines()
    assert status == 0
    assert first == ENGLISH.text("solved", points=307, boards=16)
    assert len(boards) == 16
    assert BEST in boards
    answer = json.loads(run("solve", "take-it-easy", BEST.replace(" / ", " "), "--json")[1])
    assert (answer["points"], answer["bound"], answer["exact"]) == (307, 307, True)
    assert [*answer["boards"][0]] == ["board"]


def test_solve_tells_what_is_only_bounded(run: Run) -> None:
    argv = ("solve", "take-it-to-the-limit", "--option", "board=orchid", "--rounds", "40")
    answer = json.loads(run(*argv, "--json")[1])
    assert answer["points"] < answer["bound"]
    assert not answer["exact"]
    first, orchid, reserve, *_ = run(*argv)[1].splitlines()
    assert first == ENGLISH.text("solved-bound", points=answer["points"], bound=answer["bound"])
    assert orchid == f"orchid: {answer['boards'][0]['orchid']}"
    assert reserve == f"reserve: {' '.join(answer['boards'][0]['reserve'])}"
    moved = json.loads(run("solve", "take-it-to-the-limit", "--orchid", orchid[8:], "--reserve", reserve[9:], "--json")[1])
    assert (moved["points"], moved["exact"]) == (answer["points"], True)


def test_bad_puzzles(run: Run) -> None:
    bad(run("solve"), "GAME")
    bad(run("solve", "limits"), ENGLISH.text("no-solver", game="limits"))
    bad(run("solve", "take-it-easy", "9-7-3 9-7-2"), "9-7-2")
    bad(run("solve", "take-it-easy", "9-7-3"), "19")
    bad(run("solve", "take-it-easy", "--option", "rays=all"), ENGLISH.text("solve-options"))
    bad(run("solve", "take-it-easy", "--loud"), "--loud")
    assert "CALLS" in run("solve", "take-it-easy", "--help")[1]


# arena


def test_arena(run: Run, tmp_path: Path) -> None:
    argv = ("arena", "take-it-easy", "--bots", "greedy,random", "--games", "5", "--seed", "7", "--workers", "1")
    status, out, _ = run(*argv)
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()[2:]] == ["greedy", "random"]
    answer = json.loads(run(*argv, "--json", "--out", str(tmp_path))[1])
    greedy, chance = answer["bots"]
    assert greedy["score"]["mean"] > 80 > chance["score"]["mean"]
    assert chance["lead"]["interval"][1] < 0
    assert greedy["rating"]["mean"] > chance["rating"]["mean"]
    assert json.loads((tmp_path / "table.json").read_text("utf-8")) == answer
    assert (tmp_path / "plot.svg").read_text("utf-8").startswith("<svg")
    bad(run(*argv, "--out", str(tmp_path)), "--resume")
    assert json.loads(run(*argv, "--json", "--out", str(tmp_path), "--resume")[1]) == answer
    bad(run(*argv[:-3], "8", "--out", str(tmp_path), "--resume"), ENGLISH.text("arena-other", file="…").partition("…")[2][-30:])


def test_bad_leagues(run: Run, tmp_path: Path) -> None:
    bad(run("arena", "take-it-easy"), "--bots")
    bad(run("arena", "take-it-easy", "--bots", "nobody"), "nobody", "greedy")
    bad(run("arena", "take-it-easy", "--bots", "greedy"), ENGLISH.text("arena-bots"))
    bad(run("arena", "take-it-easy", "--bots", "greedy,greedy"), ENGLISH.text("arena-bots"))
    bad(run("arena", "take-it-easy", "--bots", "greedy,random", "--games", "0"), "0")
    bad(run("arena", "take-it-easy", "--bots", "greedy,random", "--workers", "0"), "0")
    bad(run("arena", "take-it-easy", "--bots", "greedy,random", "--seats", "501"), "501")
    bad(run("arena", "take-it-easy", "--bots", "greedy,random", "--resume"), "--out")
    (tmp_path / "file").touch()
    bad(run("arena", "take-it-easy", "--bots", "greedy,random", "--out", str(tmp_path / "file")), "file")


# simulate, check


def test_simulate(run: Run, tmp_path: Path) -> None:
    argv = ("simulate", "take-it-easy", "--games", "5", "--bots", "greedy,random", "--seed", "7")
    status, out, _ = run(*argv)
    assert status == 0
    assert [line.split()[1] for line in out.splitlines()[2:]] == ["greedy", "random"]
    rows = json.loads(run(*argv, "--json", "--save", str(tmp_path / "records"))[1])["seats"]
    assert rows[0]["mean"] > 80 > rows[1]["mean"]
    assert rows[0]["interval"][0] < rows[0]["mean"] < rows[0]["interval"][1]
    saved = sorted((tmp_path / "records").iterdir())
    assert [path.name for path in saved] == [f"{n:06}.match" for n in range(5)]
    assert run("verify", str(saved[0]))[0] == 0


def test_simulate_repeats_itself_for_a_seed(run: Run) -> None:
    first, again, other = (
        run("simulate", "take-it-easy", "--games", "3", "--seats", "2", "--seed", s)[1] for s in ("1", "1", "2")
    )
    assert first == again
    assert first.splitlines()[1:] != other.splitlines()[1:]
    assert "–" in run("simulate", "take-it-easy", "--games", "1")[1]
    assert json.loads(run("simulate", "take-it-easy", "--games", "1", "--json")[1])["seats"][0]["interval"] is None


@pytest.mark.parametrize("entry", all_games(), ids=lambda entry: entry.game.id)
def test_every_game_can_be_simulated_with_defaults(run: Run, entry: Entry) -> None:
    status, out, err = run("simulate", entry.game.id, "--games", "1", "--json")
    assert (status, err) == (0, "")
    assert len(json.loads(out)["seats"]) == entry.game.usual_seats[0]


def test_singular_and_plural(run: Run) -> None:
    once = ("simulate", "take-it-easy", "--games", "1")
    assert run(*once)[1].startswith("Take it Easy!: one match, seed 1\n")
    assert ": 1 partie, graine 1\n" in run(*once, "--lang", "fr")[1]
    assert run("check", "tests.toy", "--matches", "1")[1].startswith("toy: one random match and 2 golden records")
    bad(run("score", "take-it-easy", "9-7-8"), "one column instead")
    bad(run("score", "take-it-easy", "9-7-8", "--lang", "fr"), "1 colonne au lieu")
    bad(run("score", "take-it-easy", BEST.replace("9-6-3 9-6-8 ", "")), "Column a has one cell instead")


def test_bad_simulations(run: Run, tmp_path: Path) -> None:
    bad(run("simulate", "take-it-easy", "--seats", "501"), "501")
    bad(run("simulate", "take-it-easy", "--games", "0"), "0")
    bad(run("simulate", "take-it-easy", "--bots", "genius"), "genius", "greedy")
    bad(run("simulate", "take-it-easy", "--option", "sun=1"), "sun")
    (tmp_path / "file").write_text("")
    bad(run("simulate", "take-it-easy", "--save", str(tmp_path / "file")), "file")


def test_a_terminal_shows_a_progress_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert list(shell.progress(iter([1, 2]), 2, "playing")) == [1, 2]


def test_check_runs_the_laws(run: Run) -> None:
    assert run("check", "take-it-easy", "--matches", "3")[0] == 0
    assert json.loads(run("check", "tests.toy", "--matches", "5", "--json")[1]) == [{"game": "toy", "matches": 5, "records": 2}]
    bad(run("check", "no.such.game"), "no.such.game")
    bad(run("check", "chess"), "chess")


def test_check_says_which_law_is_broken(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.toy.rules import Toy

    monkeypatch.setattr(Toy, "bound", lambda self, seats, options: 3)
    status, _, err = run("check", "tests.toy")
    assert status == 1
    assert err.startswith("toy: law 9")


# records


def test_calls_are_recomputed(run: Run) -> None:
    seed = "00" * 32
    commit = ENGLISH.text("calls-commit", commit=commitment(seed))
    easy = find("take-it-easy").game
    assert run("calls", "take-it-easy", seed)[1].splitlines() == [commit, " ".join(calls(easy, seed, easy.options()))]
    found = json.loads(run("calls", "take-it-to-the-limit", seed, "--option", "board=orchid", "--json")[1])
    assert (found["commit"], len(found["calls"])) == (commitment(seed), 25)
    bad(run("calls", "limits", seed), "limits")
    bad(run("calls", "take-it-easy", "00"), "64")


def test_verify_and_replay(run: Run, match_file: Path) -> None:
    found = digest([read(line) for line in match_file.read_text().splitlines()])
    told_as = [ENGLISH.text("verified", draws=19), ENGLISH.text("record-digest", digest=found), ""]
    assert run("verify", str(match_file)) == (0, "\n".join(told_as), "")
    assert json.loads(run("verify", "--json", "-", stdin=match_file.read_bytes())[1]) == {
        "game": "take-it-easy",
        "draws": 19,
        "fair": True,
        "digest": found,
    }
    status, out, _ = run("replay", str(match_file))
    assert status == 0
    assert placed(match_file) in out
    assert "1. " in out.splitlines()[-2]
    told = json.loads(run("replay", str(match_file), "--json", "--seat", "2")[1])
    assert told["scores"] == json.loads(match_file.read_text().splitlines()[-1])["scores"]
    assert told["rows"] == 57


def test_bots_of_the_same_level_are_numbered(run: Run) -> None:
    out = run("replay", str(find("xtreme-limits").folder / "golden" / "three-random.match"))[1]
    names = ["?", "Random 2", "Random 3"]
    assert Words("en", find("xtreme-limits").folder, names).text("swaps", seat=1, other=2) in out.splitlines()
    assert "bot:" not in out


def test_replay_mentions_late_presses_and_stopped_clocks(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.core.registry.find", lambda name: TOY)
    path = tmp_path / "toy.match"
    for late, word in ((99_000, "Ada was too late: take."), (0, "Stopped in time: the hidden timer was set to ")):
        table = Table(TOY, ["Ada", "Bo"], seed="clock")
        table.act(1, "leave", 1000)
        table.act(0, "take", 1001 + late)
        table.run()
        table.save(path)
        assert word in run("replay", str(path))[1]
        assert (word in run("replay", str(path), "--seat", "1")[1]) is bool(late)  # it is this seat's own
        assert word not in run("replay", str(path), "--seat", "2")[1]
        assert any(word in line for line in json.loads(run("replay", "--json", str(path))[1])["news"])


def test_an_unfinished_record_is_replayed_to_its_last_line(run: Run, match_file: Path) -> None:
    begun = b"".join(match_file.read_bytes().splitlines(keepends=True)[:5])
    assert run("replay", "-", stdin=begun)[1].splitlines()[-1] == ENGLISH.text("not-over-yet")
    assert "scores" not in json.loads(run("replay", "-", "--json", stdin=begun)[1])


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_bad_records_get_one_line_with_its_number(run: Run, match_file: Path, command: str) -> None:
    lines = match_file.read_bytes().splitlines(keepends=True)
    cases: list[tuple[bytes, str]] = [
        (b"", "line 1"),
        (b"".join(lines)[:-20], f"line {len(lines)}"),
        (b"".join([*lines[:9], lines[9][:-4]]), "line 10"),
        (b"".join([lines[1], lines[0], *lines[2:]]), "line 1"),
        (b"".join([*lines[:3], lines[1], *lines[3:]]), "line 4"),
        (b"".join([*lines[:2], b'[0,"z9",1000]\n', *lines[3:]]), "line 3"),
        (b"".join([lines[0].replace(b"take-it-easy", b"chess"), *lines[1:]]), "line 1"),
        (b"".join([lines[0].replace(b'"1.0"', b'"7"'), *lines[1:]]), "line 1"),
        (b"".join([lines[0].replace(b"{}", b'{"x":1}'), *lines[1:]]), "line 1"),
        (b"".join([lines[0].replace(b"Ada", b"\\ud800"), *lines[1:]]), "line 1"),
        (os.urandom(1 << 20) * 10, "line 1"),
        (b"x" * 10_000_000, "line 1"),
    ]
    for content, word in cases:
        bad(run(command, "-", stdin=content), word)


@pytest.mark.parametrize("command", ["verify", "replay", "import"])
def test_a_record_does_not_choose_what_is_imported(run: Run, match_file: Path, tmp_path: Path, command: str) -> None:
    text = match_file.read_bytes().replace(b'"take-it-easy"', b'"tablee.games.take_it_easy"')
    more = ("--data", str(tmp_path / "t.db")) if command == "import" else ()
    bad(
        run(command, "-", *more, stdin=text),
        "line 1",
        ENGLISH.text("unknown-game", game="tablee.games.take_it_easy", known=", ".join(names())),
    )


def test_a_wrong_commit_or_draw_is_named(run: Run, match_file: Path) -> None:
    text = match_file.read_text()
    seed = json.loads(text.splitlines()[-1])["reveal"]
    bad(
        run("verify", "-", stdin=text.replace(seed, "0" * 64).encode()),
        ENGLISH.text("at-line", line=59, why=ENGLISH.text("wrong-commit")),
    )
    first = json.loads(text.splitlines()[1])[1]
    second = next(name for name in ("1-2-3", "1-2-4") if name != first)
    bad(run("verify", "-", stdin=text.replace(f'"{first}"', f'"{second}"', 1).encode()), "line 2", first, second)


def test_a_missing_file_gets_one_line(run: Run, match_file: Path) -> None:
    bad(run("verify", "no/such.match"), "no/such.match")
    bad(run("replay", str(match_file.parent)), str(match_file.parent))
    bad(run("replay", str(match_file), "--seat", "3"), "3")


WRITERS = {
    "backup": ("backup", "{to}", "--data", "{data}"),
    "transfer": ("transfer", "{to}", "--data", "{data}"),
    "import": ("import", "{record}", "--data", "{to}"),
    "serve": ("serve", "--data", "{to}", "--port", "0", "--no-browser"),
    "certificate": ("serve", "--tls", "auto", "--data", "{to}", "--port", "0", "--no-browser"),
    "site": ("site", "{to}"),
    "simulate": ("simulate", "take-it-easy", "--games", "1", "--save", "{to}"),
    "arena": ("arena", "take-it-easy", "--games", "1", "--bots", "random,greedy", "--workers", "1", "--out", "{to}"),
    "play": ("play", "take-it-easy", "--save", "{to}"),
}
NO_NEW_FOLDERS = ("backup", "play")  # the others make the folders they need
PLACES = [*((command, "is-a-file/x") for command in WRITERS), *((command, "missing/x") for command in NO_NEW_FOLDERS)]


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"" for path in sorted(folder.rglob("*"))}


@pytest.mark.parametrize(("command", "place"), PLACES)
def test_a_place_that_cannot_be_written_gets_one_line(
    run: Run, match_file: Path, tmp_path: Path, command: str, place: str
) -> None:
    """And nothing is changed."""
    if command == "site" and parts_here() is None:
        missing("Python for browsers is not here: make .venv/pyodide")
    data, to = tmp_path / "tablee.db", tmp_path / place
    assert run("import", str(match_file), "--data", str(data))[0] == 0
    assert run("transfer", str(tmp_path / "other.db"), "--data", str(data))[0] == 0  # it leaves the file that it locks
    (tmp_path / "is-a-file").write_text("mine")
    before = tree(tmp_path)
    argv = [word.format(to=to, data=data, record=match_file) for word in WRITERS[command]]
    bad(run(*argv), str(to.parent))
    assert tree(tmp_path) == before


def test_a_backup_that_fails_leaves_nothing_behind(
    run: Run, match_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def half(store: SqliteStore, to: Path) -> None:
        to.write_bytes(b"half")
        raise sqlite3.OperationalError("database or disk is full")

    data, copy = str(tmp_path / "tablee.db"), tmp_path / "copy.db"
    assert run("import", str(match_file), "--data", data)[0] == 0
    monkeypatch.setattr(SqliteStore, "backup", half)
    bad(run("backup", str(copy), "--data", data), str(copy), "disk is full")
    bad(run("backup", str(copy), "--data", str(tmp_path / "none.db")), "none.db")
    assert not copy.exists()


@pytest.mark.posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_behind_standard_output_gets_one_line(match_file: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*TABLEE, "replay", str(match_file)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    bad((done.returncode, "", done.stderr), "stdout")


@pytest.mark.posix
def test_a_closed_pipe_is_no_error(match_file: Path) -> None:
    command = subprocess.Popen([*TABLEE, "replay", str(match_file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.close()
    with command:
        assert command.stderr.read() == b""
    assert command.returncode == 0


# play


def answers(*lines: str) -> bytes:
    """These lines, then every cell often enough to fill a board."""
    cells = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
    return "\n".join([*lines, *cells * 19]).encode() + b"\n"


def play(*argv: str, stdin: bytes) -> subprocess.CompletedProcess[str]:
    environ = os.environ | {"LANG": "en_GB.UTF-8", "LANGUAGE": "", "PYTHONIOENCODING": "utf-8"}
    command = [*TABLEE, "play", *argv]
    done = subprocess.run(command, input=stdin, capture_output=True, env=environ, timeout=120, check=False)
    return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_a_whole_match_in_the_terminal(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "mine.match"
    stdin = answers("?", "sheet", "rules", "zz", "c3")
    done = play("take-it-easy", "--save", str(path), "--name", "Ada", "--seed", "holiday", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    assert "a1 a2 a3 b1" in done.stdout  # the answer to ?
    assert rules_file(find("take-it-easy").folder, "en")[0].read_text("utf-8") in done.stdout
    assert EASY.text("no-such-cell", cell="zz", first="a1", last="e3") in done.stdout
    assert placed(path, you=0) in done.stdout
    assert "·c1·" in done.stdout
    assert run("verify", str(path))[0] == 0
    again = play("take-it-easy", "--save", str(tmp_path / "again.match"), "--name", "Ada", "--seed", "holiday", stdin=stdin)
    assert again.returncode == 0
    first, second = (
        [json.loads(line)[:2] for line in file.read_text().splitlines()[1:-1]] for file in (path, tmp_path / "again.match")
    )
    assert first == second


def test_plain_mode_reads_well_aloud() -> None:
    done = play("take-it-easy", "--plain", "--bots", "random,random", "--lang", "fr", stdin=answers("rules"))
    assert done.returncode == 0
    assert rules_file(find("take-it-easy").folder, "fr")[0].read_text("utf-8").strip() in done.stdout
    assert "a: –, –, –" in done.stdout
    assert "·" not in done.stdout
    assert f"{Words('fr').bot('random')} 3" in done.stdout


def test_seats_count_from_one_in_the_terminal(tmp_path: Path) -> None:
    """In what people read and type; records count from 0."""
    path, lines = tmp_path / "mine.match", b"hide red\nblue\n?\naccuse 1\naccuse 0\naccuse 3\nquit\n"
    done = play("limits", "--bots", "greedy,greedy", "--seed", "5", "--save", str(path), stdin=lines)
    limits = Words("en", find("limits").folder, ["Player", "Regular 2", "Regular 3"], you=0)
    accused = [limits.text("accuses", seat=0, other=2, colour=colour) for colour in ("red", "yellow", "green", "blue", "purple")]
    assert "accuse 2 · accuse 3" in done.stdout  # the answer to ?
    assert limits.text("accuse-yourself") in done.stdout
    assert limits.text("no-such-action", text="accuse") in done.stdout
    assert set(accused) & set(done.stdout.splitlines())
    assert '[0,"accuse 2",' in path.read_text("utf-8")


def test_a_series_in_the_terminal() -> None:
    done = play("take-it-easy", "--series", "2", stdin=answers() + answers())
    assert ENGLISH.text("next-game", number=2, games=2) in done.stdout


@pytest.mark.parametrize("stdin", [b"quit\n", b"c3\nq\n", b"", b"c3"])
def test_leaving_a_match(tmp_path: Path, stdin: bytes, run: Run) -> None:
    path = tmp_path / "begun.match"
    done = play("take-it-easy", "--save", str(path), stdin=stdin)
    assert done.returncode == 0
    assert ENGLISH.text("not-over-yet") in done.stdout
    assert run("replay", str(path))[0] == 0


def test_bad_play(run: Run) -> None:
    bad(run("play"), COMMANDS.text("name-a-game"))
    bad(run("play", "chess"), "chess")
    bad(run("play", "take-it-easy", "--series", "0"), "0")
    bad(run("play", "take-it-easy", "--bots", "genius"), "genius")
    for name in ("bot:greedy", "\udcff", "\a"):  # a name for bots, and two that cannot be printed
        bad(run("play", "take-it-easy", "--name", name), ENGLISH.text("bad-name"))
    done = play("take-it-easy", "--save", "/no/such/folder/x", "--seed", "0" * 64, stdin=b"quit\n")
    assert (done.returncode, done.stdout) == (2, "")  # before the match
    assert len(done.stderr.splitlines()) == 1


def test_the_result_of_a_match_as_json() -> None:
    done = play("take-it-easy", "--json", "--name", "Ada", stdin=answers())
    result = json.loads(done.stdout)
    assert result["game"] == "take-it-easy"
    assert len(result["scores"]) == len(result["places"]) == 2
    assert EASY.text("prompt") in done.stderr
    assert json.loads(play("take-it-easy", "--json", stdin=b"quit\n").stdout) == {"game": "take-it-easy"}


def test_a_hidden_glass_runs_in_real_time() -> None:
    """The toy's glass ends by itself while nobody types; an answer in time counts."""
    command = [*TABLEE, "play", "tests.toy"]
    asleep = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert asleep.stdin is not None
    assert asleep.stdout is not None
    began = time.monotonic()
    said = asleep.stdout.read().decode()
    assert TOY_WORDS.text("sand") in said
    assert time.monotonic() - began > 2.5
    asleep.stdin.close()
    asleep.stdout.close()
    assert asleep.wait(20) == 0
    awake = play("tests.toy", stdin=b"dance\ntake\n")
    assert TOY_WORDS.text("no-such-action", text="dance") in awake.stdout
    assert "take" in awake.stdout


@pytest.mark.posix
def test_control_c_leaves_politely() -> None:
    """On a real terminal."""
    import pty  # not on Windows

    leader, follower = pty.openpty()
    command = subprocess.Popen(
        [*TABLEE, "play", "take-it-easy"],
        stdin=follower,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs may ignore SIGINT
    )
    assert command.stdout is not None
    assert command.stderr is not None
    while command.stdout.readline().decode().rstrip() != EASY.text("prompt"):
        assert command.poll() is None
    command.send_signal(signal.SIGINT)
    with command:
        assert ENGLISH.text("not-over-yet") in command.stdout.read().decode()
        assert command.stderr.read() == b""
    assert command.returncode == 0
    os.close(leader)
    os.close(follower)


def test_interrupting_anything_else_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablee.replay.verify", interrupt)
    assert run("verify", "-") == (130, "", "")


def test_the_game_declares_flags_for_extra_boards(run: Run) -> None:
    orchid = (
        "12-7-5 12-11-3 / 9-11-5 4-11-3 1-7-3 / . 1-6-5 1-11-5 . / 4-6-8 4-7-10 4-7-5 4-2-10 4-6-3 / "
        "12-2-10 12-11-8 12-7-10 12-2-5 12-6-8 12-6-3 / 9-6-10 9-2-8 . 9-6-5 9-2-3"
    )
    reserve = [word for tile in ("9-11-10", "1-11-10", "1-2-3") for word in ("--reserve", tile)]
    for more, score in (((), 434), (("--relocated", "B=1-11-10"), 348), (("--relocated", "A="), 337)):
        argv = ("score", "take-it-to-the-limit", "--orchid", orchid, *reserve, *more, "--option", "board=orchid", "--json")
        assert json.loads(run(*argv)[1])["scores"] == [score]
    bad(run("score", "take-it-to-the-limit", "--orchid", orchid, "--relocated", "B"), "KEY=TEXT")
    asked = request(game="take-it-to-the-limit", boards=[{"orchid": orchid, "reserve": ["9-11-10", "1-11-10", "1-2-3"]}])
    assert json.loads(run("score", "--json", "-", stdin=asked)[1])["scores"] == [434]


# strict input, in both languages

NO_FILE = os.strerror(2)
BAD: list[tuple[tuple[str, ...], str, dict[str, str | int]]] = [
    (("serve", "--data", "mysql://x"), "bad-data", {"data": "mysql://x"}),
    (("import", "a.match", "--data", "mysql://x"), "bad-data", {"data": "mysql://x"}),
    (("serve", "--data", "typo/x.db"), "no-folder", {"folder": "typo"}),
    (("serve", "--behind", "xyz"), "bad-proxy", {"text": "xyz"}),
    (("serve", "--behind", "10.0.0.1,10.0.0.0/99"), "bad-proxy", {"text": "10.0.0.0/99"}),
    (("serve", "--allow-host", "https://games.example.org/"), "bad-host-name", {"text": "https://games.example.org/"}),
    (("serve", "--base-path", "../x"), "bad-base-path", {"text": "../x"}),
    (("serve", "--limit", "tables=x"), "bad-setting", {"name": "--limit tables", "text": "x", "least": 1, "most": 10**9}),
    (("serve", "--port", "99999"), "bad-setting", {"name": "--port", "text": "99999", "least": 0, "most": 65535}),
    (("serve", "--port", "x"), "bad-number", {"text": "x"}),
    (("serve", "--tls", "a,b"), "no-file", {"file": "a", "why": NO_FILE}),
    (("serve", "--tls", "a"), "bad-flag", {"text": "a", "form": "--tls CERT,KEY"}),
    (("arena", "take-it-easy", "--bots", "greedy"), "arena-bots", {}),
    (("check", "os"), "unknown-game", {"game": "os", "known": ", ".join(names())}),
    (("games", "more"), "too-many-arguments", {"text": "more"}),
    (("verify",), "argparse-required", {"text": "FILE"}),
]


@pytest.mark.parametrize(("argv", "id", "args"), BAD, ids=lambda value: value if isinstance(value, str) else "")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_bad_input_is_refused_in_words(
    run: Run,
    argv: tuple[str, ...],
    id: str,
    args: dict[str, str | int],
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    words = COMMANDS if lang == "en" else COMMANDES
    bad(run(*argv, "--lang", lang), words.text(id, **args))
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("argv", "near"),
    [
        (("serv",), "serve"),
        (("serve", "--prot", "1"), "--port"),
        (("play", "take-it-eazy"), "take-it-easy"),
        (("simulate", "take-it-easy", "--bots", "gredy"), "greedy"),
        (("simulate", "take-it-easy", "--option", "ray=all"), "rays"),
        (("simulate", "take-it-easy", "--option", "rays=bests"), "best"),
        (("serve", "--limit", "tabels=3"), "tables"),
        (("games", "--lang", "fra"), "fr"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_nearly_right_gets_a_suggestion(
    run: Run, argv: tuple[str, ...], near: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", lang)
    bad(run(*argv), (COMMANDS if lang == "en" else COMMANDES).text("did-you-mean", near=near))
    assert COMMANDS.text("did-you-mean", near="").rstrip("”?") not in run("play", "chess")[2]


def test_the_language_may_come_before_the_command(run: Run) -> None:
    assert run("--lang", "fr", "games") == run("games", "--lang", "fr") == run("--lang=fr", "games")
    assert run("--json", "games") == run("games", "--json")
    assert COMMANDES.text("help-tablee") in run("--lang", "fr", "--help")[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_is_in_the_language_of_the_user(run: Run, lang: str) -> None:
    """Every sentence of it: ids that are unknown would be shown as they are."""
    words, other = (COMMANDS, COMMANDES) if lang == "en" else (COMMANDES, COMMANDS)
    for command in ("", "serve", "play", "simulate", "arena", "backup", "prune", "check", "calls"):
        status, out, err = run(*filter(None, [command]), "--help", "--lang", lang)
        told = " ".join(out.split())  # no-break spaces are gone, too
        assert (status, err) == (0, "")
        assert "help-" not in out
        assert " ".join(words.text("argparse-usage").split()) in told
        assert words.text("argparse-help") in told
        assert other.text("argparse-help") not in told
        assert " ".join(words.text(f"help-{command or 'tablee'}").split()[:4]) in told
    solve = " ".join(run("solve", "take-it-easy", "--help", "--lang", lang)[1].split())
    assert " ".join(words.text("help-option").split()) in solve


def test_every_help_has_a_sentence() -> None:
    """Of every command and flag, so that none stays English."""
    found = list[str]()
    top = cli._parser(shell.Shell("en"))
    commands: Any = next(action for action in top._actions if action.metavar == "COMMAND")
    for parser in [top, *commands.choices.values()]:
        found += [parser.description, *(action.help for action in parser._actions if action.help)]
    assert len(found) > 60
    assert [text for text in found if text and not COMMANDS.knows(text) and text not in shell.ARGPARSE] == []


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (("play", "chess"), "unknown-game"),
        (("play",), "name-a-game"),
        (("serve", "--foo"), "bad-arguments"),
        (("verify", "nothing.match"), "no-file"),
        (("serve", "--port", "99999"), "bad-setting"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_with_json_errors_are_json(run: Run, argv: tuple[str, ...], code: str, lang: str) -> None:
    status, out, err = run(*argv, "--json", "--lang", lang)
    told = json.loads(err)
    assert (status, out, told["error"]) == (2, "", code)
    assert f"{told['message']}\n" == run(*argv, "--lang", lang)[2]


def test_numbers_in_tables_are_french(run: Run) -> None:
    call = ("simulate", "take-it-easy", "--games", "2", "--bots", "random,random", "--lang")
    english, french = (run(*call, lang)[1] for lang in LANGUAGES)
    assert re.search(r"\d\.\d\d ", english)
    assert re.search(r"\d\.\d%", english)
    assert re.search(r"\d,\d\d ", french)
    assert re.search(r"\d,\d\N{NO-BREAK SPACE}%", french)
    assert not re.search(r"\d\.\d", french)


def test_the_comparison_says_what_it_needs(tmp_path: Path) -> None:
    environ = os.environ | {"PATH": str(tmp_path)}
    call = [sys.executable, "-m", "bench.compare"]
    done = subprocess.run(call, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "npm ci --prefix bench/compare" in done.stderr
    assert "Traceback" not in done.stderr


def test_review_says_what_decisions_were_worth(run: Run) -> None:
    path = str(find("take-it-easy").folder / "golden" / "two.match")
    status, text, _ = run("review", path, "--seat", "2", "--depth", "1")
    assert status == 0
    assert text.startswith("Review: Random 2\n")
    assert re.search(r"At the start +166\.9\n  Luck +−18\.4\n  Correction +\+3\.8\n  Play +−113\.3\n  Result +39\.0\n", text)
    assert "d1 was worth 22.4 more (± 1.8).\n  · e2 breaks" in text
    french = run("review", path, "--seat", "2", "--depth", "1", "--lang", "fr")[1]
    assert "  Jeu           −113,3\n" in french
    found = json.loads(run("review", path, "--seat", "2", "--depth", "1", "--json")[1])
    assert (found["done"], found["of"], found["seat"], found["sums"]["result"]) == (20, 20, 1, 39_000_000)
    assert len([turn for turn in found["turns"] if "decision" in turn]) == 19
    for wrong in (["--seat", "3"], ["--seat", "0"], ["--depth", "9"]):
        assert run("review", path, *wrong)[0] == 2
