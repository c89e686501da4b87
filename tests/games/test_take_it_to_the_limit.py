"""Take it to the Limit!, rule by rule; scoring is in test_take_it_to_the_limit_scores.py."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tablee.core import laws
from tablee.core.game import CHANCE, BadText, Event, IllegalAction, Message, Refusal, Seat, Sheet, say, total
from tablee.core.options import combinations
from tablee.games.take_it_to_the_limit import GAME
from tablee.games.take_it_to_the_limit.actions import CALLS, DISCARD, RELOCATIONS, RESERVE, Action, Relocate
from tablee.games.take_it_to_the_limit.real_boards import RealBoard
from tablee.games.take_it_to_the_limit.rules import State, TakeItToTheLimit, View, lay
from tablee.games.take_it_to_the_limit.scoring import ways
from tablee.games.take_it_to_the_limit.setting import Options
from tablee.games.take_it_to_the_limit.tiles import METALS, NEXUS, ORCHID, TILES, YARD, YARD_NAMES
from tablee.replay import verify
from tablee.table import Table
from tablee.words import Words
from tests.games.test_take_it_to_the_limit_scores import ENTRY, EXAMPLE, EXAMPLE_YARD, LOWEST, ORCHIDS, PASS, moves, row, sheet

pytestmark = [pytest.mark.coverage, pytest.mark.quick]


def play(s: State, *rows: tuple[Seat, str]) -> tuple[State, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for seat, text in rows:
        s, events = GAME.play(s, seat, GAME.read(text), 0)
    return s, events


def texts(s: State, seat: Seat) -> list[str]:
    return [GAME.write(action) for action in GAME.legal(s, seat)]


def told(events: tuple[Event, ...]) -> list[Message]:
    return [event.message for event in events]


def random_match(seats: int, options: Options, seed: int, standing: tuple[int, ...] = ()) -> Iterator[State]:
    """Every state of a random match."""
    chance, s = random.Random(seed), GAME.start(seats, options, standing)
    yield s
    while asked := GAME.to_act(s):
        for seat in asked:
            s, _ = GAME.play(s, seat, chance.choice(GAME.legal(s, seat)), 0)
            yield s


# R1 to R6: components
def test_tiles_suns_moons_and_bonus_tiles() -> None:
    assert len(TILES.names) == len(set(TILES.names)) == 64
    assert Counter(TILES.symbols) == {"sun": 32, "moon": 32}
    of = {kind: {TILES.names[tile] for tile, metal in METALS.items() if metal == kind} for kind in ("gold", "silver")}
    assert of["gold"] == {"1-2-3", "4-6-5"}
    suns = {name for names in of.values() for name in names if TILES.symbols[TILES.index[name]] == "sun"}
    assert suns == {"1-2-3", "1-6-5", "4-2-5", "4-6-3"}
    assert of["silver"] - suns == {"1-2-5", "1-6-3", "4-2-3"}


def test_boards_have_their_lines() -> None:
    assert Counter(len(line.cells) for line in NEXUS.lines) == {4: 6, 5: 6, 6: 6, 7: 3}
    assert Counter(len(line.cells) for line in YARD.lines) == {2: 6, 3: 3}
    for direction in range(3):
        assert sorted(len(line.cells) for line in ORCHID.lines if line.direction == direction) == [2, 3, 4, 5, 5, 6]


def test_orchid_rows_and_the_lines_that_holes_share() -> None:
    lines = {(line.direction, tuple(ORCHID.names[cell] for cell in line.cells)) for line in ORCHID.lines}
    rows = {(0, ("f1", "f2", "f3", "f4", "f5")), (1, ("a1", "b1", "c1", "d1", "e1")), (2, ("a2", "b3", "c4", "d5", "e6"))}
    shared = {(0, ("c1", "c2", "c3", "c4")), (1, ("c4", "d4", "e4", "f3")), (2, ("c1", "d2", "e3", "f3"))}
    assert rows | shared <= lines


# R7 to R9: calls and places
@pytest.mark.parametrize(("options", "calls"), [(Options(), 44), (LOWEST, 44), (PASS, 44), (Options(scrapyard="none"), 37)])
def test_calls_of_a_nexus_game(options: Options, calls: int) -> None:
    *_, last = random_match(2, options, 1)
    assert len(last.calls) == len(set(last.calls)) == calls
    for seat in range(2):
        tableau = lay(last, seat)
        assert None not in tableau.board
        assert (tableau.yard is None) == (calls == 37)
        assert tableau.yard is None or None not in tableau.yard


@pytest.mark.parametrize("tiles", ["suns", "moons", "both"])
def test_calls_of_an_orchid_game(tiles: Any) -> None:
    *_, last = random_match(2, Options("orchid", tiles=tiles), 2)
    assert len(last.calls) == len(set(last.calls)) == 25
    assert {f"{TILES.symbols[tile]}s" for tile in last.calls} == ({"suns", "moons"} if tiles == "both" else {tiles})
    for seat in range(2):
        tableau = lay(last, seat)
        assert len(tableau.reserve) == 3
        assert tableau.board.count(None) == 3 - len(tableau.moves())


def test_when_one_board_is_full_tiles_go_to_the_other() -> None:
    s = GAME.start(1, Options())
    for tile, to in zip(TILES.names, YARD_NAMES, strict=False):
        s, _ = play(s, (CHANCE, tile), (0, to))
    s, _ = play(s, (CHANCE, "12-11-10"))
    assert texts(s, 0) == list(NEXUS.names)
    s = GAME.start(1, Options())
    for tile, to in zip(TILES.names, NEXUS.names, strict=False):
        s, _ = play(s, (CHANCE, tile), (0, to))
    s, _ = play(s, (CHANCE, "12-11-10"))
    assert texts(s, 0) == list(YARD_NAMES)


def test_only_what_is_left_can_be_called() -> None:
    s, events = play(GAME.start(2, ORCHIDS), (CHANCE, "1-2-3"))
    assert told(events) == [say("call", tile="1-2-3")]
    assert not GAME.odds(s)
    s, _ = play(s, (0, "a1"), (1, "reserve"))
    assert len(GAME.odds(s)) == 31
    assert {weight for _, weight in GAME.odds(s)} == {1}
    for text in ("1-2-3", "1-2-5", "a1"):  # gone, a moon, no tile
        with pytest.raises(IllegalAction, match="no-such-draw"):
            play(s, (CHANCE, text))


# R11: the Orchid's first tile has 23 places, and the reserve ends with exactly three
def test_places_on_the_orchid() -> None:
    s, _ = play(GAME.start(1, ORCHIDS), (CHANCE, "1-2-3"))
    assert len(texts(s, 0)) == 23
    assert {"c1", "c4", "f3"}.isdisjoint(texts(s, 0))
    suns = [name for name in TILES.names if TILES.symbols[TILES.index[name]] == "sun" and name != "1-2-3"]
    for tile in suns[:3]:
        s, _ = play(s, (0, RESERVE), (CHANCE, tile))
    assert RESERVE not in texts(s, 0)
    assert len(texts(s, 0)) == 22
    cells = [name for name in ORCHID.names if name not in ("c1", "c4", "f3")]
    s, _ = play(GAME.start(1, ORCHIDS), (CHANCE, "1-2-3"))
    for tile, cell in zip(suns, cells, strict=False):
        s, _ = play(s, (0, cell), (CHANCE, tile))
    assert texts(s, 0) == [RESERVE]


# R10: hidden until all have chosen
def test_choices_are_revealed_together() -> None:
    s, events = play(GAME.start(2, Options()), (CHANCE, "9-7-3"), (0, "s:a1"))
    assert events == ()
    assert GAME.to_act(s) == (1,)
    assert GAME.view(s, 1).table.placed == ((), ())
    assert GAME.view(s, 0).table.placed == (("s:a1",), ())
    assert [panel.value for panel in GAME.screen(GAME.view(s, 0)).own] == ["s:a1"]
    assert GAME.screen(GAME.view(s, 0)).public == GAME.screen(GAME.view(s, None)).public
    _, events = play(s, (1, "d4"))
    assert told(events) == [say("placed", seat=0, tile="9-7-3", cell="s:a1"), say("placed", seat=1, tile="9-7-3", cell="d4")]


@pytest.mark.parametrize(
    ("options", "text", "why"),
    [
        (Options(), "discard", "place-the-tile"),
        (Options(), "reserve", "place-the-tile"),
        (Options(), "keep", "place-the-tile"),
        (Options(), "9-7-8", "place-the-tile"),
        (Options(), "a1", "cell-taken"),
        (Options(scrapyard="none"), "s:a1", "place-the-tile"),
        (PASS, "s:a1", "place-the-tile"),
        (ORCHIDS, "g1", "place-the-tile"),
        (ORCHIDS, "c1", "hole-closed"),
    ],
)
def test_refused_places(options: Options, text: str, why: str) -> None:
    s, _ = play(GAME.start(2, options), (CHANCE, "1-2-3"), (0, "a1"), (1, "a1"), (CHANCE, "4-2-5"))
    with pytest.raises(IllegalAction) as refused:
        play(s, (0, text))
    assert refused.value.message.id == why
    assert GAME.read(text) not in GAME.legal(s, 0)


def test_a_seat_that_is_not_asked_cannot_play() -> None:
    s, _ = play(GAME.start(2, Options()), (CHANCE, "1-2-3"), (0, "a1"))
    for seat in (0, 2):
        with pytest.raises(IllegalAction, match="not-your-turn"):
            play(s, (seat, "a2"))
        assert GAME.legal(s, seat) == ()


# R13: relocation
def end_of_orchid(seats: int = 2) -> State:
    states = random_match(seats, ORCHIDS, 3)
    return next(s for s in states if len(s.calls) == 25 and all(len(to) == 25 for to in s.placed))


def test_there_are_34_relocations() -> None:
    expected = {
        tuple(numbers) for numbers in permutations((0, 0, 0, 1, 2, 3), 3) if len(set(numbers) - {0}) == 3 - numbers.count(0)
    }
    assert len(expected) == len(RELOCATIONS) == 34
    assert {move.numbers for move in RELOCATIONS} == expected
    assert GAME.write(RELOCATIONS[0]) == "keep"
    assert GAME.write(Relocate((2, 0, 1))) == "A=2,C=1"


def test_relocation_is_hidden_until_all_have_chosen() -> None:
    s = end_of_orchid()
    assert len(GAME.legal(s, 0)) == 34
    one, two, three = (TILES.names[tile] for tile in lay(s, 0).reserve)
    with pytest.raises(IllegalAction, match="relocate-now"):
        play(s, (0, "a1"))
    s, events = play(s, (0, "A=2,C=1"))
    assert events == ()
    assert GAME.view(s, 1).table.moved == (None, None)
    assert [panel.value for panel in GAME.screen(GAME.view(s, 0)).own] == ["A=2,C=1"]
    assert GAME.screen(GAME.view(s, 0)).public == GAME.screen(GAME.view(s, 1)).public
    s, events = play(s, (1, "keep"))
    assert told(events) == [
        say("moved", seat=0, hole="A", tile=two),
        say("moved", seat=0, hole="C", tile=one),
        say("kept", seat=1),
    ]
    assert GAME.to_act(s) == ()
    first, second = (GAME.sheet(GAME.view(s, seat), seat) for seat in range(2))
    assert moves(first) == {"A": two, "C": one}
    assert row(second, "kept-row")[1] == 0
    assert three not in str(lay(s, 0).kind.write(lay(s, 0).board, TILES))


def test_reserve_tiles_are_numbered_in_the_order_laid() -> None:
    s, _ = play(GAME.start(1, ORCHIDS), (CHANCE, "12-11-8"), (0, RESERVE), (CHANCE, "1-2-3"), (0, "a1"), (CHANCE, "1-2-8"))
    s, _ = play(s, (0, RESERVE))
    assert [TILES.names[tile] for tile in lay(s, 0).reserve] == ["12-11-8", "1-2-8"]
    reserve = next(panel for panel in GAME.screen(GAME.view(s, None)).public if panel.name == "reserve")
    assert reserve.value == ("12-11-8", "1-2-8")


# R21: when it counts
def test_the_penalty_counts_only_at_the_end() -> None:
    *_, before, last = random_match(1, Options(), 5)
    ids = [{row.what.id for row in GAME.sheet(GAME.view(s, 0), 0)} for s in (before, last)]
    assert "yard" in ids[0]
    assert not {"penalty", "no-penalty"} & ids[0]
    assert {"penalty", "no-penalty"} & ids[1]
    assert GAME.outcome(before) is None


def test_scores_are_the_sheet_totals_and_ties_share() -> None:
    s = GAME.start(3, LOWEST)
    for tile, to in zip(CALLS, (*NEXUS.names, *YARD_NAMES), strict=False):
        s, _ = GAME.play(s, CHANCE, tile, 0)
        for seat in range(3):
            s, _ = GAME.play(s, seat, GAME.read(to), 0)
    outcome = GAME.outcome(s)
    assert outcome is not None
    assert outcome.places == (1, 1, 1)
    assert row(GAME.sheet(GAME.view(s, 0), 0), "penalty-lowest")[1] == -20
    assert outcome.scores == tuple(total(GAME.sheet(GAME.view(s, seat), seat)) for seat in range(3))


# what an action would be worth
def sheet_after(s: State, seat: Seat, text: str) -> Sheet:
    return GAME.sheet_after(GAME.view(s, seat), seat, GAME.read(text))


def comes_true(s: State, text: str, *others: str) -> Sheet:
    """Seat 0's predicted sheet is its sheet once the others have chosen too."""
    foretold = sheet_after(s, 0, text)
    s, _ = play(s, (0, text), *enumerate(others, start=1))
    assert GAME.sheet(GAME.view(s, 0), 0) == foretold
    return foretold


def test_sheet_after_a_placement_or_relocation_scores_the_new_board() -> None:
    s = GAME.start(2, Options())
    for tile, to in (("9-2-3", "a1"), ("9-2-5", "a2"), ("9-6-3", "a3")):
        s, _ = play(s, (CHANCE, tile), (0, to), (1, to))
    s, _ = play(s, (CHANCE, "9-11-8"))
    assert total(comes_true(s, "a4", "s:a1")) == 4 * 9 + total(comes_true(s, "s:a1", "a4"))
    s = end_of_orchid()
    totals = {text: total(comes_true(s, text, "keep")) for text in texts(s, 0)}
    assert len(set(totals.values())) > 1


@pytest.mark.parametrize("options", [Options(), LOWEST, PASS], ids=lambda options: options.scrapyard)
def test_the_penalty_is_known_with_the_last_tile(options: Options) -> None:
    penalties = Counter[bool]()
    for seed in range(4):
        s = next(s for s in random_match(3, options, seed) if len(s.calls) == 44)
        assert [len(GAME.legal(s, seat)) for seat in range(3)] == [1] * 3
        foretold = comes_true(s, *(texts(s, seat)[0] for seat in range(3)))
        penalties[any(row.what.id.startswith(("penalty", "no-penalty")) for row in foretold)] += 1
    assert penalties[True] or options == PASS  # there a discarded tile may wait for its cell


def test_the_sheet_is_hidden_while_a_rival_places_your_discard() -> None:
    """R22: Ada has Cy's scrapyard, Bob has hers."""
    s, _ = play(GAME.start(3, PASS), (CHANCE, "9-7-3"))
    comes_true(s, DISCARD, "d4", DISCARD)
    s, _ = play(s, (0, DISCARD), (1, "d4"), (2, DISCARD))
    with pytest.raises(Refusal, match="sheet-hidden"):
        sheet_after(s, 0, "s:a1")
    s, _ = play(s, (0, "s:a1"), (1, "s:a1"), (CHANCE, "9-7-5"), (0, "d4"), (1, DISCARD), (2, DISCARD))
    assert GAME.to_act(s) == (0, 2)
    assert sheet_after(s, 0, "s:b1") == GAME.sheet(GAME.view(s, 0), 0)  # Ada's own scrapyard stays as it is


def test_the_sheet_is_known_if_the_rival_has_one_cell_left() -> None:
    s = GAME.start(2, PASS)
    for tile, to in zip(TILES.names, YARD_NAMES[:6], strict=False):
        s, _ = play(s, (CHANCE, tile), (0, DISCARD), (1, DISCARD), (0, to), (1, to))
    s, _ = play(s, (CHANCE, "12-11-10"), (0, DISCARD), (1, DISCARD))
    assert texts(s, 1) == [YARD_NAMES[6]]
    comes_true(s, YARD_NAMES[6], YARD_NAMES[6])


# R22, R23: the pass variant
def test_scrapyards_pass_left_then_down_the_ranking() -> None:
    assert GAME.start(4, PASS).holders == (1, 2, 3, 0)
    assert GAME.start(4, PASS, (10, 40, 20, 30)).holders == (1, 3, 0, 2)
    assert GAME.start(4, PASS, (5, 7, 7, 5)).holders == (3, 2, 0, 1)
    assert GAME.start(3, PASS, (0, 0, 0)).holders == (1, 2, 0)
    assert GAME.start(4, Options(), (10, 40, 20, 30)).holders == ()


def test_a_series_passes_scrapyards_by_totals() -> None:
    table = Table(ENTRY, ["bot:random"] * 3, seed="series", games=2, **asdict(PASS))
    while len(table.match.finished) < 1:
        table.step()
    totals = table.match.totals
    ranking = sorted(range(3), key=lambda seat: (-totals[seat], seat))
    assert table.match.state.holders == tuple(ranking[(ranking.index(seat) + 1) % 3] for seat in range(3))


def test_a_discard_is_placed_by_the_holder_in_a_second_step() -> None:
    s, events = play(GAME.start(3, PASS), (CHANCE, "9-7-3"), (0, DISCARD), (1, "d4"), (2, DISCARD))
    assert told(events) == [
        say("discarded", seat=0, tile="9-7-3", other=1),
        say("placed", seat=1, tile="9-7-3", cell="d4"),
        say("discarded", seat=2, tile="9-7-3", other=0),
    ]
    assert GAME.to_act(s) == (0, 1)  # Ada for Cy, Bob for Ada
    assert texts(s, 0) == texts(s, 1) == list(YARD_NAMES)
    assert GAME.legal(s, 2) == ()
    own = [(panel.name, panel.value, panel.seat) for panel in GAME.screen(GAME.view(s, 1)).own]
    assert own == [("bury", "9-7-3", 0)]
    assert GAME.screen(GAME.view(s, 2)).own == ()
    with pytest.raises(IllegalAction, match="bury-the-tile"):
        play(s, (1, "d4"))
    s, events = play(s, (1, "s:b2"))
    assert events == ()
    assert GAME.view(s, 0).table.buried == GAME.view(s, 2).table.buried == GAME.view(s, None).table.buried == ((), (), ())
    assert GAME.view(s, 1).table.buried == (("s:b2",), (), ())
    assert [panel.value for panel in GAME.screen(GAME.view(s, 1)).own] == ["s:b2"]
    s, events = play(s, (0, "s:a1"))
    assert told(events) == [
        say("buried", seat=1, other=0, tile="9-7-3", cell="s:b2"),
        say("buried", seat=0, other=2, tile="9-7-3", cell="s:a1"),
    ]
    assert GAME.to_act(s) == (CHANCE,)
    assert ways(lay(s, 0).yard or ())["lines"] == (0, ())
    s, _ = play(s, (CHANCE, "9-7-5"), (0, DISCARD), (1, "a1"), (2, "a1"))
    assert GAME.to_act(s) == (1,)
    assert "s:b2" not in texts(s, 1)
    with pytest.raises(IllegalAction, match="cell-taken"):
        play(s, (1, "s:b2"))


def test_a_discard_is_hidden_while_the_first_step_is_open() -> None:
    s, events = play(GAME.start(2, PASS), (CHANCE, "9-7-3"), (0, DISCARD))
    assert events == ()
    assert GAME.to_act(s) == (1,)
    assert GAME.view(s, 1).table == GAME.view(play(GAME.start(2, PASS), (CHANCE, "9-7-3"), (0, "a1"))[0], 1).table


def test_seven_discards_fill_the_scrapyard() -> None:
    s = GAME.start(2, PASS)
    for tile, to in zip(TILES.names, YARD_NAMES, strict=False):
        s, _ = play(s, (CHANCE, tile), (0, DISCARD), (1, NEXUS.names[YARD_NAMES.index(to)]), (1, to))
    s, _ = play(s, (CHANCE, "12-11-10"))
    assert DISCARD not in texts(s, 0)
    assert DISCARD in texts(s, 1)
    with pytest.raises(IllegalAction, match="heap-full"):
        play(s, (0, DISCARD))
    assert None not in (lay(s, 0).yard or (None,))


# notation
@pytest.mark.parametrize("options", list(combinations(Options)))
def test_codes_are_the_playable_actions(options: Options) -> None:
    codes = GAME.codes(2, options)
    assert len(set(codes)) == len(codes)
    assert all(GAME.write(GAME.read(text)) == text for text in codes)
    played: set[str] = set()
    for s in random_match(2, options, 1):
        played |= {text for seat in (CHANCE, 0, 1) for text in texts(s, seat)}
    assert played == set(codes)


@pytest.mark.parametrize("text", ["", "c9", "A=1,B=1", "A=4", "C=1,A=2", "s:d1", "1-2-4", "move"])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadText, match="no-such-action"):
        GAME.read(text)


# the laws
@pytest.mark.parametrize("options", list(combinations(Options)))
def test_laws_hold(options: Options) -> None:
    chance = random.Random(repr(options)).randrange
    alone = options.board == "orchid" or options.scrapyard not in ("lowest", "pass")
    seats = chance(3) + 1 if alone else chance(2) + 2
    walk = laws.walk(GAME, seats, options, chance, tuple(chance(50) for _ in range(seats)))
    assert len(walk.scores) == seats


class Leak(TakeItToTheLimit):
    """A planted leak: the view has rivals' open choices of one kind."""

    def __init__(self, what: str) -> None:
        self.what = what

    def view(self, s: State, seat: Seat | None) -> View:
        view = super().view(s, seat)
        return replace(view, table=replace(view.table, **{self.what: getattr(s, self.what)}))


class Hint(TakeItToTheLimit):
    """A planted leak: a refusal reveals that the seat is about to be handed a tile."""

    def play(self, s: State, seat: Seat, action: Action, at: int) -> tuple[State, tuple[Event, ...]]:
        try:
            return super().play(s, seat, action, at)
        except IllegalAction:
            placing = s.calls and 0 <= seat < len(s.placed) and len(s.placed[seat]) < len(s.calls)
            if placing and len(to := s.placed[s.holders.index(seat)]) == len(s.calls) and to[-1] == DISCARD:
                raise IllegalAction(say("wait")) from None
            raise


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (Leak("placed"), Options()),
        (Leak("placed"), PASS),
        (Leak("buried"), PASS),
        (Leak("moved"), ORCHIDS),
        (Hint(), PASS),
    ],
)
def test_the_laws_catch_planted_leaks(game: TakeItToTheLimit, options: Options) -> None:
    def walks(of: TakeItToTheLimit, count: int) -> Iterator[laws.Walk]:
        chance = random.Random(1).randrange
        return (laws.walk(of, 3, options, chance) for _ in range(count))

    fine = 0
    with pytest.raises(laws.BrokenLaw) as broken:
        for fine, _ in enumerate(walks(game, 20), start=1):  # noqa: B007 - counted up to the one that breaks
            pass
    assert broken.value.law == 8
    assert len(list(walks(GAME, fine + 1))) == fine + 1


# words
def test_every_message_has_words_in_both_languages() -> None:
    said: set[Message] = set()
    chance = random.Random(4).randrange
    for walk in (
        laws.walk(GAME, 2, options, chance) for options in (Options(), PASS, LOWEST, ORCHIDS, Options("orchid", tiles="both"))
    ):
        said |= walk.said
    for lang in ("en", "fr"):
        words = Words(lang, ENTRY.folder, ["Ada", "Bob"])
        for message in said:
            assert words.knows(message.id), message.id
            assert "{" not in words(message)
        for id in ("game", "about", "prompt", *(f"paper-{name}" for name in RealBoard.__slots__)):
            assert words.knows(id), id


def test_panels_have_names() -> None:
    names: set[str] = set()
    for options in (Options(), PASS, ORCHIDS):
        for s in random_match(2, options, 6):
            for seat in (None, 0, 1):
                screen = GAME.screen(GAME.view(s, seat))
                names |= {panel.name for panel in (*screen.public, *screen.own)}
    assert names == {"call", "calls-left", "nexus", "orchid", "scrapyard", "holder", "reserve", "chosen", "bury"}
    for lang in ("en", "fr"):
        assert all(Words(lang, ENTRY.folder).knows(f"panel-{name}") for name in names)


def test_sheet_rows_follow_the_scoring_steps() -> None:
    found = [row.what for row in sheet(RealBoard(EXAMPLE, EXAMPLE_YARD))]
    assert found[0] == say("step-lines", points=498)
    assert say("bonus", metal="gold", tile="4-6-5", lines=3) in found
    assert say("bonus", metal="silver", tile="4-6-3", lines=2) in found
    counted = [what for what in found if what.id == "yard-line"]
    assert sum(int(args["length"]) * int(args["value"]) for what in counted if (args := dict(what.args))) == 53
    assert found[-6 - len(counted) :] == [
        say("ray", symbol="moon", length=5, value=10),
        say("yard-lines", points=53),
        *counted,
        say("yard-silver", points=0),
        say("yard-gold", points=0),
        say("yard", value=53, way="lines"),
        say("penalty", value=53, enough=60),
    ]


# records
def test_golden_records_verify() -> None:
    files = sorted((ENTRY.folder / "golden").glob("*.match"))
    kinds = Counter((verify(file.read_text("utf-8").splitlines()).options) for file in files)
    assert all(count >= 2 for count in kinds.values())
    assert {(kind.board, kind.scrapyard, kind.tiles) for kind in kinds} == {
        ("nexus", "standard", "suns"),
        ("nexus", "lowest", "suns"),
        ("nexus", "pass", "suns"),
        ("nexus", "none", "suns"),
        ("orchid", "standard", "suns"),
        ("orchid", "standard", "moons"),
        ("orchid", "standard", "both"),
    }


def test_rules_are_all_numbered() -> None:
    told = (ENTRY.folder / "RULES.md").read_text("utf-8")
    assert all(f"**R{number}**" in told for number in range(1, 30))
    assert Path(ENTRY.folder / "parts.toml").exists()
