"""Scores random boards and replays random records. Imported by both CPython and Pyodide; needs Tablée and msgspec."""

from __future__ import annotations

import gzip
import hashlib
import random
from collections.abc import Iterator
from itertools import count, islice

from tablee.core import registry
from tablee.core.registry import Entry
from tablee.jobs.replays import ReplayJob, do_job
from tablee.protocol import wire
from tablee.table import Table

BIG = 12


def match(entry: Entry, number: int) -> Table:
    """A match between random bots."""
    seats = random.Random(f"{entry.game.id} {number}").choice(entry.game.usual_seats)
    return Table(entry, ["bot:random"] * seats, seed=f"same {number}")


def boards(entry: Entry) -> Iterator[bytes]:
    """What every seat of random matches has at random moments, and what it is worth."""
    for number in count():
        table, chance = match(entry, number), random.Random(number)
        while table.step() is not None:
            if chance.randrange(4) == 0:
                for seat in range(table.match.seats):
                    view = table.match.view(seat)
                    yield repr((table.match.screen(seat), wire.encode(wire.rows(entry.game.sheet(view, seat))))).encode()


def records(entry: Entry) -> Iterator[bytes]:
    """Records of random matches, and what a replay of each tells."""
    for number in count():
        table = match(entry, number)
        table.run()
        record = "\n".join([*table.record(), ""]).encode()
        told = do_job(ReplayJob(record, "", 0, BIG), registry.find)
        assert isinstance(told, bytes), told
        yield record + gzip.decompress(told)  # compressed, it depends on the library


def print_digests(some_boards: int, some_records: int) -> None:
    """One line for each board and each record."""
    for entry in registry.all_games():
        for found in (islice(boards(entry), some_boards), islice(records(entry), some_records)):
            for number, data in enumerate(found):
                print(entry.game.id, number, hashlib.sha256(data).hexdigest())
