"""Play, check and study board games.

    import tablee

    table = tablee.Table("take-it-easy", ["Ada", "bot:greedy"], seed="holiday")
    while table.run():  # until somebody has to act; () when the match is over
        table.act(0, table.legal(0)[0])  # Ada takes the first free cell
    print(table.match.result().scores)
    tablee.verify(table.record())  # recomputes every draw

`all_games` lists what can be played. `read` loads a record, finished or not, `positions` steps through it, `verify` checks a
finished one, and `review` says what each decision in it was worth. `simulate` and `arena` let bots play, yours included;
`values` tells what a bot expects. `text` and `svg` show a table. `score` scores boards from a real table, and `solve` finds
the best ones. The games themselves are in `tablee.games`.
"""

__version__ = "0.1.0"
__all__ = [
    "BadRecord",
    "Bot",
    "Match",
    "Position",
    "Refusal",
    "Table",
    "all_games",
    "arena",
    "loads",
    "positions",
    "read",
    "review",
    "score",
    "sheets",
    "simulate",
    "solve",
    "svg",
    "text",
    "values",
    "verify",
]

TYPE_CHECKING = False  # as in `typing`, which need not be imported for it
if TYPE_CHECKING:
    from tablee.core.bot import Bot
    from tablee.core.game import Refusal
    from tablee.core.record import BadRecord
    from tablee.core.registry import all_games
    from tablee.drawing import svg, text
    from tablee.lab.simulate import simulate
    from tablee.lab.standings import arena
    from tablee.match import Match, Position
    from tablee.real_boards import score, sheets
    from tablee.replay import loads, positions, read, verify
    from tablee.reviews import review
    from tablee.solutions import solve, values
    from tablee.table import Table

_HOMES = {
    "BadRecord": "core.record",
    "Bot": "core.bot",
    "Match": "match",
    "Position": "match",
    "Refusal": "core.game",
    "Table": "table",
    "all_games": "core.registry",
    "arena": "lab.standings",
    "loads": "replay",
    "positions": "replay",
    "read": "replay",
    "review": "reviews",
    "score": "real_boards",
    "sheets": "real_boards",
    "simulate": "lab.simulate",
    "solve": "solutions",
    "svg": "drawing",
    "text": "drawing",
    "values": "solutions",
    "verify": "replay",
}


def __getattr__(name: str) -> object:
    """Imports a name when it is first used, so that `tablee --version` starts at once."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'tablee' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"tablee.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
