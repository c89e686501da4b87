"""One SQLite file: one thread reads, one writes and commits for many matches at once."""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from tablee.core.game import BadText, say
from tablee.storage.store import (
    PAGE,
    TABLES,
    AddRow,
    Done,
    Lease,
    OpenMode,
    Pages,
    PendingWrite,
    Statement,
    Store,
    Unavailable,
    Unreadable,
    Write,
    check_schema,
)

CHUNKS = (256, 64, 16, 8, 4, 3, 2, 1)  # rows that one statement adds; after each statement the writer waits for the loop
CHECKPOINT_EVERY = 30.0  # seconds, at least: pages that change again and again are written once
CHECKPOINT_AT = 16 * 2**20  # bytes by which the journal has grown: then it is not waited for
LONGEST_JOURNAL = 64 * 2**20  # bytes; beyond that, commits wait until the journal is emptied
LOCK_TIMEOUT = 10_000  # ms to wait for other processes that use the file
OTHER_READERS = 50  # ms that commits wait for them while the journal is emptied
ADD_ROWS, MARKS = f"INSERT INTO actions ({', '.join(TABLES['actions'])}) VALUES", "(?, ?, ?, ?, ?, ?, ?)"
MOST_FAULTS = 20  # of a file that are named
NOT_TEXT = "Could not decode to UTF-8"  # how errors of Python's sqlite3 begin that have no code
log = logging.getLogger("tablee")

MIGRATIONS = (
    """
    CREATE TABLE matches (
        id TEXT PRIMARY KEY, state TEXT NOT NULL, game TEXT NOT NULL, public INTEGER NOT NULL, setup TEXT NOT NULL,
        seed TEXT NOT NULL, header TEXT, result TEXT, next TEXT NOT NULL DEFAULT '',
        opened INTEGER NOT NULL, changed INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX matches_listed ON matches (state, public, opened);
    CREATE TABLE actions (
        match TEXT NOT NULL, n INTEGER NOT NULL, who INTEGER, text TEXT NOT NULL, ms INTEGER NOT NULL, cmd TEXT,
        PRIMARY KEY (match, n), UNIQUE (match, cmd)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tokens (hash BLOB PRIMARY KEY, match TEXT NOT NULL, person INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_of_match ON tokens (match, person);
    """,
    # a cache: what can be seen of finished matches, as JSON. It may be deleted; it is made anew from the rows.
    """
    CREATE TABLE last_screens (match TEXT PRIMARY KEY, screen BLOB NOT NULL) STRICT, WITHOUT ROWID;
    """,
    # whether a token was made to be passed on, in a link to the seat
    """
    ALTER TABLE tokens ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
    """,
    # without the index of commands, which made every row twice as expensive; a room knows its commands itself
    """
    CREATE TABLE log (
        match TEXT NOT NULL, n INTEGER NOT NULL, who INTEGER, text TEXT NOT NULL, ms INTEGER NOT NULL, cmd TEXT,
        PRIMARY KEY (match, n)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO log SELECT match, n, who, text, ms, cmd FROM actions;
    DROP TABLE actions;
    ALTER TABLE log RENAME TO actions;
    """,
    # what the chain of the record says of the row; none in rows of earlier versions
    """
    ALTER TABLE actions ADD COLUMN seal BLOB;
    """,
)


def connect(path: Path, check_same_thread: bool = True) -> sqlite3.Connection:
    """Raises BadText if the file cannot be used."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        create_private(path)
        db = sqlite3.connect(path, timeout=LOCK_TIMEOUT / 1000, isolation_level=None, check_same_thread=check_same_thread)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA wal_autocheckpoint = 0")  # the store's checkpointer does it
        migrate(db)
    except (sqlite3.Error, OSError) as error:
        raise BadText(say("no-data", file=str(path), why=str(error))) from None
    return db


def create_private(path: Path) -> None:
    """Creates the file for its owner alone, if it is not there. SQLite gives its journals the same mode.

    A file that is there is not even opened: closing it would drop the locks of this process, and then another process that
    closes the file would think that it is the last, and delete the journal."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def migrate(db: sqlite3.Connection) -> None:
    """Creates the tables, or brings them up to date."""
    (done,) = db.execute("PRAGMA user_version").fetchone()
    check_schema(done, len(MIGRATIONS))
    if done >= len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    (done,) = db.execute("PRAGMA user_version").fetchone()  # another process may have been faster
    for sql in MIGRATIONS[done:]:
        for statement in sql.split(";"):
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    db.execute("COMMIT")


def only_one(path: Path) -> sqlite3.Connection:
    """A lock that lasts as long as the process, so that no two servers use the same file. Raises BadText."""
    file = path.with_name(path.name + ".lock")
    create_private(file)
    lock = sqlite3.connect(file, timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        lock.close()
        raise BadText(say("data-in-use", file=str(path))) from None
    return lock


class LoneStore(Store):
    """Used by one process alone, which may write to every match."""

    JSON_ITEMS = "SELECT value FROM json_each(?)"

    async def claim(self, match: str, new: bool = False) -> Lease:
        return Lease(match, 0)

    def holds(self, lease: Lease) -> bool:
        return True

    def release(self, lease: Lease, busy: bool = False) -> None:
        pass

    async def owners(self, matches: Sequence[str]) -> dict[str, str]:
        return {}

    async def others(self) -> list[str]:
        return []

    async def orphans(self) -> list[str]:
        return []


class SqliteStore(LoneStore):
    """A server has the file for itself. Its threads start with the first write: whoever only reads needs none of them.

    Besides the reader and the writer, a third thread moves what is committed from the journal into the file, so that no commit
    has to wait for it. Under steady load that alone would not let the journal begin anew: there is always a commit on its way, or
    a reader. So when it is long, the writer empties it between two commits, while nobody reads.
    """

    def __init__(self, path: Path, use: OpenMode = "guest") -> None:
        self.path, self.loop = path, asyncio.get_running_loop()
        self.db = connect(path, check_same_thread=False)
        self.lock = None if use == "guest" else only_one(path)
        self.reader = ThreadPoolExecutor(1, "tablee_reader")
        self.jobs: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self.stopping, self.wake = False, threading.Event()
        self.reading, self.moving = threading.Lock(), threading.Lock()  # held for a statement, and for a checkpoint
        self.journal = f"{path}-wal"
        self.move_at, self.empty_at = CHECKPOINT_AT, LONGEST_JOURNAL  # sizes of the journal, in bytes
        self.threads: list[threading.Thread] = []

    async def fetch(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        return await self.loop.run_in_executor(self.reader, self._fetch, sql, values)

    def _fetch(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        with self.reading:
            return fetch_all(self.db, sql, values)

    def write(self, writes: Sequence[Write], done: Done, lease: Lease | None = None) -> None:
        if not self.threads:
            self.writing = connect(self.path, check_same_thread=False)
            self.threads = [self._thread(self.writing, self._writer)]
            self.threads += [self._thread(connect(self.path, check_same_thread=False), self._checkpointer)]
        self.jobs.put(PendingWrite(writes, done, lease))

    async def close(self) -> None:
        """Call it before the event loop closes, because the writer reports to the loop."""
        self.jobs.put(None)
        self.stopping = True
        self.wake.set()
        for thread in self.threads:
            thread.join()
        self.reader.shutdown()
        self.db.close()
        if self.lock is not None:
            self.lock.close()

    async def dump(self) -> Pages:
        with closing(connect(self.path, check_same_thread=False)) as db:
            db.execute("BEGIN")
            for table, columns in TABLES.items():
                found = db.execute(f"SELECT {', '.join(columns)} FROM {table}")
                while page := await asyncio.to_thread(found.fetchmany, PAGE):
                    yield table, page

    async def salvage(self, lost: Callable[[str], None]) -> Pages:
        with closing(connect(self.path, check_same_thread=False)) as db:
            db.execute("BEGIN")
            db.text_factory = text_or_bytes
            matches: list[str] = []
            for table in TABLES:
                for page in salvaged(db, table, matches, lost):
                    yield table, page
                    await asyncio.sleep(0)

    async def check_file(self) -> list[str]:
        try:
            found = [line for (line,) in await self.fetch(f"PRAGMA integrity_check({MOST_FAULTS})")]
        except Unreadable as error:
            return [str(error)]
        return [] if found == ["ok"] else found

    async def restore(self, pages: Pages) -> None:
        with closing(connect(self.path, check_same_thread=False)) as db:
            db.execute("BEGIN IMMEDIATE")
            if db.execute("SELECT id FROM matches LIMIT 1").fetchone() is not None:
                raise BadText(say("not-empty", file=str(self.path)))

            def add(table: str, rows: Sequence[Sequence[Any]]) -> None:
                """Its cursor must end in the same thread: another one uses the statement next."""
                db.executemany(insert_into(table), rows)

            async for table, rows in pages:
                await asyncio.to_thread(add, table, rows)
            await asyncio.to_thread(db.execute, "COMMIT")

    async def backup(self, to: Path) -> None:
        """A copy of the file itself."""
        create_private(to)
        with closing(sqlite3.connect(to, check_same_thread=False)) as copy:
            await self.loop.run_in_executor(self.reader, self.db.backup, copy)

    def _thread(self, db: sqlite3.Connection, work: Callable[[sqlite3.Connection], None]) -> threading.Thread:
        thread = threading.Thread(target=work, args=(db,), name=f"tablee{work.__name__}")
        thread.start()
        return thread

    def _checkpointer(self, db: sqlite3.Connection) -> None:
        done = 0
        with closing(db):
            while not self.stopping:
                in_time = self.wake.wait(CHECKPOINT_EVERY)
                self.wake.clear()
                if self.commits > done:
                    done = self.commits
                    with self.moving, suppress(sqlite3.Error):  # a full disk, for example: the next one may succeed
                        db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                if not in_time and self._journal_size() >= LONGEST_JOURNAL:  # somebody read it for long
                    self.empty_at = LONGEST_JOURNAL
                    self.jobs.put(PendingWrite((), lambda error: None, None))

    def _writer(self, db: sqlite3.Connection) -> None:
        with closing(db):
            while (job := self.jobs.get()) is not None:
                batch = [job]
                while len(batch) < 1000 and not self.jobs.empty():
                    another = self.jobs.get()
                    if another is None:
                        self.jobs.put(None)
                        break
                    batch.append(another)
                self._commit(db, batch)

    def _commit(self, db: sqlite3.Connection, batch: list[PendingWrite]) -> None:
        try:
            run(db, list(statements(write for job in batch for write in job.writes)))
        except Exception as error:  # any error: this thread must go on for the other matches
            error = self._noted(error)
            if len(batch) == 1:
                self._tell(batch, error)
            else:  # one of them failed, so commit each one separately
                for job in batch:
                    self._commit(db, [job])
            return
        self.commits += 1
        if self.trouble:
            self.trouble = ""
            log.warning("data file can be written again")
        self._tell(batch, None)
        self._bound_journal(db)

    def _bound_journal(self, db: sqlite3.Connection) -> None:
        size = self._journal_size()
        if size >= self.move_at:
            self.move_at = size + CHECKPOINT_AT
            self.wake.set()
        if size >= self.empty_at:
            with self.moving, self.reading:
                empty_journal(db)
            left = self._journal_size()
            self.move_at = left + CHECKPOINT_AT
            self.empty_at = max(LONGEST_JOURNAL, left + CHECKPOINT_AT)

    def _journal_size(self) -> int:
        try:
            return os.stat(self.journal).st_size
        except OSError:
            return 0

    def _tell(self, batch: Sequence[PendingWrite], error: Exception | None) -> None:
        """Wakes the event loop once for all of them, where each has a call of its own."""
        if len(batch) == 1:
            self.loop.call_soon_threadsafe(batch[0].done, error)
            return

        def tell() -> None:
            for job in batch:
                self.loop.call_soon(job.done, error)

        self.loop.call_soon_threadsafe(tell)

    def _noted(self, error: Exception) -> Exception:
        """Logs trouble with the file once. Rooms keep trying, so the server goes on when the file can be written again."""
        if not isinstance(error, sqlite3.OperationalError):
            return error
        if not self.trouble:
            self.trouble = str(error)
            log.error("data file cannot be written", extra={"error": self.trouble})
        return Unavailable(str(error))


def fetch_all(db: sqlite3.Connection, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    """Raises Unreadable if the file is damaged."""
    try:
        return db.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        if is_damage(error):
            raise Unreadable(str(error)) from None
        raise


def is_damage(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or str(error).startswith(NOT_TEXT)


def text_or_bytes(data: bytes) -> str | bytes:
    """What a text was that is not UTF-8 any more shows where it is used."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def salvaged(db: sqlite3.Connection, table: str, matches: list[str], lost: Callable[[str], None]) -> Iterator[list[Any]]:
    """What can be read of a table: the rows of one match after the other, in the order in which they lie in the file, so that a
    damaged key misleads no search. After a page that cannot be read, those of the matches that are missing are searched for.

    Fills in the ids of all matches."""
    columns, key = ", ".join(TABLES[table]), "id" if table == "matches" else "match"
    given = set()
    try:
        for first, rows in groupby(db.execute(f"SELECT {columns} FROM {table} NOT INDEXED"), itemgetter(0)):
            page = list(rows)
            given.add(first)
            yield page
    except sqlite3.DatabaseError as error:
        lost(f"{table}: {error}")
        if table == "matches":
            matches += [id for (id,) in _found(db, "SELECT id FROM matches")]
        for match in matches:
            rows_left = _found(db, f"SELECT {columns} FROM {table} WHERE {key} = ?", match)
            yield [row for row in rows_left if row[0] not in given]
    if table == "matches":
        matches += given


def _found(db: sqlite3.Connection, sql: str, *values: str) -> list[Any]:
    """As many rows as can be read."""
    found = []
    with suppress(sqlite3.DatabaseError):
        for row in db.execute(sql, values):
            found.append(row)
    return found


def insert_into(table: str) -> str:
    columns = TABLES[table]
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def empty_journal(db: sqlite3.Connection) -> None:
    """Unless somebody else reads it, such as a backup: then it stays until the next attempt."""
    with suppress(sqlite3.Error):
        db.execute(f"PRAGMA busy_timeout = {OTHER_READERS}")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    db.execute(f"PRAGMA busy_timeout = {LOCK_TIMEOUT}")


def run(db: sqlite3.Connection, batch: Sequence[Statement]) -> None:
    """Carries out all of it or nothing."""
    if len(batch) == 1:  # complete or not at all by itself
        db.execute(*batch[0])
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in batch:
            db.execute(*statement)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def statements(writes: Iterable[Write]) -> Iterator[Statement]:
    rows: list[AddRow] = []
    for write in writes:
        if isinstance(write, AddRow):
            rows.append(write)
        else:
            yield write.sql()
    yield from _add_rows(rows)


def _add_rows(rows: Sequence[AddRow]) -> Iterator[Statement]:
    """Many rows in a few statements."""
    done = 0
    for size in CHUNKS:
        while len(rows) - done >= size:
            values = tuple(chain.from_iterable(row.values() for row in rows[done : done + size]))
            yield f"{ADD_ROWS} {', '.join([MARKS] * size)}", values
            done += size
