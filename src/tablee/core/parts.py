"""A game's components are data: parts.toml, with counts, sources and confidence. Derived tables are computed."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any


def load_parts(beside: str) -> tuple[dict[str, Any], str]:
    """The parts.toml beside a module of a game, and the digest that records carry."""
    return read_parts(Path(beside).with_name("parts.toml"))


def read_parts(path: Path) -> tuple[dict[str, Any], str]:
    """Any file of parts, and the digest of all but its `[sources]`."""
    parts = tomllib.loads(path.read_text("utf-8"))
    played = {name: part for name, part in parts.items() if name != "sources"}
    return parts, hashlib.sha256(json.dumps(played, sort_keys=True).encode()).hexdigest()[:16]
