"""The texts that the server serves: rules and strings, in both languages."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.games_here import find
from tests.server.running import running, settings


@pytest.mark.parametrize(
    ("path", "file", "lang"),
    [
        ("games/take-it-easy/rules/en", "RULES.md", "en"),
        ("games/take-it-easy/rules/fr", "RULES.fr.md", "fr"),
        ("games/toy/rules/fr", "RULES.md", "en"),  # a game without a translation
        ("games/toy/strings/fr", "strings.fr.ftl", None),
    ],
)
def test_texts_of_a_game(path: str, file: str, lang: str | None, tmp_path: Path) -> None:
    answer = asyncio.run(ask(path, tmp_path / "t.db"))
    assert answer.text == (find(path.split("/")[1]).folder / file).read_text("utf-8")
    assert answer.headers.get("Content-Language") == lang
    assert answer.headers["Content-Type"].startswith("text/")


@pytest.mark.parametrize("path", ["games/take-it-easy/rules/de", "games/take-it-easy/strings/de", "strings/de"])
def test_a_language_nobody_speaks_here(path: str, tmp_path: Path) -> None:
    answer = asyncio.run(ask(path, tmp_path / "t.db"))
    assert (answer.status_code, answer.json()["code"]) == (404, "no-strings")


async def ask(path: str, data: Path) -> httpx.Response:
    async with running(settings(data)) as here, httpx.AsyncClient(trust_env=False, verify=False) as client:
        return await client.get(f"{here.base}/api/{path}")
