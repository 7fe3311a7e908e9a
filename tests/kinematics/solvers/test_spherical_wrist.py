"""The closed form for a spherical wrist, on random arms of the whole family."""

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    forward,
    inverse,
    inverse_batch,
    postures_of,
    residuals,
    rpy,
    translation,
)
from kinematics.families.posture import POSTURES
from kinematics.poses.transforms import rotation_about


def unit(rng):
    v = rng.normal(size=3)
    return v / np.linalg.norm(v)


def square_to(axis, rng):
    v = np.cross(axis, unit(rng))
    return v / np.linalg.norm(v)


def wrist_axes(kind, rng):
    """Directions of axes 4, 5, 6: perpendicular, at equal angles with axis 5, or any."""
    first = unit(rng)
    if kind == "square":
        second = square_to(first, rng)
        return first, second, square_to(second, rng)
    if kind == "curved":  # axes 4 and 6 have the same angle with axis 5, so that they can coincide
        lean = rng.uniform(0.5, 1.4)
        second = first * np.cos(lean) + square_to(first, rng) * np.sin(lean)
        return first, second, rotation_about(second, rng.uniform(-3, 3)) @ first
    return first, unit(rng), unit(rng)


def random_arm(kind, rng):
    """A random arm: axes 1 and 2 perpendicular, 2 and 3 parallel, 4 to 6 through one point."""
    first = unit(rng)
    second = square_to(first, rng)
    third = second * rng.choice([-1.0, 1.0])
    wrist, centre = wrist_axes(kind, rng), rng.uniform(-800, 800, 3)
    points = [*rng.uniform(-400, 400, (3, 3)), *(centre + 60 * rng.normal() * z for z in wrist)]
    return Mechanism.from_axes(
        axes=[first, second, third, *wrist],
        points=points,
        T_base_flange_zero=translation(*(centre + 40)) @ rpy(*rng.uniform(-3, 3, 3)),
    )


@pytest.mark.parametrize("kind", ["square", "curved", "any"])
def test_every_arm_of_the_family_finds_the_joints_that_made_a_pose(kind):
    rng = np.random.default_rng(len(kind))
    for _ in range(12):
        arm = random_arm(kind, rng)
        q = rng.uniform(-3, 3, (200, 6))
        Ts = forward(arm, q)
        batch = inverse_batch(arm, Ts)
        gaps = np.abs((batch.q - q[:, None] + np.pi) % (2 * np.pi) - np.pi).max(axis=-1)
        assert (np.nanmin(gaps, axis=1) < 1e-4).all()
        for T, rows, count in zip(Ts, batch.q, batch.count, strict=True):
            distance, angle = residuals(arm, rows[:count], T[None])
            assert distance.max() < 1e-9
            assert angle.max() < 2e-12


@pytest.mark.parametrize("kind", ["square", "curved", "any"])
def test_the_solutions_of_a_pose_differ_in_posture_on_every_arm(kind):
    rng = np.random.default_rng(10 + len(kind))
    for _ in range(6):
        arm = random_arm(kind, rng)
        batch = inverse_batch(arm, forward(arm, rng.uniform(-3, 3, (100, 6))))
        for rows, count, branch in zip(batch.q, batch.count, batch.branch, strict=True):
            expected = tuple(POSTURES[i] for i in branch[:count])
            assert postures_of(arm, rows[:count]) == expected
            assert len(set(expected)) == count


def test_a_curved_wrist_whose_axes_4_and_6_coincide_gives_a_continuum():
    rng = np.random.default_rng(3)
    lean, first = 1.0, unit(rng)
    second = first * np.cos(lean) + square_to(first, rng) * np.sin(lean)
    base = np.eye(3)
    arm = Mechanism.from_axes(
        axes=[base[2], base[1], base[1], first, second, first],
        points=[[0, 0, 0], [0, 0, 300], [400, 0, 300], *[[700, 0, 300]] * 3],
        T_base_flange_zero=translation(800, 0, 300),
    )
    for q in rng.uniform(-2, 2, (20, 6)):
        q[4] = 0.0
        answer = inverse(arm, forward(arm, q))
        assert 3 in answer.free_joints
        assert answer.residual_mm.max() < 1e-9
        assert answer.residual_rad.max() < 1e-12


def test_an_orientation_that_the_wrist_cannot_make_is_reported():
    rng = np.random.default_rng(4)
    first = np.array([1.0, 0, 0])
    second = np.array([np.cos(0.4), np.sin(0.4), 0])
    arm = Mechanism.from_axes(
        axes=[[0, 0, 1], [0, 1, 0], [0, 1, 0], first, second, first],
        points=[[0, 0, 0], [0, 0, 300], [400, 0, 300], *[[700, 0, 300]] * 3],
        T_base_flange_zero=translation(700, 0, 300),
    )
    reasons = {
        inverse(arm, translation(400, 50, 500) @ rpy(*rng.uniform(-3, 3, 3))).reason
        for _ in range(40)
    }
    assert "out of reach: the wrist cannot turn the tool into this orientation" in reasons
