"""The bots of Take it to the Limit!."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev

import pytest

from tablee.bots import RandomBot, chance_of
from tablee.core.bot import MakeBot
from tablee.core.game import CHANCE
from tablee.games.take_it_to_the_limit import BOTS, GAME
from tablee.games.take_it_to_the_limit.actions import DISCARD, RESERVE, Place
from tablee.games.take_it_to_the_limit.players.bots import Hope, hole_gain, lines_of, progress_of
from tablee.games.take_it_to_the_limit.rules import State, lay
from tablee.games.take_it_to_the_limit.scoring import best_relocation
from tablee.games.take_it_to_the_limit.setting import Options
from tablee.games.take_it_to_the_limit.tiles import NEXUS, ORCHID, TILES

pytestmark = [pytest.mark.coverage, pytest.mark.no_cover]

GREEDY = BOTS["greedy"]
PASS = Options(scrapyard="pass")


def play(seed: int, options: Options, *makes: MakeBot) -> State:
    chance, s = random.Random(seed), GAME.start(len(makes), options)
    bots = [make(GAME, seat, chance_of(str(seed), seat)) for seat, make in enumerate(makes)]
    while asked := GAME.to_act(s):
        for seat in asked:
            legal = GAME.legal(s, seat)
            action = chance.choice(legal) if seat == CHANCE else bots[seat].choose(GAME.view(s, seat), legal, 0)
            assert action in legal
            s, _ = GAME.play(s, seat, action, 0)
    return s


def margins(options: Options, games: int) -> list[int]:
    found = []
    for seed in range(games):
        makes = (GREEDY, RandomBot) if seed % 2 else (RandomBot, GREEDY)
        outcome = GAME.outcome(play(seed, options, *makes))
        assert outcome is not None
        greedy = seed % 2 == 0
        found.append(outcome.scores[greedy] - outcome.scores[not greedy])
    return found


def least(scores: Sequence[int]) -> float:
    """The lower end of the 95 % confidence interval of the mean."""
    return mean(scores) - 1.96 * stdev(scores) / sqrt(len(scores))


@pytest.mark.parametrize(
    ("options", "games", "margin"), [(Options(), 6, 250), (PASS, 5, 250), (Options("orchid"), 14, 170)], ids=str
)
def test_greedy_beats_random_by_far(options: Options, games: int, margin: int) -> None:
    assert least(margins(options, games)) > margin


@pytest.mark.parametrize(
    "options",
    [Options(scrapyard="lowest"), Options(scrapyard="none"), Options("orchid", tiles="moons"), Options("orchid", tiles="both")],
    ids=str,
)
def test_greedy_plays_every_variant(options: Options) -> None:
    outcome = GAME.outcome(play(1, options, GREEDY, RandomBot))
    assert outcome is not None
    assert outcome.scores[0] > outcome.scores[1] + 50


def test_two_greedy_bots_can_play_differently() -> None:
    first, second = play(3, Options("orchid"), GREEDY, GREEDY).placed
    assert first != second


def choose(s: State, seat: int = 0) -> str:
    return GAME.write(GREEDY(GAME, seat, lambda *_: lambda n: 0).choose(GAME.view(s, seat), GAME.legal(s, seat), 0))


def rows(s: State, *texts: tuple[int, str]) -> State:
    for seat, text in texts:
        s, _ = GAME.play(s, seat, GAME.read(text), 0)
    return s


def test_a_line_is_finished_when_little_is_left() -> None:
    s = GAME.start(1, Options(scrapyard="none"))
    for tile, cell in (("12-2-3", "a1"), ("12-6-5", "a2"), ("12-7-8", "a3")):
        s = rows(s, (CHANCE, tile), (0, cell))
    others = [name for name in NEXUS.names if name[0] != "a" and name not in ("d4", "e4")]
    for tile, cell in zip(TILES.names, others, strict=False):
        s = rows(s, (CHANCE, tile), (0, cell))
    s = rows(s, (CHANCE, "12-11-10"))
    assert {GAME.write(place) for place in GAME.legal(s, 0)} == {"a4", "d4", "e4"}
    assert choose(s) == "a4"


def test_a_holder_makes_a_rivals_scrapyard_costly() -> None:
    s = GAME.start(2, PASS)
    for tile, cell in (("12-2-3", "s:b1"), ("12-6-5", "s:b2")):
        s = rows(s, (CHANCE, tile), (0, DISCARD), (1, "d4" if cell == "s:b1" else "d5"), (1, cell))
    s = rows(s, (CHANCE, "12-11-10"), (0, DISCARD), (1, "a1"))
    assert choose(s, 1) == "s:b3"


def test_the_relocation_is_the_best_one() -> None:
    seen = 0
    for seed in range(6):
        s = play(seed, Options("orchid"), RandomBot, GREEDY)
        before = lay(State(s.options, s.holders, s.calls, s.placed, s.buried, (None, None)), 1)
        assert s.moved[1] == best_relocation(before.board, before.reserve, s.options).move
        seen += s.moved[1] != s.moved[0]
    assert seen


def test_hope_depends_on_the_tiles_left() -> None:
    tile = {name: TILES.index[name] for name in TILES.names}
    board = [None] * len(NEXUS.names)
    laid: list[int | None] = [*map(tile.get, ("12-2-3", "12-6-5", "12-7-8")), *board[3:]]
    last = [tile["12-11-10"]]
    none_left = Hope([tile["9-11-10"]], 1).look(NEXUS, laid)
    certain = Hope(last, 1).look(NEXUS, laid)
    assert none_left.chance[0] == 0 < certain.chance[0]
    so_far = progress_of(lines_of(NEXUS), laid)
    done = Hope([], 0).look_with(NEXUS, laid, so_far, 3, last[0])
    assert done == 48
    assert laid[3] is None


def test_a_reserve_tile_is_valued_by_the_lines_of_its_hole() -> None:
    cells = {"f1": "9-6-10", "f2": "9-2-8", "f4": "9-6-5", "f5": "9-2-3"}
    board: list[int | None] = [None] * len(ORCHID.names)
    for cell, name in cells.items():
        board[ORCHID.cells[cell]] = TILES.index[name]
    prospect = Hope([], 0).look(ORCHID, board)
    assert hole_gain(TILES.index["9-11-10"], prospect) == 9
    assert hole_gain(TILES.index["1-2-3"], prospect) == 0
    assert RESERVE in {
        place.to for place in GAME.legal(rows(GAME.start(1, Options("orchid")), (CHANCE, "1-2-3")), 0) if isinstance(place, Place)
    }
