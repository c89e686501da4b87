"""Small phones and large letters: nothing scrolls sideways, and what is refused is said in words where it can be mended."""

from __future__ import annotations

import json
import time

import httpx
import pytest

from tests.e2e.conftest import People
from tests.e2e.hands import choose
from tests.e2e.server_process import Server

NAME = "Maximiliana of the Hills"
PLAYED = [
    {"match": f"{n}abcdefghijk", "seat": 0, "token": "", "nonce": "", "game": game, "when": time.time() * 1000, **over}
    for n, (game, over) in enumerate([("take-it-to-the-limit", {}), ("xtreme-limits", {"score": "187 · 2/6"})])
]


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR"])
def test_home_does_not_scroll_sideways(people: People, server: Server, lang: str) -> None:
    table = {"game": "take-it-to-the-limit", "name": NAME, "seats": [{"kind": "open"}] * 3, "public": True, "commit": "0" * 64}
    httpx.post(f"{server.base}/api/matches", json=table, trust_env=False).raise_for_status()
    people.expected = ("404",)  # it looks for the match to resume
    page = people.come((320, 740), lang, reduced_motion="no-preference")
    page.add_init_script(f"localStorage.setItem('tablee', {json.dumps(json.dumps({'seats': PLAYED}))})")
    page.reload()
    page.locator("main li a").nth(len(PLAYED)).wait_for()
    for width in (320, 360, 375, 390, 844):
        page.set_viewport_size({"width": width, "height": 740})
        for letters in ("16px", "32px"):
            page.evaluate("size => document.documentElement.style.fontSize = size", letters)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, letters)


def test_a_refused_table_keeps_its_entries_and_says_why(people: People) -> None:
    people.expected = ("400",)
    page = people.come((360, 740))
    choose(page, "ultim-limit").locator(".small button").first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input[name='glass_from']").fill("400")
    dialog.locator("input[name='glass_to']").fill("320")
    dialog.locator("button.primary").click()
    refused = dialog.get_by_role("alert").filter(has_text="400")
    refused.wait_for()
    assert "glass-range" not in refused.inner_text()
    assert dialog.locator("input[name='glass_from']").input_value() == "400"
