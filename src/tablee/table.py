"""A table in this process: a match with bots, played in virtual time or in step with a real clock."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, TypeAlias

from tablee.bots import chance_of, player
from tablee.bots.own import checked, maker, name_of
from tablee.core import registry
from tablee.core.bot import AnyBot, MakeBot
from tablee.core.game import BadOptions, Event, IllegalAction, Refusal, Seat, say
from tablee.core.options import checked_options, new_options
from tablee.core.registry import Entry
from tablee.driver import Driver, Press
from tablee.fair import Dealer, commitment, read_seed, seeded_secret
from tablee.match import Match, open_header
from tablee.replay import Find, RecordSource, read

BOT = "bot:"
SeatName: TypeAlias = str | tuple[str, ...] | type[AnyBot]


def _check_names(seats: Sequence[SeatName]) -> None:
    """Anything else would only be noticed when the record is written. Raises BadOptions."""
    if isinstance(seats, str):
        raise BadOptions(say("bad-seat-name", text=repr(seats)[:60]))
    for seat in seats:
        names = seat if isinstance(seat, tuple | list) and seat else (seat,)
        if not all(isinstance(name, str) for name in names) and not isinstance(seat, type):
            raise BadOptions(say("bad-seat-name", text=repr(seat)[:60]))


def _maker(entry: Entry, seat: SeatName) -> MakeBot | None:
    """What makes the bot that sits here; None if people do. Raises Refusal."""
    if isinstance(seat, type):
        return maker(entry, seat)
    return maker(entry, seat.removeprefix(BOT)) if isinstance(seat, str) and seat.startswith(BOT) else None


def _recorded_maker(entry: Entry, name: str, own: Mapping[str, MakeBot]) -> MakeBot | None:
    """The same for a name in a record, which cannot choose what is imported. Raises Refusal."""
    if not name.startswith(BOT):
        return None
    return checked(own[name], entry.game.id) if name in own else player(entry, name.removeprefix(BOT))


def _name(seat: SeatName) -> str | tuple[str, ...]:
    return BOT + name_of(seat) if isinstance(seat, type) else seat


class Table:
    """A match in this process. Draws, bells and bots play by themselves; people act through `act`.

    Time is virtual: it stands still while a person is to act, and bots take as long as they would at a real table.
    `table.match` tells everything about the match: its rows, its state, and what each seat may see. `str(table)` shows it.
    """

    def __init__(
        self,
        game: str | Entry,
        seats: Sequence[SeatName],
        *,
        seed: str | int | None = None,
        games: int = 1,
        hold: bool = False,
        dealer: Dealer | None = None,
        options: Any = None,
        **given: str | int | bool,
    ) -> None:
        """Seats are names, tuples of names where people share one, `bot:LEVEL`, or classes of bots.

        Further keywords are the game's options.

        game: its id, the dotted name of its module, or an entry of `all_games()`.
        seed: any words or number, or 64 hexadecimal digits; the same seed deals the same. Without one the deal is random.
        games: how many games the series has.
        hold: wait after each game of a series for `table.driver.next_game()`.
        dealer: makes the draws, instead of a seed.
        options: all of the game's options as one value (`game.options(...)`), instead of keywords.
        """
        if options is not None and given:
            raise BadOptions(say("options-twice"))
        entry = registry.by_name(game) if isinstance(game, str) else game
        _check_names(seats)
        makers = [_maker(entry, seat) for seat in seats]
        dealer = dealer or Dealer(read_seed(seed))
        chosen = new_options(entry.game, given) if options is None else checked_options(entry.game, options)
        match = Match(entry.game, open_header(entry.game, [*map(_name, seats)], chosen, dealer, games), chosen)
        self._sit_down(entry, match, dealer, makers, hold)

    @classmethod
    def resume(
        cls,
        source: RecordSource | Match,
        *,
        seed: str | int | None = None,
        bots: Sequence[type[AnyBot]] = (),
        hold: bool = False,
        find: Find = registry.find,
    ) -> Table:
        """A table where a match goes on that was not over: that of a record, as `tablee.read` takes it, or a copy of a match.

        seed: that of the match, as it was given to `Table`, so that its draws are those of the record's commitment. Without it,
            they are others, and nobody can verify them.
        bots: your classes that the record names (`bot:module:Class`); it cannot choose what is imported.
        """
        match = source.copy() if isinstance(source, Match) else read(source, find)
        own, entry = {BOT + name_of(bot): bot for bot in bots}, find(match.header.game)
        secret = match.seed if seed is None and match.seed else read_seed(seed)
        if seed is not None and match.header.commit != commitment(secret):
            raise BadOptions(say("wrong-commit"))
        if seed is None and not match.seed:
            match.header = replace(match.header, commit="", nonces=())
        makers = [_recorded_maker(entry, names[0], own) if len(names) == 1 else None for names in match.header.seats]
        table = cls.__new__(cls)
        table._sit_down(entry, match, Dealer(secret, match.header.nonces), makers, hold)
        return table

    def _sit_down(self, entry: Entry, match: Match, dealer: Dealer, makers: Sequence[MakeBot | None], hold: bool) -> None:
        self.entry, self.match, self.dealer = entry, match, dealer
        chance = seeded_secret("bots", dealer.seed)  # follows from the seed, and says nothing about the draws
        self.bots: Mapping[Seat, AnyBot] = {
            seat: make(entry.game, seat, chance_of(chance, seat)) for seat, make in enumerate(makers) if make is not None
        }
        self.driver = Driver(match, dealer, cap=0, hold=hold)
        self.driver.begin(match.now)
        self._asked = -1  # the position in which bots were asked
        self._unheard: list[Event] = []  # news of what happened before an action that was refused

    def run(self) -> tuple[Seat, ...]:
        """Plays until a person has to act, and says which seats have to; () when the match is over."""
        self._news()  # nobody asks for it
        while not (people := self.people()) and self._advance():
            self.driver.take_events()
        return people

    def people(self) -> tuple[Seat, ...]:
        """The seats of people who still have to act and have no action waiting."""
        if len(self.bots) == self.match.seats:
            return ()
        waiting = self.match.waiting()
        return tuple(seat for seat in waiting if seat >= 0 and seat not in self.bots and not self.driver.waits(str(seat)))

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """What this seat may do now, as texts for `act`; () if it is not asked."""
        return tuple(map(self.match.game.write, self.match.legal(seat)))

    def act(self, seat: Seat, text: str, at: int | None = None) -> list[Event]:
        """A person acts at this match time (in ms; by default now), after all that happens before it. Returns the news.

        Raises Refusal if the rules do not allow it. What came too soon, or after a hidden deadline, has its answer only
        later, when the match has gone on: see `refused`.
        """
        self.match.check_seat(seat)  # people draw no tiles and ring no bells
        at = self.match.now if at is None else max(at, self.match.now)
        news = self._news()
        while (heard := self.step(self._until(at))) is not None:
            news += heard
        self._unheard = news
        self.driver.press(Press(seat, self.match.game.read(text), key=str(seat)), at)
        if refusal := self.refused():
            raise refusal
        return self._news()

    def _until(self, at: int) -> int:
        """Up to where to play before a press: one at the time of the bell or later is judged together with the bell."""
        alarm = self.match.alarm()
        return at if alarm is None else min(at, alarm - 1)

    def _news(self) -> list[Event]:
        news, self._unheard = self._unheard + self.driver.take_events(), []
        return news

    def refused(self) -> Refusal | None:
        """Why an action that had to wait was not taken in the end."""
        return next((answer.refusal for answer in self.driver.take_answers() if answer.refusal), None)

    def step(self, now: int | None = None) -> list[Event] | None:
        """The next thing that happens by itself, up to the match time `now` if given; None if there is nothing.

        Unlike `run` it does not wait for people: a hidden clock goes on, and its bell rings.
        """
        if events := self._news():
            return events
        return self._news() if self._advance(now) else None

    def _advance(self, until: int | None = None) -> bool:
        if self._asked != self.match.position:
            self._asked = self.match.position
            self._ask_bots()
        return self.driver.step(until)

    def _ask_bots(self) -> None:
        for question in self.driver.questions(self.bots):
            action, pace = self.bots[question.seat].answer(question)
            if action not in question.legal:
                raise IllegalAction(
                    say("own-bot-illegal", bot=type(self.bots[question.seat]).__qualname__, text=repr(action)[:80])
                )
            self.driver.answer(question, action, question.at + pace)

    def say(self, event: Event | Refusal, seat: Seat | None = None, lang: str = "en") -> str:
        """What has happened, as a sentence to this seat (None: to a spectator); "" if it is not told. Also says a refusal."""
        words = import_module("tablee.drawing").words_of(self.match, lang).to(seat)  # by name: playing needs no words
        if isinstance(event, Refusal):
            return str(words.refusal(event))
        return str(words(event.message)) if event.reaches(seat) else ""

    def record(self) -> list[str]:
        """The record so far, line by line; once the match is over, its result and the seed too."""
        return self._revealed().record()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file that `read` and `verify` take."""
        self._revealed().save(path)

    def _revealed(self) -> Match:
        self.match.seed = self.dealer.seed if self.match.over and self.match.header.commit else ""
        return self.match

    def __repr__(self) -> str:
        return repr(self.match).replace("Match", "Table", 1)

    def __str__(self) -> str:
        return str(self.match)

    def _repr_svg_(self) -> str:
        return self.match._repr_svg_()
