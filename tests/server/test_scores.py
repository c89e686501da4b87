"""Boards from a real table: scored like those of matches, with totals, ties and what is kept; and refused in words."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.client import RefusedByServer, Site
from tablee.core import registry
from tablee.core.game import Refusal
from tablee.games.limits.deck import write_limit
from tablee.games.take_it_to_the_limit.tiles import HOLES, ORCHID
from tablee.games.ultim_limit.deck import COLOURS, names_of
from tablee.games.xtreme_limits.clock import CARD_NAMES, HANDS
from tablee.jobs.scores import scored
from tablee.protocol import wire
from tablee.protocol.reasons import BadBoard
from tests.server.running import running, settings

pytestmark = [pytest.mark.coverage, pytest.mark.quick]

EASY, LIMIT, ULTIM, XTREME, LIMITS = "take-it-easy", "take-it-to-the-limit", "ultim-limit", "xtreme-limits", "limits"
QUICK: dict[str, dict[str, Any]] = {ULTIM: {"roll_gap": 2000}, XTREME: {"target": 3, "tokens": 8}}
VALUES = "9-6-3 9-6-8 9-2-4 / 5-6-8 5-6-3 . . / . . . . . / . . . . / . . ."


def score(game: str, boards: Sequence[wire.Paper], before: Sequence[int] = (), **options: Any) -> wire.BoardScores:
    return scored(registry.find(game), wire.ScoreBoards(list(boards), options, list(before)))


def played(game: str, seats: int, seed: object, **options: Any) -> Any:
    """A finished match of random players."""
    table = tablee.Table(game, ["bot:random"] * seats, seed=str(seed), **QUICK.get(game, {}), **options)
    table.run()
    return table.match


def check(match: Any, told: wire.BoardScores) -> None:
    result = match.result()
    assert (told.totals, told.places) == (result.scores, result.places)


def shown(match: Any, name: str) -> list[Any]:
    """What each seat's panel of this name shows at the end."""
    return [panel.value for panel in match.screen(None).public if panel.name == name]


# the points of random matches are those that the scorer counts
@pytest.mark.parametrize("rays", ["none", "all", "best"])
def test_boards_of_take_it_easy_score_as_in_a_match(rays: str) -> None:
    for seed in range(8):
        match = played(EASY, 1 + seed % 4, seed, rays=rays)
        check(match, score(EASY, [{"board": text} for text in shown(match, "board")], rays=rays))


@pytest.mark.parametrize("scrapyard", ["standard", "lowest", "pass", "none"])
def test_a_nexus_and_its_scrapyard_score_as_in_a_match(scrapyard: str) -> None:
    for seed in range(4):
        match = played(LIMIT, 2 + seed % 3, seed, scrapyard=scrapyard)
        boards = [{"nexus": text} for text in shown(match, "nexus")]
        for board, yard in zip(boards, shown(match, "scrapyard"), strict=False):
            board["scrapyard"] = yard
        check(match, score(LIMIT, boards, scrapyard=scrapyard))


@pytest.mark.parametrize("tiles", ["suns", "moons", "both"])
def test_an_orchid_scores_as_in_a_match_and_the_best_move_no_worse(tiles: str) -> None:
    for seed in range(3):
        match = played(LIMIT, 1 + seed, seed, board="orchid", tiles=tiles)
        boards, moved, best = zip(*map(orchid_papers, shown(match, "orchid"), shown(match, "reserve")), strict=True)
        check(match, score(LIMIT, boards, board="orchid", tiles=tiles))
        check(match, score(LIMIT, moved, board="orchid", tiles=tiles))
        found = score(LIMIT, best, board="orchid", tiles=tiles)
        assert all(most >= some for most, some in zip(found.totals, match.result().scores, strict=True))
        for board in found.boards:
            assert {"moved-row", "kept-row"} & {row.what.id for row in board.rows}


def orchid_papers(text: str, reserve: Sequence[str]) -> tuple[wire.Paper, wire.Paper, wire.Paper]:
    """As it lies on the table at the end; as it was, with what was moved; and without a word about that."""
    cells = dict(zip(ORCHID.names, text.replace("/", " ").split(), strict=True))
    names = {hole: ORCHID.names[cell] for hole, cell in HOLES.items()}
    moves = {hole: cells[name] for hole, name in names.items() if cells[name] != "."}
    columns = [column.split() for column in text.split(" / ")]
    for name in names.values():
        columns[ord(name[0]) - ord("a")][int(name[1:]) - 1] = "."
    empty = " / ".join(" ".join(column) for column in columns)
    left = tuple(tile for tile in reserve if tile not in moves.values())
    before: wire.Paper = {"orchid": empty, "reserve": tuple(reserve)}
    return {"orchid": text, "reserve": left, "relocated": {}}, before | {"relocated": moves}, before


@pytest.mark.parametrize("scoring", ["classic", "super"])
def test_the_rounds_of_ultim_limit_score_as_in_a_match(scoring: str) -> None:
    for seed in range(3):
        match = played(ULTIM, 1 + seed, seed, scoring=scoring)
        counts, before = match.state.seen.counts, [0] * (1 + seed)
        kept: tuple[wire.Paper, ...] = ()
        for number, seats in enumerate(counts, start=1):
            boards: list[wire.Paper] = [
                {
                    "loot": " ".join(names_of(one.loot)),
                    "keep": " ".join(COLOURS[colour] for colour in one.keep),
                    "last": number == len(counts),
                }
                for one in seats
            ]
            for board, carried in zip(boards, kept, strict=False):
                assert set(str(carried["loot"]).split()) <= set(str(board["loot"]).split())
            told = score(ULTIM, boards, before, scoring=scoring)
            before, kept = list(told.totals), told.next
        check(match, told)


@pytest.mark.parametrize("cards", ["one", "all"])
def test_the_counts_of_xtreme_limits_score_as_in_a_match(cards: str) -> None:
    for seed in range(2):
        match = played(XTREME, 3 + seed, seed, cards=cards)
        before, hands = [0] * (3 + seed), ""
        for round, packets in zip(match.state.rounds, match.state.cards, strict=True):
            hands = ", ".join(f"{hand} {cell}" for hand, cell in zip(HANDS, round.hands, strict=True))
            boards: list[wire.Paper] = [
                {
                    "hands": hands,
                    "card": tuple(CARD_NAMES[card] for card in packets[round.lies[seat]]),
                    "bell": seat == round.rung,
                }
                for seat in range(3 + seed)
            ]
            told = score(XTREME, boards, before, cards=cards)
            assert tuple(board.points for board in told.boards) == round.points
            before = list(told.totals)
        check(match, told)
        assert told.next == ({"hands": hands},) * (3 + seed)


@pytest.mark.parametrize("seats", [2, 4])
def test_every_accusation_of_limits_is_judged_as_in_a_match(seats: int) -> None:
    entry = registry.find(LIMITS)
    game: Any = entry.game
    match = played(LIMITS, seats, seats)
    state, judged, boards = game.start(seats, match.options), 0, []
    for row in (row for row in match.rows if hasattr(row, "text")):
        action = game.read(row.text)
        if row.text.startswith("accuse"):
            accused = int(row.text.split()[1])
            boards = _papers(game.deck, state, row.who, accused)
            told = score(LIMITS, boards)
        state, _ = game.play(state, row.who, action, 0)
        if row.text.startswith("accuse"):
            t, judged = state.table, judged + 1
            taken = [sum(round.taker == seat for round in t.rounds) for seat in range(seats)]
            assert [int(str(paper["points"])) for paper in told.next] == list(t.points)
            assert [paper.get("limits", 0) for paper in told.next] == taken
            assert [board.points for board in told.boards] == [
                points - 2 * cards for points, cards in zip(t.points, taken, strict=True)
            ]
    assert judged == len(state.table.rounds)
    check(match, score(LIMITS, told.next))


def _papers(deck: Any, state: Any, accuser: int, accused: int) -> list[wire.Paper]:
    t = state.table
    papers: list[wire.Paper] = [
        {"points": str(points), "limits": sum(round.taker == seat for round in t.rounds), "accuser": seat == accuser}
        for seat, points in enumerate(t.points)
    ]
    hidden = [deck.colours[colour] for own in state.raisers for colour, cards in enumerate(own) for _ in range(cards)]
    pile = " ".join(f"{seat}:{deck.colours[colour]}" for seat, colour in t.pile)
    card = write_limit(deck.limits[t.limits[-1]])
    papers[accused] |= {"card": card, "raisers": tuple(hidden), "pile": pile, "accused": str(accused)}
    return papers


# what a scorer asks for
def test_points_are_those_of_the_command_line() -> None:
    told = score(EASY, [{"board": VALUES}, {"board": VALUES.replace("9-6-3", ".")}])
    assert tuple(board.points for board in told.boards) == tablee.score(EASY, VALUES, VALUES.replace("9-6-3", ".")) == (27, 0)
    assert told.boards[0].rows[0] == wire.SheetRow(
        wire.Sentence("line", {"direction": "vertical", "length": 3, "value": 9}), 27, ("a1", "a2", "a3")
    )


def test_totals_and_places_include_other_rounds() -> None:
    told = score(EASY, [{"board": VALUES}] * 3, [1, 5, 1])
    assert (told.totals, told.places, told.next) == ((28, 32, 28), (2, 1, 2), ())


@pytest.mark.parametrize(
    ("boards", "places"),
    [
        ([{"loot": "blue 3"}, {"loot": "red 3"}], (1, 1)),
        ([{"loot": "blue-1 blue-2 blue-3"}, {"loot": "red-4 red-5 red-6"}], (2, 1)),
        ([{"loot": "blue-1 blue-2 blue-3"}, {"loot": "red 3", "numbers": 7}], (2, 1)),
        ([{"loot": "blue 3", "numbers": 7}, {"loot": "red 4"}], (2, 1)),
    ],
)
def test_the_numbers_on_the_cards_decide_between_equal_totals(boards: list[wire.Paper], places: tuple[int, ...]) -> None:
    assert score(ULTIM, boards).places == places


def test_kept_piles_are_the_loot_of_the_next_round() -> None:
    loot = "blue 4, red 3, green 3, pink 2, black 1, silver 1"
    assert score(ULTIM, [{"loot": loot}], scoring="super").next == ({"loot": "pink 2, black 1, silver 1"},)
    assert (
        score(ULTIM, [{"loot": loot, "keep": "silver black pink"}], scoring="super").next[0]["loot"]
        == "silver 1, black 1, pink 2"
    )
    assert score(ULTIM, [{"loot": loot, "last": True}], scoring="super").next == ({"loot": ""},)
    assert score(ULTIM, [{"loot": ""}], scoring="super").next == ({"loot": ""},)
    assert score(ULTIM, [{"loot": loot}]).next == ({"loot": ""},)


def test_an_empty_bank_gives_no_point_for_an_accusation() -> None:
    case: wire.Paper = {"card": "2-2-2-2-2", "pile": "2:red", "accused": "2"}
    papers: list[wire.Paper] = [{"points": "20", "accuser": True}, {"points": "24"} | case]
    assert score(LIMITS, papers).next == ({"points": "20", "limits": 1}, {"points": "24"})
    assert [row.what.id for row in score(LIMITS, papers).boards[0].rows][-1] == "accuser-wrong"


REFUSED: list[tuple[str, list[wire.Paper], dict[str, Any], str, int]] = [
    (EASY, [{"board": VALUES}, {"board": "9-6-3"}], {}, "board-columns", 2),
    (EASY, [{"board": VALUES}, {"board": VALUES.replace("9-6-8", "9-6-3")}], {}, "tile-twice", 2),
    (EASY, [{"bord": VALUES}], {}, "board-field", 1),
    (EASY, [{"board": VALUES}, {"board": 7}], {}, "bad-request", 2),
    (EASY, [{}], {}, "bad-request", 1),
    (EASY, [{"board": VALUES}], {"ray": "all"}, "unknown-option", 0),
    (EASY, [{"board": VALUES}], {"rays": "some"}, "bad-option-value", 0),
    (LIMIT, [{"nexus": "."}], {"scrapyard": "lowest"}, "board-columns", 1),
    (LIMIT, [{"relocated": {}}], {}, "no-board", 1),
    (ULTIM, [{"loot": "blue-7"}, {"loot": "blue-7"}], {}, "card-twice", 0),
    (ULTIM, [{"loot": "blue 99"}], {}, "bad-pile", 1),
    (ULTIM, [{"loot": "blue 3", "keep": "blue"}], {}, "nothing-kept", 1),
    (XTREME, [{"hands": "red 1, green 2, blue 3"}, {"hands": "red 1, green 2, blue 4"}], {}, "hands-differ", 0),
    (XTREME, [{"hands": "red 1, green 1, blue 3"}], {}, "cell-shared", 1),
    (LIMITS, [{"points": "x"}], {}, "no-points", 1),
    (LIMITS, [{"points": "1", "accuser": True}], {}, "one-accusation", 1),
    (LIMITS, [{"points": "1", "card": "2-2-2-2-2", "pile": "1:red", "accused": "1", "accuser": True}], {}, "accuse-yourself", 1),
]


@pytest.mark.parametrize(("game", "boards", "options", "why", "board"), REFUSED)
def test_a_bad_board_is_refused_in_one_line(
    game: str, boards: list[wire.Paper], options: dict[str, Any], why: str, board: int
) -> None:
    with pytest.raises(Refusal) as refused:
        score(game, boards, **options)
    assert refused.value.message.id == why
    assert (refused.value.board if isinstance(refused.value, BadBoard) else 0) == board


def test_every_board_has_its_points_of_other_rounds() -> None:
    with pytest.raises(Refusal, match="bad-request"):
        score(EASY, [{"board": VALUES}], [1, 2])


def test_boards_are_scored_over_http(tmp_path: Path) -> None:
    async def run() -> None:
        async with running(settings(tmp_path / "t.db")) as here:
            site = Site(here.base)
            told = await site.post(f"/games/{EASY}/score", wire.ScoreBoards([{"board": VALUES}]), wire.BoardScores)
            assert told.totals == (27,)
            for wish in (wire.ScoreBoards([]), wire.ScoreBoards([{"board": "x" * 3000}]), wire.ScoreBoards([{"board": ""}] * 13)):
                with pytest.raises(RefusedByServer, match="bad-request"):
                    await site.post(f"/games/{EASY}/score", wish, wire.BoardScores)
            answer = await site.http.post(
                f"{here.base}/api/games/{EASY}/score", json={"boards": [{"board": VALUES}, {"board": "9-6-3"}]}
            )
            assert answer.status_code == 400
            assert answer.json() == {
                "code": "refused",
                "message": {"id": "board-columns", "args": {"found": 1, "expected": 5}},
                "board": 2,
            }
            await site.http.aclose()

    asyncio.run(run())
