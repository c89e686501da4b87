"""The server's settings: those of its rooms, and those of the network and of this process."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.rooms.settings import RoomSettings

if TYPE_CHECKING:
    from tablee.site.python import Parts

# what `--limit NAME=NUMBER` can change; docs/hosting.md says what each is
LIMITS = (
    *("requests", "request_burst", "reads", "read_burst", "sockets", "half_open", "header_time", "body_time", "tables"),
    *("bot_seats", "replays", "scores", "rate", "burst", "changes", "changes_a_turn", "spectators", "devices", "tokens", "rows"),
    *("reviews", "budget", "empty", "abandoned", "matches", "calls", "all_calls", "call_time", "transfers"),
)


@dataclass(frozen=True, slots=True)
class Settings(RoomSettings):
    parts: Parts | None = None  # Python for browsers, which visitors use while there is no network
    hosts: Sequence[str] = ()  # allowed host names besides this machine's own

    # for the operator
    keep_days: int = 0  # after which finished matches are deleted; 0: never
    backup_every: int = 0  # hours; 0: never
    backup_to: Path | None = None  # a folder
    backups: int = 7  # that are kept
    admin_token: str = ""  # with which /admin can be seen from other machines
    invite: str = ""  # the password without which nobody opens a table

    # what one visitor may have, besides what rooms allow
    requests: float = 20.0  # POSTs and new sockets per second
    request_burst: float = 1500.0
    reads: float = 200.0  # other requests per second
    read_burst: float = 20_000.0
    sockets: int = 2000  # open at the same time
    half_open: int = 1000  # connections whose request is still arriving
    header_time: float = 15.0  # seconds until the headers of a request must have arrived
    body_time: float = 60.0  # seconds until its body must have arrived
    calls: int = 200  # shown on other screens
    transfers: int = 20  # histories on their way to another device

    # the process
    leaving: float = 1.5  # seconds until a process that shares its data stops, so that proxies notice
    workers: int = max(1, (os.cpu_count() or 1) - 1)  # processes for bots
    budget: float = 1.0  # seconds a bot may think
    all_calls: int = 5000  # of all visitors; beyond that, the visitor who shows the most loses the oldest
    call_time: int = 6 * 3600  # seconds a call is shown without a change
