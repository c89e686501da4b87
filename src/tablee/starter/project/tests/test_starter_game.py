"""The rules by example, and the laws that hold for every game."""

from __future__ import annotations

import random

import pytest

from tablee.core import laws
from tablee.starter.project.starter_game import GAME
from tablee.starter.project.starter_game.rules import Action, Options, winner


@pytest.mark.parametrize(("bids", "best"), [((3, 5), 1), ((4, 4), None), ((5, 5, 2), 2), ((1, 3, 3, 2), 3)])
def test_the_highest_bid_that_only_one_player_has_made_wins(bids: tuple[int, ...], best: int | None) -> None:
    assert winner(bids) == best


def test_bids_are_secret_until_all_are_made() -> None:
    state, _ = GAME.play(GAME.start(2, Options()), -1, Action("prize", 4), at=0)
    state, news = GAME.play(state, 0, Action("bid", 5), at=1000)
    assert news == ()
    assert GAME.view(state, 1).bids == (None, 0)
    state, news = GAME.play(state, 1, Action("bid", 3), at=2000)
    assert [event.message.id for event in news] == ["shows", "shows", "wins"]
    assert [row.points for row in GAME.sheet(GAME.view(state, 1), 0)] == [4]


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_laws_hold(seats: int) -> None:
    for seed in range(20):
        laws.walk(GAME, seats, Options(), random.Random(seed).randrange)
