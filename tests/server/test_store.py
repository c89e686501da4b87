"""The data file, and the commands that maintain it."""

from __future__ import annotations

import argparse
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
from tablee.core.record import Action, Note, NoteId
from tablee.replay import verify
from tablee.server import store
from tablee.server.cli import add_commands
from tablee.server.store import Store, StoredMatch
from tests.games_here import TOY, find
from tests.server.running import BOT, OPEN, breaking_request, play, running, settings, sit_down

GOLDEN = TOY.folder / "golden" / "two.match"


def kept(id: str, state: str = "play", changed: int = 0) -> StoredMatch:
    return StoredMatch(id, state, "toy", True, "{}", "00" * 32, None, None, "", 0, changed)


def test_a_batch_fails_for_the_one_that_is_at_fault(tmp_path: Path) -> None:
    async def run() -> list[object]:
        db = Store(tmp_path / "t.db")
        await db.written([store.NewMatch(kept("a"))])
        row = store.AddRow("a", 0, Action(0, "x", 5), "0:c:1")
        huge = store.AddRow("a", 2, Action(0, "x", 1 << 70))
        writes = [
            db.written([row]),
            db.written([row]),
            db.written([huge]),
            db.written([store.AddRow("a", 1, Note(NoteId.LEFT, 7, 0))]),
        ]
        done = await asyncio.gather(*writes, return_exceptions=True)
        assert [row.entry for row in db.rows("a")] == [Action(0, "x", 5), Note(NoteId.LEFT, 7, 0)]
        db.close()
        return list(done)

    first, second, third, fourth = asyncio.run(run())
    assert (first, fourth) == (None, None)
    assert isinstance(second, sqlite3.IntegrityError)
    assert isinstance(third, OverflowError)


def test_how_long_ago_a_command_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Among the last rows: a long record is not searched from end to end."""
    monkeypatch.setattr(store, "REMEMBERED", 4)

    async def run() -> None:
        db = Store(tmp_path / "t.db")
        rows: list[Action | Note] = [
            Action(0, "a", 0),
            Action(1, "b", 1),
            Action(0, "c", 2),
            Note(NoteId.TOO_LATE, 3, 1, "x"),
            Action(0, "d", 4),
        ]
        await db.written([store.AddRow("a", n, row, f"key {n}") for n, row in enumerate(rows)])
        assert [db.since("a", f"key {n}") for n in range(6)] == [-1, 0, 1, None, 0, -1]
        db.close()

    asyncio.run(run())


@pytest.mark.parametrize("count", [1, 2, 7, 300])
def test_rows_are_stored_in_few_statements(count: int) -> None:
    rows = [store.AddRow("a", n, Action(0, "x", n)) for n in range(count)]
    statements = list(store._statements(rows))
    assert [value for _, values in statements for value in values[1::6]] == [*range(count)]
    assert len(statements) == {1: 1, 2: 1, 7: 2, 300: 5}[count]


def test_many_writers_share_commits(tmp_path: Path) -> None:
    async def run() -> int:
        db = Store(tmp_path / "t.db")
        await asyncio.gather(*(db.written([store.AddRow("a", n, Action(0, "x", n))]) for n in range(2000)))
        assert len(db.rows("a")) == 2000
        commits = db.commits
        db.close()
        return commits

    assert asyncio.run(run()) < 200


def test_the_file_is_durable_and_belongs_to_one_server(tmp_path: Path) -> None:
    async def run() -> None:
        db = Store(tmp_path / "t.db")
        assert db.db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert db.db.execute("PRAGMA synchronous").fetchone() == (2,)
        with pytest.raises(BadText, match="data-in-use"):
            store.only_one(tmp_path / "t.db")
        db.close()
        store.only_one(tmp_path / "t.db").close()

    asyncio.run(run())


def test_a_file_from_the_future_or_no_file_at_all_is_refused(tmp_path: Path) -> None:
    store.connect(tmp_path / "t.db").close()
    with closing(sqlite3.connect(tmp_path / "t.db")) as db:
        db.execute("PRAGMA user_version = 999")
    with pytest.raises(BadText, match="no-data"):
        store.connect(tmp_path / "t.db")
    (tmp_path / "junk").write_bytes(b"no database" * 1000)
    with pytest.raises(BadText, match="no-data"):
        store.connect(tmp_path / "junk")


def test_schemas_are_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(store.connect(tmp_path / "t.db")) as db:
        db.execute(*store.NewMatch(kept("a")).sql())
    monkeypatch.setattr(store, "MIGRATIONS", (*store.MIGRATIONS, "ALTER TABLE matches ADD COLUMN extra TEXT"))
    with closing(store.connect(tmp_path / "t.db")) as db:
        assert db.execute("SELECT id, extra FROM matches").fetchall() == [("a", None)]
        assert db.execute("PRAGMA user_version").fetchone() == (len(store.MIGRATIONS),)


# commands
class Words:
    def text(self, id: str, **args: object) -> str:
        return f"{id} {args}"


class Shell:
    """The part of the command line's shell that the commands need."""

    installed = staticmethod(find)

    def words(self) -> Words:
        return Words()


def run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true")
    add_commands(parser.add_subparsers(), common)
    args = parser.parse_args(argv)
    status: int = args.run(args, Shell())
    return status


def test_import_export_backup_prune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = str(tmp_path / "t.db"), str(tmp_path / "copy.db")
    record = verified_record()
    (tmp_path / "m.match").write_text(record)
    assert run("import", "--data", data, str(tmp_path / "m.match")) == 0
    id = capsys.readouterr().out.strip()
    assert run("export", "--data", data, id) == 0
    assert capsys.readouterr().out == record
    assert run("backup", "--data", data, copy) == 0
    with pytest.raises(Refusal, match="no-write"):
        run("backup", "--data", data, copy)
    assert run("prune", "--data", data, "--older-than", "1") == 0
    assert "'matches': 0" in capsys.readouterr().out
    with closing(store.connect(Path(data))) as db:
        db.execute("UPDATE matches SET changed = 1")
    assert run("prune", "--data", data, "--older-than", "1") == 0
    assert "'matches': 1" in capsys.readouterr().out
    with closing(store.connect(Path(data))) as db:
        assert db.execute("SELECT (SELECT count(*) FROM matches) + (SELECT count(*) FROM actions)").fetchone() == (0,)
    with pytest.raises(Refusal, match="no-match"):
        run("export", "--data", data, id)
    assert run("export", "--data", copy, id) == 0
    assert capsys.readouterr().out.endswith(record)


def test_looking_at_a_match_that_is_over_does_not_keep_it_from_being_pruned(tmp_path: Path) -> None:
    with closing(store.connect(tmp_path / "t.db")) as db:
        for state in ("open", "play", "over", "closed"):
            db.execute(*store.NewMatch(kept(state, state, changed=1)).sql())
            db.execute(*store.TouchMatch(state, 100).sql())
        assert store.prune(db, 50) == 2
        assert db.execute("SELECT id, changed FROM matches ORDER BY id").fetchall() == [("open", 100), ("play", 100)]


def test_health_is_that_of_the_file(tmp_path: Path) -> None:
    async def main() -> list[bool]:
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(trust_env=False) as http:
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
        async with running(settings(tmp_path / "t.db")) as here, httpx.AsyncClient(trust_env=False) as http:
            for path in (id, f"{id}/screen", f"{id}/record"):
                assert (await http.get(f"{here.base}/api/matches/{path}")).status_code == 200

    asyncio.run(main())


def test_results_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = str(tmp_path / "t.db"), str(tmp_path / "copy.db")
    assert run("import", "--json", "--data", data, str(GOLDEN)) == 0
    id = json.loads(capsys.readouterr().out)["match"]
    assert run("backup", "--json", "--data", data, copy) == 0
    assert json.loads(capsys.readouterr().out) == {"file": copy}
    assert run("prune", "--json", "--data", data, "--older-than", "1") == 0
    assert json.loads(capsys.readouterr().out) == {"matches": 0}
    assert run("export", "--json", "--data", copy, id) == 0
    assert all(map(json.loads, capsys.readouterr().out.splitlines()))


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


def test_an_unfinished_match_is_not_exported(tmp_path: Path) -> None:
    with closing(store.connect(tmp_path / "t.db")) as db:
        db.execute(*store.NewMatch(kept("a")).sql())
    with pytest.raises(Refusal, match="not-over-yet"):
        run("export", "--data", str(tmp_path / "t.db"), "a")
    with pytest.raises(Refusal, match="no-file") as refusal:
        run("export", "--data", str(tmp_path / "none.db"), "a")
    assert "No such file" in str(refusal.value)


def test_backup_while_playing_is_whole(tmp_path: Path) -> None:
    async def main() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            people = await sit_down(here.base, "take-it-easy", [OPEN, OPEN])
            await people[0].start()
            playing = [asyncio.create_task(play(one, random.Random(1))) for one in people]
            await asyncio.sleep(0.1)
            await asyncio.to_thread(run, "backup", "--data", str(tmp_path / "t.db"), str(tmp_path / "copy.db"))
            await asyncio.gather(*playing)
            match = people[0].match
            for one in people:
                await one.close()
        async with running(settings(tmp_path / "copy.db")) as here:
            live = (await here.directory.room(match)).room.live
            assert live is not None
            assert live.match.rows

    asyncio.run(main())


SERVE = """
import argparse, sys
from tablee.server.cli import add_commands
from tests.server.test_store import Shell
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


def test_the_data_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "folder" / "t.db"
    before = os.umask(0)
    try:
        with closing(store.connect(data)) as db, closing(store.only_one(data)):
            db.execute(*store.NewMatch(kept("a")).sql())
            store.backup(db, tmp_path / "copy.db")
            modes = {path.name: path.stat().st_mode & 0o777 for path in [*data.parent.iterdir(), tmp_path / "copy.db"]}
    finally:
        os.umask(before)
    assert {"t.db", "t.db-wal", "t.db.lock", "copy.db"} <= set(modes)
    assert set(modes.values()) == {0o600}


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

            request = breaking_request(f"the card is {card} of P0 {people[0].token}")
            here.directory.rooms[people[0].match].tell(request)
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


def test_golden_record_of_the_toy_is_checked_like_any_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("import", "--data", str(tmp_path / "t.db"), str(GOLDEN)) == 0
    id = capsys.readouterr().out.strip()
    run("export", "--data", str(tmp_path / "t.db"), id)
    assert capsys.readouterr().out == GOLDEN.read_text()
    header = json.loads(GOLDEN.read_text().splitlines()[0])
    if header.get("commit"):
        verify(GOLDEN.read_text().splitlines(), find)
