"""The pages that the server makes itself: what a person reads where a script gets JSON."""

from __future__ import annotations

import asyncio
import logging
import re
from pathlib import Path

import httpx
import pytest

from tablee.server.pages import HERE, STYLE, STYLE_SOURCE, language_of
from tablee.words import LANGUAGES, Words
from tests.server.running import running, settings

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def ask(tmp_path: Path, path: str, base: str = "", **headers: str) -> httpx.Response:
    async def answer() -> httpx.Response:
        chosen = settings(tmp_path / "t.db", base_path=base)
        async with running(chosen) as here, httpx.AsyncClient(trust_env=False, verify=False) as http:
            return await http.get(here.base + path, headers=headers)

    return asyncio.run(answer())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_reads_that_nothing_is_there(tmp_path: Path, lang: str) -> None:
    words = Words(lang, also=HERE)
    answer = ask(tmp_path, "/nothing", "/games", **BROWSER, **{"accept-language": f"{lang}-XX,xx;q=0.5"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert f'<html lang="{lang}">' in answer.text
    assert words.text("page-not-found") in answer.text.replace("&#x27;", "'")
    assert f'<a href="/games/">{words.text("page-home")}</a>' in answer.text
    assert STYLE_SOURCE in answer.headers["content-security-policy"]
    assert f"<style>{STYLE}</style>" in answer.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_person_at_an_unknown_name_reads_why_and_the_operator_how_to_allow_it(
    tmp_path: Path, lang: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = logging.getLogger("tablee.visitors")
    caplog.set_level(logging.INFO, visitors.name)
    monkeypatch.setattr(visitors, "propagate", True)
    monkeypatch.setattr(visitors, "filters", [])  # a server may have made it sparing, and the other language was the first line
    headers = {"host": "games.example.org:80", "accept-language": lang}
    answer = ask(tmp_path, "/", **BROWSER, **headers)
    words = Words(lang, also=HERE)
    told = answer.text.replace("&#x27;", "'")
    assert answer.status_code == 403
    assert words.text("page-unknown-host", host="games.example.org") in told
    assert words.text("page-allow-host", host="games.example.org") in told
    line = next(record for record in caplog.records if "--allow-host" in record.message)
    assert line.__dict__["host"] == "games.example.org:80"


def test_scripts_still_get_json(tmp_path: Path) -> None:
    assert ask(tmp_path, "/nothing").json()["code"] == "not-found"
    assert ask(tmp_path, "/api/nothing", **BROWSER).json()["code"] == "not-found"
    assert ask(tmp_path, "/", host="games.example.org").json()["code"] == "unknown-host"


def test_a_name_is_shown_as_text(tmp_path: Path) -> None:
    answer = ask(tmp_path, "/", **BROWSER, host="<script>alert(1)</script>")
    assert not re.search(r"<script", answer.text)


@pytest.mark.parametrize(
    ("header", "lang"), [("fr-CA, en;q=0.5", "fr"), ("de, FR;q=0.9, en", "fr"), ("de", "en"), ("", "en"), ("en-GB,fr", "en")]
)
def test_the_language_of_a_browser(header: str, lang: str) -> None:
    assert language_of({b"accept-language": header.encode()}) == lang
