"""Laws of cylindrical and ball joints made of simple ones, and of chains seen from the flange."""

import numpy as np

from kinematics import Mechanism, forward, inverse, invert, rerooted, simple_joints, translation


def turned_about(axis, angle):
    """Rotation (3, 3) about an axis by an angle, rad: the formula of Rodrigues."""
    K = np.cross(np.eye(3), axis)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def test_a_cylindrical_joint_moves_points_along_helices_of_its_axis(rng):
    axis, point = np.array([0.36, 0.48, 0.8]), np.array([50.0, -20, 30])
    axes, points, kinds = simple_joints("C", axis[None], point[None])
    T_zero = translation(120, 40, -60)
    arm = Mechanism.from_axes(axes=axes, points=points, kinds=kinds, T_base_flange_zero=T_zero)
    assert arm.kinds == "RP"
    for angle, slide in zip(rng.uniform(-3, 3, 8), rng.uniform(-200, 200, 8), strict=True):
        R = turned_about(axis, angle)
        T = forward(arm, [angle, slide])
        assert np.allclose(T[:3, :3], R, atol=1e-12)
        assert np.allclose(T[:3, 3], point + R @ (T_zero[:3, 3] - point) + slide * axis, atol=1e-9)


def test_a_ball_joint_takes_any_orientation_and_keeps_its_point(rng):
    point = np.array([10.0, 20, 30])
    axes, points, kinds = simple_joints("B", np.array([[1.0, 2, 2]]), point[None])
    arm = Mechanism.from_axes(
        axes=axes, points=points, kinds=kinds, T_base_flange_zero=translation(*point)
    )
    for _ in range(8):
        axis = rng.normal(size=3)
        T = translation(*point)
        T[:3, :3] = turned_about(axis / np.linalg.norm(axis), rng.uniform(0.2, 2.9))
        q = inverse(arm, T).q
        assert len(q) > 0
        assert np.allclose(forward(arm, q), T, atol=1e-7)
    assert np.abs(axes @ axes.T - np.eye(3)).max() < 1e-12


def test_a_chain_from_its_flange_is_the_inverse_with_joints_in_reverse(odd_arms, any_joints, rng):
    for arm in odd_arms:
        for q in any_joints(arm, rng, 5):
            assert np.allclose(forward(rerooted(arm), q[::-1]), invert(forward(arm, q)), atol=1e-9)
        assert rerooted(arm).kinds == arm.kinds[::-1]
