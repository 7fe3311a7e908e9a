"""A pose farther than the links reach surely has no solution, and all functions say so."""

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, inverse_batch, translation
from kinematics.solutions.out_of_reach import beyond_links


@pytest.fixture(scope="module")
def general_arm():
    return Mechanism.from_standard_dh(
        alpha=[1.57, 1, 0.3, 1, 1.2, 0.5],
        a=[100, 300, 50, 200, 10, 5],
        d=[10, 20, 30, 40, 50, 60],
    )


@pytest.fixture(scope="module")
def wristless():
    """An arm of seven axes whose last axis misses the point where axes 5 and 6 meet."""
    return Mechanism.from_modified_dh(
        alpha=np.radians([0, -90, 90, 90, -90, 90, 90]),
        a=[0, 0, 0, 80, -80, 0, 90],
        d=[330, 0, 310, 0, 390, 0, 100],
    )


def test_no_pose_an_arm_takes_is_called_beyond_its_links(puma, ur5e, offset_seven, odd_arms, rng):
    for arm in (puma, ur5e, offset_seven, *odd_arms):
        q = rng.uniform(-np.pi, np.pi, (500, arm.n))
        assert not beyond_links(arm, forward(arm, q)).any()


def test_the_bound_of_a_planar_arm_is_the_sum_of_its_links():
    arm = Mechanism.from_standard_dh(alpha=[0, 0, 0], a=[300, 200, 100], d=[50, -20, 10])
    Ts = np.stack([translation(x + 100.0, 0.0, 40.0) for x in (499.9, 500.1, 1e9)])
    assert beyond_links(arm, Ts).tolist() == [False, True, True]


def test_a_stretched_arm_is_not_beyond_its_links():
    arm = Mechanism.from_standard_dh(alpha=[0, 0], a=[300, 200], d=[0, 0])
    assert not beyond_links(arm, forward(arm, np.zeros((1, 2)))).any()


@pytest.mark.parametrize("far", [3e3, 1e5, 1e6, 1e9])
def test_out_of_reach_is_complete_at_any_distance_locked_or_not(
    general_arm, wristless, offset_seven, seven, far
):
    T = translation(far, 10.0, 20.0)
    for arm in (general_arm, wristless, offset_seven, seven):
        answer, batch = inverse(arm, T), inverse_batch(arm, T[None])
        assert len(answer) == batch.count[0] == 0
        assert answer.complete and batch.complete and not answer.continuum
        assert answer.reason.startswith("out of reach")
        if arm.n > 6:
            assert inverse(arm, T, locked={2: 0.1}).complete


def test_a_wrist_too_near_a_shoulder_that_is_a_point_is_proven_at_any_elbow_angle():
    # The wrist is 100 mm from the shoulder; the lengths of upper arm and forearm differ by more.
    arm = Mechanism.from_standard_dh(
        alpha=np.radians([-90, 90, 90, -90, -90, 90, 0]),
        a=np.zeros(7),
        d=[340, 0, 700, 0, 300, 0, 0],
    )
    T = translation(100.0, 0.0, 340.0)
    answer = inverse(arm, T)
    assert len(answer) == 0 and answer.complete and "too near" in answer.reason
    assert inverse_batch(arm, T[None]).complete and inverse(arm, T, locked={2: 0.1}).complete


def test_one_pose_and_many_say_the_same_of_a_redundant_arm(
    wristless, offset_seven, seven, rng, nearest_gap
):
    for arm in (wristless, offset_seven, seven):
        Ts = forward(arm, rng.uniform(-2.0, 2.0, (12, 7)))
        Ts[3, :3, 3] += 5000.0
        batch = inverse_batch(arm, Ts)
        ones = [inverse(arm, T) for T in Ts]
        assert batch.count.tolist() == [len(one) for one in ones]
        assert batch.continuum.tolist() == [one.continuum for one in ones]
        assert [one.complete for one in ones] == [i == 3 for i in range(12)]
        assert not batch.complete
        assert inverse_batch(arm, Ts[3:4]).complete
        for i, one in enumerate(ones):
            assert set(np.flatnonzero(batch.free[i])) == set(one.free_joints)
            gaps = nearest_gap(arm, batch.q[i, : len(one)], one.q[:, None])
            assert gaps.min(axis=1, initial=9.0).max(initial=0.0) < 1e-9


def test_no_poses_are_complete_for_any_arm(general_arm, wristless, offset_seven, seven, puma):
    for arm in (general_arm, wristless, offset_seven, seven, puma):
        batch = inverse_batch(arm, np.empty((0, 4, 4)))
        assert batch.complete and batch.q.shape[0] == 0 and batch.continuum.shape == (0,)
