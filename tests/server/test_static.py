"""The web client's files: those with hashes in their names are cached forever, the page that names them is not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tablee.server import app
from tests.server.running import running, settings

FOR_EVER = "public, max-age=31536000, immutable"
POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'"
)


@pytest.mark.parametrize(
    ("path", "status", "cached"),
    [
        ("/", 200, "no-cache"),
        ("/t/q2V0ZmlyZXdh", 200, "no-cache"),
        ("/assets/index-BIn-gp7M.js", 200, FOR_EVER),
        ("/assets/index-of-yesterday.js", 404, None),
        ("/api/games", 200, "no-store"),
    ],
)
def test_how_long_a_browser_keeps_it(
    path: str, status: int, cached: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "STATIC", tmp_path)
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Tablée</title>", "utf-8")
    (tmp_path / "assets" / "index-BIn-gp7M.js").write_text("1", "utf-8")

    async def ask() -> httpx.Response:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(trust_env=False) as client:
            return await client.get(here.base + path)

    answer = asyncio.run(ask())
    kept = answer.headers.get("Cache-Control")
    assert answer.status_code == status
    assert (kept and set(kept.split(", "))) == (cached and set(cached.split(", ")))
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert "Strict-Transport-Security" not in answer.headers
