"""Measures the static site in three browsers: from Play to the first move, memory, and how long bots' moves take.

    python -m bench.site [VISITS]

The site comes from a host on this machine, each visit by a browser that has just been started, with an empty cache. "Play" is
the tap on the home page, as soon as it can be tapped; "first move" is when the first tile lies on the board and is stored.
"Again" is the same in a second visit, when the browser keeps everything. `--against` visits the site of another version in turn,
from its folder. Memory is what Chromium's page has for itself, with both workers. `--moves` compares the bots' choices in
Pyodide, under Node, with CPython's, in processor time.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from bench.arguments import parser
from tests.e2e.engines import ALL_ENGINES, Chromium, Engine, lacks, patiently
from tests.pyodide import pythons
from tests.static_site.hosts import FOLDER, StaticHost, make_site

VISITS = 5
CODE = """
from statistics import fmean
try:
    from js import process
    clock = lambda: process.cpuUsage().user / 1e6
except ImportError:
    from time import process_time as clock
from matches import registry, thoughts
from tablee.core.bot import CHAMPION
reading = fmean([clock() - clock() for _ in range(2000)])  # reading the clock takes time, too
for entry in registry.all_games():
    for level in entry.bots:
        if level != CHAMPION:
            print(entry.game.id, level, fmean([took for _ in range(3) for took in thoughts(entry, clock, level)]) + reading)
"""


READY = """
    const play = document.querySelector("article:has([data-game='take-it-easy']) button.play");
    return play !== null && !play.disabled;
"""
PLAY = """document.querySelector("article:has([data-game='take-it-easy']) button.play").click()"""
CELL = "return document.querySelector('[data-asked] [data-cell=c3][data-action]') !== null"
MOVE = """document.querySelector("[data-cell=c3]").dispatchEvent(new MouseEvent("click", {bubbles: true}))"""
LIES = "return document.querySelector(\"[data-cell=c3][aria-label*='-']\") !== null"
MINUTES = 1


def visit(name: str, base: str) -> tuple[float, float, float, int]:
    """Seconds until home can be used, from Play to the first move, and in a second visit; the bytes of Chromium's page."""
    engine = ALL_ENGINES[name]()
    try:
        begun = time.perf_counter()
        engine.open(base)
        wait(engine, READY)
        home = time.perf_counter() - begun
        first = play(engine)
        memory = _memory(engine)
        engine.open("about:blank")
        engine.open(base)
        wait(engine, READY)
        return home, first, play(engine), memory
    finally:
        engine.close()


def wait(engine: Engine, condition: str) -> None:
    patiently(lambda: engine.run(condition), RuntimeError, seconds=60 * MINUTES)


def play(engine: Engine) -> float:
    """Seconds from Play to the first move."""
    begun = time.perf_counter()
    engine.run(PLAY)
    wait(engine, CELL)
    engine.run(MOVE)
    wait(engine, LIES)
    return time.perf_counter() - begun


def _memory(engine: Engine) -> int:
    """Bytes; 0 in other browsers."""
    if not isinstance(engine, Chromium):
        return 0
    browser = engine.page.context.browser
    assert browser
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    return max(_resident(process["id"]) for process in found if process["type"] == "renderer")


def _resident(process: int) -> int:
    """Bytes of memory that a process has for itself."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text("utf-8")
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_")) * 1024


def moves() -> None:
    """The shortest of three rounds in turn, because machines are noisy."""
    rounds = [(_thoughts(pythons.cpython(CODE)), _thoughts(pythons.pyodide(CODE))) for _ in range(3)]
    for bot in rounds[0][0]:
        here, there = (min(times[bot] for times in column) for column in zip(*rounds, strict=True))
        print(f"{bot}: {there * 1000:.2f} ms for a choice in Pyodide, {there / here:.1f} × CPython's")


def _thoughts(printed: bytes) -> dict[str, float]:
    return {f"{game} {level}": float(mean) for game, level, mean in map(str.split, printed.decode().splitlines())}


def main(visits: int, names: list[str], against: Path | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        make_site(Path(folder))
        sites = {"here": Path(folder)} | ({"there": against} if against else {})
        with ExitStack() as cleanup:
            hosts = {version: StaticHost(root) for version, root in sites.items()}
            for host in hosts.values():
                cleanup.callback(host.stop)
            for name in names:
                measure(name, visits, hosts)


def measure(name: str, visits: int, hosts: dict[str, StaticHost]) -> None:
    seen: dict[str, list[tuple[float, float, float, int]]] = {version: [] for version in hosts}
    for _ in range(visits):  # in turn, because machines are noisy
        for version, host in hosts.items():
            seen[version].append(visit(name, host.base))
    for version, of in seen.items():
        home, first, again, memory = (statistics.median(column) for column in zip(*of, strict=True))
        print(f"{name} ({version}): home can be used after {home:.1f} s; ", end="")
        print(f"from Play to the first move {first:.1f} s, again {again:.1f} s (median of {visits} visits)", end="")
        print(f"; memory of the page with both workers {memory / 1e6:.0f} MB" if memory else "", flush=True)


if __name__ == "__main__":
    reader = parser(__doc__)
    reader.add_argument("visits", nargs="?", type=int, default=VISITS, metavar="N", help=f"number of visits (default: {VISITS})")
    reader.add_argument("--engine", choices=ALL_ENGINES, action="append", help="only this browser")
    reader.add_argument("--against", type=Path, metavar="FOLDER", help=f"a folder that has another version's site in {FOLDER}")
    reader.add_argument("--moves", action="store_true", help="measure the choices of bots instead")
    args = reader.parse_args()
    if why := pythons.missing():
        sys.exit(why)
    if args.moves:
        moves()
    else:
        names = [name for name in args.engine or ALL_ENGINES if not (what := lacks(name)) or print(f"{what} is not installed")]
        main(args.visits, names, args.against)
