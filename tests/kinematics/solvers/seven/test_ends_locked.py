"""Arms of seven axes without a closed form at an elbow angle: Panda, xArm7, Gen3 and others."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    classify,
    elbow_angle,
    forward,
    inverse,
    inverse_batch,
    link_poses,
    residuals,
    sweep,
    translation,
)
from kinematics.arm.locked_joints import lock
from kinematics.differential.pose_equations import pose_error
from tests.depth import cases, share


def turned(gap):
    return (np.asarray(gap) + np.pi) % (2 * np.pi) - np.pi


def nearest(q, rows):
    """Largest joint difference from q (7,) to the nearest of the rows, rad."""
    return float(np.abs(turned(rows - q)).max(axis=1).min(initial=np.inf))


def dense_roots(arm, T, extra, rng, starts):
    """Roots of a pose T and of one more equation, from random starts: an independent reference.

    extra: error (N,) of the equation at q (N, 7). Derivatives are central differences.
    """
    q = rng.uniform(-np.pi, np.pi, (starts, 7))

    def errors(q):
        return np.concatenate([pose_error(arm, T[None], q, 1000.0), extra(q)[:, None]], axis=1)

    error, shift = errors(q), np.full(starts, 1e-2)
    for _ in range(60):
        J = np.empty((starts, 7, 7))
        for joint in range(7):
            step = np.zeros(7)
            step[joint] = 1e-6
            J[:, :, joint] = -turned(errors(q + step) - errors(q - step)) / 2e-6
        norm = np.linalg.norm(error, axis=1)
        back = np.swapaxes(J, 1, 2)
        square = back @ J + (shift * norm**2 + 1e-13)[:, None, None] * np.eye(7)
        dq = np.linalg.solve(square, back @ error[..., None])[..., 0]
        dq *= np.minimum(1.0, 0.5 / np.maximum(np.abs(dq).max(axis=1), 1e-300))[:, None]
        tried = errors(q + dq)
        better = np.linalg.norm(tried, axis=1) < norm
        q, error = np.where(better[:, None], q + dq, q), np.where(better[:, None], tried, error)
        shift = np.clip(np.where(better, shift * 0.3, shift * 8.0), 1e-9, 1e9)
    found = []
    for row in turned(q[np.abs(error).max(axis=1) < 1e-8]):
        if not found or nearest(row, np.array(found)) > 1e-4:
            found.append(row)
    return np.array(found).reshape(-1, 7)


def test_the_elbow_angle_is_that_of_shoulder_elbow_and_where_axes_5_and_6_meet(panda, rng):
    for q in rng.uniform(-2.8, 2.8, (30, 7)):
        links = link_poses(panda, q)
        S, E, W = np.array([0, 0, 333.0]), links[4, :3, 3], links[6, :3, 3]
        u = (W - S) / np.linalg.norm(W - S)
        to_up = np.array([0, 0, 1.0]) - u * u[2]
        to_elbow = (E - S) - u * (u @ (E - S))
        expected = np.arctan2(u @ np.cross(to_up, to_elbow), to_up @ to_elbow)
        assert abs(turned(elbow_angle(panda, q) - expected)) < 1e-12


@pytest.mark.parametrize("joint", share(range(7), 4))
def test_a_locked_joint_leaves_all_solutions_and_no_other(arm, joint):
    rng = np.random.default_rng(70 + joint)
    q = rng.uniform(-2.5, 2.5, 7)
    T = forward(arm, q)
    answer = inverse(arm, T, locked={joint: q[joint]})
    assert answer.complete
    assert (answer.q[:, joint] == q[joint]).all()
    assert nearest(q, answer.q) < 1e-7
    assert residuals(arm, answer.q, T[None])[0].max() < 1e-9
    if joint in (2, 5):
        there = dense_roots(arm, T, lambda rows: turned(q[joint] - rows[:, joint]), rng, 300)
        assert len(there) > 0
        assert max(nearest(row, answer.q) for row in there) < 1e-4


@pytest.mark.parametrize("joint", [0, 2, 3, 6])
def test_a_sweep_over_a_joint_gives_the_solutions_with_the_joint_locked(arm, joint, rng):
    q = rng.uniform(-2, 2, 7)
    T = forward(arm, q)
    values = np.append(np.linspace(-3, 3, 6), q[joint])
    batch = sweep(arm, T, values, joint=joint)
    assert batch.complete
    assert nearest(q, batch.q[-1, : batch.count[-1]]) < 1e-7
    for value, rows, count in zip(values, batch.q, batch.count, strict=True):
        single = inverse(arm, T, locked={joint: value})
        assert len(single) == count
        assert all(nearest(row, single.q) < 1e-6 for row in rows[:count])


def test_locking_at_another_value_changes_nothing_but_the_pose(panda, rng):
    first, second = lock(panda, {6: 0.3}), lock(panda, {6: -1.9})
    assert first.core is second.core
    q = rng.uniform(-2, 2, 7)
    for joint in (0, 6):
        held = lock(panda, {joint: q[joint]})
        rest = np.delete(q, joint)
        assert np.allclose(forward(held.rest, rest), forward(panda, q), atol=1e-9)
        core_pose = held.core_poses(forward(panda, q)[None])[0]
        assert np.allclose(forward(held.core, rest), core_pose, atol=1e-9)


@pytest.mark.parametrize("seed", range(cases(3, 1)))
def test_all_solutions_at_an_elbow_angle_are_found(arm, seed):
    rng = np.random.default_rng(seed)
    q = rng.uniform(-2.5, 2.5, 7)
    T, psi = forward(arm, q), float(elbow_angle(arm, q))
    answer = inverse(arm, T, elbow_angle=psi)
    assert nearest(q, answer.q) < 1e-6
    assert residuals(arm, answer.q, T[None])[0].max() < 1e-8
    assert np.abs(turned(elbow_angle(arm, answer.q) - psi)).max() < 1e-8
    there = dense_roots(arm, T, lambda rows: turned(psi - elbow_angle(arm, rows)), rng, 400)
    assert len(there) > 2
    assert max(nearest(row, answer.q) for row in there) < 1e-4


@pytest.mark.parametrize(
    "q",
    [  # nearly stretched and folded: the curves of solutions lie between all values of joint 7
        [0.74216794, 0.60183711, 0.75378692, -0.4443143, -1.45961398, 0.88595336, 0.10141729],
        [-0.5484, -0.9612, 1.4582, -3.0948, 1.9545, -1.9778, 1.8835],
        [-1.0288, 2.089, -2.1644, 2.7203, 2.0812, -0.6524, 0.1482],
    ],
)
def test_curves_on_which_the_last_joint_hardly_moves_are_not_missed(xarm7, q):
    q = np.array(q)
    psi = float(elbow_angle(xarm7, q))
    assert nearest(q, inverse(xarm7, forward(xarm7, q), elbow_angle=psi).q) < 1e-6


def test_a_sweep_over_the_elbow_angle_gives_what_each_angle_gives(panda, rng):
    T = forward(panda, rng.uniform(-2, 2, 7))
    angles = np.radians([-150.0, -20.0, 75.0])
    batch = sweep(panda, T, angles)
    for psi, rows, count in zip(angles, batch.q, batch.count, strict=True):
        single = inverse(panda, T, elbow_angle=psi)
        assert len(single) == count > 0
        assert all(nearest(row, single.q) < 1e-6 for row in rows[:count])


def test_without_a_condition_some_values_of_joint_7_represent_the_continuum(arm, rng):
    q = rng.uniform(-1.5, 1.5, 7)
    T = forward(arm, q)
    answer, again = inverse(arm, T), inverse(arm, T)
    assert answer.free_joints == (6,)
    assert answer.continuum
    assert not answer.complete
    assert "joint 7" in answer.note
    assert np.array_equal(answer.q, again.q)
    assert len(np.unique(np.round(answer.q[:, 6], 9))) > 3
    assert answer.residual_mm.max() < 1e-8
    batch = inverse_batch(arm, T[None])
    assert batch.count[0] == len(answer)


def test_an_arm_without_a_wrist_centre_is_refused_with_what_to_do(rng):
    lengths = rng.uniform(50, 300, (2, 7))
    arm = Mechanism.from_modified_dh(alpha=rng.uniform(0.5, 2, 7), a=lengths[0], d=lengths[1])
    q = rng.uniform(-2, 2, 7)
    T = forward(arm, q)
    with pytest.raises(KinematicsError, match=r"axes 5 and 6 do not meet.*locked=\{6: value\}"):
        inverse(arm, T, elbow_angle=0.3)
    assert nearest(q, inverse(arm, T, locked={6: q[6]}).q) < 1e-6
    assert nearest(q, inverse(arm, T, locked={3: q[3]}).q) < 1e-6
    assert len(inverse(arm, T)) > 0


def test_a_pose_out_of_reach_is_reported_with_its_distance(panda):
    answer = inverse(panda, translation(3000, 0, 300))
    assert len(answer) == 0
    assert "beyond" in answer.reason
    assert "elbow angle" in inverse(panda, translation(3000, 0, 300), elbow_angle=0.2).reason


def test_classify_says_what_makes_the_number_of_solutions_finite(panda):
    told = classify(panda)
    assert told.solver == "locked ends"
    assert "a joint or the elbow angle is given" in told.reason
