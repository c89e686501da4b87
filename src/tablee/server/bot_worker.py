"""Runs bots in a worker process: a bot gets its seat's view and returns an action."""

from __future__ import annotations

import random
import secrets
from typing import TypeAlias

from tablee.bots import player
from tablee.replay import Find
from tablee.server.outbox import BotJob

Choice: TypeAlias = tuple[str, int]  # an action's text, and the ms the bot takes for it


def choose(job: BotJob, find: Find) -> Choice:
    entry, question = find(job.game), job.question
    bot = player(entry, job.level)(entry.game, question.seat, random.Random(secrets.randbits(64)).randrange)
    action = bot.choose(question.view, question.legal, question.at)
    return entry.game.write(action), bot.pace(question.view, action)
