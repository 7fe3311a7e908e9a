"""Singular poses have the same answer however they are rounded.

A pose that is singular in exact arithmetic comes with errors: of the product of matrices that made
it, or of the digits of a file. Here each is answered with errors of 1e-15 to 1e-13, of the entries
of the orientation and of the size of the arm.
"""

import numpy as np
import pytest

from kinematics import forward, inverse, inverse_batch
from kinematics.arm.size import size_of
from scenes import load_robot

ARMS = (
    "puma560",
    "hokkaido1985",
    "kuka_kr6_r900_2",
    "ur5e",
    "textbook_leg",
    "stanford_arm",
    "gantry_6axis",
    "adept_cobra600",
    "textbook_rrp",
)
ERRORS = (0.0, 1e-15, 1e-14, 1e-14, 1e-13, 1e-13)


def right_angled(mechanism, count, rng):
    """Joint values (count, n): multiples of a right angle, slides at tenths of the size."""
    turns = np.radians(90.0 * rng.integers(-1, 3, (count, mechanism.n)))
    slides = 0.1 * size_of(mechanism) * rng.integers(0, 4, (count, mechanism.n))
    return np.where(mechanism.revolute > 0.0, turns, slides)


def with_errors(mechanism, Ts, error, rng):
    """The poses with errors of at most `error` in each entry, places by the size of the arm."""
    moved = Ts.copy()
    moved[:, :3, :3] += error * rng.uniform(-1.0, 1.0, (len(Ts), 3, 3))
    moved[:, :3, 3] += error * size_of(mechanism) * rng.uniform(-1.0, 1.0, (len(Ts), 3))
    return moved


def answers(mechanism, Ts):
    """Number of solutions, free joints, multiplicities and certificate of each pose."""
    batch = inverse_batch(mechanism, Ts)
    return [
        (int(count), tuple(free), tuple(np.sort(multiplicity[:count])), bool(certified))
        for count, free, multiplicity, certified in zip(
            batch.count, batch.free, batch.multiplicity, batch.certified, strict=True
        )
    ]


@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("seed", [1, 2])
def test_right_angle_poses_have_the_same_answer_for_every_rounding(name, seed):
    mechanism, rng = load_robot(name).mechanism, np.random.default_rng(seed)
    Ts = forward(mechanism, right_angled(mechanism, 120, rng))
    rounded = [answers(mechanism, with_errors(mechanism, Ts, e, rng)) for e in ERRORS]
    for first, *others in zip(*rounded, strict=True):
        assert all(other == first for other in others)


@pytest.mark.parametrize("name", ["puma560", "ur5e", "kuka_kr6_r900_2"])
def test_straight_wrists_meet_their_pose_behind_a_stretched_elbow(name):
    mechanism, rng = load_robot(name).mechanism, np.random.default_rng(3)
    Ts = forward(mechanism, right_angled(mechanism, 200, rng))
    Ts = with_errors(mechanism, Ts, 1e-14, rng)
    for T in Ts:
        answer = inverse(mechanism, T)
        assert len(answer)
        assert answer.residual_mm.max() < 2e-12 * size_of(mechanism)
        assert answer.residual_rad.max() < 2e-12


def test_the_order_of_multiplication_does_not_change_the_answer_of_a_doubly_singular_pose():
    mechanism = load_robot("puma560").mechanism
    q = np.radians([0.0, 0.0, 90.0, 0.0, 0.0, 180.0])
    first = forward(mechanism, q)
    back = np.eye(4)
    for joint in reversed(range(6)):
        c, s = np.cos(q[joint]), np.sin(q[joint])
        turn = np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1.0, 0], [0, 0, 0, 1.0]])
        back = mechanism.T_link_joint[joint] @ turn @ back
    second = back @ mechanism.T_last_flange
    one, other = inverse(mechanism, first), inverse(mechanism, second)
    assert one.continuum
    assert (len(one), one.free_joints, one.complete) == (
        len(other),
        other.free_joints,
        other.complete,
    )
    assert sorted(one.multiplicity) == sorted(other.multiplicity)
