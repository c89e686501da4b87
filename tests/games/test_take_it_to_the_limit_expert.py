"""Take it to the Limit!: the expert and the outlook by which it values every place."""

from __future__ import annotations

import random
import sys
from math import isfinite
from pathlib import Path
from typing import Literal

import pytest

from tablee.bots import chance_of
from tablee.core.bot import Value
from tablee.core.game import CHANCE, Seat
from tablee.core.options import combinations
from tablee.games.take_it_to_the_limit import BOTS, GAME
from tablee.games.take_it_to_the_limit.actions import DISCARD, RESERVE, Relocate
from tablee.games.take_it_to_the_limit.players import outlook
from tablee.games.take_it_to_the_limit.players.expert import Expert, Yards
from tablee.games.take_it_to_the_limit.players.ground import DEAD, EMPTY, FITS, SHOWS, SIDES, VALUES
from tablee.games.take_it_to_the_limit.players.outlook import OUTLOOKS, STAGES, load
from tablee.games.take_it_to_the_limit.players.position import Position, outlook_of
from tablee.games.take_it_to_the_limit.players.rows import put
from tablee.games.take_it_to_the_limit.rules import State
from tablee.games.take_it_to_the_limit.setting import Options, setting
from tablee.games.take_it_to_the_limit.tiles import NEXUS, TILES, YARD_NAMES

pytestmark = pytest.mark.coverage

EVERY = [Options(scrapyard=yard) for yard in ("standard", "lowest", "pass", "none")]
EVERY += [Options("orchid", tiles=tiles) for tiles in ("suns", "moons", "both")]


def values(s: State, seat: Seat = 0) -> dict[str, Value]:
    expert, legal = Expert(GAME, seat, chance_of("1", seat)), GAME.legal(s, seat)
    return {GAME.write(action): value for action, value in zip(legal, expert.values(GAME.view(s, seat), legal, 0), strict=True)}


def rows(s: State, *texts: tuple[Seat, str]) -> State:
    for seat, text in texts:
        s, _ = GAME.play(s, seat, GAME.read(text), 0)
    return s


def best(s: State, seat: Seat = 0) -> str:
    found = values(s, seat)
    return max(found, key=lambda text: found[text].mean)


@pytest.mark.parametrize("options", EVERY, ids=lambda o: o.scrapyard if o.board == "nexus" else o.tiles)
def test_every_action_has_a_value_in_every_position(options: Options) -> None:
    chance, s = random.Random(1), GAME.start(2, options)
    bots = [BOTS["expert"](GAME, 0, chance_of("", 0)), BOTS["greedy"](GAME, 1, chance_of("", 1))]
    while asked := GAME.to_act(s):
        for seat in asked:
            legal = GAME.legal(s, seat)
            action = chance.choice(legal) if seat == CHANCE else bots[seat].choose(GAME.view(s, seat), legal, 0)
            if seat == 0:
                found = values(s)
                assert list(found) == [GAME.write(action) for action in legal]
                assert all(isfinite(value.mean) and value.half_width >= 0 for value in found.values())
                expected = found[GAME.write(action)]
                assert expected.mean == max(value.mean for value in found.values())
            s, _ = GAME.play(s, seat, action, 0)
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert outcome.scores[0] > 150
    if options.scrapyard != "pass":  # a rival still places the last discarded tile
        assert expected == Value(outcome.scores[0], 0.0)


def test_every_choice_of_options_has_an_outlook() -> None:
    assert {outlook_of(options).name for options in combinations(Options)} == {kind.name for kind in OUTLOOKS}
    assert outlook_of(Options("orchid", "pass", "both")).name == "both"
    assert [kind.room for kind in OUTLOOKS] == [7, 7, 0, 3, 3]


def test_a_line_is_finished_when_little_is_left() -> None:
    s = GAME.start(1, Options(scrapyard="none"))
    for tile, cell in (("12-2-3", "a1"), ("12-6-5", "a2"), ("12-7-8", "a3")):
        s = rows(s, (CHANCE, tile), (0, cell))
    others = [name for name in NEXUS.names if name[0] != "a" and name not in ("d4", "e4")]
    for tile, cell in zip(TILES.names, others, strict=False):
        s = rows(s, (CHANCE, tile), (0, cell))
    assert best(rows(s, (CHANCE, "12-11-10"))) == "a4"


def test_a_gold_tile_goes_where_three_lines_will_score() -> None:
    """`1-2-3` on d4 completes three lines."""
    s = GAME.start(1, Options(scrapyard="none"))
    lines = [line for line in NEXUS.lines if NEXUS.cells["d4"] in line.cells]
    wanted = {cell: (line.direction, side) for line, side in zip(lines, (1, 2, 3), strict=True) for cell in line.cells}
    wanted.pop(NEXUS.cells["d4"])
    left = [name for name in TILES.names if name != "1-2-3"]
    for cell, (way, value) in wanted.items():
        name = next(name for name in left if TILES.values[TILES.index[name]][way] == value)
        left.remove(name)
        s = rows(s, (CHANCE, name), (0, NEXUS.names[cell]))
    assert best(rows(s, (CHANCE, "1-2-3"))) == "d4"


@pytest.mark.parametrize(("scrapyard", "better"), [("lowest", False), ("pass", True)])
def test_what_rivals_scrapyards_promise_counts_if_they_are_compared(scrapyard: Literal["lowest", "pass"], better: bool) -> None:
    """The lowest pays, so the better the rival's, the more probably this seat pays; where the highest pays, the less."""
    worth = []
    for cells in (("s:b1", "s:b2", "s:b3"), ("s:a1", "s:b3", "s:c1")):  # three 12s in a line, or not
        s = GAME.start(2, Options(scrapyard=scrapyard))
        for tile, mine, cell in zip(("12-2-3", "12-6-5", "12-7-8"), ("a1", "a2", "a3"), cells, strict=True):
            s = rows(s, (CHANCE, tile), (0, mine), (1, cell if scrapyard == "lowest" else DISCARD))
            s = rows(s, (0, cell)) if scrapyard == "pass" else s
        worth.append(values(rows(s, (CHANCE, "1-2-3")))["d4"].mean)
    assert (worth[0] > worth[1]) is better


def test_a_holder_makes_a_rivals_scrapyard_costly() -> None:
    s = GAME.start(2, Options(scrapyard="pass"))
    for tile, cell in (("12-2-3", "s:b1"), ("12-6-5", "s:b2")):
        s = rows(s, (CHANCE, tile), (0, DISCARD), (1, "d4" if cell == "s:b1" else "d5"), (1, cell))
    s = rows(s, (CHANCE, "12-11-10"), (0, DISCARD), (1, "a1"))
    assert best(s, 1) == "s:b3"


def test_values_of_yards_leave_the_position_as_it_was() -> None:
    s = GAME.start(2, Options(scrapyard="lowest"))
    s = rows(s, (CHANCE, "12-2-3"), (0, "s:b1"), (1, "a1"), (CHANCE, "12-6-5"), (0, "s:b2"), (1, "a2"), (CHANCE, "12-7-8"))
    yards = Yards(s, 0)
    before = [list(of) for of in yards.positions[0].desk]
    hopes = yards.hopes_with(0, s.calls[-1])
    assert [list(of) for of in yards.positions[0].desk] == before
    assert list(hopes) == [cell for cell, name in enumerate(YARD_NAMES) if name not in ("s:b1", "s:b2")]
    assert max(hopes, key=hopes.__getitem__) == YARD_NAMES.index("s:b3")


def test_the_relocation_is_valued_exactly() -> None:
    chance, s = random.Random(5), GAME.start(1, Options("orchid"))
    while not isinstance((legal := GAME.legal(s, (seat := GAME.to_act(s)[0])))[0], Relocate):
        s, _ = GAME.play(s, seat, chance.choice(legal), 0)
    for move, value in values(s).items():
        outcome = GAME.outcome(rows(s, (0, move)))
        assert outcome is not None
        assert value == Value(outcome.scores[0], 0.0)


def test_a_position_counts_the_tiles_left() -> None:
    s = rows(GAME.start(1, Options("orchid")), (CHANCE, "1-2-3"), (0, RESERVE), (CHANCE, "9-2-8"), (0, "a1"), (CHANCE, "4-6-3"))
    position = Position(outlook_of(s.options), s, 0)
    desk = position.desk
    assert (position.left, position.free, position.share) == (22, 2, 22 / 29)
    assert desk.fits[FITS - 1] == 29
    assert desk.fits[SHOWS[0]] == 7  # of the eight suns with a 1
    assert desk.reserve[0] == TILES.index["1-2-3"]
    assert [desk.shown[line] for line in position.outlook.ground.through[:3]] == [3, 1, 3]
    assert set(desk.shown) == {EMPTY, 1, 3}
    put(position.tables, desk, 1, TILES.index["4-6-3"])
    assert desk.shown[0] == DEAD


def test_damaged_weights_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = bytearray(outlook.FILE.read_bytes())
    damaged[100] ^= 1
    (tmp_path / "outlook.bin").write_bytes(damaged)
    monkeypatch.setattr(outlook, "FILE", tmp_path / "outlook.bin")
    with pytest.raises(ValueError, match="does not match"):
        load.__wrapped__()


def test_weights_are_small_and_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outlook.FILE.stat().st_size < 4_000_000
    for kind in OUTLOOKS:
        weights = load()[kind.name]
        assert len(weights.rows) == STAGES * kind.ground.first["end"]
        assert all(0 < width < 100 for width in weights.half_widths)
        assert kind.stage(setting(kind.options[0]).calls - 1) == STAGES - 1
    monkeypatch.setattr(sys, "byteorder", "big")
    swapped = outlook.read(outlook.FILE.read_bytes())["yard"].rows
    swapped.byteswap()
    assert swapped == load()["yard"].rows


def test_rows_are_numbered_without_gaps() -> None:
    assert len({value for side in SIDES for value in side}) == VALUES
    for kind in OUTLOOKS:
        first = list(kind.ground.first.values())
        assert first == sorted(first)
        assert first[0] == 0
