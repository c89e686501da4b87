"""What the matches of a league say about its bots: means, intervals, differences, ratings.

The deals are independent of each other, the matches of one deal are not: so all errors are those of a mean over deals.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from statistics import fmean

from openskill.models import PlackettLuce, PlackettLuceRating

from tablee.bots.own import AnyLevel, importable
from tablee.core import registry
from tablee.core.game import places
from tablee.lab.arena import League, LeagueMatch, run

WIDTH = 1.96  # of a 95% interval, in standard errors to each side


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its standard error; None if there is only one deal."""

    mean: float
    error: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """95%."""
        return None if self.error is None else (self.mean - WIDTH * self.error, self.mean + WIDTH * self.error)


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot in a league."""

    bot: str
    matches: int
    score: Estimate
    corrected: Estimate  # the score without the luck that the game can tell
    wins: Estimate  # a victory shared by k counts 1/k
    lead: Estimate  # over the first bot, deal by deal
    rating: Estimate


def arena(
    game: str,
    bots: Sequence[AnyLevel],
    games: int = 100,
    *,
    seats: int | None = None,
    seed: int | str = 1,
    workers: int = 1,
    cluster: str | None = None,
    **options: str | int | bool,
) -> tuple[Standing, ...]:
    """Lets bots play a league: the same deals for all, in every seat. Says for each how it did. `options` are the game's own.

    game: its id, or the dotted name of its module.
    bots: two or more: levels of the game (`expert`), `module:Class`, or classes that other processes can import.
    games: the number of deals; every bot plays each.
    seats: the game's usual minimum by default.
    workers: processes on this machine.
    cluster: the address of a Dask scheduler, instead.
    """
    least = registry.by_name(game).game.usual_seats[0]
    named = tuple(importable(bot) for bot in bots)
    league = League(game, named, least if seats is None else seats, games, str(seed), tuple(options.items()))
    return tuple(standings(league, chain.from_iterable(run(league, None, workers, cluster))))


def standings(league: League, played: Iterable[LeagueMatch]) -> list[Standing]:
    """In the order of the league's bots; the same whatever the order in which the matches were played."""
    matches = sorted(played, key=lambda match: (match.deal, match.rotation))
    tables = [_by_deal(league, matches, bot) for bot in range(len(league.bots))]
    ratings = _ratings(league, matches)
    first = tables[0].scores
    return [
        Standing(
            bot,
            len(matches) * league.seats // len(league.bots),
            estimate(table.scores),
            without_luck(table.scores, table.luck),
            estimate(table.wins),
            estimate([own - other for own, other in zip(table.scores, first, strict=True)]),
            ratings[number],
        )
        for number, (bot, table) in enumerate(zip(league.bots, tables, strict=True))
    ]


def estimate(values: Sequence[float]) -> Estimate:
    mean, n = fmean(values), len(values)
    error = math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n) if n > 1 else None
    return Estimate(mean, error)


def without_luck(values: Sequence[float], luck: Sequence[float]) -> Estimate:
    """The mean with luck as a control variate: luck is 0 on average, so taking any multiple of it away leaves the mean."""
    plain, n = estimate(values), len(values)
    spread = sum(share * share for share in luck)
    if n < 3 or not spread:
        return plain
    average = fmean(luck)
    around = sum((share - average) ** 2 for share in luck)
    products = ((share - average) * (value - plain.mean) for share, value in zip(luck, values, strict=True))
    slope = sum(products) / around if around else 0.0
    rest = [value - slope * share for share, value in zip(luck, values, strict=True)]
    mean = fmean(rest)
    return Estimate(mean, math.sqrt(sum((value - mean) ** 2 for value in rest) / (n - 2) / n))


@dataclass(frozen=True, slots=True)
class _Deals:
    """What one bot reached in each deal, as means over its matches."""

    scores: list[float]
    wins: list[float]
    luck: list[float]


def _by_deal(league: League, matches: Sequence[LeagueMatch], bot: int) -> _Deals:
    scores, wins, luck = [], [], []
    for _, group in groupby(matches, key=lambda match: match.deal):
        games = list(group)
        line_ups = [(match, league.line_up(match.deal, match.rotation)) for match in games]
        own = [(match, seat) for match, line_up in line_ups for seat, who in enumerate(line_up) if who == bot]
        scores.append(fmean(match.scores[seat] for match, seat in own))
        luck.append(fmean(match.luck[seat] if match.luck else 0.0 for match, seat in own))
        contests = _contests(league, games)
        won = [
            (rank == 1) / ranks.count(1) for bots, ranks in contests for who, rank in zip(bots, ranks, strict=True) if who == bot
        ]
        wins.append(fmean(won))
    return _Deals(scores, wins, luck)


def _contests(league: League, games: Sequence[LeagueMatch]) -> list[tuple[Sequence[int], Sequence[int]]]:
    """Who competed in the matches of a deal, and their places. Alone at a table, bots compete with all who had the same deal."""
    line_ups = [league.line_up(match.deal, match.rotation) for match in games]
    if league.seats > 1:
        return [(bots, match.places) for bots, match in zip(line_ups, games, strict=True)]
    return [([bots[0] for bots in line_ups], places([match.scores[0] for match in games]))]


def _ratings(league: League, matches: Sequence[LeagueMatch]) -> list[Estimate]:
    """OpenSkill ratings, match after match."""
    model = PlackettLuce(tau=0)  # bots do not change from match to match
    ratings = [model.rating() for _ in league.bots]
    for _, group in groupby(matches, key=lambda match: match.deal):
        for bots, ranks in _contests(league, list(group)):
            if len(bots) > 1:
                _rate(model, ratings, bots, ranks)
    return [Estimate(rating.mu, rating.sigma) for rating in ratings]


def _rate(model: PlackettLuce, ratings: list[PlackettLuceRating], bots: Sequence[int], ranks: Sequence[int]) -> None:
    """A bot in several seats gets the mean of what they would get."""
    rated = model.rate([[ratings[bot]] for bot in bots], ranks=[float(rank) for rank in ranks])
    found: dict[int, list[PlackettLuceRating]] = defaultdict(list)
    for bot, (rating,) in zip(bots, rated, strict=True):
        found[bot].append(rating)
    for bot, of in found.items():
        ratings[bot] = model.rating(fmean(rating.mu for rating in of), fmean(rating.sigma for rating in of))
