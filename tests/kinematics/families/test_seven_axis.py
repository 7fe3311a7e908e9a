"""Seven axes: elbow angle, all solutions at one angle, locked joints, temporary angles."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    corrected_angles,
    elbow_angle,
    forward,
    inverse,
    inverse_batch,
    link_poses,
    residuals,
    sweep,
    track,
    translation,
)
from kinematics.families.elbow_angle import elbow_jacobian
from kinematics.families.seven_axis import recognise_seven


def angle_gap(a, b):
    return np.abs((np.asarray(a) - b + np.pi) % (2 * np.pi) - np.pi)


def test_the_elbow_angle_is_that_of_the_two_half_planes(offset_seven, rng):
    for q in rng.uniform(-3, 3, (50, 7)):
        links = link_poses(offset_seven, q)
        S, E, W = np.array([0, 0, 540.0]), links[4, :3, 3], links[7, :3, 3]
        u = (W - S) / np.linalg.norm(W - S)
        to_up = np.array([0, 0, 1.0]) - u * u[2]
        to_elbow = (E - S) - u * (u @ (E - S))
        expected = np.arctan2(u @ np.cross(to_up, to_elbow), to_up @ to_elbow)
        assert angle_gap(elbow_angle(offset_seven, q), expected) < 1e-12


def test_all_solutions_at_an_elbow_angle_hold_it_and_the_pose(seven, rng, nearest_gap):
    q = rng.uniform(-3, 3, (300, 7))
    psi, Ts = elbow_angle(seven, q), forward(seven, q)
    batch = inverse_batch(seven, Ts, elbow_angle=psi)
    assert (np.nanmin(nearest_gap(seven, batch.q, q[:, None]), axis=1) < 1e-6).all()
    pose, slot = np.nonzero(np.isfinite(batch.q[..., 0]))
    rows = batch.q[pose, slot]
    distance, angle = residuals(seven, rows, Ts[pose])
    assert distance.max() < 1e-9
    assert angle.max() < 1e-12
    assert angle_gap(elbow_angle(seven, rows), psi[pose]).max() < 1e-8


def test_newton_finds_no_solution_at_the_angle_that_is_not_there(seven, rng, nearest_gap):
    arm = recognise_seven(seven)
    q_true = rng.uniform(-2, 2, 7)
    T, psi = forward(seven, q_true), float(elbow_angle(seven, q_true))
    W = arm.wrist_places(T[None])
    ours = inverse(seven, T, elbow_angle=psi).q
    q = np.zeros((400, 7))
    q[:, :4] = rng.uniform(-np.pi, np.pi, (400, 4))
    for _ in range(60):
        reached, angle, J = elbow_jacobian(arm, q)
        error = np.zeros((len(q), 4))
        error[:, :3] = (W - reached) / 1000
        error[:, 3] = (psi - angle + np.pi) % (2 * np.pi) - np.pi
        J[:, :3] /= 1000
        Jt = np.swapaxes(J, 1, 2)
        step = np.linalg.solve(Jt @ J + 1e-9 * np.eye(4), Jt @ error[..., None])[..., 0]
        q[:, :4] += np.clip(step, -0.5, 0.5)
    met = np.linalg.norm(error, axis=1) < 1e-9
    assert met.sum() > 20
    four = (ours[:, None, :4] - q[None, met, :4] + np.pi) % (2 * np.pi) - np.pi
    assert np.abs(four).max(axis=2).min(axis=0).max() < 1e-4


@pytest.mark.parametrize("joint", [0, 1, 2])
def test_a_locked_joint_leaves_all_solutions_of_the_rest(seven, joint, rng, nearest_gap):
    for q in rng.uniform(-2, 2, (10, 7)):
        answer = inverse(seven, forward(seven, q), locked={joint: q[joint]})
        assert nearest_gap(seven, answer.q, q).min() < 1e-5
        assert (answer.q[:, joint] == q[joint]).all()
        assert answer.residual_mm.max() < 1e-8
        assert answer.complete


def test_without_a_condition_one_elbow_angle_represents_the_continuum(seven, rng):
    answer = inverse(seven, forward(seven, rng.uniform(-1.5, 1.5, 7)))
    assert len(answer) > 0
    assert answer.continuum
    assert not answer.complete
    assert answer.residual_mm.max() < 1e-9


def test_a_sweep_gives_the_solutions_at_every_angle(seven, rng):
    T = forward(seven, np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.7, 0.1]))
    angles = np.linspace(-np.pi, np.pi, 36, endpoint=False)
    batch = sweep(seven, T, angles)
    for psi, rows, count in zip(angles, batch.q, batch.count, strict=True):
        single = inverse(seven, T, elbow_angle=psi)
        assert len(single) == count
        assert count == 0 or angle_gap(elbow_angle(seven, rows[:count]), psi).max() < 1e-8


def test_a_sweep_of_many_poses_is_the_sweep_of_each(seven, rng):
    Ts = forward(seven, rng.uniform(-2, 2, (5, 7)))
    angles = np.linspace(-3.0, 3.0, 7)
    together = sweep(seven, Ts, angles)
    for i, T in enumerate(Ts):
        alone = sweep(seven, T, angles)
        rows = slice(7 * i, 7 * i + 7)
        assert np.array_equal(together.count[rows], alone.count)
        assert np.allclose(together.q[rows], alone.q, atol=1e-9, equal_nan=True)


def test_a_path_keeps_the_elbow_angle_of_its_start(seven, rng):
    q = np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.7, 0.1])
    T = forward(seven, q)
    Ts = np.stack([translation(0, -s, s / 2) @ T for s in np.linspace(0, 200, 100)])
    result = track(seven, Ts, q)
    assert result.failed_at is None
    assert angle_gap(elbow_angle(seven, result.q), elbow_angle(seven, q)).max() < 1e-8
    assert residuals(seven, result.q, Ts)[0].max() < 1e-9
    assert np.abs(np.diff(result.q, axis=0)).max() < 0.05


@pytest.mark.parametrize("evaluation", ["differences", "cosines"])
@pytest.mark.parametrize("temporary", ["1-2", "1-4"])
def test_corrected_temporary_angles_reach_the_pose_and_record_their_trace(
    offset_seven, temporary, evaluation, rng, nearest_gap
):
    found = 0
    for q in rng.uniform(-2, 2, (20, 7)):
        T, psi = forward(offset_seven, q), float(elbow_angle(offset_seven, q))
        everything = inverse(offset_seven, T, elbow_angle=psi).q
        for front, bend in ((True, 0), (True, 1), (False, 0), (False, 1)):
            answer = corrected_angles(
                offset_seven,
                T,
                psi,
                temporary=temporary,
                evaluation=evaluation,
                front=front,
                bend=bend,
            )
            if not answer.reached:
                continue
            found += 1
            assert answer.trace[-1] < 1e-10
            assert residuals(offset_seven, answer.q, T[None])[0].max() < 1e-6
            for row in answer.q:
                assert nearest_gap(offset_seven, everything, row).min() < 1e-5
    assert found >= 50


def test_the_correction_converges_quadratically(offset_seven):
    q = np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.7, 0.1])
    T, psi = forward(offset_seven, q), float(elbow_angle(offset_seven, q))
    trace = corrected_angles(offset_seven, T, psi, bend=0).trace
    other = corrected_angles(offset_seven, T, psi, bend=1).trace
    for values in (trace, other):
        assert len(values) < 8
        assert values[0] > 1e-3


def test_a_pose_too_far_and_a_wrong_condition_are_reported(seven, puma):
    assert "out of reach" in inverse(seven, translation(9000, 0, 0), elbow_angle=0.0).reason
    with pytest.raises(KinematicsError, match="two conditions"):
        inverse(seven, np.eye(4), locked={2: 0.0}, elbow_angle=0.0)
    with pytest.raises(KinematicsError, match="joints count from 0 to 6"):
        inverse(seven, np.eye(4), locked={7: 0.0})
    with pytest.raises(KinematicsError, match="no elbow angle"):
        elbow_angle(puma, np.zeros(6))
    with pytest.raises(KinematicsError, match="no free elbow angle"):
        sweep(puma, np.eye(4), [0.0])
