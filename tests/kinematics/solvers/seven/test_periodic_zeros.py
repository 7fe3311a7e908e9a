"""Zeros of periodic functions: found where they were planted, and certified only where shown."""

import numpy as np
import pytest

from kinematics.solvers.seven.periodic_zeros import bounded_away, sample_angles, series, zeros


def turned(gap):
    return (np.asarray(gap) + np.pi) % (2 * np.pi) - np.pi


def with_zeros(t, planted):
    """A trigonometric polynomial with these zeros (even in number) and no others, about 1."""
    f = np.prod([np.sin(0.5 * (t - at)) for at in planted], axis=0)
    return f / np.abs(f).max()


def all_zeros(f, half=False, count=64):
    return zeros(*series(np.atleast_2d(f(sample_angles(count)))), half)


@pytest.mark.parametrize("number", [2, 4, 8])
def test_planted_zeros_are_found_and_no_others(number, rng):
    for _ in range(20):
        planted = np.sort(rng.uniform(-np.pi, np.pi, number))
        gaps = np.abs(turned(np.diff(planted, append=planted[0])))
        if gaps.min() < 1e-2:
            continue
        found = all_zeros(lambda t, at=planted: with_zeros(t, at))
        assert found.settled.all()
        assert len(found.t) == number
        assert np.abs(np.sort(turned(found.t)) - planted).max() < 1e-6


def test_the_zeros_of_a_random_series_are_the_roots_of_its_polynomial_on_the_unit_circle(rng):
    for _ in range(20):
        c = rng.normal(size=7) + 1j * rng.normal(size=7)
        c[0] = c[0].real
        found = zeros(c[None] / np.abs(c).sum(), np.zeros(1), False)
        ends = 0.5 * c[1:]
        z = np.roots(np.concatenate([ends[::-1], c[:1], np.conj(ends)]))
        expected = np.sort(np.angle(z[np.abs(np.abs(z) - 1.0) < 1e-9]))
        assert found.settled.all()
        assert np.allclose(np.sort(turned(found.t)), expected, atol=1e-9)


def test_half_of_the_period_holds_the_zeros_of_that_half():
    planted = [-2.5, -1.2, 0.4, 1.3, 2.0, 3.0]
    found = all_zeros(lambda t: with_zeros(t, planted), half=True)
    inside = np.sort(found.t[np.abs(found.t) < 0.5 * np.pi])
    assert np.allclose(inside, [-1.2, 0.4, 1.3], atol=1e-12)


@pytest.mark.parametrize("gap", [1e-2, 1e-3])
def test_a_pair_of_close_zeros_is_told_apart(gap):
    found = all_zeros(lambda t: with_zeros(t, [0.7, 0.7 + gap]))
    assert found.settled.all()
    assert np.allclose(np.sort(found.t), [0.7, 0.7 + gap], atol=1e-9)


@pytest.mark.parametrize(
    "f",
    [
        lambda t: 1.0 - np.cos(t - 0.3),  # touches 0
        lambda t: 1.0 - 1e-15 - np.cos(t - 0.3),  # two zeros that rounding does not tell apart
        lambda t: 0.0 * t,  # 0 everywhere
        lambda t: 1e-3 / (1.0005 - np.cos(t)) - 0.5,  # a spike between the samples
    ],
)
def test_what_is_not_shown_is_not_settled(f):
    assert not all_zeros(f).settled.any()


def test_a_function_without_a_zero_is_settled_and_bounded_away_from_zero():
    assert len(all_zeros(lambda t: 1.1 + np.cos(t)).t) == 0
    rows = np.stack([1.1 + np.cos(sample_angles(64)), -1.1 + np.cos(sample_angles(64))])
    assert [mark.tolist() for mark in bounded_away(rows)] == [[True, False], [False, True]]
    crossing = np.cos(sample_angles(64))
    assert not np.any(bounded_away(crossing[None]))
