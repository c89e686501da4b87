"""Many games at once, as numpy arrays, in compiled kernels. Needs `tablee[lab]`.

    batch = Batch("take-it-easy", 1000, seed=7)
    while batch.waiting.any():
        batch.step(batch.random_actions())
    batch.scores                    # (1000, 1)
    batch.write_match(3)            # a record that the rules replay to the same result

Game number k of a seed is the same game in a batch of any size, at any position in it and on any number of threads.

Writing kernels for a game
==========================
Put a class `Fast` into `kernels/batch.py` in the game's folder; it is found automatically. `Fast(seats, options)` is a
`Kernel` (below). It holds constants, never games. Its options have the game's own type and are already checked against
the seats. The games of a batch are a NamedTuple of numpy arrays made by `fresh`, whose first axis is the game; threads
get slices of it, so games must not share anything. There is no Python object per game. The docstring of `batch.py` says
how many bytes a game takes.

Numba: decorate what Python calls with `compiled`, and what only kernels call with `inner` (`tablee.kit.kernels`). Numba's cache
only checks the kernel's own file, but tables and functions from other files are compiled in. So when a file in the game's
folder or in `tablee.kit.kernels` has changed, the cache is deleted. Array types must not depend on the number of seats or on
options (vary shapes, not types), so that each kernel is compiled once.

Seats: only seats choose. CHANCE and CLOCK act inside the kernels, so after `begin`, `step` and `finish` either a seat is to
act or the game is over.

Numbers in the arrays:
- *action*: an index into `moves`, the texts that seats can play (`codes` without those of CHANCE and CLOCK); -1 is none.
- *code*: an index into `game.codes(seats, options)`; only logs contain codes.
- *seat*: from 0; logs also use CHANCE and CLOCK as in the core; as an observer, -1 is a spectator.
- *observation*: `width` numbers of type `kind` with exactly the information in `game.view(state, seat)`:
  `observe` equals `write_view(view)`, and `read_view` returns the view (fields that are constant in a batch, such as the
  options, come from the kernel). An observation must not depend on anything the view does not show.

Chance: every random number is a function of (seed, game number, draw number), so nothing depends on the order in which
games are stepped. Put `key_of(seed_word(seed), number)` into the state at `begin`; draw w of the game is `word_of(key, w)`
(`tablee.kit.kernels.chance`, by splitmix64); a number below b < 2**k is `((word >> k) * b) >> (64 - k)`. A game has up to 2**20
draws.
CHANCE's odds are those of `game.odds`. If the deal of a game does not depend on what players do, number its draws in a way
that does not either.

Time: `step` gets the ms that each seat takes to choose, counted from when it could choose, like a bot's `pace`. The action
counts at that time. If that is at the alarm or later, the action is not played, and CLOCK acts at the alarm instead. An
action that comes too soon waits until it counts. Draws take no time. A game without a clock keeps no time in its state: in
its log, a seat's row has the time at which the step began plus the seat's ms, but not less than the row before.

Log: `log` is an int32 array (games, size, 3). With size 0, nothing is logged. Otherwise `log[i, 0, 0]` counts the rows, and
row k of game i, from k = 1, is `log[i, k] = who, code, ms`: everything in a record, in order. `tablee.kit.kernels.log`
adds rows. `rows` is the most a match can need; the caller makes the size `rows + 1`.

Bots: `BOTS` in `kernels/bots.py` holds compiled bots by level, which environments seat as rivals. Each is a function
`(kernel, state, seat, keys, steps, actions, ms)` that fills `actions` and `ms` (n,) int32 where the seat is to act, as the bot
of this level would, and leaves other rows alone. Its random numbers are streams (`tablee.kit.kernels.chance`) of `keys` (n,)
uint64, one for each game and seat: `below_of(stream_of(key, what, number), draw, bound)` stands for draw number `draw` of the
bot's `chance(0, STREAMS[what], number)`; the first of `STREAMS` is `decision`, numbered by `steps`. So both choose alike,
which `bots_agree` checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from functools import cache
from importlib import import_module
from itertools import count as count_from
from operator import index
from pathlib import Path
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.progress import track

from tablee.core import record, registry
from tablee.core.bot import Question
from tablee.core.game import AnyGame, Refusal, Seat, places, say, total
from tablee.core.laws import BrokenLaw, require
from tablee.core.options import changed, read_options
from tablee.match import Match
from tablee.replay import loads

try:
    from tablee.kit.kernels import chance
    from tablee.kit.kernels.chance import below_of, mix, stream_of, word_of
    from tablee.kit.kernels.decorators import Array as Array
    from tablee.kit.kernels.decorators import compiled as compiled
    from tablee.kit.kernels.fields import Field
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError("batches need numba: pip install 'tablee[lab]'", name="numba") from missing


BatchState: TypeAlias = Any  # a NamedTuple of arrays whose first axis is the game
CompiledBot: TypeAlias = Callable[["Kernel", BatchState, Seat, Array, Array, Array, Array], None]


class Kernel(Protocol):
    """One game with a fixed number of seats and fixed options. Methods fill `out` and return nothing."""

    moves: tuple[str, ...]
    width: int
    kind: npt.DTypeLike
    rows: int
    fields: tuple[Field, ...]  # of an observation, or of the features if the kernel has them

    def __init__(self, seats: int, options: Any) -> None: ...

    def fresh(self, n: int) -> BatchState:
        """Arrays for n games; they need not be initialised."""

    def begin(self, state: BatchState, seed: int, numbers: Array, log: Array) -> None:
        """Starts game `numbers[i]` (int64) of this seed in row i and clears its log; leaves rows with -1 as they are."""

    def waiting(self, state: BatchState, out: Array) -> None:
        """out (n, seats) bool: the seats to act; none if the game is over."""

    def mask(self, state: BatchState, out: Array) -> None:
        """out (n, seats, moves) bool: exactly `legal`, all False for a seat that is not to act."""

    def step(self, state: BatchState, actions: Array, ms: Array, log: Array) -> None:
        """Plays actions (n, seats) int32 of all waiting seats, which took ms (n, seats) int32.

        The caller has checked that actions are legal. Actions of seats that are not waiting are ignored. Rows whose game is
        over, or in which no waiting seat has an action (all -1), stay as they are.
        """

    def finish(self, state: BatchState, log: Array) -> None:
        """Plays every game to its end; seats play like the game's bot `random`, pace included."""

    def outcome(self, state: BatchState, scores: Array, places: Array) -> None:
        """(n, seats) int32 each: the totals of the sheets so far, and the places, which are 0 until the game is over."""

    def observe(self, state: BatchState, seat: int, out: Array) -> None:
        """out (n, width) of `kind`: what the seat or a spectator (-1) sees."""

    def write_view(self, view: Any) -> Array:
        """Turns a view into an observation (width,), so that an agent trained in a batch can play at a table."""

    def read_view(self, row: Array) -> Any:
        """Turns an observation into a view."""

    @staticmethod
    def setting_of(view: Any) -> tuple[int, Any]:
        """The number of seats and the options, which every view tells."""

    # Where an observation is too long to learn from, a kernel also has `features(state, seat, out)`, which fills `out` (n, m)
    # with what matters of it, and `write_features(view)`, which makes the same of a view; `fields` then names these m numbers.
    #
    # A kernel may also have `whole(seed, first, scores, log)`, a faster way to play n whole games at random, numbered from
    # `first`. They are not the same games as with `begin` and `finish`, but have the same distribution. It fills `scores`
    # (n, seats) int32, and the log if it has a size, which must not change the scores. It can only be used for games whose
    # places depend on the scores alone.


WORD = (1 << 64) - 1
SHARED = Path(chance.__file__).parent  # functions that become part of kernels
PIECE = 1 << 12  # games that one thread plays at a time; they fit into its cache
BIG_PIECE = 1 << 18  # the same for kernels with `whole`
PACE = 1000  # ms, like a bot's


class Setting:
    """A game with its seats and options, and the kernel for them."""

    def __init__(self, game: str | AnyGame, seats: int | None, options: Any) -> None:
        """Raises Refusal."""
        self.game = registry.find(game).game if isinstance(game, str) else game
        self.seats = self.game.usual_seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        given = options if isinstance(options, Mapping) else changed(options) if options is not None else {}
        self.options = read_options(self.game.options, given)
        self.game.start(self.seats, self.options)  # refuses an invalid combination
        self.kernel: Kernel = fast_of(self.game)(self.seats, self.options)

    def log(self, n: int, room: bool) -> Array:
        return np.zeros((n, self.kernel.rows + 1 if room else 0, 3), np.int32)

    def header(self) -> record.Header:
        game = self.game
        return record.Header(game.id, game.version, game.parts_digest, (("bot:random",),) * self.seats, changed(self.options))

    def write(self, log: Array, result: record.Result | None) -> str:
        """The record of one game, made from its log."""
        codes = self.game.codes(self.seats, self.options)
        rows = (record.Action(who, codes[code], ms) for who, code, ms in log[1 : 1 + log[0, 0]].tolist())
        return "".join(record.write(entry) + "\n" for entry in (self.header(), *rows, result) if entry is not None)


def fast_of(game: AnyGame) -> type[Kernel]:
    """The class `Fast` of the game's `kernels/batch.py`. Raises Refusal if there is none, or if the game has different parts."""
    home = type(game).__module__.rpartition(".")[0]
    package, module = f"{home}.kernels", f"{home}.kernels.batch"
    try:
        kernels = import_module(module)
        for folder in (Path(str(kernels.__file__)).parents[1], Path(__file__).parent):
            drop_stale(folder, SHARED)
        found: type[Kernel] = kernels.Fast
    except ModuleNotFoundError as error:
        if error.name not in (package, module):
            raise
        raise Refusal(say("no-kernel", game=game.id)) from None
    if import_module(home).GAME.parts_digest != game.parts_digest:
        raise Refusal(say("no-kernel", game=game.id))
    return found


def bots_of(game: AnyGame) -> dict[str, CompiledBot]:
    """The compiled bots of a game, by level; they are in its `kernels/bots.py`, if there is one."""
    package = f"{type(game).__module__.rpartition('.')[0]}.kernels"
    try:
        found: dict[str, CompiledBot] = import_module(f"{package}.bots").BOTS
    except ModuleNotFoundError as error:
        if error.name not in (package, f"{package}.bots"):
            raise
        return {}
    return found


@cache
def drop_stale(folder: Path, *shared: Path) -> None:
    """Deletes compiled kernels in this folder that are older than any file in it, or in those it shares with others."""
    files = [path for home in (folder, *shared) for path in home.rglob("*") if path.is_file()]
    newest = max(path.stat().st_mtime for path in files if path.parent.name != "__pycache__")
    with suppress(OSError):  # in a read-only folder, no file has changed either
        for index in folder.rglob("__pycache__/*.nbi"):
            if index.stat().st_mtime < newest:
                index.unlink()


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
        actions, ms = np.full(self.n, -1, np.int32), np.full(self.n, PACE, np.int32)
        keys = np.empty(self.n, np.uint64)
        _keys(np.uint64(self.seed & WORD), self.numbers, seat, keys)
        self._run(
            lambda part, state: bots[level](self.kernel, state, seat, keys[part], self.steps[part], actions[part], ms[part])
        )
        return actions, ms

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
def _drawn(key: Any, what: int, number: int, draw: int, bound: int) -> Any:
    return below_of(stream_of(key, what, number), draw, bound)


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


def agree(game: str | AnyGame, n: int, seed: int = 0, seats: int | None = None, options: Any = None) -> int:
    """Law 11: compares the kernels with the rules in n random games; returns the number of steps compared. Raises BrokenLaw.

    After every step, the same seats must be waiting with the same legal actions; for one of them, the observation must equal
    its view and the score that of its sheet. At the end, all seats are compared. Every record must replay to the same result,
    whether the game was stepped, played out from half-way or played whole.
    """
    batch = Batch(game, n, seed, seats, options, log=True)
    twins = [Match(batch.setting.game, batch.setting.header()) for _ in range(n)]
    times = np.random.default_rng(seed & WORD)
    _compare(batch, twins, 0)
    steps = 0
    while not batch.over.all():
        batch.step(batch.random_actions(), times.integers(0, 3 * PACE, (n, batch.seats)))
        steps += 1
        _compare(batch, twins, steps)
    _replay_all(batch)
    batch.reset()
    for _ in range(steps // 2):
        batch.step(batch.random_actions())
    batch.play_out()
    _replay_all(batch)
    for number, scores in enumerate(play_outs(game, n, seed, seats, options, progress=False)):
        require(
            11,
            _fold(batch, write_play_out(game, number, seed, seats, options)) == scores.tolist(),
            f"playout {number} scores otherwise",
        )
    return steps


def bots_agree(game: str | AnyGame, level: str, n: int, seed: int = 0, seats: int | None = None, options: Any = None) -> int:
    """Law 11 for a compiled bot, in n games of which it plays every seat: with the same random numbers, the bot of its level
    makes the same choices and takes the same time. Returns the number of choices compared. Raises BrokenLaw."""
    batch = Batch(game, n, seed, seats, options, log=True)
    home = type(batch.setting.game).__module__.rpartition(".")[0]
    make, streams = import_module(home).BOTS[level], import_module(f"{home}.kernels.bots").STREAMS
    twins = [Match(batch.setting.game, batch.setting.header()) for _ in range(n)]
    compared = 0
    while not batch.over.all():
        answers = [batch.bot_actions(level, seat) for seat in range(batch.seats)]
        for row, twin in enumerate(twins):
            _follow(batch, twin, row)
            for seat in np.flatnonzero(batch.waiting[row]).tolist():
                bot = make(batch.setting.game, seat, _twin_chance(batch, row, seat, streams))
                at, turn = int(batch.log[row, batch.log[row, 0, 0], 2]), int(batch.steps[row])
                action, ms = bot.answer(Question(0, seat, twin.view(seat), twin.legal(seat), at, turn))
                found = batch.moves[answers[seat][0][row]], int(answers[seat][1][row])
                expected = batch.setting.game.write(action), ms
                where = f"game {row} after {len(twin.rows)} rows"
                require(11, found == expected, f"{where}: {level} in seat {seat} answers {expected}, its kernel {found}")
                compared += 1
        batch.step(*(np.stack(of, axis=1) for of in zip(*answers, strict=True)))
    return compared


def _twin_chance(batch: Batch, row: int, seat: Seat, streams: Sequence[str]) -> Callable[..., Callable[[int], int]]:
    """The random numbers of a compiled bot, for the bot that it stands for."""
    keys = np.empty(1, np.uint64)
    _keys(np.uint64(batch.seed & WORD), batch.numbers[row : row + 1], seat, keys)

    def chance(*words: str | int) -> Callable[[int], int]:
        draws, what = count_from(), [streams.index(word) for word in words if isinstance(word, str)]
        number = next((word for word in words[2:] if isinstance(word, int)), 0)
        return lambda bound: int(_drawn(keys[0], what[0] if what else 0, number, next(draws), bound))

    return chance


def _replay_all(batch: Batch) -> None:
    for row in range(batch.n):
        require(11, _fold(batch, batch.write_match(row)) == batch.scores[row].tolist(), f"game {row} has different scores")


def _fold(batch: Batch, text: str) -> list[int]:
    """The scores of a finished record, according to the rules."""
    game = batch.setting.game
    try:
        return list(loads(text.splitlines(), lambda _: registry.Entry(game, {}, Path())).result().scores)
    except record.BadRecord as error:
        raise BrokenLaw(11, f"line {error.line} of a record: {error}") from error


def _compare(batch: Batch, twins: Sequence[Match], step: int) -> None:
    """Compares the batch with the same games under the rules, after playing the new rows of its log."""
    watchers = (None, *range(batch.seats))
    seen = {watcher: batch.observe(watcher) for watcher in watchers}
    features = {watcher: batch.features(watcher) for watcher in watchers}
    for row, twin in enumerate(twins):
        _follow(batch, twin, row)
        where = f"game {row} after {len(twin.rows)} rows"
        _compare_choices(batch, twin, row, where)
        over = batch.over[row]
        for watcher in watchers if over else watchers[(row + step) % len(watchers) :][:1]:
            _compare_views(batch, twin.view(watcher), seen[watcher][row], f"{where}: watcher {watcher}")
            _compare_features(batch, twin.view(watcher), features[watcher][row], f"{where}: watcher {watcher}")
            _compare_scores(batch, twin, row, watcher or 0, where)
        outcome = twin.outcome()
        places = outcome.places if outcome else (0,) * batch.seats
        require(11, places == tuple(batch.places[row]), f"{where}: the places differ")


def _follow(batch: Batch, twin: Match, row: int) -> None:
    """Plays the new rows of a game's log under the rules."""
    log, codes = batch.log[row], twin.game.codes(batch.seats, batch.setting.options)
    for who, code, ms in log[1 + len(twin.rows) : 1 + log[0, 0]].tolist():
        _act(twin, who, codes[code], ms)


def _compare_choices(batch: Batch, twin: Match, row: int, where: str) -> None:
    waiting = tuple(seat for seat in range(batch.seats) if batch.waiting[row, seat])
    require(11, twin.to_act() == waiting and not twin.chosen, f"{where}: {waiting} are to act, not {twin.to_act()}")
    for seat in range(batch.seats):
        legal = {batch.moves[action] for action in np.flatnonzero(batch.mask[row, seat])}
        require(11, legal == set(map(twin.game.write, twin.legal(seat))), f"{where}: the legal actions of seat {seat} differ")


def _compare_features(batch: Batch, view: Any, found: Array, where: str) -> None:
    kernel, at = batch.kernel, 0
    written = getattr(kernel, "write_features", kernel.write_view)(view)
    require(11, np.array_equal(written, found), f"{where}: the features are not those of its view")
    require(11, kernel.setting_of(view) == (batch.seats, batch.setting.options), f"{where}: the view has another setting")
    for name, count, low, high in kernel.fields:
        part = found[at : at + count]
        require(11, low <= part.min() and part.max() <= high, f"{where}: {name} is {part.tolist()}, not from {low} to {high}")
        at += count


def _compare_views(batch: Batch, view: Any, seen: Array, where: str) -> None:
    require(11, np.array_equal(batch.kernel.write_view(view), seen), f"{where}: the observation is not its view")
    require(11, batch.kernel.read_view(seen) == view, f"{where}: the observation reads as a different view")


def _compare_scores(batch: Batch, twin: Match, row: int, seat: Seat, where: str) -> None:
    score = total(twin.game.sheet(twin.view(seat), seat))
    require(11, score == batch.scores[row, seat], f"{where}: seat {seat} has {batch.scores[row, seat]} points, not {score}")


def _act(twin: Match, who: Seat, text: str, ms: int) -> None:
    try:
        twin.act(who, text, ms)
    except Refusal as refusal:
        raise BrokenLaw(11, f"{who} plays {text} at {ms}, which the rules refuse: {refusal}") from refusal
