"""What an operator has: /admin, a club's password, backups and retention by the server itself, and `tablee matches`."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee import cli, client
from tablee.protocol import wire
from tablee.server import upkeep
from tablee.server.operator import LONGEST_FORM, data_name
from tablee.server.passwords import Password
from tablee.server.upkeep import Upkeep, backups, check_backup
from tablee.storage.store import opened
from tablee.table import Table
from tests.server.running import BOT, OPEN, RunningServer, running, settings

TOKEN, CLUB = "0123456789abcdef", "open sesame"
PAGE = {"accept": "text/html"}
AWAY = {"x-forwarded-for": "203.0.113.9"}
Test = Callable[[RunningServer, httpx.AsyncClient], Awaitable[None]]


def serve(test: Test, tmp_path: Path, proxies: str = "", **more: Any) -> None:
    async def run() -> None:
        chosen = settings(tmp_path / "t.db", **more)
        async with running(chosen, proxies) as here, httpx.AsyncClient(trust_env=False, verify=False, base_url=here.base) as http:
            await test(here, http)

    asyncio.run(run())


def test_admin_shows_numbers_to_this_machine_and_no_secrets(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        async with await client.create(here.base, "take-it-easy", "Ada", [OPEN, BOT], public=True) as ada:
            await ada.start()
            shown = (await http.get("/admin")).json()
            assert {"server", "load", "turns", "tables", "limits", "data", "upkeep", "backups"} == shown.keys()
            assert {"game": "take-it-easy", "state": "play", "count": 1} in shown["tables"]
            assert shown["load"]["rooms"] == 1
            assert shown["data"]["where"] == str(tmp_path / "t.db")
            for lang in ("en", "fr"):
                page = await http.get("/admin", headers=PAGE | {"accept-language": lang})
                assert page.headers["content-type"].startswith("text/html")
                assert page.headers["cache-control"] == "no-store"
                with sqlite3.connect(tmp_path / "t.db") as db:
                    ((seed, setup),) = db.execute("SELECT seed, setup FROM matches").fetchall()
                for secret in ("Ada", ada.match, seed, json.loads(setup)["bot_seed"]):
                    assert secret not in page.text + json.dumps(shown)

    serve(test, tmp_path)


def test_admin_is_hidden_from_others_unless_there_is_a_token(tmp_path: Path) -> None:
    async def hidden(here: RunningServer, http: httpx.AsyncClient) -> None:
        for path in ("/admin", "/metrics"):  # through a proxy on this machine that nobody has named
            assert (await http.get(path, headers=AWAY)).status_code == 404
        assert (await http.post("/admin", content=b"password=x", headers=AWAY)).status_code == 404

    async def asks(here: RunningServer, http: httpx.AsyncClient) -> None:
        assert (await http.get("/admin", headers=AWAY)).status_code == 401
        assert (await http.get(f"/admin?password={TOKEN}", headers=AWAY)).status_code == 401
        assert (await http.post("/admin", content=b"password=wrong", headers=AWAY)).status_code == 401
        too_long = f"more={'x' * LONGEST_FORM}&password={TOKEN}".encode()
        assert (await http.post("/admin", content=too_long, headers=AWAY)).status_code == 401
        entered = await http.post("/admin", content=f"password={TOKEN}".encode(), headers=AWAY)
        assert (entered.status_code, entered.headers["location"]) == (303, "/admin")
        assert "HttpOnly; SameSite=Lax" in entered.headers["set-cookie"]
        assert TOKEN not in entered.headers["set-cookie"]
        assert (await http.get("/admin", headers=AWAY)).json()["server"]  # with the cookie

    serve(hidden, tmp_path)
    serve(asks, tmp_path, admin_token=TOKEN)
    serve(asks, tmp_path, proxies="127.0.0.1", admin_token=TOKEN)


def test_a_password_cannot_be_tried_often(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        for _ in range(10):
            assert (await http.post("/invite", content=b"password=wrong")).status_code == 401
        right = await http.post("/invite", content=f"password={CLUB}".encode())
        assert right.status_code == 401
        assert here.app.connections.meters.refused["passwords"] == 1

    serve(test, tmp_path, invite=CLUB)


def test_with_an_invitation_only_members_open_tables_and_guests_use_links(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        wish = {"game": "take-it-easy", "name": "Ada", "seats": [{"kind": "open"}, {"kind": "open"}], "commit": "0" * 64}
        for method, path in (("POST", "/api/matches"), ("GET", "/api/matches"), ("POST", "/api/games/take-it-easy/practice")):
            refused = await http.request(method, path, json=wish if method == "POST" else None)
            assert (refused.status_code, refused.json()["code"]) == (401, "invite-only")
        home = await http.get("/", headers=PAGE)
        assert home.status_code == 401
        assert 'action="/invite"' in home.text
        for path in ("/api/games", "/api/strings/fr", "/api/games/take-it-easy/rules/fr", "/healthz"):
            assert (await http.get(path)).status_code == 200
        entered = await http.post("/invite", content=f"password={CLUB.replace(' ', '+')}".encode())
        assert entered.status_code == 303
        assert (await http.get("/", headers=PAGE)).status_code == 200
        made = await http.post("/api/matches", json=wish)
        assert made.status_code == 201, made.text
        link = f"{here.base}/t/{made.json()['match']}"
        async with await client.join(link, "Bo") as bo:  # a guest without a cookie, with the link
            assert bo.seat == 1
            assert (await http.get(f"/t/{bo.match}", headers={**PAGE, "cookie": ""})).status_code == 200

    serve(test, tmp_path, invite=CLUB)


def test_a_cookie_is_worth_nothing_with_another_password() -> None:
    one, other = Password("club", "one", 1), Password("club", "other", 1)
    sent = {b"cookie": one.cookie("/", https=True).partition(";")[0].encode()}
    assert one.is_given(sent)
    assert not other.is_given(sent)
    assert not one.is_given({b"cookie": b"tablee-club=; ;=\xff"})
    assert one.cookie("/", https=True).endswith("; Secure")


def test_where_data_is_does_not_tell_its_password(tmp_path: Path) -> None:
    assert (
        data_name("postgresql://ada:secret@db.example.org:5432/tablee?sslmode=require")
        == "postgresql://db.example.org:5432/tablee"
    )
    assert data_name(tmp_path) == str(tmp_path)


# upkeep


def some_match(path: Path) -> None:
    table = Table("take-it-easy", ["Ada", "bot:random"], seed="upkeep")
    while table.run():
        table.act(0, table.legal(0)[0])
    table.save(path)


@pytest.fixture
def data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[Path, str]:
    """A data file with one finished match, and its id."""
    some_match(tmp_path / "a.match")
    assert cli.main(["import", str(tmp_path / "a.match"), "--data", str(tmp_path / "t.db")]) == 0
    return tmp_path / "t.db", capsys.readouterr().out.strip()


def look(data: Path, now: float, times: int = 1, hours: float = 0, **more: Any) -> Upkeep:
    async def run() -> Upkeep:
        async with opened(data) as store:
            keeper = Upkeep(settings(data, **more), store)
            for number in range(times):
                await keeper.look(now + 3600 * hours * number)
            return keeper

    return asyncio.run(run())


def test_backups_are_checked_rotated_and_made_when_they_are_due(data: tuple[Path, str], tmp_path: Path) -> None:
    folder, file = tmp_path / "backups", data[0]
    now = time.time()
    keeper = look(file, now, backup_every=24, backup_to=folder)
    assert keeper.last is not None
    assert keeper.last.matches == 1
    assert [path.name for path in folder.iterdir()] == [keeper.last.file]
    assert folder.stat().st_mode & 0o077 == 0
    look(file, now + 3600, backup_every=24, backup_to=folder)  # after a restart: not yet
    assert len(backups(folder)) == 1
    for day in range(1, 10):
        for made in folder.iterdir():
            os.utime(made, (now - 90_000, now - 90_000))
        look(file, now + 86400 * day, backup_every=24, backup_to=folder)
    assert len(backups(folder)) == 7
    assert all(check_backup(folder / made.file) == 1 for made in backups(folder))


def test_a_backup_that_is_no_good_is_not_kept(data: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def bad(file: Path) -> int:
        raise ValueError("row 3 missing from index")

    monkeypatch.setattr(upkeep, "check_backup", bad)
    keeper = look(data[0], time.time(), backup_every=1, backup_to=tmp_path / "backups")
    assert keeper.trouble == "row 3 missing from index"
    assert [*(tmp_path / "backups").iterdir()] == []
    (tmp_path / "torn.db").write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises((ValueError, sqlite3.Error)):
        check_backup(tmp_path / "torn.db")


def test_old_matches_are_deleted_once_an_hour(data: tuple[Path, str]) -> None:
    now = time.time()
    assert look(data[0], now, keep_days=30).pruned == 0
    assert look(data[0], now + 31 * 86400, keep_days=30, times=3).pruned == 1
    assert look(data[0], now + 400 * 86400).pruned == 0  # never, by default


# tablee matches


def test_matches_are_listed_searched_shown_and_deleted(data: tuple[Path, str], capsys: pytest.CaptureFixture[str]) -> None:
    file, id = data

    def matches(*argv: str) -> tuple[int, str, str]:
        status = cli.main(["matches", "--data", str(file), "--lang", "en", *argv])
        return (status, *capsys.readouterr())

    assert id in matches()[1]
    assert "Ada, bot:random" in matches("ada")[1]
    assert id not in matches("nobody")[1]
    assert id not in matches("--state", "play")[1]
    (found,) = json.loads(matches("easy", "--json")[1])
    assert (found["id"], found["state"], found["game"]) == (id, "over", "take-it-easy")
    assert json.loads(matches("--show", id, "--json")[1])["rows"] == 57
    assert "players: Ada, bot:random" in matches("--show", id)[1]
    assert "seed" not in matches("--show", id, "--json")[1]
    assert matches("--show", "nothing")[0] == 2
    assert matches("--delete", id)[0] == 0
    assert matches("--delete", id)[0] == 2
    with sqlite3.connect(file) as db:
        for table in ("matches", "actions", "tokens", "last_screens"):
            assert db.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_a_match_in_play_is_not_deleted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def play(here: RunningServer, http: httpx.AsyncClient) -> None:
        async with await client.create(here.base, "take-it-easy", "Ada", [OPEN, wire.SeatWish("open")]) as ada:
            found.append(ada.match)

    found = list[str]()
    serve(play, tmp_path)
    assert cli.main(["matches", "--data", str(tmp_path / "t.db"), "--delete", found[0]]) == 2
    assert cli.main(["matches", "--data", str(tmp_path / "t.db"), "--show", found[0]]) == 0


def test_secrets_must_not_be_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for flag, text in (("--admin-token", "short"), ("--invite", "abc")):
        assert cli.main(["serve", "--data", str(tmp_path / "t.db"), flag, text]) == 2
        assert flag in capsys.readouterr().err
    assert cli.main(["serve", "--data", "postgresql://x", "--backup-every", "1"]) == 2
    assert "--backup-to" in capsys.readouterr().err
