"""Take it to the Limit!: the champion looks one tile further than the expert."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import mean
from types import SimpleNamespace

import pytest

from tablee.bots import chance_of
from tablee.core.game import CHANCE
from tablee.games.take_it_to_the_limit import GAME
from tablee.games.take_it_to_the_limit.actions import Call
from tablee.games.take_it_to_the_limit.players import champion
from tablee.games.take_it_to_the_limit.players.champion import Champion, merge
from tablee.games.take_it_to_the_limit.players.expert import Expert, Position, outlook_of
from tablee.games.take_it_to_the_limit.rules import State
from tablee.games.take_it_to_the_limit.setting import Options, setting

pytestmark = pytest.mark.coverage

EVERY = [Options(scrapyard=yard) for yard in ("standard", "lowest", "pass", "none")]
EVERY += [Options("orchid", tiles=tiles) for tiles in ("suns", "moons", "both")]
every_option = pytest.mark.parametrize("options", EVERY, ids=lambda o: o.scrapyard if o.board == "nexus" else o.tiles)


def at_random(options: Options, seed: int = 1) -> Iterator[tuple[State, State]]:
    """A match alone, or of two where scrapyards are compared: each state before seat 0 places a tile, and after it."""
    chance, s = random.Random(seed), GAME.start(2 if options.scrapyard in ("lowest", "pass") else 1, options)
    while asked := GAME.to_act(s):
        seat = chance.choice(asked)
        after, _ = GAME.play(s, seat, chance.choice(GAME.legal(s, seat)), 0)
        if seat == 0 and len(after.placed[0]) > len(s.placed[0]):
            yield s, after
        s = after


def position(s: State) -> Position:
    return Position(outlook_of(s.options), s, 0)


def values(make: type[Expert], s: State, budget: int | None = None) -> list[float]:
    bot = make(GAME, 0, chance_of("1", 0))
    bot.budget = budget
    legal = GAME.legal(s, 0)
    return [value.mean for value in bot.values(GAME.view(s, 0), legal, 0)]


@every_option
def test_a_position_after_a_place_is_that_of_the_match(options: Options) -> None:
    for before, after in at_random(options):
        now, tile = position(before), before.calls[-1]
        expected = position(after)
        assert now.left == expected.left
        found = [now.after(place, tile) for place in now.open_places()]
        seen = (expected.free, expected.desk.board, expected.value())
        assert seen in [(reached.free, reached.desk.board, reached.value()) for reached in found]
        assert now.desk == position(before).desk


@every_option
def test_best_values_are_those_of_the_next_calls(options: Options) -> None:
    for turn, (_, s) in enumerate(at_random(options)):
        if turn % 9 == 4 and GAME.to_act(s) == (CHANCE,):
            now = position(s)
            before = [list(of) for of in now.desk]
            bests = dict(zip(now.tiles, now.best_values(), strict=True))
            assert now.desk.fits == before[5]
            for call in GAME.legal(s, CHANCE)[::5]:
                assert isinstance(call, Call)
                then = position(GAME.play(s, CHANCE, call, 0)[0])
                near = then.values(call.tile)
                assert bests[call.tile] == max(near[place] for place in then.open_places())


def test_places_that_are_left_out_move_with_the_others() -> None:
    assert merge([10.0, 0.0, 9.0, 5.0], {0: 7.0, 2: 8.0}) == [7.0, -2.0, 8.0, 3.0]
    assert merge([10.0, 9.5, 9.0], {0: 7.0, 2: 10.0})[1] == 7.0  # no better than those looked at


def without_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion, "find_kernels", lambda: SimpleNamespace(best_values=Position.best_values))


def test_it_looks_at_the_mean_over_the_tiles_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    without_kernels(monkeypatch)
    *_, (s, _), _, _ = at_random(Options(scrapyard="none"))
    now, tile = position(s), s.calls[-1]
    found = Champion(GAME, 0, chance_of("", 0)).look(now, tile)
    near = now.values(tile)
    best = sorted(now.open_places(), key=lambda place: -near[place])[:2]
    for place in best:
        assert found[place] == mean(now.after(place, tile).best_values())
        assert found[place] != near[place]


@pytest.mark.parametrize(("budget", "further"), [(1, False), (100_000, True)])
def test_it_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch, budget: int, further: bool) -> None:
    """In boards; the counting stands in for the kernels."""
    boards = list[int]()

    def count(now: Position) -> list[float]:
        boards.append(len(now.tiles) * len(now.open_places()))
        return Position.best_values(now)

    monkeypatch.setattr(champion, "find_kernels", lambda: SimpleNamespace(best_values=count))
    *_, (s, _), _, _, _, _ = at_random(Options())
    assert (values(Champion, s, budget) != values(Expert, s)) is further
    assert sum(boards) <= budget


def test_the_last_tile_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    without_kernels(monkeypatch)
    *_, (s, _) = at_random(Options())
    assert len(s.calls) == setting(s.options).calls
    assert values(Champion, s) == values(Expert, s)


@pytest.mark.parametrize("alive", [True, False])
def test_it_is_ready_when_its_kernels_are(monkeypatch: pytest.MonkeyPatch, alive: bool) -> None:
    monkeypatch.setattr(champion, "compiling", lambda: SimpleNamespace(is_alive=lambda: alive))
    assert Champion(GAME, 0, chance_of("", 0)).ready() is not alive
