"""Roots are led by the shipped loop to where NumPy leads them."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import forward, jacobian
from kinematics.arm.size import size_of
from kinematics.loops.chord_kernel import LEFT, lead_by_chords
from kinematics.solvers.corrected.chord_newton import MET, led_by_numpy, led_to_roots
from kinematics.solvers.elimination.polish import affine_of


def in_sizes(mechanism, Ts):
    """The chain of an arm, and poses (N, 4, 4), in units of its size."""
    chain, size = affine_of(mechanism), size_of(mechanism)
    base, links, poses = chain.base.copy(), chain.links.copy(), np.array(Ts)
    base[:3, 3] /= size
    links[:, :3, 3] /= size
    poses[:, :3, 3] /= size
    return replace(chain, base=base, links=links), poses


@pytest.mark.parametrize("off", [1e-9, 1e-5, 1e-3])
def test_the_loop_leads_rows_where_numpy_leads_them(arm, rng, off):
    q = rng.uniform(-2, 2, (300, 6))
    chain, poses = in_sizes(arm, forward(arm, q))
    pose = rng.permutation(300)
    seeds = q[pose] + rng.uniform(-off, off, q.shape)
    kept = seeds.copy()
    assert lead_by_chords.is_ready
    ours, other = (led(chain, seeds, poses, pose) for led in (led_to_roots, led_by_numpy))
    assert (seeds == kept).all()
    assert np.allclose(ours.least, other.least, rtol=1e-6, atol=1e-12)
    # Newton's method converges from within a small share of sigma6 of a root.
    regular = ours.least > 40 * off
    assert regular.mean() > 0.1
    assert np.abs(ours.q - q[pose])[regular].max() < 1e-9
    assert (ours.residual[regular] <= MET).all()
    both = (ours.residual <= MET) & (other.residual <= MET)
    # Farther off a root the last digits of a step may lead to another root.
    assert (np.abs(ours.q - other.q)[both].max(axis=1) < 1e-9).mean() > 0.98
    assert ((ours.residual <= MET) == (other.residual <= MET)).mean() > 0.98


def test_least_bounds_the_smallest_singular_value_from_below(arm, rng):
    q = rng.uniform(-2, 2, (50, 6))
    chain, poses = in_sizes(arm, forward(arm, q))
    least = led_to_roots(chain, q, poses, np.arange(50)).least
    size = size_of(arm)
    J = jacobian(arm, q)
    J[:, :3] /= size
    sigma = np.linalg.svd(J, compute_uv=False)[:, -1]
    assert (least <= sigma * (1 + 1e-6)).all()
    assert (least * np.sqrt(6) >= sigma * (1 - 1e-6)).all()


def test_from_a_start_next_to_a_singular_posture_on_the_rows_of_its_pose_are_left(puma, rng):
    q = rng.uniform(-2, 2, (6, 6))
    q[2, 4] = 1e-6
    chain, poses = in_sizes(puma, forward(puma, q))
    pose = np.array([0, 1, 1, 1, 4, 5])
    seeds = q[[0, 1, 2, 1, 4, 5]]
    ours = led_to_roots(chain, seeds, poses, pose, (1e-3, 1e-3))
    assert (ours.residual == LEFT).tolist() == [False, False, True, True, False, False]
    assert (ours.residual[[0, 1, 4, 5]] <= MET).all()


def test_no_rows_are_led_nowhere(puma):
    chain, poses = in_sizes(puma, forward(puma, np.zeros((1, 6))))
    none = led_to_roots(chain, np.empty((0, 6)), poses, np.empty(0, np.int64))
    assert none.q.shape == (0, 6)
