"""Roots followed by Newton steps are the nearest of all roots of every pose, and end in time."""

from itertools import combinations

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, inverse_batch, track
from kinematics.differential.velocity import weighted_jacobian
from kinematics.loops.walking_kernel import walk_roots
from kinematics.motion import branch_tracking
from kinematics.motion.walked_roots import NEAREST_STEP, can_walk, walked_roots
from kinematics.poses.angles import wrapped
from resources.loops.loop import Loop


def random_arm(rng):
    """An arm of six turning joints without any special geometry."""
    return Mechanism.from_standard_dh(
        alpha=rng.uniform(-np.pi, np.pi, 6),
        a=rng.uniform(-400, 400, 6),
        d=rng.uniform(-400, 400, 6),
    )


def smooth_path(rng, poses, length):
    """Joint values (poses, 6) along a curve of so many rad in each joint, about."""
    s = np.linspace(0, 1, poses)[:, None]
    return rng.uniform(-2, 2, 6) + length * (s * rng.uniform(-1, 1, 6) + 0.2 * np.sin(3 * s))


def all_roots_followed(mechanism, Ts, start):
    """The nearest root of each pose, looked for among all its roots, one pose after the other."""
    q = [start]
    for T in Ts:
        found = inverse(mechanism, T).q
        q.append(found[np.abs(wrapped(found - q[-1])).max(axis=1).argmin()])
    return np.array(q[1:])


def test_a_walk_takes_the_nearest_of_all_roots(rng):
    walked = 0
    for _ in range(6):
        arm = random_arm(rng)
        q = smooth_path(rng, 60, 0.02)
        found = walked_roots(arm, forward(arm, q), q[0])
        expected = all_roots_followed(arm, forward(arm, q)[: len(found)], q[0])
        np.testing.assert_allclose(wrapped(found - expected), 0.0, atol=1e-9)
        walked += len(found)
    assert walked > 100


def test_two_roots_of_a_pose_are_as_far_apart_as_the_bound_says(rng):
    """NEAREST_STEP is half of the least distance, by the least singular value of the Jacobian."""
    closest = np.inf
    for _ in range(4):
        arm = random_arm(rng)
        near = rng.uniform(-np.pi, np.pi, (400, 6))
        answer = inverse_batch(arm, forward(arm, near))
        for q, count in zip(answer.q, answer.count.tolist(), strict=True):
            for a, b in combinations(range(count), 2):
                apart = np.abs(wrapped(q[a] - q[b])).max()
                for root in (q[a], q[b]):
                    least = np.linalg.svd(weighted_jacobian(arm, root)[0], compute_uv=False)[-1]
                    closest = min(closest, apart / (2.0 * NEAREST_STEP * least))
    assert 1.0 < closest < 1e3


def test_a_walk_ends_before_a_fold_and_the_track_keeps_the_sign_of_the_determinant(rng):
    arm = random_arm(rng)
    q = smooth_path(rng, 400, 2.0)
    determinants = np.linalg.det(weighted_jacobian(arm, q)[0])
    while determinants.min() * determinants.max() > 0:
        q = smooth_path(rng, 400, 2.0)
        determinants = np.linalg.det(weighted_jacobian(arm, q)[0])
    change = int(np.argmax(determinants * determinants[0] < 0))
    assert len(walked_roots(arm, forward(arm, q), q[0])) < change
    followed = track(arm, forward(arm, q), q[0]).q
    kept = np.linalg.det(weighted_jacobian(arm, followed[~np.isnan(followed[:, 0])])[0])
    assert (kept * determinants[0] > -1e-9).all()


@pytest.mark.parametrize("length", [0.05, 0.5, 2.0])
def test_a_track_is_the_same_without_machine_code(rng, monkeypatch, length):
    arm = random_arm(rng)
    q = smooth_path(rng, 120, length)
    Ts = forward(arm, q)
    with_walk = track(arm, Ts, q[0])
    monkeypatch.setattr(Loop, "is_ready", property(lambda self: False))
    assert not can_walk(arm)
    without = track(arm, Ts, q[0])
    assert with_walk.failed_at == without.failed_at
    np.testing.assert_allclose(with_walk.q, without.q, atol=1e-8)


def test_few_poses_of_a_fine_path_are_solved_for_all_their_roots(rng, monkeypatch):
    solved, solve = [], branch_tracking._nearest_of_all

    def counted(mechanism, Ts, held):
        solved.append(len(Ts))
        return solve(mechanism, Ts, held)

    monkeypatch.setattr(branch_tracking, "_nearest_of_all", counted)
    arm = random_arm(rng)
    q = np.array([0.3, 0.5, -0.7, 0.9, 1.1, -0.2]) + np.linspace(0, 0.5, 2000)[:, None]
    assert track(arm, forward(arm, q), q[0]).failed_at is None
    assert sum(solved) < 600


def test_an_unreachable_pose_ends_the_track_at_its_place(rng):
    arm = random_arm(rng)
    q = smooth_path(rng, 40, 0.01)
    Ts = forward(arm, q)
    Ts[25:, :3, 3] += 1e4
    result = track(arm, Ts, q[0])
    assert result.failed_at == 25
    assert np.isnan(result.q[25:]).all()


def test_machine_code_walks_as_its_source_says_bit_for_bit(rng, monkeypatch):
    arm = random_arm(rng)
    q = smooth_path(rng, 12, 0.01)
    given = []
    monkeypatch.setattr(
        "kinematics.motion.walked_roots.walk_roots",
        lambda *arguments: given.append(arguments) or walk_roots(*arguments),
    )
    found = walked_roots(arm, forward(arm, q), q[0])
    chain, size, limits, Ts, rows, rooms = given[0]
    again = np.empty_like(rows)
    again[0] = q[0]
    assert walk_roots.python(chain.values, size, limits, Ts, again, rooms) == len(found)
    assert again[1 : len(found) + 1].tobytes() == found.tobytes()
