"""A server for the Model Context Protocol: language models and other tools open tables and play. Needs `tablee[mcp]`.

    tablee mcp

Every table is in this process. The client sits in seat 0 and is told what this seat is shown, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, is_dataclass
from typing import Any, TypeAlias, TypeVar

from tablee import __version__
from tablee.bots import player, players
from tablee.core import registry
from tablee.core.game import Refusal
from tablee.core.options import describe
from tablee.drawing import words_of
from tablee.fair import seeded_secret
from tablee.real_boards import sheets
from tablee.reviews import MILLION, review
from tablee.solutions import solve
from tablee.terminal import Paint
from tablee.text_game import TextGame
from tablee.words import Words, rules_file

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("this needs mcp: pip install 'tablee[mcp]'", name=missing.name) from missing

T = TypeVar("T")
MOST = 100  # tables at the same time; the oldest is closed
INSTRUCTIONS = """Play board games against bots. Begin with list_games, read the rules of one, and open a table: you sit in the
first seat. Act until the match is over. An illegal action changes nothing, and the answer says why."""
OptionValue: TypeAlias = str | int | bool


class Tables:
    """What the tools do. Raises ToolError, with a sentence."""

    def __init__(self, lang: str = "en", seed: str | None = None) -> None:
        """`seed` makes the draws of all tables the same each time; clients cannot choose it, or they could know the draws."""
        self.lang, self.seed = lang, seed
        self.opened = 0
        self.games: dict[int, TextGame] = {}  # by number

    def list_games(self) -> str:
        """The games with their seats, options and bots."""
        lines = []
        for entry in registry.all_games():
            game, words = entry.game, Words(self.lang, entry.folder)
            lines.append(f"{game.id}: {words.text('game')}. {words.text('about')}")
            lines.append(f"  {words.text('seats-known', least=game.seats[0], most=game.usual_seats[-1])}")
            lines += [f"  {option.name}: {option.range} ({option.default})" for option in describe(game.options)]
            lines.append(f"  {words.text('list-bots')}: {', '.join(players(entry))}")
        return "\n".join(lines)

    def read_rules(self, game: str) -> str:
        """The rules of a game."""
        return rules_file(self._find(game).folder, self.lang)[0].read_text("utf-8")

    def open_table(self, game: str, bots: list[str] | None = None, options: dict[str, OptionValue] | None = None) -> str:
        """Opens a table and deals. bots: the levels that play the other seats; by default as few as the game needs. Returns the
        table's number, what you see and your legal actions."""
        entry = self._find(game)  # clients cannot choose what is imported, neither here nor as a bot
        self._refusing(lambda: [player(entry, level) for level in bots or ()])
        given: dict[str, Any] = {**(options or {})}
        table = self._refusing(lambda: TextGame(game, bots, lang=self.lang, rules=False, tries=1 << 62, **given))
        self.opened += 1
        seed = None if self.seed is None else seeded_secret("mcp", self.seed, self.opened)
        text = self._refusing(lambda: table.reset(seed))
        self.games[self.opened] = table
        while len(self.games) > MOST:
            del self.games[next(iter(self.games))]
        return f"table {self.opened}\n{text}"

    def look(self, table: int) -> str:
        """What you see at a table now, and your legal actions."""
        return "\n".join(self._table(table).look())

    def act(self, table: int, action: str) -> str:
        """Plays one of your legal actions, and returns what happened until you have to act again."""
        return self._table(table).step(action)

    def score(self, game: str, board: str | dict[str, Any], options: dict[str, OptionValue] | None = None) -> str:
        """Scores a board of a physical game, row by row; read_rules and `tablee score GAME --help` explain its format."""
        entry = self._find(game)
        (sheet,) = self._refusing(lambda: sheets(entry, board, **(options or {})))
        return "\n".join(Paint(Words(self.lang, entry.folder), plain=True).sheet(sheet))

    def solve(self, game: str, puzzle: str | dict[str, Any] = "", options: dict[str, OptionValue] | None = None) -> str:
        """The best boards for given tiles, or for any: the points, a proven bound, and up to five boards that reach them."""
        entry = self._find(game)
        found = self._refusing(lambda: solve(entry, puzzle, **(options or {})))
        boards = [asdict(board) if is_dataclass(board) and not isinstance(board, type) else board for board in found.boards[:5]]
        return json.dumps({"points": found.points, "bound": found.bound, "boards": boards, "all": len(found.boards)})

    def review(self, table: int) -> str:
        """Reviews your play once a match is over: the result, what luck brought, the points that choices lost, and the three
        choices that lost the most, with what was better and why. Points are as the game's own judge counts them."""
        game = self._table(table)
        if not game.table.match.over:
            raise ToolError(Words(self.lang).text("not-over-yet"))
        found = self._refusing(lambda: review(game.table.record(), game.seat))
        words = words_of(game.table, self.lang).to(game.seat)
        worst = sorted((decision for decision in found.decisions if decision.improvable), key=lambda decision: -decision.loss)[:3]
        moments = [
            {
                "chosen": decision.choices[decision.chosen].action,
                "best": decision.choices[decision.best].action,
                "points_lost": decision.loss / MILLION,
                "reasons": [f"{words(argument.title)}: {words(argument.detail)}" for argument in decision.reasons],
            }
            for decision in worst
        ]
        sums = {name: getattr(found.sums, name) / MILLION for name in ("result", "luck", "loss")}
        return json.dumps(sums | {"judge": words(found.judge), "moments": moments}, ensure_ascii=False)

    def _table(self, number: int) -> TextGame:
        if number not in self.games:
            raise ToolError(Words(self.lang).text("mcp-table", table=str(number)[:20]))
        return self.games[number]

    def _find(self, game: str) -> registry.Entry:
        return self._refusing(lambda: registry.find(game))

    def _refusing(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except Refusal as refusal:
            raise ToolError(refusal.text(self.lang)) from None
        except TypeError as error:
            raise ToolError(str(error)[:200]) from None


def make_server(tables: Tables) -> MCPServer:
    server = MCPServer("tablee", title="Tablée", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    for tool in (
        *(tables.list_games, tables.read_rules, tables.open_table, tables.look, tables.act),
        *(tables.score, tables.solve, tables.review),
    ):
        server.tool(structured_output=False)(tool)
    return server
