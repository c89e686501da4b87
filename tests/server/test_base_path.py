"""Below a folder of another host: `--base-path`, or what a trusted proxy says. tests/e2e/test_folder.py does it in a browser."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tablee.client import create, join, read_link
from tablee.server import app
from tablee.server.admission import folder_of
from tests.server.running import BOT, OPEN, running, settings

PAGE = '<!doctype html><html lang="en"><link href="/a.css"><script src="/assets/start.js"></script></html>'


@pytest.fixture(autouse=True)
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text(PAGE, "utf-8")
    monkeypatch.setattr(app, "STATIC", tmp_path / "static")


def ask(tmp_path: Path, path: str, base: str = "", proxies: str = "", prefix: str = "") -> httpx.Response:
    async def answer() -> httpx.Response:
        chosen = settings(tmp_path / "t.db", base_path=base, around="http://10.0.0.1")
        async with running(chosen, proxies) as here, httpx.AsyncClient(trust_env=False, verify=False) as http:
            return await http.get(here.base + path, headers={"X-Forwarded-Prefix": prefix} if prefix else {})

    return asyncio.run(answer())


@pytest.mark.parametrize("path", ["/", "/games", "/games/", "/games/t/q2V0ZmlyZXdh", "/t/q2V0ZmlyZXdh"])
def test_the_page_finds_everything_below_the_folder_whether_a_proxy_takes_it_off_or_not(tmp_path: Path, path: str) -> None:
    html = ask(tmp_path, path, base="/games").text
    assert 'href="/games/a.css"' in html
    assert 'src="/games/assets/start.js"' in html
    assert '<html data-base="/games/" lang="en">' in html


@pytest.mark.parametrize(
    ("proxies", "prefix", "found"),
    [
        ("127.0.0.1", "/club", "/club/"),
        ("127.0.0.1", "/club/", "/club/"),
        ("127.0.0.0/8", "/a/b", "/a/b/"),
        ("10.0.0.9", "/club", "/"),  # not trusted
        ("", "/club", "/"),
        ("127.0.0.1", "//evil.example", "/"),
        ("127.0.0.1", '/"><script>', "/"),
        ("127.0.0.1", "/../x", "/"),
    ],
)
def test_only_a_trusted_proxy_names_the_folder(tmp_path: Path, proxies: str, prefix: str, found: str) -> None:
    html = ask(tmp_path, "/", proxies=proxies, prefix=prefix).text
    assert f'href="{found}a.css"' in html
    assert ("data-base" in html) == (found != "/")


def test_the_api_answers_below_the_folder_and_tells_the_address_with_it(tmp_path: Path) -> None:
    assert ask(tmp_path, "/games/api/address", base="/games").json() == {"address": "http://10.0.0.1/games"}
    assert ask(tmp_path, "/games/healthz", base="/games").status_code == 200
    assert ask(tmp_path, "/gamesx/healthz", base="/games").status_code == 404


def test_the_thin_client_plays_below_the_folder(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(settings(tmp_path / "t.db", base_path="/games")) as here:
            ada = await create(f"{here.base}/games", "take-it-easy", "Ada", [OPEN, OPEN, BOT])
            assert ada.link.startswith(f"{here.base}/games/t/")
            async with ada, await join(ada.link, "Bo") as bo:
                assert bo.seat == 1

    asyncio.run(play())
    assert read_link("https://example.org/games/t/abc/") == ("https://example.org/games", "abc")


@pytest.mark.parametrize(
    ("text", "folder"), [("/", ""), ("", ""), ("/a/b/", "/a/b"), ("a", ""), ("/a b", ""), ("/é", ""), ("/.", "")]
)
def test_what_names_a_folder(text: str, folder: str) -> None:
    assert folder_of(text) == folder
