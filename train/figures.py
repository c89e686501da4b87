"""Makes everything anew that follows from the weights of bots: `python -m train.figures [GAME …] [--list] [--anew]`.

For each game: what levels score and lose, the percentiles, and the exercises; then the entries of the leaderboard, the pages of
docs/ and the files of the web client that show such figures. What was made from the weights that are there now is left alone, so
a run that was stopped goes on where it was. `made.toml` says from which weights each was made; `tests/test_figures.py` fails if
one is older. All of it takes hours of one core, most of them for champions and the leaderboard.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from tablee.core import registry
from tablee.core.registry import Entry
from train.percentiles import PLANS

ROOT = Path(__file__).parent.parent
MADE = Path(__file__).with_name("made.toml")
HEAD = "# From which weights figures were made. `python -m train.figures` writes it.\n"
EVERY_GAME = "every game"
BENCHMARK = ROOT / "docs" / "benchmark"  # its entries

# The names of what is made, and the commands for it.
LEVELS, LOSSES, PERCENTILES, EXERCISES, LEADERBOARD, PAGES = (
    "levels",
    "losses",
    "percentiles",
    "exercises",
    "leaderboard",
    "pages",
)
PAGE_MAKERS = ("docs/ladder.py", "docs/coach.py", "docs/leaderboard.py", "web/generate.py")


def commands(game: str, name: str) -> Iterator[list[str]]:
    """What to run, after `python`."""
    if name == LEVELS:
        yield from (["-m", "bench.levels", game, *flags] for flags in ([], ["--ladder"], ["--own-commands"]))
    elif name == LOSSES:
        yield from (["-m", "bench.losses", game, *flags] for flags in ([], ["--ladder"]))
    elif name == PERCENTILES:
        yield ["-m", "train.percentiles", game]
    elif name == EXERCISES:
        yield ["-m", "train.exercises", game]
    elif name == LEADERBOARD:
        for file in sorted(BENCHMARK.glob("*.json")):
            yield ["-m", "tablee", "benchmark", file.stem, "--out", str(file)]
    else:
        yield from ([maker] for maker in PAGE_MAKERS)


def products() -> Iterator[tuple[str, str]]:
    """A game and what is made for it, in an order in which they can be made."""
    for entry in games():
        yield from ((entry.game.id, name) for name in (LEVELS, LOSSES, EXERCISES))
        if entry.game.id in PLANS:
            yield entry.game.id, PERCENTILES
    yield from ((EVERY_GAME, name) for name in (LEADERBOARD, PAGES))


def games() -> list[Entry]:
    """Those that are ours."""
    return [entry for entry in registry.all_games() if entry.folder.parent.name == "games"]


def weights(game: str) -> str:
    """A digest of the weights of a game's bots."""
    digest = sha256()
    for entry in games():
        if game in (entry.game.id, EVERY_GAME):
            for file in sorted(path for kind in ("bin", "toml") for path in (entry.folder / "players").glob(f"*.{kind}")):
                digest.update(f"{entry.game.id}/{file.name}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def made() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(MADE.read_text("utf-8")) if MADE.exists() else {}


def is_current(game: str, name: str) -> bool:
    return made().get(game, {}).get(name) == weights(game)


def note(game: str, name: str) -> None:
    """That this was made from the weights that are there now."""
    known: dict[str, dict[str, str]] = {one: dict(names) for one, names in made().items()}
    known.setdefault(game, {})[name] = weights(game)
    lines = [HEAD]
    for one in dict.fromkeys(one for one, _ in products()):
        lines += [f'\n["{one}"]\n', *(f'{name} = "{digest}"\n' for name, digest in sorted(known.get(one, {}).items()))]
    MADE.write_text("".join(lines), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m train.figures", description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", help="ids of games (default: all, and what is about all of them)")
    parser.add_argument("--list", action="store_true", help="only say what is out of date")
    parser.add_argument("--anew", action="store_true", help="make what is up to date, too")
    wanted = parser.parse_args()
    for game, name in products():
        if (wanted.game and game not in wanted.game) or (is_current(game, name) and not wanted.anew):
            continue
        print(f"{name} of {game}", flush=True)
        if not wanted.list:
            for words in commands(game, name):
                subprocess.run([sys.executable, *words], check=True, cwd=ROOT)
            note(game, name)


if __name__ == "__main__":
    main()
