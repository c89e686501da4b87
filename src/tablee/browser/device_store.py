"""Stores matches on a device: a database in memory, and a journal that the browser keeps.

The journal is a copy of the database and, after it, every batch of statements since. A batch is in the journal before it is in
memory, and only then it is acknowledged: whatever could not be kept never happened.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from tablee.server.sqlite_store import LoneStore, insert_into, migrate, run, statements
from tablee.server.store import PAGE, TABLES, Done, Lease, Pages, PendingWrite, Statement, Unavailable, Write

log = logging.getLogger("tablee")
MANY = 400  # batches after which the next visit begins with a new copy
KEPT = 200  # finished matches; older ones are deleted
encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(list[tuple[str, tuple[Any, ...]]]).decode


class Journal(Protocol):
    """Each call ends when the browser has everything on its disk, and raises if it has not."""

    async def load(self) -> tuple[bytes, list[bytes]]:
        """The copy, empty at first, and the batches since."""

    async def append(self, batch: bytes) -> None: ...

    async def replace(self, copy: bytes) -> None:
        """A new copy, instead of the old one and all batches."""


class DeviceStore(LoneStore):
    def __init__(self, journal: Journal, db: sqlite3.Connection) -> None:
        self.journal, self.db = journal, db
        self.jobs: asyncio.Queue[PendingWrite] = asyncio.Queue()
        self.writer = asyncio.create_task(self._write())

    @classmethod
    async def open(cls, journal: Journal) -> DeviceStore:
        copy, batches = await journal.load()
        db = sqlite3.connect(":memory:", isolation_level=None)
        if copy:
            db.deserialize(copy)
        for batch in batches:  # before the tables are brought up to date: they were written to these
            _apply(db, decode(batch))
        before = db.execute("PRAGMA user_version").fetchone()
        migrate(db)
        store = cls(journal, db)
        await store._delete_old()
        if len(batches) >= MANY or before != db.execute("PRAGMA user_version").fetchone():
            await journal.replace(db.serialize())
        return store

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

    async def everything(self) -> Pages:
        for table, columns in TABLES.items():
            found = self.db.execute(f"SELECT {', '.join(columns)} FROM {table}")
            while page := found.fetchmany(PAGE):
                yield table, page

    async def fill(self, pages: Pages) -> None:
        batch: list[Statement] = [(insert_into(table), tuple(row)) async for table, rows in pages for row in rows]
        if error := await self._keep(batch):
            raise error

    async def close(self) -> None:
        await self.written([])  # after all that waits
        self.writer.cancel()
        await asyncio.gather(self.writer, return_exceptions=True)
        self.db.close()


def _apply(db: sqlite3.Connection, batch: Sequence[Statement]) -> None:
    if batch:
        run(db, batch)
