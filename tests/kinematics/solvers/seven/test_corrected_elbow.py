"""Seven-axis arms that almost are of the kind S-R-S keep their solutions at an elbow angle."""

import os

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    classify,
    elbow_angle,
    forward,
    inverse,
    inverse_batch,
    residuals,
    sweep,
    track,
    translation,
)

SEED = int(os.environ.get("SEED", "5"))
H = np.pi / 2
DRAWN = Mechanism.from_standard_dh(
    alpha=[-H, H, H, -H, -H, H, 0],
    a=[0] * 7,
    d=[360, 0, 420, 0, 400, 0, 126],
    name="drawn arm",
)


def moved(amount):
    """The arm with every link moved by up to `amount` mm, its wrist left as it is."""
    rng = np.random.default_rng(SEED)
    links = np.array(DRAWN.T_link_joint)
    links[:4, :3, 3] += amount * rng.uniform(-1, 1, (4, 3))
    return Mechanism(DRAWN.joints, links, DRAWN.T_last_flange, "arm as built")


def any_joints(count):
    return np.random.default_rng(SEED + 1).uniform(-2.5, 2.5, (count, 7))


def has_root(q, wanted):
    gap = np.abs((q - wanted[:, None] + np.pi) % (2 * np.pi) - np.pi).max(axis=2)
    return np.where(np.isnan(gap), np.inf, gap).min(axis=1) < 1e-4


@pytest.mark.parametrize("amount", (1e-9, 1e-7, 1e-3, 0.2))
def test_planted_joint_values_are_found_at_their_elbow_angle(amount):
    arm, q = moved(amount), any_joints(60)
    Ts = forward(arm, q)
    found = inverse_batch(arm, Ts, elbow_angle=elbow_angle(arm, q))
    assert classify(arm).solver.startswith("elbow angle")
    assert has_root(found.q, q).all()
    used = ~np.isnan(found.q[..., 0])
    assert residuals(arm, found.q[used], np.repeat(Ts, found.count, axis=0))[0].max() < 1e-4
    if amount > 1e-6:
        assert residuals(arm, found.q[used], np.repeat(Ts, found.count, axis=0))[0].max() < 1e-9
        assert found.certified.mean() > 0.9


def test_the_solutions_stand_at_the_angle_that_was_asked_for():
    arm, q = moved(0.2), any_joints(8)
    for T, psi in zip(forward(arm, q), elbow_angle(arm, q), strict=True):
        found = inverse(arm, T, elbow_angle=psi)
        off = np.abs((elbow_angle(arm, found.q) - psi + np.pi) % (2 * np.pi) - np.pi)
        assert off.max() < 1e-9


def test_the_solutions_are_those_of_the_drawn_arm_moved_a_little():
    arm, q = moved(1e-4), any_joints(20)
    psi = elbow_angle(arm, q)
    built = inverse_batch(arm, forward(arm, q), elbow_angle=psi)
    drawn = inverse_batch(DRAWN, forward(arm, q), elbow_angle=psi)
    same = built.count == drawn.count
    assert same.mean() > 0.9


def test_a_sweep_and_a_path_go_through_the_corrected_arm():
    arm = moved(0.1)
    start = np.array([0.3, 0.6, -0.4, 1.2, 0.5, -0.8, 0.1])
    T = forward(arm, start)
    swept = sweep(arm, T, np.linspace(-0.5, 0.5, 5))
    assert (swept.count > 0).all()
    Ts = np.array([translation(0.5 * i, -0.3 * i, 0.2 * i) @ T for i in range(20)])
    path = track(arm, Ts, start)
    assert path.failed_at is None, path.reason
    assert residuals(arm, path.q, Ts)[0].max() < 1e-9


def test_the_correction_is_told_in_millimetres():
    assert ", corrected by up to 0." in classify(moved(0.2)).solver
    assert classify(moved(1e-7)).solver == "elbow angle"
    assert classify(DRAWN).reason.endswith("(elbow angle)")
