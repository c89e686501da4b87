"""Who a visitor is, and how much each may have at a time.

A visitor is an IPv4 address or an IPv6 network of 64 bits: one household, school or attacker.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from tablee.core.game import say
from tablee.server.reasons import Refused
from tablee.server.settings import Settings

if TYPE_CHECKING:
    from tablee.server.metrics import Metrics  # which needs a package that is not there in a browser

Visitor: TypeAlias = str
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

    def __init__(self, settings: Settings, metrics: Metrics, unfinished: Callable[[Iterable[str]], set[str]]) -> None:
        self.settings, self.metrics, self.unfinished = settings, metrics, unfinished
        self.bots: dict[Visitor, dict[str, int]] = {}  # seats for bots, by table

    def add(self, who: Visitor, match: str, bots: int, crowded: bool) -> None:
        """A new table with so many bots. If the server is crowded, only visitors without a table may open one. Raises Refused."""
        if self._exceeded(who, 1, bots, crowded) is not None:
            self.forget_finished(who)
        self._refuse(self._exceeded(who, 1, bots, crowded))
        self.bots.setdefault(who, {})[match] = bots

    def check_bot(self, who: Visitor) -> None:
        """Raises Refused if this visitor has too many bots for another one."""
        self._refuse(self._exceeded(who, 0, 1, False))

    def set_bots(self, who: Visitor, match: str, bots: int) -> None:
        """The host has arranged the seats of a table."""
        self.bots.setdefault(who, {})[match] = bots

    def _exceeded(self, who: Visitor, tables: int, bots: int, crowded: bool) -> str | None:
        """The limit that would be exceeded, if any."""
        own = self.bots.get(who, {})
        if len(own) + tables > self.settings.tables:
            return "tables"
        if crowded and own:
            return "matches"
        return "bot_seats" if bots and sum(own.values()) + bots > self.settings.bot_seats else None

    def _refuse(self, limit: str | None) -> None:
        if limit is not None:
            self.metrics.refused.labels(limit).inc()
            raise Refused("too-many", say("too-many-bots" if limit == "bot_seats" else "too-many-tables"))

    def forget_finished(self, *visitors: Visitor) -> None:
        """Of these visitors, or of all."""
        for who in visitors or list(self.bots):
            own = self.bots.get(who, {})
            left = self.unfinished(own)
            self.bots[who] = {match: bots for match, bots in own.items() if match in left}
            if not left:
                del self.bots[who]
