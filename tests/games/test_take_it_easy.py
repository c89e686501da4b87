"""Take it Easy!, rule by rule."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.game import CHANCE, BadText, IllegalAction, Sheet, total
from tablee.games.take_it_easy import GAME
from tablee.games.take_it_easy import rules as easy
from tablee.games.take_it_easy.rules import Options, Place, RealBoard, State
from tablee.games.take_it_easy.tiles import BOARD, PARTS, TILES

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

# Two of the sixteen boards that reach the maximum.
BEST = (
    "9-6-3 9-6-8 9-2-4 / 5-6-8 5-6-3 5-2-8 5-7-4 / 1-6-4 1-6-8 1-2-3 1-7-8 1-7-4 / 9-6-4 9-2-8 9-7-3 9-7-8 / 5-2-4 5-7-8 5-7-3",
    "5-6-3 5-7-8 5-2-4 / 5-6-8 5-7-3 5-2-8 5-6-4 / 1-6-4 1-7-8 1-2-3 1-6-8 1-7-4 / 9-7-4 9-2-8 9-6-3 9-7-8 / 9-2-4 9-6-8 9-7-3",
)
EMPTY = {"a": ". . .", "b": ". . . .", "c": ". . . . .", "d": ". . . .", "e": ". . ."}


def board(**columns: str) -> str:
    return " / ".join((EMPTY | columns).values())


def scores(*boards: str, rays: str = "none") -> list[int]:
    return [total(sheet) for sheet in GAME.score(Options(rays=rays), [RealBoard(text) for text in boards])]  # type: ignore[arg-type]


def rows(sheet: Sheet, *ids: str) -> list[tuple[int, str]]:
    return [(row.points, " ".join(row.cells)) for row in sheet if row.what.id in ids]


def position(calls: str, *seats: str, placement: str = "free") -> State:
    """A state with these calls and, for each seat, the cells they were placed on."""
    tiles = tuple(TILES.index[name] for name in calls.split())
    cells = tuple(tuple(BOARD.cells[name] for name in seat.split()) for seat in seats)
    return State(Options(placement=placement), tiles, cells)  # type: ignore[arg-type]


def allowed(state: State, seat: int = 0) -> list[str]:
    return [GAME.write(action) for action in GAME.legal(state, seat)]


# components


def test_twenty_seven_tiles_thirteen_suns() -> None:
    assert len(set(TILES.values)) == 27
    assert TILES.symbols.count("sun") == 13
    assert PARTS["colours"].keys() == {str(value) for values in TILES.values for value in values}


# scoring


@pytest.mark.parametrize("text", BEST)
def test_the_maximum_is_307(text: str) -> None:
    assert scores(text) == [307]


def test_a_sheet_names_every_line_with_its_cells() -> None:
    (sheet,) = GAME.score(Options(), [RealBoard(BEST[0])])
    assert len(sheet) == 15
    assert rows(sheet, "line")[:2] == [(27, "a1 a2 a3"), (20, "b1 b2 b3 b4")]


def test_a_partial_board_scores_its_complete_lines() -> None:
    (sheet,) = GAME.score(Options(), [RealBoard(board(a="9-2-3 9-2-4 9-6-3", b="1-2-3 5-2-3 . ."))])
    assert rows(sheet, "line") == [(27, "a1 a2 a3")]
    assert (0, "b1 b2 b3 b4") in rows(sheet, "line-broken")
    assert (0, "c1 c2 c3 c4 c5") in rows(sheet, "line-open")
    assert len(sheet) == 15


def test_one_tile_of_another_value_breaks_a_line() -> None:
    assert scores(board(a="9-2-3 9-2-4 5-6-3")) == [0]


def test_every_ray_counts_besides_its_line() -> None:
    """Hand-computed: three suns of value 9 give 27 + 3 × 7; four moons of mixed values give 4 × 6."""
    (sheet,) = GAME.score(Options(rays="all"), [RealBoard(board(a="9-2-4 9-6-3 9-6-8", d="1-2-3 1-6-4 1-7-3 5-2-4"))])
    assert rows(sheet, "ray") == [(21, "a1 a2 a3"), (24, "d1 d2 d3 d4")]
    assert total(sheet) == 27 + 21 + 24


def test_a_longer_ray_without_points_blocks_nothing() -> None:
    long, short = board(c="1-2-4 5-2-3 9-2-4 5-6-4 1-6-3"), board(a="9-2-4 9-6-3 9-6-8")
    plain, best, every = (scores(long, short, rays=rays) for rays in ("none", "best", "all"))
    assert plain == [0, 27]
    assert best == [0, 27 + 60]
    assert every == [35, 27 + 21]


def test_the_longest_scoring_ray_wins_then_the_highest_value() -> None:
    nines, fives, ones = (board(a=column) for column in ("9-2-4 9-6-3 9-6-8", "5-2-3 5-6-4 5-7-3", "1-2-4 1-6-3 1-6-8"))
    four_ones = board(b="1-2-4 1-6-3 1-6-8 1-7-4")
    assert scores(nines, fives, rays="best") == [87, 15]
    assert scores(nines, four_ones, rays="best") == [27, 4 + 60]
    assert scores(ones, nines, rays="best") == [3, 87]


def test_equal_best_rays_share_sixty_between_players() -> None:
    nines = board(a="9-2-4 9-6-3 9-6-8")
    assert scores(nines, nines, rays="best") == [57, 57]
    assert scores(*[nines] * 7, rays="best") == [27 + 8] * 7
    twice = board(a="9-2-4 9-6-3 9-6-8", e="9-7-4 9-2-3 9-7-8")  # the second is no ray
    both = board(a="9-2-4 9-6-3 9-6-8", e="1-2-3 1-6-4 1-7-3")  # a sun ray and a moon ray
    assert scores(twice, nines, rays="best") == [27 + 27 + 30, 27 + 30]
    assert scores(both, rays="best") == [27 + 60 + 3 + 60]


@pytest.mark.parametrize(
    ("text", "why"), [("", "board-columns"), (board(a="9-2-3 9-2-3 ."), "tile-twice"), (board(a="9-2-2 . ."), "board-tile")]
)
def test_impossible_boards_are_refused(text: str, why: str) -> None:
    with pytest.raises(BadText, match=why):
        scores(text)


# placement


def test_free_placement() -> None:
    assert len(allowed(position("9-7-3", "", ""))) == 19
    assert "c3" not in allowed(position("9-7-3 1-2-3", "c3"))


def test_adjacent_placement() -> None:
    state = position("9-7-3 1-2-3", "c3", placement="adjacent")
    assert allowed(state) == ["b2", "b3", "c2", "c4", "d2", "d3"]
    with pytest.raises(IllegalAction, match="cell-apart"):
        GAME.play(state, 0, Place(BOARD.cells["a1"]), 0)
    assert len(allowed(position("9-7-3", "", placement="adjacent"))) == 19


def test_placement_by_symbol() -> None:
    """A sun on a1 with moons around it on a2, b2 and b1: the next sun cannot touch a sun, so it goes anywhere."""
    suns, moons = (["1-2-4", "1-6-3", "5-2-3"], ["1-2-3", "1-2-8", "5-2-4"])
    before = f"{suns[0]} {' '.join(moons)} {suns[1]}"
    assert len(allowed(position(before, "a1 a2 b2 b1", placement="symbol"))) == 15
    after = position(f"{before} {suns[2]}", "a1 a2 b2 b1 e3", placement="symbol")
    assert allowed(after) == ["d3", "d4", "e2"]
    with pytest.raises(IllegalAction, match="symbol=sun"):
        GAME.play(after, 0, Place(BOARD.cells["c3"]), 0)


def test_the_first_of_each_symbol_goes_anywhere() -> None:
    assert len(allowed(position("1-2-4 1-2-3", "c3", placement="symbol"))) == 18


# a game from start to end


def test_refusals_say_what_is_wrong() -> None:
    state = position("9-7-3 1-2-3", "c3", "a1")
    cases: list[tuple[int, easy.Action, str]] = [
        (0, Place(BOARD.cells["c3"]), "cell-taken"),
        (0, easy.CALLS[0], "place-the-tile"),
        (2, Place(0), "not-your-turn"),
        (CHANCE, easy.CALLS[5], "no-such-draw"),
    ]
    for seat, action, why in cases:
        with pytest.raises(IllegalAction, match=why):
            GAME.play(state, seat, action, 0)
    with pytest.raises(IllegalAction, match="no-such-draw"):
        GAME.play(position("1-2-3", "a1"), CHANCE, easy.CALLS[0], 0)  # called already


def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    state, events = GAME.play(position("9-7-3", "", ""), 0, Place(3), 0)
    assert events == ()
    assert GAME.view(state, 1) == GAME.view(GAME.play(position("9-7-3", "", ""), 0, Place(7), 0)[0], 1)
    assert GAME.screen(GAME.view(state, 0)).own[0].value == "b1"
    state, events = GAME.play(state, 1, Place(4), 0)
    assert [event.message.id for event in events] == ["placed", "placed"]
    assert GAME.view(state, 0).placed == ((3,), (4,))


def test_after_nineteen_calls_it_is_over() -> None:
    state = position(" ".join(TILES.names[:19]), " ".join(BOARD.names), " ".join(BOARD.names))
    assert GAME.to_act(state) == ()
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.places == (1, 1)  # equal scores share the victory
    assert not GAME.odds(state)
    assert len(GAME.odds(position(" ".join(TILES.names[:18]), " ".join(BOARD.names[:18])))) == 9


@given(st.permutations(range(27)), st.permutations(range(19)))
def test_the_sheet_is_the_sum_over_lines_of_full_equal_values(tiles: list[int], cells: list[int]) -> None:
    """Scores the board a second way, by walking from each edge cell."""
    laid = dict(zip(cells, tiles, strict=False))
    expected = 0
    for line in BOARD.lines:
        values = [TILES.values[laid[cell]][line.direction] for cell in line.cells]
        expected += sum(values) if min(values) == max(values) else 0
    assert scores(BOARD.write([laid[cell] for cell in range(19)], TILES)) == [expected]


def test_random_play_has_the_expected_mean() -> None:
    """45 × Σ length × C(9, length) / C(27, length) over the five lines of a direction; about 51 % of games score nothing."""
    exact = 45 * sum(n * math.comb(9, n) / math.comb(27, n) for n in (3, 4, 5, 4, 3))
    assert round(exact, 4) == 10.6896
    below, games = random.Random(11), 4000
    found = []
    for _ in range(games):
        tiles = below.sample(range(27), 19)
        found.append(scores(BOARD.write(tiles, TILES))[0])
    mean = sum(found) / games
    spread = math.sqrt(sum((score - mean) ** 2 for score in found) / (games - 1) / games)
    assert abs(mean - exact) < 3.5 * spread
    assert 0.48 < found.count(0) / games < 0.54


def test_rules_fit_on_one_page() -> None:
    assert len(Path(easy.__file__).read_text("utf-8").splitlines()) <= 330


def test_a_hidden_placement_is_imagined_anywhere_it_may_be() -> None:
    state, chance = position("9-7-3 1-2-3", "c3 a1", "c3"), random.Random(1)
    view = GAME.view(state, 1)
    worlds = {GAME.imagine(view, 0, chance.randrange) for _ in range(300)}
    assert {GAME.view(world, 1) for world in worlds} == {view}
    assert {world.placed[0][-1] for world in worlds} == set(range(len(BOARD.names))) - {BOARD.cells["c3"]}
