"""Complex solutions of complex poses: they meet the pose by a forward kinematics of the test."""

import numpy as np
import pytest

from kinematics.solvers.elimination import recognise
from kinematics.solvers.elimination.continuation.complex_solutions import complex_solutions
from kinematics.solvers.elimination.continuation.pose_lines import LongLines, PoseLine
from kinematics.solvers.elimination.continuation.starts import plan_of, solutions
from scenes import load_robot


def complex_pose(chain, q):
    """The pose (4, 4) of the tight chain at complex joint values q (6,), joint by joint."""
    T = np.eye(4, dtype=complex)
    for joint in range(6):
        turn = np.eye(4, dtype=complex)
        turn[:2, :2] = [[np.cos(q[joint]), -np.sin(q[joint])], [np.sin(q[joint]), np.cos(q[joint])]]
        T = T @ turn @ (chain.gaps[joint] if joint < 5 else np.eye(4))
    return T


@pytest.mark.parametrize("name", ["kinova_gen3_lite", "kinova_jaco_6dof_curved_wrist"])
def test_a_generic_complex_pose_has_sixteen_solutions_that_meet_it(name):
    arm = recognise(load_robot(name).mechanism)
    rng = np.random.default_rng(8)
    for _ in range(3):
        q = rng.uniform(-3.0, 3.0, 6) + 0.3j * rng.uniform(-1.0, 1.0, 6)
        S = complex_pose(arm.chain, q)
        pose, found = complex_solutions(arm.chain, arm.loops[0].stage, S[None])
        assert (pose == 0).all()
        assert len(found) == 16
        for row in found:
            there = complex_pose(arm.chain, row)
            assert np.abs(there - S).max() < 1e-6 * np.abs(there).max()
        gap = np.exp(1j * found) - np.exp(1j * q)
        assert np.abs(gap).max(axis=1).min() < 1e-6


@pytest.mark.parametrize(("name", "count"), [("kinova_gen3_lite", 16), ("puma560", 8), ("ur5e", 8)])
def test_an_arm_has_as_many_solutions_at_every_generic_pose(name, count):
    arm = recognise(load_robot(name).mechanism)
    plan = plan_of(arm)
    assert plan.count == count
    rng = np.random.default_rng(1)
    q = rng.uniform(-3.0, 3.0, (6, 6)) + 0.2j * rng.uniform(-1.0, 1.0, (6, 6))
    S = np.stack([complex_pose(arm.chain, row) for row in q])
    assert (solutions(arm, plan.loops[0], S).count == count).all()


def test_a_line_ends_in_its_pose_and_its_rates_are_its_derivatives():
    line = PoseLine.at_random(np.random.default_rng(2), 1e-2)
    T = complex_pose(recognise(load_robot("puma560").mechanism).chain, np.arange(6.0))
    assert np.abs(line.poses(T[None], np.zeros(1))[0] - T).max() < 1e-15
    step = 1e-4
    before, here, after = line.poses(np.stack([T] * 3), 0.6 + step * np.arange(-1.0, 2.0))
    slope = (after - before) / (2.0 * step)
    rates = line.rates(here[None, :3, :3])[0]
    assert np.abs(slope[:3, 3] - rates[:3]).max() < 1e-10
    spin = slope[:3, :3] @ here[:3, :3].T
    assert np.abs([spin[2, 1], spin[0, 2], spin[1, 0]] - rates[3:]).max() < 1e-10


def test_long_lines_lead_from_one_pose_to_others_and_their_rates_are_derivatives():
    arm = recognise(load_robot("puma560").mechanism)
    start = complex_pose(arm.chain, np.arange(6.0) + 0.2j * np.arange(6.0)[::-1])
    Ts = np.stack([complex_pose(arm.chain, np.sin(k + np.arange(6.0))) for k in range(3)])
    lines = LongLines.between(start, Ts)
    assert np.abs(lines.poses(Ts, np.ones(3)) - start).max() < 1e-12
    assert np.abs(lines.poses(Ts, np.zeros(3)) - Ts).max() < 1e-14
    step = 1e-5
    before, here, after = (lines.poses(Ts, np.full(3, 0.4 + step * k)) for k in (-1, 0, 1))
    slope, rates = (after - before) / (2.0 * step), lines.rates(here[:, :3, :3])
    assert np.abs(slope[:, :3, 3] - rates[:, :3]).max() < 1e-7
    spin = slope[:, :3, :3] @ np.swapaxes(here[:, :3, :3], 1, 2)
    turning = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1)
    assert np.abs(turning - rates[:, 3:]).max() < 1e-7
