"""What a game brings for the web client, in its own folder: its table, its cover, and what they need.

Each version lies in a folder of its own, `game-files/<game>/<digest>/`, so browsers may keep it for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tablee.core.registry import Entry

MEDIA_TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


def game_files(entry: Entry) -> Mapping[str, bytes]:
    """By path. They stay in memory, so that an update of the package cannot mix versions."""
    return _files(entry.game.id, entry.folder)


@cache
def _files(game: str, folder: Path) -> Mapping[str, bytes]:
    files = sorted(folder.iterdir()) if (folder / "__init__.py").exists() else []  # not those beside a game in a single module
    found = {file.name: file.read_bytes() for file in files if file.suffix in MEDIA_TYPES and file.is_file()}
    digest = hashlib.sha256(b"".join(f"{name}\0{len(data)}\0".encode() + data for name, data in found.items()))
    return {f"game-files/{game}/{digest.hexdigest()[:16]}/{name}": data for name, data in found.items()}
