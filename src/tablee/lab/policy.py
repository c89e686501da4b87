"""Lets a policy that was trained on a batch or in an environment play wherever bots play.

class Mine(PolicyBot):
    policy = staticmethod(my_network)  # takes observations and masks, returns actions

tablee.arena("take-it-easy", [Mine, "greedy"])
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from tablee.core.bot import Bot
from tablee.lab import without

try:
    import numpy as np

    from tablee.kit.kernels.decorators import Array
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.lab.encoding import encoding_for

Policy: TypeAlias = Callable[[Array, Array], Any]  # observations (n, width) and masks (n, moves) in, actions (n,) out


class PolicyBot(Bot[Any, Any]):
    """A bot that asks a policy, in the encoding of `tablee.lab.encoding`; at a table, about one game at a time."""

    scaled: ClassVar[bool] = True  # observations between 0 and 1; False gives whole numbers

    @staticmethod
    @abstractmethod
    def policy(observations: Array, masks: Array) -> Any:
        """The number of an action for each row; it must be legal."""

    def choose(self, view: Any, legal: Sequence[Any], now: int) -> Any:
        encoding = encoding_for(self.game, view)
        seen = encoding.observe(view)[None]
        found = self.policy(encoding.scaled(seen) if self.scaled else seen, encoding.mask(legal)[None])
        return self.game.read(encoding.moves[int(np.asarray(found).reshape(-1)[0])])
