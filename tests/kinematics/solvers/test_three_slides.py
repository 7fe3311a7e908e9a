"""Arms with three turning and three sliding joints in any order: two solutions, in closed form."""

import itertools

import numpy as np
import pytest

from kinematics import Mechanism, classify, forward, inverse, inverse_batch, residuals
from kinematics.solvers import multi_start, three_slides

KINDS = sorted({"".join(letters) for letters in itertools.permutations("RRRPPP")})


def made(kinds, rng, T_first=None):
    """An arm of these joints with random links; None where its slides are dependent by build."""
    count = len(kinds)
    arm = Mechanism.from_standard_dh(
        alpha=rng.uniform(0.4, 2.5, count),
        a=rng.uniform(-300, 300, count),
        d=rng.uniform(-300, 300, count),
        theta0=rng.uniform(-2, 2, count),
        kinds=kinds,
        T_base_first=T_first,
    )
    return arm if classify(arm).solver else None


def any_joints(arm, rng, count):
    return rng.uniform(-2, 2, (count, arm.n)) * np.where(arm.revolute > 0.0, 1.0, 200.0)


@pytest.mark.parametrize("kinds", KINDS)
def test_every_order_of_the_joints_is_solved_with_both_solutions(kinds, rng, nearest_gap):
    arm = made(kinds, rng)
    assert arm is not None
    if kinds.endswith("RRR"):
        return  # that wrist may meet in a point: see test_decoupled.py
    q = any_joints(arm, rng, 60)
    Ts = forward(arm, q)
    batch = inverse_batch(arm, Ts)
    assert batch.solver == "three slides"
    assert batch.complete
    assert (batch.count == 2).all()
    assert (np.nanmin(nearest_gap(arm, batch.q, q[:, None]), axis=1) < 1e-6).all()
    pose, slot = np.nonzero(np.isfinite(batch.q[..., 0]))
    distance, angle = residuals(arm, batch.q[pose, slot], Ts[pose])
    assert distance.max() < 1e-8
    assert angle.max() < 1e-12


def test_newtons_method_from_many_seeds_finds_no_third_solution(rng, nearest_gap):
    arm = made("PRPRRP", rng)
    Ts = forward(arm, any_joints(arm, rng, 10))
    many = multi_start.solve(arm, Ts)
    for i, found in enumerate(inverse_batch(arm, Ts).q):
        others = many.q[i, many.valid[i]]
        assert len(others)
        assert (nearest_gap(arm, found[None], others[:, None]).min(axis=1) < 1e-5).all()


def test_slides_in_one_plane_give_a_continuum_or_no_solution():
    """Axes x, y and x of the slides: the turns bring the third into the plane of the others."""
    x, y, z = np.eye(3)
    arm = Mechanism.from_axes(
        axes=[x, y, z, x, z, [0.6, 0.64, 0.48]],
        points=[[0, 0, 0]] * 6,
        T_base_flange_zero=np.eye(4),
        kinds="PPRRPR",
    )
    assert isinstance(three_slides.recognise(arm), three_slides.ThreeSlides)
    q = np.array([100.0, 50.0, 0.3, np.pi / 2, 80.0, 0.4])  # the third slide lies level
    found = inverse(arm, forward(arm, q))
    assert found.continuum
    assert set(found.free_joints) <= {0, 1, 4}
    lifted = forward(arm, q)
    lifted[2, 3] += 10.0
    assert np.abs(inverse(arm, lifted).q[:, 3] - np.pi / 2).min() > 0.1


def test_coinciding_turns_leave_the_first_of_them_free(rng):
    x, _, z = np.eye(3)
    arm = Mechanism.from_axes(
        axes=[z, x, x, [0.0, 1.0, 0.0], z, z],
        points=[[0, 0, 0]] * 6,
        T_base_flange_zero=np.eye(4),
        kinds="RPRPPR",
    )
    q = np.array([0.4, 30.0, 0.0, 20.0, 10.0, 0.5])  # axes 1 and 6 coincide
    found = inverse(arm, forward(arm, q))
    assert found.free_joints == (0,)
    assert found.residual_mm.max() < 1e-9


def test_turns_that_lean_too_little_say_that_the_orientation_is_beyond_them(rng):
    axes = np.array([[0, 0, 1.0], [1, 0, 0], [0.1, 0, 1], [0, 1, 0], [0, 0, 1], [0.05, 0, 1]])
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    arm = Mechanism.from_axes(
        axes=axes, points=[[0, 0, 0]] * 6, T_base_flange_zero=np.eye(4), kinds="RPRPPR"
    )
    T = np.diag([1.0, -1.0, -1.0, 1.0])
    assert "orientation not reachable" in inverse(arm, T).reason


@pytest.mark.parametrize("kinds", ["PRRPR", "RPRRP", "PPRPR", "RPPRP"])
def test_five_joints_with_two_slides_or_more_are_certified_by_way_of_three(kinds, rng, nearest_gap):
    arm = made(kinds, rng)
    assert arm is not None
    q = any_joints(arm, rng, 20)
    batch = inverse_batch(arm, forward(arm, q))
    assert batch.complete
    assert (np.nanmin(nearest_gap(arm, batch.q, q[:, None]), axis=1) < 1e-5).all()
