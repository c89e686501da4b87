"""Leagues between bots: everybody plays the same deals, in every seat.

A league has a number of deals. For each deal the bots are put in a random order, and played once from each place of it:
rotation k of a deal has the bots k, k + 1 … of that order at its seats, round and round. So every bot plays every deal in every
seat once, whatever the number of seats. Everything follows from the league's seed and the number of the deal.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from socket import gethostname
from typing import Any, TypeAlias

from tablee import bots, kit
from tablee.bots.own import BadBot, maker, source_of
from tablee.core import registry
from tablee.core.game import BadText, Refusal, say
from tablee.core.options import read_options
from tablee.fair import seeded_secret
from tablee.lab.spread import spread
from tablee.table import BOT, Table

CHUNK = 4  # deals that one worker plays at a time
RESULTS = "results.jsonl"


@cache
def digest_of(folder: Path, named: tuple[str, ...] = ()) -> str:
    """Changes with the code of a game, its bots and their weights, with what all games and bots share, and with the files of bots
    that are named as `module:Class`."""
    digest = sha256()
    for home in (folder, *(Path(str(package.__file__)).parent for package in (bots, kit))):
        for file in sorted(path for kind in ("py", "bin", "toml") for path in home.rglob(f"*.{kind}")):
            data = file.read_bytes()
            digest.update(f"{file.relative_to(home).as_posix()}\0{len(data)}\0".encode() + data)
    for bot in named:
        if ":" in bot:
            digest.update(f"{bot}\0".encode() + source_of(bot))
    return digest.hexdigest()[:16]


@dataclass(frozen=True)
class League:
    """What is to be played; texts and numbers only, so that workers anywhere can be told."""

    game: str  # an id, or the dotted name of a module
    bots: tuple[str, ...]  # levels of the game, or `module:Class`
    seats: int
    deals: int
    seed: str
    options: tuple[tuple[str, str | int | bool], ...] = ()
    rules: str = field(init=False)
    players: str = field(init=False)  # a digest of the bots: other code or other weights play another league

    def __post_init__(self) -> None:
        """Raises Refusal for bots, seats or options that the game does not have."""
        entry = registry.by_name(self.game)
        entry.game.check_seats(self.seats)
        for bot in self.bots:
            maker(entry, bot)
        if len(set(self.bots)) < max(2, len(self.bots)):
            raise BadText(say("arena-bots"))
        options = read_options(entry.game.options, dict(self.options))
        entry.game.start(self.seats, options)
        object.__setattr__(self, "options", tuple(sorted(asdict(options).items())))
        object.__setattr__(self, "rules", entry.game.version)
        object.__setattr__(self, "players", digest_of(entry.folder, self.bots))

    def order(self, deal: int) -> list[int]:
        """The bots, by number, in the order of this deal."""
        chance = random.Random(seeded_secret("arena order", self.seed, deal))
        return chance.sample(range(len(self.bots)), len(self.bots))

    def line_up(self, deal: int, rotation: int) -> tuple[int, ...]:
        """By seat, the number of the bot."""
        order = self.order(deal)
        return tuple(order[(rotation + seat) % len(order)] for seat in range(self.seats))

    def chunks(self) -> range:
        return range(0, self.deals, CHUNK)


@dataclass(frozen=True, slots=True)
class LeagueMatch:
    """One match of a league. `luck` is empty where the game cannot tell it."""

    deal: int
    rotation: int
    scores: tuple[int, ...]
    places: tuple[int, ...]
    luck: tuple[float, ...] = ()


Chunk: TypeAlias = tuple[League, int]  # with the number of its first deal


def play_chunk(chunk: Chunk) -> list[LeagueMatch]:
    league, first = chunk
    deals = range(first, min(first + CHUNK, league.deals))
    return [play(league, deal, rotation) for deal in deals for rotation in range(len(league.bots))]


def play(league: League, deal: int, rotation: int) -> LeagueMatch:
    """One match, always the same: its draws follow from the deal, the chance of bots from the deal and their seat."""
    entry = registry.by_name(league.game)
    for bot in league.bots:
        try:
            maker(entry, bot)
        except BadBot as error:  # on another machine, too
            raise BadBot(say("arena-no-bot", host=gethostname(), why=error.text())) from None
    if digest_of(entry.folder, league.bots) != league.players:  # on another machine
        raise Refusal(say("arena-players", host=gethostname()))
    seats = [BOT + league.bots[bot] for bot in league.line_up(deal, rotation)]
    secret = seeded_secret("arena", entry.game.id, league.seed, deal)
    options: dict[str, Any] = dict(league.options)
    table = Table(entry, seats, seed=secret, **options)
    table.run()
    result = table.match.result()
    luck = tuple(entry.luck(table.match.view(None), seat) for seat in range(table.match.seats)) if entry.luck else ()
    return LeagueMatch(deal, rotation, result.scores, result.places, luck)


def run(
    league: League, store: ResultsFile | None = None, workers: int = 1, cluster: str | None = None
) -> Iterator[list[LeagueMatch]]:
    """Plays what the store does not have yet, and yields every chunk: first those that it had, then each when it is done."""
    had = store.read() if store else {}
    yield from had.values()
    missing = [(league, first) for first in league.chunks() if first not in had]
    for (_, first), played in spread(play_chunk, missing, workers, cluster):
        if store:
            store.add(first, played)
        yield played


class ResultsFile:
    """The results of a league in a folder, a line for each chunk, so that a run that was stopped can go on."""

    def __init__(self, folder: str | os.PathLike[str], league: League, resume: bool = False) -> None:
        """Raises BadText if results are there that are not to be resumed, or of another league."""
        self.folder, self.league = Path(folder), league
        self.path = self.folder / RESULTS
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            self._append(_header(league))
        elif not resume:
            raise BadText(say("arena-there", file=str(self.path)))
        elif self._lines()[:1] != [_header(league)]:
            raise BadText(say("arena-other", file=str(self.path)))

    def read(self) -> dict[int, list[LeagueMatch]]:
        """The chunks that are whole, by their first deal. A last line that was cut off is removed."""
        lines = self._lines()
        text = "".join(json.dumps(line) + "\n" for line in lines)
        if text.encode() != self.path.read_bytes():
            self.path.write_bytes(text.encode())
        found = {}
        for first, *matches in lines[1:]:
            played = [LeagueMatch(deal, rotation, *map(tuple, rest)) for deal, rotation, *rest in matches]
            found[first] = [match for match in played if match.deal < self.league.deals]
        return {
            first: found[first] for first in sorted(found) if first in self.league.chunks() and self._whole(found[first], first)
        }

    def _whole(self, played: Sequence[LeagueMatch], first: int) -> bool:
        """A league that is made longer plays its last chunk anew if that was a short one."""
        deals = min(CHUNK, self.league.deals - first)
        return len(played) == deals * len(self.league.bots)

    def add(self, first: int, played: Iterable[LeagueMatch]) -> None:
        self._append([first, *([match.deal, match.rotation, match.scores, match.places, match.luck] for match in played)])

    def _append(self, line: Any) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def _lines(self) -> list[Any]:
        found = []
        for line in self.path.read_bytes().splitlines(keepends=True):
            try:
                found.append(json.loads(line))
            except ValueError:
                break
            if not line.endswith(b"\n"):
                found.pop()
        return found


def _header(league: League) -> dict[str, Any]:
    """What must be the same to go on; a league can be made longer."""
    told = asdict(replace(league, deals=0)) | {"tablee-arena": 1}
    return json.loads(json.dumps(told))  # type: ignore[no-any-return]
