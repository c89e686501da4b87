"""Ultim' Limit: the champion, and what it has learnt about loot."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from train import ultim_limit_loot as training

from tablee.core.registry import find
from tablee.games.ultim_limit.actions import ROLL, STOP, Action
from tablee.games.ultim_limit.deck import COLOURS, DECK, NAMES
from tablee.games.ultim_limit.players import loot
from tablee.games.ultim_limit.players.bots import USUAL
from tablee.games.ultim_limit.players.champion import DENIED, Champion, LootRow, LootTurn
from tablee.games.ultim_limit.players.expert import Expert, Hands
from tablee.games.ultim_limit.players.loot import WITHIN, LootValues, load
from tablee.games.ultim_limit.players.row import CardRow
from tablee.games.ultim_limit.rules import ROUNDS, TURNS, Options, State, TurnEnd, View
from tablee.table import Table
from tests.games.test_ultim_limit_expert import HIGH, view

pytestmark = [pytest.mark.coverage, pytest.mark.no_cover]

ENTRY = find("ultim-limit")
SUPER = Options(scoring="super")
ROW = [NAMES.index(name) for name in ("blue-1", "blue-4", "red-6", "pink-9", "black-12")]


def piles(*sizes: int) -> tuple[int, ...]:
    return sizes + (0,) * (len(COLOURS) - len(sizes))


# What loot is worth
def test_after_the_last_turn_a_loot_is_worth_its_points() -> None:
    assert load().of(ROUNDS * TURNS, piles(1, 5, 3, 4)) == 5 + 4 + 3 - 1


def test_after_a_round_kept_piles_are_worth_something() -> None:
    values = load()
    kept = [values.of(TURNS, piles(5, 5, 5, many, many)) for many in range(6)]
    assert all(after > before + 0.5 for before, after in pairwise(kept))  # two cards more
    assert values.of(TURNS, piles(5, 5, 5, 2, 2, 2, 1)) == pytest.approx(values.of(TURNS, piles(5, 5, 5, 2, 2, 2)) - 1)


def test_a_card_more_in_a_big_pile_is_worth_about_a_point() -> None:
    for turns in WITHIN:
        values = load()
        more = values.of(turns, piles(4, 3, 3, 1, 1)) - values.of(turns, piles(3, 3, 3, 1, 1))
        assert 0.3 < more < 2.0, turns


def test_in_the_last_round_a_fourth_colour_costs_points() -> None:
    values = load()
    assert values.of(8, piles(4, 3, 3, 1)) < values.of(8, piles(4, 3, 3))


def test_cards_that_the_next_turn_wants_are_better_left_than_others() -> None:
    values = load()
    for turns in (7, 8):
        wanted, useless = (values.left(turns, piles(4, 3, 3), colour, 4) for colour in (0, 8))
        assert wanted > useless
    assert values.left(TURNS, piles(4, 3, 3), 0, 4) == 0  # a new round has a new row


def test_remembered_values_are_forgotten_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loot, "MOST_FOUND", 2)
    values = LootValues(load().weights)
    for many in range(5):
        assert values.of(1, piles(many)) == load().of(1, piles(many))
        assert len(values._found) <= 2


def test_a_damaged_file_is_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    damaged = tmp_path / loot.FILE.name
    damaged.write_bytes(loot.FILE.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(loot, "FILE", damaged)
    with pytest.raises(ValueError, match="does not match"):
        load.__wrapped__()


def test_machines_with_the_other_byte_order_read_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "byteorder", "big")
    [swapped, *_] = loot.read(loot.FILE.read_bytes()).weights
    assert swapped.to_bytes(2, "big", signed=True) == load().weights[0].to_bytes(2, "little", signed=True)


# The row
def test_where_cards_count_one_by_one_the_row_is_the_expert_s() -> None:
    points, coming = [1.0, 0.5, 0.7, 0.2, 1.0, 0.9, 0.4, 0.6, 0.3], DECK[20:60]
    ours = LootRow(ROW, coming, points, lambda cards: sum(points[card // 12] for card in cards), [0.0] * len(DECK))
    theirs = CardRow(ROW, coming, points)
    assert ours.takes == pytest.approx(theirs.takes)
    for mask in range(32):
        assert ours.curve(mask) == pytest.approx(theirs.curve(mask))
        assert ours.stay(mask) == 0


def test_cards_of_a_row_count_together() -> None:
    """Two cards of which only one is worth a point bring less than two that both are."""
    row, left = [*ROW[:2], None, None, None], [0.0] * len(DECK)
    both = LootRow(row, (), [1.0] * 9, lambda cards: float(len(cards)), left)
    one = LootRow(row, (), [1.0] * 9, lambda cards: float(min(len(cards), 1)), left)
    assert one.curve(3)[8] < 1.0 < both.curve(3)[8]


def test_a_card_that_is_worth_more_where_it_lies_is_left_there() -> None:
    left = [0.0] * len(DECK)
    left[ROW[0]] = 2.0
    row = LootRow(ROW[:1] + [None] * 4, (), [1.0] * 9, lambda cards: float(len(cards)), left)
    assert row.stay(1) == 2.0
    assert row.curve(1) == pytest.approx([0.0] * 9)


# A turn
def turn(seen: View, now: int = 4000) -> LootTurn:
    return LootTurn(seen, 0, now, Hands(USUAL, 500), load())


def test_with_rivals_a_row_is_left_as_bad_as_it_can_be_for_the_next_seat() -> None:
    mine = tuple(NAMES.index(f"blue-{n}") for n in (1, 2, 3))
    theirs = tuple(NAMES.index(f"red-{n}") for n in (1, 2, 3))
    played = (TurnEnd(1, 0, True), TurnEnd(0, 0, True), TurnEnd(1, 0, True))
    before = view("", HIGH, 4000, SUPER, first=1, turn=3, loot=(mine, theirs), verdicts=played)
    left, alone = turn(before).left(), load()
    sizes = tuple(3 * (colour == "red") for colour in COLOURS)
    red = COLOURS.index("red")
    assert left[NAMES.index("red-5")] == DENIED * alone.left(2, sizes, red, 5)
    last = replace(before, seen=replace(before.seen, turn=TURNS * 2 - 1))
    assert set(turn(last).left()) == {0.0}


def test_alone_a_row_is_left_as_good_as_it_can_be_for_the_next_turn() -> None:
    before = view("", HIGH, 4000, SUPER)
    alone = replace(before, seen=replace(before.seen, seats=1, loot=((),)))
    assert turn(alone).left()[NAMES.index("red-5")] == load().left(1, piles(), COLOURS.index("red"), 5)


def test_a_stop_counts_the_cards_that_stay() -> None:
    seen = view("", HIGH, 4000, SUPER, unspent=())
    now = turn(seen)
    assert now.value(STOP) == pytest.approx(now.stake(now.sizes) + now.row.stay(31))
    assert now.value(ROLL) > now.value(STOP)


class Compared(Champion):
    """Checks its values wherever it is asked."""

    def choose(self, view: View, legal: object, now: int) -> Action:
        actions = ENTRY.game.legal(State(view.seen, None, (None,) * view.seen.seats), self.seat)
        values = self.values(view, actions, now)
        assert len(values) == len(actions)
        assert values == Champion(self.game, self.seat, self.chance).values(view, actions, now)
        if view.seen.options.scoring == "classic" or view.seen.options.young:
            assert values == Expert(self.game, self.seat, self.chance).values(view, actions, now)
        elif len(actions) > 1:
            assert -30 < max(value.mean for value in values) < 110
        return super().choose(view, actions, now)


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(("scoring", "young"), [("classic", False), ("super", False), ("super", True)])
def test_every_action_has_a_value_in_every_position(seats: int, scoring: str, young: bool) -> None:
    entry = replace(ENTRY, bots={"compared": Compared})
    table = Table(entry, ["bot:compared"] * seats, seed=3, scoring=scoring, young=young)
    table.run()
    assert table.match.outcome()


# Training
def test_values_are_learnt_from_games() -> None:
    games = list(training.play(Expert, 8, "test"))
    assert [len(game) for game in games] == [ROUNDS * TURNS] * 8
    weights = training.fit(games)
    assert len(weights) == loot.SIZE
    values = loot.read(training.pack(weights))
    assert [*values.weights] == weights
    mean = sum(training.counted(game) for game in games) / 8
    assert values.of(1, games[0][0].sizes) == pytest.approx(mean, abs=15)


def test_training_writes_values_and_their_digest(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("FILE", "DIGEST"):
        monkeypatch.setattr(training, name, tmp_path / getattr(loot, name).name)
        monkeypatch.setattr(loot, name, tmp_path / getattr(loot, name).name)
    monkeypatch.setattr(training, "PASSES", 2)
    training.main(2)
    assert len(load.__wrapped__().weights) == loot.SIZE


def test_the_points_of_a_game_are_those_of_its_match() -> None:
    entry = replace(ENTRY, bots={"learner": Expert})
    table = Table(entry, ["bot:learner"], seed="test 0", scoring="super")
    table.run()
    [game] = training.play(Expert, 1, "test")
    assert training.counted(game) == table.match.result().scores[0]
