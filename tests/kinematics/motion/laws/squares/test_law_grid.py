"""Grids of time laws: a finer grid holds the same squares."""

from itertools import pairwise

import numpy as np
import pytest

from kinematics.motion.laws.squares.interior import Interior
from kinematics.motion.laws.squares.law_grid import grid_of, refined
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.paths.joint_path import JointPath

LIMITS = JointLimits(np.array([3.0, 2.0]), np.array([10.0, 9.0]), np.array([200.0, 180.0]))


@pytest.fixture(scope="module")
def grid():
    s = np.linspace(0.0, 1.0, 9)[:, None]
    q = np.concatenate([2.0 * s, np.sin(3.0 * s)], axis=1)
    first = np.concatenate([2.0 + 0.0 * s, 3.0 * np.cos(3.0 * s)], axis=1)
    second = np.concatenate([0.0 * s, -9.0 * np.sin(3.0 * s)], axis=1)
    path = JointPath.through(s[:, 0], q, first, second)
    return grid_of(path, np.full(path.pieces, np.inf), LIMITS, 40, is_eased=True)


def values(interior, places):
    """b at places on inner intervals, from its Bernstein coefficients."""
    knots, squares = interior.grid.knots, interior.squares()
    i = np.searchsorted(knots, places, side="right") - 1
    u = (places - knots[i]) / np.diff(knots)[i]
    basis = np.stack([(1.0 - u) ** 2, 2.0 * u * (1.0 - u), u * u], axis=1)
    return (basis * squares[i]).sum(axis=1)


def test_a_refined_grid_has_more_knots_and_the_same_squares(grid) -> None:
    place = 0.5 * (grid.knots[1:] + grid.knots[:-1])
    coarse = Interior.of(grid, 0.01 * grid.estimate)
    coarse.x[1:-1] *= 1.0 + 300.0 * np.exp(-(((place[1:-1] - 0.5) / 0.1) ** 2))
    fine_grid = refined(grid, coarse.squares())
    assert 10 < len(fine_grid.knots) - len(grid.knots) < 4 * len(grid.knots)
    fine = Interior.of(fine_grid, fine_grid.estimate)
    fine.x[1:-1] = fine_grid.estimate[1:-1]
    inside = np.linspace(grid.knots[1], grid.knots[-2], 500)[1:-1]
    np.testing.assert_allclose(values(fine, inside), values(coarse, inside), rtol=1e-12)
    assert all(high > low for low, high in pairwise(fine_grid.knots))


def test_squares_as_estimated_leave_the_grid_as_it_is(grid) -> None:
    squares = np.repeat(grid.estimate[:, None], 3, axis=1)
    assert refined(grid, squares) is grid
