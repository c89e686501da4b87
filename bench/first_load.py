"""Measures the first visit on a slow phone: bytes over the wire, and how long until a tap on Play does something.

    python -m bench.first_load [VISITS]

Chromium visits a server on this machine with an empty cache, a processor slowed down four times, and a network of 1.6 Mbit/s with
150 ms of latency. Bytes are those of answers with their headers, as Chromium counts them. The first tap is on Play against bots,
as soon as it is on the page; its time is when the request it makes leaves the page.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path
from typing import Any

from bench.arguments import visits
from playwright.sync_api import Browser, sync_playwright
from tests.e2e.conftest import CHROMIUM, FLAGS, PHONE
from tests.e2e.server_process import Server

VISITS = 7
SLOWER = 4  # times
MBIT, LATENCY = 1.6, 150  # per second; ms
SETTLED = 3000  # ms after the tap is possible, for what the page loads later by itself
TAP = """() => new Promise((tapped) => {
  const ask = window.fetch;
  window.fetch = (what, how) => {
    if (how?.method === 'POST') { tapped(performance.now()); return new Promise(() => {}); }
    return ask(what, how);
  };
  const look = () => document.querySelector('article button.primary')?.click();
  new MutationObserver(look).observe(document, {childList: true, subtree: true});
  look();
})"""


def visit(browser: Browser, base: str) -> tuple[int, int, float]:
    """Requests, bytes and the time of the first tap in ms."""
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, locale="en-GB")
    page = context.new_page()
    chrome = context.new_cdp_session(page)
    answers: list[int] = []
    chrome.on("Network.loadingFinished", lambda done: answers.append(int(done["encodedDataLength"])))
    chrome.send("Network.enable")
    speed = MBIT * 1e6 / 8
    slow: dict[str, Any] = {"offline": False, "latency": LATENCY, "downloadThroughput": speed, "uploadThroughput": speed}
    chrome.send("Network.emulateNetworkConditions", slow)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(base, wait_until="commit")
    tapped: float = page.evaluate(TAP)
    page.wait_for_timeout(SETTLED)
    context.close()
    return len(answers), sum(answers), tapped


def main(visits: int) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as drive:
        server = Server(Path(folder) / "tablee.db")
        browser = drive.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        visit(browser, server.base)  # warms up the server
        seen = [visit(browser, server.base) for _ in range(visits)]
        browser.close()
        server.stop()
    requests, size, tapped = zip(*seen, strict=True)
    print(f"{max(requests)} requests, {max(size) / 1000:.1f} KB over the wire")
    least, middle, most = (pick(tapped) / 1000 for pick in (min, statistics.median, max))
    print(f"first tap after {middle:.2f} s ({least:.2f}–{most:.2f}, {visits} visits)")


if __name__ == "__main__":
    main(visits(__doc__, VISITS))
