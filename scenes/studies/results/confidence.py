"""Confidence intervals of what random runs have shown."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from scenes.world.frozen import Array

# Halvings of an interval of probabilities: to the last bits of a double.
_HALVINGS = 60


class Interval(NamedTuple):
    """Bounds that hold the true value with the confidence that was asked for."""

    low: float
    high: float


def of_probability(hits: int, runs: int, confidence: float) -> Interval:
    """The interval of Clopper and Pearson 1934 of a probability, of which `hits` of `runs` speak.

    It is exact: whatever the probability is, the interval holds it at least as often as the
    confidence (0 to 1) says. Without a hit in n runs it ends at 1 - (1 - confidence)/2 ** (1/n).
    """
    tail = 0.5 * (1.0 - confidence)
    low = 0.0 if hits == 0 else _root(lambda p: 1.0 - at_most(hits - 1, runs, p) < tail)
    high = 1.0 if hits == runs else _root(lambda p: at_most(hits, runs, p) > tail)
    return Interval(low, high)


def at_most(hits: int, runs: int, probability: float) -> float:
    """The probability of at most so many hits in so many runs (binomial distribution)."""
    if probability <= 0.0 or hits >= runs:
        return 1.0
    if probability >= 1.0:
        return 0.0
    # Logarithms of binomial coefficients as sums, so that no factorial overflows.
    k = np.arange(1, hits + 1)
    coefficients = np.concatenate([[0.0], np.cumsum(np.log(runs - k + 1.0) - np.log(k))])
    i = np.arange(hits + 1)
    logs = coefficients + i * np.log(probability) + (runs - i) * np.log1p(-probability)
    most = float(logs.max())
    return float(min(np.exp(most) * np.exp(logs - most).sum(), 1.0))


def of_mean(values: Array, confidence: float) -> Interval:
    """The interval of a mean by the normal distribution, which holds for some hundred values."""
    count = len(values)
    mean = float(np.mean(values)) if count else float("nan")
    if count < 2:
        return Interval(-inf, inf)
    reach = NormalDist().inv_cdf(0.5 + 0.5 * confidence)
    half = reach * float(np.std(values, ddof=1)) / sqrt(count)
    return Interval(mean - half, mean + half)


def _root(is_below: Callable[[float], bool]) -> float:
    """The probability at which `is_below` ends to hold, by halving."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return 0.5 * (low + high)
