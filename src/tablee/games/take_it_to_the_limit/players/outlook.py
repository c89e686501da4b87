"""What the boards of Take it to the Limit! will bring, by weights that were learnt from play. Standard library only.

The points to come are the sum of the weights of a desk's rows (`rows.py`), which differ from stage to stage of a game.
docs/champions-take-it-to-the-limit.md tells how they are learnt.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from tablee.games.take_it_to_the_limit.players.ground import Ground
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tiles import NEXUS, ORCHID

FILE = Path(__file__).with_name("outlook.bin")
DIGEST = FILE.with_suffix(".sha256")
STAGES = 11
STEP = 1 / 32  # weights in the file are whole numbers of these
HALF_WIDTHS = struct.Struct(f"<{STAGES}f")


@dataclass(frozen=True)
class Outlook:
    """The weights for some of the options. Where scrapyards are compared, their cost is not among them."""

    name: str
    ground: Ground
    options: tuple[Options, ...]

    @property
    def room(self) -> int:
        """How many tiles do not go on the board."""
        return setting(self.options[0]).calls - len(self.ground.kind.names) + len(self.ground.holes)

    def base(self, left: int) -> int:
        """Where the weights begin when so many calls are left."""
        return self.stage(left) * self.ground.first["end"]

    def stage(self, left: int) -> int:
        return left * STAGES // setting(self.options[0]).calls


OUTLOOKS = (
    Outlook("yard", Ground(NEXUS, rays=True, yard=True), (Options(),)),
    Outlook("heap", Ground(NEXUS, rays=True, yard=False), (Options(scrapyard="lowest"), Options(scrapyard="pass"))),
    Outlook("none", Ground(NEXUS, rays=True, yard=False), (Options(scrapyard="none"),)),
    Outlook("orchid", Ground(ORCHID, rays=False, yard=False), (Options("orchid"), Options("orchid", tiles="moons"))),
    Outlook("both", Ground(ORCHID, rays=True, yard=False), (Options("orchid", tiles="both"),)),
)


class Weights(NamedTuple):
    """Of all stages; and for each stage half of the 95 % interval of a value, in points."""

    rows: array[int]
    half_widths: tuple[float, ...]


@cache
def load() -> dict[str, Weights]:
    """By the names of outlooks. Raises ValueError if the file is damaged."""
    packed = FILE.read_bytes()
    if sha256(packed).hexdigest() != DIGEST.read_text().split()[0]:
        raise ValueError(f"{FILE.name} does not match {DIGEST.name}")
    return read(packed)


def read(packed: bytes) -> dict[str, Weights]:
    data, found, at = zlib.decompress(packed), {}, 0
    for outlook in OUTLOOKS:
        first = at + HALF_WIDTHS.size
        rows = array("h", data[first : first + 2 * STAGES * outlook.ground.first["end"]])
        if sys.byteorder == "big":
            rows.byteswap()
        found[outlook.name] = Weights(rows, HALF_WIDTHS.unpack_from(data, at))
        at = first + 2 * len(rows)
    return found
