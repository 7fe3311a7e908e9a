"""Confidence intervals against published values and against the law that they promise."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from scenes.studies.results.confidence import at_most, of_mean, of_probability


@pytest.mark.parametrize(
    ("hits", "runs", "low", "high"),
    [
        # 95 % intervals of Clopper and Pearson as printed in tables of the binomial distribution.
        (0, 10, 0.0, 0.3085),
        (1, 10, 0.0025, 0.4450),
        (5, 10, 0.1871, 0.8129),
        (10, 10, 0.6915, 1.0),
        (3, 20, 0.0321, 0.3789),
    ],
)
def test_intervals_of_probabilities_are_those_of_the_tables(hits, runs, low, high) -> None:
    found = of_probability(hits, runs, 0.95)
    assert found.low == pytest.approx(low, abs=6e-5)
    assert found.high == pytest.approx(high, abs=6e-5)


def test_without_a_hit_the_bound_is_the_closed_form() -> None:
    for runs in (1, 50, 10_000):
        assert of_probability(0, runs, 0.95).high == pytest.approx(1.0 - 0.025 ** (1.0 / runs))


@pytest.mark.parametrize("probability", [0.003, 0.2, 0.71])
def test_the_interval_holds_the_true_value_as_often_as_it_says(probability) -> None:
    runs = 60
    held = 0.0
    for hits in range(runs + 1):
        share = comb(runs, hits) * probability**hits * (1.0 - probability) ** (runs - hits)
        low, high = of_probability(hits, runs, 0.9)
        held += share * (low <= probability <= high)
    assert held >= 0.9


def test_the_sum_of_the_binomial_distribution_is_right_for_many_runs() -> None:
    assert at_most(3, 10, 0.3) == pytest.approx(
        sum(comb(10, k) * 0.3**k * 0.7 ** (10 - k) for k in range(4))
    )
    # A million runs: by the normal distribution half of them lie below the mean.
    assert at_most(300_000, 1_000_000, 0.3) == pytest.approx(0.5, abs=2e-3)


def test_the_interval_of_a_mean_holds_it_as_often_as_it_says() -> None:
    rng = np.random.default_rng(4)
    held = [
        found.low <= 3.0 <= found.high
        for found in (of_mean(rng.normal(3.0, 2.0, 400), 0.9) for _ in range(1000))
    ]
    assert 0.87 <= np.mean(held) <= 0.93
