"""Take it to the Limit!: the champion looks further than the expert, and plays on."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from statistics import mean
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.bots import chance_of
from tablee.core.game import CHANCE, total
from tablee.games.take_it_to_the_limit import GAME
from tablee.games.take_it_to_the_limit.actions import Call
from tablee.games.take_it_to_the_limit.players import champion, rows
from tablee.games.take_it_to_the_limit.players.bots import Greedy
from tablee.games.take_it_to_the_limit.players.champion import Champion, contenders, play_rounds, shuffled
from tablee.games.take_it_to_the_limit.players.expert import Expert, merge, pick
from tablee.games.take_it_to_the_limit.players.ground import LIKELY, RANKED
from tablee.games.take_it_to_the_limit.players.position import PLAIN, LookAhead, Position, outlook_of
from tablee.games.take_it_to_the_limit.rules import State, lay
from tablee.games.take_it_to_the_limit.scoring import best_relocation, sheet_of, yard_value, yard_values
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tableau import Tableau
from tablee.games.take_it_to_the_limit.tiles import NEXUS, TILES

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


def by_greedy(options: Options, seed: int) -> Iterator[tuple[State, State]]:
    """The same, played well enough for lines, bonus tiles and rays to score."""
    chance, s = random.Random(seed), GAME.start(2 if options.scrapyard in ("lowest", "pass") else 1, options)
    bots = [Greedy(GAME, seat, chance_of(str(seed), seat)) for seat in range(len(s.placed))]
    while asked := GAME.to_act(s):
        seat, legal = asked[0], GAME.legal(s, asked[0])
        action = chance.choice(legal) if seat == CHANCE else bots[seat].choose(GAME.view(s, seat), legal, 0)
        after, _ = GAME.play(s, seat, action, 0)
        if seat == 0 and len(after.placed[0]) > len(s.placed[0]):
            yield s, after
        s = after


def final_score(s: State) -> int:
    """Of seat 0 when it has placed all its tiles, after the best relocation, without the cost of scrapyards that are compared."""
    tableau = lay(s, 0)
    if s.options.board == "orchid":
        return total(sheet_of(best_relocation(tableau.board, tableau.reserve, s.options), s.options, ()))
    if s.options.scrapyard == "standard":
        return total(sheet_of(tableau, s.options, yard_values([tableau])))
    return total(sheet_of(Tableau(NEXUS, tableau.board), Options(scrapyard="none"), ()))


def late(options: Options, left: int) -> State:
    """Before seat 0 places a tile, with so many calls left after it."""
    return list(at_random(options))[-1 - left][0]


def position(s: State) -> Position:
    return Position(outlook_of(s.options), s, 0)


def values(make: type[Expert], s: State, budget: int | None = None) -> list[float]:
    bot = make(GAME, 0, chance_of("1", 0))
    bot.budget = budget
    legal = GAME.legal(s, 0)
    return [value.mean for value in bot.values(GAME.view(s, 0), legal, 0)]


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """A champion without compiled kernels."""
    monkeypatch.setattr(Champion, "kernels", Expert.kernels)


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
def test_a_position_after_a_call_is_that_of_the_match(options: Options) -> None:
    """So the judge reads a board once, and then calls every tile."""
    for turn, (before, _) in enumerate(at_random(options)):
        if turn % 5 == 0:
            tile, expected = before.calls[-1], position(before)
            earlier = position(replace(before, calls=before.calls[:-1]))
            unchanged = earlier.desk.fits[:]
            found = earlier.called(tile)
            assert (found.desk, found.tiles, found.left, found.share, found.free) == (
                expected.desk,
                expected.tiles,
                expected.left,
                expected.share,
                expected.free,
            )
            assert earlier.desk.fits == unchanged


@every_option
def test_best_values_are_those_of_the_next_calls(options: Options) -> None:
    for turn, (_, s) in enumerate(at_random(options)):
        if turn % 9 == 4 and GAME.to_act(s) == (CHANCE,):
            now = position(s)
            search = LookAhead(now, now.tiles)
            assert now.desk == position(s).desk
            bests = dict(zip(now.tiles, search.best_values(), strict=True))
            for call in GAME.legal(s, CHANCE)[::5]:
                assert isinstance(call, Call)
                then = position(GAME.play(s, CHANCE, call, 0)[0])
                near = then.values(call.tile)
                assert bests[call.tile] == max(near[place] for place in then.open_places())
                ranked = [place for place in search.ranked[RANKED * call.tile :][:RANKED] if place >= 0]
                assert ranked == sorted(then.open_places(), key=lambda place: -near[place])[:RANKED]


@every_option
def test_looking_further_is_the_mean_over_the_tiles_to_come(options: Options) -> None:
    """At few places, all are likely ones."""
    s = late(options, 3)
    now, tile = position(s), s.calls[-1]
    search, some = LookAhead(now, now.tiles), LookAhead(now, now.tiles[::4])
    for place in now.open_places():
        bests = LookAhead(now.after(place, tile), now.tiles).best_values()
        assert search.look(place, tile) == pytest.approx(mean(bests))
        assert some.look(place, tile) == pytest.approx(mean(bests[::4]))


def test_only_likely_places_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    s, seen, value_at = late(Options(), 20), list[tuple[int, int]](), rows.value_at
    search = LookAhead(now := position(s), now.tiles)

    def note(*known: Any) -> float:
        seen.append(known[-2:])
        return value_at(*known)

    monkeypatch.setattr(rows, "value_at", note)
    gone = search.ranked[RANKED * search.tiles[0]]
    search.look(gone, s.calls[-1])
    first = [place for tile, place in seen if tile == search.tiles[0]]
    assert first == search.ranked[RANKED * search.tiles[0] :][1 : 1 + LIKELY]


def test_a_tile_whose_likely_places_are_taken_goes_elsewhere() -> None:
    now = position(late(Options(), 20))
    search = LookAhead(now, now.tiles)
    search.ranked = [-1] * RANKED * len(TILES.names)
    with_first = [now.after(now.open_places()[0], search.tiles[0])]
    assert search.look(now.open_places()[0], search.tiles[0]) > -1000
    assert rows.first_open(with_first[0].tables, with_first[0].desk) == now.open_places()[1]
    assert rows.first_open(now.tables, now.desk._replace(board=[0] * len(now.desk.board))) == len(now.desk.board)


@every_option
def test_playing_on_adds_up_what_looking_further_corrects(options: Options) -> None:
    s = late(options, 3)
    now, tile = position(s), s.calls[-1]
    place, calls = now.open_places()[0], now.tiles[::-1]
    then, expected = now.after(place, tile), 0.0
    for n, call in enumerate(calls[:2]):
        then.tiles, then.left = calls[n + 1 :], then.left - 1
        then.share = then.left / len(then.tiles)
        rows.draw(then.tables, then.desk.fits, call)
        near = then.values(call)
        best = max(then.open_places(), key=near.__getitem__)
        then = then.after(best, call)
        expected += mean(LookAhead(then, then.tiles).best_values()) - near[best]
    assert LookAhead(now, now.tiles).play_on(place, tile, calls, 2) == pytest.approx(expected)
    assert expected != 0


@every_option
def test_the_end_is_worth_its_score(options: Options) -> None:
    for seed in range(4):
        for games in (by_greedy, at_random):
            s = list(games(options, seed))[-1][1]
            now = position(s)
            before = deepcopy(now.desk._replace(rows=[]))
            assert now.left == 0
            assert rows.final_points(now.tables, now.desk) == final_score(s)
            assert now.desk._replace(rows=[]) == before


@pytest.mark.parametrize("tiles", [("1-2-3", "1-6-5", "4-2-5"), ("1-2-5", "1-6-3", "4-6-5")])
def test_bonus_tiles_may_save_a_scrapyard(tiles: Sequence[str]) -> None:
    """R19: a scrapyard of one number in each direction, as far as there are tiles."""
    outlook = outlook_of(Options())
    rest = [tile for tile, (top, left, right) in enumerate(TILES.values) if top == 1 or left == 2 or right == 5]
    chance, ground = random.Random(tiles[0]), outlook.ground
    metals, found = [TILES.index[name] for name in tiles], set[int]()
    for _ in range(400):
        laid = chance.sample([*metals, *chance.sample([tile for tile in rest if tile not in metals], 4)], 7)
        desk = ground.empty_desk()
        for cell, tile in enumerate(laid):
            rows.put(ground.tables, desk, len(NEXUS.names) + cell, tile)
        found.add(rows.yard_worth(ground.tables, desk))
        assert rows.yard_worth(ground.tables, desk) == yard_value(laid)
    assert {0, 20, 40} <= found


@every_option
def test_a_look_at_the_last_tile_is_exact(options: Options) -> None:
    *_, (_, s), (called, _) = by_greedy(options, 1)
    search, tile = LookAhead(position(s), position(s).tiles, exact=True), called.calls[-1]
    found = dict(zip(search.position.tiles, search.best_values(), strict=True))
    ends = [GAME.play(called, 0, place, 0)[0] for place in GAME.legal(called, 0)]
    assert found[tile] == max(final_score(end) for end in ends)


def test_places_are_picked_from_the_best_one_down() -> None:
    found = {7: 1.0, 3: 9.0, 5: 8.0, 4: 9.0}
    assert pick(found, 4, 2.0) == [3, 4, 5]
    assert pick(found, 2, 2.0) == [3, 4]
    assert pick(found, -1, 2.0) == []


def test_places_that_are_left_out_move_with_the_others() -> None:
    assert merge([10.0, 0.0, 9.0, 5.0], {0: 7.0, 2: 8.0}) == [7.0, -2.0, 8.0, 3.0]
    assert merge([10.0, 9.5, 9.0], {0: 7.0, 2: 10.0})[1] == 7.0  # no better than those looked at


def test_a_place_clearly_behind_is_left_out() -> None:
    far = {1: 10.0, 2: 12.0, 3: 9.0}
    found = {1: [5.0, 6.0, 4.0, 5.0], 2: [0.0, 1.0, -1.0, 0.0], 3: [-9.0, 20.0, 1.0, 0.0]}
    assert contenders(far, found, [1, 2, 3]) == [1, 3]  # the third is behind too, but its rounds differ widely


class Played(LookAhead):
    """Notes from where it plays on."""

    def __init__(self, now: Position, more: dict[int, float]) -> None:
        super().__init__(now, now.tiles)
        self.more, self.played = more, list[tuple[int, tuple[int, ...]]]()

    def play_on(self, place: int, tile: int, calls: Any, count: int) -> float:
        self.played.append((place, tuple(calls)))
        return self.more[place]


def test_close_places_meet_the_same_tiles_until_one_is_clearly_ahead() -> None:
    s = late(Options(), 12)
    search = Played(position(s), {0: 1.0, 1: 9.0, 2: 0.0})
    found, boards = play_rounds(search, s.calls[-1], {0: 50.0, 1: 49.0, 2: 30.0}, search.position.tiles, 10**6)
    assert found == {0: 51.0, 1: 58.0}
    each = min(champion.CALLS, search.position.left - 1) * len(search.position.tiles) * (LIKELY + 1)
    assert boards == len(search.played) * each
    assert [place for place, _ in search.played] == [0, 1] * champion.LEAST
    orders = [calls for _, calls in search.played]
    assert orders[::2] == orders[1::2]
    assert len(set(orders)) == champion.LEAST
    assert all(sorted(order) == sorted(search.position.tiles) for order in orders)


def test_tiles_are_shuffled_by_the_bots_own_chance() -> None:
    assert shuffled([5, 6, 7, 8], lambda most: most - 1) == [8, 7, 6, 5]
    assert shuffled([5, 6, 7, 8], lambda _: 0) == [5, 6, 7, 8]


def test_it_does_not_play_on_at_the_end_or_without_a_budget() -> None:
    s, end = late(Options(), 12), late(Options(), 1)
    assert play_rounds(Played(position(s), {}), s.calls[-1], {0: 50.0, 1: 49.0}, s.calls, 1000) == ({}, 0)
    assert play_rounds(Played(position(end), {}), end.calls[-1], {0: 50.0, 1: 49.0}, end.calls, 10**6) == ({}, 0)


@pytest.mark.parametrize("make", [Expert, Champion])
@pytest.mark.parametrize(("budget", "further"), [(1, False), (2_000, True), (6_000, True)])
@pytest.mark.usefixtures("plain")
def test_it_keeps_to_its_budget(monkeypatch: pytest.MonkeyPatch, make: type[Expert], budget: int, further: bool) -> None:
    """In boards; the expert does not count those one tile ahead."""
    boards, value = [0], rows.value

    def count(*known: Any) -> float:
        boards[0] += 1
        return value(*known)

    s = late(Options(), 6)
    near = position(s).values(s.calls[-1])
    monkeypatch.setattr(rows, "value", count)
    found = values(make, s, budget)
    assert (sorted(found) != sorted(near[place] for place in position(s).open_places())) is further
    assert boards[0] <= max(budget, 7) + (7 if make is Expert else 0)


@pytest.mark.usefixtures("plain")
def test_it_plays_on_where_places_are_close(monkeypatch: pytest.MonkeyPatch) -> None:
    s = late(Options(scrapyard="none"), 6)
    monkeypatch.setattr(champion, "CLOSE", 0.0)
    looked = values(Champion, s)
    monkeypatch.setattr(champion, "CLOSE", 100.0)
    found = values(Champion, s)
    assert found != looked
    assert values(Champion, s) == found


@pytest.mark.usefixtures("plain")
def test_the_last_tile_is_exact() -> None:
    s = late(Options(), 0)
    assert len(s.calls) == setting(s.options).calls
    assert values(Champion, s) == values(Expert, s)


def test_it_uses_the_compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion, "import_kernels", lambda: SimpleNamespace(FAST=PLAIN))
    assert Champion(GAME, 0, chance_of("", 0)).kernels() is PLAIN


@pytest.mark.parametrize("alive", [True, False])
def test_it_is_ready_when_its_kernels_are(monkeypatch: pytest.MonkeyPatch, alive: bool) -> None:
    monkeypatch.setattr(champion, "compiling", lambda: SimpleNamespace(is_alive=lambda: alive))
    assert Champion(GAME, 0, chance_of("", 0)).ready() is not alive
