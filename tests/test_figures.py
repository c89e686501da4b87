"""Figures that follow from the weights of bots are not older than these, and are made anew by one command."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from train import figures


@pytest.mark.parametrize(("game", "name"), [*figures.products()])
def test_nothing_is_older_than_its_weights(game: str, name: str) -> None:
    assert figures.is_current(game, name), f"run `python -m train.figures`: {name} of {game} were made from other weights"


def test_other_weights_make_figures_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (entry,) = (entry for entry in figures.games() if entry.game.id == "ultim-limit")
    folder = tmp_path / "games" / "ultim_limit"
    shutil.copytree(entry.folder / "players", folder / "players")
    changed = replace(entry, folder=folder)
    monkeypatch.setattr(figures, "games", lambda: [changed])
    assert figures.is_current("ultim-limit", "levels")
    with next((folder / "players").glob("*.toml")).open("a") as file:
        file.write("# other hands\n")
    assert not figures.is_current("ultim-limit", "levels")
    assert not figures.is_current("every game", "leaderboard")


def test_one_command_makes_what_is_old_and_notes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(figures, "MADE", tmp_path / "made.toml")
    monkeypatch.setattr("subprocess.run", lambda words, **_: ran.append(words))
    monkeypatch.setattr(sys, "argv", ["figures", "ultim-limit"])
    figures.main()
    modules = [words[2] for words in ran]
    assert modules == ["bench.levels"] * 3 + ["bench.losses"] * 2 + ["train.exercises", "train.percentiles"]
    figures.main()
    assert len(ran) == len(modules), "what is up to date is made again"


def test_every_command_is_there() -> None:
    for game, name in figures.products():
        for words in figures.commands(game, name):
            module = words[1] if words[0] == "-m" else ""
            file = module.replace(".", "/") + ".py" if module else words[0]
            assert module == "tablee" or (figures.ROOT / file).is_file()
