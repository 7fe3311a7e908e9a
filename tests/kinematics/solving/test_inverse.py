import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    UnsolvableMechanism,
    classify,
    forward,
    inverse,
    inverse_batch,
    jacobian,
    leg,
    posture_of,
    rerooted,
    residuals,
    rotation_angle,
    rrp_arm,
    translation,
)


def gap(a, b):
    """Largest difference of joint angles modulo turns, rad."""
    return np.abs((a - b + np.pi) % (2 * np.pi) - np.pi).max(axis=-1)


def newton_roots(arm, T, seeds, rng):
    """Roots of one pose by damped Newton from random starts, as an independent method."""
    q = rng.uniform(-np.pi, np.pi, (seeds, 6))
    scale = np.array([1e-3] * 3 + [1.0] * 3)
    for _ in range(40):
        reached = forward(arm, q)
        R = T[:3, :3] @ np.swapaxes(reached[:, :3, :3], 1, 2)
        turn = 0.5 * np.stack(
            [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1
        )
        error = np.concatenate([T[:3, 3] - reached[:, :3, 3], turn], axis=1) * scale
        J = jacobian(arm, q) * scale[:, None]
        Jt = np.swapaxes(J, 1, 2)
        damping = 1e-3 * (error**2).sum(axis=1)[:, None, None] + 1e-14
        step = np.linalg.solve(Jt @ J + damping * np.eye(6), Jt @ error[..., None])[..., 0]
        q = q + np.clip(step, -0.7, 0.7)
    distance, angle = residuals(arm, q, T[None])
    return q[(distance < 1e-7) & (angle < 1e-9)]


def test_ten_thousand_random_poses_are_solved_to_rounding(arm, rng):
    q = rng.uniform(-np.pi, np.pi, (10_000, 6))
    Ts = forward(arm, q)
    batch = inverse_batch(arm, Ts)
    assert (batch.count == 8).all()
    distance, angle = residuals(arm, batch.q.reshape(-1, 6), np.repeat(Ts, 8, axis=0))
    assert distance.max() < 1e-9
    assert angle.max() < 1e-12
    assert (gap(batch.q, q[:, None]).min(axis=1) < 1e-6).all()
    assert (batch.q > -np.pi).all()
    assert (batch.q <= np.pi).all()


def test_newton_from_many_seeds_finds_no_root_that_the_closed_form_lacks(arm, rng):
    for q_true in rng.uniform(-3, 3, (16, 6)):
        T = forward(arm, q_true)
        ours = inverse(arm, T).q
        found = newton_roots(arm, T, 200, rng)
        assert len(found) > 100
        assert all(gap(ours, root).min() < 1e-6 for root in found)
        assert all(gap(found, root).min() < 1e-6 for root in ours)


def test_every_solver_gives_in_a_batch_what_it_gives_one_by_one(puma, ur5e, stanford, rng):
    for mechanism in (rrp_arm(), ur5e, stanford, rerooted(ur5e), rerooted(puma), leg()):
        q = rng.uniform(-2, 2, (30, mechanism.n))
        Ts = forward(mechanism, q)
        Ts[::7, 0, 3] += 5000.0
        batch = inverse_batch(mechanism, Ts)
        for i, T in enumerate(Ts):
            rows = batch.q[i, : batch.count[i]]
            single = inverse(mechanism, T).q
            assert np.isfinite(rows).all()
            assert np.isnan(batch.q[i, batch.count[i] :]).all()
            assert single.shape == rows.shape
            assert len(rows) > 0 or i % 7 == 0
            order = np.lexsort(np.round(rows, 6).T[::-1])
            assert np.allclose(single, rows[order], atol=1e-9)


def test_single_and_batch_give_the_same_solutions(arm, rng):
    Ts = forward(arm, rng.uniform(-3, 3, (20, 6)))
    batch = inverse_batch(arm, Ts)
    for i, T in enumerate(Ts):
        single = inverse(arm, T)
        assert np.allclose(single.q, batch.q[i, : batch.count[i]], atol=1e-12)
        assert single.postures == tuple(posture_of(arm, row) for row in single.q)


@pytest.mark.parametrize("delta", [1e-8, 1e-6, 1e-4])
@pytest.mark.parametrize("joint", [2, 4])
def test_near_a_singular_pose_the_joints_that_made_it_are_among_the_answers(arm, joint, delta, rng):
    singular = {4: 0.0, 2: 0.0 if arm.name == "hokkaido" else np.arctan2(20.3, 431.8) - np.pi / 2}
    for _ in range(50):
        q = rng.uniform(-3, 3, 6)
        q[joint] = singular[joint]
        direction = rng.normal(size=6)
        q += delta * direction / np.linalg.norm(direction)
        answer = inverse(arm, forward(arm, q))
        assert gap(answer.q, q).min() < 1e-4
        assert answer.residual_mm.max() < 1e-9
        assert answer.residual_rad.max() < 1e-12


def test_a_straight_wrist_is_reported_as_a_continuum_with_joint_4_at_rest(arm, rng):
    for q in rng.uniform(-3, 3, (50, 6)):
        q[2] = rng.uniform(0.2, 1.2)  # rad: the elbow is neither stretched nor folded
        q[4] = 0.0
        answer = inverse(arm, forward(arm, q))
        assert answer.continuum
        assert answer.free_joints == (3,)
        straight = np.abs(answer.q[:, 4]) < 1e-9
        assert straight.any()
        assert (answer.q[straight, 3] == 0.0).all()
        assert (answer.multiplicity[straight] == 2).all()
        assert answer.residual_rad.max() < 1e-12


def test_a_nearly_straight_wrist_is_no_continuum(arm):
    q = np.array([0.3, -0.8, 1.1, 0.7, 1e-9, -0.4])
    answer = inverse(arm, forward(arm, q))
    assert not answer.continuum
    assert gap(answer.q, q).min() < 1e-6


def test_a_wrist_over_axis_1_leaves_joint_1_free(hokkaido):
    T = translation(0, 0, 1000)
    T[:3, :3] = forward(hokkaido, np.array([0, 0, 0, 0.2, 0.4, 0]))[:3, :3]
    T[:3, 3] = [0, 0, 1000] + T[:3, :3] @ [170, 0, 0]
    answer = inverse(hokkaido, T)
    assert answer.free_joints == (0,)
    assert answer.residual_mm.max() < 1e-9


@pytest.mark.parametrize("shortfall", [0.0, 1e-13, 1e-11, 1e-9, 1e-6])
def test_a_stretched_arm_is_never_lost(hokkaido, shortfall, rng):
    for _ in range(30):
        q = rng.uniform(-3, 3, 6)
        q[2] = shortfall
        answer = inverse(hokkaido, forward(hokkaido, q))
        assert len(answer) >= 2
        assert answer.residual_mm.max() < 1e-9


def test_elbow_roots_closer_than_a_ten_thousandth_count_once(hokkaido):
    q = np.array([0.4, -0.9, 2e-5, 0.3, 0.9, 0.1])
    answer = inverse(hokkaido, forward(hokkaido, q))
    assert len(answer) == 4
    assert (answer.multiplicity == 2).all()
    q[2] = 2e-3
    assert len(inverse(hokkaido, forward(hokkaido, q))) == 8


def test_merged_roots_leave_unused_rows_of_a_batch_empty(hokkaido):
    close, apart = [0.4, -0.9, 2e-5, 0.3, 0.9, 0.1], [0.4, -0.9, 0.5, 0.3, 0.9, 0.1]
    batch = inverse_batch(hokkaido, forward(hokkaido, np.array([close, apart])))
    assert list(batch.count) == [4, 8]
    assert np.isnan(batch.q[0, 4:]).all()
    assert list(batch.branch[0, 4:]) == [-1] * 4
    assert list(batch.multiplicity[0]) == [2, 2, 2, 2, 0, 0, 0, 0]


def test_a_pose_too_far_away_is_reported_with_the_distances(hokkaido):
    answer = inverse(hokkaido, translation(2000, 0, 450))
    assert len(answer) == 0
    assert answer.reason == (
        "out of reach: wrist 1830.0 mm from the shoulder, limit 950.0 mm (880.0 mm too far)"
    )


def test_a_pose_too_near_is_reported_with_the_distances(hokkaido, puma):
    near = inverse(hokkaido, translation(170 + 20, 0, 450)).reason
    assert near == "out of reach: wrist 20.0 mm from the shoulder, limit 50.0 mm (30.0 mm too near)"
    T = translation(100, 0, 900)
    assert "wrist 100.0 mm from axis 1, at least 150.1 mm" in inverse(puma, T).reason


def test_limits_are_reported_and_remove_no_solution(hokkaido):
    T = forward(hokkaido, np.radians([0.0, -40, 85, 0, 45, 0]))
    answer = inverse(hokkaido, T)
    assert len(answer) == 8
    assert answer.within_limits.any()
    assert not answer.within_limits.all()


def test_an_empty_batch_gives_an_empty_answer(arm):
    assert inverse_batch(arm, np.empty((0, 4, 4))).q.shape == (0, 8, 6)


@pytest.mark.parametrize(
    ("pose", "words"),
    [(np.full((4, 4), np.nan), "finite"), (np.eye(3), "4x4"), (np.ones((4, 4)), "not rigid")],
)
def test_a_bad_pose_is_one_clear_error(arm, pose, words):
    with pytest.raises(KinematicsError, match=words):
        inverse(arm, pose)


@pytest.mark.parametrize("extra", [{"locked": {2: 0.0}}, {"elbow_angle": 0.3}])
def test_options_of_redundant_arms_are_refused_for_six_axes(arm, extra):
    with pytest.raises(KinematicsError, match="more than six axes; this one has 6"):
        inverse(arm, np.eye(4), **extra)


def test_a_pose_rounded_to_nine_decimals_is_solved_as_the_nearest_rotation(puma):
    T = np.round(forward(puma, np.array([0.1, 0.5, -2.0, 0.3, 0.8, 0.2])), 9)
    answer = inverse(puma, T)
    assert len(answer) == 8
    assert answer.residual_rad.max() < 2e-9


def test_the_shipped_arms_are_classified_as_solved(arm):
    assert classify(arm).solver == "spherical wrist"


@pytest.mark.parametrize(
    ("table", "kinds", "words"),
    [
        ({"alpha": [0] * 7, "a": [1] * 7, "d": [1] * 7}, "RRRRRRR", "axes 1 to 4 are parallel"),
        ({"alpha": [0] * 6, "a": [0] * 6, "d": [0] * 6}, "RRRRRR", "axes 1 to 4 are parallel"),
        (
            {"alpha": [0, 1.57, 0, 0, 0, -1.57], "a": [0, 0, 4, 4, 4, 0], "d": [1] * 6},
            "RRRRRR",
            "axes 2 to 5 are parallel",
        ),
        (
            {"alpha": [0, 1, 0, 0, 1, 1], "a": [0, 3, 0, 4, 0, 0], "d": [1] * 6},
            "RRRRRR",
            "one line",
        ),
        ({"alpha": [0, 1, 1, 1, 1, 1], "a": [1] * 6, "d": [0] * 6}, "PPPPRR", "4 sliding joints"),
    ],
)
def test_an_arm_without_finite_solutions_is_refused_with_the_reason(table, kinds, words):
    arm = Mechanism.from_modified_dh(**table, kinds=kinds, name="thing")
    told = classify(arm)
    assert told.solver is None
    assert words in told.reason
    assert "structurally singular" in told.reason
    with pytest.raises(UnsolvableMechanism, match="thing is"):
        inverse(arm, np.eye(4))


def test_a_slightly_offset_wrist_is_not_taken_for_a_spherical_one(puma):
    offsets = {"a": [0, 431.8, 20.3, 0, 1e-3, 0], "d": [671.83, 0, 150.05, 431.8, 0, 0]}
    alpha = np.radians([90, 0, -90, 90, -90, 0])
    told = classify(Mechanism.from_standard_dh(alpha=alpha, **offsets))
    assert told.solver not in ("spherical wrist", "decoupled wrist")


def test_residuals_measure_both_distance_and_angle(arm, rng):
    q = rng.uniform(-3, 3, (4, 6))
    Ts = forward(arm, q)
    Ts[:, 0, 3] += 2.0
    distance, angle = residuals(arm, q, Ts)
    assert np.allclose(distance, 2.0)
    assert np.allclose(angle, 0.0, atol=1e-12)
    assert np.allclose(rotation_angle(Ts[:, :3, :3]), rotation_angle(forward(arm, q)[:, :3, :3]))
