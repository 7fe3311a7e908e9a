"""Velocities of flange and joints, and the names of singular poses."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    flange_velocity,
    forward,
    jacobian,
    joint_rates,
    null_motions,
    rrp_arm,
    singularity,
)
from kinematics.arm.size import size_of

STRETCHED = np.arctan2(20.3, 431.8) - np.pi / 2  # joint 3 of a stretched PUMA, rad


def test_rates_and_velocities_are_inverse_to_each_other(arm, rng):
    q, rates = rng.uniform(-2, 2, (20, 6)), rng.normal(size=(20, 6))
    velocity = flange_velocity(arm, q, rates)
    assert np.allclose(velocity[3], jacobian(arm, q[3]) @ rates[3])
    assert np.allclose(joint_rates(arm, q, velocity), rates, atol=1e-6)


def test_a_redundant_arm_takes_the_least_rates(seven, rng):
    q, velocity = rng.uniform(-2, 2, 7), rng.normal(size=6)
    rates = joint_rates(seven, q, velocity)
    assert np.allclose(flange_velocity(seven, q, rates), velocity, atol=1e-8)
    spin = null_motions(seven, q)
    assert spin.shape == (1, 7)
    assert abs(spin[0] @ rates) < 1e-9
    assert np.abs(flange_velocity(seven, q, spin[0])).max() < 1e-9
    wished = joint_rates(seven, q, velocity, wish=5 * spin[0])
    assert np.allclose(flange_velocity(seven, q, wished), velocity, atol=1e-8)
    assert np.allclose(wished - rates, 5 * spin[0])


def test_damped_rates_stay_small_in_a_singular_pose(puma):
    q = np.array([0.1, 0.2, 0.3, 0.4, 0.0, 0.6])
    rates = joint_rates(puma, q, [0, 0, 0, 1, 1, 1], damping=0.05)
    assert np.abs(rates).max() < 30
    assert np.isfinite(joint_rates(puma, q, [0, 0, 0, 1, 1, 1])).all()


@pytest.mark.parametrize(
    ("q", "names"),
    [
        ([0.1, 0.2, 0.3, 0.4, 0.0, 0.6], ("wrist",)),
        ([0.1, 0.2, STRETCHED, 0.4, 0.7, 0.6], ("elbow",)),
        ([0.1, 0.2, STRETCHED, 0.4, 0.0, 0.6], ("wrist", "elbow")),
        ([0.1, 0.2, 0.3, 0.4, 0.5, 0.6], ()),
    ],
)
def test_singular_poses_of_a_puma_have_names(puma, q, names):
    told = singularity(puma, q)
    assert told.names == names
    assert told.singular == bool(names)
    assert np.isclose(told.distance, told.smallest / told.largest)


def test_a_wrist_over_axis_1_is_a_singular_shoulder(hokkaido):
    up = -np.pi / 2 - np.arctan2(450 * np.sin(1.0), 500 + 450 * np.cos(1.0))
    assert singularity(hokkaido, [0.7, up, 1.0, 0.2, 0.9, 0.1]).names == ("shoulder",)


def test_singular_poses_of_a_ur_have_names(ur5e):
    assert singularity(ur5e, [0.1, 0.2, 0.0, 0.4, 0.5, 0.6]).names == ("elbow",)
    assert singularity(ur5e, [0.1, 0.2, 1.0, 0.4, 0.0, 0.6]).names == ("wrist",)


def test_the_determinant_changes_sign_through_a_singular_pose(puma):
    signs = [
        np.sign(singularity(puma, [0.1, 0.2, 0.3, 0.4, q5, 0.6]).determinant) for q5 in (-0.1, 0.1)
    ]
    assert signs[0] == -signs[1]


def test_a_bad_velocity_is_refused(puma):
    with pytest.raises(KinematicsError, match="six finite numbers"):
        joint_rates(puma, np.zeros(6), [1, 2, 3])


@pytest.fixture(scope="module")
def rrp():
    """The arm of the textbook with links of 300 and 250 mm; its goals are positions."""
    return rrp_arm(400.0, 300.0, 250.0).with_goals(position_only=True)


def test_the_determinant_of_the_textbook_arm_is_that_of_the_textbook(rrp):
    for q2 in (-2.0, -0.3, 0.4, 1.5):
        told = singularity(rrp, [0.3, q2, 150.0])
        assert told.determinant == pytest.approx(
            -300.0 * 250.0 * np.sin(q2) / size_of(rrp) ** 2, abs=1e-12
        )
        assert not told.singular


@pytest.mark.parametrize("q2", [0.0, np.pi])
def test_the_textbook_arm_is_singular_where_its_determinant_vanishes(rrp, q2):
    told = singularity(rrp, [0.3, q2, 150.0])
    assert told.singular
    assert told.names
    beside = singularity(rrp, [0.3, q2 + 0.1, 150.0])
    assert not beside.singular
    assert beside.names == ()


def test_the_rates_of_an_arm_that_sets_positions_give_the_linear_velocity(rrp, rng):
    q = np.column_stack([rng.uniform(-3, 3, (20, 2)), rng.uniform(20, 300, 20)])
    rates = rng.normal(size=(20, 3))
    velocity = flange_velocity(rrp, q, rates)
    assert np.allclose(joint_rates(rrp, q, velocity), rates, atol=1e-9)
    assert np.allclose(joint_rates(rrp, q, velocity[:, :3]), rates, atol=1e-9)
    asked = np.array([10.0, -4.0, 3.0, 0.0, 0.0, 0.0])
    found = joint_rates(rrp, q[0], asked)
    step = 1e-6
    moved = forward(rrp, q[0] + step * found) - forward(rrp, q[0] - step * found)
    assert np.allclose(moved[:3, 3] / (2 * step), asked[:3], atol=1e-5)


def test_a_stretched_arm_that_sets_positions_has_a_motion_that_leaves_the_place_at_rest(rrp):
    q = np.array([0.3, 0.0, 150.0])
    motions = null_motions(rrp, q)
    assert motions.shape == (1, 3)
    assert np.abs(flange_velocity(rrp, q, motions[0])[:3]).max() < 1e-9
    assert len(null_motions(rrp, [0.3, 0.5, 150.0])) == 0


def test_the_goal_decides_which_rows_count(rrp):
    q = np.array([0.3, 0.0, 150.0])
    assert singularity(rrp, q).singular
    assert not singularity(rrp.with_goals(position_only=False), q).singular


def test_a_bad_velocity_of_an_arm_that_sets_positions_is_refused(rrp):
    with pytest.raises(KinematicsError, match="the angular ones may be left out"):
        joint_rates(rrp, [0.3, 1.0, 100.0], [1.0, 2.0])
