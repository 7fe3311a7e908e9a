"""Joints that are loose within the digits of a pose: by moving them, and none too many."""

import numpy as np
import pytest

from kinematics import forward, inverse, pose_from_xyzoat, residuals, xyzoat_from_pose
from scenes import load_robot

DIGITS_MM, DIGITS_RAD = 0.0005 * np.sqrt(3.0), 3.0 * np.radians(0.0005)
STRETCHED = np.arctan2(20.3, 431.8) - np.pi / 2  # joint 3 of a stretched PUMA, rad


def typed(mechanism, q, decimals=3):
    """The pose of joint values as a person types it, with three decimals of mm and degrees."""
    six = np.round(xyzoat_from_pose(forward(mechanism, q), "val"), decimals)
    return pose_from_xyzoat(six, "val")


def at(answer, q, joints):
    """The rows of the answer whose values of some joints are those of q."""
    gap = (answer.q - q + np.pi) % (2.0 * np.pi) - np.pi
    return np.flatnonzero(np.abs(gap[:, joints]).max(axis=1) < 1e-3)


@pytest.mark.parametrize("bend_deg", [0.0, 1e-5, 1e-4, 1e-3])
def test_the_axes_of_a_straight_wrist_are_loose_in_a_typed_pose(puma, bend_deg):
    q = np.radians([10, 20, 30, 40, bend_deg, 50])
    T = typed(puma, q)
    answer = inverse(puma, T, tolerance_mm=DIGITS_MM, tolerance_rad=DIGITS_RAD)
    rows = at(answer, q, [0, 1, 2])
    assert len(rows)
    for row in range(len(answer)):
        wanted = [3, 5] if row in rows else []
        assert answer.loose[row].nonzero()[0].tolist() == wanted
        assert np.isinf(answer.joint_bounds[row]).any() == bool(wanted)


def test_what_is_called_loose_can_move_and_stays_within_the_digits(puma):
    q = np.radians([10, 20, 30, 40, 0.001, 50])
    T = typed(puma, q)
    answer = inverse(puma, T, tolerance_mm=DIGITS_MM, tolerance_rad=DIGITS_RAD)
    row = int(at(answer, q, [0, 1, 2])[0])
    for turn in np.linspace(-0.1, 0.1, 9):
        mm, rad = residuals(puma, answer.q[row] + turn * np.array([0, 0, 0, 1, 0, -1]), T)
        assert mm <= DIGITS_MM
        assert rad <= DIGITS_RAD


@pytest.mark.parametrize("bend_deg", [1.0, 10.0, 60.0])
def test_no_joint_of_a_bent_wrist_is_loose(puma, bend_deg):
    q = np.radians([10, 20, 30, 40, bend_deg, 50])
    answer = inverse(puma, typed(puma, q), tolerance_mm=DIGITS_MM, tolerance_rad=DIGITS_RAD)
    assert not answer.loose.any()


def test_a_stretched_arm_is_uncertain_but_no_joint_of_it_is_loose(puma):
    q = np.array([0.2, 0.3, STRETCHED - 1e-4, 0.4, 0.9, 0.6])
    answer = inverse(puma, forward(puma, q), tolerance_mm=1e-3, tolerance_rad=1e-5)
    rows = at(answer, q, [0])
    assert np.isinf(answer.joint_bounds[rows]).all()
    assert not answer.loose[rows].any()
    assert all("elbow" in answer.near[row] for row in rows)


def test_without_tolerances_no_joint_is_loose(puma):
    answer = inverse(puma, forward(puma, np.radians([10, 20, 30, 40, 0, 50])))
    assert not answer.loose.any()


def test_four_parallel_axes_of_a_ur_are_loose_together():
    arm = load_robot("ur5e").mechanism
    q = np.array([0.3, -1.0, 1.2, 0.4, 0.0, 0.7])
    answer = inverse(arm, typed(arm, q), tolerance_mm=DIGITS_MM, tolerance_rad=DIGITS_RAD)
    loose = {tuple(row.nonzero()[0].tolist()) for row in answer.loose if row.any()}
    assert loose == {(1, 2, 3, 5)}


@pytest.mark.parametrize("name", ["fanuc_crx10ia_l", "yaskawa_hc10", "kinova_gen3_lite"])
def test_loose_joints_of_general_arms_move_the_pose_by_less_than_the_digits(name):
    """With digits as coarse as a drawing has; what is loose is led along by least squares."""
    arm = load_robot(name).mechanism
    mm, rad = 0.5, 1e-3
    found = 0
    for q in np.random.default_rng(2).uniform(-2.5, 2.5, (12, 6)):
        q[[2, 4]] = 0.0
        T = forward(arm, q)
        answer = inverse(arm, T, tolerance_mm=mm, tolerance_rad=rad)
        for row, loose in zip(answer.q, answer.loose, strict=True):
            if not loose.any():
                continue
            found += 1
            joints = loose.nonzero()[0].tolist()
            assert any(can_move(arm, T, row, joint, 0.03, mm, rad) for joint in joints)
    assert found or name != "yaskawa_hc10"


def can_move(arm, T, q, joint, step, mm, rad):
    """Whether the pose stays within the digits with a joint moved, the others by least squares."""
    others = [k for k in range(6) if k != joint]
    for way in (step, -step):
        at = q.copy()
        at[joint] += way
        for _ in range(30):
            e = error(arm, at, T, mm, rad)
            moves = 1e-6 * np.eye(6)[others]
            J = np.stack([(error(arm, at + d, T, mm, rad) - e) / 1e-6 for d in moves], axis=1)
            at[others] -= np.linalg.lstsq(J, e, rcond=1e-9)[0]
        away, angle = residuals(arm, at, T)
        if away <= mm and angle <= rad:
            return True
    return False


def error(arm, q, T, mm, rad):
    there = forward(arm, q)
    R = there[:3, :3] @ T[:3, :3].T
    turn = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2.0
    return np.concatenate([(there[:3, 3] - T[:3, 3]) / mm, turn / rad])
