"""Frames by the textbook's rules, compound joints, coupled joints."""

import numpy as np
import pytest

from kinematics import (
    CoupledMechanism,
    Coupling,
    KinematicsError,
    Mechanism,
    UnsolvableMechanism,
    dh_from_axes,
    forward,
    jacobian,
    leg,
    simple_joints,
    translation,
)


def random_axes(rng, count, kind):
    axes = rng.normal(size=(count, 3))
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    points = rng.uniform(-300, 300, (count, 3))
    if kind == "parallel":
        axes[1:4] = axes[1]
    if kind == "meeting":
        points[2:4] = points[1]
    if kind == "one line":
        axes[2], points[2] = axes[1], points[1] + 40 * axes[1]
    return axes, points


@pytest.mark.parametrize("on_base_plate", [False, True])
@pytest.mark.parametrize("kind", ["any", "parallel", "meeting", "one line"])
def test_the_rows_move_the_flange_as_the_axes_do(kind, on_base_plate, rng):
    axes, points = random_axes(rng, 6, kind)
    facts = {"axes": axes, "points": points, "kinds": "RRPRRR"}
    facts["T_base_flange_zero"] = translation(100, 200, 300)
    table = dh_from_axes(**facts, on_base_plate=on_base_plate)
    q = rng.uniform(-3, 3, (20, 6))
    assert np.allclose(
        forward(table.mechanism(), q), forward(Mechanism.from_axes(**facts), q), atol=1e-8
    )


def test_frame_0_equals_frame_1_at_rest_and_the_last_row_turns_nothing(rng):
    axes, points = random_axes(rng, 4, "any")
    table = dh_from_axes(axes=axes, points=points, T_base_flange_zero=np.eye(4))
    row_1 = (table.alpha[0], table.a[0], table.d[0], table.theta0[0])
    assert np.allclose(row_1, 0.0)
    assert np.isclose(table.theta0[-1], 0.0, atol=1e-12)
    assert np.isclose(table.d[-1], 0.0, atol=1e-9)


def test_the_rrp_arm_gets_the_rows_of_the_textbook():
    table = dh_from_axes(
        axes=[[0, 0, 1], [0, 0, 1], [0, 0, -1]],
        points=[[0, 0, 400], [300, 0, 400], [550, 0, 400]],
        kinds="RRP",
        T_base_flange_zero=translation(550, 0, 400) @ np.diag([1.0, -1, -1, 1]),
        on_base_plate=True,
    )
    assert np.allclose(table.a, [0, 300, 250])
    assert np.allclose(np.abs(table.alpha), [0, 0, np.pi])
    assert np.allclose(table.d, [400, 0, 0])
    assert np.allclose(table.theta0, 0)
    assert np.allclose(table.T_base_first, np.eye(4))
    assert np.allclose(table.T_last_flange, np.eye(4))


def test_compound_joints_become_simple_joints_at_one_place():
    axes, points, kinds = simple_joints("CB", [[0, 0, 1], [1, 0, 0]], [[0, 0, 0], [1, 2, 3]])
    assert kinds == "RPRRR"
    assert np.allclose(points[2:], [1, 2, 3])
    assert np.allclose(axes[2:] @ axes[2:].T, np.eye(3))
    with pytest.raises(KinematicsError, match="kinds R, P, C and B"):
        simple_joints("X", [[0, 0, 1]], [[0, 0, 0]])


def test_a_leg_at_rest_stands_below_its_hip():
    assert np.allclose(forward(leg(), np.zeros(6)), translation(0, 0, -880))


@pytest.fixture
def hollow_wrist(puma):
    return CoupledMechanism(puma, (Coupling(follower=4, leader=3, ratio=-1.0, offset=0.2),))


def test_coupled_joints_follow_in_poses_and_rates(hollow_wrist, puma, rng):
    q = rng.uniform(-2, 2, 5)
    whole = np.array([*q[:4], 0.2 - q[3], q[4]])
    assert np.allclose(hollow_wrist.whole(q), whole)
    assert np.allclose(hollow_wrist.forward(q), forward(puma, whole))
    J = jacobian(puma, whole)
    assert np.allclose(hollow_wrist.jacobian(q)[:, 3], J[:, 3] - J[:, 4])


def test_a_coupled_chain_is_refused_by_the_solvers_and_solved_from_a_seed(hollow_wrist, rng):
    q = rng.uniform(-1, 1, 5)
    T = hollow_wrist.forward(q)
    with pytest.raises(UnsolvableMechanism, match="coupled joints"):
        hollow_wrist.inverse(T)
    assert np.allclose(hollow_wrist.inverse_from_seed(T, q + 0.05), q, atol=1e-9)


@pytest.mark.parametrize(
    "couplings",
    [(Coupling(9, 0),), (Coupling(1, 0), Coupling(2, 1)), (Coupling(1, 0), Coupling(1, 2))],
)
def test_couplings_that_make_no_sense_are_refused(couplings, puma):
    with pytest.raises(KinematicsError):
        CoupledMechanism(puma, couplings)
