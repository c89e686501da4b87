"""What is decided before a match: the game, its options and who sits where."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tablee.bots import fast_bot, player
from tablee.core.game import AnyGame, BadOptions, BadText, Seat, say
from tablee.core.guide import Guide
from tablee.core.options import changed, new_options, read_options
from tablee.core.registry import Entry
from tablee.daily import DailyDeal
from tablee.fair import commitment
from tablee.protocol import wire
from tablee.protocol.reasons import Parting, Refused
from tablee.rooms.settings import RoomSettings
from tablee.storage.store import Damaged, StoredMatch
from tablee.table import BOT

# letters and signs by category, which are drawn as nothing: Hangul and Khmer fillers, Braille without dots, an empty note
BLANKS = dict.fromkeys((0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159), " ")

DECIDED = ("series", "public", "timer", "pace", "aids", "bag", "hints")  # by the host, besides the options


class Person(Struct):
    id: int
    name: str
    commit: str = ""
    nonce: str | None = None
    tokens: int = 1
    links: int = 0  # tokens of these that were made to be passed on
    before: int = -1  # in a rematch: their id in the previous match


class SeatPlan(Struct):
    """One seat of the table, with the people who share it."""

    kind: Literal["open", "bot", "closed"]
    level: str = ""
    people: list[Person] = []


class Setup(Struct):
    """Everything decided before the match; stored as JSON."""

    game: str
    options: dict[str, str | int | bool]
    series: int
    public: bool
    timer: int  # seconds
    places: list[SeatPlan]
    host: int = 0
    people: int = 0  # how many people have ever sat down; the next one's id
    parted: dict[int, Parting] = {}  # people who have left for good, and why
    practice: bool = False
    pace: wire.Pace = "normal"
    aids: bool = True
    hints: bool = True
    bag: bool = True
    daily: str = ""  # the date, if it is the deal of a day
    bot_seed: str = ""  # of the bots' random numbers: never leaves the server; made when the match begins

    def here(self, seat: Seat) -> list[Person]:
        return [person for person in self.places[seat].people if person.id not in self.parted]

    def anybody_at(self, seat: Seat) -> bool:
        people = self.places[seat].people
        return bool(self.here(seat) if self.parted else people)

    @property
    def for_one(self) -> bool:
        """Whether one person has sat down, alone or with bots, and nobody else ever has."""
        return sum(len(plan.people) for plan in self.places) == 1

    def person(self, id: int) -> Person:
        return next(person for place in self.places for person in place.people if person.id == id)

    def seat_of(self, id: int) -> Seat | None:
        """Of a person, unless they have left for good."""
        if id in self.parted:
            return None
        for seat, plan in enumerate(self.places):
            for person in plan.people:
                if person.id == id:
                    return seat
        return None


def read_setup(stored: StoredMatch) -> Setup:
    """Raises Damaged."""
    try:
        return msgspec.json.decode(stored.setup, type=Setup)
    except msgspec.DecodeError:
        raise Damaged(0) from None


def seat_info(place: SeatPlan) -> wire.SeatInfo:
    if place.kind != "open" or not place.people:
        return wire.SeatInfo(place.kind, level=place.level)
    links = sum(person.links for person in place.people)
    return wire.SeatInfo("person", tuple(person.name for person in place.people), links=links)


def table_info(
    id: str,
    state: Any,
    setup: Setup,
    seed: str,
    next: str,
    seats: tuple[wire.SeatInfo, ...] | None = None,
    paused: bool = False,
    fast: bool = False,
) -> wire.TableInfo:
    """What anybody with the link may know. `seats` is their current state, if the room is loaded."""
    host = setup.seat_of(setup.host)
    return wire.TableInfo(
        match=id,
        state=state,
        game=setup.game,
        options=setup.options,
        series=setup.series,
        public=setup.public,
        timer=setup.timer,
        seats=tuple(map(seat_info, setup.places)) if seats is None else seats,
        host=-1 if host is None else host,
        commit=commitment(seed) if seed else "",
        next=next,
        paused=paused,
        practice=setup.practice,
        pace=setup.pace,
        aids=setup.aids,
        bag=setup.bag,
        fast=fast,
        hints=setup.hints,
        daily=setup.daily,
    )


def new_setup(entry: Entry, create: wire.Create, settings: RoomSettings) -> Setup:
    """The setup of a new table, before anybody sits down. Raises Refusal."""
    game = entry.game
    options = new_options(game, create.options)
    places = [_place(entry, wish) for wish in create.seats]
    seats = _taking_part(game, options, places)
    if not any(place.kind == "open" for place in places):
        raise Refused("no-open-seat")
    _check_length(game, options, seats, create.series, settings)
    timer = create.timer
    if timer is None:
        timer = settings.step_timer if seats > game.usual_seats[-1] else 0
    setup = Setup(game.id, changed(options), create.series, create.public, timer, places)
    setup.pace, setup.aids, setup.bag, setup.hints = create.pace, create.aids, create.bag, create.hints
    return setup


def _check_length(game: AnyGame, options: Any, seats: int, series: int, settings: RoomSettings) -> None:
    """Raises BadOptions if the match could have more rows than the server keeps."""
    most = settings.rows // game.length(seats, options)
    if most == 0:
        raise BadOptions(say("long-game", seats=seats))
    if series > most:
        raise BadOptions(say("long-series", games=series, seats=seats, most=most))


def changed_setup(entry: Entry, setup: Setup, change: wire.ChangeTable, settings: RoomSettings) -> Setup:
    """The setup with the host's changes. Raises Refusal."""
    game = entry.game
    given = {name: value for name in DECIDED if (value := getattr(change, name)) is not None}
    options = read_options(game.options, setup.options)
    if change.options is not None:
        options = new_options(game, change.options)
        given["options"] = changed(options)
    seats = _taking_part(game, options, setup.places)
    _check_length(game, options, seats, given.get("series", setup.series), settings)
    return replace(setup, **given)


def practice_setup(entry: Entry, name: str, settings: RoomSettings) -> Setup:
    """The setup of the match in a game's guide. Raises Refused."""
    guide = guide_of(entry)
    seats = [wire.SeatWish(), *(wire.SeatWish("bot", level) for level in guide.bots)]
    setup = new_setup(entry, wire.Create(entry.game.id, name, seats, dict(guide.options)), settings)
    setup.practice = True
    return setup


def deal_setup(deal: DailyDeal, entry: Entry, name: str, settings: RoomSettings) -> Setup:
    """The setup of a deal of the day, which is played alone and without hints."""
    create = wire.Create(entry.game.id, name, [wire.SeatWish()], dict(deal.options), hints=False)
    setup = new_setup(entry, create, settings)
    setup.daily = str(deal.day)
    return setup


def guide_of(entry: Entry) -> Guide:
    """Raises Refused if the game has none."""
    if entry.guide is None:
        raise Refused("no-guide")
    return entry.guide


def arranged(entry: Entry, setup: Setup, seat: Seat, wish: wire.SeatWish, settings: RoomSettings) -> list[SeatPlan]:
    """The table's seats, with the wish applied to one that nobody has taken. Raises Refusal."""
    places = [*setup.places]
    if not 0 <= seat < len(places):
        raise Refused("no-seat")
    if places[seat].people:
        raise Refused("seat-taken", say("seat-taken", number=seat + 1))
    places[seat] = _place(entry, wish)
    options = read_options(entry.game.options, setup.options)
    _check_length(entry.game, options, _taking_part(entry.game, options, places), setup.series, settings)
    return places


def _taking_part(game: AnyGame, options: Any, places: Sequence[SeatPlan]) -> int:
    """The number of seats if every open one is taken. Raises Refusal if the game does not allow it."""
    seats = sum(place.kind != "closed" for place in places)
    game.check_seats(seats)
    game.start(seats, options)
    return seats


def _place(entry: Entry, wish: wire.SeatWish) -> SeatPlan:
    if wish.kind != "bot":
        return SeatPlan(wish.kind)
    level = wish.level or fast_bot(entry)
    player(entry, level)
    return SeatPlan("bot", level)


def clean_name(name: str) -> str:
    """The name without blanks around it. Raises BadText if it is not readable."""
    name = " ".join(name.translate(BLANKS).split())
    seen = name.replace("\u200d", "")  # the zero-width joiner inside emoji
    if not seen.isprintable() or name.startswith(BOT) or all(unicodedata.category(letter)[0] in "MZ" for letter in seen):
        raise BadText(say("bad-name"))
    return name


def told_apart(name: str, others: Collection[str]) -> str:
    """The name with a number, if somebody else at the table has the same or one that looks the same."""
    taken = {_folded(other) for other in others}
    number, apart = 1, name
    while _folded(apart) in taken:
        number += 1
        apart = f"{name[: wire.LONGEST_NAME - len(str(number)) - 1].rstrip()} {number}"
    return apart


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace("\u200d", "")
