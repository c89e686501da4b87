"""Adapters for Gymnasium, PettingZoo and OpenSpiel. Each module needs its library; importing this package needs none."""

from __future__ import annotations


def without(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, with the extra that has what is missing."""
    return ModuleNotFoundError(f"this needs {missing.name}: pip install 'tablee[lab]'", name=missing.name)
