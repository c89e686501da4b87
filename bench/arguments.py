"""The arguments of the scripts here: `--help` prints what a script says about itself."""

from __future__ import annotations

import argparse
from collections.abc import Iterable


def parser(about: str | None) -> argparse.ArgumentParser:
    return argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)


def no_arguments(about: str | None) -> None:
    parser(about).parse_args()


def chosen(about: str | None, parts: Iterable[str]) -> list[str]:
    """The parts named on the command line, or all of them."""
    known = [*parts]
    reader = parser(about)
    reader.add_argument("part", nargs="*", metavar="PART", help=f"{', '.join(known)} (default: all of them)")
    found: list[str] = reader.parse_args().part
    for name in found:
        if name not in known:
            reader.error(f"there is no part {name!r}: choose from {', '.join(known)}")
    return found or known


def visits(about: str | None, usual: int) -> int:
    reader = parser(about)
    reader.add_argument("visits", nargs="?", type=int, default=usual, metavar="N", help=f"number of visits (default: {usual})")
    found: int = reader.parse_args().visits
    return found
