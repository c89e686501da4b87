"""What could have been in a match is right, and is told once the match is over, never before."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest

from tablee.calls import calls
from tablee.core.game import CHANCE, total
from tablee.core.record import Action
from tablee.games.take_it_easy.players import nets
from tablee.jobs import insights as module
from tablee.jobs.insights import hindsight, insights
from tablee.percentiles import comparable
from tablee.protocol import study
from tablee.real_boards import sheets
from tablee.table import Table
from tests.games_here import EVERY, find, played
from tests.server.running import RunningServer, asking, told_at_the_end


def looked_back(table: Table) -> study.Insights:
    return insights(table.record(), find)


finished = partial(played, seed="insights")


def called(table: Table) -> set[str]:
    return {row.text for row in table.match.rows if isinstance(row, Action) and row.who == CHANCE}


def test_the_best_board_is_made_of_the_same_tiles_and_has_its_points() -> None:
    table = finished("take-it-easy", "bot:greedy", "bot:random")
    best = looked_back(table).best
    assert best is not None
    (board,) = best.boards
    (sheet,) = sheets("take-it-easy", str(board.value))
    assert best.points == best.bound == total(sheet) == sum(row.points for row in best.rows)
    assert best.points >= max(table.match.result().scores)
    calls = called(table)
    assert set(str(board.value).replace("/", " ").split()) <= calls


def test_the_bot_places_the_same_tiles() -> None:
    table = finished("take-it-easy", "bot:random")
    bot = looked_back(table).bot
    assert bot is not None
    assert bot.level == "expert"
    calls = called(table)
    assert set(str(bot.boards[0].value).replace("/", " ").split()) == calls
    assert bot.points == sum(row.points for row in bot.rows)
    expert = finished("take-it-easy", "bot:expert")
    again = looked_back(expert)
    assert again.bot is not None
    assert again.bot.points == expert.match.result().scores[0]


def test_percentiles_are_those_of_the_table() -> None:
    table = finished("take-it-easy", "bot:greedy", "bot:random")
    found, known = looked_back(table).percentiles, comparable(find("take-it-easy"), table.match.options, 2)
    assert found is not None
    assert known is not None
    assert found.better == tuple(known.better_than(score) for score in table.match.result().scores)
    assert (found.games, found.level, found.quantiles) == (known.games, known.level, known.quantiles)


def test_what_a_game_cannot_say_is_left_out() -> None:
    variant = looked_back(finished("take-it-easy", "bot:greedy", "bot:greedy", rays="best", placement="adjacent"))
    assert (variant.best, variant.percentiles) == (None, None)
    assert looked_back(finished("take-it-easy", "bot:greedy", games=2)) == study.Insights()
    assert looked_back(finished("limits", "bot:greedy", "bot:greedy")).best is None


def test_levels_are_told_where_their_scores_compare() -> None:
    """Measured alone: what somebody scores against others is no measure of them."""
    found = looked_back(finished("take-it-easy", "bot:greedy", "bot:random")).levels
    assert [level.level for level in found] == ["first-game", "greedy", "expert", "champion"]
    assert [level.mean for level in found] == sorted(level.mean for level in found)
    assert looked_back(finished("ultim-limit", "bot:random")).levels
    assert looked_back(finished("ultim-limit", "bot:random", "bot:random")).levels == ()
    assert looked_back(finished("take-it-easy", "bot:random", placement="adjacent")).levels == ()
    assert looked_back(finished("limits", "bot:greedy", "bot:greedy")).levels == ()


def test_highlights_are_told_for_each_seat() -> None:
    found = looked_back(finished("limits", "bot:greedy", "bot:greedy")).highlights
    assert all(seat[0].id.startswith("highlight-") for seat in found)
    assert len(found) == 2
    assert looked_back(finished("take-it-easy", "bot:greedy")).highlights == ()


@pytest.mark.parametrize("part", ["best", "bot", "percentiles", "levels", "highlights"])
def test_each_part_fails_alone(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished("take-it-easy", "bot:greedy", "bot:random")
    whole = looked_back(table)

    def fail(*_: object) -> None:
        raise OSError("a file is missing")

    monkeypatch.setattr(module, f"_{part}", fail)
    found = looked_back(table)
    nothing = getattr(study.Insights(), part)
    assert found == msgspec.structs.replace(whole, **{part: nothing}, failed=(part,))


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
def test_every_golden_record_can_be_looked_back_on(entry: object) -> None:
    path = sorted((entry.folder / "golden").glob("*.match"))[0]  # type: ignore[attr-defined]
    found = insights(path.read_text("utf-8").splitlines(), find)
    assert found.best is None or found.best.points <= found.best.bound


def test_nothing_is_told_before_the_match_is_over(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        me, path = await told_at_the_end(here, http, "insights")
        answers = await asyncio.gather(*(http.get(path) for _ in range(20)))  # all at once, as after a match
        assert {answer.content for answer in answers} == {answers[0].content}
        found = msgspec.json.decode(answers[0].content, type=study.Insights)
        assert found.best is not None
        assert found.percentiles is not None
        assert len(found.percentiles.better) == 2
        await me.close()

    asking(test, tmp_path / "t.db")


@pytest.mark.parametrize("options", [{}, {"board": "orchid", "tiles": "suns"}])
def test_calls_beside_a_real_board_are_looked_back_on(options: dict[str, str]) -> None:
    entry, seed = find("take-it-to-the-limit" if options else "take-it-easy"), "5a" * 32
    told = hindsight(entry, seed, options)
    called = sorted(calls(entry.game, seed, entry.game.options(**options)))
    assert told.best
    assert told.bot
    assert told.bot.level == "expert"
    for laid in (told.best, told.bot):
        tiles = re.findall(r"\d+-\d+-\d+", str([panel.value for panel in laid.boards]))
        assert sorted(set(tiles)) == called  # one that was moved to a hole is still listed in the reserve
    assert told.best.bound >= told.best.points >= told.bot.points > 0
    assert hindsight(find("take-it-to-the-limit"), seed, {"scrapyard": "lowest"}) == study.Insights()


def test_hindsight_is_asked_over_http(tmp_path: Path) -> None:
    async def test(here: RunningServer, http: httpx.AsyncClient) -> None:
        asked = {"seed": "5a" * 32, "options": {}}
        told = (await http.post("/games/take-it-easy/hindsight", json=asked)).json()
        assert told["best"]["points"] >= told["bot"]["points"]
        for game, wrong in (("limits", {}), ("take-it-easy", {"seed": "5a"}), ("take-it-easy", {"options": {"board": "no"}})):
            assert (await http.post(f"/games/{game}/hindsight", json=asked | wrong)).status_code == 400

    asking(test, tmp_path / "t.db")


def test_the_best_board_is_told_where_the_expert_cannot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "FILE", Path("not-installed"))
    nets.load.cache_clear()
    told = hindsight(find("take-it-easy"), "5a" * 32, {})
    nets.load.cache_clear()
    assert told.best
    assert told.bot is None
