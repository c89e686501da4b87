"""Tools to study games: many matches, compared."""

from __future__ import annotations


def without(missing: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error, with the extra that has what is missing."""
    return ModuleNotFoundError(f"this needs {missing.name}: pip install 'tablee[lab]'", name=missing.name)
