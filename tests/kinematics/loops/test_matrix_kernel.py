"""Inverses by elimination are those of LAPACK."""

import numpy as np
import pytest

from kinematics.loops.matrix_kernel import invert_beside, square_beside


@pytest.mark.parametrize("n", [1, 3, 6])
def test_the_inverse_of_a_matrix_is_that_of_lapack(rng, n):
    A = rng.normal(size=(n, n))
    J = np.concatenate([A, np.full((n, n), np.nan)], axis=1)
    assert invert_beside(J) == pytest.approx(abs(np.linalg.det(A)), rel=1e-10)
    np.testing.assert_allclose(J[:, n:], np.linalg.inv(A), rtol=1e-9, atol=1e-10)
    assert square_beside(J) == pytest.approx(np.linalg.norm(np.linalg.inv(A)) ** 2, rel=1e-9)


def test_a_singular_matrix_has_the_determinant_0(rng):
    J = np.zeros((3, 6))
    J[:, :2] = rng.normal(size=(3, 2))
    assert invert_beside(J) == 0.0
