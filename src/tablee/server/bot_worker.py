"""Runs bots in a worker process: a bot gets its seat's view and returns an action."""

from __future__ import annotations

import random
import secrets
from typing import TypeAlias

from tablee.bots import fast_bot, player
from tablee.core.bot import CHAMPION, AnyBot
from tablee.core.game import Seat
from tablee.core.registry import Entry
from tablee.replay import Find
from tablee.server.outbox import BotJob

Choice: TypeAlias = tuple[str, int]  # an action's text, and the ms the bot takes for it


def choose(job: BotJob, find: Find) -> Choice:
    entry, question = find(job.game), job.question
    bot = _make(entry, job.level, question.seat)
    if not bot.ready() or (job.hurry and job.level == CHAMPION):
        bot = _make(entry, fast_bot(entry), question.seat)
    action = bot.choose(question.view, question.legal, question.at)
    return entry.game.write(action), bot.pace(question.view, action)


def _make(entry: Entry, level: str, seat: Seat) -> AnyBot:
    return player(entry, level)(entry.game, seat, random.Random(secrets.randbits(64)).randrange)
