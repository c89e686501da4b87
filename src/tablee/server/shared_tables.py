"""The tables that each visitor has opened, for several processes that share a database."""

from __future__ import annotations

from tablee.rooms.meters import Meters
from tablee.rooms.settings import RoomSettings
from tablee.rooms.visitors import Network, OwnTables, Visitor, networks
from tablee.storage.store import SharedStore


class SharedTables(OwnTables):
    def __init__(self, settings: RoomSettings, meters: Meters, store: SharedStore) -> None:
        super().__init__(settings, meters, store.still_open)
        self.store = store

    async def add(self, who: Visitor, match: str, bots: int, crowded: bool) -> None:
        await self.store.add_own_table(networks(who), match, bots, lambda own: self._check(who, own, 1, bots, crowded))

    async def check_bot(self, who: Visitor) -> None:
        self._check(who, await self.store.own_tables(networks(who)), 0, 1)

    async def set_bots(self, who: Visitor, match: str, bots: int) -> None:
        await self.store.set_own_bots(networks(who), match, bots)

    async def forget_finished(self, *some: Network) -> None:
        await self.store.tidy_up()
