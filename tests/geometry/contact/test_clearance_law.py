"""The clearance of solids with cuts is that of fine meshes, by a comparison of all triangles."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, Torus, mesh_of, pair_clearance
from geometry.contact.contact_region import chord_band
from geometry.poses import placed, relative
from geometry.tessellation.chords import CHORD
from geometry.tessellation.kernel import overlap_seen_from_a
from tests.depth import cases

# Chord of the meshes that are compared, and the amount by which their distance may differ from that
# of the solids, mm. Where two round faces meet at a sharp edge, a mesh misses more than its chord.
FINE = 0.1
OFF = 4.0 * FINE


def cut_solid(rng, primitive, poses):
    """A random solid, or two that are united, with one to three cuts that leave some of it."""
    whole = primitive(rng)
    if rng.random() < 0.5:
        whole = whole + primitive(rng).moved(poses(rng, 1, 15.0)[0])
    lo, hi = whole.bounds()
    cutters = [primitive(rng).moved(T) for T in poses(rng, int(rng.integers(1, 3)), 15.0)]
    if rng.random() < 0.5:
        T = poses(rng, 1, 0.0)[0]
        T[:3, 3] = 0.5 * (lo + hi)
        cutters.append(Cylinder(0.25 * float((hi - lo).min()), 200.0).moved(T))
    points = rng.uniform(lo, hi, (2000, 3))
    for cutter in cutters:
        left = whole - cutter
        whole = left if left.level(points).min() < -1.0 else whole
    return whole


def triangles(solid, T):
    mesh = mesh_of(solid, FINE)
    return placed(T, mesh.vertices)[mesh.triangles]


def check(found, a, T_a, b, T_b, gap):
    """The contract of `Clearance`, where `gap` is the distance of the fine meshes."""
    assert found.band_mm <= 2.0 * chord_band(a, b, CHORD) + 1e-9
    assert found.proven_mm <= found.distance_mm
    assert found.proven_mm <= gap + OFF
    assert gap - OFF <= found.distance_mm <= gap + OFF + found.band_mm
    if found.point_a is not None:
        apart = np.linalg.norm(found.point_a - found.point_b)
        assert apart == pytest.approx(found.distance_mm, abs=2e-6)
        for solid, T, point in ((a, T_a, found.point_a), (b, T_b, found.point_b)):
            assert solid.level(placed(np.linalg.inv(T), point[None]))[0] <= 2e-6


@pytest.mark.parametrize("seed", range(cases(6, 2)))
def test_the_clearance_of_random_solids_with_cuts_is_that_of_their_meshes(
    seed, primitive, poses, surface_gap
):
    rng = np.random.default_rng(9000 + seed)
    compared = 0
    while compared < cases(8, 3):
        a, b = (cut_solid(rng, primitive, poses) for _ in range(2))
        T_a, T_b = poses(rng, 1, 30.0)[0], poses(rng, 1, 30.0)[0]
        found = pair_clearance(a, T_a, b, T_b, prove=False)
        if overlap_seen_from_a(a, b, relative(T_a, T_b), CHORD) is not None:
            assert found.distance_mm <= found.band_mm + 2.0 * CHORD
            continue
        gap = surface_gap(triangles(a, T_a), triangles(b, T_b))
        check(found, a, T_a, b, T_b, gap)
        if compared % 4 == 0:
            proved = pair_clearance(a, T_a, b, T_b)
            check(proved, a, T_a, b, T_b, gap)
            assert proved.proven_mm >= found.proven_mm - 1e-9
        compared += 1


def fork(width):
    """A block with a slot, and cheeks that are round at their ends: neighbouring links of arms."""
    slot = Box((130.0, width, 120.0)).moved(moved(50.0))
    body = Box((120.0, 3.0 * width, 80.0)) + Cylinder(40.0, 3.0 * width).moved(lying(60.0))
    return body - slot - Cylinder(12.0, 200.0).moved(moved(-45.0))


def moved(x):
    T = np.eye(4)
    T[0, 3] = x
    return T


def lying(x):
    T = moved(x)
    T[:3, :3] = np.array([(1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)])
    return T


@pytest.mark.parametrize("play", [0.5, 1.0, 4.0])
@pytest.mark.parametrize("prove", [False, True])
def test_an_eye_in_its_fork_is_as_near_as_its_play(play, prove):
    width = 60.0
    eye = Cylinder(32.0, width - 2.0 * play) + Box((30.0, 20.0, 50.0)).moved(moved(60.0))
    eye = eye - Cylinder(14.0, 200.0)
    found = pair_clearance(fork(width), np.eye(4), eye, lying(60.0), prove=prove)
    assert found.distance_mm == pytest.approx(play, abs=1e-6)
    assert found.proven_mm >= play - 2.0 * chord_band(fork(width), eye, CHORD)


def test_a_small_body_in_a_large_ring_is_as_far_as_its_walls():
    ring = Cylinder(500.0, 40.0) - Cylinder(400.0, 50.0) - Sphere(401.0)
    found = pair_clearance(Torus(3.0, 1.0), np.eye(4), ring, np.eye(4), prove=False)
    assert found.distance_mm == pytest.approx(397.0, abs=found.band_mm + 0.1)
