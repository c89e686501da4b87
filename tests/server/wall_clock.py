"""A wall clock that can be set while programs run, by libfaketime; monotonic time goes on as ever."""

from __future__ import annotations

import os
from pathlib import Path

LIBRARY = next(iter(sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))), None)  # Debian's libfaketime


class WallClock:
    """That of the programs that are started with `env`, and of their children. Without the library it is always right."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.set(0)

    @property
    def env(self) -> dict[str, str]:
        if LIBRARY is None:
            return {}
        return {
            "LD_PRELOAD": str(LIBRARY),
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_CACHE_DURATION": "1",  # seconds until it looks again
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",
        }

    def set(self, seconds: int) -> None:
        """So far from the truth."""
        self.wrong = seconds
        new = self.file.with_name(self.file.name + ".new")
        new.write_text(f"{seconds:+d}s\n")
        new.chmod(0o644)
        os.replace(new, self.file)
