"""Play, check and study board games.

    import tablee

    table = tablee.Table("take-it-easy", ["Ada", "bot:greedy"], seed="holiday")
    while table.run():  # until somebody has to act; () when the match is over
        table.act(0, table.legal(0)[0])  # Ada takes the first free cell
    print(table.match.result().scores)
    tablee.verify(table.record())  # recomputes every draw

`all_games` lists what can be played. `read` loads a record file, finished or not, and `verify` checks a finished one.
`review` says what each decision in a finished match was worth. `score` scores boards from a real table, and `solve` finds the
best ones. The games themselves are in `tablee.games`.
"""

__version__ = "0.1.0"
__all__ = [
    "Bot",
    "Match",
    "Refusal",
    "Table",
    "all_games",
    "arena",
    "read",
    "review",
    "score",
    "sheets",
    "simulate",
    "solve",
    "verify",
]

TYPE_CHECKING = False  # as in `typing`, which need not be imported for it
if TYPE_CHECKING:
    from tablee.core.bot import Bot
    from tablee.core.game import Refusal
    from tablee.core.registry import all_games
    from tablee.lab.simulate import simulate
    from tablee.lab.standings import arena
    from tablee.match import Match
    from tablee.real_boards import score, sheets
    from tablee.replay import read, verify
    from tablee.reviews import review
    from tablee.solutions import solve
    from tablee.table import Table

_HOMES = {
    "Bot": "core.bot",
    "Match": "match",
    "Refusal": "core.game",
    "Table": "table",
    "all_games": "core.registry",
    "arena": "lab.standings",
    "read": "replay",
    "review": "reviews",
    "score": "real_boards",
    "sheets": "real_boards",
    "simulate": "lab.simulate",
    "solve": "solutions",
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
