"""What a server does for its operator now and then: deletes old matches, and makes backups that it has opened to check them."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tablee.server.settings import Settings
from tablee.storage.store import Store, Unavailable

log = logging.getLogger("tablee")
HOUR, DAY = 3600, 86400  # seconds
LOOK = 60.0  # seconds between two looks at what is due
NAME = "tablee-%Y%m%d-%H%M%S.db"
PART = ".part"  # of a file that is not a backup yet


@dataclass(frozen=True, slots=True)
class Backup:
    file: str
    made: int  # seconds since 1970
    bytes: int
    matches: int | None = None  # as counted when it was checked, if this process made it


@dataclass(slots=True)
class Upkeep:
    """Backups are made when the newest one is old enough, so a restart neither skips one nor makes one more."""

    settings: Settings
    store: Store
    last: Backup | None = None
    trouble: str = ""  # why the last backup failed
    pruned: int = 0  # matches, since the start
    next_prune: float = field(default=0.0)

    @property
    def folder(self) -> Path | None:
        return self.settings.backup_to

    async def run(self) -> None:
        while True:
            with suppress(Unavailable):
                await self.look(time.time())
            await asyncio.sleep(LOOK)

    async def look(self, now: float) -> None:
        """Does what is due."""
        if self.settings.keep_days and now >= self.next_prune:
            self.next_prune = now + HOUR
            gone = await self.store.prune(int(now) - DAY * self.settings.keep_days)
            self.pruned += gone
            if gone:
                log.info("deleted old matches", extra={"matches": gone, "days": self.settings.keep_days})
        if self.settings.backup_every and self.folder and now >= self._due():
            await self._backup(self.folder, now)

    def _due(self) -> float:
        made = backups(self.folder)
        return made[0].made + HOUR * self.settings.backup_every if made else 0.0

    async def _backup(self, folder: Path, now: float) -> None:
        file = folder / time.strftime(NAME, time.gmtime(now))
        part = file.with_name(file.name + PART)
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
            for old in folder.glob(f"tablee-*{PART}*"):
                old.unlink()
            await self.store.backup(part)
            matches = await asyncio.to_thread(check_backup, part)
            part.rename(file)
        except (OSError, sqlite3.Error, ValueError) as error:
            self.trouble = str(error)
            with suppress(OSError):
                part.unlink()
            log.exception("backup failed")
            return
        self.trouble, self.last = "", Backup(file.name, int(now), file.stat().st_size, matches)
        log.info("made a backup", extra={"file": file.name, "matches": matches, "bytes": self.last.bytes})
        for surplus in backups(folder)[self.settings.backups :]:
            (folder / surplus.file).unlink(missing_ok=True)


def check_backup(file: Path) -> int:
    """Opens a backup and reads all of it; returns how many matches are in it. Raises ValueError or sqlite3.Error."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
        (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
        if verdict != "ok":
            raise ValueError(verdict)
        return int(db.execute("SELECT count(*) FROM matches").fetchone()[0])


def backups(folder: Path | None) -> list[Backup]:
    """The newest first."""
    found = sorted(folder.glob("tablee-*.db"), reverse=True) if folder and folder.is_dir() else []
    return [Backup(file.name, int(file.stat().st_mtime), file.stat().st_size) for file in found]
