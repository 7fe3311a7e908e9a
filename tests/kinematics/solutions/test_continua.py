"""Singular poses with a whole range of solutions always have one and report a free joint."""

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, residuals, translation


def curve(arm, q, joint, turn):
    """A solution of the pose of q with `joint` moved by `turn`; Newton moves the other joints."""
    others = [i for i in range(arm.n) if i != joint]
    T, row = forward(arm, q), q.copy()
    row[joint] += turn
    for _ in range(60):
        gap = forward(arm, row)[:3] - T[:3]
        sides = np.empty((12, len(others)))
        for column, i in enumerate(others):
            step = np.zeros(arm.n)
            step[i] = 1e-6
            difference = forward(arm, row + step) - forward(arm, row - step)
            sides[:, column] = difference[:3].ravel() / 2e-6
        row[others] -= np.linalg.lstsq(sides, gap.ravel(), rcond=1e-8)[0]
    return row


def planar_four_of_five():
    """An arm of five joints whose axes 1, 2, 4 and 5 are parallel if joint 3 is at zero."""
    return Mechanism.from_modified_dh(
        alpha=[1.0, 0, 1.0, -1.0, 0],
        a=[0, 250, 0, 100, 120],
        d=[0, 0, 0, 50, 0],
        T_last_flange=translation(80, 0, 0),
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["puma", "hokkaido", "stanford"])
def test_a_straight_wrist_leaves_its_first_joint_free(name, seed, request):
    arm, rng = request.getfixturevalue(name), np.random.default_rng(seed)
    q = rng.uniform(-1.5, 1.5, 6) * np.where(arm.revolute > 0.0, 1.0, 300.0)
    q[4] = 0.0
    answer = inverse(arm, forward(arm, q))
    assert 3 in answer.free_joints
    assert residuals(arm, answer.q, forward(arm, q)[None])[0].max() < 1e-6


def test_an_arm_of_five_with_four_parallel_axes_is_flagged(rng):
    arm = planar_four_of_five()
    q = np.array([0.8, -0.7, 0.0, 0.7, 0.4])
    T = forward(arm, q)
    moved = curve(arm, q, 0, 0.05)
    assert residuals(arm, moved, T)[0] < 1e-6  # the range is real
    answer = inverse(arm, T)
    assert len(answer) > 0
    assert answer.free_joints == (0,)


def test_an_ordinary_pose_of_these_arms_is_not_flagged(stanford, rng):
    q = np.array([0.3, 0.7, 600.0, 0.2, 0.9, 0.1])
    assert not inverse(stanford, forward(stanford, q)).continuum
    arm = planar_four_of_five()
    assert not inverse(arm, forward(arm, np.array([0.8, -0.7, 0.6, 0.7, 0.4]))).continuum


@pytest.mark.parametrize("turned", [[], [0, 6], [0, 1]])
def test_a_seven_axis_arm_at_the_border_of_its_reach_is_not_lost(turned):
    gen3 = Mechanism.from_modified_dh(
        alpha=np.radians([180, 90, -90, 90, -90, 90, -90]),
        a=[0] * 7,
        d=[0, -11.75, -420.76, -12.75, -314.36, -0.3501, 0],
        T_last_flange=translation(0, 0, -167.455),
    )
    q = np.zeros(7)
    q[turned] = np.pi / 2
    answer = inverse(gen3, forward(gen3, q))
    assert len(answer) > 0
    assert answer.continuum
    assert answer.residual_mm.max() < 1e-6
