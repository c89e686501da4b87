"""Stores matches in one SQLite file, with one writer thread that commits for many matches at once. All SQL is here.

Rows are only ever added. The store calls back when they are on disk; no message is sent before that.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import os
import queue
import secrets
import sqlite3
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from string import ascii_letters, digits
from typing import Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from tablee.core import record
from tablee.core.game import BadText, say

PAGE = 500  # rows
REMEMBERED = 2000  # rows of a finished match: a command among them that is sent again is answered as before
CHUNKS = (256, 64, 16, 8, 4, 3, 2, 1)  # rows that one statement adds; after each statement the writer waits for the loop
CHECKPOINT_EVERY = 30.0  # seconds: pages that change again and again are written once
LONGEST_JOURNAL = 50_000  # pages; beyond that, commits wait until the journal is emptied
log = logging.getLogger("tablee")
Statement: TypeAlias = tuple[str, tuple[Any, ...]]

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
)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """One match in the store. `setup`, `header` and `result` are JSON."""

    id: str
    state: str
    game: str
    public: bool
    setup: str
    seed: str
    header: str | None
    result: str | None
    next: str
    opened: int
    changed: int


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row of the record, and the command it came from."""

    entry: record.Action | record.Note
    cmd: str | None


def new_id() -> str:
    """A new match id, for links and the command line: twelve letters and digits that cannot be guessed."""
    return "".join(secrets.choice(ascii_letters + digits) for _ in range(12))


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


# The kinds of writes. A list of writes is committed completely or not at all.
class Change(Protocol):
    def sql(self) -> Statement: ...


class NewMatch(Struct, frozen=True):
    match: StoredMatch

    def sql(self) -> Statement:
        names = StoredMatch.__slots__
        values = tuple(getattr(self.match, name) for name in names)
        return f"INSERT INTO matches ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})", values


class SaveMatch(Struct, frozen=True):
    id: str
    state: str
    public: bool
    setup: str
    header: str | None
    result: str | None
    now: int

    def sql(self) -> Statement:
        sql = "UPDATE matches SET state = ?, public = ?, setup = ?, header = ?, result = ?, changed = ? WHERE id = ?"
        return sql, (self.state, self.public, self.setup, self.header, self.result, self.now, self.id)


class LinkRematch(Struct, frozen=True):
    id: str
    next: str

    def sql(self) -> Statement:
        return "UPDATE matches SET next = ? WHERE id = ?", (self.next, self.id)


class TouchMatch(Struct, frozen=True):
    """Records that somebody was here. Does not change the age of a finished match."""

    id: str
    now: int

    def sql(self) -> Statement:
        return "UPDATE matches SET changed = ? WHERE id = ? AND state IN ('open', 'play')", (self.now, self.id)


class AddRow(Struct, frozen=True):
    match: str
    n: int
    entry: record.Action | record.Note
    cmd: str | None = None

    def values(self) -> tuple[Any, ...]:
        entry = self.entry
        who, text = (entry.who, entry.text) if isinstance(entry, record.Action) else (None, record.write(entry))
        return self.match, self.n, who, text, entry.ms, self.cmd


Write: TypeAlias = Change | AddRow


def _statements(writes: Iterable[Write]) -> Iterator[Statement]:
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
            yield f"INSERT INTO actions (match, n, who, text, ms, cmd) VALUES {', '.join(['(?, ?, ?, ?, ?, ?)'] * size)}", values
            done += size


class AddToken(Struct, frozen=True):
    token: str
    match: str
    person: int
    shared: bool = False

    def sql(self) -> Statement:
        sql = "INSERT INTO tokens (hash, match, person, shared) VALUES (?, ?, ?, ?)"
        return sql, (hashed(self.token), self.match, self.person, self.shared)


class RevokeTokens(Struct, frozen=True):
    """Deletes the tokens of a person that were made to be passed on."""

    match: str
    person: int

    def sql(self) -> Statement:
        return "DELETE FROM tokens WHERE match = ? AND person = ? AND shared", (self.match, self.person)


class KeepLastScreen(Struct, frozen=True):
    match: str
    screen: bytes

    def sql(self) -> Statement:
        return "INSERT OR REPLACE INTO last_screens (match, screen) VALUES (?, ?)", (self.match, zlib.compress(self.screen, 1))


class PruneMatches(Struct, frozen=True):
    """Deletes matches that ended before a time, in seconds since 1970."""

    before: int

    def sql(self) -> Statement:
        return f"DELETE FROM matches WHERE {OLD}", (self.before,)


class PruneParts(Struct, frozen=True):
    """Deletes the rows, tokens or last screens of such matches."""

    table: Literal["actions", "tokens", "last_screens"]
    before: int

    def sql(self) -> Statement:
        return f"DELETE FROM {self.table} WHERE match IN (SELECT id FROM matches WHERE {OLD})", (self.before,)


OLD = "state IN ('over', 'closed') AND changed < ?"


def connect(path: Path, check_same_thread: bool = True) -> sqlite3.Connection:
    """Raises BadText if the file cannot be used."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        create_private(path)
        db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=check_same_thread)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA wal_autocheckpoint = 0")  # the store's checkpointer does it
        _migrate(db)
    except (sqlite3.Error, OSError) as error:
        raise BadText(say("no-data", file=str(path), why=str(error))) from None
    return db


def create_private(path: Path) -> None:
    """Creates the file for its owner alone, if it is not there. SQLite gives its journals the same mode."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def read_only(path: Path) -> sqlite3.Connection:
    """For another process that only reads."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _migrate(db: sqlite3.Connection) -> None:
    db.execute("BEGIN IMMEDIATE")
    (done,) = db.execute("PRAGMA user_version").fetchone()
    if done > len(MIGRATIONS):
        db.execute("ROLLBACK")
        raise sqlite3.DatabaseError(f"schema {done} is newer than this version of tablee knows ({len(MIGRATIONS)})")
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


Done: TypeAlias = Callable[[Exception | None], None]
PendingWrite: TypeAlias = tuple[Sequence[Write], Done]


class Store:
    """Reads immediately, on the caller's thread; writes in batches, on its own thread.

    Another thread moves what is committed from the journal into the file, so that no commit has to wait for it.
    """

    def __init__(self, path: Path) -> None:
        self.loop = asyncio.get_running_loop()
        self.db = connect(path)
        self.lock = only_one(path)
        self.jobs: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self.commits = 0
        self.trouble = ""  # why the last commit failed, if the file was the reason: the disk is full, the file is read-only
        self.stopping = threading.Event()
        self.threads = [self._thread(path, self._writer), self._thread(path, self._checkpointer)]

    def close(self) -> None:
        """Finishes pending writes, then stops. Call it before the event loop closes, because the writer reports to the loop."""
        self.jobs.put(None)
        self.stopping.set()
        for thread in self.threads:
            thread.join()
        self.db.close()
        self.lock.close()

    def write(self, writes: Sequence[Write], done: Done) -> None:
        """Calls `done` once everything is on disk, or with an error if nothing is."""
        self.jobs.put((writes, done))

    async def written(self, writes: Sequence[Write]) -> None:
        """Returns once everything is on disk, or raises and nothing is."""
        done: asyncio.Future[Exception | None] = self.loop.create_future()
        self.write(writes, lambda error: None if done.cancelled() else done.set_result(error))
        if error := await done:
            raise error

    def _thread(self, path: Path, work: Callable[[sqlite3.Connection], None]) -> threading.Thread:
        db = connect(path, check_same_thread=False)
        thread = threading.Thread(target=work, args=(db,), name=f"tablee{work.__name__}")
        thread.start()
        return thread

    def _checkpointer(self, db: sqlite3.Connection) -> None:
        done = 0
        with closing(db):
            while not self.stopping.wait(CHECKPOINT_EVERY):
                if self.commits > done:
                    done = self.commits
                    with suppress(sqlite3.Error):  # a full disk, for example: the next one may succeed
                        checkpoint(db)

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
            _run(db, (write for writes, _ in batch for write in writes))
        except Exception as error:  # any error: this thread must go on for the other matches
            self._note_trouble(error)
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

    def _tell(self, batch: Sequence[PendingWrite], error: Exception | None) -> None:
        """Wakes the event loop once for all of them, where each has a call of its own."""

        def tell() -> None:
            for _, done in batch:
                self.loop.call_soon(done, error)

        self.loop.call_soon_threadsafe(tell)

    def _note_trouble(self, error: Exception) -> None:
        """Logs it once. Rooms keep trying, so the server goes on when the file can be written again."""
        if isinstance(error, sqlite3.OperationalError) and not self.trouble:
            self.trouble = str(error)
            log.error("data file cannot be written", extra={"error": self.trouble})

    def check(self) -> None:
        """Raises sqlite3.Error if the file cannot be read."""
        self.db.execute("SELECT id FROM matches LIMIT 1").fetchone()

    def match(self, id: str) -> StoredMatch | None:
        return next(self._matches("WHERE id = ?", id), None)

    def unfinished(self) -> list[str]:
        return [id for (id,) in self.db.execute("SELECT id FROM matches WHERE state = 'play'")]

    def unfinished_count(self) -> int:
        """The number of matches that are open or in play."""
        found: tuple[int] = self.db.execute("SELECT count(*) FROM matches WHERE state IN ('open', 'play')").fetchone()
        return found[0]

    def still_open(self, ids: Iterable[str]) -> set[str]:
        """Those of these matches that are open or in play."""
        wanted = json.dumps([*ids])
        sql = "SELECT id FROM matches WHERE id IN (SELECT value FROM json_each(?)) AND state IN ('open', 'play')"
        return {id for (id,) in self.db.execute(sql, (wanted,))}

    def idle(self, play: int, open: int) -> list[str]:
        """Matches in play that are unchanged since `play`, and open tables that are unchanged since `open`."""
        sql = "SELECT id FROM matches WHERE (state = 'play' AND changed < ?) OR (state = 'open' AND changed < ?)"
        return [id for (id,) in self.db.execute(sql, (play, open))]

    def listed(self, states: Sequence[str], limit: int) -> list[StoredMatch]:
        marks = ", ".join("?" * len(states))
        return list(self._matches(f"WHERE state IN ({marks}) AND public = 1 ORDER BY opened DESC LIMIT ?", *states, limit))

    def _matches(self, where: str, *values: Any) -> Iterator[StoredMatch]:
        for found in self.db.execute(f"SELECT {', '.join(StoredMatch.__slots__)} FROM matches {where}", values):
            yield StoredMatch(*found)

    def rows(self, id: str, start: int = 0, most: int = -1) -> list[StoredRow]:
        """The rows from number `start` on, all of them or so many at most."""
        return list(read_page(self.db, id, start, most))

    def last_screen(self, id: str) -> bytes | None:
        found = self.db.execute("SELECT screen FROM last_screens WHERE match = ?", (id,)).fetchone()
        return None if found is None else zlib.decompress(found[0])

    def since(self, id: str, cmd: str) -> int | None:
        """How many rows a seat has added since this command of its own, among the last rows of the match; -1 if it is not among
        them, None if the command was too late."""
        sql = "SELECT who, cmd FROM actions WHERE match = ? ORDER BY n DESC LIMIT ?"
        later: Counter[int | None] = Counter()
        for who, key in self.db.execute(sql, (id, REMEMBERED)):
            if key == cmd:
                return None if who is None else later[who]
            later[who] += 1
        return -1

    def person(self, match: str, token: str) -> int | None:
        """The person that this token of the match belongs to, if any."""
        found = self.holder(match, token)
        return None if found is None else found[0]

    def holder(self, match: str, token: str) -> tuple[int, bool] | None:
        """That person, and whether the token was made to be passed on."""
        sql = "SELECT person, shared FROM tokens WHERE hash = ? AND match = ?"
        found = self.db.execute(sql, (hashed(token), match)).fetchone()
        return None if found is None else (int(found[0]), bool(found[1]))


def checkpoint(db: sqlite3.Connection) -> None:
    _, pages, _ = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    if pages > LONGEST_JOURNAL:  # under constant load, the journal only starts anew if commits wait for a moment
        db.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()


def _run(db: sqlite3.Connection, writes: Iterable[Write]) -> None:
    statements = list(_statements(writes))
    if len(statements) == 1:  # complete or not at all by itself
        db.execute(*statements[0])
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in statements:
            db.execute(*statement)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


# For the command line; works whether or not a server is running.
def read_rows(db: sqlite3.Connection, id: str) -> Iterator[StoredRow]:
    """Page by page: a query that stays open while somebody reads slowly would keep the journal from being emptied."""
    start = 0
    while page := list(read_page(db, id, start, PAGE)):
        yield from page
        start += len(page)


def read_page(db: sqlite3.Connection, id: str, start: int, most: int) -> Iterator[StoredRow]:
    sql = "SELECT who, text, ms, cmd FROM actions WHERE match = ? AND n >= ? ORDER BY n LIMIT ?"
    for who, text, ms, cmd in db.execute(sql, (id, start, most)):
        entry = record.read(text) if who is None else record.Action(who, text, ms)
        assert isinstance(entry, record.Action | record.Note)
        yield StoredRow(entry, cmd)


def read_record(db: sqlite3.Connection, id: str) -> Iterator[str]:
    """The record of a finished match, line by line. Raises BadText."""
    found = db.execute("SELECT state, header, result FROM matches WHERE id = ?", (id,)).fetchone()
    if found is None:
        raise BadText(say("no-match"))
    state, header, result = found
    if state != "over":
        raise BadText(say("not-over-yet"))
    return chain((header,), (record.write(row.entry) for row in read_rows(db, id)), (result,))


def add_record(db: sqlite3.Connection, match: StoredMatch, entries: Sequence[record.Action | record.Note]) -> None:
    _run(db, [NewMatch(match), *(AddRow(match.id, n, entry) for n, entry in enumerate(entries))])


def prune(db: sqlite3.Connection, before: int) -> int:
    """Deletes matches that ended before a time, in seconds since 1970; returns how many."""
    gone: int = db.execute(f"SELECT count(*) FROM matches WHERE {OLD}", (before,)).fetchone()[0]
    parts = [PruneParts("actions", before), PruneParts("tokens", before), PruneParts("last_screens", before)]
    _run(db, [*parts, PruneMatches(before)])
    return gone


def backup(db: sqlite3.Connection, to: Path) -> None:
    create_private(to)
    with closing(sqlite3.connect(to)) as copy:
        db.backup(copy)
