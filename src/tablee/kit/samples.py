"""Values from imagined worlds: weighted means, and how far actions lie apart that have met the same worlds."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from tablee.core.bot import Judgement, Value

Z95 = 1.96  # of a 95 % interval, in standard errors to each side


def value_of(results: Sequence[float], weights: Sequence[float], exact: bool = False) -> Value:
    """The weighted mean of what happened in each world. It is exact if these are all worlds that there can be."""
    whole = sum(weights)
    mean = sum(weight * result for weight, result in zip(weights, results, strict=True)) / whole
    if exact:
        return Value(mean, 0.0)
    spread = sum(weight * weight * (result - mean) ** 2 for weight, result in zip(weights, results, strict=True))
    return Value(mean, Z95 * sqrt(spread) / whole)


def compare(results: Sequence[Sequence[float]], weights: Sequence[float], exact: bool = False) -> Judgement:
    """The values of actions, and of their differences to the best one, world by world: what is the same for both cancels out."""
    values = [value_of(some, weights, exact) for some in results]
    best = results[max(range(len(values)), key=lambda place: values[place].mean)]
    apart = [[one - other for one, other in zip(best, some, strict=True)] for some in results]
    return Judgement(values, [value_of(some, weights, exact) for some in apart])
