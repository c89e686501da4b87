"""Many games at once, as numpy arrays, in compiled kernels. Needs `tablee[lab]`.

    batch = Batch("take-it-easy", 1000, seed=7)
    while batch.waiting.any():
        batch.step(batch.random_actions())
    batch.scores                    # (1000, 1)
    batch.write_match(3)            # a record that the rules replay to the same result

Game number k of a seed is the same game in a batch of any size, at any position in it and on any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cache
from operator import index
from typing import Any

from rich.console import Console
from rich.progress import track

from tablee.core import record
from tablee.core.game import AnyGame, Refusal, Seat, places, say
from tablee.lab import without

try:
    import numpy as np
    import numpy.typing as npt

    from tablee.kit.kernels.chance import mix, word_of
    from tablee.kit.kernels.decorators import Array as Array
    from tablee.kit.kernels.decorators import compiled
except ModuleNotFoundError as missing:
    raise without(missing) from missing

from tablee.lab.kernel import BatchState, Setting, bots_of

WORD = (1 << 64) - 1
PIECE = 1 << 12  # games that one thread plays at a time; they fit into its cache
BIG_PIECE = 1 << 18  # the same for kernels with `whole`
PACE = 1000  # ms, like a bot's


class Batch:
    """n games of one kind, stepped together. The arrays it returns do not change later; some are read-only.

    `numbers` are the numbers of its games under the seed, starting at `first`. With `keep`, the batch remembers all actions,
    so that `write_match` can replay a game; this takes 8 bytes for each seat, game and step.
    """

    def __init__(
        self,
        game: str | AnyGame,
        n: int,
        seed: int = 0,
        seats: int | None = None,
        options: Any = None,
        *,
        first: int = 0,
        threads: int = 1,
        keep: bool = True,
        log: bool = False,
    ) -> None:
        """`options` are of the game's own type, or names with values. `log` keeps every row of every game. Raises Refusal."""
        if n < 1 or first < 0 or threads < 1:
            raise ValueError(f"a batch needs at least one game and thread, and numbers from 0: got {n=}, {threads=}, {first=}")
        self.setting = Setting(game, seats, options)
        self.kernel, self.seats = self.setting.kernel, self.setting.seats
        self.n, self.first, self.threads, self.keep = n, first, threads, keep
        self.state = self.kernel.fresh(n)
        self.log = self.setting.log(n, log)
        self._seen: dict[str, Array] = {}  # what the kernel has filled in since the last change
        self.reset(seed)

    @property
    def moves(self) -> tuple[str, ...]:
        """The text of each action."""
        return self.kernel.moves

    @property
    def bytes_per_game(self) -> float:
        """Memory during play, without the arrays it returns and what `keep` remembers."""
        return float(sum(array.nbytes for array in (*self.state, self.numbers, self.steps, self.since)) / self.n)

    def reset(self, seed: int | None = None) -> None:
        """Restarts all games; without a seed, the same ones again."""
        if seed is not None:
            self.seed = index(seed)  # a Python int: numpy's would overflow
        self.numbers = np.arange(self.first, self.first + self.n)
        self.steps = np.zeros(self.n, np.int32)
        self.history: list[tuple[Array, Array] | None] = []  # None means played out
        self.since = np.zeros(self.n, np.int32)
        self._begin(self.numbers)

    def renew(self, rows: npt.ArrayLike) -> None:
        """Replaces the games in these rows (n,) bool by new ones, with the next unused numbers."""
        rows = np.asarray(rows, bool)
        self.numbers[rows] += self.n
        self.steps[rows] = 0
        self.since[rows] = len(self.history)
        self._begin(np.where(rows, self.numbers, -1))

    @property
    def waiting(self) -> Array:
        """(n, seats) bool: the seats to act."""
        return _shown(self._waiting())

    @property
    def mask(self) -> Array:
        """(n, seats, moves) bool: the legal actions."""
        return _shown(self._mask())

    @property
    def over(self) -> Array:
        """(n,) bool"""
        return np.logical_not(self._waiting().any(axis=1))

    @property
    def scores(self) -> Array:
        """(n, seats) int32: the scores so far, including what a seat may not have been shown yet."""
        return _shown(self._outcome()[0])

    @property
    def places(self) -> Array:
        """(n, seats) int32: 1 is the best; 0 until the game is over."""
        return _shown(self._outcome()[1])

    def results(self, rows: npt.ArrayLike) -> tuple[Array, Array]:
        """The scores and places (k, seats) of the games in these rows (n,) bool: faster than those of all games."""
        scores, places = (np.empty((np.count_nonzero(rows), self.seats), np.int32) for _ in range(2))
        self.kernel.outcome(self.state.__class__(*(array[rows] for array in self.state)), scores, places)
        return scores, places

    def take(self, rows: Array) -> Batch:
        """A batch of the games with these indices only, which remembers no actions; `put` brings them back."""
        part = copy(self)
        part.n, part.keep, part.history = len(rows), False, []
        part.state = self.state.__class__(*(array[rows] for array in self.state))
        part.numbers, part.steps, part.since = self.numbers[rows], self.steps[rows], self.since[rows]
        part.log, part._seen = self.log[rows], {}
        return part

    def put(self, rows: Array, part: Batch) -> None:
        """Replaces the games with these indices by those of a batch that `take` made."""
        for array, new in zip((*self.state, self.steps, self.log), (*part.state, part.steps, part.log), strict=True):
            array[rows] = new
        self._seen = {}

    def observe(self, seat: Seat | None = 0) -> Array:
        """(n, width): what this seat or a spectator has been shown. Raises ValueError if there is no such seat."""
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        out = np.empty((self.n, self.kernel.width), self.kernel.kind)
        self._run(lambda part, state: self.kernel.observe(state, -1 if seat is None else seat, out[part]))
        return out

    def features(self, seat: Seat | None = 0, out: Array | None = None) -> Array:
        """(n, width): what this seat or a spectator sees, as every environment encodes it (`tablee.lab.encoding`).

        out: an array to fill, instead of a new one.
        """
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: seats are 0 to {self.seats - 1}")
        out = np.empty((self.n, sum(field.size for field in self.kernel.fields)), self.kernel.kind) if out is None else out
        fill = getattr(self.kernel, "features", self.kernel.observe)
        self._run(lambda part, state: fill(state, -1 if seat is None else seat, out[part]))
        return out

    def random_actions(self) -> Array:
        """(n, seats) int32: a legal action for each waiting seat, otherwise -1. Always the same for the same game and step."""
        return self._random().copy()

    def _random(self) -> Array:
        if "random" not in self._seen:
            out = self._seen["random"] = np.empty((self.n, self.seats), np.int32)
            mask, seed = self._mask(), np.uint64(self.seed & WORD)
            each(lambda part: _pick(mask[part], seed, self.numbers[part], self.steps[part], out[part]), self.n, self.threads)
        return self._seen["random"]

    def bot_actions(self, level: str, seat: Seat) -> tuple[Array, Array]:
        """What the compiled bot of this level does in a seat: actions (n,) int32, -1 where it is not to act, and the ms it takes.

        Always the same for the same game and step. Raises Refusal if this level is not compiled.
        """
        bots = bots_of(self.setting.game)
        if level not in bots:
            raise Refusal(say("no-compiled-bot", game=self.setting.game.id, level=level[:40], levels=", ".join(bots) or "–"))
        actions, ms, keys = np.full(self.n, -1, np.int32), np.full(self.n, PACE, np.int32), self.bot_keys(seat)
        self._run(
            lambda part, state: bots[level](self.kernel, state, seat, keys[part], self.steps[part], actions[part], ms[part])
        )
        return actions, ms

    def bot_keys(self, seat: Seat) -> Array:
        """(n,) uint64: the key of a compiled bot's random numbers in each game."""
        keys = np.empty(self.n, np.uint64)
        _keys(np.uint64(self.seed & WORD), self.numbers, seat, keys)
        return keys

    def step(self, actions: npt.ArrayLike, ms: npt.ArrayLike = PACE) -> None:
        """Plays one action for each waiting seat, which took this many ms. Games whose actions are all -1 wait.

        actions (n, seats), or (n,) if there is one seat. Raises ValueError and plays nothing if one is illegal.
        """
        chosen, took, acting = self._shaped(actions, "actions"), self._shaped(ms, "ms"), np.empty(self.n, bool)
        if took.min() < 0:
            raise ValueError("ms must not be negative")
        row = _first_illegal(self._waiting(), self._mask(), chosen, acting)
        if row >= 0:
            raise ValueError(f"game {row} of the batch: {chosen[row].tolist()} is not legal for the seats {self._asked(row)}")
        self.steps += acting
        self._remember((chosen, took))
        self._change(lambda part, state: self.kernel.step(state, chosen[part], took[part], self.log[part]))

    def play_out(self) -> None:
        """Plays every game to its end; all seats choose at random."""
        self._remember(None)
        self._change(lambda part, state: self.kernel.finish(state, self.log[part]))

    def write_match(self, row: int) -> str:
        """The record of one game of the batch, finished or not, replayed from its number and its actions."""
        if not self.keep:
            raise ValueError("a batch made with keep=False has no log of its actions")
        row = range(self.n)[row]  # accepts negative indices
        state, log = self.kernel.fresh(1), self.setting.log(1, room=True)
        self.kernel.begin(state, self.seed, self.numbers[row : row + 1], log)
        for given in self.history[self.since[row] :]:
            if given is None:
                self.kernel.finish(state, log)
            else:
                self.kernel.step(state, given[0][row : row + 1], given[1][row : row + 1], log)
        result = record.Result(tuple(self.scores[row].tolist()), tuple(self.places[row].tolist()))
        return self.setting.write(log[0], result if self.over[row] else None)

    def _asked(self, row: int) -> list[int]:
        return [int(seat) for seat in np.flatnonzero(self._waiting()[row])]

    def _shaped(self, given: npt.ArrayLike, what: str) -> Array:
        array = np.asarray(given)
        if not np.issubdtype(array.dtype, np.integer):
            raise ValueError(f"{what} must be integers, not {array.dtype}")
        if array.shape == (self.n,) and self.seats == 1:
            array = array[:, None]
        if array.ndim and array.shape != (self.n, self.seats):
            raise ValueError(f"{what} must have shape {(self.n, self.seats)}, not {array.shape}")
        if not np.can_cast(array.dtype, np.int32):
            array = np.clip(array, -2, (1 << 31) - 1)  # stays out of range
        shaped = np.empty((self.n, self.seats), np.int32)
        shaped[:] = array
        return shaped

    def _remember(self, given: tuple[Array, Array] | None) -> None:
        if self.keep:
            self.history.append(given)

    def _begin(self, numbers: Array) -> None:
        self._change(lambda part, state: self.kernel.begin(state, self.seed, numbers[part], self.log[part]))

    def _change(self, work: Callable[[slice, BatchState], None]) -> None:
        self._seen = {}
        self._run(work)

    def _run(self, work: Callable[[slice, BatchState], None]) -> None:
        each(lambda part: work(part, self.state.__class__(*(array[part] for array in self.state))), self.n, self.threads)

    def _waiting(self) -> Array:
        return self._look("waiting", bool, self.seats)

    def _mask(self) -> Array:
        return self._look("mask", bool, self.seats, len(self.moves))

    def _look(self, name: str, kind: npt.DTypeLike, *shape: int) -> Array:
        """An array filled in by the kernel; cached until the next change."""
        if name not in self._seen:
            out = self._seen[name] = np.empty((self.n, *shape), kind)
            fill = getattr(self.kernel, name)
            self._run(lambda part, state: fill(state, out[part]))
        return self._seen[name]

    def _outcome(self) -> tuple[Array, Array]:
        if "scores" not in self._seen:
            scores, places = (np.empty((self.n, self.seats), np.int32) for _ in range(2))
            self._run(lambda part, state: self.kernel.outcome(state, scores[part], places[part]))
            self._seen |= {"scores": scores, "places": places}
        return self._seen["scores"], self._seen["places"]


def _shown(array: Array) -> Array:
    """A read-only view, because the batch itself uses the array."""
    view = array.view()
    view.flags.writeable = False
    return view


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, "tablee-batch")


def each(work: Callable[[slice], None], n: int, threads: int, piece: int = PIECE) -> None:
    """Works on n games: all at once on one thread, or in pieces on several."""
    if threads == 1 or n <= piece:
        work(slice(0, n))
    else:
        for _ in _pool(threads).map(work, _pieces(n, piece)):
            pass


def _pieces(n: int, piece: int) -> list[slice]:
    return [slice(start, min(start + piece, n)) for start in range(0, n, piece)]


def play_outs(
    game: str | AnyGame,
    n: int,
    seed: int = 0,
    seats: int | None = None,
    options: Any = None,
    *,
    first: int = 0,
    threads: int = 1,
    progress: bool | None = None,
) -> Array:
    """The scores (n, seats) int32 of n whole games in which all seats choose at random. Raises Refusal.

    `progress` shows a progress bar; by default, in a terminal.
    """
    setting = Setting(game, seats, options)
    scores = np.empty((n, setting.seats), np.int32)
    pieces = _pieces(n, BIG_PIECE if hasattr(setting.kernel, "whole") else PIECE)

    def work(part: slice) -> None:
        _whole(setting, seed, first + part.start, scores[part], setting.log(part.stop - part.start, room=False))

    done = _pool(threads).map(work, pieces) if threads > 1 else map(work, pieces)
    console = Console(stderr=True)
    quiet = not (console.is_terminal if progress is None else progress)
    for _ in track(done, setting.game.id, len(pieces), console=console, disable=quiet):
        pass
    return scores


def write_play_out(game: str | AnyGame, number: int, seed: int = 0, seats: int | None = None, options: Any = None) -> str:
    """The record of one game of `play_outs`."""
    setting = Setting(game, seats, options)
    scores, log = np.empty((1, setting.seats), np.int32), setting.log(1, room=True)
    ranks = _whole(setting, seed, number, scores, log)
    return setting.write(log[0], record.Result(tuple(scores[0].tolist()), tuple(ranks[0].tolist())))


def _whole(setting: Setting, seed: int, first: int, scores: Array, log: Array) -> Array:
    """Fills in the scores of whole games, and returns their places if there is a log to write."""
    kernel, seed = setting.kernel, index(seed)
    if whole := getattr(kernel, "whole", None):
        whole(seed, first, scores, log)
        return np.array([places(row) for row in scores.tolist()]) if log.shape[1] else scores
    ranks, state = np.empty_like(scores), kernel.fresh(len(scores))
    kernel.begin(state, seed, np.arange(first, first + len(scores)), log)
    kernel.finish(state, log)
    kernel.outcome(state, scores, ranks)
    return ranks


@compiled
def _first_illegal(waiting: Array, mask: Array, actions: Array, acting: Array) -> int:
    """The first row in which some seat acts but a waiting seat has no legal action; -1 if there is none.

    Fills `acting`: whether anybody acts."""
    for i in range(waiting.shape[0]):
        some, all_legal = False, True
        for seat in range(waiting.shape[1]):
            if waiting[i, seat]:
                action = actions[i, seat]
                some |= action != -1
                all_legal &= 0 <= action < mask.shape[2] and mask[i, seat, action]
        acting[i] = some
        if some and not all_legal:
            return i
    return -1


@compiled
def _keys(seed: Any, numbers: Array, seat: int, out: Array) -> None:
    """The key of a bot's random numbers in each game."""
    for i in range(len(numbers)):
        out[i] = mix(mix(seed ^ BOTS_SALT) + np.uint64(numbers[i])) + np.uint64(seat)


@compiled
def _pick(mask: Array, seed: Any, numbers: Array, steps: Array, out: Array) -> None:
    """A random legal action for each seat that has any, as a function of (seed, game, step, seat)."""
    for i in range(mask.shape[0]):
        key = mix(mix(seed ^ SALT) + np.uint64(numbers[i]))
        for seat in range(mask.shape[1]):
            count = 0
            for action in range(mask.shape[2]):
                count += mask[i, seat, action]
            out[i, seat] = -1
            word = word_of(key, steps[i] * mask.shape[1] + seat)
            left = np.int64(((word >> S32) * np.uint64(count)) >> S32)
            for action in range(mask.shape[2]):
                if mask[i, seat, action]:
                    if left == 0:
                        out[i, seat] = action
                        break
                    left -= 1


S32 = np.uint64(32)
SALT = np.uint64(0xA0761D6478BD642F)  # keeps random actions independent of the game's draws, …
BOTS_SALT = np.uint64(0xE7037ED1A0B428DB)  # … and compiled bots of both
