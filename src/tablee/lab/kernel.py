"""The kernels of a game: what they must be able to do, and how they are found. Needs `tablee[lab]`.

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

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from tablee.core import record, registry
from tablee.core.game import AnyGame, Refusal, Seat, say
from tablee.core.options import changed, read_options
from tablee.lab import without

try:
    import numpy as np
    import numpy.typing as npt

    from tablee.kit.kernels import chance
    from tablee.kit.kernels.decorators import Array
    from tablee.kit.kernels.fields import Field
except ModuleNotFoundError as missing:
    raise without(missing) from missing

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


SHARED = Path(chance.__file__).parent  # functions that become part of kernels


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
