"""The data file, and a server that keeps it. What both stores promise is in test_stores.py."""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee.core.game import BadText, Refusal
from tablee.core.record import Action
from tablee.rooms.finished import Finished
from tablee.rooms.lobby import Lobby
from tablee.rooms.room import Room
from tablee.storage import sqlite, store
from tablee.storage.sqlite import SqliteStore
from tablee.storage.store import StoredMatch
from tests.games_here import TOY
from tests.server.commands import run
from tests.server.running import BOT, OPEN, explosive, play, running, settings, sit_down

GOLDEN = TOY.folder / "golden" / "two.match"


def kept(id: str, state: str = "play", changed: int = 0) -> StoredMatch:
    return StoredMatch(id, state, "toy", True, "{}", "00" * 32, None, None, "", 0, changed)


@pytest.mark.parametrize("count", [1, 2, 7, 300])
def test_rows_are_stored_in_few_statements(count: int) -> None:
    rows = [store.AddRow("a", n, Action(0, "x", n)) for n in range(count)]
    statements = list(sqlite.statements(rows))
    assert [value for _, values in statements for value in values[1::7]] == [*range(count)]
    assert len(statements) == {1: 1, 2: 1, 7: 2, 300: 5}[count]


def test_the_file_is_durable_and_belongs_to_one_server(tmp_path: Path) -> None:
    async def main() -> None:
        async with store.opened(tmp_path / "t.db", "serve") as db:
            await db.written([store.NewMatch(kept("a"))])
            assert isinstance(db, SqliteStore)
            for connection in (db.db, db.writing):
                assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
                assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
            with pytest.raises(BadText, match="data-in-use"):
                sqlite.only_one(tmp_path / "t.db")
        sqlite.only_one(tmp_path / "t.db").close()

    asyncio.run(main())


async def add_rows(db: store.Store, match: str, count: int) -> None:
    for n in range(count):
        await db.written([store.AddRow(match, n, Action(0, "x" * 200, n))])


async def read_on(db: store.Store, match: str) -> None:
    while True:
        await db.rows(match, 0, 100)


@pytest.fixture
def short_journal(monkeypatch: pytest.MonkeyPatch) -> int:
    """Small versions of its limits."""
    monkeypatch.setattr(sqlite, "CHECKPOINT_AT", 64 * 1024)
    monkeypatch.setattr(sqlite, "LONGEST_JOURNAL", 512 * 1024)
    return 512 * 1024


def test_the_journal_stays_short_while_many_write_and_read(tmp_path: Path, short_journal: int) -> None:
    """There is always a commit on its way and a reader, so it never begins anew by itself."""
    journal, sizes = tmp_path / "t.db-wal", []

    async def main() -> None:
        async with store.opened(tmp_path / "t.db", "serve") as db:
            writers = asyncio.gather(*(add_rows(db, f"m{number}", 100) for number in range(20)))
            readers = [asyncio.create_task(read_on(db, f"m{number}")) for number in range(4)]
            while not writers.done():
                await asyncio.sleep(0.001)
                sizes.append(journal.stat().st_size if journal.exists() else 0)
            await writers
            for reader in readers:
                reader.cancel()
            ((rows,),) = await db.fetch("SELECT count(*) FROM actions")
            assert rows == 2000

    asyncio.run(main())
    assert max(sizes) <= 2 * short_journal


def test_a_long_reader_stops_no_commits_and_the_journal_is_emptied_after_it(
    tmp_path: Path, short_journal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a backup. Even if nobody writes any more."""
    monkeypatch.setattr(sqlite, "CHECKPOINT_EVERY", 0.1)
    journal = tmp_path / "t.db-wal"

    async def main() -> None:
        async with store.opened(tmp_path / "t.db", "serve") as db:
            await add_rows(db, "a", 1)
            with closing(sqlite.connect(tmp_path / "t.db")) as other:
                other.execute("BEGIN")
                assert other.execute("SELECT count(*) FROM actions").fetchone() == (1,)
                await asyncio.gather(*(add_rows(db, f"m{number}", 50) for number in range(20)))
                assert journal.stat().st_size > short_journal
                assert other.execute("SELECT count(*) FROM actions").fetchone() == (1,)
            async with asyncio.timeout(30):
                while journal.stat().st_size >= short_journal:
                    await asyncio.sleep(0.01)
            ((rows,),) = await db.fetch("SELECT count(*) FROM actions")
            assert rows == 1001

    asyncio.run(main())


VISIT = """
import sys
from contextlib import closing
from pathlib import Path
from tablee.storage.sqlite import connect
with closing(connect(Path(sys.argv[1]))) as db:
    print(db.execute("SELECT count(*) FROM last_screens").fetchone()[0])
"""


def test_another_process_that_closes_the_file_leaves_the_journal_to_the_server(tmp_path: Path) -> None:
    """A server has several connections. If opening one of them dropped the locks of another, the journal would be deleted, and
    whatever is committed afterwards with it."""
    file, found = tmp_path / "t.db", []
    with closing(sqlite.connect(file)) as db, closing(sqlite.connect(file)):
        for match in ("first", "second", "third"):
            db.execute("INSERT INTO last_screens VALUES (?, x'')", (match,))
            visited = subprocess.run([sys.executable, "-c", VISIT, file], capture_output=True, text=True, check=True)
            found.append(visited.stdout.strip())
    assert found == ["1", "2", "3"]


def test_what_is_no_data_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "junk").write_bytes(b"no database" * 1000)
    with pytest.raises(BadText, match="no-data"):
        sqlite.connect(tmp_path / "junk")


def test_a_file_that_does_not_exist_is_not_exported(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="no-file") as refusal:
        run("export", "--data", str(tmp_path / "none.db"), "a")
    assert "No such file" in str(refusal.value)


def test_the_data_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "folder" / "t.db"

    async def main() -> dict[str, int]:
        async with store.opened(data, "serve") as db:
            await db.written([store.NewMatch(kept("a"))])
            await db.backup(tmp_path / "copy.db")
            return {path.name: path.stat().st_mode & 0o777 for path in [*data.parent.iterdir(), tmp_path / "copy.db"]}

    before = os.umask(0)
    try:
        modes = asyncio.run(main())
    finally:
        os.umask(before)
    assert {"t.db", "t.db-wal", "t.db.lock", "copy.db"} <= set(modes)
    assert set(modes.values()) == {0o600}


def test_health_is_that_of_the_file(tmp_path: Path) -> None:
    async def main() -> list[bool]:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(trust_env=False, verify=False) as http:
            well = [(await http.get(f"{here.base}/healthz")).is_success]
            with closing(sqlite3.connect(tmp_path / "t.db")) as db:
                db.execute("DROP TABLE matches")
            return [*well, (await http.get(f"{here.base}/healthz")).is_success]

    assert asyncio.run(main()) == [True, False]


def test_a_record_without_a_commitment_is_shown_whatever_its_seed_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in verified_record().splitlines()]
    del lines[0]["commit"], lines[0]["nonces"]
    lines[-1]["reveal"] = "unknown"
    (tmp_path / "m.match").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert run("import", "--data", str(tmp_path / "t.db"), str(tmp_path / "m.match")) == 0
    id = capsys.readouterr().out.strip()

    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(trust_env=False, verify=False) as http:
            for path in (id, f"{id}/screen", f"{id}/record"):
                assert (await http.get(f"{here.base}/api/matches/{path}")).status_code == 200

    asyncio.run(main())


def verified_record() -> str:
    from tablee.table import Table

    table = Table("take-it-easy", ["bot:random"], seed="x")
    table.run()
    return "".join(line + "\n" for line in table.record())


@pytest.mark.parametrize(
    "spoil", [lambda lines: lines[:-1], lambda lines: [lines[0], *lines[2:]], lambda lines: ["{}"], lambda lines: []]
)
def test_a_record_that_does_not_check_is_not_taken_in(tmp_path: Path, spoil: object) -> None:
    lines = verified_record().splitlines()
    (tmp_path / "m.match").write_text("".join(line + "\n" for line in spoil(lines)))  # type: ignore[operator]
    with pytest.raises(Refusal):
        run("import", "--data", str(tmp_path / "t.db"), str(tmp_path / "m.match"))
    assert not (tmp_path / "t.db").exists()


def test_backup_while_playing_is_whole(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            playing = [asyncio.create_task(play(one, random.Random(1))) for one in people]
            while len(await here.directory.store.rows(people[0].match)) < 5:
                await asyncio.sleep(0.01)
            await asyncio.to_thread(run, "backup", "--data", str(tmp_path / "t.db"), str(tmp_path / "copy.db"))
            await asyncio.gather(*playing)
            match = people[0].match
            for one in people:
                await one.close()
        async with running(settings(tmp_path / "copy.db")) as here:
            stage = (await here.directory.room(match)).room.stage
            assert not isinstance(stage, Lobby)  # in play, or read to its end
            assert isinstance(stage, Finished) or stage.match.rows

    asyncio.run(main())


SERVE = """
import argparse, sys
from tablee.server.cli import add_commands
from tests.server.commands import Shell
parser = argparse.ArgumentParser()
common = argparse.ArgumentParser(add_help=False)
common.add_argument("--json", action="store_true")
add_commands(parser.add_subparsers(), common)
if __name__ == "__main__":
    args = parser.parse_args()
    sys.exit(args.run(args, Shell()))
"""


@pytest.mark.parametrize("tls", [False, True])
def test_serve_tells_where_it_is_and_stops_when_told(tmp_path: Path, tls: bool) -> None:
    command = [
        sys.executable,
        "-c",
        SERVE,
        "serve",
        "--json",
        "--port",
        "0",
        "--host",
        "127.0.0.1",
        "--data",
        str(tmp_path / "t.db"),
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen([*command, *(["--tls", "auto"] if tls else [])], stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout
        assert process.stderr
        here = json.loads(process.stdout.readline())["network"]
        assert here.startswith("https://" if tls else "http://")
        with httpx.Client(verify=False, trust_env=False) as http:
            answer = http.get(f"{here}/healthz")
            assert answer.json()["status"] == "ok"
            assert ("Strict-Transport-Security" in answer.headers) == tls
            assert http.get(f"{here}/api/address").json() == {"address": here}
            assert "tablee_rooms 0.0" in http.get(f"{here}/metrics").text
        process.terminate()
        assert process.wait(20) == 0
        assert process.stderr.read() == ""


def test_metrics_are_for_this_machine(tmp_path: Path) -> None:
    async def main() -> list[int]:
        async with running(settings(tmp_path / "t.db")) as here:
            codes = []
            for address in ("127.0.0.1", "::1", "192.168.7.40", "unknown"):
                transport = httpx.ASGITransport(here.app, client=(address, 1))
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
                    codes.append((await http.get("/metrics")).status_code)
            return codes

    assert asyncio.run(main()) == [200, 200, 404, 404]


def test_logs_are_json_and_hold_no_names_tokens_or_cards(tmp_path: Path) -> None:
    """Even when a room fails."""
    import logging

    from tablee.server.serving import log_to

    async def main(stream: io.StringIO) -> list[str]:
        secrets: list[str] = []
        async with running(settings(tmp_path / "t.db")) as here:
            people = await sit_down(here.base, "toy", [OPEN, OPEN, BOT])
            secrets += [people[0].match, *(one.token for one in people), "P0", "P1"]
            await people[0].start()
            while not people[0].legal:
                await people[0].news(1)
            card = str(people[0].screen.own[0].value)
            async with connect(people[0].address, proxy=None) as socket:
                await socket.send(b"\xff", text=True)
                with pytest.raises(ConnectionClosed):
                    await socket.recv()

            device = explosive(f"the card is {card} of P0 {people[0].token}")
            here.directory.rooms[people[0].match].tell(Room.connect, device)
            secrets.append(f"card is {card}")
            await asyncio.gather(*(play(one, random.Random(1)) for one in people))  # everybody reconnects and plays on
            for one in people:
                await one.close()
        return secrets

    stream = io.StringIO()
    log_to(stream)
    try:
        secrets = asyncio.run(main(stream))
    finally:
        for name in ("tablee", "uvicorn"):
            logging.getLogger(name).handlers, logging.getLogger(name).propagate = [], True
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["what"] for line in lines] == ["Invalid UTF-8 sequence received from client.", "room failed"]
    assert "trace" not in lines[0]  # not our fault
    assert lines[1]["error"] == "ValueError"
    assert not [secret for secret in secrets if secret in stream.getvalue()]


def test_an_id_is_no_flag_and_needs_no_quotes() -> None:
    ids = {store.new_id() for _ in range(2000)}
    assert len(ids) == 2000
    assert all(id.isascii() and id.isalnum() and len(id) == 12 for id in ids)
