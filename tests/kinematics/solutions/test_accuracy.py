"""Singular values against differences of forward kinematics, and bounds against moved poses."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    forward,
    inverse,
    inverse_batch,
    jacobian_by_differences,
    residuals,
    rrp_arm,
    singularity,
    sweep,
)
from kinematics.arm.size import size_of
from kinematics.solutions.accuracy import joint_bounds
from scenes import load_robot

ARMS = (
    "puma560",
    "ur5e",
    "fanuc_crx10ia_l",
    "stanford_arm",
    "gantry_6axis",
    "textbook_rrp",
    "adept_cobra600",
)


def joints_for(mechanism, rng):
    slides = rng.uniform(100.0, 300.0, mechanism.n)
    return np.where(mechanism.revolute > 0.0, rng.uniform(-2.5, 2.5, mechanism.n), slides)


def moved(T, shift, turn):
    """The pose shifted by a vector (3,), mm, and turned by a rotation vector (3,), rad."""
    angle = np.linalg.norm(turn)
    x, y, z = turn / max(angle, 1e-300)
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    there = T.copy()
    there[:3, :3] = (np.eye(3) + np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K) @ T[:3, :3]
    there[:3, 3] += shift
    return there


def within(rng, most):
    """A random vector (3,) of at most this length, often of just this length."""
    v = rng.normal(size=3)
    return v / np.linalg.norm(v) * most * min(1.0, 2.0 * rng.random())


@pytest.mark.parametrize("name", [*ARMS, "kuka_lbr_iiwa_7_r800", "textbook_palletiser"])
def test_the_smallest_singular_value_is_that_of_a_jacobian_by_differences(name):
    mechanism = load_robot(name).mechanism
    rng, size = np.random.default_rng(4), size_of(mechanism)
    units = np.where(mechanism.revolute > 0.0, 1.0, size)
    for _ in range(4):
        q = load_robot(name).ready if mechanism.has_loops else joints_for(mechanism, rng)
        found = inverse(mechanism, forward(mechanism, q))
        for row, least in zip(found.q, found.smallest_singular_value, strict=True):
            J = jacobian_by_differences(mechanism, row) * units
            J[:3] /= size
            rows = J[:3] if mechanism.position_only else J
            assert least == pytest.approx(np.linalg.svd(rows)[1][-1], abs=1e-7)


@pytest.mark.parametrize("name", ARMS[:-1])
def test_no_pose_within_the_tolerances_moves_a_joint_beyond_its_bound(name):
    mechanism = load_robot(name).mechanism
    rng = np.random.default_rng(11)
    reached = checked = 0
    for _ in range(25):
        T = forward(mechanism, joints_for(mechanism, rng))
        mm, rad = 10.0 ** rng.uniform(-4, 0), 10.0 ** rng.uniform(-6, -3)
        answer = inverse(mechanism, T, tolerance_mm=mm, tolerance_rad=rad)
        bound = answer.joint_bounds
        for _ in range(3):
            other = inverse(mechanism, moved(T, within(rng, mm), within(rng, rad)))
            for q, b in zip(answer.q, bound, strict=True):
                if np.isinf(b).any():
                    continue
                gap = other.q - q
                turned = (gap + np.pi) % (2.0 * np.pi) - np.pi
                gap = np.where(mechanism.revolute > 0.0, turned, gap)
                share = (np.abs(gap) / b).max(axis=1).min()
                assert share <= 1.0
                checked += 1
                reached += share > 0.5
    assert checked > 50
    assert reached > checked / 20  # the bound is no idle one


def test_a_scara_stays_within_its_bounds_at_the_poses_that_it_reaches():
    mechanism = load_robot("adept_cobra600").mechanism
    rng = np.random.default_rng(12)
    for _ in range(40):
        q = joints_for(mechanism, rng)
        near = q + rng.normal(size=4) * np.where(mechanism.revolute > 0.0, 1e-4, 0.05)
        T, other = forward(mechanism, q), forward(mechanism, near)
        mm = float(np.linalg.norm(other[:3, 3] - T[:3, 3]))
        rad = float(np.arccos(np.clip((np.trace(T[:3, :3].T @ other[:3, :3]) - 1) / 2, -1, 1)))
        answer = inverse(mechanism, T, tolerance_mm=mm, tolerance_rad=rad + 1e-7)
        row = int(np.argmin(np.abs(np.sin((answer.q - q) / 2)[:, :2]).sum(axis=1)))
        gap = (answer.q[row] - near + np.pi) % (2 * np.pi) - np.pi
        gap[2] = answer.q[row, 2] - near[2]
        assert (np.abs(gap) <= answer.joint_bounds[row]).all()


@pytest.mark.parametrize("kinds", ["RRRRR", "RRRR", "RPRRR", "RRR"])
def test_arms_of_fewer_joints_stay_within_their_bounds_at_the_poses_that_they_reach(kinds):
    rng, n = np.random.default_rng(3), len(kinds)
    checked = 0
    for _ in range(10):
        arm = Mechanism.from_modified_dh(
            alpha=rng.uniform(-3, 3, n),
            a=rng.uniform(-300, 300, n),
            d=rng.uniform(-300, 300, n),
            kinds=kinds,
        )
        units = np.where(arm.revolute > 0.0, 1.0, 500.0)
        for _ in range(40):
            q = rng.uniform(-0.4, 0.4, n) * units + rng.uniform(-2.5, 2.5, n) * arm.revolute
            other = q + rng.normal(size=n) * units * 10.0 ** rng.uniform(-6, -2)
            mm, rad = residuals(arm, other, forward(arm, q))
            bound = joint_bounds(arm, q[None], np.array([mm]), np.array([rad]))[0]
            if np.isfinite(bound).all():
                checked += 1
                assert (np.abs(other - q) <= bound).all()
    assert checked > 100


def test_without_tolerances_the_bounds_are_those_of_rounding(puma):
    answer = inverse(puma, forward(puma, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7]))
    assert (answer.joint_bounds > 0.0).all()
    assert answer.joint_bounds.max() < 1e-11


def test_there_is_no_bound_at_a_singular_pose_and_far_from_it_there_is(puma):
    straight = inverse(puma, forward(puma, [0.2, 0.3, 0.4, 0.5, 0.0, 0.7]))
    rows = np.abs(straight.q[:, 4]) < 1e-9
    assert rows.any()
    assert np.isinf(straight.joint_bounds[rows]).all()
    assert np.isfinite(straight.joint_bounds[~rows]).all()
    for row, names in zip(rows, straight.near, strict=True):
        assert names == (("wrist",) if row else ())


def test_larger_tolerances_give_larger_bounds_and_at_last_none(puma):
    T = forward(puma, [0.2, 0.3, 0.4, 0.5, 0.6, 0.7])
    last = np.zeros((8, 6))
    for rad in (0.0, 1e-6, 1e-5, 1e-4):
        bounds = inverse(puma, T, tolerance_rad=rad).joint_bounds
        assert (bounds > last).all()
        last = bounds
    assert np.isinf(inverse(puma, T, tolerance_rad=0.3).joint_bounds).all()


def test_a_batch_has_the_figures_of_its_poses_one_by_one(arm, rng):
    q = rng.uniform(-2.5, 2.5, (12, 6))
    q[3, 4] = 0.0
    Ts = forward(arm, q)
    batch = inverse_batch(arm, Ts, tolerance_mm=0.01, tolerance_rad=1e-5)
    for i, T in enumerate(Ts):
        one = inverse(arm, T, tolerance_mm=0.01, tolerance_rad=1e-5)
        k = len(one)
        assert batch.count[i] == k
        order = [int(np.argmin(np.abs(batch.q[i, :k] - row).sum(axis=1))) for row in one.q]
        assert sorted(order) == list(range(k))
        values = batch.smallest_singular_value[i]
        assert np.allclose(values[order], one.smallest_singular_value, atol=1e-10)
        assert np.isnan(values[k:]).all()
        regular = one.smallest_singular_value > 1e-6
        bounds = batch.joint_bounds[i]
        assert np.allclose(bounds[order][regular], one.joint_bounds[regular], rtol=1e-3)
        assert np.isnan(bounds[k:]).all()
        assert (batch.loose[i][order] == one.loose).all()
        assert [batch.near_of(i)[row] for row in order] == list(one.near)


def test_locked_joints_have_the_bound_zero_and_the_others_those_of_the_arm_that_is_left():
    arm = load_robot("franka_panda").mechanism
    T = forward(arm, load_robot("franka_panda").ready)
    held = float(load_robot("franka_panda").ready[6])
    answer = inverse(arm, T, locked={6: held}, tolerance_mm=0.01, tolerance_rad=1e-5)
    assert len(answer)
    assert (answer.joint_bounds[:, 6] == 0.0).all()
    assert np.isfinite(answer.joint_bounds).any()
    size = size_of(arm)
    for row, least in zip(answer.q, answer.smallest_singular_value, strict=True):
        J = jacobian_by_differences(arm, row)[:, :6]
        J[:3] /= size
        assert least == pytest.approx(np.linalg.svd(J)[1][-1], abs=1e-7)
    swept = sweep(arm, T, [held], joint=6)
    assert np.allclose(
        np.sort(swept.smallest_singular_value[0, : swept.count[0]]),
        np.sort(answer.smallest_singular_value),
        atol=1e-8,
    )


def test_a_redundant_arm_has_a_solution_within_the_bounds():
    arm = load_robot("kuka_lbr_iiwa_7_r800").mechanism
    rng = np.random.default_rng(3)
    T = forward(arm, [0.2, 0.5, -0.3, 1.2, 0.4, 0.9, 0.1])
    answer = inverse(arm, T, elbow_angle=0.4, tolerance_mm=0.1, tolerance_rad=1e-4)
    there = moved(T, within(rng, 0.1), within(rng, 1e-4))
    angles = 0.4 + np.linspace(-2e-3, 2e-3, 801)
    near = sweep(arm, there, angles)
    rows = near.q[np.arange(near.q.shape[1]) < near.count[:, None]]
    for q, bound in zip(answer.q, answer.joint_bounds, strict=True):
        gap = (rows - q + np.pi) % (2.0 * np.pi) - np.pi
        assert (np.abs(gap) <= bound).all(axis=1).any()


def test_an_arm_with_closed_loops_says_that_there_is_no_bound():
    robot = load_robot("textbook_palletiser")
    answer = inverse(robot.mechanism, forward(robot.mechanism, robot.ready), tolerance_mm=0.01)
    assert len(answer)
    assert np.isinf(answer.joint_bounds).all()


def test_near_solutions_are_those_with_a_small_singular_value(puma, rng):
    names = []
    for bend in (1e-4, 1e-3, 0.5):
        answer = inverse(puma, forward(puma, [0.2, 0.3, 0.4, 0.5, bend, 0.7]))
        row = int(np.argmin(np.abs(answer.q - [0.2, 0.3, 0.4, 0.5, bend, 0.7]).sum(axis=1)))
        names.append(answer.near[row])
    assert names == [("wrist",), ("wrist",), ()]


def test_general_arms_near_a_singular_pose_get_the_name_of_it():
    arm = load_robot("fanuc_crx10ia_l").mechanism
    at = singularity(arm, np.zeros(6)).names
    answer = inverse(arm, forward(arm, np.array([0.3, 0.2, 0.001, 0.0, 0.0, 0.1])))
    assert at in answer.near


def test_a_position_arm_has_bounds_for_positions_alone():
    arm = rrp_arm().with_goals(position_only=True)
    T = forward(arm, [0.3, 1.1, 120.0])
    with_angle = inverse(arm, T, tolerance_mm=0.1, tolerance_rad=0.5).joint_bounds
    assert np.allclose(with_angle, inverse(arm, T, tolerance_mm=0.1).joint_bounds)
    assert np.isfinite(with_angle).all()


@pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf, "0.1", [0.1, 0.2]])
@pytest.mark.parametrize("name", ["tolerance_mm", "tolerance_rad"])
def test_a_tolerance_without_meaning_is_refused(puma, bad, name):
    T = forward(puma, np.full(6, 0.3))
    with pytest.raises(KinematicsError, match=name):
        inverse(puma, T, **{name: bad})
    with pytest.raises(KinematicsError, match=name):
        inverse_batch(puma, T[None], **{name: bad})


@pytest.mark.parametrize("name", ["puma560", "ur5e", "fanuc_crx10ia_l"])
@pytest.mark.parametrize("bend", [0.6, 1e-6])
def test_arms_of_every_size_have_the_same_figures(name, bend):
    drawn = load_robot(name).mechanism
    q = np.array([0.2, 0.3, 0.4, 0.5, bend, 0.7])
    told = []
    for k in (1e-5, 1.0, 1e4):
        T_link, T_last = drawn.T_link_joint.copy(), drawn.T_last_flange.copy()
        T_link[:, :3, 3] *= k
        T_last[:3, 3] *= k
        arm = Mechanism(drawn.joints, T_link, T_last)
        answer = inverse(arm, forward(arm, q), tolerance_mm=1e-3 * k, tolerance_rad=1e-5)
        bounds = np.where(np.isfinite(answer.joint_bounds), answer.joint_bounds, 9.0)
        told.append((answer, np.sort(bounds.ravel()), np.sort(answer.smallest_singular_value)))
    for answer, bounds, values in told[1:]:
        assert np.allclose(bounds, told[0][1], rtol=1e-3)
        assert np.allclose(values, told[0][2], atol=1e-9)
        assert sorted(answer.near) == sorted(told[0][0].near)
        assert sorted(answer.loose.tolist()) == sorted(told[0][0].loose.tolist())
