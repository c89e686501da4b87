"""The settings of rooms, wherever they run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablee.core import registry
from tablee.referee import CAP
from tablee.replay import Find
from tablee.rooms.clock import Clock
from tablee.storage.store import Data


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """Times are in ms unless a comment says otherwise."""

    data: Data
    find: Find = registry.find
    games: Sequence[str] | None = None  # ids; all installed games by default
    clock: Clock = field(default_factory=Clock)

    # devices
    around: str = ""  # this server's URL on the local network
    base_path: str = ""  # the folder below which browsers see it, such as "/games"
    rate: float = 20.0  # messages per second from one socket
    burst: float = 60.0
    ping: int = 10_000

    # what one visitor may have: an IPv4 address or an IPv6 network of 64 bits, which a whole school may share
    tables: int = 600  # open or in play
    bot_seats: int = 1000  # at these tables
    replays: int = 16  # posted records waiting to be replayed
    reviews: int = 4  # slices of reviews that it waits for at the same time; 0: matches are not reviewed
    scores: int = 64  # requests to score boards of a real table, waiting at the same time

    # a table
    one_device: bool = False  # everybody plays on the device where this runs, and passes it on
    lag_cap: int = CAP  # the most lag that is compensated
    bot_pace: int = 1500  # the longest a bot takes at normal pace, while no clock is running
    skimming: int = 150  # until a bot's move is shown in fast-forward
    reveal: int = 5_000  # for everybody to reveal their nonce
    absence: int = 60_000  # until a bot plays for a player who is away
    hold: int = 30_000  # the break between two games of a series, unless somebody starts the next one; 0: none
    spectator_delay: int = 30_000  # in games with secrets
    big_room: int = 12  # with more seats, devices are sent counts instead of who has chosen and who is connected
    throttle: int = 250  # between two updates of these counts
    step_timer: int = 60  # seconds for a step at a table with more seats than usual
    spectators: int = 200
    devices: int = 8  # connected to one seat at the same time
    tokens: int = 50  # for one person
    rows: int = 25_000  # that all games of a match may need, by `Game.length`: loading a match replays all of it
    changes: int = 20  # of a choice in an open step
    changes_a_turn: int = 5  # that are added in each turn, up to `changes`

    # all tables
    doze: int = 10_000  # until a room that nobody is using is unloaded
    abandoned: int = 48 * 3600  # seconds until a match nobody returns to is played out
    empty: int = 3000  # seconds until an open table is closed where nobody is connected
    sweep: float = 300.0  # seconds between two searches for such matches and tables
    matches: int = 20_000  # open or in play at the same time; beyond that, only visitors who have no table can open one
