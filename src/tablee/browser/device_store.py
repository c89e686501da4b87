"""Stores matches on a device: a database in memory, and a journal that the browser keeps.

The journal is a copy of the database and, after it, every batch of statements since. A batch is in the journal before it is in
memory, and only then it is acknowledged: whatever could not be kept never happened.

What cannot be read any more is set aside, in tables of its own, and so are the matches that lack it. The others go on.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from tablee.protocol.reasons import Refused
from tablee.storage.sqlite import LoneStore, insert_into, migrate, run, statements
from tablee.storage.store import PAGE, TABLES, Done, Lease, Pages, PendingWrite, Statement, StoredMatch, Unavailable, Write

log = logging.getLogger("tablee")
MANY = 400  # batches after which the next visit begins with a new copy
KEPT = 200  # finished matches; older ones are deleted
QUARANTINE = (  # only on devices
    "CREATE TABLE IF NOT EXISTS damaged_entries (n INTEGER PRIMARY KEY, entry BLOB NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS damaged_matches (match TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
)
# rows are numbered from 0: a match has lost some, or has lost its beginning
BROKEN = """
    SELECT match FROM actions GROUP BY match HAVING count(*) <= max(n)
    UNION SELECT match FROM actions WHERE match NOT IN (SELECT id FROM matches)
    UNION SELECT match FROM tokens WHERE match NOT IN (SELECT id FROM matches)
"""
encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(list[tuple[str, tuple[Any, ...]]]).decode


class Journal(Protocol):
    """Each call ends when the browser has everything on its disk, and raises if it has not."""

    async def load(self) -> tuple[bytes, list[bytes]]:
        """The copy, empty at first, and the batches since."""

    async def append(self, batch: bytes) -> None: ...

    async def replace(self, copy: bytes) -> None:
        """A new copy, instead of the old one and all batches."""


class DeviceStore(LoneStore):
    damaged: set[str]  # matches
    newly_damaged = False  # something could not be read when the store was opened

    def __init__(self, journal: Journal, db: sqlite3.Connection) -> None:
        self.journal, self.db = journal, db
        self.jobs: asyncio.Queue[PendingWrite] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())

    @classmethod
    async def open(cls, journal: Journal) -> DeviceStore:
        copy, batches = await journal.load()
        db, damaged = _read(copy, batches)
        before = db.execute("PRAGMA user_version").fetchone()
        migrate(db)
        store = cls(journal, db)
        if damaged:
            store._quarantine(damaged)
        store.damaged = {match for (match,) in db.execute("SELECT match FROM damaged_matches")} if _has_quarantine(db) else set()
        await store._delete_old()
        if damaged or len(batches) >= MANY or before != db.execute("PRAGMA user_version").fetchone():
            await journal.replace(db.serialize())
        return store

    def _quarantine(self, entries: Sequence[bytes]) -> None:
        log.error("the journal is damaged", extra={"entries": len(entries)})
        self.newly_damaged = True
        for sql in QUARANTINE:
            self.db.execute(sql)
        self.db.executemany("INSERT INTO damaged_entries (entry) VALUES (?)", [(entry,) for entry in entries])
        self.db.execute(f"INSERT OR IGNORE INTO damaged_matches {BROKEN}")

    async def match(self, id: str) -> StoredMatch | None:
        self._check(id)
        return await super().match(id)

    async def holder(self, match: str, token: str) -> tuple[int, bool] | None:
        self._check(match)
        return await super().holder(match, token)

    def _check(self, match: str) -> None:
        if match in self.damaged:
            raise Refused("damaged")

    async def _delete_old(self) -> None:
        sql = "SELECT changed FROM matches WHERE state IN ('over', 'closed') ORDER BY changed DESC LIMIT 1 OFFSET ?"
        for (changed,) in await self.fetch(sql, KEPT):
            await self.prune(changed + 1)

    async def fetch(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        return self.db.execute(sql, values).fetchall()

    def write(self, writes: Sequence[Write], done: Done, lease: Lease | None = None) -> None:
        self.jobs.put_nowait(PendingWrite(writes, done, lease))

    async def _write(self) -> None:
        """All that waits is one batch."""
        while True:
            waiting = [await self.jobs.get()]
            while not self.jobs.empty():
                waiting.append(self.jobs.get_nowait())
            error = await self._keep(list(statements(write for job in waiting for write in job.writes)))
            for job in waiting:
                job.done(error)

    async def _keep(self, batch: list[Statement]) -> Exception | None:
        try:
            if batch:
                await self.journal.append(encode(batch))
        except Exception as error:  # the browser's: its storage is full, or another page has taken over
            if not self.trouble:
                log.error("the browser does not store matches", extra={"error": type(error).__name__})
            self.trouble = str(error)
            return Unavailable(self.trouble)
        self.trouble = ""
        self.commits += 1
        _apply(self.db, batch)
        return None

    async def unfinished(self) -> list[str]:
        """None: a match goes on when its page is opened."""
        return []

    async def dump(self) -> Pages:
        for table, columns in TABLES.items():
            found = self.db.execute(f"SELECT {', '.join(columns)} FROM {table}")
            while page := found.fetchmany(PAGE):
                yield table, page

    async def restore(self, pages: Pages) -> None:
        batch: list[Statement] = [(insert_into(table), tuple(row)) async for table, rows in pages for row in rows]
        if error := await self._keep(batch):
            raise error

    def copy(self) -> bytes:
        """Everything, as a database that a server can read."""
        return self.db.serialize()

    async def close(self) -> None:
        await self.written([])  # after all that waits
        self.writer.cancel()
        await asyncio.gather(self.writer, return_exceptions=True)
        self.db.close()


def _read(copy: bytes, batches: Sequence[bytes]) -> tuple[sqlite3.Connection, list[bytes]]:
    """The database, and the entries of the journal that cannot be read."""
    db, whole = _of_copy(copy)
    damaged = [] if whole else [copy]
    for batch in batches:  # before the tables are brought up to date: they were written to these
        try:
            _apply(db, decode(batch))
        except (msgspec.DecodeError, sqlite3.Error):
            damaged.append(batch)
    return db, damaged


def _of_copy(copy: bytes) -> tuple[sqlite3.Connection, bool]:
    """What can be read of a copy, and whether that is all."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    if not copy:
        return db, True
    try:
        db.deserialize(copy)
        if db.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]:
            return db, True
    except sqlite3.Error:
        pass
    saved = sqlite3.connect(":memory:", isolation_level=None)
    migrate(saved)
    for table, columns in TABLES.items():
        with suppress(sqlite3.Error):
            for row in db.execute(f"SELECT {', '.join(columns)} FROM {table}"):
                saved.execute(insert_into(table), row)
    db.close()
    return saved, False


def _has_quarantine(db: sqlite3.Connection) -> bool:
    return bool(db.execute("SELECT 1 FROM sqlite_master WHERE name = 'damaged_matches'").fetchall())


def _apply(db: sqlite3.Connection, batch: Sequence[Statement]) -> None:
    if batch:
        run(db, batch)
