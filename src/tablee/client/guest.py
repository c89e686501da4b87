"""Plays a seat on a server from the terminal: `tablee play --table LINK`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tablee.client import Player, join
from tablee.core.game import Event, Refusal
from tablee.core.registry import Entry
from tablee.protocol.wire import MatchResult
from tablee.terminal import PLAIN, Display, LineReader, Paint, Quit, typed_action
from tablee.words import Words, rules_file

WAIT = 0.1  # seconds to wait for keyboard input before checking for news


class Guest:
    def __init__(
        self,
        me: Player,
        entry: Entry,
        lang: str,
        plain: bool,
        ask: LineReader,
        tell: Callable[[str], None],
        display: Display = PLAIN,
    ) -> None:
        assert me.info is not None
        self.me, self.entry, self.ask, self.tell = me, entry, ask, tell
        self.lang, self.plain, self.display = lang, plain, display
        self.shown = -1  # the last turn whose screen was shown

    @property
    def paint(self) -> Paint:
        """The painter, with the players' current names."""
        assert self.me.info is not None
        bot = Words(self.lang, self.entry.folder).bot
        seats = enumerate(self.me.info.seats, start=1)
        names = [" & ".join(seat.names) or f"{bot(seat.level)} {number}".strip() for number, seat in seats]
        return Paint(Words(self.lang, self.entry.folder, names), self.plain, self.display)

    async def run(self) -> None:
        """Plays to the end of the match. Raises Quit when the person leaves, and EOFError at the end of the input."""
        self.say("welcome", game=self.paint.words.text("game"))
        while self.me.over is None and not self.me.gone:
            await self.me.news(0.01)
            self.show()
            line = await asyncio.to_thread(self.ask.read, WAIT)
            if line is not None:
                await self.answer(line)
        self.finish()

    def say(self, id: str, **args: str) -> None:
        self.tell(self.paint.words.text(id, **args))

    def show(self) -> None:
        """Shows the news, and the screen once per turn."""
        while self.me.events:
            for line in self.paint.news([Event(self.me.events.popleft())], self.me.seat):
                self.tell(line)
        if self.me.to_move and self.me.mine.turn != self.shown:
            task = self.paint.task(self.me.todo, self.me.seat, first=self.shown < 0)
            self.shown = self.me.mine.turn
            for line in ("", *self.paint.screen(self.me.screen, self.me.seat, self.me.legal), *task):
                self.tell(line)

    async def answer(self, line: str) -> None:
        if line in ("quit", "q"):
            raise Quit
        if line in ("?", ""):
            for text in self.paint.moves(self.entry.game, self.me.legal):
                self.tell(text)
            return
        if line == "rules":
            self.tell(rules_file(self.entry.folder, self.lang)[0].read_text("utf-8"))
            return
        try:
            if line == "sheet":
                for row in self.paint.sheet(self.me.sheet()):
                    self.tell(row)
            else:
                await self.me.act(typed_action(self.entry.game, line))
        except Refusal as refusal:
            self.tell(self.paint.words.refusal(refusal))

    def finish(self) -> None:
        self.show()
        if self.me.over is None:
            self.say("not-over-yet")
            return
        for line in (*self.paint.screen(self.me.screen), *self.paint.result(self.me.over.scores, self.me.over.places)):
            self.tell(line)


async def play_at(
    link: str,
    name: str,
    find: Callable[[str], Entry],
    lang: str,
    plain: bool,
    ask: LineReader,
    tell: Callable[[str], None],
    display: Display = PLAIN,
) -> MatchResult | None:
    """Joins the table and plays; returns the result if the match was finished. Raises Refusal."""
    async with await join(link, name) as me:
        assert me.info is not None
        await Guest(me, find(me.info.game), lang, plain, ask, tell, display).run()
        return me.over
