"""Singular poses and poses next to them: no root is lost and continua are reported."""

import numpy as np
import pytest

from kinematics import Mechanism, forward, jacobian
from kinematics.solvers import elimination
from kinematics.solvers.elimination.root_count import Closeness, tallied, united
from kinematics.tolerances import SAME_ANGLE

H = np.pi / 2
ARMS = {
    "random": Mechanism.from_standard_dh(
        alpha=[0.7, -1.9, 2.3, 1.1, -0.8, 0.4],
        a=[210, -330, 150, 90, 260, -120],
        d=[300, 120, -210, 340, 80, 150],
    ),
    "three parallel": Mechanism.from_standard_dh(
        alpha=[H, 0, 0, H, -H, 0],
        a=[0, -425, -392.25, 0, 0, 0],
        d=[89.159, 0, 0, 109.15, 94.65, 82.3],
    ),
    "offset wrist": Mechanism.from_standard_dh(
        alpha=[H, 0, -H, H, -H, 0],
        a=[0, 431.8, 20.3, 1, 0, 0],
        d=[0, 0, 150.05, 431.8, 1, 0],
    ),
    "spherical wrist": Mechanism.from_standard_dh(
        alpha=[H, 0, -H, H, -H, 0],
        a=[0, 431.8, 20.3, 0, 0, 0],
        d=[0, 0, 150.05, 431.8, 0, 0],
    ),
}
CLOSE = Closeness(np.ones(6, bool), np.full(6, SAME_ANGLE))


def determinants(mechanism, q):
    J = jacobian(mechanism, q)
    J[..., :3, :] /= 300.0
    return np.linalg.det(J)


def singular_joints(mechanism, count, seed):
    """Joint values at which the determinant changes its sign, found by halving."""
    rng, found = np.random.default_rng(seed), []
    while len(found) < count:
        q, way = rng.uniform(-np.pi, np.pi, 6), rng.normal(size=6)
        samples = np.linspace(0.0, 2.0, 41)
        values = determinants(mechanism, q + samples[:, None] * way)
        change = np.flatnonzero(values[:-1] * values[1:] < 0)
        if not len(change):
            continue
        low, high, sign = samples[change[0]], samples[change[0] + 1], values[change[0]]
        for _ in range(60):
            middle = (low + high) / 2
            same_side = sign * determinants(mechanism, q + middle * way) > 0
            low, high = (middle, high) if same_side else (low, middle)
        found.append(q + low * way)
    return np.array(found)


def nearest(q, roots):
    gap = roots.q - q[:, None]
    gap = np.abs(gap - 2 * np.pi * np.round(gap / (2 * np.pi))).max(axis=2)
    return np.where(np.isnan(gap), np.inf, gap).min(axis=1)


@pytest.mark.parametrize("name", ["random", "three parallel", "offset wrist"])
@pytest.mark.parametrize("distance", [1e-8, 1e-6, 1e-4])
def test_poses_near_a_singular_posture_keep_their_joints(name, distance):
    mechanism = ARMS[name]
    q = singular_joints(mechanism, 30, seed=4)
    ways = np.random.default_rng(5).normal(size=q.shape)
    q = q + distance * ways / np.linalg.norm(ways, axis=1, keepdims=True)
    roots = elimination.solve(elimination.recognise(mechanism), forward(mechanism, q))
    assert (roots.count > 0).all()
    assert (nearest(q, roots) < 1e-4).mean() >= 0.95


@pytest.mark.parametrize("name", list(ARMS))
def test_poses_of_singular_postures_are_never_empty(name):
    mechanism = ARMS[name]
    q = singular_joints(mechanism, 25, seed=6)
    roots = elimination.solve(elimination.recognise(mechanism), forward(mechanism, q))
    assert (roots.count > 0).all()
    assert ((nearest(q, roots) < 1e-4) | roots.continuum).all()
    assert np.nanmax(roots.residual_mm) < 1e-9
    assert np.nanmax(roots.residual_rad) < 1e-12


def test_a_double_root_is_one_root_of_multiplicity_two():
    mechanism = ARMS["random"]
    q = singular_joints(mechanism, 10, seed=7)
    roots = elimination.solve(elimination.recognise(mechanism), forward(mechanism, q))
    assert (roots.multiplicity.max(axis=1) == 2).all()
    assert not roots.continuum.any()


def test_a_straight_wrist_leaves_joint_four_free():
    mechanism = ARMS["spherical wrist"]
    q = np.array([[0.3, -0.5, 0.4, 0.9, 0.0, -0.6]])
    roots = elimination.solve(elimination.recognise(mechanism), forward(mechanism, q))
    assert roots.continuum[0]
    assert np.flatnonzero(roots.free[0]).tolist() == [3]
    assert not roots.complete[0]
    bent = q[0] - [0, 0, 0, 0.9, 0, -0.9]
    assert nearest(bent[None], roots)[0] < 1e-4, "represented with joint 4 at zero"


def test_roots_just_below_pi_and_just_above_minus_pi_are_one():
    q = np.zeros((3, 6))
    q[0, 2], q[1, 2], q[2, 2] = np.pi - 2e-5, -np.pi + 2e-5, 1.0
    tally = tallied(1, np.zeros(3, int), q, np.ones(3, int), CLOSE)
    assert tally.count[0] == 2
    assert tally.weight[0, :2].tolist() == [2, 1]


def test_lengths_are_not_taken_modulo_a_turn():
    q = np.zeros((2, 6))
    q[1, 1] = 2 * np.pi
    assert tallied(1, np.zeros(2, int), q, np.ones(2, int), CLOSE).count[0] == 1
    slide = Closeness(np.arange(6) != 1, CLOSE.within)
    assert tallied(1, np.zeros(2, int), q, np.ones(2, int), slide).count[0] == 2


def test_two_opinions_count_a_shared_root_once():
    rng = np.random.default_rng(8)
    q = rng.uniform(-3, 3, (5, 6))
    first = tallied(2, np.array([0, 0, 0, 1]), q[[0, 1, 2, 3]], np.array([1, 2, 1, 1]), CLOSE)
    second = tallied(2, np.array([0, 0]), q[[1, 4]] + 1e-6, np.array([1, 1]), CLOSE)
    both = united(first, second, CLOSE)
    assert both.count.tolist() == [4, 1]
    assert both.weight[0, :4].tolist() == [1, 2, 1, 1]
