"""Who a visitor is, and how much each may have at a time.

A visitor is an IPv4 address or an IPv6 network of 64 bits: one household, school or attacker. Some have many networks of 64 bits:
providers give a household one of 56 bits, and anybody can get one of 48. So all visitors in such a network together may have a
few times as much as one of them.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from tablee.core.game import say
from tablee.protocol.reasons import Refused
from tablee.rooms.meters import Meters
from tablee.rooms.settings import RoomSettings

Visitor: TypeAlias = str
Unfinished: TypeAlias = Callable[[Iterable[str]], Awaitable[set[str]]]  # which of these tables are open or in play
Network: TypeAlias = str  # a visitor, or an IPv6 network with its number of bits behind a slash
PREFIX = 64  # bits of an IPv6 address: whoever has one address has all of such a network
WIDER = {"56": 4, "48": 16}  # bits of a wider network, and how many visitors' shares it has


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


@lru_cache(maxsize=4096)
def networks(who: Visitor) -> tuple[Network, ...]:
    """The visitor, then the wider networks that it is in."""
    if ":" not in who:
        return (who,)
    try:
        return who, *(str(ipaddress.ip_network(f"{who}/{bits}", strict=False)) for bits in WIDER)
    except ValueError:
        return (who,)


def shares(network: Network) -> int:
    return WIDER.get(network.rpartition("/")[2], 1)


def visitor_of(scope: Any) -> Visitor:
    """Who sends a request."""
    return visitor((scope.get("client") or ("",))[0])


class Bucket:
    """A token bucket: allows `rate` requests per second, and a burst."""

    __slots__ = ("last", "left", "most", "rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self.rate, self.most, self.left, self.last = rate, most, most, now

    def refill(self, now: float) -> bool:
        """Whether there is one to take."""
        self.left = min(self.most, self.left + (now - self.last) * self.rate)
        self.last = now
        return self.left >= 1

    def take(self, now: float) -> bool:
        if not self.refill(now):
            return False
        self.left -= 1
        return True


class Quota:
    """Counts what each visitor has at the moment, and refuses more than `most`, or that many shares for a wider network."""

    def __init__(self, name: str, most: int, meters: Meters) -> None:
        self.name, self.most, self.meters = name, most, meters
        self.held: Counter[Network] = Counter()

    def take(self, who: Visitor) -> bool:
        if any(self.held[network] >= self.most * shares(network) for network in networks(who)):
            self.meters.refused[self.name] += 1
            return False
        for network in networks(who):
            self.held[network] += 1
        return True

    def give_back(self, who: Visitor) -> None:
        for network in networks(who):
            self.held[network] -= 1
            if not self.held[network]:
                del self.held[network]

    def greediest(self) -> Network:
        """Whoever has the most for its shares."""
        return max(self.held, key=lambda network: self.held[network] / shares(network))


class OwnTables:
    """The tables that each visitor has opened since the server was started, with their bots.

    Nobody reports that a table is done: that is looked up when a visitor has reached a limit, and now and then.
    """

    def __init__(self, settings: RoomSettings, meters: Meters, unfinished: Unfinished) -> None:
        self.settings, self.meters, self.unfinished = settings, meters, unfinished
        self.bots: dict[Network, dict[str, int]] = {}  # seats for bots, by table

    async def add(self, who: Visitor, match: str, bots: int, crowded: bool) -> None:
        """A new table with so many bots. If the server is crowded, only visitors without a table may open one. Raises Refused."""
        if self._exceeded(who, self._own(who), 1, bots, crowded) is not None:
            await self.forget_finished(*networks(who))
        self._check(who, self._own(who), 1, bots, crowded)
        await self.set_bots(who, match, bots)

    async def check_bot(self, who: Visitor) -> None:
        """Raises Refused if this visitor has too many bots for another one."""
        self._check(who, self._own(who), 0, 1)

    async def set_bots(self, who: Visitor, match: str, bots: int) -> None:
        """The host has arranged the seats of a table."""
        for network in networks(who):
            self.bots.setdefault(network, {})[match] = bots

    def _own(self, who: Visitor) -> list[Mapping[str, int]]:
        """The tables of the visitor, and of each wider network."""
        return [self.bots.get(network, {}) for network in networks(who)]

    def _exceeded(self, who: Visitor, own: Sequence[Mapping[str, int]], tables: int, bots: int, crowded: bool) -> str | None:
        """The limit that would be exceeded, if any."""
        if crowded and own[0]:
            return "matches"
        for network, theirs in zip(networks(who), own, strict=True):
            if len(theirs) + tables > self.settings.tables * shares(network):
                return "tables"
            if bots and sum(theirs.values()) + bots > self.settings.bot_seats * shares(network):
                return "bot_seats"
        return None

    def _check(self, who: Visitor, own: Sequence[Mapping[str, int]], tables: int, bots: int, crowded: bool = False) -> None:
        if (limit := self._exceeded(who, own, tables, bots, crowded)) is not None:
            self.meters.refused[limit] += 1
            raise Refused("too-many", say("too-many-bots" if limit == "bot_seats" else "too-many-tables"))

    async def forget_finished(self, *some: Network) -> None:
        """Of these visitors and networks, or of all."""
        for network in some or list(self.bots):
            asked = [*self.bots.get(network, {})]
            left = await self.unfinished(asked)
            own = self.bots.get(network, {})  # there may be new ones by now
            for match in asked:
                if match not in left:
                    own.pop(match, None)
            if not own:
                self.bots.pop(network, None)
