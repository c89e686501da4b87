"""A table in this process: a match with bots, played in virtual time or in step with a real clock."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.bots import player
from tablee.core.bot import AnyBot
from tablee.core.game import Event, Refusal, Seat
from tablee.core.record import Entry as RecordEntry
from tablee.core.registry import Entry
from tablee.driver import Driver, Press
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header

BOT = "bot:"


class Table:
    """Plays whatever needs no person: draws, bells, and the moves of bots after the time they take."""

    def __init__(
        self,
        entry: Entry,
        seats: Sequence[str | tuple[str, ...]],
        options: Any,
        dealer: Dealer,
        games: int = 1,
        hold: bool = False,
    ) -> None:
        """A seat named `bot:NAME` is played by that bot. `hold`: wait for `next_game` after each game of a series."""
        self.match = Match(entry.game, open_header(entry.game, seats, options, dealer, games))
        self.dealer = dealer
        self.bots: Mapping[Seat, AnyBot] = {
            seat: player(entry, name.removeprefix(BOT))(entry.game, seat, self._chance(seat))
            for seat, name in enumerate(seats)
            if isinstance(name, str) and name.startswith(BOT)
        }
        self.driver = Driver(self.match, dealer, cap=0, hold=hold)
        self.driver.begin(0)
        self._asked = -1  # the position in which bots were asked

    def _chance(self, seat: Seat) -> Any:
        """A bot's own chance: it follows from the seed, and says nothing about the draws."""
        return random.Random(seeded_secret("bot", self.dealer.seed, seat)).randrange

    def step(self, now: int | None = None) -> list[Event] | None:
        """The next thing that happens by itself, up to the match time `now` if given; None if there is nothing."""
        if events := self.driver.take_events():
            return events
        self._ask_bots()
        due = self.driver.due()
        if due is None or (now is not None and due > now):
            return None
        self.driver.step()
        return self.driver.take_events()

    def _ask_bots(self) -> None:
        if self._asked == self.match.position:
            return
        self._asked = self.match.position
        for question in self.driver.questions(self.bots):
            bot = self.bots[question.seat]
            action = bot.choose(question.view, question.legal, question.at)
            pace = bot.pace(question.view, action)
            self.driver.answer(question, self.match.game.write(action), question.at + pace)

    def act(self, seat: Seat, text: str, ms: int) -> list[Event]:
        """A person's action. Raises Refusal. What came too soon, or after a hidden deadline, is answered by `refused` later."""
        self.driver.press(Press(seat, text, key=str(seat)), max(ms, self.match.at))
        if refusal := self.refused():
            raise refusal
        return self.driver.take_events()

    def refused(self) -> Refusal | None:
        """Why an action that had to wait was not taken in the end."""
        return next((answer.refusal for answer in self.driver.take_answers() if answer.refusal), None)

    def run(self) -> Match:
        """To the end, or until a person is needed."""
        while self.step() is not None:
            pass
        return self.match

    def record(self) -> list[RecordEntry]:
        """The whole record; the seed is revealed once the match is over."""
        match = self.match
        over = [match.result(self.dealer.seed)] if match.outcome() else []
        return [match.header, *match.rows, *over]
