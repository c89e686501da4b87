"""Everything that can be decided when the server starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tablee.core import registry
from tablee.referee import CAP
from tablee.replay import Find
from tablee.server.clock import Clock


@dataclass(frozen=True, slots=True)
class Settings:
    """Times are in ms unless said otherwise."""

    data: Path
    find: Find = registry.find
    games: Sequence[str] | None = None  # ids; by default all that are installed
    clock: Clock = field(default_factory=Clock)

    # who may connect, and how much they may send
    hosts: Sequence[str] = ()  # host names beside this machine's own
    around: str = ""  # the URL under which devices on the same network find this server
    rate: float = 20.0  # messages per second from one socket
    burst: float = 60.0
    requests: float = 20.0  # POSTs and new sockets per second from one address; a whole school may share it
    request_burst: float = 1500.0
    ping: int = 10_000

    # a table
    lag_cap: int = CAP  # lag that is believed at most
    bot_pace: int = 700  # a bot takes no longer where no clock runs
    reveal: int = 5_000  # for everybody to reveal their nonce
    absence: int = 60_000  # until a bot plays for a player who is away
    hold: int = 30_000  # between two games of a series, unless somebody starts the next; 0: no break
    spectator_delay: int = 30_000  # in games with secrets
    big_room: int = 12  # with more seats, choices and devices are told as numbers
    throttle: int = 250  # between two such numbers
    step_timer: int = 60  # seconds for a step at a table with more seats than usual
    spectators: int = 200
    devices: int = 8  # at one seat at the same time
    tokens: int = 50  # for one person
    boards: int = 1000  # seats times games of a series: waking a match plays them all again

    # the process
    doze: int = 10_000  # until a room that nobody needs is forgotten
    abandoned: int = 48 * 3600  # seconds until a match nobody returns to is played out
    sweep: float = 3600.0  # seconds between two searches for such matches
    workers: int = 1  # processes for bots
    budget: float = 5.0  # seconds that a bot may think
    matches: int = 20_000  # open or in play at the same time
