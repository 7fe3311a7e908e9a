"""The measure of manipulability agrees with the determinant, and does not see the reference."""

import numpy as np
import pytest

from kinematics import Mechanism, jacobian, singularity
from kinematics.arm.size import size_of
from kinematics.differential.manipulability import manipulability


def test_it_is_the_root_of_the_determinant_and_that_of_one_pose(arm, seven, rng):
    for mechanism in (arm, seven):
        q = rng.uniform(-2, 2, (30, mechanism.n))
        J = np.array(jacobian(mechanism, q))
        J[:, :3] /= size_of(mechanism)
        by_determinant = np.sqrt(np.linalg.det(J @ np.swapaxes(J, 1, 2)))
        assert manipulability(mechanism, q) == pytest.approx(by_determinant, rel=1e-6)
        one = singularity(mechanism, q[0])
        assert manipulability(mechanism, q[0]) == pytest.approx(abs(one.determinant), rel=1e-9)


def test_two_links_reach_farthest_sideways_with_a_right_elbow():
    """Yoshikawa 1985: of two links w = l1 l2 |sin q2|, the greatest at 90 degrees."""
    l1, l2 = 400.0, 300.0
    planar = Mechanism.from_standard_dh(
        alpha=[0, 0], a=[l1, l2], d=[0, 0], theta0=[0, 0], kinds="RR"
    )
    bends = np.radians([0.0, 20.0, 60.0, 90.0, 150.0])
    q = np.column_stack([np.full(5, 0.3), bends])
    J = np.array(jacobian(planar, q))[:, :2]
    assert np.abs(np.linalg.det(J)) == pytest.approx(l1 * l2 * np.sin(bends), abs=1e-6)
    # The angular row is no goal of its own here: the measure is of all rows that the arm moves.
    w = manipulability(planar, q)
    J6 = np.array(jacobian(planar, q))
    J6[:, :3] /= size_of(planar)
    assert w == pytest.approx(np.sqrt(np.linalg.det(np.swapaxes(J6, 1, 2) @ J6)), rel=1e-9)
    assert w.argmax() == 3
