"""Measures a room without a server: what an action costs before any socket or disk is touched.

python -m bench.room              every game, about half a minute
python -m bench.room GAME         one game, with a profile of where the time goes
"""

from __future__ import annotations

import cProfile
import pstats
import random
import time

from bench.arguments import parser
from tests.server.lone_room import LoneRoom, make_settings

from tablee.core import registry
from tablee.core.registry import Entry

MATCHES, REPEATS = 8, 6


def play(entry: Entry) -> int:
    """One match of people who choose at random; returns the number of their actions."""
    room = LoneRoom(entry, max(2, entry.game.usual_seats[0]), settings=make_settings(hold=0))
    room.start()
    while room.room.state == "play":
        room.wait(1000)
        for seat in room.match.waiting():
            if seat >= 0 and (legal := room.match.legal(seat)):
                room.act(seat, room.match.game.write(random.choice(legal)))
        room.raw.clear()
    return room.cmd


def microseconds(entry: Entry) -> float:
    random.seed(1)
    began = time.process_time()
    actions = sum(play(entry) for _ in range(MATCHES))
    return 1e6 * (time.process_time() - began) / actions


def main() -> None:
    reader = parser(__doc__)
    reader.add_argument(
        "game", nargs="?", choices=[*registry.names()], metavar="GAME", help="with a profile (default: all games)"
    )
    game = reader.parse_args().game
    if game:
        entry = registry.find(game)
        play(entry)
        profile = cProfile.Profile()
        profile.runcall(microseconds, entry)
        pstats.Stats(profile).sort_stats("tottime").print_stats(40)
    for entry in [registry.find(game)] if game else registry.all_games():
        print(f"{entry.game.id:24} {min(microseconds(entry) for _ in range(REPEATS)):6.0f} µs an action")


if __name__ == "__main__":
    main()
