"""Checks everything that is stored: the file, the chain of every match, and the record of every finished one."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, field, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from tablee.chain import Chain
from tablee.core import record
from tablee.core.game import Message, Refusal, say
from tablee.core.record import BadRecord
from tablee.replay import Find, loads, verify
from tablee.rooms.seating import read_setup
from tablee.storage.store import Damaged, Pages, Store, StoredMatch, StoredRow, check_seed, opened, read_header, stored_row

STATES = ("open", "play", "over", "closed", "damaged")
RawRow: TypeAlias = Sequence[Any]  # of the table of actions


@dataclass(frozen=True, slots=True)
class Damage:
    """`rows` are good, counted from the first; `why` tells what is not."""

    rows: int
    why: Message


@dataclass(slots=True)
class Findings:
    matches: int = 0
    rows: int = 0
    damaged: dict[str, Damage] = field(default_factory=dict)  # by match
    screens: set[str] = field(default_factory=set)  # matches whose last screen is damaged, which is made anew from the rows
    unchecked: int = 0  # finished matches of games that are not installed
    file: list[str] = field(default_factory=list)  # what is wrong, and in no match

    @property
    def good(self) -> bool:
        return not (self.damaged or self.screens or self.file)


class Checker:
    """Takes the tables in their order, and the rows of the matches in theirs."""

    def __init__(self, find: Find) -> None:
        self.find = find
        self.findings = Findings()
        self.matches: dict[str, StoredMatch] = {}
        self.current = ""  # the match whose rows are read
        self.rows: list[RawRow] = []

    def add_matches(self, found: Iterable[Sequence[Any]]) -> None:
        for row in found:
            self.findings.matches += 1
            if (stored := read_match(row)) is not None:
                self.matches[stored.id] = stored
            else:
                self.findings.damaged[str(row[0])] = Damage(0, say("fsck-match"))

    def add_rows(self, id: str, rows: Sequence[RawRow]) -> None:
        """Rows of one match that lie beside each other. A single one of no match was one of its neighbours', whose key has
        changed: the match before it, unless it is a first row."""
        self.findings.rows += len(rows)
        if id in self.matches:
            if id != self.current:
                self.end_match()
                self.current = id
            self.rows += rows
        elif len(rows) > 1:
            self.findings.damaged[str(id)] = Damage(0, say("fsck-no-entry"))
        elif rows[0][1] != 0:
            self.rows += rows

    def end_match(self) -> None:
        if self.current:
            self._check(self.matches.pop(self.current), self.rows)
        self.current, self.rows = "", []

    def end(self) -> Findings:
        """What is left has no rows."""
        self.end_match()
        for stored in self.matches.values():
            self._check(stored, [])
        return self.findings

    def _check(self, stored: StoredMatch, rows: Sequence[RawRow]) -> None:
        good: list[StoredRow] = []
        try:
            read_setup(stored)
            if stored.header is None:
                return
            header = read_header(stored.header)
            if stored.seed or stored.state != "over":  # one that was imported without a commitment has none
                check_seed(stored.seed, header)
            good = good_rows(stored.id, header, rows)
            if len(good) < len(rows) or not (good or stored.state in ("open", "closed")):
                raise Damaged(len(good))
            if stored.state == "over":
                self._replay(stored, header, good)
        except Damaged:
            self.findings.damaged[stored.id] = Damage(
                len(good), say("fsck-row", row=len(good) + 1) if rows else say("fsck-match")
            )
        except BadRecord as bad:
            self.findings.damaged[stored.id] = Damage(len(good), say("fsck-record", line=bad.line))

    def _replay(self, stored: StoredMatch, header: record.Header, rows: Sequence[StoredRow]) -> None:
        """Raises BadRecord."""
        try:
            self.find(header.game)
        except Refusal:
            self.findings.unchecked += 1
            return
        assert stored.header is not None
        lines = [stored.header, *(record.write(row.entry) for row in rows), stored.result or ""]
        (verify if header.commit else loads)(lines, self.find)

    def add_screens(self, found: Iterable[Sequence[Any]]) -> None:
        for id, screen in found:
            try:
                zlib.decompress(screen)
            except (zlib.error, TypeError):
                self.findings.screens.add(id)


def read_match(row: Sequence[Any]) -> StoredMatch | None:
    """None if it cannot be read."""
    stored = StoredMatch(*row)
    texts = (stored.id, stored.game, stored.setup, stored.seed, stored.header or "", stored.result or "", stored.next)
    numbers = (stored.public, stored.opened, stored.changed)
    good = stored.state in STATES and all(isinstance(text, str) for text in texts) and all(isinstance(n, int) for n in numbers)
    return stored if good else None


def good_rows(match: str, header: record.Header, rows: Iterable[RawRow]) -> list[StoredRow]:
    """Those before the first one that is not what was written."""
    chain, good = Chain(header), list[StoredRow]()
    for id, n, *rest in rows:
        row = stored_row(*rest) if (id, n) == (match, len(good)) else None
        if row is None or not row.follows(chain):
            break
        good.append(row)
    return good


async def check(store: Store, find: Find) -> Findings:
    """Reads everything once."""
    checker = Checker(find)
    file = await store.check_file()
    async for table, page in store.salvage(file.append):
        if table == "matches":
            checker.add_matches(page)
        elif table == "actions":
            for id, rows in groupby(page, itemgetter(0)):
                checker.add_rows(id, list(rows))
        elif table == "last_screens":
            checker.add_screens(page)
    findings = checker.end()
    findings.file[:0] = file
    return findings


async def save(store: Store, findings: Findings, to: Path) -> None:
    """Copies what is good into a new file. A match that is damaged keeps its good rows there, and is set aside."""
    async with opened(to) as copy:
        await copy.restore(_good(store.salvage(lambda why: None), findings))


async def _good(pages: Pages, findings: Findings) -> Pages:
    rows: dict[str, int] = {}  # of each match, so far
    async for table, page in pages:
        if table == "matches":
            matches = [_as_found(stored, findings) for row in page if (stored := read_match(row)) is not None]
            rows |= dict.fromkeys((stored.id for stored in matches), 0)
            yield table, [astuple(stored) for stored in matches]
        elif table == "actions":
            yield table, [row for row in page if _is_next(row, rows, findings)]
        elif table == "tokens":
            yield table, [row for row in page if row[1] in rows and isinstance(row[0], bytes) and isinstance(row[2], int)]
        else:
            yield table, [row for row in page if row[0] in rows and row[0] not in findings.screens]


def _as_found(stored: StoredMatch, findings: Findings) -> StoredMatch:
    """What is damaged is set aside; what was set aside and is good, because only its neighbour was damaged, goes on."""
    if stored.id in findings.damaged:
        return replace(stored, state="damaged")
    return replace(stored, state="play") if stored.state == "damaged" else stored


def _is_next(row: RawRow, rows: dict[str, int], findings: Findings) -> bool:
    id, n = row[:2]
    good = id in rows and rows[id] == n and (id not in findings.damaged or n < findings.damaged[id].rows)
    if good:
        rows[id] += 1
    return good
