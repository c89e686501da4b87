"""Who a visitor is, and how much each may have at a time.

A visitor is an IPv4 address or an IPv6 network of 64 bits: one household, school or attacker.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from tablee.core.game import say
from tablee.server.reasons import Refused
from tablee.server.settings import Settings

if TYPE_CHECKING:
    from tablee.server.metrics import Metrics  # which needs a package that is not there in a browser
    from tablee.server.postgres_store import PostgresStore

Visitor: TypeAlias = str
Unfinished: TypeAlias = Callable[[Iterable[str]], Awaitable[set[str]]]  # which of these tables are open or in play
PREFIX = 64  # bits of an IPv6 address: whoever has one address has all of such a network


@lru_cache(maxsize=4096)
def visitor(address: str) -> Visitor:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, PREFIX), strict=False).network_address)
    return str(found)


def visitor_of(scope: Any) -> Visitor:
    """Who sends a request."""
    return visitor((scope.get("client") or ("",))[0])


class Bucket:
    """A token bucket: allows `rate` requests per second, and a burst."""

    __slots__ = ("last", "left", "most", "rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self.rate, self.most, self.left, self.last = rate, most, most, now

    def take(self, now: float) -> bool:
        self.left = min(self.most, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Quota:
    """Counts what each visitor has at the moment, and refuses more than `most`."""

    def __init__(self, name: str, most: int, metrics: Metrics) -> None:
        self.name, self.most, self.refused = name, most, metrics.refused.labels(name)
        self.held: Counter[Visitor] = Counter()

    def take(self, who: Visitor) -> bool:
        if self.held[who] >= self.most:
            self.refused.inc()
            return False
        self.held[who] += 1
        return True

    def give_back(self, who: Visitor) -> None:
        self.held[who] -= 1
        if not self.held[who]:
            del self.held[who]


class OwnTables:
    """The tables that each visitor has opened since the server was started, with their bots.

    Nobody reports that a table is done: that is looked up when a visitor has reached a limit, and now and then.
    """

    def __init__(self, settings: Settings, metrics: Metrics, unfinished: Unfinished) -> None:
        self.settings, self.metrics, self.unfinished = settings, metrics, unfinished
        self.bots: dict[Visitor, dict[str, int]] = {}  # seats for bots, by table

    async def add(self, who: Visitor, match: str, bots: int, crowded: bool) -> None:
        """A new table with so many bots. If the server is crowded, only visitors without a table may open one. Raises Refused."""
        if self._exceeded(self.bots.get(who, {}), 1, bots, crowded) is not None:
            await self.forget_finished(who)
        self._check(self.bots.get(who, {}), 1, bots, crowded)
        self.bots.setdefault(who, {})[match] = bots

    async def check_bot(self, who: Visitor) -> None:
        """Raises Refused if this visitor has too many bots for another one."""
        self._check(self.bots.get(who, {}), 0, 1)

    async def set_bots(self, who: Visitor, match: str, bots: int) -> None:
        """The host has arranged the seats of a table."""
        self.bots.setdefault(who, {})[match] = bots

    def _exceeded(self, own: Mapping[str, int], tables: int, bots: int, crowded: bool) -> str | None:
        """The limit that would be exceeded, if any."""
        if len(own) + tables > self.settings.tables:
            return "tables"
        if crowded and own:
            return "matches"
        return "bot_seats" if bots and sum(own.values()) + bots > self.settings.bot_seats else None

    def _check(self, own: Mapping[str, int], tables: int, bots: int, crowded: bool = False) -> None:
        if (limit := self._exceeded(own, tables, bots, crowded)) is not None:
            self.metrics.refused.labels(limit).inc()
            raise Refused("too-many", say("too-many-bots" if limit == "bot_seats" else "too-many-tables"))

    async def forget_finished(self, *visitors: Visitor) -> None:
        """Of these visitors, or of all."""
        for who in visitors or list(self.bots):
            asked = [*self.bots.get(who, {})]
            left = await self.unfinished(asked)
            own = self.bots.get(who, {})  # there may be new ones by now
            for match in asked:
                if match not in left:
                    own.pop(match, None)
            if not own:
                self.bots.pop(who, None)


class SharedTables(OwnTables):
    """The same for several processes that share a database."""

    def __init__(self, settings: Settings, metrics: Metrics, store: PostgresStore) -> None:
        super().__init__(settings, metrics, store.still_open)
        self.store = store

    async def add(self, who: Visitor, match: str, bots: int, crowded: bool) -> None:
        await self.store.add_own_table(who, match, bots, lambda own: self._check(own, 1, bots, crowded))

    async def check_bot(self, who: Visitor) -> None:
        self._check(await self.store.own_tables(who), 0, 1)

    async def set_bots(self, who: Visitor, match: str, bots: int) -> None:
        await self.store.set_own_bots(who, match, bots)

    async def forget_finished(self, *visitors: Visitor) -> None:
        await self.store.tidy_up()
