"""The encoding that batches, Gymnasium, PettingZoo and OpenSpiel share, and policies that play everywhere."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.adapters.environment import open_core, rewards, several
from tablee.core import registry
from tablee.core.game import CHANCE
from tablee.core.record import Action
from tablee.core.registry import Entry
from tablee.lab.batch import Array, Batch
from tablee.lab.encoding import encoding_for, encoding_of
from tablee.lab.policy import PolicyBot
from tablee.lab.simulate import Tally
from tests.lab.test_batch import FAST, ids

EASY = registry.find("take-it-easy")
every_fast = pytest.mark.parametrize("entry", FAST, ids=ids)
WIDTHS = {"take-it-easy": 60, "take-it-to-the-limit": 137, "limits": 514, "ultim-limit": 498, "xtreme-limits": 57}


@every_fast
def test_an_environment_sees_what_a_batch_sees(entry: Entry) -> None:
    seats = several(entry.game)
    core = open_core(entry, seats, {}, encoding=2)
    batch = Batch(entry.game, 1, 3, seats)
    encoding = encoding_of(entry.game, seats, entry.game.options())
    assert core.codes == batch.moves == encoding.moves
    assert core.size == encoding.width == batch.features(0).shape[1] == len(encoding.names) == WIDTHS[entry.game.id]
    assert batch.features(0).dtype == batch.kernel.kind
    chance = random.Random(3)
    m = core.settle(core.start, chance.randrange)
    for _ in range(60):
        if not (asked := core.to_act(m)):
            break
        seen, scaled = core.observe(m, asked[0]), core.observe(m, asked[0], scaled=True)
        view = entry.game.view(m.state, asked[0])
        assert np.array_equal(seen, encoding_for(entry.game, view).observe(view))
        assert seen in core.box(scaled=False)
        assert scaled in core.box(scaled=True)
        assert np.array_equal(core.mask(m, asked[0]), encoding.mask(entry.game.legal(m.state, asked[0])))
        m = core.settle(core.act(m, {asked[0]: chance.choice(core.legal(m, asked[0]))}), chance.randrange)


@every_fast
def test_draws_are_no_actions_of_seats(entry: Entry) -> None:
    core = open_core(entry, several(entry.game), {}, encoding=2)
    assert len(core.codes) < len(core.draws)
    assert {*core.codes} < {*core.draws} == {*entry.game.codes(core.seats, core.options)}
    assert core.to_act(core.start) == (CHANCE,)
    number, _ = core.odds(core.start)[-1]
    after = core.draw(core.start, number)
    assert core.draws[number] in map(entry.game.write, entry.game.legal(core.start.state, CHANCE))
    assert after.state != core.start.state


@every_fast
@pytest.mark.parametrize("scaled", [False, True])
def test_gymnasiums_and_pettingzoos_suites_pass(outside_part: Callable[[str], Any], entry: Entry, scaled: bool) -> None:
    gymnasium, zoo = outside_part("gymnasium"), outside_part("tablee.adapters.pettingzoo")
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, parallel_api_test

    outside_part("tablee.adapters.gymnasium")
    name = "".join(word.capitalize() for word in entry.game.id.split("-"))
    check_env(gymnasium.make(f"tablee2/{name}-v1", scaled=scaled, disable_env_checker=True).unwrapped)
    api_test(zoo.env(entry.game.id, encoding=2, scaled=scaled), num_cycles=40)
    parallel_api_test(zoo.parallel_env(entry.game.id, encoding=2, scaled=scaled, reward="win"), num_cycles=40)


@every_fast
def test_openspiels_suite_passes(outside_part: Callable[[str], Any], entry: Entry) -> None:
    pyspiel = outside_part("pyspiel")
    adapter = outside_part("tablee.adapters.openspiel")
    game = pyspiel.load_game(f"{adapter.register(entry.game.id)}(encoding=2,reward=win,scaled=True)")
    assert (game.min_utility(), game.max_utility()) == (0, 1)
    assert game.num_distinct_actions() == len(Batch(entry.game, 1, 0, several(entry.game)).moves)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_old_ids_keep_the_old_encoding(outside_part: Callable[[str], Any]) -> None:
    gymnasium = outside_part("gymnasium")
    outside_part("tablee.adapters.gymnasium")
    old, new = (gymnasium.make(f"{space}/TakeItEasy-v1") for space in ("tablee", "tablee2"))
    assert (old.action_space.n, old.observation_space.shape) == (46, (45,))
    assert (new.action_space.n, new.observation_space.shape) == (19, (40,))


def test_fields_have_names() -> None:
    encoding = encoding_of(EASY.game, 2, EASY.game.options())
    assert [field.name for field in encoding.fields] == ["seat", "calls", "board[0]", "board[1]", "chosen"]
    assert encoding.names[:3] == ("seat", "calls[0]", "calls[1]")


def test_rewards_can_be_chosen(outside_part: Callable[[str], Any]) -> None:
    assert rewards("score", (7, 9, 9), (3, 1, 1)) == [7, 9, 9]
    assert rewards("margin", (7, 9, 9), (3, 1, 1)) == [-2, 0, 0]
    assert rewards("win", (7, 9, 9), (3, 1, 1)) == [0, 0.5, 0.5]
    assert rewards("margin", (7,), (1,)) == [7]
    vector = outside_part("tablee.lab.vector")
    found = {}
    for kind in ("score", "margin", "win"):
        envs = vector.BatchEnv("take-it-easy", 8, seats=3, reward=kind)
        _, info = envs.reset(seed=1)
        for _ in range(19):
            _, found[kind], over, _, info = envs.step(info["action_mask"].argmax(axis=1))
        assert over.all()
        scores, places = envs.batch.scores, envs.batch.places
        expected = [rewards(kind, tuple(s), tuple(p))[0] for s, p in zip(scores.tolist(), places.tolist(), strict=True)]
        assert found[kind].tolist() == pytest.approx(expected)
    for wrong in ({"reward": "fun"}, {"encoding": 3}, {"scaled": True}):
        with pytest.raises(ValueError, match=r"fun|3|second"):
            outside_part("tablee.adapters.gymnasium").TableeEnv("take-it-easy", **wrong)


@pytest.mark.parametrize(
    ("module", "library"),
    [
        ("adapters.gymnasium", "gymnasium"),
        ("adapters.pettingzoo", "pettingzoo"),
        ("adapters.openspiel", "pyspiel"),
        ("lab.batch", "numba"),
        ("lab.batch", "numpy"),
        ("lab.vector", "gymnasium"),
        ("lab.encoding", "numpy"),
        ("lab.policy", "numpy"),
    ],
)
def test_a_missing_library_names_the_extra(module: str, library: str) -> None:
    code = f"import sys; sys.modules[{library!r}] = None; import tablee.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: this needs {library}: pip install 'tablee[lab]'"


# a policy everywhere


def imitate(games: int) -> Array:
    """How often the regular bot places each tile on each cell."""
    counts: Array = np.zeros((27, 19))
    cells = EASY.game.codes(1, EASY.game.options())
    tiles = {text: number for number, text in enumerate(cells[:27])}
    for number in range(games):
        table = tablee.Table("take-it-easy", ["bot:greedy"], seed=f"imitate {number}")
        table.run()
        for draw, move in zip(table.match.rows[::2], table.match.rows[1::2], strict=True):
            assert isinstance(draw, Action)
            assert isinstance(move, Action)
            counts[tiles[draw.text], cells.index(move.text) - 27] += 1
    return counts


COUNTS = imitate(20)


class Imitator(PolicyBot):
    """Places the called tile, the last that is not -1, where the regular bot placed it most often."""

    scaled = False

    @staticmethod
    def policy(observations: Array, masks: Array) -> Any:
        calls = observations[:, 1:20]
        tiles = calls[np.arange(len(calls)), (calls >= 0).sum(axis=1) - 1]
        return np.where(masks, COUNTS[tiles], -1).argmax(axis=1)


def tally(scores: Any) -> Tally:
    found = Tally()
    for score in scores:
        found.add(int(score), 0)
    return found


def test_a_trained_policy_scores_the_same_everywhere(outside_part: Callable[[str], Any]) -> None:
    batch = Batch("take-it-easy", 1000, seed=5)
    while batch.waiting.any():
        batch.step(Imitator.policy(batch.features(0), batch.mask[:, 0]))
    env = outside_part("tablee.adapters.gymnasium").TableeEnv("take-it-easy", encoding=2)
    ends = []
    for seed in range(80):
        seen, info = env.reset(seed=seed)
        over = False
        while not over:
            seen, reward, over, _, info = env.step(Imitator.policy(seen[None], info["action_mask"][None].astype(bool))[0])
        ends.append(reward)
    places = {"batch": tally(batch.scores[:, 0]), "gymnasium": tally(ends)}
    places["table"] = tablee.simulate("take-it-easy", [Imitator], games=80)[0]
    league = tablee.arena("take-it-easy", [Imitator, "random"], games=80)[0].score
    chance = tablee.simulate("take-it-easy", ["random"], games=80)[0]
    for one in places.values():
        assert abs(one.mean - places["batch"].mean) < 1.6 * (one.half_width + places["batch"].half_width), places
        assert one.mean > chance.mean + 3 * chance.half_width  # it has learned something
    assert league.interval is not None
    assert abs(league.mean - places["batch"].mean) < 1.6 * (league.interval[1] - league.mean + places["batch"].half_width)


@every_fast
def test_a_policy_is_a_bot_of_every_game(entry: Entry) -> None:
    class First(PolicyBot):
        @staticmethod
        def policy(observations: Array, masks: Array) -> Any:
            assert observations.dtype == np.float32
            return masks.argmax(axis=1)

    seats = several(entry.game)
    table = tablee.Table(entry.game.id, [First, *["bot:random"] * (seats - 1)], seed=1)
    for _ in range(40):
        if table.step() is None:
            break
    assert table.match.turns[0] > 0
    assert registry.find(entry.game.id) is entry
