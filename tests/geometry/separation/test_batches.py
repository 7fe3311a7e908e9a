"""The compiled loops and NumPy give the same verdicts and equal distances."""

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Prism, Sphere
from geometry.contact.configurations import all_hits, first_hits
from geometry.separation.batches import APART, gap_rows, hit_rows, nearest_rows
from geometry.separation.convex_pieces import convex_pieces
from geometry.separation.packed_bodies import pack_bodies
from geometry.solids.primitives.torus import Torus
from geometry.tessellation.kernel import overlap


def crowd(poses, primitive, seed, samples, spread):
    rng = np.random.default_rng(seed)
    cut = Cylinder(25, 30) & Box((35, 60, 60)).moved(np.diag([1.0, 1.0, 1.0, 1.0]))
    plate = Box((30, 30, 9)) - Cylinder(6, 20)
    solids = [primitive(rng) for _ in range(9)] + [Torus(20, 5), plate, cut]
    k = len(solids)
    T = poses(rng, samples * k, spread).reshape(samples, k, 4, 4)
    pairs = np.array([(a, b) for a in range(k) for b in range(a)], dtype=np.int64)
    return solids, T, pairs


@pytest.mark.parametrize("spread", [25.0, 60.0])
def test_both_paths_find_the_same_pairs(poses, primitive, spread):
    solids, T, pairs = crowd(poses, primitive, 31, 25, spread)
    packed = pack_bodies(solids)
    for first in (False, True):
        ours = hit_rows(packed, T, pairs, first=first, path="compiled")
        plain = hit_rows(packed, T, pairs, first=first, path="numpy")
        if first:
            assert set(ours[:, 0]) == set(plain[:, 0])
        else:
            order = np.lexsort((ours[:, 1], ours[:, 0]))
            assert np.array_equal(ours[order], plain)
        assert len(plain)


def test_both_paths_measure_the_same_distances(poses, primitive):
    solids, T, pairs = crowd(poses, primitive, 32, 20, 300.0)
    packed = pack_bodies(solids)
    ours = nearest_rows(packed, T, pairs, "compiled")
    plain = nearest_rows(packed, T, pairs, "numpy")
    free = plain[:, 0] > 1e-6
    assert free.sum() > 10
    assert ours[free, 0] == pytest.approx(plain[free, 0], abs=1e-6)
    assert ours[free, 1] == pytest.approx(ours[free, 0], abs=1e-6)
    assert np.array_equal(ours[free, 2], plain[free, 2])
    between = np.linalg.norm(ours[:, 4:7] - ours[:, 7:], axis=1)
    assert between[free] == pytest.approx(ours[free, 0], abs=1e-6)


def test_both_paths_prove_the_same_gaps(poses, primitive):
    solids, T, pairs = crowd(poses, primitive, 33, 12, 120.0)
    packed = pack_bodies(solids, {0: T[0, 0], 1: T[0, 1]})
    moving = T[:, 2:]
    sample, pair = np.divmod(np.arange(len(T) * len(pairs)), len(pairs))
    items = np.column_stack([sample, pairs[pair]])
    asked = np.random.default_rng(34).uniform(0.0, 150.0, len(items))
    gaps, states = gap_rows(packed, moving, items, asked, "compiled")
    _, plain_states = gap_rows(packed, moving, items, asked, "numpy")
    assert np.array_equal(states == APART, plain_states == APART)
    assert np.all(gaps[states == APART] > asked[states == APART])


def test_configurations_agree_with_the_meshes(poses, primitive):
    rng = np.random.default_rng(36)
    solids = [primitive(rng) - Sphere(2.5), primitive(rng), Box((60, 60, 20)) - Cylinder(12, 30)]
    T = np.stack([poses(rng, 40, 25.0) for _ in solids], axis=1)
    pairs = [(0, 1), (0, 2), (1, 2)]
    found = {tuple(row) for row in all_hits(pack_bodies(solids), T, pairs)}
    first = first_hits(pack_bodies(solids), T, pairs)
    for sample in range(len(T)):
        hits = {p for s, p in found if s == sample}
        assert (first[sample] >= 0) == bool(hits)
        assert first[sample] < 0 or first[sample] in hits
        for p, (a, b) in enumerate(pairs):
            shared = overlap(solids[a], T[sample, a], solids[b], T[sample, b])
            if shared is None:
                assert p not in hits
            elif shared.volume_mm3 > 50.0:
                assert p in hits


def test_a_batch_of_the_wrong_shape_is_named(at):
    packed = pack_bodies([Sphere(1), Sphere(1)], {1: at()})
    with pytest.raises(GeometryError, match="1 moving bodies"):
        first_hits(packed, np.eye(4)[None], [(0, 1)])
    with pytest.raises(GeometryError, match="not among the 2"):
        first_hits(packed, np.eye(4)[None, None], [(0, 2)])
    with pytest.raises(GeometryError, match="standing"):
        pack_bodies([Sphere(1)], {3: at()})


def test_pieces_contain_the_solid_and_exact_pieces_contain_nothing_else(at):
    rng = np.random.default_rng(37)
    bin_ = Box((60, 60, 40)) - Box((50, 50, 40)).moved(at(z=8))
    comb = bin_ - Box((4, 80, 10)).moved(at(12, 0, 20)) + Box((5, 5, 70))
    circle = Cylinder(30, 40) & Box((40, 90, 30)).moved(at(14, 0, 3))
    solids = (bin_, comb, bin_ - Cylinder(9, 90), bin_ & Sphere(33), circle)
    for solid in (*solids, Cylinder(30, 20) - Box((20, 90, 90)), circle - Box((9, 9, 9))):
        pieces = convex_pieces(solid)
        lo, hi = solid.bounds()
        points = rng.uniform(lo, hi, (4000, 3))
        inside = np.zeros(len(points), dtype=bool)
        if "Sphere" not in repr(solid) and solid != bin_ - Cylinder(9, 90):
            assert all(piece.is_exact for piece in pieces)
        for piece in pieces:
            T = piece.T_solid_piece
            inside |= piece.shape.level((points - T[:3, 3]) @ T[:3, :3]) <= 0.0
        level = solid.level(points)
        assert np.all(inside[level <= 0.0])
        if all(piece.is_exact for piece in pieces):
            assert not inside[level > 1e-9].any()


@pytest.mark.parametrize("path", ["numpy", "compiled"])
def test_slanted_faces_that_rest_on_each_other_are_no_hit(at, path):
    roof = Prism(((-20, 0), (20, 0), (0, 15)), 30)
    slope = np.arctan2(15, 20)
    box = Box((8, 6, 10))
    packed = pack_bodies([box, roof], {1: at(3, 4, 5, (1, 2, 3), 0.9)})
    n = np.array([np.sin(slope), np.cos(slope), 0.0])
    for depth, meets in (
        (1e-12, False),
        (1e-9, False),
        (1e-7, False),
        (-1e-9, False),
        (1e-3, True),
    ):
        rest = at(*(np.array([10, 7.5, 2.0]) + (3.0 - depth) * n), angle=-slope)
        T = (packed.standing[1] @ rest)[None, None]
        assert (first_hits(packed, T, [(0, 1)], path)[0] >= 0) == meets
