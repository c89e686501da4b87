"""A different one for each: an assignment of tiles to cells."""

from __future__ import annotations

from collections.abc import Sequence


def assign(options: Sequence[int]) -> list[int] | None:
    """For each entry one of its options (bits), no option twice; None if that cannot be done.

    By augmenting paths (Kuhn), the entries with the fewest options first.
    """
    holders: dict[int, int] = {}
    for entry in sorted(range(len(options)), key=lambda entry: options[entry].bit_count()):
        if not _settle(options, holders, entry, [0]):
            return None
    return [option.bit_length() - 1 for option, _ in sorted(holders.items(), key=lambda held: held[1])]


def _settle(options: Sequence[int], holders: dict[int, int], entry: int, tried: list[int]) -> bool:
    """Finds an option for an entry; its holder may have to move to another one."""
    while free := options[entry] & ~tried[0]:
        option = free & -free
        tried[0] |= option
        if option not in holders or _settle(options, holders, holders[option], tried):
            holders[option] = entry
            return True
    return False
