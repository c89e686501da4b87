"""The champion of Ultim' Limit: in Super, the expert's plan of a turn with learnt values of loot, corrected by a small net.

- What a loot is worth for the rest of the game is learnt, and cards of the row count together, not one by one.
- A card that stays in the row helps or hinders whoever plays next: the seat itself if it is alone, else a rival. A card that is
  taken is one less for rivals.
- What the plan promises of rolling on, of a turned glass and of a new row is corrected by what came of such plans.

With young players and in Classic it plays as the expert does. The values are computed by compiled code (kernels/champion.py) from
the weights in `champion.bin`; docs/champions-ultim-limit.md tells how they are learnt.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from tablee.core.bot import Value
from tablee.core.game import total
from tablee.games.ultim_limit.actions import ROLL, STOP, TAKES, ULTIM_CARDS, ULTIM_GLASS, Action
from tablee.games.ultim_limit.deck import NUMBER
from tablee.games.ultim_limit.dice import USES
from tablee.games.ultim_limit.players.expert import PLAN_ERROR, TURN_ERROR, Expert
from tablee.games.ultim_limit.rules import Options, PublicState, View
from tablee.kit.background import in_background

FILE = Path(__file__).with_name("champion.bin")
DIGEST = FILE.with_suffix(".sha256")


class Champion(Expert):
    """Takes the best action by the values of the compiled plan, in Super."""

    weights = (FILE,)
    needs = "numba"

    def values(self, view: View, legal: Sequence[Action], now: int) -> list[Value]:
        if not learnt(view.seen.options) or view.seen.phase != "turn":
            return super().values(view, legal, now)
        outlook = import_kernels().look(view, self.seat, now)
        values = dict(zip(actions_of(view.seen), outlook.values, strict=True))
        self.evaluations += len(values)
        safe, error = (
            total(self.game.sheet(view, self.seat)) + outlook.base,
            PLAN_ERROR + self.turns_to_come(view.seen) * TURN_ERROR,
        )
        return [Value(safe + values[action], error) for action in legal]

    def pace(self, view: View, action: Action, now: int) -> int:
        if not learnt(view.seen.options):
            return super().pace(view, action, now)
        wait = round(import_kernels().look(view, self.seat, now).wait) if action == ULTIM_GLASS else 0
        return super(Expert, self).pace(view, action, now) + wait

    def ready(self) -> bool:
        return not compiling().is_alive()


def learnt(options: Options) -> bool:
    """Whether there are values for these options."""
    return options.scoring == "super" and not options.young


def actions_of(seen: PublicState) -> list[Action]:
    """What can be done in a turn, in the order of the rules and the compiled code."""
    uses, row = USES[seen.unspent], enumerate(seen.row)
    takes = [TAKES[slot, used] for slot, card in row if card is not None for used in uses.get(NUMBER[card], ())]
    return [ROLL, STOP, *takes, *((ULTIM_GLASS, ULTIM_CARDS) if seen.may_ultim else ())]


def read_weights() -> bytes:
    """Raises ValueError if the file is damaged."""
    packed = FILE.read_bytes()
    if sha256(packed).hexdigest() != DIGEST.read_text().split()[0]:
        raise ValueError(f"{FILE.name} does not match {DIGEST.name}")
    return packed


def import_kernels() -> Any:
    return import_module("tablee.games.ultim_limit.kernels.champion")


# Compiles the kernels. Where they have been compiled before, this takes a second, otherwise a minute.
compiling = in_background(lambda: import_kernels().prepare())
