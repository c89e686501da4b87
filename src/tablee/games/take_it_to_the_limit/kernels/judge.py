"""The judge of Take it to the Limit!, compiled: the very same values, for those who make many reviews."""

from __future__ import annotations

from typing import Any

import numpy as np

from tablee.games.take_it_to_the_limit.kernels.outlook import compiled, record, tables, weights
from tablee.games.take_it_to_the_limit.players import rows
from tablee.games.take_it_to_the_limit.players.judge import OutlookJudge
from tablee.games.take_it_to_the_limit.players.outlook import STEP
from tablee.games.take_it_to_the_limit.players.position import Position
from tablee.kit.hexboard import Tile

value_call = compiled(rows.value_call)


class FastJudge(OutlookJudge):
    read: Position | None = None  # the position that `desk` was made from
    desk: Any

    def value_call(self, tile: Tile) -> list[float]:
        position, outlook = self.before, self.before.outlook
        if self.read is not position:
            self.read, self.desk = position, record(position.desk)
        (base, share), found = position.next_call(), np.zeros(len(position.desk.board) + 1)
        value_call(tables(outlook), weights(outlook), base, 1 / STEP, self.desk, share, position.free, tile, found)
        return [STEP * value for value in found.tolist()]
