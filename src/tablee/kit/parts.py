"""Reads a game's components from parts.toml, which has counts, sources and confidence. Derived tables are computed."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any


def load_parts(beside: str) -> tuple[dict[str, Any], str]:
    """The parts.toml next to a game's module, and its digest for records."""
    return read_parts(Path(beside).with_name("parts.toml"))


def read_parts(path: Path) -> tuple[dict[str, Any], str]:
    """Any parts file, and the digest of everything but its `[sources]`."""
    parts = tomllib.loads(path.read_text("utf-8"))
    played = {name: part for name, part in parts.items() if name != "sources"}
    return parts, hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()[:16]
