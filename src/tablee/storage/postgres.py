"""A PostgreSQL database: a few connections read, one commits for many matches at once."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import timedelta
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any
from urllib.parse import urlsplit

import asyncpg
from msgspec import Struct

from tablee.core.game import BadText, say
from tablee.protocol.reasons import Refused
from tablee.storage.store import (
    PAGE,
    TABLES,
    AddRow,
    Done,
    Elsewhere,
    Lease,
    OpenMode,
    Pages,
    PendingWrite,
    SharedStore,
    Statement,
    Unavailable,
    Unreadable,
    Write,
    check_schema,
)

READERS = 8  # connections
BATCH = 1000  # lists of writes in one transaction
LEASE = 3.5  # seconds
MARGIN = 0.5  # seconds before its end that a lease is given up
RENEW_EVERY = 1.0  # seconds
DB_TIMEOUT = 5.0  # seconds to connect or to read, and until a commit is late
PAUSE = 3.0  # seconds between two statements of a transaction: then its locks end, before leases do that nobody renews
LOCK = 0x7AB1EE  # the key of the advisory locks
# Also a lease that would last too long has ended: the clock has been set back since, or another server has become the primary.
LASTS = f"expires BETWEEN clock_timestamp() AND clock_timestamp() + interval '{3 * LEASE} seconds'"
log = logging.getLogger("tablee")

MIGRATIONS = (
    """
    CREATE TABLE matches (
        id text COLLATE "C" PRIMARY KEY, state text NOT NULL, game text NOT NULL, public boolean NOT NULL, setup text NOT NULL,
        seed text NOT NULL, header text, result text, next text NOT NULL DEFAULT '',
        opened bigint NOT NULL, changed bigint NOT NULL
    );
    CREATE INDEX matches_listed ON matches (state, public, opened);
    CREATE TABLE actions (
        match text COLLATE "C" NOT NULL, n integer NOT NULL, who integer, text text NOT NULL, ms bigint NOT NULL, cmd text,
        PRIMARY KEY (match, n)
    );
    CREATE TABLE tokens (
        hash bytea PRIMARY KEY, match text COLLATE "C" NOT NULL, person integer NOT NULL, shared boolean NOT NULL
    );
    CREATE INDEX tokens_of_match ON tokens (match, person);
    CREATE TABLE last_screens (match text COLLATE "C" PRIMARY KEY, screen bytea NOT NULL);
    """,
    # who may write to a match, and until when; each row of a record says by which lease it was written
    """
    CREATE SEQUENCE epochs;
    CREATE TABLE leases (
        match text COLLATE "C" PRIMARY KEY, owner text NOT NULL, address text NOT NULL, epoch bigint NOT NULL,
        expires timestamptz NOT NULL
    ) WITH (fillfactor = 50);
    ALTER TABLE actions ADD COLUMN epoch bigint;
    """,
    # what processes have in common, so that they know each other
    """
    CREATE TABLE secrets (secret text NOT NULL);
    INSERT INTO secrets VALUES (gen_random_uuid()::text || gen_random_uuid()::text);
    CREATE TABLE own_tables (
        match text COLLATE "C" PRIMARY KEY, visitor text NOT NULL, bots integer NOT NULL,
        since timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX tables_of_visitor ON own_tables (visitor);
    """,
    # what the chain of the record says of the row; none in rows of earlier versions
    """
    ALTER TABLE actions ADD COLUMN seal bytea;
    """,
)
COLUMNS = ", ".join((*TABLES["actions"], "epoch"))
ROWS = "unnest($1::text[], $2::integer[], $3::integer[], $4::text[], $5::bigint[], $6::text[], $7::bytea[], $8::bigint[])"
ADD_ROWS = f"INSERT INTO actions ({COLUMNS}) SELECT * FROM {ROWS}"
# A lease cannot change hands while it is locked, and what changed hands before is not found. The order prevents deadlocks.
HOLD = """
    SELECT match, epoch FROM leases JOIN unnest($1::text[], $2::bigint[]) AS given(match, epoch) USING (match, epoch)
    ORDER BY match FOR SHARE OF leases
"""
ADD_HELD_ROWS = f"""
    WITH held AS ({HOLD.replace("$1", "$9").replace("$2", "$10")}),
    added AS (
        INSERT INTO actions ({COLUMNS})
        SELECT given.* FROM {ROWS} AS given({COLUMNS}) JOIN held USING (match, epoch)
    )
    SELECT match, epoch FROM held
"""
CLAIM = f"""
    INSERT INTO leases (match, owner, address, epoch, expires)
    SELECT $1::text, $2::text, $3::text, nextval('epochs'), clock_timestamp() + $4::interval
    WHERE $5::boolean OR EXISTS (SELECT FROM matches WHERE id = $1) OR EXISTS (SELECT FROM leases WHERE match = $1)
    ON CONFLICT (match) DO UPDATE
    SET owner = excluded.owner, address = excluded.address, epoch = excluded.epoch, expires = excluded.expires
    WHERE leases.owner = excluded.owner OR NOT leases.{LASTS}
    RETURNING epoch
"""
# the prefix of a visitor is in hexadecimal digits, which all come before "g"
OWN = """
    SELECT match, bots FROM own_tables LEFT JOIN matches ON id = match
    WHERE visitor BETWEEN $1 AND $1 || 'g'
    AND (state IN ('open', 'play') OR (state IS NULL AND since > clock_timestamp() - interval '1 minute'))
"""
KEEP_OWN = """
    INSERT INTO own_tables (match, visitor, bots) VALUES ($1, $2, $3) ON CONFLICT (match) DO UPDATE SET bots = excluded.bots
"""
FORGET_OWN = """
    DELETE FROM own_tables WHERE since < clock_timestamp() - interval '1 minute'
    AND match NOT IN (SELECT id FROM matches WHERE state IN ('open', 'play'))
"""
ORPHANS = f"""
    SELECT match FROM leases JOIN matches ON id = match WHERE NOT {LASTS} AND state = 'play'
    ORDER BY random() LIMIT 100
"""
FORGET_LEASES = """
    DELETE FROM leases
    WHERE NOT expires BETWEEN clock_timestamp() - interval '1 minute' AND clock_timestamp() + interval '1 minute'
    AND match NOT IN (SELECT id FROM matches WHERE state = 'play')
"""
RENEW = "UPDATE leases SET expires = clock_timestamp() + $1::interval WHERE owner = $2 AND match = ANY($3::text[])"
AT_FAULT = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, ValueError)  # writes that can never be carried out
DAMAGE = (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError, UnicodeDecodeError)
TROUBLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, BadText)


@cache
def dollars(sql: str) -> str:
    """The placeholders of PostgreSQL."""
    first, *others = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in enumerate(others, start=1))


def shown(url: str) -> str:
    """Without the password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()


class EndLease(Struct, frozen=True):
    """If the match is busy, the lease stays, for the first one who takes it."""

    lease: Lease
    busy: bool

    def sql(self) -> Statement:
        what = "UPDATE leases SET expires = '-infinity', owner = ''" if self.busy else "DELETE FROM leases"
        return f"{what} WHERE match = ? AND epoch = ?", tuple(self.lease)


class PostgresStore(SharedStore):
    JSON_ITEMS = "SELECT json_array_elements_text(CAST(? AS json))"

    def __init__(self, url: str, pool: Any, writing: Any, use: OpenMode, address: str) -> None:
        self.url, self.pool, self.use, self.address = url, pool, use, address
        self.shared = use == "serve"
        self.loop = asyncio.get_running_loop()
        self.writing = writing  # the writer's connection; None after it was lost
        self.jobs: list[PendingWrite] = []
        self.arrived = asyncio.Event()
        self.closing = False
        self.owner = secrets.token_hex(8)
        self.held: dict[str, int] = {}  # epochs of leases
        self.held_until = 0.0  # all of them, by the clock of the event loop
        self.renew_at = 0.0
        self.writer = asyncio.create_task(self._write_on())
        self.watcher = asyncio.create_task(self._watch_leases())

    @classmethod
    async def open(cls, url: str, use: OpenMode = "guest", address: str = "") -> PostgresStore:
        """Raises BadText."""
        try:
            writing = await _connect(url, use)
            try:
                await _migrate(writing)
                pool = await asyncpg.create_pool(url, min_size=0, max_size=READERS, timeout=DB_TIMEOUT, reset=_as_it_is)
            except BaseException:
                writing.terminate()
                raise
        except BadText:
            raise
        except (*TROUBLE, ValueError) as error:
            raise BadText(say("no-data", file=shown(url), why=str(error) or type(error).__name__)) from None
        store = cls(url, pool, writing, use, address)
        ((store.secret,),) = await store.fetch("SELECT secret FROM secrets")
        return store

    async def close(self) -> None:
        self.closing = True
        self.watcher.cancel()
        self.arrived.set()
        await asyncio.gather(self.watcher, self.writer, return_exceptions=True)
        self._disconnect()
        await self.pool.close()

    async def fetch(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        return await self._fetch(dollars(sql), *values)

    async def _fetch(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        if self.cut_off:  # nobody is kept waiting; the writer finds out when it is over
            raise Unavailable(self.trouble)
        try:
            found: Sequence[Sequence[Any]] = await self.pool.fetch(sql, *values, timeout=DB_TIMEOUT)
        except DAMAGE as error:
            raise Unreadable(str(error)) from None
        except TROUBLE as error:
            raise self._noted(error) from None
        return found

    def write(self, writes: Sequence[Write], done: Done, lease: Lease | None = None) -> None:
        self.jobs.append(PendingWrite(writes, done, lease))
        self.arrived.set()

    async def dump(self) -> Pages:
        async with self.pool.acquire() as db, db.transaction(isolation="repeatable_read", readonly=True):
            for table, columns in TABLES.items():
                order = "ORDER BY match, n" if table == "actions" else ""
                cursor = await db.cursor(f"SELECT {', '.join(columns)} FROM {table} {order}")
                while page := await self._page(cursor):
                    yield table, [tuple(row) for row in page]

    async def _page(self, cursor: Any) -> list[Any]:
        """Raises Unreadable."""
        try:
            found: list[Any] = await cursor.fetch(PAGE)
        except DAMAGE as error:
            raise Unreadable(str(error)) from None
        return found

    async def restore(self, pages: Pages) -> None:
        async with self.pool.acquire() as db, db.transaction():
            await db.execute("LOCK TABLE matches IN EXCLUSIVE MODE")
            if await db.fetchrow("SELECT id FROM matches LIMIT 1") is not None:
                raise BadText(say("not-empty", file=shown(self.url)))
            async for table, rows in pages:
                await db.copy_records_to_table(table, columns=TABLES[table], records=_with_booleans(table, rows))

    # leases
    async def claim(self, match: str, new: bool = False) -> Lease:
        for _ in range(3):
            until = self.loop.time() + LEASE - MARGIN
            found = await self._fetch(CLAIM, match, self.owner, self.address, timedelta(seconds=LEASE), new)
            if found and self.loop.time() < until:
                if not self.held:
                    self.held_until = until
                self.held[match] = found[0][0]
                return Lease(match, found[0][0])
            if holder := await self._fetch("SELECT address FROM leases WHERE match = $1 AND owner <> $2", match, self.owner):
                raise Elsewhere(holder[0][0])
            if not new and await self.match(match) is None:
                raise Refused("no-match")
        raise Unavailable("the lease changes hands, or takes too long")

    @property
    def cut_off(self) -> bool:  # type: ignore[override]
        """Long enough to have lost all leases."""
        return bool(self.trouble) and self.loop.time() >= self.held_until

    def holds(self, lease: Lease) -> bool:
        return self.held.get(lease.match) == lease.epoch and self.loop.time() < self.held_until

    def release(self, lease: Lease, busy: bool = False) -> None:
        if self.held.get(lease.match) == lease.epoch:
            del self.held[lease.match]
            self.write([EndLease(lease, busy)], lambda error: None)  # without it, the lease ends by itself

    async def owners(self, matches: Sequence[str]) -> dict[str, str]:
        if not matches:
            return {}
        sql = f"SELECT match, address FROM leases WHERE match = ANY($1::text[]) AND {LASTS} AND owner <> $2"
        return dict(map(tuple, await self._fetch(sql, [*matches], self.owner)))

    async def others(self) -> list[str]:
        sql = f"SELECT address FROM leases WHERE {LASTS} AND owner <> $1 GROUP BY address ORDER BY random()"
        return [address for (address,) in await self._fetch(sql, self.owner)]

    async def orphans(self) -> list[str]:
        return [id for (id,) in await self._fetch(ORPHANS) if id not in self.held]

    # the tables of each visitor, whom only a hash identifies: that of its widest network first, so that each of them is a prefix
    def _prefixes(self, networks: Sequence[str]) -> list[str]:
        """Of a visitor, then of each wider network that it is in."""
        hashes = [hmac.digest(self.secret.encode(), network.encode(), "sha256").hex() for network in reversed(networks)]
        return ["".join(hashes[:end]) for end in range(len(hashes), 0, -1)]

    async def own_tables(self, networks: Sequence[str]) -> list[dict[str, int]]:
        """Those of each network that are not over, with their number of bots."""
        return [dict(map(tuple, await self._fetch(OWN, prefix))) for prefix in self._prefixes(networks)]

    async def add_own_table(
        self, networks: Sequence[str], match: str, bots: int, check: Callable[[list[dict[str, int]]], None]
    ) -> None:
        """`check` raises Refused if the visitor, or a wider network, has too many. One after the other, in whichever process."""
        prefixes = self._prefixes(networks)
        try:
            async with self.pool.acquire(timeout=DB_TIMEOUT) as db, db.transaction():
                await db.execute("SELECT pg_advisory_xact_lock($1, hashtext($2))", LOCK, prefixes[-1])
                check([dict(map(tuple, await db.fetch(OWN, prefix))) for prefix in prefixes])
                await db.execute(KEEP_OWN, match, prefixes[0], bots)
        except TROUBLE as error:
            raise self._noted(error) from None

    async def set_own_bots(self, networks: Sequence[str], match: str, bots: int) -> None:
        await self._fetch(KEEP_OWN, match, self._prefixes(networks)[0], bots)

    async def tidy_up(self) -> None:
        """Forgets the tables that are over, and leases that nobody has released."""
        await self._fetch(FORGET_OWN)
        await self._fetch(FORGET_LEASES)

    async def _watch_leases(self) -> None:
        """Has them renewed, or gives them up in time if that does not succeed."""
        while True:
            await asyncio.sleep(MARGIN / 4)
            now = self.loop.time()
            if self.held and now >= self.held_until:
                self._lose(self.held)
                self.owner = secrets.token_hex(8)  # what is left of the earlier ones is not ours
                self._disconnect()  # whatever is being written may hang
            if self.trouble and not self.jobs:
                self.write([], lambda error: None)  # to see whether it is over
            if now >= self.renew_at:
                self.arrived.set()

    def _lose(self, matches: Iterable[str]) -> None:
        lost = list(matches)
        log.warning("leases were lost", extra={"matches": len(lost)})
        for match in lost:
            self.held.pop(match, None)
        self.on_lost(lost)

    async def _keep_leases(self) -> None:
        try:
            await self._renew()
        except TROUBLE as error:
            self._disconnect()
            self._noted(error)

    async def _renew(self) -> None:
        """All at once, by the writer: it cannot wait for itself."""
        asked, renewing = self.loop.time(), dict(self.held)
        self.renew_at = asked + RENEW_EVERY
        if not renewing:
            return
        db = await self._connected()
        done = await db.execute(RENEW, timedelta(seconds=LEASE), self.owner, [*renewing])
        self.held_until = asked + LEASE - MARGIN
        if int(done.rpartition(" ")[2]) < len(renewing):
            found = await db.fetch("SELECT match, epoch FROM leases WHERE match = ANY($1::text[])", [*renewing])
            now = dict(map(tuple, found))
            gone = [match for match, epoch in renewing.items() if self.held.get(match) == epoch and now.get(match) != epoch]
            if gone:
                self._lose(gone)

    # the writer
    async def _write_on(self) -> None:
        while self.jobs or not self.closing:
            if self.loop.time() >= self.renew_at:
                await self._keep_leases()
            batch, self.jobs = self.jobs[:BATCH], self.jobs[BATCH:]
            if batch:
                await self._commit(batch)
            elif not self.closing:
                self.arrived.clear()
                await self.arrived.wait()

    async def _commit(self, batch: list[PendingWrite]) -> None:
        late = self.loop.call_later(DB_TIMEOUT, self._noted, TimeoutError("a commit takes long; is a standby missing?"))
        try:
            held = await self._run(batch)
        except AT_FAULT as error:
            if len(batch) == 1:
                self._tell(batch, error)
            else:  # commit each one separately
                for job in batch:
                    await self._commit([job])
            return
        except TROUBLE as error:
            self._disconnect()
            self._tell(batch, self._noted(error))
            return
        except Exception as error:  # any error: the writer must go on for the other matches
            self._tell(batch, error)
            return
        finally:
            late.cancel()
        self.commits += 1
        if self.trouble:
            self.trouble = ""
            log.warning("database can be used again")
        self._tell([job for job in batch if job.lease is None or job.lease in held], None)
        self._tell([job for job in batch if job.lease is not None and job.lease not in held], Unavailable("the lease was lost"))

    async def _run(self, batch: Sequence[PendingWrite]) -> set[Lease]:
        """Writes what may be written; returns the leases that are held."""
        db = await self._connected()
        leases = {job.lease for job in batch if job.lease is not None}
        only_rows = all(isinstance(write, AddRow) for job in batch for write in job.writes)
        if only_rows and all(job.lease is not None for job in batch):  # complete or not at all by itself
            return _leases(await db.fetch(ADD_HELD_ROWS, *_columns(batch), *_pairs(leases)))
        async with db.transaction():
            held = _leases(await db.fetch(HOLD, *_pairs(leases))) if leases else set()
            good = [job for job in batch if job.lease is None or job.lease in held]
            statements = [write.sql() for job in good for write in job.writes if not isinstance(write, AddRow)]
            for sql, same in groupby(statements, itemgetter(0)):
                await db.executemany(dollars(sql), [values for _, values in same])
            if rows := _columns(good):
                await db.execute(ADD_ROWS, *rows)
        return held

    async def _connected(self) -> Any:
        if self.writing is None:
            self.writing = await _connect(self.url, self.use)
        return self.writing

    def _tell(self, batch: Sequence[PendingWrite], error: Exception | None) -> None:
        for job in batch:
            self.loop.call_soon(job.done, error)

    def _noted(self, error: Exception) -> Unavailable:
        """Logs it once. Rooms keep trying, so the server goes on when the database answers again."""
        why = str(error) or type(error).__name__
        if not self.trouble:
            self.trouble = why
            log.error("database cannot be used", extra={"error": why})
        return Unavailable(why)

    def _disconnect(self) -> None:
        if self.writing is not None:
            self.writing.terminate()
            self.writing = None


async def _connect(url: str, use: OpenMode) -> Any:
    """The writer's connection. That of a server holds a lock which others can share, unless they want to be alone."""
    settings = {"application_name": "tablee", "idle_in_transaction_session_timeout": f"{PAUSE}s"}
    db = await asyncpg.connect(url, timeout=DB_TIMEOUT, server_settings=settings)
    lock = {"serve": "pg_try_advisory_lock_shared", "exclusive": "pg_try_advisory_lock"}.get(use)
    if lock and not await db.fetchval(f"SELECT {lock}($1, hashtext(current_schema()))", LOCK):
        db.terminate()
        raise BadText(say("data-in-use", file=shown(url)))
    return db


async def _migrate(db: Any) -> None:
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        if await db.fetchval("SELECT to_regclass('schema_version')") is None:
            await db.execute("CREATE TABLE schema_version (version integer NOT NULL); INSERT INTO schema_version VALUES (0)")
        done: int = await db.fetchval("SELECT version FROM schema_version")
        check_schema(done, len(MIGRATIONS))
        for sql in MIGRATIONS[done:]:
            await db.execute(sql)
        await db.execute("UPDATE schema_version SET version = $1 WHERE version < $1", len(MIGRATIONS))


def _columns(jobs: Iterable[PendingWrite]) -> list[tuple[Any, ...]]:
    """The rows that are to be added, each with the epoch of its lease, by column; empty if there are none."""
    rows = [
        (*write.values(), job.lease.epoch if job.lease else None)
        for job in jobs
        for write in job.writes
        if isinstance(write, AddRow)
    ]
    return list(zip(*rows, strict=True))


def _pairs(leases: Iterable[Lease]) -> tuple[list[str], list[int]]:
    given = list(leases)
    return [lease.match for lease in given], [lease.epoch for lease in given]


def _leases(found: Iterable[Any]) -> set[Lease]:
    return {Lease(match, epoch) for match, epoch in found}


async def _as_it_is(db: Any) -> None:
    """Readers change nothing that would have to be reset before a connection is used again."""


def _with_booleans(table: str, rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """SQLite has none."""
    yes_or_no = [name in ("public", "shared") for name in TABLES[table]]
    for row in rows:
        yield tuple(bool(value) if yes else value for value, yes in zip(row, yes_or_no, strict=True))
