"""A table in this process: a match, its bots and its fair dealer, in virtual time or in step with a real clock."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.bots import player
from tablee.core.bot import AnyBot
from tablee.core.game import CHANCE, CLOCK, Event, Seat, TooSoon
from tablee.core.record import Entry as RecordEntry
from tablee.core.registry import Entry
from tablee.fair import Dealer, seeded_secret
from tablee.match import Match, open_header

BOT = "bot:"


class Table:
    """Plays whatever needs no person: draws, bells, and the choices of bots after the time they take."""

    def __init__(
        self, entry: Entry, seats: Sequence[str | tuple[str, ...]], options: Any, dealer: Dealer, games: int = 1
    ) -> None:
        """A seat named `bot:NAME` is played by that bot. Raises Refusal."""
        self.match = Match(entry.game, open_header(entry.game, seats, options, dealer, games))
        self.dealer = dealer
        self.bots: Mapping[Seat, AnyBot] = {
            seat: player(entry, name.removeprefix(BOT))(entry.game, seat, self._chance(seat))
            for seat, name in enumerate(seats)
            if isinstance(name, str) and name.startswith(BOT)
        }
        self.plans: dict[Seat, tuple[int, Any]] = {}  # when, and what

    def _chance(self, seat: Seat) -> Any:
        """A bot's own chance: it follows from the seed, and tells nothing of the draws."""
        return random.Random(seeded_secret("bot", self.dealer.seed, seat)).randrange

    def step(self, now: int | None = None) -> tuple[Event, ...] | None:
        """The next thing that happens by itself, up to the time `now` if there is one; None if there is nothing."""
        match = self.match
        if match.to_act() == (CHANCE,):
            draw = self.dealer.pick(match.draws, match.game.odds(match.state))
            return match.act(CHANCE, match.game.write(draw), match.at)
        alarm, (when, seat) = match.alarm(), self.next_bot()
        if alarm is not None and (seat is None or alarm <= when) and (now is None or alarm <= now):
            return self._act(CLOCK, match.game.write(match.legal(CLOCK)[0]), alarm)
        if seat is None or (now is not None and when > now):
            return None
        return self._bot_acts(seat)

    def next_bot(self) -> tuple[int, Seat | None]:
        """When the next bot will act, and which."""
        match = self.match
        for seat in match.waiting():
            if seat in self.bots and seat not in self.plans:
                bot, view = self.bots[seat], match.view(seat)
                action = bot.choose(view, match.legal(seat), match.at)
                self.plans[seat] = match.at + bot.pace(view, action), action
        return min(((when, seat) for seat, (when, _) in self.plans.items()), default=(0, None))

    def _bot_acts(self, seat: Seat) -> tuple[Event, ...]:
        when, action = self.plans[seat]
        try:
            return self._act(seat, self.match.game.write(action), max(when, self.match.at))
        except TooSoon as soon:
            self.plans[seat] = soon.until, action
            return ()

    def act(self, seat: Seat, text: str, ms: int) -> tuple[Event, ...]:
        """A person's action. Raises Refusal."""
        return self._act(seat, text, max(ms, self.match.at))

    def _act(self, who: Seat, text: str, ms: int) -> tuple[Event, ...]:
        before = self.match.state
        events = self.match.act(who, text, ms)
        if self.match.state is before:
            self.plans.pop(who, None)  # a choice of an open step: the others go on thinking
        else:
            self.plans.clear()
        return events

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
