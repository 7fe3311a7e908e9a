"""Roots of equations in one joint value, compared with the zeros that the equations have."""

import numpy as np

from kinematics.solvers.parts.polynomials import circle_roots


def function_with_zeros(zeros):
    """Coefficients (5, m) of prod sin((x - zero) / 2), fitted at five angles; zeros: (4, m)."""
    x = np.arange(5) * 2 * np.pi / 5
    terms = np.stack([np.ones(5), np.cos(x), np.sin(x), np.cos(2 * x), np.sin(2 * x)], axis=1)
    return np.linalg.solve(terms, np.prod(np.sin((x[:, None, None] - zeros) / 2), axis=1))


def missed(zeros):
    """Distance of each zero from the nearest root, rad."""
    roots, real = circle_roots(function_with_zeros(zeros))
    gap = np.abs((zeros[:, None] - roots + np.pi) % (2 * np.pi) - np.pi)
    return np.where(real, gap, np.inf).min(axis=1)


def test_all_four_zeros_are_found(rng):
    assert np.quantile(missed(rng.uniform(-np.pi, np.pi, (4, 20000))), 0.999) < 1e-6


def test_zeros_that_nearly_meet_are_found(rng):
    zeros = rng.uniform(-np.pi, np.pi, (4, 20000))
    zeros[1] = zeros[0] + 10.0 ** rng.uniform(-9, -2, zeros.shape[1])
    assert missed(zeros).max() < 1e-3


def test_a_function_without_zeros_has_none():
    roots, real = circle_roots(np.array([[3.0], [0.5], [0.2], [0.4], [-0.3]]))
    assert roots.shape == (4, 1)
    assert not real.any()
