"""What both stores promise, and the commands that maintain them. `conftest.py` runs every test here on each."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

import pytest

from tablee.chain import Chain
from tablee.core.game import BadText, Refusal
from tablee.core.record import Action, Header, Note, NoteId
from tablee.replay import verify
from tablee.storage import store
from tablee.storage.store import Data, Store, Unavailable
from tests.games_here import find
from tests.server import running
from tests.server.commands import run
from tests.server.postgres import Postgres
from tests.server.running import put
from tests.server.test_store import GOLDEN, kept, verified_record


def data_at(path: Path) -> Data:
    return running.data_at(path)


@asynccontextmanager
async def serving(path: Path) -> AsyncIterator[Store]:
    """As a server opens it."""
    async with store.opened(data_at(path), "serve") as found:
        yield found


def test_a_batch_fails_for_the_one_that_is_at_fault(tmp_path: Path) -> None:
    async def main() -> list[object]:
        async with serving(tmp_path / "t.db") as db:
            await db.written([store.NewMatch(kept("a"))])
            row = store.AddRow("a", 0, Action(0, "x", 5), "0:c:1")
            huge = store.AddRow("a", 2, Action(0, "x", 1 << 70))
            token = store.AddToken("t", "a", 0)
            writes = [
                db.written([row]),
                db.written([row]),
                db.written([token, huge]),
                db.written([store.AddRow("a", 1, Note(NoteId.LEFT, 7, 0))]),
            ]
            done = await asyncio.gather(*writes, return_exceptions=True)
            assert [row.entry for row in await db.rows("a")] == [Action(0, "x", 5), Note(NoteId.LEFT, 7, 0)]
            assert await db.holder("a", "t") is None  # completely or not at all
            assert not db.trouble
            return list(done)

    first, second, third, fourth = asyncio.run(main())
    assert (first, fourth) == (None, None)
    for error in (second, third):
        assert isinstance(error, Exception)
        assert not isinstance(error, Unavailable)


LATER = "; ".join(f"ALTER TABLE {table} ADD COLUMN later_{{0}} text DEFAULT ''" for table in ("matches", "actions", "tokens"))


@pytest.mark.parametrize("ahead", [1, 2])
def test_data_may_be_one_version_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: int) -> None:
    """As it is while processes are replaced one after the other."""

    async def visit() -> list[store.StoredRow]:
        async with serving(tmp_path / "t.db") as db:
            match = f"m{await db.unfinished_count()}"
            row, token = store.AddRow(match, 0, Action(0, "x", 5)), store.AddToken("t" + match, match, 0)
            await db.written([store.NewMatch(kept(match, "play")), row, token])
            assert await db.holder(match, "t" + match) == (0, False)
            return list(await db.rows(match))

    with monkeypatch.context() as newer:
        for module in ("sqlite", "postgres"):
            old = import_module(f"tablee.storage.{module}").MIGRATIONS
            newer.setattr(f"tablee.storage.{module}.MIGRATIONS", (*old, *(LATER.format(n) for n in range(ahead))))
        rows = asyncio.run(visit())
    if ahead == 1:
        assert asyncio.run(visit()) == rows
    else:
        with pytest.raises(BadText, match="newer-data"):
            asyncio.run(visit())


def test_commands_of_the_last_rows_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only among the last rows: a long record is not searched from end to end."""
    monkeypatch.setattr(store, "REMEMBERED", 4)
    rows: list[Action | Note] = [
        Action(0, "a", 0),
        Action(1, "b", 1),
        Action(0, "c", 2),
        Note(NoteId.TOO_LATE, 3, 1, "x"),
        Action(0, "d", 4),
    ]

    async def main() -> None:
        async with serving(tmp_path / "t.db") as db:
            await db.written([store.AddRow("a", n, row, f"key {n}") for n, row in enumerate(rows)])
            assert await db.answered("a") == {"key 1": 0, "key 2": 1, "key 3": None, "key 4": 0}

    asyncio.run(main())


def test_many_writers_share_commits(tmp_path: Path) -> None:
    async def main() -> int:
        async with serving(tmp_path / "t.db") as db:
            await asyncio.gather(*(db.written([store.AddRow("a", n, Action(0, "x", n))]) for n in range(2000)))
            assert [row.entry for row in await db.rows("a", 1990, 3)] == [Action(0, "x", n) for n in (1990, 1991, 1992)]
            assert len(await db.rows("a")) == 2000
            return db.commits

    assert asyncio.run(main()) < 200


def test_pending_writes_are_finished_before_the_store_closes(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "t.db") as db:
            writing = [asyncio.ensure_future(db.written([store.AddRow("a", n, Action(0, "x", n))])) for n in range(50)]
            await asyncio.sleep(0)
        await asyncio.gather(*writing)
        async with serving(tmp_path / "t.db") as db:
            assert len(await db.rows("a")) == 50

    asyncio.run(main())


def test_every_write_and_every_question(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "t.db") as db:
            await db.written([store.NewMatch(kept(id, state, 10)) for id, state in zip("abcd", STATES, strict=True)])
            assert await db.match("nothing") is None
            assert await db.match("a") == kept("a", "open", 10)
            assert await db.unfinished() == ["b"]
            assert await db.unfinished_count() == 2
            assert await db.still_open(["b", "c", "x"]) == {"b"}
            assert {one.id for one in await db.listed(("open", "play"), 5)} == {"a", "b"}
            assert len(await db.listed(("open", "play"), 1)) == 1
            await db.written([store.TouchMatch(id, 20) for id in "abcd"])
            assert sorted([await db.idle(15, 25), await db.idle(25, 15)]) == [["a"], ["b"]]
            save = store.SaveMatch("a", "play", False, '{"é": "\\u0000"}', "header", None, 30)
            await db.written([save, store.LinkRematch("a", "next")])
            found = await db.match("a")
            assert found is not None
            assert (found.state, found.public, found.setup, found.next, found.changed) == ("play", False, save.setup, "next", 30)
            await db.written([store.AddToken("mine", "a", 1), store.AddToken("lent", "a", 1, shared=True)])
            assert [await db.holder("a", token) for token in ("mine", "lent", "no")] == [(1, False), (1, True), None]
            assert await db.person("b", "mine") is None
            await db.written([store.RevokeTokens("a", 1)])
            assert [await db.person("a", token) for token in ("mine", "lent")] == [1, None]
            assert await db.last_screen("a") is None
            for screen in (b"first", b"second"):
                await db.written([store.KeepLastScreen("a", screen)])
                assert await db.last_screen("a") == screen
            await db.check()

    asyncio.run(main())


STATES = ("open", "play", "over", "closed")


def test_a_slow_question_keeps_nobody_waiting(tmp_path: Path) -> None:
    numbers = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000) SELECT count(*) FROM c"

    async def main() -> int:
        async with serving(tmp_path / "t.db") as db:
            asking, turns = asyncio.create_task(db.fetch(numbers)), 0
            while not asking.done():
                await asyncio.sleep(0.001)
                turns += 1
            return turns

    assert asyncio.run(main()) > 5


def test_older_tables_are_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stored_in: str) -> None:
    module = import_module(f"tablee.storage.{'sqlite' if stored_in == 'sqlite' else 'postgres'}")
    migrations: tuple[str, ...] = module.MIGRATIONS
    put(tmp_path / "t.db", store.NewMatch(kept("a")))
    monkeypatch.setattr(module, "MIGRATIONS", (*migrations, "ALTER TABLE matches ADD COLUMN extra TEXT"))

    async def main() -> Iterable[object]:
        async with serving(tmp_path / "t.db") as db:
            return [tuple(row) for row in await db.fetch("SELECT id, extra FROM matches")]

    assert asyncio.run(main()) == [("a", None)]
    assert asyncio.run(main()) == [("a", None)]  # once


HEADER = Header("toy", "1.0", "", (("Ada",), ("Bo",)))


def sealed_rows(match: str, count: int) -> list[store.AddRow]:
    chain = Chain(HEADER)
    notes = Note(NoteId.LEFT, 7, 0), Note(NoteId.TOO_LATE, 8, 1, "é")
    rows: list[Action | Note] = [*notes, *(Action(n % 2, "x", 10 + n) for n in range(count - len(notes)))]
    return [store.sealed(chain, match, n, row, f"{n % 2}:c:{n}" if n % 3 else None) for n, row in enumerate(rows)]


CHANGES = ["text = 'y'", "ms = ms + 1", "who = 1 - who", "cmd = '0:c:99'", "seal = NULL, text = 'y'", "n = 500", "match = 'b'"]


@pytest.mark.parametrize("change", CHANGES)
def test_a_row_that_has_changed_is_found(tmp_path: Path, change: str) -> None:
    """Those before it are still good."""

    async def main() -> None:
        async with serving(tmp_path / "t.db") as db:
            await db.written([store.NewMatch(kept("a")), *sealed_rows("a", 450), *sealed_rows("c", 3)])
            assert [row async for page in db.good_rows("a", HEADER) for row in page] == await db.rows("a")
            await db.check_end("a", 450)
            await db.fetch(f"UPDATE actions SET {change} WHERE match = 'a' AND n = 301 RETURNING n")
            good: list[store.StoredRow] = []

            async def read() -> None:
                async for page in db.good_rows("a", HEADER):
                    good.extend(page)

            with pytest.raises(store.Damaged) as damage:
                await read()
            assert damage.value.rows == len(good) == (302 if "NULL" in change else 301)
            assert [row async for page in db.good_rows("c", HEADER) for row in page]

    asyncio.run(main())


@pytest.mark.parametrize("change", ["n = 451", "match = 'A'", "match = 'b'"])
def test_a_lost_last_row_is_found(tmp_path: Path, change: str, stored_in: str) -> None:
    """Where the file was damaged: what is changed by a statement moves to its new place."""

    async def main() -> None:
        async with serving(tmp_path / "t.db") as db:
            await db.written([store.NewMatch(kept("a")), *sealed_rows("a", 5), *sealed_rows("c", 3)])
            await db.check_end("a", 5)
            with pytest.raises(store.Damaged):
                await db.check_end("a", 4)
            await db.fetch(f"UPDATE actions SET {change} WHERE match = 'a' AND n = 4 RETURNING n")
            with pytest.raises(store.Damaged):
                await db.check_end("a", 5)

    asyncio.run(main())


def test_rows_of_an_earlier_version_are_covered_by_those_that_follow(tmp_path: Path) -> None:
    """Such as those that a process of that version writes while others are newer."""

    async def main() -> None:
        async with serving(tmp_path / "t.db") as db:
            await db.written([store.NewMatch(kept("a")), *sealed_rows("a", 20)])
            await db.fetch("UPDATE actions SET seal = NULL WHERE n BETWEEN 5 AND 9 RETURNING n")
            assert len([row async for page in db.good_rows("a", HEADER) for row in page]) == 20
            await db.fetch("UPDATE actions SET text = 'y' WHERE n = 7 RETURNING n")
            with pytest.raises(store.Damaged) as damage:
                assert not [row async for page in db.good_rows("a", HEADER) for row in page[99:]]
            assert damage.value.rows == 10

    asyncio.run(main())


# commands
def test_import_export_backup_prune(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = str(data_at(tmp_path / "t.db")), str(tmp_path / "copy.db")
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
    put(tmp_path / "t.db", store.AddToken("t", id, 0), store.KeepLastScreen(id, b"x"), store.AddRow("b", 0, Action(0, "x", 1)))
    asyncio.run(asked(tmp_path / "t.db", "UPDATE matches SET changed = 1"))
    assert run("prune", "--data", data, "--older-than", "1") == 0
    assert "'matches': 1" in capsys.readouterr().out
    left = [asyncio.run(asked(tmp_path / "t.db", f"SELECT count(*) FROM {table}")) for table in store.TABLES]
    assert left == [0, 1, 0, 0]
    with pytest.raises(Refusal, match="no-match"):
        run("export", "--data", data, id)
    assert run("export", "--data", copy, id) == 0
    assert capsys.readouterr().out.endswith(record)


async def asked(path: Path, sql: str) -> object:
    """The first value, if any."""
    async with store.opened(data_at(path)) as db:
        found = await db.fetch(sql)
        return found[0][0] if found else None


def test_looking_at_a_match_that_is_over_does_not_keep_it_from_being_pruned(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "t.db") as db:
            for state in STATES:
                await db.written([store.NewMatch(kept(state, state, changed=1)), store.TouchMatch(state, 100)])
            assert await db.prune(50) == 2
            left = await db.fetch("SELECT id, changed FROM matches ORDER BY id")
            assert [tuple(row) for row in left] == [("open", 100), ("play", 100)]

    asyncio.run(main())


def test_results_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copy = str(data_at(tmp_path / "t.db")), str(tmp_path / "copy.db")
    assert run("import", "--json", "--data", data, str(GOLDEN)) == 0
    id = json.loads(capsys.readouterr().out)["match"]
    assert run("backup", "--json", "--data", data, copy) == 0
    assert json.loads(capsys.readouterr().out) == {"file": copy}
    assert run("prune", "--json", "--data", data, "--older-than", "1") == 0
    assert json.loads(capsys.readouterr().out) == {"matches": 0}
    assert run("export", "--json", "--data", copy, id) == 0
    assert all(map(json.loads, capsys.readouterr().out.splitlines()))


def test_golden_record_of_the_toy_is_checked_like_any_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = str(data_at(tmp_path / "t.db"))
    assert run("import", "--data", data, str(GOLDEN)) == 0
    id = capsys.readouterr().out.strip()
    run("export", "--data", data, id)
    assert capsys.readouterr().out == GOLDEN.read_text()
    header = json.loads(GOLDEN.read_text().splitlines()[0])
    if header.get("commit"):
        verify(GOLDEN.read_text().splitlines(), find)


def test_an_unfinished_match_is_not_exported(tmp_path: Path) -> None:
    put(tmp_path / "t.db", store.NewMatch(kept("a")))
    with pytest.raises(Refusal, match="not-over-yet"):
        run("export", "--data", str(data_at(tmp_path / "t.db")), "a")


def test_everything_is_transferred_to_the_other_store_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], stored_in: str, postgres: Postgres
) -> None:
    first, last = str(data_at(tmp_path / "t.db")), str(tmp_path / "last.db")
    between = postgres.fresh() if stored_in == "sqlite" else str(tmp_path / "between.db")
    for _ in range(2):
        run("import", "--data", first, str(GOLDEN))
    id = capsys.readouterr().out.splitlines()[0]
    rows = (store.AddRow("b", n, Action(n % 2, "é", n), f"0:c:{n}") for n in range(store.PAGE + 1))
    tokens = store.AddToken("mine", "b", 0), store.AddToken("lent", "b", 0, shared=True)
    put(tmp_path / "t.db", store.NewMatch(kept("b")), *rows, *tokens, store.KeepLastScreen(id, b"screen"))
    for data, to in ((first, between), (between, last)):
        assert run("transfer", "--data", data, to) == 0
        assert refused_transfer(data, to) == "not-empty"
    contents = [asyncio.run(content(data)) for data in (first, between, last)]
    assert contents[0] == contents[1] == contents[2]
    assert {table: len(rows) for table, rows in contents[0].items()}["actions"] > store.PAGE


def refused_transfer(data: str, to: str) -> str:
    """PostgreSQL releases the lock of a command that has just ended a little later."""
    for _ in range(100):
        with pytest.raises(BadText) as why:
            run("transfer", "--data", data, to)
        if why.value.message.id != "data-in-use":
            break
        time.sleep(0.05)
    return why.value.message.id


async def content(data: str) -> dict[str, list[object]]:
    found: dict[str, list[object]] = {table: [] for table in store.TABLES}
    async with store.opened(data if "://" in data else Path(data)) as db:
        async for table, rows in db.dump():
            found[table] += map(tuple, rows)
    return {table: sorted(rows, key=repr_of_keys) for table, rows in found.items()}


def repr_of_keys(row: object) -> str:
    """SQLite has 1 for true."""
    return repr([int(value) if isinstance(value, bool) else value for value in row])  # type: ignore[attr-defined]


def test_nothing_is_transferred_while_a_server_is_running(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path / "t.db"):
            with pytest.raises(BadText, match="data-in-use"):
                await asyncio.to_thread(run, "transfer", "--data", str(data_at(tmp_path / "t.db")), str(tmp_path / "other.db"))

    put(tmp_path / "t.db", store.NewMatch(kept("a")))
    asyncio.run(main())
