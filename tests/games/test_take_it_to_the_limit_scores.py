"""Take it to the Limit!: scoring, and boards that are impossible. The boards reproduce the figures of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from tablee.core import registry
from tablee.core.game import CHANCE, BadOptions, BadText, Message, Sheet, say, total
from tablee.games.take_it_to_the_limit import GAME
from tablee.games.take_it_to_the_limit.real_boards import BEST, RealBoard
from tablee.games.take_it_to_the_limit.setting import Options
from tablee.games.take_it_to_the_limit.tiles import NEXUS, ORCHID, TILES, YARD
from tablee.words import LANGUAGES, Words

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

ENTRY = registry.find("take-it-to-the-limit")
PASS, LOWEST = Options(scrapyard="pass"), Options(scrapyard="lowest")
ORCHIDS = Options("orchid")

# Boards made to reproduce the figures of the rulebook.
EXAMPLE = (
    "4-6-10 1-11-10 1-6-8 1-2-3 / 9-6-5 9-11-10 9-6-10 9-11-3 9-11-8 / 12-6-8 12-7-3 12-6-10 12-2-10 12-11-5 12-2-8 / "
    "4-6-5 4-2-8 4-6-3 4-2-10 4-11-8 4-2-3 4-11-3 / 4-7-5 9-6-8 12-7-8 4-11-10 1-2-8 1-11-8 / "
    "1-6-5 1-7-8 1-11-5 1-7-10 1-11-3 / 12-2-5 12-11-8 12-7-10 12-11-10"
)
EXAMPLE_YARD = "9-2-5 1-7-5 / 1-6-3 12-7-5 9-7-3 / 9-7-5 9-7-8"
EXAMPLE_ORCHID = (
    "12-7-5 12-11-3 / 9-11-5 4-11-3 1-7-3 / . 1-6-5 1-11-5 . / 4-6-8 4-7-10 4-7-5 4-2-10 4-6-3 / "
    "12-2-10 12-11-8 12-7-10 12-2-5 12-6-8 12-6-3 / 9-6-10 9-2-8 . 9-6-5 9-2-3"
)
EXAMPLE_RESERVE = ("9-11-10", "1-11-10", "1-2-3")
# No single relocation helps here, but two together do.
TWO_TOGETHER = (
    "4-6-3 4-2-10 / 4-7-5 1-6-10 9-11-10 / . 9-11-5 9-2-3 . / 4-2-5 1-7-8 1-2-3 4-11-3 4-7-10 / "
    "12-2-10 1-6-5 1-2-8 1-11-5 12-11-3 12-7-10 / 12-7-5 12-6-3 . 12-11-8 12-2-5"
)
TWO_RESERVE = ("12-6-8", "9-6-10", "4-11-8")
EMPTY_YARD = ". . / . . . / . ."
EMPTY_ORCHID = ". . / . . . / . . . . / . . . . . / . . . . . . / . . . . ."


def empty(kind: Any = NEXUS, **columns: str) -> str:
    """A board with these columns filled and the others empty."""
    texts = {chr(ord("a") + x): " ".join("." * n) for x, n in enumerate(kind.columns)}
    return " / ".join((texts | columns).values())


def sheet(real_board: RealBoard, options: Options = Options()) -> Sheet:  # noqa: B008 - frozen
    (one,) = GAME.score(options, [real_board])
    return one


def points(of: Sheet, *ids: str) -> int:
    return sum(row.points for row in of if row.what.id in ids)


def row(of: Sheet, id: str) -> tuple[dict[str, str | int], int, tuple[str, ...]]:
    (found,) = (row for row in of if row.what.id == id)
    return dict(found.what.args), found.points, found.cells


def moves(of: Sheet) -> dict[str, str]:
    args = [dict(row.what.args) for row in of if row.what.id == "moved-row"]
    return {str(moved["hole"]): str(moved["tile"]) for moved in args}


# R14 to R20: the rulebook's Nexus
def test_the_nexus_of_the_rulebook() -> None:
    found = sheet(RealBoard(EXAMPLE, EXAMPLE_YARD))
    assert points(found, "line") == 498 == row(found, "step-lines")[0]["points"]
    assert points(found, "bonus") == 140 == row(found, "step-bonus")[0]["points"]
    assert row(found, "ray") == ({"symbol": "moon", "length": 5, "value": 10}, 50, ("a3", "b4", "c5", "d6", "e6"))
    assert row(found, "yard")[0] == {"value": 53, "way": "lines"}
    assert row(found, "penalty")[1] == -60
    assert total(found) == 498 + 140 + 50 - 60 == 628
    why = {dict(row.what.args)["tile"]: (dict(row.what.args)["lines"], row.points) for row in found if row.what.id == "bonus"}
    assert why == {"4-6-5": (3, 80), "1-6-5": (3, 40), "4-6-3": (2, 20), "4-2-3": (1, 0), "1-2-3": (0, 0)}
    assert sum(row.what.id in ("line", "line-broken") for row in found) == 21


def test_the_sheet_follows_the_four_steps() -> None:
    order = [row.what.id for row in sheet(RealBoard(EXAMPLE, EXAMPLE_YARD))]
    steps = [order.index(id) for id in ("step-lines", "step-bonus", "ray", "yard", "penalty")]
    assert steps == sorted(steps)


def test_no_scrapyard_costs_nothing_and_an_empty_one_costs_a_penalty() -> None:
    assert total(sheet(RealBoard(EXAMPLE))) == 688
    found = sheet(RealBoard(EXAMPLE, EMPTY_YARD))
    assert total(found) == 628
    assert row(found, "yard")[0] == {"value": 0, "way": "none"}


@pytest.mark.parametrize(
    ("yard", "value", "way", "lines"),
    [
        (EXAMPLE_YARD, 53, "lines", 53),
        ("4-2-3 4-7-8 / 12-7-8 12-11-3 12-2-10 / 4-11-5 12-2-3", 53, "lines", 53),
        ("4-11-10 4-6-5 / 9-11-8 9-6-10 9-7-5 / 1-6-3 9-11-10", 80, "gold", 79),
        ("12-6-5 4-2-8 / 9-6-5 1-6-10 1-7-8 / 1-6-5 12-7-3", 42, "lines", 42),
        ("1-6-5 1-11-3 / 12-6-3 9-7-5 4-2-5 / 12-11-3 1-2-5", 60, "silver", 33),
        ("1-2-5 1-6-3 / 1-2-10 4-6-3 4-2-3 / 9-11-3 4-2-10", 40, "silver", 14),
        ("4-2-10 4-6-5 / 12-7-8 12-11-5 9-2-5 / 1-7-3 1-2-3", 40, "gold", 22),
    ],
)
def test_scrapyards(yard: str, value: int, way: str, lines: int) -> None:
    found = sheet(RealBoard(scrapyard=yard))
    assert row(found, "yard")[0] == {"value": value, "way": way}
    assert bool(row(found, f"yard-{way}")[2]) is (way != "lines")  # its lines are rows of their own
    assert row(found, "yard-lines")[0] == {"points": lines}
    assert sum(int(dict(row.what.args)["points"]) for row in found if row.what.id == "yard-line") == lines
    assert row(found, "no-penalty" if value >= 60 else "penalty")[1] == total(found) == (0 if value >= 60 else -60)


def test_a_ray_in_the_scrapyard_never_counts() -> None:
    suns = "1-2-3 1-6-5 / 4-2-5 4-6-3 1-7-3 / 9-2-3 9-7-3"
    assert {TILES.symbols[tile] for tile in YARD.read(suns, TILES) if tile is not None} == {"sun"}
    assert row(sheet(RealBoard(scrapyard=suns)), "no-ray")[1] == 0


def test_the_longest_ray_counts_once_whatever_its_values() -> None:
    suns = ["1-2-3", "1-6-5", "4-2-5", "4-6-3", "1-7-3", "9-2-3", "9-7-3", "1-11-5"]
    found = sheet(RealBoard(empty(a=" ".join(suns[:4]), g=" ".join(suns[4:]))))
    assert row(found, "ray") == ({"symbol": "sun", "length": 4, "value": 10}, 40, ("a1", "a2", "a3", "a4"))
    assert total(found) == 40
    longer = sheet(RealBoard(empty(a=" ".join(suns[:4]), b="1-2-5 1-6-3 4-2-3 1-2-10 1-6-8")))
    assert row(longer, "ray")[:2] == ({"symbol": "moon", "length": 5, "value": 10}, 50)


def test_a_line_scores_only_when_full_and_of_one_value() -> None:
    full = sheet(RealBoard(empty(a="9-2-3 9-2-5 9-6-3 9-11-8")))
    assert points(full, "line") == 36
    assert points(sheet(RealBoard(empty(a="9-2-3 9-2-5 9-6-3 ."))), "line") == 0
    assert points(sheet(RealBoard(empty(a="9-2-3 9-2-5 9-6-3 4-11-8"))), "line") == 0
    kinds = Counter(row.what.id for row in sheet(RealBoard(empty(a="9-2-3 9-2-5 4-6-3 ."))))
    assert kinds["line-broken"] == 1
    assert kinds["line-open"] == 20


# R17, R29: the Orchid of the rulebook
@pytest.mark.parametrize(
    ("relocated", "lines", "bonus"),
    [
        ({}, 277, 60),
        ({"A": ""}, 277, 60),
        ({"B": "1-11-10"}, 288, 60),
        ({"B": "1-11-10", "C": "1-2-3"}, 294, 140),
        ({"B": "1-11-10", "C": "1-2-3", "A": "9-11-10"}, 307, 100),
    ],
)
def test_the_orchid_of_the_rulebook(relocated: Mapping[str, str], lines: int, bonus: int) -> None:
    found = sheet(RealBoard(orchid=EXAMPLE_ORCHID, reserve=EXAMPLE_RESERVE, relocated=relocated), ORCHIDS)
    assert (points(found, "line"), points(found, "bonus")) == (lines, bonus)
    assert total(found) == lines + bonus
    assert moves(found) == {hole: tile for hole, tile in sorted(relocated.items()) if tile}
    assert not {"ray", "no-ray", "yard"} & {row.what.id for row in found}


@pytest.mark.parametrize("options", [Options(), ORCHIDS, Options("orchid", scrapyard="lowest")])
def test_the_best_relocation_is_found(options: Options) -> None:
    real_board = RealBoard(orchid=EXAMPLE_ORCHID, reserve=EXAMPLE_RESERVE)
    assert (total(sheet(real_board, options)), moves(sheet(real_board, options))) == (434, {"B": "1-11-10", "C": "1-2-3"})


def test_the_first_text_is_the_orchid_in_an_orchid_game() -> None:
    real_board = RealBoard(EXAMPLE_ORCHID, reserve=("9-11-10 1-11-10", "1-2-3"))
    assert total(sheet(real_board, ORCHIDS)) == 434


def test_two_relocations_that_only_help_together() -> None:
    def score(relocated: Mapping[str, str] = BEST) -> int:
        return total(sheet(RealBoard(orchid=TWO_TOGETHER, reserve=TWO_RESERVE, relocated=relocated)))

    assert score({}) == 152
    assert max(score({hole: tile}) for hole in "ABC" for tile in TWO_RESERVE) == 150
    assert score({"A": "12-6-8", "C": "9-6-10"}) == score() == 169
    assert moves(sheet(RealBoard(orchid=TWO_TOGETHER, reserve=TWO_RESERVE))) == {"A": "12-6-8", "C": "9-6-10"}


def test_equal_relocations_move_the_fewest_tiles() -> None:
    found = sheet(RealBoard(orchid=empty(ORCHID, a="12-7-5 12-11-3"), reserve=("1-2-3",)))
    assert moves(found) == {}
    assert row(found, "kept-row")[1] == 0
    assert dict(next(row for row in found if row.what.id == "bonus").what.args)["lines"] == -1
    assert total(found) == 24


def test_an_orchid_with_filled_holes_is_scored_as_it_lies() -> None:
    filled = EXAMPLE_ORCHID.replace(". 1-6-5 1-11-5 .", "1-11-10 1-6-5 1-11-5 1-2-3")
    found = sheet(RealBoard(orchid=filled, reserve=("9-11-10",)))
    assert total(found) == 434
    assert not {"moved-row", "kept-row"} & {row.what.id for row in found}
    assert total(sheet(RealBoard(orchid=filled, reserve=("9-11-10",), relocated={}))) == 434


def test_rays_count_on_the_orchid_only_with_both_kinds() -> None:
    both = Options("orchid", tiles="both")
    found = sheet(RealBoard(orchid=EXAMPLE_ORCHID, reserve=EXAMPLE_RESERVE, relocated={}), both)
    assert row(found, "ray")[:2] == ({"symbol": "sun", "length": 6, "value": 10}, 60)
    assert total(found) == 337 + 60
    row_a = empty(ORCHID, f="9-6-10 9-2-8 . 9-6-5 9-2-3")
    assert row(sheet(RealBoard(orchid=row_a), both), "ray")[2] == ("f1", "f2", "f4", "f5")
    moon = sheet(RealBoard(orchid=row_a, reserve=("1-2-5",), relocated={"A": "1-2-5"}), both)
    assert row(moon, "no-ray")[1] == total(moon) == 0


# R21, R22: penalties that compare scrapyards
YARDS = {
    80: "4-11-10 4-6-5 / 9-11-8 9-6-10 9-7-5 / 1-6-3 9-11-10",
    42: "12-6-5 4-2-8 / 9-6-5 1-6-10 1-7-8 / 1-6-5 12-7-3",
    0: EMPTY_YARD,
}


@pytest.mark.parametrize(
    ("options", "values", "lost"),
    [
        (LOWEST, (80, 42), (0, -60)),
        (LOWEST, (80, 80), (-30, -30)),
        (LOWEST, (42, 80, 42), (-30, 0, -30)),
        (LOWEST, (0, 0, 42, 0), (-20, -20, 0, -20)),
        (LOWEST, (0,) * 6, (-10,) * 6),
        (LOWEST, (0,) * 7, (-8,) * 7),
        (PASS, (80, 42), (-60, 0)),
        (PASS, (80, 80, 42), (-30, -30, 0)),
        (PASS, (42, 0, 0), (-60, 0, 0)),
        (LOWEST, (80, None, 42), (0, 0, -60)),
        (LOWEST, (None, None), (0, 0)),
        (Options(), (80, 42, None), (0, -60, 0)),
    ],
)
def test_penalties(options: Options, values: tuple[int | None, ...], lost: tuple[int, ...]) -> None:
    boards = [RealBoard(empty(), "" if value is None else YARDS[value]) for value in values]
    assert tuple(map(total, GAME.score(options, boards))) == lost


@pytest.mark.parametrize("options", [LOWEST, PASS])
def test_comparing_scrapyards_needs_two_players(options: Options) -> None:
    for boards in (
        [RealBoard(empty(), EMPTY_YARD)],
        [RealBoard(empty())],
        [RealBoard(empty(), EMPTY_YARD), RealBoard(empty())],
    ):
        with pytest.raises(BadOptions, match="needs-two"):
            GAME.score(options, boards)
    with pytest.raises(BadOptions, match="needs-two"):
        GAME.start(1, options)
    assert GAME.to_act(GAME.start(2, options)) == (CHANCE,)
    assert GAME.to_act(GAME.start(1, replace(options, board="orchid"))) == (CHANCE,)  # R27


# R28, R29: impossible boards
@pytest.mark.parametrize(
    ("real_board", "options", "why"),
    [
        (RealBoard(empty(a="1-2-3 . . 1-2-3")), Options(), say("tile-twice", tile="1-2-3", cell="a1", second="a4")),
        (
            RealBoard(empty(a="1-2-3 . . ."), "1-2-3 . / . . . / . ."),
            Options(),
            say("tile-twice", tile="1-2-3", cell="a1", second="s:a1"),
        ),
        (
            RealBoard(empty(), "1-2-3 . / . . . / . 1-2-3"),
            Options(),
            say("yard-tile-twice", tile="1-2-3", cell="s:a1", second="s:c2"),
        ),
        (RealBoard(empty(b=". 1-2-4 . . .")), Options(), say("board-tile", cell="b2", tile="1-2-4")),
        (RealBoard(empty(), ". . / 5-2-3 . . / . ."), Options(), say("yard-board-tile", cell="s:b1", tile="5-2-3")),
        (RealBoard(". . . ."), Options(), say("board-columns", found=1, expected=7)),
        (RealBoard(empty(d=". . .")), Options(), say("board-column", column="d", found=3, expected=7)),
        (RealBoard(empty(), ". . / . . ."), Options(), say("yard-board-columns", found=2, expected=3)),
        (RealBoard(empty(), ". . / . . . / ."), Options(), say("yard-board-column", column="c", found=1, expected=2)),
        (RealBoard(empty(), ". . / . . . / . . ."), Options(), say("yard-board-column", column="c", found=3, expected=2)),
        (
            RealBoard(orchid=empty(ORCHID, e=". 1-2-5 . . . .")),
            ORCHIDS,
            say("board-symbol", cell="e2", tile="1-2-5", symbol="moon"),
        ),
        (
            RealBoard(orchid=empty(ORCHID), reserve=("1-2-3",)),
            Options("orchid", tiles="moons"),
            say("board-symbol", cell="reserve", tile="1-2-3", symbol="sun"),
        ),
        (
            RealBoard(orchid=empty(ORCHID, a="1-2-3 ."), reserve=("1-2-3",)),
            ORCHIDS,
            say("tile-twice", tile="1-2-3", cell="a1", second="reserve"),
        ),
        (
            RealBoard(orchid=empty(ORCHID), reserve=("1-2-3", "1-2-3")),
            ORCHIDS,
            say("tile-twice", tile="1-2-3", cell="reserve", second="reserve"),
        ),
        (RealBoard(orchid=empty(ORCHID), reserve=("7-7-7",)), ORCHIDS, say("board-tile", cell="reserve", tile="7-7-7")),
        (
            RealBoard(orchid=empty(ORCHID), reserve=("1-2-3", "1-6-5", "4-2-5", "4-6-3")),
            ORCHIDS,
            say("reserve-many", found=4, most=3),
        ),
        (
            RealBoard(orchid=empty(ORCHID, c="1-2-3 . . ."), reserve=("1-6-5", "4-2-5", "4-6-3")),
            ORCHIDS,
            say("reserve-many", found=4, most=3),
        ),
        (
            RealBoard(orchid=empty(ORCHID, c="1-2-3 . . ."), reserve=("1-6-5",), relocated={"A": "1-6-5"}),
            ORCHIDS,
            say("hole-filled", cell="c1"),
        ),
        (
            RealBoard(orchid=empty(ORCHID), reserve=("1-6-5",), relocated={"D": "1-6-5"}),
            ORCHIDS,
            say("no-such-hole", hole="D", known="A, B, C"),
        ),
        (
            RealBoard(orchid=empty(ORCHID), reserve=("1-6-5",), relocated={"A": "1-2-3"}),
            ORCHIDS,
            say("not-in-reserve", tile="1-2-3", hole="A"),
        ),
        (
            RealBoard(orchid=empty(ORCHID), reserve=("1-6-5",), relocated={"A": "1-6-5", "B": "1-6-5"}),
            ORCHIDS,
            say("moved-twice", tile="1-6-5"),
        ),
        (RealBoard(empty(), orchid=empty(ORCHID)), Options(), say("both-boards")),
        (RealBoard(orchid=empty(ORCHID), scrapyard=EMPTY_YARD), Options(), say("orchid-scrapyard")),
        (
            RealBoard(empty(), reserve=("1-2-3",)),
            Options(),
            say("nexus-reserve"),
        ),
        (
            RealBoard(empty(), relocated={"A": "1-2-3"}),
            Options(),
            say("nexus-reserve"),
        ),
        (
            RealBoard(empty(), EMPTY_YARD),
            Options(scrapyard="none"),
            say("unused-scrapyard"),
        ),
        (RealBoard(), Options(), say("no-board")),
        (RealBoard(EXAMPLE), ORCHIDS, say("board-columns", found=7, expected=6)),
    ],
)
def test_impossible_boards_are_refused_by_name(real_board: RealBoard, options: Options, why: Message) -> None:
    with pytest.raises(BadText) as refused:
        GAME.score(options, [real_board])
    assert refused.value.message == why
    english, french = (Words(lang, ENTRY.folder)(why) for lang in LANGUAGES)
    assert english != french
