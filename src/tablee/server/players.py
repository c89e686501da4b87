"""Bots at work: they get a seat's view and give back an action."""

from __future__ import annotations

import random
import secrets
from typing import TypeAlias

from tablee.bots import player
from tablee.server.tray import Job
from tablee.server.workers import Find

Answer: TypeAlias = tuple[str, int]  # an action's text, and the ms it takes


def think(job: Job, find: Find) -> Answer:
    entry = find(job.game)
    bot = player(entry, job.level)(entry.game, job.seat, random.Random(secrets.randbits(64)).randrange)
    action = bot.choose(job.view, job.legal, job.at)
    return entry.game.write(action), bot.pace(job.view, action)
