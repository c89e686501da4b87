"""What is decided before a match: the customs of the house, and who sits where. Stored as JSON until the match is pruned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec import Struct

from tablee.bots import best_bot, player
from tablee.core.game import AnyGame, BadOptions, BadText, Message, Refusal, Seat, say
from tablee.core.options import changed, read_options
from tablee.core.registry import Entry
from tablee.fair import commitment
from tablee.match import CAP
from tablee.server import wire
from tablee.table import BOT


@dataclass(frozen=True, slots=True)
class Customs:
    """How the house does things. Times in ms."""

    cap: int = CAP  # lag that is believed at the most
    brisk: int = 700  # a bot takes no longer where no clock runs
    reveal: int = 5_000  # to reveal nonces
    absence: int = 60_000  # then a bot plays for somebody who is missed
    delay: int = 30_000  # of what spectators see where there are secrets
    boards: int = 1000  # of a match: its seats times the games of its series; to wake it, all are played over
    big: int = 12  # seats; above, who has chosen is told as a number
    timer: int = 60  # seconds for a step in a room with more seats than a table offers
    throttle: int = 250  # between two such numbers
    spectators: int = 200
    devices: int = 8  # of one seat, at a time
    tokens: int = 50  # of one person


class Refused(Refusal):
    """A request that cannot be met; `code` is for programs."""

    def __init__(self, code: str, message: Message | None = None) -> None:
        super().__init__(message or say(code))
        self.code = code


def code_of(refusal: Refusal) -> str:
    return refusal.code if isinstance(refusal, Refused) else "refused"


class Person(Struct):
    id: int
    name: str
    commit: str = ""
    nonce: str | None = None
    tokens: int = 1
    before: int = -1  # in a rematch: their id in the match before


class Place(Struct):
    """A seat of the table, with the people who share it."""

    kind: Literal["open", "bot", "closed"]
    level: str = ""
    people: list[Person] = []


class Setup(Struct):
    """All that is decided before the match; stored as JSON."""

    game: str
    options: dict[str, str | int | bool]
    series: int
    public: bool
    timer: int  # seconds
    places: list[Place]
    host: int = 0
    people: int = 0  # how many have ever sat down: the next one's id
    parted: dict[int, str] = {}  # who has gone for good, and why: `left`, `removed`

    def here(self, seat: Seat) -> list[Person]:
        return [one for one in self.places[seat].people if one.id not in self.parted]

    def seat_of(self, person: int) -> Seat | None:
        seats = (seat for seat in range(len(self.places)) if any(one.id == person for one in self.here(seat)))
        return next(seats, None)


def place_info(place: Place) -> wire.SeatInfo:
    if place.kind != "open" or not place.people:
        return wire.SeatInfo(place.kind, level=place.level)
    return wire.SeatInfo("person", tuple(one.name for one in place.people))


def table_info(
    id: str, state: Any, setup: Setup, seed: str, next: str, seats: tuple[wire.SeatInfo, ...] | None = None
) -> wire.TableInfo:
    """What anybody with the link may know. `seats`: as they are now, if somebody is there."""
    host = setup.seat_of(setup.host)
    return wire.TableInfo(
        match=id,
        state=state,
        game=setup.game,
        options=setup.options,
        series=setup.series,
        public=setup.public,
        timer=setup.timer,
        seats=tuple(map(place_info, setup.places)) if seats is None else seats,
        host=-1 if host is None else host,
        commit=commitment(seed) if seed else "",
        next=next,
    )


def plan(entry: Entry, create: wire.Create, customs: Customs) -> Setup:
    """The setup of a new table, nobody seated yet. Raises Refusal."""
    game = entry.game
    options = read_options(game.options, create.options)
    places = [_place(entry, wish) for wish in create.seats]
    seats = _taking_part(game, options, places)
    if not any(place.kind == "open" for place in places):
        raise Refused("no-open-seat")
    if len(places) * create.series > customs.boards:
        raise BadOptions(say("long-series", games=create.series, seats=len(places), most=customs.boards // len(places)))
    timer = create.timer
    if timer is None:
        timer = customs.timer if seats > game.usual_seats[-1] else 0
    return Setup(game.id, changed(options), create.series, create.public, timer, places)


def arranged(entry: Entry, setup: Setup, seat: Seat, wish: wire.SeatWish) -> list[Place]:
    """The places of a table, one of which nobody has taken as it is wished for. Raises Refusal."""
    places = [*setup.places]
    if not 0 <= seat < len(places):
        raise Refused("no-seat")
    if places[seat].people:
        raise Refused("seat-taken", say("seat-taken", number=seat + 1))
    places[seat] = _place(entry, wish)
    _taking_part(entry.game, read_options(entry.game.options, setup.options), places)
    return places


def _taking_part(game: AnyGame, options: Any, places: Sequence[Place]) -> int:
    """How many seats play if nobody stays away. Raises Refusal if so many cannot."""
    seats = sum(place.kind != "closed" for place in places)
    if not game.seats[0] <= seats <= game.seats[-1]:
        raise BadOptions(say("bad-seats", found=seats, least=game.seats[0], most=game.seats[-1]))
    game.start(seats, options)
    return seats


def _place(entry: Entry, wish: wire.SeatWish) -> Place:
    if wish.kind != "bot":
        return Place(wish.kind)
    level = wish.level or best_bot(entry)
    player(entry, level)
    return Place("bot", level)


def clean_name(name: str) -> str:
    """Raises BadText for a name that would not read as one."""
    name = " ".join(name.split())
    seen = name.replace("\u200d", "")  # which joins the signs of an emoji
    if not seen or not seen.isprintable() or name.startswith(BOT):
        raise BadText(say("bad-name"))
    return name
