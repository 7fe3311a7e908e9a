"""The tree of solids: keys, membership and bounds follow the laws of sets."""

import pickle

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, HalfSpace, Sphere, contains, union, volume
from geometry.solids.tree import children, recombined

BLOCK, BALL = Box((10, 20, 30)), Sphere(9)


def tree(at):
    plate = Box((60, 40, 20)) - Cylinder(8, 30)
    knob = (Sphere(14) & Box((20, 20, 20))).moved(at(30, 0, 10, (1, 2, 3), 0.7))
    return plate + knob


def sampled_volume(solid, rng, n=40_000):
    lo, hi = solid.bounds()
    share = contains(solid, rng.uniform(lo, hi, (n, 3))).mean()
    box = float(np.prod(hi - lo))
    return box * share, 4.0 * box * np.sqrt(share * (1.0 - share) / n)


def test_equal_content_gives_equal_keys_and_hashes(at):
    assert tree(at) == tree(at)
    assert hash(tree(at)) == hash(tree(at))
    assert tree(at).key == tree(at).key
    assert len({tree(at), tree(at)}) == 1


def test_any_change_of_content_changes_the_key(at):
    keys = {
        tree(at).key,
        (tree(at) + Box((1, 1, 1))).key,
        tree(at).moved(at(0.0, 0.0, 1e-9)).key,
        (tree(at) - Box((1, 1, 1))).key,
        (tree(at) & Box((1, 1, 1))).key,
    }
    assert len(keys) == 5


def test_minus_zero_in_a_pose_is_zero(at):
    assert Box((1, 1, 1)).moved(at(-0.0)) == Box((1, 1, 1)).moved(at(0.0))


def test_a_solid_survives_pickling(at):
    solid = tree(at)
    volume(solid)
    copy = pickle.loads(pickle.dumps(solid))
    assert copy == solid
    assert volume(copy) == volume(solid)


def test_membership_follows_the_laws_of_sets(at):
    rng = np.random.default_rng(1)
    a, b = tree(at), Sphere(20).moved(at(20, 5, 3))
    points = rng.uniform(-40, 60, (4000, 3))
    in_a, in_b = contains(a, points), contains(b, points)
    assert np.array_equal(contains(a + b, points), in_a | in_b)
    assert np.array_equal(contains(a - b, points), in_a & ~in_b)
    assert np.array_equal(contains(a & b, points), in_a & in_b)


def test_membership_counts_out_the_volume_of_the_mesh(at):
    amount, deviation = sampled_volume(tree(at), np.random.default_rng(2))
    assert volume(tree(at), 0.01) == pytest.approx(amount, abs=deviation)


def test_bounds_hold_every_contained_point(at, poses, primitive):
    rng = np.random.default_rng(3)
    for T in poses(rng, 40, 20.0):
        solid = (primitive(rng) + primitive(rng).moved(T)).moved(T)
        lo, hi = solid.bounds()
        points = rng.uniform(lo - 10.0, hi + 10.0, (2000, 3))
        inside = points[contains(solid, points)]
        assert np.all((inside >= lo - 1e-9) & (inside <= hi + 1e-9))


def test_the_level_function_is_never_steeper_than_distance(at, poses):
    rng = np.random.default_rng(4)
    solid = tree(at) - HalfSpace((1, 1, 0), -20)
    p, q = rng.uniform(-60, 60, (2, 5000, 3))
    q[::2] = p[::2] + rng.normal(0.0, 0.1, (2500, 3))
    rise = np.abs(solid.level(p) - solid.level(q))
    assert np.all(rise <= np.linalg.norm(p - q, axis=1) + 1e-9)


def test_a_half_space_cuts_bounds_and_volume(at):
    cut = Box((10, 10, 10)) & HalfSpace((1, 0, 0), 2)
    assert volume(cut) == pytest.approx(700.0)
    assert cut.bounds()[1].tolist() == [2.0, 5.0, 5.0]
    assert volume(Box((10, 10, 10)) - HalfSpace((2, 0, 0), 4)) == pytest.approx(300.0)
    wedge = HalfSpace((1, 0, 0), 2) & HalfSpace((0, 1, 0), 0).moved(at(0, 1, 0))
    assert volume(Box((10, 10, 10)) - wedge) == pytest.approx(1000.0 - 7 * 6 * 10)


def test_a_half_space_alone_or_added_is_refused():
    with pytest.raises(GeometryError, match="half-space"):
        _ = Box((1, 1, 1)) + HalfSpace((0, 0, 1), 0)
    with pytest.raises(GeometryError, match="half-space"):
        volume(HalfSpace((0, 0, 1), 0))


def test_a_pose_that_is_no_rigid_motion_is_refused(at):
    scaled = np.diag([2.0, 1.0, 1.0, 1.0])
    mirrored = np.diag([-1.0, 1.0, 1.0, 1.0])
    broken = np.full((4, 4), np.nan)
    for T, word in (
        (scaled, "rigid"),
        (mirrored, "rigid"),
        (broken, "finite"),
        (np.eye(3), "4, 4"),
    ):
        with pytest.raises(GeometryError, match=word):
            Box((1, 1, 1)).moved(T)


def test_a_union_of_nothing_is_refused():
    with pytest.raises(GeometryError, match="at least one"):
        union([])


def test_a_union_of_one_is_that_one():
    assert union([Box((1, 2, 3))]) == Box((1, 2, 3))


@pytest.mark.parametrize(
    "combined", [BLOCK + BALL, BLOCK - BALL, BLOCK & BALL], ids=["union", "difference", "common"]
)
def test_a_combination_of_changed_solids_is_that_of_the_solids_changed_one_by_one(combined):
    assert recombined(combined, lambda part: part) == combined
    T = np.eye(4)
    T[:3, 3] = 3.0, -2.0, 1.0
    points = np.random.default_rng(8).uniform(-30, 30, (2000, 3))
    moved = recombined(combined, lambda part: part.moved(T))
    assert np.allclose(moved.level(points), combined.moved(T).level(points), rtol=0, atol=1e-12)
    assert [type(part) for part in children(combined)] == [Box, Sphere]
    assert children(combined.named("both")) == (combined,)
    assert children(BLOCK) == ()
