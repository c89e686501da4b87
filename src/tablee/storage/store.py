"""What is stored of matches, every kind of write and every question: in SQL that SQLite and PostgreSQL both understand.

`sqlite.py` and `postgres.py` carry it out. Rows are only ever added. A store calls back when they are durable; no
message is sent before that.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import zlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from string import ascii_letters, digits
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from tablee.chain import Chain
from tablee.core import record
from tablee.core.game import BadText, say
from tablee.fair import commitment
from tablee.protocol.reasons import Refused

PAGE = 500  # rows
LINES = 200  # of a record that are written in a turn of the loop
EVERY = 1 << 62  # rows: no limit
REMEMBERED = 2000  # rows of a finished match: a command among them that is sent again is answered as before
Data: TypeAlias = Path | str  # a SQLite file, or the URL of a PostgreSQL database
OpenMode: TypeAlias = Literal["serve", "exclusive", "guest"]  # as a server; while there is no server; whether there is one or not
Statement: TypeAlias = tuple[str, tuple[Any, ...]]


class Unavailable(Refused):
    """The data cannot be read or written for now: the disk is full, the database does not answer. The store has logged it."""

    def __init__(self, why: str) -> None:
        super().__init__("try-again", say("tables-away"))
        self.why = why


def check_schema(found: int, known: int) -> None:
    """Raises BadText if the data was upgraded by a version too new for this one.

    One upgrade more than this version knows is all right: while processes are replaced one after the other, both versions are at
    work. So an upgrade may add tables, and columns that have a default, and must leave the rest as it is.
    """
    if found > known + 1:
        raise BadText(say("newer-data"))


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


class Unreadable(Exception):
    """What is stored cannot be read, now or ever: the file or the database is damaged there. The store itself raises it."""


class Damaged(Refused):
    """What is stored of a match is not what was written; its first rows, so many, are."""

    def __init__(self, rows: int) -> None:
        super().__init__("damaged")
        self.rows = rows


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A row of the record, the command it came from, and what the chain says of both; versions before 0.2 kept no chain."""

    entry: record.Action | record.Note
    cmd: str | None
    seal: bytes | None = None

    def follows(self, chain: Chain) -> bool:
        """Adds the row to the chain, and tells whether it is what was written."""
        chain.add(self.entry)
        return self.seal is None or self.seal == chain.seal(self.cmd)


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


class SetAside(Struct, frozen=True):
    """A match in play that is damaged: nobody goes on with it."""

    id: str

    def sql(self) -> Statement:
        return "UPDATE matches SET state = 'damaged' WHERE id = ? AND state = 'play'", (self.id,)


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
    seal: bytes | None = None

    def values(self) -> tuple[Any, ...]:
        entry = self.entry
        who, text = (entry.who, entry.text) if isinstance(entry, record.Action) else (None, record.write(entry))
        return self.match, self.n, who, text, entry.ms, self.cmd, self.seal


Write: TypeAlias = Change | AddRow


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
        sql = "INSERT INTO last_screens (match, screen) VALUES (?, ?) ON CONFLICT (match) DO UPDATE SET screen = excluded.screen"
        return sql, (self.match, zlib.compress(self.screen, 1))


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


OLD = "state IN ('over', 'closed', 'damaged') AND changed < ?"
AROUND_END = """
    SELECT * FROM (SELECT 0, match, n FROM actions WHERE match <= ? ORDER BY match DESC, n DESC LIMIT 1) AS last
    UNION ALL SELECT * FROM (SELECT 1, match, n FROM actions WHERE match > ? ORDER BY match, n LIMIT 1) AS next
"""
Done: TypeAlias = Callable[[Exception | None], None]


class Lease(NamedTuple):
    """The right to write to a match. A later one has another epoch, and ends it."""

    match: str
    epoch: int


class PendingWrite(NamedTuple):
    writes: Sequence[Write]
    done: Done
    lease: Lease | None


class Elsewhere(Refused):
    """Another process holds the lease of this match."""

    def __init__(self, address: str) -> None:
        super().__init__("try-again")
        self.address = address


TABLES = {  # everything, for copies
    "matches": StoredMatch.__slots__,
    "actions": ("match", "n", "who", "text", "ms", "cmd", "seal"),
    "tokens": ("hash", "match", "person", "shared"),
    "last_screens": ("match", "screen"),
}
Pages: TypeAlias = AsyncIterator[tuple[str, Sequence[Sequence[Any]]]]  # the name of a table, and some of its rows


class Store(ABC):
    """Nothing here keeps the event loop waiting. Writes are collected and made durable in batches."""

    JSON_ITEMS: ClassVar[str]  # a query for the items of a JSON list
    shared = False  # by several processes
    secret = ""  # that they have in common
    address = ""  # of this process, for the others
    on_lost: Callable[[Iterable[str]], None] = staticmethod(lambda matches: None)  # called when leases have ended too soon
    trouble = ""  # why the last commit failed, unless its own writes were at fault: the disk is full, the file is read-only
    cut_off = False  # from data that other processes may still reach
    commits = 0

    @abstractmethod
    async def fetch(self, sql: str, *values: Any) -> Sequence[Sequence[Any]]:
        """Raises Unavailable, or Unreadable."""

    @abstractmethod
    def write(self, writes: Sequence[Write], done: Done, lease: Lease | None = None) -> None:
        """Calls `done` once everything is durable, or with an error if nothing is, or nobody knows whether it is.

        With a lease, nothing is written after that has ended."""

    @abstractmethod
    def dump(self) -> Pages:
        """All tables as they are at one moment, the rows of each match in order."""

    async def salvage(self, lost: Callable[[str], None]) -> Pages:
        """What can be read of all tables, in the order of `dump`; the rows of a match come together. `lost` is told why
        something cannot be read."""
        try:
            async for page in self.dump():
                yield page
        except Unreadable as error:
            lost(str(error))

    async def check_file(self) -> list[str]:
        """What is wrong with the data as a whole."""
        return []

    @abstractmethod
    async def restore(self, pages: Pages) -> None:
        """Takes in everything, or nothing. Raises BadText if there is something already."""

    @abstractmethod
    async def close(self) -> None:
        """Finishes pending writes, then stops."""

    async def backup(self, to: Path) -> None:
        """Copies everything into a new SQLite file."""
        async with opened(to) as copy:
            await copy.restore(self.dump())

    # who may write to a match
    @abstractmethod
    async def claim(self, match: str, new: bool = False) -> Lease:
        """Waits for what earlier leases are still writing. Raises Elsewhere, or Refused if there is no such match."""

    @abstractmethod
    def holds(self, lease: Lease) -> bool:
        """Whether the lease certainly has not ended."""

    @abstractmethod
    def release(self, lease: Lease, busy: bool = False) -> None:
        """After all that was written with it. If the match is busy, another process is to go on with it at once."""

    @abstractmethod
    async def owners(self, matches: Sequence[str]) -> dict[str, str]:
        """The addresses of other processes that hold the leases of these matches."""

    @abstractmethod
    async def others(self) -> list[str]:
        """The addresses of other processes that own matches, in no order."""

    @abstractmethod
    async def orphans(self) -> list[str]:
        """Matches in play whose lease has ended without being released, or which were busy then."""

    async def written(self, writes: Sequence[Write], lease: Lease | None = None) -> None:
        """Returns once everything is durable, or raises."""
        done: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        self.write(writes, lambda error: None if done.cancelled() else done.set_result(error), lease)
        if error := await done:
            raise error

    async def check(self) -> None:
        """Raises an error if the data cannot be read."""
        await self.fetch("SELECT id FROM matches LIMIT 1")

    async def match(self, id: str) -> StoredMatch | None:
        return next(iter(await self._matches("WHERE id = ?", id)), None)

    async def unfinished(self) -> list[str]:
        return [id for (id,) in await self.fetch("SELECT id FROM matches WHERE state = 'play'")]

    async def unfinished_count(self) -> int:
        """The number of matches that are open or in play."""
        ((count,),) = await self.fetch("SELECT count(*) FROM matches WHERE state IN ('open', 'play')")
        return int(count)

    async def still_open(self, ids: Iterable[str]) -> set[str]:
        """Those of these matches that are open or in play."""
        sql = f"SELECT id FROM matches WHERE id IN ({self.JSON_ITEMS}) AND state IN ('open', 'play')"
        return {id for (id,) in await self.fetch(sql, json.dumps([*ids]))}

    async def idle(self, play: int, open: int) -> list[str]:
        """Matches in play that are unchanged since `play`, and open tables that are unchanged since `open`."""
        sql = "SELECT id FROM matches WHERE (state = 'play' AND changed < ?) OR (state = 'open' AND changed < ?)"
        return [id for (id,) in await self.fetch(sql, play, open)]

    async def listed(self, states: Sequence[str], limit: int) -> list[StoredMatch]:
        marks = ", ".join("?" * len(states))
        where = f"WHERE state IN ({marks}) AND public = true ORDER BY opened DESC LIMIT ?"
        return await self._matches(where, *states, limit)

    async def _matches(self, where: str, *values: Any) -> list[StoredMatch]:
        found = await self.fetch(f"SELECT {', '.join(StoredMatch.__slots__)} FROM matches {where}", *values)
        return [StoredMatch(*row) for row in found]

    async def rows(self, id: str, start: int = 0, most: int = EVERY) -> list[StoredRow]:
        """The rows from number `start` on, all of them or so many at most; fewer if one is damaged. Raises Damaged if the first
        one is."""
        good: list[StoredRow] = []
        for match, n, *row in await self._read_rows(id, start, most):
            if (match, n) != (id, start + len(good)) or (found := stored_row(*row)) is None:
                if good:
                    return good
                raise Damaged(start)
            good.append(found)
        return good

    async def _read_rows(self, id: str, start: int, most: int) -> Sequence[Sequence[Any]]:
        sql = "SELECT match, n, who, text, ms, cmd, seal FROM actions WHERE match = ? AND n >= ? ORDER BY n LIMIT ?"
        try:
            return await self.fetch(sql, id, start, most)
        except Unreadable:
            if most == 1:
                raise Damaged(start) from None
        found: list[Sequence[Any]] = []  # one by one, as far as they can be read
        with suppress(Damaged):
            while row := await self._read_rows(id, start + len(found), 1):
                found += row
        return found or await self._read_rows(id, start, 1)

    async def check_end(self, id: str, rows: int) -> None:
        """Raises Damaged if a match has rows after the first so many, or has lost its last one: in the order of the table, that
        is followed by the first row of another match."""
        try:
            found = {after: (match, n) for after, match, n in await self.fetch(AROUND_END, id, id)}
        except Unreadable:
            raise Damaged(rows) from None
        if (rows and found.get(0) != (id, rows - 1)) or (1 in found and found[1][1] != 0):
            raise Damaged(rows)

    async def record_of(self, id: str) -> AsyncIterator[list[str]]:
        """The record of a finished match, some lines at a time; that of a damaged one as far as it is good. Raises BadText."""
        found = await self.match(id)
        if found is None:
            raise BadText(say("no-match"))
        damaged = found.state == "damaged"
        if found.header is None or (found.result is None if found.state == "over" else not damaged):
            raise BadText(say("not-over-yet"))
        return self._lines(id, found.header, found.result)

    async def _lines(self, id: str, header: str, result: str | None) -> AsyncIterator[list[str]]:
        """Raises BadRecord if a record with a result is damaged."""
        yield [header]
        try:
            async for page in self.good_rows(id, read_header(header)):
                yield [record.write(row.entry) for row in page]
        except Damaged as damage:
            if result is not None:
                raise record.BadRecord(damage.rows + 2, damage.message) from None
        if result is not None:
            yield [result]

    async def good_rows(self, id: str, header: record.Header) -> AsyncIterator[list[StoredRow]]:
        """Some at a time, as far as they are what was written. Raises Damaged."""
        chain, start = Chain(header), 0
        while page := await self.rows(id, start, LINES):
            good = list(takewhile(lambda row: row.follows(chain), page))
            start += len(good)
            yield good
            if len(good) < len(page):
                raise Damaged(start)

    async def last_screen(self, id: str) -> bytes | None:
        """None if there is none, or it is damaged."""
        try:
            found = await self.fetch("SELECT screen FROM last_screens WHERE match = ?", id)
            return zlib.decompress(found[0][0]) if found else None
        except (Unreadable, zlib.error):
            return None

    async def answered(self, id: str) -> Mapping[str, int | None]:
        """The commands among the last rows of a match: how many rows their seat has added since; None if it was too late."""
        sql = "SELECT who, cmd FROM actions WHERE match = ? ORDER BY n DESC LIMIT ?"
        found: dict[str, int | None] = {}
        later: Counter[int] = Counter()
        for who, cmd in await self.fetch(sql, id, REMEMBERED):
            if cmd is not None:
                found.setdefault(cmd, None if who is None else later[who])
            if who is not None:
                later[who] += 1
        return found

    async def person(self, match: str, token: str) -> int | None:
        """The person that this token of the match belongs to, if any."""
        found = await self.holder(match, token)
        return None if found is None else found[0]

    async def holder(self, match: str, token: str) -> tuple[int, bool] | None:
        """That person, and whether the token was made to be passed on."""
        found = await self.fetch("SELECT person, shared FROM tokens WHERE hash = ? AND match = ?", hashed(token), match)
        return (int(found[0][0]), bool(found[0][1])) if found else None

    async def add_record(self, match: StoredMatch, entries: Sequence[record.Action | record.Note]) -> None:
        assert match.header is not None
        chain = Chain(read_header(match.header))
        await self.written([NewMatch(match), *(sealed(chain, match.id, n, entry) for n, entry in enumerate(entries))])

    async def prune(self, before: int) -> int:
        """Deletes matches that ended before a time, in seconds since 1970; returns how many."""
        ((gone,),) = await self.fetch(f"SELECT count(*) FROM matches WHERE {OLD}", before)
        parts = [PruneParts("actions", before), PruneParts("tokens", before), PruneParts("last_screens", before)]
        await self.written([*parts, PruneMatches(before)])
        return int(gone)


class SharedStore(Store):
    """A store that several processes share: it also knows which tables a visitor has opened in any of them.

    The networks are the visitor's own, then wider ones that it is in."""

    @abstractmethod
    async def own_tables(self, networks: Sequence[str]) -> list[dict[str, int]]:
        """Those of each network that are not over, with their number of bots."""

    @abstractmethod
    async def add_own_table(
        self, networks: Sequence[str], match: str, bots: int, check: Callable[[list[dict[str, int]]], None]
    ) -> None:
        """`check` raises Refused if the visitor, or a wider network, has too many. One after the other, in whichever process."""

    @abstractmethod
    async def set_own_bots(self, networks: Sequence[str], match: str, bots: int) -> None: ...

    @abstractmethod
    async def tidy_up(self) -> None:
        """Forgets the tables that are over, and leases that nobody has released."""


def stored_row(who: object, text: object, ms: object, cmd: object, seal: object) -> StoredRow | None:
    """None if it is damaged."""
    if (
        not isinstance(text, str)
        or not isinstance(ms, int)
        or not isinstance(cmd, str | None)
        or not isinstance(seal, bytes | None)
    ):
        return None
    if isinstance(who, int):
        return StoredRow(record.Action(who, text, ms), cmd, seal)
    try:
        note = record.read(text)
    except BadText:
        return None
    return StoredRow(note, cmd, seal) if isinstance(note, record.Note) and note.ms == ms else None


def read_header(text: str) -> record.Header:
    """Raises Damaged."""
    try:
        header = record.read(text)
    except BadText:
        raise Damaged(0) from None
    if not isinstance(header, record.Header):
        raise Damaged(0)
    return header


def check_seed(seed: str, header: record.Header) -> None:
    """Raises Damaged if the header commits to another one."""
    with suppress(BadText):
        if not header.commit or commitment(seed) == header.commit:
            return
    raise Damaged(0)


def sealed(chain: Chain, match: str, n: int, entry: record.Action | record.Note, cmd: str | None = None) -> AddRow:
    """A new row of a match, which is added to its chain too."""
    chain.add(entry)
    return AddRow(match, n, entry, cmd, chain.seal(cmd))


async def open_store(data: Data, use: OpenMode = "guest", address: str = "") -> Store:
    """Creates the tables if they are not there, or brings them up to date. Raises BadText.

    `address` is the URL by which other servers reach this one."""
    if isinstance(data, Path):
        from tablee.storage.sqlite import SqliteStore

        return SqliteStore(data, use)
    try:
        from tablee.storage.postgres import PostgresStore
    except ImportError:
        raise BadText(say("no-asyncpg")) from None
    return await PostgresStore.open(data, use, address)


@asynccontextmanager
async def opened(data: Data, use: OpenMode = "guest") -> AsyncIterator[Store]:
    """For the command line."""
    store = await open_store(data, use)
    try:
        yield store
    finally:
        await store.close()


def stored_record(data: Data, match: str) -> list[str]:
    """The record of a finished match, for a process without an event loop. Raises BadText."""

    async def read() -> list[str]:
        async with opened(data) as store:
            return [line async for page in await store.record_of(match) for line in page]

    return asyncio.run(read())
