"""What there is to say about a player after the game: turns stopped in time, and cards lost to the glass (R7 of RULES.md)."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core.game import Event, Message, Seat, say
from tablee.games.ultim_limit.rules import State


def highlights(steps: Sequence[tuple[State, tuple[Event, ...]]], seat: Seat) -> tuple[Message, ...]:
    told = [(event.message.id, dict(event.message.args)) for _, news in steps for event in news]
    ends = [(id, int(args["cards"])) for id, args in told if id in ("stop", "sand", "sand-young") and args["seat"] == seat]
    stopped = [cards for id, cards in ends if id == "stop"]
    lost = [cards for id, cards in ends if id == "sand"]
    found = [say("highlight-stopped", seat=seat, turns=len(stopped), of=len(ends), cards=sum(stopped))]
    if lost:
        found.append(say("highlight-lost", seat=seat, turns=len(lost), cards=sum(lost)))
    return tuple(found)
