"""What there is to say about a player after the game: accusations, and overruns that nobody noticed (R12 to R14 of RULES.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablee.core.game import Event, Message, Seat, say
from tablee.games.limits.rules import DECK, State
from tablee.games.limits.scoring import find_case, is_guilty

LAID = ("lays", "shows-four")


def highlights(steps: Sequence[tuple[State, tuple[Event, ...]]], seat: Seat) -> tuple[Message, ...]:
    made = [done.guilty for done in steps[-1][0].table.rounds if done.accuser == seat]
    unseen = list(unnoticed(steps))
    own, others = unseen.count(seat), len(unseen) - unseen.count(seat)
    found = [_accusations(seat, sum(made), len(made) - sum(made))]
    if own:
        found.append(say("highlight-own-overruns", seat=seat, times=own))
    if others:
        found.append(say("highlight-overruns", seat=seat, times=others))
    return tuple(found)


def _accusations(seat: Seat, right: int, wrong: int) -> Message:
    if right and wrong:
        return say("highlight-accusations", right=right, wrong=wrong)
    if right or wrong:
        return say("highlight-all-right", times=right) if right else say("highlight-all-wrong", times=wrong)
    return say("highlight-no-accusation", seat=seat)


def unnoticed(steps: Sequence[tuple[State, tuple[Event, ...]]]) -> Iterator[Seat]:
    """Who went over a limit, once for each time at which nobody accused them of it before they played again."""
    over: set[Seat] = set()  # whose last card was one too many
    for state, news in steps:
        for event in news:
            args = dict(event.message.args)
            if event.message.id in LAID:
                seat = int(args["seat"])
                if seat in over:
                    yield seat
                over = over - {seat} | ({seat} if is_over(state, seat) else set())
            elif event.message.id in ("guilty", "innocent"):
                yield from over - {int(args["other"])}
                over = set()


def is_over(state: State, seat: Seat) -> bool:
    """Whether an accusation of this seat would be right."""
    colour, laid = find_case(state.table.pile, seat)
    raised = sum(raisers[colour] for raisers in state.raisers)
    return is_guilty(laid, DECK.limits[state.table.limits[-1]][colour], raised)
