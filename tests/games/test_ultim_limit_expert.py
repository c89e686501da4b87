"""Ultim' Limit: its expert, and the optimum it is measured by."""

from __future__ import annotations

import random
from dataclasses import replace
from math import isfinite

import numpy as np
import pytest
from train import ultim_limit_optimum as optimum
from train.ultim_limit_steady import Steady

from tablee.bots import chance_of
from tablee.core.options import combinations
from tablee.core.registry import find
from tablee.games.ultim_limit.actions import ROLL, STOP, ULTIM_CARDS, ULTIM_GLASS, Action, Keep
from tablee.games.ultim_limit.deck import DECK, NAMES
from tablee.games.ultim_limit.dice import USES, Dice
from tablee.games.ultim_limit.players.bots import hands, middle
from tablee.games.ultim_limit.players.expert import Expert, GlassOdds
from tablee.games.ultim_limit.players.row import CHANCES, CardRow, row_gains
from tablee.games.ultim_limit.rules import Options, PublicState, RoundCount, State, View
from tablee.table import Table

pytestmark = [pytest.mark.coverage, pytest.mark.no_cover]

ENTRY = find("ultim-limit")
SUPER = Options(scoring="super")
HIGH = ["blue-12", "red-12", "green-11", "pink-12", "black-11"]
TAKEN = tuple(range(6))


def view(dice: str, row: list[str], ran: int, options: Options = Options(), **more: object) -> View:  # noqa: B008
    """A view of seat 0, which started the glass at 0 ms; `ran` is now."""
    thrown = tuple(int(die) for die in dice)
    cards = tuple(None if name == "." else NAMES.index(name) for name in row)
    seen = PublicState(options, 2, "turn", DECK, ((), ()), row=cards, dice=thrown, unspent=thrown, started=0, rolled=ran - 1000)
    return ENTRY.game.view(State(replace(seen, **more), 30_000), 0)  # type: ignore[arg-type,no-any-return]


def decide(v: View, now: int, bot: type[Expert] = Steady) -> tuple[Action, int]:
    """The action, and when it comes."""
    player = bot(ENTRY.game, 0, chance_of("0", 0))
    action = player.choose(v, ENTRY.game.legal(State(v.seen, 30_000), 0), now)
    return action, now + player.pace(v, action, now)


def test_the_glass_is_turned_just_before_it_can_run_out() -> None:
    action, at = decide(view("144", HIGH, 21_000, taken=TAKEN), 21_000)
    assert action == ULTIM_GLASS
    assert 27_900 <= at < 28_000
    action, _ = decide(view("144", HIGH, 4000, taken=TAKEN), 4000)
    assert action != ULTIM_GLASS


def test_a_known_end_is_used_up() -> None:
    """Turned at 27 s, the glass lasts until 54 s. A roll, a look and a card take 4.8 s, and the stop 0.3 s."""
    row = ["blue-1", "red-2", "pink-3", "blue-4", "red-5"]
    for now, best in ((48_000, ROLL), (50_500, STOP)):
        turned = view("144", row, now, taken=TAKEN, ultim=True, turned=27_000, unspent=())
        assert decide(turned, now)[0] == best


def test_nothing_at_stake_is_never_safe_enough() -> None:
    assert decide(view("124", HIGH, 26_000, unspent=()), 26_000)[0] == ROLL


def test_a_useless_row_is_replaced_in_the_last_round_of_super() -> None:
    none = (RoundCount((), ()), RoundCount((), ()))
    mine = tuple(NAMES.index(f"{colour}-{n}") for colour in ("blue", "red", "green") for n in (1, 2, 3))
    useless = ["pink-9", "black-4", "pink-2", "silver-6", "orange-3"]
    last = view("255", useless, 2000, SUPER, counts=(none, none), loot=(mine, ()))
    assert decide(last, 2000, Expert)[0] == ULTIM_CARDS


def test_kept_colours_are_those_that_rivals_do_not_have() -> None:
    ones = tuple(NAMES.index(f"{colour}-1") for colour in ("blue", "green", "yellow", "purple"))
    theirs = tuple(NAMES.index(f"{colour}-2") for colour in ("blue", "green", "purple"))
    state = State(PublicState(SUPER, 2, "keep", DECK, (ones, theirs), turn=6), None, (None, ()))
    bot = Expert(ENTRY.game, 0, chance_of("0", 0))
    chosen = bot.choose(ENTRY.game.view(state, 0), ENTRY.game.legal(state, 0), 0)
    assert isinstance(chosen, Keep)
    assert ENTRY.game.write(chosen) == "keep yellow"


class Checked(Expert):
    """Checks its values wherever it is asked."""

    asked = 0

    def choose(self, view: View, legal: object, now: int) -> Action:
        actions = ENTRY.game.legal(State(view.seen, None, (None,) * view.seen.seats), self.seat)
        Checked.asked += 1
        action = super().choose(view, actions, now)
        if Checked.asked % 3 == 0:
            values = self.values(view, actions, now)
            assert len(values) == len(actions)
            assert all(isfinite(value.mean) and value.half_width >= 0 for value in values)
            assert max(value.mean for value in values) == values[actions.index(action)].mean
            assert values == Expert(self.game, self.seat, self.chance).values(view, actions, now)  # without what it remembers
        return action


@pytest.mark.parametrize("options", list(combinations(Options)), ids=lambda o: f"{o.scoring}{'-young' * o.young}")
def test_every_action_has_a_value_in_every_position(options: Options) -> None:
    table = Table(
        replace(ENTRY, bots={"checked": Checked}), ["bot:checked"], seed=3, scoring=options.scoring, young=options.young
    )
    Checked.asked = 0
    table.run()
    assert table.match.outcome()
    assert Checked.asked > 60


def test_extreme_options_are_played_to_the_end() -> None:
    for low, high, gap in ((10, 12, 500), (10, 600, 500), (280, 320, 5000)):
        table = Table(ENTRY, ["bot:expert", "bot:sensible"], seed=1, glass_from=low, glass_to=high, roll_gap=gap)
        table.run()
        assert table.match.outcome()


def test_the_expert_beats_sensible() -> None:
    means = {}
    for name in ("expert", "sensible"):
        results = []
        for seed in range(3):
            table = Table(ENTRY, [f"bot:{name}"], seed=seed)
            table.run()
            results.append(table.match.result().scores[0])
        means[name] = sum(results) / 3
    assert means["expert"] > means["sensible"] + 3


# The parts of its plan


def test_the_chance_of_a_number_counts_all_throws() -> None:
    throws = [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
    ones = sum(1 in throw for throw in throws)
    assert CHANCES[1] == pytest.approx(ones / 216)
    assert CHANCES[18] == pytest.approx(1 / 216)


def test_one_roll_on_a_known_row_is_exact() -> None:
    row = CardRow([NAMES.index("blue-1"), None, None, None, NAMES.index("red-12")], (), [1.0] * 9)
    twelve = sum(sum(throw) == 12 or 12 in pairs(throw) for throw in all_throws())
    one = sum(1 in throw for throw in all_throws())
    both = sum(sorted(throw) == [1, 6, 6] for throw in all_throws())
    either = one + twelve - sum(1 in throw and (sum(throw) == 12 or 12 in pairs(throw)) for throw in all_throws())
    assert row.curve(0b10001)[1] == pytest.approx((either + both) / 216)


def test_a_row_is_the_same_while_cards_are_only_taken_from_it() -> None:
    cards, points = [NAMES.index(name) for name in ("blue-1", "red-12", "pink-3")], [1.0] * 9
    row, other = [*cards, None, None], NAMES.index("blue-4")
    known = CardRow(row, (other,), points)
    assert known.covers([cards[0], None, cards[2], None, None], (other,), points)
    assert not known.covers([*cards, other, None], (other,), points)  # filled up
    assert not known.covers(row, (), points)
    assert not known.covers(row, (other,), [2.0] * 9)


def test_what_a_row_brings_is_the_best_of_all_that_the_dice_can_take() -> None:
    """Also where cards cost points; and equal numbers."""
    chance = random.Random(0)
    for _ in range(4):
        cards = sorted((chance.choice((1, 2, 3, 5, 8, 12)), chance.choice((-1.0, 0.6, 1.0))) for _ in range(4))
        slot = [0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1]
        found = row_gains(cards, slot)
        for rolls in range(2):
            for held in range(16):
                every = [most(cards, held, tuple(sorted(throw)), slot[rolls], found[rolls]) for throw in all_throws()]
                assert found[rolls + 1][held] == pytest.approx(sum(every) / 216)


def most(cards: list[tuple[int, float]], held: int, dice: Dice, slot: float, then: list[float]) -> float:
    values = [then[held]]
    for place, (number, points) in enumerate(cards):
        if held >> place & 1:
            lefts = USES[dice].get(number, {}).values()
            values += [points + slot + most(cards, held ^ 1 << place, left, slot, then) for left in lefts]
    return max(values)


def all_throws() -> list[tuple[int, int, int]]:
    return [(a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]


def pairs(throw: tuple[int, int, int]) -> set[int]:
    a, b, c = throw
    return {a + b, a + c, b + c}


def test_the_belief_about_the_glass() -> None:
    sand = GlassOdds((28_000, 32_000), 0.0)
    assert sand.lasts(27_999) == 1
    assert sand.lasts(28_000) == pytest.approx(40 / 41)
    assert sand.lasts(31_999) == pytest.approx(1 / 41)
    assert sand.lasts(32_000) == 0
    assert 0.5 < GlassOdds((28_000, 32_000), 600.0).lasts(29_500) < 0.7


def test_steady_hands_are_the_middle_of_the_usual_ones() -> None:
    usual, steady = hands("usual"), hands("steady")
    assert usual.keys() == steady.keys()
    assert all(low == high and abs(middle(usual[name]) - low) <= 50 for name, (low, high) in steady.items())


# The optimum


def test_the_optimum_takes_as_many_cards_as_time_allows() -> None:
    nothing = np.zeros(len(optimum.ROWS))
    known = np.full((optimum.TO + 1, len(optimum.ROWS)), -1e9)
    row, hand = optimum.ROW[1, 2, 3, 9, 9], optimum.HAND[1, 2, 3]
    best = [optimum.best_known(row, hand, left, known, nothing) for left in (3, 4, 14, 15, 25, 26, 36, 37)]
    assert best == [-1e9, 0, 0, 1, 1, 2, 2, 3]


def test_fresh_rows_are_equally_likely_draws() -> None:
    odds = optimum.fresh_rows()
    assert odds.sum() == pytest.approx(1)
    assert odds[optimum.ROW[7, 7, 7, 7, 7]] == pytest.approx(12**-5)
    assert odds[optimum.ROW[1, 2, 3, 4, 5]] == pytest.approx(120 * 12**-5)


def test_the_glass_of_the_optimum_is_that_of_the_rules() -> None:
    assert [optimum.lasts(at) for at in (0, 279, 280, 319, 320)] == [41, 41, 40, 1, 0]
