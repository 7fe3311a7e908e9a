"""The front door compared with the dense reference, on fewer arms and poses than the long run.

The long run is tests/benchmarks/bench_completeness.py: 200 random arms with 100 poses each.
"""

import importlib.util
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse_batch
from tests.depth import cases, share


def beside(name):
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # numba's cache looks for the module here
    spec.loader.exec_module(module)
    return module


dense = beside("dense_reference")
NAMED = Path(__file__).parents[3] / "benchmarks" / "named_arms.json"
ARMS = json.loads(NAMED.read_text(encoding="utf-8"))["arms"]
H = np.pi / 2


def random_mechanism(rng, kinds="RRRRRR"):
    return Mechanism.from_standard_dh(
        alpha=rng.uniform(-np.pi, np.pi, 6),
        a=rng.uniform(-500, 500, 6),
        d=rng.uniform(-500, 500, 6),
        kinds=kinds,
    )


def random_joints(rng, mechanism, count):
    return rng.uniform(-1, 1, (count, 6)) * np.where(mechanism.revolute > 0, np.pi, 400.0)


def named(key):
    row = ARMS[key]
    flange = np.array(row["flange"])
    flange[:3, 3] *= 1000.0
    return Mechanism.from_axes(
        axes=row["axes"], points=1000.0 * np.array(row["points"]), T_base_flange_zero=flange
    )


def lost_roots(mechanism, q, seed):
    """Number of roots that our solver misses, of the poses of q (N, 6), and number of all roots."""
    Ts = forward(mechanism, q)
    answer = inverse_batch(mechanism, Ts)
    known, searched = dense.all_roots(mechanism, Ts, seed)
    assert searched.all()
    rows = [answer.q[i, : answer.count[i]] for i in range(len(Ts))]
    lost = [dense.unmatched(mechanism, roots, own) for roots, own in zip(known, rows, strict=True)]
    made = [dense.unmatched(mechanism, q[i : i + 1], own) for i, own in enumerate(rows)]
    assert_certified(mechanism, answer, Ts)
    return sum(map(len, lost)) + sum(map(len, made)), sum(map(len, known))


def assert_certified(mechanism, answer, Ts):
    """Asserts that every root meets its pose, by the Frobenius norm over 3x4, lengths in metres."""
    pose, slot = np.nonzero(np.isfinite(answer.q[..., 0]))
    gap = (forward(mechanism, answer.q[pose, slot]) - Ts[pose])[:, :3]
    gap[:, :, 3] /= 1000
    assert np.sqrt((gap**2).sum(axis=(1, 2))).max() < 1e-12


def test_the_reference_finds_the_eight_roots_of_an_arm_with_a_closed_form(puma):
    q = random_joints(np.random.default_rng(40), puma, cases(5, 2))
    found, searched = dense.all_roots(puma, forward(puma, q))
    assert searched.all()
    assert [len(roots) for roots in found] == [8] * len(q)
    for roots, row in zip(found, q, strict=True):
        assert len(dense.unmatched(puma, row[None], roots)) == 0


@pytest.mark.parametrize("seed", range(50, 50 + cases(8, 4)))
def test_no_root_of_a_random_arm_is_lost(seed):
    rng = np.random.default_rng(seed)
    mechanism = random_mechanism(rng)
    lost, known = lost_roots(mechanism, random_joints(rng, mechanism, 10), seed)
    assert lost == 0
    assert known >= 20


@pytest.mark.parametrize("kinds", ["PRRRRR", "RPRRRR", "RRPRRR", "RRRPRR", "RRRRPR", "RRRRRP"])
def test_no_root_of_an_arm_with_one_slide_is_lost(kinds):
    rng = np.random.default_rng(60)
    mechanism = random_mechanism(rng, kinds)
    assert lost_roots(mechanism, random_joints(rng, mechanism, 10), 60)[0] == 0


@pytest.mark.parametrize("key", ARMS)
def test_no_root_of_a_named_arm_is_lost(key):
    mechanism = named(key)
    q = random_joints(np.random.default_rng(61), mechanism, 10)
    assert lost_roots(mechanism, q, 61)[0] == 0


@pytest.mark.parametrize("offset", [100.0, 1.0, 1e-2, 1e-4, 1e-6, 0.0])
def test_no_root_is_lost_between_general_and_closed_form(offset):
    """A PUMA whose wrist axes miss one point by 0.1 m, down to 1 nm, and by 0; offset: mm."""
    mechanism = Mechanism.from_standard_dh(
        alpha=[H, 0, -H, H, -H, 0],
        a=[0, 431.8, 20.3, offset, offset, 0],
        d=[671.83, 0, 150.05, 431.8, 0, 0],
    )
    q = random_joints(np.random.default_rng(62), mechanism, 10)
    assert lost_roots(mechanism, q, 62)[0] == 0


@pytest.mark.parametrize("k", share([1e-6, 1e-3, 5e3, 1e7], 2))
@pytest.mark.parametrize("kinds", share(["RRRRRR", "RRPRRR", "RPPRRR", "PRPRPR"], 2))
def test_no_root_of_a_random_arm_of_any_size_is_lost(kinds, k):
    rng = np.random.default_rng(64)
    mechanism = random_mechanism(rng, kinds)
    T_link_joint, T_last_flange = mechanism.T_link_joint.copy(), mechanism.T_last_flange.copy()
    T_link_joint[:, :3, 3] *= k
    T_last_flange[:3, 3] *= k
    Ts = forward(mechanism, random_joints(rng, mechanism, 4))
    known, searched = dense.all_roots(mechanism, Ts, 64)
    assert searched.all()
    Ts[:, :3, 3] *= k
    answer = inverse_batch(Mechanism(mechanism.joints, T_link_joint, T_last_flange), Ts)
    units = np.where(mechanism.revolute > 0, 1.0, k)
    for roots, q, count in zip(known, answer.q, answer.count, strict=True):
        assert count == len(roots) > 0
        assert len(dense.unmatched(mechanism, roots, q[:count] / units)) == 0


# 1e-8 rad from singular: the eigenvalues of the best loop of this arm are far off the real axis.
NEARLY_SINGULAR = [
    (
        -0.6235587862852444,
        1.1426959095717752,
        3.0394799557834675,
        -0.6279099613464877,
        -1.57079170921198,
        -1.3281673917373187,
    ),
    (
        -1.6776713764431053,
        2.8384467810108176,
        2.7074501818486363,
        1.5770175569633358,
        -1.570800375757092,
        -2.8623241121277854,
    ),
]


@pytest.mark.parametrize("q", NEARLY_SINGULAR)
def test_a_pose_that_is_reached_is_never_called_empty(q):
    mechanism = named("yam")
    answer = inverse_batch(mechanism, forward(mechanism, np.array([q])))
    assert answer.count[0] > 0
    assert_certified(mechanism, answer, forward(mechanism, np.array([q])))


@pytest.mark.oracle
@pytest.mark.parametrize("key", ARMS)
def test_forward_kinematics_of_a_named_arm_agrees_with_its_peer(key):
    peer = pytest.importorskip(ARMS[key]["peer"], reason="make bench installs ssik")
    mechanism = named(key)
    q = random_joints(np.random.default_rng(63), mechanism, 200)
    Ts = forward(mechanism, q)
    Ts[:, :3, 3] /= 1000
    theirs = np.array([peer.fk(row) for row in q])
    assert np.abs(Ts - theirs).max() < 1e-9
