"""Velocities of flange and joints, and the names of singular poses."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    flange_velocity,
    jacobian,
    joint_rates,
    null_motions,
    singularity,
)

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
