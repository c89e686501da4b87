"""Matches as text, and the server for the Model Context Protocol. A scripted stand-in plays as a model would."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any, cast

import pytest

from tablee.core.game import Refusal
from tablee.core.registry import Entry
from tablee.drawing import words_of
from tablee.terminal import Paint
from tablee.text_game import TextGame, read_answer
from tests.games_here import EVERY


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.game.id)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_stand_in_plays_whole_matches(entry: Entry, lang: str) -> None:
    """It knows nothing but the texts: it takes one of the actions on their last line."""
    short: dict[str, Any] = {"rounds": 2} if entry.game.id == "xtreme-limits" else {}
    game, chance = TextGame(entry, lang=lang, **short), random.Random(1)
    text = game.reset(seed=lang)
    assert text.startswith("#")  # the rules
    for _ in range(3000):
        if game.over:
            break
        listed = text.splitlines()[-1].split(", ")
        assert {*listed} - {f"… ({len(game.actions())})"} <= {*game.actions()}
        text = game.step(f"Let me think.\n\n`{chance.choice(listed[:60])}`.")
    assert game.over
    outcome = game.table.match.outcome()
    assert outcome is not None
    assert game.score == outcome.scores[0]
    assert game.refused == 0
    assert game.step("a1") == text[-len(game.step("a1")) :]  # nothing happens any more


def test_the_same_seed_tells_the_same_story() -> None:
    one, two = (TextGame("limits", ["expert", "random"]).reset(seed=7) for _ in range(2))
    assert one == two


def test_a_seat_is_told_its_view_and_nothing_else() -> None:
    game = TextGame("limits", ["random", "random"], rules=False, seat=1)
    text = game.reset(seed=3)
    match = game.table.match
    paint = Paint(words_of(match), plain=True)
    own = "\n".join(paint.screen(match.screen(1), 1, game.actions()))
    assert own in text
    others = [line for seat in (0, 2) for line in paint.screen(match.screen(seat), seat) if "Hand" in line]
    assert not any(line in text.splitlines() for line in others if line not in own)


def test_legal_actions_need_not_be_listed() -> None:
    shown, hidden = (TextGame("take-it-easy", rules=False, legal=legal).reset(seed=1) for legal in (True, False))
    assert shown.startswith(hidden)
    assert "a1, a2" in shown
    assert "a1, a2" not in hidden


def test_illegal_answers_follow_the_rule() -> None:
    game = TextGame("take-it-easy", rules=False, tries=2)
    game.reset(seed=1)
    assert "z9" in game.step("z9")
    assert (game.refused, len(game.actions())) == (1, 19)
    game.step("")
    assert (game.refused, len(game.actions())) == (2, 18)  # a random action was played
    game = TextGame("take-it-easy", rules=False, illegal="forfeit", tries=2)
    game.reset(seed=1)
    assert not game.over or game.step("z9")
    game.step("c3")
    game.step("c3")
    text = game.step("nonsense")
    assert (game.over, game.score, game.actions()) == (True, 0, ())
    assert "forfeited" in text
    for wrong in cast(list[dict[str, Any]], [{"seat": 2}, {"illegal": "laugh"}, {"tries": 0}]):
        with pytest.raises(Refusal, match="text-game"):
            TextGame("take-it-easy", **wrong)


@pytest.mark.parametrize(
    ("answer", "text"),
    [("c3", "c3"), ("I say:\n  `C3`.  \n\n", "C3"), ("“take 1 2”", "take 1 2"), ("**pass**", "pass"), ("", ""), ("\n", "")],
)
def test_answers_are_read_from_their_last_line(answer: str, text: str) -> None:
    assert read_answer(answer) == text


# the Model Context Protocol


def told(result: Any) -> str:
    assert not result.is_error, result
    return "\n".join(part.text for part in result.content)


async def converse(client: Any, game: str, options: dict[str, Any]) -> str:
    """Opens a table and plays at random, by what the tools say alone."""
    chance = random.Random(1)
    first, _, text = told(await client.call_tool("open_table", {"game": game, "options": options})).partition("\n")
    number = first.removeprefix("table ")
    for _ in range(3000):
        listed = text.splitlines()[-1]
        if listed.startswith(("1. ", "2. ", "3. ")):
            return told(await client.call_tool("look", {"table": number}))
        text = told(await client.call_tool("act", {"table": number, "action": chance.choice(listed.split(", ")[:60])}))
    raise AssertionError("the match does not end")


@pytest.fixture
def sdk(outside_part: Callable[[str], Any]) -> Any:
    outside_part("mcp")
    return outside_part("tablee.mcp")


def test_a_stand_in_plays_every_game_by_mcp(sdk: Any) -> None:
    from mcp import Client

    async def talk() -> None:
        async with Client(sdk.make_server(sdk.Tables("en", seed="test"))) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {"list_games", "read_rules", "open_table", "look", "act", "score", "solve", "review"}
            games = told(await client.call_tool("list_games", {}))
            for game in ("take-it-easy", "take-it-to-the-limit", "limits", "ultim-limit", "xtreme-limits"):
                assert game in games
                assert "R1" in told(await client.call_tool("read_rules", {"game": game}))
                end = await converse(client, game, {"rounds": 2} if game == "xtreme-limits" else {})
                assert "total" in end

    asyncio.run(talk())


def test_mcp_scores_solves_and_refuses(sdk: Any) -> None:
    from mcp import Client

    board = "9-6-3 9-6-8 9-2-4 / . . . . / . . . . . / . . . . / . . ."

    async def talk() -> None:
        async with Client(sdk.make_server(sdk.Tables())) as client:
            assert "27" in told(await client.call_tool("score", {"game": "take-it-easy", "board": board}))
            best = json.loads(told(await client.call_tool("solve", {"game": "take-it-easy"})))
            assert (best["points"], best["bound"], best["all"]) == (307, 307, 16)
            for tool, given, why in (
                ("read_rules", {"game": "chess"}, "chess"),
                ("open_table", {"game": "os"}, "os"),
                ("open_table", {"game": "take-it-easy", "bots": ["os:system"]}, "Choose from: random, champion"),
                ("open_table", {"game": "take-it-easy", "options": {"rays": "x"}}, "rays"),
                ("open_table", {"game": "take-it-easy", "bots": ["genius"]}, "genius"),
                ("look", {"table": 7}, "no table 7"),
                ("score", {"game": "take-it-easy", "board": "x"}, "column"),
                ("solve", {"game": "limits"}, "limits"),
            ):
                result = await client.call_tool(tool, given)
                assert result.is_error
                assert why in str(result.content[0])

    asyncio.run(talk())


def test_tables_are_limited_and_never_show_the_seed(sdk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sdk, "MOST", 2)
    tables = sdk.Tables("en", seed="x")
    texts = [tables.open_table("limits") for _ in range(3)]
    assert [*tables.games] == [2, 3]
    for text, game in zip(texts[1:], tables.games.values(), strict=True):
        assert game.table.dealer.seed not in text
    assert sdk.Tables("en", seed="x").open_table("limits") == texts[0]
    assert sdk.Tables("en").open_table("limits") != sdk.Tables("en").open_table("limits")


def test_mcp_reviews_a_match_that_is_over(sdk: Any) -> None:
    tables = sdk.Tables("en", seed="x")
    text = tables.open_table("take-it-easy")
    with pytest.raises(sdk.ToolError, match="over"):
        tables.review(1)
    while not tables.games[1].over:
        text = tables.act(1, text.splitlines()[-1].split(", ")[0])
    told = json.loads(tables.review(1))
    assert told["result"] == tables.games[1].score
    assert told["loss"] > 0
    assert len(told["moments"]) == 3
    assert all(moment["points_lost"] > 0 for moment in told["moments"])


def test_the_command_speaks_mcp(sdk: Any) -> None:
    from mcp import Client, StdioServerParameters

    async def talk() -> None:
        server = StdioServerParameters(command=sys.executable, args=["-m", "tablee", "mcp", "--lang", "fr"])
        async with Client(server) as client:
            assert "Tuile" in told(await client.call_tool("open_table", {"game": "take-it-easy"}))

    asyncio.run(talk())


def test_without_the_extra_the_command_names_it() -> None:
    code = "import sys; sys.modules['mcp'] = None; from tablee.cli import main; sys.exit(main(['mcp', '--lang', 'en']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "tablee[mcp]" in done.stderr
