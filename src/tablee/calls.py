"""The tiles that a caller calls beside a real board, drawn by the rules of the game from a committed seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tablee.core.game import CHANCE, AnyGame, BadOptions, say
from tablee.fair import Dealer, RandomDealer
from tablee.steps import draw

PLAYERS = 2  # enough for every variant; the draws do not depend on how many play


@dataclass(frozen=True, slots=True)
class Plan:
    """How many tiles are called, and from which: the first draw picks one of all of them, the next one of those left."""

    calls: int
    tiles: tuple[str, ...]


def calls(game: AnyGame, seed: str, options: Any) -> tuple[str, ...]:
    """What is called with this seed of 64 hexadecimal digits. Nobody adds a nonce beside the box. Raises Refusal."""
    return calls_of(game, Dealer(seed), options)


def calls_of(game: AnyGame, dealer: Dealer, options: Any) -> tuple[str, ...]:
    """What is called if this dealer makes the draws. Raises Refusal."""
    return tuple(_drawn(game, options, dealer))


def plan(game: AnyGame, options: Any) -> Plan:
    """Raises BadOptions if nothing is called in this game."""
    number = sum(1 for _ in _drawn(game, options, RandomDealer(lambda n: 0)))
    return Plan(number, tuple(game.write(call) for call, _ in game.odds(game.start(PLAYERS, options))))


def has_caller(game: AnyGame) -> bool:
    """Whether the game begins with a call."""
    state = game.start(max(PLAYERS, game.seats[0]), game.options())
    if game.to_act(state) != (CHANCE,):
        return False
    _, news = game.play(state, CHANCE, game.odds(state)[0][0], 0)
    return any(event.message.id == "call" for event in news)


def _drawn(game: AnyGame, options: Any, dealer: Dealer | RandomDealer) -> Iterator[str]:
    """The draws of a match in which everybody takes the first place that is free."""
    if not has_caller(game):
        raise BadOptions(say("no-calls", game=game.id))
    state, number = game.start(PLAYERS, options), 0
    while seats := game.to_act(state):
        if seats == (CHANCE,):
            action = draw(game, state, dealer, number)
            yield game.write(action)
            number += 1
        else:
            action = game.legal(state, seats[0])[0]
        state, _ = game.play(state, seats[0], action, 0)
