"""Before a match: people sit down, the host decides, and at the start everybody reveals their nonce."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.core import record
from tablee.core.game import say
from tablee.core.options import read_options
from tablee.daily import label, read_day
from tablee.fair import Dealer, commitment, new_secret
from tablee.match import Match, open_header
from tablee.protocol import wire
from tablee.protocol.reasons import Refused
from tablee.rooms.context import RoomContext
from tablee.rooms.live_match import LiveMatch
from tablee.rooms.seating import SeatPlan
from tablee.table import BOT


class Lobby:
    def __init__(self, context: RoomContext, closed: bool = False) -> None:
        self.context = context
        self.closed = closed  # the host has closed the table, or everybody has left
        self.reveal_by: int | None = None  # the match is about to begin: when it does without the missing nonces

    @property
    def starting(self) -> bool:
        return self.reveal_by is not None

    def check_open(self) -> None:
        """Raises Refused unless seats and setup may change."""
        if self.closed or self.starting:
            raise Refused("wrong-state", say("wrong-state", state="closed" if self.closed else "open"))

    def start(self, now: int) -> None:
        """Asks everybody for their nonces. Raises Refusal if the game cannot be played with these seats."""
        self.check_open()
        context = self.context
        self._make_header(self._taken_seats())
        self.reveal_by = now + context.settings.reveal
        seated = [device.id for device in context.devices.values() if device.seat is not None]
        context.outbox.send_all(seated, wire.encode(wire.AskReveal()))

    def cancel_start(self) -> None:
        """Somebody has left, whom the host may have wanted in the match."""
        self.reveal_by = None

    def reveal(self, id: int, nonce: str) -> None:
        """Without effect if the match is not about to begin, or has the nonce already. Raises Refused if it is another one."""
        person = self.context.setup.person(id)
        if not self.starting or person.nonce is not None:
            return
        if not person.commit or commitment(nonce) != person.commit:
            raise Refused("wrong-nonce")
        person.nonce = nonce.lower()  # draws are computed from its text, so it must have only one spelling

    def is_ready(self, now: int) -> bool:
        """Whether all nonces are here, or are not waited for any longer."""
        if self.reveal_by is None:
            return False
        people = [person for plan in self.context.setup.places for person in plan.people]
        return self.reveal_by <= now or all(person.nonce is not None or not person.commit for person in people)

    def open_match(self) -> LiveMatch:
        """The match, without the empty seats. It has not begun: nothing is drawn yet."""
        context = self.context
        context.setup.places = self._taken_seats()
        context.setup.bot_seed = new_secret()
        header = self._make_header(context.setup.places)
        for device in context.devices.values():
            device.seat = None if device.person is None else context.setup.seat_of(device.person)
            device.shown = False
        return LiveMatch(context, Match(context.entry.game, header), record.write(header))

    def _taken_seats(self) -> list[SeatPlan]:
        places = self.context.setup.places
        return [plan for plan in places if plan.kind == "bot" or (plan.kind == "open" and plan.people)]

    def _make_header(self, places: Sequence[SeatPlan]) -> record.Header:
        """Raises Refusal if the game cannot be played with these seats."""
        game, setup = self.context.entry.game, self.context.setup
        names = [tuple(person.name for person in plan.people) or (BOT + plan.level,) for plan in places]
        nonces = tuple(person.nonce or "" for plan in places for person in plan.people)
        if setup.daily:  # nobody adds one
            nonces = (label(read_day(setup.daily)),)
        options, dealer = read_options(game.options, setup.options), Dealer(self.context.seed, nonces)
        header = open_header(game, names, options, dealer, setup.series, setup.practice)
        Match(game, header)
        return header
