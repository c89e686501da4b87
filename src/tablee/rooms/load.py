"""What can wait, waits while the event loop is late: lists, replays and new spectators stand back behind people who play."""

from __future__ import annotations

import asyncio
from collections import deque

LATE = 0.03  # seconds that the loop is late: then what can wait has to
FADES = 0.9  # of that is left after a tick in time
AT_ONCE = 4  # of those who wait go on in a tick
PATIENCE = 2.0  # seconds that anything waits


class Load:
    def __init__(self) -> None:
        self.late = 0.0  # seconds, most recently
        self.waiting: deque[asyncio.Future[bool]] = deque()

    def note(self, late: float) -> None:
        """Every tick: by how much it came too late."""
        self.late = max(late, self.late * FADES)
        for _ in range(AT_ONCE if self.late < LATE else 0):
            while self.waiting:
                turn = self.waiting.popleft()
                if not turn.done():
                    turn.set_result(True)
                    break

    async def calms_down(self) -> bool:
        """Waits while the loop is late, in order; False if that took too long."""
        if self.late < LATE and not self.waiting:
            return True
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        self.waiting.append(turn)
        end = loop.call_later(PATIENCE, lambda: None if turn.done() else turn.set_result(False))
        try:
            return await turn
        finally:
            end.cancel()
