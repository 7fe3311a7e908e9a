"""Sets of dependent joints: dependent by a second Jacobian, minimal, and rightly described."""

from itertools import pairwise

import numpy as np
import pytest

from kinematics import Mechanism, jacobian_by_differences, singularity, translation
from kinematics.differential.dependent_joints import dependence_names, dependent_joints
from kinematics.differential.velocity import weighted_jacobian
from scenes import load_robot, robot_names

GENERAL = (
    "fanuc_crx10ia_l",
    "kinova_gen3_lite",
    "kinova_jaco_6dof_curved_wrist",
    "yaskawa_hc10",
)


def arm_of(axes, points):
    """Turning joints with axes and points (n, 3), mm."""
    return Mechanism.from_axes(
        axes=axes, points=points, T_base_flange_zero=translation(500.0, 200.0, 300.0)
    )


def singular_poses(mechanism, rng, count):
    """Poses where det J changes its sign between random joint values, by bisection."""
    found = []
    while len(found) < count:
        a, b = rng.uniform(-2.5, 2.5, (2, 6))
        sign = np.sign(singularity(mechanism, a).determinant)
        if np.sign(singularity(mechanism, b).determinant) == sign:
            continue
        for _ in range(60):
            middle = (a + b) / 2
            if np.sign(singularity(mechanism, middle).determinant) == sign:
                a = middle
            else:
                b = middle
        found.append((a + b) / 2)
    return found


@pytest.mark.parametrize("name", GENERAL)
def test_the_joints_told_are_dependent_by_the_jacobian_of_differences(name):
    mechanism = load_robot(name).mechanism
    rng = np.random.default_rng(3)
    for q in [np.zeros(6), *singular_poses(mechanism, rng, 4)]:
        J, _ = weighted_jacobian(mechanism, q)
        lost = int((np.linalg.svd(J, compute_uv=False) < 1e-6).sum())
        D = jacobian_by_differences(mechanism, q)
        D[:3] /= np.linalg.norm(D[:3])
        sets = dependent_joints(J, lost)
        assert sets
        for joints in sets:
            columns = D[:, list(joints)]
            assert np.linalg.svd(columns, compute_uv=False)[-1] < 1e-5
            for left_out in joints:
                rest = D[:, [j for j in joints if j != left_out]]
                assert np.linalg.svd(rest, compute_uv=False)[-1] > 1e-5


@pytest.mark.parametrize("name", robot_names())
def test_every_singular_pose_of_every_robot_has_a_name_and_no_regular_one_has(name):
    robot = load_robot(name)
    for q in (np.zeros(robot.mechanism.n), robot.ready):
        told = singularity(robot.mechanism, q)
        assert bool(told.names) == told.singular
        assert "other" not in told.names


def test_the_zero_poses_of_general_arms_are_told_by_their_axes():
    told = {name: singularity(load_robot(name).mechanism, np.zeros(6)).names for name in GENERAL}
    assert told["fanuc_crx10ia_l"] == ("axes 3, 4, 5 and 6 in one plane",)
    assert told["kinova_gen3_lite"] == ("axes 1, 2, 3 and 4 in one plane",)
    assert told["kinova_jaco_6dof_curved_wrist"] == ("axes 1, 2, 3, 4, 5 and 6 in one plane",)
    assert told["yaskawa_hc10"][0] == "axes 1 and 4 in one line"


@pytest.mark.parametrize("name", ["franka_panda", "ufactory_xarm7", "kinova_gen3_7dof"])
def test_the_sets_of_a_redundant_arm_explain_every_direction_that_it_has_lost(name):
    mechanism = load_robot(name).mechanism
    q = np.zeros(7)
    D = jacobian_by_differences(mechanism, q)
    D[:3] /= np.linalg.norm(D[:3])
    rank = int(np.linalg.matrix_rank(D, 1e-6))
    assert rank < 6
    J, _ = weighted_jacobian(mechanism, q)
    sets = dependent_joints(J, 6 - rank)
    assert len(sets) == 7 - rank
    for joints in sets:
        assert np.linalg.matrix_rank(D[:, list(joints)], 1e-6) == len(joints) - 1
    kept = [joint for joint in range(7) if joint not in {max(joints) for joints in sets}]
    assert np.linalg.matrix_rank(D[:, kept], 1e-6) <= rank


Z, X = [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]
ASKEW = [[0.3, 0.8, 0.2], [0.1, -0.4, 0.9], [0.7, 0.2, -0.5], [0.2, 0.5, 0.7]]
FAR = [[10.0, 220.0, 90.0], [-80.0, 400.0, 30.0], [150.0, -60.0, 310.0], [300.0, 100.0, 50.0]]
# Joints from 0 with their axes and points, and how these lie.
LIE = {
    "axes 1 and 4 in one line": ((0, 3), [Z, Z], [[0, 0, 0], [0, 0, 300]]),
    "axes 1, 3 and 6 in one plane": ((0, 2, 5), [Z] * 3, [[0, 0, 0], [100, 0, 7], [300, 0, 50]]),
    "axes 1, 3, 5 and 6 parallel": (
        (0, 2, 4, 5),
        [Z, Z, Z, Z],
        [[0, 0, 0], [100, 0, 7], [300, 80, 50], [40, 300, 0]],
    ),
    "axes 1, 3, 4 and 6 through one point": (
        (0, 2, 3, 5),
        [Z, X, [0.48, 0.6, 0.64], [0.0, 0.6, 0.8]],
        [[0, 0, 300], [200, 0, 100], [48, 60, 164], [0, 60, 180]],
    ),
}


@pytest.mark.parametrize("name", LIE)
def test_axes_are_told_as_they_were_laid(name):
    joints, given, points = LIE[name]
    axes, places = np.array((ASKEW * 2)[:6]), np.array((FAR * 2)[:6])
    axes[4:] += 0.3
    places[4:] += 35.0
    axes[list(joints)], places[list(joints)] = given, points
    assert singularity(arm_of(axes, places), np.zeros(6)).names == (name,)


def test_joints_whose_axes_have_no_special_place_are_said_to_cancel():
    arm = arm_of([Z, X, *ASKEW], [[0, 0, 0], [0, 50, 100], *FAR])
    sets = ((0, 1, 4),)
    assert dependence_names(arm, np.zeros(6), sets) == ("joints 1, 2 and 5 cancel",)


def test_an_arm_of_many_joints_is_told_by_the_joints_of_its_null_motions():
    rng = np.random.default_rng(2)
    J = rng.normal(size=(6, 11))
    J[:, 3:] = np.outer(J[:, 0], rng.normal(size=8))
    J[:, 1] = J[:, 0]
    lost = 6 - np.linalg.matrix_rank(J)
    (joints,) = dependent_joints(J, lost)
    assert 2 not in joints
    assert all(a < b for a, b in pairwise(joints))
