"""What an operator does with stored matches: find them, look at one, delete one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from tablee.core.game import BadText, say
from tablee.storage.store import TABLES, Statement, Store

PAGE = 500  # matches read at a time


class _Place(msgspec.Struct):
    kind: str = "open"
    level: str = ""
    people: list[dict[str, Any]] = []


class _Setup(msgspec.Struct):
    """What is told of a match: who sat where. Never its seed, nor that of its bots."""

    places: list[_Place] = []


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    id: str
    state: str  # open, play, over or closed
    game: str
    opened: int  # seconds since 1970
    changed: int
    players: tuple[str, ...]
    rows: int | None = None  # when it is looked at alone


@dataclass(frozen=True, slots=True)
class DeleteMatch:
    """Of one table."""

    table: str
    match: str

    def sql(self) -> Statement:
        return f"DELETE FROM {self.table} WHERE {'id' if self.table == 'matches' else 'match'} = ?", (self.match,)


COLUMNS = "SELECT id, state, game, opened, changed, setup FROM matches"  # not the seed


def _archived(id: str, state: str, game: str, opened: int, changed: int, setup: str) -> ArchivedMatch:
    return ArchivedMatch(id, state, game, opened, changed, tuple(_players(setup)))


def _players(setup: str) -> Iterator[str]:
    for place in msgspec.json.decode(setup, type=_Setup).places:
        names = [str(person.get("name", "")) for person in place.people]
        yield " & ".join(names) or (f"bot:{place.level}" if place.kind == "bot" else "–")


async def find_matches(store: Store, text: str = "", state: str = "", limit: int = 50) -> list[ArchivedMatch]:
    """The newest first; those whose id, game or players have the text in them."""
    found = list[ArchivedMatch]()
    for start in range(0, 1 << 40, PAGE):
        where = f"{'WHERE state = ?' if state else ''} ORDER BY opened DESC, id LIMIT {PAGE} OFFSET {start}"
        page = await store.fetch(f"{COLUMNS} {where}", *([state] if state else []))
        for match in (_archived(*row) for row in page):
            if any(text.lower() in word.lower() for word in (match.id, match.game, *match.players)):
                found.append(match)
                if len(found) == limit:
                    return found
        if len(page) < PAGE:
            break
    return found


async def show_match(store: Store, id: str) -> ArchivedMatch:
    """Raises BadText if there is none."""
    found = await store.fetch(f"{COLUMNS} WHERE id = ?", id)
    if not found:
        raise BadText(say("no-match"))
    ((rows,),) = await store.fetch("SELECT count(*) FROM actions WHERE match = ?", id)
    return replace(_archived(*found[0]), rows=int(rows))


async def delete_match(store: Store, id: str) -> None:
    """A match that is over or closed, with all that belongs to it. Raises BadText."""
    if (await show_match(store, id)).state in ("open", "play"):
        raise BadText(say("match-in-play", match=id))
    await store.written([DeleteMatch(table, id) for table in sorted(TABLES, key="matches".__eq__)])
