"""Ultim' Limit: the champion, its compiled code, and how it learns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from train import ultim_limit_champion as training
from train.ultim_limit_games import EXPERT, play_seed

from tablee.bots import chance_of
from tablee.core.registry import find
from tablee.fair import seeded_secret
from tablee.games.ultim_limit.actions import STOP, Action
from tablee.games.ultim_limit.deck import DECK, NAMES
from tablee.games.ultim_limit.kernels import champion as kernels
from tablee.games.ultim_limit.players import champion
from tablee.games.ultim_limit.players.champion import Champion, actions_of
from tablee.games.ultim_limit.players.expert import Expert
from tablee.games.ultim_limit.rules import TURNS, Options, RoundCount, State, TurnEnd, View
from tablee.lab.bot_laws import check_bot
from tablee.table import Table
from tests.games.test_ultim_limit_expert import HIGH, view

pytestmark = [pytest.mark.coverage, pytest.mark.no_cover]

ENTRY = find("ultim-limit")
SUPER = Options(scoring="super")
NONE = RoundCount((), ())


def last_round(row: Sequence[str], seats: int, turns: int = 6) -> View:
    """A view of seat 0 before its roll in the last round, when all have three cards of blue, red and green."""
    sets = [
        tuple(NAMES.index(f"{c}-{n}") for c in ("blue", "red", "green") for n in numbers) for numbers in ((1, 2, 3), (4, 6, 7))
    ]
    verdicts = tuple(TurnEnd(seat, 0, True) for _ in range(turns) for seat in range(seats))
    seen = view("", list(row), 4000, SUPER).seen
    pile = tuple(card for card in DECK if not any(card in loot for loot in sets[:seats]) and NAMES[card] not in row)
    turn = turns % TURNS * seats
    more = replace(
        seen, seats=seats, turn=turn, loot=tuple(sets[:seats]), counts=((NONE,) * seats,) * 2, verdicts=verdicts, pile=pile
    )
    return ENTRY.game.view(State(more, 30_000), 0)  # type: ignore[no-any-return]


def values(of: View, now: int = 4000) -> dict[Action, float]:
    actions = actions_of(of.seen)
    found = Champion(ENTRY.game, 0, chance_of("0", 0)).values(of, actions, now)
    return {action: value.mean for action, value in zip(actions, found, strict=True)}


# What loot and rows are worth
def test_after_the_last_turn_a_loot_is_worth_its_points() -> None:
    """Nothing can change any more, but by the cards of this turn: R16."""
    before = last_round(HIGH, 1, 8)
    taken = tuple(NAMES.index(name) for name in ("blue-8", "blue-9", "pink-1"))
    after = replace(before, seen=replace(before.seen, taken=taken))
    assert values(after)[STOP] - values(before)[STOP] == pytest.approx(2 - 1)


WANTED, USELESS = ["blue-5", "red-5", "green-5", "blue-9", "red-9"], ["pink-5", "black-5", "silver-5", "pink-9", "black-9"]


def test_alone_a_row_is_left_as_good_as_it_can_be_for_the_next_turn() -> None:
    assert values(last_round(WANTED, 1))[STOP] > values(last_round(USELESS, 1))[STOP] + 0.5


def test_with_a_rival_a_row_is_left_as_bad_as_it_can_be_for_the_next_seat() -> None:
    assert values(last_round(WANTED, 2))[STOP] < values(last_round(USELESS, 2))[STOP] - 0.5


def test_a_new_round_has_a_new_row() -> None:
    first, second = (values(last_round(row, 1, 8))[STOP] for row in (WANTED, USELESS))
    assert first == second


# Its choices
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


def test_extreme_options_are_played_to_the_end() -> None:
    for low, high, gap in ((10, 12, 500), (10, 600, 500), (280, 320, 5000)):
        table = Table(ENTRY, ["bot:champion"] * 4, seed=1, scoring="super", glass_from=low, glass_to=high, roll_gap=gap)
        table.run()
        assert table.match.outcome()


@pytest.mark.parametrize("seats", [1, 4])
def test_asked_again_it_says_the_same(seats: int) -> None:
    assert check_bot(ENTRY, "champion", seats, SUPER, "champion", 120) == 120


def test_it_does_not_know_when_the_glass_runs_out() -> None:
    """Two states that differ in what is hidden are one view, and it is asked for no more than that."""
    seen = view("144", HIGH, 21_000, SUPER).seen
    answers = set()
    for deadline in (28_000, 32_000):
        bot, state = Champion(ENTRY.game, 0, chance_of("0", 0)), State(seen, deadline)
        hidden = ENTRY.game.view(state, 0)
        action = bot.choose(hidden, ENTRY.game.legal(state, 0), 21_000)
        answers.add((action, bot.pace(hidden, action, 21_000)))
    assert len(answers) == 1


def test_it_is_ready_once_its_code_is_compiled() -> None:
    bot = Champion(ENTRY.game, 0, chance_of("0", 0))
    champion.compiling().join()
    assert bot.ready()


# The compiled code
@pytest.mark.parametrize(
    ("line_up", "options"),
    [
        (["champion"], SUPER),
        (["champion", "expert"], SUPER),
        (["expert", "champion", "champion", "champion"], SUPER),
        (["expert"], Options()),
        (["expert", "expert"], Options()),
        (["expert"], Options("super", young=True)),
    ],
)
def test_compiled_games_are_those_at_a_table(line_up: Sequence[str], options: Options) -> None:
    players = [EXPERT if bot == "expert" else 0 for bot in line_up]
    for number in range(2):
        seed = seeded_secret("compiled", str(number))
        table = Table(ENTRY, [f"bot:{bot}" for bot in line_up], seed=seed, scoring=options.scoring, young=options.young)
        table.run()
        assert play_seed(options, seed, players, (kernels.minds(),)) == table.match.result().scores


PLAIN = """
import json
from tests.games.test_ultim_limit_champion import USELESS, WANTED, last_round, values
print(json.dumps([list(values(last_round(row, seats)).values()) for row, seats in ((WANTED, 1), (USELESS, 2))]))
"""


def test_compiled_values_are_those_of_plain_python() -> None:
    plain = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run([sys.executable, "-c", PLAIN], env=plain, capture_output=True, text=True, check=True)
    compiled = [list(values(last_round(row, seats)).values()) for row, seats in ((WANTED, 1), (USELESS, 2))]
    for found, expected in zip(json.loads(ran.stdout), compiled, strict=True):
        assert found == pytest.approx(expected, abs=1e-4)


# The weights
def test_a_damaged_file_is_not_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    damaged = tmp_path / champion.FILE.name
    damaged.write_bytes(champion.FILE.read_bytes()[:-1] + b"?")
    monkeypatch.setattr(champion, "FILE", damaged)
    with pytest.raises(ValueError, match="does not match"):
        champion.read_weights()


def test_what_is_packed_is_read() -> None:
    packed = champion.read_weights()
    assert kernels.pack(*kernels.read(packed)) == packed


# Training
def test_training_writes_weights_and_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("FILE", "DIGEST"):
        monkeypatch.setattr(training, name, tmp_path / getattr(champion, name).name)
        monkeypatch.setattr(champion, name, tmp_path / getattr(champion, name).name)
    monkeypatch.setattr(training, "STAGES", (training.Stage(range(2), (1, 2), 4),))
    monkeypatch.setattr(training, "LOOT_STEPS", 2)
    monkeypatch.setattr(sys, "argv", ["train", str(tmp_path)])
    training.main()
    first = champion.read_weights()
    loots, net = kernels.read(first)
    assert loots.learnt
    assert net.used
    (tmp_path / "1.pickle").unlink()
    training.main()
    assert champion.read_weights() == first


def test_a_net_learns() -> None:
    chance = np.random.default_rng(1)
    seen = chance.normal(size=(4000, 3)).astype(np.float32)
    wanted = np.maximum(seen[:, 0], 0) - seen[:, 1]
    learner = training.Learner(1, 3)
    assert learner.train(seen, wanted, 20, 3e-3, 1, 64) < 0.02
    assert learner.predict(seen[:5]) == pytest.approx(wanted[:5], abs=0.6)


def test_a_duel_prints_the_lead(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for seats in (1, 2):
        monkeypatch.setattr(sys, "argv", ["train", "--duel", str(seats), "2", "1"])
        training.main()
    alone, together = capsys.readouterr().out.splitlines()
    assert alone.startswith("1 seats, 2 games: ")
    assert together.startswith("2 seats, 4 games: ")
