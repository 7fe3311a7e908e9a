"""Polynomials in Bernstein form against their values by numpy."""

from math import comb

import numpy as np
import pytest
from numpy.polynomial import Polynomial

from kinematics.poses.bernstein import divided, hodographs


def polynomials(controls):
    """The polynomials (m, n) with Bernstein coefficients (m, d + 1, n), in powers of u."""
    d = controls.shape[1] - 1
    u = Polynomial([0.0, 1.0])
    basis = [comb(d, k) * u**k * (1.0 - u) ** (d - k) for k in range(d + 1)]
    return [
        [sum(c * b for c, b in zip(piece[:, j], basis, strict=True)) for j in range(piece.shape[1])]
        for piece in controls
    ]


@pytest.mark.parametrize("degree", [1, 2, 3, 5])
def test_the_derivatives_are_those_of_the_polynomials_and_lie_within_their_coefficients(
    rng, degree
):
    controls = rng.uniform(-1, 1, (4, degree + 1, 3))
    u = np.linspace(0.0, 1.0, 101)
    for order, own in enumerate(hodographs(controls), start=1):
        derived = polynomials(own)
        for m, piece in enumerate(polynomials(controls)):
            for j, polynomial in enumerate(piece):
                true = polynomial.deriv(order)(u)
                assert derived[m][j](u) == pytest.approx(true, abs=1e-10)
                assert true.max() <= own[m, :, j].max() + 1e-10
                assert true.min() >= own[m, :, j].min() - 1e-10


@pytest.mark.parametrize("parts", [1, 2, 3, 7])
def test_parts_join_to_the_whole(rng, parts):
    controls = rng.uniform(-1, 1, (2, 6, 3))
    cut = divided(controls, parts)
    v = np.linspace(0.0, 1.0, 11)
    for m, piece in enumerate(polynomials(controls)):
        for k in range(parts):
            own = polynomials(cut[m * parts + k : m * parts + k + 1])[0]
            for j, polynomial in enumerate(piece):
                assert own[j](v) == pytest.approx(polynomial((k + v) / parts), abs=1e-12)
