"""Every installed game, and the toy."""

from __future__ import annotations

from tablee.core import registry

TOY = registry.look_into("tests.toy")
EVERY = (*(entry for entry in registry.all_games() if entry.game.id != "toy"), TOY)


def find(name: str) -> registry.Entry:
    return TOY if name == "toy" else registry.find(name)
