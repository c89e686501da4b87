"""What `sheet_after` predicts holds in every world the view allows, whatever the others choose in the same step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.core import laws
from tablee.core.game import CHANCE, CLOCK, AnyGame, Refusal, Seat, Sheet, TooLate, TooSoon, say
from tablee.core.registry import Entry
from tests.games_here import EVERY

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

POSITIONS = 1200  # of each game
OFTEN = 0.1  # chance that a position is used: low, so that all situations occur
WORLDS = 5  # imagined worlds per position


def positions(entry: Entry, chance: random.Random) -> Iterator[tuple[Any, int]]:
    """States where seats are to act, with the match time, from random matches in every situation."""
    game = entry.game
    while True:
        for seats, options in laws.situations(entry):
            s, at = game.start(seats, options), 0
            while asked := game.to_act(s):
                if asked != (CHANCE,) and chance.random() < OFTEN:
                    yield s, at
                s, at = go_on(game, s, chance.choice(asked), at, chance)


def go_on(game: AnyGame, s: Any, seat: Seat, at: int, chance: random.Random) -> tuple[Any, int]:
    """Plays an action of a seat, or the bell if it is due."""
    action, alarm = chance.choice(game.legal(s, seat)), game.alarm(s)
    try:
        at += chance.randrange(3000) if seat != CHANCE else 0
        return game.play(s, seat, action, at)[0], at
    except TooSoon as soon:
        if alarm is None or soon.until < alarm:
            return game.play(s, seat, action, soon.until)[0], soon.until
    except TooLate:
        pass
    assert alarm is not None
    return game.play(s, CLOCK, game.legal(s, CLOCK)[0], alarm)[0], alarm


def after_the_step(game: AnyGame, s: Any, seat: Seat, action: Any, at: int, chance: random.Random) -> Sheet:
    """A seat's sheet after its action and random choices of the others."""
    for other in game.to_act(s):
        try:
            s, _ = game.play(s, other, action if other == seat else chance.choice(game.legal(s, other)), at)
        except TooSoon as soon:  # it changes no score, and the bell may ring first
            at = soon.until
            s, _ = game.play(s, other, action, at)
    return game.sheet(game.view(s, seat), seat)


def foretold(game: AnyGame, view: Any, seat: Seat, action: Any) -> Sheet | None:
    """None: it is hidden."""
    try:
        return game.sheet_after(view, seat, action)
    except Refusal as refusal:
        if refusal.message != say("sheet-hidden"):
            raise
        return None


@pytest.mark.no_cover
@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_sheet_after_holds_in_every_world_whatever_others_choose(entry: Entry) -> None:
    game, chance, found = entry.game, random.Random(entry.game.id), Counter[bool]()
    for _, (s, at) in zip(range(POSITIONS), positions(entry, chance), strict=False):
        seat = chance.choice(game.to_act(s))
        view, action = game.view(s, seat), chance.choice(game.legal(s, seat))
        sheet = foretold(game, view, seat, action)
        found[sheet is not None] += 1
        if sheet is None:
            continue
        for world in (s, *(game.imagine(view, at, chance.randrange) for _ in range(WORLDS))):
            try:
                assert after_the_step(game, world, seat, action, at, chance) == sheet, game.write(action)
            except TooLate:
                continue
    assert found[True] > POSITIONS / 10
