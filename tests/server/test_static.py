"""The web client's files: those with hashes in their names are cached forever, the page that names them is not."""

from __future__ import annotations

import asyncio
import gzip
import os
from pathlib import Path

import httpx
import pytest

from tablee.server import app
from tablee.server.compression import accepts
from tablee.server.engine import Engine
from tablee.server.pages import STYLE_SOURCE
from tablee.site.python import LOCK, PYODIDE, Parts
from tests.server.running import running, settings

FOR_EVER = "public, max-age=31536000, immutable"
POLICY = (
    f"default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' {STYLE_SOURCE}; worker-src 'self'; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
SCRIPT = "/assets/index-BIn-gp7M.js"
CODE = "tablee();" * 100


@pytest.fixture(autouse=True)
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small built client. Brotli is not in Python's library; the server does not look into these files."""
    static = tmp_path / "static"
    monkeypatch.setattr(app, "STATIC", static)
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Tablée</title>", "utf-8")
    (static / "tablee.webmanifest").write_text("{}", "utf-8")
    script = static / SCRIPT[1:]
    script.write_text(CODE, "utf-8")
    script.with_name(f"{script.name}.br").write_bytes(b"brotli")
    script.with_name(f"{script.name}.gz").write_bytes(gzip.compress(CODE.encode()))


def ask(path: str, tmp_path: Path, method: str = "GET", **headers: str) -> httpx.Response:
    """Without a header of its own, the request accepts no compression."""

    async def answer() -> httpx.Response:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(trust_env=False, verify=False) as client:
            sent = {"accept-encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}
            return await client.request(method, here.base + path, headers=sent)

    return asyncio.run(answer())


@pytest.mark.parametrize(
    ("path", "status", "cached"),
    [
        ("/", 200, "no-cache"),
        ("/t/q2V0ZmlyZXdh", 200, "no-cache"),
        ("/tablee.webmanifest", 200, "no-cache"),
        (SCRIPT, 200, FOR_EVER),
        (f"{SCRIPT}.gz", 404, None),
        ("/assets/index-of-yesterday.js", 404, None),
        ("/api/games", 200, "no-cache"),
        ("/api/strings/fr", 200, "no-cache"),
        ("/api/matches", 200, "no-store"),
    ],
)
def test_how_long_a_browser_keeps_it(path: str, status: int, cached: str | None, tmp_path: Path) -> None:
    answer = ask(path, tmp_path)
    kept = answer.headers.get("Cache-Control")
    assert answer.status_code == status
    assert (kept and set(kept.split(", "))) == (cached and set(cached.split(", ")))
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert "Strict-Transport-Security" not in answer.headers


@pytest.mark.parametrize(
    ("accepted", "coding", "length"),
    [
        ("gzip, deflate, br, zstd", "br", 6),
        ("gzip;q=1.0, br;q=0", "gzip", len(gzip.compress(CODE.encode()))),
        ("identity", None, len(CODE)),
        ("", None, len(CODE)),
    ],
)
def test_a_script_comes_in_the_smallest_form_that_the_browser_accepts(
    accepted: str, coding: str | None, length: int, tmp_path: Path
) -> None:
    answer = ask(SCRIPT, tmp_path, "HEAD", accept_encoding=accepted)
    assert (answer.headers.get("Content-Encoding"), int(answer.headers["Content-Length"])) == (coding, length)
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert (answer.headers["Vary"], answer.content) == ("Accept-Encoding", b"")


def test_what_a_browser_has_already_is_not_sent_again(tmp_path: Path) -> None:
    answer = ask(SCRIPT, tmp_path, accept_encoding="gzip")
    assert answer.text == CODE
    tag = answer.headers["ETag"]
    known = ask(SCRIPT, tmp_path, accept_encoding="gzip", if_none_match=f'"other", W/{tag}')
    assert (known.status_code, known.content, known.headers["ETag"]) == (304, b"", tag)
    assert set(known.headers["Cache-Control"].split(", ")) == set(FOR_EVER.split(", "))
    assert ask(SCRIPT, tmp_path, if_none_match=tag).text == CODE  # another coding is another answer


def test_a_part_of_a_file_is_the_whole_file(tmp_path: Path) -> None:
    answer = ask(SCRIPT, tmp_path, range="bytes=0-3")
    assert (answer.status_code, answer.text) == (200, CODE)


@pytest.mark.parametrize(
    ("path", "compressed"),
    [
        ("/api/games", True),
        ("/api/strings/en", True),
        ("/api/games/limits/strings/en", True),
        ("/api/games/limits/rules/fr", True),
        ("/api/matches", False),
        ("/api/openapi.json", True),
        ("/api", True),
    ],
)
def test_only_what_everybody_may_read_is_compressed(path: str, compressed: bool, tmp_path: Path) -> None:
    answer, plain = (ask(path, tmp_path, accept_encoding=coding) for coding in ("gzip, br", "identity"))
    assert ("Content-Encoding" in answer.headers) == compressed
    assert answer.content == plain.content


@pytest.mark.parametrize(
    ("header", "accepted"),
    [("gzip", True), ("br, GZIP ; q=0.5", True), ("gzip;q=0.000", False), ("x-gzip", False), ("", False), ("*", False)],
)
def test_accepted_codings(header: str, accepted: bool) -> None:
    assert accepts(header, "gzip") == accepted


def python_parts(folder: Path) -> Parts:
    pyodide = folder / "pyodide"
    pyodide.mkdir(parents=True)
    for name in PYODIDE:
        (pyodide / name).write_text(name * 100)
    (pyodide / "package.json").write_text('{"version": "1", "license": "MPL-2.0"}')
    (pyodide / LOCK).write_text("{}")
    return Parts(pyodide, ())


def test_the_folder_of_python_is_named_after_its_contents_alone(tmp_path: Path) -> None:
    here, there = python_parts(tmp_path / "here"), python_parts(tmp_path / "there")
    os.utime(there.pyodide / LOCK, (0, 0))
    assert Engine(here).path == Engine(there).path
    (there.pyodide / LOCK).write_text("[]")
    assert Engine(here).path != Engine(there).path


def test_python_for_visitors_without_a_network(tmp_path: Path) -> None:
    (tmp_path / "static" / "index.html").write_text('<!doctype html><html lang="en"><title>Tablée</title></html>', "utf-8")
    (tmp_path / "static" / "sw.js").write_text('const VERSION = "web";\n', "utf-8")
    parts = python_parts(tmp_path)

    async def run(offered: Parts | None) -> list[tuple[int, str]]:
        path = Engine(parts).path
        async with running(settings(tmp_path / "t.db", parts=offered)) as here, httpx.AsyncClient(trust_env=False) as client:
            page = (await client.get(here.base)).text
            assert (f'data-engine="{path}"' in page) == (offered is not None)
            version = f"{Engine(parts).version}-web" if offered else "web"  # the page is kept again when Python changes
            assert (await client.get(here.base + "/sw.js")).text == f'const VERSION = "{version}";\n'
            names = [path + name for name in ("files.json", "pyodide.asm.wasm", "LICENSES.txt", "nothing")]
            answers = [await client.get(here.base + name) for name in (*names, "/engine/yesterday/files.json")]
            return [(answer.status_code, answer.headers.get("Content-Type", "").split(";")[0]) for answer in answers]

    missing = 404, "application/json"
    there = [(200, "application/json"), (200, "application/wasm"), (200, "text/plain"), missing, missing]
    assert asyncio.run(run(parts)) == there
    assert asyncio.run(run(None)) == [missing] * 5
