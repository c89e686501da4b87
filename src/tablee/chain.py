"""A hash chain over a record: the link of an entry stands for the header and everything up to that entry.

It covers everything that is played, not the names of the players. Whoever stores a match keeps the links of its rows, so a row
that has changed shows. The last link is the digest of the record. Until a match is over, links must not leave the server:
whoever knew one could try out the few values that a hidden card can have.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from tablee.core import record
from tablee.core.record import Action, Header, RecordEntry, Result

KEPT = 16  # bytes that are stored of a link: enough for what changes by accident


class Chain:
    def __init__(self, header: Header) -> None:
        people = tuple(names if names[0].startswith("bot:") else ("",) * len(names) for names in header.seats)
        self.link = sha256(record.write(replace(header, seats=people)).encode()).digest()

    def add(self, entry: RecordEntry) -> None:
        # written for speed: every row of every match on a server comes here
        text = f"{entry.who} {entry.ms} {entry.text}" if isinstance(entry, Action) else record.write(entry)
        self.link = sha256(self.link + text.encode()).digest()

    def seal(self, command: str | None) -> bytes:
        """What is stored with the row that was added last: its link, and the command that it came from."""
        return self.link[:KEPT] if command is None else sha256(self.link + command.encode()).digest()[:KEPT]

    def end(self, result: Result) -> str:
        """The digest of the record that ends with this result, in hex."""
        return sha256(self.link + record.write(result).encode()).hexdigest()


def digest(entries: Sequence[RecordEntry]) -> str:
    """Of a whole record, which ends with its result."""
    header, *rows, result = entries
    assert isinstance(header, Header)
    assert isinstance(result, Result)
    chain = Chain(header)
    for entry in rows:
        chain.add(entry)
    return chain.end(result)
