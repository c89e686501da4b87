"""Measures the static site in Chromium: from Play to the first move, memory, and how long bots' moves take.

    python -m bench.site [VISITS]

The site comes from a host on this machine, each visit with an empty cache. "Play" is the tap on the home page; "first move" is
when the first tile lies on the board and is stored. Memory is what the page's process has for itself, with both workers.
`--moves` compares the bots' choices in Pyodide, under Node, with CPython's, in processor time.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from bench.arguments import parser
from playwright.sync_api import Browser, sync_playwright
from tests.e2e.conftest import CHROMIUM, DESK, FLAGS
from tests.e2e.hands import choose
from tests.e2e.said import say
from tests.pyodide import pythons
from tests.static_site.hosts import StaticHost, make_site

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


def visit(browser: Browser, base: str) -> tuple[float, float, int]:
    """Seconds until home can be used, seconds from Play to the first move, and the bytes of one worker's Python."""
    context = browser.new_context(viewport={"width": DESK[0], "height": DESK[1]}, locale="en-GB", reduced_motion="reduce")
    page = context.new_page()
    begun = time.perf_counter()
    page.goto(base)
    play = choose(page, "take-it-easy").get_by_role("button", name=say("web-play-bots"), exact=True)
    play.wait_for()
    home = time.perf_counter() - begun
    begun = time.perf_counter()
    play.click()
    page.locator("[data-cell=c3]").click(timeout=120_000)
    page.locator("[data-cell=c3][aria-label*='-']").wait_for()
    moved = time.perf_counter() - begun
    chrome = browser.new_browser_cdp_session()
    found = chrome.send("SystemInfo.getProcessInfo")["processInfo"]
    pages = [one["id"] for one in found if one["type"] == "renderer"]
    memory = max(_resident(id) for id in pages)
    context.close()
    return home, moved, memory


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


def main(visits: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        make_site(Path(folder))
        host = StaticHost(Path(folder))
        with sync_playwright() as drive:
            browser = drive.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            seen = [visit(browser, host.base) for _ in range(visits)]
            browser.close()
        host.stop()
    home, moved, memory = (statistics.median(column) for column in zip(*seen, strict=True))
    print(
        f"home can be used after {home:.1f} s; from Play to the first move {moved:.1f} s (median of {visits} visits, empty cache)"
    )
    print(f"memory of the page with both workers: {memory / 1e6:.0f} MB")


if __name__ == "__main__":
    reader = parser(__doc__)
    reader.add_argument("visits", nargs="?", type=int, default=VISITS, metavar="N", help=f"number of visits (default: {VISITS})")
    reader.add_argument("--moves", action="store_true", help="measure the choices of bots instead")
    args = reader.parse_args()
    if why := pythons.missing():
        sys.exit(why)
    if args.moves:
        moves()
    else:
        main(args.visits)
